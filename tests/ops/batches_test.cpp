// Calls of a language model that go in batches: sent once, collected later, paid for once.
#include "tests/ops/asking.hpp"
#include "tests/support/batch_api.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace batches_test {

using namespace pyramid;
using namespace pyramid::test;
using Fate = BatchApi::Fate;
using Json = nlohmann::json;

namespace {

class Batching {
 public:
  explicit Batching(const ChatServer::Model& model = answer_by_rules)
      : api(model), asking(api.as_model()) {}

  Result<ImportReport> try_import(bool batch = true) {
    ImportOptions options;
    options.workspace.root = asking.fixture.root();
    options.source = asking.fixture.outside("sessions");
    options.batch = batch;
    return pyramid::import(asking.environment(), options);
  }
  ImportReport imported(bool batch = true) {
    auto report = try_import(batch);
    REQUIRE(report);
    return *report;
  }
  Result<SyncReport> try_sync(bool batch) {
    SyncOptions options;
    options.workspace.root = asking.fixture.root();
    options.batch = batch;
    return pyramid::sync(asking.environment(), options);
  }
  SyncReport synced(bool batch = false) {
    auto report = try_sync(batch);
    REQUIRE(report);
    for (const Diagnostic& one : report->diagnostics) UNSCOPED_INFO(to_string(one));
    return *report;
  }
  // As often as there is something to wait for.
  SyncReport synced_to_the_end(bool batch) {
    for (int round = 0; round < 12; ++round) {
      SyncReport report = synced(batch);
      if (report.batch.submitted + report.batch.waiting == 0) return report;
      api.finish();
    }
    FAIL("it never ends");
    return {};
  }

  [[nodiscard]] std::vector<std::string> records() const {
    std::vector<std::string> paths;
    const std::string folder = asking.fixture.path("ledger/batches");
    if (!std::filesystem::exists(folder)) return paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      paths.push_back(entry.path());
    }
    return paths;
  }
  std::vector<Json> events(const std::string& kind) {
    LedgerOptions options;
    options.workspace.root = asking.fixture.root();
    options.kind = kind;
    const auto report = read_ledger(asking.environment(), options);
    REQUIRE(report);
    std::vector<Json> events;
    for (const LedgerEvent& event : report->events) events.push_back(Json::parse(event.json));
    return events;
  }

  BatchApi api;
  Asking asking;
};

}  // namespace

TEST_CASE("batches: an import sends its calls as one batch, and a later sync goes on from there") {
  Batching batching;
  const ImportReport report = batching.imported();
  CHECK(report.failed == 0);
  CHECK(report.observations == 0);
  CHECK(report.batch.submitted == 3);  // one for each conversation
  CHECK(batching.api.batches() == 1);
  CHECK(batching.api.chats() == 1);  // what the server can do
  CHECK(holds(batching.api.uploaded(), R"("method":"POST","url":"/v1/chat/completions")"));
  CHECK_FALSE(holds(batching.api.uploaded(), kKey));
  CHECK(run_git(batching.asking.fixture.root(), {"log", "-1", "--format=%s"}).out ==
        "memory: 3 conversations from \"sessions\"\n");

  const SyncReport early = batching.synced();
  CHECK(early.batch.waiting == 3);
  CHECK(early.failed == 0);
  CHECK_FALSE(early.nothing_to_do);
  CHECK(batching.api.chats() == 1);

  batching.api.finish();
  const SyncReport late = batching.synced();
  CHECK(late.batch.collected == 3);
  CHECK(late.observations_added == 12);
  CHECK(late.summaries_written >= 5);
  CHECK(batching.records().empty());
  CHECK(batching.synced().nothing_to_do);
  CHECK(run_git(batching.asking.fixture.root(), {"status", "--porcelain"}).out.empty());
}

TEST_CASE("batches: status, doctor and a dry run tell of one under way, and count no call again") {
  Batching batching;
  Asking& asking = batching.asking;
  const auto told = [](const Diagnostics& diagnostics) {
    std::size_t count = 0;
    for (const Diagnostic& one : diagnostics) {
      count += one.severity == Severity::kWarning && one.where.starts_with("ledger/batches/") &&
               one.what == "a batch of 3 calls is under way since 2026-05-15T09:00:00Z";
    }
    return count;
  };
  const auto status_now = [&] {
    return *status(asking.environment(), {asking.fixture.root(), {}});
  };
  batching.imported();
  asking.fixture.set_now("2026-05-16T09:00:00Z");
  CHECK(told(status_now().diagnostics) == 1);
  CHECK(told(asking.examined().problems) == 1);
  const std::size_t calls = batching.api.chats();
  const auto waiting = asking.sync(true);
  REQUIRE(waiting);
  CHECK(told(waiting->diagnostics) == 1);
  CHECK(waiting->engine.calls == 0);
  CHECK(waiting->sessions_extracted == 0);
  CHECK(batching.api.chats() == calls);

  batching.api.finish();
  CHECK(batching.synced(true).batch.submitted == 1);  // observations to assign
  CHECK(asking.sync(true)->engine.calls == 0);
  batching.api.finish();
  const SyncReport summaries = batching.synced(true);
  CHECK(summaries.batch.submitted > 0);
  const auto rest = asking.sync(true);
  CHECK(rest->engine.calls + summaries.batch.submitted ==
        rest->summaries_written + rest->sections_written);
  batching.api.finish();
  batching.synced_to_the_end(false);
  CHECK(status_now().diagnostics.empty());
}

