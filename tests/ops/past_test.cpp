// One node through time, across renames and merges: against a real git.
#include "tests/ops/remembered.hpp"

namespace past_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

const std::string kHome = "observations/2026/05/02/where-i-live.md";

std::vector<std::string> subjects(const HistoryReport& report) {
  std::vector<std::string> lines;
  for (const HistoryEntry& one : report.entries) lines.push_back(one.commit.subject);
  return lines;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// On one branch the fact about Lisbon was renamed to kHome, on the other it says Cascais; the merge
// has both.
class Merged : public Remembered {
 public:
  Merged() {
    path = observation("user-moved-to-lisbon");
    id = shown(path)->id;
    git({"checkout", "-q", "-b", "side"});
    move(path, kHome);
    renamed = committed("renamed");
    git({"checkout", "-q", "main"});
    reword(path, "Lisbon", "Cascais");
    reworded = committed("reworded");
    const std::string bytes = read(path);
    run_git(root(), {"merge", "-q", "--no-commit", "side"});
    remove(path);
    write(kHome, bytes);
    merge = committed("merged");
  }
  std::string path, id, renamed, reworded, merge;
};

}  // namespace

TEST_CASE("past: a rename on one side of a merge and an edit on the other are both told") {
  Merged memory;
  const HistoryReport report = memory.history(memory.id);
  CHECK(report.path == kHome);
  REQUIRE(report.entries.size() == 3);
  const auto entry = [&](const std::string& commit) {
    for (const HistoryEntry& one : report.entries) {
      if (one.commit.id == commit) return told(one.changes);
    }
    return Lines{};
  };
  CHECK(entry(memory.merge).empty());
  CHECK(entry(memory.renamed) == Lines{"renamed observation"});
  CHECK(entry(memory.reworded) == Lines{"reworded observation"});
  CHECK(told(report.entries.back().changes) == Lines{"added observation"});
  const BlameReport blame = memory.blamed(kHome);
  REQUIRE(blame.facts.size() == 1);
  REQUIRE(blame.facts.front().changed);
  CHECK(blame.facts.front().changed->id == memory.reworded);
  CHECK(holds(blame.facts.front().came_in->subject, "12 observations"));
  for (const HistoryEntry& one : memory.history().entries) CHECK(one.commit.id != memory.merge);
  CHECK(memory.bisected("Cascais").events.front().commit.id == memory.reworded);
  CHECK(memory.bisected("Cascais").now.front() == kHome);
  for (const BisectEvent& one : memory.bisected("Cascais").events) {
    CHECK(one.commit.id != memory.merge);
  }
  CHECK(memory.shown(memory.id, memory.renamed)->path == kHome);
  CHECK(memory.shown(memory.id, memory.reworded)->path == memory.path);
}

TEST_CASE("past: what a merge itself changed is told as the merge's") {
  Remembered memory;
  const std::string path = memory.observation("user-moved-to-lisbon");
  memory.git({"checkout", "-q", "-b", "side"});
  memory.write("memory/side.md", "Side.\n");
  memory.committed("side");
  memory.git({"checkout", "-q", "main"});
  memory.write("memory/main.md", "Main.\n");
  memory.committed("main");
  memory.git({"merge", "-q", "--no-commit", "side"});
  memory.reword(path, "Lisbon", "Cascais");
  memory.committed("merged");
  const HistoryReport all = memory.history();
  CHECK(told(all.entries.front().changes) == Lines{"reworded observation"});
  CHECK(subjects(memory.history(path)).front() == "merged");
  // Each file is told once, by the commit that brought it in.
  std::size_t notes = 0;
  for (const HistoryEntry& one : all.entries) {
    for (const MemoryChange& change : one.changes) notes += change.kind == "note" ? 1U : 0U;
  }
  CHECK(notes == 2);
}

TEST_CASE("past: what two machines learned apart is told as one thing learned twice") {
  Remembered memory;
  memory.git({"checkout", "-q", "-b", "side"});
  const std::string path = memory.observed("User bought a sailing boat.");
  const std::string bytes = memory.read(path);
  memory.git({"checkout", "-q", "main"});
  memory.write("memory/main.md", "Main.\n");
  memory.write(path, bytes);
  memory.committed("copied");
  memory.git({"merge", "-q", "-m", "merged", "side"});
  std::size_t learned = 0, twins = 0;
  for (const HistoryEntry& one : memory.history({}, 2).entries) {
    for (const MemoryChange& change : one.changes) {
      if (change.kind != "observation") continue;
      ++learned;
      twins += change.details.empty() ? 0U : 1U;
    }
  }
  CHECK(learned == 2);
  CHECK(twins == 1);
  CHECK(memory.history(path).entries.size() == 1);
}

TEST_CASE("past: of two sides that both had the file, the one that the merge took is told") {
  Remembered memory;
  const std::string path = memory.observation("user-moved-to-lisbon");
  memory.git({"checkout", "-q", "-b", "side"});
  memory.remove(path);
  memory.committed("dropped");
  memory.git({"checkout", "-q", "main"});
  memory.reword(path, "Lisbon", "Cascais");
  memory.committed("reworded");
  const std::string bytes = memory.read(path);
  run_git(memory.root(), {"merge", "-q", "--no-commit", "side"});
  memory.write(path, bytes);
  memory.committed("kept");
  const Lines told = subjects(memory.history(path));
  REQUIRE(told.size() == 2);
  CHECK(told.front() == "reworded");
}

