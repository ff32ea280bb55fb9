#include "ops/nodes/likeness.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace pyramid::ops {

namespace {

std::vector<std::string_view> sorted_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (const std::string_view line : split_lines(text)) {
    if (!trim(line).empty()) lines.push_back(trim(line));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

}  // namespace

double likeness(std::string_view a, std::string_view b) {
  const auto mine = sorted_lines(a), others = sorted_lines(b);
  std::vector<std::string_view> both;
  std::set_intersection(mine.begin(), mine.end(), others.begin(), others.end(),
                        std::back_inserter(both));
  const std::size_t longer = std::max(mine.size(), others.size());
  return longer == 0 ? 0 : static_cast<double>(both.size()) / static_cast<double>(longer);
}

}  // namespace pyramid::ops
