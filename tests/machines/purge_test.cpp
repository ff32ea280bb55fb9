// What one machine purged, and clones that still have the history from before.
#include "base/text.hpp"
#include "tests/machines/conversations.hpp"
#include "tests/machines/machines.hpp"

#include <algorithm>

namespace purge_test {

using namespace pyramid;
using namespace pyramid::test;
using Catch::Matchers::Contains;

namespace {

constexpr const char* kWord = "quimby";

// Two machines that know the same; the first then purges.
class Purged {
 public:
  Purged() {
    machines_[0].add_fact(1, "Rosalind quimby plays the oboe.");
    for (int i = 2; i < 5; ++i) machines_[0].add_fact(i, "Fact " + std::to_string(i) + ".");
    for (int round = 0; round < 2; ++round) {
      machines_[0].must_sync();
      machines_[1].must_sync();
    }
  }
  void purge() {
    ForgetOptions options;
    options.workspace.root = first().root();
    options.match = kWord;
    options.purge = true;
    const Result<ForgetReport> report = forget(first().environment(), options);
    if (!report) FAIL(to_string(report.error()));
    REQUIRE(report->purge);
    REQUIRE_FALSE(says(first().root()));
  }
  void push_by_force() { first().must_git({"push", "-q", "--force", "origin", "HEAD:main"}); }
  Machine& first() { return machines_[0]; }
  Machine& second() { return machines_[1]; }
  [[nodiscard]] std::string bare() const { return machines_.outside("bare"); }

  // Whether the history of HEAD has the word.
  static bool says(const std::string& root) {
    return run_git(root, {"log", "-p", "HEAD"}).out.find(kWord) != std::string::npos;
  }

  static Error refused(Machine& machine) {
    const Result<SyncReport> report = machine.sync();
    REQUIRE_FALSE(report);
    CHECK(report.error().kind == ErrorKind::kConflict);
    return report.error();
  }
  // Does what the hint says first.
  static void follow(Machine& machine, const Error& error) {
    const std::size_t begin = error.hint.find("`git ") + 5;
    std::vector<std::string> command;
    for (const std::string_view word : split(
             std::string_view(error.hint).substr(begin, error.hint.find('`', begin) - begin), ' '))
      command.emplace_back(word);
    INFO(error.hint);
    machine.must_git(command);
  }
  void check_ended() {
    machines_[1].must_sync();
    machines_[0].must_sync();
    machines_[1].must_sync();
    CHECK(machines_[0].tree() == machines_[1].tree());
    for (const std::string& root : {bare(), first().root(), second().root()}) {
      INFO(root);
      CHECK_FALSE(says(root));
    }
    CHECK(run_git(second().root(), {"status", "--porcelain"}).out.empty());
  }

