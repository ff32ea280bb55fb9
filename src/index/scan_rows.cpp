// The scan table and the rows of `files` that it stands for.
#include "index/sqlite_index.hpp"

#include <algorithm>
#include <charconv>
#include <random>
#include <utility>

namespace pyramid::index {

namespace {

constexpr std::string_view kGenerationRow = "generation";    // of the rows
constexpr std::string_view kTableGeneration = "scan_table";  // of the file; "" = it is of no use
// With more files than this that are not in the table as they are now, it is written anew.
constexpr std::size_t kMostRescanned = 1024;

}  // namespace

std::uint64_t new_generation() {
  std::random_device random;
  return (std::uint64_t{random()} << 32U | random()) | 1U;
}

Result<std::uint64_t> SqliteIndex::meta_number(std::string_view key) {
  PYRAMID_ASSIGN(const std::string text, meta(key));
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Result<std::uint64_t> SqliteIndex::generation() { return meta_number(kGenerationRow); }

namespace {

// REQUIRES: columns id, path, size, mtime, ctime, inode, checked.
ScanRecord record_of(const Statement& row) {
  FileStat stat;
  stat.size = static_cast<std::uint64_t>(row.integer(2));
  stat.mtime_ns = row.integer(3);
  stat.ctime_ns = row.integer(4);
  stat.inode = static_cast<std::uint64_t>(row.integer(5));
  return scan_record(row.blob(1), stat, row.integer(6), row.integer(0));
}

}  // namespace

Status SqliteIndex::load_scan() {
  if (anew_) {  // what there is gives way
    scan_.emplace(std::vector<ScanRecord>());
    unmerged_.clear();
    scan_generation_ = 0;
    scan_on_disk_ = false;
    return {};
  }
  // One snapshot for the generation and the rows, inside a transaction or outside.
  PYRAMID_TRY(database_.execute("SAVEPOINT scan"));
  const auto load = [&]() -> Status {
    PYRAMID_ASSIGN(const std::uint64_t current, generation());
    if (scan_ && scan_generation_ == current) return {};
    scan_generation_ = current;
    unmerged_.clear();
    return load_scan_table();
  };
  Status loaded = load();
  PYRAMID_TRY(database_.execute("RELEASE scan"));
  return loaded;
}

// From its file and the rows that it does not know as they are now, or from all rows.
Status SqliteIndex::load_scan_table() {
  scan_.reset();
  PYRAMID_ASSIGN(const std::uint64_t of_table, meta_number(kTableGeneration));
  if (of_table != 0) scan_ = ScanTable::read(scan_path_, of_table);
  scan_on_disk_ = scan_.has_value();
  if (scan_) return load_rescanned();
  PYRAMID_ASSIGN(Statement rows,
                 database_.prepare("SELECT id, path, size, mtime, ctime, inode, checked "
                                   "FROM files"));
  std::vector<ScanRecord> records;
  while (true) {
    PYRAMID_ASSIGN(const bool more, rows.row());
    if (!more) break;
    records.push_back(record_of(rows));
  }
  scan_.emplace(std::move(records));
  return {};
}

Status SqliteIndex::load_rescanned() {
  PYRAMID_ASSIGN(
      Statement row,
      database_.prepare("SELECT r.file, f.path, f.size, f.mtime, f.ctime, f.inode, "
                        "f.checked FROM rescanned r LEFT JOIN files f ON f.id = r.file"));
  while (true) {
    PYRAMID_ASSIGN(const bool more, row.row());
    if (!more) return {};
    std::optional<ScanRecord>& record = unmerged_[row.integer(0)];
    record.reset();
    if (!row.is_null(1)) record = record_of(row);
  }
}

// Everything that is known, in one table.
const ScanTable& SqliteIndex::whole_scan() {
  if (!unmerged_.empty()) scan_ = scan_->with(std::exchange(unmerged_, {}));
  return *scan_;
}

Status SqliteIndex::store_scan(Time now) {
  const std::uint64_t next = new_generation();
  known_generation_ = known_generation_ == scan_generation_ ? next : 0;
  PYRAMID_TRY(set_meta(kGenerationRow, std::to_string(next)));
  PYRAMID_TRY(set_meta("refreshed_at", format_time(now)));
  scan_generation_ = next;
  PYRAMID_TRY(note_rescanned());
  for (auto& [id, record] : pending_) unmerged_[id] = record;
  pending_.clear();
  PYRAMID_ASSIGN(Statement count, database_.prepare("SELECT count(*) FROM rescanned"));
  PYRAMID_ASSIGN(const bool counted, count.row());
  const std::int64_t rescanned = counted ? count.integer(0) : 0;
  count.reset();
  if (mode_ != Mode::kWrite) return {};
  if (scan_on_disk_ && rescanned <= std::int64_t{kMostRescanned}) return {};
  // Without the file the next scan reads the rows: slower, not wrong.
  scan_on_disk_ = whole_scan().write(scan_path_, next, now).has_value();
  PYRAMID_TRY(set_meta(kTableGeneration, scan_on_disk_ ? std::to_string(next) : ""));
  return database_.execute("DELETE FROM rescanned");
}

Status SqliteIndex::note_rescanned() {
  PYRAMID_ASSIGN(Statement * insert, prepared("INSERT OR IGNORE INTO rescanned VALUES(?1)"));
  for (const auto& [id, record] : pending_) PYRAMID_TRY(insert->bind(1, id).run());
  return {};
}

Status SqliteIndex::note_checked(Time now) {
  if (mode_ != Mode::kWrite) return {};
  PYRAMID_ASSIGN(const std::uint64_t of_table, meta_number(kTableGeneration));
  if (of_table != 0 && ScanTable::set_checked_at(scan_path_, of_table, now)) return {};
  return set_meta("refreshed_at", format_time(now));
}

Result<Time> SqliteIndex::refreshed_at() {
  PYRAMID_ASSIGN(const std::string at, meta("refreshed_at"));
  PYRAMID_ASSIGN(const std::uint64_t of_table, meta_number(kTableGeneration));
  const Time stored = parse_time(at).value_or(Time{});
  return std::max(stored, ScanTable::checked_at(scan_path_, of_table).value_or(Time{}));
}

}  // namespace pyramid::index
