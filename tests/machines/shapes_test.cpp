// Two machines with one memory, against a real git: each shape that an exchange has.
#include "base/text.hpp"
#include "pyramid/blame.hpp"
#include "pyramid/memory_history.hpp"
#include "tests/machines/conversations.hpp"

#include <algorithm>
#include <set>

namespace shapes_test {

using namespace pyramid;
using namespace pyramid::test;
using Catch::Contains;

namespace {

void exchange(Machines& machines) {
  for (std::size_t round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < machines.size(); ++i) machines[i].must_sync();
  }
}

// A note that both had, and what each made of it: the first for the others, the second for itself.
void diverge(Machines& machines, const std::string& both, const std::string& first,
             const std::string& second) {
  machines[0].write("memory/plan.md", both);
  exchange(machines);
  machines[0].write("memory/plan.md", first);
  machines[0].must_sync();
  machines[1].write("memory/plan.md", second);
  machines[1].must_sync(false);
}

struct Notices final : Progress {
  void begin(std::string_view, std::size_t) override {}
  void advance(std::size_t) override {}
  void end() override {}
  void notice(std::string_view line) override { lines.emplace_back(line); }
  [[nodiscard]] bool cancelled() const override { return false; }
  std::vector<std::string> lines;
};

void check_equal(Machines& machines) {
  const auto first = machines[0].tree();
  for (std::size_t i = 0; i < machines.size(); ++i) {
    CHECK(machines[i].tree() == first);
    CHECK(machines[i].git({"status", "--porcelain"}).out.empty());
    CHECK(machines[i].git({"fsck", "--strict"}).exit_code == 0);
    CHECK(machines[i].must_sync().nothing_to_do);
  }
  for (const auto& [path, bytes] : first) CHECK_THAT(bytes, !Contains("<<<<<<<"));
}

}  // namespace

TEST_CASE("machines: a correction holds where both moved what it corrects to the same place") {
  const auto corrects = GENERATE(0, 1);
  Machines machines(2);
  const std::string name = machines[0].add_fact(1, "Ana lives in Porto.");
  exchange(machines);
  const std::string bytes = machines[0].read(name);
  Machine& one = machines[static_cast<std::size_t>(corrects)];
  one.write(name, replace_all(bytes, "Porto", "Faro"));
  one.must_sync(false);
  const std::string moved = "facts/areas/" + name.substr(name.rfind('/') + 1);
  for (std::size_t i = 0; i < 2; ++i) {
    std::filesystem::create_directories(machines[i].path("facts/areas"));
    std::filesystem::rename(machines[i].path(name), machines[i].path(moved));
    machines[i].must_sync(false);
  }
  exchange(machines);
  check_equal(machines);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK_THAT(machines[i].read(moved), Contains("Ana lives in Faro."));
    CHECK_THAT(machines[i].read(moved), !Contains("Porto"));
  }
}

TEST_CASE("machines: what each learned apart, both know after an exchange") {
  Machines machines(2);
  for (int i = 0; i < 4; ++i) machines[0].add_fact(i, "Fact " + std::to_string(i) + " here.");
  for (int i = 4; i < 8; ++i) machines[1].add_fact(i, "Fact " + std::to_string(i) + " there.");
  exchange(machines);
  check_equal(machines);
  CHECK(machines[1].git({"log", "--format=%s"}).out.find("memory: merge of") != std::string::npos);
}

TEST_CASE("machines: of what two noted apart the later corrects the earlier, whoever merges") {
  const auto first = GENERATE(0, 1);
  Machines machines(2);
  machines[0].add_fact(1, "User lives in Porto.");
  exchange(machines);
  Machine& earlier = machines[static_cast<std::size_t>(first)];
  Machine& later = machines[static_cast<std::size_t>(1 - first)];
  const std::string lisbon = earlier.add_fact(2, "User moved to Lisbon.");
  earlier.must_sync(false);
  const std::string faro = later.add_fact(3, "User moved to Faro.");
  later.must_sync(false);
  exchange(machines);
  check_equal(machines);
  CHECK_THAT(machines[0].read(lisbon), Contains("status: superseded"));
  CHECK_THAT(machines[0].read(lisbon),
             Contains(faro.substr(faro.rfind('/') + 1, faro.size() - faro.rfind('/') - 4)));
  CHECK_THAT(machines[0].read(faro), !Contains("status:"));
}

TEST_CASE("machines: what one of them held side by side a merge leaves so") {
  Machines machines(2);
  const std::string porto = machines[0].add_fact(1, "User lives in Porto.");
  const std::string lisbon = machines[0].add_fact(2, "User moved to Lisbon.");
  machines[0].must_sync(false);
  machines[1].add_fact(3, "User plays the cello.");
  machines[1].must_sync(false);
  exchange(machines);
  check_equal(machines);
  for (const std::string& path : {porto, lisbon})
    CHECK_THAT(machines[1].read(path), !Contains("status:"));
}

TEST_CASE("machines: a fact that one of them moved is not held anew against what another held") {
  Machines machines(2);
  const std::string porto = machines[0].add_fact(1, "User lives in Porto.");
  exchange(machines);
  const std::string moved = "facts/areas/" + porto.substr(porto.rfind('/') + 1);
  std::filesystem::create_directories(machines[0].path("facts/areas"));
  std::filesystem::rename(machines[0].path(porto), machines[0].path(moved));
  machines[0].must_sync(false);
  machines[1].add_fact(2, "User moved to Lisbon.");  // beside Porto, as a person wants it
  machines[1].must_sync(false);
  exchange(machines);
  check_equal(machines);
  CHECK_THAT(machines[1].read(moved), !Contains("status:"));
}

TEST_CASE("machines: a sync tells what it received and sent") {
  Machines machines(2);
  machines[0].add_fact(1, "One.");
  const SyncReport sent = machines[0].must_sync();
  REQUIRE(sent.remote);
  CHECK(sent.remote->sent > 0);
  const SyncReport received = machines[1].must_sync();
  REQUIRE(received.remote);
  CHECK(received.remote->received > 0);
  CHECK(received.remote->why_not.empty());
}

TEST_CASE("machines: without the other end a sync is a sync, says so, and catches up later") {
  Machines machines(2);
  machines[0].add_fact(1, "One.");
  std::filesystem::rename(machines.outside("bare"), machines.outside("gone"));
  const SyncReport offline = machines[0].must_sync();
  REQUIRE(offline.remote);
  CHECK_FALSE(offline.remote->why_not.empty());
  CHECK_FALSE((offline.commit + offline.hand_edits_commit).empty());
  std::filesystem::rename(machines.outside("gone"), machines.outside("bare"));
  exchange(machines);
  check_equal(machines);
}

TEST_CASE("machines: notes that both wrote in MEMORY.md both stand") {
  Machines machines(2);
  machines[0].add_fact(1, "One.");
  exchange(machines);
  machines[0].write("MEMORY.md", machines[0].read("MEMORY.md") + "\nMine.\n");
  machines[1].write("MEMORY.md", machines[1].read("MEMORY.md") + "\nYours.\n");
  machines[1].add_fact(2, "Two.");
  exchange(machines);
  check_equal(machines);
  CHECK_THAT(machines[0].read("MEMORY.md"), Contains("Mine.") && Contains("Yours."));
}

