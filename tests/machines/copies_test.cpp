// Files that other programs copy between machines, and what they leave beside them.
#include "ops/nodes/copies.hpp"

#include "base/text.hpp"
#include "pyramid/remember.hpp"
#include "pyramid/revert.hpp"
#include "pyramid/search.hpp"
#include "tests/machines/conversations.hpp"
#include "tests/machines/folders.hpp"

#include <set>

namespace copies_test {

using namespace pyramid;
using namespace pyramid::test;
using Catch::Contains;

namespace {

constexpr const char* kPlan = "memory/plan.md";
constexpr const char* kCopyOfPlan = "memory/plan.sync-conflict-20260512-100300-7ABCDEF.md";

// Each state of memory/plan.md in a commit of its own.
void commit_plans(Machine& machine, const std::vector<std::string>& states) {
  for (const std::string& state : states) {
    machine.write(kPlan, state);
    machine.must_sync(false);
  }
}

// A memory with a note that was committed, and what two machines made of it: one in the file, one
// in a conflict copy of this name.
std::string merged_with_copy(const std::string& copy) {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.write("memory/plan.md", "# Plan\n\nFirst.\n\nLast.\n");
  machine.must_sync(false);
  machine.write("memory/plan.md", "# Plan\n\nFirst of all.\n\nLast.\n");
  machine.must_sync(false);
  machine.write("memory/" + copy, "# Plan\n\nFirst.\n\nLast of all.\n");
  const SyncReport report = machine.must_sync(false);
  CHECK_FALSE(report.merged.empty());
  CHECK_FALSE(std::filesystem::exists(machine.path("memory/" + copy)));
  CHECK(machine.git({"status", "--porcelain"}).out.empty());
  CHECK(machine.must_sync(false).nothing_to_do);
  return machine.read("memory/plan.md");
}

// Four facts, and the file of the summary that a sync makes of them.
std::string with_a_summary(Machine& machine) {
  for (int i = 0; i < 4; ++i) machine.add_fact(i, "Fact " + std::to_string(i) + ".");
  machine.must_sync(false);
  std::string name;
  for (const auto& [path, bytes] : machine.tree()) {
    if (path.starts_with("summaries/")) name = path;
  }
  REQUIRE_FALSE(name.empty());
  return name;
}

// A person's words at the top of a file's text.
std::string with(std::string bytes, const std::string& words) {
  return bytes.insert(bytes.find("---\n", 4) + 4, words + "\n\n");
}

}  // namespace

TEST_CASE("copies: what each program calls a conflict copy is known") {
  const auto of = [](const std::string& name) {
    const auto copy = ops::conflict_copy("a/" + name);
    return copy ? copy->original + (copy->certain ? "" : "?") : "";
  };
  CHECK(of("x.sync-conflict-20260512-100300-7ABCDEF.md") == "a/x.md");
  CHECK(of("x (Conflicted copy phone 202605121003).md") == "a/x.md");
  CHECK(of("x (Ana's conflicted copy 2026-05-12).md") == "a/x.md");
  CHECK(of("x (conflicted copy 2026-05-12 100300).md") == "a/x.md");
  CHECK(of("x (Tess (2)'s conflicted copy 2026-05-01).md") == "a/x.md");
  CHECK(of("x (LAPTOP conflict 2026-05-12).md") == "a/x.md");
  CHECK(of("x (SFConflict ana@example.org 2026-05-12-10-03-00).md") == "a/x.md");
  CHECK(of("x (Copie en conflit de LAPTOP 2026-05-12).md") == "a/x.md");
  CHECK(of("x (In Konflikt stehende Kopie von LAPTOP 2026-05-12).md") == "a/x.md");
  CHECK(of("x (conflicted copy 2026-05-12) 2.md") == "a/x.md");
  CHECK(of("x_conflict-20260512-100300.md") == "a/x.md");
  CHECK(of("x.SYNC-CONFLICT-20260512-100300-7ABCDEF.md") == "a/x.md");
  CHECK(of("x (case conflict).md") == "a/x.md?");
  CHECK(of("x.conflict.md") == "a/x.md?");
  CHECK(of("x-conflict-laptop.md") == "a/x.md?");
  CHECK(of("x 2.md") == "a/x.md?");
  CHECK(of("x (1).md") == "a/x.md?");
  CHECK(of("x-LAPTOP.md") == "a/x.md?");
  CHECK(of("x-DESKTOP-4F2K8L1.md") == "a/x.md?");
  CHECK(of("2026-05-12-LAPTOP.md") == "a/2026-05-12.md?");
  CHECK(of("x (Ana's conflicted copy).md") == "a/x.md");
  CHECK(of("x (conflict of interest).md") == "a/x.md?");  // a person's, but for the same id
  CHECK(of("x (the conflict of 2020).md") == "a/x.md?");
  CHECK(of("x.md").empty());
}

TEST_CASE("copies: a note whose name sounds like a copy's stays, with another or alone") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.write("memory/war.md", "# War\n\nA story.\n");
  machine.write("memory/war (the conflict of 2020).md", "# War 2\n\nAnother one.\n");
  machine.write("memory/plan (conflict 2026-01-01).md", "# Plan\n\nAlone.\n");
  const SyncReport report = machine.must_sync(false);
  CHECK(report.merged.empty());
  CHECK(machine.read("memory/war.md") == "# War\n\nA story.\n");
  CHECK(machine.read("memory/war (the conflict of 2020).md") == "# War 2\n\nAnother one.\n");
  CHECK(machine.read("memory/plan (conflict 2026-01-01).md") == "# Plan\n\nAlone.\n");
}

