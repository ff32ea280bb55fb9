// The plan: what a sync will create, rewrite and remove, in which order, and why.
//
// make_plan() is a pure function of the facts, the rules and now. Executing it is
// src/ops/sync/sync.cpp: it writes the summaries of the lowest dirty tier, puts their new facts
// into the index and asks again, so that a summary whose text came out the same stops the wave
// (early cut-off).
#pragma once

#include "plan/fact_index.hpp"
#include "plan/grouping.hpp"
#include "plan/inputs.hpp"
#include "plan/sections.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::plan {

enum class Reason {
  kNew,               // not written yet
  kSourcesChanged,    // what it would read now has another digest, or is linked otherwise
  kSourcesRewritten,  // a summary that it reads is in this plan too: it may turn out clean
  kRoomChanged,       // it would be of another length: settings, a person's words, other sections
  kNoInputs,          // the file does not say what it was made from
  kMisstated,         // only its start, end or count are not those of its sources: the text stands
  kMissing,           // recorded but gone from its file
  kMislinked,         // only its `From` lines are not those of its sources: the text stands
  kTimePassed,        // the same items as before, cut into sections by another day
  kTakesUp,           // words of a person's come from a section that ends; not planned here
  kOutdated,          // only when asked to refresh: another engine or recipe wrote it
};
const char* describe(Reason reason);

struct SummaryTask {
  Group group;
  Digest inputs;  // to be recorded
  Reason reason = Reason::kNew;
};

struct SectionTask {
  std::string model;
  std::string name;              // SectionRecord name, "user/this-week" or "this-week"
  std::vector<CoverItem> items;  // empty: the section goes
  Digest inputs;
  Reason reason = Reason::kNew;
  std::int64_t room = 0;  // bytes, of a section
};

std::string describe(const SectionTask& task);

struct Plan {
  // Dirty summaries, tier by tier. Those of the lowest tier can be written at once, in any order;
  // those above are certain to be looked at but may turn out clean (kSourcesRewritten).
  std::vector<SummaryTask> summaries;
  std::vector<Removal> removals;
  // Orphans whose files still list sources that are not theirs any more, or hold a text that was
  // made from them. Of the text the person's words stay, recorded as made from nothing; the links
  // go, or the next plan might hand the sources back.
  std::vector<Ulid> releases;
  std::vector<SectionTask> sections;  // valid once `summaries` is empty; before that, an estimate
  std::vector<std::string> models;  // every model that has an item, base models first, then by name
  // Models whose one-sentence description is out of date: of what introduces the model, and the
  // summaries of the highest tier, whatever the time; without items: it goes. Valid when `sections`
  // is.
  std::vector<SectionTask> descriptions;
  Covers covers;
  // Bytes for each section that has items, by model and section ("this-week").
  std::map<std::pair<std::string, std::string>, std::int64_t> rooms;
  Grouping grouping;
  [[nodiscard]] bool empty() const {
    return summaries.empty() && removals.empty() && releases.empty() && sections.empty() &&
           descriptions.empty();
  }
};

// What stands before the names of a base model's sections: "user/"; the assistant's is "self/",
// other models have none.
std::string section_prefix(std::string_view model, const Rules& rules);
// "user" and "last-3-days" -> "user/last-3-days"; other models: the bare section name.
std::string section_record_name(std::string_view model, std::string_view section,
                                const Rules& rules);

// What would write each sort of text now, as files record it: "builtin:summarize/1".
struct Writers {
  std::string summary, section, description;
};
// Behind an engine's name where its first answer was of no use: a stricter question's answer, and
// the rules' text in its place.
inline constexpr std::string_view kStrictMark = "+strict";
inline constexpr std::string_view kBuiltinMark = "+builtin";
// Whether a text is the writer's, or stands where the writer's was of no use: asked again, that
// writer would come to no other end.
bool is_by(std::string_view made_by, std::string_view writer);

// A request to write again what others wrote, though nothing that it reads has changed. A new
// prompt must not cost money unasked, so a plan without one leaves such texts alone.
struct Refresh {
  Writers writers;
  std::string model;  // of this one alone; "" = of all
};

// Facts of the base models that hold for good and name another model: they may say who it is to the
// user ("our daughter Mia"). By that model, the oldest first.
using Introductions = std::map<std::string, FactIndex::Numbers>;

// A section is dirty when it is not recorded, recorded but not in its file, or recorded with other
// inputs; one that lost its items is a task without items, unless a person's words stand in it and
// it is recorded as made from nothing. An edited section with unchanged inputs stays as it is. The
// record "other-models" is not planned here.
Plan make_plan(const FactIndex& facts, const Rules& rules, Time now,
               const std::optional<Refresh>& refresh = std::nullopt,
               const Introductions& introductions = {});

// The first instant after `now` at which time alone may change a plan that is empty; nullopt:
// never.
std::optional<Time> next_change(const FactIndex& facts, const Rules& rules, const Plan& plan,
                                Time now);

}  // namespace pyramid::plan
