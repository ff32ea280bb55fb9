#include "plan/plan.hpp"

#include "plan/fact_index.hpp"
#include "plan/room.hpp"
#include "plan/standing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace pyramid::plan {

namespace {

constexpr std::array<std::string_view, 2> kMarks = {kStrictMark, kBuiltinMark};

Digest digest_of_items(std::span<const CoverItem> items) {
  std::string buffer;
  InputsHasher hasher(buffer);
  for (const CoverItem& item : items) hasher.add(item.id, item.digest);
  return hasher.finish();
}

const SectionFact* find_section(const ModelFact* home, std::string_view name) {
  if (home == nullptr) return nullptr;
  for (const SectionFact& section : home->sections) {
    if (section.name == name) return &section;
  }
  return nullptr;
}

// A section, what it is made of, and the room that it has.
struct Cut {
  Part part;
  std::vector<CoverItem> items;
};

// Those of a model on that day, the newest first.
std::vector<Cut> cuts_of(std::string_view model, std::span<const CoverItem> cover,
                         const Today& day) {
  std::vector<Cut> cuts;
  for (const std::string_view name : section_names()) cuts.push_back({{model, name}, {}});
  const auto names = section_names();
  for (const CoverItem& item : cover) {
    const auto at = std::find(names.begin(), names.end(), section_of(item.end, day));
    cuts[static_cast<std::size_t>(at - names.begin())].items.push_back(item);
  }
  return cuts;
}

// What a section is made from; where others decide on its room, that too.
Digest in_room(const Digest& items, std::int64_t room) {
  return Hasher().field(to_hex(items)).field(room).finish();
}
Digest inputs_of(const Cut& cut) {
  const Digest inputs = digest_of_items(cut.items);
  return cut.part.is_short() ? in_room(inputs, cut.part.room) : inputs;
}

// Whether a section is recorded as made from these items, in whatever room.
bool is_made_of(const Digest& recorded, const Cut& cut) {
  const Digest items = digest_of_items(cut.items);
  if (recorded == items) return true;
  const std::int64_t wants = wanted_by(cut.part.section, cut.items);
  if (wants <= cut.part.share) return false;
  if (recorded == in_room(items, cut.part.share)) return true;
  for (std::int64_t room = step_up(1); room < wants; room = step_up(room + 1)) {
    if (recorded == in_room(items, room)) return true;
  }
  return false;
}

// Whether the sections are recorded just as this cover would be cut on that day.
bool is_cut_of(std::string_view model, std::span<const CoverItem> cover, const Today& day,
               const ModelFact& home, const FactIndex& facts, const Rules& rules) {
  std::vector<Cut> cuts = cuts_of(model, cover, day);
  return std::all_of(cuts.begin(), cuts.end(), [&](Cut& cut) {
    const std::string_view section = cut.part.section;
    const SectionFact* record = find_section(&home, section_record_name(model, section, rules));
    if (record == nullptr || cut.items.empty()) return record == nullptr && cut.items.empty();
    cut.part.share = share_of(facts, rules, model, section);
    return is_made_of(record->inputs, cut);
  });
}

// How many days back the plan looks for the day on which the sections were written.
constexpr int kDaysBack = 62;

class Planner {
 public:
  Planner(const FactIndex& facts, const Rules& rules, Time now,
          const std::optional<Refresh>& refresh, const Introductions& introductions)
      : facts_(facts),
        rules_(rules),
        refresh_(refresh),
        introductions_(introductions),
        now_(now),
        today_(now, rules.zone) {
    plan_.grouping = group(facts_, rules, now);
    if (rules_.is_base(kUser)) always_ = standing_facts(facts_, rules_);
    FactIndex::Numbers told;  // on the page of the base models; others have pages of their own
    std::copy_if(always_.begin(), always_.end(), std::back_inserter(told), [&](auto number) {
      return rules_.is_base(facts_.model_name(facts_.standing(number).model));
    });
    cover_.emplace(facts_, plan_.grouping, told);
    plan_.covers = cover_->of_all(today_);
  }