TEST_CASE("machines: a file that one moved and the other changed is moved and changed") {
  Machines machines(2);
  const std::string name = machines[0].add_fact(1, "Ana lives in Porto.");
  exchange(machines);
  std::filesystem::rename(machines[0].path(name), machines[0].path("observations/ana.md"));
  std::string bytes = machines[1].read(name);
  bytes.replace(bytes.find("Porto"), 5, "Braga");
  machines[1].write(name, bytes);
  exchange(machines);
  check_equal(machines);
  CHECK_THAT(machines[0].read("observations/ana.md"), Contains("Braga"));
  CHECK_FALSE(std::filesystem::exists(machines[0].path(name)));
}

TEST_CASE("machines: a file that one deleted and the other changed is kept, and said") {
  Machines machines(2);
  const std::string name = machines[0].add_fact(1, "Ana lives in Porto.");
  exchange(machines);
  std::filesystem::remove(machines[0].path(name));
  machines[1].write(name, machines[1].read(name) + "\nSince May.\n");
  machines[0].must_sync();
  const SyncReport report = machines[1].must_sync();
  REQUIRE(report.merged.size() >= 1);
  CHECK(report.merged[0].path == name);
  CHECK_THAT(report.merged[0].reason, Contains("the change is kept"));
  exchange(machines);
  check_equal(machines);
  CHECK_THAT(machines[0].read(name), Contains("Since May."));
}

TEST_CASE("machines: git pull by hand asks the driver, which every sync puts in place") {
  Machines machines(2);
  diverge(machines, "# Plan\n\nFirst.\n\nLast.\n", "# Plan\n\nFirst of all.\n\nLast.\n",
          "# Plan\n\nFirst.\n\nLast of all.\n");
  machines[1].must_git({"pull", "-q", "--no-rebase", "--no-edit"});
  CHECK(machines[1].read("memory/plan.md") == "# Plan\n\nFirst of all.\n\nLast of all.\n");
  exchange(machines);
  check_equal(machines);
}

TEST_CASE("machines: git pull without more merges what went on at both ends") {
  Machines machines(2);
  diverge(machines, "# Plan\n\nFirst.\n\nLast.\n", "# Plan\n\nFirst of all.\n\nLast.\n",
          "# Plan\n\nFirst.\n\nLast of all.\n");
  SECTION("where a person has not said how") {
    CHECK(machines[1].git({"config", "--local", "pull.rebase"}).out == "false\n");
    machines[1].must_git({"pull", "-q"});
    CHECK(machines[1].read("memory/plan.md") == "# Plan\n\nFirst of all.\n\nLast of all.\n");
  }
  SECTION("otherwise as the person has it") {
    const std::string key = GENERATE("pull.rebase", "pull.ff");
    machines[1].must_git({"config", "--unset", "pull.rebase"});
    machines[1].must_git({"config", key, "true"});
    machines[1].must_sync(false);
    CHECK(machines[1].git({"config", "--local", "pull.rebase"}).out ==
          (key == "pull.rebase" ? "true\n" : ""));
  }
  exchange(machines);
  check_equal(machines);
}

TEST_CASE("machines: only ledgers are united by git, also in a memory that was made before") {
  Machines machines(1);
  const auto attributes = [&] { return machines[0].read(".gitattributes"); };
  CHECK_THAT(attributes(), Contains("\nledger/*.jsonl merge=union\n"));
  std::string before = attributes();
  before.erase(before.find("ledger/*.jsonl"), 7);
  SECTION("as it was written") {
    machines[0].write(".gitattributes", before);
    machines[0].must_sync();
    CHECK_THAT(attributes(), Contains("\nledger/*.jsonl merge=union\n"));
    CHECK(machines[0].git({"status", "--porcelain"}).out.empty());
    CHECK(machines[0].must_sync().nothing_to_do);
  }
  SECTION("edited by a person") {
    before.replace(before.find("*.jsonl merge=union"), 19, "*.jsonl merge=union # mine");
    machines[0].write(".gitattributes", before);
    machines[0].must_sync();
    CHECK(attributes() == before);
  }
}

TEST_CASE("machines: git ignores what is half written, also in a memory that was made before") {
  Machines machines(1);
  const std::string now = machines[0].read(".gitignore");
  REQUIRE_THAT(now, Contains("\n.pyramid-tmp-*\n"));
  const std::string before = now.substr(0, now.find("\n.env\n") + 6);
  SECTION("as it was written, with a line of a person's") {
    machines[0].write(".gitignore", "*.bak\n" + before + "drafts/\n");
    machines[0].must_sync();
    CHECK(machines[0].read(".gitignore") == "*.bak\n" + now + "drafts/\n");
    CHECK(machines[0].git({"status", "--porcelain"}).out.empty());
    CHECK(machines[0].must_sync().nothing_to_do);
  }
  SECTION("edited by a person") {
    machines[0].write(".gitignore", ".env*\n");
    machines[0].must_sync();
    CHECK(machines[0].read(".gitignore") == ".env*\n");
  }
  SECTION("taken out by a person, who says so") {
    machines[0].write(".gitignore", before + "# without .pyramid-tmp-*\n");
    machines[0].must_sync();
    CHECK(machines[0].read(".gitignore") == before + "# without .pyramid-tmp-*\n");
  }
}

TEST_CASE("machines: what a killed command left and another program committed goes again") {
  Machines machines(2);
  for (const char* name :
       {".pyramid-tmp-0123456789abcdef", "memory/.pyramid-tmp-fedcba9876543210"}) {
    machines[0].write(name, "half a file");
    machines[0].must_git({"add", "-f", name});
  }
  machines[0].must_git({"commit", "-q", "-m", "vault backup"});
  machines[0].must_git({"push", "-q", "origin", "HEAD"});
  machines[1].must_git({"pull", "-q", "--no-rebase"});
  std::filesystem::remove(machines[1].path(".pyramid-tmp-0123456789abcdef"));
  machines[1].must_sync();
  CHECK(machines[1].git({"ls-files", "*.pyramid-tmp-*"}).out.empty());
  CHECK(machines[1].git({"log", "-1", "--format=%s"}).out ==
        "memory: 2 files of a command that was interrupted\n");
  exchange(machines);
  check_equal(machines);
  CHECK_FALSE(std::filesystem::exists(machines[0].path("memory/.pyramid-tmp-fedcba9876543210")));
}

TEST_CASE("machines: a pull by a git without the driver is ended by the next sync") {
  Machines machines(2);
  diverge(machines, "# Plan\n\nAna lives in Porto.\n",
          "# Plan\n\nAna lives in Porto. She is a vet.\n", "# Plan\n\nAna lives in Braga.\n");
  machines[1].must_git({"config", "--remove-section", "merge.pyramid"});
  CHECK(machines[1].git({"pull", "-q", "--no-rebase", "--no-edit"}).exit_code != 0);
  CHECK_THAT(machines[1].read("memory/plan.md"), Contains("<<<<<<<"));
  Notices notices;
  Environment environment = machines[1].environment();
  SyncOptions options;
  options.workspace.root = machines[1].root();
  const auto report = pyramid::sync(
      {environment.files, environment.clock, notices, {}, environment.program}, options);
  REQUIRE(report);
  CHECK(notices.lines == std::vector<std::string>{
                             "git stopped in a merge, at 1 file: it is ended by what kind of file "
                             "each is, and committed"});
  CHECK_FALSE(report->merged.empty());
  CHECK(machines[1].read("memory/plan.md") == "# Plan\n\nAna lives in Braga. She is a vet.\n");
  exchange(machines);
  check_equal(machines);
}

