// What must hold after any history: random ones, with fixed seeds.
#include "tests/plan/history.hpp"

#include <tuple>

namespace pyramid::histories_test {

namespace {

using plan::Group;
using plan::Grouping;
using test::check_order_does_not_matter;
using test::check_sync;
using test::dirty_by_hand;
using test::History;
using test::same;
using test::World;

// The sources of one tier and model by time, each with the group that holds it, if any.
struct Source {
  Time start, end;
  Ulid id;
  std::int64_t count = 0;
  const Group* holder = nullptr;
};
using Sources = std::map<std::pair<int, std::string>, std::vector<Source>>;

Sources sources_of(const World& world, const Grouping& grouping) {
  std::map<Ulid, const Group*> holders;
  for (const Group& group : grouping.groups) {
    for (const Ulid& source : group.sources) {
      INFO(to_string(source) << " is held twice");
      REQUIRE(holders.emplace(source, &group).second);
    }
  }
  const auto holder = [&](const Ulid& id) {
    const auto it = holders.find(id);
    return it == holders.end() ? nullptr : it->second;
  };
  Sources sources;
  for (const auto& [id, file] : world.observations) {
    if (!file.active || file.model.empty()) {
      REQUIRE(holder(id) == nullptr);
    } else {
      sources[{0, file.model}].push_back({file.at, file.at, id, 1, holder(id)});
    }
  }
  for (const Group& group : grouping.groups) {
    if (group.tier < 0 || group.tier > 50) continue;  // written by hand
    sources[{group.tier + 1, group.model}].push_back(
        {group.start, group.end, group.id, group.count, holder(group.id)});
  }
  for (auto& [place, list] : sources) {
    std::sort(list.begin(), list.end(), [](const Source& a, const Source& b) {
      return std::tie(a.start, a.id) < std::tie(b.start, b.id);
    });
  }
  return sources;
}

// A group is what its sources make it, and the rules leave nothing to do.
void check_tier(const World& world, const std::vector<Source>& sources, bool groups) {
  const auto step = static_cast<std::size_t>(world.rules.step);
  std::map<const Group*, std::vector<std::size_t>> held;
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].holder != nullptr) held[sources[i].holder].push_back(i);
    if (sources[i].holder == nullptr) waiting.push_back(i);
  }
  if (groups) REQUIRE(waiting.size() < step);
  for (const auto& [group, places] : held) {
    REQUIRE_FALSE(group->orphan);
    REQUIRE(places.size() <= 2 * step);
    REQUIRE((2 * places.size() >= step || waiting.empty()));
    REQUIRE(places.size() == group->sources.size());
    std::int64_t count = 0;
    Time end = sources[places.front()].end;
    for (std::size_t i = 0; i < places.size(); ++i) {
      REQUIRE(group->sources[i] == sources[places[i]].id);  // in order
      count += sources[places[i]].count;
      end = std::max(end, sources[places[i]].end);
    }
    REQUIRE(group->start == sources[places.front()].start);
    REQUIRE(group->end == end);
    REQUIRE(group->count == count);
    for (const std::size_t place : waiting) {
      REQUIRE((place < places.front() || place > places.back()));
    }
  }
}

void check_grouping(const World& world, const Grouping& grouping) {
  for (const auto& [place, sources] : sources_of(world, grouping)) {
    const auto& [tier, model] = place;
    for (const Source& source : sources) {
      if (source.holder == nullptr) continue;
      REQUIRE(source.holder->tier == tier);
      REQUIRE(source.holder->model == model);
    }
    check_tier(world, sources, !model.empty());
  }
  std::set<Ulid> ids;
  for (const Group& group : grouping.groups) {
    REQUIRE(ids.insert(group.id).second);
    REQUIRE(group.exists == world.summaries.contains(group.id));
    REQUIRE(group.orphan == group.sources.empty());
    if (group.orphan) REQUIRE(world.summaries.at(group.id).edited());
  }
  for (const plan::Removal& removal : grouping.removals) {
    REQUIRE(world.summaries.contains(removal.id));
    REQUIRE(ids.insert(removal.id).second);
  }
  for (const auto& [id, file] : world.summaries) REQUIRE(ids.contains(id));
}

void check_plan(const World& world) {
  const plan::Plan plan = world.plan();
  check_grouping(world, plan.grouping);
  std::set<Ulid> planned;
  for (const plan::SummaryTask& task : plan.summaries) planned.insert(task.group.id);
  REQUIRE(planned == dirty_by_hand(world, plan.grouping));
  std::set<Ulid> covered;
  for (const auto& [model, items] : plan.covers) {
    REQUIRE_FALSE(model.empty());
    for (const plan::CoverItem& item : items) REQUIRE(covered.insert(item.id).second);
  }
}

void live(std::uint64_t seed, bool nonsense, const test::Engine& engine) {
  static constexpr int kSteps[] = {2, 3, 4, 10};
  History history(seed, nonsense);
  World world(kSteps[seed % 4], engine);
  for (int i = 0; i < 25; ++i) {
    INFO("seed " << seed << ", event " << i);
    history.step(world);
    check_plan(world);
    if (i % 5 == 0) check_order_does_not_matter(world, history.random());
    if (history.random().chance(60)) check_sync(world);
  }
}

}  // namespace

TEST_CASE("histories: a sync reaches a state whose plan is empty") {
  for (std::uint64_t seed = 0; seed < 120; ++seed) live(seed, false, test::faithful);
}

TEST_CASE("histories: the same where texts often come out the same") {
  for (std::uint64_t seed = 1000; seed < 1120; ++seed) live(seed, false, test::terse);
}

TEST_CASE("histories: the same with files that a person wrote nonsense into") {
  for (std::uint64_t seed = 2000; seed < 2200; ++seed) live(seed, true, test::faithful);
}

TEST_CASE("histories: two machines that exchange their files have the same groups") {
  for (std::uint64_t seed = 3000; seed < 3060; ++seed) {
    INFO("seed " << seed);
    History history(seed, seed % 3 == 0);
    World here(seed % 2 == 0 ? 3 : 10);
    for (int i = 0; i < 6; ++i) history.step(here);
    here.sync();
    World there = here;
    for (int i = 0; i < 6; ++i) {
      history.step(here);
      history.step(there);
      if (i % 2 == 0) here.sync();
      if (i % 3 == 0) there.sync();
    }
    World first = here;
    first.unite(there);
    World second = there;
    second.unite(here);
    REQUIRE(first.observations == second.observations);
    REQUIRE(first.summaries == second.summaries);
    REQUIRE(same(first.grouping(), second.grouping()));
    first.now = second.now;
    first.homes = second.homes = {};
    check_plan(first);
    check_sync(first);
    check_sync(second);
    REQUIRE(first.summaries == second.summaries);
  }
}

}  // namespace pyramid::histories_test
