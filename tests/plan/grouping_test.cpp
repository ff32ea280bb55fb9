#include "plan/grouping.hpp"

#include "tests/plan/world.hpp"
#include "tests/support/catch.hpp"

#include <iterator>

namespace pyramid::grouping_test {

using plan::Group;
using test::hour;
using test::sizes;
using test::World;

namespace {

const Group* holder_of(const plan::Grouping& grouping, const Ulid& source) {
  for (const Group& group : grouping.groups) {
    if (std::find(group.sources.begin(), group.sources.end(), source) != group.sources.end()) {
      return &group;
    }
  }
  return nullptr;
}

test::SummaryFile& only_summary(World& world) {
  REQUIRE(world.summaries.size() == 1);
  return world.summaries.begin()->second;
}

// A summary file that a sync could have left, over any sources.
Ulid put_summary(World& world, const std::vector<Ulid>& sources, int day, int tier = 0) {
  const Ulid id = derive_ulid(hour(24 * day), "by hand " + std::to_string(day));
  test::SummaryFile file;
  file.model = "user";
  file.tier = tier;
  file.start = file.end = hour(24 * day);
  file.text = "text";
  file.output = digest_of(file.text);
  file.sources = sources;
  world.summaries[id] = file;
  return id;
}

}  // namespace

TEST_CASE("grouping: fewer than ten wait, the tenth makes a group") {
  World world;
  world.add_many(9);
  CHECK(world.grouping().groups.empty());
  world.add_many(1, 9);
  const plan::Grouping grouping = world.grouping();
  REQUIRE(grouping.groups.size() == 1);
  const Group& group = grouping.groups[0];
  CHECK(group.sources.size() == 10);
  CHECK(group.start == hour(0));
  CHECK(group.end == hour(9));
  CHECK(group.count == 10);
  CHECK_FALSE(group.exists);
  CHECK(group.id == plan::summary_id("user", 0, hour(0), group.sources));
}

TEST_CASE("grouping: the oldest ten go first") {
  World world;
  const std::vector<Ulid> ids = world.add_many(15);
  const plan::Grouping grouping = world.grouping();
  REQUIRE(grouping.groups.size() == 1);
  CHECK(grouping.groups[0].sources == std::vector<Ulid>(ids.begin(), ids.begin() + 10));
}

TEST_CASE("grouping: a thousand and one observations make three tiers") {
  World world;
  world.add_many(1001);
  const plan::Grouping grouping = world.grouping();
  CHECK(sizes(grouping, 0).size() == 100);
  CHECK(sizes(grouping, 1).size() == 10);
  CHECK(sizes(grouping, 2).size() == 1);
  CHECK(grouping.groups.back().count == 1000);
  CHECK(grouping.groups.back().end == hour(999));
}

TEST_CASE("grouping: observations of one instant make groups of ten too") {
  World world;
  for (int i = 0; i < 35; ++i) world.add(hour(1), "fact " + std::to_string(i));
  CHECK(sizes(world.grouping(), 0) == std::vector<std::size_t>{10, 10, 10});
}

TEST_CASE("grouping: each model has its own groups") {
  World world;
  world.add_many(12, 0, "user");
  world.add_many(12, 0, "kestrel");
  world.add_many(20, 0, "");
  const plan::Grouping grouping = world.grouping();
  REQUIRE(grouping.groups.size() == 2);
  CHECK(grouping.groups[0].model == "kestrel");
  CHECK(grouping.groups[1].model == "user");
}

TEST_CASE("grouping: ids derive from model, tier, start and sources") {
  const std::vector<Ulid> sources = {derive_ulid(hour(1), "a"), derive_ulid(hour(2), "b")};
  const Ulid id = plan::summary_id("user", 0, hour(1), sources);
  CHECK(id == plan::summary_id("user", 0, hour(1), sources));
  CHECK(id != plan::summary_id("assistant", 0, hour(1), sources));
  CHECK(id != plan::summary_id("user", 1, hour(1), sources));
  CHECK(id != plan::summary_id("user", 0, hour(2), sources));
  CHECK(id != plan::summary_id("user", 0, hour(1), {sources[1], sources[0]}));
  CHECK(to_string(id).substr(0, 10) == to_string(derive_ulid(hour(1), "")).substr(0, 10));
}

TEST_CASE("grouping: a late observation joins the group whose span it falls into") {
  World world;
  world.add_many(20);
  world.sync();
  const Ulid late = world.add(Time{hour(3).seconds + 60}, "late");
  const plan::Grouping grouping = world.grouping();
  CHECK(sizes(grouping, 0) == std::vector<std::size_t>{11, 10});
  REQUIRE(holder_of(grouping, late) == &grouping.groups[0]);
  CHECK(grouping.groups[0].sources[4] == late);
  CHECK(grouping.groups[0].exists);
}

TEST_CASE("grouping: an observation between two groups waits") {
  World world;
  world.add_many(20);
  world.sync();
  const Ulid between = world.add(Time{hour(9).seconds + 60}, "between");
  CHECK(holder_of(world.grouping(), between) == nullptr);
  CHECK(sizes(world.grouping(), 0) == std::vector<std::size_t>{10, 10});
}

TEST_CASE("grouping: of two groups around a late observation the one that begins last gets it") {
  World world;
  const std::vector<Ulid> ids = world.add_many(20);
  std::vector<Ulid> even, odd;
  for (std::size_t i = 0; i < ids.size(); ++i) (i % 2 == 0 ? even : odd).push_back(ids[i]);
  put_summary(world, even, 1);
  const Ulid second = put_summary(world, odd, 2);
  const Ulid late = world.add(Time{hour(5).seconds + 60}, "late");
  const plan::Grouping grouping = world.grouping();
  REQUIRE(holder_of(grouping, late) != nullptr);
  CHECK(holder_of(grouping, late)->id == second);
}

TEST_CASE("grouping: past two steps a group splits and the older half keeps the id") {
  World world;
  world.add_many(10);
  world.sync();
  const Ulid id = world.summaries.begin()->first;
  for (int i = 0; i < 10; ++i) world.add(Time{hour(4).seconds + 60 * i + 30}, "late");
  CHECK(sizes(world.grouping(), 0) == std::vector<std::size_t>{20});
  world.add(Time{hour(4).seconds + 3000}, "one more");
  const plan::Grouping grouping = world.grouping();
  REQUIRE(sizes(grouping, 0) == std::vector<std::size_t>{11, 10});
  CHECK(grouping.groups[0].id == id);
  CHECK(grouping.groups[0].exists);
  const Group& younger = grouping.groups[1];
  CHECK_FALSE(younger.exists);
  CHECK(younger.id == plan::summary_id("user", 0, younger.start, younger.sources));
}

TEST_CASE("grouping: a flood of late observations splits as often as it takes") {
  World world;
  world.add_many(10);
  world.sync();
  for (int i = 0; i < 1000; ++i) world.add(Time{hour(4).seconds + i + 1}, "late");
  const std::vector<std::size_t> all = sizes(world.grouping(), 0);
  CHECK(std::all_of(all.begin(), all.end(), [](std::size_t n) { return n >= 10 && n <= 20; }));
  std::size_t total = 0;
  for (const std::size_t n : all) total += n;
  CHECK(total == 1010);
}

TEST_CASE("grouping: deleted, superseded and reassigned sources leave") {
  World world;
  const std::vector<Ulid> ids = world.add_many(10);
  world.sync();
  world.observations.erase(ids[0]);
  world.observations.at(ids[4]).active = false;
  world.observations.at(ids[9]).model = "kestrel";
  const plan::Grouping grouping = world.grouping();
  REQUIRE(grouping.groups.size() == 1);
  CHECK(grouping.groups[0].sources.size() == 7);
  CHECK(grouping.groups[0].start == hour(1));
  CHECK(grouping.groups[0].end == hour(8));
  CHECK(grouping.groups[0].count == 7);
}

TEST_CASE("grouping: a summary without sources goes") {
  World world;
  world.add_many(10);
  world.sync();
  world.observations.clear();
  const plan::Grouping grouping = world.grouping();
  CHECK(grouping.groups.empty());
  REQUIRE(grouping.removals.size() == 1);
  CHECK(grouping.removals[0].id == world.summaries.begin()->first);
  CHECK(grouping.removals[0].reason == "its sources are gone");
}

TEST_CASE("grouping: an edited summary without sources stays as an orphan") {
  World world;
  world.add_many(10);
  world.sync();
  test::SummaryFile& file = only_summary(world);
  file.text = "What I want to be remembered.";
  world.observations.clear();
  const plan::Grouping grouping = world.grouping();
  CHECK(grouping.removals.empty());
  REQUIRE(grouping.groups.size() == 1);
  CHECK(grouping.groups[0].orphan);
  CHECK_FALSE(grouping.groups[0].releases);
  CHECK(grouping.groups[0].sources.empty());
  CHECK(grouping.groups[0].start == file.start);
  CHECK(grouping.groups[0].end == file.end);
  CHECK(grouping.groups[0].count == 0);
}

TEST_CASE("grouping: an orphan stays a source of its parent") {
  World world(3);
  const std::vector<Ulid> ids = world.add_many(9);
  world.sync();
  const plan::Grouping before = world.grouping();
  world.summaries.at(before.groups[0].id).text = "edited";
  for (int i = 0; i < 3; ++i) world.observations.erase(ids[static_cast<std::size_t>(i)]);
  const plan::Grouping after = world.grouping();
  REQUIRE(after.groups.size() == 4);
  CHECK(after.groups[0].orphan);
  CHECK(after.groups[3].sources.size() == 3);
  CHECK(after.groups[3].count == 6);
}

TEST_CASE("grouping: a tier loses the sources that are removed below it") {
  World world(3);
  const std::vector<Ulid> ids = world.add_many(9);
  world.sync();
  for (std::size_t i = 0; i < 3; ++i) world.observations.erase(ids[i]);
  const plan::Grouping grouping = world.grouping();
  CHECK(grouping.removals.size() == 1);
  CHECK(sizes(grouping, 1) == std::vector<std::size_t>{2});
  CHECK(grouping.groups.back().start == hour(3));
}

TEST_CASE("grouping: what two claim stays with the smaller id") {
  World world;
  const std::vector<Ulid> ids = world.add_many(16);
  const Ulid first = put_summary(world, {ids.begin(), ids.begin() + 10}, 1);
  const Ulid second = put_summary(world, {ids.begin() + 6, ids.end()}, 2);
  const plan::Grouping grouping = world.grouping();
  CHECK(holder_of(grouping, ids[7])->id == first);
  CHECK(holder_of(grouping, ids[10])->id == second);
  CHECK(sizes(grouping, 0) == std::vector<std::size_t>{10, 6});
}

TEST_CASE("grouping: a summary that loses all its sources to another goes") {
  World world;
  const std::vector<Ulid> ids = world.add_many(10);
  put_summary(world, ids, 1);
  const Ulid second = put_summary(world, {ids.begin() + 2, ids.begin() + 8}, 2);
  const plan::Grouping grouping = world.grouping();
  REQUIRE(grouping.removals.size() == 1);
  CHECK(grouping.removals[0].id == second);
  CHECK(grouping.removals[0].reason == "other summaries hold its sources");
}

TEST_CASE("grouping: a group under half a step is dissolved while others wait") {
  World world;
  const std::vector<Ulid> ids = world.add_many(10);
  world.sync();
  const Ulid id = world.summaries.begin()->first;
  for (std::size_t i = 4; i < 10; ++i) world.observations.erase(ids[i]);
  CHECK(sizes(world.grouping(), 0) == std::vector<std::size_t>{4});  // nobody waits
  world.add(hour(50), "waits");
  const plan::Grouping grouping = world.grouping();
  CHECK(grouping.groups.empty());
  REQUIRE(grouping.removals.size() == 1);
  CHECK(grouping.removals[0].id == id);
  world.add_many(5, 60);
  CHECK(sizes(world.grouping(), 0) == std::vector<std::size_t>{10});
}

TEST_CASE("grouping: half a step is not too few") {
  World world;
  const std::vector<Ulid> ids = world.add_many(10);
  world.sync();
  for (std::size_t i = 5; i < 10; ++i) world.observations.erase(ids[i]);
  world.add(hour(50), "waits");
  CHECK(sizes(world.grouping(), 0) == std::vector<std::size_t>{5});
}

TEST_CASE("grouping: an edited group that is dissolved keeps its file and gives up its sources") {
  World world;
  const std::vector<Ulid> ids = world.add_many(10);
  world.sync();
  only_summary(world).text = "edited";
  for (std::size_t i = 4; i < 10; ++i) world.observations.erase(ids[i]);
  world.add_many(6, 60);
  const plan::Grouping grouping = world.grouping();
  REQUIRE(grouping.groups.size() == 2);
  CHECK(grouping.removals.empty());
  CHECK(grouping.groups[0].orphan);
  CHECK(grouping.groups[0].releases);
  CHECK(grouping.groups[1].sources.size() == 10);
  world.sync();
  CHECK(world.summaries.at(grouping.groups[0].id).text == "edited");
  CHECK(world.plan().empty());
}

TEST_CASE("grouping: a group made again from the same sources has the same id") {
  World world;
  world.add_many(10);
  world.sync();
  const auto before = world.summaries;
  world.summaries.clear();
  world.sync();
  CHECK(world.summaries == before);
}

TEST_CASE("grouping: a summary moved to another model by hand is made again where it belongs") {
  World world;
  world.add_many(10);
  world.sync();
  only_summary(world).model = "kestrel";
  const plan::Grouping grouping = world.grouping();
  REQUIRE(grouping.groups.size() == 1);
  CHECK(grouping.removals.empty());  // the same id: its file is written over
  CHECK(grouping.groups[0].model == "user");
  CHECK(grouping.groups[0].exists);
  CHECK(world.plan().summaries.size() == 1);
}

TEST_CASE("grouping: an id that is taken gives way to another") {
  World world;
  const std::vector<Ulid> ids = world.add_many(10);
  world.sync();
  const Ulid id = world.summaries.begin()->first;
  // A person moved the links: the summary has other sources now, and the old ones wait.
  world.add_many(10, 100);
  std::vector<Ulid>& sources = only_summary(world).sources;
  sources.clear();
  for (const auto& [other, file] : world.observations) {
    if (file.at >= hour(100)) sources.push_back(other);
  }
  const plan::Grouping grouping = world.grouping();
  REQUIRE(grouping.groups.size() == 2);
  CHECK(grouping.groups[0].sources == ids);
  CHECK(grouping.groups[0].id != id);
  CHECK(grouping.groups[1].id == id);
  world.sync();
  CHECK(world.plan().empty());
}

TEST_CASE("grouping: nonsense in a file is left out") {
  World world(3);
  const std::vector<Ulid> ids = world.add_many(9);
  world.sync();
  const plan::Grouping before = world.grouping();
  const Ulid bottom = before.groups[0].id;
  const Ulid top = before.groups[3].id;
  world.summaries.at(bottom).sources.push_back(bottom);                // itself
  world.summaries.at(bottom).sources.push_back(top);                   // a cycle
  world.summaries.at(bottom).sources.push_back(ids[0]);                // twice
  world.summaries.at(top).sources.push_back(ids[0]);                   // the wrong tier
  world.summaries.at(top).sources.push_back(derive_ulid({}, "none"));  // unknown
  const plan::Grouping after = world.grouping();
  REQUIRE(after.groups.size() == before.groups.size());
  for (std::size_t i = 0; i < after.groups.size(); ++i) {
    CHECK(after.groups[i].id == before.groups[i].id);
    CHECK(after.groups[i].sources == before.groups[i].sources);
  }
  // The files are put right once, then there is nothing left to do.
  CHECK(world.sync().summaries > 0);
  CHECK(world.plan().empty());
}

TEST_CASE("grouping: tiers that cannot be are removed, or kept if a person wrote them") {
  for (const int tier : {-1, 63, 2147483647, -2147483647 - 1}) {
    INFO("tier " << tier);
    World world;
    const std::vector<Ulid> ids = world.add_many(3);
    const Ulid id = put_summary(world, ids, 1, tier);
    REQUIRE(world.grouping().removals.size() == 1);
    CHECK(world.grouping().groups.empty());
    world.summaries.at(id).text = "edited";
    REQUIRE(world.grouping().groups.size() == 1);
    CHECK(world.grouping().groups[0].orphan);
    CHECK(world.grouping().removals.empty());
  }
}

TEST_CASE("grouping: two facts with one id count once, whichever comes first") {
  World world;
  world.add_many(12);
  plan::Facts facts = world.facts();
  plan::ObservationFact twin = facts.observations[3];
  twin.at = hour(500);
  facts.observations.push_back(twin);
  const plan::Grouping one = plan::group(facts, world.rules, world.now);
  std::reverse(facts.observations.begin(), facts.observations.end());
  const plan::Grouping other = plan::group(facts, world.rules, world.now);
  REQUIRE(one.groups.size() == 1);
  REQUIRE(other.groups.size() == 1);
  CHECK(one.groups[0].sources == other.groups[0].sources);
  CHECK(one.groups[0].id == other.groups[0].id);
}

TEST_CASE("grouping: a step below two counts as two") {
  World world(0);
  world.add_many(4);
  CHECK(sizes(world.grouping(), 0) == std::vector<std::size_t>{2, 2});
  CHECK(sizes(world.grouping(), 1) == std::vector<std::size_t>{2});
}

TEST_CASE("grouping: groups made apart from the same sources have one id") {
  World here, there;
  here.add_many(10);
  there.observations = here.observations;
  here.add_many(15, 100);
  there.add_many(1, 300);
  here.sync();
  there.sync();
  CHECK(here.summaries.contains(there.summaries.begin()->first));
}

TEST_CASE("grouping: overlapping groups of two machines settle by id") {
  World here;
  here.add_many(8);
  World there = here;
  here.add_many(2, 20);
  there.add_many(2, 10);
  here.sync();
  there.sync();
  here.unite(there);
  REQUIRE(here.summaries.size() == 2);
  const plan::Grouping grouping = here.grouping();
  // The smaller id keeps its ten; of the other two are left: dissolved if they stand alone, or
  // taken in where they fall into the span.
  CHECK(here.observations.size() == 12);
  CHECK(grouping.groups.size() + grouping.removals.size() == 2);
  here.sync();
  CHECK(here.plan().empty());
}

}  // namespace pyramid::grouping_test
