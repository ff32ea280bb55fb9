// Bringing the index up to what the files say.
#include "base/parallel.hpp"
#include "base/path.hpp"
#include "format/node.hpp"
#include "index/sqlite_index.hpp"
#include "pyramid/clock.hpp"
#include "workspace/layout.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace pyramid::index {

namespace {

// Files read, embedded and stored before the next are taken: bounds memory.
constexpr std::size_t kBatch = 4096;
std::int64_t clock_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// `stored`: the digest of the file as the index has it; nothing more is done for equal bytes.
ReadFile read_file(FileSystem& files, const std::string& root, const WalkEntry& entry,
                   const std::optional<Digest>& stored) {
  ReadFile file;
  file.path = entry.path;
  file.stat = entry.stat;
  file.checked_ns = clock_ns();
  const Result<std::string> bytes = files.read(path::join(root, entry.path));
  if (!bytes) {
    file.gone = bytes.error().kind == ErrorKind::kNotFound;
    Error error = bytes.error();
    error.where = entry.path;
    file.problem = to_diagnostic(error);
    return file;
  }
  file.digest = digest_of(*bytes);
  if (file.digest == stored) {
    file.same = true;
    return file;
  }
  Result<format::Document> document = format::parse_document(*bytes, entry.path);
  if (!document) {
    file.problem = to_diagnostic(document.error());
    return file;
  }
  Result<format::Node> node = format::read_node(*document, entry.path);
  if (!node) {
    file.problem = to_diagnostic(node.error());
    return file;
  }
  file.pieces = cut(*document, *node);
  file.tags = document->frontmatter.list("tags");
  file.node = std::move(*node);
  return file;
}

// A link that can be followed is no problem, only not ours to follow; names with a dot are not
// ours.
std::optional<Diagnostic> problem_of(const OddEntry& odd) {
  if (path::name(odd.path).starts_with('.')) return std::nullopt;
  switch (odd.kind) {
    case OddEntry::Kind::kRefused:
      return Diagnostic{Severity::kError, odd.path.empty() ? "." : odd.path, "cannot be opened",
                        "give read permission, or move it away"};
    case OddEntry::Kind::kDeadLink:
      return Diagnostic{Severity::kWarning, odd.path, "is a symlink that leads to nothing",
                        "remove it, or bring back what it leads to"};
    case OddEntry::Kind::kLinkLoop:
      return Diagnostic{Severity::kWarning, odd.path, "is a symlink that leads round in a circle",
                        "remove it"};
    case OddEntry::Kind::kNoFile:
      break;
  }
  return Diagnostic{Severity::kWarning, odd.path, "is a pipe, a socket or a device, and not read",
                    "move it out of the workspace"};
}

}  // namespace

// What a scan found, before the database was asked which rows that concerns.
struct SqliteIndex::Changes {
  std::vector<WalkEntry> to_read;
  std::vector<ScanRecord> gone;         // files that the walk did not meet as they were
  std::vector<std::string> gone_paths;  // files that are known not to be there
  bool force = false;                   // equal bytes are parsed and embedded all the same
  [[nodiscard]] bool empty() const { return to_read.empty() && gone.empty() && gone_paths.empty(); }
};

struct SqliteIndex::Work {
  std::vector<std::int64_t> ids;  // of Changes::to_read; 0: a new file
  std::vector<std::pair<std::int64_t, std::string>> gone;
};

Result<SqliteIndex::Changes> SqliteIndex::find_changes(FileSystem& files, bool force,
                                                       RefreshReport& report) {
  PYRAMID_TRY(load_scan());
  struct Found {
    std::size_t files = 0;
    std::vector<WalkEntry> to_read;
    std::vector<bool> met;  // by place in the table
  };
  const ScanTable& scan = whole_scan();
  const std::size_t known = scan.records().size();
  std::vector<Found> found(threads_);
  for (Found& one : found) one.met.resize(known);
  const auto visit = [&](unsigned worker, std::string_view directory, std::string_view name,
                         const FileStat& stat) {
    if (!workspace::is_memory_name(name)) return;
    Found& mine = found[worker];
    ++mine.files;
    if (!force) {
      const auto place = scan.find_unchanged(path_hash(directory, name), stat);
      if (place) {
        mine.met[*place] = true;
        return;
      }
    }
    mine.to_read.push_back({path::join(directory, name), stat});
  };
  Changes changes;
  changes.force = force;
  PYRAMID_ASSIGN(const std::vector<OddEntry> odd,
                 files.visit_files(root_, workspace::enters, visit, threads_));
  for (const OddEntry& one : odd) {
    if (auto problem = problem_of(one)) report.diagnostics.push_back(*std::move(problem));
  }
  for (Found& one : found) {
    report.files += one.files;
    std::move(one.to_read.begin(), one.to_read.end(), std::back_inserter(changes.to_read));
  }
  for (std::size_t i = 0; i < known; ++i) {
    const bool met = std::any_of(found.begin(), found.end(),
                                 [i](const Found& one) { return static_cast<bool>(one.met[i]); });
    if (!met) changes.gone.push_back(scan.records()[i]);
  }
  return changes;
}

