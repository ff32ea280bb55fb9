#include "engine/openai/wire.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/openai/json_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid::engine::openai {

namespace {

using Role = ChatMessage::Role;

constexpr std::size_t kQuoted = 160;  // bytes of a server's words in a message

const char* name_of(Role role) {
  if (role == Role::kSystem) return "system";
  return role == Role::kUser ? "user" : "assistant";
}

// A text member, "" where it is none.
std::string reply_text(const Json& object, const char* key) {
  if (!object.is_object()) return {};
  const auto place = object.find(key);
  if (place == object.end()) return {};
  if (place->is_string()) return place->get<std::string>();
  return place->is_number() ? place->dump() : std::string();
}

std::size_t count_in(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_number_unsigned() ? value.get<std::size_t>() : 0;
}

std::string shortened(std::string_view text) {
  std::string line = collapse_spaces(utf8::replace_invalid(text));
  if (line.size() <= kQuoted) return line;
  return std::string(utf8::truncate(line, kQuoted)) + "…";
}

std::string first_line(std::string_view body) {
  for (const std::string_view line : split_lines(body)) {
    if (!trim(line).empty()) return shortened(line);
  }
  return {};
}

Failure unreadable_reply(std::string_view body) {
  const std::string line = first_line(body);
  if (line.empty()) return fail(ErrorKind::kEngine, "answered with nothing");
  const char* what = is_page(body) ? "answered with a web page, not with JSON"
                                   : "answered with what is no whole JSON";
  return fail(ErrorKind::kEngine, what, {}, is_page(body) ? "look at `base_url`" : "",
              "it begins: " + line);
}

// One object with a list of the tool's calls.
Json schema_of(const Tool& tool) {
  Json calls = {{"type", "array"}, {"items", parse(tool.parameters)}};
  return {{"type", "object"},
          {"properties", {{"items", std::move(calls)}}},
          {"required", {"items"}},
          {"additionalProperties", false}};
}

std::string instead_of_calls(const Tool& tool) {
  return "\n\nYou cannot call `" + tool.name + "` here. Answer with one JSON object instead, " +
         R"({"items": [ … ]}, and nothing else: one entry for each call that you would make, )" +
         "with its arguments, an empty list for none. An entry follows this JSON Schema: " +
         tool.parameters;
}

Json messages_of(const ChatRequest& request, ToolMode mode) {
  Json messages = Json::array();
  for (const ChatMessage& message : request.messages) {
    std::string text = message.text;
    const bool first = messages.empty();
    if (first && mode != ToolMode::kTools) {
      for (const Tool& tool : request.tools) text += instead_of_calls(tool);
    }
    messages.push_back({{"role", name_of(message.role)}, {"content", std::move(text)}});
  }
  return messages;
}

// How the thoughts are marked that a server leaves in the text: by Qwen and DeepSeek, others like
// them, Mistral, and gpt-oss, whose last channel is the answer.
struct ThoughtMarks {
  std::string_view begin, end;
};
constexpr ThoughtMarks kThoughtMarks[] = {
    {"<think>", "</think>"},     {"<thinking>", "</thinking>"},
    {"<thought>", "</thought>"}, {"<reasoning>", "</reasoning>"},
    {"[THINK]", "[/THINK]"},     {"<|channel|>", "<|channel|>final<|message|>"}};

bool is_own_line(std::string_view text, std::size_t at, std::size_t length) {
  const std::size_t end = at + length;
  return (at == 0 || text[at - 1] == '\n') && (end == text.size() || text[end] == '\n');
}

// Without the thoughts in front. Where the server's template opens them only the closing mark is
// there, in a line of its own; thoughts that do not end have no answer behind them.
std::string without_thoughts(std::string_view text) {
  text = trim(text);
  for (const auto& [begin, end] : kThoughtMarks) {
    const std::size_t at = text.find(end);
    const bool ends = at != std::string_view::npos;
    const bool opened = text.starts_with(begin);
    if (opened && !ends) return {};
    if (ends && (opened || is_own_line(text, at, end.size()))) {
      return std::string(trim(text.substr(at + end.size())));
    }
  }
  return std::string(text);
}

// The closing marks of a turn, which a server with another template than the model's leaves in.
std::string without_turn_end(std::string text) {
  for (const std::string_view mark :
       {"<|im_end|>", "<|eot_id|>", "<|end|>", "<|return|>", "<|endoftext|>", "<end_of_turn>"}) {
    if (!text.ends_with(mark)) continue;
    text.resize(text.size() - mark.size());
    return std::string(trim(text));
  }
  return text;
}

// Text, or a list of parts of which some are text; the model's words alone.
std::string content_of(const Json& message) {
  const Json& content = member(message, "content");
  std::string text;
  if (content.is_string()) text = content.get<std::string>();
  if (content.is_array()) {
    for (const Json& part : content) text += reply_text(part, "text");
  }
  return without_turn_end(without_thoughts(text));
}

std::vector<ToolCall> calls_of(const Json& message) {
  std::vector<ToolCall> calls;
  const Json& list = member(message, "tool_calls");
  if (!list.is_array()) return calls;
  for (const Json& one : list) {
    const Json& function = member(one, "function");
    const Json& arguments = member(function, "arguments");
    ToolCall call;
    call.id = reply_text(one, "id");
    call.name = reply_text(function, "name");
    call.arguments = arguments.is_string() ? arguments.get<std::string>() : arguments.dump();
    calls.push_back(std::move(call));
  }
  return calls;
}

bool holds_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return text.find(part) != std::string_view::npos;
  });
}

