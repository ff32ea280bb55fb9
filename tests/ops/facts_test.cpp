// Observations that become facts, in a real workspace with git.
#include "tests/ops/fixture.hpp"
#include "tests/support/faulty_file_system.hpp"

#include <algorithm>

namespace pyramid::facts_test {
namespace {

class Facts : public test::Fixture {
 public:
  Facts() { set_now("2026-05-12T10:00:00Z"); }

  std::string observe(const std::string& text, int importance) {
    ObserveOptions options;
    options.workspace.root = root();
    options.text = text;
    options.importance = importance;
    const auto report = pyramid::observe(environment(), options);
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return report->path;
  }
  SyncReport synced() {
    SyncOptions options;
    options.workspace.root = root();
    const auto report = pyramid::sync(environment(), options);
    REQUIRE(report);
    return *report;
  }
  Result<PromoteReport> promote(std::vector<std::string> what = {},
                                const std::string& category = {}, bool dry_run = false) {
    PromoteOptions options;
    options.workspace.root = root();
    options.what = std::move(what);
    options.category = category;
    options.dry_run = dry_run;
    return pyramid::promote(environment(), options);
  }
  PromoteReport promoted(std::vector<std::string> what = {}, const std::string& category = {},
                         bool dry_run = false) {
    auto report = promote(std::move(what), category, dry_run);
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return *std::move(report);
  }
  void take_back_last() {
    RevertOptions back;
    back.workspace.root = root();
    back.what = "HEAD";
    REQUIRE(revert(environment(), back));
  }
  std::vector<FactLine> facts(bool stale = false) {
    ListFactsOptions options;
    options.workspace.root = root();
    options.stale = stale;
    const auto report = list_facts(environment(), options);
    REQUIRE(report);
    return report->facts;
  }
  ArchiveReport archived(const std::string& model, bool restore = false) {
    ArchiveOptions options;
    options.workspace.root = root();
    options.model = model;
    options.restore = restore;
    const auto report = archive_facts(environment(), options);
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return *report;
  }
  std::string recalled(const std::string& prompt) {
    RecallOptions options;
    options.workspace.root = root();
    options.prompt = prompt;
    const auto report = recall(environment(), options);
    REQUIRE(report);
    return report->text;
  }
  void expect_no_problem() {
    const auto report = check();
    REQUIRE(report);
    for (const Diagnostic& one : report->problems) FAIL_CHECK(to_string(one));
    CHECK(test::run_git(root(), {"status", "--porcelain"}).out.empty());
  }
  std::string subject() { return test::run_git(root(), {"log", "-1", "--format=%s"}).out; }
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("facts: what weighs most is moved to facts/ with all links that lead there") {
  Facts memory;
  const std::string nuts = memory.observe("Mia is allergic to peanuts.", 9);
  memory.observe("User had soup for lunch.", 3);
  memory.synced();
  const auto before = memory.tree();
  const PromoteReport plan = memory.promoted({}, {}, true);
  CHECK(memory.tree() == before);
  const PromoteReport report = memory.promoted();
  REQUIRE(report.decisions.size() == 1);
  CHECK(plan.decisions.size() == 1);
  CHECK(report.decisions[0].path == nuts);
  CHECK(report.decisions[0].reason.find("importance 9") != std::string::npos);
  const std::string place = report.decisions[0].to;
  CHECK(place.starts_with("facts/areas/mia-is-allergic-to-peanuts-"));
  CHECK_FALSE(std::filesystem::exists(memory.path(nuts)));
  CHECK(memory.read(place) == before.at(nuts));
  CHECK(memory.subject() == "memory: 1 fact promoted\n");
  memory.synced();
  memory.expect_no_problem();
  CHECK(memory.synced().nothing_to_do);
  const auto found = memory.search("what is Mia allergic to");
  REQUIRE(found);
  CHECK(found->hits[0].path == place);
  CHECK(has(memory.read("why/MEMORY.md"), "../" + place));
}

TEST_CASE("facts: the same day it promotes eight at most, the next day it goes on") {
  Facts memory;
  const char* things[] = {"boat", "kite",  "lamp",   "violin", "canoe",
                          "loom", "atlas", "kettle", "drum",   "tent"};
  for (const char* thing : things) memory.observe(std::string("User owns a ") + thing + ".", 9);
  CHECK(memory.promoted().promoted == 8);
  const std::size_t commits = memory.commits();
  CHECK(memory.promoted().decisions.empty());
  CHECK(memory.commits() == commits);
  memory.set_now("2026-05-14T03:00:00Z");
  CHECK(memory.promoted().promoted == 2);
  CHECK(memory.promoted().promoted == 0);
  CHECK(memory.facts().size() == 10);
}

TEST_CASE("facts: nobody's is promoted twice, nor what a fact says already") {
  Facts memory;
  memory.observe("User is allergic to peanuts.", 9);
  CHECK(memory.promoted().promoted == 1);
  const std::string again = memory.observe("The user is allergic to peanuts", 9);
  if (!std::filesystem::exists(memory.path(again))) return;
  const PromoteReport report = memory.promoted();
  for (const FactDecision& one : report.decisions) CHECK_FALSE(one.promoted);
}

TEST_CASE("facts: the opposite of a fact, and its words in another order, are not known by it") {
  Facts memory;
  memory.observe("Doors are locked at noon.", 9);
  memory.observe("The owner of the mill is Jan, not Piet.", 9);
  CHECK(memory.promoted().promoted == 2);
  memory.observe("Doors are not locked at noon.", 9);
  memory.observe("The owner of the mill is Piet, not Jan.", 9);
  for (const FactDecision& one : memory.promoted().decisions) {
    INFO(one.path);
    CHECK(one.reason != "a fact says it already");
  }
}

TEST_CASE("facts: an observation that is named goes where it is told to, whatever it weighs") {
  Facts memory;
  const std::string soup = memory.observe("User had soup for lunch.", 2);
  const PromoteReport report = memory.promoted({soup}, "resources");
  CHECK(report.promoted == 1);
  CHECK(report.decisions[0].to.starts_with("facts/resources/"));
  const std::string id = memory.facts()[0].id;
  CHECK(memory.promoted({id.substr(20)}).decisions[0].reason == "is a fact already");
  CHECK(memory.promoted({id.substr(20)}, "areas").decisions[0].to.starts_with("facts/areas/"));
  memory.synced();
  memory.expect_no_problem();

  CHECK(memory.promote({"none.md"}).error().kind == ErrorKind::kNotFound);
  CHECK(memory.promote({"MEMORY.md"}).error().kind == ErrorKind::kNotFound);
  CHECK(memory.promote({}, "elsewhere").error().kind == ErrorKind::kUsage);
  ListFactsOptions wrong;
  wrong.workspace.root = memory.root();
  wrong.category = "elsewhere";
  CHECK(list_facts(memory.environment(), wrong).error().kind == ErrorKind::kUsage);
  const std::string gone = memory.observe("User hates rain.", 4);
  memory.write(gone, [&] {
    std::string bytes = memory.read(gone);
    return bytes.insert(bytes.find("\n---\n"), "\nstatus: superseded");
  }());
  CHECK(memory.promote({gone}).error().kind == ErrorKind::kUsage);
}

TEST_CASE("facts: Always and recall tell them first, and how often they were recalled is known") {
  Facts memory;
  memory.observe("User is allergic to shellfish and walnuts.", 10);
  const std::string small = memory.observe("User is allergic to peanuts.", 1);
  memory.promoted({small});
  memory.synced();
  const std::string home = memory.read("MEMORY.md");
  REQUIRE(has(home, "peanuts"));
  CHECK(home.find("peanuts") < home.find("shellfish"));
  const auto tree = memory.tree();
  const std::string text = memory.recalled("What is the user allergic to?");
  CHECK(has(text, "peanuts"));
  CHECK(memory.tree() == tree);
  CHECK(test::run_git(memory.root(), {"status", "--porcelain"}).out.empty());
  REQUIRE(memory.facts().size() == 1);
  CHECK(memory.facts()[0].recalled == 1);
  CHECK(memory.facts()[0].last_at == test::at("2026-05-12T10:00:00Z"));
  CHECK(memory.facts(true).empty());
  memory.set_now("2026-09-12T10:00:00Z");
  CHECK(memory.facts(true).size() == 1);
}

TEST_CASE("facts: one that is corrected is out of use, stays, and leads to what took its place") {
  Facts memory;
  const std::string old = memory.observe("User lives in Graz.", 9);
  memory.promoted({old});
  const std::string place = memory.facts()[0].path;
  std::string bytes = memory.read(place);
  const std::string now = memory.observe("User lives in Oslo.", 9);
  const std::string id = memory.read(now).substr(memory.read(now).find("id: ") + 4, 26);
  memory.write(place,
               bytes.insert(bytes.find("\n---\n"), "\nstatus: superseded\nsuperseded_by: " + id));
  REQUIRE(memory.facts().size() == 1);
  CHECK(memory.facts()[0].status == "superseded");
  CHECK(memory.facts()[0].superseded_by == now);
  CHECK(memory.facts(true).size() == 1);
  WhyOptions asked;
  asked.workspace.root = memory.root();
  asked.what = place;
  CHECK(why(memory.environment(), asked)->node.reason == "out of use: superseded, by " + now);
  const std::string latest = memory.observe("User owns a red lamp.", 9);
  const std::string last = memory.read(latest).substr(memory.read(latest).find("id: ") + 4, 26);
  std::string over = memory.read(now);
  memory.write(now,
               over.insert(over.find("\n---\n"), "\nstatus: superseded\nsuperseded_by: " + last));
  CHECK(why(memory.environment(), asked)->node.reason ==
        "out of use: superseded, by " + now + ", then by " + latest);
  memory.synced();
  HistoryOptions options;
  options.workspace.root = memory.root();
  options.what = place;
  const auto history = memory_history(memory.environment(), options);
  REQUIRE(history);
  REQUIRE_FALSE(history->entries.empty());
  const std::vector<std::string>& details = history->entries[0].changes.at(0).details;
  const std::string by = "by [" + short_id(*parse_ulid(id)) + "]";
  CHECK(std::find(details.begin(), details.end(), by) != details.end());
  const bool told =
      std::any_of(history->entries.begin(), history->entries.end(), [](const HistoryEntry& entry) {
        return !entry.changes.empty() &&
               entry.changes[0].details == std::vector<std::string>{"promoted: areas"};
      });
  CHECK(told);
}

TEST_CASE("facts: one that its own turn says better is told first, one out of use last") {
  Facts memory;
  const auto say = [&](const char* name, const char* at, const char* text) {
    memory.write_session(name, at, {text});
    REQUIRE(memory.import_sessions());
    memory.synced();
    memory.promoted({test::files_below(memory, "observations/").at(0)});
  };
  say("s1", "2026-05-01T09:00:00Z", "Juniper's release day is Friday.");
  say("s2", "2026-05-08T09:00:00Z", "Juniper's release day is Tuesday, not Friday.");
  const std::string text = memory.recalled("On which day is a release of Juniper?");
  INFO(text);
  CHECK(text.rfind("## Facts\n- 2026-05-08: User: \"Juniper's release day is Tuesday", 0) == 0);
  const std::size_t old = text.find("(superseded) Juniper's release day is Friday.");
  REQUIRE(old != std::string::npos);
  CHECK(text.find("## What is known") < old);
}

TEST_CASE("facts: a model's go to the archive together and back, and stay in use") {
  Facts memory;
  const std::string boat = memory.observe("User's boat is called Luna.", 9);
  const std::string tea = memory.observe("User prefers green tea.", 9);
  memory.synced();
  memory.promoted({boat, tea});
  CHECK(memory.archived("user").moved == 2);
  CHECK(test::files_below(memory, "facts/archives/").size() == 2);
  CHECK(has(memory.recalled("What is the boat called?"), "Luna"));
  CHECK(memory.archived("user").moved == 0);
  CHECK(memory.archived("user", true).moved == 2);
  CHECK(test::files_below(memory, "facts/areas/").size() == 2);
  memory.synced();
  memory.expect_no_problem();
}

TEST_CASE("facts: a promotion is taken back by revert, and forgotten like an observation") {
  Facts memory;
  const std::string boat = memory.observe("User's boat is called Luna.", 9);
  memory.synced();
  const auto before = memory.tree();
  memory.promoted();
  memory.take_back_last();
  CHECK(std::filesystem::exists(memory.path(boat)));
  memory.synced();
  CHECK(memory.tree() == before);

  memory.promoted({boat});
  ForgetOptions gone;
  gone.workspace.root = memory.root();
  gone.match = "Luna";
  REQUIRE(forget(memory.environment(), gone));
  for (const auto& [path, bytes] : memory.tree()) {
    INFO(path);
    CHECK_FALSE(has(bytes, "Luna"));
  }
  CHECK(memory.facts().empty());
}

TEST_CASE("facts: a task's link to an observation follows it, and a person's note stays") {
  Facts memory;
  const std::string boat = memory.observe("User's boat is called Luna.", 9);
  AddTaskOptions task;
  task.workspace.root = memory.root();
  task.title = "Paint the boat";
  task.derived_from = {boat};
  const auto added = add_task(memory.environment(), task);
  REQUIRE(added);
  const std::string note = "See [the boat](../" + boat + ").\n";
  memory.write("notes/boat.md", note);
  const std::string place = memory.promoted({boat}).decisions[0].to;
  CHECK(has(memory.read(added->path), "(../" + place + ")"));
  CHECK(memory.read("notes/boat.md") == note);
}

TEST_CASE("facts: a file that lies in the way is left, and so is the observation") {
  Facts memory;
  const std::string nuts = memory.observe("User is allergic to nuts.", 9);
  const std::string bytes = memory.read(nuts);
  const std::string place = "facts/areas/" + nuts.substr(nuts.rfind('/') + 1);
  memory.write(place, "My own.\n");
  const auto refused = memory.promote();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kConflict);
  CHECK(refused.error().where == place);
  CHECK(memory.read(nuts) == bytes);
  CHECK(memory.read(place) == "My own.\n");
}

TEST_CASE("facts: what was taken back once is not chosen again, and may still be named") {
  Facts memory;
  const std::string nuts = memory.observe("User is allergic to nuts.", 9);
  memory.promoted();
  memory.take_back_last();
  memory.set_now("2026-05-20T03:00:00Z");
  CHECK(memory.promoted().decisions.empty());
  CHECK(memory.promoted({nuts}).promoted == 1);
}

TEST_CASE("facts: the ledger tells of one that was promoted as of a new summary, by its id") {
  Facts memory;
  const std::string nuts = memory.observe("User is allergic to nuts.", 9);
  const auto node = format::read_node(memory.read(nuts), nuts);
  REQUIRE(node);
  memory.promoted();
  LedgerOptions options;
  options.workspace.root = memory.root();
  options.kind = "promoted";
  const auto told = read_ledger(memory.environment(), options);
  REQUIRE(told);
  REQUIRE(told->events.size() == 1);
  CHECK(has(told->events[0].json, R"("to":"fact")"));
  CHECK(has(told->events[0].json, to_string(node->id)));
}

TEST_CASE(
    "facts: what was taken back on one machine is chosen on no other, which has no such ledger") {
  Facts memory;
  memory.observe("User is allergic to nuts.", 9);
  memory.promoted();
  memory.take_back_last();
  std::filesystem::remove_all(memory.path("ledger"));
  memory.set_now("2026-05-20T03:00:00Z");
  CHECK(memory.promoted().decisions.empty());
}

TEST_CASE("facts: wherever a promotion is killed, the day has eight, each with its decision") {
  const char* things[] = {"boat", "kite",  "lamp",   "violin", "canoe",
                          "loom", "atlas", "kettle", "drum",   "tent"};
  bool was_cut = true;
  for (std::size_t cut = 0; was_cut; cut += 3) {
    Facts memory;
    for (const char* thing : things) memory.observe(std::string("User owns a ") + thing + ".", 9);
    const auto real = make_real_file_system();
    test::FaultyFileSystem disk(*real);
    disk.cut_mutations_at(cut);
    const Environment whole = memory.environment();
    Environment cut_off{disk,          whole.clock,   whole.progress, whole.engine,
                        whole.program, whole.machine, whole.home,     whole.zone};
    PromoteOptions options;
    options.workspace.root = memory.root();
    was_cut = !pyramid::promote(cut_off, options);
    INFO("cut at " << cut);
    memory.promoted();
    CHECK(memory.facts().size() == 8);
    LedgerOptions decided;
    decided.workspace.root = memory.root();
    decided.kind = "decided";
    const auto told = read_ledger(memory.environment(), decided);
    REQUIRE(told);
    for (const FactLine& fact : memory.facts()) {
      const auto node = format::read_node(memory.read(fact.path), fact.path);
      REQUIRE(node);
      CHECK(std::any_of(told->events.begin(), told->events.end(), [&](const LedgerEvent& event) {
        return has(event.json, to_string(node->id));
      }));
    }
  }
}

TEST_CASE("facts: what was taken back is not chosen again though the ledger was pruned") {
  Facts memory;
  memory.observe("User is allergic to nuts.", 9);
  memory.promoted();
  memory.take_back_last();
  memory.set_now("2026-09-20T03:00:00Z");
  PruneOptions prune;
  prune.workspace.root = memory.root();
  prune.days = 1;
  const auto pruned = prune_ledger(memory.environment(), prune);
  REQUIRE(pruned);
  CHECK(pruned->events > 0);
  CHECK(memory.promoted().decisions.empty());
}

TEST_CASE("facts: what was taken back is not chosen again where nothing is committed") {
  Facts memory;
  memory.write("pyramid.yaml", "commit: false\n");
  const std::string nuts = memory.observe("User is allergic to nuts.", 9);
  memory.promoted();
  REQUIRE(memory.facts().size() == 1);
  const std::string bytes = memory.read(memory.facts()[0].path);
  memory.remove(memory.facts()[0].path);
  memory.write(nuts, bytes);
  memory.set_now("2026-09-20T03:00:00Z");
  PruneOptions prune;
  prune.workspace.root = memory.root();
  prune.days = 1;
  REQUIRE(prune_ledger(memory.environment(), prune));
  CHECK(memory.promoted().decisions.empty());
}

TEST_CASE("facts: one that was said earlier too stays a fact, with its importance") {
  Facts memory;
  memory.observe("User is allergic to peanuts.", 10);
  memory.promoted();
  const std::string place = memory.facts()[0].path;
  ObserveOptions earlier;
  earlier.workspace.root = memory.root();
  earlier.text = "User is allergic to peanuts.";
  earlier.at = test::at("2026-05-01T10:00:00Z");
  const auto again = observe(memory.environment(), earlier);
  REQUIRE(again);
  REQUIRE(memory.facts().size() == 1);
  CHECK(memory.facts()[0].path == place);
  CHECK(has(memory.read(place), "importance: 10"));
  CHECK(test::files_below(memory, "observations/").empty());
}

TEST_CASE("facts: after promote all links lead somewhere, and those of a person are left whole") {
  Facts memory;
  const char* things[] = {"boat",  "kite",   "lamp", "violin", "canoe", "loom",
                          "atlas", "kettle", "drum", "tent",   "saw",   "axe"};
  for (const char* thing : things) memory.observe(std::string("User owns a ") + thing + ".", 9);
  memory.synced();
  REQUIRE(test::files_below(memory, "summaries/").size() == 1);
  const std::string boat = test::files_below(memory, "observations/").front();
  memory.write("notes/mine.md", "See [it](../" + boat + ").\n");
  const PromoteReport report = memory.promoted();
  CHECK(report.promoted == 8);
  CHECK(std::filesystem::exists(memory.path(boat)));
  const auto checked = memory.check();
  REQUIRE(checked);
  for (const Diagnostic& one : checked->problems) FAIL_CHECK(to_string(one));
}

TEST_CASE("facts: out of the archive each goes back where it was") {
  Facts memory;
  const std::string boat = memory.observe("User's boat is called Luna.", 9);
  memory.synced();
  memory.promoted({boat}, "resources");
  const std::string place = memory.facts()[0].path;
  memory.archived("user");
  CHECK(memory.facts()[0].category == "archives");
  memory.archived("user", true);
  CHECK(memory.facts()[0].path == place);
}

TEST_CASE("facts: the link to what took its place is written, read, and follows it") {
  Facts memory;
  const std::string old = memory.observe("User lives in Graz.", 9);
  memory.promoted({old});
  memory.set_now("2026-05-13T10:00:00Z");
  const std::string now = memory.observe("User lives in Oslo.", 9);
  const std::string place = memory.facts()[0].path;
  const auto linked = [&] {
    const auto node = format::read_node(memory.read(place), place);
    REQUIRE(node);
    REQUIRE(node->successor);
    CHECK_FALSE(node->superseded_by.is_zero());
    return node->successor->path;
  };
  CHECK(memory.read(place).find("superseded_by: \"[[../../observations/") != std::string::npos);
  CHECK(linked() == now);
  memory.promoted({now});
  const std::string fact =
      memory.facts()[0].path == place ? memory.facts()[1].path : memory.facts()[0].path;
  CHECK(linked() == fact);
  memory.expect_no_problem();
  const std::string by_hand = "facts/areas/where-i-live.md";
  std::filesystem::rename(memory.path(fact), memory.path(by_hand));
  memory.synced();
  CHECK(linked() == by_hand);
  memory.expect_no_problem();
  std::string bytes = memory.read(place);  // as a person links it
  const std::size_t at = bytes.find("superseded_by: ");
  bytes.replace(at, bytes.find('\n', at) - at, "superseded_by: \"[Oslo](where-i-live.md)\"");
  memory.write(place, bytes);
  for (const FactLine& one : memory.facts()) {
    if (one.path == place) CHECK(one.superseded_by == by_hand);
  }
  memory.synced();
  memory.expect_no_problem();
  CHECK(memory.read(place) == bytes);
}

TEST_CASE("facts: of what took its place and was forgotten the id stays, and no name") {
  Facts memory;
  const std::string old = memory.observe("User lives in Graz.", 9);
  memory.set_now("2026-05-13T10:00:00Z");
  const std::string now = memory.observe("User lives in Oslo.", 9);
  CHECK(has(memory.read(old), "oslo"));
  ForgetOptions options;
  options.workspace.root = memory.root();
  options.match = "lives in Oslo";
  options.purge = true;
  const auto forgotten = forget(memory.environment(), options);
  INFO((forgotten ? "" : to_string(forgotten.error())));
  REQUIRE(forgotten);
  CHECK(has(memory.read(old), "\nsuperseded_by: 0"));
  CHECK_FALSE(has(memory.read(old), "oslo"));
  const std::string all =
      test::run_git(memory.root(), {"log", "-p", "--all", "--format=", "--", old}).out;
  CHECK_FALSE(has(all, "oslo"));
  CHECK_FALSE(has(all, "[forgotten]"));
  memory.synced();
  memory.expect_no_problem();
}

TEST_CASE("facts: why and history of one name what it took the place of") {
  Facts memory;
  const std::string first = memory.observe("User lives in Graz.", 9);
  memory.set_now("2026-05-13T10:00:00Z");
  const std::string second = memory.observe("User lives in Oslo.", 9);
  memory.set_now("2026-05-14T10:00:00Z");
  const std::string third = memory.observe("User lives in Bern.", 9);
  WhyOptions asked;
  asked.workspace.root = memory.root();
  asked.what = third;
  const auto why = pyramid::why(memory.environment(), asked);
  REQUIRE(why);
  CHECK(has(why->node.reason, "took the place of " + second + ", then of " + first));
  HistoryOptions options;
  options.workspace.root = memory.root();
  options.what = third;
  const auto history = memory_history(memory.environment(), options);
  REQUIRE(history);
  REQUIRE_FALSE(history->entries.empty());
  const auto& changes = history->entries.back().changes;
  CHECK(std::any_of(changes.begin(), changes.end(), [](const MemoryChange& change) {
    return std::any_of(change.details.begin(), change.details.end(),
                       [](const std::string& one) { return has(one, "took the place of ["); });
  }));
}

TEST_CASE("facts: check names what lies among them and is none") {
  Facts work;
  const std::string path = work.observe("User is allergic to peanuts.", 9);
  work.synced();
  work.write("facts/areas/gate.md", "The gate code is Heron.\n");
  std::filesystem::create_directories(work.root() + "/facts/misc");
  std::filesystem::rename(work.root() + "/" + path, work.root() + "/facts/misc/peanuts.md");
  work.synced();
  const auto report = work.check();
  REQUIRE(report);
  for (const Diagnostic& one : report->problems) INFO(to_string(one));
  REQUIRE(report->problems.size() == 2);
  CHECK(report->problems[0].where == "facts/areas/gate.md");
  CHECK(report->problems[0].what.find("is a note") != std::string::npos);
  CHECK(report->problems[1].where == "facts/misc/peanuts.md");
  CHECK(report->problems[1].hint.find("facts/projects") != std::string::npos);
}

TEST_CASE("facts: each says where it is from") {
  Facts memory;
  memory.write_session("s1", "2026-05-01T09:00:00Z", {"Juniper's release day is Friday."});
  REQUIRE(memory.import_sessions());
  memory.promoted({test::files_below(memory, "observations/").at(0)});
  const std::string observed = memory.observe("User lives in Graz.", 9);
  memory.promoted({observed});
  std::set<std::string> sources;
  for (const FactLine& one : memory.facts()) sources.insert(one.source);
  REQUIRE(sources.size() == 2);
  CHECK(*sources.begin() == "observe");
  CHECK(sources.rbegin()->starts_with("sessions/2026/05/01/"));
  CHECK(sources.rbegin()->ends_with(".md#^t1"));
}

}  // namespace pyramid::facts_test
