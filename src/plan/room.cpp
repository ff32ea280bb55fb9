#include "plan/room.hpp"

#include "plan/sections.hpp"
#include "plan/standing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace pyramid::plan {

namespace {

constexpr std::int64_t kEighths = 8;
constexpr std::int64_t kLeastStep = 128;
constexpr std::int64_t kHeading = 60;     // bytes around a section: its heading and its link
constexpr std::int64_t kFramework = 500;  // the rest of the framework: head, title, Notes

// What is left is shared out by hundredths: of MEMORY.md so many go to the index of models and to
// what holds whatever its age, the rest to the sections of time.
constexpr std::int64_t kWhole = 100, kIndex = 27, kAlways = 16;
// Of a page, by section, newest first: what is long over needs more room than the last days.
constexpr std::array<std::int64_t, 6> kShares = {3, 3, 3, 3, 4, 4};
constexpr std::int64_t kOneOf = 4;  // parts of a file that no section goes beyond at first

constexpr std::int64_t kBullet = 4, kNoted = 16;  // around a sentence; "(noted May 2026)"
constexpr std::int64_t kSentence = 75;            // of a summary
constexpr std::int64_t kLeast = 256;              // for a section, however little there is to tell
constexpr std::int64_t kModelLine = 150;          // of the index
constexpr std::size_t kFewModels = 4;

// The user's page tells more than the assistant's.
std::int64_t pages_of(std::string_view model) { return model == kUser ? 2 : 1; }

std::int64_t own_bytes(const FactIndex& facts, std::string_view model) {
  const auto home = facts.homes.find(std::string(model));
  return home == facts.homes.end() ? 0 : home->second.own_bytes;
}

// What is left of a file for what is generated in `sections` sections.
std::int64_t left_of(std::int64_t chars, std::size_t sections, std::int64_t own) {
  const std::int64_t step = chars / kEighths;
  const std::int64_t rest = chars - kFramework - kHeading * static_cast<std::int64_t>(sections);
  return std::max<std::int64_t>(0, rest - std::min(own / step * step, rest / 2));
}

std::int64_t left_of(const FactIndex& facts, const Rules& rules, std::string_view model) {
  const std::int64_t own = own_bytes(facts, model);
  if (!rules.is_base(model)) return left_of(rules.model_chars, kShares.size(), own);
  return left_of(rules.memory_chars, rules.base_models.size() * kShares.size() + 2, own);
}

std::int64_t share_of(std::string_view section) {
  const auto names = section_names();
  const auto at = std::find(names.begin(), names.end(), section);
  return kShares[static_cast<std::size_t>(at - names.begin())];
}

// What holds whatever its age is told once, instead of in each section of time.
std::int64_t most_for(const Rules& rules, std::string_view section) {
  return (section == kAlwaysSection ? 2 : 1) * rules.section_chars;
}

// The place of a section among those that get what others leave.
int turn_of(const Part& part) {
  if (part.section == kAlwaysSection) return 0;
  return part.model == kUser ? 1 : 2;
}

std::int64_t step_at(std::int64_t bytes) {
  const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(1, bytes));
  return std::max(kLeastStep, static_cast<std::int64_t>(std::bit_floor(size)) / kEighths);
}

}  // namespace

std::int64_t step_down(std::int64_t bytes) { return bytes / step_at(bytes) * step_at(bytes); }

std::int64_t step_up(std::int64_t bytes) {
  const std::int64_t step = step_at(bytes);
  return (bytes + step - 1) / step * step;
}

std::int64_t wanted_by(std::string_view section, std::span<const CoverItem> items) {
  if (items.empty()) return 0;
  const bool reaches_back = section == "this-year" || section == "earlier";
  const std::int64_t around = kBullet + (reaches_back ? kNoted : 0);
  std::int64_t bytes = 0;
  for (const CoverItem& item : items) {
    const std::int64_t sentences = item.is_summary ? (item.bytes + kSentence) / kSentence : 1;
    bytes += item.bytes + sentences * around;
  }
  return std::max(kLeast, step_up(bytes));
}

std::int64_t share_of(const FactIndex& facts, const Rules& rules, std::string_view model,
                      std::string_view section) {
  std::int64_t shares = 0;  // of one page
  for (const std::int64_t share : kShares) shares += share;
  const std::int64_t left = left_of(facts, rules, model);
  const std::int64_t most = most_for(rules, section);
  if (!rules.is_base(model)) return std::min(most, left * share_of(section) / shares);
  if (section == kAlwaysSection) return std::min(most, left * kAlways / kWhole);
  std::int64_t pages = 0;
  for (const std::string& base : rules.base_models) pages += pages_of(base);
  const std::int64_t rest = left * (kWhole - kIndex - kAlways) / kWhole;
  return std::min(most, rest * pages_of(model) * share_of(section) / (pages * shares));
}

void share_out(const FactIndex& facts, const Rules& rules, std::span<Part> parts) {
  if (parts.empty()) return;
  const std::string_view home = parts.front().model;
  std::int64_t rest = left_of(facts, rules, home);
  const std::int64_t at_first = step_down(rest / kOneOf);
  if (rules.is_base(home)) rest -= room_for_index(facts, rules);
  std::vector<Part*> in_turn;
  for (Part& part : parts) {
    part.share = share_of(facts, rules, part.model, part.section);
    part.room = std::min(part.wants, part.share);
    rest -= part.room;
    in_turn.push_back(&part);
  }
  std::stable_sort(in_turn.begin(), in_turn.end(),
                   [](const Part* a, const Part* b) { return turn_of(*a) < turn_of(*b); });
  for (const bool whole : {false, true}) {
    for (Part* part : in_turn) {
      std::int64_t most = std::min(part->wants, most_for(rules, part->section));
      if (!whole) most = std::min(most, at_first);
      if (most <= part->room) continue;
      const bool fits = most - part->room <= rest;
      const std::int64_t room = fits ? most : std::max(part->room, step_down(part->room + rest));
      rest -= room - part->room;
      part->room = room;
      if (!fits) return;
    }
  }
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

// A model that has no home yet gets one when its sections are written.
std::int64_t room_for_index(const FactIndex& facts, const Rules& rules) {
  if (rules.base_models.empty()) return 0;
  std::set<std::string_view> told;
  for (const auto& [name, number] : facts.models()) {
    if (!facts.observations_of(number).empty()) told.insert(name);
  }
  for (const auto& [name, home] : facts.homes) told.insert(name);
  for (const std::string& base : rules.base_models) told.erase(base);
  const auto models = std::clamp(told.size(), kFewModels, kModelsNamed);
  const std::int64_t lines = static_cast<std::int64_t>(models) * kModelLine;
  const std::int64_t left = left_of(facts, rules, rules.base_models.front());
  return std::min(step_up(lines), left * kIndex / kWhole);
}

}  // namespace pyramid::plan
