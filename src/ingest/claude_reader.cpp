// The export of claude.ai: an array of conversations.
#include "ingest/array_export.hpp"
#include "ingest/conversation_tree.hpp"
#include "ingest/json.hpp"
#include "ingest/program_words.hpp"
#include "ingest/reader.hpp"
#include "ingest/source.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

namespace {

using format::Conversation;
using format::Speaker;

constexpr const char* kMessages = "chat_messages";
constexpr const char* kParent = "parent_message_uuid";
// What a record without `chat_messages` is instead.
std::string looks_like_claude(const Json& record) {
  if (member(record, "mapping") != nullptr) {
    return "this looks like a ChatGPT export (it has `mapping`), not Claude's";
  }
  if (member(record, "conversations_memory") != nullptr) {
    return "this is the memories.json of a Claude export, not its conversations";
  }
  if (member(record, "docs") != nullptr || member(record, "prompt_template") != nullptr) {
    return "this is the projects.json of a Claude export, not its conversations";
  }
  if (member(record, "email_address") != nullptr) {
    return "this is the users.json of a Claude export, not its conversations";
  }
  if (string_member(record, "type") == "session") {
    return "this looks like an OpenClaw session, not a Claude export";
  }
  return "this is not a Claude export (a conversation would have `chat_messages`)";
}

struct ClaudeMessage {
  const Json* json = nullptr;
  std::string id, parent;
  std::string words;  // "" where it is neither's
};

// `text` repeats the blocks flatly, with placeholders for tools; it counts where there are none.
std::string text_of_message(const Json& message) {
  const Json* content = array_member(message, "content");
  if (content != nullptr && !content->empty()) return text_of_content(*content);
  return string_member(message, "text");
}

std::vector<ClaudeMessage> messages_of(const Json& messages, ReadReport& report) {
  std::vector<ClaudeMessage> found;
  found.reserve(messages.size());
  for (const Json& json : messages) {
    ClaudeMessage& message = found.emplace_back();
    message.json = &json;
    message.id = string_member(json, "uuid");
    message.parent = string_member(json, kParent);
    for (const char* attached : {"attachments", "files"}) {
      const Json* files = array_member(json, attached);
      if (files != nullptr) report.left_out[LeftOutReason::kSideFile] += files->size();
    }
    const std::string sender = string_member(json, "sender");
    if (sender == "human" || sender == "assistant") {
      message.words = text_of_message(json);
    } else {
      ++(is_programs_role(sender) ? report.left_out[LeftOutReason::kProgram]
                                  : report.skipped_records);
    }
  }
  return found;
}

// What a person says first names as its parent a beginning that is no message; said otherwise, it
// names it again. "" where nothing does: a parent that answers name as well is one that is lost.
std::string_view claude_root_of(const std::vector<ClaudeMessage>& messages) {
  if (messages.empty() || messages.front().parent.empty()) return {};
  const std::string_view beginning = messages.front().parent;
  const bool is_message =
      std::any_of(messages.begin(), messages.end(), [&](const ClaudeMessage& one) {
        return one.id == beginning ||
               (one.parent == beginning && string_member(*one.json, "sender") != "human");
      });
  return is_message ? std::string_view() : beginning;
}

// The branch that the person looked at last, else the one that ends last.
Selection select_messages(const std::vector<ClaudeMessage>& messages, const std::string& current) {
  std::vector<TreeEntry> entries;
  entries.reserve(messages.size() + 1);
  for (const ClaudeMessage& message : messages) {
    TreeEntry& one = entries.emplace_back();
    one.id = message.id;
    one.parent = message.parent;
    one.words = message.words;
    const std::string sender = string_member(*message.json, "sender");
    if (sender == "human") one.kind = Kind::kPrompt;
    if (sender == "assistant") one.kind = Kind::kAnswer;
    one.at = time_member(*message.json, "created_at").value_or(Time{});
    one.active = !current.empty() && message.id == current;
  }
  entries.emplace_back().id = claude_root_of(messages);
  Selection selection = select_entries(entries, Order::kByTime);
  std::erase(selection.kept, messages.size());
  return selection;
}

Conversation to_claude_conversation(const Json& record, ReadReport& report) {
  Conversation conversation;
  conversation.source = "claude";
  conversation.origin = string_member(record, "uuid");
  conversation.updated = time_member(record, "updated_at").value_or(Time{});
  const Json* array = array_member(record, kMessages);
  if (array == nullptr) return conversation;
  const std::vector<ClaudeMessage> messages = messages_of(*array, report);
  const Selection selection =
      select_messages(messages, string_member(record, "current_leaf_message_uuid"));
  report.left_out += selection.left_out;
  Time last = time_member(record, "created_at").value_or(Time{});
  for (const std::size_t i : selection.kept) {
    const ClaudeMessage& message = messages[i];
    last = time_member(*message.json, "created_at").value_or(last);
    const bool by_person = string_member(*message.json, "sender") == "human";
    add_turn(conversation, by_person ? Speaker::kUser : Speaker::kAssistant, last, message.words,
             message.id, offset_member(*message.json, "created_at"));
  }
  return conversation;
}

std::string claude_title(const Json& record) { return string_member(record, "name"); }

bool is_claude_private(const Json& record) {
  static_cast<void>(record);  // what was private is in no export
  return false;
}

constexpr ExportFormat kClaudeFormat = {
    "Claude",
    kMessages,
    "mapping",
    "uuid",
    "name the zip of a Claude export, its conversations.json or the folder that they lie in",
    {"projects", "memories", "users"},
    looks_like_claude,
    is_claude_private,
    claude_title,
    to_claude_conversation};

class ClaudeReader final : public Reader {
 public:
  [[nodiscard]] std::string name() const override { return "claude"; }
  [[nodiscard]] std::string description() const override {
    return "Claude data export (.zip or conversations.json)";
  }
  [[nodiscard]] std::string default_source() const override { return ""; }
  bool recognises(FileSystem& files, const std::string& path, const Source& what) override {
    return is_export(files, path, what, kClaudeFormat);
  }
  Result<ReadReport> read(FileSystem& files, const std::string& source, const ReadOptions& options,
                          const std::function<Status(Conversation)>& sink) override {
    return read_export(files, source, kClaudeFormat, options, sink);
  }
};

}  // namespace

std::unique_ptr<Reader> make_claude_reader() { return std::make_unique<ClaudeReader>(); }

}  // namespace pyramid::ingest
