// A purge that is stopped at any moment, by the file system at each write and at each git that it
// starts: the next command ends it, and the words are nowhere.
#include "tests/machines/machines.hpp"
#include "tests/support/faulty_file_system.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace stopped_purge_test {

using namespace pyramid;
using namespace pyramid::test;
using Catch::Matchers::Contains;

namespace {

constexpr const char* kWord = "quimby";

class Notices final : public Progress {
 public:
  void begin(std::string_view, std::size_t) override {}
  void advance(std::size_t) override {}
  void end() override {}
  void notice(std::string_view line) override { said += std::string(line) + "\n"; }
  [[nodiscard]] bool cancelled() const override { return false; }
  std::string said;
};

// A git in front of the machine's on the PATH. At its n-th start it kills the process that started
// it: before it does anything, after it is done, or with git itself in the middle of its work.
class DeadlyGit {
 public:
  enum class When { kBefore, kAfter, kWithin };
  explicit DeadlyGit(const std::string& folder) : folder_(folder) {
    const char* path = std::getenv("PATH");
    path_ = path == nullptr ? "" : path;
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ + "/git") << "#!/bin/sh\n"
                                       "n=$(wc -l < " +
                                           folder_ +
                                           "/count)\n"
                                           "echo >> " +
                                           folder_ +
                                           "/count\n"
                                           "PATH='" +
                                           path_ +
                                           "'\n"
                                           "[ \"$n\" = \"$DEADLY_AT\" ] || exec git \"$@\"\n"
                                           "case $DEADLY_WHEN in\n"
                                           "0) ;;\n"
                                           "1) git \"$@\" ;;\n"
                                           "2) git \"$@\" & g=$!; sleep 0.004; kill -9 $g ;;\n"
                                           "esac\n"
                                           "kill -9 $PPID\n";
    std::filesystem::permissions(folder_ + "/git", std::filesystem::perms::owner_all);
  }
  // In a child that is to be killed.
  void arm(std::size_t at, When when) const {
    std::ofstream(folder_ + "/count").flush();
    ::setenv("PATH", (folder_ + ":" + path_).c_str(), 1);
    ::setenv("DEADLY_AT", std::to_string(at).c_str(), 1);
    ::setenv("DEADLY_WHEN", std::to_string(static_cast<int>(when)).c_str(), 1);
  }

 private:
  std::string folder_, path_;
};

// One that knows a fact from a conversation, one of its own and a note, with history of them.
class Purging {
 public:
  Purging() : machines_(1), git_(machines_.outside("deadly")) {
    Machine& first = machines_[0];
    const std::string said = first.add_fact(1, "Rosalind quimby plays the oboe.");
    for (int i = 2; i < 6; ++i) first.add_fact(i, "Fact " + std::to_string(i) + ".");
    first.write("memory/plan.md", "# Plan\n\nAsk quimby.\n");
    first.must_sync();
    first.write("memory/plan.md", "# Plan\n\nAsk somebody.\n");
    std::filesystem::rename(first.path(said), first.path("observations/2026/05/12/quimby-x.md"));
    first.must_sync();
    first.must_git({"branch", "side"});
    first.write("memory/more.md", "More.\n");
    first.must_sync();
  }

