// What memory was, and taking it back: against a real git.
#include "ops/run/diary.hpp"
#include "tests/ops/remembered.hpp"

namespace undo_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("undo: history tells what each sync learned, newest first, and edits by hand as such") {
  Remembered memory;
  memory.set_now("2026-05-16T09:00:00Z");
  const std::string path = memory.observation("user-moved-to-lisbon");
  memory.reword(path, "Lisbon", "Cascais");
  memory.synced();
  const HistoryReport report = memory.history();
  REQUIRE(report.entries.size() >= 4);
  CHECK_FALSE(report.entries.front().commit.by_hand);
  const HistoryEntry& edit = report.entries[1];
  CHECK(edit.commit.by_hand);
  CHECK(edit.commit.machine == "laptop");
  CHECK(edit.commit.at == at("2026-05-16T09:00:00Z"));
  CHECK(told(edit.changes) == Lines{"reworded observation"});
  CHECK(words(edit.changes.front()).find("[-Lisbon") != std::string::npos);
  const HistoryEntry& import = report.entries[3];
  CHECK(import.commit.subject.find("12 observations from") != std::string::npos);
  std::size_t learned = 0;
  for (const MemoryChange& one : import.changes) {
    learned += one.what == "added" && one.kind == "observation" ? 1U : 0U;
  }
  CHECK(learned == 12);
  CHECK(memory.history({}, 1).more);
  HistoryOptions since;
  since.workspace.root = memory.root();
  since.since = at("2026-05-16T00:00:00Z");
  CHECK(memory_history(memory.environment(), since)->entries.size() == 2);
}

TEST_CASE("undo: a node's history goes on across its names, and is there when it is gone") {
  Remembered memory;
  const std::string path = memory.observation("user-moved-to-lisbon");
  const std::string id = memory.shown(path)->id;
  memory.write("observations/2026/05/02/where-i-live.md", memory.read(path));
  memory.remove(path);
  memory.synced();
  memory.reword("observations/2026/05/02/where-i-live.md", "Lisbon", "Cascais");
  memory.synced();
  const HistoryReport renamed = memory.history(id);
  CHECK(renamed.path == "observations/2026/05/02/where-i-live.md");
  REQUIRE(renamed.entries.size() == 3);
  CHECK(told(renamed.entries[0].changes) == Lines{"reworded observation"});
  CHECK(told(renamed.entries[1].changes) == Lines{"renamed observation"});
  CHECK(renamed.entries[1].changes.front().path_before == path);
  CHECK(told(renamed.entries[2].changes) == Lines{"added observation"});

  memory.remove("observations/2026/05/02/where-i-live.md");
  memory.synced();
  const HistoryReport gone = memory.history(id.substr(0, 12) + id.substr(12));
  REQUIRE(gone.entries.size() == 4);
  CHECK(told(gone.entries[0].changes) == Lines{"deleted observation"});
  CHECK(memory.history("observations/2026/05/02/where-i-live.md").entries.size() == 4);

  HistoryOptions unknown;
  unknown.workspace.root = memory.root();
  unknown.what = "MEMROY.md";
  const auto refused = memory_history(memory.environment(), unknown);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kNotFound);
  CHECK(refused.error().hint == "did you mean MEMORY.md?");
}

TEST_CASE("undo: a note without an id that was moved and edited is still itself") {
  Remembered memory;
  memory.write("memory/plan.md", "# Plan\n\nFirst the bread.\n\nThen the milk.\n\nLast the tea.\n");
  memory.synced();
  std::filesystem::remove(memory.root() + "/memory/plan.md");
  memory.write("memory/shopping.md", "# Plan\n\nFirst the bread.\n\nThen the milk.\n\nNo tea.\n");
  memory.synced();
  const HistoryReport report = memory.history("memory/shopping.md");
  REQUIRE(report.entries.size() == 2);
  REQUIRE(report.entries[0].changes.size() == 1);
  CHECK(report.entries[0].changes[0].path_before == "memory/plan.md");
  CHECK(report.entries[0].changes[0].what == "reworded");
  const BlameReport old = memory.blamed("memory/shopping.md:3");
  REQUIRE(old.written);
  CHECK(old.written->id == report.entries[1].commit.id);
}

