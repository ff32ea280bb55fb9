// Bringing the index up to what the files say.
#include "base/parallel.hpp"
#include "base/path.hpp"
#include "index/embedded_text.hpp"
#include "index/sqlite_index.hpp"
#include "pyramid/clock.hpp"
#include "workspace/extra_paths.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace pyramid::index {

namespace {

// Files read, embedded and stored before the next are taken, and what they may hold together:
// bounds memory. What is read of a file, with its vectors, takes some ten times its size.
constexpr std::size_t kBatch = 4096;
constexpr std::uint64_t kBatchBytes = 4'000'000;
// So many files at once are most of a memory, or a new one.
constexpr std::size_t kBulk = 1000;
// Files whose texts are embedded together: a transformer is faster with more than one.
constexpr std::size_t kTogether = 16;

// How many of `files`, from `first` on, make a batch: at least one.
std::size_t batch_at(const std::vector<WalkEntry>& files, std::size_t first) {
  const std::size_t most = std::min(kBatch, files.size() - first);
  std::uint64_t bytes = 0;
  std::size_t count = 0;
  while (count < most && (count == 0 || bytes < kBatchBytes)) {
    bytes += files[first + count].stat.size;
    ++count;
  }
  return count;
}

// What a caller is told by name lies in the workspace.
void note(const std::string& path, std::vector<std::string>& list, RefreshReport& report) {
  if (workspace::is_outside(path)) {
    ++report.outside;
  } else {
    list.push_back(path);
  }
}

}  // namespace

struct SqliteIndex::Work {
  std::vector<std::int64_t> ids;  // of Changes::to_read; 0: a new file
  std::vector<std::pair<std::int64_t, std::string>> gone;
};

Result<RefreshReport> SqliteIndex::refresh(FileSystem& files, engine::Embedder& embedder,
                                           Progress& progress, bool force) {
  RefreshReport report;
  report.rebuilt = std::exchange(created_, false);
  PYRAMID_ASSIGN(Changes changes, find_changes(files, force, report));
  PYRAMID_TRY(apply(files, embedder, progress, changes, report));
  PYRAMID_TRY(note_is_of_here());
  PYRAMID_TRY(tell_since(report));
  PYRAMID_TRY(problems(report));
  return report;
}

Result<std::optional<RefreshReport>> SqliteIndex::as_it_stands() {
  if (anew_) return std::optional<RefreshReport>();
  PYRAMID_ASSIGN(const std::uint64_t filled, generation());
  PYRAMID_ASSIGN(const bool ours, is_of_here());
  if (filled == 0 || !ours) return std::optional<RefreshReport>();
  RefreshReport report;
  PYRAMID_TRY(tell_since(report));
  PYRAMID_ASSIGN(Statement count, database_.prepare("SELECT count(*) FROM files"));
  PYRAMID_ASSIGN(const bool counted, count.row());
  report.files = counted ? static_cast<std::size_t>(count.integer(0)) : 0;
  PYRAMID_TRY(problems(report));
  return std::optional(std::move(report));
}

Result<RefreshReport> SqliteIndex::refresh_paths(FileSystem& files, engine::Embedder& embedder,
                                                 Progress& progress,
                                                 const std::vector<std::string>& paths) {
  RefreshReport report;
  Changes changes;
  for (const std::string& path : paths) {
    if (!workspace::is_memory_file(path)) continue;
    Result<FileStat> stat = files.stat(path::join(root_, path));
    if (stat && stat->kind == FileKind::kFile) {
      changes.to_read.push_back({path, *stat});
    } else if (!stat && stat.error().kind != ErrorKind::kNotFound) {
      report.unread.push_back(path);
      report.diagnostics.push_back(unread_problem(path, stat.error()));
    } else {
      changes.gone_paths.push_back(path);
    }
  }
  PYRAMID_TRY(apply(files, embedder, progress, changes, report));
  return report;
}

Result<std::int64_t> SqliteIndex::file_id(const std::string& path) {
  PYRAMID_ASSIGN(Statement * find, prepared("SELECT id FROM files WHERE path = ?1"));
  find->bind_blob(1, path);
  PYRAMID_ASSIGN(const bool found, find->row());
  const std::int64_t id = found ? find->integer(0) : 0;
  find->reset();
  return id;
}

