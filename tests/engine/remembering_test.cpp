#include "engine/remembering.hpp"

#include "engine/counting.hpp"
#include "tests/support/catch.hpp"

#include <map>

namespace pyramid::engine::remembering_test {

namespace {

class Memory final : public AnswerStore {
 public:
  std::optional<std::string> find(const Digest& request) override {
    const auto known = answers.find(request);
    return known == answers.end() ? std::nullopt : std::optional(known->second);
  }
  void keep(const Digest& request, std::string_view answer) override { answers[request] = answer; }

  std::map<Digest, std::string> answers;
};

format::Conversation conversation() {
  format::Conversation said;
  said.source = "test";
  said.origin = "1";
  said.title = "A talk";
  said.start = *parse_time("2026-05-12T10:00:00Z");
  said.turns.push_back(
      {format::Speaker::kUser, said.start, "I moved to Lisbon in March 2026.", ""});
  return said;
}

}  // namespace

TEST_CASE("remembering: the same request is asked once, whatever its answer looks like") {
  const auto builtin = make_builtin_engine();
  CallCounts calls;
  const auto counted = count_calls(*builtin, calls);
  Memory memory;
  const format::Conversation said = conversation();
  ExtractRequest extract;
  extract.conversation = &said;
  extract.last = 1;
  AssignRequest assign;
  assign.items.push_back({derive_ulid(said.start, "a"),
                          "User moved to Lisbon in March 2026.",
                          "sessions/a.md",
                          {said.start},
                          ""});
  SummariseRequest summarise;
  summarise.sources.push_back(
      {assign.items[0].id, {said.start}, {said.start}, assign.items[0].text, 1, 0});
  for (int round = 0; round < 2; ++round) {
    const auto engine = remember_answers(*counted, memory);
    const auto facts = engine->extract(extract).value();
    REQUIRE(facts.size() == 1);
    CHECK(facts[0].text == "User moved to Lisbon in March 2026.");
    CHECK(facts[0].turn == 1);
    CHECK(engine->assign(assign).value().assignments.at(0).model == "user");
    CHECK(engine->summarise(summarise).value() == builtin->summarise(summarise).value());
    CHECK(calls.total() == 3);
  }
  summarise.kept = "A word of mine.";
  REQUIRE(remember_answers(*counted, memory)->summarise(summarise));
  CHECK(calls.total() == 4);
}

TEST_CASE("remembering: what is left to assign after a kill is in the answer that was kept") {
  const auto builtin = make_builtin_engine();
  CallCounts calls;
  const auto counted = count_calls(*builtin, calls);
  Memory memory;
  AssignRequest request;
  for (const char* text : {"User moved to Lisbon in March 2026.", "User owns a canoe."}) {
    request.items.push_back({derive_ulid(Time{5}, text), text, "sessions/a.md", {Time{5}}, ""});
  }
  REQUIRE(remember_answers(*counted, memory)->assign(request).value().assignments.size() == 2);
  request.items[0].model = "lisbon";  // as it was written, or as a person had it since
  request.models.push_back({"lisbon", "Lisbon", "place", {}, ""});
  const Assignments rest = remember_answers(*counted, memory)->assign(request).value();
  CHECK(calls.total() == 1);
  REQUIRE(rest.assignments.size() == 1);
  CHECK(rest.assignments[0].id == request.items[1].id);
}

TEST_CASE(
    "remembering: after a kill the rest is asked about, and what moved without being asked moves") {
  class Mover final : public TextEngine {
   public:
    std::vector<std::size_t> asked;

    [[nodiscard]] std::string name() const override { return "mover"; }
    [[nodiscard]] std::string recipe(std::string_view step) const override {
      return std::string(step) + "/1";
    }
    Result<std::vector<Extracted>> extract(const ExtractRequest&) override {
      return std::vector<Extracted>();
    }
    Result<Assignments> assign(const AssignRequest& request) override {
      asked.push_back(request.items.size());
      Assignments out;
      for (const AssignItem& item : request.items) out.assignments.push_back({item.id, "nadia"});
      if (request.models.empty()) {
        out.discovered.push_back({"nadia", "Nadia", "person", {}});
        out.assignments.push_back({derive_ulid(Time{1}, "older"), "nadia"});
      }
      return out;
    }
    Result<std::string> summarise(const SummariseRequest&) override { return std::string(); }
    Result<std::string> synthesise(const SynthesiseRequest&) override { return std::string(); }
    Result<std::string> describe(const DescribeRequest&) override { return std::string(); }
    Result<std::string> answer(const AnswerRequest&) override { return std::string(); }
  } mover;
  Memory memory;
  AssignRequest request;
  const auto add = [&](const char* text) {
    request.items.push_back({derive_ulid(Time{5}, text), text, "sessions/a.md", {Time{5}}, ""});
  };
  add("Nadia sings.");
  add("Nadia reads.");
  REQUIRE(remember_answers(mover, memory)->assign(request).value().assignments.size() == 3);
  request.items.erase(request.items.begin());  // is in its file
  add("Nadia swims.");                         // came since
  const Assignments rest = remember_answers(mover, memory)->assign(request).value();
  CHECK(mover.asked == std::vector<std::size_t>{2, 1});
  CHECK(rest.assignments.size() == 3);
  REQUIRE(rest.discovered.size() == 1);
  CHECK(rest.discovered[0].title == "Nadia");
  REQUIRE(remember_answers(mover, memory)->assign(request));
  CHECK(mover.asked.size() == 2);
  request.items[0].text = "Nadia reads no more.";  // a person's word since: asked anew
  REQUIRE(remember_answers(mover, memory)->assign(request));
  CHECK(mover.asked == std::vector<std::size_t>{2, 1, 1});
}

TEST_CASE("remembering: models that were discovered come back whole") {
  class Finder final : public TextEngine {
   public:
    [[nodiscard]] std::string name() const override { return "finder"; }
    [[nodiscard]] std::string recipe(std::string_view step) const override {
      return std::string(step) + "/1";
    }
    Result<std::vector<Extracted>> extract(const ExtractRequest&) override {
      return std::vector<Extracted>{{"A \"fact\"\nof two lines.", 3, 7, true}};
    }
    Result<Assignments> assign(const AssignRequest&) override {
      return Assignments{{{derive_ulid(Time{5}, "x"), "kestrel"}},
                         {{"kestrel", "Kestrel \xE2\x9C\x93", "project", {"The Kite", "K"}}}};
    }
    Result<std::string> summarise(const SummariseRequest&) override {
      return fail(ErrorKind::kEngine, "down");
    }
    Result<std::string> synthesise(const SynthesiseRequest&) override { return std::string(); }
    Result<std::string> describe(const DescribeRequest&) override { return std::string(); }
    Result<std::string> answer(const AnswerRequest&) override { return std::string(); }
  } finder;
  Memory memory;
  const auto engine = remember_answers(finder, memory);
  const format::Conversation said = conversation();
  ExtractRequest extract;
  extract.conversation = &said;
  for (int round = 0; round < 2; ++round) {
    const Assignments got = engine->assign({}).value();
    CHECK(got.assignments.at(0).id == derive_ulid(Time{5}, "x"));
    CHECK(got.discovered.at(0).title == "Kestrel \xE2\x9C\x93");
    CHECK(got.discovered.at(0).aliases == std::vector<std::string>{"The Kite", "K"});
    const Extracted fact = engine->extract(extract).value().at(0);
    CHECK(fact.text == "A \"fact\"\nof two lines.");
    CHECK(fact.importance == 7);
    CHECK(fact.about_assistant);
    CHECK_FALSE(engine->summarise({}));  // a failure is no answer
  }
  CHECK(memory.answers.size() == 2);
  for (auto& [key, answer] : memory.answers) answer = "damaged {";
  CHECK(engine->assign({}).value().discovered.size() == 1);
}

}  // namespace pyramid::engine::remembering_test
