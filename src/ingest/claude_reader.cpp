// The export of claude.ai: an array of conversations.
#include "ingest/array_export.hpp"
#include "ingest/json.hpp"
#include "ingest/reader.hpp"
#include "ingest/source.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
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
  return "this is no Claude export (a conversation would have `chat_messages`)";
}

constexpr std::size_t kNone = SIZE_MAX;

// When the message was written, or the last one before it that tells.
Time time_of(const Json& messages, const std::vector<std::size_t>& parents, std::size_t message) {
  for (std::size_t steps = 0; message != kNone && steps < parents.size(); ++steps) {
    if (const auto at = time_member(messages[message], "created_at")) return *at;
    message = parents[message];
  }
  return {};
}

// Positions of the messages to follow, first to last. Where messages name their parents it is the
// branch with the newest leaf; else all of them.
std::vector<std::size_t> claude_branch_of(const Json& conversation, const Json& messages) {
  std::unordered_map<std::string, std::size_t> by_id;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::string id = string_member(messages[i], "uuid");
    if (!id.empty()) by_id.emplace(id, i);
  }
  std::vector<std::size_t> parents(messages.size(), kNone);
  std::vector<bool> is_parent(messages.size(), false);
  bool is_tree = false;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const auto parent = by_id.find(string_member(messages[i], kParent));
    if (parent == by_id.end() || parent->second == i) continue;
    parents[i] = parent->second;
    is_parent[parent->second] = true;
    is_tree = true;
  }
  std::vector<std::size_t> branch;
  std::size_t leaf = kNone;
  Time newest;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (is_parent[i]) continue;
    const Time at = time_of(messages, parents, i);
    if (leaf == kNone || at >= newest) {
      leaf = i;
      newest = at;
    }
  }
  const auto current = by_id.find(string_member(conversation, "current_leaf_message_uuid"));
  if (current != by_id.end()) leaf = current->second;
  if (!is_tree || leaf == kNone) {
    for (std::size_t i = 0; i < messages.size(); ++i) branch.push_back(i);
    return branch;
  }
  std::vector<bool> seen(messages.size(), false);
  for (std::size_t at = leaf; at != kNone && !seen[at]; at = parents[at]) {
    seen[at] = true;
    branch.push_back(at);
  }
  std::reverse(branch.begin(), branch.end());
  return branch;
}

// `text` repeats the blocks flatly, with placeholders for tools; it counts where there are none.
std::string text_of_message(const Json& message) {
  const Json* content = array_member(message, "content");
  if (content != nullptr && !content->empty()) return text_of_content(*content);
  return string_member(message, "text");
}

Conversation to_claude_conversation(const Json& record, std::size_t& skipped) {
  Conversation conversation;
  conversation.source = "claude";
  conversation.origin = string_member(record, "uuid");
  conversation.updated = time_member(record, "updated_at").value_or(Time{});
  const Json* messages = array_member(record, kMessages);
  if (messages == nullptr) return conversation;
  Time last = time_member(record, "created_at").value_or(Time{});
  for (const std::size_t i : claude_branch_of(record, *messages)) {
    const Json& message = (*messages)[i];
    last = time_member(message, "created_at").value_or(last);
    const std::string sender = string_member(message, "sender");
    if (sender != "human" && sender != "assistant") {
      ++skipped;
      continue;
    }
    add_turn(conversation, sender == "human" ? Speaker::kUser : Speaker::kAssistant, last,
             text_of_message(message), string_member(message, "uuid"));
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
    // An array or zip that is no other's: reading says what is wrong with it.
    if (what.look == Look::kJsonArray || what.look == Look::kZip) return true;
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
