// What must hold after any history: random ones, with fixed seeds.
#include "tests/plan/world.hpp"
#include "tests/support/catch.hpp"

#include <tuple>
#include <unordered_map>

namespace pyramid {

namespace {

using plan::Group;
using plan::Grouping;
using test::Random;
using test::World;

bool same(const Group& a, const Group& b) {
  return std::tie(a.id, a.model, a.tier, a.sources, a.start, a.end, a.count, a.exists, a.orphan,
                  a.releases) == std::tie(b.id, b.model, b.tier, b.sources, b.start, b.end, b.count,
                                          b.exists, b.orphan, b.releases);
}

bool same(const Grouping& a, const Grouping& b) {
  return std::equal(a.groups.begin(), a.groups.end(), b.groups.begin(), b.groups.end(),
                    [](const Group& x, const Group& y) { return same(x, y); }) &&
         std::equal(
             a.removals.begin(), a.removals.end(), b.removals.begin(), b.removals.end(),
             [](const auto& x, const auto& y) { return x.id == y.id && x.reason == y.reason; });
}

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

// Dirtiness worked out again, the slow and obvious way, from the files.
std::set<Ulid> dirty_by_hand(const World& world, const Grouping& grouping) {
  std::set<Ulid> dirty;
  for (const Group& group : grouping.groups) {  // tier by tier
    if (group.orphan) continue;
    const auto file = world.summaries.find(group.id);
    bool stale = file == world.summaries.end() || !file->second.inputs ||
                 file->second.model != group.model || file->second.tier != group.tier;
    std::vector<std::pair<Ulid, Digest>> read;
    for (const Ulid& source : group.sources) {
      if (dirty.contains(source)) stale = true;
      if (group.tier == 0) {
        read.emplace_back(source, World::digest(world.observations.at(source)));
      } else if (world.summaries.contains(source)) {
        read.emplace_back(source, World::digest(world.summaries.at(source)));
      }
    }
    if (!stale) {
      std::vector<Ulid> listed;
      for (const Ulid& source : file->second.sources) {
        const bool resolves =
            world.observations.contains(source) || world.summaries.contains(source);
        if (resolves) listed.push_back(source);
      }
      stale = *file->second.inputs != plan::inputs_digest(read) ||
              std::multiset<Ulid>(listed.begin(), listed.end()) !=
                  std::multiset<Ulid>(group.sources.begin(), group.sources.end());
    }
    if (stale) dirty.insert(group.id);
  }
  return dirty;
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

void check_order_does_not_matter(const World& world, Random& random) {
  plan::Facts facts = world.facts();
  const Grouping once = plan::group(facts, world.rules);
  random.shuffle(facts.observations);
  random.shuffle(facts.summaries);
  REQUIRE(same(once, plan::group(facts, world.rules)));
}

// Texts that a person wrote and no sync has read yet.
std::vector<std::string> fresh_edits(const World& world) {
  std::vector<std::string> texts;
  for (const auto& [id, file] : world.summaries) {
    if (file.edited()) texts.push_back(file.text);
  }
  return texts;
}

bool holds(const World& world, const std::string& text) {
  return std::any_of(world.summaries.begin(), world.summaries.end(), [&](const auto& entry) {
    return entry.second.text.find(text) != std::string::npos;
  });
}

void check_sync(World& world) {
  const int height = world.height();
  const std::vector<std::string> edits = fresh_edits(world);
  const test::Work work = world.sync();
  REQUIRE(work.rounds <= height + 1);  // one more where a dangling link finds its target
  for (const std::string& edit : edits) REQUIRE(holds(world, edit));
  const plan::Plan second = world.plan();
  REQUIRE(second.summaries.empty());
  REQUIRE(second.removals.empty());
  REQUIRE(second.releases.empty());
  REQUIRE(second.sections.empty());
  REQUIRE(second.empty());
}

const std::vector<std::string> kModels = {"assistant", "user", "kestrel"};

// One thing that a person, a program or time does to the files.
class History {
 public:
  History(std::uint64_t seed, bool nonsense) : random_(seed), nonsense_(nonsense) {}

  void step(World& world) {
    switch (random_.below(nonsense_ ? 12 : 9)) {
      case 0:
      case 1:
      case 2:
        return arrive(world, random_.below(3 * world.rules.step));
      case 3:
        return late(world);
      case 4:
        return forget(world);
      case 5:
        return change_observation(world);
      case 6:
        return edit_summary(world);
      case 7:
        return interrupted_sync(world);
      case 8:
        world.now = Time{world.now.seconds + random_.below(5) * kSecondsPerDay};
        return;
      case 9:
        return change_links(world);
      case 10:
        return change_fields(world);
      default:
        if (!world.summaries.empty()) world.summaries.erase(random_.entry(world.summaries).first);
    }
  }

  Random& random() { return random_; }

 private:
  std::string word() { return "fact " + std::to_string(random_.next() % 100000); }
  const std::string& model() { return kModels[static_cast<std::size_t>(random_.below(3))]; }

  void arrive(World& world, int count) {
    for (int i = 0; i < count; ++i) {
      clock_ += random_.below(3);  // often at the same time
      world.add(test::hour(clock_), word(), random_.chance(70) ? "user" : model());
    }
  }
  void late(World& world) {
    const int count = random_.below(2 * world.rules.step);
    const int around = random_.below(clock_ + 1);
    for (int i = 0; i < count; ++i) {
      world.add(test::hour(std::max(0, around + random_.below(7) - 3)), word());
    }
  }
  void forget(World& world) {
    const int count = random_.below(2 * world.rules.step);
    if (world.observations.empty()) return;
    auto it = world.observations.find(random_.entry(world.observations).first);
    for (int i = 0; i < count && it != world.observations.end(); ++i) {
      it = random_.chance(70) ? world.observations.erase(it) : std::next(it);
    }
  }
  void change_observation(World& world) {
    for (int i = random_.below(4); i >= 0 && !world.observations.empty(); --i) {
      test::ObservationFile& file = random_.entry(world.observations).second;
      const int kind = random_.below(4);
      if (kind == 0) file.text = word();
      if (kind == 1) file.active = !file.active;
      if (kind == 2) file.model = random_.chance(80) ? model() : "";
      if (kind == 3) file.at = test::hour(random_.below(clock_ + 1));
    }
  }
  void edit_summary(World& world) {
    if (world.summaries.empty()) return;
    test::SummaryFile& file = random_.entry(world.summaries).second;
    file.text = "edit<" + std::to_string(random_.next() % 100000) + ">";
  }
  // Killed half-way: some files of one wave are written, the rest is as it was.
  void interrupted_sync(World& world) {
    const plan::Plan plan = world.plan();
    if (random_.chance(50)) world.clear_away(plan);
    for (const plan::SummaryTask& task : World::lowest_tier(plan)) {
      if (random_.chance(50)) world.write(task);
    }
  }
  void change_links(World& world) {
    if (world.summaries.empty()) return;
    std::vector<Ulid>& sources = random_.entry(world.summaries).second.sources;
    const int kind = random_.below(4);
    if (kind == 0 && !sources.empty()) sources.pop_back();
    if (kind == 1) sources.push_back(random_.entry(world.summaries).first);
    if (kind == 2 && !sources.empty()) sources.push_back(sources.front());
    if (kind == 3) {
      for (int i = random_.below(3 * world.rules.step); i > 0; --i) {
        if (!world.observations.empty()) {
          sources.push_back(random_.entry(world.observations).first);
        }
      }
    }
  }
  void change_fields(World& world) {
    if (world.summaries.empty()) return;
    test::SummaryFile& file = random_.entry(world.summaries).second;
    static constexpr int kTiers[] = {0, 1, 2, 3, -1, 1000000, 2147483647, -2147483647 - 1};
    const int kind = random_.below(4);
    if (kind == 0) file.tier = kTiers[random_.below(8)];
    if (kind == 1) file.model = random_.chance(80) ? model() : "";
    if (kind == 2) file.inputs.reset();
    if (kind == 3) file.start = file.end = test::hour(random_.below(clock_ + 1));
  }

  Random random_;
  bool nonsense_;
  int clock_ = 0;
};

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

}  // namespace pyramid
