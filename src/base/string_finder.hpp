// Whether any of many strings stands in a text, in about the time that the text alone takes.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pyramid {

// Thread rule: const, may be asked by several at once.
class StringFinder {
 public:
  // Copies the strings; empty ones stand in no text.
  explicit StringFinder(const std::set<std::string>& strings);

  [[nodiscard]] bool any_in(std::string_view text) const;

 private:
  // By their last bytes, as many as the shortest has: those of file names differ most there.
  std::vector<std::string> strings_;
  std::size_t tail_ = 0;
  std::unordered_multimap<std::string_view, const std::string*> by_tail_;
};

}  // namespace pyramid
