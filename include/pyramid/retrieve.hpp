// A model in short: its newest summaries, without a question.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid {

struct RetrieveOptions {
  WorkspaceOptions workspace;
  std::string model;         // "" = the base models, one after the other
  std::size_t per_tier = 3;  // newest summaries of each tier
};

struct RetrievedSummary {
  std::string path;  // workspace-relative
  std::string model;
  int tier = 0;
  Time start, end;
  std::string text;
  bool out_of_date = false;  // a sync would write it again
};

struct RetrieveReport {
  // Model by model; the highest tier first, in a tier the oldest first.
  std::vector<RetrievedSummary> summaries;
  std::string text;  // all of them as markdown, each below a heading that links its file
  Diagnostics diagnostics;
};

// Reads only (the index is refreshed). kNotFound for a model that there is not; a model without
// summaries gives an empty report.
Result<RetrieveReport> retrieve(const Environment& environment, const RetrieveOptions& options);

}  // namespace pyramid
