// Comparing the words of a sentence with tables; `lower` stands for text in lower case.
#pragma once

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin {

// Whether the text goes on with `opener` as whole words.
inline bool begins_with(std::string_view lower, std::string_view opener) {
  if (!begin_alike(lower, opener) || !lower.starts_with(opener)) return false;
  if (lower.size() == opener.size()) return true;
  const auto next = static_cast<unsigned char>(lower[opener.size()]);
  return std::isalnum(next) == 0 && next != '\'' && next < 0x80;
}

template <std::size_t N>
bool begins_with_any(std::string_view lower, const std::array<std::string_view, N>& openers) {
  return std::any_of(openers.begin(), openers.end(),
                     [&](std::string_view opener) { return begins_with(lower, opener); });
}

template <std::size_t N>
bool holds_any(std::string_view lower, const std::array<std::string_view, N>& parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return lower.find(part) != std::string_view::npos;
  });
}

// The words in lower case, with straight apostrophes.
inline std::vector<std::string> lower_words(std::string_view text) {
  const std::vector<Word> all = words(text);
  std::vector<std::string> lower;
  lower.reserve(all.size());
  if (utf8::is_ascii(text)) {  // most are
    const std::string whole = utf8::lower(text);
    for (const Word& word : all) lower.emplace_back(whole, word.begin, word.text.size());
    return lower;
  }
  for (const Word& word : all) lower.push_back(utf8::lower(replace_all(word.text, "’", "'")));
  return lower;
}

}  // namespace pyramid::engine::builtin
