// What a leaf or a topic is about, in a few of its own words: the key that a walk compares.
//
// By the built-in table of words, in any language that it has. A word counts by how often it is
// said and how much of the texts' direction it gives: what stands in every text gives little. Pure:
// the same texts give the same key on every machine. Any thread.
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
  // Of one leaf's words, without the names of who speaks; or of what a topic has below it, its
  // leaves or, where these are many, their keys: what several of the texts have counts more. The
  // words that tell most, best first, as they are written, each once in any of its forms, separated
  // by blanks. "" for texts without a word.
  [[nodiscard]] std::string of(std::span<const std::string_view> texts) const;

 private:
  engine::TokenTable table_;
};

}  // namespace pyramid::topics
