#include "plan/room.hpp"

#include "plan/sections.hpp"
#include "plan/standing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace pyramid::plan {

namespace {

constexpr std::int64_t kSteps = 8;        // in which a person's words take of a file
constexpr std::int64_t kHeading = 60;     // bytes around a section: its heading and its link
constexpr std::int64_t kFramework = 500;  // the rest of the framework: head, title, Notes

// What is left is shared out by hundredths: of MEMORY.md so many go to the index of models and to
// what holds whatever its age, the rest to the sections of time.
constexpr std::int64_t kWhole = 100, kIndex = 27, kAlways = 16;
// Of a page, by section, newest first: what is long over needs more room than the last days.
constexpr std::array<std::int64_t, 6> kShares = {3, 3, 3, 3, 4, 4};

// The user's page tells more than the assistant's.
std::int64_t pages_of(std::string_view model) { return model == kUser ? 2 : 1; }

std::int64_t own_bytes(const FactIndex& facts, std::string_view model) {
  const auto home = facts.homes.find(std::string(model));
  return home == facts.homes.end() ? 0 : home->second.own_bytes;
}

// What is left of a file for what is generated in `sections` sections.
std::int64_t left_of(std::int64_t chars, std::size_t sections, std::int64_t own) {
  const std::int64_t step = chars / kSteps;
  const std::int64_t rest = chars - kFramework - kHeading * static_cast<std::int64_t>(sections);
  return std::max<std::int64_t>(0, rest - std::min(own / step * step, rest / 2));
}

std::int64_t left_of_memory(const Rules& rules, std::int64_t own) {
  const std::size_t sections = rules.base_models.size() * section_names().size() + 2;
  return left_of(rules.memory_chars, sections, own);
}

std::int64_t share_of(std::string_view section) {
  const auto names = section_names();
  const auto at = std::find(names.begin(), names.end(), section);
  return kShares[static_cast<std::size_t>(at - names.begin())];
}

std::int64_t room(const Rules& rules, std::string_view model, std::string_view section,
                  std::int64_t own) {
  std::int64_t shares = 0;  // of one page
  for (const std::int64_t share : kShares) shares += share;
  if (!rules.is_base(model)) {
    const std::int64_t left = left_of(rules.model_chars, kShares.size(), own);
    return std::min(rules.section_chars, left * share_of(section) / shares);
  }
  const std::int64_t left = left_of_memory(rules, own);
  // What holds whatever its age is told once, instead of in each section of time.
  if (section == kAlwaysSection) return std::min(2 * rules.section_chars, left * kAlways / kWhole);
  std::int64_t pages = 0;
  for (const std::string& base : rules.base_models) pages += pages_of(base);
  const std::int64_t rest = left * (kWhole - kIndex - kAlways) / kWhole;
  return std::min(rules.section_chars,
                  rest * pages_of(model) * share_of(section) / (pages * shares));
}

}  // namespace

std::int64_t room_for(const FactIndex& facts, const Rules& rules, std::string_view model,
                      std::string_view section) {
  return room(rules, model, section, own_bytes(facts, model));
}

bool is_usual_room(const FactIndex& facts, const Rules& rules, std::string_view model,
                   std::string_view section) {
  Rules usual = rules;
  usual.memory_chars = Rules().memory_chars;
  usual.model_chars = Rules().model_chars;
  return room(usual, model, section, 0) == room_for(facts, rules, model, section);
}

std::int64_t weight_of(const FactIndex& facts, const std::string& model) {
  constexpr std::int64_t kLittle = 3, kNotJudged = 2;
  const auto known = facts.models().find(model);
  if (known == facts.models().end()) return 0;
  std::int64_t weight = 0;
  for (const FactIndex::Number number : facts.observations_of(known->second)) {
    const std::int64_t importance = facts.observation(number).importance;
    weight += importance == 0 ? kNotJudged : std::max<std::int64_t>(0, importance - kLittle);
  }
  return weight;
}

std::int64_t room_for_index(const FactIndex& facts, const Rules& rules) {
  const std::int64_t own = rules.base_models.empty() ? 0 : own_bytes(facts, rules.base_models[0]);
  return left_of_memory(rules, own) * kIndex / kWhole;
}

}  // namespace pyramid::plan
