// OpenClaw's session files: JSON lines, a header first, then entries that form a tree.
#include "base/parallel.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "ingest/json.hpp"
#include "ingest/openclaw_noise.hpp"
#include "ingest/reader.hpp"
#include "ingest/source.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

using format::Conversation;
using format::Speaker;

constexpr std::string_view kDefaultSource = "~/.openclaw/agents/main/sessions";

// One line of a session file, with what a conversation may need of it.
struct Entry {
  std::string id, parent;
  bool side = false;      // beside the conversation: never its end
  bool boundary = false;  // a reset: what follows is another conversation
  std::optional<Speaker> speaker;
  Time at;
  std::string text;
};

struct SessionFile {
  std::string path;
  std::string origin;
  Time start;  // as the header says
  bool named_by_id = false;
};

struct Transcript {
  std::string title;
  std::vector<Entry> entries;
  bool damaged = false;     // a line was unreadable, so a parent may be missing
  bool recognised = false;  // at least one line was OpenClaw's
  bool claude_code = false;
};

std::string where(const std::string& path, std::size_t line) {
  return path + ":" + std::to_string(line);
}

// A topic of a group chat shares its header's id with the chat's main session; its name tells more.
std::string origin_of(std::string_view stem, const std::string& header_id) {
  return header_id.empty() || stem.starts_with(header_id) ? std::string(stem) : header_id;
}

std::string_view stem_of(const std::string& path) {
  std::string_view name = path::name(path);
  return name.substr(0, name.size() - path::extension(name).size());
}

class OpenClawReader final : public Reader {
 public:
  [[nodiscard]] std::string name() const override { return "openclaw"; }
  [[nodiscard]] std::string description() const override { return "OpenClaw sessions (*.jsonl)"; }
  [[nodiscard]] std::string default_source() const override { return std::string(kDefaultSource); }
  bool recognises(FileSystem& files, const std::string& path, const Source& what) override;
  Result<ReadReport> read(FileSystem& files, const std::string& source, const ReadOptions& options,
                          const std::function<Status(Conversation)>& sink) override;
};

Failure no_session_files(FileSystem& files, const std::string& folder) {
  const std::string database = path::join(path::directory(folder), "agent/openclaw-agent.sqlite");
  if (files.stat(database)) {
    return fail(ErrorKind::kNotFound, "no session files in this folder", folder,
                "this OpenClaw keeps its sessions in " + database +
                    "; write them out with: openclaw doctor --session-sqlite restore "
                    "--session-sqlite-all-agents");
  }
  return fail(ErrorKind::kNotFound, "no session files in this folder", folder,
              "OpenClaw's end in .jsonl and are usually in " + std::string(kDefaultSource));
}

Result<std::vector<std::string>> session_paths(FileSystem& files, const std::string& source) {
  PYRAMID_ASSIGN(const Source what, look_at(files, source, kDefaultSource));
  if (what.look == Look::kFolder) {
    PYRAMID_ASSIGN(std::vector<std::string> paths, openclaw_files(files, source));
    if (paths.empty()) return no_session_files(files, source);
    return paths;
  }
  if (what.look != Look::kJsonObject) {
    const char* hint = what.look == Look::kJsonArray ? "for a Claude export use --claude"
                       : what.look == Look::kSqlite  ? "for a Glenn database use --glenn"
                                                     : "name a .jsonl file or its folder";
    return fail(ErrorKind::kInvalid, "this is " + describe(what) + ", not an OpenClaw session",
                source, hint);
  }
  return std::vector<std::string>{source};
}

// Reads the header alone. A file that cannot be read comes last, where reading it will say why.
SessionFile look_at_header(FileSystem& files, const std::string& path) {
  SessionFile file{path, std::string(stem_of(path)), Time{}, true};
  std::string head;
  const Status read = files.read_in_pieces(path, [&](std::string_view piece) {
    const std::size_t end = piece.find('\n');
    head += piece.substr(0, end);
    return end == std::string_view::npos;
  });
  if (!read) return file;
  const ParsedJson parsed = parse_json(head);
  if (!parsed.value || string_member(*parsed.value, "type") != "session") return file;
  const std::string id = string_member(*parsed.value, "id");
  file.origin = origin_of(stem_of(path), id);
  file.named_by_id = file.origin == stem_of(path);
  file.start = time_member(*parsed.value, "timestamp").value_or(Time{});
  return file;
}

// `sessions` of one file, or one part of it that a reset began, may be asked for.
bool is_asked_for(const std::string& origin, const std::string& asked) {
  return asked.empty() || asked == origin || asked.starts_with(origin + "#");
}

