// What a search asks of the index.
#include "base/parallel.hpp"
#include "index/chunker.hpp"
#include "index/sqlite_index.hpp"
#include "index/vector_graph.hpp"
#include "index/word_counts.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace pyramid::index {

namespace {

bool is_in(const RowSet* among, std::int64_t row) {
  const auto at = static_cast<std::size_t>(row);
  return among == nullptr || (at < among->size() && (*among)[at]);
}

// Vectors whose scan takes longer (0.2 ms) than a thread to begin.
constexpr std::size_t kWorthAThread = 8'192;

// Whose path begins with "facts/" (workspace/layout.hpp).
constexpr std::string_view kIsFact =
    "c.file IN (SELECT id FROM files WHERE path >= X'66616374732F' AND path < X'666163747330')";

// Whose path begins with "../" or "/" (workspace/extra_paths.hpp).
constexpr std::string_view kIsOutside =
    "c.file IN (SELECT id FROM files WHERE (path >= X'2E2E2F' AND path < X'2E2E30') "
    "OR (path >= X'2F' AND path < X'30'))";

// `column IN (?n, …)` for `count` values from ?first on.
std::string one_of(std::string_view column, int first, std::size_t count) {
  std::string sql = std::string(column) + " IN (";
  for (std::size_t i = 0; i < count; ++i) {
    sql += (i > 0 ? ",?" : "?") + std::to_string(first + static_cast<int>(i));
  }
  return sql + ")";
}

// Whether a chunk is of one of `count` spans, whose begins and ends are the values from ?first on.
// What has no date is of no time.
std::string within_one_of(int first, std::size_t count) {
  std::string sql = "c.at <> 0 AND (";
  for (std::size_t i = 0; i < count; ++i) {
    const std::string begin = std::to_string(first++), end = std::to_string(first++);
    sql.append(i > 0 ? " OR " : "")
        .append("(c.shown >= ?" + begin + " AND c.shown < ?" + end + ")");
  }
  return sql + ")";
}

}  // namespace

Result<RowSet> SqliteIndex::rows_where(const Filter& filter) {
  std::string sql = "SELECT c.row FROM chunks c";
  if (!filter.models.empty()) sql += " JOIN nodes n ON n.file = c.file";
  sql += " WHERE 1";
  int next = 1;
  const auto one = [&](std::string_view column, std::size_t count) {
    const int first = std::exchange(next, next + static_cast<int>(count));
    return one_of(column, first, count);
  };
  if (!filter.kinds.empty() || filter.facts || filter.outside) {
    sql += " AND (" + one("c.kind", filter.kinds.size());
    if (filter.facts) sql.append(" OR ").append(kIsFact);
    if (filter.outside) sql.append(" OR ").append(kIsOutside);
    sql += ")";
  }
  if (!filter.models.empty()) sql += " AND " + one("n.model COLLATE NOCASE", filter.models.size());
  const std::array<const std::vector<std::string>*, 3> tagged = {&filter.tags, &filter.agents,
                                                                 &filter.users};
  for (const std::vector<std::string>* tags : tagged) {
    if (tags->empty()) continue;
    sql += " AND EXISTS(SELECT 1 FROM tags t WHERE t.file = c.file AND " +
           one("t.tag COLLATE NOCASE", tags->size()) + ")";
  }
  if (!filter.times.empty()) {
    const int first = std::exchange(next, next + 2 * static_cast<int>(filter.times.size()));
    sql += " AND " + within_one_of(first, filter.times.size());
  }
  PYRAMID_ASSIGN(Statement find, database_.prepare(sql));
  next = 1;
  for (const format::Kind kind : filter.kinds) find.bind(next++, static_cast<std::int64_t>(kind));
  for (const std::string& model : filter.models) find.bind(next++, model);
  for (const std::vector<std::string>* tags : tagged) {
    for (const std::string& tag : *tags) find.bind(next++, tag);
  }
  for (const TimeSpan& span : filter.times) {
    find.bind(next++, span.begin.seconds);
    find.bind(next++, span.end.seconds);
  }
  RowSet rows(flat_.vectors.rows());
  while (true) {
    PYRAMID_ASSIGN(const bool more, find.row());
    if (!more) return rows;
    const auto row = static_cast<std::size_t>(find.integer(0));
    if (row < rows.size()) rows[row] = true;
  }
}

