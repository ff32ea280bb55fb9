#include "format/section_support.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::string_view kUnknown = "-";

std::string word_of(const std::vector<std::size_t>& positions) {
  std::vector<std::string> numbers;
  for (const std::size_t position : positions) numbers.push_back(std::to_string(position + 1));
  return numbers.empty() ? std::string(kUnknown) : join(numbers, ",");
}

std::optional<std::vector<std::size_t>> positions_in(std::string_view word) {
  std::vector<std::size_t> positions;
  if (word == kUnknown) return positions;
  for (const std::string_view digits : split(word, ',')) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool whole = error == std::errc() && end == digits.data() + digits.size();
    if (!whole || number == 0) return std::nullopt;
    positions.push_back(number - 1);
  }
  return positions;
}

}  // namespace

std::string support_line(std::string_view section, const Sentences& sentences,
                         const Support& support) {
  std::string line(section);
  bool known = false;
  for (const SentenceMark mark : sentences.standing) {
    const auto place = support.find(mark);
    const bool told = place != support.end() && !place->second.empty();
    known = known || told;
    line += " " + (told ? word_of(place->second) : std::string(kUnknown));
  }
  return known ? line : std::string();
}

Support read_support(std::span<const std::string> lines, std::string_view section,
                     const Sentences& sentences) {
  for (const std::string& line : lines) {
    const std::vector<std::string_view> words = split(line, ' ');
    if (words.front() != section) continue;
    if (words.size() != sentences.standing.size() + 1) return {};
    Support support;
    for (std::size_t i = 0; i < sentences.standing.size(); ++i) {
      std::optional<std::vector<std::size_t>> positions = positions_in(words[i + 1]);
      if (!positions) return {};
      if (!positions->empty()) support[sentences.standing[i]] = *std::move(positions);
    }
    return support;
  }
  return {};
}

std::vector<std::size_t> support_of_line(std::string_view line, const Support& support) {
  std::set<std::size_t> positions;
  for (const std::string_view sentence : sentences_in(line)) {
    const auto place = support.find(mark_of(sentence));
    if (place == support.end()) return {};
    positions.insert(place->second.begin(), place->second.end());
  }
  return {positions.begin(), positions.end()};
}

}  // namespace pyramid::format