TEST_CASE("copies: before a sync a search finds the file, and not its conflict copy") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.write("memory/boat.md", "# Boat\n\nThe quagga stands on deck.\n");
  machine.must_sync(false);
  machine.write("memory/boat.sync-conflict-20260512-100300-7ABCDEF.md",
                "# Boat\n\nThe quagga stands below deck.\n");
  machine.write("memory/the conflict of the quaggas.md", "# Quaggas\n\nA quagga bit another.\n");
  SearchOptions options;
  options.workspace.root = machine.root();
  options.query = "quagga";
  const auto found = search_memory(machine.environment(), options);
  REQUIRE(found);
  std::set<std::string> paths;
  for (const SearchHit& hit : found->hits) paths.insert(hit.path);
  CHECK(paths.contains("memory/boat.md"));
  CHECK(paths.contains("memory/the conflict of the quaggas.md"));
  CHECK_FALSE(paths.contains("memory/boat.sync-conflict-20260512-100300-7ABCDEF.md"));
}

TEST_CASE("copies: before a sync a conflict copy is told by check, status and the dry run") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string id = "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\n---\n";
  machine.write("memory/plan.md", id + "# Plan\n");
  machine.write("memory/boat.md", "# Boat\n");
  machine.must_sync(false);
  machine.write("memory/plan-LAPTOP.md", id + "# Plan B\n");
  machine.write("memory/boat.sync-conflict-20260512-100300-7ABCDEF.md", "# Boat B\n");
  machine.write("memory/plan-free.md", "# A note of a person's\n");
  const WorkspaceOptions here{machine.root(), {}};
  const auto told = [](const Diagnostics& diagnostics) {
    return std::count_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& one) {
      return one.what.starts_with("is a conflict copy of memory/");
    });
  };
  const auto stands = status(machine.environment(), here);
  REQUIRE(stands);
  CHECK(stands->copies_to_merge == 2);
  CHECK_FALSE(stands->up_to_date());
  CHECK(told(stands->diagnostics) == 2);
  CheckOptions checking;
  checking.workspace = here;
  CHECK(told(check(machine.environment(), checking)->problems) == 2);
  SyncOptions trying;
  trying.workspace = here;
  trying.dry_run = true;
  const auto planned = pyramid::sync(machine.environment(), trying);
  REQUIRE(planned);
  CHECK_FALSE(planned->nothing_to_do);
  const auto merges = std::count_if(planned->steps.begin(), planned->steps.end(),
                                    [](const SyncStep& step) { return step.what == "merge"; });
  CHECK(merges == 2);
  CHECK(machine.must_sync(false).merged.size() == 2);
  CHECK(status(machine.environment(), here)->up_to_date());
}

TEST_CASE("copies: a conflict copy that cannot be read is named and left, and harms nothing") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.write("memory/plan.md", "# Plan\n\nFirst.\n");
  machine.must_sync(false);
  const std::string copy = "memory/plan.sync-conflict-20260512-100300-7ABCDEF.md";
  for (const char* bytes : {"# Plan\n\nCaf\xE9.\n", "---\nfoo: [a\n---\nSecond.\n"}) {
    machine.write(copy, bytes);
    const SyncReport report = machine.must_sync(false);
    CHECK(machine.read("memory/plan.md") == "# Plan\n\nFirst.\n");
    CHECK(machine.read(copy) == bytes);
    CHECK(std::any_of(report.diagnostics.begin(), report.diagnostics.end(), [&](const auto& one) {
      return one.where == copy && one.what.find("is left as it is") != std::string::npos;
    }));
    CHECK(machine.git({"ls-files", copy}).out.empty());
  }
}

TEST_CASE("copies: what is observed or remembered leaves a conflict copy to the next sync") {
  Machines machines(1);
  Machine& machine = machines[0];
  commit_plans(machine, {"# Plan\n\nFirst.\n\nLast.\n", "# Plan\n\nFirst of all.\n\nLast.\n"});
  machine.write(kCopyOfPlan, "# Plan\n\nFirst.\n\nLast of all.\n");
  machine.write("memory/trip-LAPTOP.md", "A file of a person's.\n");
  ObserveOptions fact;
  fact.workspace.root = machine.root();
  fact.text = "Ana has a cat.";
  REQUIRE(observe(machine.environment(), fact));
  RememberOptions note;
  note.workspace.root = machine.root();
  note.text = "Ana has two cats.";
  REQUIRE(remember(machine.environment(), note));
  CHECK(machine.git({"status", "--porcelain"}).out == "?? " + std::string(kCopyOfPlan) + "\n");
  CHECK_FALSE(machine.must_sync(false).merged.empty());
  CHECK(machine.read(kPlan) == "# Plan\n\nFirst of all.\n\nLast of all.\n");
  CHECK(machine.git({"log", "--all", "--format=%h", "--", kCopyOfPlan}).out.empty());
  CHECK(machine.must_sync(false).nothing_to_do);
}

TEST_CASE("copies: of two wordings the one that says all of the other stands") {
  for (const char* copy : {"plan.sync-conflict-20260512-100300-7ABCDEF.md",
                           "plan (conflicted copy 2026-05-12 100300).md"}) {
    CHECK(merged_with_copy(copy) == "# Plan\n\nFirst of all.\n\nLast of all.\n");
  }
}

