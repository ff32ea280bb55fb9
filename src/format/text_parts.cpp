#include "format/text_parts.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/own_words.hpp"
#include "format/why_page.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace pyramid::format {

std::string with_lf(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (true) {
    const std::size_t at = text.find('\r');
    out += text.substr(0, at);
    if (at == std::string_view::npos) return out;
    out += '\n';
    text.remove_prefix(at + 1);
    if (!text.empty() && text[0] == '\n') text.remove_prefix(1);
  }
}

std::string with_crlf(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 32);
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

std::string_view trim_lines(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos) return {};
  text = text.substr(0, last + 1);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const std::size_t line = text.find_last_of("\r\n", first);
  return line == std::string_view::npos ? text : text.substr(line + 1);
}

std::size_t next_line(std::string_view text, std::size_t at) {
  const std::size_t newline = text.find('\n', at);
  return newline == std::string_view::npos ? text.size() : newline + 1;
}

bool is_edge_heading(const Heading& heading) {
  static constexpr std::array<std::string_view, 4> kNames = {"Sources", "Children", "Related",
                                                             "Blocks"};
  return heading.level == 2 &&
         std::find(kNames.begin(), kNames.end(), heading.text) != kNames.end();
}

std::optional<FromLines> find_from(std::string_view body, std::size_t begin, std::size_t end,
                                   std::span<const Link> links) {
  const auto by_line = [](const Link& link, std::size_t offset) {
    return link.line_begin < offset;
  };
  const auto first = std::lower_bound(links.begin(), links.end(), begin, by_line);
  auto last = std::lower_bound(first, links.end(), end, by_line);
  while (last != first) {
    const std::size_t line = std::prev(last)->line_begin;
    auto head = last;
    while (head != first && std::prev(head)->line_begin == line) --head;
    if (body.substr(line, 6) == "From [") {
      FromLines found;
      found.begin = line;
      found.end = next_line(body, line);
      while (found.end < end && body[found.end] == '[') found.end = next_line(body, found.end);
      found.end = std::min(found.end, end);
      const auto stop = std::lower_bound(head, links.end(), found.end, by_line);
      found.links = std::span<const Link>(head, stop);
      return found;
    }
    last = head;
  }
  return std::nullopt;
}

namespace {

constexpr std::string_view kWhy = "why", kAnd = "why, and ", kMore = " more";

}  // namespace

std::string words_of_why(std::size_t left_out) {
  if (left_out == 0) return std::string(kWhy);
  return std::string(kAnd) + std::to_string(left_out) + std::string(kMore);
}

std::optional<std::size_t> left_out_by(std::string_view words) {
  if (words == kWhy) return 0;
  if (!words.starts_with(kAnd) || !words.ends_with(kMore)) return std::nullopt;
  words.remove_prefix(kAnd.size());
  words.remove_suffix(std::min(words.size(), kMore.size()));
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), count);
  const bool whole = error == std::errc() && end == words.data() + words.size();
  return whole && count > 0 ? std::optional(count) : std::nullopt;
}

std::optional<WhyLine> find_why(std::string_view body, std::size_t begin, std::size_t end,
                                std::span<const Link> links) {
  for (auto link = links.rbegin(); link != links.rend(); ++link) {
    if (link->line_begin >= end) continue;
    if (link->line_begin < begin) break;
    const std::size_t last = std::min(next_line(body, link->line_begin), end);
    if (!is_source_line(body.substr(link->line_begin, last - link->line_begin))) continue;
    if (body.substr(link->line_begin, kWhyLink.size()) != kWhyLink) continue;
    return WhyLine{link->line_begin, last, &*link};
  }
  return std::nullopt;
}

std::string sentences_behind(const std::vector<std::string>& numbers) {
  if (numbers.empty()) return {};
  return (numbers.size() == 1 ? " (sentence " : " (sentences ") + join(numbers, ", ") + ")";
}

std::vector<std::size_t> sentence_numbers(std::string_view line) {
  std::vector<std::size_t> numbers;
  line = trim(line);
  const std::size_t said = line.rfind(" (sentence");
  if (said == std::string_view::npos || !line.ends_with(')')) return numbers;
  std::string_view list = line.substr(said + std::string_view(" (sentence").size());
  list.remove_suffix(1);
  if (list.starts_with('s')) list.remove_prefix(1);
  for (const std::string_view part : split(list, ',')) {
    const std::string_view digits = trim(part);
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool whole = error == std::errc() && end == digits.data() + digits.size();
    if (!whole || number == 0) return {};
    numbers.push_back(number);
  }
  return numbers;
}

Edge make_edge(Link link, std::string_view path) {
  Edge edge;
  if (!link.external) {
    edge.path = link.target.empty()
                    ? std::string(path)
                    : path::resolve_inside(path::directory(path), link.target).value_or("");
  }
  edge.link = std::move(link);
  return edge;
}

namespace {

bool is_settled(std::string_view text, const Allowed& allowed) {
  if (text.find_first_of("#`~<[=-\r") == std::string_view::npos) return true;
  std::string probe(text);
  probe += "\n\n## Sources\n\nFrom [a](b)\n";
  const Outline found = outline(probe);
  if (found.headings.empty() || found.headings.back().begin != text.size() + 2) return false;
  for (std::size_t i = 0; i + 1 < found.headings.size(); ++i) {
    const Heading& heading = found.headings[i];
    if (is_edge_heading(heading) || heading.level <= allowed.headings_below) return false;
  }
  if (find_from(probe, 0, text.size(), found.links)) return false;
  if (find_why(probe, 0, text.size(), found.links)) return false;
  return allowed.relative_links ||
         std::none_of(found.links.begin(), found.links.end(), [&](const Link& link) {
           return !link.external && link.line_begin < text.size();
         });
}

}  // namespace

std::string settled_text(std::string_view text, const Allowed& allowed) {
  std::string settled(trim_lines(with_lf(text)));
  if (!is_settled(settled, allowed)) settled = std::string(trim_lines(escape_inline(settled)));
  return settled;
}

KeptText settled_text(const ByHand& by_hand, std::string_view text, Allowed allowed) {
  const std::string_view kept = by_hand.words;
  Cleared generated = without_struck(settled_text(text, allowed), by_hand.struck);
  const std::string both = joined_text(with_lf(kept), generated.text);
  const auto result = [](std::string whole, Cleared& own) {
    const Digest output = text_digest(own.text);
    return KeptText{std::move(whole), output, std::move(own.sentences)};
  };
  if (trim(kept).empty()) return result(both, generated);
  allowed.relative_links = true;
  if (is_settled(both, allowed)) return result(both, generated);
  Cleared escaped = without_struck(settled_text(escape_inline(generated.text), allowed), {});
  escaped.sentences.struck = generated.sentences.struck;
  const std::string whole = joined_text(escape_inline(kept), escaped.text);
  return result(settled_text(whole, allowed), escaped);
}

}  // namespace pyramid::format
