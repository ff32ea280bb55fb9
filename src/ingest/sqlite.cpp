#include "ingest/sqlite.hpp"

#include <string_view>
#include <utility>

namespace pyramid::ingest {

namespace {

constexpr int kPatienceMilliseconds = 2000;

std::string uri_of(const std::string& path, std::string_view mode) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string uri = "file:";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '/' || c == '.' || c == '-' || c == '_';
    if (plain) {
      uri += c;
    } else {
      uri += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return uri.append("?").append(mode);
}

// Whether the header says that the database keeps a write-ahead log: whoever has such a one open
// has the log beside it, and an index of the log that all who have it open share.
bool is_write_ahead(std::string_view head) {
  constexpr std::size_t kReadVersion = 19;
  return head.size() > kReadVersion && head[kReadVersion] == 2;
}

}  // namespace

Result<Database> Database::open(FileSystem& files, const std::string& path, std::string_view head) {
  Database database;
  database.path_ = path;
  std::string_view mode = "mode=ro";
  if (is_write_ahead(head)) {
    const Result<FileStat> log = files.stat(path + "-wal");
    const bool has_index = files.stat(path + "-shm").has_value();
    if (log && log->size > 0 && !has_index) {
      return fail(ErrorKind::kInvalid,
                  "the database has a log (-wal) whose index (-shm) is missing", path,
                  "copy it together with both files, or let its program open it once and close it");
    }
    mode = log && has_index ? "mode=ro&readonly_shm=1" : "mode=ro&immutable=1";
  }
  sqlite3* raw = nullptr;
  const std::string uri = uri_of(path, mode);
  sqlite3_open_v2(uri.c_str(), &raw, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
  database.handle_.reset(raw);
  if (raw == nullptr) return database.failure();
  sqlite3_busy_timeout(raw, kPatienceMilliseconds);
  // Opening alone reads nothing.
  if (sqlite3_exec(raw, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr) !=
      SQLITE_OK) {
    return database.failure();
  }
  return database;
}

Statement Database::prepare(const std::string& sql) const {
  sqlite3_stmt* raw = nullptr;
  sqlite3_prepare_v2(handle_.get(), sql.c_str(), static_cast<int>(sql.size()), &raw, nullptr);
  return Statement(raw);
}

std::vector<std::string> Database::columns(const std::string& table) const {
  const Statement rows = prepare("SELECT name FROM pragma_table_info(?1)");
  std::vector<std::string> names;
  if (!rows) return names;
  sqlite3_bind_text(rows.get(), 1, table.c_str(), static_cast<int>(table.size()), SQLITE_TRANSIENT);
  while (sqlite3_step(rows.get()) == SQLITE_ROW) names.push_back(text_column(rows.get(), 0));
  return names;
}

Failure Database::failure() const {
  return fail(ErrorKind::kInvalid, "the database cannot be read", path_, {},
              handle_ ? sqlite3_errmsg(handle_.get()) : "out of memory");
}

std::string text_column(sqlite3_stmt* statement, int at) {
  const void* bytes = sqlite3_column_type(statement, at) == SQLITE_BLOB
                          ? sqlite3_column_blob(statement, at)
                          : static_cast<const void*>(sqlite3_column_text(statement, at));
  if (bytes == nullptr) return "";
  return {static_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(statement, at))};
}

}  // namespace pyramid::ingest
