#include "search/ranking.hpp"

#include "base/utf8.hpp"
#include "engine/text/word_parts.hpp"
#include "search/dates_asked.hpp"
#include "search/evidence.hpp"
#include "search/query_words.hpp"
#include "search/reranking.hpp"
#include "search/spread.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace pyramid::search {

namespace {

using index::Chunk;
using index::Index;
using index::Scored;
using Rows = std::vector<std::int64_t>;

// So many of each list, however few are wanted: the first ten must not depend on the limit.
constexpr std::size_t kLeastCandidates = 60;
constexpr double kOutOfUse = 0.5;       // what is left of a score
constexpr double kLeastWeight = 0.1;    // of a word that every other piece has
constexpr double kRrf = 60;             // reciprocal rank fusion's constant
constexpr std::ptrdiff_t kPassage = 2;  // turns on either side of one

// What a row has of the query by itself, whatever stands around it.
struct Own {
  double keyword = 0, vector = 0;  // as measured, then 0 to 1
  double near = 0;                 // words that come near to the query's
  double base = 0;                 // all of them together
};

// Where in a session a turn stands, or what an observation was taken from.
struct Place {
  std::int64_t file = 0, turn = 0;
  std::int64_t before = 0, behind = 0;  // the turns around it, 0 where there is none
};

// "Ana's" is Ana.
std::string_view owner_in(std::string_view word) {
  for (const std::string_view end : {"'s", "’s", "'", "’"}) {
    if (word.ends_with(end)) return word.substr(0, word.size() - end.size());
  }
  return word;
}

class RankedSearch {
 public:
  RankedSearch(Index& index, const engine::Embedder& embedder, const Query& query,
               const std::vector<std::string>& terms, const std::vector<float>& embedded)
      : index_(index),
        embedder_(embedder),
        query_(query),
        terms_(terms),
        embedded_(embedded),
        words_(fts_query(terms)),
        by_meaning_(is_near_anything(embedded)),
        asked_(dates_asked(query.text, today_of(query))),
        time_asked_(asks_for_time(query.text)) {}

  Result<std::vector<Hit>> run() {
    PYRAMID_TRY(find_candidates());
    PYRAMID_TRY(add_neighbours());
    choose_speaker();
    PYRAMID_TRY(measure_own());
    PYRAMID_TRY(measure_files());
    std::vector<Hit> hits;
    for (const Chunk& chunk : chunks_) hits.push_back(hit_of(chunk));
    mark_outdated(hits);
    weigh(hits);
    if (query_.reranker != nullptr) {
      PYRAMID_TRY(look_again(index_, *query_.reranker, text_to_embed(query_.text), hits));
      for (Hit& hit : hits) hit.relevance += query_.weights.rerank * hit.reranked.value_or(0);
      weigh(hits);
    }
    const double most = most_relevant(hits);
    for (Hit& hit : hits) hit.relevance /= most;
    return hits;
  }

 private:
  [[nodiscard]] bool is_wanted(std::int64_t row) const {
    const auto at = static_cast<std::size_t>(row);
    return !among_ || (at < among_->size() && (*among_)[at]);
  }

  [[nodiscard]] double vector_weight() const { return by_meaning_ ? query_.vector_weight : 0; }

  Status take_chunks(const Rows& rows) {
    PYRAMID_ASSIGN(std::vector<Chunk> chunks, index_.chunks(rows));
    for (Chunk& chunk : chunks) {
      if (chunk.status == format::kQuarantined && !query_.quarantined) continue;
      if (query_.leaves_out && query_.leaves_out(chunk.path)) continue;
      chunks_.push_back(std::move(chunk));
    }
    return {};
  }