TEST_CASE("batches: all waves in batches make the memory that calls by themselves make") {
  Batching batching;
  batching.imported();
  batching.api.finish();
  batching.synced_to_the_end(true);
  Asking plain;
  REQUIRE(plain.import_all());
  plain.synced();
  auto tree = batching.asking.fixture.tree();
  auto plain_tree = plain.fixture.tree();
  tree.erase("pyramid.yaml");  // it has the address of the server
  plain_tree.erase("pyramid.yaml");
  CHECK(tree == plain_tree);
  CHECK(batching.api.lines() > 8);
  const auto checked = batching.asking.fixture.check();
  REQUIRE(checked);
  CHECK(checked->problems.empty());
}

TEST_CASE("batches: what waits is asked by nobody else, also when .pyramid is gone") {
  Batching batching;
  batching.imported();
  std::filesystem::remove_all(batching.asking.fixture.path(".pyramid"));
  const SyncReport report = batching.synced(true);
  CHECK(report.batch.waiting == 3);
  CHECK(report.batch.submitted == 0);
  CHECK(batching.api.lines() == 3);
  CHECK(batching.imported().batch.submitted == 0);
  batching.api.finish();
  CHECK(batching.synced().observations_added == 12);
  CHECK(batching.api.lines() == 3);
}

TEST_CASE("batches: killed after it was sent and before that was noted, it is found again") {
  Batching batching;
  batching.imported();
  REQUIRE(batching.records().size() == 1);
  const std::string path = batching.records()[0];
  const std::string bytes = Fixture::read_file(path);
  SECTION("with the file known") {
    std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.find("{\"batch\":"));
  }
  SECTION("with nothing known but the name") {
    std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.find("{\"file\":"));
  }
  SECTION("in the middle of a line") {
    std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.find("{\"batch\":") + 5);
  }
  CHECK(batching.synced(true).batch.waiting == 3);
  batching.api.finish();
  CHECK(batching.synced().observations_added == 12);
  CHECK(batching.api.batches() == 1);
}

TEST_CASE("batches: a server that hangs up after it has made the batch is believed to have it") {
  Batching batching;
  batching.api.hang_up_once();
  const ImportReport report = batching.imported();
  CHECK(report.failed == 0);
  CHECK(report.batch.submitted == 3);
  CHECK(batching.api.batches() == 1);
}

TEST_CASE("batches: killed before anything was sent, the calls are collected anew") {
  Batching batching;
  batching.imported();
  const std::string path = batching.records().at(0);
  const std::string bytes = Fixture::read_file(path);
  const std::string other = std::filesystem::path(path).replace_filename("2026-05-14-0.jsonl");
  std::filesystem::remove(path);
  std::ofstream(other, std::ios::binary) << bytes.substr(0, bytes.find("{\"file\":"));
  const SyncReport report = batching.synced(true);
  CHECK(report.batch.waiting == 0);
  CHECK(report.batch.submitted == 3);
  CHECK(batching.records().size() == 1);
}

TEST_CASE("batches: calls that failed or expired in a batch are asked again, and nothing else is") {
  Batching batching;
  batching.imported();
  batching.api.finish({Fate::kFailed, Fate::kExpired});
  const std::size_t before = batching.api.chats();
  const ImportReport report = batching.imported(false);
  CHECK(report.batch.collected == 1);
  CHECK(report.batch.asked_again == 2);
  CHECK(report.observations == 12);
  CHECK(batching.synced().failed == 0);
  std::size_t extractions = 0;
  for (const ServerCall& call : batching.asking.server.received()) {
    const bool chat = call.path == "/v1/chat/completions";
    if (chat && holds(call.body, "add_observation")) ++extractions;
  }
  CHECK(extractions == 2);
  CHECK(batching.api.chats() > before);
}

