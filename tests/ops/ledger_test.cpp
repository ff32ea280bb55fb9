// What is written down of calls to a language model, and the budget that ends them.
#include "ops/calls/ledger.hpp"

#include "ops/calls/ledger_events.hpp"
#include "tests/ops/asking.hpp"
#include "tests/support/faulty_file_system.hpp"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <algorithm>

namespace ledger_test {

using namespace pyramid;
using namespace pyramid::ops;
using namespace pyramid::test;
using Json = nlohmann::json;

namespace {

constexpr const char* kFile = "ledger/2026-05-unnamed.jsonl";

LedgerReport ledger_of(Asking& asking, const std::string& kind = {}) {
  LedgerOptions options;
  options.workspace.root = asking.fixture.root();
  options.kind = kind;
  auto report = read_ledger(asking.environment(), options);
  REQUIRE(report);
  return *report;
}

CostsReport costs_of(Asking& asking, std::optional<Time> since = std::nullopt) {
  CostsOptions options;
  options.workspace.root = asking.fixture.root();
  options.since = since;
  auto report = costs(asking.environment(), options);
  REQUIRE(report);
  return *report;
}

std::vector<std::string> kinds_of(const LedgerReport& report) {
  std::vector<std::string> kinds;
  for (const LedgerEvent& event : report.events) kinds.push_back(event.kind);
  return kinds;
}

LedgerReport ledger_in(Fixture& fixture, const std::string& kind = {}) {
  LedgerOptions options;
  options.workspace.root = fixture.root();
  options.kind = kind;
  auto report = read_ledger(fixture.environment(), options);
  REQUIRE(report);
  CHECK(report->diagnostics.empty());
  return *report;
}

Result<RecordReport> record(Fixture& fixture, const std::string& kind, const std::string& event) {
  RecordOptions options;
  options.workspace.root = fixture.root();
  options.kind = kind;
  options.event = event;
  return record_event(fixture.environment(), options);
}

void add_settings(Asking& asking, const std::string& more) {
  asking.set("engine: openai\nbase_url: " + asking.server.base_url() + "\nstep: 3\n" + more);
}

// Every line that the schema has no place for.
std::vector<std::string> outside_schema(const LedgerReport& report) {
  const Json json = Json::parse(
      Fixture::read_file(std::string(PYRAMID_SOURCE_DIR) + "/schema/ledger.schema.json"));
  const valijson::adapters::NlohmannJsonAdapter adapter(json);
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(adapter, schema);
  std::vector<std::string> outside;
  for (const LedgerEvent& event : report.events) {
    const Json line = Json::parse(event.json);
    const valijson::adapters::NlohmannJsonAdapter target(line);
    if (!valijson::Validator().validate(schema, target, nullptr)) outside.push_back(event.json);
  }
  return outside;
}

std::string git_status(Asking& asking) {
  return run_git(asking.fixture.root(), {"status", "--porcelain"}).out;
}

}  // namespace

TEST_CASE("ledger: what becomes of tasks is told as the schema has it") {
  Fixture fixture;
  AddTaskOptions options;
  options.workspace.root = fixture.root();
  options.title = "Deploy the gateway";
  REQUIRE(add_task(fixture.environment(), options));
  EndTaskOptions ended;
  ended.workspace.root = fixture.root();
  ended.task = "Deploy the gateway";
  REQUIRE(drop_task(fixture.environment(), ended));
  const LedgerReport told = ledger_in(fixture);
  CHECK(outside_schema(told).empty());
  const std::vector<std::string> kinds = kinds_of(told);
  CHECK(std::count(kinds.begin(), kinds.end(), "task") == 2);
}

TEST_CASE("ledger: every call stands there with its cost, within the frame of its command") {
  Asking asking;
  REQUIRE(asking.import_all());
  const SyncReport synced = asking.synced();
  const LedgerReport calls = ledger_of(asking, "call");
  REQUIRE(calls.events.size() == asking.server.calls());
  const Json call = Json::parse(calls.events.back().json);
  CHECK(call["model"] == "gpt-4.1-mini");
  CHECK(call["answered"] == true);
  CHECK(call["tokens_in"] == 100);
  CHECK(call["tokens_cached"] == 40);
  CHECK(call["tokens_out"] == 10);
  CHECK(call["ms"].get<int>() >= 0);
  CHECK(call["cents"] == 0.0044);  // 60 at 40, 40 at 10 and 10 at 160 cents a million
  const auto recipe = Json::parse(calls.events.front().json)["recipe"].get<std::string>();
  CHECK((recipe == "probe" || recipe == "extract/3"));

  const std::vector<std::string> kinds = kinds_of(ledger_of(asking));
  CHECK(std::count(kinds.begin(), kinds.end(), "started") == 2);
  REQUIRE(ledger_of(asking, "finished").events.size() == 2);
  const Json finished = Json::parse(ledger_of(asking, "finished").events.back().json);
  CHECK(finished["command"] == "sync");
  CHECK(finished["whole"] == true);
  CHECK(finished["calls"] == synced.engine.calls);
  CHECK(synced.engine.calls > 0);
  CHECK(synced.engine.cents == Approx(0.0044 * static_cast<double>(synced.engine.calls)));
  CHECK(outside_schema(ledger_of(asking)).empty());
  CHECK(git_status(asking).empty());
}

TEST_CASE("ledger: what the server can do is asked by the name that costs has for it") {
  Asking asking;
  asking.fixture.write(kFile, R"({"at":"2026-05-14T08:00:00Z","kind":"call","recipe":"",)"
                              R"("model":"gpt-4.1-mini","cents":2})"
                              "\n");
  REQUIRE(asking.import_all());
  const CostsReport costs = costs_of(asking);
  REQUIRE_FALSE(costs.by_recipe.empty());
  CHECK(costs.by_recipe[0].recipe == "probe");  // the dearest
  CHECK(costs.by_recipe[0].cost.calls == 2);
  CHECK(costs.by_recipe[0].cost.cents == Approx(2.0044));
}

TEST_CASE(
    "ledger: of a server that counts no tokens the event and the sums say that they are about") {
  Asking asking([](const ServerCall& call) {
    ServerReply reply = answer_by_rules(call);
    Json body = Json::parse(reply.body);
    body.erase("usage");
    reply.body = body.dump();
    return reply;
  });
  REQUIRE(asking.import_all());
  CHECK(asking.synced().engine.estimated);
  const LedgerReport calls = ledger_of(asking, "call");
  for (const LedgerEvent& event : calls.events) {
    CHECK(Json::parse(event.json).value("estimated", false));
  }
  CHECK(outside_schema(calls).empty());
  CHECK(costs_of(asking).all.estimated == asking.server.calls());
  Asking counting;
  REQUIRE(counting.import_all());
  CHECK_FALSE(counting.synced().engine.estimated);
  CHECK(costs_of(counting).all.estimated == 0);
}

TEST_CASE("ledger: a sync that does nothing writes no byte, a search one line a call") {
  Asking asking;
  REQUIRE(asking.import_all());
  asking.synced();
  const std::string before = asking.fixture.read(kFile);
  const std::size_t commits = asking.fixture.commits();
  CHECK(asking.synced().nothing_to_do);
  REQUIRE(asking.sync(true));
  CHECK(asking.fixture.read(kFile) == before);
  REQUIRE(asking.search("where does User live"));
  const std::string line = asking.fixture.read(kFile).substr(before.size());
  CHECK(std::count(line.begin(), line.end(), '\n') == 1);
  CHECK(Json::parse(line)["recipe"] == "answer/1");
  REQUIRE(asking.search("where does User live"));  // remembered: nothing is asked
  CHECK(asking.fixture.read(kFile) == before + line);
  CHECK(asking.synced().nothing_to_do);
  CHECK(asking.fixture.commits() == commits);
  CHECK(git_status(asking).empty());
}

TEST_CASE("ledger: with the built-in engine too it tells what came of the memory, in numbers") {
  Fixture fixture;
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  SyncOptions options;
  options.workspace.root = fixture.root();
  REQUIRE(pyramid::sync(fixture.environment(), options));
  ObserveOptions said;
  said.workspace.root = fixture.root();
  said.text = "User keeps a heron.";
  REQUIRE(observe(fixture.environment(), said));
  ForgetOptions gone;
  gone.workspace.root = fixture.root();
  gone.match = "heron";
  REQUIRE(forget(fixture.environment(), gone));
  const LedgerReport all = ledger_in(fixture);
  const std::vector<std::string> kinds = kinds_of(all);
  CHECK(outside_schema(all).empty());
  CHECK(kinds.front() == "started");
  CHECK(kinds.back() == "finished");
  const auto counted = [&](std::string_view kind, std::size_t count) {
    return std::any_of(all.events.begin(), all.events.end(), [&](const LedgerEvent& event) {
      return event.kind == kind && Json::parse(event.json)["count"] == count;
    });
  };
  CHECK(counted("observed", 12));
  CHECK(counted("observed", 1));
  CHECK(counted("forgotten", 1));
  CHECK(counted("promoted", 1));
  CHECK_FALSE(holds(fixture.read(kFile), "heron"));
  const std::string before = fixture.read(kFile);
  REQUIRE(pyramid::sync(fixture.environment(), options));
  const auto again = pyramid::sync(fixture.environment(), options);
  REQUIRE(again);
  CHECK(again->nothing_to_do);
  CHECK(run_git(fixture.root(), {"status", "--porcelain"}).out.empty());
}

TEST_CASE("ledger: a host's event stands beside Pyramid's own, without secrets") {
  Fixture fixture;
  REQUIRE(record(fixture, "tool", R"({"tool": "deploy", "ok": false, "ms": 5300})"));
  REQUIRE(record(fixture, "my-kind", ""));
  const auto redacted =
      record(fixture, "tool", R"({"args": {"key": "AKIAIOSFODNN7EXAMPLQ"}, "n": [1, "two"]})");
  REQUIRE(redacted);
  CHECK(redacted->redacted == 1);
  const LedgerReport all = ledger_in(fixture);
  CHECK(outside_schema(all).empty());
  REQUIRE(kinds_of(all) == std::vector<std::string>{"tool", "my-kind", "tool"});
  CHECK(all.events[0].json ==
        R"({"at":"2026-05-15T09:00:00Z","kind":"tool","tool":"deploy","ok":false,"ms":5300})");
  CHECK_FALSE(holds(all.events[2].json, "AKIA"));
  CHECK(Json::parse(all.events[2].json)["n"] == Json::array({1, "two"}));
  REQUIRE(all.counts.size() == 2);
  CHECK(all.counts[1].kind == "tool");
  CHECK(all.counts[1].count == 2);
  CHECK(ledger_in(fixture, "my-kind").events.size() == 1);
}

TEST_CASE("ledger: what is no event of a host's is refused, and nothing is written") {
  Fixture fixture;
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"call", "{}"},
      {"observed", "{}"},
      {"", "{}"},
      {"Tool", "{}"},
      {"a tool", "{}"},
      {std::string(33, 'a'), "{}"},
      {"tool", "[1]"},
      {"tool", "{"},
      {"tool", "5"},
      {"tool", R"({"at": "now"})"},
      {"tool", R"({"kind": "call"})"},
      {"tool", R"({"machine": "desk"})"},
      {"tool", "{\"a\": \"" + std::string(8000, 'x') + "\"}"}};
  for (const auto& [kind, event] : wrong) {
    INFO(kind << ' ' << event.substr(0, 40));
    const auto refused = record(fixture, kind, event);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == ErrorKind::kUsage);
    CHECK_FALSE(refused.error().hint.empty());
  }
  CHECK_FALSE(std::filesystem::exists(fixture.path("ledger")));
}

