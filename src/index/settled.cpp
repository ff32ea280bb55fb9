// What the last sync left settled, and the files that came, changed or went since.
#include "index/sqlite_index.hpp"

namespace pyramid::index {

namespace {

constexpr std::size_t kMostSince = 4096;

// In the table `since`. What went stays so: where a file is another one now, all is looked at.
enum class Since { kAdded, kChanged, kRemoved };
constexpr const char* kNote =
    "INSERT INTO since VALUES(?1, ?2, 0) ON CONFLICT(path) DO UPDATE SET committed = 0, what = "
    "CASE "
    "WHEN what = 2 OR (what = 0 AND excluded.what = 1) THEN what ELSE excluded.what END";

}  // namespace

Result<std::optional<Settled>> SqliteIndex::settled() {
  PYRAMID_ASSIGN(const std::string key, meta("settled_key"));
  if (key.empty()) return std::optional<Settled>();
  PYRAMID_ASSIGN(const std::string at, meta("settled_at"));
  PYRAMID_ASSIGN(const std::string until, meta("settled_until"));
  return std::optional(Settled{parse_time(at).value_or(Time{}), parse_time(until), key});
}

Status SqliteIndex::set_settled(const std::optional<Settled>& settled) {
  const bool ends = settled && settled->until;
  return database_.transact([&]() -> Status {
    PYRAMID_TRY(database_.execute("DELETE FROM since"));
    PYRAMID_TRY(set_meta("settled_key", settled ? settled->key : ""));
    PYRAMID_TRY(set_meta("settled_at", settled ? format_time(settled->at) : ""));
    return set_meta("settled_until", ends ? format_time(*settled->until) : "");
  });
}

Status SqliteIndex::rename_settled(const std::string& key) {
  return database_.transact([&]() -> Status {
    PYRAMID_TRY(database_.execute("UPDATE since SET committed = 1"));
    return set_meta("settled_key", key);
  });
}

Status SqliteIndex::note_since(const RefreshReport& report) {
  PYRAMID_ASSIGN(const std::string key, meta("settled_key"));
  if (key.empty()) return {};
  PYRAMID_ASSIGN(Statement count, database_.prepare("SELECT count(*) FROM since"));
  PYRAMID_ASSIGN(const bool counted, count.row());
  const std::size_t known = counted ? static_cast<std::size_t>(count.integer(0)) : 0;
  count.reset();
  const std::size_t more = report.added.size() + report.changed.size() + report.removed.size();
  if (known + more > kMostSince) {
    PYRAMID_TRY(set_meta("settled_key", ""));
    return database_.execute("DELETE FROM since");
  }
  PYRAMID_ASSIGN(Statement * note, prepared(kNote));
  const auto note_all = [&](const std::vector<std::string>& paths, Since what) -> Status {
    for (const std::string& path : paths) {
      PYRAMID_TRY(note->bind_blob(1, path).bind(2, static_cast<std::int64_t>(what)).run());
    }
    return {};
  };
  PYRAMID_TRY(note_all(report.added, Since::kAdded));
  PYRAMID_TRY(note_all(report.changed, Since::kChanged));
  return note_all(report.removed, Since::kRemoved);
}

Status SqliteIndex::tell_since(RefreshReport& report) {
  PYRAMID_ASSIGN(report.settled, settled());
  if (!report.settled) return {};
  report.added.clear();
  report.changed.clear();
  report.removed.clear();
  PYRAMID_ASSIGN(Statement * row,
                 prepared("SELECT path, what, committed FROM since ORDER BY path"));
  while (true) {
    PYRAMID_ASSIGN(const bool more, row->row());
    if (!more) return {};
    const auto what = static_cast<Since>(row->integer(1));
    auto& paths = what == Since::kAdded     ? report.added
                  : what == Since::kChanged ? report.changed
                                            : report.removed;
    paths.emplace_back(row->blob(0));
    if (what != Since::kRemoved && row->integer(2) != 0) report.committed.push_back(paths.back());
  }
}

}  // namespace pyramid::index
