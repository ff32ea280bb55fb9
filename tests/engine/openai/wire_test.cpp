// Bodies of chat completions: what is asked, and what is understood of the answers that are met.
#include "engine/openai/wire.hpp"

#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

namespace wire_test {

using namespace pyramid;
using namespace pyramid::engine;
using namespace pyramid::engine::openai;
using Json = nlohmann::json;

namespace {

ChatRequest question() {
  ChatRequest request;
  request.messages = {{ChatMessage::Role::kSystem, "Note facts."},
                      {ChatMessage::Role::kUser, "I moved."}};
  request.tools = {{"add_observation", "Notes one fact.",
                    R"({"type":"object","properties":{"text":{"type":"string"}}})"}};
  return request;
}

Json body_of(const ChatRequest& request, ToolMode mode, bool completion_tokens = false) {
  return Json::parse(request_body(request, {"small", 500, completion_tokens, mode}));
}

std::string reply_with(const std::string& choice) {
  return R"({"choices":[)" + choice + R"(],"usage":{"prompt_tokens":12,"completion_tokens":3,)" +
         R"("prompt_tokens_details":{"cached_tokens":8}}})";
}

}  // namespace

TEST_CASE("wire: a request names model, messages, length and tools, and never a tool_choice") {
  const Json body = body_of(question(), ToolMode::kTools);
  CHECK(body["model"] == "small");
  CHECK(body["max_tokens"] == 500);
  CHECK(body["messages"].size() == 2);
  CHECK(body["messages"][0] == Json({{"role", "system"}, {"content", "Note facts."}}));
  CHECK(body["tools"][0]["function"]["name"] == "add_observation");
  CHECK(body["tools"][0]["function"]["parameters"]["type"] == "object");
  for (const char* absent : {"tool_choice", "response_format", "stream", "max_completion_tokens"}) {
    CHECK_FALSE(body.contains(absent));
  }
  const Json newer = body_of(question(), ToolMode::kTools, true);
  CHECK(newer["max_completion_tokens"] == 500);
  CHECK_FALSE(newer.contains("max_tokens"));
}

TEST_CASE("wire: without tool calls the answer is held to a schema, or described in words") {
  const Json schema = body_of(question(), ToolMode::kSchema);
  CHECK_FALSE(schema.contains("tools"));
  CHECK(schema["response_format"]["type"] == "json_schema");
  const Json& calls = schema["response_format"]["json_schema"]["schema"]["properties"]["items"];
  CHECK(calls["items"]["properties"].contains("text"));
  const Json plain = body_of(question(), ToolMode::kPlain);
  CHECK_FALSE(plain.contains("tools"));
  CHECK_FALSE(plain.contains("response_format"));
  for (const Json& body : {schema, plain}) {
    const std::string told = body["messages"][0]["content"];
    CHECK(told.find("cannot call `add_observation`") != std::string::npos);
    CHECK(told.find(R"("properties")") != std::string::npos);
    CHECK(body["messages"][1]["content"] == "I moved.");
  }
}

TEST_CASE("wire: bytes that are no UTF-8 still make a request") {
  ChatRequest request;
  request.messages = {{ChatMessage::Role::kUser, "a\xff"}};
  CHECK(body_of(request, ToolMode::kTools)["messages"].size() == 1);
}

TEST_CASE("wire: a reply's text, calls, end and usage are read") {
  const auto text = read_reply(
      reply_with(R"({"message":{"role":"assistant","content":"Hello."},"finish_reason":"stop"})"));
  REQUIRE(text);
  CHECK(text->text == "Hello.");
  CHECK(text->calls.empty());
  CHECK(text->tokens_in == 12);
  CHECK(text->tokens_out == 3);
  CHECK(text->tokens_cached == 8);
  CHECK_FALSE(text->cut);
  const auto calls = read_reply(
      reply_with(R"({"message":{"content":null,"tool_calls":[{"id":"1","function":{"name":"f",)"
                 R"("arguments":"{\"a\":1}"}},{"function":{"name":"f","arguments":{"a":2}}}]},)"
                 R"("finish_reason":"length"})"));
  REQUIRE(calls);
  REQUIRE(calls->calls.size() == 2);
  CHECK(calls->calls[0].arguments == R"({"a":1})");
  CHECK(calls->calls[1].arguments == R"({"a":2})");
  CHECK(calls->cut);
}

TEST_CASE("wire: content in parts, thoughts in front and refusals are met too") {
  const auto parts = read_reply(reply_with(
      R"({"message":{"content":[{"type":"text","text":"Hel"},{"type":"text","text":"lo."}]}})"));
  CHECK(parts->text == "Hello.");
  const auto thought =
      read_reply(reply_with(R"({"message":{"content":"<think>\nIs it so?\n</think>\n\nYes."}})"));
  CHECK(thought->text == "Yes.");
  const auto refused =
      read_reply(reply_with(R"({"message":{"content":null,"refusal":"I cannot."}})"));
  CHECK(refused->refused);
  CHECK(refused->text == "I cannot.");
  const auto filtered =
      read_reply(reply_with(R"({"message":{"content":""},"finish_reason":"content_filter"})"));
  CHECK(filtered->refused);
}