TEST_CASE("machines: markers that git put into a block of code are git's all the same") {
  for (const bool committed : {false, true}) {
    Machines machines(2);
    const auto note = [](const char* line) {
      return "# Plan\n\n```sh\necho " + std::string(line) + "\n```\n";
    };
    diverge(machines, note("1"), note("1A"), note("1B"));
    machines[1].must_git({"config", "--remove-section", "merge.pyramid"});
    CHECK(machines[1].git({"pull", "-q", "--no-rebase", "--no-edit"}).exit_code != 0);
    if (committed) machines[1].must_git({"commit", "-qam", "vault backup"});
    exchange(machines);
    check_equal(machines);
    const std::string merged = machines[0].read("memory/plan.md");
    CHECK_THAT(merged, !Contains("<<<<<<<") && !Contains(">>>>>>>"));
    CHECK_THAT(merged, Contains("echo 1A") && Contains("echo 1B"));
  }
}

TEST_CASE("machines: markers in a note that no commit has, in a memory at rest, are settled") {
  Machines machines(1);
  while (!machines[0].must_sync(false).nothing_to_do) {
  }
  machines[0].write("memory/plan.md",
                    "# Plan\n\n<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n");
  const SyncReport report = machines[0].must_sync(false);
  CHECK_FALSE(report.merged.empty());
  CHECK_THAT(machines[0].read("memory/plan.md"), !Contains("<<<<<<<") && Contains("One."));
  CHECK(machines[0].git({"status", "--porcelain"}).out.empty());
  CHECK(machines[0].must_sync(false).nothing_to_do);
}

TEST_CASE("machines: markers in the settings stop no command, and the next sync settles them") {
  Machines machines(1);
  Machine& one = machines[0];
  const std::string before = one.read("pyramid.yaml");
  one.write("pyramid.yaml",
            before + "<<<<<<< HEAD\nparallel: 3\n=======\nparallel: 4\n>>>>>>> b\n");
  one.must_git({"commit", "-qam", "vault backup"});
  CHECK(status(one.environment(), {one.root(), {}}));
  const SyncReport report = one.must_sync(false);
  REQUIRE(report.merged.size() == 2);  // and that both set the same key
  CHECK(report.merged[0].path == "pyramid.yaml");
  CHECK_THAT(one.read("pyramid.yaml"), !Contains("<<<<<<<") && Contains("parallel: 4\n"));
  CHECK(one.git({"status", "--porcelain"}).out.empty());
  CHECK(one.must_sync(false).nothing_to_do);
}

TEST_CASE("machines: a shallow clone syncs, takes in edits by hand and is searched in time") {
  Machines machines(1);
  for (int i = 0; i < 4; ++i) machines[0].add_fact(i, "Fact " + std::to_string(i) + " here.");
  exchange(machines);
  machines[0].add_fact(9, "Fact 9 here.");
  exchange(machines);
  const Machine shallow(machines.outside("shallow"), "shallow");
  machines[0].must_git({"clone", "-q", "--depth", "2", "file://" + machines.outside("bare"),
                        machines.outside("shallow")});
  const auto in = [&](auto options) {
    options.workspace.root = shallow.root();
    return options;
  };
  shallow.write("memory/plan.md", "# Plan\n\nAna lives in Porto.\n");
  const auto synced = pyramid::sync(machines[0].environment(), in(SyncOptions()));
  if (!synced) FAIL(to_string(synced.error()));
  CHECK_FALSE(synced->hand_edits_commit.empty());
  const auto history = memory_history(machines[0].environment(), in(HistoryOptions()));
  if (!history) FAIL(to_string(history.error()));
  CHECK(history->entries.size() >= 2);
  CHECK(shallow.git({"fsck"}).exit_code == 0);
}

TEST_CASE("machines: another remote that is named once does not become the branch's own") {
  Machines machines(1);
  const std::string second = machines.outside("second");
  machines[0].must_git({"init", "-q", "--bare", "-b", "main", second});
  machines[0].must_git({"remote", "add", "second", second});
  SyncOptions options;
  options.workspace.root = machines[0].root();
  options.remote = "second";
  REQUIRE(pyramid::sync(machines[0].environment(), options));
  CHECK(machines[0].git({"rev-parse", "--abbrev-ref", "@{upstream}"}).out == "origin/main\n");
}

TEST_CASE("machines: where a clone of the other end would come out empty it is said how to clone") {
  for (const std::string head : {"master", "main"}) {
    CAPTURE(head);
    Machines machines(1);
    const std::string other = machines.outside("other");
    machines[0].must_git({"init", "-q", "--bare", "-b", head, other});
    machines[0].must_git({"remote", "set-url", "origin", other});
    machines[0].must_git({"update-ref", "-d", "refs/remotes/origin/main"});
    const auto hint = [&] {
      for (const Diagnostic& one : machines[0].must_sync().diagnostics) {
        if (one.where == "origin" &&
            one.what.starts_with("its HEAD names another branch than main"))
          return one.hint;
      }
      return std::string();
    };
    const std::string told = hint();
    CHECK(told.empty() == (head == "main"));
    if (head == "master") {
      CHECK_THAT(told, Contains("`git clone -b main " + other + "`") &&
                           Contains("git symbolic-ref HEAD refs/heads/main"));
      machines[0].must_git({"clone", "-q", "-b", "main", other, machines.outside("clone")});
      CHECK(std::filesystem::exists(machines.outside("clone/pyramid.yaml")));
    }
    CHECK(hint().empty());  // once
  }
}

TEST_CASE("machines: a branch of another name than all the other end has is told") {
  Machines machines(1);
  const std::string other = machines.outside("other");
  machines[0].must_git({"clone", "-q", machines.outside("bare"), other});
  Machine two(other, "two");
  two.must_git({"checkout", "-q", "-b", "master"});
  const SyncReport report = two.must_sync();
  CHECK(std::any_of(report.diagnostics.begin(), report.diagnostics.end(), [](const auto& one) {
    return one.what.find("has no branch master") == 0 &&
           one.hint.find("git branch -m main, git branch -u origin/main") != std::string::npos;
  }));
  machines[0].add_fact(1, "Ana lives in Porto.");
  machines[0].must_sync();
  two.must_git({"branch", "-D", "main"});
  two.must_git({"branch", "-m", "main"});
  two.must_git({"branch", "-u", "origin/main"});
  two.must_sync();
  machines[0].must_sync();
  CHECK(two.tree() == machines[0].tree());
}

TEST_CASE("machines: the other end is asked what it has, whatever was seen of it before") {
  Machines machines(1);
  std::string there = machines.outside("bare");
  SECTION("it is another, empty one") {
    there = machines.outside("new");
    REQUIRE(run_git(machines.outside(""), {"init", "-q", "--bare", there}).exit_code == 0);
    machines[0].must_git({"remote", "set-url", "origin", there});
  }
  SECTION("its branch was deleted") {
    REQUIRE(run_git(there, {"update-ref", "-d", "refs/heads/main"}).exit_code == 0);
  }
  SECTION("its branch was deleted, and this clone is of that branch alone") {
    machines[0].must_git(
        {"config", "remote.origin.fetch", "+refs/heads/main:refs/remotes/origin/main"});
    REQUIRE(run_git(there, {"update-ref", "-d", "refs/heads/main"}).exit_code == 0);
  }
  const SyncReport report = machines[0].must_sync();
  REQUIRE(report.remote);
  CHECK(report.remote->why_not.empty());
  CHECK(report.remote->sent > 0);
  CHECK(run_git(there, {"rev-parse", "main"}).out == machines[0].git({"rev-parse", "HEAD"}).out);
  CHECK(machines[0].must_sync().remote->sent == 0);
}