  Status find_candidates() {
    const std::size_t count = std::max(kLeastCandidates, 3 * query_.limit);
    if (!query_.filter.empty()) {
      PYRAMID_ASSIGN(among_, index_.rows_where(query_.filter));
    }
    const index::RowSet* among = among_ ? &*among_ : nullptr;
    if (!by_meaning_) {
      PYRAMID_ASSIGN(const std::vector<Scored> found, index_.keyword(words_, count, among));
      Rows rows;
      for (const Scored& one : found) rows.push_back(one.row);
      std::sort(rows.begin(), rows.end());
      return take_chunks(rows);
    }
    PYRAMID_ASSIGN(const index::Index::Candidates found,
                   index_.candidates(words_, embedded_, count, among));
    std::set<std::int64_t> pooled;
    for (const Scored& one : found.by_words) pooled.insert(one.row);
    for (const Scored& one : found.by_vector) pooled.insert(one.row);
    return take_chunks(Rows(pooled.begin(), pooled.end()));
  }

  // The turns next to a turn that was found are candidates too, as an answer often lacks the words
  // of its question; and so are those that an observation was taken from and stands between.
  Status add_neighbours() {
    PYRAMID_TRY(find_places());
    std::set<std::int64_t> known;
    std::set<std::int64_t> next;
    for (const Chunk& chunk : chunks_) {
      known.insert(chunk.row);
      const auto place = places_.find(chunk.row);
      if (place == places_.end()) continue;
      next.insert({place->second.turn, place->second.before, place->second.behind});
    }
    Rows added;
    for (const std::int64_t row : next) {
      if (row != 0 && !known.contains(row) && is_wanted(row)) added.push_back(row);
    }
    return take_chunks(added);
  }

  // Of the sessions' turns, and of what was taken from them.
  Status find_places() {
    std::map<std::string_view, std::int64_t> sessions;  // by path
    for (const Chunk& chunk : chunks_) {
      if (chunk.kind != format::Kind::kSession || files_.contains(chunk.file)) continue;
      PYRAMID_ASSIGN(Rows rows, index_.rows_of_file(chunk.file));
      for (std::size_t i = 0; i < rows.size(); ++i) {
        places_[rows[i]] = {chunk.file, rows[i], i > 0 ? rows[i - 1] : 0,
                            i + 1 < rows.size() ? rows[i + 1] : 0};
      }
      files_.emplace(chunk.file, std::move(rows));
      sessions.emplace(chunk.path, chunk.file);
    }
    for (const Chunk& chunk : chunks_) {
      const auto session = sessions.find(chunk.said_in);
      if (chunk.said_turn == 0 || session == sessions.end()) continue;
      const Rows& rows = files_.at(session->second);
      // Turns whose words are not kept have no rows: then a later one is taken, or none.
      if (chunk.said_turn > rows.size()) continue;
      places_[chunk.row] = places_.at(rows[chunk.said_turn - 1]);
    }
    return {};
  }

  Status measure_own() {
    std::set<std::int64_t> rows;
    for (const Chunk& chunk : chunks_) {
      rows.insert(chunk.row);
      const auto place = places_.find(chunk.row);
      if (place == places_.end()) continue;
      if (place->second.before != 0) rows.insert(place->second.before);
      if (place->second.behind != 0) rows.insert(place->second.behind);
    }
    const Rows all(rows.begin(), rows.end());
    PYRAMID_ASSIGN(const std::vector<Scored> keyword, index_.keyword_of(words_, all));
    PYRAMID_ASSIGN(const std::vector<double> weights, index_.word_weights(words_));
    PYRAMID_ASSIGN(std::vector<std::string> texts, index_.texts_of(all));
    for (const Scored& one : keyword) own_[one.row].keyword = one.score;
    const bool closely = by_meaning_ && query_.vector_weight > 0;
    if (by_meaning_ && !(closely && look_closely(weights, all, texts))) {
      PYRAMID_ASSIGN(const std::vector<Scored> vector, index_.cosine_of(embedded_, all));
      for (const Scored& one : vector) own_.at(one.row).vector = one.score;
    }
    stretch(std::accumulate(weights.begin(), weights.end(), 0.0));
    for (std::size_t i = 0; i < all.size(); ++i) texts_.emplace(all[i], std::move(texts[i]));
    return {};
  }