TEST_CASE("undo: diff tells by meaning what is not synced yet, without noise of YAML") {
  Remembered memory;
  CHECK(memory.diff().changes.empty());
  const std::string lisbon = memory.observation("user-moved-to-lisbon");
  memory.reword(lisbon, "Lisbon", "Cascais");
  memory.reword(lisbon, "kind: observation", "kind: \"observation\"");
  const std::string tea = memory.observation("user-prefers-tea");
  memory.reword(tea, "\n---\n", "\nmy_key: 1\n---\n");
  memory.remove(memory.observation("user-we-adopted"));
  memory.reword("MEMORY.md", "## Notes\n", "## Notes\n\nKim knows the boiler.\n");
  const DiffReport report = memory.diff();
  REQUIRE(report.from);
  CHECK_FALSE(report.from->by_hand);
  CHECK_FALSE(report.to);
  CHECK(told(report.changes) == Lines{"reworded observation", "deleted observation", "added text"});
  CHECK(words(report.changes[0]).find("[-Lisbon") != std::string::npos);
  CHECK(words(report.changes[0]).find("{+Cascais") != std::string::npos);
  CHECK(report.changes[2].text == "Kim knows the boiler.");
}

TEST_CASE(
    "undo: diff leaves out a hand edit that a sync has committed and that made no other work") {
  Remembered memory;
  memory.write("memory/plan.md", "First the bread.\n");
  CHECK(memory.diff().changes.size() == 1);
  memory.synced();
  REQUIRE(holds(memory.git({"log", "-1", "--format=%s"}), "by hand: memory/plan.md"));
  CHECK(memory.diff().changes.empty());
  memory.reword("memory/plan.md", "bread", "cake");
  memory.committed("by me");
  CHECK(memory.diff().changes.size() == 1);
}

TEST_CASE("undo: a conversation that brought nothing new is not told as 0 observations") {
  SyncReport report;
  report.summaries_written = 1;
  CHECK(ops::commit_message(report, {"Austin"})
            .starts_with("memory: no new observation from \"Austin\", 1 summary\n"));
  CHECK(ops::import_message({"Austin"}, {}).starts_with("memory: no new observation from "));
}

TEST_CASE("undo: where a shallow clone begins, nothing is said to have come in") {
  Remembered memory;
  memory.set_now("2026-05-16T09:00:00Z");
  memory.observed("User bought a sailing boat.");
  memory.synced();
  const std::string clone = memory.outside("clone");
  REQUIRE(
      run_git(memory.outside(""), {"clone", "-q", "--depth", "2", "file://" + memory.root(), clone})
          .exit_code == 0);
  const Environment environment = memory.environment();
  HistoryOptions history;
  history.workspace.root = clone;
  const auto told = memory_history(environment, history);
  if (!told) FAIL(to_string(told.error()));
  REQUIRE(told->entries.size() == 2);
  CHECK_FALSE(told->entries.front().commit.is_edge);
  CHECK_FALSE(told->entries.front().changes.empty());
  CHECK(told->entries.back().commit.is_edge);
  CHECK(told->entries.back().changes.empty());
  const std::string edge = told->entries.back().commit.id;
  BlameOptions blamed;
  blamed.workspace.root = clone;
  blamed.what = clone + "/" + memory.observation("user-moved-to-lisbon");
  const auto blame = pyramid::blame(environment, blamed);
  if (!blame) FAIL(to_string(blame.error()));
  REQUIRE(blame->facts.size() == 1);
  REQUIRE(blame->facts.front().came_in);
  CHECK(blame->facts.front().came_in->is_edge);
  BisectOptions bisected;
  bisected.workspace.root = clone;
  bisected.text = "Lisbon";
  const auto bisect = bisect_memory(environment, bisected);
  REQUIRE(bisect);
  REQUIRE_FALSE(bisect->events.empty());
  CHECK(bisect->events.front().commit.is_edge);
  RevertOptions reverted;
  reverted.workspace.root = clone;
  for (const std::string& what : {edge, blamed.what}) {
    reverted.what = what;
    const auto refused = revert(environment, reverted);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == ErrorKind::kConflict);
    CHECK(refused.error().hint.find("git fetch --unshallow") != std::string::npos);
  }
  ForgetOptions purge;
  purge.workspace.root = clone;
  purge.match = "Lisbon";
  purge.purge = true;
  const auto refused = forget(environment, purge);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().hint.find("git fetch --unshallow") != std::string::npos);
  REQUIRE(run_git(clone, {"fetch", "-q", "--unshallow"}).exit_code == 0);
  const auto whole = pyramid::blame(environment, blamed);
  REQUIRE(whole);
  CHECK_FALSE(whole->facts.front().came_in->is_edge);
}