TEST_CASE(
    "copies: a paragraph that a conflict copy lacks stays, for it may never have been there") {
  Machines machines(1);
  Machine& machine = machines[0];
  commit_plans(machine, {"# Plan\n\nFirst.\n\nMiddle is here.\n",
                         "# Plan\n\nFirst.\n\nMiddle is here.\n\nLast.\n"});
  machine.write(kCopyOfPlan, "# Plan\n\nFirst of all.\n\nLast.\n");
  machine.must_sync(false);
  CHECK(machine.read(kPlan) == "# Plan\n\nFirst of all.\n\nMiddle is here.\n\nLast.\n");
  CHECK(machine.must_sync(false).nothing_to_do);
}

TEST_CASE("copies: what each machine committed before the other's file came stays, on both") {
  const std::string before = "# Notes\n\n- base\n";
  const std::pair<std::string, std::string> both[] = {
      {"- buy milk\n", "- buy eggs\n"},
      {"- Dentist on 3 May\n", "- Dentist on 9 June\n"},
      {"- Paid Ana 40 euros\n", "- Paid Mia 25 euros\n"},
      {"\nThe meeting is on Monday.\n", "\nThe dinner is on Friday.\n"},
      {"\n### [2026-06-03 10:05]\n\nCall Ana.\n", "\n### [2026-06-03 10:05]\n\nCall Mia.\n"},
      {"\n| a | b |\n| - | - |\n| 3 | 4 |\n", "\n| a | b |\n| - | - |\n| 5 | 6 |\n"},
  };
  for (const auto& [one, other] : both) {
    INFO(one << other);
    // The product made the first one's file the copy, on both machines.
    std::vector<std::string> outcomes;
    for (const bool has_lost : {true, false}) {
      Machines machines(1);
      Machine& machine = machines[0];
      commit_plans(machine, {before, before + (has_lost ? one : other)});
      machine.write(kPlan, before + other);
      machine.write(kCopyOfPlan, before + one);
      machine.must_sync(false);
      outcomes.push_back(machine.read(kPlan));
      CHECK(machine.must_sync(false).nothing_to_do);
    }
    for (const std::string_view said : {std::string_view(one), std::string_view(other)}) {
      const std::string_view last = split_lines(said).back();
      CHECK_THAT(outcomes[0], Contains(std::string(last)));
    }
    CHECK(outcomes[0] == outcomes[1]);
  }
}

TEST_CASE("copies: a change that both machines made alike hides no line committed before it") {
  struct Case {
    std::vector<std::string> states;
    std::string copy;
  };
  const std::string before = "# Plan\n\nThe old paragraph.\n\n- base\n";
  const std::string alike = "# Plan\n\nThe new paragraph.\n\n- base\n";
  const Case cases[] = {
      {{before, before + "- buy milk\n", alike + "- buy milk\n"}, alike + "- buy eggs\n"},
      {{"- old\n- base\n", "- old\n- base\n- buy milk\n", "- base\n- buy milk\n"},
       "- base\n- buy eggs\n"},
  };
  for (const auto& [states, copy] : cases) {
    INFO(copy);
    Machines machines(1);
    Machine& machine = machines[0];
    commit_plans(machine, states);
    machine.write(kCopyOfPlan, copy);
    machine.must_sync(false);
    const std::string outcome = machine.read(kPlan);
    CHECK_THAT(outcome, Contains("- buy milk\n") && Contains("- buy eggs\n"));
    CHECK_THAT(outcome, !Contains("conflict") && !Contains("old"));
  }
}

TEST_CASE("copies: a line that only one of the two has stays, however old it is") {
  Machines machines(1);
  Machine& machine = machines[0];
  commit_plans(machine, {"- one\n", "- one\n- two\n", "- one\n- two\n- three\n",
                         "- one\n- two\n- three\n- four\n"});
  machine.write(kCopyOfPlan, "- one\n- three\n- four\n");
  machine.must_sync(false);
  CHECK(machine.read(kPlan) == "- one\n- two\n- three\n- four\n");
}
TEST_CASE("copies: a line that the other machine never saw is not taken out by its copies") {
  const std::string rome = "We go to Rome.\n\n", tent = "Pack the blue tent.\n\n";
  const std::string food = "Ana brings food.\n\n", others = rome + food + "Bob drives.\n";
  const bool is_merged_before = GENERATE(true, false);
  for (const bool is_copy_mine : {true, false}) {
    Machines machines(1);
    Machine& machine = machines[0];
    commit_plans(machine, {rome + tent});
    if (is_merged_before) {
      machine.write(kCopyOfPlan, machine.read(kPlan));
      commit_plans(machine, {rome + food});
      CHECK_THAT(machine.read(kPlan), Contains(tent) && Contains("Ana brings food.\n"));
    }
    const std::string mine = is_merged_before ? machine.read(kPlan) : rome + tent + "Zoe sings.\n";
    machine.write(kCopyOfPlan, is_copy_mine ? mine : others);
    commit_plans(machine, {is_copy_mine ? others : mine});
    CHECK_THAT(machine.read(kPlan), Contains("tent") && Contains("Ana") && Contains("Bob"));
    CHECK(machine.must_sync(false).nothing_to_do);
  }
}

TEST_CASE("copies: of two wordings of a sentence both stand, in a fact in a note") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string milk = "Buy milk.\n", meet = milk + "\nMeet Tim at ";
  commit_plans(machine, {milk, meet + "ten.\n"});
  const std::string name = machine.add_fact(1, "Tim lives in Porto.");
  machine.must_sync(false);
  machine.write(kCopyOfPlan, meet + "five.\n");
  const std::string fact = machine.read(name);
  machine.write(name.substr(0, name.size() - 3) + ".sync-conflict-20260512-100300-7ABCDEF.md",
                replace_all(fact, "Porto", "Faro"));
  machine.write(name, replace_all(fact, "Porto", "Braga"));
  commit_plans(machine, {meet + "noon.\n"});
  CHECK(machine.read(kPlan) == milk + "\nMeet Tim at five.\n\nMeet Tim at noon.\n");
  CHECK_THAT(machine.read(name),
             Contains("> [!conflict] 2026-05-15: changed on two machines; keep what is right, "
                      "without this note\n>\n> Tim lives in Braga.\n>\n> ***\n>\n> Tim lives in "
                      "Faro.\n"));
  CHECK(machine.must_sync(false).nothing_to_do);
}

