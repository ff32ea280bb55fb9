// Retrieval: keywords and vectors together, what stands around a hit, time on top (docs/search.md).
#pragma once

#include "engine/engine.hpp"
#include "format/settings.hpp"
#include "index/index.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "search/snippet.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::search {

enum class Fusion {
  kWeighted,  // of scores, by vector_weight
  kRanks,     // of reciprocal ranks
};

// How much each sort of evidence counts beside what a piece itself says; docs/search.md has what
// each brought.
struct Weights {
  double full = 0.7;         // part of the words' full score that a best match has at least
  double near = 0.6;         // words that come near to those of the query
  double neighbours = 0.25;  // the turns before and behind
  double file = 0.6;         // the whole conversation
  double passage = 0.5;      // a turn with two on either side
  double speaker = 0.3;      // it is said by the one that the query names
  double date = 0.3;         // it is of the time that the query names
  double time = 0.15;        // it tells a time, and the query asks for one
  double asking = 0.3;       // taken off, for as much of a turn as are questions
  double telling = 0.1;      // part taken off of the whole, for as much of a turn as tells nothing
  double rerank = 0.4;       // what the reranker says, where there is one
};
// kUsage for a name that there is not, with those there are, and for less than 0.
Status set_weight(Weights& weights, std::string_view name, double value);

struct Query {
  std::string text;
  std::size_t limit = 20;
  double time_weight = 0.3;    // 0..1
  double vector_weight = 0.5;  // 0..1
  double decay_days = 180;
  Fusion fusion = Fusion::kWeighted;
  double min_score = 0;  // hits below are left out
  Weights weights = {};
  bool quarantined = false;   // also what is in quarantine
  index::Filter filter = {};  // what to look at
  // Files that are no memory of their own, by path; nothing of them is a hit.
  std::function<bool(const std::string& path)> leaves_out = nullptr;
  std::size_t piece_bytes = 2048;        // of a note that is cut, at most: as the index was made
  engine::Embedder* reranker = nullptr;  // borrowed, or none; looks at the best hits once more
  Time now = {};
  Zone zone = {};  // the memory's: of which day a hit is, and whose days the query names
  // On which day it is asked, for words such as "yesterday"; nullopt: the zone's at `now`.
  std::optional<Date> today = std::nullopt;
};

inline Date today_of(const Query& query) {
  return query.today.value_or(query.zone.date_of(query.now));
}

// Another hit that says the same.
struct Twin {
  std::string path;
  std::size_t first_line = 0, last_line = 0;
  std::string snippet;  // "" where it is out of use
  LocalTime said = {};
};

struct Hit {
  index::Chunk chunk;
  LocalTime said = {};   // the chunk's time, by the clocks of the query's zone
  double score = 0;      // (1 - w) relevance + w recency; half of it for what is out of use
  double relevance = 0;  // 0..1
  double keyword = 0, vector = 0, recency = 0;  // 0..1
  double cosine = 0;  // of query and piece, before it was stretched to `vector`
  // As they are, before their weights.
  double near = 0, neighbours = 0, file = 0, passage = 0, speaker = 0, date = 0, time = 0,
         asking = 0, telling = 1;
  std::optional<double> reranked = std::nullopt;  // 0..1; what the reranker looked at
  // The chunk's lines as they stand in the file, markup kept; of a line that was cut, its part.
  std::string text;
  std::string table_head;   // of a table that goes on in it: headings and rule; else ""
  std::string snippet;      // at most 700 bytes, cut at sentences
  std::vector<Mark> marks;  // the query's words in it
  std::int64_t turn = 0;    // row of the turn that it is, or that it was taken from; 0: none known
  std::vector<Twin> also;   // worse hits that say the same, best first
  std::vector<std::string> outdated;  // of a turn: facts taken from it that are out of use
};
// Whether it is a section of what the program writes, and says nothing: a heading with nothing
// below it, or nothing but a comment. REQUIRES: the hit's text and snippet.
bool is_empty_section(const Hit& hit);

// kUsage for a weight or a least score outside 0..1.
Status check(const Query& query);

// Candidates of both lists, and the turns next to them, are scored by all there is (ranking.hpp);
// hits that say the same fold into one; a summary and its own sources never both take places.
// kUsage on a query without a word, and as check() has it. Deterministic: ties by path, then
// line.
Result<std::vector<Hit>> search(index::Index& index, engine::Embedder& embedder, FileSystem& files,
                                const std::string& root, const Query& query);

}  // namespace pyramid::search
