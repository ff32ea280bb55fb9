#include "base/text.hpp"
#include "engine/builtin/noting/telling.hpp"
#include "engine/builtin/writing.hpp"
#include "engine/builtin/writing/age.hpp"
#include "engine/builtin/writing/alone.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/overriding.hpp"
#include "engine/builtin/writing/overruled.hpp"
#include "engine/builtin/writing/past_plans.hpp"
#include "engine/builtin/writing/prose.hpp"
#include "engine/builtin/writing/selection.hpp"
#include "engine/builtin/writing/standing.hpp"
#include "engine/builtin/writing/struck.hpp"
#include "engine/builtin/writing/topics.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::engine::builtin {
namespace {

using writing::Fact;
using writing::Grain;
using writing::Style;

// How a section tells.
struct Manner {
  bool back = false;   // with when it was noted
  bool alone = false;  // quotations without their speaker
};

constexpr Style kStyle = {.first_person = true, .lead_ins = false, .grain = Grain::kMonth};

// The sections that reach far back, where a fact without a date tells when it was noted.
bool reaches_back(std::string_view section) {
  return section.ends_with("this-year") || section.ends_with("earlier");
}

// "I will remind the user to call on 11 May" says nothing once that day is over: what was promised
// for a day before the newest of the sources goes, unless nothing else is there to tell.
void drop_expired_promises(std::vector<Fact>& facts, LocalTime newest) {
  const auto expired = [&](const Fact& fact) {
    if (fact.subject != "Assistant" || fact.verb != "will") return false;
    const auto day = writing::last_date_in(fact.text);
    return day && *day < date_of(newest);
  };
  if (!std::all_of(facts.begin(), facts.end(), expired)) std::erase_if(facts, expired);
}

// Facts that belong together, in order of time.
struct Group {
  std::string topic;
  std::vector<std::size_t> facts;
  std::map<std::size_t, int> themes;  // how many of its facts each theme has

  // The theme of most of them, the first of equals.
  [[nodiscard]] std::size_t theme() const {
    return std::max_element(themes.begin(), themes.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
  }
};

// Groups stand in the order of the themes, then of time: a new fact then moves no other, and the
// section's history reads well.
std::vector<Group> group_by_topic(const std::vector<Fact>& facts) {
  const std::vector<writing::Topic> topics = writing::topics_of(facts);
  std::vector<Group> groups;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return !topics[i].name.empty() && group.topic == topics[i].name;
    });
    if (found == groups.end()) {
      found = groups.insert(groups.end(), Group{topics[i].name, {}, {}});
    }
    found->facts.push_back(i);
    ++found->themes[topics[i].theme];
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.theme() < b.theme(); });
  return groups;
}

// Whether all that is quoted is said by whom the section is about.
bool speaks_alone(const std::vector<Fact>& facts, const std::vector<std::string>& speakers) {
  return std::all_of(facts.begin(), facts.end(), [&](const Fact& fact) {
    const std::string name = speaker_quoted(fact.text);
    return name.empty() || std::find(speakers.begin(), speakers.end(), name) != speakers.end();
  });
}

// "May 2025" where the fact says no time itself and the section asks for one.
std::string noted(const Fact& fact, const Manner& manner) {
  return manner.back ? writing::month_noted(fact) : std::string();
}

// One fact, or two that read on, as a bullet's sentence.
std::string bullet(std::span<const Fact> told, const Manner& manner) {
  std::string sentence = writing::compose(told, kStyle);
  if (manner.alone) sentence = without_speaker(sentence);
  return writing::with_age(std::move(sentence), noted(told[0], manner));
}

// With and without when it was noted and its speaker, and before and after its day: a fact may have
// stood in another section before; or in a summary.
std::vector<writing::Telling> tellings(Date day) {
  const auto telling = [](const Manner& manner) {
    return [manner](std::span<const Fact> told) -> std::string {
      if (told.size() == 2 && !writing::reads_on(told[0], told[1], kStyle)) return {};
      return bullet(told, manner);
    };
  };
  const auto after = [day](const writing::Telling& before) {
    return [day, before](std::span<const Fact> told) {
      return before(writing::told_after(told, day));
    };
  };
  std::vector<writing::Telling> all = {telling({.back = false, .alone = true})};
  for (const bool back : {false, true}) {
    all.push_back(telling({.back = back, .alone = false}));
    all.push_back(after(all.back()));
  }
  std::vector<writing::Telling> of_summaries = writing::summary_tellings();
  std::move(of_summaries.begin(), of_summaries.end(), std::back_inserter(all));
  return all;
}

