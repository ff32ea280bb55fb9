// States of git and of files in which an exchange finds a machine, against a real git.
#include "history/staged.hpp"
#include "pyramid/search.hpp"
#include "pyramid/status.hpp"
#include "tests/machines/machines.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace states_test {

using namespace pyramid;
using namespace pyramid::test;
using Catch::Contains;

namespace {

// A machine whose next sync has to merge, with files of its own that were committed before.
void go_apart(Machines& machines) {
  Machine& mine = machines[1];
  mine.write("src/old.c", "int old;\n");
  mine.write("src/gone.c", "int gone;\n");
  mine.must_git({"add", "src"});
  mine.must_git({"commit", "-q", "-m", "sources"});
  mine.must_sync();
  machines[0].must_sync();
  machines[0].add_fact(1, "Ana lives in Porto.");
  machines[0].must_sync();
  mine.add_fact(2, "Ben lives in Faro.");
  mine.must_sync(false);
}

// New, changed and changed again since, removed, and known by name alone.
void stage_all_ways(const Machine& machine) {
  machine.write("src/new.c", "int staged;\n");
  machine.write("src/old.c", "int staged;\n");
  machine.must_git({"add", "src"});
  machine.must_git({"rm", "-q", "src/gone.c"});
  machine.write("src/old.c", "int edited;\n");
  machine.write("src/named.c", "int named;\n");
  machine.must_git({"add", "-N", "src/named.c"});
}

std::string staged_in(const Machine& machine) {
  return machine.git({"diff", "--cached", "--raw", "--no-abbrev"}).out +
         machine.git({"status", "--porcelain"}).out;
}

void exchange(Machines& machines) {
  for (int round = 0; round < 2; ++round) {
    for (Machine* machine : machines.all()) machine->must_sync();
  }
}

void check_at_rest(Machines& machines) {
  CHECK(machines[0].tree() == machines[1].tree());
  for (Machine* machine : machines.all()) {
    CHECK(machine->git({"status", "--porcelain"}).out.empty());
    CHECK(machine->git({"fsck", "--strict"}).exit_code == 0);
    CHECK(machine->must_sync().nothing_to_do);
  }
}

}  // namespace

TEST_CASE("machines: what a person has staged stays staged, and in no commit, while git merges") {
  Machines machines(2);
  go_apart(machines);
  stage_all_ways(machines[1]);
  const std::string before = staged_in(machines[1]);
  CHECK_THAT(before, Contains("src/new.c") && Contains("src/named.c"));
  machines[1].must_sync();
  CHECK(machines[1].git({"log", "-1", "--merges", "--format=%s"}).out ==
        "memory: merge of another machine's commits\n");
  CHECK(staged_in(machines[1]) == before);
  CHECK(machines[1].read("src/old.c") == "int edited;\n");
  CHECK_FALSE(std::filesystem::exists(machines[1].path(".pyramid/staged")));
  machines[0].must_sync();
  CHECK(machines[0].read("src/old.c") == "int old;\n");
  CHECK_FALSE(std::filesystem::exists(machines[0].path("src/new.c")));
}

TEST_CASE("machines: a staged file that the other commits change is named, and stays staged") {
  Machines machines(2);
  go_apart(machines);
  machines[0].write("src/old.c", "int other;\n");
  machines[0].must_git({"commit", "-qam", "other"});
  machines[0].must_sync();
  stage_all_ways(machines[1]);
  const std::string before = staged_in(machines[1]);
  const Result<SyncReport> stopped = machines[1].sync();
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().kind == ErrorKind::kConflict);
  CHECK(stopped.error().where == "src/old.c");
  CHECK_THAT(stopped.error().what, Contains("staged"));
  CHECK(staged_in(machines[1]) == before);
  CHECK(machines[1].git({"rev-parse", "-q", "--verify", "MERGE_HEAD"}).exit_code != 0);
}

