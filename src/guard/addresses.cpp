#include "guard/addresses.hpp"

#include "guard/values.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace pyramid::guard {

namespace {

constexpr std::size_t kLongestAddress = 2048;
constexpr std::string_view kAround = " \t\r\n\"'`<>(){}|\\";
// HTML's attributes whose value is an address.
constexpr std::array<std::string_view, 7> kAddressAttributes = {
    "src", "href", "srcset", "poster", "action", "cite", "data"};

std::string_view without_blanks_behind(std::string_view text) {
  while (!text.empty() && is_one_of(text.back(), " \t\r\n")) text.remove_suffix(1);
  return text;
}

// Whether `before` ends with `src=`, `href="` and their like.
bool ends_with_attribute(std::string_view before) {
  if (!before.empty() && is_one_of(before.back(), "\"'")) before.remove_suffix(1);
  before = without_blanks_behind(before);
  if (!before.ends_with('=')) return false;
  before = without_blanks_behind(before.substr(0, before.size() - 1));
  std::size_t begin = before.size();
  while (begin > 0 && is_alnum(before[begin - 1])) --begin;
  const std::string name = lowered(before.substr(begin));
  return std::find(kAddressAttributes.begin(), kAddressAttributes.end(), name) !=
         kAddressAttributes.end();
}

// As markdown, style sheets and HTML say where something is.
bool is_link_target(std::string_view before) {
  constexpr std::array<std::string_view, 4> kHeads = {"](", "]: ", "url(", "<"};
  return ends_with_attribute(before) ||
         std::any_of(kHeads.begin(), kHeads.end(),
                     [&](std::string_view head) { return before.ends_with(head); });
}

}  // namespace

std::optional<Parameter> parameter_at(std::string_view text, std::size_t sign) {
  if (sign >= text.size() || text[sign] != '=') return std::nullopt;
  std::size_t begin = sign;
  while (begin > 0 && sign - begin < kLongestAddress && !is_one_of(text[begin - 1], kAround)) {
    --begin;
  }
  const std::string_view front = text.substr(begin, sign - begin);
  Parameter parameter;
  parameter.is_linked = is_link_target(text.substr(0, begin)) || front.starts_with("[[");
  const std::size_t scheme = front.find("://");
  const std::string_view name = front.substr(0, scheme);
  const bool is_web =
      front.starts_with("www.") ||
      (scheme != std::string_view::npos && (name.ends_with("http") || name.ends_with("https")));
  if (!parameter.is_linked && !is_web) return std::nullopt;
  const std::size_t query =
      front.find_first_of("?#", is_web && scheme != std::string_view::npos ? scheme : 0);
  if (query == std::string_view::npos) return std::nullopt;
  parameter.end = sign + 1;
  while (parameter.end < text.size() && !is_one_of(text[parameter.end], kAround) &&
         !is_one_of(text[parameter.end], "&#;?")) {
    ++parameter.end;
  }
  return parameter;
}

}  // namespace pyramid::guard
