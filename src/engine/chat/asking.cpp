#include "engine/chat/asking.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/chat/bare_text.hpp"
#include "engine/chat/calls_in_text.hpp"

#include <charconv>
#include <iterator>
#include <string_view>
#include <utility>

namespace pyramid::engine::chat {

namespace {

using Role = ChatMessage::Role;

constexpr std::string_view kNothingSaid = " gave no answer that can be read";
constexpr std::string_view kRefuses = " refuses to answer";
constexpr const char* kAskedAgain =
    "it is asked again once `model` is another one, or `pyramid doctor` was run";

ReadCalls read_reply(const ChatReply& reply, const Tool& tool) {
  if (reply.calls.empty()) return calls_in_text(reply.text, tool);
  ReadCalls read;
  for (const ToolCall& call : reply.calls) {
    if (call.name == tool.name) {
      read_arguments(call.arguments, tool, read);
    } else {
      read.complaint = "There is no tool but `" + tool.name + "`.";
    }
  }
  require_members(tool, read);
  return read;
}

// kInvalid: a smaller question may get a whole answer.
Failure broken_off(const ChatModel& model) {
  return fail(ErrorKind::kInvalid, model.name() + " wrote no whole answer: it breaks off", {},
              "set `max_tokens` higher, or run `pyramid doctor` and sync again");
}

// The reply as a message of the conversation, which is all that every endpoint can be told.
std::string as_said(const ChatReply& reply) {
  std::string said = reply.text;
  for (const ToolCall& call : reply.calls) {
    said += (said.empty() ? "" : "\n") + call.name + " " + call.arguments;
  }
  return said.empty() ? "(nothing)" : utf8::replace_invalid(said);
}

}  // namespace

std::string text_of(const Item& item, std::string_view key) {
  const auto place = item.find(key);
  return place == item.end() ? std::string() : place->second;
}

std::optional<std::int64_t> number_of(const Item& item, std::string_view key) {
  const std::string text = text_of(item, key);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Result<std::vector<Item>> ask_for_calls(ChatModel& model, std::string_view instructions,
                                        std::string_view question, const Tool& tool) {
  ChatRequest request;
  request.messages = {{Role::kSystem, std::string(instructions)},
                      {Role::kUser, std::string(question)}};
  request.tools = {tool};
  PYRAMID_ASSIGN(const ChatReply first, model.chat(request));
  if (first.refused) {
    Failure refused = refusal(model, first.text);
    refused.error.hint = kAskedAgain;
    return refused;
  }
  if (first.cut) return broken_off(model);
  ReadCalls read = read_reply(first, tool);
  if (read.complaint.empty()) return std::move(read.items);
  request.at_once = true;
  request.messages.push_back({Role::kAssistant, as_said(first)});
  request.messages.push_back(
      {Role::kUser, read.complaint + " Call `" + tool.name +
                        "` again, once for each item that could not be read, with valid JSON."});
  PYRAMID_ASSIGN(const ChatReply second, model.chat(request));
  if (second.cut) return broken_off(model);
  ReadCalls again = read_reply(second, tool);
  read.items.insert(read.items.end(), std::make_move_iterator(again.items.begin()),
                    std::make_move_iterator(again.items.end()));
  if (read.items.empty() && !again.complaint.empty()) {
    return fail(ErrorKind::kEngine, model.name() + std::string(kNothingSaid), {}, kAskedAgain);
  }
  return std::move(read.items);
}

bool can_be_read(const ChatReply& reply, const Tool& tool) {
  return read_reply(reply, tool).complaint.empty();
}

bool is_no_answer(const Error& error) {
  return error.kind == ErrorKind::kEngine &&
         (error.what.ends_with(kNothingSaid) || error.what.ends_with(kRefuses));
}

Error failed_for_good(Error error) {
  error.kind = ErrorKind::kEngine;
  return error;
}

Failure refusal(const ChatModel& model, std::string_view said) {
  constexpr std::size_t kQuoted = 160;
  const std::string line = collapse_spaces(utf8::replace_invalid(said));
  return fail(ErrorKind::kEngine, model.name() + std::string(kRefuses), {},
              "try again, or choose another model", std::string(utf8::truncate(line, kQuoted)));
}

Result<TextAnswer> ask_for_text(ChatModel& model, std::string_view instructions,
                                std::string_view question) {
  ChatRequest request;
  request.messages = {{Role::kSystem, std::string(instructions)},
                      {Role::kUser, std::string(question)}};
  PYRAMID_ASSIGN(const ChatReply reply, model.chat(request));
  return TextAnswer{bare_text(replace_all(utf8::replace_invalid(reply.text), "\r\n", "\n")),
                    reply.cut, reply.refused};
}

}  // namespace pyramid::engine::chat