TEST_CASE("wire: thoughts and marks of a turn are taken off however a server leaves them in") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"Is it so? Perhaps.\n</think>\n\nYes.", "Yes."},  // opened by the prompt
      {"<think>Is it so? Anna", ""},                     // and never an answer
      {"<thinking>Is it so?</thinking>Yes.", "Yes."},
      {"<reasoning>\nIs it so?\n</reasoning>\nYes.", "Yes."},
      {"[THINK]Is it so?[/THINK]Yes.", "Yes."},
      {"<|channel|>analysis<|message|>Is it so?<|end|><|start|>assistant<|channel|>final<|message|>"
       "Yes.<|return|>",
       "Yes."},
      {"<|channel|>analysis<|message|>Is it so?", ""},
      {"Yes.<|im_end|>", "Yes."},
      {"<|channel|>final<|message|>Yes.", "Yes."},
      {"Anna asked what </think> is for.", "Anna asked what </think> is for."},
      {"Anna thinks <b>aloud</b>.", "Anna thinks <b>aloud</b>."}};
  for (const auto& [said, wanted] : cases) {
    INFO(said);
    const auto reply =
        read_reply(nlohmann::json{{"choices", {{{"message", {{"content", said}}}}}}}.dump());
    REQUIRE(reply);
    CHECK(reply->text == wanted);
  }
}

TEST_CASE("wire: what is no reply is an error that quotes its first line") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"\n<html><head>\n<title>Login</title>", "<html><head>"},
      {R"({"choices":[{"message":{"content":"He)", R"({"choices":[{"message":{"content":"He)"},
      {R"({"choices":[]})", "answered without a message"},
      {R"({"choices":[{"text":"old"}]})", "answered without a message"},
      {R"(["x"])", R"(["x"])"},
      {"", "answered with nothing"},
      {R"({"error":{"message":"Upstream is down"}})", "Upstream is down"}};
  for (const auto& [body, wanted] : cases) {
    INFO(body);
    const auto reply = read_reply(body);
    REQUIRE_FALSE(reply);
    CHECK(reply.error().kind == ErrorKind::kEngine);
    CHECK(to_string(reply.error()).find(wanted) != std::string::npos);
  }
  const auto long_line = read_reply("<" + std::string(5000, 'x'));
  CHECK(to_string(long_line.error()).size() < 400);
}

TEST_CASE("wire: an error is understood in each of the forms that servers give it") {
  const auto openai = read_error(
      R"({"error":{"message":"Slow\ndown","type":"requests","param":null,"code":"rate_limit"}})");
  CHECK(openai.message == "Slow down");
  CHECK(openai.code == "rate_limit");
  CHECK(openai.type == "requests");
  CHECK(read_error(R"({"error":"model not found"})").message == "model not found");
  CHECK(read_error(R"({"detail":"Not Found"})").message == "Not Found");
  CHECK(read_error(R"({"message":"no such route"})").message == "no such route");
  CHECK(read_error(R"({"error":{"code":503,"message":"Loading model"}})").code == "503");
  CHECK(read_error("<h1>502 Bad Gateway</h1>\n<p>nginx").message == "<h1>502 Bad Gateway</h1>");
  CHECK(read_error("").message.empty());
}

TEST_CASE("wire: a context that is too small and an empty account are told apart from the rest") {
  const auto of = [](const char* message) { return ServerError{message, "", "", ""}; };
  CHECK(is_too_long(400, {"", "context_length_exceeded", "", ""}));
  CHECK(is_too_long(400, of("This model's maximum context length is 8192 tokens.")));
  CHECK(is_too_long(400, of("the request exceeds the available context size, try increasing it")));
  CHECK(is_too_long(500, {"", "", "exceed_context_size_error", ""}));
  CHECK(is_too_long(400, of("litellm.ContextWindowExceededError: input of 9000 tokens")));
  CHECK_FALSE(is_too_long(429, of("Rate limit reached: too many tokens per minute")));
  CHECK_FALSE(is_too_long(400, of("Invalid value for messages")));
  CHECK(is_out_of_credit({"", "insufficient_quota", "", ""}));
  CHECK_FALSE(is_out_of_credit({"", "rate_limit_exceeded", "", ""}));
  CHECK(wants_completion_tokens(of("Use 'max_completion_tokens' instead.")));
}

TEST_CASE("wire: the modes have names that come back") {
  for (const ToolMode mode : {ToolMode::kTools, ToolMode::kSchema, ToolMode::kPlain}) {
    CHECK(mode_named(name_of(mode)) == mode);
  }
  CHECK_FALSE(mode_named("magic"));
}

}  // namespace wire_test