TEST_CASE("machines: what a sync had put aside when it was killed is staged by the next command") {
  Machines machines(2);
  go_apart(machines);
  Machine& killed = machines[1];
  killed.must_sync(false);
  stage_all_ways(killed);
  const std::string before = staged_in(killed);
  const auto staged = history::staged_files(killed.root());
  REQUIRE(staged);
  killed.write(".pyramid/staged", history::to_note(*staged));
  SECTION("before anything was put aside") {}
  SECTION("afterwards") { REQUIRE(history::unstage(killed.root(), *staged)); }
  SECTION("in the middle of the merge") {
    REQUIRE(history::unstage(killed.root(), *staged));
    killed.must_git({"fetch", "-q"});
    killed.must_git({"merge", "-q", "--no-commit", "-m",
                     "memory: merge of another machine's commits", "origin/main"});
  }
  killed.must_sync(false);
  killed.must_sync(false);
  CHECK(staged_in(killed) == before);
  CHECK_FALSE(std::filesystem::exists(killed.path(".pyramid/staged")));
  killed.must_sync();
  CHECK(staged_in(killed) == before);
}

TEST_CASE("machines: what is staged waits while a person settles another file of the merge") {
  Machines machines(2);
  machines[0].write("img.png", "base\n");
  machines[0].must_git({"add", "img.png"});
  machines[0].must_git({"commit", "-qm", "picture"});
  machines[0].must_sync();
  go_apart(machines);
  for (std::size_t i = 0; i < 2; ++i) {
    machines[i].write("img.png", "of " + std::to_string(i) + "\n");
    machines[i].must_git({"commit", "-qm", "picture", "img.png"});
  }
  machines[0].must_sync();
  stage_all_ways(machines[1]);
  const std::string before = staged_in(machines[1]);
  const Result<SyncReport> stopped = machines[1].sync();
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().where == "img.png");
  SECTION("to its end") {
    machines[1].must_git({"checkout", "-q", "--ours", "img.png"});
    machines[1].must_git({"add", "img.png"});
    machines[1].must_sync();
  }
  SECTION("or drops it") {
    machines[1].must_git({"merge", "--abort"});
    machines[1].must_sync(false);
  }
  CHECK(staged_in(machines[1]) == before);
}

TEST_CASE("machines: in a larger repository a file staged outside the memory stops no sync") {
  const Machines machines(1);  // for the settings of git in this process
  const TempDirectory directory;
  const std::string bare = directory / "bare";
  std::filesystem::create_directories(bare);
  REQUIRE(run_git(bare, {"init", "-q", "--bare", "-b", "main"}).exit_code == 0);
  const std::array<std::string, 2> vaults = {directory / "one", directory / "two"};
  std::array<Machine, 2> of = {Machine(vaults[0] + "/memory", "one"),
                               Machine(vaults[1] + "/memory", "two")};
  for (std::size_t i = 0; i < 2; ++i) {
    REQUIRE(run_git(directory.path(), {"clone", "-q", bare, vaults[i]}).exit_code == 0);
    run_git(vaults[i], {"config", "user.name", "Test"});
    run_git(vaults[i], {"config", "user.email", "test@example.org"});
    if (i == 0) {
      REQUIRE(init(of[0].environment(), of[0].root(), {"narrative"}));
      of[0].must_sync();
    }
  }
  of[0].add_fact(1, "Ana lives in Porto.");
  of[0].must_sync();
  of[1].add_fact(2, "Ben lives in Faro.");
  std::ofstream(vaults[1] + "/todo.txt") << "milk\n";
  run_git(vaults[1], {"add", "todo.txt"});
  of[1].must_sync();
  CHECK(run_git(vaults[1], {"status", "--porcelain"}).out == "A  todo.txt\n");
  of[0].must_sync();
  CHECK(of[0].tree() == of[1].tree());
  CHECK_FALSE(std::filesystem::exists(vaults[0] + "/todo.txt"));
}

