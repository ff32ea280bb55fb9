// What becomes of the flat files when a writer is stopped before the database commits, or when one
// of them is put back from another day: they have records of texts that its rows do not have
// (vectors.hpp).
#include "index/sqlite_index.hpp"

#include <chrono>
#include <set>
#include <thread>
#include <utility>

namespace pyramid::index {

namespace {

constexpr std::string_view kWritten = "rows_written";  // the mark of the flat files; none: 0
constexpr int kLooks = 4;
// Files whose rows are written to a copy: of fewer the writing takes less than a reader waits, and
// of a smaller part of all less than the copy.
constexpr std::size_t kMany = 500, kManyOf = 50;

bool are_many(std::size_t files, std::size_t rows) {
  return rows > 0 && files >= kMany && files >= rows / kManyOf;
}

}  // namespace

// REQUIRES: a transaction, whose end end_rows() is told.
Status SqliteIndex::begin_rows(std::size_t files) {
  if (!anew_) remove_row_files(other_slot(flat_.slot));
  if (!anew_ && mode_ == Mode::kWrite && are_many(files, flat_.vectors.rows())) {
    Result<RowFiles> copied = copy_row_files(other_slot(flat_.slot));
    if (copied) {
      PYRAMID_TRY(name_row_files(*copied));
      flat_ = *std::move(copied);
    } else {  // no room for both: those who read meanwhile may have rows of two moments
      remove_row_files(other_slot(flat_.slot));
    }
  }
  writing_ = new_generation();
  PYRAMID_TRY(set_meta(kWritten, std::to_string(writing_)));
  PYRAMID_TRY(flat_.vectors.begin_writing());
  return flat_.lengths.set_mark(0);
}

// Of a transaction that failed the mark stays as it is: who opens the index next mends it.
Status SqliteIndex::end_rows(Status done) {
  const std::uint64_t written = std::exchange(writing_, 0);
  if (written == 0) return done;
  Status marked = flat_.lengths.set_mark(done ? written : 0);
  Status ended = flat_.vectors.end_writing(done && marked ? written : 0);
  if (!done) return done;
  return marked ? ended : marked;
}

// Of files that nobody else has opened yet. REQUIRES: a transaction.
Status SqliteIndex::mark_rows(RowFiles& made) {
  const std::uint64_t written = new_generation();
  PYRAMID_TRY(set_meta(kWritten, std::to_string(written)));
  PYRAMID_TRY(made.lengths.set_mark(written));
  return made.vectors.end_writing(written);
}

Result<SqliteIndex::Torn> SqliteIndex::are_rows_torn() {
  PYRAMID_ASSIGN(const std::uint64_t written, meta_number(kWritten));
  const auto [scan, exact] = flat_.vectors.marks();
  Torn torn;
  torn.marks = {written, scan, exact, flat_.lengths.mark()};
  for (const std::uint64_t mark : torn.marks) {
    torn.any = torn.any || mark != written;
    torn.foreign = torn.foreign || (mark != written && mark != 0);
  }
  return torn;
}

Status SqliteIndex::mend_rows() {
  for (int looks = 0; looks < kLooks; ++looks) {
    Torn torn;
    PYRAMID_TRY(read_followed([&]() -> Status {
      PYRAMID_ASSIGN(torn, are_rows_torn());
      return {};
    }));
    if (!torn.any || flat_.vectors.is_being_written()) return {};
    // A writer may have ended between what was read of the database and of the files.
    std::this_thread::sleep_for(std::chrono::milliseconds(looks));
  }
  if (mode_ != Mode::kRead) {
    return end_rows(database_.transact([&] { return mend_rows_in_place(); }));
  }
  return fail(ErrorKind::kConflict, "the index was left in the middle of a change", {},
              "search without --no-refresh once, or run pyramid sync");
}

// Files with a row whose records are not its text's count as changed, and the index as one that no
// refresh has filled, so that the next one reads them.
Status SqliteIndex::mend_rows_in_place() {
  PYRAMID_TRY(follow_rows());
  PYRAMID_ASSIGN(const Torn torn, are_rows_torn());
  if (!torn.any) return {};  // another process was faster
  if (torn.foreign) told_ = "a file of the index was of another moment than the rest; mending it";
  PYRAMID_TRY(begin_rows());
  std::set<std::int64_t> files;
  new_rows_.clear();
  PYRAMID_ASSIGN(Statement rows, database_.prepare("SELECT row, file, digest FROM chunks"));
  while (true) {
    PYRAMID_ASSIGN(const bool more, rows.row());
    if (!more) break;
    const std::int64_t row = rows.integer(0);
    new_rows_.push_back(row);
    if (!flat_.vectors.holds(static_cast<std::size_t>(row), digest_from(rows.blob(2)))) {
      files.insert(rows.integer(1));
    }
  }
  PYRAMID_TRY(store_lengths(flat_.lengths));
  if (files.empty()) return {};
  PYRAMID_ASSIGN(Statement forget, database_.prepare("UPDATE files SET digest = NULL, mtime = 0, "
                                                     "checked = 0 WHERE id = ?1"));
  for (const std::int64_t file : files) PYRAMID_TRY(forget.bind(1, file).run());
  PYRAMID_TRY(set_meta("scan_table", ""));
  return set_meta("generation", "0");
}

}  // namespace pyramid::index