TEST_CASE("copies: a note of two wordings holds against a copy from before it") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = machine.add_fact(1, "Jonas likes tea from Lisbon.");
  machine.must_sync(false);
  const std::string before = machine.read(name), stem = name.substr(0, name.size() - 3);
  const std::string other = replace_all(before, "Lisbon.", "Lisbon with Sadolan.");
  machine.write(name, replace_all(before, "Lisbon.", "Lisbon with Punemiv."));
  machine.must_sync(false);
  machine.write(stem + ".sync-conflict-20260515-093000-ABCDEFG.md", other);
  machine.must_sync(false);
  const std::string both = machine.read(name);
  CHECK_THAT(both, Contains("Punemiv") && Contains("Sadolan") && Contains("conflict"));
  machine.write(stem + ".sync-conflict-20260515-103000-ABCDEFG.md",
                replace_all(other, "kind: observation", "kind: observation\nmood: odd"));
  machine.must_sync(false);
  CHECK(machine.read(name) == replace_all(both, "observation\n", "observation\nmood: odd\n"));
}

TEST_CASE("copies: a copy from before a wording takes none out, whatever the program set in both") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = machine.add_fact(1, "Jonas likes tea from Lisbon.");
  machine.must_sync(false);
  const std::string before = machine.read(name);
  const auto with_model = [](std::string bytes) {
    return replace_all(bytes, "kind: observation\n", "kind: observation\nrated: user\n");
  };
  machine.write(name, with_model(replace_all(before, "Lisbon.", "Porto.")));
  machine.must_sync(false);
  machine.write(name.substr(0, name.size() - 3) + ".sync-conflict-20260515-093000-ABCDEFG.md",
                with_model(before));
  machine.must_sync(false);
  CHECK_THAT(machine.read(name), Contains("Porto.") && Contains("Lisbon."));
}

TEST_CASE("copies: what two machines logged on one day stands, whoever logged more before") {
  const Folders folders(2, Diaries::kEach);
  const std::vector<Machine*> all = folders.all();
  const auto log = [](Machine& machine, const char* at, const std::string& text) {
    machine.set_now(pyramid::test::at(at));
    RememberOptions options;
    options.workspace.root = machine.root();
    options.text = text;
    options.channel = "web";
    REQUIRE(log_text(machine.environment(), options));
  };
  log(*all[1], "2026-05-15T22:51:00Z", "Asked for Facohikon.");
  log(*all[0], "2026-05-15T09:30:00Z", "Asked for Fatokusaf.");
  log(*all[0], "2026-05-15T19:14:00Z", "Asked for Badobitoc.");
  all[0]->write("daily/2026-05-15.sync-conflict-20260515-230000-ABCDEFG.md",
                all[1]->read("daily/2026-05-15.md"));
  all[0]->must_sync(false);
  const std::string day = all[0]->read("daily/2026-05-15.md");
  const std::size_t first = day.find("Fatokusaf"), second = day.find("Badobitoc");
  CHECK(first < second);
  CHECK(second < day.find("Facohikon"));
  CHECK(day.find("Facohikon") != std::string::npos);
}

TEST_CASE("copies: two notes that were begun apart under one name are one with the words of both") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string call = "# Todo\n\nCall ";
  commit_plans(machine, {call + "Fatokusaf.\n", call + "Fatokusaf.\n\nCall Badobitoc.\n"});
  machine.write(kCopyOfPlan, call + "Facohikon.\n");
  machine.must_sync(false);
  CHECK(machine.read(kPlan) == call + "Facohikon.\n\nCall Fatokusaf.\n\nCall Badobitoc.\n");
}

TEST_CASE("copies: what two persons wrote into one summary stands") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = with_a_summary(machine);
  const std::string before = machine.read(name);
  machine.write(name, with(before, "Ana wrote this."));
  machine.must_sync(false);
  machine.write(name, with(machine.read(name), "And this."));
  machine.must_sync(false);
  machine.write(name.substr(0, name.size() - 3) + ".sync-conflict-20260515-093000-ABCDEFG.md",
                with(before, "Leo wrote that."));
  machine.must_sync(false);
  CHECK_THAT(machine.read(name),
             Contains("Ana wrote this.") && Contains("And this.") && Contains("Leo wrote that."));
  CHECK(machine.must_sync(false).nothing_to_do);
}
TEST_CASE("copies: words in MEMORY.md outlive a section that time moved on both machines") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.add_fact(1, "Ana is tall.");
  machine.must_sync(false);
  const std::string before = machine.read("MEMORY.md");
  machine.write("MEMORY.md", before + "\nDentist at nine.\n");
  machine.must_sync(false);
  machine.set_now(at("2026-07-12T09:00:00Z"));
  machine.must_sync(false);
  const std::string later = machine.read("MEMORY.md");
  const std::size_t words = later.find("\nDentist at nine.\n");
  REQUIRE(words != std::string::npos);
  std::string copy = later;
  copy.replace(words, std::string_view("\nDentist at nine.\n").size(), "\nBuy milk.\n");
  machine.write("MEMORY.sync-conflict-20260712-100300-7ABCDEF.md", copy);
  machine.must_sync(false);
  CHECK_THAT(machine.read("MEMORY.md"), Contains("Dentist at nine.") && Contains("Buy milk."));
}

