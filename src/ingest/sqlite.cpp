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

}  // namespace

Result<Database> Database::open(const std::string& path, bool is_at_rest) {
  Database database;
  database.path_ = path;
  sqlite3* raw = nullptr;
  const std::string uri = uri_of(path, is_at_rest ? "mode=ro&immutable=1" : "mode=ro");
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