Result<SqliteIndex::Work> SqliteIndex::resolve(Changes& changes,
                                               const std::vector<std::string>& unread) {
  Work work;
  std::unordered_set<std::int64_t> here;
  // Of many new files the table tells faster than the database that they are new.
  const bool ask_table = unmerged_.empty() && changes.to_read.size() > kBulk;
  const std::vector<std::uint64_t> known =
      ask_table ? scan_->path_hashes() : std::vector<std::uint64_t>();
  const auto is_new = [&](const std::string& path) {
    return ask_table && !std::binary_search(known.begin(), known.end(), path_hash(path));
  };
  for (const WalkEntry& entry : changes.to_read) {
    std::int64_t id = 0;
    if (!is_new(entry.path)) {
      PYRAMID_ASSIGN(id, file_id(entry.path));
    }
    work.ids.push_back(id);
    if (id != 0) here.insert(id);
  }
  PYRAMID_ASSIGN(Statement path_of, database_.prepare("SELECT path FROM files WHERE id = ?1"));
  for (const ScanRecord& record : changes.gone) {
    if (here.contains(record.id)) continue;
    path_of.bind(1, record.id);
    PYRAMID_ASSIGN(const bool found, path_of.row());
    std::string path(found ? path_of.blob(0) : std::string_view());
    path_of.reset();
    // Another process may have given the row to another file since the walk.
    if (path_hash(path) != record.path_hash || is_within(path, unread)) continue;
    work.gone.emplace_back(record.id, std::move(path));
  }
  for (const std::string& path : changes.gone_paths) {
    PYRAMID_ASSIGN(const std::int64_t id, file_id(path));
    if (id != 0) work.gone.emplace_back(id, path);
  }
  return work;
}

Status SqliteIndex::problems(RefreshReport& report) {
  PYRAMID_ASSIGN(Statement statement,
                 database_.prepare("SELECT problem_where, problem, hint, path, "
                                   "EXISTS (SELECT 1 FROM nodes n WHERE n.file = f.id), mild "
                                   "FROM files f WHERE problem IS NOT NULL ORDER BY path"));
  while (true) {
    PYRAMID_ASSIGN(const bool more, statement.row());
    if (!more) return {};
    const bool outside = workspace::is_outside(statement.blob(3));
    const bool mild = statement.integer(5) != 0;
    (mild ? report.heads : report.diagnostics)
        .push_back({outside || mild ? Severity::kWarning : Severity::kError,
                    std::string(statement.text(0)), std::string(statement.text(1)),
                    std::string(statement.text(2))});
    const bool is_node = statement.integer(4) != 0;
    if (!is_node && !outside) report.unreadable.emplace_back(statement.blob(3));
  }
}

Status SqliteIndex::apply(FileSystem& files, engine::Embedder& embedder, Progress& progress,
                          Changes& changes, RefreshReport& report) {
  const Time now = SystemClock().now();
  const bool stands = changes.empty() && !anew_;
  if (stands && (mode_ != Mode::kWrite || scan_on_disk_)) return note_checked(now);
  matched_query_.clear();
  if (changes.to_read.size() > kBulk) PYRAMID_TRY(map_nothing());
  const std::uint64_t had = flat_.set;
  Status done = database_.transact([&]() -> Status {
    pending_.clear();
    PYRAMID_TRY(apply_all(files, embedder, progress, changes, report));
    const bool same = report.added.empty() && report.changed.empty() && report.removed.empty();
    if (!same) {
      PYRAMID_TRY(note_since(report));
      PYRAMID_TRY(note_touched(report));
    }
    return store_scan(now);
  });
  if (!done) scan_.reset();
  const bool committed = done.has_value();
  done = end_rows(std::move(done));
  if (flat_.set == had) return done;
  if (!committed) flat_ = {};
  if (anew_) {
    anew_ = !committed;
    report.rebuilt = committed;
  }
  remove_other_row_files();
  return done;
}

Status SqliteIndex::apply_all(FileSystem& files, engine::Embedder& embedder, Progress& progress,
                              Changes& changes, RefreshReport& report) {
  PYRAMID_TRY(anew_ ? begin_anew() : follow_rows());
  PYRAMID_TRY(load_scan());  // another process may have changed the index since the walk
  PYRAMID_TRY(is_still_of(embedder_));
  if (changes.empty()) return {};
  PYRAMID_ASSIGN(const Work work, resolve(changes, report.unread));
  PYRAMID_TRY(begin_rows(changes.to_read.size() + work.gone.size()));
  PYRAMID_TRY(load_free_rows());
  std::vector<std::int64_t> gone;
  for (const auto& [id, path] : work.gone) gone.push_back(id);
  PYRAMID_TRY(drop_contents(gone));
  for (const auto& [id, path] : work.gone) {
    PYRAMID_TRY(drop_file(id));
    note(path, report.removed, report);
  }
  const std::size_t total = changes.to_read.size();
  if (total > kBatch / 4) progress.begin("indexing files", total);
  for (std::size_t first = 0; first < total;) {
    const std::size_t count = batch_at(changes.to_read, first);
    std::vector<ReadFile> read(count);
    std::vector<std::optional<Digest>> stored(count);
    for (std::size_t i = 0; i < count && !changes.force; ++i) {
      PYRAMID_ASSIGN(stored[i], stored_digest(work.ids[first + i]));
    }
    const std::size_t groups = (count + kTogether - 1) / kTogether;
    std::vector<std::optional<Error>> errors(groups);
    parallel_for(groups, threads_, [&](std::size_t group) {
      const std::size_t begin = group * kTogether;
      const std::size_t end = std::min(begin + kTogether, count);
      for (std::size_t i = begin; i < end; ++i) {
        read[i] =
            read_file(files, root_, piece_size_, zone_, changes.to_read[first + i], stored[i]);
      }
      const Status embedded = embed(embedder, std::span(read).subspan(begin, end - begin));
      if (!embedded) errors[group] = embedded.error();
    });
    for (std::optional<Error>& error : errors) {
      if (error) return fail(*std::move(error));
    }
    std::vector<std::int64_t> replaced;
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t id = work.ids[first + i];
      if (id != 0 && !read[i].same && !read[i].unread) replaced.push_back(id);
    }
    PYRAMID_TRY(drop_contents(replaced));
    for (std::size_t i = 0; i < count; ++i) {
      PYRAMID_TRY(store(read[i], work.ids[first + i], report));
    }
    flat_.vectors.done_with_all();
    report.read += count;
    first += count;
    if (total > kBatch / 4) progress.advance(count);
  }
  if (total > kBatch / 4) progress.end();
  PYRAMID_TRY(store_free_rows());
  return store_lengths(flat_.lengths);
}