  // The same once more, for this one history.
  void begin() {
    root_ = machines_.outside("again");
    std::filesystem::remove_all(root_);
    std::filesystem::copy(machines_[0].root(), root_, std::filesystem::copy_options::recursive);
    machine_ = std::make_unique<Machine>(root_, "again");
  }
  // As a `git fast-import` leaves it that found the disk full.
  void keep_pack() const {
    run_git(root_, {"gc", "-q"});
    for (const auto& one : std::filesystem::directory_iterator(root_ + "/.git/objects/pack")) {
      if (one.path().extension() != ".pack") continue;
      std::ofstream(std::filesystem::path(one.path()).replace_extension(".keep")) << "fast-import";
    }
  }
  // Whether the purge came to its end.
  bool purge(const std::function<void()>& arm, FileSystem* files = nullptr) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    const pid_t child = ::fork();
    if (child == 0) {
      arm();
      if (files != nullptr) machine_->use_files(*files);
      ForgetOptions options;
      options.workspace.root = root_;
      options.match = kWord;
      options.purge = true;
      const bool done = forget(machine_->environment(), options).has_value();
      ::_exit(done ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    while (::waitpid(-1, nullptr, 0) > 0) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  bool purge_with_git(std::size_t at, DeadlyGit::When when) {
    return purge([&] { git_.arm(at, when); });
  }

  // The next command, another one each time; then what must hold.
  void check_ended(std::size_t which) {
    INFO("the next command: " << which % 4);
    Notices notices;
    Environment environment{*real_, clock_, notices};
    environment.program = PYRAMID_PROGRAM;
    const bool begun = is_begun();
    if (which % 3 == 0) std::filesystem::remove_all(root_ + "/.pyramid");
    if (which % 4 == 0) {
      ForgetOptions again;
      again.workspace.root = root_;
      again.match = kWord;
      again.purge = true;
      const auto report = forget(environment, again);
      // Stopped behind its end there is nothing left to do.
      const bool done = !report && !begun && report.error().kind == ErrorKind::kNotFound;
      if (!report && !done) FAIL(to_string(report.error()));
    } else if (which % 4 == 1) {
      ObserveOptions observe;
      observe.workspace.root = root_;
      observe.text = "Melons are ripe in August.";
      const auto report = pyramid::observe(environment, observe);
      if (!report) FAIL(to_string(report.error()));
    } else {
      const auto report = machine_->sync(false);
      if (!report) FAIL(to_string(report.error()));
      for (const Diagnostic& one : report->diagnostics) INFO(one.what);
    }
    if (begun && which % 4 < 2) CHECK_THAT(notices.said, Contains("is finished"));
    for (const auto& entry : std::filesystem::directory_iterator(root_ + "/.git")) {
      CHECK(entry.path().string().find(".pyramid-") == std::string::npos);
    }
    if (!begun && which % 4 != 0) return;  // it had not begun: nothing is forgotten
    check_gone();
    check_kept();
  }

 private:
  bool is_begun() const { return std::filesystem::exists(root_ + "/.git/pyramid-forget"); }

  void check_gone() const {
    const auto holds = [](const std::string& text) {
      return text.find(kWord) != std::string::npos;
    };
    CHECK_FALSE(is_begun());
    CHECK_FALSE(holds(git({"log", "--all", "-p", "--name-only"})));
    CHECK_FALSE(holds(git({"cat-file", "--batch-all-objects", "--batch", "--buffer"})));
    CHECK(git({"fsck", "--unreachable", "--no-reflogs", "--strict"}).empty());
    CHECK(git({"for-each-ref", "refs/pyramid", "refs/stash", "refs/notes"}).empty());
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root_)) {
      const std::string path = std::filesystem::relative(entry.path(), root_).string();
      INFO(path);
      CHECK_FALSE(holds(path));
      CHECK(path.find(".pyramid-") == std::string::npos);
      if (entry.is_regular_file()) CHECK_FALSE(holds(Fixture::read_file(entry.path())));
    }
    CHECK(git({"status", "--porcelain"}).empty());
    CHECK(git({"ls-tree", "-r", "--name-only", "HEAD", "forgotten/"}).find("purged-") !=
          std::string::npos);
  }
  void check_kept() const {
    const std::string all = git({"log", "--all", "-p"});
    for (int i = 2; i < 6; ++i) {
      CHECK(all.find("Fact " + std::to_string(i) + ".") != std::string::npos);
    }
    std::string now;
    for (const auto& [path, bytes] : machine_->tree()) now += bytes;
    for (int i = 2; i < 6; ++i) {
      CHECK(now.find("\nFact " + std::to_string(i) + ".") != std::string::npos);
    }
    CHECK(machine_->read("memory/plan.md") == "# Plan\n\nAsk somebody.\n");
    CHECK(git({"log", "--format=%H", "side"}) != "");
    CHECK(git({"show", "side:memory/plan.md"}) == "# Plan\n\nAsk somebody.\n");
  }
  [[nodiscard]] std::string git(const std::vector<std::string>& arguments) const {
    return run_git(root_, arguments).out;
  }

