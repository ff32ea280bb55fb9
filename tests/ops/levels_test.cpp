// Answers of a language model that are of no use: what is written instead, told and asked again.
#include "tests/ops/asking.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>

namespace levels_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

bool is_summary(const ServerCall& call) { return holds(call.body, "You write one paragraph"); }
bool is_section(const ServerCall& call) { return holds(call.body, "You write one section"); }

SyncReport refreshed(Asking& asking) {
  SyncOptions options;
  options.workspace.root = asking.fixture.root();
  options.refresh_outdated = "";
  const auto report = pyramid::sync(asking.environment(), options);
  REQUIRE(report);
  return *report;
}

StatusReport status_of(Asking& asking) {
  const auto report = status(asking.environment(), {asking.fixture.root(), {}});
  REQUIRE(report);
  return *report;
}

std::vector<LedgerEvent> events(Asking& asking, const std::string& kind) {
  LedgerOptions options;
  options.workspace.root = asking.fixture.root();
  options.kind = kind;
  auto report = read_ledger(asking.environment(), options);
  REQUIRE(report);
  return report->events;
}

}  // namespace

TEST_CASE(
    "levels: a refresh ends, and asks nothing for texts that the same model was of no use for") {
  for (const char* text : {"", "{}", "Ulrike met Ottokar in Vienna.", "x"}) {
    const std::string said = *text == 'x' ? std::string(900, 'x') + "." : text;
    INFO(text);
    Asking asking([&](const ServerCall& call) {
      return is_summary(call) || is_section(call) ? says(said) : answer_by_rules(call);
    });
    REQUIRE(asking.import_all());
    const SyncReport first = asking.synced();
    CHECK(first.failed == 0);
    if (said == "{}") CHECK_FALSE(holds(asking.fixture.read("MEMORY.md"), "{}"));
    CHECK(status_of(asking).outdated_summaries == 0);
    CHECK(status_of(asking).outdated_sections == 0);
    const std::size_t calls = asking.server.calls();
    CHECK(refreshed(asking).nothing_to_do);
    CHECK(asking.server.calls() == calls);
  }
}

TEST_CASE(
    "levels: another model's texts are written again once, however often they are of no use") {
  Asking asking(
      [](const ServerCall& call) { return is_summary(call) ? says("") : answer_by_rules(call); });
  REQUIRE(asking.import_all());
  asking.synced();
  asking.set("engine: openai\nmodel: other\nstep: 3\nbase_url: " + asking.server.base_url() + "\n");
  const StatusReport told = status_of(asking);
  CHECK(told.outdated_summaries == 5);
  const std::size_t calls = asking.server.calls();
  const SyncReport report = refreshed(asking);
  CHECK(report.summaries_written == 5);
  std::size_t summaries = 0;
  for (std::size_t i = calls; i < asking.server.calls(); ++i) {
    summaries += is_summary(asking.server.received()[i]);
  }
  CHECK(summaries == 10);  // each as usual, then more strictly
  CHECK(status_of(asking).outdated_summaries == 0);
}

