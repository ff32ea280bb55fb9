// A walk down the topic tree: what of it answers a question, within so many tokens.
//
// Pure; any thread, as far as `score` is.
#pragma once

#include "base/ulid.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pyramid::topics {

struct WalkNode {
  static constexpr std::uint32_t kTop = 0xFFFF'FFFF;

  Ulid id;
  std::uint32_t parent = kTop;  // position in the same list
  std::size_t tokens = 0;       // of the text that it would add: a leaf's words, a summary's text
};

struct WalkRules {
  std::size_t budget = 0;        // tokens of all that is chosen
  std::size_t fresh_budget = 0;  // of them at most for the fresh tail
  std::size_t beam = 4;          // directories and leaves entered of each directory
};

struct Walk {
  std::vector<std::uint32_t> chosen;  // the fresh tail as it was given, then best first
  // Seen, and neither chosen nor entered: beyond the beam, or too long for what was left. Best
  // first.
  std::vector<std::uint32_t> passed;
  std::size_t tokens = 0;  // of all that is chosen
  std::size_t looked = 0;  // nodes whose nearness was asked
};

// The fresh tail comes first: of `fresh` (leaves, the newest first) as many as go into their share,
// without a hole. Then from the top down, the branch first in which something comes nearest to the
// question, wherever it hangs: a leaf is chosen if it fits; a directory is entered, by the `beam`
// best of the leaves and of the directories in it, unless its own key comes nearer than all that
// lies below it: then its summary is chosen, and nothing below. So is it where nothing below it
// fits. What is chosen never lies above or below something else that is.
//
// `score`: how near a node comes to the question, asked once of each: of a leaf best by the vectors
// of its words, of a directory by that of its key. What is no number is not chosen: who knows the
// nearest leaves from an index need tell of no others. A directory that were judged by its key
// alone would hide what is in it: of 51 questions to the labelled leaves of tests/topics a flat
// search finds 41 within 100 tokens, this walk 39, a walk by the keys of directories 15.
// A cycle of parents and what hangs on it is never seen.
Walk walk(std::span<const WalkNode> nodes, std::span<const std::uint32_t> fresh,
          const std::function<double(std::uint32_t)>& score, const WalkRules& rules);

}  // namespace pyramid::topics
