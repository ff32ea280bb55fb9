// Measuring search: questions with known evidence, asked of memories made from the same file.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pyramid {

struct EvaluateOptions {
  std::string set;  // JSON lines, one conversation each (docs/search.md, "Measuring")
  // Where the workspaces are made, one a conversation. One that is there is not imported again.
  std::string folder;
  std::string embedding;             // as in pyramid.yaml; "" = the default
  std::string rerank;                // as in pyramid.yaml; "" = the default
  std::string minilm_path;           // of `minilm`: its weights, from / on
  std::vector<std::string> sources;  // as SearchOptions::sources
  // Nobody asks these questions of today's facts, so recency counts only where it is asked for.
  double time_weight = 0;
  std::optional<double> vector_weight;                  // nullopt: as pyramid.yaml says
  std::optional<std::string> fusion;                    // nullopt: as pyramid.yaml says
  std::vector<std::pair<std::string, double>> weights;  // as SearchOptions::weights
};

// Means over questions, 0 to 1.
struct Measures {
  std::size_t questions = 0;
  // Of the turns that hold the answer.
  double recall5 = 0, recall10 = 0, recall20 = 0;
  double hit10 = 0;   // at least one of them among the first ten
  double ndcg10 = 0;  // how far up they stand
  // Of the sessions that these turns are in, by the place of a session's best turn.
  double session_recall5 = 0, session_recall10 = 0;
  double session_mrr = 0;  // 1 / the place of the first
};

struct EvaluateReport {
  Measures all;
  // 95 % of 1,000 samples drawn from the conversations (of a single one from its questions), with
  // a fixed seed.
  Measures low, high;
  std::map<std::string, Measures> by_category;
  std::vector<std::pair<std::string, Measures>> by_conversation;  // as in the set
  Diagnostics diagnostics;                                        // of the set, with path:line
};

// Makes the workspaces that are missing (import, sync), asks every question and compares. What
// search finds counts as the turn that it is or that it was taken from; summaries and models, which
// are no turn, take no place. kInvalid when the set holds no question that can be asked.
Result<EvaluateReport> evaluate(const Environment& environment, const EvaluateOptions& options);

}  // namespace pyramid
