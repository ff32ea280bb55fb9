#include "topics/cut.hpp"

#include "base/cut_text.hpp"
#include "base/utf8.hpp"
#include "engine/tokens.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace pyramid::topics {

namespace {

// The last place in the second half of `piece` behind a blank line; 0: there is none.
std::size_t end_of_paragraph(std::string_view piece) {
  for (std::size_t end = piece.size(); end > piece.size() / 2 && end > 1; --end) {
    const std::string_view before = piece.substr(0, end);
    if (before.ends_with("\n\n") || before.ends_with("\n\r\n")) return end;
  }
  return 0;
}

// How much of a text that does not fit goes into `room` bytes: at least a code point.
std::size_t fitting(std::string_view text, std::size_t room) {
  const std::size_t paragraph = end_of_paragraph(text.substr(0, room));
  if (paragraph > 0) return paragraph;
  const std::size_t size = beginning_of(text, room).size();
  if (size > 0) return size;
  std::size_t first = 0;
  utf8::next(text, first);
  return std::max(first, room);  // more than one only of bytes that are no UTF-8
}

// Leaves, filled one after the other.
class Filling {
 public:
  explicit Filling(std::size_t tokens)
      : limit_(std::max<std::size_t>(tokens, 1) * engine::kBytesPerToken) {}

  void add(std::size_t turn, std::string_view text, std::size_t begin) {
    while (bytes_ + text.size() - begin > limit_) {
      const bool is_long = text.size() - begin > limit_;
      if (is_long && bytes_ < limit_ / 2) {
        const std::size_t size = fitting(text.substr(begin), limit_ - bytes_);
        take({turn, begin, begin + size});
        begin += size;
      }
      close();
    }
    if (begin < text.size() || text.empty()) take({turn, begin, text.size()});
  }

  std::vector<Leaf> finish() {
    if (!leaf_.slices.empty()) leaves_.push_back(std::move(leaf_));
    return std::move(leaves_);
  }

 private:
  void take(Slice slice) {
    bytes_ += slice.end - slice.begin;
    leaf_.tokens = engine::tokens_of(bytes_);
    leaf_.slices.push_back(slice);
  }

  void close() {
    leaf_.full = true;
    leaves_.push_back(std::move(leaf_));
    leaf_ = {};
    bytes_ = 0;
  }

  const std::size_t limit_;
  std::size_t bytes_ = 0;
  Leaf leaf_;
  std::vector<Leaf> leaves_;
};

}  // namespace

std::vector<Leaf> cut(std::span<const std::string_view> turns, std::size_t tokens, Place from) {
  Filling filling(tokens);
  for (std::size_t turn = from.turn; turn < turns.size(); ++turn) {
    const std::size_t begin = turn == from.turn ? std::min(from.byte, turns[turn].size()) : 0;
    if (begin > 0 && begin == turns[turn].size()) continue;
    filling.add(turn, turns[turn], begin);
  }
  return filling.finish();
}

Place behind(const Leaf& leaf, std::span<const std::string_view> turns) {
  if (leaf.slices.empty()) return {};
  const Slice& last = leaf.slices.back();
  if (last.end < turns[last.turn].size()) return {last.turn, last.end};
  return {last.turn + 1, 0};
}

}  // namespace pyramid::topics
