// What becomes of the flat files when a writer is stopped before the database commits: they have
// records of texts that its rows do not have (vectors.hpp).
#include "index/sqlite_index.hpp"

#include <set>
#include <utility>

namespace pyramid::index {

namespace {

constexpr std::string_view kWritten = "rows_written";  // the mark of the flat files; none: 0

}  // namespace

// REQUIRES: a transaction, whose end end_rows() is told.
Status SqliteIndex::begin_rows() {
  writing_ = new_generation();
  PYRAMID_TRY(set_meta(kWritten, std::to_string(writing_)));
  return vectors_.begin_writing();
}

// Of a transaction that failed the mark stays as it is: who opens the index next mends it.
Status SqliteIndex::end_rows(Status done) {
  const std::uint64_t written = std::exchange(writing_, 0);
  if (written == 0) return done;
  Status ended = vectors_.end_writing(done ? written : 0);
  return done ? ended : done;
}

Result<bool> SqliteIndex::are_rows_torn() {
  PYRAMID_ASSIGN(const std::uint64_t written, meta_number(kWritten));
  return written != vectors_.written();
}

Status SqliteIndex::mend_rows() {
  PYRAMID_ASSIGN(bool torn, are_rows_torn());
  if (!torn || vectors_.is_being_written()) return {};
  if (mode_ != Mode::kRead) {
    return end_rows(database_.transact([&] { return mend_rows_in_place(); }));
  }
  // The writer may have ended between the two looks.
  PYRAMID_ASSIGN(torn, are_rows_torn());
  if (!torn || vectors_.is_being_written()) return {};
  return fail(ErrorKind::kConflict, "the index was left in the middle of a change", {},
              "search without --no-refresh once, or run pyramid sync");
}

// Files with a row whose records are not its text's count as changed, and the index as one that no
// refresh has filled, so that the next one reads them.
Status SqliteIndex::mend_rows_in_place() {
  PYRAMID_ASSIGN(const bool torn, are_rows_torn());
  if (!torn) return {};  // another process was faster
  PYRAMID_TRY(begin_rows());
  std::set<std::int64_t> files;
  new_rows_.clear();
  PYRAMID_ASSIGN(Statement rows, database_.prepare("SELECT row, file, digest FROM chunks"));
  while (true) {
    PYRAMID_ASSIGN(const bool more, rows.row());
    if (!more) break;
    const std::int64_t row = rows.integer(0);
    new_rows_.push_back(row);
    if (!vectors_.holds(static_cast<std::size_t>(row), digest_from(rows.blob(2)))) {
      files.insert(rows.integer(1));
    }
  }
  PYRAMID_TRY(store_lengths());
  if (files.empty()) return {};
  PYRAMID_ASSIGN(Statement forget, database_.prepare("UPDATE files SET digest = NULL, mtime = 0, "
                                                     "checked = 0 WHERE id = ?1"));
  for (const std::int64_t file : files) PYRAMID_TRY(forget.bind(1, file).run());
  PYRAMID_TRY(set_meta("scan_table", ""));
  return set_meta("generation", "0");
}

}  // namespace pyramid::index
