#include "engine/tokens.hpp"

#include "engine/counting.hpp"
#include "tests/support/catch.hpp"

namespace pyramid::engine::tokens_test {

TEST_CASE("tokens: four bytes are one, and a begun one counts") {
  CHECK(tokens_of(0) == 0);
  CHECK(tokens_of(1) == 1);
  CHECK(tokens_of(4) == 1);
  CHECK(tokens_of(5) == 2);
}

TEST_CASE("tokens: a request counts what the engine is to read") {
  SummariseRequest summarise;
  summarise.sources.resize(2);
  summarise.sources[0].text = "12345678";
  summarise.sources[1].text = "1234";
  CHECK(tokens_in(summarise) == 3);
  summarise.kept = "1234";
  CHECK(tokens_in(summarise) == 4);
  AssignRequest assign;
  assign.items.resize(2);
  assign.items[0].text = "12345678";
  assign.items[1].text = "not read: it has a model";
  assign.items[1].model = "user";
  CHECK(tokens_in(assign) == 2);
  CHECK(tokens_in(ExtractRequest{}) == 0);
}

TEST_CASE("tokens: a counting engine adds up what went in and what came back") {
  const auto builtin = make_builtin_engine();
  CallCounts counts;
  const auto engine = count_calls(*builtin, counts);
  SummariseRequest request;
  request.model_title = "User";
  request.sources.push_back({{}, {}, {}, "User moved to Lisbon.", 1, 0});
  const std::string text = engine->summarise(request).value();
  CHECK(counts.tokens_in == tokens_in(request));
  CHECK(counts.tokens_out == tokens_of(text.size()));
  CHECK(counts.text() == 1);
}

}  // namespace pyramid::engine::tokens_test
