// Asking the memory.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

struct SearchOptions {
  WorkspaceOptions workspace;
  std::string query;
  std::size_t limit = 20;
  std::optional<double> time_weight;    // 0..1; nullopt = as pyramid.yaml says
  std::optional<double> vector_weight;  // 0..1; nullopt = as pyramid.yaml says
  bool answer = true;                   // false (`--raw`): hits only
  bool refresh = true;                  // false: answer from the index as it stands
  bool quarantined = false;             // also hits that are in quarantine; they answer nothing
};

struct SearchHit {
  std::string path;  // workspace-relative
  std::size_t first_line = 0, last_line = 0;
  std::string heading, kind, model;
  std::string status;  // "" = in use; "superseded", …
  Time at;             // zero: undated
  double score = 0, relevance = 0, keyword = 0, vector = 0, recency = 0;
  std::string snippet;  // at most 700 characters
};

struct SearchReport {
  std::string answer;          // with citations "[1]" that number the hits; "" = nothing answers it
  bool answer_failed = false;  // the engine could not be asked: the diagnostics say why
  std::vector<SearchHit> hits;
  Time checked_at;  // the files were last compared with the index then
  bool refreshed = true;
  std::size_t files = 0;  // memory files the index knows
  Diagnostics diagnostics;
};

// (Not `search`: that is a namespace of the library.) kUsage on a query without a word, a limit of
// 0 or a weight outside 0..1. Without refresh and without an index: kNotFound. Deterministic for
// the same files, query and now.
Result<SearchReport> search_memory(const Environment& environment, const SearchOptions& options);

}  // namespace pyramid
