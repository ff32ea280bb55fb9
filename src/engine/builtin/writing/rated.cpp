#include "engine/builtin/writing/rated.hpp"

#include "base/text.hpp"
#include "engine/builtin/writing/age.hpp"
#include "engine/builtin/writing/prose.hpp"
#include "engine/builtin/writing/selection.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <tuple>

namespace pyramid::engine::builtin::writing {
namespace {

constexpr int kMostImportant = 10;
constexpr int kCritical = 9;
constexpr std::string_view kEmphasis = "CRITICAL: ";

std::string marker(int importance) {
  return "[" + std::to_string(importance) + "] " +
         std::string(importance >= kCritical ? kEmphasis : "");
}

}  // namespace

RatedLine read_rated(std::string_view line) {
  const std::size_t close = line.find("] ");
  int importance = 0;
  if (line.starts_with('[') && close != std::string_view::npos) {
    const char* end = line.data() + close;
    const auto [at, error] = std::from_chars(line.data() + 1, end, importance);
    if (error != std::errc() || at != end) importance = 0;
  }
  if (importance < 1 || importance > kMostImportant) return {0, line};
  line.remove_prefix(close + 2);
  if (line.starts_with(kEmphasis)) line.remove_prefix(kEmphasis.size());
  return {importance, line};
}

bool is_rated(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  return std::any_of(lines.begin(), lines.end(),
                     [](std::string_view line) { return read_rated(line).importance != 0; });
}

std::string without_ratings(std::string_view text) {
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    out.append(read_rated(line).text).push_back('\n');
  }
  return out;
}

std::string rated_line(int importance, std::string_view text) {
  return marker(importance).append(text);
}

std::string rated_line(const Fact& fact, bool aged) {
  const int importance = fact.importance == 0 ? kUnrated : fact.importance;
  const std::string month = aged && !is_timeless(fact) ? month_noted(fact) : std::string();
  return rated_line(std::clamp(importance, 1, kMostImportant),
                    with_age(collapse_spaces(fact.text), month));
}

std::string rated_lines(std::vector<Fact> facts, bool by_day, bool aged, std::size_t budget) {
  if (facts.empty()) return {};
  for (Fact& fact : facts) {
    if (fact.importance == 0) fact.importance = kUnrated;
    fact.importance = std::clamp(fact.importance, 1, kMostImportant);
  }
  const std::vector<double> weights = weights_of(facts);
  std::vector<std::size_t> ranked(facts.size());
  std::iota(ranked.begin(), ranked.end(), std::size_t{0});
  std::stable_sort(ranked.begin(), ranked.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(facts[a].by_hand, facts[a].importance, weights[a]) >
           std::tuple(facts[b].by_hand, facts[b].importance, weights[b]);
  });
  const auto line_of = [&](std::size_t i) { return rated_line(facts[i], aged); };
  std::vector<std::size_t> chosen;
  std::size_t used = 0;
  for (const std::size_t i : ranked) {
    const std::size_t size = line_of(i).size() + (chosen.empty() ? 0 : 1);
    if (used + size > budget) continue;
    used += size;
    chosen.push_back(i);
  }
  if (chosen.empty()) {
    const std::string front = marker(facts[ranked[0]].importance);
    if (budget <= front.size()) return {};
    return front + compose_within(facts[ranked[0]], Style{}, budget - front.size());
  }
  // The lines of summaries stand by day, and by importance within a day, already.
  std::sort(chosen.begin(), chosen.end());
  if (by_day) {
    std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(day_number(facts[a].at), -facts[a].importance) <
             std::pair(day_number(facts[b].at), -facts[b].importance);
    });
  }
  std::string out;
  for (const std::size_t i : chosen) {
    if (!out.empty()) out += '\n';
    out += line_of(i);
  }
  return out;
}

}  // namespace pyramid::engine::builtin::writing
