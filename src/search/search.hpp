// Retrieval: keywords and vectors together, time on top (docs/design.md; numbers in
// docs/search.md).
#pragma once

#include "engine/engine.hpp"
#include "format/settings.hpp"
#include "index/index.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace pyramid::search {

struct Query {
  std::string text;
  std::size_t limit = 20;
  double time_weight = 0.3;    // 0..1
  double vector_weight = 0.4;  // 0..1
  double decay_days = 180;
  bool quarantined = false;  // also what is in quarantine
  Time now;
};

struct Hit {
  index::Chunk chunk;
  double score = 0;      // (1 - w) relevance + w recency; half of it for what is out of use
  double relevance = 0;  // 0..1
  double keyword = 0, vector = 0, recency = 0;
  std::string text;     // the chunk's lines as they stand in the file, markup kept
  std::string snippet;  // at most 700 characters, cut at sentences
};

// Candidates of both lists are scored by both; BM25 over its maximum, cosine min-max; the sum by
// vector_weight; then time; equal texts fold into one; a summary and its own sources never both
// take places. kUsage on a query without a word or a weight outside 0..1. Deterministic: ties by
// path, then line.
Result<std::vector<Hit>> search(index::Index& index, engine::Embedder& embedder, FileSystem& files,
                                const std::string& root, const Query& query);

}  // namespace pyramid::search
