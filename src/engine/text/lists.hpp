// Whether a table of words has one. What is asked for every word of a conversation has a table that
// is sorted; the others are small arrays.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pyramid::engine {

// Most words differ in their first letter: a call that compares the rest costs more than all that.
constexpr bool begin_alike(std::string_view a, std::string_view b) {
  return !a.empty() && !b.empty() && a.front() == b.front();
}

template <std::size_t N>
bool lists(const std::array<std::string_view, N>& table, std::string_view word) {
  return std::any_of(table.begin(), table.end(), [word](std::string_view one) {
    return one.size() == word.size() && begin_alike(one, word) && one == word;
  });
}

// A table of words by their first letters.
template <std::size_t N>
class SortedWords {
 public:
  constexpr explicit SortedWords(const std::array<std::string_view, N>& words) : words_(words) {
    static_assert(N < UINT16_MAX);
    std::sort(words_.begin(), words_.end());
    for (const std::string_view word : words_) ++from_[first_of(word) + 1];
    for (std::size_t i = 1; i < from_.size(); ++i) from_[i] += from_[i - 1];
  }

  [[nodiscard]] constexpr bool has(std::string_view word) const {
    const std::size_t first = first_of(word);
    for (std::size_t i = from_[first]; i < from_[first + 1]; ++i) {
      if (words_[i].size() == word.size() && words_[i] == word) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t first_of(std::string_view word) {
    return word.empty() ? 0 : static_cast<unsigned char>(word.front());
  }

  std::array<std::string_view, N> words_;
  std::array<std::uint16_t, 257> from_{};  // of each first byte, and behind the last
};

}  // namespace pyramid::engine