TEST_CASE("ledger: a conflict copy goes into its file, each event once and by time") {
  Fixture fixture;
  const auto event = [](const char* at, const char* kind) {
    return std::string(R"({"at":")") + at + R"(","kind":")" + kind + "\"}\n";
  };
  const std::string both = event("2026-05-01T00:00:00Z", "tool");
  const std::string ours = event("2026-05-03T00:00:00Z", "tool");
  const std::string theirs = event("2026-05-02T00:00:00Z", "learned");
  const std::string copy = "ledger/2026-05-unnamed.sync-conflict-20260515-093000-ABCDEFG.jsonl";
  fixture.write("ledger/.gitignore", "*.jsonl\n.gitignore\n");
  fixture.write(kFile, both + ours);
  fixture.write(copy, both + theirs);
  SyncOptions options;
  options.workspace.root = fixture.root();
  REQUIRE(pyramid::sync(fixture.environment(), options));
  CHECK_FALSE(std::filesystem::exists(fixture.path(copy)));
  CHECK(fixture.read(kFile).starts_with(both + theirs + ours));
  const std::string after = fixture.read(kFile);
  REQUIRE(pyramid::sync(fixture.environment(), options));
  CHECK(fixture.read(kFile) == after);
}

TEST_CASE("ledger: nothing is written behind a symlink") {
  Fixture fixture;
  std::filesystem::create_directories(fixture.outside("elsewhere"));
  std::filesystem::create_directory_symlink(fixture.outside("elsewhere"), fixture.path("ledger"));
  const auto refused = record(fixture, "tool", "{}");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kConflict);
  CHECK(std::filesystem::is_empty(fixture.outside("elsewhere")));
}

