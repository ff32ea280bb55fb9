// A dry run is the plan that the sync then runs: each step of the one is a step of the other, but
// for those that a dry run calls uncertain, since what they read is written first.
#include "base/text.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

namespace dry_run_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kUncertain = "its sources are rewritten first";

std::string numbered(const char* folder, std::size_t number) {
  return std::string(folder) + std::to_string(number) + ".md";
}
std::string fact(std::size_t number) { return numbered("observations/2026/05/u", number); }
std::string of_kestrel(std::size_t number) { return numbered("observations/2026/05/k", number); }

void observe(const Fixture& fixture, const std::string& path, const std::string& id,
             const std::string& at, const std::string& model, const std::string& text) {
  fixture.write(path, "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T" + id + "\nkind: observation\nat: " + at +
                          "T10:00:00Z\nmodel: " + model + "\nsource: test\n---\n" + text + "\n");
}

std::string day(std::size_t number) {
  return (number < 10 ? "2026-05-0" : "2026-05-") + std::to_string(number);
}

// Fourteen facts of the user, a day each, and seven of Kestrel; three of one tier make one of the
// next.
void write_facts(const Fixture& fixture) {
  const std::string settings = fixture.read("pyramid.yaml");
  if (settings.find("\nstep: 3\n") == settings.npos) {
    fixture.write("pyramid.yaml", settings + "\nstep: 3\n");
  }
  const std::vector<std::string> facts = {
      "moved to Austin",       "works at Harbour Analytics", "is allergic to peanuts",
      "bought a red bicycle",  "plays the cello on Sundays", "has a daughter named Mia",
      "prefers tea",           "ran a half marathon",        "is learning Portuguese",
      "owns a 1998 Volvo",     "planted tomatoes",           "visited Lisbon",
      "reads science fiction", "repaired the roof"};
  for (std::size_t i = 0; i < facts.size(); ++i) {
    observe(fixture, fact(i + 1), "5X" + std::to_string(i + 10), day(i + 1), "user",
            "User " + facts[i] + ".");
  }
  const std::vector<std::string> stations = {
      "measures the wind", "runs on an ESP32",   "has a solar panel", "stores data on a card",
      "has seven users",   "uploads every hour", "needs a new case"};
  for (std::size_t i = 0; i < stations.size(); ++i) {
    observe(fixture, of_kestrel(i + 1), "6X" + std::to_string(i + 10), day(i + 2), "kestrel",
            "Kestrel " + stations[i] + ".");
  }
}

void replace(const Fixture& fixture, const std::string& path, const std::string& from,
             const std::string& to) {
  const std::string bytes = fixture.read(path);
  INFO(path << " must hold " << from << "\n" << bytes);
  REQUIRE(bytes.find(from) != std::string::npos);
  fixture.write(path, replace_all(bytes, from, to));
}

std::string summary_of(const Fixture& fixture, const std::string& folder, std::size_t at = 0) {
  const std::vector<std::string> found = files_below(fixture, "summaries/" + folder);
  INFO(folder);
  REQUIRE(found.size() > at);
  return found[at];
}

void move(const Fixture& fixture, const std::string& from, const std::string& to) {
  std::filesystem::create_directories(std::filesystem::path(fixture.path(to)).parent_path());
  std::filesystem::rename(fixture.path(from), fixture.path(to));
}

// A step without what is known only once it is done: the name of a new file, of how many it is.
std::string told(const SyncStep& step, bool with_reason) {
  std::string path = step.path;
  if (step.what == "create" && path.starts_with("summaries/")) path.resize(path.rfind('/') + 1);
  const std::string reason = step.reason.substr(0, step.reason.find(": "));
  return step.what + " " + path + (with_reason ? " (" + reason + ")" : "");
}

// Why a section is written may be known better once the summaries that it reads are.
bool writes_summaries(const SyncReport& planned) {
  return std::any_of(planned.steps.begin(), planned.steps.end(),
                     [](const SyncStep& step) { return step.path.starts_with("summaries/"); });
}

std::multiset<std::string> lines_of(const Diagnostics& diagnostics) {
  std::multiset<std::string> lines;
  for (const Diagnostic& one : diagnostics) lines.insert(to_string(one));
  return lines;
}

// Holds the steps of a plan against those that were run.
void compare(const SyncReport& planned, const SyncReport& run) {
  std::multiset<std::string> sure, unsure;
  const bool reasons = !writes_summaries(planned);
  bool commits = false;
  for (const SyncStep& step : planned.steps) {
    if (step.what == "commit") {
      commits = true;
    } else if (step.reason == kUncertain) {
      unsure.insert(told(step, false));
    } else {
      sure.insert(told(step, reasons));
    }
  }
  for (const SyncStep& step : run.steps) {
    if (const auto place = sure.find(told(step, reasons)); place != sure.end()) {
      sure.erase(place);
    } else if (const auto maybe = unsure.find(told(step, false)); maybe != unsure.end()) {
      unsure.erase(maybe);
    } else {
      FAIL_CHECK("not in the plan: " << told(step, true));
    }
  }
  for (const std::string& left : sure) FAIL_CHECK("planned and not run: " << left);
  CHECK(commits == !run.hand_edits_commit.empty());
  CHECK(planned.engine.calls >= run.engine.calls);
  CHECK(lines_of(planned.diagnostics) == lines_of(run.diagnostics));
  const std::set<std::string> exports(planned.exported.begin(), planned.exported.end());
  for (const std::string& path : run.exported) CHECK(exports.contains(path));
  if (planned.nothing_to_do) CHECK(run.steps.empty());
}

