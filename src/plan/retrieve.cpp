#include "plan/retrieve.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace pyramid::plan {

std::vector<const Group*> last_of_each_tier(const Grouping& grouping, std::string_view model,
                                            std::size_t most) {
  std::map<int, std::vector<const Group*>, std::greater<>> tiers;
  for (const Group& group : grouping.groups) {
    if (group.model == model && group.exists) tiers[group.tier].push_back(&group);
  }
  std::vector<const Group*> last;
  for (auto& [tier, groups] : tiers) {
    std::sort(groups.begin(), groups.end(), [](const Group* a, const Group* b) {
      return std::tie(a->end, a->start, a->id) < std::tie(b->end, b->start, b->id);
    });
    const std::size_t count = std::min(most, groups.size());
    last.insert(last.end(), groups.end() - static_cast<std::ptrdiff_t>(count), groups.end());
  }
  return last;
}

}  // namespace pyramid::plan
