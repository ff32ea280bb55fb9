#include "tests/ops/fixture.hpp"

namespace pyramid::evaluate_test {
namespace {

// Two conversations of our own; the second is notes.
constexpr const char* kSet =
    R"({"conversation":"Ana and Ben","sessions":[{"session":"S1","date":"2025-03-01","turns":[)"
    R"({"id":"a1","speaker":"Ana","text":"I bought a trumpet yesterday."},)"
    R"({"id":"a2","speaker":"Ben","text":"I keep three parrots at home."}]},)"
    R"({"session":"S2","date":"2025-03-09","turns":[)"
    R"({"id":"b1","speaker":"Ana","text":"The bakery on Mill Street closed for good."}]}],)"
    R"("questions":[{"question":"What animals does Ben keep?","category":"pets","evidence":["a2"]},)"
    R"({"question":"Which bakery closed?","category":"town","evidence":["b1"]}]})"
    "\n"
    R"({"conversation":"notes","notes":[{"id":"n1","text":"User drives a red tractor.",)"
    R"("date":"2025-01-01"},{"id":"n2","text":"# Shed\n\nThe spade hangs behind the door."}],)"
    R"("questions":[{"question":"Where is the spade?","category":"things","evidence":["n2"]},)"
    R"({"question":"What tractor does the user drive?","category":"things","evidence":["n1"]}]})"
    "\n";

EvaluateOptions options_of(const test::Fixture& fixture) {
  std::ofstream(fixture.outside("set.jsonl")) << kSet;
  EvaluateOptions options;
  options.set = fixture.outside("set.jsonl");
  options.folder = fixture.outside("eval");
  return options;
}

}  // namespace

TEST_CASE("eval: every conversation is a memory of its own, and turns and notes are found") {
  test::Fixture fixture;
  const EvaluateOptions options = options_of(fixture);
  const auto report = evaluate(fixture.environment(), options);
  INFO((report ? "" : to_string(report.error())));
  REQUIRE(report);
  CHECK(report->diagnostics.empty());
  CHECK(report->all.questions == 4);
  CHECK(report->all.recall5 == 1);
  CHECK(report->all.session_recall5 == 1);
  CHECK(report->by_category.size() == 3);
  CHECK(report->by_category.at("things").questions == 2);
  REQUIRE(report->by_conversation.size() == 2);
  CHECK(report->by_conversation[0].first == "Ana and Ben");
}

TEST_CASE("eval: workspaces that are kept are not imported again, and measure the same") {
  test::Fixture fixture;
  const EvaluateOptions options = options_of(fixture);
  const auto first = evaluate(fixture.environment(), options);
  REQUIRE(first);
  const auto kept = std::filesystem::directory_iterator(options.folder)->path();
  std::ofstream(kept / "memory.md") << "A file of one's own.\n";
  const auto second = evaluate(fixture.environment(), options);
  REQUIRE(second);
  CHECK(second->all.ndcg10 == first->all.ndcg10);
  CHECK(std::filesystem::exists(kept / "memory.md"));
}

TEST_CASE("eval: a wrong option is refused before anything is imported") {
  test::Fixture fixture;
  const EvaluateOptions sound = options_of(fixture);
  const auto refused = [&](const EvaluateOptions& options) {
    const auto report = evaluate(fixture.environment(), options);
    REQUIRE_FALSE(report);
    CHECK(report.error().kind == ErrorKind::kUsage);
    CHECK_FALSE(std::filesystem::exists(options.folder));
    return report.error().what;
  };
  EvaluateOptions options = sound;
  options.time_weight = 2;
  CHECK(refused(options) == "the time weight must lie between 0 and 1");
  options = sound;
  options.vector_weight = -1;
  CHECK(refused(options) == "the vector weight must lie between 0 and 1");
  options = sound;
  options.fusion = "moon";
  CHECK(refused(options) == "no such fusion: moon");
  options = sound;
  options.weights = {{"moon", 1}};
  CHECK(refused(options) == "no such weight: moon");
  for (const char* source : {"moon", "since:soon", "2026-02-01..2026-01-01"}) {
    options = sound;
    options.sources = {source};
    refused(options);
  }
}

TEST_CASE("eval: a set without a question says so") {
  test::Fixture fixture;
  EvaluateOptions options = options_of(fixture);
  std::ofstream(options.set) << R"({"conversation":"a"})" << "\n";
  const auto report = evaluate(fixture.environment(), options);
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kInvalid);
  options.set = fixture.outside("missing.jsonl");
  CHECK(evaluate(fixture.environment(), options).error().kind == ErrorKind::kNotFound);
}

}  // namespace pyramid::evaluate_test