struct Situation {
  const char* name;
  std::function<void(Fixture&)> change;
  bool refresh = false;
};

void check(Fixture& fixture, const Situation& situation) {
  INFO(situation.name);
  situation.change(fixture);
  const auto before = fixture.tree();
  SyncOptions options;
  if (situation.refresh) options.refresh_outdated = "";
  SyncOptions dry = options;
  dry.dry_run = true;
  const auto planned = fixture.sync(dry);
  REQUIRE(planned);
  CHECK(fixture.calls().text() == 0);
  CHECK(fixture.tree() == before);
  CHECK_FALSE(planned->more_will_follow);
  const auto run = fixture.sync(options);
  REQUIRE(run);
  compare(*planned, *run);
  const auto again = fixture.sync(SyncOptions{});
  REQUIRE(again);
  CHECK(again->steps.empty());
}

const char* const kHome = "MEMORY.md";

std::vector<Situation> situations() {
  return {
      {"the first sync", write_facts},
      {"nothing", [](Fixture&) {}},
      {"a fact",
       [](Fixture& f) { observe(f, fact(15), "5X50", "2026-05-15", "user", "User bakes bread."); }},
      {"a fact of a model",
       [](Fixture& f) {
         observe(f, of_kestrel(8), "6X50", "2026-05-15", "kestrel", "Kestrel has a lightning rod.");
       }},
      {"facts that fill a group, and one above it",
       [](Fixture& f) {
         for (std::size_t i = 16; i < 20; ++i) {
           observe(f, fact(i), "5X" + std::to_string(i + 40), "2026-05-15", "user",
                   "User likes lake number " + std::to_string(i) + ".");
         }
       }},
      {"a reworded fact", [](Fixture& f) { replace(f, fact(4), "red", "green"); }},
      {"a reworded fact that waits", [](Fixture& f) { replace(f, fact(19), "likes", "loves"); }},
      {"other white space",
       [](Fixture& f) { replace(f, fact(4), "green bicycle", "green  bicycle"); }},
      {"a renamed fact",
       [](Fixture& f) { move(f, fact(4), "observations/2026/05/bicycle-7t5x13.md"); }},
      {"a fact in another folder",
       [](Fixture& f) { move(f, fact(5), "observations/music/cello-7t5x14.md"); }},
      {"a deleted fact", [](Fixture& f) { f.remove(fact(8)); }},
      {"a superseded fact",
       [](Fixture& f) { replace(f, fact(7), "source: test", "source: test\nstatus: superseded"); }},
      {"a fact of another model",
       [](Fixture& f) { replace(f, fact(12), "model: user", "model: kestrel"); }},
      {"a late fact",
       [](Fixture& f) { observe(f, fact(30), "5X70", "2026-05-02", "user", "User broke a cup."); }},
      {"a fact that matters",
       [](Fixture& f) { replace(f, fact(10), "source: test", "source: test\nimportance: 9"); }},
      {"the next day", [](Fixture& f) { f.set_now("2026-05-16T09:00:00Z"); }},
      {"the next week", [](Fixture& f) { f.set_now("2026-05-24T09:00:00Z"); }},
      {"a clock put back", [](Fixture& f) { f.set_now("2026-05-20T09:00:00Z"); }},
      {"the next quarter", [](Fixture& f) { f.set_now("2026-08-20T09:00:00Z"); }},
      {"a sentence put into a summary",
       [](Fixture& f) {
         replace(f, summary_of(f, "user/tier-0/", 1), "\n\n## Sources",
                 " A person wrote this.\n\n## Sources");
       }},
      {"a corrected sentence of a summary",
       [](Fixture& f) {
         replace(f, summary_of(f, "kestrel/tier-0/"), "wind", "wind and the rain");
       }},
      {"a source of what was corrected",
       [](Fixture& f) { replace(f, of_kestrel(1), "wind", "air"); }},
      {"a deleted summary", [](Fixture& f) { f.remove(summary_of(f, "user/tier-0/")); }},
      {"a deleted summary of summaries",
       [](Fixture& f) { f.remove(summary_of(f, "user/tier-1/")); }},
      {"a summary that lies about its time",
       [](Fixture& f) { replace(f, summary_of(f, "user/tier-0/"), "count: ", "count: 9"); }},
      {"a summary of an old recipe, not asked for",
       [](Fixture& f) {
         replace(f, summary_of(f, "user/tier-0/"), "recipe: summarize/", "recipe: summarize/0");
       }},
      {"a summary of an old recipe", [](Fixture&) {}, true},
      {"a deleted home", [](Fixture& f) { f.remove("models/kestrel.md"); }},
      {"a moved home", [](Fixture& f) { move(f, "models/kestrel.md", "models/station.md"); }},
      {"another title",
       [](Fixture& f) { replace(f, "models/station.md", "# Kestrel", "# The Kestrel"); }},
      {"a note",
       [](Fixture& f) { replace(f, "models/station.md", "## Notes", "## Notes\nMine."); }},
      {"a description by hand",
       [](Fixture& f) {
         const std::string bytes = f.read("models/station.md");
         const std::size_t known = bytes.find("\ndescription: ");
         const std::size_t at = known == std::string::npos ? bytes.find("\n---\n", 1) : known;
         const std::size_t end = known == std::string::npos ? at : bytes.find('\n', at + 1);
         f.write("models/station.md",
                 std::string(bytes).replace(at, end - at, "\ndescription: A weather station."));
       }},
      {"a line put into a section",
       [](Fixture& f) {
         replace(f, kHome, "\n\n[why](", "\n- A person wrote this too.\n\n[why](");
       }},
      {"a link to the page taken out of a section",
       [](Fixture& f) {
         const std::string bytes = f.read(kHome);
         const std::size_t at = bytes.find("\n[why](") + 1;
         f.write(kHome, std::string(bytes).erase(at, bytes.find('\n', at) - at));
       }},
      {"a deleted MEMORY.md", [](Fixture& f) { f.remove(kHome); }},
      {"a damaged fact", [](Fixture& f) { replace(f, fact(2), "at: ", "at: last "); }},
      {"a mended fact", [](Fixture& f) { replace(f, fact(2), "at: last ", "at: "); }},
      {"another step",
       [](Fixture& f) { replace(f, "pyramid.yaml", "\nstep: 3\n", "\nstep: 4\n"); }},
      {"all facts of a model deleted",
       [](Fixture& f) {
         for (std::size_t i = 1; i < 9; ++i) f.remove(of_kestrel(i));
         f.remove(fact(12));
       }},
      {"many things at once",
       [](Fixture& f) {
         f.remove(fact(1));
         replace(f, fact(6), "Mia", "Maya");
         observe(f, fact(40), "5X80", "2026-08-20", "user", "User swims.");
         f.set_now("2026-08-24T09:00:00Z");
       }},
      {"a summary of another tier",
       [](Fixture& f) { replace(f, summary_of(f, "user/tier-0/"), "tier: 0", "tier: 5"); }},
      {"a fact without its frontmatter",
       [](Fixture& f) {
         const std::string bytes = f.read(fact(9));
         f.write(fact(9), bytes.substr(bytes.find("\n---\n") + 5));
       }},
      {"a model with a blank in its name",
       [](Fixture& f) {
         for (std::size_t i = 1; i < 4; ++i) {
           observe(f, numbered("observations/2026/05/s", i), "7X" + std::to_string(i + 10), day(i),
                   "ana silva", "Ana Silva sails to island " + std::to_string(i) + ".");
         }
       }},
      {"everything deleted", [](Fixture& f) { f.remove("observations"); }},
  };
}

}  // namespace