// One bullet a sentence; `chosen` says which facts stand.
std::string bullets(const std::vector<Fact>& facts, const std::vector<Group>& groups,
                    const std::vector<bool>& chosen, const Manner& manner) {
  std::string out;
  for (const Group& group : groups) {
    std::vector<Fact> told;
    for (const std::size_t i : group.facts) {
      if (chosen[i]) told.push_back(facts[i]);
    }
    for (std::size_t i = 0; i < told.size();) {
      const bool both = i + 1 < told.size() &&
                        noted(told[i + 1], manner) == noted(told[i], manner) &&
                        writing::reads_on(told[i], told[i + 1], kStyle);
      const std::size_t count = both ? 2 : 1;
      if (!out.empty()) out += '\n';
      out += "- " + bullet(std::span(told).subspan(i, count), manner);
      i += count;
    }
  }
  return out;
}

// A fact that weighs less than this part of the heaviest is not worth the room.
constexpr double kWorth = 0.5;

std::string section_text(const std::vector<Fact>& facts, const SynthesiseRequest& request,
                         std::size_t budget, Date day) {
  const Manner manner{.back = reaches_back(request.section),
                      .alone = speaks_alone(facts, request.speakers)};
  if (facts.empty()) return {};
  std::vector<double> weights = writing::weights_of(facts);
  // The newest of equally weighty facts first.
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] += 0.4 * static_cast<double>(i + 1) / static_cast<double>(weights.size());
  }
  // What holds whatever its age was chosen already.
  const double worth = request.section == "always" ? 0 : kWorth;
  const double least = worth * *std::max_element(weights.begin(), weights.end());
  const std::vector<double> standing = writing::standing_of(facts, day);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += standing[i];
  const std::vector<Group> groups = group_by_topic(facts);
  const std::vector<Fact> told = writing::told_after(facts, day);
  const std::vector<std::size_t> ranked = writing::pick(facts, weights, budget * 5 / 4);
  std::vector<bool> chosen(facts.size());
  std::string text;
  for (const std::size_t i : ranked) {
    if (weights[i] < least && !facts[i].by_hand) continue;
    chosen[i] = true;
    std::string longer = bullets(told, groups, chosen, manner);
    if (longer.size() <= budget) {
      text = std::move(longer);
    } else {
      chosen[i] = false;
    }
  }
  if (!text.empty() || budget < 3) return text;
  return "- " + writing::compose_within(told[ranked[0]], kStyle, budget - 2);
}

}  // namespace

Result<std::string> synthesise(const SynthesiseRequest& request) {
  const std::string kept(trim(request.kept));
  std::vector<Fact> facts = writing::facts_of(request.sources, true);
  writing::drop_repeated(facts);
  writing::drop_replaced(facts, false);
  // By a source that is dated in the future nothing is over yet.
  const LocalTime newest = std::min(writing::newest_of(request.sources), request.now);
  const Date day = writing::day_of_reading(newest, request.section);
  writing::drop_struck(facts, request.struck, tellings(day));
  const std::string kept_whole =
      request.speakers.empty() ? kept : with_speaker(kept, request.speakers.front());
  writing::drop_said(facts, kept_whole);
  writing::drop_said(facts, request.told_elsewhere);
  if (!request.struck.empty()) {
    writing::drop_overruled(facts, kept_whole + "\n" + request.own_elsewhere);
  }
  writing::drop_elliptical(facts);
  if (!request.sources.empty()) drop_expired_promises(facts, newest);
  if (kept.empty()) return section_text(facts, request, request.budget, day);
  const bool list = split_lines(kept).back().starts_with("- ");
  const std::size_t used = kept.size() + 2;
  const std::size_t rest = request.budget > used ? request.budget - used : 0;
  const std::string text = rest < 80 ? std::string() : section_text(facts, request, rest, day);
  return text.empty() ? kept : kept + (list ? "\n" : "\n\n") + text;
}

}  // namespace pyramid::engine::builtin
