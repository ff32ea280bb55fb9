// What planning takes, and what an added observation costs the engine, in a real workspace:
//
//   plan_costs WORKSPACE [ADDED]
//
// prints one JSON object. Nothing is written.
#include "engine/engine.hpp"
#include "engine/tokens.hpp"
#include "ops/calls/services.hpp"
#include "ops/nodes/working_set.hpp"
#include "ops/run/opened.hpp"
#include "plan/plan.hpp"
#include "pyramid/environment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>

namespace pyramid::bench {

namespace {

constexpr Time kNow{1778835600};  // 2026-05-15T09:00:00Z, as run.py has it
constexpr int kRuns = 7;

double best_of(const std::function<void()>& work, const std::function<void()>& prepare = [] {}) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRuns; ++i) {
    prepare();
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count());
  }
  return best;
}

struct Spent {
  std::size_t calls = 0, bytes_in = 0;
};

// Adds observations one by one and carries out the plan each time, with texts as long as their
// budget; counts what the engine would be given.
class Additions {
 public:
  Additions(plan::FactIndex facts, plan::Rules rules, const format::Settings& settings,
            std::map<Ulid, std::size_t> bytes)
      : facts_(std::move(facts)),
        rules_(std::move(rules)),
        summary_bytes_(static_cast<std::size_t>(settings.summary_chars)),
        bytes_(std::move(bytes)) {
    settle(kNow);  // whatever the workspace has to do already
    by_plan_ = {};
  }

  void add(const std::string& model, std::size_t bytes) {
    const Time at{kNow.seconds + ++added_};
    const Ulid id = derive_ulid(at, "added " + std::to_string(added_));
    bytes_[id] = bytes;
    facts_.put(plan::ObservationFact{id, at, model, true, digest_of(to_string(id))});
    settle(at);
    for (const plan::FactIndex::Number one : facts_.observations_of(facts_.models().at(model))) {
      whole_models_.bytes_in += bytes_[facts_.observation(one).id];
    }
    ++whole_models_.calls;
  }

  [[nodiscard]] const Spent& by_plan() const { return by_plan_; }
  [[nodiscard]] const Spent& whole_models() const { return whole_models_; }

 private:
  void settle(Time now) {
    facts_.settle();
    plan::Plan plan = plan::make_plan(facts_, rules_, now);
    while (!plan.summaries.empty()) {
      const int tier = plan.summaries.front().group.tier;
      for (const plan::SummaryTask& task : plan.summaries) {
        if (task.group.tier == tier) write(task);
      }
      facts_.settle();
      plan = plan::make_plan(facts_, rules_, now);
    }
    for (const auto* tasks : {&plan.sections, &plan.descriptions}) {
      for (const plan::SectionTask& task : *tasks) write(task);
    }
  }

  void write(const plan::SummaryTask& task) {
    const plan::Group& group = task.group;
    for (const Ulid& source : group.sources) by_plan_.bytes_in += bytes_[source];
    ++by_plan_.calls;
    bytes_[group.id] = summary_bytes_;
    plan::SummaryFact fact;
    fact.id = group.id;
    fact.model = group.model;
    fact.tier = group.tier;
    fact.start = group.start;
    fact.end = group.end;
    fact.count = group.count;
    fact.inputs = task.inputs;
    fact.digest = digest_of(to_hex(task.inputs));
    fact.sources = group.sources;
    fact.policy = plan::name_of(rules_.policy);
    facts_.put(fact);
  }

  void write(const plan::SectionTask& task) {
    plan::ModelFact& home = facts_.homes[task.model];
    home.name = task.model;
    std::erase_if(home.sections, [&](const auto& one) { return one.name == task.name; });
    if (task.items.empty()) return;
    for (const plan::CoverItem& item : task.items) by_plan_.bytes_in += bytes_[item.id];
    ++by_plan_.calls;
    home.sections.push_back({task.name, task.inputs, {}, {}});
  }

