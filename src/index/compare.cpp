#include "index/compare.hpp"

#include "index/free_rows.hpp"
#include "index/sqlite_index.hpp"
#include "index/sum.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace pyramid::index {

namespace {

constexpr std::size_t kMostNamed = 100;

// A table whose rows belong to files.
struct Table {
  std::string name;
  std::string number;  // the column that numbers its rows
  std::vector<std::string> columns;
};

const Table& files_table() {
  static const Table table = {"files",
                              "id",
                              {"size", "mtime", "ctime", "inode", "digest", "conflict",
                               "problem_where", "problem", "hint", "mild"}};
  return table;
}
const Table& nodes_table() {
  static const Table table = {
      "nodes", "file", {"id",          "kind",       "title",   "model",  "status",      "at",
                        "importance",  "tier",       "policy",  "start",  "end",         "count",
                        "engine",      "recipe",     "inputs",  "output", "text_digest", "digest",
                        "description", "model_type", "aliases", "turns",  "extracted",   "sections",
                        "sources",     "from_edge",  "user",    "hand",   "offset"}};
  return table;
}
const Table& tags_table() {
  static const Table table = {"tags", "rowid", {"tag"}};
  return table;
}
const Table& chunks_table() {
  static const Table table = {
      "chunks",
      "row",
      {"first_line", "last_line", "heading", "at", "text", "digest", "speaker", "offset", "shown"}};
  return table;
}

// Path, number, then the columns; by path, then number.
std::string select(const Table& table) {
  const bool files = table.name == "files";
  const std::string row = files ? "f." : "t.";
  std::string sql = "SELECT f.path, " + row + table.number;
  for (const std::string& column : table.columns) sql += ", " + row + "\"" + column + "\"";
  sql += " FROM files f";
  if (!files) sql += " JOIN " + table.name + " t ON t.file = f.id";
  return sql + " ORDER BY f.path, 2";
}

struct Row {
  std::int64_t number = 0;
  std::vector<std::string> cells;
};

// The rows of a query as select() makes it, a file at a time.
class ByFile {
 public:
  ByFile(Statement statement, std::size_t columns)
      : statement_(std::move(statement)), columns_(columns) {}

  Status next() {
    rows_.clear();
    if (!begun_) PYRAMID_TRY(step());
    begun_ = true;
    if (!more_) return {};
    path_ = statement_.blob(0);
    while (more_ && statement_.blob(0) == path_) {
      Row& row = rows_.emplace_back();
      row.number = statement_.integer(1);
      for (std::size_t i = 0; i < columns_; ++i) row.cells.push_back(cell(static_cast<int>(i) + 2));
      PYRAMID_TRY(step());
    }
    return {};
  }
  [[nodiscard]] bool done() const { return rows_.empty(); }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

 private:
  Status step() {
    PYRAMID_ASSIGN(more_, statement_.row());
    return {};
  }
  [[nodiscard]] std::string cell(int column) const {
    return statement_.is_null(column) ? std::string() : "=" + std::string(statement_.blob(column));
  }

  Statement statement_;
  std::size_t columns_;
  bool begun_ = false, more_ = false;
  std::string path_;
  std::vector<Row> rows_;
};

std::array<std::uint64_t, 7> fields_of(const ScanRecord& record) {
  return std::bit_cast<std::array<std::uint64_t, 7>>(record);
}

}  // namespace

class Comparing {
 public:
  Comparing(SqliteIndex& ours, SqliteIndex& fresh) : ours_(ours), fresh_(fresh) {}

  Result<Comparison> run() {
    // All of it is looked at once: what is mapped of it would count as memory of ours.
    PYRAMID_TRY(ours_.database_.execute("PRAGMA mmap_size=0"));
    PYRAMID_TRY(check_structure());
    PYRAMID_TRY(hold(
        "words", ours_.database_.execute("INSERT INTO words(words) VALUES('integrity-check')")));
    // One moment of ours, whoever else writes meanwhile.
    PYRAMID_TRY(ours_.database_.execute("BEGIN"));
    const Status done = compare_all();
    PYRAMID_TRY(ours_.database_.execute("ROLLBACK"));
    if (!done) return fail(Error(done.error()));
    return std::move(found_);
  }