TEST_CASE("machines: what was seen of a branch that is gone since comes in, and goes there again") {
  Machines machines(2);
  const std::string name = machines[0].add_fact(1, "Ana lives in Porto.");
  machines[0].must_sync();
  machines[1].must_git({"fetch", "-q"});
  const std::string there = machines.outside("bare");
  REQUIRE(run_git(there, {"update-ref", "-d", "refs/heads/main"}).exit_code == 0);
  machines[1].must_sync();
  CHECK(std::filesystem::exists(machines[1].path(name)));
  CHECK(run_git(there, {"rev-parse", "main"}).out == machines[1].git({"rev-parse", "HEAD"}).out);
}

TEST_CASE("machines: one that git knows nobody on merges as it commits") {
  Machines machines(2);
  for (Machine* one : machines.all()) {
    one->must_git({"config", "--unset", "user.name"});
    one->must_git({"config", "--unset", "user.email"});
    one->must_git({"config", "user.useConfigOnly", "true"});
    one->add_fact(one == &machines[0] ? 1 : 2, "Fact of " + one->root());
  }
  exchange(machines);
  check_equal(machines);
  CHECK(machines[1].git({"log", "-1", "--merges", "--format=%an %ce"}).out ==
        "Pyramid pyramid@localhost\n");
}

TEST_CASE("machines: a merge is made at the sync's time, as its other commits are") {
  Machines machines(2);
  machines[0].add_fact(1, "One.");
  machines[1].add_fact(2, "Two.");
  exchange(machines);
  CHECK(machines[1].git({"log", "-1", "--merges", "--format=%at %ct"}).out ==
        "1778835600 1778835600\n");
}

TEST_CASE("machines: why ssh made no connection is told") {
  Machines machines(1);
  const std::string ssh = machines.outside("ssh");
  std::ofstream(ssh) << "#!/bin/sh\nprintf 'Warning: new host\\r\\nme@host: Permission denied "
                        "(publickey).\\r\\n' >&2\nexit 255\n";
  std::filesystem::permissions(ssh, std::filesystem::perms::owner_all);
  machines[0].must_git({"config", "core.sshCommand", ssh});
  machines[0].must_git({"remote", "set-url", "origin", "me@host:memory.git"});
  const SyncReport report = machines[0].must_sync();
  REQUIRE(report.remote);
  CHECK(report.remote->why_not == "me@host: Permission denied (publickey).");
}

TEST_CASE("machines: a token in the address of the other end is not shown") {
  Machines machines(2);
  const std::string ssh = machines.outside("ssh");
  std::ofstream(ssh) << "#!/bin/sh\nfor last; do :; done\nexec sh -c \"$last\"\n";
  std::filesystem::permissions(ssh, std::filesystem::perms::owner_all);
  machines[0].must_git({"config", "core.sshCommand", ssh});
  const std::string host = "@example.org" + machines[1].root();
  machines[0].must_git({"remote", "set-url", "origin", "ssh://mia:sesame" + host});
  machines[0].write("memory/plan.md", "# Plan\n");
  const SyncReport report = machines[0].must_sync();
  REQUIRE(report.remote);
  CHECK_THAT(report.remote->why_not, Contains("set-url origin ssh://mia" + host + ".git`"));
  CHECK_THAT(report.remote->why_not, !Contains("sesame"));
}

TEST_CASE("machines: an other end that someone works in is to be a bare one, as is said") {
  Machines machines(2);
  const std::string there = machines[1].root();
  machines[0].must_git({"remote", "set-url", "origin", there});
  machines[0].write("memory/plan.md", "# Plan\n");
  const SyncReport report = machines[0].must_sync();
  REQUIRE(report.remote);
  CHECK_THAT(report.remote->why_not, Contains("`git clone --bare . ../machine1.git`") &&
                                         Contains("`git remote set-url origin " + there + ".git`"));
  machines[1].must_git({"clone", "-q", "--bare", ".", "../machine1.git"});
  machines[0].must_git({"remote", "set-url", "origin", there + ".git"});
  CHECK(machines[0].must_sync().remote->why_not.empty());
}

TEST_CASE("machines: an address in the place of a remote's name gets one by what is said") {
  Machines machines(1);
  SyncOptions options;
  options.workspace.root = machines[0].root();
  const auto hint_for = [&](const std::string& asked) {
    options.remote = asked;
    const auto report = pyramid::sync(machines[0].environment(), options);
    REQUIRE_FALSE(report);
    return report.error().hint;
  };
  CHECK_THAT(hint_for("../o.git"),
             Contains("git remote add other ../o.git, pyramid sync --remote other"));
  CHECK_THAT(hint_for("laptop"), Contains("git remote add laptop URL"));
  CHECK(hint_for("--upload-pack=x") == "see `git remote -v`");
}

TEST_CASE("machines: the other end's reason for a refusal is told") {
  Machines machines(1);
  const std::string hook = machines.outside("bare") + "/hooks/pre-receive";
  std::ofstream(hook) << "#!/bin/sh\necho no pushes on Sunday >&2\nexit 1\n";
  std::filesystem::permissions(hook, std::filesystem::perms::owner_all);
  machines[0].write("memory/plan.md", "# Plan\n");
  const SyncReport report = machines[0].must_sync();
  REQUIRE(report.remote);
  CHECK_THAT(report.remote->why_not, Contains("no pushes on Sunday"));
}

TEST_CASE("machines: a lock that a killed push left at the other end is told as one") {
  for (const char* name : {"HEAD.lock", "refs/heads/main.lock"}) {
    INFO(name);
    Machines machines(1);
    const std::string lock = machines.outside("bare") + "/" + name;
    std::ofstream(lock).close();
    machines[0].write("memory/plan.md", "# Plan\n");
    const SyncReport report = machines[0].must_sync();
    REQUIRE(report.remote);
    CHECK_THAT(report.remote->why_not, Contains(name));
    CHECK_THAT(report.remote->why_not, !Contains("faster"));
    std::filesystem::remove(lock);
    CHECK(machines[0].must_sync().remote->why_not.empty());
  }
}

TEST_CASE("machines: a hook that speaks of fetching is a refusal all the same") {
  Machines machines(1);
  const std::string hook = machines.outside("bare") + "/hooks/update";
  std::ofstream(hook) << "#!/bin/sh\necho 'please fetch first; cannot lock ref' >&2\nexit 1\n";
  std::filesystem::permissions(hook, std::filesystem::perms::owner_all);
  machines[0].write("memory/plan.md", "# Plan\n");
  const SyncReport report = machines[0].must_sync();
  REQUIRE(report.remote);
  CHECK_THAT(report.remote->why_not, Contains("please fetch first"));
}

TEST_CASE("machines: a fact that git ignores stops the exchange, and no sync of one machine") {
  Machines machines(1);
  Machine& one = machines[0];
  const std::string fact = one.add_fact(1, "User hides a coin.");
  one.write(".gitignore", one.read(".gitignore") + "observations/2026/05/12/\n");
  one.write("memory/boat.md", "# Boat\n");
  const Result<SyncReport> refused = one.sync();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kConflict);
  CHECK(refused.error().where == fact);
  CHECK_THAT(refused.error().what, Contains("git ignores a file"));
  CHECK_THAT(refused.error().hint, Contains("git check-ignore -v " + fact));
  CHECK_FALSE(one.must_sync(false).commit.empty());
  one.write(".gitignore", "/.pyramid/\nmemory/\n");  // notes: nothing is told from them
  CHECK(one.must_sync().remote);
}

