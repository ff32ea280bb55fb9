#include "ingest/extract_session.hpp"

#include "tests/support/catch.hpp"

#include <functional>
#include <set>

namespace extract_session_test {

using namespace pyramid;
using engine::Extracted;
using engine::ExtractRequest;

namespace {

// Says of every turn what a test tells it to, and keeps what it was asked.
class ScriptedEngine final : public engine::TextEngine {
 public:
  struct Call {
    std::size_t turns;
    std::int64_t first, last;
    std::string first_text;
  };
  std::vector<Call> calls;
  std::function<std::vector<Extracted>(const ExtractRequest&)> answer_with;

  [[nodiscard]] std::string name() const override { return "scripted"; }
  [[nodiscard]] std::string recipe(std::string_view) const override { return "x/1"; }
  Result<std::vector<Extracted>> extract(const ExtractRequest& request) override {
    const auto& turns = request.conversation->turns;
    calls.push_back({turns.size(), request.first, request.last, turns.front().text});
    if (!answer_with) return fail(ErrorKind::kEngine, "no answer");
    return answer_with(request);
  }
  Result<engine::Assignments> assign(const engine::AssignRequest&) override {
    return engine::Assignments{};
  }
  Result<std::string> summarise(const engine::SummariseRequest&) override { return std::string(); }
  Result<std::string> synthesise(const engine::SynthesiseRequest&) override {
    return std::string();
  }
  Result<std::string> describe(const engine::DescribeRequest&) override { return std::string(); }
  Result<std::string> answer(const engine::AnswerRequest&) override { return std::string(); }
};

// "turn N" for every turn asked for, with the turn's own number.
std::vector<Extracted> one_a_turn(const ExtractRequest& request) {
  std::vector<Extracted> facts;
  for (std::int64_t turn = request.first; turn <= request.last; ++turn) {
    const std::string& text = request.conversation->turns[static_cast<std::size_t>(turn - 1)].text;
    facts.push_back({"Said " + text.substr(0, text.find(' ')) + ".", turn, 5, false});
  }
  return facts;
}

format::Conversation talk(std::size_t turns, std::size_t bytes_each) {
  format::Conversation conversation;
  conversation.source = "test";
  conversation.origin = "talk";
  conversation.title = "Talk";
  conversation.start = Time{1'000'000};
  for (std::size_t i = 1; i <= turns; ++i) {
    std::string text = std::to_string(i) + " ";
    text.resize(bytes_each, 'x');
    conversation.turns.push_back(
        {format::Speaker::kUser, Time{1'000'000 + static_cast<std::int64_t>(i)}, text, ""});
  }
  return conversation;
}

}  // namespace

TEST_CASE("extract_session: one window, one draft a fact, linked to its turn") {
  ScriptedEngine engine;
  engine.answer_with = one_a_turn;
  const auto conversation = talk(3, 100);
  const auto drafts =
      ingest::extract_session(engine, conversation, 0, "Mia", "sessions/x.md", Zone());
  REQUIRE(drafts);
  REQUIRE(drafts->size() == 3);
  CHECK(engine.calls.size() == 1);
  const format::ObservationDraft& second = (*drafts)[1];
  CHECK(second.text == "Said 2.");
  CHECK(second.from_turn == 2);
  CHECK(second.at == Time{1'000'002});
  CHECK(second.from_path == "sessions/x.md");
  CHECK(second.from_title == "Talk");
  CHECK(second.importance == 5);
  CHECK(second.model.empty());
  CHECK(second.id ==
        ingest::observation_id(format::session_id(conversation), second.at, "Said 2."));
}

TEST_CASE("extract_session: asked to stop at once, it asks the engine for nothing") {
  ScriptedEngine engine;
  engine.answer_with = one_a_turn;
  const auto drafts = ingest::extract_session(engine, talk(3, 100), 0, "Mia", "sessions/x.md",
                                              Zone(), {[] { return true; }, {}});
  REQUIRE_FALSE(drafts);
  CHECK(drafts.error().kind == ErrorKind::kCancelled);
  CHECK(drafts.error().where == "sessions/x.md");
  CHECK(engine.calls.empty());
}

TEST_CASE("extract_session: each turn that is new is told as read once, by engine or window") {
  ScriptedEngine engine;
  engine.answer_with = [](const ExtractRequest& request) {
    if (request.first < 10) request.read(request.first);
    return one_a_turn(request);
  };
  std::vector<std::size_t> read;
  const ingest::ExtractionWatch watch{{}, [&](std::size_t turns) { read.push_back(turns); }};
  REQUIRE(ingest::extract_session(engine, talk(30, 4'000), 2, "", "s.md", Zone(), watch));
  CHECK(read == std::vector<std::size_t>{1, 7, 1, 9, 1, 9});  // ten turns a window
}

TEST_CASE("extract_session: windows cover every turn once, with two turns of context") {
  ScriptedEngine engine;
  engine.answer_with = one_a_turn;
  const auto conversation = talk(30, 4'000);  // ten turns a window
  const auto drafts = ingest::extract_session(engine, conversation, 0, "", "s.md", Zone());
  REQUIRE(drafts);
  CHECK(engine.calls.size() == 3);
  CHECK(engine.calls[0].turns == 10);
  CHECK(engine.calls[1].turns == 12);
  CHECK(engine.calls[1].first == 3);
  CHECK(engine.calls[1].last == 12);
  CHECK(engine.calls[1].first_text.starts_with("9 "));
  std::set<std::int64_t> turns;
  std::set<Ulid> ids;
  for (const auto& draft : *drafts) {
    CHECK(draft.text == "Said " + std::to_string(draft.from_turn) + ".");
    turns.insert(draft.from_turn);
    ids.insert(draft.id);
  }
  CHECK(turns.size() == 30);
  CHECK(ids.size() == 30);
}

TEST_CASE("extract_session: a conversation that grew gives the ids it would have had") {
  ScriptedEngine engine;
  engine.answer_with = one_a_turn;
  const auto conversation = talk(25, 4'000);
  const auto whole = ingest::extract_session(engine, conversation, 0, "", "s.md", Zone());
  for (std::int64_t already = 0; already <= 25; ++already) {
    engine.calls.clear();
    const auto rest = ingest::extract_session(engine, conversation, already, "", "s.md", Zone());
    REQUIRE(rest);
    REQUIRE(rest->size() == static_cast<std::size_t>(25 - already));
    for (std::size_t i = 0; i < rest->size(); ++i) {
      CHECK((*rest)[i].id == (*whole)[i + static_cast<std::size_t>(already)].id);
    }
    if (already == 25) CHECK(engine.calls.empty());
  }
}

TEST_CASE("extract_session: a turn larger than a window is a window of its own") {
  ScriptedEngine engine;
  engine.answer_with = one_a_turn;
  auto conversation = talk(3, 100);
  conversation.turns[1].text += std::string(100'000, 'y');
  REQUIRE(ingest::extract_session(engine, conversation, 0, "", "s.md", Zone()));
  CHECK(engine.calls.size() == 5);  // it is shown in three pieces
}

TEST_CASE("extract_session: a turn larger than a window is cut between sentences, and whole") {
  ScriptedEngine engine;
  std::string heard;
  engine.answer_with = [&](const ExtractRequest& request) {
    const std::string& piece = request.conversation->turns.back().text;
    if (request.last == 2) {
      CHECK(piece.size() <= 40'000);
      CHECK(piece.ends_with(". "));
      heard += piece;
    }
    return one_a_turn(request);
  };
  auto conversation = talk(2, 100);
  std::string& said = conversation.turns[1].text;
  while (said.size() < 100'000) said += "My barn is large. ";
  const auto drafts = ingest::extract_session(engine, conversation, 0, "", "s.md", Zone());
  REQUIRE(drafts);
  const bool is_whole = heard == said;
  CHECK(is_whole);
}

TEST_CASE("extract_session: code of a turn larger than a window stays code in every piece") {
  format::Conversation conversation = talk(1, 1);
  std::string& text = conversation.turns[0].text = "Look:\n```\n";
  while (text.size() < 90'000) text += "My wife is called Clara and we live in Lisbon.\n";
  text += "```\nI own a red canoe.\n";
  const auto engine = engine::make_builtin_engine();
  const auto drafts =
      ingest::extract_session(*engine, conversation, 0, "", "sessions/a.md", Zone());
  REQUIRE(drafts);
  REQUIRE(drafts->size() == 1);
  CHECK(drafts->front().text == "User owns a red canoe.");
}

TEST_CASE("extract_session: what a turn says twice is dropped, what another says again stays") {
  ScriptedEngine engine;
  engine.answer_with = [](const ExtractRequest&) {
    return std::vector<Extracted>{{"User likes tea.", 1, 12, false},
                                  {"user  likes TEA", 1, 0, false},
                                  {" \n ", 2, 0, false},
                                  {"User has 2 cats.", 2, -3, false},
                                  {"User has 3 cats.", 2, 0, false},
                                  {"User likes tea.", 3, 0, true},
                                  {"User likes tea.", 3, 0, false},
                                  {"Out of range.", 9, 0, false},
                                  {"Before the window.", 0, 0, false}};
  };
  const auto conversation = talk(3, 100);
  const auto drafts = ingest::extract_session(engine, conversation, 0, "", "s.md", Zone());
  REQUIRE(drafts);
  REQUIRE(drafts->size() == 5);
  CHECK((*drafts)[0].importance == 10);
  CHECK((*drafts)[1].text == "User has 2 cats.");
  CHECK((*drafts)[1].importance == 0);
  CHECK((*drafts)[1].id == ingest::observation_id(format::session_id(conversation), (*drafts)[1].at,
                                                  "User has 2 cats."));
  CHECK((*drafts)[3].model == "assistant");
  CHECK((*drafts)[4].from_turn == 3);
}

TEST_CASE("extract_session: the engine's failure names the session") {
  ScriptedEngine engine;
  const auto drafts = ingest::extract_session(engine, talk(1, 10), 0, "", "sessions/x.md", Zone());
  REQUIRE_FALSE(drafts);
  CHECK(drafts.error().kind == ErrorKind::kEngine);
  CHECK(drafts.error().where == "sessions/x.md");
}

TEST_CASE("extract_session: an empty conversation asks nothing") {
  ScriptedEngine engine;
  CHECK(ingest::extract_session(engine, talk(0, 0), 0, "", "s.md", Zone())->empty());
  CHECK(engine.calls.empty());
}

}  // namespace extract_session_test
