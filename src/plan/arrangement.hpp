// The rules of grouping for one tier of one model, on positions instead of ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pyramid::plan {

// What the summaries list, as their files have it.
class Claims {
 public:
  void reserve(std::size_t summaries, std::size_t sources);
  void begin(bool edited);  // the next summary
  void add(std::uint32_t source) { listed_.push_back(source); }
  // Puts what was added in order, each once; whether it was so already.
  bool end();

  [[nodiscard]] std::size_t size() const { return edited_.size(); }
  [[nodiscard]] bool edited(std::size_t summary) const { return edited_[summary]; }
  // Positions of its sources, ascending.
  [[nodiscard]] std::span<const std::uint32_t> listed(std::size_t summary) const {
    return std::span(listed_).subspan(from_[summary], from_[summary + 1] - from_[summary]);
  }

 private:
  std::vector<std::uint32_t> listed_;
  std::vector<std::size_t> from_ = {0};
  std::vector<bool> edited_;
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
  bool as_listed = false;                           // each summary stays with all that it lists
  std::vector<Settled> claims;                      // else: one for each claim
  std::vector<std::vector<std::uint32_t>> founded;  // new groups, each ascending
  std::vector<std::uint32_t> waiting;               // sources in no group, ascending
};

// Sources are the positions 0 … count - 1, in the order of time; claims are in the order of their
// ids; step is at least 2. Files as a sync leaves them are seen to be in order by one look at each
// source.
//
// A source belongs to one group or waits. It goes to the first summary that lists it; one that lets
// it go (because it splits or is dissolved) passes it on to the next that lists it, never back. So
// each listed source moves as often as it is listed, at most; a summary is dissolved once; a split
// leaves groups that are never too small. Every round of the loop does one of these or ends it.
Arrangement arrange(std::size_t count, const Claims& claims, std::size_t step);

}  // namespace pyramid::plan