TEST_CASE("machines: a search of the past leaves nothing for git to see in a clone that is new") {
  Machines machines(1);
  machines[0].add_fact(1, "Ana lives in Porto.");
  machines[0].must_sync();
  const TempDirectory directory;
  Machine clone(directory / "clone", "new");
  REQUIRE(run_git(directory.path(), {"clone", "-q", machines.outside("bare"), clone.root()})
              .exit_code == 0);
  SearchOptions options;
  options.workspace.root = clone.root();
  options.query = "Ana";
  options.at = "HEAD";
  const auto found = search_memory(clone.environment(), options);
  if (!found) FAIL(to_string(found.error()));
  CHECK_FALSE(found->hits.empty());
  CHECK(clone.git({"status", "--porcelain"}).out.empty());
}

TEST_CASE("machines: a note that one replaced by a folder of its name is kept in that folder") {
  Machines machines(2);
  const std::string strategy = GENERATE("recursive", "ort");
  const std::size_t who = GENERATE(std::size_t{0}, std::size_t{1});
  for (Machine* machine : machines.all()) {
    machine->must_git({"config", "pull.twohead", strategy});
  }
  machines[0].write("memory/trip.md", "# Trip\n\nFirst.\n\nThen this.\n\nLast.\n");
  exchange(machines);
  Machine &folder = machines[who], &edited = machines[who + 1];
  std::filesystem::remove(folder.path("memory/trip.md"));
  folder.write("memory/trip.md/lisbon.md", "# Lisbon\n\nA tram.\n");
  edited.write("memory/trip.md", "# Trip\n\nFirst of all.\n\nThen this.\n\nLast.\n");
  exchange(machines);
  check_at_rest(machines);
  CHECK(machines[0].read("memory/trip.md/trip.md") ==
        "# Trip\n\nFirst of all.\n\nThen this.\n\nLast.\n");
  CHECK(machines[0].read("memory/trip.md/lisbon.md") == "# Lisbon\n\nA tram.\n");
  for (const auto& [path, bytes] : machines[0].tree()) CHECK_THAT(path, !Contains("~"));
}

TEST_CASE(
    "machines: a note that one moved into a folder of its name takes the other's edit along") {
  Machines machines(2);
  const std::string text = "# Trip\n\nFirst.\n\nThen this.\n\nLast.\n";
  machines[0].write("memory/trip.md", text);
  exchange(machines);
  std::filesystem::remove(machines[0].path("memory/trip.md"));
  machines[0].write("memory/trip.md/all.md", text);
  machines[1].write("memory/trip.md", "# Trip\n\nFirst of all.\n\nThen this.\n\nLast.\n");
  exchange(machines);
  check_at_rest(machines);
  CHECK_THAT(machines[0].read("memory/trip.md/all.md"), Contains("First of all."));
  CHECK_FALSE(std::filesystem::exists(machines[0].path("memory/trip.md/trip.md")));
}

TEST_CASE("machines: a note without an id that each moved elsewhere is one, with the edit") {
  Machines machines(2);
  const std::string text = "# Plan\n\nFirst.\n\nThen this.\n\nLast.\n";
  machines[0].write("memory/plan.md", text);
  exchange(machines);
  for (Machine* machine : machines.all()) std::filesystem::remove(machine->path("memory/plan.md"));
  machines[0].write("memory/trips/lisbon.md", text);
  std::string edited = text;
  SECTION("as it was") {}
  SECTION("with an edit") { edited.replace(edited.find("Last"), 4, "At last"); }
  machines[1].write("memory/lisbon.md", edited);
  machines[0].must_sync();
  const SyncReport report = machines[1].must_sync();
  CHECK(std::any_of(report.merged.begin(), report.merged.end(), [](const SyncStep& step) {
    return step.path == "memory/lisbon.md" && step.reason.find("moved apart") == 0;
  }));
  exchange(machines);
  check_at_rest(machines);
  CHECK(machines[0].read("memory/lisbon.md") == edited);
  CHECK_FALSE(std::filesystem::exists(machines[0].path("memory/trips/lisbon.md")));
}

