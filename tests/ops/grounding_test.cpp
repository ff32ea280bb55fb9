// Generated text that says something else than what it was made from: found, mended, dropped, told.
#include "ops/write/grounded.hpp"
#include "tests/ops/asking.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>

namespace grounding_test {

using namespace pyramid;
using namespace pyramid::test;
using Json = nlohmann::json;

namespace {

CheckReport grounded(Fixture& fixture) {
  CheckOptions options;
  options.workspace.root = fixture.root();
  options.grounding = true;
  auto report = check(fixture.environment(), options);
  REQUIRE(report);
  REQUIRE(report->grounding);
  for (const Diagnostic& problem : report->problems) UNSCOPED_INFO(to_string(problem));
  return *std::move(report);
}

void import_and_sync(Fixture& fixture) {
  fixture.write("pyramid.yaml", "step: 3\n");
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
}

std::string file_with(const Fixture& fixture, const std::string& folder, const std::string& part) {
  for (const auto& [path, bytes] : fixture.tree()) {
    if (path.rfind(folder, 0) == 0 && holds(bytes, part)) return path;
  }
  FAIL("no file below " << folder << " with " << part);
  return {};
}

void edit(const Fixture& fixture, const std::string& path, const std::string& from,
          const std::string& to) {
  std::string bytes = fixture.read(path);
  const std::size_t at = bytes.find(from);
  REQUIRE(at != std::string::npos);
  fixture.write(path, bytes.replace(at, from.size(), to));
}

bool is_summary(const ServerCall& call) { return holds(call.body, "You write one paragraph"); }
bool is_complaint(const ServerCall& call) {
  return holds(call.body, "What was written first says these things");
}

// The rules' answer to a question with one word put in another's place.
ServerReply answer_with(const ServerCall& call, const std::string& from, const std::string& to) {
  ServerReply reply = answer_by_rules(call);
  const std::size_t at = reply.body.find(from);
  if (at != std::string::npos) reply.body.replace(at, from.size(), to);
  return reply;
}

}  // namespace

TEST_CASE("check --grounding: what the built-in engine wrote stands on its sources") {
  Fixture fixture;
  import_and_sync(fixture);
  const CheckReport report = grounded(fixture);
  CHECK(report.problems.empty());
  CHECK(report.grounding->findings.empty());
  CHECK(report.grounding->sentences > 12);
  CHECK(report.grounding->by_hand == 0);
}

TEST_CASE("check --grounding: the sample workspace stands on its sources") {
  Fixture fixture;
  std::filesystem::copy(
      PYRAMID_SOURCE_DIR "/sample-workspace/workspace", fixture.root(),
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  fixture.set_now("2026-05-15T09:00:00Z");
  const CheckReport report = grounded(fixture);
  CHECK(report.grounding->findings.empty());
  CHECK(report.grounding->sentences > 200);
}

TEST_CASE("check --grounding: without the flag no sentence is judged") {
  Fixture fixture;
  import_and_sync(fixture);
  const auto report = fixture.check();
  REQUIRE(report);
  CHECK_FALSE(report->grounding);
}

TEST_CASE("check --grounding: a sentence with another year is told at its line, with its source") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string source = file_with(fixture, "observations/", "March 2026");
  const std::string summary = file_with(fixture, "summaries/", "March 2026");
  edit(fixture, source, "March 2026", "March 2025");
  const CheckReport report = grounded(fixture);
  const auto found =
      std::find_if(report.grounding->findings.begin(), report.grounding->findings.end(),
                   [&](const Ungrounded& one) { return one.path == summary; });
  REQUIRE(found != report.grounding->findings.end());
  REQUIRE(found->violations.size() == 1);
  CHECK(found->violations[0].fault == "date");
  CHECK(found->violations[0].words == "March 2026");
  CHECK(found->sources == std::vector<std::string>{source});
  const std::string told = summary + ":" + std::to_string(found->line);
  CHECK(std::any_of(report.problems.begin(), report.problems.end(),
                    [&](const Diagnostic& one) { return one.where == told; }));
}

TEST_CASE("check --grounding: a sentence that a person changed is not judged") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string summary = file_with(fixture, "summaries/", "Lisbon");
  edit(fixture, summary, "Lisbon", "Madrid");
  const CheckReport report = grounded(fixture);
  CHECK(report.grounding->by_hand == 1);
  for (const Ungrounded& one : report.grounding->findings) CHECK(one.path != summary);
  // What the person wrote is a source of what is made from it.
  REQUIRE(fixture.sync());
  CHECK(grounded(fixture).grounding->findings.empty());
}

TEST_CASE("grounding: a whole memory that a language model wrote stands on its sources") {
  Asking asking;
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  CHECK(report.violations == 0);
  CHECK(report.dropped.empty());
  CHECK(asking.violations().empty());
  CHECK(grounded(asking.fixture).problems.empty());
}