TEST_CASE("ledger: of months that are over, prune drops the kinds that are kept no longer") {
  Fixture fixture;
  const auto event = [](const char* at, const char* kind) {
    return std::string(R"({"at":")") + at + R"(","kind":")" + kind + "\"}\n";
  };
  const std::string march = event("2026-03-01T00:00:00Z", "tool");
  const std::string april =
      event("2026-04-02T00:00:00Z", "call") + event("2026-04-30T23:59:59Z", "tool");
  const std::string may = event("2026-05-01T00:00:00Z", "tool");
  fixture.write("ledger/2026-03-desk.jsonl", march);
  fixture.write("ledger/2026-04-unnamed.jsonl", april);
  fixture.write("ledger/2026-05-unnamed.jsonl", may);
  fixture.write("ledger/notes.md", "Mine.\n");
  const auto pruned = [&](std::optional<int> days, bool dry_run = false) {
    PruneOptions options;
    options.workspace.root = fixture.root();
    options.days = days;
    options.dry_run = dry_run;
    auto report = prune_ledger(fixture.environment(), options);
    REQUIRE(report);
    return *report;
  };

  CHECK(pruned(std::nullopt).kept_for_ever);
  CHECK(pruned(15).files.size() == 1);  // 15 May: April ended 14 days and a half ago
  fixture.write("ledger/2026-03-desk.jsonl", march);
  fixture.write("pyramid.yaml",
                fixture.read("pyramid.yaml") + "ledger_days: {tool: 14, call: 30}\n");
  const PruneReport asked = pruned(std::nullopt, true);
  CHECK(asked.events == 2);
  CHECK(fixture.read("ledger/2026-04-unnamed.jsonl") == april);
  const PruneReport report = pruned(std::nullopt);
  REQUIRE(report.files.size() == 2);
  CHECK(report.files[0].path == "ledger/2026-03-desk.jsonl");
  CHECK(report.files[0].removed);
  CHECK_FALSE(report.files[1].removed);
  CHECK_FALSE(std::filesystem::exists(fixture.path("ledger/2026-03-desk.jsonl")));
  CHECK(fixture.read("ledger/2026-04-unnamed.jsonl") == event("2026-04-02T00:00:00Z", "call"));
  CHECK(fixture.read("ledger/2026-05-unnamed.jsonl") == may);
  CHECK(fixture.read("ledger/notes.md") == "Mine.\n");
  CHECK(pruned(std::nullopt).events == 0);
}

