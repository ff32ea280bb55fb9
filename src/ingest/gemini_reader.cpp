// Gemini CLI's sessions: a log of messages that are written again as they grow, or (older) one JSON
// object with all of them.
#include "base/path.hpp"
#include "base/text.hpp"
#include "ingest/conversation_tree.hpp"
#include "ingest/json.hpp"
#include "ingest/json_lines.hpp"
#include "ingest/program_words.hpp"
#include "ingest/reader.hpp"
#include "ingest/session_files.hpp"
#include "ingest/session_paths.hpp"
#include "ingest/source.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <array>
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

constexpr std::string_view kGeminiSource = "~/.gemini/tmp";
constexpr const char* kGeminiHint =
    "name ~/.gemini/tmp, a folder chats in it or one session-*.jsonl";

// What Gemini CLI puts into a message, or sends in the person's name.
constexpr std::string_view kGeminiTags[] = {"hook_context"};
constexpr EnclosedWords kGeminiEnclosed[] = {
    {"--- Content from referenced files ---", "--- End of content ---"}};
constexpr auto kGeminiMessages = std::to_array<std::string_view>(
    {"<session_context>", "<state_snapshot>", "This is the Gemini CLI. We are setting up",
     "System: Please continue.", "I ran the following shell command:\n",
     "Here is the user's editor context as a JSON object",
     "Here is a summary of changes in the user's editor context"});
constexpr auto kGeminiLoneCommands = std::to_array<std::string_view>(
    {"about",    "clear",        "copy",   "corgi",          "docs",    "editor", "exit",
     "footer",   "help",         "init",   "privacy",        "profile", "quit",   "rewind",
     "settings", "setup-github", "shells", "terminal-setup", "theme",   "upgrade"});
constexpr auto kGeminiCommands = std::to_array<std::string_view>(
    {"agents", "auth",      "bug",         "chat",      "commands", "compress",
     "dir",    "directory", "extensions",  "hooks",     "ide",      "mcp",
     "memory", "model",     "permissions", "plan",      "policies", "restore",
     "resume", "skills",    "stats",       "summarize", "tools",    "vim"});
constexpr ProgramWords kGeminiWords{.tags = kGeminiTags,
                                    .enclosed = kGeminiEnclosed,
                                    .messages = kGeminiMessages,
                                    .lone_commands = kGeminiLoneCommands,
                                    .commands = kGeminiCommands};
// It sends this where the model is to go on. Somebody who says more than that may begin so.
constexpr std::string_view kGeminiNudge = "Please continue.";
// Messages that are neither's.
constexpr auto kGeminiNotices = std::to_array<std::string_view>({"info", "warning", "error"});

struct Message {
  std::string id;
  Speaker speaker = Speaker::kUser;
  Time at;
  std::string text;
  std::optional<LeftOutReason> left_out = std::nullopt;  // what else it says
  std::optional<std::int32_t> offset = std::nullopt;     // as Turn has it
  bool undone = false;
};

struct Log {
  std::string title, kind;
  std::vector<Message> messages;
  std::unordered_map<std::string, std::size_t> by_id;
  std::size_t skipped = 0;
  LeftOut left_out;
  Time last;
  bool recognised = false;
};

// A string, a part, or parts; a part of text that was thought is nobody's words.
std::string gemini_text_of_parts(const Json& content) {
  if (content.is_string()) return content.get_ref<const std::string&>();
  if (content.is_object()) {
    return true_member(content, "thought") ? "" : string_member(content, "text");
  }
  std::string text;
  if (!content.is_array()) return text;
  for (const Json& part : content) {
    const std::string words = part.is_array() ? "" : gemini_text_of_parts(part);
    if (words.empty()) continue;
    text += (text.empty() || text.back() == '\n' ? "" : "\n") + words;
  }
  return text;
}