void read_message(const Json& line, Entry& entry) {
  const Json* message = member(line, "message");
  if (message == nullptr) return;
  if (true_member(*message, "runtimeContextCarrier")) return;
  const std::string role = string_member(*message, "role");
  if (role != "user" && role != "assistant") return;
  if (const std::optional<Time> at = time_member(*message, "timestamp")) entry.at = *at;
  const Json* content = member(*message, "content");
  if (content == nullptr) return;
  std::string text = clean_text(text_of_content(*content));
  if (role == "user") {
    text = strip_openclaw_noise(text);
  } else if (is_no_reply(text)) {
    text.clear();
  }
  if (trim(text).empty()) return;
  entry.speaker = role == "user" ? Speaker::kUser : Speaker::kAssistant;
  entry.text = std::move(text);
}

void read_line(const Json& line, Transcript& transcript, Time& last, std::size_t& skipped) {
  const std::string type = string_member(line, "type");
  const std::string id = string_member(line, "id");
  if (type == "session") {
    transcript.recognised = true;
    last = time_member(line, "timestamp").value_or(last);
    return;
  }
  if (member(line, "sessionId") != nullptr && member(line, "uuid") != nullptr) {
    transcript.claude_code = true;
  }
  if (type == "session_info") transcript.title = string_member(line, "name");
  Entry entry;
  entry.id = id;
  entry.parent = string_member(line, "parentId");
  entry.side = string_member(line, "appendMode") == "side";
  entry.boundary = type == "reset";
  entry.at = time_member(line, "timestamp").value_or(last);
  if (type == "message") {
    transcript.recognised = transcript.recognised || member(line, "message") != nullptr;
    read_message(line, entry);
  }
  last = entry.at;
  if (!entry.speaker) ++skipped;
  transcript.entries.push_back(std::move(entry));
}

Transcript read_lines(std::string_view bytes, const std::string& path, ReadReport& report) {
  Transcript transcript;
  Time last;
  std::size_t number = 0;
  while (!bytes.empty()) {
    ++number;
    const std::size_t end = bytes.find('\n');
    const bool whole = end != std::string_view::npos;
    const std::string_view line = trim(bytes.substr(0, end));
    bytes.remove_prefix(whole ? end + 1 : bytes.size());
    if (line.empty()) continue;
    const ParsedJson parsed = parse_json(line);
    if (parsed.value && parsed.value->is_object()) {
      read_line(*parsed.value, transcript, last, report.skipped_records);
    } else if (whole) {
      transcript.damaged = true;
      report.diagnostics.push_back({Severity::kError, where(path, number),
                                    "this line is not JSON; it is left out",
                                    "the rest of the session is imported"});
    } else {
      report.diagnostics.push_back({Severity::kWarning, where(path, number),
                                    "the last line is not complete yet",
                                    "import again when it is"});
    }
  }
  return transcript;
}

// The entries of the active branch, first to last: from the file's last entry up to the root.
std::vector<const Entry*> active_branch(const Transcript& transcript) {
  const std::vector<Entry>& entries = transcript.entries;
  std::unordered_map<std::string_view, std::size_t> by_id;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].id.empty()) by_id.emplace(entries[i].id, i);
  }
  std::vector<const Entry*> branch;
  if (by_id.empty()) {  // before there were ids, a session was a list
    for (const Entry& entry : entries) branch.push_back(&entry);
    return branch;
  }
  std::size_t at = entries.size();
  while (at > 0 && (entries[at - 1].side || entries[at - 1].id.empty())) --at;
  std::vector<bool> seen(entries.size(), false);
  while (at > 0 && !seen[at - 1]) {
    const Entry& entry = entries[at - 1];
    seen[at - 1] = true;
    branch.push_back(&entry);
    if (entry.parent.empty()) break;
    const auto parent = by_id.find(entry.parent);
    if (parent != by_id.end()) {
      at = parent->second + 1;
    } else {
      // Its parent was on a damaged line: what stood before it is the best guess.
      at = transcript.damaged ? at - 1 : 0;
    }
  }
  std::reverse(branch.begin(), branch.end());
  return branch;
}

// A reset cuts a session: what follows is a conversation of its own, named by the reset.
std::vector<Conversation> conversations_of(const SessionFile& file, const Transcript& transcript,
                                           const std::string& user) {
  std::vector<Conversation> parts(1);
  parts.back().origin = file.origin;
  for (const Entry* entry : active_branch(transcript)) {
    if (entry->boundary && !parts.back().turns.empty()) {
      parts.emplace_back();
      parts.back().origin = file.origin + "#" + entry->id;
    }
    if (entry->speaker) add_turn(parts.back(), *entry->speaker, entry->at, entry->text, entry->id);
  }
  std::vector<Conversation> complete_parts;
  for (Conversation& part : parts) {
    part.source = "openclaw";
    part.user = user;
    if (complete(part, transcript.title)) complete_parts.push_back(std::move(part));
  }
  return complete_parts;
}

