// What hosts recorded as learned, in what an agent is told before a turn.
#pragma once

#include "ops/ask/context.hpp"
#include "ops/run/opened.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

struct LearnedLine {
  std::string text;  // "2026-05-15: error: timeout; outcome: wait longer"
  std::string path;  // of the ledger's file
};

struct LearnedLines {
  std::vector<LearnedLine> lines;
  std::vector<LeftOut> left;
};

// Those of the last 90 days that are nearest to the prompt, the newest of equal ones, three at
// most, each text once: by the stems that they share with it, then by meaning, as the built-in
// vectors have it, whichever the memory's are. Left out is one that gives orders, and one that is
// far in meaning and shares no stem, or a single one where more are asked for.
Result<LearnedLines> learned_lines(Services& services, const workspace::Workspace& workspace,
                                   const std::string& prompt);

}  // namespace pyramid::ops
