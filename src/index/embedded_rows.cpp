// Vectors that are not made while files are read: taken from where they are kept, or still due.
#include "index/embedded_text.hpp"
#include "index/embedding_cache.hpp"
#include "index/sqlite_index.hpp"

#include <utility>

namespace pyramid::index {

namespace {

constexpr std::size_t kAtOnce = 1'024;  // rows: bounds memory

}  // namespace

// Another process may have changed over since this one opened the index.
Status SqliteIndex::is_still_of(std::string_view embedder) {
  PYRAMID_ASSIGN(const std::string now, meta("embedder"));
  if (now == embedder) return {};
  return fail(ErrorKind::kConflict, "the embedding was changed by another command meanwhile", {},
              "run the command again");
}

Result<std::vector<Index::ToEmbed>> SqliteIndex::texts_to_embed(Statement& row,
                                                                std::string_view embedder) const {
  std::vector<ToEmbed> texts;
  while (true) {
    PYRAMID_ASSIGN(const bool more, row.row());
    if (!more) return texts;
    format::Node node;
    node.kind = static_cast<format::Kind>(row.integer(4));
    node.start = Time{row.integer(5)};
    node.end = Time{row.integer(6)};
    texts.push_back({row.integer(0), digest_from(row.blob(1)),
                     embedded_text(embedder, row.text(2),
                                   zone_.local(Time{row.integer(3)}, row.offset(7)), node, zone_)});
  }
}

Result<std::vector<Index::ToEmbed>> SqliteIndex::to_embed(std::string_view embedder,
                                                          std::int64_t after, std::size_t limit) {
  PYRAMID_ASSIGN(
      Statement row,
      database_.prepare(
          "SELECT c.row, c.digest, c.text, c.at, n.kind, n.start, n.\"end\", c.\"offset\" "
          "FROM chunks c JOIN nodes n ON n.file = c.file "
          "WHERE c.row > ?1 ORDER BY c.row LIMIT ?2"));
  row.bind(1, after).bind(2, static_cast<std::int64_t>(limit));
  return texts_to_embed(row, embedder);
}

Result<std::vector<Index::ToEmbed>> SqliteIndex::without_vector(std::int64_t after,
                                                                std::size_t limit) {
  PYRAMID_ASSIGN(
      Statement row,
      database_.prepare(
          "SELECT c.row, c.digest, c.text, c.at, n.kind, n.start, n.\"end\", c.\"offset\" "
          "FROM due d JOIN chunks c ON c.row = d.row "
          "JOIN nodes n ON n.file = c.file "
          "WHERE d.row > ?1 ORDER BY d.row LIMIT ?2"));
  row.bind(1, after).bind(2, static_cast<std::int64_t>(limit));
  return texts_to_embed(row, embedder_);
}

Result<std::vector<Index::ToEmbed>> SqliteIndex::to_embed_of(
    std::string_view embedder, const std::vector<std::int64_t>& rows) {
  PYRAMID_ASSIGN(
      Statement row,
      database_.prepare(
          "SELECT c.row, c.digest, c.text, c.at, n.kind, n.start, n.\"end\", c.\"offset\" "
          "FROM chunks c JOIN nodes n ON n.file = c.file WHERE c.row = ?1"));
  std::vector<ToEmbed> texts;
  for (const std::int64_t one : rows) {
    row.bind(1, one);
    PYRAMID_ASSIGN(std::vector<ToEmbed> found, texts_to_embed(row, embedder));
    for (ToEmbed& text : found) texts.push_back(std::move(text));
    row.reset();
  }
  return texts;
}

Status SqliteIndex::put_vectors(const std::vector<ToEmbed>& texts, std::string_view embedder,
                                EmbeddingCache& cache, Vectors& vectors, std::size_t dims) {
  const std::vector<Digest> keys = embedding_keys(texts);
  PYRAMID_ASSIGN(const auto kept, cache.find(embedder, keys));
  PYRAMID_ASSIGN(Statement * due, prepared("INSERT OR IGNORE INTO due VALUES(?1)"));
  PYRAMID_ASSIGN(Statement * done, prepared("DELETE FROM due WHERE row = ?1"));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const bool is_kept = kept[i].size() == dims;
    // Without its numbers a row still has its text's digest, by which equal scores are ordered.
    const std::vector<float> vector = is_kept ? kept[i] : std::vector<float>(dims);
    PYRAMID_TRY(vectors.put(static_cast<std::size_t>(texts[i].row), texts[i].digest, vector));
    PYRAMID_TRY((is_kept ? done : due)->bind(1, texts[i].row).run());
  }
  return {};
}

