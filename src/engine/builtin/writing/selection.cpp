#include "engine/builtin/writing/selection.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/writing/alone.hpp"
#include "pyramid/time.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace pyramid::engine::builtin::writing {
namespace {

constexpr double kRedundancy = 0.8;  // how much of a weight likeness to a chosen fact takes away

double likeness(const Fact& a, const Fact& b) {
  return 0.7 * overlap(a.stems, b.stems) + 0.3 * overlap(a.anchors, b.anchors);
}

// Dates and prices come with all kinds of facts: that others have them too tells nothing.
bool tells_content(std::string_view anchor) {
  if (anchor.find_first_of("0123456789") != std::string_view::npos) return false;
  for (int month = 1; month <= 12; ++month) {
    if (utf8::lower(month_name(month)) == anchor) return false;
  }
  return true;
}

// "The new shoes are great.", "User fixed it.": which ones, only the conversation could tell. In a
// longer sentence "it" may be what the sentence began with.
double lack_of(const Fact& fact) {
  if (fact.text.starts_with("The ") && fact.anchors.empty()) return -0.35;
  return points_back(fact.text) ? -0.1 : 0;
}

}  // namespace

std::vector<double> weights_of(std::span<const Fact> facts) {
  std::unordered_map<std::string_view, double> counts;
  for (const Fact& fact : facts) {
    for (const auto& stem : fact.stems) counts[stem] += 1;
    for (const auto& anchor : fact.anchors) counts[anchor] += 1;
  }
  std::vector<double> weights;
  weights.reserve(facts.size());
  for (const Fact& fact : facts) {
    double central = 0;
    for (const auto& stem : fact.stems) central += std::log2(1 + counts[stem]);
    std::size_t told = 0;  // names
    for (const auto& anchor : fact.anchors) {
      if (!tells_content(anchor)) continue;
      central += std::log2(1 + counts[anchor]);
      ++told;
    }
    central /= 4 + static_cast<double>(fact.stems.size() + told);
    const double names = 0.06 * static_cast<double>(std::min<std::size_t>(fact.anchors.size(), 3));
    const double importance = 0.15 * (fact.importance == 0 ? 4 : fact.importance);
    const bool promise = fact.verb == "will" || fact.verb_stem == "promis";
    const double whole = fact.predicate.empty() ? -0.15 : 0;  // a sentence of unknown build
    weights.push_back(central + names + importance + (promise ? 0.15 : 0) + whole + lack_of(fact));
  }
  return weights;
}

std::vector<std::size_t> pick(std::span<const Fact> facts, std::span<const double> weights,
                              std::size_t bytes) {
  std::vector<double> likest(facts.size(), 0);
  std::vector<bool> taken(facts.size());
  std::vector<std::size_t> chosen;
  std::size_t size = 0;
  while (chosen.size() < facts.size() && size <= bytes) {
    std::size_t best = facts.size();
    std::pair<bool, double> best_value;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const std::pair value(facts[i].by_hand, weights[i] * (1 - kRedundancy * likest[i]));
      // Equal values: the later fact, which is the fresher.
      if (!taken[i] && (best == facts.size() || value >= best_value)) {
        best = i;
        best_value = value;
      }
    }
    taken[best] = true;
    chosen.push_back(best);
    size += facts[best].text.size() + 1;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (!taken[i]) likest[i] = std::max(likest[i], likeness(facts[i], facts[best]));
    }
  }
  return chosen;
}

}  // namespace pyramid::engine::builtin::writing
