// What `import --dry-run` says, held against what the import then does.
#include "tests/ops/asking.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace import_plan_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kFirst = "11111111-1111-4111-8111-111111111111";
constexpr const char* kSecond = "22222222-2222-4222-8222-222222222222";
constexpr const char* kStart = "2026-05-02T09:00:00Z";
const std::string kToken = std::string("ghp_") + "q7Zt9RkW2mVb" + "X4nLs8YdPc1H" + "fJ6gTa3Ue5Ko";
constexpr const char* kFixtures = PYRAMID_SOURCE_DIR "/tests/ingest/fixtures";

ImportReport imported(Fixture& fixture, const std::vector<std::string>& sources, bool dry_run) {
  ImportOptions options;
  options.workspace.root = fixture.root();
  options.source = sources.front();
  options.more_sources.assign(sources.begin() + 1, sources.end());
  options.dry_run = dry_run;
  auto report = import(fixture.environment(), options);
  if (!report) FAIL(to_string(report.error()));
  return *report;
}

std::vector<std::size_t> counts_of(const ImportReport& report) {
  return {report.conversations,   report.added,
          report.grown,           report.changed,
          report.unchanged,       report.facts,
          report.facts_added,     report.redacted,
          report.skipped_records, report.skipped_conversations};
}

// Plans, looks that nothing is written, imports, and holds the two against each other.
ImportReport planned(Fixture& fixture, const std::vector<std::string>& sources) {
  const auto files = [&] { return tree_below(fixture.root(), {".git", ".pyramid"}); };
  const auto before = files();
  const std::size_t commits = fixture.commits();
  ImportReport plan = imported(fixture, sources, true);
  CHECK(files() == before);
  CHECK(fixture.commits() == commits);
  CHECK(counts_of(plan) == counts_of(imported(fixture, sources, false)));
  for (const SyncStep& step : plan.steps) {
    CHECK(step.what == "import");
    CHECK(std::filesystem::exists(fixture.path(step.path)));
  }
  return plan;
}

ImportReport planned(Fixture& fixture) { return planned(fixture, {fixture.outside("sessions")}); }

}  // namespace

TEST_CASE("import plan: of each format the counts and paths that the import then has") {
  Fixture fixture;
  const ImportReport first = planned(fixture, {kFixtures});
  CHECK(first.added > 20);
  CHECK(first.facts_added == 5);
  CHECK(first.steps.size() == first.added + first.facts_added);
  const ImportReport again = planned(fixture, {kFixtures});
  CHECK(again.unchanged == first.added);
  CHECK(again.steps.empty());
  CHECK(again.engine.calls == 0);
}

TEST_CASE("import plan: what is in two sources comes in once") {
  Fixture fixture;
  fixture.write_session(kFirst, kStart, {"I live in Austin."});
  std::filesystem::copy(fixture.outside("sessions"), fixture.outside("copies"));
  const ImportReport plan =
      planned(fixture, {fixture.outside("sessions"), fixture.outside("copies")});
  CHECK(plan.added == 1);
  CHECK(plan.unchanged == 1);
}

TEST_CASE("import plan: a conversation that grew, changed, was edited here, or was forgotten") {
  Fixture fixture;
  fixture.write_session(kFirst, kStart, {"I live in Austin.", "I like tea."});
  fixture.write_session(kSecond, "2026-05-03T09:00:00Z", {"I own a red canoe."});
  CHECK(planned(fixture).added == 2);

  fixture.write_session(kFirst, kStart, {"I live in Austin.", "I like tea.", "I play chess."});
  const ImportReport grown = planned(fixture);
  CHECK(grown.grown == 1);
  REQUIRE(grown.steps.size() == 1);
  CHECK(grown.steps[0].reason == "grown at its source");
  CHECK(grown.engine.calls == 1);

  fixture.write_session(kFirst, kStart, {"I live in Denver.", "I like tea.", "I play chess."});
  CHECK(planned(fixture).changed == 1);

  for (const std::string& path : files_below(fixture, "sessions/")) {
    std::string bytes = fixture.read(path);
    const std::size_t at = bytes.rfind("red canoe");
    if (at != std::string::npos) fixture.write(path, bytes.replace(at, 3, "blue"));
  }
  fixture.write_session(kSecond, "2026-05-03T09:00:00Z", {"I own a green canoe."});
  const ImportReport left = planned(fixture);
  CHECK(left.unchanged == 2);
  REQUIRE(left.diagnostics.size() == 1);
  CHECK(left.diagnostics[0].what == "differs from its source; left as it is");

  ForgetOptions forget_options;
  forget_options.workspace.root = fixture.root();
  forget_options.session = left.diagnostics[0].where;
  REQUIRE(forget(fixture.environment(), forget_options));
  CHECK(planned(fixture).unchanged == 2);
}

