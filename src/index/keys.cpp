// Keys by which observations find each other.
#include "index/sqlite_index.hpp"

#include <algorithm>
#include <string>

namespace pyramid::index {

namespace {

constexpr std::string_view kMadeBy = "keys_by";

// Keys that one statement asks for: each statement locks the database for itself.
constexpr int kAskedAtOnce = 8;

// The latest of each of the keys ?1 to ?8, at most ?9.
std::string latest_with_keys() {
  std::string sql;
  for (int i = 1; i <= kAskedAtOnce; ++i) {
    if (i > 1) sql += " UNION ALL ";
    sql += "SELECT * FROM (SELECT id FROM keys WHERE key = ?" + std::to_string(i) +
           " ORDER BY id DESC LIMIT ?" + std::to_string(kAskedAtOnce + 1) + ")";
  }
  return sql;
}

}  // namespace

Status SqliteIndex::forget_keys_unless(std::string_view by) {
  PYRAMID_ASSIGN(const std::string made_by, meta(kMadeBy));
  if (made_by == by) return {};
  return database_.transact([&]() -> Status {
    PYRAMID_TRY(database_.execute("DELETE FROM keys"));
    PYRAMID_TRY(database_.execute("UPDATE nodes SET keyed = NULL WHERE keyed IS NOT NULL"));
    return set_meta(kMadeBy, by);
  });
}

Result<std::vector<Index::Unkeyed>> SqliteIndex::without_keys(std::string_view by,
                                                              std::size_t limit) {
  PYRAMID_TRY(forget_keys_unless(by));
  PYRAMID_ASSIGN(Statement * row,
                 prepared("SELECT n.file, n.id, n.at, n.status, c.text, n.\"offset\" FROM nodes n "
                          "JOIN chunks c ON c.file = n.file "
                          "WHERE n.keyed IS NULL AND n.kind = 0 ORDER BY n.file LIMIT ?1"));
  row->bind(1, static_cast<std::int64_t>(limit));
  std::vector<Unkeyed> found;
  while (true) {
    PYRAMID_ASSIGN(const bool more, row->row());
    if (!more) return found;
    const Time at{row->integer(2)};
    const std::optional<std::int32_t> offset = row->offset(5);
    const std::string text(without_date(row->text(4), zone_.local(at, offset)));
    found.push_back(
        {row->integer(0), ulid_from(row->blob(1)), at, offset, row->text(3).empty(), text});
  }
}

Status SqliteIndex::put_keys(const std::vector<Keys>& keys) {
  return database_.transact([&]() -> Status {
    PYRAMID_ASSIGN(Statement * add, prepared("INSERT OR IGNORE INTO keys VALUES(?1, ?2)"));
    PYRAMID_ASSIGN(Statement * remove, prepared("DELETE FROM keys WHERE key = ?1 AND id = ?2"));
    PYRAMID_ASSIGN(Statement * done, prepared("UPDATE nodes SET keyed = 1 WHERE file = ?1"));
    for (const Keys& one : keys) {
      const std::string_view id = as_blob(one.id);
      for (const std::uint64_t key : one.has) {
        PYRAMID_TRY(add->bind(1, static_cast<std::int64_t>(key)).bind_blob(2, id).run());
      }
      for (const std::uint64_t key : one.lost) {
        PYRAMID_TRY(remove->bind(1, static_cast<std::int64_t>(key)).bind_blob(2, id).run());
      }
      PYRAMID_TRY(done->bind(1, one.file).run());
    }
    return {};
  });
}

Result<bool> SqliteIndex::has_keys() {
  PYRAMID_ASSIGN(Statement * row, prepared("SELECT 1 FROM keys LIMIT 1"));
  PYRAMID_ASSIGN(const bool any, row->row());
  row->reset();
  return any;
}

Result<std::vector<Ulid>> SqliteIndex::with_keys(const std::vector<std::uint64_t>& keys,
                                                 std::size_t limit_each) {
  static const std::string kSql = latest_with_keys();
  PYRAMID_ASSIGN(Statement * row, prepared(kSql.c_str()));
  std::vector<Ulid> found;
  for (std::size_t first = 0; first < keys.size(); first += kAskedAtOnce) {
    for (int i = 0; i < kAskedAtOnce; ++i) {
      const std::size_t at = first + static_cast<std::size_t>(i);
      if (at < keys.size()) {
        row->bind(i + 1, static_cast<std::int64_t>(keys[at]));
      } else {
        row->bind_null(i + 1);  // no row has it
      }
    }
    row->bind(kAskedAtOnce + 1, static_cast<std::int64_t>(limit_each));
    while (true) {
      PYRAMID_ASSIGN(const bool more, row->row());
      if (!more) break;
      found.push_back(ulid_from(row->blob(0)));
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace pyramid::index
