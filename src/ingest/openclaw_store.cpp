#include "ingest/openclaw_store.hpp"

#include "ingest/source.hpp"
#include "ingest/turn_text.hpp"
#include "ingest/zstd.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace pyramid::ingest::openclaw {

namespace {

constexpr const char* kEvents = "transcript_events";
constexpr const char* kActive = "session_transcript_active_events";
constexpr const char* kArchives = "session_transcript_archives";
constexpr std::size_t kMostEventBytes = std::size_t{64} << 20;
constexpr std::size_t kMostArchiveBytes = std::size_t{1} << 30;

bool has_all(const std::vector<std::string>& columns,
             std::initializer_list<std::string_view> wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](std::string_view name) {
    return std::find(columns.begin(), columns.end(), name) != columns.end();
  });
}

void bind(const Statement& statement, int at, const std::string& text) {
  sqlite3_bind_text(statement.get(), at, text.data(), static_cast<int>(text.size()),
                    SQLITE_TRANSIENT);
}

Result<Database> open_database(FileSystem& files, const std::string& path) {
  PYRAMID_ASSIGN(const Source what, look_at(files, path));
  if (what.look != Look::kSqlite) {
    return fail(ErrorKind::kInvalid, "this is " + describe(what) + ", not an SQLite database",
                path);
  }
  return Database::open(files, path, what.head);
}

bool has_sessions(const Database& database) {
  return has_all(database.columns(kEvents), {"session_id", "seq", "event_json"});
}

// The text of column `at`; of a compressed one in column `at` + 1 what it stands for.
Result<std::string> event_text(std::string bytes, bool compressed) {
  if (!compressed) return bytes;
  return decompress_zstd(bytes, kMostEventBytes);
}

// When a session began, from its first event.
Time start_of_event(const std::string& json, std::optional<Time> written) {
  if (const auto header = read_header(json)) return header->at;
  Transcript transcript;
  std::size_t skipped = 0;
  if (read_entry(json, transcript, skipped)) return transcript.last;
  return written.value_or(Time{});
}

}  // namespace

Store::Store(Database database, std::string path)
    : database_(std::move(database)), path_(std::move(path)) {}

bool Store::is_store(FileSystem& files, const std::string& path) {
  const Result<Database> database = open_database(files, path);
  return database && has_sessions(*database);
}

Result<std::shared_ptr<Store>> Store::open(FileSystem& files, const std::string& path) {
  PYRAMID_ASSIGN(Database database, open_database(files, path));
  std::shared_ptr<Store> store(new Store(std::move(database), path));
  PYRAMID_TRY(store->look_at_schema());
  return store;
}

Status Store::look_at_schema() {
  if (!has_sessions(database_)) {
    return fail(ErrorKind::kInvalid, "the database holds no sessions of OpenClaw", path_,
                "OpenClaw's is agents/<name>/agent/openclaw-agent.sqlite");
  }
  has_compressed_ = has_all(database_.columns(kEvents), {"event_zstd"});
  has_active_ = has_all(database_.columns(kActive), {"session_id", "event_seq", "active_position"});
  has_archives_ = has_all(database_.columns(kArchives),
                          {"session_id", "generation", "reason", "encoding", "archive_blob"});
  return {};
}

Result<std::vector<StoredSession>> Store::sessions() {
  const std::string compressed = has_compressed_ ? "event_zstd" : "NULL";
  const bool has_created = has_all(database_.columns(kEvents), {"created_at"});
  const Statement rows = database_.prepare(
      "SELECT session_id, event_json, " + compressed + ", " +
      (has_created ? "created_at" : "NULL") +
      " FROM transcript_events e WHERE seq = "
      "(SELECT min(seq) FROM transcript_events f WHERE f.session_id = e.session_id)");
  if (!rows) return database_.failure();
  std::vector<StoredSession> sessions;
  int code = SQLITE_OK;
  while ((code = sqlite3_step(rows.get())) == SQLITE_ROW) {
    const bool is_plain = sqlite3_column_type(rows.get(), 1) != SQLITE_NULL;
    const auto json = event_text(text_column(rows.get(), is_plain ? 1 : 2), !is_plain);
    StoredSession session;
    session.origin = clean_text(text_column(rows.get(), 0));
    session.start = start_of_event(json ? *json : std::string(),
                                   time_of_number(sqlite3_column_double(rows.get(), 3)));
    if (!session.origin.empty()) sessions.push_back(std::move(session));
  }
  if (code != SQLITE_DONE) return database_.failure();
  PYRAMID_TRY(add_archives(sessions));
  return sessions;
}

Status Store::add_archives(std::vector<StoredSession>& sessions) {
  if (!has_archives_) return {};
  const Statement rows = database_.prepare(
      std::string("SELECT session_id, CAST(generation AS TEXT), reason, ") +
      (has_all(database_.columns(kArchives), {"created_at"}) ? "created_at" : "NULL") +
      " FROM session_transcript_archives ORDER BY 1, generation");
  if (!rows) return database_.failure();
  int code = SQLITE_OK;
  while ((code = sqlite3_step(rows.get())) == SQLITE_ROW) {
    StoredSession session;
    session.origin = clean_text(text_column(rows.get(), 0));
    session.generation = text_column(rows.get(), 1);
    session.standing =
        text_column(rows.get(), 2) == "reset" ? Standing::kEnded : Standing::kDeleted;
    session.start = time_of_number(sqlite3_column_double(rows.get(), 3)).value_or(Time{});
    if (!session.origin.empty()) sessions.push_back(std::move(session));
  }
  if (code != SQLITE_DONE) return database_.failure();
  return {};
}

