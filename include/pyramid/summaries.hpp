// The summaries, from the top of each pyramid down.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

struct SummariesOptions {
  WorkspaceOptions workspace;
  std::string model;        // name, title or alias; "" = all
  std::optional<int> tier;  // only this one
};

// One summary, told in a line.
struct SummaryLine {
  std::string id, path, model;
  int tier = 0;
  Time start, end;
  std::int64_t count = 0;      // observations below, all the way down
  std::string first_sentence;  // one line, markup dropped
  bool out_of_date = false;    // the next sync looks at it
};

struct SummariesReport {
  // By model, base models first; tier from the top; newest first.
  std::vector<SummaryLine> summaries;
  Diagnostics diagnostics;
};

// Reads only (the index is refreshed). kNotFound for an unknown model.
Result<SummariesReport> list_summaries(const Environment& environment,
                                       const SummariesOptions& options);

}  // namespace pyramid