std::vector<Index::ToEmbed> SqliteIndex::texts_of(const ReadFile& file,
                                                  const std::vector<std::int64_t>& rows) const {
  std::vector<ToEmbed> texts;
  for (std::size_t i = 0; i < file.pieces.size(); ++i) {
    const Piece& piece = file.pieces[i];
    texts.push_back({rows[i], piece.digest,
                     embedded_text(embedder_, piece.text, zone_.local(piece.at, piece.offset),
                                   *file.node, zone_)});
  }
  return texts;
}

Status SqliteIndex::put_kept_vectors(const ReadFile& file, const std::vector<std::int64_t>& rows) {
  return put_vectors(texts_of(file, rows), embedder_, *kept_vectors_, flat_.vectors, dims_);
}

Result<std::vector<std::vector<float>>> SqliteIndex::kept_vectors(const ReadFile& file) {
  const std::vector<std::int64_t> rows(file.pieces.size());
  PYRAMID_ASSIGN(auto kept, kept_vectors_->find(embedder_, embedding_keys(texts_of(file, rows))));
  for (std::vector<float>& one : kept) {
    if (one.size() != dims_) one.clear();
  }
  return kept;
}

Status SqliteIndex::take_vectors(EmbeddingCache& kept) {
  return end_rows(database_.transact([&]() -> Status {
    PYRAMID_TRY(is_still_of(embedder_));
    PYRAMID_TRY(follow_rows());
    for (std::int64_t after = 0;;) {
      PYRAMID_ASSIGN(const std::vector<ToEmbed> texts, without_vector(after, kAtOnce));
      if (texts.empty()) return {};
      if (writing_ == 0) PYRAMID_TRY(begin_rows());
      PYRAMID_TRY(put_vectors(texts, embedder_, kept, flat_.vectors, dims_));
      after = texts.back().row;
    }
  }));
}

Status SqliteIndex::change_over(const std::string& embedder, std::size_t dims,
                                EmbeddingCache& cache) {
  RowFiles made;
  const Status done = database_.transact([&]() -> Status {
    PYRAMID_TRY(is_still_of(embedder_));
    PYRAMID_TRY(follow_rows());
    PYRAMID_ASSIGN(made, make_row_files(other_slot(flat_.slot), dims));
    PYRAMID_TRY(fill(made, embedder, dims, cache));
    PYRAMID_TRY(set_meta("embedder", embedder));
    return set_meta("dims", std::to_string(dims));
  });
  if (done) {
    flat_ = std::move(made);
    embedder_ = embedder;
    dims_ = dims;
  }
  remove_other_row_files();
  return done;
}

// With the records of all rows, as they are kept. Nobody else reads these files yet.
Status SqliteIndex::fill(RowFiles& made, const std::string& embedder, std::size_t dims,
                         EmbeddingCache& cache) {
  PYRAMID_ASSIGN(const std::int64_t last, last_row());
  PYRAMID_TRY(made.vectors.resize(static_cast<std::size_t>(last) + 1));
  for (std::int64_t row = 0; row <= last; ++row) {
    PYRAMID_TRY(made.vectors.clear(static_cast<std::size_t>(row)));
  }
  new_rows_.clear();
  for (std::int64_t after = 0;;) {
    PYRAMID_ASSIGN(const std::vector<ToEmbed> texts, to_embed(embedder, after, kAtOnce));
    if (texts.empty()) break;
    PYRAMID_TRY(put_vectors(texts, embedder, cache, made.vectors, dims));
    for (const ToEmbed& text : texts) new_rows_.push_back(text.row);
    after = texts.back().row;
  }
  PYRAMID_TRY(store_lengths(made.lengths));
  return mark_rows(made);
}

}  // namespace pyramid::index