Result<std::vector<std::string>> SqliteIndex::names_from(const char* sql) {
  PYRAMID_ASSIGN(Statement find, database_.prepare(sql));
  std::vector<std::string> names;
  while (true) {
    PYRAMID_ASSIGN(const bool more, find.row());
    if (!more) return names;
    names.emplace_back(find.text(0));
  }
}

Result<std::vector<std::string>> SqliteIndex::model_names() {
  return names_from("SELECT DISTINCT model FROM nodes WHERE model <> '' ORDER BY model");
}

Result<std::vector<std::string>> SqliteIndex::tag_names() {
  return names_from("SELECT DISTINCT tag FROM tags ORDER BY tag");
}

Result<SqliteIndex::VectorsNow> SqliteIndex::vectors_now(const RowSet* among) {
  VectorsNow now;
  PYRAMID_ASSIGN(const std::int64_t last, last_row());
  now.last = static_cast<std::size_t>(last);
  if (graph_ != nullptr && among == nullptr && (mode_ == Mode::kWrite || mode_ == Mode::kRead)) {
    PYRAMID_ASSIGN(now.generation, generation());
  }
  return now;
}

Result<std::vector<Scored>> SqliteIndex::look(const VectorsNow& now,
                                              const std::vector<float>& query, std::size_t limit,
                                              const RowSet* among) {
  std::optional<std::vector<std::int64_t>> rows;
  if (now.generation) {
    rows = graph_->nearest({vectors_stem(), flat_.set, embedder_, dims_, *now.generation, now.last},
                           query, limit * Vectors::kRescored);
  }
  if (rows) return flat_.vectors.best_of(*rows, query, limit);
  return flat_.vectors.nearest(query, now.last, limit, among);
}

Result<std::vector<Scored>> SqliteIndex::nearest(const std::vector<float>& query, std::size_t limit,
                                                 const RowSet* among) {
  PYRAMID_ASSIGN(const VectorsNow now, vectors_now(among));
  PYRAMID_ASSIGN(std::vector<Scored> found, look(now, query, limit, among));
  PYRAMID_TRY(cut(found, limit));
  return found;
}

Result<Index::Candidates> SqliteIndex::candidates(std::string_view fts_query,
                                                  const std::vector<float>& query,
                                                  std::size_t limit, const RowSet* among) {
  PYRAMID_ASSIGN(const VectorsNow now, vectors_now(among));
  Result<std::vector<Scored>> by_words = std::vector<Scored>();
  Result<std::vector<Scored>> by_vector = std::vector<Scored>();
  parallel_for(2, now.last >= kWorthAThread ? 2 : 1, [&](std::size_t side) {
    if (side == 0) by_vector = look(now, query, limit, among);
    if (side == 1) by_words = keyword(fts_query, limit, among);
  });
  Candidates found;
  PYRAMID_ASSIGN(found.by_words, std::move(by_words));
  PYRAMID_ASSIGN(found.by_vector, std::move(by_vector));
  PYRAMID_TRY(cut(found.by_vector, limit));
  return found;
}

Result<std::size_t> pieces_having(Index& index, std::string_view fts_query, std::size_t most) {
  return static_cast<SqliteIndex&>(index).pieces_having(fts_query, most);
}

Result<std::size_t> SqliteIndex::pieces_having(std::string_view fts_query, std::size_t most) {
  PYRAMID_ASSIGN(Statement * count,
                 prepared("SELECT count(*) FROM "
                          "(SELECT rowid FROM words WHERE words MATCH ?1 LIMIT ?2)"));
  count->bind(1, fts_query).bind(2, static_cast<std::int64_t>(most));
  PYRAMID_ASSIGN(const bool counted, count->row());
  const std::int64_t pieces = counted ? count->integer(0) : 0;
  count->reset();
  return static_cast<std::size_t>(pieces);
}

