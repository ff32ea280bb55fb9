#include "plan/plan.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace pyramid::plan {

namespace {

constexpr std::array<std::string_view, 6> kSections = {"last-3-days",  "this-week", "this-month",
                                                       "this-quarter", "this-year", "earlier"};

using Digests = std::unordered_map<Ulid, Digest>;

Digests digests_of(const Facts& facts) {
  Digests digests;
  digests.reserve(facts.observations.size() + facts.summaries.size());
  for (const ObservationFact& one : facts.observations) digests.emplace(one.id, one.digest);
  for (const SummaryFact& one : facts.summaries) digests.emplace(one.id, one.digest);
  return digests;
}

Digest inputs_of(const std::vector<Ulid>& sources, const Digests& digests) {
  std::vector<std::pair<Ulid, Digest>> read;
  read.reserve(sources.size());
  for (const Ulid& id : sources) {
    const auto it = digests.find(id);
    read.emplace_back(id, it == digests.end() ? Digest{} : it->second);
  }
  return inputs_digest(read);
}

// Why a group has to be written, or nothing. `waits`: one of its sources is to be written first.
std::optional<Reason> reason_for(const Group& group, const SummaryFact* fact, const Digest& inputs,
                                 bool waits) {
  if (group.orphan) return std::nullopt;
  if (fact == nullptr) return Reason::kNew;
  if (!fact->inputs) return Reason::kNoInputs;
  const bool spans = fact->start == group.start && fact->end == group.end;
  if (waits || *fact->inputs != inputs || !spans || fact->count != group.count) {
    return Reason::kSourcesChanged;
  }
  return std::nullopt;
}

void plan_summaries(const Facts& facts, Plan& plan) {
  const Digests digests = digests_of(facts);
  std::unordered_map<Ulid, const SummaryFact*> known;
  for (const SummaryFact& one : facts.summaries) known.emplace(one.id, &one);
  std::unordered_set<Ulid> dirty;
  for (const Group& group : plan.grouping.groups) {  // tier by tier
    const auto it = known.find(group.id);
    const SummaryFact* fact = it == known.end() ? nullptr : it->second;
    const bool waits = std::any_of(group.sources.begin(), group.sources.end(),
                                   [&](const Ulid& id) { return dirty.contains(id); });
    const Digest inputs = inputs_of(group.sources, digests);
    const auto reason = reason_for(group, fact, inputs, waits);
    if (!reason) continue;
    dirty.insert(group.id);
    plan.summaries.push_back({group, inputs, *reason});
  }
}

Digest inputs_of(const std::vector<CoverItem>& items) {
  std::vector<std::pair<Ulid, Digest>> read;
  for (const CoverItem& item : items) read.emplace_back(item.id, item.digest);
  return inputs_digest(read);
}

void plan_section(const std::string& model, const std::string& name, std::vector<CoverItem> items,
                  const SectionFact* fact, Plan& plan) {
  if (items.empty()) {
    if (fact != nullptr) {
      plan.sections.push_back({model, name, {}, {}, Reason::kSourcesChanged});
    }
    return;
  }
  const Digest inputs = inputs_of(items);
  Reason reason = Reason::kNew;
  if (fact != nullptr) {
    if (fact->present && fact->inputs == inputs) return;
    reason = fact->present ? Reason::kSourcesChanged : Reason::kMissing;
  }
  plan.sections.push_back({model, name, std::move(items), inputs, reason});
}

void plan_model(const Facts& facts, const std::string& model, Time now, Plan& plan) {
  std::map<std::string, std::vector<CoverItem>> by_section;
  const auto cover = plan.covers.find(model);
  if (cover != plan.covers.end()) {
    for (const CoverItem& item : cover->second) {
      by_section[section_record_name(model, section_of(item.end, now))].push_back(item);
    }
  }
  const auto home = facts.models.find(model);
  std::map<std::string, const SectionFact*> recorded;
  if (home != facts.models.end()) {
    for (const SectionFact& section : home->second.sections) recorded[section.name] = &section;
  }
  for (const std::string_view section : kSections) {
    const std::string name = section_record_name(model, section);
    const auto fact = recorded.find(name);
    plan_section(model, name, std::move(by_section[name]),
                 fact == recorded.end() ? nullptr : fact->second, plan);
  }
}

}  // namespace

const char* describe(Reason reason) {
  switch (reason) {
    case Reason::kNew:
      return "not written yet";
    case Reason::kSourcesChanged:
      return "what it is made from changed";
    case Reason::kNoInputs:
      return "does not say what it was made from";
    case Reason::kMissing:
      break;
  }
  return "is gone from its file";
}

Digest inputs_digest(const std::vector<std::pair<Ulid, Digest>>& sources) {
  Hasher hasher;
  for (const auto& [id, digest] : sources) hasher.field(to_string(id)).field(to_hex(digest));
  return hasher.finish();
}

std::string section_record_name(std::string_view model, std::string_view section) {
  if (model == "assistant") return "self/" + std::string(section);
  if (model == "user") return "user/" + std::string(section);
  return std::string(section);
}

Plan make_plan(const Facts& facts, const Rules& rules, Time now) {
  Plan plan;
  plan.grouping = group(facts, rules);
  plan.removals = plan.grouping.removals;
  plan_summaries(facts, plan);
  plan.covers = covers(facts, plan.grouping);
  plan.models = {"assistant", "user"};
  std::set<std::string> others;
  for (const auto& entry : plan.covers) others.insert(entry.first);
  for (const auto& entry : facts.models) others.insert(entry.first);
  for (const std::string& name : others) {
    if (name != "assistant" && name != "user") plan.models.push_back(name);
  }
  for (const std::string& model : plan.models) plan_model(facts, model, now, plan);
  return plan;
}

}  // namespace pyramid::plan