  plan::FactIndex facts_;
  plan::Rules rules_;
  std::size_t summary_bytes_;
  std::map<Ulid, std::size_t> bytes_;
  std::int64_t added_ = 0;
  Spent by_plan_, whole_models_;
};

Status measure(const std::string& root, int added) {
  const auto files = make_real_file_system();
  const FixedClock clock(kNow);
  SilentProgress progress;
  const auto text = engine::make_builtin_engine();
  const auto embedder = engine::make_static_embedder();
  ops::Services services{*files, clock, progress, *text, *embedder};
  WorkspaceOptions options;
  options.root = root;
  PYRAMID_ASSIGN(ops::Opened opened, ops::open(services, options, ops::Access::kRead));
  const double scan = best_of([&] {
    const auto report = opened.index->refresh(*files, *embedder, progress, false);
    if (!report) std::abort();
  });
  ops::WorkingSet memory(*files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  PYRAMID_ASSIGN(const plan::FactIndex* loaded, memory.facts());
  plan::FactIndex facts = *loaded;
  const plan::Rules& rules = memory.rules();
  std::vector<plan::ObservationFact> all;
  for (const auto& [name, model] : facts.models()) {
    for (const plan::FactIndex::Number number : facts.observations_of(model)) {
      const plan::FactIndex::Observation& one = facts.observation(number);
      all.push_back({one.id, one.at, name, true, one.digest});
    }
  }
  std::size_t dirty = 0, change = 0;
  plan::ObservationFact before;
  const auto reword = [&] {  // another one each time, after the last one is as it was
    if (change > 0) facts.put(before);
    before = all[all.size() / 2 + 1009 * ++change];
    facts.settle();
  };
  const double planning = best_of(
      [&] {
        plan::ObservationFact reworded = before;
        reworded.digest = digest_of("reworded");
        facts.put(reworded);
        facts.settle();
        dirty = plan::make_plan(facts, rules, kNow).summaries.size();
      },
      reword);

  facts = *loaded;
  std::map<Ulid, std::size_t> bytes;
  for (const format::Kind kind : {format::Kind::kObservation, format::Kind::kSummary}) {
    for (const Ulid& id : memory.ids(kind)) {
      PYRAMID_ASSIGN(const format::Node node, memory.read(*memory.find(id)));
      bytes[id] = node.text.size();
    }
  }
  Additions additions(facts, rules, opened.workspace.settings, std::move(bytes));
  constexpr std::size_t kUsualBytes = 60;
  for (int i = 0; i < added; ++i) additions.add("user", kUsualBytes);
  const auto each = [&](std::size_t value) { return static_cast<double>(value) / added; };
  fmt::print(
      "{{\"observations\": {}, \"scan_s\": {:.6f}, \"plan_s\": {:.6f}, \"dirty_summaries\": {}, "
      "\"added\": {}, \"calls\": {:.3f}, \"tokens_in\": {:.1f}, \"whole_calls\": {:.3f}, "
      "\"whole_tokens_in\": {:.1f}}}\n",
      all.size(), scan, planning, dirty, added, each(additions.by_plan().calls),
      each(engine::tokens_of(additions.by_plan().bytes_in)), each(additions.whole_models().calls),
      each(engine::tokens_of(additions.whole_models().bytes_in)));
  return {};
}

}  // namespace

}  // namespace pyramid::bench

int main(int count, char** arguments) {
  int added = 1000;
  bool usable = count == 2 || count == 3;
  if (count == 3) {
    const std::string_view text = arguments[2];
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), added);
    usable = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && added > 0;
  }
  if (!usable) {
    std::fputs("usage: plan_costs WORKSPACE [ADDED]\n", stderr);
    return 2;
  }
  const pyramid::Status done = pyramid::bench::measure(arguments[1], added);
  if (done) return 0;
  std::fprintf(stderr, "%s\n", to_string(done.error()).c_str());
  return 1;
}
