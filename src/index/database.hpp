// SQLite as values: a connection and prepared statements that fail as Results. Private to
// src/index.
#pragma once

#include "base/digest.hpp"
#include "base/ulid.hpp"
#include "index/index.hpp"
#include "pyramid/result.hpp"

#include <sqlite3.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::index {

// One prepared statement. bind() counts from 1, columns from 0, as SQLite does. Text that is bound
// is copied. A statement is reset by run() and when row() has given its last row.
class Statement {
 public:
  Statement() = default;
  Statement(sqlite3* database, sqlite3_stmt* statement);

  Statement& bind(int at, std::int64_t value);
  Statement& bind(int at, std::string_view text);
  Statement& bind_blob(int at, std::string_view bytes);
  Statement& bind_null(int at);
  Statement& bind_offset(int at, std::optional<std::int32_t> value);  // or NULL
  Statement& bind_pointer(int at, void* pointer, const char* type);   // type: a string literal

  // True while there is a row. kCorruptCache when the database is damaged, kConflict when it is
  // locked for longer than we wait, else kIo.
  Result<bool> row();
  // Executes a statement that gives no row.
  Status run();
  void reset();

  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string_view text(int column) const;  // valid until the next row
  [[nodiscard]] std::string_view blob(int column) const;
  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] std::optional<std::int32_t> offset(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  sqlite3* database_ = nullptr;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Database {
 public:
  // Opens, creates or copies, as the mode says. kRead: kNotFound when there is none. kCopy:
  // kCorruptCache when it is damaged, an empty one when there is none that can be opened.
  // kCorruptCache where something else than a file lies there, or in the place of its log.
  static Result<Database> open(const std::string& path, Mode mode);

  // Writes all that the file holds to a new one, as one moment had it.
  static Status copy_file(const std::string& from, const std::string& to);

  Result<Statement> prepare(std::string_view sql);
  Status execute(const std::string& sql);
  // `work` in one transaction: all of it, or nothing when it fails.
  Status transact(const std::function<Status()>& work);
  // All that `work` reads is of one moment, and each statement costs less.
  Status read_at_once(const std::function<Status()>& work);
  [[nodiscard]] bool is_in_transaction() const { return sqlite3_get_autocommit(handle()) == 0; }
  // Whether another file, or none, lies in the place from which this one was opened.
  [[nodiscard]] bool is_moved() const;
  [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
  [[nodiscard]] Failure failure() const;

 private:
  static Result<Database> connect(const std::string& name, int flags);
  static Result<Database> connect_to_still(const std::string& path);
  static Result<Database> open_to_read(const std::string& path);
  static Result<Database> copy(const std::string& path);
  static Status are_regular(const std::string& path);

  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  std::unique_ptr<sqlite3, Close> handle_;
};

// The failure that the connection's last error stands for.
Failure database_failure(sqlite3* database);

std::string_view as_blob(const Digest& digest);
std::string_view as_blob(const Ulid& id);
Digest digest_from(std::string_view blob);
Ulid ulid_from(std::string_view blob);

}  // namespace pyramid::index