  // Where the engine can, vectors made of the words by which the candidates differ, and the words
  // that come near to the query's. False where it cannot.
  bool look_closely(const std::vector<double>& weights, const Rows& rows,
                    const std::vector<std::string>& texts) {
    std::vector<engine::AskedWord> words;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      // Names come near to names alone, dates to dates, and one part number to all others.
      // A character or two of Chinese or Korean say too little to be near to anything.
      if (names_.contains(terms_[i]) || engine::has_parts(terms_[i]) ||
          terms_[i].find_first_of(" 0123456789") != std::string::npos)
        continue;
      const double weight = i < weights.size() ? std::max(weights[i], kLeastWeight) : 1;
      words.push_back({std::string(owner_in(terms_[i])), weight});
    }
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    const std::vector<engine::CloseLook> looks =
        embedder_.look_closely(text_to_embed(query_.text), words, views);
    for (std::size_t i = 0; i < looks.size(); ++i) {
      Own& own = own_.at(rows[i]);
      own.vector = looks[i].cosine;
      own.near = looks[i].near;
    }
    return !looks.empty();
  }

  // BM25 over the best, or over a good part of what a piece with all of the words would have, so
  // that a stray word is not taken for a match; cosine min-max over the candidates.
  void stretch(double full) {
    double most = full * query_.weights.full;
    for (const auto& [row, one] : own_) most = std::max(most, one.keyword);
    Spread spread;
    for (const Chunk& chunk : chunks_) spread.take(own_.at(chunk.row).vector);
    for (auto& [row, one] : own_) {
      one.keyword = most > 0 ? one.keyword / most : 0;
      one.vector = by_meaning_ ? spread.of(one.vector) : 0;
    }
    if (query_.fusion == Fusion::kRanks) {
      fuse_ranks();
    } else {
      const double w = vector_weight();
      for (auto& [row, one] : own_) one.base = (1 - w) * one.keyword + w * one.vector;
    }
    for (auto& [row, one] : own_) one.base += query_.weights.near * one.near;
  }

  // Reciprocal rank fusion; equal values share a rank, and what has no word of the query has none.
  void fuse_ranks() {
    const auto add = [&](double Own::* value, double weight) {
      std::vector<double> values;
      for (const auto& [row, one] : own_) values.push_back(one.*value);
      std::sort(values.begin(), values.end(), std::greater<>());
      for (auto& [row, one] : own_) {
        if (one.*value <= 0) continue;
        const auto at =
            std::lower_bound(values.begin(), values.end(), one.*value, std::greater<>());
        one.base += weight * (kRrf + 1) / (kRrf + 1 + static_cast<double>(at - values.begin()));
      }
    };
    add(&Own::keyword, 1 - vector_weight());
    add(&Own::vector, vector_weight());
  }

  // Sessions as wholes, and each turn with those around it.
  Status measure_files() {
    PYRAMID_ASSIGN(of_file_, words_of_each(files_));
    std::map<std::int64_t, Rows> passages;
    for (const Chunk& chunk : chunks_) {
      const auto place = places_.find(chunk.row);
      if (place == places_.end()) continue;
      passages.emplace(place->second.turn, passage_of(place->second));
    }
    PYRAMID_ASSIGN(of_passage_, words_of_each(passages));
    return {};
  }
  [[nodiscard]] Rows passage_of(const Place& place) const {
    const Rows& rows = files_.at(place.file);
    const auto turn = std::lower_bound(rows.begin(), rows.end(), place.turn);
    return {turn - std::min(kPassage, turn - rows.begin()),
            turn + std::min(kPassage + 1, rows.end() - turn)};
  }
  // BM25 of texts that are given as their rows, against each other: the best of them as good as the
  // best of the pieces.
  Result<std::map<std::int64_t, double>> words_of_each(const std::map<std::int64_t, Rows>& texts) {
    std::vector<Rows> rows;
    for (const auto& [name, of_text] : texts) rows.push_back(of_text);
    PYRAMID_ASSIGN(const std::vector<double> scores, index_.keyword_of_files(words_, rows));
    double most = 0;
    for (const double score : scores) most = std::max(most, score);
    double best = 0;
    for (const auto& [row, one] : own_) best = std::max(best, one.keyword);
    std::map<std::int64_t, double> out;
    auto score = scores.begin();
    for (const auto& [name, of_text] : texts) {
      out.emplace(name, most > 0 ? best * *score / most : 0);
      ++score;
    }
    return out;
  }

