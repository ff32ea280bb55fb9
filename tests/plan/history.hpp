// What happens to a workspace, and what must hold afterwards whatever the policy.
#pragma once

#include "tests/plan/world.hpp"
#include "tests/support/catch.hpp"

#include <tuple>

namespace pyramid::test {

using plan::Group;
using plan::Grouping;

inline bool same(const Group& a, const Group& b) {
  return std::tie(a.id, a.model, a.tier, a.sources, a.start, a.end, a.count, a.exists, a.orphan,
                  a.releases) == std::tie(b.id, b.model, b.tier, b.sources, b.start, b.end, b.count,
                                          b.exists, b.orphan, b.releases);
}

inline bool same(const Grouping& a, const Grouping& b) {
  return std::equal(a.groups.begin(), a.groups.end(), b.groups.begin(), b.groups.end(),
                    [](const Group& x, const Group& y) { return same(x, y); }) &&
         std::equal(
             a.removals.begin(), a.removals.end(), b.removals.begin(), b.removals.end(),
             [](const auto& x, const auto& y) { return x.id == y.id && x.reason == y.reason; });
}

// Dirtiness worked out again, the slow and obvious way, from the files.
inline std::set<Ulid> dirty_by_hand(const World& world, const Grouping& grouping) {
  std::set<Ulid> dirty;
  for (const Group& group : grouping.groups) {  // tier by tier
    if (group.orphan) continue;
    const auto file = world.summaries.find(group.id);
    bool stale = file == world.summaries.end() || !file->second.inputs ||
                 file->second.model != group.model || file->second.tier != group.tier ||
                 plan::policy_named(file->second.policy) != world.rules.policy;
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
                  std::multiset<Ulid>(group.sources.begin(), group.sources.end()) ||
              std::tie(file->second.start, file->second.end, file->second.count) !=
                  std::tie(group.start, group.end, group.count);
    }
    if (stale) dirty.insert(group.id);
  }
  return dirty;
}

inline void check_order_does_not_matter(const World& world, Random& random) {
  plan::Facts facts = world.facts();
  const Grouping once = plan::group(facts, world.rules, world.now);
  random.shuffle(facts.observations);
  random.shuffle(facts.summaries);
  REQUIRE(same(once, plan::group(facts, world.rules, world.now)));
}

// Texts that a person wrote and no sync has read yet.
inline std::vector<std::string> fresh_edits(const World& world) {
  std::vector<std::string> texts;
  for (const auto& [id, file] : world.summaries) {
    if (file.edited()) texts.push_back(file.text);
  }
  return texts;
}

inline bool holds(const World& world, const std::string& text) {
  return std::any_of(world.summaries.begin(), world.summaries.end(), [&](const auto& entry) {
    return entry.second.text.find(text) != std::string::npos;
  });
}

inline void check_sync(World& world) {
  const int height = world.height();
  const std::vector<std::string> edits = fresh_edits(world);
  const Work work = world.sync();
  REQUIRE(work.rounds <= height + 1);  // one more where a dangling link finds its target
  for (const std::string& edit : edits) REQUIRE(holds(world, edit));
  const plan::Plan second = world.plan();
  REQUIRE(second.summaries.empty());
  REQUIRE(second.removals.empty());
  REQUIRE(second.releases.empty());
  REQUIRE(second.sections.empty());
  REQUIRE(second.empty());
}

inline const std::vector<std::string> kModels = {"assistant", "user", "kestrel"};

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
      world.add(hour(clock_), word(), random_.chance(70) ? "user" : model());
    }
  }
  void late(World& world) {
    const int count = random_.below(2 * world.rules.step);
    const int around = random_.below(clock_ + 1);
    for (int i = 0; i < count; ++i) {
      world.add(hour(std::max(0, around + random_.below(7) - 3)), word());
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
      ObservationFile& file = random_.entry(world.observations).second;
      const int kind = random_.below(4);
      if (kind == 0) file.text = word();
      if (kind == 1) file.active = !file.active;
      if (kind == 2) file.model = random_.chance(80) ? model() : "";
      if (kind == 3) file.at = hour(random_.below(clock_ + 1));
    }
  }
  void edit_summary(World& world) {
    if (world.summaries.empty()) return;
    SummaryFile& file = random_.entry(world.summaries).second;
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
    SummaryFile& file = random_.entry(world.summaries).second;
    static constexpr int kTiers[] = {0, 1, 2, 3, -1, 1000000, 2147483647, -2147483647 - 1};
    const int kind = random_.below(4);
    if (kind == 0) file.tier = kTiers[random_.below(8)];
    if (kind == 1) file.model = random_.chance(80) ? model() : "";
    if (kind == 2) file.inputs.reset();
    if (kind == 3) file.start = file.end = hour(random_.below(clock_ + 1));
  }

  Random random_;
  bool nonsense_;
  int clock_ = 0;
};

}  // namespace pyramid::test