Failure not_a_session(const Transcript& transcript, const std::string& path) {
  return fail(ErrorKind::kInvalid,
              transcript.claude_code ? "this looks like a Claude Code transcript"
                                     : "no line of this file is an OpenClaw session's",
              path, "name a session file of OpenClaw's, or their folder");
}

std::vector<SessionFile> in_order(FileSystem& files, const std::vector<std::string>& paths) {
  std::vector<SessionFile> sessions;
  sessions.reserve(paths.size());
  for (const std::string& path : paths) sessions.push_back(look_at_header(files, path));
  std::sort(sessions.begin(), sessions.end(), [](const SessionFile& a, const SessionFile& b) {
    return std::tie(a.start, a.origin, b.named_by_id, a.path) <
           std::tie(b.start, b.origin, a.named_by_id, b.path);
  });
  return sessions;
}

// What one file gave; `failure` when it gave nothing at all.
struct Outcome {
  std::vector<Conversation> conversations;
  ReadReport report;
  std::optional<Error> failure;
};

Outcome read_session(FileSystem& files, const SessionFile& file, const std::string& user) {
  Outcome outcome;
  Result<std::string> bytes = files.read(file.path);
  if (!bytes) {
    outcome.failure = std::move(bytes).error();
    return outcome;
  }
  const Transcript transcript = read_lines(*bytes, file.path, outcome.report);
  if (transcript.recognised || trim(*bytes).empty()) {
    outcome.conversations = conversations_of(file, transcript, user);
  } else {
    outcome = Outcome();
    outcome.failure = not_a_session(transcript, file.path).error;
  }
  return outcome;
}

// Those to be read. A copy of a session under another name would only undo what it says.
std::vector<SessionFile> wanted(std::vector<SessionFile> sessions, const std::string& asked,
                                Diagnostics& diagnostics) {
  std::unordered_set<std::string> seen;
  std::vector<SessionFile> result;
  for (SessionFile& file : sessions) {
    if (!is_asked_for(file.origin, asked)) continue;
    if (seen.insert(file.origin).second) {
      result.push_back(std::move(file));
    } else {
      diagnostics.push_back({Severity::kWarning, file.path,
                             "a copy of session " + file.origin + "; it is left out",
                             "remove the copy"});
    }
  }
  return result;
}

bool OpenClawReader::recognises(FileSystem& files, const std::string& path, const Source& what) {
  if (what.look == Look::kFolder) {
    const auto sessions = openclaw_files(files, path);
    return sessions && !sessions->empty();
  }
  if (what.look != Look::kJsonObject) return false;
  const ParsedJson first = parse_json(std::string_view(what.head).substr(0, what.head.find('\n')));
  return first.value && !string_member(*first.value, "type").empty();
}

Result<ReadReport> OpenClawReader::read(FileSystem& files, const std::string& source,
                                        const ReadOptions& options,
                                        const std::function<Status(Conversation)>& sink) {
  PYRAMID_ASSIGN(const std::vector<std::string> paths, session_paths(files, source));
  ReadReport report;
  const std::vector<SessionFile> sessions =
      wanted(in_order(files, paths), options.conversation, report.diagnostics);
  const std::size_t batch = std::max(1U, options.threads);  // files in memory at a time
  for (std::size_t first = 0; first < sessions.size(); first += batch) {
    std::vector<Outcome> outcomes(std::min(batch, sessions.size() - first));
    parallel_for(outcomes.size(), options.threads, [&](std::size_t i) {
      outcomes[i] = read_session(files, sessions[first + i], options.user);
    });
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      Outcome& outcome = outcomes[i];
      if (outcome.failure && paths.size() == 1) return fail(std::move(*outcome.failure));
      if (outcome.failure) report.diagnostics.push_back(to_diagnostic(*outcome.failure));
      std::move(outcome.report.diagnostics.begin(), outcome.report.diagnostics.end(),
                std::back_inserter(report.diagnostics));
      report.skipped_records += outcome.report.skipped_records;
      for (Conversation& conversation : outcome.conversations) {
        const std::string& asked = options.conversation;
        const bool whole_file = asked.empty() || asked == sessions[first + i].origin;
        if (!whole_file && asked != conversation.origin) continue;
        PYRAMID_TRY(sink(std::move(conversation)));
        if (++report.conversations == options.limit) return report;
      }
    }
  }
  return report;
}

}  // namespace

std::unique_ptr<Reader> make_openclaw_reader() { return std::make_unique<OpenClawReader>(); }

}  // namespace pyramid::ingest
