#include "format/without_data.hpp"

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

std::string without_data(std::string_view text) {
  std::string out;
  std::size_t copied = 0;
  for (std::size_t at = text.find(kScheme); at != std::string_view::npos;) {
    const std::size_t end = end_of_data(text, at);
    if (end > at) {
      out.append(text.substr(copied, at - copied)).append("#");
      copied = end;
    }
    at = text.find(kScheme, std::max(end, at + kScheme.size()));
  }
  return out.append(text.substr(copied));
}

}  // namespace pyramid::format
