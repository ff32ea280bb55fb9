// What a leaf or a topic is about, in a few of its own words: the key that a walk compares.
//
// By the built-in table of words, in any language that it has. A word counts by how often it is
// said and how much of the texts' direction it gives: what stands in every text gives little. Two
// words that stand side by side as often as not are told so. Pure: the same texts give the same key
// on every machine. Any thread.
#pragma once

#include "engine/embedding/token_table.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::topics {

inline constexpr std::size_t kFewestKeyWords = 5;  // as far as the texts have so many
inline constexpr std::size_t kMostKeyWords = 15;

// By word, in one form for all of its forms: the share of some texts that say it.
using Shares = std::map<std::string, double>;
Shares shares_of(std::span<const std::string_view> texts);

class Keys {
 public:
  // Of one leaf's words, without the names of who speaks; or of what a topic has below it, its
  // leaves or, where these are many, their keys: what several of the texts have counts more. The
  // words that tell most, best first, as they are written, each once in any of its forms, separated
  // by blanks. "" for texts without a word.
  // `others`: of the topics beside it, whose words tell it from none of them and count less: by
  // TF-IDF of classes.
  [[nodiscard]] std::string of(std::span<const std::string_view> texts,
                               const std::vector<const Shares*>& others = {}) const;

 private:
  engine::TokenTable table_;
};

}  // namespace pyramid::topics