  // The one of those who speak whom the query names; of two it asks what they said to each other.
  void choose_speaker() {
    std::set<std::string> speakers;
    for (const Chunk& chunk : chunks_) {
      if (chunk.speaker.empty()) continue;
      speakers.insert(chunk.speaker);
      said_by_.emplace(chunk.row, chunk.speaker);
    }
    std::erase_if(speakers, [&](const std::string& speaker) { return !is_named(speaker); });
    if (speakers.size() == 1) speaker_ = *speakers.begin();
  }
  // Notes by which of the query's words, too.
  bool is_named(const std::string& speaker) {
    const std::string folded = utf8::fold(speaker);
    bool named = false;
    for (const engine::Word& word : engine::words(folded)) {
      // Parts of such a name are words, and one of them names nobody.
      if (engine::has_parts(word.text)) {
        named = named || utf8::fold(query_.text).find(word.text) != std::string::npos;
        continue;
      }
      for (const std::string& term : terms_) {
        if (utf8::fold(owner_in(term)) != word.text) continue;
        names_.insert(term);
        named = true;
      }
    }
    return named;
  }

  Hit hit_of(const Chunk& chunk) {
    Hit hit;
    hit.chunk = chunk;
    const Own& own = own_.at(chunk.row);
    hit.keyword = own.keyword;
    hit.vector = own.vector;
    const auto base_of = [&](std::int64_t row) { return row == 0 ? 0 : own_.at(row).base; };
    const auto place = places_.find(chunk.row);
    // What stands alone is its own neighbourhood and its own conversation, or every turn would come
    // before every fact.
    const bool alone = place == places_.end();
    if (!alone) hit.turn = place->second.turn;
    hit.neighbours =
        alone ? own.base : base_of(place->second.before) + base_of(place->second.behind);
    hit.file = alone ? own.base : of_file_.at(place->second.file);
    hit.passage = alone ? own.base : of_passage_.at(place->second.turn);
    hit.speaker = !alone && is_said_by_named(place->second.turn) ? 1 : 0;
    if (chunk.at != Time{}) hit.said = query_.zone.local(chunk.at, chunk.offset);
    if (asked_ && chunk.at != Time{}) hit.date = nearness(*asked_, date_of(hit.said));
    hit.near = own.near;
    hit.text = texts_.at(chunk.row);
    hit.time = time_asked_ && tells_time(hit.text) ? 1 : 0;
    if (const Manner* manner = alone ? nullptr : manner_of_turn(place->second.turn)) {
      hit.asking = chunk.kind == format::Kind::kSession ? manner->asking : 0;
      hit.telling = manner->telling;
    }
    const Weights& weights = query_.weights;
    hit.relevance = own.base + weights.neighbours * hit.neighbours + weights.file * hit.file +
                    weights.passage * hit.passage + weights.speaker * hit.speaker +
                    weights.date * hit.date + weights.time * hit.time - weights.asking * hit.asking;
    hit.relevance = std::max(0.0, hit.relevance) * (1 - weights.telling * (1 - hit.telling));
    return hit;
  }

  // Facts that are out of use by now were taken from turns that still tell them. A turn that tells
  // nothing else is out of use as they are.
  void mark_outdated(std::vector<Hit>& hits) const {
    std::map<std::int64_t, std::vector<const Hit*>> outdated;  // by turn
    for (const Hit& hit : hits) {
      const std::string& status = hit.chunk.status;
      const bool fact = hit.chunk.kind == format::Kind::kObservation;
      if (fact && hit.turn != 0 && !status.empty() && status != format::kQuarantined) {
        outdated[hit.turn].push_back(&hit);
      }
    }
    for (Hit& hit : hits) {
      const auto facts = outdated.find(hit.chunk.row);
      if (facts == outdated.end()) continue;
      for (const Hit* fact : facts->second) hit.outdated.push_back(texts_.at(fact->chunk.row));
      const std::string_view turn = without_label(hit.chunk.row, hit.text);
      if (says_no_more(turn, hit.outdated)) hit.chunk.status = facts->second.front()->chunk.status;
    }
  }