TEST_CASE("machines: notes that each moved and changed both stay, and that is said") {
  Machines machines(2);
  const std::string text = "# Plan\n\nFirst.\n\nThen this.\n\nLast.\n";
  machines[0].write("memory/plan.md", text);
  exchange(machines);
  for (Machine* machine : machines.all()) std::filesystem::remove(machine->path("memory/plan.md"));
  machines[0].write("memory/a.md", text + "\nOne more.\n");
  machines[1].write("memory/b.md", text + "\nAnother.\n");
  machines[0].must_sync();
  const SyncReport report = machines[1].must_sync();
  CHECK(std::any_of(report.merged.begin(), report.merged.end(), [](const SyncStep& step) {
    return step.reason.find("two machines moved and changed memory/plan.md") == 0;
  }));
  exchange(machines);
  check_at_rest(machines);
  CHECK_THAT(machines[0].read("memory/a.md"), Contains("One more."));
  CHECK_THAT(machines[0].read("memory/b.md"), Contains("Another."));
}

TEST_CASE("machines: a lock that another git holds for a moment is waited for") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.add_fact(1, "Ana lives in Porto.");
  machine.write(".git/index.lock", "");
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::filesystem::remove(machine.path(".git/index.lock"));
  });
  const Result<SyncReport> report = machine.sync(false);
  other.join();
  REQUIRE(report);
  CHECK_FALSE(report->commit.empty());
}

TEST_CASE("machines: what a person tells git in the workspace is in a commit of theirs") {
  Machines machines(1);
  Machine& machine = machines[0];
  while (!machine.must_sync(false).nothing_to_do) {
  }
  for (const char* name : {".gitignore", ".gitattributes"}) {
    machine.write(name, machine.read(name) + "*.tmp -text\n");
    const SyncReport report = machine.must_sync(false);
    CHECK_FALSE(report.hand_edits_commit.empty());
    CHECK(machine.git({"status", "--porcelain"}).out.empty());
    CHECK(machine.must_sync(false).nothing_to_do);
  }
}

TEST_CASE("machines: on no branch both ways out are named, and that which keeps the commits") {
  Machines machines(1);
  machines[0].must_git({"checkout", "-q", "--detach"});
  const Result<SyncReport> detached = machines[0].sync();
  REQUIRE_FALSE(detached);
  CHECK_THAT(detached.error().hint, Contains("git switch -c NAME") && Contains("git switch main"));
}

TEST_CASE("machines: a git that was killed alone in its merge is taken up by the next sync") {
  Machines machines(2);
  const auto commit = [](const Machine& machine, const std::string& bytes) {
    machine.write("img.png", bytes);
    machine.must_git({"add", "img.png"});
    machine.must_git({"commit", "-q", "-m", "picture"});
  };
  machines[0].write(".gitattributes", machines[0].read(".gitattributes") + "*.png merge=kill\n");
  commit(machines[0], "base\n");
  exchange(machines);
  commit(machines[0], "one\n");
  machines[0].add_fact(1, "Ana lives in Porto.");
  machines[0].must_sync();
  commit(machines[1], "two\n");
  machines[1].write("src/n.c", "int n;\n");
  machines[1].must_git({"add", "src/n.c"});
  machines[1].must_git({"config", "merge.kill.driver", "kill -9 $PPID"});
  const pid_t child = ::fork();
  if (child == 0) {
    static_cast<void>(machines[1].sync());
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  CHECK(std::filesystem::exists(machines[1].path(".git/index.lock")));
  machines[1].must_git({"config", "merge.kill.driver", "true"});  // this side holds
  machines[1].must_sync();
  machines[0].must_sync();
  CHECK(machines[1].git({"status", "--porcelain"}).out == "A  src/n.c\n");
  CHECK(machines[0].read("img.png") == "two\n");
  CHECK(machines[1].git({"fsck", "--strict"}).exit_code == 0);
}

TEST_CASE("machines: one that has no name for git merges all the same, as it commits") {
  Machines machines(2);
  go_apart(machines);
  for (const char* key : {"user.name", "user.email"}) {
    machines[1].must_git({"config", "--unset", key});
  }
  SECTION("without any") {}
  SECTION("and wants none guessed") {
    machines[1].must_git({"config", "user.useConfigOnly", "true"});
  }
  machines[1].must_sync();
  CHECK(machines[1].git({"log", "-1", "--merges", "--format=%an"}).out == "Pyramid\n");
  machines[0].must_sync();
  CHECK(machines[0].tree() == machines[1].tree());
}

TEST_CASE("machines: a rebase under way is named by a sync with the other machines too") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.must_git({"checkout", "-q", "-b", "side"});
  machine.write("MEMORY.md", "other\n");
  machine.must_git({"commit", "-qam", "other"});
  machine.must_git({"checkout", "-q", "main"});
  machine.write("MEMORY.md", "one\n");
  machine.must_git({"commit", "-qam", "one"});
  machine.must_git({"checkout", "-q", "side"});
  machine.must_git({"config", "--unset", "merge.pyramid.driver"});
  CHECK(machine.git({"rebase", "main"}).exit_code != 0);
  const Result<SyncReport> stopped = machine.sync();
  REQUIRE_FALSE(stopped);
  CHECK_THAT(stopped.error().what, Contains("a rebase is under way"));
}