  Machines machines_;
  DeadlyGit git_;
  std::string root_;
  std::unique_ptr<Machine> machine_;
  std::unique_ptr<FileSystem> real_ = make_real_file_system();
  FixedClock clock_{at("2026-05-15T09:30:00Z")};
};

constexpr std::size_t kMost = 400;

void stop_at_writes(std::size_t step) {
  Purging purging;
  const std::unique_ptr<FileSystem> real = make_real_file_system();
  bool done = false;
  for (std::size_t at = 0; !done; at += step) {
    INFO("write " << at);
    REQUIRE(at < kMost);
    for (const bool within : {false, true}) {
      purging.begin();
      FaultyFileSystem faulty(*real);
      within ? faulty.kill_within_mutation(at) : faulty.kill_at_mutation(at);
      done = purging.purge([] {}, &faulty);
      purging.check_ended(at + (within ? 1 : 0));
    }
  }
}

void stop_at_gits(std::size_t step) {
  Purging purging;
  bool done = false;
  std::size_t which = 0;
  for (std::size_t at = 0; !done; at += step) {
    REQUIRE(at < kMost);
    for (const auto when :
         {DeadlyGit::When::kBefore, DeadlyGit::When::kAfter, DeadlyGit::When::kWithin}) {
      INFO("git " << at << ", " << static_cast<int>(when));
      purging.begin();
      done = purging.purge_with_git(at, when);
      purging.check_ended(++which);
    }
  }
}

}  // namespace

TEST_CASE("purge: stopped at a write, it is ended by the next command") { stop_at_writes(17); }
TEST_CASE("purge: stopped before it noted anything, a sync takes away what marked its work") {
  constexpr std::size_t kSync = 2;  // of check_ended()
  Purging purging;
  const std::unique_ptr<FileSystem> real = make_real_file_system();
  for (std::size_t at = 0; at < 3; ++at) {
    purging.begin();
    FaultyFileSystem faulty(*real);
    faulty.kill_at_mutation(at);
    purging.purge([] {}, &faulty);
    purging.check_ended(kSync);
  }
}
TEST_CASE("purge: where git left what nothing leads to any more, it has not come to its end") {
  constexpr std::size_t kObserve = 1;  // of check_ended()
  Purging purging;
  purging.begin();
  const TempDirectory lazy;
  const std::string path = std::getenv("PATH");
  std::ofstream(lazy / "git") << "#!/bin/sh\n"
                                 "case \" $* \" in *\" gc \"*) exit 0 ;; esac\n"
                                 "PATH='" +
                                     path + "'\nexec git \"$@\"\n";
  std::filesystem::permissions(lazy / "git", std::filesystem::perms::owner_all);
  CHECK_FALSE(purging.purge([&] { ::setenv("PATH", (lazy.path() + ":" + path).c_str(), 1); }));
  purging.check_ended(kObserve);
}
TEST_CASE("purge: a pack that a crashed git kept for itself holds up none") {
  constexpr std::size_t kSync = 2;  // of check_ended()
  Purging purging;
  purging.begin();
  purging.keep_pack();
  CHECK(purging.purge([] {}));
  purging.check_ended(kSync);
}
TEST_CASE("purge: stopped at a git that it starts, it is ended by the next command") {
  stop_at_gits(13);
}
TEST_CASE("purge: stopped at every write, it is ended by the next command", "[.every-stop]") {
  stop_at_writes(1);
}
TEST_CASE("purge: stopped at every git that it starts, it is ended by the next command",
          "[.every-stop]") {
  stop_at_gits(1);
}

}  // namespace stopped_purge_test