TEST_CASE("ledger: no text of the memory stands there, no path and no key") {
  Asking asking;
  asking.fixture.write_session("44444444-4444-4444-8444-444444444444", "2026-05-13T20:15:00Z",
                               {"My key is AKIAIOSFODNN7EXAMPLQ, keep it.", "I like herons."});
  asking.server.next({refuses(500, std::string(R"({"error":{"message":"Heron )") + kKey + "\"}}",
                              {{"retry-after-ms", "1"}})});
  REQUIRE(asking.import_all());
  asking.fixture.write("MEMORY.md", asking.fixture.read("MEMORY.md") + "\nHerons wade.\n");
  asking.synced();
  const std::string bytes = asking.fixture.read(kFile);
  for (const char* word : {kKey, "eron", "isbon", "AKIA", "observations/", "summaries/", "127.0"}) {
    INFO(word);
    CHECK_FALSE(holds(bytes, word));
  }
  CHECK(ledger_of(asking, "retry").events.size() == 1);
  CHECK(ledger_of(asking, "edited").events.size() == 2);  // pyramid.yaml, MEMORY.md
  const LedgerReport redacted = ledger_of(asking, "redacted");
  REQUIRE(redacted.events.size() == 1);
  CHECK(Json::parse(redacted.events[0].json)["count"] == 1);
  CHECK(outside_schema(ledger_of(asking)).empty());
}

