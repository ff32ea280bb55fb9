// A reply that was paid for is not paid for again, and one that is of no use is not kept.
#include "engine/chat/remembering_model.hpp"

#include "tests/support/catch.hpp"

#include <map>
#include <tuple>

namespace remembering_model_test {

using namespace pyramid;
using namespace pyramid::engine;

namespace {

class Memory final : public AnswerStore {
 public:
  std::optional<std::string> find(const Digest& request) override {
    const auto kept = answers.find(to_hex(request));
    return kept == answers.end() ? std::nullopt : std::optional(kept->second);
  }
  void keep(const Digest& request, std::string_view answer) override {
    answers[to_hex(request)] = answer;
  }
  std::map<std::string, std::string> answers;
};

class Counting final : public ChatModel {
 public:
  Counting(std::string name, ChatReply reply, int& asked)
      : name_(std::move(name)), reply_(std::move(reply)), asked_(asked) {}
  [[nodiscard]] std::string name() const override { return name_; }
  Result<ChatReply> chat(const ChatRequest&) override {
    ++asked_;
    return reply_;
  }

 private:
  std::string name_;
  ChatReply reply_;
  int& asked_;
};

ChatRequest question(const std::string& text, bool tools = false) {
  ChatRequest request;
  request.messages = {{ChatMessage::Role::kSystem, "Prompt."}, {ChatMessage::Role::kUser, text}};
  if (tools) request.tools = {{"note", "", "{}"}};
  return request;
}

struct Stage {
  explicit Stage(ChatReply reply, bool with_tools = false, guard::Policy policy = {})
      : tools(with_tools) {
    model = remember_replies(std::make_unique<Counting>("small", std::move(reply), asked), store,
                             std::move(policy));
  }
  ChatReply ask(const std::string& text = "What?") {
    return model->chat(question(text, tools)).value();
  }
  std::shared_ptr<Memory> store = std::make_shared<Memory>();
  bool tools;
  int asked = 0;
  std::unique_ptr<ChatModel> model;
};

ChatReply says(const std::string& text) {
  ChatReply reply;
  reply.text = text;
  return reply;
}

ChatReply calls_tool(const std::string& name, const std::string& arguments) {
  ChatReply reply;
  reply.calls = {{"", name, arguments}};
  return reply;
}

ChatReply cut_off() {
  ChatReply reply = says("And th");
  reply.cut = true;
  return reply;
}

ChatReply refused() {
  ChatReply reply = says("No.");
  reply.refused = true;
  return reply;
}

constexpr const char* kBroken = "{\"a\":";

}  // namespace

TEST_CASE("replies: the same question is asked once, another question, tool or model again") {
  Stage stage(says("So."));
  CHECK(stage.ask().text == "So.");
  CHECK(stage.ask().text == "So.");
  CHECK(stage.asked == 1);
  stage.ask("What else?");
  CHECK(stage.asked == 2);
  REQUIRE(stage.model->chat(question("What?", true)));
  CHECK(stage.asked == 3);
  int other = 0;
  const auto larger =
      remember_replies(std::make_unique<Counting>("large", says("So."), other), stage.store, {});
  REQUIRE(larger->chat(question("What?")));
  CHECK(other == 1);
}

TEST_CASE("replies: calls of tools come back as they were, an answer without one too") {
  ChatReply calls;
  calls.calls = {{"1", "note", R"({"a":1})"}, {"2", "note", R"({"a":2})"}};
  Stage stage(calls, true);
  stage.ask();
  const ChatReply again = stage.ask();
  CHECK(stage.asked == 1);
  REQUIRE(again.calls.size() == 2);
  CHECK(again.calls[1].name == "note");
  CHECK(again.calls[1].arguments == R"({"a":2})");
  Stage nothing(says("NONE"), true);
  nothing.ask();
  nothing.ask();
  CHECK(nothing.asked == 1);
}

TEST_CASE("replies: one that is empty, cut, refused or cannot be read is asked for again") {
  for (const auto& [reply, tools] :
       {std::pair(says(" \n"), false), std::pair(cut_off(), false), std::pair(refused(), false),
        std::pair(calls_tool("note", kBroken), true), std::pair(calls_tool("other", "{}"), true),
        std::pair(says(kBroken), true), std::pair(says(""), true)}) {
    Stage stage(reply, tools);
    stage.ask();
    stage.ask();
    CHECK(stage.asked == 2);
    CHECK(stage.store->answers.empty());
  }
}

TEST_CASE("replies: what is refused, broken off or cannot be read of a tool's is asked for once") {
  for (const auto& [reply, tools, asked_for] :
       {std::tuple(cut_off(), true, 1), std::tuple(refused(), true, 1),
        std::tuple(calls_tool("note", kBroken), true, 1), std::tuple(says(""), true, 1),
        std::tuple(says("NONE"), true, 2), std::tuple(refused(), false, 2)}) {
    const auto store = std::make_shared<Memory>();
    int asked = 0;
    const auto model = [&](const std::string& name, const std::string& how) {
      return remember_failures(std::make_unique<Counting>(name, reply, asked), store, how, {});
    };
    const ChatReply first = model("small", "here 100")->chat(question("What?", tools)).value();
    const ChatReply again = model("small", "here 100")->chat(question("What?", tools)).value();
    CHECK(asked == asked_for);
    CHECK(again.cut == reply.cut);
    CHECK(again.refused == reply.refused);
    CHECK(again.text == first.text);
    REQUIRE(again.calls.size() == reply.calls.size());
    if (!reply.calls.empty()) CHECK(again.calls[0].arguments == reply.calls[0].arguments);
    REQUIRE(model("large", "here 100")->chat(question("What?", tools)));
    REQUIRE(model("small", "here 200")->chat(question("What?", tools)));
    REQUIRE(model("small", "here 100")->chat(question("And now?", tools)));
    CHECK(asked == asked_for + 3);
  }
}

TEST_CASE("replies: what is kept holds no secret, and damage is nothing kept") {
  const std::string secret = "ghp_" + std::string("a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
  Stage stage(says("The token is " + secret + "."));
  CHECK(stage.ask().text.find(secret) != std::string::npos);
  REQUIRE(stage.store->answers.size() == 1);
  CHECK(stage.store->answers.begin()->second.find(secret) == std::string::npos);
  CHECK(stage.ask().text.find("[redacted:") != std::string::npos);
  CHECK(stage.asked == 1);
  for (const char* damage : {"", "[1]", "[\"x\",[[1,2]]]", "{\"a\":", "[\"x\",[[\"y\"]]]"}) {
    stage.store->answers.begin()->second = damage;
    const int before = stage.asked;
    stage.ask();
    CHECK(stage.asked == before + 1);
  }
}

}  // namespace remembering_model_test