// A message that is there already is written again: what it says now counts.
void put_message(const Json& record, Log& log) {
  const std::string type = string_member(record, "type");
  log.last = time_member(record, "timestamp").value_or(log.last);
  const Json* content = member(record, "content");
  if (type == "user" && member(record, "displayContent") != nullptr) {
    content = member(record, "displayContent");
  }
  if ((type != "user" && type != "gemini") || content == nullptr) {
    const bool is_notice =
        std::find(kGeminiNotices.begin(), kGeminiNotices.end(), type) != kGeminiNotices.end();
    ++(is_notice ? log.left_out[LeftOutReason::kProgram] : log.skipped);
    return;
  }
  log.recognised = true;
  OwnWords own{gemini_text_of_parts(*content), std::nullopt};
  if (type == "user") own = own_words_of(own.text, kGeminiWords);
  if (type == "user" && trim(own.text) == kGeminiNudge) own = {"", LeftOutReason::kProgram};
  const std::string id = string_member(record, "id");
  const auto known = log.by_id.find(id);
  if (known != log.by_id.end()) {
    if (trim(own.text).empty()) return;
    log.messages[known->second].text = std::move(own.text);
    log.messages[known->second].left_out = own.left_out;
    return;
  }
  if (!id.empty()) log.by_id.emplace(id, log.messages.size());
  log.messages.push_back({id, type == "user" ? Speaker::kUser : Speaker::kAssistant, log.last,
                          std::move(own.text), own.left_out, offset_member(record, "timestamp")});
}

// The person went back to before a message.
void rewind_to(const std::string& id, Log& log) {
  const auto target = log.by_id.find(id);
  if (target == log.by_id.end()) return;
  const std::size_t kept = target->second;
  for (std::size_t i = kept; i < log.messages.size(); ++i) log.messages[i].undone = true;
  std::erase_if(log.by_id, [kept](const auto& one) { return one.second >= kept; });
}

// What a session is; the messages in it are what the model is shown, which may be less than was
// said: they add, and take nothing away.
void read_head(const Json& head, Log& log) {
  log.recognised = log.recognised || member(head, "sessionId") != nullptr;
  if (const std::string kind = string_member(head, "kind"); !kind.empty()) log.kind = kind;
  if (const std::string title = string_member(head, "summary"); !title.empty()) log.title = title;
  if (log.messages.empty()) log.last = time_member(head, "startTime").value_or(log.last);
  const Json* messages = array_member(head, "messages");
  if (messages == nullptr) return;
  for (const Json& message : *messages) put_message(message, log);
}

void read_record(const Json& record, Log& log) {
  if (const Json* change = member(record, "$set")) {
    read_head(*change, log);
  } else if (member(record, "$rewindTo") != nullptr) {
    rewind_to(string_member(record, "$rewindTo"), log);
  } else if (member(record, "type") != nullptr) {
    put_message(record, log);
  } else {
    read_head(record, log);
  }
}

// One object over many lines, or one a line.
Status read_records(FileSystem& files, const std::string& path, Diagnostics& diagnostics,
                    Log& log) {
  if (path::extension(path) == ".json") {
    PYRAMID_ASSIGN(const std::string bytes, files.read(path));
    const ParsedJson parsed = parse_json(bytes);
    if (parsed.value) {
      read_record(*parsed.value, log);
      return {};
    }
  }
  return read_json_lines(files, path, diagnostics, [&](const Json& line, std::size_t number) {
    static_cast<void>(number);
    read_record(line, log);
    return true;
  });
}

SessionRead read_gemini_session(FileSystem& files, const std::string& path) {
  SessionRead session;
  Log log;
  const Status read = read_records(files, path, session.report.diagnostics, log);
  if (!read) {
    session.failure = read.error();
    return session;
  }
  if (!log.recognised && !session.report.diagnostics.empty()) {
    session.report = {};
    session.failure = Error{ErrorKind::kInvalid, "this is not a whole session of Gemini CLI's",
                            path, "", kGeminiHint};
    return session;
  }
  session.recognised = log.recognised;
  session.report.skipped_records = log.skipped;
  session.title = log.title;
  if (log.kind == "subagent") {
    session.report.left_out[LeftOutReason::kProgram] = log.messages.size();
    return session;
  }
  std::vector<TreeEntry> entries;
  entries.reserve(log.messages.size());
  for (const Message& message : log.messages) {
    TreeEntry& one = entries.emplace_back();
    one.words = message.text;
    one.undone = message.undone;
  }
  const Selection selection = select_entries(entries);
  session.report.left_out = log.left_out;
  session.report.left_out += selection.left_out;
  for (const Message& message : log.messages) {
    if (message.left_out) ++session.report.left_out[*message.left_out];
  }
  for (const std::size_t i : selection.kept) {
    const Message& message = log.messages[i];
    add_turn(session.conversation, message.speaker, message.at, message.text, message.id,
             message.offset);
  }
  return session;
}

