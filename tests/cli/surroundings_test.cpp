// What the program meets on a real machine: folders it may not write, other writers, odd files.
#include "tests/cli/program.hpp"

#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

namespace surroundings_test {

using namespace pyramid::test;

namespace {

using std::filesystem::perms;

// Closes (or opens again) a folder for writing, with all that lies in it.
void allow_writing(const std::string& folder, bool allowed) {
  const auto mode =
      allowed ? std::filesystem::perm_options::add : std::filesystem::perm_options::remove;
  const perms write =
      allowed ? perms::owner_write : perms::owner_write | perms::group_write | perms::others_write;
  std::filesystem::permissions(folder, write, mode);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    std::filesystem::permissions(entry.path(), write, mode);
  }
}

const std::vector<std::vector<std::string>> kReading = {
    {"search", "--raw", "boiler"},
    {"list"},
    {"models"},
    {"summaries"},
    {"retrieve"},
    {"why", "MEMORY.md"},
    {"check"},
    {"sync", "--dry-run"},
    // Last: it says when the index was last looked after, which the others do.
    {"search", "--raw", "--no-refresh", "boiler"}};

}  // namespace

TEST_CASE(
    "read-only: what only reads works where .pyramid/ may not be written, and says the same") {
  Program program;
  program.init();
  program.write(program.inside("memory/a.md"), "The boiler was serviced in May.\n");
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  std::vector<std::string> answers;
  for (const auto& command : kReading) answers.push_back(program.in_workspace(command).out);
  program.drop_root_privilege();
  allow_writing(program.root(), false);
  for (std::size_t i = 0; i < kReading.size(); ++i) {
    const ProcessResult result = program.in_workspace(kReading[i]);
    INFO(kReading[i][0] << " " << result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.out == answers[i]);
  }
  CHECK(program.in_workspace({"status"}).exit_code == 0);
  check_refused(program.in_workspace({"observe", "User has a cat."}), 7, "Permission denied");
  allow_writing(program.root(), true);
}

TEST_CASE("odd files: dead links, circles, pipes and sockets are named, and the rest is done") {
  Program program;
  program.init();
  program.write(program.inside("memory/a.md"), "The boiler was serviced in May.\n");
  const auto link = [&](const char* target, const std::string& name) {
    REQUIRE(::symlink(target, program.inside(name).c_str()) == 0);
  };
  link("gone.md", "memory/dead.md");
  link("itself.md", "memory/itself.md");
  link("..", "memory/above");
  link("a.md", "memory/fine.md");
  link("gone", "memory/.#a.md");  // an editor's lock
  REQUIRE(::mkfifo(program.inside("memory/pipe.md").c_str(), 0600) == 0);
  for (const char* command : {"sync", "check", "status"}) {
    const ProcessResult result = program.in_workspace({command});
    INFO(result.err);
    CHECK(result.exit_code == (command == std::string("check") ? 1 : 0));
    const std::string said = result.out + result.err;
    for (const char* odd :
         {"memory/dead.md: is a symlink that leads to nothing",
          "memory/itself.md: is a symlink that leads round",
          "memory/above: is a symlink that leads round", "memory/pipe.md: is a pipe"}) {
      CHECK(said.find(odd) != std::string::npos);
    }
    CHECK(said.find("fine.md") == std::string::npos);
    CHECK(said.find(".#a.md") == std::string::npos);
  }
  CHECK(program.in_workspace({"search", "--raw", "boiler"}).out.find("memory/a.md:1") !=
        std::string::npos);
  CHECK(program.in_workspace({"why", "memory/pipe.md"}).exit_code != 0);
  std::filesystem::remove(program.inside("pyramid.yaml"));
  REQUIRE(::mkfifo(program.inside("pyramid.yaml").c_str(), 0600) == 0);
  check_refused(program.in_workspace({"sync"}), 7, "not a regular file");
}

TEST_CASE("git ignores the memory: said where files are written, and by check") {
  Program program;
  program.init();
  const auto said = [&](const std::vector<std::string>& command) {
    const ProcessResult result = program.in_workspace(command);
    return result.out + result.err;
  };
  const std::string needle = ": git ignores it";
  CHECK(said({"observe", "User has a cat."}).find(needle) == std::string::npos);
  CHECK(said({"check"}).find(needle) == std::string::npos);
  program.write(program.inside(".gitignore"), "*.md\n");
  const std::string observed = said({"observe", "User moved to Austin."});
  CHECK(observed.find(needle) != std::string::npos);
  CHECK(observed.find("git check-ignore -v observations/2026/05/15/user-moved-to-austin-") !=
        std::string::npos);
  CHECK(said({"check"}).find(needle) != std::string::npos);
  program.write(program.inside("pyramid.yaml"), "step: 2\n");  // a summary is written
  CHECK(said({"sync"}).find(needle) != std::string::npos);
  program.write(program.inside(".gitignore"), "memory/\n");  // the person's own choice
  program.write(program.inside("memory/a.md"), "Private.\n");
  CHECK(said({"check"}).find(needle) == std::string::npos);
  CHECK(said({"sync"}).find(needle) == std::string::npos);
}

