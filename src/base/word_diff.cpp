#include "base/word_diff.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace pyramid {

namespace {

using Words = std::vector<std::string_view>;
using Kind = TextPiece::Kind;

// Beyond so many differing words the texts are told as two: the search is quadratic in them.
constexpr std::int64_t kMostEdits = 1500;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Each word with the white space behind it.
Words words_of(std::string_view text) {
  Words words;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && !is_space(text[at])) ++at;
    while (at < text.size() && is_space(text[at])) ++at;
    words.push_back(text.substr(begin, at - begin));
    begin = at;
  }
  return words;
}

std::string_view without_space(std::string_view word) {
  while (!word.empty() && is_space(word.back())) word.remove_suffix(1);
  return word;
}

bool same(std::string_view a, std::string_view b) { return without_space(a) == without_space(b); }

void add(std::vector<TextPiece>& pieces, Kind kind, std::string_view text) {
  if (pieces.empty() || pieces.back().kind != kind) pieces.push_back({kind, {}});
  pieces.back().text += text;
}

// Myers' greedy search: `furthest[d][k + d]` is how far into `a` diagonal k reaches with d edits.
class Search {
 public:
  Search(const Words& a, const Words& b)
      : a_(a),
        b_(b),
        size_a_(static_cast<std::int64_t>(a.size())),
        size_b_(static_cast<std::int64_t>(b.size())) {}

  // False where there are too many edits.
  bool run() {
    for (std::int64_t d = 0; d <= std::min(kMostEdits, size_a_ + size_b_); ++d) {
      furthest_.emplace_back(static_cast<std::size_t>(2 * d + 1));
      for (std::int64_t k = -d; k <= d; k += 2) {
        std::int64_t x = d == 0 ? 0 : step(d, k);
        while (x < size_a_ && x - k < size_b_ && x - k >= 0 && same(word_a(x), word_b(x - k))) ++x;
        at(d, k) = x;
        if (x >= size_a_ && x - k >= size_b_) return true;
      }
    }
    return false;
  }

  // The words in order, backwards from the end.
  [[nodiscard]] std::vector<TextPiece> pieces() const {
    std::vector<TextPiece> back;
    std::int64_t x = size_a_, y = size_b_;
    for (auto d = static_cast<std::int64_t>(furthest_.size()) - 1; d >= 0; --d) {
      const std::int64_t k = x - y;
      const bool down = d > 0 && goes_down(d, k);
      const std::int64_t from_k = down ? k + 1 : k - 1;
      const std::int64_t from_x = d == 0 ? 0 : at(d - 1, from_k);
      const std::int64_t from_y = d == 0 ? 0 : from_x - from_k;
      const std::int64_t run_begin = d == 0 ? 0 : (down ? from_x : from_x + 1);
      for (; x > run_begin && x > 0 && y > 0; --x, --y) {
        back.push_back({Kind::kSame, std::string(word_b(y - 1))});
      }
      if (d == 0) break;
      if (down) {
        back.push_back({Kind::kAdded, std::string(word_b(from_y))});
      } else {
        back.push_back({Kind::kRemoved, std::string(word_a(from_x))});
      }
      x = from_x;
      y = from_y;
    }
    std::reverse(back.begin(), back.end());
    return back;
  }

 private:
  [[nodiscard]] std::string_view word_a(std::int64_t i) const {
    return a_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::string_view word_b(std::int64_t i) const {
    return b_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::int64_t at(std::int64_t d, std::int64_t k) const {
    return furthest_[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
  }
  std::int64_t& at(std::int64_t d, std::int64_t k) {
    return furthest_[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
  }
  // Whether the best way to diagonal k adds a word of `b` (or removes one of `a`).
  [[nodiscard]] bool goes_down(std::int64_t d, std::int64_t k) const {
    return k == -d || (k != d && at(d - 1, k - 1) < at(d - 1, k + 1));
  }
  [[nodiscard]] std::int64_t step(std::int64_t d, std::int64_t k) const {
    return goes_down(d, k) ? at(d - 1, k + 1) : at(d - 1, k - 1) + 1;
  }

  const Words &a_, &b_;
  std::int64_t size_a_, size_b_;
  std::vector<std::vector<std::int64_t>> furthest_;
};

// Removed words before added ones, and runs of each in one piece.
std::vector<TextPiece> joined(const std::vector<TextPiece>& words) {
  std::vector<TextPiece> pieces;
  std::string removed, added;
  const auto flush = [&] {
    if (!removed.empty()) add(pieces, Kind::kRemoved, removed);
    if (!added.empty()) add(pieces, Kind::kAdded, added);
    removed.clear();
    added.clear();
  };
  for (const TextPiece& one : words) {
    if (one.kind == Kind::kSame) {
      flush();
      add(pieces, Kind::kSame, one.text);
    } else {
      (one.kind == Kind::kRemoved ? removed : added) += one.text;
    }
  }
  flush();
  return pieces;
}

}  // namespace

std::vector<TextPiece> word_diff(std::string_view before, std::string_view after) {
  const Words a = words_of(before), b = words_of(after);
  Search search(a, b);
  const bool found = search.run();
  if (found) return joined(search.pieces());
  std::vector<TextPiece> pieces;
  if (!before.empty()) add(pieces, Kind::kRemoved, before);
  if (!after.empty()) add(pieces, Kind::kAdded, after);
  return pieces;
}

}  // namespace pyramid
