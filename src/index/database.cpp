#include "index/database.hpp"

#include "index/checked_vfs.hpp"
#include "index/regular_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <system_error>

namespace pyramid::index {

namespace {

constexpr int kBusyMilliseconds = 10'000;
constexpr std::string_view kInMemory = ":memory:";
constexpr const char* kLook = "SELECT count(*) FROM sqlite_master";  // opening alone reads nothing

std::string uri_of(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      uri += c == '%' ? "%25" : c == '?' ? "%3f" : "%23";
    } else {
      uri += c;
    }
  }
  return uri;
}

}  // namespace

namespace {

Failure failure_at(std::string path, int code, const std::string& message) {
  code &= 0xFF;
  ErrorKind kind = ErrorKind::kIo;
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR ||
      code == SQLITE_MISMATCH || code == SQLITE_CONSTRAINT) {
    kind = ErrorKind::kCorruptCache;
  } else if (code == SQLITE_BUSY || code == SQLITE_LOCKED) {
    kind = ErrorKind::kConflict;
  }
  std::string hint = kind == ErrorKind::kIo ? "" : "try again";
  if (kind == ErrorKind::kCorruptCache) hint = "delete it and run the command again";
  constexpr std::string_view kUsual = ".pyramid/index.db";
  if (path.ends_with(kUsual)) path = kUsual;
  return fail(kind, "the index cannot be used", path, hint, message);
}

}  // namespace

Failure database_failure(sqlite3* database) {
  const char* path = sqlite3_db_filename(database, "main");
  const int code = sqlite3_errcode(database);
  std::string message = sqlite3_errmsg(database);
  // SQLite tells of a full disk, or a file that may not grow, as of any other fault.
  const int cause = (code & 0xFF) == SQLITE_IOERR ? sqlite3_system_errno(database) : 0;
  if (cause != 0) message += ": " + std::generic_category().message(cause);
  return failure_at(path == nullptr ? "" : path, code, message);
}

Statement::Statement(sqlite3* database, sqlite3_stmt* statement)
    : database_(database), statement_(statement) {}

Statement& Statement::bind(int at, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), at, value);
  return *this;
}

Statement& Statement::bind(int at, std::string_view text) {
  sqlite3_bind_text(statement_.get(), at, text.data(), static_cast<int>(text.size()),
                    SQLITE_TRANSIENT);
  return *this;
}

Statement& Statement::bind_blob(int at, std::string_view bytes) {
  sqlite3_bind_blob(statement_.get(), at, bytes.data(), static_cast<int>(bytes.size()),
                    SQLITE_TRANSIENT);
  return *this;
}

Statement& Statement::bind_null(int at) {
  sqlite3_bind_null(statement_.get(), at);
  return *this;
}

Statement& Statement::bind_offset(int at, std::optional<std::int32_t> value) {
  return value ? bind(at, std::int64_t{*value}) : bind_null(at);
}

Statement& Statement::bind_pointer(int at, void* pointer, const char* type) {
  sqlite3_bind_pointer(statement_.get(), at, pointer, type, nullptr);
  return *this;
}

Result<bool> Statement::row() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) {
    const Failure failure = database_failure(database_);
    reset();
    return failure;
  }
  reset();
  return false;
}

Status Statement::run() {
  const Result<bool> row = this->row();
  reset();
  if (!row) return fail(Error(row.error()));
  return {};
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string_view Statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::string_view Statement::blob(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::optional<std::int32_t> Statement::offset(int column) const {
  if (is_null(column)) return std::nullopt;
  return static_cast<std::int32_t>(integer(column));
}

Result<Database> Database::connect(const std::string& name, int flags) {
  Database database;
  sqlite3* handle = nullptr;
  const bool on_disk = name != kInMemory;
  const char* vfs = on_disk ? checked_vfs() : nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, vfs);
  database.handle_.reset(handle);
  if (code != SQLITE_OK) return failure_at(name, code, sqlite3_errstr(code));
  int reserved = kReservedBytes;  // counts for a database that is made now
  if (on_disk) sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved);
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  return database;
}