 private:
  void differ(std::string_view table, std::string path, std::string what) {
    ++found_.differing;
    if (found_.differences.size() >= kMostNamed) return;
    found_.differences.push_back({std::string(table), std::move(path), std::move(what)});
  }

  Status compare_all() {
    for (const Table* table : {&files_table(), &nodes_table(), &tags_table(), &chunks_table()}) {
      PYRAMID_TRY(hold(table->name, compare_rows(*table)));
    }
    PYRAMID_TRY(hold("words", compare_words()));
    PYRAMID_TRY(hold("vectors", compare_flat_files()));
    PYRAMID_TRY(hold("scan.table", compare_scan()));
    return hold("keys", compare_keys());
  }

  // What is damaged differs.
  Status hold(std::string_view table, Status done) {
    if (done || done.error().kind != ErrorKind::kCorruptCache) return done;
    differ(table, {}, "cannot be read: it is damaged");
    return {};
  }

  // SQLite's own indexes against its tables.
  Status check_structure() {
    PYRAMID_ASSIGN(Statement check, ours_.database_.prepare("PRAGMA integrity_check(10)"));
    while (true) {
      const Result<bool> more = check.row();
      if (!more) return hold("index.db", fail(Error(more.error())));
      if (!*more) return {};
      if (check.text(0) != "ok") differ("index.db", {}, std::string(check.text(0)));
    }
  }

  Status compare_rows(const Table& table) {
    PYRAMID_ASSIGN(Statement of_ours, ours_.database_.prepare(select(table)));
    PYRAMID_ASSIGN(Statement of_fresh, fresh_.database_.prepare(select(table)));
    ByFile a(std::move(of_ours), table.columns.size());
    ByFile b(std::move(of_fresh), table.columns.size());
    PYRAMID_TRY(a.next());
    PYRAMID_TRY(b.next());
    while (!a.done() || !b.done()) {
      const int order = a.done() ? 1 : b.done() ? -1 : a.path().compare(b.path());
      if (order < 0) differ(table.name, a.path(), "has what the file does not say");
      if (order > 0) differ(table.name, b.path(), "lacks what the file says");
      if (order == 0) compare_file(table, a, b);
      if (order <= 0) PYRAMID_TRY(a.next());
      if (order >= 0) PYRAMID_TRY(b.next());
    }
    return table.name == "files" ? Status() : find_homeless(table);
  }

