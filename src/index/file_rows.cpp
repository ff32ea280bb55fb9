// Files and their pieces as rows, and the rows of the flat files that go with them.
#include "engine/text/word_parts.hpp"
#include "index/bound_rows.hpp"
#include "index/free_rows.hpp"
#include "index/sqlite_index.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <span>

namespace pyramid::index {

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
  statement.bind(11, static_cast<std::int64_t>(file.conflict));
  const bool mild = file.problem && file.problem->severity == Severity::kWarning;
  statement.bind(12, static_cast<std::int64_t>(mild));
}

void bind_chunk(Statement& statement, std::int64_t row, std::int64_t file, format::Kind kind,
                const Piece& piece, const Zone& zone) {
  statement.bind(1, row).bind(2, file).bind(3, static_cast<std::int64_t>(piece.first_line));
  statement.bind(4, static_cast<std::int64_t>(piece.last_line)).bind(5, piece.heading);
  statement.bind(6, piece.at.seconds).bind(7, piece.text).bind_blob(8, as_blob(piece.digest));
  statement.bind(9, piece.speaker).bind_offset(10, piece.offset);
  statement.bind(11, zone.as_shown(piece.at, piece.offset).seconds);
  statement.bind(12, static_cast<std::int64_t>(kind));
}

Result<std::int64_t> SqliteIndex::insert_file(const ReadFile& file) {
  PYRAMID_ASSIGN(Statement * insert,
                 prepared("INSERT INTO files(path, size, mtime, ctime, inode, checked, digest, "
                          "problem_where, problem, hint, conflict, mild) "
                          "VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12)"));
  bind_file(*insert, file);
  PYRAMID_TRY(insert->run());
  const auto id = static_cast<std::int64_t>(sqlite3_last_insert_rowid(database_.handle()));
  note_scanned(file, id);
  return id;
}

Status SqliteIndex::update_file(const ReadFile& file, std::int64_t id) {
  PYRAMID_ASSIGN(Statement * update,
                 prepared("UPDATE files SET path=?1, size=?2, mtime=?3, ctime=?4, inode=?5, "
                          "checked=?6, digest=?7, problem_where=?8, problem=?9, hint=?10, "
                          "conflict=?11, mild=?12 WHERE id = ?13"));
  bind_file(*update, file);
  update->bind(13, id);
  note_scanned(file, id);
  return update->run();
}

// Nodes, chunks and words of these files. FTS5 without content has to be told what to forget, and
// told in the order of the rows: whenever a row comes before the last one it writes out all that it
// has gathered.
Status SqliteIndex::drop_contents(std::span<const std::int64_t> files) {
  PYRAMID_ASSIGN(const std::vector<std::int64_t> rows, rows_of(files));
  PYRAMID_ASSIGN(Statement * find, prepared("SELECT text FROM chunks WHERE row = ?1"));
  PYRAMID_ASSIGN(Statement * forget,
                 prepared("INSERT INTO words(words, rowid, text) VALUES('delete', ?1, ?2)"));
  for (const std::int64_t row : rows) {
    find->bind(1, row);
    PYRAMID_ASSIGN(const bool found, find->row());
    if (found)
      PYRAMID_TRY(forget->bind(1, row).bind(2, engine::indexed_words(find->text(0))).run());
    find->reset();
    PYRAMID_TRY(flat_.vectors.clear(static_cast<std::size_t>(row)));
  }
  free_rows_.insert(free_rows_.end(), rows.begin(), rows.end());
  std::sort(free_rows_.begin(), free_rows_.end(), std::greater<>());
  if (kept_vectors_ != nullptr) {
    PYRAMID_ASSIGN(Statement * due, prepared("DELETE FROM due WHERE row IN "
                                             "(SELECT row FROM chunks WHERE file = ?1)"));
    for (const std::int64_t file : files) PYRAMID_TRY(due->bind(1, file).run());
  }
  for (const char* sql :
       {"DELETE FROM chunks WHERE file = ?1", "DELETE FROM tags WHERE file = ?1",
        "DELETE FROM relations WHERE file = ?1", "DELETE FROM nodes WHERE file = ?1"}) {
    PYRAMID_ASSIGN(Statement * remove, prepared(sql));
    for (const std::int64_t file : files) PYRAMID_TRY(remove->bind(1, file).run());
  }
  return {};
}

