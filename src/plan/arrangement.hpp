// The rules of grouping for one tier of one model, on positions instead of ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pyramid::plan {

// A summary as its file has it.
struct Claim {
  std::vector<std::uint32_t> listed;  // positions of its sources, ascending, each once
  bool edited = false;
};

enum class Fate {
  kStays,
  kOrphan,     // edited: stays without sources
  kEmpty,      // none of its sources is left
  kRivalled,   // summaries with smaller ids hold all of its sources
  kDissolved,  // too few are left while others wait
};

struct Settled {
  Fate fate = Fate::kStays;
  std::vector<std::uint32_t> sources;  // ascending
};

struct Arrangement {
  std::vector<Settled> claims;                      // one for each claim
  std::vector<std::vector<std::uint32_t>> founded;  // new groups, each ascending
};

// Sources are the positions 0 … count - 1, in the order of time; claims are in the order of their
// ids; step is at least 2.
//
// A source belongs to one group or waits. It goes to the first summary that lists it; one that lets
// it go (because it splits or is dissolved) passes it on to the next that lists it, never back. So
// each listed source moves as often as it is listed, at most; a summary is dissolved once; a split
// leaves groups that are never too small. Every round of the loop does one of these or ends it.
Arrangement arrange(std::size_t count, const std::vector<Claim>& claims, std::size_t step);

}  // namespace pyramid::plan