TEST_CASE("undo: diff between two times tells sections as prose") {
  Remembered memory;
  memory.set_now("2026-05-16T09:00:00Z");
  memory.observed("User bought a sailing boat.");
  memory.synced();
  const DiffReport report = memory.diff("2026-05-15", "2026-05-16");
  REQUIRE(report.from);
  CHECK(report.from->at == at("2026-05-15T09:00:00Z"));
  const MemoryChange* section = of_kind(report.changes, "section");
  REQUIRE(section != nullptr);
  CHECK(section->path == "MEMORY.md");
  CHECK(of_kind(report.changes, "observation")->text == "User bought a sailing boat.");
  CHECK(memory.diff("yesterday", "HEAD").changes.size() == report.changes.size());
  CHECK(memory.diff("1 day ago", "now").changes.size() == report.changes.size());
  DiffOptions early;
  early.workspace.root = memory.root();
  early.from = "2020-01-01";
  const auto refused = memory_diff(memory.environment(), early);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kNotFound);
}

TEST_CASE("undo: a node is shown as it was at a revision or on a day, under its name of then") {
  Remembered memory;
  memory.set_now("2026-05-17T09:00:00Z");
  const std::string path = memory.observation("user-moved-to-lisbon");
  const std::string was = memory.read(path);
  const std::string id = memory.shown(path)->id;
  memory.write("observations/lives.md", was);
  memory.remove(path);
  memory.reword("observations/lives.md", "Lisbon", "Cascais");
  memory.synced();
  const auto then = memory.shown("observations/lives.md", "2026-05-16");
  REQUIRE(then);
  CHECK(then->bytes == was);
  CHECK(then->path == path);
  CHECK(then->commit->at == at("2026-05-15T09:00:00Z"));
  CHECK(memory.shown(id)->bytes == memory.read("observations/lives.md"));
  const std::string boat = memory.observed("User bought a sailing boat.");
  const auto refused = memory.shown(boat, "2026-05-16");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().what.rfind("was not there at ", 0) == 0);
}

TEST_CASE("undo: of a file and a line that line is shown, now and then") {
  Remembered memory;
  memory.write("memory/plan.md", "# Plan\n\nBuy bread.\n");
  memory.synced();
  memory.reword("memory/plan.md", "bread", "milk");
  CHECK(memory.shown("memory/plan.md:3")->bytes == "Buy milk.\n");
  CHECK(memory.shown("memory/plan.md:3", "HEAD")->bytes == "Buy bread.\n");
  CHECK(memory.shown("memory/plan.md")->bytes == "# Plan\n\nBuy milk.\n");
  const auto behind = memory.shown("memory/plan.md:4");
  REQUIRE_FALSE(behind);
  CHECK(to_string(behind.error()).find("has no line 4") != std::string::npos);
}

TEST_CASE("undo: blame names commit, machine, conversation and turn of a fact") {
  Remembered memory;
  const std::string path = memory.observation("user-moved-to-lisbon");
  memory.reword(path, "Lisbon", "Cascais");
  memory.synced();
  const BlameReport report = memory.blamed(path);
  REQUIRE(report.facts.size() == 1);
  const BlamedFact& fact = report.facts.front();
  REQUIRE(fact.came_in);
  CHECK(fact.came_in->subject.find("12 observations") != std::string::npos);
  CHECK(fact.came_in->machine == "laptop");
  REQUIRE(fact.changed);
  CHECK(fact.changed->by_hand);
  CHECK(fact.turn == 1);
  CHECK(fact.speaker == "User");
  CHECK(fact.session.rfind("sessions/2026/05/02/", 0) == 0);
  CHECK_FALSE(fact.session_title.empty());
  CHECK(fact.said == at("2026-05-02T09:00:00Z"));
}