TEST_CASE("machines: what a person settled in a stopped merge stays as settled") {
  Machines machines(2);
  diverge(machines, "Ana lives in Porto.\n", "Ana lives in Faro.\n", "Ana lives in Braga.\n");
  machines[1].must_git({"config", "--remove-section", "merge.pyramid"});
  CHECK(machines[1].git({"pull", "-q", "--no-rebase", "--no-edit"}).exit_code != 0);
  machines[1].write("memory/plan.md", "Ana lives in Faro now.\n");
  exchange(machines);
  check_equal(machines);
  CHECK(machines[0].read("memory/plan.md") == "Ana lives in Faro now.\n");
}

TEST_CASE("machines: a note that git's driver made is told by the sync") {
  Machines machines(2);
  machines[0].write("memory/plan.md", "Ana lives in Porto.\n");
  exchange(machines);
  machines[0].write("memory/plan.md", "Ana lives in Faro.\n");
  machines[0].must_sync();
  machines[1].write("memory/plan.md", "Ana lives in Braga.\n");
  const SyncReport report = machines[1].must_sync();
  CHECK(std::count_if(report.merged.begin(), report.merged.end(), [](const SyncStep& step) {
          return step.path == "memory/plan.md" &&
                 step.reason.find("in a note") != std::string::npos;
        }) == 1);
}

TEST_CASE("machines: what git's driver made of a pull by hand is told by the next sync, once") {
  Machines machines(2);
  diverge(machines, "Ana lives in Porto.\n", "Ana lives in Faro.\n", "Ana lives in Braga.\n");
  machines[1].must_git({"pull", "-q", "--no-rebase", "--no-edit"});
  const SyncReport report = machines[1].must_sync(false);
  REQUIRE(report.merged.size() == 1);
  CHECK(report.merged[0].path == "memory/plan.md");
  CHECK_THAT(report.merged[0].reason, Contains("in a note"));
  machines[1].add_fact(1, "A fact.");
  CHECK(machines[1].must_sync(false).merged.empty());
}

TEST_CASE("machines: what one forgot and the other changed is gone, and that is what is said") {
  Machines machines(2);
  const std::string name = machines[0].add_fact(1, "Ana lives in Porto.");
  exchange(machines);
  ForgetOptions options;
  options.workspace.root = machines[0].root();
  options.what = machines[0].read(name).substr(8, 26);
  REQUIRE(forget(machines[0].environment(), options));
  machines[0].must_sync();
  machines[1].write(name, machines[1].read(name) + "\nSince May.\n");
  const SyncReport report = machines[1].must_sync();
  CHECK_FALSE(std::filesystem::exists(machines[1].path(name)));
  for (const SyncStep& step : report.merged) CHECK_THAT(step.reason, !Contains("kept"));
  CHECK(std::count_if(report.merged.begin(), report.merged.end(), [&](const SyncStep& step) {
          return step.path == name && step.reason.find("forgot it") != std::string::npos;
        }) == 1);
  exchange(machines);
  check_equal(machines);
}

TEST_CASE("machines: the same sentence changed on both stands in a note, which check lists") {
  Machines machines(2);
  machines[0].write("memory/plan.md", "Ana lives in Porto.\n");
  exchange(machines);
  machines[0].write("memory/plan.md", "Ana lives in Faro.\n");
  machines[1].write("memory/plan.md", "Ana lives in Braga.\n");
  exchange(machines);
  check_equal(machines);
  CHECK_THAT(machines[0].read("memory/plan.md"),
             Contains("> [!conflict]") && Contains("Faro") && Contains("Braga"));
  WorkspaceOptions where;
  where.root = machines[0].root();
  CheckOptions options;
  options.workspace = where;
  const auto told = [](const Diagnostics& all) {
    return std::count_if(all.begin(), all.end(), [](const Diagnostic& one) {
      return one.what == "two machines changed the same words" && one.where == "memory/plan.md:1";
    });
  };
  const auto checked = check(machines[0].environment(), options);
  REQUIRE(checked);
  CHECK(told(checked->problems) == 1);
  const auto known = status(machines[0].environment(), where);
  REQUIRE(known);
  CHECK(told(known->diagnostics) == 1);
}

TEST_CASE("machines: two that began apart become one") {
  Machines machines(1);
  Machines others(1);
  machines[0].add_fact(1, "One.");
  others[0].add_fact(2, "Two.");
  machines[0].must_sync();
  others[0].must_git({"remote", "set-url", "origin", machines.outside("bare")});
  others[0].must_sync();
  machines[0].must_sync();
  others[0].must_sync();
  CHECK(machines[0].tree() == others[0].tree());
  CHECK(others[0].must_sync().nothing_to_do);
}

TEST_CASE(
    "machines: a merge that a person began, a detached HEAD and no remote are one clear line") {
  Machines machines(1);
  machines[0].must_git({"checkout", "-q", "--detach"});
  const auto detached = machines[0].sync();
  REQUIRE_FALSE(detached);
  CHECK_THAT(to_string(detached.error()), Contains("HEAD is on no branch"));
  machines[0].must_git({"checkout", "-q", "main"});
  machines[0].must_git({"checkout", "-q", "-b", "side"});
  machines[0].write("x.txt", "x\n");
  machines[0].must_git({"add", "x.txt"});
  machines[0].must_git({"commit", "-q", "-m", "x"});
  machines[0].must_git({"checkout", "-q", "main"});
  machines[0].must_git({"merge", "-q", "--no-commit", "--no-ff", "side"});
  machines[0].add_fact(1, "One.");
  const auto merging = machines[0].sync();
  REQUIRE_FALSE(merging);
  CHECK_THAT(to_string(merging.error()), Contains("a merge is under way"));
  machines[0].must_git({"merge", "--abort"});
  machines[0].must_git({"remote", "remove", "origin"});
  const auto alone = machines[0].sync();
  REQUIRE_FALSE(alone);
  CHECK_THAT(to_string(alone.error()), Contains("has no remote"));
}

TEST_CASE("machines: a file that both moved elsewhere, one with a change, stands once") {
  Machines machines(2);
  const std::string name = machines[0].add_fact(1, "Ana lives in Porto.");
  exchange(machines);
  std::string tail = name.substr(name.size() - 9);
  const std::string here = "observations/ana-" + tail, there = "observations/people/porto-" + tail;
  std::filesystem::rename(machines[0].path(name), machines[0].path(here));
  machines[1].write(there, machines[1].read(name) + "\nSince May.\n");
  std::filesystem::remove(machines[1].path(name));
  SECTION("with sync --remote") {}
  SECTION("with git pull by hand") {
    machines[0].must_sync();
    machines[1].must_sync(false);
    machines[1].git({"pull", "-q", "--no-rebase", "--no-edit"});  // some versions stop here
  }
  exchange(machines);
  check_equal(machines);
  CHECK_THAT(machines[0].read(here), Contains("Ana lives in Porto.") && Contains("Since May."));
  CHECK_FALSE(std::filesystem::exists(machines[0].path(there)));
}