Status SqliteIndex::embed(engine::Embedder& embedder, std::span<ReadFile> files) const {
  if (kept_vectors_ != nullptr) return {};
  const bool with_times = wants_times(embedder_);
  std::vector<std::string> made;
  std::vector<std::string_view> texts;
  for (const ReadFile& file : files) {
    for (const Piece& piece : file.pieces) {
      if (with_times)
        made.push_back(embedded_text(embedder_, piece.text, zone_.local(piece.at, piece.offset),
                                     *file.node, zone_));
      texts.push_back(std::string_view(piece.text).substr(piece.dated));
    }
  }
  if (texts.empty()) return {};
  if (with_times) texts.assign(made.begin(), made.end());
  PYRAMID_ASSIGN(const std::vector<float> vectors, embedder.embed(texts));
  auto from = vectors.begin();
  for (ReadFile& file : files) {
    const auto to = from + static_cast<std::ptrdiff_t>(file.pieces.size() * dims_);
    file.vectors.assign(from, to);
    from = to;
  }
  return {};
}

// REQUIRES: drop_contents() of the file, where it is known and not the same.
Status SqliteIndex::store(const ReadFile& file, std::int64_t id, RefreshReport& report) {
  if (file.unread) {
    report.unread.push_back(file.path);
    report.diagnostics.push_back(*file.problem);
    return {};
  }
  if (file.gone) {
    if (id == 0) return {};
    note(file.path, report.removed, report);
    return drop_file(id);
  }
  if (id == 0) {
    PYRAMID_ASSIGN(id, insert_file(file));
    note(file.path, report.added, report);
  } else {
    if (file.same) return touch_file(file, id);
    PYRAMID_TRY(update_file(file, id));
    note(file.path, report.changed, report);
  }
  if (!file.node) return {};
  PYRAMID_TRY(insert_node(file, id));
  PYRAMID_TRY(insert_tags(file, id));
  PYRAMID_TRY(insert_relations(file, id));
  if (kept_vectors_ == nullptr) report.embedded += file.pieces.size();
  return insert_chunks(file, id);
}

Result<std::optional<Digest>> SqliteIndex::stored_digest(std::int64_t id) {
  if (id == 0) return std::optional<Digest>();
  PYRAMID_ASSIGN(Statement * find, prepared("SELECT digest FROM files WHERE id = ?1"));
  find->bind(1, id);
  PYRAMID_ASSIGN(const bool found, find->row());
  std::optional<Digest> digest;
  if (found) digest = digest_from(find->blob(0));
  find->reset();
  return digest;
}

void SqliteIndex::note_scanned(const ReadFile& file, std::int64_t id) {
  pending_[id] = scan_record(file.path, file.stat, file.checked_ns, id);
}

// The same bytes under other time stamps.
Status SqliteIndex::touch_file(const ReadFile& file, std::int64_t id) {
  PYRAMID_ASSIGN(Statement * touch,
                 prepared("UPDATE files SET size=?1, mtime=?2, ctime=?3, inode=?4, checked=?5 "
                          "WHERE id = ?6"));
  touch->bind(1, static_cast<std::int64_t>(file.stat.size)).bind(2, file.stat.mtime_ns);
  touch->bind(3, file.stat.ctime_ns).bind(4, static_cast<std::int64_t>(file.stat.inode));
  note_scanned(file, id);
  return touch->bind(5, file.checked_ns).bind(6, id).run();
}

Result<Statement*> SqliteIndex::prepared(const char* sql) {
  auto it = statements_.find(sql);
  if (it == statements_.end()) {
    PYRAMID_ASSIGN(Statement statement, database_.prepare(sql));
    it = statements_.emplace(sql, std::move(statement)).first;
  }
  it->second.reset();
  return &it->second;
}

}  // namespace pyramid::index