// Of the chunks of these files, sorted.
Result<std::vector<std::int64_t>> SqliteIndex::rows_of(std::span<const std::int64_t> files) {
  std::vector<std::int64_t> rows;
  PYRAMID_ASSIGN(Statement * find, prepared("SELECT row FROM chunks WHERE file = ?1"));
  for (const std::int64_t file : files) {
    find->bind(1, file);
    while (true) {
      PYRAMID_ASSIGN(const bool more, find->row());
      if (!more) break;
      rows.push_back(find->integer(0));
    }
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

// REQUIRES: drop_contents() of it.
Status SqliteIndex::drop_file(std::int64_t file) {
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
                 prepared("INSERT INTO chunks VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12)"));
  PYRAMID_ASSIGN(Statement * words, prepared("INSERT INTO words(rowid, text) VALUES(?1, ?2)"));
  std::vector<std::int64_t> rows;
  for (std::size_t i = 0; i < file.pieces.size(); ++i) {
    const Piece& piece = file.pieces[i];
    const std::int64_t row = take_row();
    bind_chunk(*insert, row, id, file.node->kind, piece, zone_);
    PYRAMID_TRY(insert->run());
    PYRAMID_TRY(words->bind(1, row).bind(2, engine::indexed_words(piece.text)).run());
    PYRAMID_TRY(flat_.vectors.resize(static_cast<std::size_t>(row) + 1));
    if (kept_vectors_ == nullptr) {
      PYRAMID_TRY(flat_.vectors.put(static_cast<std::size_t>(row), piece.digest,
                                    std::span(file.vectors).subspan(i * dims_, dims_)));
    }
    rows.push_back(row);
  }
  new_rows_.insert(new_rows_.end(), rows.begin(), rows.end());
  if (kept_vectors_ == nullptr) return {};
  return put_kept_vectors(file, rows);
}

Result<std::int64_t> SqliteIndex::last_row() {
  PYRAMID_ASSIGN(Statement * last, prepared("SELECT max(row) FROM chunks"));
  PYRAMID_ASSIGN(const bool found, last->row());
  const std::int64_t row = found ? last->integer(0) : 0;
  last->reset();
  return row;
}

std::int64_t SqliteIndex::take_row() {
  if (free_rows_.empty()) return row_end_++;
  const std::int64_t row = free_rows_.back();
  free_rows_.pop_back();
  return row;
}

// Rows below the highest that no chunk has, so that the flat files stay dense. They are recorded
// while they are few, since to look at every chunk takes as long as the rest of a small refresh.
Status SqliteIndex::load_free_rows() {
  free_rows_.clear();
  new_rows_.clear();
  PYRAMID_ASSIGN(const std::int64_t last, last_row());
  row_end_ = last + 1;
  PYRAMID_ASSIGN(const std::string recorded, meta(kFreeRows));
  if (std::optional<std::vector<std::int64_t>> free = read_free_rows(recorded)) {
    free_rows_ = *std::move(free);
    return {};
  }
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
  PYRAMID_ASSIGN(const std::int64_t last, last_row());
  std::erase_if(free_rows_, [last](std::int64_t row) { return row > last; });
  return set_meta(kFreeRows, write_free_rows(free_rows_));
}

// FTS5 has counted the tokens: copied from its table of sizes (one varint a column).
Status SqliteIndex::store_lengths(FlatFile& lengths) {
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
    PYRAMID_TRY(lengths.resize(static_cast<std::size_t>(row) + 1));
    PYRAMID_TRY(lengths.put(static_cast<std::size_t>(row), std::as_bytes(std::span(&length, 1))));
  }
  return {};
}

}  // namespace pyramid::index
