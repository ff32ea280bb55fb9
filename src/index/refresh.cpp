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
#include <thread>
#include <unordered_map>
#include <utility>

namespace pyramid::index {

namespace {

// Files read, embedded and stored before the next are taken: bounds memory.
constexpr std::size_t kBatch = 4096;
// A file whose time stamps are this close to when we read it may change again under the same stamp
// (git's racy rule); kernels stamp in steps of up to 10 ms.
constexpr std::int64_t kRacyNs = 20'000'000;

std::int64_t clock_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

bool is_unchanged(const KnownFile& known, const FileStat& stat) {
  if (known.stat.size != stat.size || known.stat.mtime_ns != stat.mtime_ns ||
      known.stat.ctime_ns != stat.ctime_ns || known.stat.inode != stat.inode) {
    return false;
  }
  return std::max(stat.mtime_ns, stat.ctime_ns) < known.checked_ns - kRacyNs;
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
  file.node = std::move(*node);
  return file;
}

}  // namespace

struct SqliteIndex::Changes {
  std::vector<std::pair<WalkEntry, std::int64_t>> to_read;  // with the file's id, 0 = new
  std::vector<KnownFile> gone;
  bool force = false;  // equal bytes are parsed and embedded all the same
};

Result<std::vector<KnownFile>> SqliteIndex::known_files(const std::vector<std::string>* only) {
  const std::string select = "SELECT id, path, size, mtime, ctime, inode, checked FROM files";
  PYRAMID_ASSIGN(Statement statement,
                 database_.prepare(only == nullptr ? select : select + " WHERE path = ?1"));
  std::vector<KnownFile> known;
  const auto take = [&]() -> Status {
    while (true) {
      PYRAMID_ASSIGN(const bool more, statement.row());
      if (!more) return {};
      KnownFile file;
      file.id = statement.integer(0);
      file.path = statement.blob(1);
      file.stat.size = static_cast<std::uint64_t>(statement.integer(2));
      file.stat.mtime_ns = statement.integer(3);
      file.stat.ctime_ns = statement.integer(4);
      file.stat.inode = static_cast<std::uint64_t>(statement.integer(5));
      file.checked_ns = statement.integer(6);
      known.push_back(std::move(file));
    }
  };
  if (only == nullptr) {
    PYRAMID_TRY(take());
    return known;
  }
  for (const std::string& path : *only) {
    statement.bind_blob(1, path);
    PYRAMID_TRY(take());
  }
  return known;
}

Result<RefreshReport> SqliteIndex::refresh(FileSystem& files, engine::Embedder& embedder,
                                           Progress& progress, bool force) {
  RefreshReport report;
  report.rebuilt = std::exchange(created_, false);
  // The table is loaded while the walk runs: both mostly wait for the kernel.
  Result<std::vector<KnownFile>> known = std::vector<KnownFile>();
  std::jthread loader([&] { known = known_files(nullptr); });
  Result<Walk> walk = files.walk(root_, workspace::enters, threads_);
  loader.join();
  if (!walk) return fail(std::move(walk).error());
  if (!known) return fail(std::move(known).error());

  std::unordered_map<std::string_view, KnownFile*> by_path;
  by_path.reserve(known->size());
  for (KnownFile& file : *known) by_path.emplace(file.path, &file);
  Changes changes;
  changes.force = force;
  for (WalkEntry& entry : walk->files) {
    if (!workspace::is_memory_file(entry.path)) continue;
    ++report.files;
    const auto it = by_path.find(entry.path);
    if (it == by_path.end()) {
      changes.to_read.emplace_back(std::move(entry), 0);
      continue;
    }
    it->second->matched = true;
    if (!force && is_unchanged(*it->second, entry.stat)) continue;
    changes.to_read.emplace_back(std::move(entry), it->second->id);
  }
  for (KnownFile& file : *known) {
    if (!file.matched) changes.gone.push_back(std::move(file));
  }
  PYRAMID_TRY(apply(files, embedder, progress, changes, report));
  for (const std::string& refused : walk->directories_refused) {
    report.diagnostics.push_back({Severity::kError, refused.empty() ? "." : refused,
                                  "cannot be opened", "give read permission, or move it away"});
  }
  PYRAMID_TRY(problems(report.diagnostics));
  return report;
}

Result<RefreshReport> SqliteIndex::refresh_paths(FileSystem& files, engine::Embedder& embedder,
                                                 Progress& progress,
                                                 const std::vector<std::string>& paths) {
  RefreshReport report;
  PYRAMID_ASSIGN(std::vector<KnownFile> known, known_files(&paths));
  std::unordered_map<std::string, std::int64_t> ids;
  for (const KnownFile& file : known) ids[file.path] = file.id;
  Changes changes;
  for (const std::string& path : paths) {
    if (!workspace::is_memory_file(path)) continue;
    Result<FileStat> stat = files.stat(path::join(root_, path));
    const auto id = ids.find(path);
    if (stat && stat->kind == FileKind::kFile) {
      changes.to_read.push_back({{path, *stat}, id == ids.end() ? 0 : id->second});
    } else if (id != ids.end()) {
      KnownFile gone;
      gone.id = id->second;
      gone.path = path;
      changes.gone.push_back(std::move(gone));
    }
  }
  PYRAMID_TRY(apply(files, embedder, progress, changes, report));
  return report;
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
  const std::string now = format_time(SystemClock().now());
  if (changes.to_read.empty() && changes.gone.empty()) {
    if (!writable_) return {};
    return set_meta("refreshed_at", now);
  }
  scored_query_.clear();
  PYRAMID_TRY(database_.execute("BEGIN IMMEDIATE"));
  const Status done = apply_all(files, embedder, progress, changes, report);
  if (done) {
    // Whoever refreshes next will not see these changes, but the next sync must look at them.
    const bool changed =
        !report.added.empty() || !report.changed.empty() || !report.removed.empty();
    if (changed) PYRAMID_TRY(set_meta("settled_key", ""));
    PYRAMID_TRY(set_meta("refreshed_at", now));
    return database_.execute("COMMIT");
  }
  static_cast<void>(database_.execute("ROLLBACK"));  // the failure that counts is `done`
  return fail(Error(done.error()));
}

Status SqliteIndex::apply_all(FileSystem& files, engine::Embedder& embedder, Progress& progress,
                              Changes& changes, RefreshReport& report) {
  PYRAMID_TRY(load_free_rows());
  for (const KnownFile& file : changes.gone) {
    PYRAMID_TRY(drop_file(file.id));
    report.removed.push_back(file.path);
  }
  const std::size_t total = changes.to_read.size();
  if (total > kBatch / 4) progress.begin("indexing files", total);
  for (std::size_t first = 0; first < total; first += kBatch) {
    const std::size_t count = std::min(kBatch, total - first);
    std::vector<ReadFile> read(count);
    std::vector<std::optional<Digest>> stored(count);
    for (std::size_t i = 0; i < count && !changes.force; ++i) {
      PYRAMID_ASSIGN(stored[i], stored_digest(changes.to_read[first + i].second));
    }
    std::vector<std::optional<Error>> errors(count);
    parallel_for(count, threads_, [&](std::size_t i) {
      read[i] = read_file(files, root_, changes.to_read[first + i].first, stored[i]);
      const Status embedded = embed(embedder, read[i]);
      if (!embedded) errors[i] = embedded.error();
    });
    for (std::size_t i = 0; i < count; ++i) {
      if (errors[i]) return fail(*std::move(errors[i]));
      PYRAMID_TRY(store(read[i], changes.to_read[first + i].second, report));
    }
    report.read += count;
    if (total > kBatch / 4) progress.advance(count);
  }
  if (total > kBatch / 4) progress.end();
  return store_lengths();
}

Status SqliteIndex::embed(engine::Embedder& embedder, ReadFile& file) const {
  if (file.pieces.empty()) return {};
  std::vector<std::string_view> texts;
  for (const Piece& piece : file.pieces) texts.push_back(piece.text);
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

// The same bytes under other time stamps.
Status SqliteIndex::touch_file(const ReadFile& file, std::int64_t id) {
  PYRAMID_ASSIGN(Statement * touch,
                 prepared("UPDATE files SET size=?1, mtime=?2, ctime=?3, inode=?4, checked=?5 "
                          "WHERE id = ?6"));
  touch->bind(1, static_cast<std::int64_t>(file.stat.size)).bind(2, file.stat.mtime_ns);
  touch->bind(3, file.stat.ctime_ns).bind(4, static_cast<std::int64_t>(file.stat.inode));
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
  return static_cast<std::int64_t>(sqlite3_last_insert_rowid(database_.handle()));
}

Status SqliteIndex::update_file(const ReadFile& file, std::int64_t id) {
  PYRAMID_ASSIGN(Statement * update,
                 prepared("UPDATE files SET path=?1, size=?2, mtime=?3, ctime=?4, inode=?5, "
                          "checked=?6, digest=?7, problem_where=?8, problem=?9, hint=?10 "
                          "WHERE id = ?11"));
  bind_file(*update, file);
  update->bind(11, id);
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
  PYRAMID_ASSIGN(Statement * node, prepared("DELETE FROM nodes WHERE file = ?1"));
  return node->bind(1, file).run();
}

Status SqliteIndex::drop_file(std::int64_t file) {
  PYRAMID_TRY(drop_content(file));
  PYRAMID_ASSIGN(Statement * remove, prepared("DELETE FROM files WHERE id = ?1"));
  return remove->bind(1, file).run();
}

Status SqliteIndex::insert_chunks(const ReadFile& file, std::int64_t id) {
  PYRAMID_ASSIGN(Statement * insert,
                 prepared("INSERT INTO chunks VALUES(?1,?2,?3,?4,?5,?6,?7,?8)"));
  PYRAMID_ASSIGN(Statement * words, prepared("INSERT INTO words(rowid, text) VALUES(?1, ?2)"));
  for (std::size_t i = 0; i < file.pieces.size(); ++i) {
    const Piece& piece = file.pieces[i];
    const std::int64_t row = take_row();
    insert->bind(1, row).bind(2, id).bind(3, static_cast<std::int64_t>(piece.first_line));
    insert->bind(4, static_cast<std::int64_t>(piece.last_line)).bind(5, piece.heading);
    insert->bind(6, piece.at.seconds).bind(7, piece.text).bind_blob(8, as_blob(piece.digest));
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

// Rows below the highest that no chunk has, so that the flat files stay dense.
Status SqliteIndex::load_free_rows() {
  free_rows_.clear();
  new_rows_.clear();
  PYRAMID_ASSIGN(Statement bounds, database_.prepare("SELECT count(*), max(row) FROM chunks"));
  PYRAMID_ASSIGN(const bool found, bounds.row());
  row_end_ = found ? bounds.integer(1) + 1 : 1;
  if (!found || bounds.integer(0) + 1 == row_end_) return {};
  bounds.reset();
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
