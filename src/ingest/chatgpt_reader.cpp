// The export of ChatGPT: arrays of conversations, each a tree of messages in `mapping`.
#include "ingest/array_export.hpp"
#include "ingest/json.hpp"
#include "ingest/reader.hpp"
#include "ingest/source.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace pyramid::ingest {

namespace {

using format::Conversation;
using format::Speaker;

constexpr const char* kMapping = "mapping";

std::string looks_like(const Json& record) {
  if (member(record, "chat_messages") != nullptr) {
    return "this looks like a Claude export (it has `chat_messages`), not ChatGPT's";
  }
  return "this is no ChatGPT export (a conversation would have `mapping`)";
}

// Where a person left the conversation: `current_node`, else the newest leaf.
std::string leaf_of(const Json& record, const Json& mapping) {
  std::string current = string_member(record, "current_node");
  if (mapping.contains(current)) return current;
  std::unordered_set<std::string> parents;
  for (const Json& node : mapping) parents.insert(string_member(node, "parent"));
  std::string leaf;
  Time newest;
  for (const auto& [id, node] : mapping.items()) {
    if (parents.contains(id)) continue;
    const Json* message = member(node, "message");
    const Time at =
        message == nullptr ? Time{} : time_member(*message, "create_time").value_or(Time{});
    if (leaf.empty() || at >= newest) {
      leaf = id;
      newest = at;
    }
  }
  return leaf;
}

// The messages from the root to the leaf.
std::vector<const Json*> branch_of(const Json& record, const Json& mapping) {
  std::vector<const Json*> branch;
  std::unordered_set<std::string> seen;
  for (std::string id = leaf_of(record, mapping); !id.empty() && seen.insert(id).second;) {
    const Json* node = member(mapping, id.c_str());
    if (node == nullptr) break;
    const Json* message = member(*node, "message");
    if (message != nullptr && message->is_object()) branch.push_back(message);
    id = string_member(*node, "parent");
  }
  std::reverse(branch.begin(), branch.end());
  return branch;
}

// Marks of where an answer was looked up: `cite` and its places between private-use characters.
std::string without_citations(std::string text) {
  constexpr std::array<std::string_view, 2> kBegins = {
      "\xee\x88\x80"
      "cite\xee\x88\x82",
      "\xee\x88\x80"
      "filecite\xee\x88\x82"};
  constexpr std::string_view kEnd = "\xee\x88\x81";
  for (const std::string_view begin : kBegins) {
    for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
      const std::size_t end = text.find(kEnd, at);
      if (end == std::string::npos) break;
      text.erase(at, end + kEnd.size() - at);
    }
  }
  return text;
}

std::string text_of_part(const Json& part) {
  if (part.is_string()) return part.get_ref<const std::string&>();
  return string_member(part, "content_type") == "audio_transcription" ? string_member(part, "text")
                                                                      : "";
}

std::string text_of_parts(const Json& content) {
  std::string text;
  const Json* parts = array_member(content, "parts");
  if (parts == nullptr) return string_member(content, "text");
  for (const Json& part : *parts) {
    const std::string words = text_of_part(part);
    if (words.empty()) continue;
    text += (text.empty() ? "" : "\n\n") + words;
  }
  return text;
}

bool is_hidden(const Json& message) {
  const Json* metadata = member(message, "metadata");
  if (metadata != nullptr && true_member(*metadata, "is_visually_hidden_from_conversation")) {
    return true;
  }
  const Json* weight = member(message, "weight");
  return weight != nullptr && weight->is_number() && weight->get<double>() == 0;
}

// Who said it to whom; nullopt for tools, the system, hidden messages and what goes to a tool.
std::optional<Speaker> speaker_of(const Json& message) {
  const Json* author = member(message, "author");
  if (author == nullptr || is_hidden(message)) return std::nullopt;
  const std::string recipient = string_member(message, "recipient");
  if (!recipient.empty() && recipient != "all") return std::nullopt;
  const std::string role = string_member(*author, "role");
  if (role == "user") return Speaker::kUser;
  if (role == "assistant") return Speaker::kAssistant;
  return std::nullopt;
}

Conversation to_conversation(const Json& record, std::size_t& skipped) {
  Conversation conversation;
  conversation.source = "chatgpt";
  conversation.origin = string_member(record, "conversation_id");
  if (conversation.origin.empty()) conversation.origin = string_member(record, "id");
  conversation.updated = time_member(record, "update_time").value_or(Time{});
  const Json* mapping = member(record, kMapping);
  if (mapping == nullptr || !mapping->is_object()) return conversation;
  Time last = time_member(record, "create_time").value_or(Time{});
  for (const Json* message : branch_of(record, *mapping)) {
    last = time_member(*message, "create_time").value_or(last);
    const Json* content = member(*message, "content");
    const std::optional<Speaker> speaker = speaker_of(*message);
    const std::string type = content == nullptr ? "" : string_member(*content, "content_type");
    if (!speaker || (type != "text" && type != "multimodal_text")) {
      ++skipped;
      continue;
    }
    add_turn(conversation, *speaker, last, without_citations(text_of_parts(*content)),
             string_member(*message, "id"));
  }
  return conversation;
}

bool is_private(const Json& record) { return true_member(record, "is_do_not_remember"); }

std::string title_of(const Json& record) { return string_member(record, "title"); }

constexpr ExportFormat kFormat = {
    "ChatGPT",
    kMapping,
    "chat_messages",
    "conversation_id",
    "name the zip of a ChatGPT export, its conversations.json or the folder that they lie in",
    {},
    looks_like,
    is_private,
    title_of,
    to_conversation};

class ChatGptReader final : public Reader {
 public:
  [[nodiscard]] std::string name() const override { return "chatgpt"; }
  [[nodiscard]] std::string description() const override {
    return "ChatGPT data export (.zip or conversations*.json)";
  }
  [[nodiscard]] std::string default_source() const override { return ""; }
  bool recognises(FileSystem& files, const std::string& path, const Source& what) override {
    return is_export(files, path, what, kFormat);
  }
  Result<ReadReport> read(FileSystem& files, const std::string& source, const ReadOptions& options,
                          const std::function<Status(Conversation)>& sink) override {
    return read_export(files, source, kFormat, options, sink);
  }
};

}  // namespace

std::unique_ptr<Reader> make_chatgpt_reader() { return std::make_unique<ChatGptReader>(); }

}  // namespace pyramid::ingest