Result<RefreshReport> SqliteIndex::refresh(FileSystem& files, engine::Embedder& embedder,
                                           Progress& progress, bool force) {
  RefreshReport report;
  report.rebuilt = std::exchange(created_, false);
  PYRAMID_ASSIGN(report.settled, settled());
  PYRAMID_ASSIGN(Changes changes, find_changes(files, force, report));
  PYRAMID_TRY(apply(files, embedder, progress, changes, report));
  PYRAMID_TRY(problems(report.diagnostics));
  return report;
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
    } else {
      changes.gone_paths.push_back(path);
    }
  }
  PYRAMID_TRY(apply(files, embedder, progress, changes, report));
  return report;
}

Result<std::int64_t> SqliteIndex::file_id(const std::string& path) {
  if (unmerged_.empty() && !scan_->may_hold(path_hash(path))) return std::int64_t{0};
  PYRAMID_ASSIGN(Statement * find, prepared("SELECT id FROM files WHERE path = ?1"));
  find->bind_blob(1, path);
  PYRAMID_ASSIGN(const bool found, find->row());
  const std::int64_t id = found ? find->integer(0) : 0;
  find->reset();
  return id;
}

Result<SqliteIndex::Work> SqliteIndex::resolve(Changes& changes) {
  Work work;
  std::unordered_set<std::int64_t> here;
  for (const WalkEntry& entry : changes.to_read) {
    PYRAMID_ASSIGN(const std::int64_t id, file_id(entry.path));
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
    if (path_hash(path) == record.path_hash) work.gone.emplace_back(record.id, std::move(path));
  }
  for (const std::string& path : changes.gone_paths) {
    PYRAMID_ASSIGN(const std::int64_t id, file_id(path));
    if (id != 0) work.gone.emplace_back(id, path);
  }
  return work;
}

Status SqliteIndex::problems(Diagnostics& out) {
  PYRAMID_ASSIGN(Statement statement,
                 database_.prepare("SELECT problem_where, problem, hint FROM files "
                                   "WHERE problem IS NOT NULL ORDER BY path"));
  while (true) {
    PYRAMID_ASSIGN(const bool more, statement.row());
    if (!more) return {};
    out.push_back({Severity::kError, std::string(statement.text(0)), std::string(statement.text(1)),
                   std::string(statement.text(2))});
  }
}

Status SqliteIndex::apply(FileSystem& files, engine::Embedder& embedder, Progress& progress,
                          Changes& changes, RefreshReport& report) {
  const Time now = SystemClock().now();
  if (changes.empty() && (mode_ != Mode::kWrite || scan_on_disk_)) return note_checked(now);
  matched_query_.clear();
  PYRAMID_TRY(database_.execute("BEGIN IMMEDIATE"));
  pending_.clear();
  Status done = apply_all(files, embedder, progress, changes, report);
  // Who looks next finds nothing changed: what the last sync left is not the files' state any more.
  const bool same = report.added.empty() && report.changed.empty() && report.removed.empty();
  if (done && !same) done = set_meta("settled_key", "");
  if (done && !same) done = note_touched(report);
  if (done) done = store_scan(now);
  if (done) done = database_.execute("COMMIT");
  if (done) return {};
  scan_.reset();
  static_cast<void>(database_.execute("ROLLBACK"));  // the failure that counts is `done`
  return fail(Error(done.error()));
}

Status SqliteIndex::apply_all(FileSystem& files, engine::Embedder& embedder, Progress& progress,
                              Changes& changes, RefreshReport& report) {
  PYRAMID_TRY(load_scan());  // another process may have changed the index since the walk
  if (changes.empty()) return {};
  PYRAMID_ASSIGN(const Work work, resolve(changes));
  PYRAMID_TRY(load_free_rows());
  for (const auto& [id, path] : work.gone) {
    PYRAMID_TRY(drop_file(id));
    report.removed.push_back(path);
  }
  const std::size_t total = changes.to_read.size();
  if (total > kBatch / 4) progress.begin("indexing files", total);
  for (std::size_t first = 0; first < total; first += kBatch) {
    const std::size_t count = std::min(kBatch, total - first);
    std::vector<ReadFile> read(count);
    std::vector<std::optional<Digest>> stored(count);
    for (std::size_t i = 0; i < count && !changes.force; ++i) {
      PYRAMID_ASSIGN(stored[i], stored_digest(work.ids[first + i]));
    }
    std::vector<std::optional<Error>> errors(count);
    parallel_for(count, threads_, [&](std::size_t i) {
      read[i] = read_file(files, root_, changes.to_read[first + i], stored[i]);
      const Status embedded = embed(embedder, read[i]);
      if (!embedded) errors[i] = embedded.error();
    });
    for (std::size_t i = 0; i < count; ++i) {
      if (errors[i]) return fail(*std::move(errors[i]));
      PYRAMID_TRY(store(read[i], work.ids[first + i], report));
    }
    report.read += count;
    if (total > kBatch / 4) progress.advance(count);
  }
  if (total > kBatch / 4) progress.end();
  PYRAMID_TRY(store_free_rows());
  return store_lengths();
}

