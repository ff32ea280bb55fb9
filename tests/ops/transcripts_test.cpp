// What of a conversation stays in the memory, by `keep_transcripts`.
#include "tests/format/generate.hpp"
#include "tests/ops/fixture.hpp"
#include "tests/support/builtin_twin.hpp"

#include <algorithm>
#include <string_view>

namespace transcripts_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kId = "11111111-1111-4111-8111-111111111111";
constexpr const char* kStart = "2026-05-02T09:00:00Z";
const std::vector<std::string> kSaid = {
    "I moved to Lisbon in March 2026.",
    "My sister Ana is a vet in Porto, ana.silva@example.org or +351 912 345 678.",
    "The plan is at https://example.org/plan?user=mia&key=1 if you need it."};
const std::string kToken = std::string("ghp_") + "q7Zt9RkW2mVb" + "X4nLs8YdPc1H" + "fJ6gTa3Ue5Ko";

void keep(const Fixture& fixture, const std::string& how) {
  std::string settings = fixture.read("pyramid.yaml");
  const std::size_t at = settings.find("\nkeep_transcripts:");
  if (at != std::string::npos) settings.erase(at);
  fixture.write("pyramid.yaml", settings + "\nkeep_transcripts: " + how + "\n");
}

ImportReport taken_in(Fixture& fixture, const std::vector<std::string>& said) {
  fixture.write_session(kId, kStart, said);
  return taken_in(fixture);
}

std::string session_path(const Fixture& fixture) {
  const auto files = files_below(fixture, "sessions/");
  REQUIRE(files.size() == 1);
  return files.front();
}
std::string session_of(const Fixture& fixture) { return fixture.read(session_path(fixture)); }

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// In a file, a file's name or the history.
bool anywhere(const Fixture& fixture, const std::string& part) {
  for (const auto& [path, bytes] : fixture.tree()) {
    if (holds(path, part) || holds(bytes, part)) return true;
  }
  return holds(run_git(fixture.root(), {"log", "--all", "-p"}).out, part);
}

void check_nothing_new(Fixture& fixture) {
  const auto before = fixture.tree();
  const std::size_t commits = fixture.commits();
  fixture.remove(".pyramid");
  const ImportReport again = taken_in(fixture);
  CHECK(again.unchanged == 1);
  CHECK(again.added + again.grown + again.changed + again.observations == 0);
  CHECK(again.diagnostics.empty());
  CHECK(fixture.tree() == before);
  CHECK(fixture.commits() == commits);
}

std::size_t superseded_files(const Fixture& fixture) {
  std::size_t count = 0;
  for (const std::string& path : files_below(fixture, "observations/")) {
    if (holds(fixture.read(path), "\nstatus: superseded\n")) ++count;
  }
  return count;
}

// What an engine over the network does now and then.
class FailingEngine final : public BuiltinTwin {
 public:
  Result<std::vector<engine::Extracted>> extract(const engine::ExtractRequest& request) override {
    static_cast<void>(request);
    return fail(ErrorKind::kIo, "the engine is not there");
  }
};

}  // namespace

TEST_CASE("transcripts: with `none` no word stays, but every fact and the turn that it came from") {
  Fixture full;
  taken_in(full, kSaid);
  Fixture fixture;
  keep(fixture, "none");
  const ImportReport report = taken_in(fixture, kSaid);
  CHECK(report.added == 1);
  CHECK(report.diagnostics.empty());
  const std::string session = session_of(fixture);
  CHECK(holds(session, "\ntitle: Conversation of 2 May 2026\n"));
  CHECK(holds(session, "\nturns: 6\nextracted: 6\n"));
  CHECK(holds(session, "\nA turn without words: they are not kept (`keep_transcripts: none`).\n"));
  CHECK(holds(session, "\n## 09:02 User\n<!-- origin e3 -->\n<!-- unkept "));
  CHECK(holds(session, "\n^t6\n"));
  CHECK_FALSE(holds(session, "Lisbon"));
  CHECK_FALSE(anywhere(fixture, "I moved"));
  CHECK_FALSE(anywhere(fixture, "Noted."));
  const auto facts = files_below(fixture, "observations/");
  CHECK(facts.size() == files_below(full, "observations/").size());
  CHECK(facts.size() == report.observations);
  for (const std::string& fact : facts) {
    CHECK(holds(fixture.read(fact), session_path(fixture).substr(9) + "#^t"));
  }
  REQUIRE(fixture.sync());
  CHECK(fixture.check()->problems.empty());
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
  check_nothing_new(fixture);
}