TEST_CASE("undo: blame of a line of MEMORY.md names the sync that wrote it and the facts it says") {
  Remembered memory;
  memory.set_now("2026-05-16T09:00:00Z");
  memory.observed("User bought a sailing boat.");
  memory.synced();
  std::size_t line = 0;
  std::istringstream lines(memory.read("MEMORY.md"));
  for (std::string text; std::getline(lines, text);) {
    ++line;
    if (text.find("sailing boat") != std::string::npos) break;
  }
  const BlameReport report = memory.blamed("MEMORY.md:" + std::to_string(line));
  CHECK(report.line == line);
  REQUIRE(report.written);
  CHECK(report.written->at == at("2026-05-16T09:00:00Z"));
  REQUIRE_FALSE(report.facts.empty());
  CHECK(report.facts.front().text == "User bought a sailing boat.");
  CHECK(report.facts.front().session.empty());
  memory.reword("MEMORY.md", "## Notes\n", "## Notes\n\nKim knows the boiler.\n");
  std::istringstream again(memory.read("MEMORY.md"));
  line = 0;
  for (std::string text; std::getline(again, text);) {
    ++line;
    if (text == "Kim knows the boiler.") break;
  }
  const BlameReport mine = memory.blamed("MEMORY.md:" + std::to_string(line));
  CHECK_FALSE(mine.written);
  CHECK(mine.facts.empty());
}

TEST_CASE("undo: a sync is taken back by a new commit, and the next sync repairs what read it") {
  Remembered memory;
  const auto before = memory.tree();
  memory.set_now("2026-05-15T09:00:01Z");
  const std::string path = memory.observed("User bought a sailing boat.");
  const std::string boat = memory.git({"rev-parse", "HEAD"}).substr(0, 40);
  memory.synced();
  CHECK(memory.read("MEMORY.md").find("sailing boat") != std::string::npos);
  const std::size_t commits = memory.commits();

  const auto dry = memory.reverted(boat, {}, true);
  REQUIRE(dry);
  CHECK(told(dry->changes) == Lines{"deleted observation"});
  CHECK(dry->to_do.find("section to write") != std::string::npos);
  CHECK(dry->commit.empty());
  CHECK(memory.commits() == commits);

  const auto done = memory.reverted(boat.substr(0, 10));
  REQUIRE(done);
  CHECK(done->reverted->id == boat);
  CHECK(done->to_do == dry->to_do);
  CHECK(memory.commits() == commits + 1);
  CHECK(memory.git({"log", "-1", "--format=%B"}).find("Pyramid-Reverts: " + boat) !=
        std::string::npos);
  CHECK(memory.git({"status", "--porcelain"}).empty());
  CHECK_FALSE(memory.tree().contains(path));
  memory.synced();
  CHECK(memory.tree() == before);
  CHECK(memory.reverted(boat)->changes.empty());
}

TEST_CASE("undo: a node is put back as it was before its last change, or on a day") {
  Remembered memory;
  memory.set_now("2026-05-16T09:00:00Z");
  const std::string path = memory.observation("user-moved-to-lisbon");
  const std::string was = memory.read(path);
  memory.reword(path, "Lisbon", "Cascais");
  memory.synced();
  const auto done = memory.reverted(path);
  REQUIRE(done);
  CHECK(told(done->changes) == Lines{"reworded observation"});
  CHECK_FALSE(done->to_do.empty());
  CHECK(memory.read(path) == was);
  memory.synced();

  memory.remove(path);
  memory.synced();
  const auto back = memory.reverted(path, "2026-05-15");
  REQUIRE(back);
  CHECK(memory.read(path) == was);
  CHECK(memory.git({"log", "-1", "--format=%s"}).find("as it was on 2026-05-15") !=
        std::string::npos);
}

