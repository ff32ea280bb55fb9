#include "tests/plan/history.hpp"

#include <set>

namespace fact_index_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

// Tells the index what the world holds now; most of it is what the index knows already.
void tell(const World& world, plan::FactIndex& index, std::set<Ulid>& told) {
  const plan::Facts facts = world.facts();
  std::set<Ulid> here;
  for (const auto& fact : facts.observations) here.insert(fact.id);
  for (const auto& fact : facts.summaries) here.insert(fact.id);
  for (const Ulid& id : told) {
    if (!here.contains(id)) index.remove(id);
  }
  for (const auto& fact : facts.observations) index.put(fact);
  for (const auto& fact : facts.summaries) index.put(fact);
  index.homes = facts.models;
  index.settle();
  told = std::move(here);
}

void check_same_plan(const plan::Plan& kept, const plan::Plan& fresh) {
  REQUIRE(same(kept.grouping, fresh.grouping));
  REQUIRE(kept.grouping.waiting.size() == fresh.grouping.waiting.size());
  REQUIRE(kept.releases == fresh.releases);
  REQUIRE(kept.summaries.size() == fresh.summaries.size());
  for (std::size_t i = 0; i < kept.summaries.size(); ++i) {
    REQUIRE(kept.summaries[i].group.id == fresh.summaries[i].group.id);
    REQUIRE(kept.summaries[i].inputs == fresh.summaries[i].inputs);
    REQUIRE(kept.summaries[i].reason == fresh.summaries[i].reason);
  }
  REQUIRE(kept.sections.size() == fresh.sections.size());
  for (std::size_t i = 0; i < kept.sections.size(); ++i) {
    REQUIRE(kept.sections[i].name == fresh.sections[i].name);
    REQUIRE(kept.sections[i].inputs == fresh.sections[i].inputs);
  }
}

}  // namespace

TEST_CASE("fact index: kept up to date through any history it plans as one made from nothing") {
  for (const plan::Policy policy : {plan::Policy::kCount, plan::Policy::kCalendar}) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      World world(3);
      world.rules.policy = policy;
      History history(seed, true);
      plan::FactIndex index;
      std::set<Ulid> told;
      for (int step = 0; step < 60; ++step) {
        history.step(world);
        tell(world, index, told);
        plan::Plan kept = plan::make_plan(index, world.rules, world.now);
        plan::list_sources(index, kept.grouping);
        check_same_plan(kept, world.plan());
        if (step % 7 == 6) world.sync();
      }
    }
  }
}

TEST_CASE("fact index: a reworded observation leaves nothing to do but what reads it") {
  World world(3);
  const std::vector<Ulid> ids = world.add_many(40);
  world.sync();
  plan::FactIndex index = world.facts();
  REQUIRE(plan::make_plan(index, world.rules, world.now).empty());
  plan::ObservationFact fact;
  fact.id = ids[20];
  fact.at = hour(20);
  fact.model = "user";
  fact.digest = digest_of("reworded");
  index.put(fact);
  index.settle();
  const plan::Plan plan = plan::make_plan(index, world.rules, world.now);
  REQUIRE_FALSE(plan.summaries.empty());
  const auto& first = plan.summaries.front().group;
  CHECK(std::count(first.sources.begin(), first.sources.end(), ids[20]) == 1);
  CHECK(std::count_if(plan.summaries.begin(), plan.summaries.end(),
                      [](const auto& task) { return task.group.tier == 0; }) == 1);
}

// Its readers are not told: they list it still, and it comes again with the id that it had.
TEST_CASE("fact index: a summary that went and is founded again stands below its reader") {
  World world(3);
  world.add_many(40);
  world.sync();
  for (const auto& one : world.summaries) {
    const Ulid id = one.first;
    plan::FactIndex index = world.facts();
    index.remove(id);
    index.settle();
    const plan::Plan plan = plan::make_plan(index, world.rules, world.now);
    const auto is_it = [&](const auto& task) { return task.group.id == id; };
    CHECK(std::count_if(plan.summaries.begin(), plan.summaries.end(), is_it) == 1);
  }
}

}  // namespace fact_index_test