TEST_CASE("git cannot be read: status and check say the rest") {
  Program program;
  program.init();
  program.write(program.inside(".git/HEAD"), "damaged");
  const ProcessResult status = program.in_workspace({"status"});
  INFO(status.err);
  CHECK(status.exit_code == 0);
  CHECK(status.out.find("observations  0") != std::string::npos);
  CHECK(status.err.find("warning: ") != std::string::npos);
  CHECK(program.in_workspace({"check"}).exit_code == 0);
}

TEST_CASE("two writers: two commands that write at once both do their work") {
  Program program;
  program.init();
  ProcessResult other;
  std::thread at_once([&] { other = program.in_workspace({"observe", "User has a cat."}); });
  const ProcessResult one = program.in_workspace({"observe", "User moved to Austin."});
  at_once.join();
  INFO(one.err << other.err);
  CHECK(one.exit_code == 0);
  CHECK(other.exit_code == 0);
  const auto list = nlohmann::json::parse(program.in_workspace({"list", "--json"}).out);
  CHECK(list["total"] == 2);
}

TEST_CASE("read-only: a changed file is read for the one command, which says so") {
  Program program;
  program.init();
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  program.drop_root_privilege();
  const std::string index = GENERATE("sound", "damaged", "missing");
  if (index == "damaged")
    program.write(program.inside(".pyramid/index.db"), std::string(9000, 'x'));
  if (index == "missing") std::filesystem::remove_all(program.inside(".pyramid"));
  program.write(program.inside("memory/a.md"), "The boiler was serviced in May.\n");
  allow_writing(program.root(), false);
  const ProcessResult result = program.in_workspace({"search", "--raw", "boiler"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("memory/a.md") != std::string::npos);
  const std::string read = "read for this command alone";
  CHECK(result.err.find(read) != std::string::npos);
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"search", "boiler"}, {"recall", "boiler"}, {"status"}, {"list"}}) {
    std::vector<std::string> as_json = command, quiet = command;
    as_json.emplace_back("--json");
    quiet.emplace_back("-q");
    const ProcessResult told = program.in_workspace(as_json);
    INFO(told.out << told.err);
    CHECK(told.exit_code == 0);
    const auto diagnostics = nlohmann::json::parse(told.out)["diagnostics"];
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0]["severity"] == "warning");
    CHECK(diagnostics[0]["what"].get<std::string>().find("the index cannot be written") == 0);
    CHECK(diagnostics[0]["hint"].get<std::string>().find(read) != std::string::npos);
    CHECK(program.in_workspace(quiet).err.find(read) != std::string::npos);
  }
  const ProcessResult check = program.in_workspace({"check"});
  CHECK(check.exit_code == 0);
  CHECK(check.err.find(read) != std::string::npos);
  check_refused(program.in_workspace({"observe", "User has a cat."}), 7, "Permission denied");
  allow_writing(program.root(), true);
}

TEST_CASE("read-only: the memory as a commit had it is asked too, without a place for its index") {
  Program program;
  program.init();
  program.write(program.inside("memory/a.md"), "The boiler was serviced in May.\n");
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  const std::vector<std::string> search = {"search", "--raw", "--at", "HEAD", "boiler"};
  const std::string answer = program.in_workspace(search).out;
  CHECK(answer.find("memory/a.md:1") != std::string::npos);
  const std::string left = GENERATE("an index of today", "no .pyramid");
  std::filesystem::remove_all(program.inside(left == "no .pyramid" ? ".pyramid" : ".pyramid/past"));
  SECTION("closed") {
    program.drop_root_privilege();
    allow_writing(program.root(), false);
  }
  SECTION("mounted so") {
    if (!program.mount_read_only()) return;
  }
  const ProcessResult result = program.in_workspace(search);
  INFO(left << ": " << result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.out == answer);
  CHECK(result.err.find("read for this command alone") != std::string::npos);
  allow_writing(program.root(), true);
}