TEST_CASE("machines: status names what a person began with git, and is not up to date") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.write("memory/plan.md", "# Plan\n");
  machine.must_sync(false);
  WorkspaceOptions workspace;
  workspace.root = machine.root();
  const auto told = [&] {
    auto report = status(machine.environment(), workspace);
    if (!report) FAIL(to_string(report.error()));
    return *std::move(report);
  };
  CHECK(told().up_to_date());
  machine.must_git({"bisect", "start"});
  const StatusReport report = told();
  CHECK(report.git_operation == "a bisect is under way");
  CHECK_FALSE(report.up_to_date());
  REQUIRE_FALSE(report.diagnostics.empty());
  CHECK(report.diagnostics.back().what == "a bisect is under way: no sync runs until it ends");
  CHECK(report.diagnostics.back().hint == "end it with `git bisect reset`");
  machine.must_git({"bisect", "reset"});
  CHECK(told().up_to_date());
}

TEST_CASE("machines: the advice to one with a branch of its own makes one memory of both") {
  Machines machines(1);
  const std::string other = machines.outside("other");
  machines[0].must_git({"clone", "-q", machines.outside("bare"), other});
  Machine two(other, "two");
  two.must_git({"branch", "-q", "-m", "master"});
  two.must_git({"branch", "--unset-upstream"});
  two.add_fact(2, "Ben lives in Faro.");
  machines[0].add_fact(1, "Ana lives in Porto.");
  machines[0].must_sync();
  two.must_sync();
  two.must_git({"branch", "-m", "main"});
  two.must_git({"branch", "-u", "origin/main"});
  two.must_sync();
  machines[0].must_sync();
  CHECK(machines[0].tree() == two.tree());
}

TEST_CASE("machines: two notes of one name that began apart are as the driver makes them") {
  std::string with_driver;
  for (const bool driver : {true, false}) {
    Machines machines(2);
    machines[0].write("memory/plan.md", "# Plan\n\nAna lives in Faro.\n");
    machines[0].must_sync();
    machines[1].write("memory/plan.md", "# Plan\n\nAna lives in Braga.\n");
    machines[1].must_sync(false);
    if (!driver) {
      machines[1].must_git({"config", "--remove-section", "merge.pyramid"});
      CHECK(machines[1].git({"pull", "-q", "--no-rebase", "--no-edit"}).exit_code != 0);
      machines[1].must_git({"commit", "-qam", "vault backup"});
    }
    exchange(machines);
    check_at_rest(machines);
    const std::string merged = machines[0].read("memory/plan.md");
    CHECK_THAT(merged, !Contains("<<<<<<<") && Contains("Faro") && Contains("Braga"));
    if (driver) with_driver = merged;
    CHECK(merged == with_driver);
  }
}

}  // namespace states_test
