#include "engine/chat/asking.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace pyramid::engine::chat {

namespace {

using Json = nlohmann::json;
using Role = ChatMessage::Role;

// What could be read of a reply, and what was wrong with the rest.
struct Read {
  std::vector<Item> items;
  std::string complaint;  // "" = nothing
};

Json parse(std::string_view text) { return Json::parse(text, nullptr, false); }

Item item_of(const Json& object) {
  Item item;
  for (const auto& [key, value] : object.items()) {
    if (value.is_string()) {
      item[key] = value.get<std::string>();
    } else if (value.is_number() || value.is_boolean()) {
      item[key] = value.dump();
    }
  }
  return item;
}

void add_items(const Json& list, std::vector<Item>& items) {
  for (const Json& one : list) {
    if (one.is_object()) items.push_back(item_of(one));
  }
}

// From the first bracket to the last one that could close it.
std::string_view json_in(std::string_view text) {
  const std::size_t begin = text.find_first_of("[{");
  if (begin == std::string_view::npos) return {};
  const std::size_t end = text.find_last_of("]}");
  if (end == std::string_view::npos || end < begin) return text.substr(begin);
  return text.substr(begin, end + 1 - begin);
}

// "Nothing to note.", "There are no new facts.", "None": an answer too, unlike an excuse.
bool says_none(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  constexpr std::array<std::string_view, 5> kNone = {"no", "none", "nothing", "empty", "without"};
  if (text.size() > kLongest) return false;
  std::string word;
  for (const char c : utf8::lower(text) + " ") {
    if (c >= 'a' && c <= 'z') {
      word += c;
    } else if (std::find(kNone.begin(), kNone.end(), word) != kNone.end()) {
      return true;
    } else {
      word.clear();
    }
  }
  return false;
}

Read read_text(std::string_view text) {
  Read read;
  const std::string_view found = json_in(text);
  if (found.empty()) {
    if (trim(text).empty() || says_none(text)) return read;
    read.complaint = "Your answer has no items. If there are none, answer `[]`.";
    return read;
  }
  const Json json = parse(found);
  if (json.is_discarded()) {
    read.complaint = "Your answer is no valid JSON.";
  } else if (json.is_array()) {
    add_items(json, read.items);
  } else if (json.is_object()) {
    bool lists = false;
    for (const Json& member : json) {
      if (!member.is_array()) continue;
      lists = true;
      add_items(member, read.items);
    }
    if (!lists) read.items.push_back(item_of(json));
  }
  return read;
}

Read read_reply(const ChatReply& reply, const Tool& tool) {
  if (reply.calls.empty()) return read_text(reply.text);
  Read read;
  for (const ToolCall& call : reply.calls) {
    if (call.name != tool.name) {
      read.complaint = "There is no tool but `" + tool.name + "`.";
      continue;
    }
    const Json arguments = parse(call.arguments);
    if (arguments.is_object()) {
      read.items.push_back(item_of(arguments));
    } else {
      read.complaint = "The arguments of a call of `" + tool.name + "` are no JSON object.";
    }
  }
  return read;
}

// The reply as a message of the conversation, which is all that every endpoint can be told.
std::string as_said(const ChatReply& reply) {
  std::string said = reply.text;
  for (const ToolCall& call : reply.calls) {
    said += (said.empty() ? "" : "\n") + call.name + " " + call.arguments;
  }
  return utf8::replace_invalid(said);
}

std::string without_fence(std::string_view text) {
  std::string_view inner = trim(text);
  const std::size_t line = inner.find('\n');
  if (!inner.starts_with("```") || !inner.ends_with("```") || line == std::string_view::npos) {
    return std::string(inner);
  }
  if (inner.size() < line + 4) return std::string(inner);
  return std::string(trim(inner.substr(line + 1, inner.size() - line - 4)));
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
  if (first.refused) return refusal(model, first.text);
  Read read = read_reply(first, tool);
  if (read.complaint.empty()) return std::move(read.items);
  request.at_once = true;
  request.messages.push_back({Role::kAssistant, as_said(first)});
  request.messages.push_back(
      {Role::kUser, read.complaint + " Call `" + tool.name +
                        "` again, once for each item that could not be read, with valid JSON."});
  PYRAMID_ASSIGN(const ChatReply second, model.chat(request));
  Read again = read_reply(second, tool);
  read.items.insert(read.items.end(), std::make_move_iterator(again.items.begin()),
                    std::make_move_iterator(again.items.end()));
  if (read.items.empty() && !again.complaint.empty()) {
    return fail(ErrorKind::kEngine, model.name() + " gave no answer that can be read", {},
                "try again, or choose a model that calls tools");
  }
  return std::move(read.items);
}

bool can_be_read(const ChatReply& reply, const Tool& tool) {
  return read_reply(reply, tool).complaint.empty();
}

Failure refusal(const ChatModel& model, std::string_view said) {
  constexpr std::size_t kQuoted = 160;
  const std::string line = collapse_spaces(utf8::replace_invalid(said));
  return fail(ErrorKind::kEngine, model.name() + " refuses to answer", {},
              "try again, or choose another model", std::string(utf8::truncate(line, kQuoted)));
}

Result<TextAnswer> ask_for_text(ChatModel& model, std::string_view instructions,
                                std::string_view question) {
  ChatRequest request;
  request.messages = {{Role::kSystem, std::string(instructions)},
                      {Role::kUser, std::string(question)}};
  PYRAMID_ASSIGN(const ChatReply reply, model.chat(request));
  return TextAnswer{without_fence(replace_all(utf8::replace_invalid(reply.text), "\r\n", "\n")),
                    reply.cut, reply.refused};
}

}  // namespace pyramid::engine::chat
