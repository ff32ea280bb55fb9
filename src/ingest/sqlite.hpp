// The little of SQLite that reading somebody else's database takes. Private to src/ingest.
#pragma once

#include "pyramid/result.hpp"

#include <sqlite3.h>

#include <memory>
#include <string>

namespace pyramid::ingest {

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

// Read-only.
class Database {
 public:
  // `is_at_rest`: nobody else has it open, so SQLite need not make files beside it to agree with
  // others.
  static Result<Database> open(const std::string& path, bool is_at_rest);
  // The statement, or null when the database does not know what it names.
  [[nodiscard]] Statement prepare(const std::string& sql) const;
  [[nodiscard]] Failure failure() const;

 private:
  std::string path_;
  std::unique_ptr<sqlite3, CloseDatabase> handle_;
};

// Column `at` as text, "" for NULL; blobs byte for byte.
std::string text_column(sqlite3_stmt* statement, int at);

}  // namespace pyramid::ingest
