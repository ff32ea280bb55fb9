// The little of SQLite that reading somebody else's database takes. Private to src/ingest.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <sqlite3.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

// Read-only: no file beside it is made or changed, also while its owner writes. What a statement
// sees is what was committed when it began.
class Database {
 public:
  // `head`: the first bytes of the file, at least 20. kInvalid where it cannot be read.
  static Result<Database> open(FileSystem& files, const std::string& path, std::string_view head);
  // The statement, or null when the database does not know what it names.
  [[nodiscard]] Statement prepare(const std::string& sql) const;
  // The columns of `table`; none when there is no such table.
  [[nodiscard]] std::vector<std::string> columns(const std::string& table) const;
  [[nodiscard]] Failure failure() const;

 private:
  std::string path_;
  std::unique_ptr<sqlite3, CloseDatabase> handle_;
};

// Column `at` as text, "" for NULL; blobs byte for byte.
std::string text_column(sqlite3_stmt* statement, int at);

}  // namespace pyramid::ingest