TEST_CASE("levels: the bars of a table are no text beside a sentence that was left out") {
  Asking asking([](const ServerCall& call) {
    return is_summary(call) ? says("| Fact |\n| --- |\n| Ulrike met Ottokar in Vienna. |")
                            : answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  CHECK(report.fallbacks.size() == report.summaries_written);
  for (const auto& [path, bytes] : asking.fixture.tree()) {
    INFO(path);
    CHECK_FALSE(holds(bytes, "\n|\n"));
  }
}

TEST_CASE("levels: a report says which texts the model did not write at first, and why") {
  Asking asking([](const ServerCall& call) {
    if (is_section(call)) return says("");
    if (!is_summary(call)) return answer_by_rules(call);
    const bool strict = holds(call.body, "in any case");
    return strict && holds(call.body, "Lisbon") ? says("User moved to Lisbon in March 2026.")
                                                : says("");
  });
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  CHECK(report.failed == 0);
  CHECK(report.left.empty());
  std::size_t strict = 0;
  std::size_t sections = 0;
  for (const FallbackText& one : report.fallbacks) {
    strict += one.level == "strict";
    sections += one.path.starts_with("MEMORY.md#user/") && one.level == "builtin";
    CHECK(holds(one.reason, "answered with no text"));
  }
  CHECK(strict >= 1);
  CHECK(sections >= 1);
  CHECK(report.fallbacks.size() > strict + sections);
  CHECK(holds(asking.fixture.read("why/MEMORY.md"), "openai/gpt-4.1-mini+builtin:synthesize/2"));
  CHECK(asking.fixture.check()->problems.empty());
  CHECK(asking.synced().nothing_to_do);
}

TEST_CASE("levels: a summary that a content filter takes out with status 400 is written by rules") {
  Asking asking([](const ServerCall& call) {
    if (!is_summary(call)) return answer_by_rules(call);
    return refuses(400, R"({"error":{"message":"It was filtered.","code":"content_filter"}})");
  });
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  CHECK(report.failed == 0);
  REQUIRE_FALSE(report.fallbacks.empty());
  CHECK(report.fallbacks[0].level == "builtin");
  CHECK(report.fallbacks[0].reason == "openai/gpt-4.1-mini refuses to answer (It was filtered.)");
  CHECK(asking.synced().nothing_to_do);
}

TEST_CASE("levels: a text of which more goes than stays is asked for more strictly") {
  Asking asking([](const ServerCall& call) {
    if (!is_summary(call) || !holds(call.body, "Lisbon")) return answer_by_rules(call);
    if (holds(call.body, "in any case")) return says("User moved to Lisbon in March 2026.");
    return says(
        "User moved to Lisbon in March 2026. Ulrike met Ottokar in Vienna. Zelda owns 17 "
        "cats.");
  });
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  REQUIRE_FALSE(report.fallbacks.empty());
  CHECK(report.fallbacks[0].level == "strict");
  CHECK(report.fallbacks[0].reason == "sentences that are not in its sources: 2 of 3");
  CHECK(std::count_if(report.dropped.begin(), report.dropped.end(), [](const auto& one) {
          return holds(one.sentence, "Ottokar") && one.path.starts_with("summaries/");
        }) >= 1);
}

TEST_CASE("levels: conversations without a fact are counted, and an empty answer is not one") {
  std::atomic<bool> broken{true};
  Asking asking([&](const ServerCall& call) {
    if (!holds(call.body, "add_observation")) return answer_by_rules(call);
    return broken ? says("", "length") : says("NONE");
  });
  const auto first = asking.import_all();
  REQUIRE(first);
  CHECK(first->failed == 3);
  CHECK(first->without_facts == 0);
  REQUIRE(first->diagnostics.size() == 1);
  CHECK(holds(first->diagnostics[0].what, "breaks off"));
  CHECK(holds(first->diagnostics[0].what, "(and 2 more)"));
  CHECK(asking.synced().left == "3 conversations to read, and what follows from them");
  const auto finished = events(asking, "finished");
  REQUIRE_FALSE(finished.empty());
  CHECK(nlohmann::json::parse(finished.back().json)["whole"] == false);
  broken = false;
  asking.examined();  // else it is not asked again
  const SyncReport second = asking.synced();
  CHECK(second.failed == 0);
  CHECK(second.sessions_extracted == 3);
  CHECK(second.sessions_without_facts == 3);
}

TEST_CASE("levels: the ledger tells what was promoted, by tier") {
  Asking asking;
  REQUIRE(asking.import_all());
  asking.synced();
  const auto promoted = events(asking, "promoted");
  REQUIRE(promoted.size() == 2);
  CHECK(nlohmann::json::parse(promoted[0].json)["to"] == "tier-0");
  CHECK(nlohmann::json::parse(promoted[0].json)["count"] == 4);
  CHECK(nlohmann::json::parse(promoted[1].json)["to"] == "tier-1");
}

TEST_CASE(
    "search: a sentence of an answer that no passage says is asked for again, then left out") {
  std::atomic<int> complaints{0};
  Asking asking([&](const ServerCall& call) {
    if (!holds(call.body, "You answer a question")) return answer_by_rules(call);
    if (holds(call.body, "What was answered first")) ++complaints;
    return says(
        "User moved to Lisbon in March 2026 [1]. Zelda flew to Mars with 17 cats in 1987 "
        "[1]. See https://evil.example [9].");
  });
  REQUIRE(asking.import_all());
  const auto found = asking.search("Lisbon");
  REQUIRE(found);
  CHECK(complaints == 1);
  CHECK(found->answer == "User moved to Lisbon in March 2026 [1].");
  REQUIRE(found->diagnostics.size() == 2);
  CHECK(holds(found->diagnostics[0].what, "Zelda"));
  CHECK(holds(found->diagnostics[1].what, "evil.example"));
  CHECK(nlohmann::json::parse(asking.violations().back().json)["recipe"] == "answer/1");
}

}  // namespace levels_test