TEST_CASE("machines: a file that both renamed stands once, where one of them emptied its folder") {
  Machines machines(2);
  const std::string name = machines[0].add_fact(1, "Ana has a cat.");
  exchange(machines);
  const std::string tail = name.substr(name.size() - 9);
  const std::string out = "observations/ana-has-a-cat-" + tail;
  const std::string beside = name.substr(0, name.rfind('/') + 1) + "ana-cat-" + tail;
  std::filesystem::rename(machines[0].path(name), machines[0].path(out));
  std::filesystem::remove(machines[0].path(name.substr(0, name.rfind('/'))));
  machines[0].must_sync();
  std::filesystem::rename(machines[1].path(name), machines[1].path(beside));
  exchange(machines);
  check_equal(machines);
  CHECK(std::filesystem::exists(machines[0].path(out)) !=
        std::filesystem::exists(machines[0].path(beside)));
}

TEST_CASE("machines: a note that one moved and edited takes the other's edit along") {
  Machines machines(2);
  const std::string lines = "# Plan\n\nFirst.\n\nThen this.\n\nLast.\n";
  machines[0].write("memory/plan.md", lines);
  exchange(machines);
  std::filesystem::remove(machines[0].path("memory/plan.md"));
  machines[0].write("memory/trip/lisbon.md", "# Lisbon\n\nFirst.\n\nThen this.\n\nLast.\n");
  machines[1].write("memory/plan.md", lines.substr(0, lines.size() - 6) + "Last of all.\n");
  SECTION("with sync --remote") {}
  SECTION("with git pull by hand") {
    machines[0].must_sync();
    machines[1].must_sync(false);
    machines[1].git({"pull", "-q", "--no-rebase", "--no-edit"});
  }
  exchange(machines);
  check_equal(machines);
  CHECK(machines[0].read("memory/trip/lisbon.md") ==
        "# Lisbon\n\nFirst.\n\nThen this.\n\nLast of all.\n");
  CHECK_FALSE(std::filesystem::exists(machines[0].path("memory/plan.md")));
}

TEST_CASE(
    "machines: a note that one moved and the other changed in one place is known by the rest") {
  Machines machines(2);
  machines[0].write("memory/plan.md",
                    "# Plan\n\nFirst we go, then we eat.\n\n- one\n- two\n- six\n");
  exchange(machines);
  const std::size_t who = GENERATE(std::size_t{0}, std::size_t{1});
  Machine &moved = machines[who], &edited = machines[1 - who];
  std::filesystem::remove(moved.path("memory/plan.md"));
  moved.write("memory/trip.md", "# Plan\n\nFirst we go, then we dine.\n\n- one\n- two\n- six\n");
  moved.write("memory/less.md", "# Plan\n\n- one\n- two\n- ten\n");
  edited.write("memory/plan.md", "# Plan\n\nFirst we go, then we eat.\n\n- one\n- two\n- seven\n");
  exchange(machines);
  check_equal(machines);
  CHECK(machines[0].read("memory/trip.md") ==
        "# Plan\n\nFirst we go, then we dine.\n\n- one\n- two\n- seven\n");
  CHECK_FALSE(std::filesystem::exists(machines[0].path("memory/plan.md")));
}

TEST_CASE("machines: a fact that goes where one like it comes in takes no edit to the new one") {
  Machines machines(2);
  const std::string name = machines[0].add_fact(1, "Ana lives in the city of Porto.");
  exchange(machines);
  std::filesystem::remove(machines[0].path(name));
  const std::string other = machines[0].add_fact(1, "Ana lives in the city of Faro.");
  std::string bytes = machines[1].read(name);
  machines[1].write(name, bytes.replace(bytes.find("Porto"), 5, "Braga"));
  SECTION("with sync --remote") {}
  SECTION("with git pull by hand") {
    machines[0].must_sync();
    machines[1].must_sync(false);
    machines[1].git({"pull", "-q", "--no-rebase", "--no-edit"});
  }
  exchange(machines);
  check_equal(machines);
  CHECK_THAT(machines[0].read(name), Contains("Braga"));
  CHECK_THAT(machines[0].read(other), Contains("Faro"));
}

TEST_CASE("machines: what two made alike is one file where one of them had moved it") {
  Machines machines(2);
  machines[0].write("memory/plan.md", "# Plan\n");
  exchange(machines);
  const std::string name = machines[0].add_fact(1, "Ana is allergic to peanuts.");
  machines[1].write(name, machines[0].read(name));
  for (std::size_t i = 0; i < 2; ++i) machines[i].must_sync(false);
  const std::string moved = "observations/my-allergy.md";
  std::filesystem::rename(machines[1].path(name), machines[1].path(moved));
  machines[1].must_sync(false);
  exchange(machines);
  check_equal(machines);
  CHECK(std::filesystem::exists(machines[0].path(moved)));
  CHECK_FALSE(std::filesystem::exists(machines[0].path(name)));
}

TEST_CASE("machines: a copy that a person made stays for them to decide about") {
  Machines machines(2);
  const std::string name = machines[0].add_fact(1, "Ana lives in Porto.");
  exchange(machines);
  const std::string copy = "observations/bea.md";
  machines[0].write(copy, machines[0].read(name));
  std::filesystem::create_directories(machines[1].path("observations/people"));
  const std::string moved = "observations/people/ana-" + name.substr(name.size() - 9);
  std::filesystem::rename(machines[1].path(name), machines[1].path(moved));
  exchange(machines);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(std::filesystem::exists(machines[i].path(copy)));
    CHECK(std::filesystem::exists(machines[i].path(moved)));
  }
  CHECK(machines[0].tree() == machines[1].tree());
}

TEST_CASE("machines: of facts that two summaries claim after a merge each is in one of them") {
  Machines machines(2);
  machines[0].add_fact(1, "One.");
  machines[0].add_fact(2, "Two.");
  exchange(machines);
  machines[0].add_fact(3, "Three.");
  machines[1].add_fact(4, "Four.");
  for (std::size_t i = 0; i < 2; ++i) CHECK(machines[i].must_sync(false).summaries_written == 1);
  exchange(machines);
  check_equal(machines);
  std::map<std::string, int> claims;
  for (const auto& [path, bytes] : machines[0].tree()) {
    if (!path.starts_with("summaries/")) continue;
    for (const char* fact : {"[One.]", "[Two.]", "[Three.]", "[Four.]"}) {
      claims[fact] += bytes.find(fact) != std::string::npos ? 1 : 0;
    }
  }
  CHECK(claims["[One.]"] == 1);
  CHECK(claims["[Two.]"] == 1);
  CHECK(claims["[Three.]"] <= 1);
  CHECK(claims["[Four.]"] <= 1);
}

namespace {

// A note that two states changed in other paragraphs, and what becomes of it.
constexpr const char* kPlan = "# Plan\n\nFirst.\n\nLast.\n";
constexpr const char* kPlanHere = "# Plan\n\nFirst of all.\n\nLast.\n";
constexpr const char* kPlanThere = "# Plan\n\nFirst.\n\nLast of all.\n";
constexpr const char* kPlanOfBoth = "# Plan\n\nFirst of all.\n\nLast of all.\n";

}  // namespace