TEST_CASE("ledger: a summary that is asked for again, or written by rules, is told") {
  Asking asking([](const ServerCall& call) {
    if (holds(call.body, "You write one paragraph")) return says("");
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport synced = asking.synced();
  const LedgerReport told = ledger_of(asking, "escalated");
  CHECK(told.events.size() == 2 * synced.summaries_written);
  CHECK(Json::parse(told.events.front().json)["recipe"] == "summarize/2");
  CHECK(outside_schema(ledger_of(asking)).empty());
}

TEST_CASE("ledger: of a killed command the lines stay, and a torn one spoils no other") {
  Asking asking;
  asking.fixture.write(kFile, R"({"at":"2026-05-15T08:00:00Z","kind":"call","model":"m","cents":2})"
                              "\n"
                              R"({"at":"2026-05-15T08:00:01Z","kind":"ca)");
  CHECK(ledger_of(asking).events.size() == 1);
  CHECK(ledger_of(asking).diagnostics.empty());
  CHECK(costs_of(asking).all.cents == 2);
  REQUIRE(asking.import_all());
  const LedgerReport after = ledger_of(asking, "call");
  CHECK(after.events.size() == 1 + asking.server.calls());
  REQUIRE(after.diagnostics.size() == 1);
  CHECK(after.diagnostics[0].where == std::string(kFile) + ":2");
}

TEST_CASE("ledger: whenever its making breaks off, the folder is kept from git or not there") {
  const std::unique_ptr<FileSystem> real = make_real_file_system();
  std::size_t mutations = 1;
  for (std::size_t n = 0; n < mutations; ++n) {
    Fixture fixture;
    workspace::Workspace opened;
    opened.root = fixture.root();
    FaultyFileSystem disk(*real);
    disk.cut_mutations_at(n);
    CHECK_FALSE(make_ledger_folder(disk, opened));
    CHECK_FALSE(std::filesystem::exists(fixture.path("ledger")));
    disk.heal();
    const std::size_t before = disk.mutations();
    REQUIRE(make_ledger_folder(disk, opened));
    CHECK(fixture.read("ledger/.gitignore") == "*.jsonl\n.gitignore\n");
    if (n == 0) mutations = disk.mutations() - before;
  }
  CHECK(mutations > 2);
}

TEST_CASE("ledger: months and machines have files of their own, and are read together by time") {
  Asking asking;
  const auto line = [](const char* at, const char* more) {
    return std::string(R"({"at":")") + at + R"(","kind":"call","model":"m","recipe":"r")" + more +
           "}\n";
  };
  asking.fixture.write("ledger/2026-04-desk.jsonl", line("2026-04-30T23:59:59Z", R"(,"cents":1)"));
  asking.fixture.write("ledger/2026-05-desk.jsonl",
                       line("2026-05-02T00:00:00Z", R"(,"cents":2)") + "[]\nnull\n" +
                           line("2026-05-03T00:00:00Z", R"(,"answered":false)"));
  asking.fixture.write("ledger/2026-05-lap.jsonl",
                       line("2026-05-01T00:00:00Z", R"(,"cents":4)") +
                           R"({"at":"2026-05-01T00:00:00Z","kind":"of tomorrow"})" + "\n");
  asking.fixture.write("ledger/notes.md", "Mine.\n");
  const LedgerReport all = ledger_of(asking);
  REQUIRE(all.events.size() == 5);
  CHECK(all.events.front().machine == "desk");
  CHECK(all.events[1].machine == "lap");
  CHECK(all.diagnostics.size() == 2);
  const CostsReport sum = costs_of(asking);
  CHECK(sum.all.calls == 4);
  CHECK(sum.all.cents == 7);
  CHECK(sum.all.failed == 1);
  CHECK(sum.all.unpriced == 1);
  CHECK(sum.by_day.size() == 4);
  REQUIRE(sum.by_recipe.size() == 1);
  CHECK(costs_of(asking, at("2026-05-01T00:00:00Z")).all.cents == 6);
  LedgerOptions options{{asking.fixture.root(), {}}, "cal", {}};
  const auto none = read_ledger(asking.environment(), options);
  REQUIRE(none);
  REQUIRE_FALSE(none->diagnostics.empty());
  CHECK(none->diagnostics.back().hint == "did you mean call?");
}

namespace {

// The same reply, counted as so long.
ServerReply of_tokens(int count, ServerReply reply) {
  const std::string said = "\"completion_tokens\":";
  const std::size_t at = reply.body.find(said);
  if (at == std::string::npos) return reply;
  const std::size_t from = at + said.size();
  reply.body.replace(from, reply.body.find_first_not_of("0123456789", from) - from,
                     std::to_string(count));
  return reply;
}

}  // namespace

TEST_CASE("budget: what calls at once are expected to answer counts before it is there") {
  Asking asking([](const ServerCall& call) {
    ServerReply reply = of_tokens(400, answer_by_rules(call));
    reply.delay = std::chrono::milliseconds(20);
    return reply;
  });
  for (int i = 0; i < 30; ++i) {
    asking.fixture.write_session("55555555-5555-4555-8555-5555555555" + std::to_string(10 + i),
                                 "2026-04-02T09:00:00Z", {"I moved to Lisbon in 2025."});
  }
  add_settings(asking, "parallel: 10\nbudget: {per_sync: 0.5}\n");
  const auto imported = asking.import_all();
  REQUIRE(imported);
  CHECK(imported->failed > 0);
  CHECK(imported->over_budget == imported->failed);
  CHECK(asking.server.most_at_once() > 1);
  CHECK(costs_of(asking).all.cents <= 0.5);
  CHECK(costs_of(asking).all.cents > 0.3);
}

TEST_CASE(
    "budget: a sync that reaches it keeps what is done, says what is left, and the next goes on") {
  Asking asking([](const ServerCall& call) { return of_tokens(500, answer_by_rules(call)); });
  REQUIRE(asking.import_all());
  add_settings(asking, "parallel: 1\nbudget: {per_sync: 1.7}\n");
  asking.fixture.write("prices.yaml", "models: {gpt-4.1-mini: {in: 0, out: 16}}\n");
  const std::size_t before = asking.server.calls();
  const SyncReport first = asking.synced();
  CHECK(first.failed > 0);
  CHECK(first.over_budget == first.failed);
  CHECK(holds(first.left, "to write"));
  CHECK_FALSE(first.commit.empty());
  CHECK(asking.server.calls() == before + 2);  // 0.8 cents each
  REQUIRE(first.diagnostics.size() == 1);
  CHECK(holds(to_string(first.diagnostics[0]), "the budget of 1.7 cents a sync has 0.10"));
  CHECK(ledger_of(asking, "budget").events.size() == 1);
  CHECK(outside_schema(ledger_of(asking)).empty());
  CHECK(git_status(asking) == "?? prices.yaml\n");  // the person's own
  int syncs = 1;
  while (asking.synced().failed > 0 && syncs < 50) ++syncs;
  CHECK(syncs > 1);
  CHECK(syncs < 50);
  CHECK(asking.synced().nothing_to_do);
  CHECK(asking.fixture.check()->problems.empty());
}

TEST_CASE("budget: that of a day counts what every machine spent on it, and ends at midnight") {
  Asking asking;
  add_settings(asking, "budget: {per_day: 5}\n");
  asking.fixture.write("ledger/2026-05-desk.jsonl",
                       R"({"at":"2026-05-15T01:00:00Z","kind":"call","cents":4.9999})"
                       "\n"
                       R"({"at":"2026-05-14T01:00:00Z","kind":"call","cents":100})"
                       "\n");
  const auto imported = asking.import_all();
  REQUIRE(imported);
  CHECK(imported->failed == 3);
  CHECK(asking.server.calls() == 0);
  const std::string said = to_string(imported->diagnostics.back());
  CHECK(holds(said, "the budget of 5 cents a day has 0.0001"));
  CHECK(holds(said, " left, and the next call costs about "));
  CHECK(holds(said, "; a sync on the next day, UTC, goes on"));
  asking.fixture.set_now("2026-05-16T00:00:00Z");
  CHECK(asking.synced().failed == 0);
}

TEST_CASE("budget: one that no call fits into says what a call costs, not that it is used up") {
  Asking asking;
  add_settings(asking, "budget: {per_day: 0.0001}\n");
  const auto imported = asking.import_all();
  REQUIRE(imported);
  CHECK(asking.server.calls() == 0);
  const std::string said = to_string(imported->diagnostics.back());
  CHECK(holds(said, "the budget of 0.0001 cents a day has 0.00010 left, and the next call costs"));
  CHECK(holds(said, "; no such call fits into it: write a larger `budget`"));
}

TEST_CASE("budget: without a price nothing is asked; prices.yaml brings one") {
  Asking asking;
  asking.set(
      "engine: openai\nbase_url: https://models.example.org\nmodel: new\nbudget: {per_sync: 9}\n");
  const auto imported = asking.import_all();
  REQUIRE(imported);
  CHECK(imported->failed == 3);
  CHECK(holds(to_string(imported->diagnostics.back()),
              "pyramid.yaml: no price is known of `new`, so the budget cannot be kept; write its "
              "price into prices.yaml"));
  CHECK_FALSE(costs_of(asking).price_known);
  asking.fixture.write("prices.yaml", "as_of: 2026-05-01\nmodels:\n  new: {in: 1, out: 2}\n");
  const CostsReport report = costs_of(asking);
  CHECK(report.price_known);
  CHECK(report.prices_from == "prices.yaml");
  CHECK(report.prices_as_of == "2026-05-01");
  CHECK(asking.sync(true)->engine.price_known);
}

TEST_CASE("budget: a model on this machine is free unless the table names it") {
  Asking asking;
  add_settings(asking, "model: own\nbudget: {per_sync: 0, per_day: 0}\n");
  const auto imported = asking.import_all();
  REQUIRE(imported);
  CHECK(imported->failed == 0);
  CHECK(costs_of(asking).all.cents == 0);
  CHECK(costs_of(asking).all.unpriced == 0);
}

TEST_CASE("budget: doctor says once of a local model without a price that it counts nothing") {
  Asking asking;
  add_settings(asking, "model: own\nbudget: {per_sync: 9}\n");
  const DoctorReport report = asking.examined();
  REQUIRE(report.problems.size() == 1);
  CHECK(report.problems[0].severity == Severity::kWarning);
  CHECK(to_string(report.problems[0]) ==
        "pyramid.yaml: `budget` counts 0 cents for a call of `own`: no price of it is known, and "
        "its server is a local one; if it costs something, write its price into prices.yaml");
  asking.fixture.write("prices.yaml", "models:\n  own: {in: 1, out: 2}\n");
  CHECK(asking.examined().problems.empty());
  asking.fixture.write("prices.yaml", "");
  add_settings(asking, "model: own\n");
  CHECK(asking.examined().problems.empty());
}

TEST_CASE("budget: a price that cannot be read is unknown, on this machine too") {
  for (const char* model : {"own", "gpt-4.1-mini"}) {
    for (const std::string& prices :
         {"models:\n  " + std::string(model) + ": {in: cheap}\n", std::string("models: [\n")}) {
      Asking asking;
      add_settings(asking, "model: " + std::string(model) + "\nbudget: {per_sync: 9}\n");
      asking.fixture.write("prices.yaml", prices);
      const auto imported = asking.import_all();
      REQUIRE(imported);
      CHECK(imported->failed == 3);
      CHECK(imported->over_budget == 3);
      CHECK(asking.server.calls() == 0);
      CHECK_FALSE(costs_of(asking).price_known);
    }
  }
}

TEST_CASE("cost: a dry run says what the language model would take in cents, and asks nothing") {
  Asking asking;
  REQUIRE(asking.import_all());
  const std::size_t calls = asking.server.calls();
  const auto planned = asking.sync(true);
  REQUIRE(planned);
  CHECK(planned->engine.calls > 0);
  CHECK(planned->engine.cents > 0);
  CHECK(asking.server.calls() == calls);
  asking.fixture.write("prices.yaml", "models:\n  gpt-4.1-mini: {in: 0.80, out: 3.20}\n");
  CHECK(asking.sync(true)->engine.cents == Approx(2 * planned->engine.cents));
  asking.fixture.write("prices.yaml", "models:\n  gpt-4.1-mini: cheap\n");
  const auto warned = asking.sync(true);
  REQUIRE(warned->diagnostics.size() == 1);
  CHECK(warned->diagnostics[0].where == "prices.yaml:2");
}

TEST_CASE("ledger: a kind of which there is no event yet is an empty answer with a hint") {
  Fixture fixture;
  LedgerOptions options;
  options.workspace.root = fixture.root();
  options.kind = "leared";
  const auto report = read_ledger(fixture.environment(), options);
  REQUIRE(report);
  CHECK(report->events.empty());
  REQUIRE(report->diagnostics.size() == 1);
  CHECK(holds(report->diagnostics[0].hint, "learned"));
}

}  // namespace ledger_test
