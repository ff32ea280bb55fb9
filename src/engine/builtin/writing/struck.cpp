#include "engine/builtin/writing/struck.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pyramid::engine::builtin::writing {

namespace {

// Beyond these all pairs would take too long; sentences of one fact have to do.
constexpr std::size_t kMostPaired = 200;

}  // namespace

void drop_struck(std::vector<Fact>& facts, const std::vector<format::SentenceMark>& struck,
                 const std::vector<Telling>& tellings) {
  if (struck.empty()) return;
  const auto is_struck = [&](std::span<const Fact> told) {
    return std::any_of(tellings.begin(), tellings.end(), [&](const Telling& telling) {
      const std::string sentence = telling(told);
      return !sentence.empty() &&
             std::find(struck.begin(), struck.end(), format::mark_of(sentence)) != struck.end();
    });
  };
  std::vector<bool> gone(facts.size());
  for (std::size_t i = 0; i < facts.size(); ++i) {
    gone[i] = gone[i] || is_struck(std::span(facts).subspan(i, 1));
    for (std::size_t j = i + 1; j < facts.size() && facts.size() <= kMostPaired; ++j) {
      const std::array<Fact, 2> both = {facts[i], facts[j]};
      if (both[0].subject.empty() || both[0].subject != both[1].subject || !is_struck(both))
        continue;
      gone[i] = gone[j] = true;
    }
  }
  std::size_t at = 0;
  std::erase_if(facts, [&](const Fact&) { return gone[at++]; });
}

}  // namespace pyramid::engine::builtin::writing