TEST_CASE("copies: an empty conflict copy takes nothing away") {
  Machines machines(1);
  Machine& machine = machines[0];
  commit_plans(machine, {"# Plan\n\nFirst.\n", "# Plan\n\nFirst.\n\nLast.\n"});
  machine.write(kCopyOfPlan, "\n");
  machine.must_sync(false);
  CHECK(machine.read(kPlan) == "# Plan\n\nFirst.\n\nLast.\n");
  CHECK_FALSE(std::filesystem::exists(machine.path(kCopyOfPlan)));
}

TEST_CASE("copies: a name that a person may give counts only with the same id") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = machine.add_fact(1, "Ana lives in Porto.");
  machine.must_sync(false);
  const std::string stem = name.substr(0, name.size() - 3);
  std::string bytes = machine.read(name);
  bytes.insert(bytes.find("---\n", 4), "tags:\n  - home\n");
  machine.write(stem + " 2.md", bytes);
  machine.write("memory/plan.md", "One.\n");
  machine.write("memory/plan 2.md", "Two.\n");
  machine.must_sync(false);
  CHECK_FALSE(std::filesystem::exists(machine.path(stem + " 2.md")));
  CHECK_THAT(machine.read(name), Contains("- home"));
  CHECK(machine.read("memory/plan.md") == "One.\n");
  CHECK(machine.read("memory/plan 2.md") == "Two.\n");
}

TEST_CASE("copies: a conflict copy of a file that is gone takes its place") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.write("memory/plan.sync-conflict-20260512-100300-7ABCDEF.md", "One.\n");
  machine.must_sync(false);
  CHECK(machine.read("memory/plan.md") == "One.\n");
}

TEST_CASE("copies: conflict markers that somebody committed are taken out, both sides stay") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.write("memory/plan.md", "# Plan\n");
  machine.must_sync(false);
  machine.write("memory/plan.md",
                "# Plan\n\n<<<<<<< HEAD\nMine.\n=======\nYours.\n>>>>>>> origin/main\n\nBelow.\n");
  SECTION("found in the file") {}
  SECTION("committed by another program") {
    machine.must_git({"commit", "-q", "-a", "-m", "vault backup: 2026-05-12 10:03:00"});
  }
  const SyncReport report = machine.must_sync(false);
  REQUIRE(report.merged.size() == 1);
  CHECK_THAT(report.merged[0].reason, Contains("conflict markers"));
  CHECK(machine.read("memory/plan.md") == "# Plan\n\nMine.\n\nYours.\n\nBelow.\n");
  CHECK(machine.git({"status", "--porcelain"}).out.empty());
}

TEST_CASE(
    "copies: markers that a merge left and somebody committed come to what git's driver makes") {
  Machines machines(2);
  machines[0].write("memory/plan.md", "Older words.\n");
  machines[0].must_sync();
  machines[1].must_sync();
  machines[0].write("memory/plan.md", "N2 words.\n");
  machines[0].must_sync();
  machines[1].write("memory/plan.md", "Oldest words from M1.\n");
  machines[1].must_sync(false);
  machines[1].must_git({"config", "--remove-section", "merge.pyramid"});
  CHECK(machines[1].git({"pull", "-q", "--no-rebase", "--no-edit"}).exit_code != 0);
  machines[1].must_git({"commit", "-q", "-a", "-m", "vault backup"});
  machines[1].must_sync(false);
  CHECK_THAT(machines[1].read("memory/plan.md"),
             Contains("> [!conflict] 2026-05-15: changed on two machines") &&
                 Contains("> N2 words.\n>\n> ***\n>\n> Oldest words from M1.\n"));
}

TEST_CASE("copies: of markers that a merge left none stays, in a block of code or outside") {
  Machines machines(2);
  const auto note = [](const std::string& one) {
    return "alpha one" + one + ".\n\nBetween them.\n\nMore between.\n\nAnd more.\n\n```sh\necho " +
           "1" + one + "\n```\n\n- base\n";
  };
  machines[0].write(kPlan, note(""));
  machines[0].must_sync();
  machines[1].must_sync();
  machines[0].write(kPlan, note("A"));
  machines[0].must_sync();
  machines[1].write(kPlan, note("B"));
  machines[1].must_sync(false);
  machines[1].must_git({"config", "--remove-section", "merge.pyramid"});
  CHECK(machines[1].git({"pull", "-q", "--no-rebase", "--no-edit"}).exit_code != 0);
  machines[1].must_git({"commit", "-q", "-a", "-m", "vault backup"});
  machines[1].must_sync(false);
  const std::string merged = machines[1].read(kPlan);
  for (const char* marker : {"<<<<<<<", "=======", ">>>>>>>"}) {
    CHECK_THAT(merged, !Contains(marker));
  }
  for (const char* words : {"alpha oneA.", "alpha oneB.", "echo 1A", "echo 1B"}) {
    CHECK_THAT(merged, Contains(words));
  }
}

TEST_CASE("copies: markers in a frontmatter are settled, and no problem any more") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.write("memory/plan.md",
                "---\n<<<<<<< HEAD\nmood: a\n=======\nmood: b\n>>>>>>> x\n---\nHello.\n");
  const SyncReport report = machine.must_sync(false);
  CHECK(report.diagnostics.empty());
  CHECK_THAT(machine.read("memory/plan.md"), Contains("mood: b\n# conflict "));
}