TEST_CASE("transcripts: with `none` a conversation is found by its name, and why tells its turn") {
  Fixture fixture;
  keep(fixture, "none");
  taken_in(fixture, kSaid);
  REQUIRE(fixture.sync());
  const auto found = fixture.search("conversation of 2 May 2026");
  REQUIRE(found);
  CHECK(std::any_of(found->hits.begin(), found->hits.end(),
                    [&](const SearchHit& hit) { return hit.path == session_path(fixture); }));
  const auto facts = files_below(fixture, "observations/");
  REQUIRE_FALSE(facts.empty());
  WhyOptions options;
  options.workspace.root = fixture.root();
  options.what = facts.front();
  const auto why = pyramid::why(fixture.environment(), options);
  REQUIRE(why);
  REQUIRE(why->node.made_from.size() == 1);
  const WhyNode& turn = why->node.made_from.front();
  CHECK(turn.kind == "turn");
  CHECK(turn.turn > 0);
  CHECK(turn.text.empty());
  CHECK(turn.reason == "its words are not kept");
}

TEST_CASE(
    "transcripts: with `none` what grows goes on, and what changes at its source is followed") {
  Fixture fixture;
  keep(fixture, "none");
  taken_in(fixture, {"I live in Austin.", "I drink tea every morning."});
  const ImportReport grown =
      taken_in(fixture, {"I live in Austin.", "I drink tea every morning.", "I own a canoe."});
  CHECK(grown.grown == 1);
  CHECK(grown.observations == 1);
  CHECK(grown.diagnostics.empty());
  CHECK(holds(session_of(fixture), "\nturns: 6\nextracted: 6\n"));
  CHECK(superseded_files(fixture) == 0);
  check_nothing_new(fixture);
  const ImportReport changed =
      taken_in(fixture, {"I live in Austin.", "I sing in a choir.", "I own a canoe."});
  CHECK(changed.changed == 1);
  CHECK(superseded_files(fixture) == 1);  // the canoe is said as it was
  CHECK(holds(session_of(fixture), "\nreplaced:\n  - \"3\"\n"));
  CHECK_FALSE(anywhere(fixture, "I sing"));
  REQUIRE(fixture.sync());
  CHECK_FALSE(holds(fixture.read("MEMORY.md"), "tea"));
  CHECK(fixture.check()->problems.empty());
  check_nothing_new(fixture);
}

TEST_CASE("transcripts: with `none` words that the engine did not get to are asked for again") {
  Fixture fixture;
  keep(fixture, "none");
  fixture.write_session(kId, kStart, kSaid);
  fixture.use_engine(std::make_unique<FailingEngine>());
  SyncOptions options;
  options.source = fixture.outside("sessions");
  const auto failed = fixture.sync(options);
  REQUIRE(failed);
  CHECK_FALSE(failed->diagnostics.empty());
  CHECK(holds(session_of(fixture), "\nextracted: 0\n"));
  CHECK_FALSE(anywhere(fixture, "I moved"));
  fixture.use_engine(engine::make_builtin_engine());
  const auto without = fixture.sync();
  REQUIRE(without);
  REQUIRE(without->diagnostics.size() == 1);
  CHECK(without->diagnostics[0].what ==
        "6 turns were not read in time, and the words are not kept");
  CHECK(without->diagnostics[0].hint == "import the conversation again");
  CHECK(files_below(fixture, "observations/").empty());
  const ImportReport report = taken_in(fixture);
  CHECK(report.unchanged == 1);
  CHECK(report.observations > 0);
  CHECK(report.diagnostics.empty());
  CHECK(holds(session_of(fixture), "\nextracted: 6\n"));
  check_nothing_new(fixture);
}

TEST_CASE("transcripts: with `redacted` addresses, numbers and queries are in no file") {
  Fixture fixture;
  keep(fixture, "redacted");
  const ImportReport report = taken_in(fixture, kSaid);
  CHECK(report.diagnostics.empty());  // asked for, and no secret
  const std::string session = session_of(fixture);
  CHECK(holds(session, "vet in Porto, [redacted:email-address] or [redacted:phone-number].\n"));
  CHECK(holds(session, "https://example.org/plan?[redacted:url-query] if you need it."));
  CHECK_FALSE(anywhere(fixture, "ana.silva"));
  CHECK_FALSE(anywhere(fixture, "912 345"));
  CHECK_FALSE(anywhere(fixture, "user=mia"));
  REQUIRE(fixture.sync());
  CHECK(fixture.check()->problems.empty());
  check_nothing_new(fixture);
}

TEST_CASE("transcripts: with `redacted` secrets go even where `secrets` is off") {
  Fixture fixture;
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nsecrets: off\n");
  keep(fixture, "redacted");
  taken_in(fixture, {"Use " + kToken + " please.", "I live in Porto."});
  CHECK_FALSE(anywhere(fixture, kToken));
  check_nothing_new(fixture);
}

TEST_CASE("transcripts: a name that is made of first words is cut from what is kept") {
  Fixture fixture;
  keep(fixture, "redacted");
  taken_in(fixture, {"Please phone my brother in Coimbra now at +351 912 345 678 or so."});
  CHECK_FALSE(anywhere(fixture, "+351"));
}

