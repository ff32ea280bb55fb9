#include "plan/sections.hpp"

#include "tests/plan/world.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>

namespace pyramid::sections_test {

using test::hour;
using test::World;

namespace {

plan::Today utc(Time now) { return {now, Zone()}; }

Time day(int days_ago, Time now) { return Time{now.seconds - days_ago * kSecondsPerDay}; }

}  // namespace

TEST_CASE("sections: an item belongs where its end falls, counted from when the day began") {
  const Time now = *parse_time("2026-05-12T00:30:00Z");
  const std::vector<std::pair<int, std::string>> expected = {
      {-400, "last-3-days"}, {0, "last-3-days"}, {2, "last-3-days"}, {4, "this-week"},
      {6, "this-week"},      {8, "this-month"},  {29, "this-month"}, {31, "this-quarter"},
      {89, "this-quarter"},  {91, "this-year"},  {364, "this-year"}, {366, "earlier"},
      {20000, "earlier"},
  };
  for (const auto& [days, name] : expected) {
    INFO(days << " days ago");
    CHECK(plan::section_of(day(days, now), utc(now)) == name);
  }
}

TEST_CASE("sections: what is no older than a section is long is always there") {
  const std::vector<std::pair<std::int64_t, std::string>> lengths = {{3, "last-3-days"},
                                                                     {7, "this-week"},
                                                                     {30, "this-month"},
                                                                     {90, "this-quarter"},
                                                                     {365, "this-year"}};
  const auto names = plan::section_names();
  const auto place = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) - names.begin();
  };
  test::Random random(7);
  for (const Zone& zone : {Zone(), Zone::fixed(-7 * 3600), Zone::fixed(12 * 3600 + 2700)}) {
    for (int i = 0; i < 2000; ++i) {
      const Time now = hour(random.below(24 * 400));
      const Time end{now.seconds - random.below(400 * 86'400)};
      const std::string_view name = plan::section_of(end, {now, zone});
      for (const auto& [days, section] : lengths) {
        const std::int64_t age = now.seconds - end.seconds;
        CAPTURE(age, name);
        if (age <= days * kSecondsPerDay) CHECK(place(name) <= place(section));
        // And leaves it by the end of the day.
        if (age > (days + 1) * kSecondsPerDay) CHECK(place(name) > place(section));
      }
    }
  }
}

TEST_CASE("sections: they change at a midnight of the zone and at no other time") {
  const Time said = *parse_time("2026-05-09T20:00:00Z");
  const auto first_hour_in = [&](const Zone& zone, const char* name) {
    for (int hours = 0;; ++hours) {
      const Time now{said.seconds + std::int64_t{hours} * 3600};
      if (plan::section_of(said, {now, zone}) == name) return format_time(now);
    }
  };
  CHECK(first_hour_in(Zone(), "this-week") == "2026-05-13T00:00:00Z");
  CHECK(first_hour_in(Zone::fixed(-7 * 3600), "this-week") == "2026-05-13T07:00:00Z");
  CHECK(first_hour_in(Zone::fixed(9 * 3600), "this-week") == "2026-05-13T15:00:00Z");
  CHECK(first_hour_in(Zone::fixed(-7 * 3600), "this-month") == "2026-05-17T07:00:00Z");
}

TEST_CASE("sections: names run from new to old") {
  const auto names = plan::section_names();
  REQUIRE(names.size() == 6);
  CHECK(names.front() == "last-3-days");
  CHECK(names.back() == "earlier");
}

TEST_CASE("covers: the highest summaries, what they leave out, and what waits") {
  World world(3);
  world.add_many(9 + 3 + 2);
  world.sync();
  const plan::Grouping grouping = world.grouping();
  const plan::Covers covers = plan::covers(world.facts(), grouping, utc(world.now));
  REQUIRE(covers.size() == 1);
  const std::vector<plan::CoverItem>& items = covers.at("user");
  REQUIRE(items.size() == 4);
  CHECK(items[0].id == grouping.groups.back().id);
  CHECK(items[0].is_summary);
  CHECK(items[0].start == hour(0));
  CHECK(items[0].end == hour(8));
  CHECK(items[0].digest == World::digest(world.summaries.at(items[0].id)));
  CHECK(items[1].is_summary);
  CHECK(items[1].start == hour(9));
  CHECK_FALSE(items[2].is_summary);
  CHECK(items[3].end == hour(13));
}

// Of each item, whether it is a summary, and where it stands.
using Shape = std::vector<std::pair<bool, std::string>>;

TEST_CASE("covers: a summary that reaches back too far gives way to its sources") {
  World world(3);
  const Time now = *parse_time("2026-05-12T10:00:00Z");
  world.now = now;
  for (const int days : {300, 299, 298, 290, 289, 288, 5, 4, 1}) world.add(day(days, now), "x");
  world.sync();
  REQUIRE(world.grouping().groups.size() == 4);
  const auto shape = [&] {
    Shape items;
    const plan::Covers covers = plan::covers(world.facts(), world.grouping(), utc(world.now));
    for (const plan::CoverItem& item : covers.at("user")) {
      items.emplace_back(item.is_summary, plan::section_of(item.end, utc(world.now)));
    }
    return items;
  };
  // Tier 1 ends yesterday and begins 300 days ago; the youngest of tier 0 begins 5 days ago.
  CHECK(shape() == Shape{{true, "this-year"},
                         {true, "this-year"},
                         {false, "this-week"},
                         {false, "this-week"},
                         {false, "last-3-days"}});
  world.now = day(-40, now);  // the five days fit into This Quarter
  CHECK(shape() == Shape{{true, "this-year"}, {true, "this-year"}, {true, "this-quarter"}});
  world.now = day(-400, now);
  CHECK(shape() == Shape{{true, "earlier"}});
}

TEST_CASE("covers: a summary of what is all to come stands for it, however far that reaches") {
  World world(3);
  const Time now = *parse_time("2026-05-12T10:00:00Z");
  world.now = now;
  for (int i = 0; i < 27; ++i) world.add(day(-1000 - 100 * i, now), "x");
  world.sync();
  const auto items = [&] {
    return plan::covers(world.facts(), world.grouping(), utc(world.now)).at("user").size();
  };
  CHECK(items() == 1);
  const plan::Covers covers = plan::covers(world.facts(), world.grouping(), utc(now));
  const auto changes = plan::next_section_change(covers, utc(now));
  REQUIRE(changes);
  CHECK(*changes > now);
  CHECK(*changes <= day(-1000, now));  // from then on it is not all to come
  world.now = day(-1400, now);
  CHECK(items() > 1);
}

TEST_CASE("covers: an edited summary gives way but for what the person wrote into it") {
  World world(3);
  world.now = *parse_time("2026-05-12T10:00:00Z");
  const std::vector<Ulid> observed = {world.add(day(300, world.now), "x"),
                                      world.add(day(150, world.now), "x"),
                                      world.add(day(1, world.now), "x")};
  world.sync();
  const auto items = [&] {
    return plan::covers(world.facts(), world.grouping(), utc(world.now)).at("user");
  };
  const std::vector<plan::CoverItem> before = items();
  REQUIRE(before.size() == 3);
  const Ulid edited = world.summaries.begin()->first;
  world.summaries.begin()->second.text = "in a person's words";
  const std::vector<plan::CoverItem> after = items();
  REQUIRE(after.size() == 4);
  for (const plan::CoverItem& item : after) {
    const bool words = item.id == edited;
    CHECK(item.own_words == words);
    CHECK(item.under == (words ? std::vector<Ulid>() : std::vector<Ulid>{edited}));
    if (words) CHECK(plan::section_of(item.end, utc(world.now)) == "last-3-days");
  }
  for (std::size_t i = 0; i < 2; ++i) {  // where they stood, and to be written again
    CHECK(after[i].id == observed[i]);
    CHECK(after[i].digest != before[i].digest);
  }
}

TEST_CASE("covers: an edited summary that fits its section stands whole") {
  World world(3);
  world.now = *parse_time("2026-05-12T10:00:00Z");
  for (const int days : {3, 2, 1}) world.add(day(days, world.now), "x");
  world.now = day(-2, world.now);
  world.sync();
  world.summaries.begin()->second.text = "in a person's words";
  const plan::Covers covers = plan::covers(world.facts(), world.grouping(), utc(world.now));
  REQUIRE(covers.at("user").size() == 1);
  CHECK_FALSE(covers.at("user")[0].own_words);
  CHECK(covers.at("user")[0].under.empty());
}

TEST_CASE("covers: what is struck out of a summary dirties what is read in its place, no more") {
  World world(3);
  world.now = *parse_time("2026-05-12T10:00:00Z");
  for (const int days : {300, 150, 1}) world.add(day(days, world.now), "x");
  world.sync();
  plan::Facts facts = world.facts();
  facts.summaries[0].struck = true;
  facts.summaries[0].own = digest_of("struck");
  const auto tasks = [&] { return plan::make_plan(facts, world.rules, world.now).sections.size(); };
  CHECK(plan::covers(facts, world.grouping(), utc(world.now)).at("user").size() == 3);
  CHECK(tasks() == 2);
  // Another text of the program's, with the same taken out of it, dirties none.
  facts.summaries[0].own = {};
  facts.summaries[0].struck = false;
  facts.summaries[0].digest = digest_of("other");
  CHECK(tasks() == 0);
}

TEST_CASE("covers: inactive and unassigned observations are in none") {
  World world;
  const std::vector<Ulid> ids = world.add_many(2);
  world.observations.at(ids[0]).active = false;
  world.observations.at(ids[1]).model = "";
  CHECK(plan::covers(world.facts(), world.grouping(), utc(world.now)).empty());
}

TEST_CASE("covers: a summary that is not written yet has no digest") {
  World world(3);
  world.add_many(3);
  const plan::Covers covers = plan::covers(world.facts(), world.grouping(), utc(world.now));
  CHECK(covers.at("user")[0].digest.is_zero());
}

TEST_CASE("sections: the next change is the midnight at which the first item moves") {
  World world;
  world.now = *parse_time("2026-05-12T10:00:00Z");
  CHECK_FALSE(plan::next_section_change(plan::Covers{}, utc(world.now)));
  world.add(*parse_time("2026-05-11T23:00:00Z"), "72 hours old on the 14th");
  plan::Covers covers = world.plan().covers;
  CHECK(plan::next_section_change(covers, utc(world.now)) == parse_time("2026-05-15"));
  world.add(*parse_time("2026-05-05T23:00:00Z"), "seven days old on the 12th");
  covers = world.plan().covers;
  CHECK(plan::next_section_change(covers, utc(world.now)) == parse_time("2026-05-13"));
}

TEST_CASE("sections: what is older than a year moves no more, what is to come moves later") {
  World world;
  world.now = *parse_time("2026-05-12T10:00:00Z");
  world.add(*parse_time("2020-01-01"), "old");
  CHECK_FALSE(plan::next_section_change(world.plan().covers, utc(world.now)));
  world.add(*parse_time("2026-06-01"), "to come");
  CHECK(plan::next_section_change(world.plan().covers, utc(world.now)) == parse_time("2026-06-05"));
}

TEST_CASE("sections: until the next change the plan is the same") {
  test::Random random(11);
  for (int round = 0; round < 40; ++round) {
    World world(3);
    for (int i = 0; i < 12; ++i) world.add(hour(random.below(24 * 500)), std::to_string(i));
    world.now = hour(random.below(24 * 500));
    world.sync();
    const auto next = plan::next_section_change(world.plan().covers, utc(world.now));
    if (!next) continue;
    world.now = Time{next->seconds - 1};
    CHECK(world.plan().empty());
    world.now = *next;
    CHECK_FALSE(world.plan().sections.empty());
  }
}

}  // namespace pyramid::sections_test