TEST_CASE("batches: an answer to another call and one that is lost do no harm") {
  Batching batching;
  batching.imported();
  batching.api.finish({Fate::kForeign, Fate::kLost});
  const SyncReport report = batching.synced();
  CHECK(report.batch.collected == 1);
  CHECK(report.batch.asked_again == 2);
  CHECK(report.observations_added == 12);
  REQUIRE(report.diagnostics.size() == 1);
  CHECK(holds(report.diagnostics[0].what, "1 answer of batch batch_1 to no call of it"));
}

TEST_CASE("batches: one that the server refuses is told, and its calls are free again") {
  Batching batching;
  batching.imported();
  batching.api.refuse_all("Enqueued token limit reached");
  const SyncReport report = batching.synced(true);
  REQUIRE(report.diagnostics.size() == 1);
  CHECK(holds(report.diagnostics[0].hint, "Enqueued token limit reached"));
  CHECK(report.batch.submitted == 3);
  CHECK(batching.api.batches() == 2);
}

TEST_CASE("batches: a server without them is refused in one line, before anything is done") {
  Asking asking([](const ServerCall& call) {
    if (call.path == "/v1/chat/completions") return answer_by_rules(call);
    return refuses(404, R"({"error":{"message":"Not found"}})");
  });
  ImportOptions options;
  options.workspace.root = asking.fixture.root();
  options.source = asking.fixture.outside("sessions");
  options.batch = true;
  const auto report = pyramid::import(asking.environment(), options);
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kUsage);
  CHECK(holds(to_string(report.error()), "has no Batch API (Not found); do it without --batch"));
  CHECK(files_below(asking.fixture, "sessions/").empty());
  asking.set("engine: builtin\n");
  const auto builtin = pyramid::import(asking.environment(), options);
  REQUIRE_FALSE(builtin);
  CHECK(holds(to_string(builtin.error()), "set `engine: openai`"));
}

TEST_CASE("batches: a server that is gone leaves the calls waiting, and says so") {
  Batching batching;
  batching.imported();
  batching.api.finish();
  const auto gone = refuses(500, "{}", {{"x-should-retry", "false"}});
  batching.asking.server.next({gone});
  const SyncReport report = batching.synced();
  CHECK(report.failed == 1);
  CHECK(report.batch.waiting == 3);
  CHECK(batching.synced().observations_added == 12);
}

TEST_CASE("batches: they stand in the ledger once, at their price, and no budget of a later sync") {
  Batching batching;
  batching.asking.set("engine: openai\nbase_url: " + batching.asking.server.base_url() +
                      "\nstep: 3\nbudget: {per_sync: 0.2}\n");
  batching.imported();
  CHECK(batching.events("batch").size() == 1);
  batching.api.finish();
  batching.synced();
  const std::vector<Json> events = batching.events("batch");
  REQUIRE(events.size() == 2);
  CHECK(events[1]["state"] == "collected");
  CHECK(events[1]["calls"] == 3);
  std::size_t batched = 0;
  for (const Json& call : batching.events("call")) {
    if (!call.contains("batch")) continue;
    ++batched;
    CHECK(call["recipe"] == "extract/3");
    CHECK(call["cents"] == 0.0022);  // half of a call by itself
  }
  CHECK(batched == 3);
  CostsOptions options;
  options.workspace.root = batching.asking.fixture.root();
  const auto costs = pyramid::costs(batching.asking.environment(), options);
  REQUIRE(costs);
  CHECK(costs->all.batched == 3);
}

TEST_CASE("batches: a budget that is used up sends nothing more") {
  Batching batching;
  batching.asking.set("engine: openai\nbase_url: " + batching.asking.server.base_url() +
                      "\nbudget: {per_sync: 0.01}\n");
  const ImportReport report = batching.imported();
  CHECK(report.failed > 0);
  CHECK(batching.api.batches() == 0);
}

TEST_CASE("batches: where no words are kept there is nothing to ask about later") {
  Batching batching;
  batching.asking.set("engine: openai\nbase_url: " + batching.asking.server.base_url() +
                      "\nkeep_transcripts: none\n");
  const auto report = batching.try_import();
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kUsage);
}

TEST_CASE("batches: a sync stopped after it took answers in takes them in again, and counts once") {
  Batching batching;
  batching.imported();
  batching.api.finish();
  const std::string path = batching.records().at(0);
  const std::string before = Fixture::read_file(path);
  batching.synced();
  // As a kill would have left it: answers in the cache, the record still there.
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << before << "{\"counted\":true}\n";
  const std::size_t calls = batching.events("call").size();
  const SyncReport again = batching.synced();
  CHECK(again.batch.collected == 3);
  CHECK(batching.events("call").size() == calls);
  CHECK(batching.records().empty());
}

}  // namespace batches_test