  Plan run() {
    plan_.removals = plan_.grouping.removals;
    for (Group& group : plan_.grouping.groups) {
      if (!group.orphan) {
        plan_summary(group);
        continue;
      }
      group.releases = group.releases || !is_own_statement(facts_.summary(group.number));
      if (!group.releases) continue;
      plan_.releases.push_back(group.id);
      rewritten_.insert(group.id);
    }
    // Homes that have no items any more may still have sections to lose.
    std::set<std::string_view> homes;
    for (const auto& [model, home] : facts_.homes) homes.insert(model);
    plan_.models = rules_.base_models;
    for (const auto& [model, items] : plan_.covers) {
      homes.insert(model);
      if (!rules_.is_base(model)) plan_.models.push_back(model);
    }
    plan_memory();
    for (const std::string_view model : homes) {
      if (rules_.is_base(model)) continue;
      std::vector<Cut> cuts = cuts_of(model, cover_of(model), today_);
      share_out(cuts);
      plan_sections(model, cuts);
    }
    Covers tops = cover_->tops();
    for (const std::string_view model : homes) {
      if (!rules_.is_base(model)) plan_description(std::string(model), tops);
    }
    return std::move(plan_);
  }

 private:
  void plan_summary(const Group& group) {
    const FactIndex::Summary* fact = group.exists ? &facts_.summary(group.number) : nullptr;
    const bool certain = group.tier == 0 || !reads_rewritten(group);
    // Nearly always the file lists its sources as they are to be, and the digest is known.
    const bool in_order = group.as_listed || (fact != nullptr && lists_in_order(*fact, group));
    const Digest inputs = in_order ? fact->listed : inputs_of(group);
    const std::optional<Reason> reason = why_dirty(group, fact, in_order, inputs, certain);
    if (!reason) return;
    rewritten_.insert(group.id);
    plan_.summaries.push_back({group, inputs, *reason});
    plan_.summaries.back().group.sources = sources_of(facts_, group);
  }

  [[nodiscard]] bool reads_rewritten(const Group& group) const {
    if (rewritten_.empty()) return false;
    const std::vector<Ulid> sources = sources_of(facts_, group);
    return std::any_of(sources.begin(), sources.end(),
                       [&](const Ulid& source) { return rewritten_.contains(source); });
  }

  [[nodiscard]] Digest inputs_of(const Group& group) {
    InputsHasher hasher(buffer_);
    for (std::size_t i = 0; i < group.sources.size(); ++i) {
      hasher.add(group.sources[i], digest_of_source(group, i));
    }
    return hasher.finish();
  }

  [[nodiscard]] Digest digest_of_source(const Group& group, std::size_t source) const {
    if (group.tier == 0) return facts_.observation(group.source_at[source]).digest;
    const FactIndex::Summary* known = facts_.find_summary(group.sources[source]);
    return known != nullptr ? known->digest : Digest{};
  }

  [[nodiscard]] std::optional<Reason> why_dirty(const Group& group, const FactIndex::Summary* fact,
                                                bool in_order, const Digest& inputs,
                                                bool certain) const {
    if (fact == nullptr) return Reason::kNew;
    if (!fact->inputs) return Reason::kNoInputs;
    if (facts_.model_name(fact->model) != group.model || fact->tier != group.tier ||
        fact->policy != rules_.policy ||
        !(in_order || lists(*fact, group) || (!certain && lacks_only_new(*fact, group)))) {
      return Reason::kSourcesChanged;
    }
    if (certain && *fact->inputs != inputs) return Reason::kSourcesChanged;
    if (is_outdated(group.model, fact->made_by, &Writers::summary)) return Reason::kOutdated;
    if (!certain) return Reason::kSourcesRewritten;
    const bool stated =
        fact->start == group.start && fact->end == group.end && fact->count == group.count;
    return stated ? std::nullopt : std::optional(Reason::kMisstated);
  }

  // Whether a text is to be written again for having been written otherwise.
  [[nodiscard]] bool is_outdated(std::string_view model, std::string_view made_by,
                                 std::string Writers::* writer) const {
    if (!refresh_ || (!refresh_->model.empty() && refresh_->model != model)) return false;
    return !is_by(made_by, refresh_->writers.*writer);
  }

