// A workspace as values: what the files say, what a person or another machine does to them, and a
// sync with an engine that is a pure function.
#pragma once

#include "plan/plan.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace pyramid::test {

// The same numbers on every machine, which std::uniform_int_distribution does not promise.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  template <typename Map>
  auto& entry(Map& map) {
    return *std::next(map.begin(), below(static_cast<int>(map.size())));
  }
  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[static_cast<std::size_t>(below(static_cast<int>(i)))]);
    }
  }

 private:
  std::uint64_t state_;
};

// 2026-05-01 plus so many hours.
inline Time hour(int hours) {
  return Time{start_of(Date{2026, 5, 1}).seconds + std::int64_t{hours} * 3600};
}

struct ObservationFile {
  Time at;
  std::string model = "user";
  bool active = true;
  std::string text;
  int importance = 0;
  bool operator==(const ObservationFile&) const = default;
};

struct SummaryFile {
  std::string model;
  int tier = 0;
  Time start, end;
  std::int64_t count = 0;
  std::string text;
  std::optional<Digest> inputs;
  Digest output;
  std::vector<Ulid> sources;
  std::string policy;
  bool operator==(const SummaryFile&) const = default;
  [[nodiscard]] bool edited() const { return output != digest_of(text); }
};

// What the engine makes of the texts it reads.
using Engine = std::function<std::string(const std::vector<std::string>& sources)>;

// Other sources, other text.
inline std::string faithful(const std::vector<std::string>& sources) {
  Hasher hasher;
  for (const std::string& source : sources) hasher.field(source);
  return to_hex(hasher.finish());
}
// Often the same text from other sources.
inline std::string terse(const std::vector<std::string>& sources) {
  return "about " + faithful(sources).substr(0, 1);
}

struct Work {
  int rounds = 0;  // waves of summaries
  int summaries = 0, sections = 0;
};

class World {
 public:
  explicit World(int step = 10, Engine engine = faithful)
      : rules{step}, engine_(std::move(engine)) {}

  Ulid add(Time at, std::string text, std::string model = "user") {
    const Ulid id = derive_ulid(at, text + "#" + std::to_string(observations.size()));
    observations[id] = {at, std::move(model), true, std::move(text)};
    return id;
  }
  // One every hour, from `from` on.
  std::vector<Ulid> add_many(int count, int from = 0, const std::string& model = "user") {
    std::vector<Ulid> ids;
    for (int i = 0; i < count; ++i) {
      ids.push_back(add(hour(from + i), model + " fact " + std::to_string(from + i), model));
    }
    return ids;
  }

  [[nodiscard]] static Digest digest(const ObservationFile& file) {
    Hasher hasher;
    hasher.field(file.at.seconds).field(file.model).field(file.active ? 1 : 0).field(file.text);
    return hasher.finish();
  }
  [[nodiscard]] static Digest digest(const SummaryFile& file) {
    Hasher hasher;
    hasher.field(file.end.seconds).field(file.model).field(file.text);
    return hasher.finish();
  }

  [[nodiscard]] plan::Facts facts() const {
    plan::Facts facts;
    for (const auto& [id, file] : observations) {
      facts.observations.push_back({id, file.at, file.model, file.active, digest(file),
                                    file.importance, plan::Holds::kNotJudged,
                                    std::ssize(file.text)});
    }
    for (const auto& [id, file] : summaries) {
      plan::SummaryFact fact{id,         file.model,   file.tier,   file.start,    file.end,
                             file.count, digest(file), file.inputs, file.edited(), {},
                             file.policy};
      fact.bytes = std::ssize(file.text);
      if (file.edited()) fact.own = digest_of(file.text);
      for (const Ulid& source : file.sources) {
        if (observations.contains(source) || summaries.contains(source)) {
          fact.sources.push_back(source);
        }
      }
      facts.summaries.push_back(std::move(fact));
    }
    facts.models = homes;
    return facts;
  }

  // Both with the sources of every group.
  [[nodiscard]] plan::Plan plan() const {
    const plan::FactIndex index(facts());
    plan::Plan plan = plan::make_plan(index, rules, now);
    plan::list_sources(index, plan.grouping);
    return plan;
  }
  [[nodiscard]] plan::Grouping grouping() const {
    const plan::FactIndex index(facts());
    plan::Grouping grouping = plan::group(index, rules, now);
    plan::list_sources(index, grouping);
    return grouping;
  }