Status SqliteIndex::embed(engine::Embedder& embedder, ReadFile& file) const {
  if (file.pieces.empty()) return {};
  std::vector<std::string_view> texts;
  for (const Piece& piece : file.pieces) {
    texts.push_back(std::string_view(piece.text).substr(piece.dated));
  }
  PYRAMID_ASSIGN(file.vectors, embedder.embed(texts));
  return {};
}

Status SqliteIndex::store(const ReadFile& file, std::int64_t id, RefreshReport& report) {
  if (file.gone) {
    if (id == 0) return {};
    report.removed.push_back(file.path);
    return drop_file(id);
  }
  if (id == 0) {
    PYRAMID_ASSIGN(id, insert_file(file));
    report.added.push_back(file.path);
  } else {
    if (file.same) return touch_file(file, id);
    PYRAMID_TRY(update_file(file, id));
    report.changed.push_back(file.path);
    PYRAMID_TRY(drop_content(id));
  }
  if (!file.node) return {};
  PYRAMID_TRY(insert_node(file, id));
  PYRAMID_TRY(insert_tags(file, id));
  report.embedded += file.pieces.size();
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

namespace {

void bind_file(Statement& statement, const ReadFile& file) {
  statement.bind_blob(1, file.path).bind(2, static_cast<std::int64_t>(file.stat.size));
  statement.bind(3, file.stat.mtime_ns).bind(4, file.stat.ctime_ns);
  statement.bind(5, static_cast<std::int64_t>(file.stat.inode)).bind(6, file.checked_ns);
  statement.bind_blob(7, as_blob(file.digest));
  if (file.problem) {
    statement.bind(8, file.problem->where).bind(9, file.problem->what).bind(10, file.problem->hint);
  } else {
    statement.bind_null(8).bind_null(9).bind_null(10);
  }
}

}  // namespace

Result<std::int64_t> SqliteIndex::insert_file(const ReadFile& file) {
  PYRAMID_ASSIGN(Statement * insert,
                 prepared("INSERT INTO files(path, size, mtime, ctime, inode, checked, digest, "
                          "problem_where, problem, hint) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10)"));
  bind_file(*insert, file);
  PYRAMID_TRY(insert->run());
  const auto id = static_cast<std::int64_t>(sqlite3_last_insert_rowid(database_.handle()));
  note_scanned(file, id);
  return id;
}

Status SqliteIndex::update_file(const ReadFile& file, std::int64_t id) {
  PYRAMID_ASSIGN(Statement * update,
                 prepared("UPDATE files SET path=?1, size=?2, mtime=?3, ctime=?4, inode=?5, "
                          "checked=?6, digest=?7, problem_where=?8, problem=?9, hint=?10 "
                          "WHERE id = ?11"));
  bind_file(*update, file);
  update->bind(11, id);
  note_scanned(file, id);
  return update->run();
}

// Nodes, chunks and words of a file. FTS5 without content has to be told what to forget.
Status SqliteIndex::drop_content(std::int64_t file) {
  PYRAMID_ASSIGN(Statement * find, prepared("SELECT row, text FROM chunks WHERE file = ?1"));
  PYRAMID_ASSIGN(Statement * forget,
                 prepared("INSERT INTO words(words, rowid, text) VALUES('delete', ?1, ?2)"));
  find->bind(1, file);
  while (true) {
    PYRAMID_ASSIGN(const bool more, find->row());
    if (!more) break;
    const std::int64_t row = find->integer(0);
    PYRAMID_TRY(forget->bind(1, row).bind(2, find->text(1)).run());
    vectors_.clear(static_cast<std::size_t>(row));
    free_rows_.push_back(row);
  }
  std::sort(free_rows_.begin(), free_rows_.end(), std::greater<>());
  PYRAMID_ASSIGN(Statement * chunks, prepared("DELETE FROM chunks WHERE file = ?1"));
  PYRAMID_TRY(chunks->bind(1, file).run());
  PYRAMID_ASSIGN(Statement * tags, prepared("DELETE FROM tags WHERE file = ?1"));
  PYRAMID_TRY(tags->bind(1, file).run());
  PYRAMID_ASSIGN(Statement * node, prepared("DELETE FROM nodes WHERE file = ?1"));
  return node->bind(1, file).run();
}

Status SqliteIndex::drop_file(std::int64_t file) {
  PYRAMID_TRY(drop_content(file));
  pending_[file] = std::nullopt;
  PYRAMID_ASSIGN(Statement * remove, prepared("DELETE FROM files WHERE id = ?1"));
  return remove->bind(1, file).run();
}

Status SqliteIndex::insert_tags(const ReadFile& file, std::int64_t id) {
  PYRAMID_ASSIGN(Statement * insert, prepared("INSERT INTO tags VALUES(?1, ?2)"));
  for (const std::string& tag : file.tags) PYRAMID_TRY(insert->bind(1, id).bind(2, tag).run());
  return {};
}

Status SqliteIndex::insert_chunks(const ReadFile& file, std::int64_t id) {
  PYRAMID_ASSIGN(Statement * insert,
                 prepared("INSERT INTO chunks VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9)"));
  PYRAMID_ASSIGN(Statement * words, prepared("INSERT INTO words(rowid, text) VALUES(?1, ?2)"));
  for (std::size_t i = 0; i < file.pieces.size(); ++i) {
    const Piece& piece = file.pieces[i];
    const std::int64_t row = take_row();
    insert->bind(1, row).bind(2, id).bind(3, static_cast<std::int64_t>(piece.first_line));
    insert->bind(4, static_cast<std::int64_t>(piece.last_line)).bind(5, piece.heading);
    insert->bind(6, piece.at.seconds).bind(7, piece.text).bind_blob(8, as_blob(piece.digest));
    insert->bind(9, piece.speaker);
    PYRAMID_TRY(insert->run());
    PYRAMID_TRY(words->bind(1, row).bind(2, piece.text).run());
    PYRAMID_TRY(vectors_.resize(static_cast<std::size_t>(row) + 1));
    vectors_.put(static_cast<std::size_t>(row), piece.digest,
                 std::span(file.vectors).subspan(i * dims_, dims_));
    new_rows_.push_back(row);
  }
  return {};
}

std::int64_t SqliteIndex::take_row() {
  if (free_rows_.empty()) return row_end_++;
  const std::int64_t row = free_rows_.back();
  free_rows_.pop_back();
  return row;
}

// Rows below the highest that no chunk has, so that the flat files stay dense. Their number is
// recorded, since to count the chunks takes as long as the rest of a small refresh.
Status SqliteIndex::load_free_rows() {
  free_rows_.clear();
  new_rows_.clear();
  PYRAMID_ASSIGN(Statement last, database_.prepare("SELECT max(row) FROM chunks"));
  PYRAMID_ASSIGN(const bool found, last.row());
  row_end_ = found ? last.integer(0) + 1 : 1;
  PYRAMID_ASSIGN(const std::string free, meta("free_rows"));
  if (free == "0") return {};
  PYRAMID_ASSIGN(Statement rows, database_.prepare("SELECT row FROM chunks ORDER BY row"));
  std::int64_t expected = 1;
  while (true) {
    PYRAMID_ASSIGN(const bool more, rows.row());
    if (!more) break;
    for (; expected < rows.integer(0); ++expected) free_rows_.push_back(expected);
    ++expected;
  }
  std::reverse(free_rows_.begin(), free_rows_.end());
  return {};
}

// Of the highest rows that are free no trace stays: take_row() finds them behind the last chunk.
Status SqliteIndex::store_free_rows() {
  PYRAMID_ASSIGN(Statement last, database_.prepare("SELECT max(row) FROM chunks"));
  PYRAMID_ASSIGN(const bool found, last.row());
  const std::int64_t end = found ? last.integer(0) + 1 : 1;
  const auto below = std::count_if(free_rows_.begin(), free_rows_.end(),
                                   [end](std::int64_t row) { return row < end; });
  return set_meta("free_rows", std::to_string(below));
}

// FTS5 has counted the tokens: copied from its table of sizes (one varint a column).
Status SqliteIndex::store_lengths() {
  PYRAMID_ASSIGN(Statement * size, prepared("SELECT sz FROM words_docsize WHERE id = ?1"));
  for (const std::int64_t row : new_rows_) {
    size->bind(1, row);
    PYRAMID_ASSIGN(const bool found, size->row());
    std::uint32_t length = 0;
    if (found) {
      for (const char byte : size->blob(0)) {
        length = (length << 7) | (static_cast<unsigned char>(byte) & 0x7FU);
        if ((static_cast<unsigned char>(byte) & 0x80U) == 0) break;
      }
    }
    size->reset();
    PYRAMID_TRY(lengths_.resize(static_cast<std::size_t>(row) + 1));
    std::memcpy(lengths_.mutable_record(static_cast<std::size_t>(row)), &length, 4);
  }
  return {};
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