  [[nodiscard]] bool lists_in_order(const FactIndex::Summary& fact, const Group& group) const {
    if (fact.tier != group.tier) return false;
    if (group.tier == 0) return fact.sources == group.source_at;
    return std::equal(
        fact.sources.begin(), fact.sources.end(), group.sources.begin(), group.sources.end(),
        [&](FactIndex::Number source, const Ulid& id) { return facts_.summary(source).id == id; });
  }

  // Whether what the file does not link is not written yet: its link may be there already, as of a
  // summary that was deleted and is made again.
  [[nodiscard]] bool lacks_only_new(const FactIndex::Summary& fact, Group group) const {
    std::erase_if(group.sources,
                  [&](const Ulid& id) { return facts_.find_summary(id) == nullptr; });
    return lists(fact, group);
  }

  // Whether the file links just these sources, in any order.
  [[nodiscard]] bool lists(const FactIndex::Summary& fact, const Group& group) const {
    std::vector<Ulid> listed;
    listed.reserve(fact.sources.size());
    for (const FactIndex::Number source : fact.sources) {
      listed.push_back(fact.tier == 0 ? facts_.observation(source).id : facts_.summary(source).id);
    }
    std::vector<Ulid> wanted = group.sources;
    std::sort(listed.begin(), listed.end());
    std::sort(wanted.begin(), wanted.end());
    return listed == wanted;
  }

  [[nodiscard]] CoverItem item_of(FactIndex::Number number) const {
    const FactIndex::Observation& fact = facts_.observation(number);
    CoverItem item{fact.id, false, fact.at, fact.at, fact.digest};
    item.bytes = fact.bytes;
    return item;
  }

  // What holds whatever its age, which stands in a section of its own.
  [[nodiscard]] Cut always() const {
    Cut cut{{kUser, kAlwaysSection}, {}};
    for (const FactIndex::Number number : always_) cut.items.push_back(item_of(number));
    std::sort(cut.items.begin(), cut.items.end(), [](const CoverItem& a, const CoverItem& b) {
      return a.end != b.end ? a.end < b.end : a.id < b.id;
    });
    return cut;
  }

  [[nodiscard]] std::span<const CoverItem> cover_of(std::string_view model) const {
    const auto items = plan_.covers.find(std::string(model));
    return items == plan_.covers.end() ? std::span<const CoverItem>() : items->second;
  }

  // Those of one file.
  void share_out(std::span<Cut> cuts) {
    std::vector<Part> parts;
    for (Cut& cut : cuts) {
      cut.part.wants = wanted_by(cut.part.section, cut.items);
      parts.push_back(cut.part);
    }
    plan::share_out(facts_, rules_, parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      cuts[i].part = parts[i];
      if (parts[i].wants == 0) continue;
      plan_.rooms.emplace(std::pair(parts[i].model, parts[i].section), parts[i].room);
    }
  }

  // The sections of MEMORY.md, which share one length.
  void plan_memory() {
    std::vector<Cut> cuts;
    if (rules_.is_base(kUser)) cuts.push_back(always());
    const std::size_t first = cuts.size();
    for (const std::string& model : rules_.base_models) {
      for (Cut& cut : cuts_of(model, cover_of(model), today_)) cuts.push_back(std::move(cut));
    }
    share_out(cuts);
    if (first > 0) plan_section(cuts.front(), home_of(kUser));
    const std::size_t each = section_names().size();
    for (std::size_t i = 0; i < rules_.base_models.size(); ++i) {
      plan_sections(rules_.base_models[i], std::span(cuts).subspan(first + i * each, each));
    }
  }

  void plan_sections(std::string_view model, std::span<Cut> cuts) {
    const ModelFact* recorded = home_of(std::string(model));
    const std::size_t from = plan_.sections.size();
    for (Cut& cut : cuts) plan_section(cut, recorded);
    const std::span<SectionTask> tasks = std::span(plan_.sections).subspan(from);
    const auto may_be_time = [](const SectionTask& task) {
      return task.reason == Reason::kNew || task.reason == Reason::kSourcesChanged;
    };
    if (recorded == nullptr || std::none_of(tasks.begin(), tasks.end(), may_be_time)) return;
    if (!only_time_passed(*recorded)) return;
    for (SectionTask& task : tasks) {
      if (may_be_time(task)) task.reason = Reason::kTimePassed;
    }
  }