TEST_CASE("transcripts: a change of the setting leaves what is held, and holds for what is new") {
  const std::vector<std::string> hows = {"full", "redacted", "none"};
  std::vector<std::string> longer = kSaid;
  longer.emplace_back("My father rides a blue bicycle, rui@example.org.");
  for (const std::string& before : hows) {
    for (const std::string& after : hows) {
      INFO(before << " to " << after);
      Fixture fixture;
      keep(fixture, before);
      taken_in(fixture, kSaid);
      const std::string path = session_path(fixture);
      const std::string held = session_of(fixture);
      const std::size_t facts = files_below(fixture, "observations/").size();
      keep(fixture, after);
      const ImportReport same = taken_in(fixture);
      CHECK(same.unchanged == 1);
      CHECK(same.diagnostics.empty());
      CHECK(session_of(fixture) == held);
      const ImportReport grown = taken_in(fixture, longer);
      CHECK(grown.grown == 1);
      CHECK(grown.diagnostics.empty());
      CHECK(session_path(fixture) == path);
      CHECK(superseded_files(fixture) == 0);
      CHECK(files_below(fixture, "observations/").size() == facts + 1);
      const std::string now = session_of(fixture);
      CHECK(holds(now, "ana.silva@") == (before == "full"));
      CHECK(holds(now, "I moved to Lisbon") == (before != "none"));
      CHECK(holds(now, "rui@example.org") == (after == "full"));
      CHECK(holds(now, "blue bicycle") == (after != "none"));
      REQUIRE(fixture.sync());
      CHECK(fixture.check()->problems.empty());
      check_nothing_new(fixture);
      // What a person wants anew they get by removing the file.
      fixture.remove(path);
      fixture.remove(".pyramid");
      taken_in(fixture);
      CHECK(files_below(fixture, "observations/").size() == facts + 1);
      CHECK(holds(session_of(fixture), "I moved to Lisbon") == (after != "none"));
    }
  }
}

TEST_CASE("transcripts: a turn of mixed modes that changes at its source is followed") {
  Fixture fixture;
  taken_in(fixture, {"I live in Austin.", "I drink tea every morning."});
  keep(fixture, "none");
  taken_in(fixture, {"I live in Austin.", "I drink tea every morning.", "I own a canoe."});
  const ImportReport changed =
      taken_in(fixture, {"I live in Austin.", "I drink tea every morning.", "I own a grey cat."});
  CHECK(changed.changed == 1);
  CHECK(changed.diagnostics.empty());
  CHECK(superseded_files(fixture) == 1);
  CHECK(holds(session_of(fixture), "I drink tea every morning."));
  CHECK_FALSE(anywhere(fixture, "I own"));
  check_nothing_new(fixture);
}

TEST_CASE("transcripts: words that a person puts in place of those that are not kept stay") {
  Fixture fixture;
  keep(fixture, "none");
  taken_in(fixture, {"I live in Austin.", "I drink tea every morning."});
  const std::string path = session_path(fixture);
  std::string bytes = fixture.read(path);
  const std::size_t at = bytes.find("\n\n^t3");
  REQUIRE(at != std::string::npos);
  fixture.write(path, bytes.insert(at, "\nSomething about tea."));
  const ImportReport grown =
      taken_in(fixture, {"I live in Austin.", "I drink tea every morning.", "I own a canoe."});
  CHECK(grown.grown == 1);
  CHECK(holds(session_of(fixture), "\nSomething about tea.\n"));
  check_nothing_new(fixture);
}

TEST_CASE(
    "transcripts: whatever happens to a conversation and the setting, an import comes to rest") {
  const std::vector<std::string> facts = {"I live in Austin.",
                                          "I like tea, mia@example.org.",
                                          "My sister Ana is a vet, +351 912 345 678.",
                                          "I own a red canoe, password: Muschel7!",
                                          "Hm, really? https://example.org/?q=1",
                                          "^t1\\n## 10:03 User\\n<!-- unkept x -->"};
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Dice dice(seed);
    Fixture fixture;
    fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\ncommit: false\n");
    std::vector<std::string> said;
    for (int step = 0; step < 6; ++step) {
      INFO("seed " << seed << ", step " << step);
      if (!said.empty() && dice.one_in(3)) said[dice.roll(said.size())] = facts[dice.roll(6)];
      if (said.size() > 1 && dice.one_in(5)) said.pop_back();
      while (said.empty() || dice.one_in(2)) said.push_back(facts[dice.roll(6)]);
      keep(fixture, std::string(dice.pick({"full", "redacted", "none"})));
      const ImportReport report = taken_in(fixture, said);
      CHECK(report.unchanged + report.added + report.grown + report.changed == 1);
      const auto before = fixture.tree();
      fixture.remove(".pyramid");
      const ImportReport again = taken_in(fixture);
      CHECK(again.unchanged == 1);
      CHECK(again.observations == 0);
      CHECK(fixture.tree() == before);
      const auto checked = fixture.check();
      REQUIRE(checked);
      for (const Diagnostic& problem : checked->problems) CHECK(to_string(problem).empty());
    }
  }
}

}  // namespace transcripts_test
