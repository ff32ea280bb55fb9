// The export of claude.ai: conversations.json, one array of conversations.
#include "base/text.hpp"
#include "ingest/array_splitter.hpp"
#include "ingest/json.hpp"
#include "ingest/reader.hpp"
#include "ingest/source.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

using format::Conversation;
using format::Speaker;

constexpr const char* kParent = "parent_message_uuid";
constexpr const char* kHint =
    "name the conversations.json of a Claude export, or the folder that it was unpacked to";

std::string where(const std::string& path, std::size_t line) {
  return path + ":" + std::to_string(line);
}

std::size_t line_of(std::string_view text, std::size_t offset, std::size_t first_line) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  return first_line + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

// What a record without `chat_messages` is instead.
std::string looks_like(const Json& record) {
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

// Positions of the messages to follow, first to last. Where messages name their parents it is the
// branch with the newest leaf; else all of them.
std::vector<std::size_t> branch_of(const Json& conversation, const Json& messages) {
  std::unordered_map<std::string, std::size_t> by_id;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::string id = string_member(messages[i], "uuid");
    if (!id.empty()) by_id.emplace(id, i);
  }
  constexpr std::size_t kNone = SIZE_MAX;
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
    const Time at = time_member(messages[i], "created_at").value_or(Time{});
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

Conversation to_conversation(const Json& record, const std::string& user, std::size_t& skipped) {
  Conversation conversation;
  conversation.source = "claude";
  conversation.origin = string_member(record, "uuid");
  conversation.user = user;
  const Json& messages = *array_member(record, "chat_messages");
  Time last = time_member(record, "created_at").value_or(Time{});
  for (const std::size_t i : branch_of(record, messages)) {
    const Json& message = messages[i];
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

// One reading of one export, which may be several files.
class Reading {
 public:
  Reading(const ReadOptions& options, const std::function<Status(Conversation)>& sink)
      : options_(options), sink_(sink) {}

  Status read_file(FileSystem& files, const std::string& path) {
    path_ = path;
    ArraySplitter splitter([this](std::string_view element, std::size_t line) {
      status_ = take(element, line);
      return status_.has_value() && !enough();
    });
    PYRAMID_TRY(
        files.read_in_pieces(path, [&](std::string_view piece) { return splitter.feed(piece); }));
    PYRAMID_TRY(std::move(status_));
    status_ = {};
    return check_end(splitter);
  }

  [[nodiscard]] bool enough() const {
    return options_.limit != 0 && report.conversations >= options_.limit;
  }

  ReadReport report;

 private:
  Status take(std::string_view element, std::size_t line) {
    // Looking for the id is much cheaper than parsing.
    if (understood_ > 0 && element.find(options_.conversation) == std::string_view::npos) return {};
    const ParsedJson parsed = parse_json(element);
    if (!parsed.value) {
      complain(line_of(element, parsed.bad_at, line), "this conversation is not valid JSON");
      return {};
    }
    if (!parsed.value->is_object()) {
      complain(line, "this record is no conversation");
      return {};
    }
    if (array_member(*parsed.value, "chat_messages") == nullptr) {
      const std::string what = looks_like(*parsed.value);
      if (understood_ == 0) return fail(ErrorKind::kInvalid, what, where(path_, line), kHint);
      complain(line, "this record is no conversation (it has no `chat_messages`)");
      return {};
    }
    ++understood_;
    Conversation conversation =
        to_conversation(*parsed.value, options_.user, report.skipped_records);
    if (conversation.origin.empty()) {
      complain(line, "this conversation has no `uuid`");
      return {};
    }
    const bool asked_for =
        options_.conversation.empty() || options_.conversation == conversation.origin;
    if (!asked_for || !seen_.insert(conversation.origin).second) return {};
    if (!complete(conversation, string_member(*parsed.value, "name"))) return {};
    ++report.conversations;
    return sink_(std::move(conversation));
  }

  Status check_end(const ArraySplitter& splitter) {
    using State = ArraySplitter::State;
    const State state = splitter.state();
    if (state == State::kEnd && understood_ == 0 && !report.diagnostics.empty()) {
      const Diagnostic& first = report.diagnostics.front();  // nothing in it is a conversation
      return fail(ErrorKind::kInvalid, first.what, first.where, kHint);
    }
    if (state == State::kEnd || state == State::kEnough) return {};
    const std::string what = state == State::kBroken ? "the export is not valid JSON from here on"
                                                     : "the export ends in the middle";
    if (understood_ == 0) {
      return fail(ErrorKind::kInvalid, what, where(path_, splitter.line()), kHint);
    }
    complain(splitter.line(), what);
    return {};
  }

  void complain(std::size_t line, std::string what) {
    report.diagnostics.push_back({Severity::kError, where(path_, line), std::move(what),
                                  "it is left out; export again to have it"});
  }

  const ReadOptions& options_;
  const std::function<Status(Conversation)>& sink_;
  std::string path_;
  std::size_t understood_ = 0;
  std::unordered_set<std::string> seen_;  // a delivery in parts may overlap
  Status status_;
};

class ClaudeReader final : public Reader {
 public:
  [[nodiscard]] std::string name() const override { return "claude"; }
  [[nodiscard]] std::string description() const override {
    return "Claude data export (conversations.json)";
  }
  [[nodiscard]] std::string default_source() const override { return ""; }
  bool recognises(FileSystem& files, const std::string& path, const Source& what) override;
  Result<ReadReport> read(FileSystem& files, const std::string& source, const ReadOptions& options,
                          const std::function<Status(Conversation)>& sink) override;
};

Result<std::vector<std::string>> export_files(FileSystem& files, const std::string& source) {
  PYRAMID_ASSIGN(const Source what, look_at(files, source));
  if (what.look == Look::kFolder) {
    PYRAMID_ASSIGN(std::vector<std::string> paths, claude_files(files, source));
    if (!paths.empty()) return paths;
    return fail(ErrorKind::kNotFound, "no conversations.json in this folder", source, kHint);
  }
  if (what.look == Look::kJsonArray || what.look == Look::kJsonObject) {
    return std::vector<std::string>{source};
  }
  const char* hint = what.look == Look::kZip      ? "unpack it and name the folder"
                     : what.look == Look::kSqlite ? "for a Glenn database use --glenn"
                                                  : kHint;
  return fail(ErrorKind::kInvalid, "this is " + describe(what) + ", not a Claude export", source,
              hint);
}

bool ClaudeReader::recognises(FileSystem& files, const std::string& path, const Source& what) {
  if (what.look == Look::kFolder) {
    const auto exports = claude_files(files, path);
    return exports && !exports->empty();
  }
  const bool is_json = what.look == Look::kJsonArray || what.look == Look::kJsonObject;
  const bool is_line =
      what.look == Look::kJsonObject && what.head.find("\"chat_messages\"") == std::string::npos;
  return is_json && !is_line;
}

Result<ReadReport> ClaudeReader::read(FileSystem& files, const std::string& source,
                                      const ReadOptions& options,
                                      const std::function<Status(Conversation)>& sink) {
  PYRAMID_ASSIGN(const std::vector<std::string> paths, export_files(files, source));
  Reading reading(options, sink);
  for (const std::string& path : paths) {
    if (reading.enough()) break;
    PYRAMID_TRY(reading.read_file(files, path));
  }
  return std::move(reading.report);
}

}  // namespace

std::unique_ptr<Reader> make_claude_reader() { return std::make_unique<ClaudeReader>(); }

}  // namespace pyramid::ingest