TEST_CASE("read-only: doctor has nothing to remove where nothing was remembered") {
  Program program;
  program.init();
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  if (!program.mount_read_only()) return;
  const ProcessResult result = program.in_workspace({"doctor"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("cannot remove") == std::string::npos);
}

TEST_CASE("a repository that cannot hold the memory is told before init writes anything") {
  Program program;
  // libgit2 1.5 forgets a regular expression when it refuses a repository's extension.
  program.environment["ASAN_OPTIONS"] = "detect_leaks=0";
  const std::string place = program.outside("place");
  std::filesystem::create_directories(place);
  SECTION("it names objects by SHA-256") {
    REQUIRE(run_git(place, {"init", "-q", "--object-format=sha256"}).exit_code == 0);
    check_refused(program.run({"init", place}), 6, "SHA-256");
  }
  SECTION("it is bare") {
    REQUIRE(run_git(place, {"init", "-q", "--bare"}).exit_code == 0);
    check_refused(program.run({"init", place}), 5, "bare repository");
    CHECK_FALSE(std::filesystem::exists(place + "/.git"));
  }
  CHECK_FALSE(std::filesystem::exists(place + "/pyramid.yaml"));
}

TEST_CASE("commits go on where git writes its index without a checksum") {
  const Program program;
  program.init();
  const auto drop_checksum = [&] {
    std::fstream index(program.inside(".git/index"), std::ios::in | std::ios::out | std::ios::ate);
    index.seekp(-20, std::ios::end);
    index << std::string(20, '\0');
  };
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"observe", "User moved to Austin."},
        {"remember", "Buy a kite."},
        {"sync"},
        {"forget", "--match", "Austin", "--dry-run"},
        {"status"},
        {"doctor"},
        {"check"}}) {
    INFO(command.front());
    drop_checksum();
    program.write(program.inside("memory/" + command.front() + ".md"), "A note by hand.\n");
    const ProcessResult result = program.in_workspace(command);
    INFO(result.err);
    CHECK(result.exit_code == 0);
  }
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  CHECK(run_git(program.root(), {"status", "--porcelain"}).out.empty());
  CHECK(run_git(program.root(), {"fsck", "--strict"}).exit_code == 0);
}

TEST_CASE("what git repository cannot be worked with is said by doctor too, with the way out") {
  Program program;
  program.environment["ASAN_OPTIONS"] = "detect_leaks=0";  // as above
  program.init();
  std::string what;
  SECTION("its branches are in a table") {
    program.write(program.inside(".git/config"),
                  "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = reftable\n");
    what = "keeps its branches as a reftable";
  }
  SECTION("its index is split") {
    REQUIRE(run_git(program.root(), {"update-index", "--split-index"}).exit_code == 0);
    what = "git's index is split";
  }
  SECTION("it is called bare") {
    REQUIRE(run_git(program.root(), {"config", "core.bare", "true"}).exit_code == 0);
    what = "core.bare";
  }
  SECTION("the file of its branch is empty, as after a loss of power") {
    program.write(program.inside(".git/refs/heads/main"), "");
    what = "the commit that HEAD names cannot be read";
  }
  SECTION("its last commit is gone") {
    program.write(program.inside(".git/refs/heads/main"), std::string(40, 'a') + "\n");
    what = "the commit that HEAD names cannot be read";
  }
  for (const char* command : {"doctor", "sync"}) {
    program.write(program.inside("memory/tea.md"), "Ana likes green tea.\n");
    const ProcessResult result = program.in_workspace({command});
    INFO(command << ": " << result.out << result.err);
    CHECK(result.err.find(what) != std::string::npos);
    CHECK(result.exit_code != 0);
  }
  program.write(program.inside("pyramid.yaml"), "commit: false\n");
  CHECK(program.in_workspace({"sync"}).exit_code == 0);
}

TEST_CASE("a search in a sparse checkout says that files of the memory are not looked at") {
  const Program program;
  program.init();
  program.write(program.inside("memory/tea.md"), "Ana likes green tea.\n");
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  REQUIRE(run_git(program.root(), {"sparse-checkout", "set", "models"}).exit_code == 0);
  REQUIRE_FALSE(std::filesystem::exists(program.inside("memory/tea.md")));
  const ProcessResult found = program.in_workspace({"search", "--raw", "tea"});
  CHECK(found.exit_code == 0);
  CHECK(found.err.find("a sparse checkout leaves files of the memory out, such as memory/tea.md") !=
        std::string::npos);
}