TEST_CASE("dry run: a plan is what the sync runs, in forty situations") {
  Fixture fixture;
  const std::vector<Situation> all = situations();
  REQUIRE(all.size() >= 40);
  for (const Situation& situation : all) check(fixture, situation);
}

TEST_CASE("dry run: what is exported is in the plan, and an edited export is told before") {
  Fixture fixture("calendar");
  write_facts(fixture);
  REQUIRE(fixture.sync());
  SyncOptions dry;
  dry.dry_run = true;
  CHECK(fixture.sync(dry)->nothing_to_do);
  fixture.remove("export");
  const auto planned = fixture.sync(dry);
  REQUIRE(planned);
  CHECK_FALSE(planned->nothing_to_do);
  CHECK(planned->exported.size() == 3);
  CHECK_FALSE(std::filesystem::exists(fixture.path("export")));
  CHECK(lines_of({}) == lines_of(planned->diagnostics));
  auto exported = planned->exported;
  std::sort(exported.begin(), exported.end());
  CHECK(fixture.sync()->exported == exported);
  fixture.write("export/USER.md", fixture.read("export/USER.md") + "Mine.\n");
  const StatusReport told = status_of(fixture);
  REQUIRE(told.diagnostics.size() == 1);
  CHECK(told.diagnostics[0].where == "export/USER.md");
  CHECK(lines_of(fixture.sync(dry)->diagnostics) == lines_of(told.diagnostics));
}

TEST_CASE("dry run: a plan is what the sync runs, with calendar tiers") {
  Fixture fixture("calendar");
  for (const Situation& situation : situations()) {
    const std::string name = situation.name;
    // What needs summaries of a certain shape is told of count tiers.
    if (name.find("summar") != std::string::npos || name == "another step") continue;
    if (name == "a source of what was corrected") continue;
    check(fixture, situation);
  }
}

}  // namespace dry_run_test
