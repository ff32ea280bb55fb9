// Three sequences as one: what either side did to the first one, both hold.
//
// Pure and symmetric: ours and theirs may change places, and the answer is the same. Private to
// src/merge.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::merge {

// How items of a sequence are held against each other.
struct Likeness {
  // Whether a changed item may be taken for `a` edited; equal ones always are.
  std::function<bool(const std::string& a, const std::string& b)> alike;
  // Whether one that stands where `a` stood, and is not alike, may.
  std::function<bool(const std::string& a, const std::string& b)> exchangeable;
  // 1 to 6 for a heading, kNoHeading for what stands under one.
  std::function<std::size_t(const std::string&)> level = {};
};
inline constexpr std::size_t kNoHeading = 7;

// For each item of `base` where it is in `side`, if it is there: growing numbers.
std::vector<std::optional<std::size_t>> find_items(const std::vector<std::string>& base,
                                                   const std::vector<std::string>& side,
                                                   const Likeness& likeness);

// Where an item of the merged sequence comes from; at least one is set, and `ours` or `theirs`.
struct Origin {
  std::optional<std::size_t> base, ours, theirs;
};
// The merged sequence. Items that both have stand once; of what both put in at one place that which
// belongs under the heading above stands first, and the lesser one of two such. An item that a side
// took out goes, unless the other edited it, or put something under it where it is a heading.
std::vector<Origin> merge_items(const std::vector<std::string>& base,
                                const std::vector<std::string>& ours,
                                const std::vector<std::string>& theirs, const Likeness& likeness);

// An item by what it is known by, and its level as a heading.
struct Placed {
  std::string key;
  std::size_t level = kNoHeading;
};
// Two sequences of which nobody knows what they came from: all of both, what both hold once (the
// first of a key is the first on the other side, the second the second). In the order of the one
// that holds all of the other, of two such of the lesser one; else each in its own order, and where
// that says nothing what belongs under the heading above first, then the lesser one.
std::vector<Origin> join_items(const std::vector<Placed>& ours, const std::vector<Placed>& theirs);

// Whether at least half of the words are the same.
bool shares_words(std::string_view a, std::string_view b);

}  // namespace pyramid::merge
