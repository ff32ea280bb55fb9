#include "search/search.hpp"

#include "base/encoding.hpp"
#include "base/parallel.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "format/conflict_note.hpp"
#include "format/markdown.hpp"
#include "format/tables.hpp"
#include "format/without_data_uris.hpp"
#include "index/chunker.hpp"
#include "search/dates_asked.hpp"
#include "search/folding.hpp"
#include "search/query_words.hpp"
#include "search/ranking.hpp"
#include "search/snippet.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace pyramid::search {

namespace {

// What `init` wrote into SOUL.md, USER.md and MEMORY.md says nothing of anybody.
std::string without_template(const std::string& path, std::string_view lines) {
  const std::string as_made = format::identity_template(path);
  const std::vector<std::string_view> made = split_lines(as_made);
  std::string kept;
  for (const std::string_view line : split_lines(lines)) {
    const bool is_made = std::find(made.begin(), made.end(), trim(line)) != made.end();
    if (!is_made || trim(line).empty()) kept.append(line).append("\n");
  }
  return kept;
}

bool is_cut_from_line(format::Kind kind, std::string_view lines, std::size_t piece) {
  const bool whole = kind == format::Kind::kSession || kind == format::Kind::kObservation ||
                     kind == format::Kind::kSummary;
  return !whole && lines.size() > piece + 1;
}

// The lines of a chunk, as they were indexed.
std::string said_in(std::string_view bytes, const index::Chunk& chunk) {
  return format::without_data_uris(lines_of(bytes, chunk.first_line, chunk.last_line));
}

// Of a table of which this is not the first piece.
std::string head_of(const index::Chunk& chunk, const std::string& bytes, std::string_view text,
                    std::size_t piece) {
  const bool row = text.substr(0, text.find('\n')).find('|') != std::string_view::npos;
  if (!row || chunk.first_line == 0) return {};
  // The part of one row says nothing of whose cells these are.
  const std::string lines = said_in(bytes, chunk);
  if (is_cut_from_line(chunk.kind, lines, piece)) return {};
  return format::table_head(split_lines(bytes), chunk.first_line - 1);
}

std::string without_heading(std::string_view indexed, const std::string& heading) {
  const bool headed = !heading.empty() && indexed.starts_with(heading + "\n");
  return std::string(headed ? indexed.substr(heading.size() + 1) : indexed);
}

// What a chunk says as its file has it; `indexed` as rank() gives it.
std::string text_of(const index::Chunk& chunk, const std::string& bytes, const std::string& indexed,
                    std::size_t piece) {
  // Of a fact that two machines changed, and nobody settled yet, that is more than the lines of one
  // alternative.
  if (chunk.kind == format::Kind::kObservation && format::may_hold_note(bytes)) {
    const Result<format::Node> node = format::read_node(bytes, chunk.path);
    if (node) return format::without_data_uris(node->text) + "\n";
  }
  std::string lines = said_in(bytes, chunk);
  if (chunk.kind == format::Kind::kIdentity || chunk.kind == format::Kind::kMemory) {
    return without_template(chunk.path, lines);
  }
  if (is_cut_from_line(chunk.kind, lines, piece)) {
    return without_heading(indexed, chunk.heading) + "\n";
  }
  return lines;
}

// A hit as its file has it.
struct Read {
  Hit hit;
  Folding::Keys keys;
};
// nullopt: gone since the index was made, or it says nothing.
std::optional<Read> read(FileSystem& files, const std::string& root,
                         const std::vector<std::string>& terms, std::size_t piece, Hit hit) {
  Result<std::string> bytes = files.read(path::join(root, hit.chunk.path));
  if (!bytes) return std::nullopt;
  make_utf8(*bytes);
  hit.text = text_of(hit.chunk, *bytes, hit.text, piece);
  hit.table_head = head_of(hit.chunk, *bytes, hit.text, piece);
  hit.snippet = snippet(hit.text, hit.chunk.kind, terms);
  if (is_empty_section(hit)) return std::nullopt;
  hit.marks = marks(hit.snippet, terms);
  Folding::Keys keys = Folding::keys_of(hit);
  return Read{std::move(hit), std::move(keys)};
}

// The best of them, read where they stand, each thing once.
Result<std::vector<Hit>> fold(index::Index& index, FileSystem& files, const std::string& root,
                              const Query& query, const std::vector<std::string>& terms,
                              std::vector<Hit> ranked) {
  constexpr std::size_t kWorthAThread = 4;  // hits: a tenth of a millisecond each
  const auto too_low = [&](const Hit& hit) { return hit.score < query.min_score; };
  ranked.erase(std::find_if(ranked.begin(), ranked.end(), too_low), ranked.end());
  Folding folding(index, query.limit);
  // As many at a time as can take a place.
  for (std::size_t first = 0; first < ranked.size() && !folding.full();) {
    const std::size_t count = std::min(folding.room(), ranked.size() - first);
    std::vector<std::optional<Read>> some(count);
    parallel_for(count, count < kWorthAThread ? 1 : 2, [&](std::size_t i) {
      some[i] = read(files, root, terms, query.piece_bytes, std::move(ranked[first + i]));
    });
    for (std::optional<Read>& one : some) {
      if (one) PYRAMID_TRY(folding.offer(std::move(one->hit), one->keys));
    }
    first += count;
  }
  return folding.take();
}

// Of those alone that are left: each is read from the disk.
Status add_cosines(index::Index& index, const std::vector<float>& embedded,
                   std::vector<Hit>& hits) {
  std::vector<std::int64_t> rows;
  for (const Hit& hit : hits) rows.push_back(hit.chunk.row);
  PYRAMID_ASSIGN(const std::vector<index::Scored> cosines, index.cosine_of(embedded, rows));
  for (std::size_t i = 0; i < hits.size(); ++i) hits[i].cosine = cosines[i].score;
  return {};
}

}  // namespace

