#include "engine/counting.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::counting_test {
namespace {

// Says which step was called.
class Echo final : public TextEngine {
 public:
  [[nodiscard]] std::string name() const override { return "echo"; }
  [[nodiscard]] std::string recipe(std::string_view step) const override {
    return std::string(step) + "/7";
  }
  Result<std::vector<Extracted>> extract(const ExtractRequest&) override {
    return std::vector<Extracted>{{"a fact.", 1}};
  }
  Result<Assignments> assign(const AssignRequest&) override { return Assignments{{{}}, {}}; }
  Result<std::string> summarise(const SummariseRequest&) override { return std::string("s"); }
  Result<std::string> synthesise(const SynthesiseRequest&) override { return std::string("y"); }
  Result<std::string> describe(const DescribeRequest&) override { return std::string("d"); }
  Result<std::string> answer(const AnswerRequest&) override { return std::string("a"); }
};

}  // namespace

TEST_CASE("counting: every call is passed on and counted") {
  Echo echo;
  CallCounts counts;
  const auto engine = count_calls(echo, counts);
  CHECK(engine->name() == "echo");
  CHECK(engine->recipe("summarize") == "summarize/7");
  CHECK(counts.total() == 0);
  CHECK(engine->extract({}).value().size() == 1);
  CHECK(engine->assign({}).value().assignments.size() == 1);
  CHECK(engine->summarise({}).value() == "s");
  CHECK(engine->summarise({}).value() == "s");
  CHECK(engine->synthesise({}).value() == "y");
  CHECK(engine->describe({}).value() == "d");
  CHECK(engine->answer({}).value() == "a");
  CHECK(counts.extract == 1);
  CHECK(counts.summarise == 2);
  CHECK(counts.answer == 1);
  CHECK(counts.total() == 7);
}

TEST_CASE("counting: embeddings") {
  const auto inner = make_static_embedder();
  CallCounts counts;
  const auto embedder = count_calls(*inner, counts);
  CHECK(embedder->name() == inner->name());
  CHECK(embedder->dims() == 176);
  const std::vector<std::string_view> texts = {"a", "b"};
  CHECK(embedder->embed(texts).value() == inner->embed(texts).value());
  CHECK(counts.embed == 1);
  CHECK(counts.total() == 1);
}

}  // namespace pyramid::engine::counting_test
