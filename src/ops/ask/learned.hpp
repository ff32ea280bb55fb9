// What hosts recorded as learned, in what an agent is told before a turn.
#pragma once

#include "ops/run/opened.hpp"

#include <set>
#include <string>
#include <vector>

namespace pyramid::ops {

struct LearnedLine {
  std::string text;  // "2026-05-15: error: timeout; outcome: wait longer"
  std::string path;  // of the ledger's file
};

// Those of the last 90 days that share most stems with what is `asked` (stems_asked()), the newest
// of equal ones, three at most, each text once. One that gives orders is left out, and one that
// shares a single stem where more are asked for.
std::vector<LearnedLine> learned_lines(Services& services, const workspace::Workspace& workspace,
                                       const std::set<std::string>& asked);

}  // namespace pyramid::ops