 private:
  Machines machines_{2};
};

}  // namespace

TEST_CASE("machines: a sync does not take back in what was purged here") {
  Purged purged;
  purged.purge();
  const Error error = Purged::refused(purged.first());
  CHECK_THAT(error.what, Contains("origin/main still holds what was purged"));
  CHECK_THAT(error.hint, Contains("git push --force origin HEAD:main"));
  CHECK_FALSE(Purged::says(purged.first().root()));
  CHECK(Purged::says(purged.bare()));
  Purged::follow(purged.first(), error);
  purged.first().must_sync();
  CHECK_FALSE(Purged::says(purged.bare()));
}

TEST_CASE("machines: what a fetch brings back of a purged history goes again, with every branch") {
  Purged purged;
  purged.first().must_git({"push", "-q", "origin", "HEAD:second"});
  purged.first().must_git({"tag", "v1"});
  purged.first().must_git({"push", "-q", "origin", "v1"});
  purged.first().must_git({"tag", "-d", "v1"});
  purged.purge();
  const auto holds_it = [&] {
    const std::string root = purged.first().root();
    const std::string all =
        run_git(root, {"cat-file", "--batch-all-objects", "--batch", "--buffer"}).out;
    return all.find(kWord) != std::string::npos;
  };
  REQUIRE_FALSE(holds_it());
  const Error error = Purged::refused(purged.first());
  CHECK_FALSE(holds_it());
  Purged::follow(purged.first(), error);
  const SyncReport report = purged.first().must_sync();
  CHECK_FALSE(holds_it());
  std::vector<std::string> named;
  for (const Diagnostic& one : report.diagnostics) named.push_back(one.where);
  CHECK(std::find(named.begin(), named.end(), "origin/second") != named.end());
  purged.first().must_git({"push", "-q", "--delete", "origin", "second", "v1"});
  CHECK(purged.first().must_sync().diagnostics.empty());
}

TEST_CASE("machines: an old clone follows a purged history, and puts nothing back") {
  Purged purged;
  purged.purge();
  purged.push_by_force();
  const SyncReport report = purged.second().must_sync();
  REQUIRE_FALSE(report.merged.empty());
  CHECK_THAT(report.merged.back().reason, Contains("something was purged"));
  CHECK(purged.second().git({"rev-parse", "HEAD"}).out ==
        run_git(purged.bare(), {"rev-parse", "main"}).out);
  purged.check_ended();
  CHECK(purged.second().git({"replace", "-l"}).out.empty());
}

TEST_CASE(
    "machines: of an old clone that followed, the command that is told takes all of it away") {
  Purged purged;
  const std::string root = purged.second().root();
  for (const auto& [path, bytes] : purged.second().tree()) {
    if (path.starts_with("observations/") && bytes.find(kWord) != std::string::npos) {
      purged.second().write(path, replace_all(bytes, "kind: ", "mood: glad\nkind: "));
    }
  }
  purged.purge();
  purged.push_by_force();
  const SyncReport report = purged.second().must_sync();
  REQUIRE_FALSE(report.merged.empty());
  CHECK_THAT(report.merged.back().reason,
             Contains("`git reflog expire --expire=now --all && git gc --prune=now`"));
  purged.second().must_git({"reflog", "expire", "--expire=now", "--all"});
  purged.second().must_git({"gc", "-q", "--prune=now"});
  CHECK(run_git(root, {"cat-file", "--batch-all-objects", "--batch", "--buffer"}).out.find(kWord) ==
        std::string::npos);
  CHECK(purged.second().read(".git/index").find(kWord) == std::string::npos);
}

TEST_CASE("machines: an old clone takes its own work along to the purged history") {
  Purged purged;
  purged.second().write("memory/mine.md", "Keep this.\n\nA word about quimby.\n");
  purged.second().must_sync();
  purged.first().must_sync();
  purged.first().write("memory/mine.md", "Keep this.\n");
  purged.first().must_sync(false);
  purged.purge();
  purged.push_by_force();
  const std::string fact = purged.second().add_fact(9, "Fact that only the clone has.");
  purged.second().must_sync();
  purged.check_ended();
  CHECK(purged.first().tree().count(fact) == 1);
  CHECK(purged.first().read("memory/mine.md") == "Keep this.\n");
}

TEST_CASE("machines: what was deleted by hand and then purged does not come back from an edit") {
  Purged purged;
  std::string fact;
  for (const auto& [path, bytes] : purged.second().tree()) {
    if (path.starts_with("observations/") && bytes.find(kWord) != std::string::npos) fact = path;
  }
  purged.second().write(fact,
                        replace_all(purged.second().read(fact), "kind: ", "mood: glad\nkind: "));
  std::filesystem::remove(purged.first().path(fact));
  purged.first().must_sync(false);
  purged.purge();
  purged.push_by_force();
  purged.check_ended();
  CHECK(purged.first().tree().count(fact) == 0);
}

TEST_CASE("machines: nor does a conversation that was deleted by hand and then purged") {
  Machines machines(2);
  const std::string file = machines.outside("talk.jsonl");
  std::ofstream(file) << conversation("I play the quimby oboe.", "2026-05-12T10:05:00Z");
  import_of(machines[0], file);
  for (int round = 0; round < 2; ++round) {
    machines[0].must_sync();
    machines[1].must_sync();
  }
  for (const auto& [path, bytes] : machines[0].tree()) {
    const bool is_memory = path.starts_with("observations/") || path.starts_with("sessions/");
    if (!is_memory || bytes.find(kWord) == std::string::npos) continue;
    machines[1].write(path, replace_all(machines[1].read(path), "kind: ", "mood: glad\nkind: "));
    std::filesystem::remove(machines[0].path(path));
  }
  machines[0].must_sync(false);
  ForgetOptions options;
  options.workspace.root = machines[0].root();
  options.match = kWord;
  options.purge = true;
  const Result<ForgetReport> report = forget(machines[0].environment(), options);
  if (!report) FAIL(to_string(report.error()));
  machines[0].must_git({"push", "-q", "--force", "origin", "HEAD:main"});
  for (int round = 0; round < 2; ++round) {
    machines[1].must_sync();
    machines[0].must_sync();
  }
  CHECK(machines[0].tree() == machines[1].tree());
  for (const std::string& root :
       {machines.outside("bare"), machines[0].root(), machines[1].root()}) {
    INFO(root);
    CHECK_FALSE(Purged::says(root));
  }
}

TEST_CASE("machines: a plain pull of a purged history into an old clone goes no further") {
  Purged purged;
  purged.purge();
  purged.push_by_force();
  const std::string fact = purged.second().add_fact(9, "Fact that only the clone has.");
  purged.second().must_sync(false);
  purged.second().git({"pull", "-q", "--no-rebase", "--no-edit", "--allow-unrelated-histories"});
  purged.check_ended();
  CHECK(purged.first().tree().count(fact) == 1);
}

TEST_CASE("machines: a clone that was behind at a purge follows, with its own work") {
  Machines machines(2);
  Machine& first = machines[0];
  Machine& second = machines[1];
  first.must_sync();
  second.must_sync();
  const std::string purged = first.add_fact(1, "Rosalind quimby plays the oboe.");
  first.must_sync();
  second.must_sync();
  const std::string mine = second.add_fact(2, "Melons are ripe in August.");
  const std::string theirs = first.add_fact(3, "Grapes are ripe in October.");
  first.must_sync();
  ForgetOptions options;
  options.workspace.root = first.root();
  options.match = kWord;
  options.purge = true;
  const Result<ForgetReport> report = forget(first.environment(), options);
  if (!report) FAIL(to_string(report.error()));
  first.must_git({"push", "-q", "--force", "origin", "HEAD:main"});
  const SyncReport followed = second.must_sync();
  REQUIRE_FALSE(followed.merged.empty());
  CHECK_THAT(followed.merged.back().reason, Contains("git reflog expire"));
  first.must_sync();
  second.must_sync();
  CHECK(first.tree() == second.tree());
  CHECK(first.tree().count(mine) == 1);
  CHECK(second.tree().count(theirs) == 1);
  CHECK(second.tree().count(purged) == 0);
  for (const std::string& root : {machines.outside("bare"), first.root(), second.root()}) {
    INFO(root);
    CHECK_FALSE(Purged::says(root));
  }
}

TEST_CASE("machines: what others pushed since a purge is named, and comes back from where it is") {
  Purged purged;
  purged.purge();
  const std::string fact = purged.second().add_fact(9, "Fact that came since.");
  purged.second().must_sync();
  const Error error = Purged::refused(purged.first());
  CHECK_THAT(error.what, Contains("since the purge"));
  CHECK_THAT(error.hint, Contains("git push --force"));
  Purged::follow(purged.first(), error);
  purged.check_ended();
  CHECK(purged.first().tree().count(fact) == 1);
}

TEST_CASE("forget: what another machine took from the conversation names it no more either") {
  Machines machines(2);
  const std::string file = machines.outside("talk.jsonl");
  const std::string grown = conversation("I work as a carpenter.", "2026-05-12T10:05:00Z");
  std::ofstream(file) << grown.substr(0, grown.find('\n', grown.find("Mia")) + 1);
  import_of(machines[0], file);
  machines[0].must_sync();
  machines[1].must_sync();
  std::ofstream(file) << grown;
  import_of(machines[1], file);
  ForgetOptions options;
  options.workspace.root = machines[0].root();
  options.match = "Mia";
  REQUIRE(forget(machines[0].environment(), options));
  for (int round = 0; round < 2; ++round) {
    machines[0].must_sync();
    machines[1].must_sync();
  }
  bool has_carpenter = false;
  for (const auto& [path, bytes] : machines[0].tree()) {
    INFO(path << "\n" << bytes);
    CHECK(bytes.find("My name is Mia") == std::string::npos);
    has_carpenter = has_carpenter || bytes.find("carpenter") != std::string::npos;
  }
  CHECK(has_carpenter);
  CHECK(machines[0].tree() == machines[1].tree());
  CHECK(machines[0].must_sync(false).nothing_to_do);
  options.purge = true;
  CHECK(forget(machines[0].environment(), options));
}

}  // namespace purge_test