TEST_CASE("machines: a merge in a linked worktree asks the driver, and is ended by its sync") {
  Machines machines(1);
  machines[0].write("memory/plan.md", kPlan);
  machines[0].must_sync(false);
  Machine side(machines.outside("side"), "side");
  machines[0].must_git({"worktree", "add", "-q", "-b", "side", side.root()});
  machines[0].write("memory/plan.md", kPlanHere);
  machines[0].add_fact(1, "One.");
  machines[0].must_sync(false);
  side.write("memory/plan.md", kPlanThere);
  side.add_fact(2, "Two.");
  side.must_sync(false);
  SECTION("with the driver") { side.must_git({"merge", "-q", "--no-edit", "main"}); }
  SECTION("without it the merge stops") {
    side.must_git({"config", "--remove-section", "merge.pyramid"});
    CHECK(side.git({"merge", "-q", "--no-edit", "main"}).exit_code != 0);
  }
  side.must_sync(false);
  CHECK(side.read("memory/plan.md") == kPlanOfBoth);
  CHECK(side.git({"status", "--porcelain"}).out.empty());
  CHECK(side.must_sync(false).nothing_to_do);
  machines[0].must_git({"merge", "-q", "--ff-only", "side"});
  machines[0].must_sync(false);
  CHECK(machines[0].tree() == side.tree());
}

TEST_CASE("machines: a memory in a larger repository merges by its own rules, the rest by git's") {
  const Machines machines(1);  // for the settings of git in this process
  const TempDirectory directory;
  const std::string bare = directory / "bare";
  std::filesystem::create_directories(bare);
  REQUIRE(run_git(bare, {"init", "-q", "--bare", "-b", "main"}).exit_code == 0);
  const std::array<std::string, 2> vaults = {directory / "one", directory / "two"};
  const auto vault_git = [&](std::size_t which, const std::vector<std::string>& arguments) {
    const ProcessResult done = run_git(vaults[which], arguments);
    INFO("git " << arguments.front() << ": " << done.err << done.out);
    REQUIRE(done.exit_code == 0);
  };
  const auto name_user = [&](std::size_t which) {
    vault_git(which, {"config", "user.name", "Test"});
    vault_git(which, {"config", "user.email", "test@example.org"});
  };
  std::array<Machine, 2> of = {Machine(vaults[0] + "/memory", "one"),
                               Machine(vaults[1] + "/memory", "two")};
  REQUIRE(run_git(directory.path(), {"clone", "-q", bare, vaults[0]}).exit_code == 0);
  name_user(0);
  std::ofstream(vaults[0] + "/todo.txt") << "a\nb\nc\nd\ne\n";
  vault_git(0, {"add", "todo.txt"});
  vault_git(0, {"commit", "-q", "-m", "todo"});
  REQUIRE(init(of[0].environment(), of[0].root(), {"narrative"}));
  of[0].write("memory/plan.md", kPlan);
  of[0].must_sync();
  REQUIRE(run_git(directory.path(), {"clone", "-q", bare, vaults[1]}).exit_code == 0);
  name_user(1);

  std::ofstream(vaults[0] + "/todo.txt") << "A\nb\nc\nd\ne\n";
  vault_git(0, {"commit", "-q", "-a", "-m", "first"});
  of[0].write("memory/plan.md", kPlanHere);
  of[0].must_sync();
  std::ofstream(vaults[1] + "/todo.txt") << "a\nb\nc\nd\nE\n";
  vault_git(1, {"commit", "-q", "-a", "-m", "last"});
  std::ofstream(vaults[1] + "/mine.txt") << "not committed\n";
  of[1].write("memory/plan.md", kPlanThere);
  of[1].add_fact(1, "One.");
  of[1].must_sync();
  of[0].must_sync();
  CHECK(of[1].read("memory/plan.md") == kPlanOfBoth);
  CHECK(of[0].tree() == of[1].tree());
  CHECK(Fixture::read_file(vaults[0] + "/todo.txt") == "A\nb\nc\nd\nE\n");
  CHECK(run_git(vaults[1], {"status", "--porcelain"}).out == "?? mine.txt\n");
  CHECK(run_git(vaults[1], {"fsck", "--strict"}).exit_code == 0);
}

TEST_CASE("machines: commits on no branch are said each time") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.must_sync(false);
  machine.must_git({"checkout", "-q", "--detach"});
  for (int i = 0; i < 2; ++i) {
    machine.add_fact(i, "Fact " + std::to_string(i) + ".");
    const SyncReport report = machine.must_sync(false);
    REQUIRE(report.diagnostics.size() == 1);
    CHECK_THAT(report.diagnostics[0].what, Contains("on no branch"));
  }
}

TEST_CASE("machines: a file that is no memory is never merged as text, and is named") {
  Machines machines(2);
  const std::string name = GENERATE("img.png", "tool.py", ".obsidian/app.json",
                                    ".obsidian/plugins/x/README.md", "node_modules/a/x.md");
  const auto commit = [&](Machine& machine, const std::string& bytes) {
    machine.write(name, bytes);
    machine.must_git({"add", "-f", name});
    machine.must_git({"commit", "-q", "-m", "mine"});
  };
  const std::string nul(1, '\0');
  const std::string end = name == "img.png" ? nul + "\n" : "\n";
  commit(machines[0], "base" + end);
  machines[0].must_sync();
  machines[1].must_sync();
  commit(machines[0], "one" + end);
  commit(machines[1], "two" + end);
  machines[0].add_fact(1, "Ana lives in Porto.");
  machines[0].must_sync();
  const Result<SyncReport> stopped = machines[1].sync();
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().kind == ErrorKind::kConflict);
  CHECK(stopped.error().where == name);
  machines[1].must_git({"checkout", "-q", "--ours", name});
  machines[1].must_git({"add", "-f", name});
  machines[1].must_sync();
  CHECK(machines[1].read(name) == "two" + end);
  machines[0].must_sync();
  check_equal(machines);
}

TEST_CASE("machines: which windows of Obsidian are open stops no sync") {
  Machines machines(2);
  const std::string name = ".obsidian/workspace-mobile.json";
  const auto commit = [&](Machine& machine, const std::string& bytes) {
    machine.write(name, bytes);
    machine.must_git({"add", "-f", name});
    machine.must_git({"commit", "-q", "-m", "mine"});
  };
  commit(machines[0], "{\"main\": 0}\n");
  machines[0].must_sync();
  machines[1].must_sync();
  commit(machines[0], "{\"main\": 1}\n");
  commit(machines[1], "{\"main\": 2}\n");
  machines[0].must_sync();
  const SyncReport report = machines[1].must_sync();
  CHECK(machines[1].read(name) == "{\"main\": 2}\n");
  REQUIRE(report.merged.size() == 2);
  CHECK(report.merged[0].path == name);
  machines[0].must_sync();
  check_equal(machines);
}

TEST_CASE("machines: an edit elsewhere that a merge would write over is named, with what to do") {
  Machines machines(2);
  const std::string name = ".obsidian/workspace.json";
  machines[0].write(name, "{}\n");
  machines[0].must_git({"add", "-f", name});
  machines[0].must_git({"commit", "-q", "-m", "vault"});
  machines[0].must_sync();
  machines[1].must_sync();
  machines[0].write(name, "{\"a\": 1}\n");
  machines[0].must_git({"commit", "-q", "-a", "-m", "vault"});
  machines[0].must_sync();
  machines[1].write(name, "{\"a\": 2}\n");
  SECTION("with commits of its own") { machines[1].add_fact(1, "Ana lives in Porto."); }
  SECTION("without") {}
  const Result<SyncReport> stopped = machines[1].sync();
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().where == name);
  CHECK_THAT(stopped.error().hint, Contains("git stash"));
  CHECK(machines[1].read(name) == "{\"a\": 2}\n");
}

