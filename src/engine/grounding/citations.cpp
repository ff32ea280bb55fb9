#include "engine/grounding/citations.hpp"

#include "format/own_words.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::engine::grounding {

namespace {

constexpr std::size_t kMostDigits = 4;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The numbers of a citation that begins at `at`; `end` moves behind it. Empty where there is none.
std::vector<std::size_t> citation_at(std::string_view text, std::size_t at, std::size_t& end) {
  std::vector<std::size_t> numbers;
  std::size_t i = at + 1;
  while (i < text.size()) {
    const std::size_t first = i;
    std::size_t number = 0;
    while (i < text.size() && is_digit(text[i]) && i - first < kMostDigits) {
      number = number * 10 + static_cast<std::size_t>(text[i++] - '0');
    }
    if (i == first) return {};
    numbers.push_back(number);
    if (text.substr(i, 2) == ", ") {
      i += 2;
    } else if (i < text.size() && text[i] == ',') {
      ++i;
    } else {
      break;
    }
  }
  const bool closed = i < text.size() && text[i] == ']' && text.substr(i + 1, 1) != "(";
  if (!closed) return {};
  end = i + 1;
  return numbers;
}

bool opens_line(std::string_view text) {
  const std::size_t line = text.rfind('\n');
  const std::string_view before = text.substr(line == std::string_view::npos ? 0 : line + 1);
  return before.find_first_not_of(" \t-*") == std::string_view::npos;
}

// The text without citations, and each number with the place in it that it stood behind.
using Places = std::vector<std::pair<std::size_t, std::size_t>>;
std::string without(std::string_view text, Places& places) {
  std::string out;
  bool taken = false;  // what was read last
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    if (text[i] == '[' && (taken || !opens_line(out))) {
      for (const std::size_t number : citation_at(text, i, end)) {
        while (!out.empty() && out.back() == ' ') out.pop_back();
        places.emplace_back(out.size(), number);
      }
    }
    taken = end > i;
    if (taken) {
      i = end;
    } else {
      out += text[i++];
    }
  }
  return out;
}

}  // namespace

Cited take_citations(std::string_view text) {
  Places places;
  Cited cited;
  cited.text = without(text, places);
  const std::vector<std::string_view> sentences = format::sentences_in(cited.text);
  cited.numbers.resize(sentences.size());
  for (const auto& [place, number] : places) {
    std::size_t sentence = 0;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const auto begin = static_cast<std::size_t>(sentences[i].data() - cited.text.data());
      if (begin < place) sentence = i;
    }
    if (sentence < sentences.size()) cited.numbers[sentence].push_back(number);
  }
  return cited;
}

}  // namespace pyramid::engine::grounding
