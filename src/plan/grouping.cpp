#include "plan/grouping.hpp"

#include "plan/policies.hpp"

#include <algorithm>
#include <tuple>

namespace pyramid::plan {

namespace {

// What a workspace that changed its policy still holds. Summaries of a policy that this program
// does not know are left alone.
void settle_other_policies(const FactIndex& facts, Policy policy, Grouping& grouping) {
  const auto is_other = [&](FactIndex::Number number) {
    const std::optional<Policy> own = facts.summary(number).policy;
    return own && *own != policy;
  };
  if (std::none_of(facts.summaries().begin(), facts.summaries().end(), is_other)) return;
  Leftovers leftovers(facts, grouping);
  for (const FactIndex::Number number : facts.summaries()) {
    if (!is_other(number) || leftovers.is_used(facts.summary(number).id)) continue;
    leftovers.add(facts.summary(number), "it was grouped by another policy");
  }
  leftovers.finish();
}

// Of tier 0 the policies do it.
void place_sources(const FactIndex& facts, Grouping& grouping) {
  grouping.group_of.assign(facts.summary_numbers(), FactIndex::kNone);
  for (std::uint32_t i = 0; i < grouping.groups.size(); ++i) {
    const Group& group = grouping.groups[i];
    if (group.exists) grouping.group_of[group.number] = i;
  }
  const auto has_to_look = [](const Group& group) {
    return group.tier != 0 && !group.sources.empty();
  };
  if (std::none_of(grouping.groups.begin(), grouping.groups.end(), has_to_look)) return;
  IdMap group_at(grouping.groups.size());
  for (std::uint32_t i = 0; i < grouping.groups.size(); ++i) {
    group_at.insert(grouping.groups[i].id, i);
  }
  for (Group& group : grouping.groups) {
    if (!has_to_look(group)) continue;
    group.source_at.reserve(group.sources.size());
    for (const Ulid& source : group.sources) group.source_at.push_back(*group_at.find(source));
  }
}

}  // namespace

std::vector<Ulid> sources_of(const FactIndex& facts, const Group& group) {
  if (!group.as_listed) return group.sources;
  const FactIndex::Summary& file = facts.summary(group.number);
  std::vector<Ulid> ids;
  ids.reserve(file.sources.size());
  for (const FactIndex::Number source : file.sources) {
    ids.push_back(file.tier == 0 ? facts.observation(source).id : facts.summary(source).id);
  }
  return ids;
}

void list_sources(const FactIndex& facts, Grouping& grouping) {
  for (Group& group : grouping.groups) group.sources = sources_of(facts, group);
}

Leftovers::Leftovers(const FactIndex& facts, Grouping& grouping)
    : facts_(facts), grouping_(grouping) {
  for (const Group& group : grouping.groups) {
    ids_.insert(group.id, 0);
    for (const Ulid& source : sources_of(facts, group)) held_.insert(source, 0);
  }
}

void Leftovers::add(const FactIndex::Summary& fact, const char* reason) {
  added_ = true;
  if (!fact.edited) {
    grouping_.removals.push_back({fact.id, reason});
    return;
  }
  Group orphan;
  orphan.id = fact.id;
  orphan.model = facts_.model_name(fact.model);
  orphan.tier = fact.tier;
  orphan.start = fact.start;
  orphan.end = fact.end;
  orphan.exists = orphan.orphan = true;
  orphan.number = facts_.number_of(fact.id);
  orphan.releases =
      std::any_of(fact.sources.begin(), fact.sources.end(), [&](FactIndex::Number source) {
        return held_.contains(fact.tier == 0 ? facts_.observation(source).id
                                             : facts_.summary(source).id);
      });
  grouping_.groups.push_back(std::move(orphan));
}

void Leftovers::finish() {
  if (!added_) return;
  std::sort(grouping_.groups.begin(), grouping_.groups.end(), [](const Group& a, const Group& b) {
    return std::tie(a.tier, a.model, a.start, a.id) < std::tie(b.tier, b.model, b.start, b.id);
  });
  std::sort(grouping_.removals.begin(), grouping_.removals.end(),
            [](const Removal& a, const Removal& b) { return a.id < b.id; });
}

Grouping group(const FactIndex& facts, const Rules& rules, Time now) {
  Grouping grouping = rules.policy == Policy::kCalendar ? calendar_groups(facts, rules, now)
                                                        : count_groups(facts, rules);
  settle_other_policies(facts, rules.policy, grouping);
  place_sources(facts, grouping);
  return grouping;
}

}  // namespace pyramid::plan
