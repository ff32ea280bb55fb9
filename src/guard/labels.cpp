#include "guard/labels.hpp"

#include "guard/values.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace pyramid::guard {

namespace {

constexpr std::size_t kFarthestLabel = 48;
constexpr std::size_t kLongestRun = 8;

bool holds_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_alnum(text[at - 1])) && (end == text.size() || !is_alnum(text[end]))) {
      return true;
    }
  }
  return false;
}

// "abcdefgh", "12345678", "aaaaaaaa": what people type where a key goes.
bool holds_long_run(std::string_view value) {
  std::size_t rising = 1;
  std::size_t same = 1;
  for (std::size_t i = 1; i < value.size(); ++i) {
    rising = value[i] == value[i - 1] + 1 ? rising + 1 : 1;
    same = value[i] == value[i - 1] ? same + 1 : 1;
    if (rising >= kLongestRun || same >= kLongestRun) return true;
  }
  return false;
}

// `$TOKEN`, `$token`: a variable; `$ecret99` is none.
bool is_variable(std::string_view value) {
  if (value[0] != '$' || value.size() < 2) return false;
  bool lower = false;
  bool digit = false;
  for (const char c : value.substr(1)) {
    if (!is_alnum(c) && c != '_') return false;
    lower = lower || std::islower(static_cast<unsigned char>(c)) != 0;
    digit = digit || std::isdigit(static_cast<unsigned char>(c)) != 0;
  }
  return !(lower && digit);
}

}  // namespace

bool is_named(std::string_view text, std::size_t at, std::span<const std::string_view> labels) {
  const std::size_t far = at > kFarthestLabel ? at - kFarthestLabel : 0;
  std::string_view before = text.substr(far, at - far);
  const std::size_t line = before.rfind('\n');
  if (line != std::string_view::npos) before = before.substr(line + 1);
  const std::string lower = lowered(before);
  return std::any_of(labels.begin(), labels.end(),
                     [&](std::string_view label) { return holds_word(lower, label); });
}

bool is_placeholder(std::string_view value) {
  static constexpr std::array<std::string_view, 21> kSigns = {
      "example", "your",   "placeholder", "changeme", "change-me",    "change_me", "xxxx",
      "dummy",   "****",   "...",         "redacted", "\xe2\x80\xa6", "insert",    "replace",
      "environ", "getenv", "process.env", "fake",     "sample",       "secrets.",  "vault."};
  if (value.empty() || is_variable(value)) return true;
  if (std::string_view("<{[%(").find(value[0]) != std::string_view::npos) return true;
  if (value.starts_with("${") || value.starts_with("$(")) return true;
  const std::string lower = lowered(value);
  return holds_long_run(value) ||
         std::any_of(kSigns.begin(), kSigns.end(),
                     [&](std::string_view sign) { return lower.find(sign) != std::string::npos; });
}

}  // namespace pyramid::guard
