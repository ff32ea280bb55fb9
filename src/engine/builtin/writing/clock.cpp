#include "engine/builtin/writing/clock.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/language.hpp"

#include <algorithm>

namespace pyramid::engine::builtin::writing {
namespace {}  // namespace

std::vector<std::string> clock_value(std::string_view text) {
  const std::vector<Word> all = words(text);
  if (all.size() < 2 || all[0].text.size() > 2 || !is_all_digits(all[0].text)) return {};
  std::vector<std::string> value = {std::string(all[0].text), std::string(all[1].text)};
  const auto is_half = [](std::string_view word) {
    return word == "am" || word == "pm" || word == "o'clock";
  };
  if (is_half(value[1])) return value;
  const char mark = text[all[0].begin + all[0].text.size()];
  if (mark != ':' || value[1].size() != 2 || !is_all_digits(value[1])) return {};
  if (all.size() > 2 && is_half(all[2].text)) value.emplace_back(all[2].text);
  return value;
}

std::string time_key(const Fact& fact, std::span<const std::string> value) {
  std::string key = "/time";
  const std::string subject = utf8::lower(fact.subject);
  for (const std::string& anchor : fact.anchors) {
    const bool own = std::find(value.begin(), value.end(), anchor) != value.end();
    if (!own && subject.find(anchor) == std::string::npos) key += " " + anchor;
  }
  return key;
}

}  // namespace pyramid::engine::builtin::writing
