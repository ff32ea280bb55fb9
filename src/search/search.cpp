#include "search/search.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/language.hpp"
#include "search/snippet.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace pyramid::search {

namespace {

using index::Chunk;
using index::Index;
using index::Scored;

constexpr std::size_t kMostTerms = 64;  // a pasted page asks for its first words
constexpr std::size_t kLeastCandidates = 50;
constexpr double kOutOfUse = 0.5;  // what is left of a score

// The query's words, lower case, each once; stop words and "now" only if there is nothing else.
std::vector<std::string> terms_of(std::string_view query) {
  std::vector<std::string> all;
  std::vector<std::string> content;
  std::set<std::string> seen;
  const std::string clean = utf8::replace_invalid(query);
  for (const engine::Word& word : engine::words(clean)) {
    std::string lower = utf8::lower(word.text);
    if (!seen.insert(lower).second) continue;
    if (!engine::is_stop_word(lower) && !engine::says_now(lower)) content.push_back(lower);
    all.push_back(std::move(lower));
  }
  std::vector<std::string>& chosen = content.empty() ? all : content;
  if (chosen.size() > kMostTerms) chosen.resize(kMostTerms);
  return std::move(chosen);
}

// FTS5 takes anything between double quotes as words.
std::string fts_query(const std::vector<std::string>& terms) {
  std::string query;
  for (const std::string& term : terms) {
    if (!query.empty()) query += " OR ";
    query += '"' + replace_all(term, "\"", "") + '"';
  }
  return query;
}

struct Candidate {
  std::int64_t row = 0;
  double keyword = 0, vector = 0;  // as measured
};

Result<std::vector<Candidate>> candidates(Index& index, const std::string& words,
                                          const std::vector<float>& embedded, std::size_t count) {
  PYRAMID_ASSIGN(const std::vector<Scored> by_words, index.keyword(words, count));
  PYRAMID_ASSIGN(const std::vector<Scored> by_vector, index.nearest(embedded, count));
  std::set<std::int64_t> pooled;
  for (const Scored& one : by_words) pooled.insert(one.row);
  for (const Scored& one : by_vector) pooled.insert(one.row);
  const std::vector<std::int64_t> rows(pooled.begin(), pooled.end());
  PYRAMID_ASSIGN(const std::vector<Scored> keyword, index.keyword_of(words, rows));
  PYRAMID_ASSIGN(const std::vector<Scored> vector, index.cosine_of(embedded, rows));
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    all.push_back({rows[i], keyword[i].score, vector[i].score});
  }
  return all;
}

double recency(Time at, const Query& query) {
  if (at == Time{}) return 0;
  const double age = static_cast<double>(query.now.seconds - at.seconds) / kSecondsPerDay;
  return std::exp(-std::max(0.0, age) / query.decay_days);
}

// BM25 over its maximum, cosine min-max (measured best: retrieval figures in docs/search.md).
void weigh(std::vector<Hit>& hits, const Query& query) {
  double most = 0;
  double low = hits.empty() ? 0 : hits[0].vector;
  double high = low;
  for (const Hit& hit : hits) {
    most = std::max(most, hit.keyword);
    low = std::min(low, hit.vector);
    high = std::max(high, hit.vector);
  }
  for (Hit& hit : hits) {
    hit.keyword = most > 0 ? hit.keyword / most : 0;
    hit.vector = high > low ? (hit.vector - low) / (high - low) : (hits.size() == 1 ? 1 : 0);
    hit.relevance = (1 - query.vector_weight) * hit.keyword + query.vector_weight * hit.vector;
    hit.recency = recency(hit.chunk.at, query);
    hit.score = (1 - query.time_weight) * hit.relevance + query.time_weight * hit.recency;
    if (!hit.chunk.status.empty()) hit.score *= kOutOfUse;
  }
}

// Everything below a summary, through its tiers.
Result<std::set<std::string>> paths_below(Index& index, const std::string& path) {
  std::set<std::string> below;
  std::vector<std::string> open = {path};
  while (!open.empty()) {
    const std::string next = std::move(open.back());
    open.pop_back();
    PYRAMID_ASSIGN(const std::optional<format::Node> node, index.node_at(next));
    if (!node) continue;
    for (const format::Edge& source : node->sources) {
      if (!source.path.empty() && below.insert(source.path).second) open.push_back(source.path);
    }
  }
  return below;
}