TEST_CASE("grounding: an invented town is asked for again once, and the second text stands") {
  std::atomic<int> complaints{0};
  std::atomic<int> that_name_it{0};
  Asking asking([&](const ServerCall& call) {
    if (is_complaint(call)) {
      ++complaints;
      if (holds(call.body, "Madrid")) ++that_name_it;
    } else if (is_summary(call)) {
      return answer_with(call, "Lisbon", "Madrid");
    }
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  CHECK(complaints == 2);  // of tier 0 and of tier 1
  CHECK(that_name_it == 2);
  CHECK(report.violations == 2);
  CHECK(report.dropped.empty());
  const std::string summary =
      asking.fixture.read(file_with(asking.fixture, "summaries/", "Lisbon"));
  CHECK(holds(summary, "engine: openai/gpt-4.1-mini\n"));
  const auto events = asking.violations();
  REQUIRE(events.size() == 2);
  const Json event = Json::parse(events[0].json);
  CHECK(event["recipe"] == "summarize/2");
  CHECK(event["sentences"] == 1);
  CHECK(event["dropped"] == 0);
  CHECK_FALSE(holds(events[0].json, "Madrid"));
  CHECK(asking.synced().nothing_to_do);
}

TEST_CASE("grounding: a sentence that is wrong twice is dropped, and the report says so") {
  Asking asking([](const ServerCall& call) {
    return is_summary(call) ? answer_with(call, "Lisbon", "Madrid") : answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  REQUIRE(report.dropped.size() == 1);
  CHECK(report.violations == 2);
  CHECK(holds(report.dropped[0].sentence, "Madrid"));
  CHECK(holds(report.dropped[0].reason, "Madrid"));
  CHECK(report.dropped[0].path.rfind("summaries/user/tier-0/", 0) == 0);
  for (const auto& [path, bytes] : asking.fixture.tree()) {
    if (path.rfind("summaries/", 0) == 0) CHECK_FALSE(holds(bytes, "Madrid"));
  }
  REQUIRE(asking.violations().size() == 1);
  CHECK(Json::parse(asking.violations()[0].json)["dropped"] == 1);
  CHECK(grounded(asking.fixture).grounding->findings.empty());
  CHECK(asking.synced().nothing_to_do);
}

TEST_CASE("grounding: of a text in which nothing stands, the built-in engine's takes the place") {
  Asking asking([](const ServerCall& call) {
    if (is_summary(call)) return says("Ulrike met Ottokar in Vienna.");
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  CHECK(report.failed == 0);
  CHECK(report.violations > 0);
  REQUIRE(report.dropped.size() == 5);  // of each summary, once
  CHECK(report.dropped[0].sentence == "Ulrike met Ottokar in Vienna.");
  CHECK(report.fallbacks.size() == 5);
  const std::string summary =
      asking.fixture.read(file_with(asking.fixture, "summaries/", "Lisbon"));
  CHECK(holds(summary, "engine: openai/gpt-4.1-mini+builtin\n"));
}

TEST_CASE("grounding: a wrong sentence of a section is dropped from MEMORY.md and told") {
  Asking asking([](const ServerCall& call) {
    const bool section = holds(call.body, "You write one section");
    return section ? answer_with(call, "Lisbon", "Madrid") : answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  REQUIRE_FALSE(report.dropped.empty());
  CHECK(report.dropped[0].path.rfind("MEMORY.md#user/", 0) == 0);
  CHECK_FALSE(holds(asking.fixture.read("MEMORY.md"), "Madrid"));
}

TEST_CASE("grounding: a citation of a source that has other numbers and names is put right") {
  const auto at = [](const char* day) { return start_of(*parse_date(day)); };
  std::vector<engine::SourceText> sources(3);
  sources[0].text = "User bought 3 green chairs in Lisbon.";
  sources[1].text = "User bought 24 green chairs in Leeds.";
  sources[2].text = "She got a job at Acme.";
  for (engine::SourceText& one : sources) one.start = one.end = {at("2026-05-12")};
  ops::WordPool words;
  const auto support_of = [&](const std::string& text) {
    const auto grounded = ops::ask_grounded({words, sources, {"Ana"}, {}}, true,
                                            [&](const std::string&) { return Result(text); });
    REQUIRE(grounded);
    REQUIRE(grounded->support.size() == 1);
    return grounded->support.begin()->second;
  };
  using Sources = std::vector<std::size_t>;
  CHECK(support_of("User bought 3 green chairs in Lisbon [2].") == Sources{0});
  CHECK(support_of("User bought 3 green chairs in Lisbon [1].") == Sources{0});
  CHECK(support_of("User bought 24 green chairs [2].") == Sources{1});
  CHECK(support_of("User bought green chairs [2].") == Sources{1});
  CHECK(support_of("Ana got a job at Acme [3].") == Sources{2});
}

TEST_CASE("grounding: what the model cites stands behind the sources, and not in the text") {
  Asking asking([](const ServerCall& call) {
    if (!is_summary(call)) return answer_by_rules(call);
    return answer_with(call, "March 2026.", "March 2026 [1][9].");
  });
  REQUIRE(asking.import_all());
  asking.synced();
  const std::string path = file_with(asking.fixture, "summaries/user/tier-0/", "Lisbon");
  const std::string summary = asking.fixture.read(path);
  CHECK(holds(summary, "User moved to Lisbon in March 2026."));
  CHECK_FALSE(holds(summary, "[1]"));
  CHECK_FALSE(holds(summary, "[9]"));
  CHECK(holds(summary, ") (sentence 1)\n"));
  CHECK(asking.fixture.check()->problems.empty());
}

TEST_CASE("grounding: sentences are numbered as they stand, with a person's words in front") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_with(fixture, "summaries/user/tier-0/", "Lisbon");
  CHECK(holds(fixture.read(path), ") (sentence 1)\n"));
  edit(fixture, path, "---\n", "---\n");
  std::string bytes = fixture.read(path);
  const std::size_t body = bytes.find("\n---\n") + 5;
  fixture.write(path, bytes.insert(body, "I love it here.\n\n"));
  edit(fixture, file_with(fixture, "observations/", "Lisbon"), "Lisbon", "Braga");
  REQUIRE(fixture.sync());
  const std::string after = fixture.read(path);
  CHECK(holds(after, "I love it here."));
  CHECK(holds(after, "Braga"));
  CHECK_FALSE(holds(after, "(sentence 1)"));
  CHECK(holds(after, "(sentence 2)"));
  CHECK(fixture.sync()->nothing_to_do);
}

}  // namespace grounding_test