  void compare_file(const Table& table, const ByFile& a, const ByFile& b) {
    if (table.name == "files") ++found_.files;
    if (a.rows().size() != b.rows().size()) {
      differ(table.name, a.path(),
             "has " + std::to_string(a.rows().size()) + " rows instead of " +
                 std::to_string(b.rows().size()));
    }
    for (std::size_t i = 0; i < std::min(a.rows().size(), b.rows().size()); ++i) {
      const Row& mine = a.rows()[i];
      const Row& right = b.rows()[i];
      for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (mine.cells[column] == right.cells[column]) continue;
        differ(table.name, a.path(),
               "says something else in `" + table.columns[column] + "`, row " +
                   std::to_string(mine.number));
      }
      if (table.name == "chunks") pairs_.push_back({mine.number, right.number});
    }
    if (table.name == "chunks") found_.chunks += b.rows().size();
  }

  Status find_homeless(const Table& table) {
    PYRAMID_ASSIGN(Statement find,
                   ours_.database_.prepare("SELECT count(*) FROM " + table.name +
                                           " WHERE file NOT IN (SELECT id FROM files)"));
    PYRAMID_ASSIGN(const bool found, find.row());
    if (found && find.integer(0) > 0) {
      differ(table.name, {}, "has rows of no file: " + std::to_string(find.integer(0)));
    }
    return {};
  }

  // Of each row, a sum over its words and where they stand, whatever their order.
  using Sums = std::unordered_map<std::int64_t, std::uint64_t>;
  static Result<Sums> words_of(Database& database, std::size_t* count) {
    PYRAMID_TRY(database.execute(
        "CREATE VIRTUAL TABLE temp.said USING fts5vocab('main', 'words', 'instance')"));
    Sums sums;
    {
      PYRAMID_ASSIGN(Statement word, database.prepare("SELECT term, doc, offset FROM temp.said"));
      while (true) {
        PYRAMID_ASSIGN(const bool more, word.row());
        if (!more) break;
        const std::string_view term = word.blob(0);
        sums[word.integer(1)] +=
            mix(sum_of(term.data(), term.size()), static_cast<std::uint64_t>(word.integer(2)));
        ++*count;
      }
    }
    PYRAMID_TRY(database.execute("DROP TABLE temp.said"));
    return sums;
  }
  static Result<std::unordered_map<std::int64_t, std::string>> sizes_of(Database& database) {
    PYRAMID_ASSIGN(Statement size, database.prepare("SELECT id, sz FROM words_docsize"));
    std::unordered_map<std::int64_t, std::string> sizes;
    while (true) {
      PYRAMID_ASSIGN(const bool more, size.row());
      if (!more) return sizes;
      sizes[size.integer(0)] = size.blob(1);
    }
  }
  // How many rows and words there are in all: what BM25 divides by.
  static Result<std::string> totals_of(Database& database) {
    PYRAMID_ASSIGN(Statement row, database.prepare("SELECT block FROM words_data WHERE id = 1"));
    PYRAMID_ASSIGN(const bool found, row.row());
    return found ? std::string(row.blob(0)) : std::string();
  }

  Status compare_words() {
    std::size_t unused = 0;
    PYRAMID_ASSIGN(const Sums fresh, words_of(fresh_.database_, &found_.words));
    PYRAMID_ASSIGN(Sums ours, words_of(ours_.database_, &unused));
    PYRAMID_ASSIGN(const auto fresh_sizes, sizes_of(fresh_.database_));
    PYRAMID_ASSIGN(auto sizes, sizes_of(ours_.database_));
    const auto at = [](const auto& all, std::int64_t row) {
      const auto place = all.find(row);
      return place == all.end() ? decltype(place->second)() : place->second;
    };
    for (const Pair& pair : pairs_) {
      if (at(ours, pair.row) != at(fresh, pair.fresh)) {
        PYRAMID_TRY(differ_in("words", pair, "has other words in row "));
      }
      if (at(sizes, pair.row) != at(fresh_sizes, pair.fresh)) {
        PYRAMID_TRY(differ_in("words_docsize", pair, "counts other words in row "));
      }
      ours.erase(pair.row);
      sizes.erase(pair.row);
    }
    for (const auto& [row, sum] : ours) {
      differ("words", {}, "has words in row " + std::to_string(row) + ", which is no chunk's");
    }
    for (const auto& [row, size] : sizes) {
      differ("words_docsize", {}, "counts row " + std::to_string(row) + ", which is no chunk's");
    }
    PYRAMID_ASSIGN(const std::string fresh_totals, totals_of(fresh_.database_));
    PYRAMID_ASSIGN(const std::string totals, totals_of(ours_.database_));
    if (totals != fresh_totals) differ("words_data", {}, "counts another number of words in all");
    return {};
  }

  Status compare_flat_files() {
    PYRAMID_ASSIGN(const std::int64_t last, ours_.last_row());
    std::vector<bool> of_chunk(static_cast<std::size_t>(last) + 1);
    for (const Pair& pair : pairs_) {
      const auto row = static_cast<std::size_t>(pair.row);
      const auto fresh = static_cast<std::size_t>(pair.fresh);
      of_chunk[row] = true;
      // What has to be asked for is not asked for again.
      const bool is_known =
          fresh_.kept_vectors_ == nullptr || !fresh_.flat_.vectors.is_empty(fresh);
      if (is_known && !ours_.flat_.vectors.is_same(row, fresh_.flat_.vectors, fresh)) {
        PYRAMID_TRY(differ_in("vectors", pair, "has another vector in row "));
      }
      if (!ours_.flat_.lengths.is_same(row, fresh_.flat_.lengths, fresh)) {
        PYRAMID_TRY(differ_in("lengths.u32", pair, "has another length in row "));
      }
    }
    std::vector<std::int64_t> free;
    for (std::size_t row = 1; row < of_chunk.size(); ++row) {
      if (of_chunk[row]) continue;
      free.push_back(static_cast<std::int64_t>(row));
      // It would take the place of a chunk's among the nearest.
      if (ours_.flat_.vectors.is_empty(row)) continue;
      differ("vectors", {}, "has a vector in row " + std::to_string(row) + ", which is no chunk's");
    }
    PYRAMID_ASSIGN(const std::string text, ours_.meta(kFreeRows));
    if (auto recorded = read_free_rows(text)) {
      std::sort(recorded->begin(), recorded->end());
      if (*recorded != free) {
        differ("meta", {}, "says that other rows are free: " + text);
      }
    }
    return {};
  }

  // What a scan would compare the files with must be what the rows say.
  Status compare_scan() {
    PYRAMID_TRY(ours_.load_scan());
    std::unordered_map<std::int64_t, ScanRecord> known;
    for (const ScanRecord& record : ours_.whole_scan().records()) known.emplace(record.id, record);
    PYRAMID_ASSIGN(Statement row,
                   ours_.database_.prepare("SELECT path, id, size, mtime, ctime, inode, checked "
                                           "FROM files"));
    while (true) {
      PYRAMID_ASSIGN(const bool more, row.row());
      if (!more) break;
      FileStat stat;
      stat.size = static_cast<std::uint64_t>(row.integer(2));
      stat.mtime_ns = row.integer(3);
      stat.ctime_ns = row.integer(4);
      stat.inode = static_cast<std::uint64_t>(row.integer(5));
      const ScanRecord right = scan_record(row.blob(0), stat, row.integer(6), row.integer(1));
      const auto place = known.find(right.id);
      if (place == known.end() || fields_of(place->second) != fields_of(right)) {
        differ("scan.table", std::string(row.blob(0)), "is not what the table `files` says");
      }
      if (place != known.end()) known.erase(place);
    }
    for (const auto& [id, record] : known) {
      differ("scan.table", {}, "knows file " + std::to_string(id) + ", which there is not");
    }
    return {};
  }

  // Of an id that two files have, which of them was looked at last decides: that is let be.
  Status compare_keys() {
    PYRAMID_ASSIGN(const std::string made_by, ours_.meta("keys_by"));
    PYRAMID_ASSIGN(const std::string fresh_by, fresh_.meta("keys_by"));
    if (made_by.empty() || made_by != fresh_by) return {};
    PYRAMID_ASSIGN(Statement right, fresh_.database_.prepare(
                                        "SELECT k.key, k.id, f.path FROM keys k "
                                        "JOIN nodes n ON n.id = k.id JOIN files f ON f.id = n.file "
                                        "WHERE (SELECT count(*) FROM nodes WHERE id = k.id) = 1"));
    PYRAMID_ASSIGN(Statement keyed,
                   ours_.database_.prepare("SELECT 1 FROM nodes WHERE id = ?1 AND kind = 0 "
                                           "AND keyed IS NOT NULL"));
    PYRAMID_ASSIGN(Statement find,
                   ours_.database_.prepare("SELECT 1 FROM keys WHERE key = ?1 AND id = ?2"));
    while (true) {
      PYRAMID_ASSIGN(const bool more, right.row());
      if (!more) return {};
      PYRAMID_ASSIGN(const bool looked_at, keyed.bind_blob(1, right.blob(1)).row());
      keyed.reset();
      if (!looked_at) continue;
      find.bind(1, right.integer(0)).bind_blob(2, right.blob(1));
      PYRAMID_ASSIGN(const bool found, find.row());
      find.reset();
      if (!found) differ("keys", std::string(right.blob(2)), "lacks a key that its words give");
    }
  }

  // Rows of ours and of the fresh one that are the same chunk.
  struct Pair {
    std::int64_t row = 0, fresh = 0;
  };
  Status differ_in(std::string_view table, const Pair& pair, const std::string& what) {
    PYRAMID_ASSIGN(std::string path, ours_.path_of_row(pair.row));
    differ(table, std::move(path), what + std::to_string(pair.row));
    return {};
  }

  SqliteIndex& ours_;
  SqliteIndex& fresh_;
  std::vector<Pair> pairs_;
  Comparison found_;
};

Result<Comparison> compare(Index& index, Index& fresh) {
  return Comparing(static_cast<SqliteIndex&>(index), static_cast<SqliteIndex&>(fresh)).run();
}

}  // namespace pyramid::index
