#include "format/without_data_uris.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace pyramid::format {

namespace {

constexpr std::string_view kScheme = "data:";

bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}
bool is_of_type(char c) { return is_word(c) || c == '+' || c == '.'; }
bool is_of_parameter(char c) { return is_of_type(c) || c == ';' || c == '='; }
bool is_of_data(char c) {
  return c > ' ' && std::string_view("\"'`<>()[]{}|").find(c) == std::string_view::npos;
}

template <typename Is>
std::size_t end_of_run(std::string_view text, std::size_t begin, Is is) {
  const auto end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(),
                                    [&](char c) { return is(c); });
  return static_cast<std::size_t>(end - text.begin());
}

// A scheme has no case.
std::size_t find_scheme(std::string_view text, std::size_t from) {
  for (std::size_t colon = text.find(':', from); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    const std::size_t letters = kScheme.size() - 1;
    if (colon < from + letters) continue;
    const std::string_view scheme = text.substr(colon - letters, kScheme.size());
    if (equals_ignoring_case(scheme, kScheme)) return colon - letters;
  }
  return std::string_view::npos;
}

// Whether what begins there is where a link or an image leads to.
bool is_target(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::string_view line = before.substr(before.rfind('\n') + 1);  // npos + 1 = 0
  return line.starts_with('[') ||
         (!line.empty() && std::string_view("(<\"'").find(line.back()) != std::string_view::npos);
}

// Behind the data URI that begins at `begin`; `begin` where none does.
std::size_t end_of_data(std::string_view text, std::size_t begin) {
  if (begin > 0 && is_word(text[begin - 1])) return begin;
  const std::size_t slash = end_of_run(text, begin + kScheme.size(), is_of_type);
  if (text.substr(slash, 1) != "/") return begin;
  const std::size_t comma = end_of_run(text, slash + 1, is_of_parameter);
  if (text.substr(comma, 1) != ",") return begin;
  const std::size_t end = end_of_run(text, comma + 1, is_of_data);
  return end > comma + 1 ? end : begin;
}

}  // namespace

std::string without_data_uris(std::string_view text) {
  std::string out;
  std::size_t copied = 0;
  for (std::size_t at = find_scheme(text, 0); at != std::string_view::npos;) {
    const std::size_t end = end_of_data(text, at);
    if (end > at) {
      out.append(text.substr(copied, at - copied));
      if (is_target(text, at)) out += '#';
      copied = end;
    }
    at = find_scheme(text, std::max(end, at + kScheme.size()));
  }
  return out.append(text.substr(copied));
}

}  // namespace pyramid::format