TEST_CASE("copies: markers in what was said are words") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string note = "# Git\n\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n```\n";
  machine.write("memory/git.md", note);
  machine.must_sync(false);
  CHECK(machine.read("memory/git.md") == note);
}

TEST_CASE("copies: a summary that two machines made under two names is one") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = with_a_summary(machine);
  const std::string other = "summaries/user/tier-0/other-" + name.substr(name.size() - 9);
  machine.write(other, machine.read(name));
  machine.must_sync(false);
  CHECK(std::filesystem::exists(machine.path(name)) !=
        std::filesystem::exists(machine.path(other)));
  CHECK(machine.must_sync(false).nothing_to_do);
}

TEST_CASE(
    "copies: a summary with a conflict copy, and under another name too, is one with all words") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = with_a_summary(machine);
  const std::string made = machine.read(name);
  const std::string plain =
      "summaries/user/tier-0/2026-05-12-summary-" + name.substr(name.size() - 9);
  machine.write(name, with(made, "Ana wrote this."));
  machine.write(name.substr(0, name.size() - 3) + ".sync-conflict-20260515-093000-ABCDEFG.md",
                with(made, "Leo wrote that."));
  machine.write(plain, made);
  for (const auto& [path, bytes] : machine.tree()) {  // what it was made from goes at once
    if (path.starts_with("observations/")) std::filesystem::remove(machine.path(path));
  }
  machine.must_sync(false);
  std::string all;
  std::size_t files = 0;
  for (const auto& [path, bytes] : machine.tree()) {
    if (!path.starts_with("summaries/")) continue;
    all += bytes;
    ++files;
  }
  CHECK(files == 1);
  CHECK_THAT(all, Contains("Ana wrote this.") && Contains("Leo wrote that."));
  CHECK(machine.must_sync(false).nothing_to_do);
}

TEST_CASE("copies: a copy named after a computer is one of a summary that got another name, too") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string summary = with_a_summary(machine);
  const std::string stem = summary.substr(0, summary.size() - 3),
                    tail = stem.substr(stem.size() - 7);
  const std::string renamed = "summaries/user/tier-0/2026-05-12-summary" + tail + ".md";
  const std::string bytes = machine.read(summary);
  std::filesystem::rename(machine.path(summary), machine.path(renamed));
  machine.must_sync(false);
  machine.write(stem + "-LAPTOP-10.md", with(bytes, "Mine."));
  machine.must_sync(false);
  std::size_t summaries = 0;
  for (const auto& [path, text] : machine.tree()) {
    if (!path.starts_with("summaries/")) continue;
    ++summaries;
    CHECK(text.find("Mine.") != std::string::npos);
  }
  CHECK(summaries == 1);
  CHECK(machine.must_sync(false).nothing_to_do);
}

TEST_CASE("copies: two conflict copies of one file are merged in one sync") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.write("memory/plan.md", "# Plan\n\nFirst.\n\nMiddle.\n\nLast.\n");
  machine.must_sync(false);
  machine.write("memory/plan.md", "# Plan\n\nFirst of all.\n\nMiddle.\n\nLast.\n");
  machine.write("memory/plan.sync-conflict-20260512-100300-AAAAAAA.md",
                "# Plan\n\nFirst.\n\nIn the middle.\n\nLast.\n");
  machine.write("memory/plan.sync-conflict-20260512-100400-BBBBBBB.md",
                "# Plan\n\nFirst.\n\nMiddle.\n\nLast of all.\n");
  machine.must_sync(false);
  CHECK(machine.read("memory/plan.md") ==
        "# Plan\n\nFirst of all.\n\nIn the middle.\n\nLast of all.\n");
  CHECK(machine.git({"ls-files", "*conflict*"}).out.empty());
  CHECK(machine.git({"status", "--porcelain"}).out.empty());
}

TEST_CASE("copies: a conflict copy of what was forgotten goes, and is in no commit") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = machine.add_fact(1, "Ana lives in Porto.");
  machine.must_sync(false);
  const std::string bytes = machine.read(name);
  ForgetOptions options;
  options.workspace.root = machine.root();
  options.what = bytes.substr(bytes.find("id: ") + 4, 26);
  REQUIRE(forget(machine.environment(), options));
  const std::string before = machine.git({"rev-parse", "HEAD"}).out;
  const std::string stem = name.substr(0, name.size() - 3);
  machine.write(stem + ".sync-conflict-20260512-100300-AAAAAAA.md", bytes + "\nSince May.\n");
  machine.must_sync(false);
  for (const auto& [path, now] : machine.tree()) CHECK_THAT(now, !Contains("Porto"));
  CHECK(machine.git({"log", "-p", "-S", "Since May", "--format=%s"}).out.empty());
}

TEST_CASE(
    "copies: a fact that was changed here and forgotten elsewhere is gone, and that is said") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = machine.add_fact(1, "Ana lives in Porto.");
  machine.must_sync(false);
  const std::string bytes = machine.read(name);
  const std::string id = bytes.substr(bytes.find("id: ") + 4, 26);
  machine.write(name, bytes + "\nSince May.\n");
  machine.write("forgotten/" + id, "forgotten\n");  // as another program carries it
  const SyncReport report = machine.must_sync(false);
  CHECK_FALSE(std::filesystem::exists(machine.path(name)));
  REQUIRE(std::any_of(report.steps.begin(), report.steps.end(), [&](const SyncStep& step) {
    return step.what == "forget" && step.path == name &&
           step.reason.find("remove forgotten/" + id) != std::string::npos;
  }));
  // And that way back is one.
  std::filesystem::remove(machine.path("forgotten/" + id));
  RevertOptions back;
  back.workspace.root = machine.root();
  back.what = id;
  back.to = "HEAD~1";
  const auto reverted = revert(machine.environment(), back);
  if (!reverted) FAIL(to_string(reverted.error()));
  CHECK(machine.read(name) == bytes);
  machine.must_sync(false);
  CHECK(machine.read(name) == bytes);
}