void use_graph(Index& index, VectorGraph& graph) { static_cast<SqliteIndex&>(index).use(graph); }

// Numbers of rows depend on what became of the files before; what is found must not.
Status SqliteIndex::cut(std::vector<Scored>& scored, std::size_t limit) {
  if (scored.size() <= limit) return {};
  struct Tied {
    Scored scored;
    std::uint64_t check = 0;
    std::string path;
  };
  const auto begin = std::find_if(scored.begin(), scored.end(), [&](const Scored& one) {
    return one.score == scored[limit - 1].score;
  });
  std::vector<Tied> tied;
  for (auto one = begin; one != scored.end(); ++one) {
    PYRAMID_ASSIGN(const std::uint64_t check,
                   flat_.vectors.check(static_cast<std::size_t>(one->row)));
    tied.push_back({*one, check, {}});
  }
  const std::size_t left = limit - static_cast<std::size_t>(begin - scored.begin());
  const auto by_text = [](const Tied& a, const Tied& b) { return a.check < b.check; };
  std::sort(tied.begin(), tied.end(), by_text);
  const auto [first, last] = std::equal_range(tied.begin(), tied.end(), tied[left - 1], by_text);
  for (auto one = first; one != last; ++one) {
    PYRAMID_ASSIGN(one->path, path_of_row(one->scored.row));
  }
  // Rows of one file rise with its lines.
  std::sort(first, last, [](const Tied& a, const Tied& b) {
    return std::tie(a.path, a.scored.row) < std::tie(b.path, b.scored.row);
  });
  for (std::size_t i = 0; i < left; ++i) begin[static_cast<std::ptrdiff_t>(i)] = tied[i].scored;
  scored.resize(limit);
  return {};
}

Result<std::string> SqliteIndex::path_of_row(std::int64_t row) {
  PYRAMID_ASSIGN(Statement * find, prepared("SELECT f.path FROM chunks c JOIN files f "
                                            "ON f.id = c.file WHERE c.row = ?1"));
  PYRAMID_ASSIGN(const bool found, find->bind(1, row).row());
  std::string path(found ? find->blob(0) : std::string_view());
  find->reset();
  return path;
}

Result<std::vector<Scored>> SqliteIndex::cosine_of(const std::vector<float>& query,
                                                   const std::vector<std::int64_t>& rows) {
  std::vector<Scored> scored;
  for (const std::int64_t row : rows) {
    PYRAMID_ASSIGN(const double cosine, flat_.vectors.cosine(query, static_cast<std::size_t>(row)));
    scored.push_back({row, cosine});
  }
  return scored;
}

// Every matching row with its score, by row; the last query's are kept for the questions that
// follow keyword().
Status SqliteIndex::match(std::string_view fts_query) {
  if (!matched_query_.empty() && matched_query_ == fts_query) return {};
  matched_query_.clear();
  matches_.clear();
  // Counts each, and gives none.
  PYRAMID_ASSIGN(Statement * statement,
                 prepared("SELECT 1 FROM words WHERE words MATCH ?1 AND NOT pyramid_count(words) "
                          "ORDER BY rowid"));
  statement->bind(1, fts_query);
  PYRAMID_TRY(statement->run());
  PYRAMID_TRY(score_rows(matches_));
  matched_query_ = fts_query;
  return {};
}

Result<std::vector<Scored>> SqliteIndex::keyword(std::string_view fts_query, std::size_t limit,
                                                 const RowSet* among) {
  // Another process may have changed the index since the same query was scored.
  matched_query_.clear();
  PYRAMID_TRY(match(fts_query));
  std::vector<Scored> scored;
  scored.reserve(matches_.scored.size());
  for (const Scored& one : matches_.scored) {
    if (is_in(among, one.row)) scored.push_back(one);
  }
  const auto better = [](const Scored& a, const Scored& b) { return a.score > b.score; };
  if (scored.size() > limit && limit > 0) {
    const auto last = scored.begin() + static_cast<std::ptrdiff_t>(limit) - 1;
    std::nth_element(scored.begin(), last, scored.end(), better);
    const double least = last->score;
    std::erase_if(scored, [least](const Scored& one) { return one.score < least; });
  }
  std::stable_sort(scored.begin(), scored.end(), better);
  if (limit == 0) scored.clear();
  PYRAMID_TRY(cut(scored, limit));
  return scored;
}