TEST_CASE("import plan: secrets are counted, and named by no word of the plan") {
  Fixture fixture;
  fixture.write_session(kFirst, kStart, {"My key is " + kToken});
  const ImportReport plan = planned(fixture);
  CHECK(plan.redacted == 1);
  for (const SyncStep& step : plan.steps) {
    CHECK(step.path.find("q7zt9r") == std::string::npos);
  }
}

TEST_CASE("import plan: a key in a title or an id is redacted, counted and written nowhere") {
  Fixture fixture;
  fixture.write_session(kToken, kStart, {"I live in Austin."});
  std::ofstream(fixture.outside("sessions") + "/conversations.json")
      << R"([{"uuid":")" << kFirst << R"(","name":"About )" << kToken
      << R"(","created_at":"2026-03-01T09:00:00Z","chat_messages":[{"uuid":"m","sender":"human",)"
         R"("created_at":"2026-03-01T09:00:04Z","text":"I like tea."}]}])";
  const ImportReport plan = planned(fixture);
  CHECK(plan.added == 2);
  CHECK(plan.redacted == 2);
  for (const auto& [path, bytes] : fixture.tree()) {
    CHECK(path.find("q7Zt9RkW") == std::string::npos);
    CHECK(bytes.find(kToken) == std::string::npos);
  }
  CHECK(run_git(fixture.root(), {"status", "--porcelain"}).out == "");
  CHECK(planned(fixture).unchanged == 2);
}

TEST_CASE("import plan: a key that an entity of a graph is called by is redacted") {
  Fixture fixture;
  std::filesystem::create_directories(fixture.outside("sessions"));
  std::ofstream(fixture.outside("sessions") + "/memory.jsonl")
      << R"({"type":"entity","name":")" << kToken
      << R"(","entityType":"person","observations":["likes tea"]})" << "\n";
  const ImportReport plan = planned(fixture);
  CHECK(plan.facts_added == 1);
  CHECK(plan.redacted == 1);
  CHECK(fixture.read(plan.steps.at(0).path).find("[redacted:github-token]: likes tea") !=
        std::string::npos);
}

TEST_CASE("import plan: each part of a long conversation is named, new or grown") {
  Fixture fixture;
  std::vector<std::string> said;
  for (int i = 0; i < 700; ++i) said.push_back("I counted " + std::to_string(i) + " herons.");
  fixture.write_session(kFirst, kStart, said);
  CHECK(planned(fixture).steps.size() == 2);  // of 1,400 turns
  for (int i = 0; i < 700; ++i) said.push_back("I counted " + std::to_string(i) + " storks.");
  fixture.write_session(kFirst, kStart, said);
  const ImportReport grown = planned(fixture);
  REQUIRE(grown.steps.size() == 2);
  CHECK(grown.steps[1].path.ends_with("-part3.md"));
}

TEST_CASE("import plan: the sessions of a memory are no conversations of another program") {
  Fixture fixture;
  fixture.write_session(kFirst, kStart, {"I live in Austin."});
  CHECK(planned(fixture).added == 1);
  ImportOptions options;
  options.workspace.root = options.source = fixture.root();
  const auto report = import(fixture.environment(), options);
  CHECK((!report || report->added == 0));
  CHECK(files_below(fixture, "sessions/").size() == 1);
}

TEST_CASE("import plan: of a language model what its calls will cost, with none made") {
  Asking asking;
  ImportOptions options;
  options.workspace.root = asking.fixture.root();
  options.source = asking.fixture.outside("sessions");
  options.dry_run = true;
  const auto plan = import(asking.environment(), options);
  REQUIRE(plan);
  CHECK(asking.server.calls() == 0);
  CHECK(plan->engine.calls == plan->added);
  CHECK(plan->engine.tokens_in > 400 * plan->engine.calls);  // the instructions of each
  CHECK(plan->engine.tokens_out > 0);
  options.dry_run = false;
  REQUIRE(import(asking.environment(), options));
  LedgerOptions of_calls;
  of_calls.workspace.root = asking.fixture.root();
  of_calls.kind = "call";
  const auto ledger = read_ledger(asking.environment(), of_calls);
  REQUIRE(ledger);
  const auto extracts = [](const LedgerEvent& call) { return holds(call.json, "extract/"); };
  CHECK(std::count_if(ledger->events.begin(), ledger->events.end(), extracts) ==
        static_cast<std::ptrdiff_t>(plan->engine.calls));
}

TEST_CASE("import plan: a sync that imports first counts the calls of what comes in") {
  Asking asking;
  SyncOptions options;
  options.workspace.root = asking.fixture.root();
  options.source = asking.fixture.outside("sessions");
  options.dry_run = true;
  const auto plan = sync(asking.environment(), options);
  REQUIRE(plan);
  CHECK(asking.server.calls() == 0);
  CHECK(plan->more_will_follow);
  CHECK(plan->engine.calls == plan->imported->added + 1);  // and one that sorts them in
}

}  // namespace import_plan_test