  // Writes one summary, as src/ops does.
  void write(const plan::SummaryTask& task) {
    const plan::Group& group = task.group;
    std::vector<std::string> texts;
    for (const Ulid& source : group.sources) {
      texts.push_back(group.tier == 0 ? observations.at(source).text : summaries.at(source).text);
    }
    SummaryFile& file = summaries[group.id];
    if (task.reason == plan::Reason::kMisstated) {
      file.start = group.start;
      file.end = group.end;
      file.count = group.count;
      return;
    }
    const bool edited = !file.text.empty() && file.edited();
    const std::string kept = edited ? " kept: " + file.text : "";
    file = {group.model,           group.tier,  group.start, group.end,     group.count,
            engine_(texts) + kept, task.inputs, Digest{},    group.sources, {}};
    if (rules.policy != plan::Policy::kCount) file.policy = plan::name_of(rules.policy);
    file.output = digest_of(file.text);
  }

  void clear_away(const plan::Plan& plan) {
    for (const plan::Removal& removal : plan.removals) summaries.erase(removal.id);
    for (const Ulid& id : plan.releases) {  // its text counts as the person's as a whole
      SummaryFile& file = summaries.at(id);
      file.sources.clear();
      file.inputs = plan::inputs_digest({});
      file.count = 0;
    }
  }

  static std::vector<plan::SummaryTask> lowest_tier(const plan::Plan& plan) {
    std::vector<plan::SummaryTask> wave;
    for (const plan::SummaryTask& task : plan.summaries) {
      if (task.group.tier == plan.summaries.front().group.tier) wave.push_back(task);
    }
    return wave;
  }

  // Plans and writes until no summary is dirty, then writes the sections.
  Work sync() {
    Work work;
    while (true) {
      const plan::Plan next = plan();
      clear_away(next);
      if (next.summaries.empty()) {
        write_sections(next);
        work.sections = static_cast<int>(next.sections.size());
        return work;
      }
      if (++work.rounds > 100) return work;  // the caller's check fails, rather than hangs
      for (const plan::SummaryTask& task : lowest_tier(next)) {
        write(task);
        ++work.summaries;
      }
    }
  }

  void write_sections(const plan::Plan& plan) {
    for (const plan::SectionTask& task : plan.descriptions) {
      plan::ModelFact& home = homes[task.model];
      home.name = task.model;
      std::erase_if(home.sections, [&](const auto& one) { return one.name == task.name; });
      if (!task.items.empty()) home.sections.push_back({task.name, task.inputs, {}, {}, true});
    }
    for (const plan::SectionTask& task : plan.sections) {
      plan::ModelFact& home = homes[task.model];
      home.name = task.model;
      std::erase_if(home.sections, [&](const auto& one) { return one.name == task.name; });
      if (!task.items.empty()) home.sections.push_back({task.name, task.inputs, {}, {}, true});
    }
  }

  // Takes over what the other machine has, as a merge does: the same tree from either side.
  void unite(const World& other) {
    for (const auto& [id, file] : other.observations) {
      const auto [mine, is_new] = observations.try_emplace(id, file);
      if (!is_new && digest(file) < digest(mine->second)) mine->second = file;
    }
    for (const auto& [id, file] : other.summaries) {
      const auto [mine, is_new] = summaries.try_emplace(id, file);
      if (!is_new && before(file, mine->second)) mine->second = file;
    }
  }

  [[nodiscard]] int height() const {
    int height = 0;
    for (const plan::Group& group : grouping().groups) {
      if (!group.orphan) height = std::max(height, group.tier + 1);
    }
    return height;
  }

  plan::Rules rules;
  Time now = hour(24 * 30);
  std::map<Ulid, ObservationFile> observations;
  std::map<Ulid, SummaryFile> summaries;
  std::map<std::string, plan::ModelFact> homes;

 private:
  static bool before(const SummaryFile& a, const SummaryFile& b) {
    if (a.output != b.output) return a.output < b.output;
    if (a.text != b.text) return a.text < b.text;
    return std::tie(a.inputs, a.sources, a.model, a.tier, a.start, a.end, a.count) <
           std::tie(b.inputs, b.sources, b.model, b.tier, b.start, b.end, b.count);
  }

  Engine engine_;
};

// The sizes of the groups of one tier and model, oldest first.
inline std::vector<std::size_t> sizes(const plan::Grouping& grouping, int tier,
                                      const std::string& model = "user") {
  std::vector<std::size_t> sizes;
  for (const plan::Group& group : grouping.groups) {
    if (group.tier == tier && group.model == model) sizes.push_back(group.sources.size());
  }
  return sizes;
}

}  // namespace pyramid::test
