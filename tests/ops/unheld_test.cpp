// Observations that a language model takes out of a conversation and that nobody said there.
#include "tests/ops/asking.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace unheld_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

bool is_complaint(const ServerCall& call) { return holds(call.body, "These facts were noted"); }

// The rules' answer with one word in another's place.
ServerReply swapped(const ServerCall& call, const std::string& from, const std::string& to) {
  ServerReply reply = answer_by_rules(call);
  const std::size_t at = reply.body.find(from);
  if (holds(call.body, "add_observation") && at != std::string::npos) {
    reply.body.replace(at, from.size(), to);
  }
  return reply;
}

std::string all_observations(const Fixture& fixture) {
  std::string all;
  for (const std::string& path : files_below(fixture, "observations/")) all += fixture.read(path);
  return all;
}

}  // namespace

TEST_CASE("unheld: a fact that no turn says is asked for once more, and told to the model") {
  std::string complaint;
  Asking asking([&](const ServerCall& call) {
    if (is_complaint(call)) {
      complaint = call.body;
      return calls_tool("add_observation", {R"({"text":"User moved to Lisbon in March 2026.",)"
                                            R"("turn":1})"});
    }
    return swapped(call, "Lisbon", "Madrid");
  });
  const auto report = asking.import_all();
  REQUIRE(report);
  CHECK(holds(complaint, "Madrid"));
  CHECK(holds(complaint, "stands in none of its sources"));
  CHECK(report->observations == 12);
  CHECK(report->diagnostics.empty());
  CHECK_FALSE(holds(all_observations(asking.fixture), "Madrid"));
  CHECK(holds(all_observations(asking.fixture), "User moved to Lisbon in March 2026."));
  const auto events = asking.violations();
  REQUIRE(events.size() == 1);
  CHECK(nlohmann::json::parse(events[0].json)["recipe"] == "extract/3");
  CHECK(nlohmann::json::parse(events[0].json)["dropped"] == 0);
}

TEST_CASE("unheld: a fact that is wrong again is left out, told, and the others stay") {
  Asking asking([](const ServerCall& call) {
    if (is_complaint(call)) {
      return calls_tool("add_observation",
                        {R"({"text":"User moved to Madrid in March 2026.","turn":1})"});
    }
    return swapped(call, "Lisbon", "Madrid");
  });
  const auto report = asking.import_all();
  REQUIRE(report);
  CHECK(report->observations == 11);
  CHECK(report->failed == 0);
  REQUIRE(report->diagnostics.size() == 1);
  CHECK(holds(report->diagnostics[0].what, "User moved to Madrid in March 2026."));
  CHECK(report->diagnostics[0].where.starts_with("sessions/"));
  const auto events = asking.violations();
  REQUIRE(events.size() == 1);
  CHECK(nlohmann::json::parse(events[0].json)["sentences"] == 2);
  CHECK(nlohmann::json::parse(events[0].json)["dropped"] == 1);
  CHECK_FALSE(holds(asking.fixture.read("ledger/2026-05-unnamed.jsonl"), "Madrid"));
}

TEST_CASE("unheld: what the rules of the samples take out stands in its turns") {
  std::size_t complaints = 0;
  Asking asking([&](const ServerCall& call) {
    if (is_complaint(call)) ++complaints;
    return answer_by_rules(call);
  });
  for (const char* source : {"glenn/messages.sqlite", "claude/conversations.json", "openclaw"}) {
    ImportOptions options;
    options.workspace.root = asking.fixture.root();
    options.source = std::string(PYRAMID_SOURCE_DIR) + "/sample-workspace/conversations/" + source;
    REQUIRE(pyramid::import(asking.environment(), options));
  }
  CHECK(files_below(asking.fixture, "observations/").size() > 50);
  CHECK(complaints == 0);
}

}  // namespace unheld_test