Result<std::vector<Scored>> SqliteIndex::keyword_of(std::string_view fts_query,
                                                    const std::vector<std::int64_t>& rows) {
  PYRAMID_TRY(match(fts_query));
  std::vector<Scored> wanted;
  for (const std::int64_t row : rows) {
    const auto at = matches_.find(row);
    wanted.push_back({row, at ? matches_.scored[*at].score : 0.0});
  }
  return wanted;
}

Result<std::vector<double>> SqliteIndex::keyword_of_files(
    std::string_view fts_query, const std::vector<std::vector<std::int64_t>>& files) {
  PYRAMID_TRY(match(fts_query));
  return score_files(matches_, files);
}

// Empty where no chunk has any of them: nothing was counted then.
Result<std::vector<double>> SqliteIndex::word_weights(std::string_view fts_query) {
  PYRAMID_TRY(match(fts_query));
  return matches_.idf;
}

Result<std::vector<std::string>> SqliteIndex::texts_of(const std::vector<std::int64_t>& rows) {
  PYRAMID_ASSIGN(Statement * find,
                 prepared("SELECT text, at, \"offset\" FROM chunks WHERE row = ?1"));
  std::vector<std::string> texts;
  texts.reserve(rows.size());
  for (const std::int64_t row : rows) {
    find->bind(1, row);
    PYRAMID_ASSIGN(const bool found, find->row());
    std::string text;
    if (found)
      text = without_date(find->text(0), zone_.local(Time{find->integer(1)}, find->offset(2)));
    texts.push_back(std::move(text));
    find->reset();
  }
  return texts;
}

Result<std::vector<std::int64_t>> SqliteIndex::rows_of_file(std::int64_t file) {
  // A file's chunks take rising rows (take_row), so this needs the index alone.
  PYRAMID_ASSIGN(Statement * find, prepared("SELECT row FROM chunks WHERE file = ?1 ORDER BY row"));
  find->bind(1, file);
  std::vector<std::int64_t> rows;
  while (true) {
    PYRAMID_ASSIGN(const bool more, find->row());
    if (!more) return rows;
    rows.push_back(find->integer(0));
  }
}

Result<std::vector<Chunk>> SqliteIndex::chunks(const std::vector<std::int64_t>& rows) {
  PYRAMID_ASSIGN(Statement * statement,
                 prepared("SELECT f.path, c.first_line, c.last_line, c.heading, n.kind, "
                          "n.model, c.at, n.id, n.status, c.file, c.speaker, "
                          "CASE n.kind WHEN 0 THEN n.from_edge END, c.\"offset\" "
                          "FROM chunks c "
                          "JOIN files f ON f.id = c.file "
                          "JOIN nodes n ON n.file = c.file WHERE c.row = ?1"));
  std::vector<Chunk> chunks;
  for (const std::int64_t row : rows) {
    statement->bind(1, row);
    PYRAMID_ASSIGN(const bool found, statement->row());
    if (!found) continue;
    Chunk chunk;
    chunk.row = row;
    chunk.path = statement->blob(0);
    chunk.first_line = static_cast<std::size_t>(statement->integer(1));
    chunk.last_line = static_cast<std::size_t>(statement->integer(2));
    chunk.heading = statement->text(3);
    chunk.kind = static_cast<format::Kind>(statement->integer(4));
    chunk.model = statement->text(5);
    chunk.at = Time{statement->integer(6)};
    chunk.node = ulid_from(statement->blob(7));
    chunk.status = statement->text(8);
    chunk.file = statement->integer(9);
    chunk.speaker = statement->text(10);
    if (chunk.kind == format::Kind::kObservation) take_origin(statement->blob(11), chunk);
    chunk.offset = statement->offset(12);
    statement->reset();
    chunks.push_back(std::move(chunk));
  }
  return chunks;
}

}  // namespace pyramid::index
