// The export of ChatGPT: arrays of conversations, each a tree of messages in `mapping`.
#include "ingest/array_export.hpp"
#include "ingest/conversation_tree.hpp"
#include "ingest/json.hpp"
#include "ingest/program_words.hpp"
#include "ingest/reader.hpp"
#include "ingest/source.hpp"
#include "ingest/turn_text.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
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
  return "this is not a ChatGPT export (a conversation would have `mapping`)";
}

struct ChatGptNode {
  std::string id, parent;
  const Json* message = nullptr;  // may be null
  std::string words;
};

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

// Whether ChatGPT says it to its model: instructions of the system's, what the person has set.
bool is_programs(const Json& message) {
  const Json* author = member(message, "author");
  const std::string role = author == nullptr ? "" : string_member(*author, "role");
  return is_programs_role(role) || (is_hidden(message) && role == "user");
}

// What was thought or asked of a tool begins an answer, too.
Kind kind_of(const Json& message) {
  const Json* author = member(message, "author");
  const std::string role = author == nullptr ? "" : string_member(*author, "role");
  if (role == "assistant") return Kind::kAnswer;
  return role == "user" && !is_hidden(message) ? Kind::kPrompt : Kind::kOther;
}

std::vector<ChatGptNode> nodes_of(const Json& mapping, ReadReport& report) {
  std::vector<ChatGptNode> nodes;
  nodes.reserve(mapping.size());
  for (const auto& [id, value] : mapping.items()) {
    ChatGptNode& node = nodes.emplace_back();
    node.id = id;
    node.parent = string_member(value, "parent");
    const Json* message = member(value, "message");
    if (message == nullptr || !message->is_object()) continue;
    node.message = message;
    const Json* metadata = member(*message, "metadata");
    const Json* files = metadata == nullptr ? nullptr : array_member(*metadata, "attachments");
    if (files != nullptr) report.left_out[LeftOutReason::kSideFile] += files->size();
    const Json* content = member(*message, "content");
    const std::string type = content == nullptr ? "" : string_member(*content, "content_type");
    if (speaker_of(*message) && (type == "text" || type == "multimodal_text")) {
      node.words = without_citations(text_of_parts(*content));
    } else {
      ++(is_programs(*message) ? report.left_out[LeftOutReason::kProgram] : report.skipped_records);
    }
  }
  return nodes;
}

// The branch that the person looked at last, `current_node`, else the one that ends last.
Selection select_nodes(const std::vector<ChatGptNode>& nodes, const std::string& current) {
  std::vector<TreeEntry> entries;
  entries.reserve(nodes.size());
  for (const ChatGptNode& node : nodes) {
    TreeEntry& one = entries.emplace_back();
    one.id = node.id;
    one.parent = node.parent;
    one.words = node.words;
    if (node.message != nullptr) {
      one.kind = kind_of(*node.message);
      one.at = time_member(*node.message, "create_time").value_or(Time{});
    }
    one.active = node.id == current;
  }
  return select_entries(entries, Order::kByTime);
}

Conversation to_conversation(const Json& record, ReadReport& report) {
  Conversation conversation;
  conversation.source = "chatgpt";
  conversation.origin = string_member(record, "conversation_id");
  if (conversation.origin.empty()) conversation.origin = string_member(record, "id");
  conversation.updated = time_member(record, "update_time").value_or(Time{});
  const Json* mapping = member(record, kMapping);
  if (mapping == nullptr || !mapping->is_object()) return conversation;
  const std::vector<ChatGptNode> nodes = nodes_of(*mapping, report);
  const Selection selection = select_nodes(nodes, string_member(record, "current_node"));
  report.left_out += selection.left_out;
  Time last = time_member(record, "create_time").value_or(Time{});
  for (const std::size_t i : selection.kept) {
    const ChatGptNode& node = nodes[i];
    if (node.message == nullptr) continue;
    last = time_member(*node.message, "create_time").value_or(last);
    const std::optional<Speaker> speaker = speaker_of(*node.message);
    if (speaker) {
      add_turn(conversation, *speaker, last, node.words, string_member(*node.message, "id"),
               offset_member(*node.message, "create_time"));
    }
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
