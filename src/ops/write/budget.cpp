#include "ops/write/budget.hpp"

#include "ops/run/run.hpp"

#include <algorithm>

namespace pyramid::ops {

std::size_t budget_with_own_words(std::string_view kept,
                                  std::span<const engine::SourceText> sources,
                                  std::int64_t budget) {
  std::size_t own = kept.size();
  for (const engine::SourceText& source : sources) own += source.by_hand.size();
  const auto bytes = static_cast<std::size_t>(budget);
  return std::max(budget_beside(kept, budget), bytes + std::min(own, bytes / 2));
}

}  // namespace pyramid::ops