std::map<std::string, Card> Store::cards() {
  std::map<std::string, Card> by_session, by_key;
  const std::vector<std::string> columns = database_.columns("session_nodes");
  if (has_all(columns, {"session_key", "current_session_id"})) {
    const auto column = [&](const char* name) {
      return std::string(has_all(columns, {name}) ? name : "NULL");
    };
    const Statement rows =
        database_.prepare("SELECT session_key, current_session_id, " + column("entry_json") + ", " +
                          column("label") + " FROM session_nodes");
    while (rows && sqlite3_step(rows.get()) == SQLITE_ROW) {
      Card card = card_of(text_column(rows.get(), 0), text_column(rows.get(), 2));
      if (std::string label = text_column(rows.get(), 3); !label.empty()) {
        card.title = std::move(label);
      }
      by_key[card.key] = card;
      by_session[text_column(rows.get(), 1)] = std::move(card);
    }
  }
  for (const char* table : {"session_windows", kArchives}) {
    if (!has_all(database_.columns(table), {"session_id", "session_key"})) continue;
    const Statement rows =
        database_.prepare(std::string("SELECT session_id, session_key FROM ") + table);
    while (rows && sqlite3_step(rows.get()) == SQLITE_ROW) {
      const std::string key = text_column(rows.get(), 1);
      const auto card = by_key.find(key);
      by_session.emplace(text_column(rows.get(), 0),
                         card == by_key.end() ? card_of(key, "{}") : card->second);
    }
  }
  return by_session;
}

Result<std::vector<Store::Event>> Store::events_of(const std::string& origin) {
  const std::lock_guard lock(mutex_);
  const std::string compressed = has_compressed_ ? "e.event_zstd" : "NULL";
  const std::string active = has_active_ ? "a.active_position" : "NULL";
  const std::string join = has_active_ ? " LEFT JOIN session_transcript_active_events a"
                                         " ON a.session_id = e.session_id AND a.event_seq = e.seq"
                                       : "";
  const Statement rows = database_.prepare("SELECT e.seq, e.event_json, " + compressed + ", " +
                                           active + " FROM transcript_events e" + join +
                                           " WHERE e.session_id = ?1 ORDER BY e.seq");
  if (!rows) return database_.failure();
  bind(rows, 1, origin);
  std::vector<Event> events;
  int code = SQLITE_OK;
  while ((code = sqlite3_step(rows.get())) == SQLITE_ROW) {
    Event event;
    event.seq = text_column(rows.get(), 0);
    event.compressed = sqlite3_column_type(rows.get(), 1) == SQLITE_NULL;
    event.bytes = text_column(rows.get(), event.compressed ? 2 : 1);
    event.active = sqlite3_column_type(rows.get(), 3) != SQLITE_NULL;
    events.push_back(std::move(event));
  }
  if (code != SQLITE_DONE) return database_.failure();
  return events;
}

Result<Transcript> Store::read(const StoredSession& session, ReadReport& report) {
  if (!session.generation.empty()) return read_archive(session, report);
  PYRAMID_ASSIGN(std::vector<Event> events, events_of(session.origin));
  Transcript transcript;
  transcript.recognised = true;
  for (Event& event : events) {
    const std::size_t before = transcript.entries.size();
    const auto json = event_text(std::move(event.bytes), event.compressed);
    if (!json || !read_entry(*json, transcript, report.skipped_records)) {
      report.diagnostics.push_back({Severity::kError, path_,
                                    "event " + event.seq + " of session " + session.origin +
                                        " cannot be read; it is left out",
                                    "the rest of the session is imported"});
      continue;
    }
    for (std::size_t i = before; i < transcript.entries.size(); ++i) {
      transcript.entries[i].active = event.active;
    }
  }
  return transcript;
}

Result<Transcript> Store::read_archive(const StoredSession& session, ReadReport& report) {
  std::string bytes, encoding;
  {
    const std::lock_guard lock(mutex_);
    const Statement row = database_.prepare(
        "SELECT encoding, archive_blob FROM session_transcript_archives"
        " WHERE session_id = ?1 AND CAST(generation AS TEXT) = ?2");
    if (!row) return database_.failure();
    bind(row, 1, session.origin);
    bind(row, 2, session.generation);
    const int code = sqlite3_step(row.get());
    if (code == SQLITE_DONE) return Transcript();  // gone since
    if (code != SQLITE_ROW) return database_.failure();
    encoding = text_column(row.get(), 0);
    bytes = text_column(row.get(), 1);
  }
  const std::string place = path_ + ": archive of session " + session.origin;
  if (encoding == "zstd") {
    auto lines = decompress_zstd(bytes, kMostArchiveBytes);
    if (!lines) {
      Error error = lines.error();
      error.where = place;
      return fail(std::move(error));
    }
    bytes = std::move(*lines);
  } else if (encoding != "identity") {
    return fail(ErrorKind::kInvalid, "an archive is in the unknown encoding " + encoding, place);
  }
  return read_lines(bytes, place, report);
}

}  // namespace pyramid::ingest::openclaw