TEST_CASE("surroundings: a file that may not grow is an error of one line, and nothing is half") {
  const Program program;
  program.init();
  for (int i = 0; i < 30; ++i) {
    program.write(program.inside("memory/n" + std::to_string(i) + ".md"),
                  std::string(2000, 'a' + i % 20) + "\n");
  }
  const auto limited = [&](const std::string& limit) {
    return run_process({"sh", "-c", limit + "; exec \"$@\"", "sh", PYRAMID_PROGRAM, "sync", "-w",
                        program.root(), "--now", kNow},
                       {program.outside(""), {{"GIT_CONFIG_GLOBAL", "/dev/null"}}, {}});
  };
  for (const char* blocks : {"0", "1", "8", "64"}) {
    const ProcessResult result = limited(std::string("ulimit -f ") + blocks);
    INFO(blocks << result.err);
    CHECK((result.exit_code == 0 || result.exit_code == 5 || result.exit_code == 7));
  }
  CHECK(program.in_workspace({"sync"}).exit_code == 0);
  CHECK(run_git(program.root(), {"status", "--porcelain"}).out.empty());
  CHECK(run_git(program.root(), {"fsck", "--strict"}).exit_code == 0);
}

TEST_CASE("surroundings: of a past whose files a partial clone lacks nothing is told in part") {
  Program program;
  REQUIRE(program.run({"init", program.root()}).exit_code == 0);
  const auto observed = program.in_workspace({"observe", "My kayak is yellow.", "--json"});
  const std::string path = nlohmann::json::parse(observed.out)["path"];
  REQUIRE(program.in_workspace({"observe", "My tent is green."}).exit_code == 0);
  std::filesystem::remove(program.inside(path));
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  const auto git = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "git");
    REQUIRE(run_process(arguments).exit_code == 0);
  };
  git({"-C", program.root(), "config", "uploadpack.allowFilter", "true"});
  const std::string part = program.outside("part");
  git({"clone", "-q", "--filter=blob:none", "file://" + program.root(), part});
  for (int times = 0; times < 2; ++times) {
    const auto asked = program.run({"search", "--at", "HEAD~2", "kayak", "-w", part});
    CHECK(asked.exit_code != 0);
    CHECK(asked.out.empty());
    CHECK(asked.err.find("this partial clone was made without a part of the history") !=
          std::string::npos);
  }
  CHECK(program.run({"search", "tent", "-w", part}).exit_code == 0);
}

TEST_CASE("surroundings: a name is found whichever way its letters are composed") {
  Program program;
  REQUIRE(program.run({"init", program.root()}).exit_code == 0);
  program.write(program.inside("caf\x65\xcc\x81.md"), "The menu.\n");
  for (const char* command : {"show", "read", "why"}) {
    CAPTURE(command);
    CHECK(program.in_workspace({command, "caf\xc3\xa9.md"}).exit_code == 0);
  }
}

TEST_CASE("surroundings: notes of odd names are committed, found, and read by their citation") {
  Program program;
  REQUIRE(program.run({"init", program.root()}).exit_code == 0);
  const std::vector<std::string> folders = {"Freaky..", "a:b",  " lead",     "trail ",
                                            "CON",      "x\\y", "em🔥oji ǀ", "new\nline"};
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const std::string number = std::to_string(i);
    program.write(program.inside(folders[i] + "/q \"" + number + "\" $(x)?.md"),
                  "The capstan is oiled with grease" + number + ".\n");
  }
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const std::string grease = "grease" + std::to_string(i);
    CAPTURE(folders[i]);
    const auto found = program.in_workspace({"search", grease, "--limit", "1", "--json"});
    const auto hits = nlohmann::json::parse(found.out).at("hits");
    REQUIRE(hits.size() == 1);
    const auto read = program.in_workspace({"read", hits[0].at("citation").get<std::string>()});
    CHECK(read.out.find(grease) != std::string::npos);
  }
  const auto left = run_process({"git", "-C", program.root(), "status", "--porcelain"});
  CHECK(left.out.empty());
}

TEST_CASE("surroundings: a memory that was moved and is reached by a link is the same one") {
  Program program;
  REQUIRE(program.run({"init", program.root()}).exit_code == 0);
  const std::string link = program.outside("link"), moved = program.outside("moved");
  std::filesystem::create_directory_symlink(program.root(), link);
  REQUIRE(program.run({"observe", "User has a kite.", "-w", link}).exit_code == 0);
  std::filesystem::remove(link);
  std::filesystem::rename(program.root(), moved);
  std::filesystem::create_directory_symlink(moved, link);
  for (const std::string& name : {link, moved}) {
    CHECK(program.run({"search", "--raw", "kite", "-w", name}).out.find("User has a kite") !=
          std::string::npos);
    CHECK(program.run({"sync", "-w", name}).exit_code == 0);
    CHECK(program.run({"check", "-w", name}).exit_code == 0);
  }
  CHECK(run_process({"git", "-C", moved, "status", "--porcelain"}).out.empty());
}

}  // namespace surroundings_test
