// What a leaf or a topic is about, in a few of its own words: the key that a walk compares.
//
// By the built-in table of words, in any language that it has. A word counts by how often it is
// said and how much of the text's direction it gives, so that what stands in every text counts
// little, without a list of such words.
// Pure: the same texts give the same key on every machine. Any thread.
#pragma once

#include "engine/embedding/token_table.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace pyramid::topics {

inline constexpr std::size_t kFewestKeyWords = 5;  // as far as the texts have so many
inline constexpr std::size_t kMostKeyWords = 15;

class Keys {
 public:
  // Of one leaf, or of all that a topic has below it: what several of the texts have counts more.
  // The words that tell most, best first, as they are written, each once in any of its forms,
  // separated by blanks. "" for texts without a word.
  [[nodiscard]] std::string of(std::span<const std::string_view> texts) const;

 private:
  engine::TokenTable table_;
};

}  // namespace pyramid::topics
