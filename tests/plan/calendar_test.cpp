// The calendar policy: examples, then what must hold after any history.
#include "plan/fact_index.hpp"
#include "tests/plan/history.hpp"

#include <map>

namespace pyramid::calendar_test {

namespace {

using plan::Policy;
using test::check_order_does_not_matter;
using test::check_sync;
using test::dirty_by_hand;
using test::Group;
using test::Grouping;
using test::History;
using test::hour;
using test::same;
using test::sizes;
using test::World;

// 2026-05-01 is day 20574 of the epoch, the first of a bucket of three days and of one of nine.
World calendar(int step = 3, const test::Engine& engine = test::faithful) {
  World world(step, engine);
  world.rules.policy = Policy::kCalendar;
  return world;
}

Time day(int days) { return hour(24 * days); }

const Group* find(const Grouping& grouping, const Ulid& id) {
  for (const Group& group : grouping.groups) {
    if (group.id == id) return &group;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("calendar: a day is summarised when it is over, not before") {
  World world = calendar();
  const Ulid first = world.add(hour(8), "breakfast");
  const Ulid second = world.add(hour(20), "dinner");
  world.now = Time{day(1).seconds - 1};
  CHECK(world.grouping().groups.empty());
  CHECK(world.plan().covers.at("user").size() == 2);
  world.now = day(1);
  const Grouping grouping = world.grouping();
  REQUIRE(grouping.groups.size() == 1);
  const Group& group = grouping.groups[0];
  CHECK(group.sources == std::vector<Ulid>{first, second});
  CHECK(group.start == hour(8));
  CHECK(group.end == hour(20));
  CHECK(group.count == 2);
  CHECK(group.bucket == day(0));
  CHECK(group.id == plan::calendar_summary_id("user", 0, day(0)));
  CHECK(world.plan().covers.at("user").size() == 1);
}

TEST_CASE("calendar: three days make a summary of tier 1, nine one of tier 2") {
  World world = calendar();
  for (int i = 0; i < 9; ++i) world.add(hour(24 * i + 7), "day " + std::to_string(i));
  world.now = day(8);
  CHECK(sizes(world.grouping(), 0).size() == 8);
  CHECK(sizes(world.grouping(), 1) == std::vector<std::size_t>{3, 3});
  CHECK(sizes(world.grouping(), 2).empty());
  world.now = day(9);
  CHECK(sizes(world.grouping(), 1) == std::vector<std::size_t>{3, 3, 3});
  CHECK(sizes(world.grouping(), 2) == std::vector<std::size_t>{3});
  CHECK(world.grouping().groups.back().count == 9);
  CHECK(world.grouping().groups.back().bucket == day(0));
}

TEST_CASE("calendar: days without observations have no summary") {
  World world = calendar();
  world.add(hour(7), "Friday");
  world.add(hour(24 * 2 + 7), "Sunday");
  world.now = day(3);
  CHECK(sizes(world.grouping(), 0) == std::vector<std::size_t>{1, 1});
  CHECK(sizes(world.grouping(), 1) == std::vector<std::size_t>{2});
}

TEST_CASE("calendar: span and step are settings") {
  World world = calendar(2);
  world.rules.span_days = 7;
  for (int i = 0; i < 28; ++i) world.add(hour(24 * i), "day " + std::to_string(i));
  world.now = day(60);
  const Grouping grouping = world.grouping();
  for (const Group& group : grouping.groups) {
    const std::int64_t length = group.tier == 0 ? 7 : group.tier == 1 ? 14 : 0;
    if (length != 0) CHECK(day_number(*group.bucket) % length == 0);
  }
  CHECK(sizes(grouping, 0).size() == 5);  // 1 May is no first day of a week from the epoch
}

TEST_CASE("calendar: a late arrival dirties its day and what was made of it") {
  World world = calendar();
  for (int i = 0; i < 9; ++i) world.add(hour(24 * i + 7), "day " + std::to_string(i));
  world.now = day(9);
  world.sync();
  REQUIRE(world.plan().empty());
  world.add(hour(24 * 4 + 9), "late");
  const plan::Plan plan = world.plan();
  REQUIRE(plan.summaries.size() == 3);
  CHECK(plan.summaries[0].reason == plan::Reason::kSourcesChanged);
  CHECK(plan.summaries[0].group.id == plan::calendar_summary_id("user", 0, day(4)));
  CHECK(plan.summaries[1].reason == plan::Reason::kSourcesRewritten);
  CHECK(world.sync().summaries == 3);
  CHECK(world.plan().empty());
}

TEST_CASE("calendar: what is deleted or superseded leaves, and empty summaries go") {
  World world = calendar();
  const Ulid first = world.add(hour(7), "a");
  const Ulid second = world.add(hour(8), "b");
  world.now = day(3);
  world.sync();
  REQUIRE(world.summaries.size() == 2);
  world.observations.erase(first);
  CHECK(sizes(world.grouping(), 0) == std::vector<std::size_t>{1});
  world.observations.at(second).active = false;
  CHECK(world.grouping().groups.empty());
  REQUIRE(world.grouping().removals.size() == 2);
  CHECK(world.grouping().removals[0].reason == "its sources are gone");
  world.sync();
  CHECK(world.summaries.empty());
}

TEST_CASE("calendar: an edited summary without sources stays, and takes its day up again") {
  World world = calendar();
  const Ulid only = world.add(hour(7), "a");
  world.now = day(3);
  world.sync();
  const Ulid id = plan::calendar_summary_id("user", 0, day(0));
  world.summaries.at(id).text = "in a person's words";
  world.observations.erase(only);
  world.sync();
  REQUIRE(world.summaries.size() == 1);  // the tier above had no other source
  CHECK(world.summaries.at(id).text == "in a person's words");
  CHECK(world.grouping().groups[0].orphan);
  const auto covers = world.plan().covers;
  REQUIRE(covers.at("user").size() == 1);
  CHECK(covers.at("user")[0].id == id);
  world.add(hour(9), "b");
  world.sync();
  CHECK(world.summaries.at(id).text.find("in a person's words") != std::string::npos);
  CHECK_FALSE(world.grouping().groups[0].orphan);
}

TEST_CASE("calendar: two machines make the same file of a day, whatever each knows of it") {
  World here = calendar();
  here.add(hour(7), "both know it");
  World there = here;
  there.add(hour(8), "one knows it");
  here.now = there.now = day(1);
  here.sync();
  there.sync();
  REQUIRE(here.summaries.size() == 1);
  CHECK(here.summaries.begin()->first == there.summaries.begin()->first);
}

TEST_CASE("calendar: a clock that is behind takes nothing back") {
  World world = calendar();
  world.add(hour(7), "a");
  world.now = day(1);
  world.sync();
  world.now = hour(12);
  CHECK(world.plan().removals.empty());
  CHECK(world.plan().summaries.empty());
}

TEST_CASE("calendar: times before the epoch and far ahead make no tiers without end") {
  World world = calendar(2);
  world.add(*parse_time("1001-02-03"), "long ago");
  world.add(*parse_time("1969-12-31T23:59:59Z"), "the last second");
  world.add(*parse_time("9999-12-31"), "far ahead");
  const Grouping grouping = world.grouping();
  CHECK(sizes(grouping, 0) == std::vector<std::size_t>{1, 1});
  CHECK(grouping.groups.back().tier == 15);  // 32768 days
  world.sync();
  CHECK(world.plan().empty());
}

TEST_CASE("calendar: the summaries of another policy go, edited ones stay as orphans") {
  World world(3);
  for (int i = 0; i < 6; ++i) world.add(hour(i), "fact " + std::to_string(i));
  world.sync();
  REQUIRE(world.summaries.size() == 2);
  const Ulid edited = world.summaries.begin()->first;
  world.summaries.begin()->second.text = "edited";
  world.rules.policy = Policy::kCalendar;
  const plan::Plan plan = world.plan();
  REQUIRE(plan.removals.size() == 1);
  CHECK(plan.removals[0].reason == "it was grouped by another policy");
  CHECK(plan.releases == std::vector<Ulid>{edited});
  world.sync();
  CHECK(world.plan().empty());
  CHECK(world.summaries.at(edited).text == "edited");
  CHECK(world.summaries.contains(plan::calendar_summary_id("user", 0, day(0))));
  world.rules.policy = Policy::kCount;
  world.sync();
  CHECK(world.plan().empty());
  CHECK(world.summaries.size() == 4);  // the edited one, two of three facts, one of tier 1
}

TEST_CASE("calendar: a policy that the program does not know is left alone") {
  World world = calendar();
  world.add(hour(7), "a");
  test::SummaryFile foreign;
  foreign.model = "user";
  foreign.policy = "cluster";
  const Ulid id = derive_ulid(hour(1), "cluster");
  world.summaries[id] = foreign;
  world.sync();
  CHECK(world.summaries.at(id) == foreign);
  CHECK(find(world.grouping(), id) == nullptr);
}

TEST_CASE("calendar: a day is the zone's, and its summary is called after it in every zone") {
  for (const int hours : {-11, -7, 2, 13}) {
    CAPTURE(hours);
    World world = calendar();
    world.rules.zone = Zone::fixed(hours * 3600);
    world.add(hour(12 - hours), "noon there");
    world.add(hour(23 - hours), "an evening there");
    world.add(hour(24 - hours), "midnight there");
    world.now = Time{hour(24 - hours).seconds - 1};
    CHECK(world.grouping().groups.empty());
    const auto next = plan::next_group_change(world.facts(), world.rules, world.now);
    CHECK(next == hour(24 - hours));
    world.now = *next;
    const Grouping grouping = world.grouping();
    REQUIRE(grouping.groups.size() == 1);
    CHECK(grouping.groups[0].count == 2);
    CHECK(grouping.groups[0].bucket == day(0));
    CHECK(grouping.groups[0].id == plan::calendar_summary_id("user", 0, day(0)));
  }
}

TEST_CASE("calendar: the plan stays as it is until the next bucket is over") {
  World world = calendar();
  world.add(hour(24 * 8 + 7), "today");
  world.now = hour(24 * 8 + 9);
  world.sync();
  const auto next = plan::next_change(world.facts(), world.rules, world.plan(), world.now);
  CHECK(next == day(9));
  world.now = Time{day(9).seconds - 1};
  CHECK(world.plan().empty());
  world.now = day(9);
  CHECK(world.plan().summaries.size() == 3);
  world.rules.policy = Policy::kCount;
  CHECK_FALSE(plan::next_group_change(world.facts(), world.rules, world.now));
}

TEST_CASE("calendar: sections are cut from the tiers as with count") {
  World world = calendar();
  world.now = *parse_time("2026-05-12T10:00:00Z");
  for (int i = 0; i < 40; ++i) world.add(Time{world.now.seconds - i * kSecondsPerDay}, "x");
  world.sync();
  std::map<std::string_view, int> items;
  const plan::Covers covers = world.plan().covers;
  for (const plan::CoverItem& item : covers.at("user")) {
    const std::string_view section = plan::section_of(item.end, {world.now, Zone()});
    ++items[section];
    const std::int64_t seconds = item.end.seconds - item.start.seconds;
    if (section == "last-3-days") CHECK(seconds <= 3 * kSecondsPerDay);
  }
  CHECK(items["last-3-days"] > 0);
  CHECK(items["this-month"] > 0);
}

namespace {

std::int64_t days_of(const World& world, int tier) {
  std::int64_t days = world.rules.span_days;
  for (int i = 0; i < tier; ++i) days *= world.rules.step;
  return days;
}

// Spans and counts are true, and each bucket that is over has one summary of all that lies in it.
void check_calendar(const World& world, const Grouping& grouping) {
  std::map<Ulid, const Group*> holders;
  std::map<std::tuple<std::string, int, Time>, const Group*> at;
  for (const Group& group : grouping.groups) {
    REQUIRE(group.exists == world.summaries.contains(group.id));
    REQUIRE(group.orphan == group.sources.empty());
    if (group.orphan) {
      REQUIRE(world.summaries.at(group.id).edited());
      continue;
    }
    REQUIRE(at.emplace(std::tuple(group.model, group.tier, *group.bucket), &group).second);
    REQUIRE(group.id == plan::calendar_summary_id(group.model, group.tier, *group.bucket));
    const Time over{group.bucket->seconds + days_of(world, group.tier) * kSecondsPerDay};
    REQUIRE((over <= world.now || group.exists));
    REQUIRE(day_number(*group.bucket) % days_of(world, group.tier) == 0);
    REQUIRE(group.start >= *group.bucket);
    REQUIRE(group.end < over);
    for (const Ulid& source : group.sources) REQUIRE(holders.emplace(source, &group).second);
  }
  for (const auto& [id, file] : world.observations) {
    const auto holder = holders.find(id);
    const bool counts = file.active && !file.model.empty();
    const bool over = start_of(date_of(world.now)) > file.at && world.rules.span_days == 1;
    if (counts && over) REQUIRE(holder != holders.end());
    if (holder == holders.end()) continue;
    REQUIRE(counts);
    REQUIRE(holder->second->tier == 0);
    REQUIRE(holder->second->model == file.model);
  }
  for (const Group& group : grouping.groups) {
    if (group.orphan) continue;
    std::int64_t count = 0;
    Time start = group.end, end = group.start;
    for (const Ulid& source : group.sources) {
      const Group* below = group.tier == 0 ? nullptr : find(grouping, source);
      if (group.tier > 0) REQUIRE((below != nullptr && below->tier == group.tier - 1));
      const Time at_source = below == nullptr ? world.observations.at(source).at : below->start;
      start = std::min(start, at_source);
      end = std::max(end, below == nullptr ? at_source : below->end);
      count += below == nullptr ? 1 : below->count;
    }
    REQUIRE(group.start == start);
    REQUIRE(group.end == end);
    REQUIRE(group.count == count);
  }
}

void check_plan(const World& world) {
  const plan::Plan plan = world.plan();
  check_calendar(world, plan.grouping);
  std::set<Ulid> planned;
  for (const plan::SummaryTask& task : plan.summaries) planned.insert(task.group.id);
  REQUIRE(planned == dirty_by_hand(world, plan.grouping));
  std::set<Ulid> covered;
  for (const auto& [model, items] : plan.covers) {
    for (const plan::CoverItem& item : items) REQUIRE(covered.insert(item.id).second);
  }
}

void check_time_only_adds(World world, int days) {
  const Grouping before = world.grouping();
  world.now = Time{world.now.seconds + days * kSecondsPerDay};
  const Grouping after = world.grouping();
  REQUIRE(before.removals.size() >= after.removals.size());
  for (const Group& group : before.groups) {
    const Group* later = find(after, group.id);
    REQUIRE(later != nullptr);
    const std::set<Ulid> held(later->sources.begin(), later->sources.end());
    for (const Ulid& source : group.sources) REQUIRE(held.contains(source));
  }
}

void live(std::uint64_t seed, bool nonsense, const test::Engine& engine) {
  History history(seed, nonsense);
  World world = calendar(2 + static_cast<int>(seed % 3), engine);
  world.now = day(static_cast<int>(seed % 9));
  for (int i = 0; i < 25; ++i) {
    INFO("seed " << seed << ", event " << i);
    history.step(world);
    check_plan(world);
    check_time_only_adds(world, history.random().below(10));
    if (i % 5 == 0) check_order_does_not_matter(world, history.random());
    if (history.random().chance(60)) check_sync(world);
  }
}

}  // namespace

TEST_CASE("calendar histories: a sync reaches a state whose plan is empty") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) live(seed, false, test::faithful);
}

TEST_CASE("calendar histories: the same where texts often come out the same") {
  for (std::uint64_t seed = 1000; seed < 1060; ++seed) live(seed, false, test::terse);
}

TEST_CASE("calendar histories: the same with files that a person wrote nonsense into") {
  for (std::uint64_t seed = 2000; seed < 2120; ++seed) live(seed, true, test::faithful);
}

TEST_CASE("calendar histories: two machines that exchange their files have the same groups") {
  for (std::uint64_t seed = 3000; seed < 3060; ++seed) {
    INFO("seed " << seed);
    History history(seed, seed % 3 == 0);
    World here = calendar();
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
    first.now = second.now = std::max(here.now, there.now);
    REQUIRE(first.summaries == second.summaries);
    REQUIRE(same(first.grouping(), second.grouping()));
    first.homes = second.homes = {};
    check_plan(first);
    check_sync(first);
    check_sync(second);
    REQUIRE(first.summaries == second.summaries);
  }
}

TEST_CASE("calendar histories: until the next change the plan is the same") {
  test::Random random(7);
  for (int round = 0; round < 60; ++round) {
    INFO("round " << round);
    World world = calendar();
    for (int i = 0; i < 12; ++i) world.add(hour(random.below(24 * 60)), std::to_string(i));
    world.now = hour(random.below(24 * 60));
    world.sync();
    const auto next = plan::next_change(world.facts(), world.rules, world.plan(), world.now);
    if (!next) continue;
    world.now = Time{next->seconds - 1};
    CHECK(world.plan().empty());
  }
}

}  // namespace pyramid::calendar_test