TEST_CASE("machines: where others change a note that a secret keeps out of commits, it is named") {
  Machines machines(2);
  const std::string name = "notes/n.md";
  machines[0].write(name, "# N\n\none\n\ntwo\n");
  machines[0].must_sync();
  machines[1].must_sync();
  machines[0].write(name, "# N\n\none more\n\ntwo\n");
  machines[0].must_sync();
  const std::string token = std::string("ghp_") + "Zq8WmN3vTx7RkLp2Yd5Hc9Jb4Fs6Ga1Eu0Ox";
  machines[1].write(name, "# N\n\none\n\ntwo\n\nkey " + token + "\n");
  SECTION("with commits of its own") { machines[1].add_fact(1, "Ana lives in Porto."); }
  SECTION("without") {}
  for (int i = 0; i < 2; ++i) {
    const Result<SyncReport> stopped = machines[1].sync();
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().kind == ErrorKind::kConflict);
    CHECK(stopped.error().where == name + ":7");
    CHECK_THAT(stopped.error().what, Contains("holds a GitHub token"));
    CHECK_THAT(stopped.error().what, Contains("the other commits change"));
    CHECK_THAT(stopped.error().hint, Catch::StartsWith("take it out of the file"));
    CHECK_THAT(stopped.error().hint, !Contains("stash"));
  }
  machines[1].write(name, "# N\n\none\n\ntwo\n\nkey\n");
  machines[1].must_sync();
  CHECK(machines[1].read(name) == "# N\n\none more\n\ntwo\n\nkey\n");
}

TEST_CASE("machines: what git had written when it was killed with its program is nobody's edit") {
  Machines machines(2);
  for (const char* name : {"a", "b", "c", "d"}) {
    machines[0].write("memory/" + std::string(name) + ".md", "# Note\n\nFirst.\n");
  }
  exchange(machines);
  for (const char* name : {"a", "b", "c"}) {
    machines[0].write("memory/" + std::string(name) + ".md", "# Note\n\nFirst of all.\n");
  }
  machines[0].write("memory/new.md", "# New\n");
  machines[0].must_sync();
  Machine& killed = machines[1];
  killed.write("memory/c.md", "# Note\n\nFirst.\n\nMine.\n");
  killed.must_sync(false);
  killed.must_git({"fetch", "-q"});
  // As a kill in the middle of `git merge` leaves it: the process of the note is gone.
  killed.write(".pyramid/git-at-work.pyramid-4194303", "refs/remotes/origin/main");
  killed.write(".git/index.lock", "half");
  killed.write(".merge_file_a1B2c3", "First of all.");
  killed.write("memory/a.md", "# Note\n\nFirst of all.\n");           // whole
  killed.write("memory/b.md", "# Note\n\nFir");                       // begun
  killed.write("memory/c.md", "# Note\n\nFirst of all.\n\nMine.\n");  // what the two become
  killed.write("memory/new.md", "# New\n");
  killed.write("memory/d.md", "# Note\n\nA person's since.\n");
  const SyncReport report = killed.must_sync(false);
  CHECK_FALSE(report.hand_edits_commit.empty());
  CHECK(killed.git({"show", "--name-only", "--format=", report.hand_edits_commit}).out ==
        "memory/d.md\n");
  CHECK_FALSE(std::filesystem::exists(killed.path(".merge_file_a1B2c3")));
  exchange(machines);
  check_equal(machines);
  CHECK(machines[0].read("memory/c.md") == "# Note\n\nFirst of all.\n\nMine.\n");
  CHECK(machines[0].read("memory/d.md") == "# Note\n\nA person's since.\n");
  CHECK(machines[0].read("memory/b.md") == "# Note\n\nFirst of all.\n");
}

TEST_CASE("machines: a conversation that went on in two places keeps what each side said") {
  Machines machines(2);
  const std::string file = machines.outside("talk.jsonl");
  const auto write = [&](const std::string& bytes) { std::ofstream(file) << bytes; };
  const std::string later = GENERATE("2026-05-12T10:05:00Z", "2026-05-12T10:06:00Z");
  const std::string first = conversation("", "");
  write(first.substr(0, first.find('\n', first.find("Mia")) + 1));
  import_of(machines[0], file);
  machines[0].must_sync();
  machines[1].must_sync();
  write(conversation("I live in Lisbon.", "2026-05-12T10:05:00Z"));
  import_of(machines[0], file);
  write(conversation("I work as a carpenter.", later));
  import_of(machines[1], file);
  exchange(machines);
  check_equal(machines);
  check_turns(machines[0]);
  CHECK(machines[0].must_sync(false).diagnostics.empty());
}

TEST_CASE("machines: one that saw a conversation before it was edited and one that did not agree") {
  Machines machines(2);
  const std::string file = machines.outside("talk.jsonl");
  const auto take_in = [&](Machine& machine, const std::vector<std::string>& said) {
    std::ofstream out(file);
    out << R"({"type":"session","version":3,"id":"talk","timestamp":"2026-05-12T10:00:00Z"})"
        << "\n";
    for (std::size_t i = 0; i < said.size(); ++i) {
      out << R"({"type":"message","timestamp":"2026-05-12T10:0)" << i
          << R"(:00Z","message":{"role":"user","content":")" << said[i] << "\"}}\n";
    }
    out.close();
    import_of(machine, file);
  };
  const std::vector<std::string> edited = {"I live in Lisbon.", "My cat is called Tofu.",
                                           "I work at Farfetch.", "I own a red canoe."};
  take_in(machines[0], {"I live in Lisbon.", "My cat is called Miso.", "I work at Farfetch."});
  take_in(machines[0], edited);
  take_in(machines[1], edited);
  exchange(machines);
  check_equal(machines);
  CHECK(machines[0].must_sync(false).diagnostics.empty());
  std::map<std::string, int> facts;  // by what is said, those in use
  for (const auto& [path, bytes] : machines[0].tree()) {
    if (!path.starts_with("observations/")) continue;
    for (const char* word : {"lives in", "called Tofu", "works at", "owns", "called Miso"}) {
      const bool in_use = bytes.find("\nstatus:") == std::string::npos;
      if (bytes.find(word) != std::string::npos) facts[word] += in_use ? 1 : 100;
    }
  }
  CHECK(
      facts ==
      std::map<std::string, int>{
          {"lives in", 1}, {"called Tofu", 1}, {"works at", 1}, {"owns", 1}, {"called Miso", 100}});
}

TEST_CASE("machines: a merge says whose it is, and a line of it is blamed on the commit behind") {
  Machines machines(2);
  machines[0].write("memory/plan.md", "# Plan\n\nOne.\n\nTwo.\n\nThree.\n");
  machines[0].must_sync();
  machines[1].must_sync();
  machines[0].write("memory/plan.md", "# Plan\n\nOne!\n\nTwo.\n\nThree.\n");
  machines[0].must_sync();
  machines[1].write("memory/plan.md", "# Plan\n\nOne.\n\nTwo.\n\nThree!\n");
  machines[1].must_sync();
  CHECK_THAT(machines[1].git({"log", "-1", "--merges", "--format=%B"}).out,
             Contains("Pyramid-Version: "));
  for (const int line : {3, 7}) {
    BlameOptions options;
    options.workspace.root = machines[1].root();
    options.what = "memory/plan.md:" + std::to_string(line);
    const auto report = blame(machines[1].environment(), options);
    REQUIRE(report);
    REQUIRE(report->written);
    CHECK_THAT(report->written->subject, Contains("by hand: "));
  }
}

}  // namespace shapes_test