SessionFile gemini_head_of(FileSystem& files, const std::string& path) {
  SessionFile file{path, session_stem(path), Time{}};
  const auto look = [](const Json& record, SessionFile& into) {
    const std::string id = string_member(record, "sessionId");
    if (!id.empty()) into.origin = id;
    into.start = time_member(record, "startTime").value_or(into.start);
    return !id.empty();
  };
  if (path::extension(path) != ".json") return look_at_head(files, path, file.origin, look);
  const Result<std::string> bytes = files.read(path);
  const ParsedJson parsed = parse_json(bytes ? *bytes : std::string());
  if (parsed.value) look(*parsed.value, file);
  return file;
}

bool is_session(std::string_view name) {
  return name.starts_with("session-") && (name.ends_with(".json") || name.ends_with(".jsonl"));
}

}  // namespace

// chats in a project's folder: not the folders in it, which are sub-agents'.
Result<std::vector<std::string>> gemini_paths(FileSystem& files, const std::string& folder,
                                              Diagnostics& diagnostics) {
  const bool is_chats = path::name(folder) == "chats";
  const auto enter = [is_chats](std::string_view directory) {
    if (is_chats) return false;
    const bool is_project = directory.find('/') == std::string_view::npos;
    return is_project || (path::name(directory) == "chats" &&
                          path::directory(directory).find('/') == std::string_view::npos);
  };
  PYRAMID_ASSIGN(std::vector<std::string> paths,
                 files_below(files, folder, enter, is_session, diagnostics));
  // An object that became a log lies beside it still.
  const std::unordered_set<std::string> all(paths.begin(), paths.end());
  std::erase_if(paths, [&](const std::string& path) { return all.contains(path + "l"); });
  return paths;
}

namespace {

// The head of a session; messages alone could be many a program's.
bool is_head(std::string_view head) {
  return head.find("\"sessionId\"") != std::string_view::npos &&
         (head.find("\"startTime\"") != std::string_view::npos ||
          head.find("\"lastUpdated\"") != std::string_view::npos);
}

class GeminiReader final : public Reader {
 public:
  [[nodiscard]] std::string name() const override { return "gemini"; }
  [[nodiscard]] std::string description() const override {
    return "Gemini CLI sessions (session-*.jsonl, .json)";
  }
  [[nodiscard]] std::string default_source() const override { return std::string(kGeminiSource); }
  bool recognises(FileSystem& files, const std::string& path, const Source& what) override;
  Result<ReadReport> read(FileSystem& files, const std::string& source, const ReadOptions& options,
                          const std::function<Status(Conversation)>& sink) override;
};

bool GeminiReader::recognises(FileSystem& files, const std::string& path, const Source& what) {
  if (begins_with_object(what, path)) return is_head(what.head.substr(0, 4096));
  if (what.look != Look::kFolder) return false;
  Diagnostics unheard;  // reading will tell them
  const auto paths = gemini_paths(files, path, unheard);
  return paths && any_of_some(*paths, [&](const std::string& one) {
           const auto file = look_at(files, one);
           return file && is_head(file->head.substr(0, 4096));
         });
}

Result<ReadReport> GeminiReader::read(FileSystem& files, const std::string& source,
                                      const ReadOptions& options,
                                      const std::function<Status(Conversation)>& sink) {
  const SessionFormat format{name(),       "a Gemini CLI session", "session-*.jsonl",
                             kGeminiHint,  kGeminiSource,          begins_with_object,
                             gemini_paths, gemini_head_of,         read_gemini_session};
  return read_session_files(files, source, options, format, sink);
}

}  // namespace

std::unique_ptr<Reader> make_gemini_reader() { return std::make_unique<GeminiReader>(); }

}  // namespace pyramid::ingest