  [[nodiscard]] const ModelFact* home_of(const std::string& model) const {
    const auto home = facts_.homes.find(model);
    return home == facts_.homes.end() ? nullptr : &home->second;
  }

  // Whether the same sources on an earlier day give the sections as they are recorded.
  [[nodiscard]] bool only_time_passed(const ModelFact& home) const {
    for (int days = 1; days <= kDaysBack; ++days) {
      const Today day(Time{now_.seconds - days * kSecondsPerDay}, rules_.zone);
      if (is_cut_of(home.name, cover_->of(home.name, day), day, home, facts_, rules_)) return true;
    }
    return false;
  }

  // Of a model that has lost its last source the description goes.
  void plan_description(const std::string& model, Covers& tops) {
    std::vector<CoverItem> items;
    if (const auto top = tops.find(model); top != tops.end()) items = std::move(top->second);
    const auto introduced = introductions_.find(model);
    if (!items.empty() && introduced != introductions_.end()) {
      std::vector<CoverItem> first;
      for (const FactIndex::Number number : introduced->second) first.push_back(item_of(number));
      items.insert(items.begin(), first.begin(), first.end());
    }
    const ModelFact* recorded = home_of(model);
    SectionTask task{model, "description", {}, digest_of_items(items), Reason::kNew};
    const auto reason =
        why_dirty(find_section(recorded, task.name), items, task, &Writers::description);
    if (!reason) return;
    task.reason = *reason;
    task.items = std::move(items);
    plan_.descriptions.push_back(std::move(task));
  }

  void plan_section(Cut& cut, const ModelFact* recorded) {
    SectionTask task;
    task.model = cut.part.model;
    task.name = section_record_name(task.model, cut.part.section, rules_);
    task.inputs = plan::inputs_of(cut);
    task.room = cut.part.room;
    const SectionFact* record = find_section(recorded, task.name);
    const auto reason = why_dirty(record, cut.items, task, &Writers::section);
    if (!reason) return;
    task.reason = *reason;
    const bool other_room = record != nullptr && record->inputs != task.inputs &&
                            !cut.items.empty() && is_made_of(record->inputs, cut);
    if (other_room) task.reason = Reason::kRoomChanged;
    task.items = std::move(cut.items);
    plan_.sections.push_back(std::move(task));
  }

  // A person's words whose sources are gone, recorded as made from nothing.
  static bool is_own_statement(const FactIndex::Summary& fact) {
    return fact.inputs == inputs_digest({}) && fact.count == 0;
  }
  static bool is_own_statement(const SectionFact& fact, const Digest& nothing) {
    return fact.present && fact.inputs == nothing && fact.text != fact.output;
  }

  [[nodiscard]] std::optional<Reason> why_dirty(const SectionFact* fact,
                                                std::span<const CoverItem> items,
                                                const SectionTask& task,
                                                std::string Writers::* writer) const {
    if (items.empty()) {
      const bool stands = fact == nullptr || is_own_statement(*fact, task.inputs);
      return stands ? std::nullopt : std::optional(Reason::kSourcesChanged);
    }
    if (fact == nullptr) return Reason::kNew;
    if (!fact->present) return Reason::kMissing;
    if (fact->inputs == Digest{}) return Reason::kNoInputs;
    if (fact->inputs != task.inputs) {
      return lacks_only_new(*fact, items) ? Reason::kSourcesRewritten : Reason::kSourcesChanged;
    }
    if (is_outdated(task.model, fact->made_by, writer)) return Reason::kOutdated;
    const bool rewritten = std::any_of(items.begin(), items.end(), [&](const CoverItem& item) {
      return rewritten_.contains(item.id);
    });
    if (rewritten) return Reason::kSourcesRewritten;
    return is_linked(*fact, items) ? std::nullopt : std::optional(Reason::kMislinked);
  }

  // Whether its `From` lines lead to what it is made from.
  static bool is_linked(const SectionFact& fact, std::span<const CoverItem> items) {
    return links_just(fact, items, [](const CoverItem&) { return true; });
  }

