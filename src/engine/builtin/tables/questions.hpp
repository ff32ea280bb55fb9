// How questions carry facts. All lower case.
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

// clang-format off
inline constexpr auto kFirstPersons = std::to_array<std::string_view>({
    "i", "i'm", "i've", "i'll", "we", "we're", "we've", "my", "our"});
// How the question begins that follows a statement, or its tag.
inline constexpr auto kAsking = std::to_array<std::string_view>({
    "what", "what's", "which", "how", "how's", "why", "when", "where", "who", "is", "are", "am",
    "was", "were", "do", "does", "did", "don't", "doesn't", "didn't", "can", "could", "should",
    "shall", "will", "would", "have", "has", "haven't", "hasn't", "isn't", "aren't", "won't",
    "can't", "right", "any", "so what", "so how", "so which", "so should", "but how", "but is",
    "and how", "and what", "and is", "what do", "remember"});
// clang-format on

struct ShortAnswer {
  std::string_view answer, question, full;
};

}  // namespace pyramid::engine::tables