// In the words of OpenAI, Azure, LiteLLM, and OpenRouter's moderation.
bool is_filtered(const Json& error) {
  const auto names_filter = [](const std::string& code) {
    return holds_any(code, {"content_filter", "content_policy_violation", "invalid_prompt",
                            "ResponsibleAIPolicyViolation"});
  };
  return names_filter(reply_text(error, "code")) ||
         names_filter(reply_text(member(error, "innererror"), "code")) ||
         member(error, "metadata").contains("flagged_input") ||
         holds_any(reply_text(error, "message"), {"ContentPolicyViolationError"});
}

}  // namespace

const char* name_of(ToolMode mode) {
  if (mode == ToolMode::kTools) return "tools";
  return mode == ToolMode::kSchema ? "schema" : "plain";
}

std::optional<ToolMode> mode_named(std::string_view name) {
  for (const ToolMode mode : {ToolMode::kTools, ToolMode::kSchema, ToolMode::kPlain}) {
    if (name == name_of(mode)) return mode;
  }
  return std::nullopt;
}

std::string request_body(const ChatRequest& request, const BodyOptions& options) {
  Json body = {{"model", options.model}, {"messages", messages_of(request, options.mode)}};
  if (options.max_tokens > 0) {
    body[options.completion_tokens ? "max_completion_tokens" : "max_tokens"] = options.max_tokens;
  }
  if (options.mode == ToolMode::kTools) {
    for (const Tool& tool : request.tools) {
      body["tools"].push_back({{"type", "function"},
                               {"function",
                                {{"name", tool.name},
                                 {"description", tool.description},
                                 {"parameters", parse(tool.parameters)}}}});
    }
  } else if (options.mode == ToolMode::kSchema && !request.tools.empty()) {
    const Tool& tool = request.tools.front();
    body["response_format"] = {
        {"type", "json_schema"},
        {"json_schema", {{"name", tool.name + "_calls"}, {"schema", schema_of(tool)}}}};
  }
  if (request.on_text) {
    body["stream"] = true;
    body["stream_options"] = {{"include_usage", true}};
  }
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string shown_of(std::string_view text) {
  text = trim(text);
  const bool may_think =
      std::any_of(std::begin(kThoughtMarks), std::end(kThoughtMarks),
                  [&](const ThoughtMarks& marks) { return marks.begin.starts_with(text); });
  return may_think ? std::string() : without_thoughts(text);
}

bool is_page(std::string_view body) { return trim(body).starts_with('<'); }

Result<ChatReply> read_reply(std::string_view body) {
  const Json json = parse(body);
  if (!json.is_object()) return unreadable_reply(body);
  if (!member(json, "error").is_null()) {  // some gateways say 200 all the same
    const ServerError error = read_error(body);
    if (error.filtered) return refusal_of(error);
    return fail(ErrorKind::kEngine, "answered with an error", {}, {}, error.message);
  }
  const Json& choices = member(json, "choices");
  if (!choices.is_array() || choices.empty() || !member(choices[0], "message").is_object()) {
    return fail(ErrorKind::kEngine, "answered without a message", {}, "look at `base_url`",
                "it begins: " + first_line(body));
  }
  const Json& message = member(choices[0], "message");
  const std::string end = reply_text(choices[0], "finish_reason");
  ChatReply reply;
  reply.text = content_of(message);
  reply.calls = calls_of(message);
  reply.cut = end == "length";
  const std::string refusal = reply_text(message, "refusal");
  reply.refused = !refusal.empty() || end == "content_filter";
  if (!refusal.empty()) reply.text = refusal;
  const Json& usage = member(json, "usage");
  reply.tokens_in = count_in(usage, "prompt_tokens");
  reply.tokens_out = count_in(usage, "completion_tokens");
  reply.tokens_cached = count_in(member(usage, "prompt_tokens_details"), "cached_tokens");
  return reply;
}

ServerError read_error(std::string_view body) {
  ServerError error;
  const Json json = parse(body);
  if (!json.is_object()) {
    error.message = first_line(body);
    return error;
  }
  const Json& inner = member(json, "error");
  const Json& object = inner.is_object() ? inner : json;
  error.code = reply_text(object, "code");
  error.type = reply_text(object, "type");
  error.param = reply_text(object, "param");
  error.filtered = is_filtered(object);
  for (const std::string& said :
       {reply_text(object, "message"), reply_text(json, "error"), reply_text(json, "detail"),
        reply_text(member(json, "detail"), "message"), reply_text(json, "message")}) {
    if (error.message.empty()) error.message = shortened(said);
  }
  if (error.message.empty()) error.message = first_line(body);
  return error;
}

ChatReply refusal_of(const ServerError& error) {
  ChatReply reply;
  reply.text = error.message;
  reply.refused = true;
  return reply;
}

bool is_too_long(int status, const ServerError& error) {
  if (error.code == "context_length_exceeded" || error.type == "exceed_context_size_error") {
    return true;
  }
  if (status != 400 && status != 413 && status != 422 && status != 500) return false;
  return holds_any(utf8::lower(error.message),
                   {"context length", "context size", "context window", "maximum context",
                    "prompt is too long", "input is too long", "too many tokens",
                    "exceeds the maximum number of tokens", "contextwindowexceeded"});
}

bool is_out_of_credit(const ServerError& error) {
  return error.code == "insufficient_quota" || error.type == "insufficient_quota";
}

bool wants_completion_tokens(const ServerError& error) {
  return error.message.find("max_completion_tokens") != std::string::npos;
}

}  // namespace pyramid::engine::openai
