// A conversation cut into leaves, the verbatim ends of the topic tree.
//
// Pure; any thread. Nothing is lost and no byte is changed: the slices of all leaves, one behind
// the other, are the turns.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace pyramid::topics {

// Where something begins: a turn, counted from 0, and a byte of its text.
struct Place {
  std::size_t turn = 0, byte = 0;
  auto operator<=>(const Place&) const = default;
};

// Bytes [begin, end) of a turn.
struct Slice {
  std::size_t turn = 0;
  std::size_t begin = 0, end = 0;
  bool operator==(const Slice&) const = default;
};

struct Leaf {
  std::vector<Slice> slices;  // in order, at least one; an empty turn has a slice of no bytes
  std::size_t tokens = 0;     // of all its bytes, as engine::tokens_of() counts
  // What comes behind it did not fit: it stays as it is however the conversation grows. All leaves
  // of one cut are full but the last.
  bool full = false;
  bool operator==(const Leaf&) const = default;
};

// Leaves of at most `tokens` tokens each (at least 1; a code point is never cut, so of very few a
// leaf may have more), at the ends of turns. A turn that is longer than a leaf is cut at the end of
// a paragraph, else of a line, of a sentence, of a word, of a code point, the first of them that
// stands in the second half of what fits; its beginning fills up a leaf that is less than half
// full.
//
// What is cut depends on nothing behind it: appending turns leaves every full leaf as it was, and
// grows the last one or adds others. So who writes only full leaves, and the last one when a
// conversation has come to its end, never writes one again; what is said later begins a leaf of its
// own, with `from` behind the last one written.
std::vector<Leaf> cut(std::span<const std::string_view> turns, std::size_t tokens, Place from = {});

// Where the next leaf begins.
Place behind(const Leaf& leaf, std::span<const std::string_view> turns);

}  // namespace pyramid::topics
