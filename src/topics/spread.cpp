#include "topics/spread.hpp"

#include <algorithm>
#include <numeric>

namespace pyramid::topics {

std::vector<std::size_t> spread(std::span<const std::size_t> tokens, std::size_t most) {
  const std::size_t all = std::accumulate(tokens.begin(), tokens.end(), std::size_t{0});
  const std::size_t count =
      all <= most ? tokens.size() : std::max<std::size_t>(1, tokens.size() * most / all);
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < count; ++i) positions.push_back(i * tokens.size() / count);
  return positions;
}

}  // namespace pyramid::topics
