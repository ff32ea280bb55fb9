// Asking the memory.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/memory_history.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pyramid {

struct SearchOptions {
  WorkspaceOptions workspace;
  std::string query;
  std::optional<std::size_t> limit;       // hits at most; nullopt = as pyramid.yaml says
  std::optional<double> time_weight;      // 0..1; nullopt = as pyramid.yaml says
  std::optional<double> time_decay_days;  // nullopt = as pyramid.yaml says
  std::optional<double> vector_weight;    // 0..1; nullopt = as pyramid.yaml says
  // How much evidence counts, by name, beside its default (docs/search.md, "Evidence").
  std::vector<std::pair<std::string, double>> weights;
  // What to look at: "memory", "sessions", "daily", "models", "observations", "summaries", "notes",
  // "facts" (those promoted), "tasks", "topics" (leaves of your own words), "identity", "extra"
  // (notes outside), "model:NAME", "tag:NAME", "agent:NAME", "user:NAME" (what was captured as
  // theirs, CaptureOptions), "since:DATE", "until:DATE", "DATE..DATE" (inclusive). Of one sort any,
  // of several sorts each, and within all bounds ("since:", "until:"); "all" = everything; empty =
  // as pyramid.yaml says.
  std::vector<std::string> sources;
  std::optional<Time> as_of;          // age and words such as "yesterday" count from then
  std::optional<std::string> fusion;  // "weighted", "rrf"; nullopt = as pyramid.yaml says
  std::optional<double> min_score;    // 0..1; nullopt = as pyramid.yaml says
  bool answer = true;                 // false (`--raw`): hits only
  // false: answer from the index as it stands; nullopt = as pyramid.yaml says.
  std::optional<bool> refresh;
  // The memory as it was then, as DiffOptions::from says it; "" = as it is. Age counts from then.
  std::string at;
  bool quarantined = false;  // also hits that are in quarantine; they answer nothing
};

struct SearchHit {
  std::string path;  // workspace-relative
  std::size_t first_line = 0, last_line = 0;
  std::string heading, kind, model;
  std::string status;   // "" = in use; "superseded", …
  std::string speaker;  // of a turn: who says it
  Time at;              // zero: undated
  Date day = {};        // of that, where it was said
  double score = 0, relevance = 0, keyword = 0, vector = 0, recency = 0;
  double cosine = 0;  // of the vectors of query and piece, which `vector` is made from
  // What stands around it, before its weight (docs/search.md, "Evidence").
  double near = 0, neighbours = 0, file = 0, passage = 0, speaker_named = 0, date_named = 0;
  double time_told = 0, asking = 0, telling = 0;
  std::optional<double> reranked;  // of the best, where the setting `rerank` names an engine
  std::string snippet;             // at most 700 bytes of UTF-8
  // Where words of the query stand in it: byte offsets, begin and end.
  std::vector<std::pair<std::size_t, std::size_t>> marks;
  std::string citation;           // "path#L3-L5"
  std::vector<std::string> also;  // citations of worse hits that say the same
};

struct SearchReport {
  std::string answer;          // with citations "[1]" that number the hits; "" = nothing answers it
  bool answer_failed = false;  // the engine could not be asked: the diagnostics say why
  std::vector<SearchHit> hits;
  std::string embedding;  // whose vectors were compared: "static-176/3"
  Time checked_at;        // the files were last compared with the index then
  bool refreshed = true;
  std::size_t files = 0;               // memory files the index knows
  std::optional<MemoryCommit> commit;  // as of which, with `at`
  Diagnostics diagnostics;
};

// (Not `search`: that is a namespace of the library.) kUsage on a query without a word, a limit of
// 0 or above 10,000, a weight outside 0..1 or a source that there is not. kNotFound for a model or
// tag that nothing has, and without refresh where there is no index. Deterministic for the same
// files, query and now.
Result<SearchReport> search_memory(const Environment& environment, const SearchOptions& options);

}  // namespace pyramid
