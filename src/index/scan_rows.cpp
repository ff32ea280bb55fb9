// The scan table and the rows of `files` that it stands for.
#include "index/sqlite_index.hpp"

#include <algorithm>
#include <charconv>
#include <random>
#include <utility>

namespace pyramid::index {

namespace {

constexpr std::string_view kGeneration = "scan_generation";

// Never 0, which stands for none.
std::uint64_t new_generation() {
  std::random_device random;
  return (std::uint64_t{random()} << 32U | random()) | 1U;
}

}  // namespace

Result<std::uint64_t> SqliteIndex::generation() {
  PYRAMID_ASSIGN(const std::string text, meta(kGeneration));
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Status SqliteIndex::load_scan() {
  // One snapshot for the generation and the rows, inside a transaction or outside.
  PYRAMID_TRY(database_.execute("SAVEPOINT scan"));
  const auto load = [&]() -> Status {
    PYRAMID_ASSIGN(const std::uint64_t current, generation());
    if (scan_ && scan_generation_ == current) return {};
    scan_generation_ = current;
    scan_.reset();
    if (current != 0) scan_ = ScanTable::read(scan_path_, current);
    scan_on_disk_ = scan_.has_value();
    if (scan_) return {};
    PYRAMID_ASSIGN(Statement rows, database_.prepare("SELECT id, path, size, mtime, ctime, inode, "
                                                     "checked FROM files"));
    std::vector<ScanRecord> records;
    while (true) {
      PYRAMID_ASSIGN(const bool more, rows.row());
      if (!more) break;
      FileStat stat;
      stat.size = static_cast<std::uint64_t>(rows.integer(2));
      stat.mtime_ns = rows.integer(3);
      stat.ctime_ns = rows.integer(4);
      stat.inode = static_cast<std::uint64_t>(rows.integer(5));
      records.push_back(scan_record(rows.blob(1), stat, rows.integer(6), rows.integer(0)));
    }
    scan_.emplace(std::move(records));
    return {};
  };
  Status loaded = load();
  PYRAMID_TRY(database_.execute("RELEASE scan"));
  return loaded;
}

Status SqliteIndex::store_scan(Time now) {
  const std::uint64_t next = new_generation();
  PYRAMID_TRY(set_meta(kGeneration, std::to_string(next)));
  PYRAMID_TRY(set_meta("refreshed_at", format_time(now)));
  if (!pending_.empty()) scan_ = scan_->with(std::exchange(pending_, {}));
  scan_generation_ = next;
  // Without the file the next scan reads the rows: slower, not wrong.
  scan_on_disk_ = mode_ == Mode::kWrite && scan_->write(scan_path_, next, now).has_value();
  return {};
}

Status SqliteIndex::note_checked(Time now) {
  if (mode_ != Mode::kWrite) return {};
  if (ScanTable::set_checked_at(scan_path_, scan_generation_, now)) return {};
  return set_meta("refreshed_at", format_time(now));
}

Result<Time> SqliteIndex::refreshed_at() {
  PYRAMID_ASSIGN(const std::string at, meta("refreshed_at"));
  PYRAMID_ASSIGN(const std::uint64_t current, generation());
  const Time stored = parse_time(at).value_or(Time{});
  return std::max(stored, ScanTable::checked_at(scan_path_, current).value_or(Time{}));
}

}  // namespace pyramid::index