TEST_CASE("copies: a copy that broke off on its way takes no words out") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string text = "# Plan\n\nFirst.\n\nLast of all.\n";
  for (const char* more : {"One.\n", "Two.\n", "Three.\n"}) {
    machine.write("memory/plan.md", text + "\n" + more);
    machine.must_sync(false);
  }
  const std::string before = machine.read("memory/plan.md");
  for (const std::size_t size : {std::size_t{0}, text.size() - 8}) {
    machine.write("memory/plan.sync-conflict-20260512-100300-AAAAAAA.md", text.substr(0, size));
    CHECK_FALSE(machine.must_sync(false).merged.empty());
    CHECK(machine.read("memory/plan.md") == before);
    CHECK(machine.git({"status", "--porcelain"}).out.empty());
  }
}

TEST_CASE("copies: a fact that two machines moved apart is one after the first sync") {
  const Folders folders(2, Diaries::kEach);
  const std::string text = "Ana lives in Porto.";
  const std::vector<Machine*> all = folders.all();
  const std::string name = all[0]->add_fact(1, text);
  all[1]->write(name, all[0]->read(name));
  const std::array<std::string, 2> moved = {"observations/people/ana.md", "observations/porto.md"};
  for (std::size_t i = 0; i < 2; ++i) {
    all[i]->must_sync(false);
    all[i]->write(moved[i], all[i]->read(name));
    std::filesystem::remove(all[i]->path(name));
    all[i]->must_sync(false);
  }
  const std::array<std::string, 2> bytes = {all[0]->read(moved[0]), all[1]->read(moved[1])};
  for (std::size_t i = 0; i < 2; ++i) {
    all[i]->write(moved[1 - i], bytes[1 - i]);  // another program brings the other's
    const SyncReport report = all[i]->must_sync(false);
    CHECK(std::any_of(report.merged.begin(), report.merged.end(), [&](const SyncStep& step) {
      return step.reason.find("moved apart on two machines") == 0;
    }));
    CHECK(report.diagnostics.empty());
    CHECK(all[i]->git({"status", "--porcelain"}).out.empty());
  }
  CHECK(all[0]->tree() == all[1]->tree());
  CHECK(std::filesystem::exists(all[0]->path(moved[1])));
  CHECK_FALSE(std::filesystem::exists(all[0]->path(moved[0])));
}

TEST_CASE(
    "copies: a copy that has other words in one turn leaves both, and doubles no other turn") {
  const Folders folders(1, Diaries::kEach);
  Machine& here = *folders.all()[0];
  const std::string file = folders.outside() + "/talk.jsonl";
  std::ofstream(file) << conversation("I live in Lisbon.", "2026-05-12T10:05:00Z");
  import_of(here, file);
  std::string session, bytes;
  for (const auto& [path, now] : here.tree()) {
    if (path.starts_with("sessions/")) session = path, bytes = now;
  }
  const std::string stem = session.substr(0, session.size() - 3);
  std::string edited = bytes;
  edited.replace(edited.find("Lisbon."), 7, "Lisboa.");
  here.write(stem + ".sync-conflict-20260512-100300-AAAAAAA.md", edited);
  here.must_sync(false);
  const std::string merged = here.read(session);
  CHECK_THAT(merged,
             Contains("Lisboa.") && Contains("Lisbon.") && Contains("^t3") && !Contains("^t4"));
}

TEST_CASE("copies: a copy that a person made of a fact is forgotten with it") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = machine.add_fact(1, "Ana lives in Porto.");
  machine.write("observations/copy.md", machine.read(name));
  machine.must_sync(false);
  ForgetOptions options;
  options.workspace.root = machine.root();
  options.what = Fixture::read_file(machine.path(name)).substr(8, 26);
  REQUIRE(forget(machine.environment(), options));
  for (const auto& [path, now] : machine.tree()) CHECK_THAT(now, !Contains("Porto"));
}

TEST_CASE("copies: of a fact that was moved and copied at once both files stay") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = machine.add_fact(1, "Ana lives in Porto.");
  machine.must_sync(false);
  const std::string bytes = machine.read(name);
  machine.write("observations/lisbon.md", replace_all(bytes, "Porto", "Lisbon"));
  std::filesystem::rename(machine.path(name), machine.path("observations/porto.md"));
  for (int i = 0; i < 2; ++i) {
    CHECK(machine.must_sync(false).merged.empty());
    CHECK(machine.read("observations/porto.md") == bytes);
    CHECK(std::filesystem::exists(machine.path("observations/lisbon.md")));
  }
}

TEST_CASE("copies: a copy of a fact that is renamed later than the fact stays a file of its own") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = machine.add_fact(1, "Ana lives in Porto.");
  machine.must_sync(false);
  const std::string bytes = machine.read(name);
  std::filesystem::rename(machine.path(name), machine.path("observations/porto.md"));
  machine.must_sync(false);
  machine.write("observations/copy.md", replace_all(bytes, "Porto", "Lisbon"));
  machine.must_sync(false);
  std::filesystem::rename(machine.path("observations/copy.md"),
                          machine.path("observations/lisbon.md"));
  for (int i = 0; i < 2; ++i) {
    CHECK(machine.must_sync(false).merged.empty());
    CHECK(machine.read("observations/porto.md") == bytes);
    CHECK(std::filesystem::exists(machine.path("observations/lisbon.md")));
  }
}

