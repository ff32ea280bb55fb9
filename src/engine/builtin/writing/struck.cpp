#include "engine/builtin/writing/struck.hpp"

#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/rated.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

namespace pyramid::engine::builtin::writing {

namespace {

// Beyond these all pairs would take too long; sentences of one fact have to do.
constexpr std::size_t kMostPaired = 200;

}  // namespace

std::vector<Telling> prose_tellings(const Style& style) {
  const auto telling = [](const Style& with) {
    return [with](std::span<const Fact> told) -> std::string {
      if (told.size() == 2 && !reads_on(told[0], told[1], with)) return {};
      return compose(told, with);
    };
  };
  Style plain = style;
  plain.lead_ins = false;
  Style behind = style;
  behind.goes_on = true;
  Style plain_behind = plain;
  plain_behind.goes_on = true;
  return {telling(style), telling(plain), telling(behind), telling(plain_behind)};
}

std::vector<Telling> summary_tellings() {
  std::vector<Telling> all;
  for (const bool aged : {false, true}) {
    all.emplace_back([aged](std::span<const Fact> told) {
      return told.size() == 1 ? rated_line(told[0], aged) : std::string();
    });
  }
  for (const Grain grain : {Grain::kDay, Grain::kMonthPart, Grain::kMonth}) {
    Style style;
    style.lead_ins = true;
    style.emphasis = true;
    style.grain = grain;
    std::vector<Telling> some = prose_tellings(style);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

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