bool is_empty_section(const Hit& hit) {
  const format::Kind kind = hit.chunk.kind;
  const bool home = format::is_home(kind) || kind == format::Kind::kIdentity;
  if (!home || hit.snippet.empty()) return home;
  const std::string_view text = trim(hit.text);
  const format::Outline outline = format::outline(text);
  return outline.headings.size() == 1 && outline.headings[0].body >= text.size();
}

Status set_weight(Weights& weights, std::string_view name, double value) {
  struct Named {
    std::string name;
    double Weights::* value;
  };
  const std::array<Named, 11> all = {{{"full", &Weights::full},
                                      {"near", &Weights::near},
                                      {"neighbours", &Weights::neighbours},
                                      {"file", &Weights::file},
                                      {"passage", &Weights::passage},
                                      {"speaker", &Weights::speaker},
                                      {"date", &Weights::date},
                                      {"time", &Weights::time},
                                      {"asking", &Weights::asking},
                                      {"telling", &Weights::telling},
                                      {"rerank", &Weights::rerank}}};
  for (const Named& one : all) {
    if (one.name != name) continue;
    if (!(value >= 0 && value <= 100)) {
      return fail(ErrorKind::kUsage, "the weight " + one.name + " must lie between 0 and 100");
    }
    weights.*one.value = value;
    return {};
  }
  std::vector<std::string> names;
  for (const Named& one : all) names.push_back(one.name);
  return fail(ErrorKind::kUsage, "no such weight: " + printable(name), {},
              "there are: " + join(names, ", "));
}

Status check(const Query& query) {
  const auto weight = [](double value) { return value >= 0 && value <= 1; };
  if (!weight(query.time_weight)) {
    return fail(ErrorKind::kUsage, "the time weight must lie between 0 and 1");
  }
  if (!weight(query.vector_weight)) {
    return fail(ErrorKind::kUsage, "the vector weight must lie between 0 and 1");
  }
  if (!weight(query.min_score)) {
    return fail(ErrorKind::kUsage, "the least score must lie between 0 and 1");
  }
  return {};
}

Result<std::vector<Hit>> search(index::Index& index, engine::Embedder& embedder, FileSystem& files,
                                const std::string& root, const Query& query) {
  std::vector<std::string> terms = terms_of(query.text);
  PYRAMID_TRY(check(query));
  if (terms.empty()) {
    return fail(ErrorKind::kUsage, "the query holds no word", {}, "ask with at least one word");
  }
  const auto asked = dates_asked(query.text, today_of(query));
  if (asked) terms = with_dates(std::move(terms), *asked);
  const std::string text = text_to_embed(query.text);
  const std::array<std::string_view, 1> texts = {text};
  PYRAMID_ASSIGN(const std::vector<float> embedded, embedder.embed(texts));
  std::vector<Hit> hits;
  PYRAMID_TRY(index.read_at_once([&]() -> Status {
    PYRAMID_ASSIGN(const std::vector<std::string> words, telling(index, terms));
    PYRAMID_ASSIGN(std::vector<Hit> ranked, rank(index, embedder, query, words, embedded));
    PYRAMID_ASSIGN(hits, fold(index, files, root, query, words, std::move(ranked)));
    return add_cosines(index, embedded, hits);
  }));
  return hits;
}

}  // namespace pyramid::search
