#include "base/string_finder.hpp"

#include <algorithm>

namespace pyramid {

StringFinder::StringFinder(const std::set<std::string>& strings) {
  for (const std::string& one : strings) {
    if (one.empty()) continue;
    tail_ = strings_.empty() ? one.size() : std::min(tail_, one.size());
    strings_.push_back(one);
  }
  for (const std::string& one : strings_) {
    by_tail_.emplace(std::string_view(one).substr(one.size() - tail_), &one);
  }
}

bool StringFinder::any_in(std::string_view text) const {
  if (strings_.empty()) return false;
  for (std::size_t end = tail_; end <= text.size(); ++end) {
    const auto [first, last] = by_tail_.equal_range(text.substr(end - tail_, tail_));
    for (auto at = first; at != last; ++at) {
      if (text.substr(0, end).ends_with(*at->second)) return true;
    }
  }
  return false;
}

}  // namespace pyramid