TEST_CASE("past: a note of an odd name is found as links call it, also when it is gone") {
  Remembered memory;
  memory.write("notes/my note.md", "The boiler hums.\n");
  memory.committed("noted");
  CHECK(memory.shown("notes/my%20note.md")->path == "notes/my note.md");
  memory.remove("notes/my note.md");
  memory.committed("dropped");
  CHECK(memory.history("notes/my%20note.md").entries.size() == 2);
}

TEST_CASE("past: a fact that went on the other side of a merge has a history") {
  Remembered memory;
  const std::string path = memory.observation("user-moved-to-lisbon");
  memory.git({"checkout", "-q", "-b", "side"});
  memory.remove(path);
  const std::string dropped = memory.committed("dropped");
  memory.git({"checkout", "-q", "main"});
  memory.write("memory/main.md", "Main.\n");
  memory.committed("main");
  memory.git({"merge", "-q", "-m", "merged", "side"});
  const HistoryReport report = memory.history(path);
  REQUIRE(report.entries.size() == 2);
  CHECK(report.entries.front().commit.id == dropped);
  const auto gone = memory.shown(path);
  REQUIRE_FALSE(gone);
  CHECK(holds(gone.error().what, "went on "));
  CHECK(holds(gone.error().what, dropped.substr(0, 7)));
  CHECK(holds(gone.error().hint, "--at " + dropped.substr(0, 7) + "~1"));
}

TEST_CASE("past: what is asked for by a name that it had is told under its new one") {
  Remembered memory;
  const std::string path = memory.observation("user-moved-to-lisbon");
  memory.move(path, kHome);
  memory.write("memory/plan.md", "# Plan\n\nFirst the bread.\n\nThen the milk.\n");
  memory.synced();
  memory.move("memory/plan.md", "memory/shopping.md");
  memory.synced();
  memory.move("memory/shopping.md", "memory/list.md");
  memory.synced();
  const HistoryReport fact = memory.history(path);
  CHECK(fact.path == kHome);
  CHECK(fact.asked == path);
  CHECK(told(fact.entries.front().changes) == Lines{"renamed observation"});
  const HistoryReport note = memory.history("memory/plan.md");
  CHECK(note.path == "memory/list.md");
  CHECK(note.asked == "memory/plan.md");
  CHECK(note.entries.size() == 3);
  CHECK(memory.history("memory/list.md").asked.empty());
  CHECK(memory.shown(path)->path == kHome);
  CHECK(memory.shown("memory/plan.md")->path == "memory/list.md");
}

TEST_CASE("past: a move or deletion that is not committed yet hides no history") {
  Remembered memory;
  const std::string path = memory.observation("user-moved-to-lisbon");
  const std::string id = memory.shown(path)->id;
  memory.move(path, kHome);
  CHECK(memory.history(kHome).entries.size() == 1);
  CHECK(memory.blamed(kHome).facts.front().came_in);
  memory.remove(kHome);
  CHECK(memory.history(id).entries.size() == 1);
  const auto gone = memory.shown(id);
  REQUIRE_FALSE(gone);
  CHECK(holds(gone.error().what, "not committed yet"));
}

TEST_CASE("past: two facts that changed names keep their own histories") {
  Remembered memory;
  const std::string lisbon = memory.observation("user-moved-to-lisbon");
  const std::string tea = memory.observation("user-prefers-tea");
  const std::string id = memory.shown(lisbon)->id;
  const std::string bytes = memory.read(lisbon);
  memory.write(lisbon, memory.read(tea));
  memory.write(tea, bytes);
  memory.committed("swapped");
  const HistoryReport report = memory.history(id);
  CHECK(report.path == tea);
  REQUIRE(report.entries.size() == 2);
  CHECK(told(report.entries[0].changes) == Lines{"renamed observation"});
  CHECK(told(report.entries[1].changes) == Lines{"added observation"});
}

TEST_CASE("past: an observation that is superseded says it no more") {
  Remembered memory;
  const std::string path = memory.observation("user-moved-to-lisbon");
  memory.reword(path, "kind: observation\n", "kind: observation\nstatus: superseded\n");
  memory.committed("superseded");
  const BisectReport report = memory.bisected("moved to Lisbon");
  for (const std::string& now : report.now) CHECK(now != path);
  const auto left =
      std::find_if(report.events.begin(), report.events.end(),
                   [&](const BisectEvent& one) { return one.path == path && !one.came; });
  REQUIRE(left != report.events.end());
  CHECK(left->status == "superseded");
  CHECK(left->commit.subject == "superseded");
  memory.remove(path);
  memory.committed("dropped");
  for (const BisectEvent& one : memory.bisected("moved to Lisbon").events) {
    CHECK_FALSE((one.path == path && one.commit.subject == "dropped"));
  }
}

TEST_CASE("past: the headings that a sync makes are no part of what a person writes") {
  Remembered memory;
  memory.set_now("2026-05-16T09:00:00Z");
  memory.remembered("Kim is allergic to peanuts.");
  const HistoryReport report = memory.history({}, 1);
  REQUIRE(told(report.entries.front().changes) == Lines{"added text"});
  CHECK(holds(report.entries.front().changes.front().text, "Kim is allergic to peanuts."));
  for (const HistoryEntry& one : memory.history().entries) {
    for (const MemoryChange& change : one.changes) {
      CHECK((change.kind != "text" || one.commit.id == report.entries.front().commit.id));
    }
  }
}

}  // namespace past_test