// Walks the hits from the best: one that says what a better one said, or that stands above or below
// a better one in the pyramid, does not take a place.
class Chosen {
 public:
  Chosen(Index& index, std::size_t limit) : index_(index), limit_(limit) {}

  [[nodiscard]] bool full() const { return hits_.size() >= limit_; }
  [[nodiscard]] std::vector<Hit> take() { return std::move(hits_); }

  Status offer(Hit hit) {
    if (!texts_.insert(utf8::fold(collapse_spaces(format::plain_text(hit.text)))).second) return {};
    if (covered_.contains(hit.chunk.path)) return {};
    if (hit.chunk.kind == format::Kind::kSummary) {
      PYRAMID_ASSIGN(const std::set<std::string> below, paths_below(index_, hit.chunk.path));
      const bool overlaps = std::any_of(hits_.begin(), hits_.end(), [&](const Hit& one) {
        return below.contains(one.chunk.path);
      });
      if (overlaps) return {};
      covered_.insert(below.begin(), below.end());
    }
    hits_.push_back(std::move(hit));
    return {};
  }

 private:
  Index& index_;
  std::size_t limit_;
  std::vector<Hit> hits_;
  std::set<std::string> texts_, covered_;
};

Status check(const Query& query, const std::vector<std::string>& terms) {
  const auto weight = [](double value) { return value >= 0 && value <= 1; };
  if (!weight(query.time_weight)) {
    return fail(ErrorKind::kUsage, "the time weight must lie between 0 and 1");
  }
  if (!weight(query.vector_weight)) {
    return fail(ErrorKind::kUsage, "the vector weight must lie between 0 and 1");
  }
  if (terms.empty()) {
    return fail(ErrorKind::kUsage, "the query holds no word", {}, "ask with at least one word");
  }
  return {};
}

}  // namespace

Result<std::vector<Hit>> search(Index& index, engine::Embedder& embedder, FileSystem& files,
                                const std::string& root, const Query& query) {
  const std::vector<std::string> terms = terms_of(query.text);
  PYRAMID_TRY(check(query, terms));
  const std::string text = join(terms, " ");
  const std::string_view texts[] = {text};
  PYRAMID_ASSIGN(const std::vector<float> embedded, embedder.embed(texts));
  const std::size_t wanted = std::max(kLeastCandidates, 3 * query.limit);
  PYRAMID_ASSIGN(const std::vector<Candidate> pool,
                 candidates(index, fts_query(terms), embedded, wanted));
  std::vector<std::int64_t> rows;
  for (const Candidate& one : pool) rows.push_back(one.row);
  PYRAMID_ASSIGN(const std::vector<Chunk> chunks, index.chunks(rows));
  std::unordered_map<std::int64_t, const Candidate*> by_row;
  for (const Candidate& one : pool) by_row.emplace(one.row, &one);

  std::vector<Hit> hits;
  for (const Chunk& chunk : chunks) {
    if (chunk.status == format::kQuarantined && !query.quarantined) continue;
    Hit hit;
    hit.chunk = chunk;
    hit.keyword = by_row.at(chunk.row)->keyword;
    hit.vector = by_row.at(chunk.row)->vector;
    hits.push_back(std::move(hit));
  }
  weigh(hits, query);
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.chunk.path != b.chunk.path) return a.chunk.path < b.chunk.path;
    return a.chunk.first_line < b.chunk.first_line;
  });
  Chosen chosen(index, query.limit);
  for (Hit& hit : hits) {
    if (chosen.full()) break;
    const Result<std::string> bytes = files.read(path::join(root, hit.chunk.path));
    if (!bytes) continue;  // gone since the index was made
    hit.text = lines_of(*bytes, hit.chunk.first_line, hit.chunk.last_line);
    hit.snippet = snippet(hit.text, hit.chunk.kind, terms);
    PYRAMID_TRY(chosen.offer(std::move(hit)));
  }
  return chosen.take();
}

}  // namespace pyramid::search
