#include "ingest/openclaw_files.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "ingest/json.hpp"
#include "ingest/long_text.hpp"
#include "ingest/openclaw_entries.hpp"
#include "ingest/openclaw_envelope.hpp"
#include "ingest/zstd.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

namespace pyramid::ingest::openclaw {

namespace {

constexpr std::string_view kLines = ".jsonl";
constexpr std::string_view kZstd = ".zst";
constexpr std::string_view kStore = "openclaw-agent.sqlite";
// What was taken into the database: beside the sessions' folder, or in it.
constexpr std::string_view kImportArchive = "session-sqlite-import-archive";
constexpr std::string_view kImported = ".imported-";
constexpr std::size_t kMostHead = std::size_t{128} << 20;  // of a first line

bool is_folder(FileSystem& files, const std::string& path) { return files.list(path).has_value(); }

// A folder that may not be read: reading it will say so.
bool is_closed(FileSystem& files, const std::string& path) {
  const auto stat = files.stat(path);
  return stat && stat->kind == FileKind::kDirectory && !is_folder(files, path);
}

// 2026-03-01T09-30-05.123Z, an ISO time whose colons a file name may not have.
bool is_stamp(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00T00-00-00";
  if (text.size() < kShape.size() || !text.ends_with('Z')) return false;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    const bool fits = kShape[i] == '0' ? text[i] >= '0' && text[i] <= '9' : text[i] == kShape[i];
    if (!fits) return false;
  }
  return true;
}

bool is_uuid_then_dot(std::string_view name) {
  constexpr std::string_view kShape = "00000000-0000-0000-0000-000000000000.";
  if (name.size() < kShape.size()) return false;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    const bool is_hex =
        std::string_view("0123456789abcdefABCDEF").find(name[i]) != std::string_view::npos;
    if (kShape[i] == '0' ? !is_hex : name[i] != kShape[i]) return false;
  }
  return true;
}

// The trace of a session, and its checkpoints, which hold the same history again.
bool is_trace_or_checkpoint(std::string_view name) {
  return name.find(".trajectory.") != std::string_view::npos ||
         name.find(".trajectory-path.") != std::string_view::npos ||
         name.find(".checkpoint.") != std::string_view::npos;
}

// What a file of a sessions folder is, by its name.
struct Name {
  std::string_view stem;  // before `.jsonl`; of what was imported without the key in front of it
  Standing standing = Standing::kLive;
  bool compressed = false;
};

std::optional<Name> parse_name(std::string_view name) {
  Name parsed;
  if (name.ends_with(kZstd)) {
    parsed.compressed = true;
    name.remove_suffix(kZstd.size());
  }
  const std::size_t imported = name.rfind(kImported);
  if (imported != std::string_view::npos) {
    parsed.standing = Standing::kCopy;
    name = name.substr(0, imported);
  }
  const std::size_t lines = name.find(kLines);
  if (lines == std::string_view::npos || lines == 0) return std::nullopt;
  if (is_trace_or_checkpoint(name)) return std::nullopt;
  parsed.stem = name.substr(0, lines);
  if (imported != std::string_view::npos) {
    parsed.stem.remove_prefix(parsed.stem.rfind('.') + 1);  // npos + 1 = 0
  }
  std::string_view archived = name.substr(lines + kLines.size());
  if (archived.empty()) return parsed;
  constexpr std::array<std::pair<std::string_view, Standing>, 3> kArchives = {
      {{".deleted.", Standing::kDeleted},
       {".reset.", Standing::kEnded},
       {".bak.", Standing::kCopy}}};
  for (const auto& [mark, standing] : kArchives) {
    if (!archived.starts_with(mark) || !is_stamp(archived.substr(mark.size()))) continue;
    parsed.standing = standing;
    return parsed;
  }
  return std::nullopt;
}

std::optional<std::string> first_line_of(FileSystem& files, const TranscriptFile& file) {
  std::string line;
  LongStrings strings;
  std::size_t looked_at = 0;
  const auto take = [&](std::string_view piece) {
    const std::size_t end = piece.find('\n');
    strings.feed(piece.substr(0, end), line);
    looked_at += piece.size();
    return end == std::string_view::npos && looked_at < kMostHead;
  };
  const Status read = file.compressed ? read_zstd_in_pieces(files, file.path, take)
                                      : files.read_in_pieces(file.path, take);
  if (!read) return std::nullopt;
  return line;
}

