// Which flat files go with the database. It names their set and what their names begin with, so
// one transaction puts others in the place of all of them: whoever reads has the old database with
// the old files, or the new one with the new.
#include "index/sqlite_index.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <utility>

namespace pyramid::index {

namespace {

constexpr std::string_view kSet = "row_files";
constexpr std::string_view kSlot = "slot";
// Looks at an index whose files are changed over each time.
constexpr int kMostLooks = 10;
// And at one that is being written, for so long.
constexpr std::chrono::seconds kPatience{1};
constexpr std::chrono::milliseconds kBetweenLooks{2};
// What nobody writes may have been written until just before, or left by a writer that failed.
constexpr int kLooksAtLeftRows = 3;

}  // namespace

const std::array<const char*, 3>& row_file_names() {
  static constexpr std::array<const char*, 3> kNames = {"vectors.i8", "vectors.f32", "lengths.u32"};
  return kNames;
}

std::string SqliteIndex::other_slot(std::string_view slot) {
  return std::string(slot.empty() ? kOtherSlot : std::string_view());
}

Result<RowFiles> SqliteIndex::make_row_files(const std::string& slot, std::size_t dims) {
  RowFiles made;
  made.slot = slot;
  made.set = new_generation();
  PYRAMID_ASSIGN(made.vectors, Vectors::make(stem_ + slot, dims, made.set, mode_));
  PYRAMID_ASSIGN(made.lengths,
                 FlatFile::make(stem_ + slot + "lengths.u32", "lengths.u32", 4, made.set, mode_));
  PYRAMID_TRY(name_row_files(made));
  return made;
}

Result<RowFiles> SqliteIndex::copy_row_files(const std::string& slot) {
  RowFiles made;
  made.slot = slot;
  made.set = new_generation();
  PYRAMID_ASSIGN(made.vectors, Vectors::copy(flat_.vectors, stem_ + slot, made.set));
  PYRAMID_ASSIGN(made.lengths,
                 FlatFile::copy(flat_.lengths, stem_ + slot + "lengths.u32", made.set));
  return made;
}

Status SqliteIndex::name_row_files(const RowFiles& made) {
  PYRAMID_TRY(set_meta(kSet, std::to_string(made.set)));
  return set_meta(kSlot, made.slot);
}

Status SqliteIndex::open_row_files() {
  RowFiles there;
  PYRAMID_ASSIGN(there.set, meta_number(kSet));
  PYRAMID_ASSIGN(there.slot, meta(kSlot));
  const std::string stem = stem_ + there.slot;
  PYRAMID_ASSIGN(there.vectors, Vectors::open(stem, dims_, mode_));
  PYRAMID_ASSIGN(there.lengths, FlatFile::open(stem + "lengths.u32", "lengths.u32", 4, mode_));
  if (!there.vectors.is_of(there.set) || there.lengths.set() != there.set) {
    return fail(ErrorKind::kCorruptCache, "a file of the index is another index's");
  }
  flat_ = std::move(there);
  return check_rows();
}

// Every chunk of the database has its records in the flat files, which another process may have
// made longer.
Status SqliteIndex::check_rows() {
  PYRAMID_ASSIGN(const std::int64_t last, last_row());
  const auto row = static_cast<std::size_t>(last);
  if (row == 0) return {};
  PYRAMID_TRY(flat_.vectors.cover(row + 1));
  PYRAMID_TRY(flat_.lengths.cover(row + 1));
  if (row < std::min(flat_.vectors.rows(), flat_.lengths.records())) return {};
  return fail(ErrorKind::kCorruptCache, "the index has lost its vectors");
}

// REQUIRES: a transaction, as of which the files are opened that another command may have made
// since.
Status SqliteIndex::follow_rows() {
  PYRAMID_ASSIGN(const std::uint64_t set, meta_number(kSet));
  if (set == flat_.set) return check_rows();
  PYRAMID_TRY(is_still_of(embedder_));
  return open_row_files();
}

// A writer marks the flat files before it touches a record. So where their marks are those of the
// database after everything was read, all of it was of one moment; else it is read again.
Status SqliteIndex::read_at_once(const std::function<Status()>& work) {
  if (database_.is_in_transaction()) return work();
  const auto until = std::chrono::steady_clock::now() + kPatience;
  int left = kLooksAtLeftRows;
  Torn before;
  while (true) {
    Torn torn;
    Status done = read_followed([&]() -> Status {
      Status worked = work();
      PYRAMID_ASSIGN(torn, are_rows_torn());
      return worked;
    });
    // A writer that failed leaves its rows as they are; others may write between any two looks.
    if (torn.marks != before.marks) left = kLooksAtLeftRows;
    before = torn;
    if (!torn.any || std::chrono::steady_clock::now() >= until) return done;
    if (!flat_.vectors.is_being_written() && --left == 0) return done;
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

// As of one moment of the database, with the files that go with it.
Status SqliteIndex::read_followed(const std::function<Status()>& work) {
  if (database_.is_in_transaction()) return work();
  for (int looks = 1;; ++looks) {
    bool followed = false;
    Status done = database_.read_at_once([&]() -> Status {
      PYRAMID_TRY(follow_rows());
      followed = true;
      return work();
    });
    // The files of the moment that was read may be gone by now.
    const bool missed = !done && !followed && done.error().kind == ErrorKind::kCorruptCache;
    if (!missed || looks == kMostLooks) return done;
  }
}

// REQUIRES: a transaction in which nothing was changed yet.
Status SqliteIndex::begin_anew() {
  PYRAMID_ASSIGN(const std::string slot, meta(kSlot));
  PYRAMID_TRY(drop_tables());
  PYRAMID_TRY(create_tables());
  PYRAMID_ASSIGN(flat_, make_row_files(other_slot(slot), dims_));
  return {};
}

Status SqliteIndex::drop_tables() {
  // Those of FTS5 first, which take others with them.
  for (const char* which : {"SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL %'",
                            "SELECT name FROM sqlite_master WHERE type = 'table' "
                            "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"}) {
    PYRAMID_ASSIGN(const std::vector<std::string> names, names_from(which));
    for (const std::string& name : names) {
      PYRAMID_TRY(database_.execute("DROP TABLE \"" + name + "\""));
    }
  }
  return {};
}

// What nobody opens any more, or what a command that was killed had begun. REQUIRES: a transaction,
// so that nobody is making them.
void SqliteIndex::remove_row_files(const std::string& slot) {
  if (mode_ != Mode::kWrite || database_.is_moved()) return;
  for (const char* name : row_file_names()) {
    static_cast<void>(::unlink((stem_ + slot + name).c_str()));  // a rest takes room, no more
  }
}

void SqliteIndex::remove_other_row_files() {
  // Where another process writes by now, it does this.
  static_cast<void>(database_.transact([&]() -> Status {
    PYRAMID_ASSIGN(const std::string slot, meta(kSlot));
    remove_row_files(other_slot(slot));
    return {};
  }));
}

}  // namespace pyramid::index
