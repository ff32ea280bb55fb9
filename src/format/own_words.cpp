#include "format/own_words.hpp"

#include "base/text.hpp"
#include "format/node.hpp"
#include "format/text_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace pyramid::format {

namespace {

// Beyond these the search would take longer than a rewrite; such a text is kept whole.
constexpr std::size_t kMostPlaces = 120;
constexpr std::size_t kMostPlacesTwice = 48;

// Where something may have been put in: at lines and behind sentences.
std::vector<std::size_t> places(std::string_view text) {
  std::vector<std::size_t> found = {0};
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool line = text[i] == '\n' || text[i - 1] == '\n';
    const bool sentence =
        i > 1 && text[i - 1] == ' ' && std::string_view(".!?").find(text[i - 2]) != text.npos;
    if (line || sentence) found.push_back(i);
  }
  found.push_back(text.size());
  return found;
}

struct Range {
  std::size_t begin = 0, end = 0;
};

// The stretch behind `from` without which the text has that digest.
std::optional<Range> find_added(std::string_view text, const std::vector<std::size_t>& places,
                                std::size_t from, const Digest& output) {
  for (auto begin = places.begin(); begin != places.end(); ++begin) {
    if (*begin < from) continue;
    for (auto end = std::next(begin); end != places.end(); ++end) {
      std::string rest(text.substr(from, *begin - from));
      rest.append(text.substr(*end));
      if (text_digest(rest) == output) return Range{*begin, *end};
    }
  }
  return std::nullopt;
}

bool is_item(std::string_view line) { return line.starts_with("- ") || line.starts_with("* "); }

}  // namespace

std::string own_words(std::string_view text, const std::optional<Digest>& output) {
  text = trim_lines(text);
  if (!output) return std::string(text);
  if (text_digest(text) == *output) return {};
  const std::vector<std::size_t> at = places(text);
  if (at.size() <= kMostPlaces) {
    if (const auto added = find_added(text, at, 0, *output)) {
      return std::string(trim_lines(text.substr(added->begin, added->end - added->begin)));
    }
  }
  // What an earlier rewrite kept stands in front.
  for (std::size_t i = 1; at.size() <= kMostPlacesTwice && i < at.size(); ++i) {
    if (const auto added = find_added(text, at, at[i], *output)) {
      return joined_text(text.substr(0, at[i]),
                         text.substr(added->begin, added->end - added->begin));
    }
  }
  return std::string(text);
}

std::string joined_text(std::string_view first, std::string_view second) {
  first = trim_lines(first);
  second = trim_lines(second);
  if (first.empty() || second.empty()) return std::string(first.empty() ? second : first);
  const bool list = is_item(split_lines(first).back()) && is_item(second);
  return std::string(first).append(list ? "\n" : "\n\n").append(second);
}

std::string_view behind_kept(std::string_view text, std::string_view kept) {
  text = trim_lines(text);
  kept = trim_lines(kept);
  return text.starts_with(kept) ? trim_lines(text.substr(kept.size())) : text;
}

}  // namespace pyramid::format