TEST_CASE("copies: a file that was moved here and changed elsewhere is moved and changed") {
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = machine.add_fact(1, "Ana lives in Porto.");
  machine.must_sync(false);
  const std::string bytes = machine.read(name);
  const std::string moved = "observations/people/" + name.substr(name.rfind('/') + 1);
  std::filesystem::create_directories(machine.path("observations/people"));
  std::filesystem::rename(machine.path(name), machine.path(moved));
  machine.must_sync(false);
  machine.write(name, bytes + "\nSince May.\n");  // another program knows of no move
  machine.must_sync(false);
  CHECK_FALSE(std::filesystem::exists(machine.path(name)));
  CHECK(machine.read(moved) == bytes + "\nSince May.\n");
}

TEST_CASE("copies: a fact whose old place came back is told before the sync as it makes it one") {
  const auto renamed = GENERATE("observations/people/", "observations/");
  Machines machines(1);
  Machine& machine = machines[0];
  const std::string name = machine.add_fact(1, "Ana lives in Porto.");
  machine.must_sync(false);
  const std::string old = machine.git({"rev-parse", "HEAD"}).out.substr(0, 40);
  const std::string moved = renamed + name.substr(name.rfind('/') + 1);
  std::filesystem::create_directories(machine.path("observations/people"));
  std::filesystem::rename(machine.path(name), machine.path(moved));
  machine.must_sync(false);
  machine.must_git({"checkout", "-q", old, "--", "."});
  const WorkspaceOptions here{machine.root(), {}};
  const auto is_told = [&](const Diagnostics& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& one) {
      return one.what.find("the next sync makes one of the two") != std::string::npos;
    });
  };
  const auto stands = status(machine.environment(), here);
  REQUIRE(stands);
  CHECK(stands->copies_to_merge == 1);
  CHECK(is_told(stands->diagnostics));
  CheckOptions checking;
  checking.workspace = here;
  CHECK(is_told(check(machine.environment(), checking)->problems));
  SyncOptions trying;
  trying.workspace = here;
  trying.dry_run = true;
  const auto planned = pyramid::sync(machine.environment(), trying);
  REQUIRE(planned);
  CHECK_FALSE(planned->nothing_to_do);
  CHECK(planned->diagnostics.empty());
  const SyncReport report = machine.must_sync(false);
  REQUIRE(report.merged.size() == 1);
  CHECK_THAT(report.merged[0].reason, Contains("moved"));
  std::multiset<std::string> before, after;
  for (const SyncStep& one : planned->steps) {
    if (one.what != "commit") before.insert(one.what + " " + one.path + " " + one.reason);
  }
  for (const auto* steps : {&report.merged, &report.steps}) {
    for (const SyncStep& one : *steps) after.insert(one.what + " " + one.path + " " + one.reason);
  }
  CHECK(before == after);
}

TEST_CASE("copies: what was observed follows its turn where a copy went on with a conversation") {
  const std::string later = GENERATE("2026-05-12T10:05:00Z", "2026-05-12T10:06:00Z");
  const auto diaries = GENERATE(Diaries::kEach, Diaries::kNone);
  const Folders folders(2, diaries);
  Machine &here = *folders.all()[0], &there = *folders.all()[1];
  const std::string file = folders.outside() + "/talk.jsonl";
  const auto take_in = [&](Machine& machine, const std::string& last, const std::string& at) {
    std::ofstream(file) << conversation(last, at);
    import_of(machine, file);
  };
  take_in(here, "I live in Lisbon.", "2026-05-12T10:05:00Z");
  take_in(there, "I work as a carpenter.", later);
  for (const auto& [path, bytes] : there.tree()) {
    if (path.starts_with("observations/")) here.write(path, bytes);
    if (!path.starts_with("sessions/")) continue;
    const std::string stem = path.substr(0, path.size() - 3);
    here.write(stem + ".sync-conflict-20260512-100300-AAAAAAA.md", bytes);
  }
  here.must_sync(false);
  check_turns(here);
}

TEST_CASE("copies: two alike paragraphs that two machines added to their notes both stand") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.add_fact(1, "User likes maps.");
  machine.must_sync(false);
  const std::string before = machine.read("MEMORY.md");
  const std::string mine =
      "\nThe dentist for Mia is on Monday at nine. Take the blue card along.\n";
  const std::string others =
      "\nThe dentist for Leo is on Monday at nine. Take the red card along.\n";
  machine.write("MEMORY.md", before + mine);
  machine.must_sync(false);
  machine.write("MEMORY.sync-conflict-20260515-100005-ABCDEFG.md", before + others);
  machine.must_sync(false);
  const std::string merged = machine.read("MEMORY.md");
  INFO(merged);
  CHECK(merged.find(mine) != std::string::npos);
  CHECK(merged.find(others) != std::string::npos);
}

TEST_CASE("copies: what other programs left beside the files is named by check") {
  Machines machines(1);
  Machine& machine = machines[0];
  machine.must_sync(false);
  for (const char* name : {"pyramid 2.yaml", "memory/plan.md.orig", "memory/plan.md~HEAD"}) {
    machine.write(name, "# Plan\n");
  }
  CheckOptions options;
  options.workspace.root = machine.root();
  const auto report = check(machine.environment(), options);
  REQUIRE(report);
  std::vector<std::string> named;
  for (const Diagnostic& one : report->problems) named.push_back(one.where);
  std::sort(named.begin(), named.end());
  CHECK(named ==
        std::vector<std::string>{"memory/plan.md.orig", "memory/plan.md~HEAD", "pyramid 2.yaml"});
}

}  // namespace copies_test