  // nullptr for a turn that is no candidate and stands beside none.
  const Manner* manner_of_turn(std::int64_t turn) {
    const auto text = texts_.find(turn);
    if (text == texts_.end()) return nullptr;
    const auto [known, added] = manners_.try_emplace(turn);
    if (added) known->second = manner_of(without_label(turn, text->second));
    return &known->second;
  }
  [[nodiscard]] std::string_view without_label(std::int64_t turn, std::string_view text) const {
    const auto said_by = said_by_.find(turn);
    if (said_by == said_by_.end() || !text.starts_with(said_by->second)) return text;
    text.remove_prefix(said_by->second.size());
    return text.starts_with(": ") ? text.substr(2) : text;
  }

  [[nodiscard]] bool is_said_by_named(std::int64_t turn) const {
    const auto said_by = said_by_.find(turn);
    return !speaker_.empty() && said_by != said_by_.end() && said_by->second == speaker_;
  }

  static double most_relevant(const std::vector<Hit>& hits) {
    double most = 1;
    for (const Hit& hit : hits) most = std::max(most, hit.relevance);
    return most;
  }
  // Scores and order, of a relevance that may still be more than 1.
  void weigh(std::vector<Hit>& hits) const {
    const double most = most_relevant(hits);
    for (Hit& hit : hits) {
      const double relevance = hit.relevance / most;
      // Where a time is asked for, that is what a hit must be near to, not the present.
      hit.recency = asked_ ? hit.date : recency(hit.chunk.at);
      hit.score = (1 - query_.time_weight) * relevance + query_.time_weight * hit.recency;
      if (!hit.chunk.status.empty()) hit.score *= kOutOfUse;
    }
    const bool by_time = query_.time_weight > 0;
    std::sort(hits.begin(), hits.end(), [by_time](const Hit& a, const Hit& b) {
      if (a.score != b.score) return a.score > b.score;
      const bool dated = a.chunk.at != Time{};
      if (by_time && dated != (b.chunk.at != Time{})) return dated;
      // Of a long line that was cut, the rows of one file rise with its text.
      return std::tie(a.chunk.path, a.chunk.first_line, a.chunk.row) <
             std::tie(b.chunk.path, b.chunk.first_line, b.chunk.row);
    });
  }
  [[nodiscard]] double recency(Time at) const {
    if (at == Time{}) return 0;  // of equal relevance what has a date comes first
    const double age = static_cast<double>(query_.now.seconds - at.seconds) / kSecondsPerDay;
    return std::exp(-std::fabs(age) / query_.decay_days);
  }

  Index& index_;
  const engine::Embedder& embedder_;
  const Query& query_;
  const std::vector<std::string>& terms_;
  const std::vector<float>& embedded_;
  std::string words_;
  bool by_meaning_;  // else the vectors do not know what is asked, and words alone find
  std::optional<DaySpan> asked_;
  bool time_asked_;
  std::optional<index::RowSet> among_;  // what the query looks at, if not at everything
  std::vector<Chunk> chunks_;           // the candidates
  std::map<std::int64_t, Rows> files_;  // of the sessions among them
  std::unordered_map<std::int64_t, Place> places_;
  std::map<std::int64_t, Own> own_;  // of the candidates and the turns next to them
  std::map<std::int64_t, double> of_file_, of_passage_;  // the latter by its middle turn
  std::map<std::int64_t, std::string> texts_;            // of the same
  std::map<std::int64_t, Manner> manners_;               // by turn
  std::set<std::string> names_;                          // words of the query that name who speaks
  std::map<std::int64_t, std::string> said_by_;
  std::string speaker_;
};

}  // namespace

Result<std::vector<Hit>> rank(Index& index, const engine::Embedder& embedder, const Query& query,
                              const std::vector<std::string>& terms,
                              const std::vector<float>& embedded) {
  return RankedSearch(index, embedder, query, terms, embedded).run();
}

}  // namespace pyramid::search