// A file that cannot be read keeps the name it has; reading it will say why.
TranscriptFile with_header(FileSystem& files, TranscriptFile file, std::string_view stem,
                           SeenFiles* seen = nullptr) {
  if (const SeenFile* known = seen == nullptr ? nullptr : seen->find(file.path)) {
    file.origin = known->origin;
    file.named_by_id = file.origin == stem;
    file.start = known->start;
    return file;
  }
  file.origin = std::string(stem);
  file.named_by_id = true;
  const std::optional<std::string> line = first_line_of(files, file);
  const auto header = line ? read_header(*line) : std::nullopt;
  if (!header) return file;
  file.origin = origin_of(stem, header->id);
  file.named_by_id = file.origin == stem;
  file.start = header->at;
  return file;
}

bool is_readable(const DirectoryEntry& entry) {
  return entry.kind == FileKind::kFile || entry.kind == FileKind::kSymlink;
}

// Transcripts of a folder beside the sessions: each is what its header says.
void add_from(FileSystem& files, const std::string& folder, Standing standing, SeenFiles* seen,
              SessionFiles& found) {
  const auto entries = files.list(folder);
  if (!entries) return;
  for (const DirectoryEntry& entry : *entries) {
    const std::optional<Name> name = parse_name(entry.name);
    if (!is_readable(entry)) continue;
    const std::string path = path::join(folder, entry.name);
    // What is called after a session and is none: lies beside it, as locks do and traces.
    const bool is_beside = name
                               ? is_uuid_then_dot(name->stem) && !is_session_file(files, path)
                               : is_uuid_then_dot(entry.name) || is_trace_or_checkpoint(entry.name);
    if (is_beside) ++found.beside;
    if (is_beside || !name) continue;
    TranscriptFile file;
    file.path = path;
    file.compressed = name->compressed;
    file.standing = name->standing == Standing::kLive ? standing : name->standing;
    found.transcripts.push_back(with_header(files, std::move(file), name->stem, seen));
  }
}

Agent agent_in(FileSystem& files, const std::string& folder) {
  Agent agent;
  const std::string place = path::join(folder, "agent");
  std::string store = path::join(place, kStore);
  if (files.stat(store) || is_closed(files, place)) agent.store = std::move(store);
  std::string sessions = path::join(folder, "sessions");
  if (is_folder(files, sessions) || is_closed(files, sessions))
    agent.sessions = std::move(sessions);
  return agent;
}

bool is_there(const Agent& agent) { return !agent.sessions.empty() || !agent.store.empty(); }

// A direct chat is called after the person, which tells no two of them apart.
Card card_from(std::string_view key, const Json& entry) {
  const std::string type = string_member(entry, "chatType");
  const bool in_group = type.empty() ? key.find(":group:") != std::string_view::npos ||
                                           key.find(":channel:") != std::string_view::npos
                                     : type != "direct";
  Card card{std::string(key), string_member(entry, "label"), in_group};
  for (const char* name : {"subject", "displayName"}) {
    if (card.title.empty() && in_group) card.title = string_member(entry, name);
  }
  const Json* origin = member(entry, "origin");
  const bool is_somebodys =
      key.find(":direct:") != std::string_view::npos || key.find(":dm:") != std::string_view::npos;
  if (origin != nullptr && is_somebodys && string_member(*origin, "provider") != "webchat") {
    card.peer = names_in(string_member(*origin, "label"));
    card.channel = string_member(*origin, "provider");
  }
  return card;
}

// Whether one of the lines files is an OpenClaw session's; the first few tell.
bool has_sessions(FileSystem& files, const std::string& folder) {
  constexpr std::size_t kFew = 16;
  const auto entries = files.list(folder);
  std::size_t looked_at = 0;
  if (!entries) return false;
  for (const DirectoryEntry& entry : *entries) {
    const std::optional<Name> name = parse_name(entry.name);
    if (!name || !is_readable(entry)) continue;
    if (is_session_file(files, path::join(folder, entry.name))) return true;
    if (++looked_at == kFew) return false;
  }
  return false;
}

std::string import_archive_beside(const std::string& sessions) {
  return path::join(path::directory(sessions), kImportArchive);
}

}  // namespace

std::string origin_of(std::string_view name, const std::string& header_id) {
  return header_id.empty() || name.starts_with(header_id) ? std::string(name) : header_id;
}

