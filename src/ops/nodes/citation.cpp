#include "ops/nodes/citation.hpp"

#include "base/text.hpp"
#include "format/conversation.hpp"
#include "format/markdown.hpp"
#include "format/node.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

// 0, and what is too large for a number, are lines that no file has.
std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  return error == std::errc() ? value : std::numeric_limits<std::size_t>::max();
}

std::optional<Lines> lines_in(std::string_view text, std::string_view between) {
  const std::size_t dash = text.find(between);
  const auto first = number_in(text.substr(0, dash));
  const auto last =
      dash == std::string_view::npos ? first : number_in(text.substr(dash + between.size()));
  if (!first || !last) return std::nullopt;
  return Lines{*first, *last};
}

}  // namespace

Cited cited_in(const std::string& given) {
  if (const std::size_t sign = given.rfind("#^"); sign != std::string::npos) {
    const std::string block = given.substr(sign + 2);
    const bool may_be_one = !block.empty() && block.find_first_of("#./") == std::string::npos;
    if (may_be_one) return {given.substr(0, sign), {}, block};
  }
  for (const auto& [mark, between] : {std::pair<std::string_view, std::string_view>{"#L", "-L"},
                                      std::pair<std::string_view, std::string_view>{":", "-"}}) {
    const std::size_t at = given.rfind(mark);
    if (at == std::string::npos) continue;
    const auto lines = lines_in(std::string_view(given).substr(at + mark.size()), between);
    if (lines) return {given.substr(0, at), lines, {}};
  }
  return {given, {}, {}};
}

std::vector<Cited> readings_of(const std::string& given) {
  std::vector<Cited> readings = {{given, {}, {}}, cited_in(given)};
  for (const Cited& one : {readings[0], readings[1]}) {
    readings.push_back({format::percent_decoded(one.path), one.lines, one.block});
  }
  return readings;
}

std::optional<Lines> lines_of_block(const std::string& bytes, const std::string& path,
                                    std::string_view block) {
  const std::string id = "^" + std::string(block);
  const auto has_id = [&](std::string_view line) {
    const std::string_view text = trim(line);
    return text == id || text.ends_with(" " + id);
  };
  const std::vector<std::string_view> lines = split_lines(bytes);
  const auto found = std::find_if(lines.begin(), lines.end(), has_id);
  if (block.empty() || found == lines.end()) return std::nullopt;
  const auto line = static_cast<std::size_t>(found - lines.begin()) + 1;
  const auto document = format::read_document(bytes, path);
  if (document && workspace::kind_of_path(path) == format::Kind::kSession) {
    for (const format::TurnLines& turn : format::turn_lines(*document)) {
      if (turn.first <= line && line <= turn.last) return Lines{turn.first, turn.last};
    }
  }
  std::size_t first = line;
  while (first > 1 && !trim(lines[first - 2]).empty() && trim(*found) == id) --first;
  return Lines{first, line};
}

}  // namespace pyramid::ops