  // Whether what they do not lead to is not written yet, as with summaries.
  [[nodiscard]] bool lacks_only_new(const SectionFact& fact,
                                    std::span<const CoverItem> items) const {
    const auto is_there = [&](const CoverItem& item) {
      return !rewritten_.contains(item.id) || facts_.find_summary(item.id) != nullptr;
    };
    return !std::all_of(items.begin(), items.end(), is_there) && links_just(fact, items, is_there);
  }

  // Whether they lead to these, and nowhere in the place of those that are not there.
  static bool links_just(const SectionFact& fact, std::span<const CoverItem> items,
                         const std::function<bool(const CoverItem&)>& is_there) {
    if (!fact.from) return true;
    std::vector<Ulid> ids;
    ids.reserve(items.size());
    for (const CoverItem& item : items) ids.push_back(is_there(item) ? item.id : Ulid{});
    return *fact.from == links_digest(ids);
  }

  const FactIndex& facts_;
  const Rules& rules_;
  const std::optional<Refresh>& refresh_;
  const Introductions& introductions_;
  Time now_;
  Today today_;
  FactIndex::Numbers always_;
  std::optional<CoverMaker> cover_;
  std::unordered_set<Ulid> rewritten_;  // summaries planned so far
  std::string buffer_;
  Plan plan_;
};

}  // namespace

const char* describe(Reason reason) {
  switch (reason) {
    case Reason::kNew:
      return "not written yet";
    case Reason::kSourcesChanged:
      return "its sources changed";
    case Reason::kSourcesRewritten:
      return "its sources are rewritten first";
    case Reason::kRoomChanged:
      return "its file has other room for it";
    case Reason::kNoInputs:
      return "nothing says what it was made from";
    case Reason::kMisstated:
      return "its start, end or count is not that of its sources";
    case Reason::kMissing:
      return "it is gone from its file";
    case Reason::kMislinked:
      return "its From lines do not name its sources";
    case Reason::kTimePassed:
      return "time moved its sources to another section";
    case Reason::kTakesUp:
      return "it takes up your words from a section that ends";
    case Reason::kOutdated:
      return "another engine or recipe wrote it";
  }
  return "";
}

std::string describe(const SectionTask& task) {
  if (!task.items.empty()) return describe(task.reason);
  const bool moved_on = task.reason == Reason::kTimePassed;
  return std::string("it goes: ") + (moved_on ? describe(task.reason) : "no source is left");
}

Digest inputs_digest(const std::vector<std::pair<Ulid, Digest>>& sources) {
  std::string buffer;
  InputsHasher hasher(buffer);
  for (const auto& [id, digest] : sources) hasher.add(id, digest);
  return hasher.finish();
}

Digest links_digest(const std::vector<Ulid>& ids) {
  std::string buffer;
  InputsHasher hasher(buffer);
  for (const Ulid& id : ids) hasher.add(id, {});
  return hasher.finish();
}

std::string section_prefix(std::string_view model, const Rules& rules) {
  if (!rules.is_base(model)) return {};
  return (model == "assistant" ? "self" : std::string(model)) + "/";
}

std::string section_record_name(std::string_view model, std::string_view section,
                                const Rules& rules) {
  return section_prefix(model, rules).append(section);
}

std::optional<Time> next_change(const FactIndex& facts, const Rules& rules, const Plan& plan,
                                Time now) {
  const std::optional<Time> sections = next_section_change(plan.covers, Today(now, rules.zone));
  const std::optional<Time> groups = next_group_change(facts, rules, now);
  if (!sections || !groups) return sections ? sections : groups;
  return std::min(*sections, *groups);
}

bool is_by(std::string_view made_by, std::string_view writer) {
  const std::size_t engine = writer.find(':');
  if (made_by == writer || engine == std::string_view::npos) return made_by == writer;
  if (!made_by.starts_with(writer.substr(0, engine))) return false;
  const std::string_view rest = made_by.substr(engine);
  return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) {
    return rest.starts_with(mark) && rest.substr(mark.size()) == writer.substr(engine);
  });
}

Plan make_plan(const FactIndex& facts, const Rules& rules, Time now,
               const std::optional<Refresh>& refresh, const Introductions& introductions) {
  return Planner(facts, rules, now, refresh, introductions).run();
}

}  // namespace pyramid::plan
