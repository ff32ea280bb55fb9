#include "plan/plan.hpp"

#include "tests/plan/world.hpp"
#include "tests/support/catch.hpp"

#include <functional>

namespace pyramid::plan_test {

using plan::Plan;
using plan::Reason;
using test::hour;
using test::World;

namespace {

// 27 observations, nine summaries, three above them, one on top; everything written.
World settled(test::Engine engine = test::faithful) {
  World world(3, std::move(engine));
  world.add_many(27);
  world.sync();
  REQUIRE(world.plan().empty());
  return world;
}

const plan::SectionTask* section(const Plan& plan, const std::string& name) {
  for (const plan::SectionTask& task : plan.sections) {
    if (task.name == name) return &task;
  }
  return nullptr;
}

plan::SectionFact& record(World& world, const std::string& name) {
  for (plan::SectionFact& fact : world.homes.at("user").sections) {
    if (fact.name == name) return fact;
  }
  FAIL("no section " << name);
  return world.homes.at("user").sections.front();
}

}  // namespace

TEST_CASE("plan: a section has a room, be it none, where many models leave nothing of the file") {
  World world(3, test::faithful);
  for (int i = 0; i < 60; ++i) world.rules.base_models.push_back("model" + std::to_string(i));
  world.add_many(27);
  const Plan plan = world.plan();
  REQUIRE_FALSE(plan.sections.empty());
  for (const plan::SectionTask& task : plan.sections) {
    if (task.items.empty()) continue;
    const std::string part = task.name.substr(task.name.rfind('/') + 1);
    CHECK(plan.rooms.contains({task.model, part}));
  }
}

TEST_CASE("dirtiness: nothing changed, nothing is planned") {
  World world = settled();
  CHECK(world.height() == 3);
  CHECK(world.sync().summaries == 0);
}

TEST_CASE("dirtiness: an empty workspace has the two base models and nothing to do") {
  const Plan plan = World().plan();
  CHECK(plan.empty());
  CHECK(plan.models == std::vector<std::string>{"assistant", "user"});
}

TEST_CASE("dirtiness: a new summary is planned with everything above it") {
  World world(3);
  world.add_many(27);
  const Plan plan = world.plan();
  REQUIRE(plan.summaries.size() == 13);
  CHECK(plan.summaries.front().group.tier == 0);
  CHECK(plan.summaries.back().group.tier == 2);
  for (const plan::SummaryTask& task : plan.summaries) CHECK(task.reason == Reason::kNew);
}

TEST_CASE("dirtiness: a reworded observation dirties one summary of each tier") {
  World world = settled();
  world.observations.begin()->second.text = "reworded";
  const Plan plan = world.plan();
  REQUIRE(plan.summaries.size() == 3);
  CHECK(plan.summaries[0].reason == Reason::kSourcesChanged);
  CHECK(plan.summaries[1].reason == Reason::kSourcesRewritten);
  CHECK(plan.summaries[2].reason == Reason::kSourcesRewritten);
  const test::Work work = world.sync();
  CHECK(work.summaries == 3);
  CHECK(work.rounds == 3);
}

TEST_CASE("dirtiness: what another recipe wrote is planned only when a refresh is asked for") {
  World world = settled();
  const plan::Writers now{"engine:summarize/2", "engine:synthesize/2", "engine:describe/2"};
  plan::Facts facts = world.facts();
  const auto refreshing = [&](const std::string& model) {
    return plan::make_plan(facts, world.rules, world.now, plan::Refresh{now, model});
  };
  const Plan all = refreshing("");
  CHECK(all.summaries.size() == 13);
  CHECK_FALSE(all.sections.empty());
  for (const plan::SummaryTask& task : all.summaries) CHECK(task.reason == Reason::kOutdated);
  for (const plan::SectionTask& task : all.sections) CHECK(task.reason == Reason::kOutdated);
  CHECK(refreshing("user").summaries.size() == 13);
  CHECK(refreshing("assistant").empty());
  for (plan::SummaryFact& summary : facts.summaries) summary.made_by = now.summary;
  for (auto& [model, home] : facts.models) {
    for (plan::SectionFact& fact : home.sections) fact.made_by = now.section;
  }
  CHECK(refreshing("").empty());
}

TEST_CASE("dirtiness: a summary whose new text is the same stops the wave") {
  World world = settled([](const std::vector<std::string>&) { return std::string("always so"); });
  world.observations.begin()->second.text = "reworded";
  CHECK(world.plan().summaries.size() == 3);
  const test::Work work = world.sync();
  CHECK(work.summaries == 1);
  CHECK(work.sections == 0);
}

TEST_CASE("dirtiness: an edited summary dirties its readers, not itself") {
  World world = settled();
  const plan::Group bottom = world.grouping().groups.front();
  world.summaries.at(bottom.id).text += " and more";
  const Plan plan = world.plan();
  REQUIRE(plan.summaries.size() == 2);
  CHECK(plan.summaries[0].group.tier == 1);
  CHECK(plan.summaries[0].reason == Reason::kSourcesChanged);
}

TEST_CASE("dirtiness: a deleted source dirties its summary") {
  World world = settled();
  world.observations.erase(world.observations.begin());
  const Plan plan = world.plan();
  CHECK(plan.summaries.size() == 3);
  CHECK(plan.summaries[0].reason == Reason::kSourcesChanged);
  CHECK(plan.summaries[0].group.sources.size() == 2);
}

TEST_CASE("dirtiness: a file that does not say what it was made from is written again") {
  World world = settled();
  world.summaries.begin()->second.inputs.reset();
  const Plan plan = world.plan();
  REQUIRE_FALSE(plan.summaries.empty());
  CHECK(plan.summaries.front().reason == Reason::kNoInputs);
}

TEST_CASE("dirtiness: a time or count that is not that of its sources is put right, not the text") {
  const Time wrong = test::hour(5000);
  const std::vector<std::function<void(test::SummaryFile&)>> slips = {
      [&](test::SummaryFile& file) { file.start = wrong; },
      [&](test::SummaryFile& file) { file.end = wrong; },
      [](test::SummaryFile& file) { file.count = 99; }};
  for (const auto& slip : slips) {
    World world = settled();
    const auto before = world.summaries;
    slip(world.summaries.at(world.grouping().groups.front().id));
    const Plan plan = world.plan();
    REQUIRE_FALSE(plan.summaries.empty());
    CHECK(plan.summaries.front().reason == Reason::kMisstated);
    CHECK(world.sync().summaries == 1);
    CHECK(world.summaries == before);
    CHECK(world.plan().empty());
  }
}

TEST_CASE("dirtiness: links that do not match the sources are put right") {
  World world = settled();
  const plan::Group bottom = world.grouping().groups.front();
  std::vector<Ulid>& sources = world.summaries.at(bottom.id).sources;
  std::reverse(sources.begin(), sources.end());
  CHECK(world.plan().empty());  // the order of links is the person's
  sources.push_back(sources.front());
  CHECK(world.plan().summaries.size() == 3);
}

TEST_CASE("dirtiness: what a revert brings back is clean again") {
  World world = settled();
  const World before = world;
  world.observations.begin()->second.text = "reworded";
  world.sync();
  CHECK(world.summaries != before.summaries);
  world.observations = before.observations;
  CHECK_FALSE(world.plan().empty());
  world.summaries = before.summaries;
  world.homes = before.homes;
  CHECK(world.plan().empty());
}

TEST_CASE("dirtiness: inputs are the digest over id and digest of each source, in order") {
  const Ulid a = derive_ulid(hour(1), "a"), b = derive_ulid(hour(2), "b");
  const Digest x = digest_of("x"), y = digest_of("y");
  const Digest inputs = plan::inputs_digest({{a, x}, {b, y}});
  CHECK(inputs == digest_of("26:" + to_string(a) + "32:" + to_hex(x) + "26:" + to_string(b) +
                            "32:" + to_hex(y)));
  CHECK(inputs != plan::inputs_digest({{b, y}, {a, x}}));
  CHECK(inputs != plan::inputs_digest({{a, y}, {b, x}}));
}

TEST_CASE("plan: names of sections in the homes") {
  CHECK(plan::section_record_name("assistant", "earlier", {}) == "self/earlier");
  CHECK(plan::section_record_name("user", "last-3-days", {}) == "user/last-3-days");
  CHECK(plan::section_record_name("kestrel", "this-week", {}) == "this-week");
}

TEST_CASE("plan: base models first, then the others by name") {
  World world;
  world.add_many(1, 0, "zebra");
  world.add_many(1, 0, "kestrel");
  const Plan plan = world.plan();
  CHECK(plan.models == std::vector<std::string>{"assistant", "user", "kestrel", "zebra"});
}

TEST_CASE("plan: every section is written once and has its own items") {
  World world;
  world.now = hour(24 * 10);
  const Ulid old = world.add(hour(0), "ten days ago");
  const Ulid recent = world.add(hour(24 * 9), "yesterday");
  const Plan plan = world.plan();
  REQUIRE(plan.sections.size() == 2);
  const plan::SectionTask* now = section(plan, "user/last-3-days");
  REQUIRE(now != nullptr);
  CHECK(now->model == "user");
  CHECK(now->reason == Reason::kNew);
  REQUIRE(now->items.size() == 1);
  CHECK(now->items[0].id == recent);
  REQUIRE(section(plan, "user/this-month") != nullptr);
  CHECK(section(plan, "user/this-month")->items[0].id == old);
  world.sync();
  CHECK(world.plan().empty());
}

TEST_CASE("plan: a changed item dirties its section alone") {
  World world;
  world.now = hour(24 * 10);
  world.add(hour(0), "ten days ago");
  const Ulid recent = world.add(hour(24 * 9), "yesterday");
  world.sync();
  world.observations.at(recent).text = "reworded";
  const Plan plan = world.plan();
  REQUIRE(plan.sections.size() == 1);
  CHECK(plan.sections[0].name == "user/last-3-days");
  CHECK(plan.sections[0].reason == Reason::kSourcesChanged);
}

TEST_CASE("plan: a section that lost its items goes") {
  World world;
  const Ulid id = world.add(hour(24 * 29), "yesterday");
  world.sync();
  world.observations.erase(id);
  const Plan plan = world.plan();
  REQUIRE(plan.sections.size() == 1);
  CHECK(plan.sections[0].items.empty());
  CHECK(plan.models == std::vector<std::string>{"assistant", "user"});
  world.sync();
  CHECK(world.plan().empty());
}

TEST_CASE("plan: a section of a model that has no items any more goes too") {
  World world;
  const Ulid id = world.add(hour(0), "a bird", "kestrel");
  world.sync();
  world.observations.erase(id);
  const Plan plan = world.plan();
  REQUIRE(plan.sections.size() == 1);
  CHECK(plan.sections[0].model == "kestrel");
  CHECK(plan.sections[0].items.empty());
}

TEST_CASE("plan: a section that is gone from its file is written again") {
  World world;
  world.add(hour(24 * 29), "yesterday");
  world.sync();
  record(world, "user/last-3-days").present = false;
  const Plan plan = world.plan();
  REQUIRE(plan.sections.size() == 1);
  CHECK(plan.sections[0].reason == Reason::kMissing);
}

TEST_CASE("plan: an edited section with the same sources stays as the person wrote it") {
  World world;
  world.add(hour(24 * 29), "yesterday");
  world.sync();
  plan::SectionFact& fact = record(world, "user/last-3-days");
  fact.output = digest_of("generated");
  fact.text = digest_of("edited");
  CHECK(world.plan().empty());
  world.add(hour(24 * 29), "more");
  CHECK(world.plan().sections.size() == 1);
}

TEST_CASE("plan: records of other names are nobody's business here") {
  World world;
  world.homes["user"].sections.push_back({"other-models", {}, {}, {}, true});
  CHECK(world.plan().empty());
}

TEST_CASE("plan: the description of a model without items goes, unless a person wrote it") {
  World world;
  world.homes["kestrel"].name = "kestrel";
  plan::SectionFact description{"description", digest_of("of its sources"), {}, {}, true};
  description.output = description.text = digest_of("generated");
  world.homes["kestrel"].sections.push_back(description);
  const Plan plan = world.plan();
  REQUIRE(plan.descriptions.size() == 1);
  CHECK(plan.descriptions[0].items.empty());
  plan::SectionFact& fact = world.homes["kestrel"].sections[0];
  fact.text = digest_of("edited");
  fact.inputs = plan.descriptions[0].inputs;  // as a sync then records it
  CHECK(world.plan().empty());
}

TEST_CASE("plan: time alone moves items, and the plan says so") {
  World world;
  world.now = hour(24 * 10);
  world.add(hour(24 * 9), "yesterday");
  world.add(hour(24 * 5), "five days ago");
  world.sync();
  world.now = hour(24 * 13);
  CHECK(plan::next_section_change(world.plan().covers, {hour(24 * 10), Zone()}) == hour(24 * 13));
  Plan plan = world.plan();
  REQUIRE(plan.sections.size() == 3);  // both moved on, and the newest section has to go
  for (const plan::SectionTask& task : plan.sections) CHECK(task.reason == Reason::kTimePassed);
  world.add(hour(24 * 12), "today");
  plan = world.plan();
  REQUIRE(plan.sections.size() == 3);
  for (const plan::SectionTask& task : plan.sections) CHECK(task.reason != Reason::kTimePassed);
}

TEST_CASE("plan: a section that reads a dirty summary is an estimate") {
  World world = settled();
  world.observations.begin()->second.text = "reworded";
  const Plan plan = world.plan();
  REQUIRE(plan.sections.size() == 1);
  CHECK(plan.sections[0].reason == Reason::kSourcesRewritten);
}

TEST_CASE("plan: a section whose summary was deleted may turn out clean, one without it not") {
  World world = settled();
  const auto deleted = world.summaries.extract(world.summaries.begin());
  Plan plan = world.plan();
  REQUIRE(plan.sections.size() == 1);
  CHECK(plan.sections[0].reason == Reason::kSourcesRewritten);
  CHECK(plan::describe(plan.sections[0]) == plan::describe(Reason::kSourcesRewritten));
  world.observations.clear();
  plan = world.plan();
  REQUIRE_FALSE(plan.sections.empty());
  CHECK(plan.sections[0].reason == Reason::kSourcesChanged);
  CHECK(plan::describe(plan.sections[0]) == "it goes: no source is left");
}

TEST_CASE("plan: an orphan that still lists sources is told to let them go") {
  World world(4);
  const std::vector<Ulid> ids = world.add_many(4);
  world.sync();
  const Ulid id = world.summaries.begin()->first;
  world.summaries.at(id).text = "edited";
  for (std::size_t i = 1; i < 4; ++i) world.observations.erase(ids[i]);
  world.add(hour(50), "waits");
  const Plan plan = world.plan();
  CHECK(plan.releases == std::vector<Ulid>{id});
  CHECK(plan.summaries.empty());
  CHECK_FALSE(plan.empty());
  world.sync();
  CHECK(world.summaries.at(id).text == "edited");
  CHECK(world.summaries.at(id).edited());
  CHECK(world.plan().empty());
}

TEST_CASE("plan: every reason can be told") {
  std::set<std::string> texts;
  for (const Reason reason :
       {Reason::kNew, Reason::kSourcesChanged, Reason::kSourcesRewritten, Reason::kNoInputs,
        Reason::kMisstated, Reason::kMissing, Reason::kTimePassed, Reason::kOutdated}) {
    texts.insert(plan::describe(reason));
  }
  CHECK(texts.size() == 8);
  CHECK_FALSE(texts.contains(""));
}

}  // namespace pyramid::plan_test