TEST_CASE(
    "undo: what is not committed or is staged is refused in one line, and nothing is written") {
  Remembered memory;
  const std::string path = memory.observed("User bought a sailing boat.");
  memory.write("memory/mine.md", "staged\n");
  memory.git({"add", "memory/mine.md"});
  memory.write(path, memory.read(path) + "\n");
  const auto refused = memory.reverted("HEAD");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kConflict);
  CHECK(refused.error().where == path);
  memory.git({"checkout", "-q", "--", path});
  const auto done = memory.reverted("HEAD");
  REQUIRE(done);
  CHECK(memory.git({"status", "--porcelain"}) == "A  memory/mine.md\n");
  CHECK(memory.git({"show", "--format=", "--name-only", "HEAD"}) == path + "\n");
  CHECK(memory.reverted("no-such-thing").error().kind == ErrorKind::kNotFound);
}

TEST_CASE("undo: the commit that made the workspace is not undone") {
  Remembered memory;
  const std::string first = memory.git({"rev-list", "--max-parents=0", "HEAD"}).substr(0, 40);
  const auto refused = memory.reverted(first);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kUsage);
  CHECK(memory.tree().contains("pyramid.yaml"));
  const auto to = memory.reverted("HEAD", "2026-05-15");
  REQUIRE_FALSE(to);
  CHECK(to.error().what.find("--to puts back one file") != std::string::npos);
}

TEST_CASE("undo: an import goes with its observations, though a sync has given them models") {
  Remembered memory;
  const std::string import =
      memory.git({"rev-list", "--max-parents=1", "--grep=Pyramid-Sessions", "HEAD"}).substr(0, 40);
  REQUIRE(import.size() == 40);
  const auto done = memory.reverted(import);
  if (!done) FAIL(to_string(done.error()));
  CHECK(done->left.empty());
  CHECK(files_below(memory, "observations/").empty());
  CHECK(files_below(memory, "sessions/").empty());
  memory.synced();
  CHECK(memory.check()->problems.empty());
}

TEST_CASE("undo: with nothing to put back, nothing is said to be out of date") {
  Remembered memory;
  const std::string path = memory.observed("User bought a sailing boat.");
  const auto again = memory.reverted(path, "HEAD");
  REQUIRE(again);
  CHECK(again->commit.empty());
  CHECK(again->to_do.empty());
}

TEST_CASE("undo: no revert puts conflict markers back") {
  Remembered memory;
  memory.write("memory/mine.md", "One.\n");
  memory.synced();
  memory.write("memory/mine.md", "Two.\n");
  memory.synced();
  memory.write("memory/mine.md", "<<<<<<< HEAD\nTwo.\n=======\nThree.\n>>>>>>> other\n");
  memory.git({"add", "-A"});
  memory.git({"commit", "-q", "-m", "vault backup"});
  const std::string marked = memory.git({"rev-parse", "HEAD"}).substr(0, 40);
  memory.synced();
  REQUIRE(memory.read("memory/mine.md").find("<<<<") == std::string::npos);
  const auto refused = memory.reverted("memory/mine.md", marked);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kConflict);
  const auto done = memory.reverted("memory/mine.md");
  if (!done) FAIL(to_string(done.error()));
  CHECK(memory.read("memory/mine.md") == "Two.\n");
}

TEST_CASE("undo: bisect names the commit that brought a belief in, and where it left again") {
  Remembered memory;
  memory.set_now("2026-05-16T09:00:00Z");
  const std::string path = memory.observed("User bought a sailing boat.");
  memory.synced();
  memory.set_now("2026-05-17T09:00:00Z");
  REQUIRE(memory.reverted("HEAD~1"));
  memory.synced();
  const BisectReport report = memory.bisected("SAILING   boat");
  REQUIRE(report.events.size() >= 4);
  CHECK(report.events.front().came);
  CHECK(report.events.front().path == path);
  CHECK(report.events.front().kind == "observation");
  CHECK(report.events.front().commit.at == at("2026-05-16T09:00:00Z"));
  CHECK_FALSE(report.events.back().came);
  CHECK(report.now.empty());
  CHECK(memory.bisected("never said").events.empty());
  CHECK_FALSE(memory.bisected("Lisbon").now.empty());
}

}  // namespace undo_test