// Beside a file in write-ahead mode even a reader makes files. Where no log lies there, nobody has
// the file open, so it may be taken to stand still.
Result<Database> Database::connect_to_still(const std::string& path) {
  if (::access((path + "-wal").c_str(), F_OK) == 0) return connect(path, SQLITE_OPEN_READONLY);
  return connect(uri_of(path) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

Result<Database> Database::open_to_read(const std::string& path) {
  Result<Database> database = connect(path, SQLITE_OPEN_READONLY);
  if (!database) {
    return fail(ErrorKind::kNotFound, "there is no index yet", path,
                "search without --no-refresh once, or run pyramid sync");
  }
  if (database->execute(kLook)) return database;
  return connect_to_still(path);
}

Result<Database> Database::copy(const std::string& path) {
  PYRAMID_ASSIGN(Database copy, open({}, Mode::kMemory));
  const Result<Database> source = connect_to_still(path);
  if (!source) return copy;
  sqlite3_backup* backup = sqlite3_backup_init(copy.handle(), "main", source->handle(), "main");
  if (backup == nullptr) return copy.failure();
  sqlite3_backup_step(backup, -1);
  if (sqlite3_backup_finish(backup) == SQLITE_OK && !source->is_moved()) {
    // Damage shows now, while there is still the way of starting from nothing.
    PYRAMID_ASSIGN(Statement check, copy.prepare("PRAGMA quick_check(1)"));
    PYRAMID_ASSIGN(const bool row, check.row());
    if (row && check.text(0) == "ok") return copy;
  }
  return fail(ErrorKind::kCorruptCache, "the index cannot be copied", path);
}

Status Database::copy_file(const std::string& from, const std::string& to) {
  PYRAMID_ASSIGN(const Database source, open_to_read(from));
  PYRAMID_ASSIGN(const Database made, connect(to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE));
  sqlite3_backup* backup = sqlite3_backup_init(made.handle(), "main", source.handle(), "main");
  if (backup == nullptr) return made.failure();
  sqlite3_backup_step(backup, -1);
  if (sqlite3_backup_finish(backup) == SQLITE_OK) return {};
  return fail(ErrorKind::kIo, "the index cannot be copied", to);
}

// SQLite follows links, and waits for pipes.
Status Database::are_regular(const std::string& path) {
  for (const char* end : {"", "-wal", "-shm", "-journal"}) {
    PYRAMID_TRY(check_regular(path + end));
  }
  return {};
}

bool Database::is_moved() const {
  int moved = 0;
  const int code = sqlite3_file_control(handle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return code == SQLITE_OK && moved != 0;
}

Result<Database> Database::open(const std::string& path, Mode mode) {
  if (mode != Mode::kMemory) PYRAMID_TRY(are_regular(path));
  switch (mode) {
    case Mode::kRead:
      return open_to_read(path);
    case Mode::kCopy:
      return copy(path);
    case Mode::kMemory:
      return connect(std::string(kInMemory), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    case Mode::kWrite:
      break;
  }
  return connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                      &statement, nullptr);
  if (code != SQLITE_OK) return failure();
  return Statement(handle_.get(), statement);
}

Status Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    return failure();
  }
  return {};
}

Status Database::transact(const std::function<Status()>& work) {
  PYRAMID_TRY(execute("BEGIN IMMEDIATE"));
  Status done = work();
  if (done) done = execute("COMMIT");
  if (!done) static_cast<void>(execute("ROLLBACK"));  // the failure that counts is `done`
  return done;
}

Status Database::read_at_once(const std::function<Status()>& work) {
  PYRAMID_TRY(execute("BEGIN"));
  Status done = work();
  const Status ended = execute("COMMIT");
  return done ? ended : done;
}

Failure Database::failure() const { return database_failure(handle_.get()); }

std::string_view as_blob(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}

std::string_view as_blob(const Ulid& id) {
  return {reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()};
}

Digest digest_from(std::string_view blob) {
  Digest digest;
  if (blob.size() == digest.bytes.size())
    std::memcpy(digest.bytes.data(), blob.data(), blob.size());
  return digest;
}

Ulid ulid_from(std::string_view blob) {
  Ulid id;
  if (blob.size() == id.bytes.size()) std::memcpy(id.bytes.data(), blob.data(), blob.size());
  return id;
}

}  // namespace pyramid::index