std::vector<Agent> agents_in(FileSystem& files, const std::string& folder) {
  std::vector<Agent> agents;
  const std::string below = path::join(folder, "agents");
  const std::string& agents_folder = is_folder(files, below) ? below : folder;
  std::vector<Agent> closed;  // what they are the others tell
  if (auto entries = files.list(agents_folder)) {
    // What lies there comes before links, which may lead to the same.
    std::stable_partition(entries->begin(), entries->end(), [](const DirectoryEntry& entry) {
      return entry.kind != FileKind::kSymlink;
    });
    std::unordered_set<std::string> been;
    for (const DirectoryEntry& entry : *entries) {
      if (entry.kind == FileKind::kFile) continue;  // `folder` may hold thousands of sessions
      const std::string path = path::join(agents_folder, entry.name);
      const Result<std::string> real = files.real_path(path);
      if (!been.insert(real ? *real : path).second) continue;
      if (is_closed(files, path)) closed.push_back({path, "", entry.name});
      if (!is_folder(files, path)) continue;
      Agent agent = agent_in(files, path);
      agent.name = entry.name;
      if (is_there(agent)) agents.push_back(std::move(agent));
    }
  }
  if (!agents.empty()) {
    agents.insert(agents.end(), closed.begin(), closed.end());
    return agents;
  }
  Agent one = agent_in(files, folder);
  std::string_view its_folder = folder;
  if (!is_there(one)) {
    its_folder = path::directory(folder);
    one = agent_in(files, std::string(its_folder));
    const bool is_sessions = path::name(folder) == "sessions" && !one.store.empty();
    if (!is_sessions && !has_sessions(files, folder)) return agents;
    one.sessions = folder;
  }
  one.name = path::name(its_folder);
  agents.push_back(std::move(one));
  return agents;
}

bool has_data(FileSystem& files, const Agent& agent) {
  if (!agent.store.empty() || is_closed(files, agent.sessions)) return true;
  const auto holds = [&](const char* below) {
    return has_sessions(files, path::join(agent.sessions, below));
  };
  return has_sessions(files, agent.sessions) || holds("cold") || holds(kImportArchive.data()) ||
         has_sessions(files, import_archive_beside(agent.sessions));
}

Result<SessionFiles> session_files(FileSystem& files, const std::string& folder, SeenFiles* seen) {
  const auto listed = files.list(folder);
  if (!listed) return fail(Error(listed.error()));
  SessionFiles found;
  add_from(files, folder, Standing::kLive, seen, found);
  add_from(files, path::join(folder, "cold"), Standing::kEnded, seen, found);
  add_from(files, path::join(folder, kImportArchive), Standing::kCopy, seen, found);
  if (path::name(folder) == "sessions") {
    add_from(files, import_archive_beside(folder), Standing::kCopy, seen, found);
  }
  return found;
}

bool is_session_file(FileSystem& files, const std::string& path) {
  TranscriptFile file;
  file.path = path;
  file.compressed = path.ends_with(kZstd);
  const std::optional<std::string> line = first_line_of(files, file);
  return line && is_session_line(*line);
}

TranscriptFile session_file(FileSystem& files, const std::string& path) {
  TranscriptFile file;
  file.path = path;
  const std::optional<Name> name = parse_name(path::name(path));
  file.compressed = path.ends_with(kZstd);
  return with_header(files, std::move(file), name ? name->stem : path::stem(path));
}

Card card_of(std::string_view key, std::string_view entry_json) {
  const ParsedJson entry = parse_json(entry_json);
  return entry.value ? card_from(key, *entry.value) : card_from(key, Json::object());
}

std::map<std::string, Card> session_index(FileSystem& files, const std::string& folder) {
  std::map<std::string, Card> cards;
  const auto bytes = files.read(path::join(folder, "sessions.json"));
  if (!bytes) return cards;
  const ParsedJson index = parse_json(*bytes);
  if (!index.value || !index.value->is_object()) return cards;
  for (const auto& [key, entry] : index.value->items()) {
    const std::string id = string_member(entry, "sessionId");
    if (!id.empty()) cards[id] = card_from(key, entry);
  }
  return cards;
}

bool is_errand(std::string_view session_key) {
  std::vector<std::string_view> parts = split(session_key, ':');
  if (parts.size() > 2 && parts[0] == "agent") parts.erase(parts.begin(), parts.begin() + 2);
  const std::string_view kind = parts.empty() ? std::string_view() : parts.front();
  return kind == "cron" || kind == "hook" || kind == "heartbeat" || kind == "subagent" ||
         (!parts.empty() && parts.back() == "heartbeat") ||
         std::find(parts.begin(), parts.end(), "subagent") != parts.end();
}

}  // namespace pyramid::ingest::openclaw
