#include "base/parallel.hpp"
#include "base/text.hpp"
#include "format/own_words.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/run/run.hpp"
#include "ops/write/calls_at_once.hpp"
#include "ops/write/grounded.hpp"
#include "ops/write/left_out.hpp"
#include "ops/write/levels.hpp"
#include "ops/write/summary_text.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace pyramid::ops {

using format::Kind;
using format::Node;

namespace {

// The oldest `max` observations, and those that a summary holds already.
plan::FactIndex with_oldest(plan::FactIndex facts, std::size_t max) {
  using Number = plan::FactIndex::Number;
  std::set<Ulid> held;
  for (const Number number : facts.summaries()) {
    const plan::FactIndex::Summary& summary = facts.summary(number);
    if (summary.tier != 0) continue;
    for (const Number source : summary.sources) held.insert(facts.observation(source).id);
  }
  std::vector<std::pair<Time, Ulid>> by_time;
  for (const auto& [name, model] : facts.models()) {
    for (const Number number : facts.observations_of(model)) {
      by_time.emplace_back(facts.observation(number).at, facts.observation(number).id);
    }
  }
  std::sort(by_time.begin(), by_time.end());
  for (std::size_t i = max; i < by_time.size(); ++i) {
    if (!held.contains(by_time[i].second)) facts.remove(by_time[i].second);
  }
  facts.settle();
  return facts;
}

bool is_calendar(const Run& run) { return run.memory.rules().policy == plan::Policy::kCalendar; }

struct WrittenSummary {
  std::string path;
  std::string bytes;
  std::optional<Digest> made_from;
  Diagnostics left_out = {};  // sources that the file listed and that are none
  std::size_t violations = 0;
  std::vector<DroppedSentence> dropped = {};
  std::optional<FallbackText> fallback = {};
};

std::string link_text(int tier, const engine::SourceText& source) {
  return tier > 0 ? span_label(source.start, source.end) : source.text;
}

std::string new_path(const plan::Group& group, const Zone& zone, std::string_view text) {
  if (group.bucket) {
    return workspace::bucket_path(group.model, group.tier, *group.bucket, group.id);
  }
  return workspace::summary_path(group.model, group.tier, zone.local(group.start), text, group.id);
}

Result<WrittenSummary> write_one(const Run& run, const plan::FactIndex& facts,
                                 const plan::SummaryTask& task) {
  const plan::Group& group = task.group;
  const std::string path = run.memory.path_of(group.id);
  const bool is_new = path.empty();
  WrittenSummary written;
  std::string existing;
  std::vector<engine::SourceText> sources;
  format::SummaryDraft draft;
  EditedSummary edited;
  if (!is_new) {
    PYRAMID_ASSIGN(existing, run.memory.bytes(path));
    written.made_from = digest_of(existing);
    PYRAMID_ASSIGN(const Node old, format::read_node(existing, path));
    PYRAMID_ASSIGN(edited, edited_in(old, existing));
    draft.by_hand = edited.by_hand;
    written.left_out = sources_left_out(run.memory, run.opened.scan, old);
  }
  PYRAMID_ASSIGN(LevelledText summary, summarise(run, facts, task, edited, sources));
  draft.text = std::move(summary.text.text);
  draft.support = std::move(summary.text.support);
  written.violations = summary.text.violations;
  written.dropped = std::move(summary.text.dropped);
  written.fallback = std::move(summary.fallback);
  draft.engine = std::move(summary.engine);
  draft.recipe = std::move(summary.recipe);
  draft.id = group.id;
  draft.model = group.model;
  draft.tier = group.tier;
  draft.start = group.start;
  draft.end = group.end;
  draft.count = group.count;
  if (is_calendar(run)) draft.policy = plan::name_of(plan::Policy::kCalendar);
  draft.inputs = task.inputs;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    draft.sources.push_back(
        {link_text(group.tier, sources[i]), run.memory.path_of(group.sources[i])});
  }
  written.path = is_new ? new_path(group, run.memory.zone(), draft.text) : path;
  // A file that was emptied is as good as deleted.
  const Result<std::string> there = run.memory.bytes(written.path);
  if (is_new && there && there->empty()) written.made_from = digest_of(*there);
  PYRAMID_ASSIGN(written.bytes, format::write_summary(draft, written.path, existing));
  return written;
}

// The file as it stands, with what its sources say of their time and number.
Result<WrittenSummary> restate_one(const Run& run, const plan::SummaryTask& task) {
  const plan::Group& group = task.group;
  WrittenSummary written;
  written.path = run.memory.path_of(group.id);
  PYRAMID_ASSIGN(written.bytes, run.memory.bytes(written.path));
  written.made_from = digest_of(written.bytes);
  for (const auto& [key, value] :
       {std::pair("start", format_time(group.start)), std::pair("end", format_time(group.end)),
        std::pair("count", std::to_string(group.count))}) {
    PYRAMID_ASSIGN(written.bytes, format::with_field(written.bytes, written.path, key, value));
  }
  return written;
}

// What was said of a file before does not matter once it goes.
void leave_steps_of(SyncReport& report, const std::string& path) {
  std::erase_if(report.steps, [&](const SyncStep& step) { return step.path == path; });
}

// Orphans let go of what was made from sources that are gone, or not theirs any more; what the
// person wrote stays theirs.
Status release_all(Run& run, const std::vector<Ulid>& releases) {
  if (releases.empty()) return {};  // what is pending is written beside the calls
  for (const Ulid& id : releases) {
    const std::string path = run.memory.path_of(id);
    if (path.empty()) continue;
    PYRAMID_ASSIGN(const std::string content, run.memory.bytes(path));
    PYRAMID_ASSIGN(std::string released,
                   format::own_statement(content, path, plan::inputs_digest({})));
    leave_steps_of(run.report, path);
    run.report.steps.push_back(release_step(path));
    PYRAMID_TRY(run.memory.put(path, std::move(released), digest_of(content)));
  }
  return run.memory.flush();
}

// Tasks among which sources move from one summary to another, as the halves of one that is split.
// Written one without the other they would leave the next plan something else to group.
struct Bundle {
  std::vector<const plan::SummaryTask*> tasks;
  bool waits = false;  // one of them reads what is to be written first
};

// The summary itself, and those of its tier that list one of its sources.
std::set<Ulid> concerned_by(const plan::Group& group, const plan::FactIndex& facts) {
  std::set<Ulid> concerned = {group.id};
  for (const Ulid& source : group.sources) {
    for (const Ulid& reader : facts.readers_of(source)) {
      const plan::FactIndex::Summary* summary = facts.find_summary(reader);
      if (summary != nullptr && summary->tier == group.tier) concerned.insert(reader);
    }
  }
  return concerned;
}

std::vector<Bundle> bundles_of(const plan::Plan& plan, const plan::FactIndex& facts,
                               const SummaryLimits& limits) {
  std::set<Ulid> to_write;
  for (const plan::SummaryTask& task : plan.summaries) to_write.insert(task.group.id);
  std::vector<Bundle> bundles;
  std::map<Ulid, std::size_t> bundle_at;  // by the summaries that are written, or had a source
  for (const plan::SummaryTask& task : plan.summaries) {
    if (limits.max_tier && task.group.tier > *limits.max_tier) continue;
    const std::vector<Ulid>& sources = task.group.sources;
    Bundle bundle{{&task}, std::any_of(sources.begin(), sources.end(), [&](const Ulid& id) {
                    return to_write.contains(id);
                  })};
    const std::size_t place = bundles.size();
    for (const Ulid& id : concerned_by(task.group, facts)) {
      const std::size_t joined = bundle_at.try_emplace(id, place).first->second;
      if (joined == place) continue;
      Bundle& other = bundles[joined];
      bundle.tasks.insert(bundle.tasks.end(), other.tasks.begin(), other.tasks.end());
      bundle.waits = bundle.waits || other.waits;
      other.tasks.clear();
      for (auto& [one, at] : bundle_at) {
        if (at == joined) at = place;
      }
    }
    bundles.push_back(std::move(bundle));
  }
  return bundles;
}

// The tasks that can be done now, of any tier: those that read nothing that is to be written first.
// Where others wait for them, whole rounds of the workers: the last few go together with what can
// be done then, instead of leaving workers idle. It does not matter to any file: each text is made
// of its own sources alone, and bundles stay together.
std::vector<plan::SummaryTask> next_wave(const plan::Plan& plan, const plan::FactIndex& facts,
                                         const SummaryLimits& limits, std::size_t workers) {
  std::vector<plan::SummaryTask> wave, alone;
  bool others_wait = false;
  for (const Bundle& bundle : bundles_of(plan, facts, limits)) {
    others_wait = others_wait || bundle.waits;
    if (bundle.waits) continue;
    std::vector<plan::SummaryTask>& to = bundle.tasks.size() == 1 ? alone : wave;
    for (const plan::SummaryTask* task : bundle.tasks) to.push_back(*task);
  }
  const std::size_t together = wave.size();
  wave.insert(wave.end(), alone.begin(), alone.end());
  if (others_wait && wave.size() > workers) {
    wave.resize(std::max(together, wave.size() - wave.size() % workers));
  }
  return wave;
}

// Where a summary is, or the folder that it comes into and what it is of.
std::string place_of(const Run& run, const plan::SummaryTask& task) {
  std::string path = run.memory.path_of(task.group.id);
  if (!path.empty()) return path;
  return workspace::summary_folder(task.group.model, task.group.tier) + ", " +
         span_label(run.memory.zone().local(task.group.start),
                    run.memory.zone().local(task.group.end));
}

// Takes out what was written again in this run already: once is all that was asked for.
void leave_refreshed(plan::Plan& plan, const std::set<Ulid>& refreshed) {
  std::erase_if(plan.summaries, [&](const plan::SummaryTask& task) {
    return task.reason == plan::Reason::kOutdated && refreshed.contains(task.group.id);
  });
}

// Takes out what failed and, since it cannot be written either, what reads that.
void leave_failed(plan::Plan& plan, std::set<Ulid>& failed) {
  std::erase_if(plan.summaries, [&](const plan::SummaryTask& task) {
    const std::vector<Ulid>& sources = task.group.sources;
    const bool waits = std::any_of(sources.begin(), sources.end(),
                                   [&](const Ulid& id) { return failed.contains(id); });
    if (waits) failed.insert(task.group.id);
    return failed.contains(task.group.id);
  });
}

Status write_wave(Run& run, std::span<const plan::SummaryTask> wave, std::set<Ulid>& failed) {
  PYRAMID_ASSIGN(const std::vector<Diagnostics> held, held_elsewhere(run.memory, wave));
  PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
  std::vector<std::optional<Result<WrittenSummary>>> results(wave.size());
  const auto write_this = [&](std::size_t i) {
    if (run.services.progress.cancelled()) return;
    const bool text_stands = wave[i].reason == plan::Reason::kMisstated;
    results[i].emplace(text_stands ? restate_one(run, wave[i]) : write_one(run, *facts, wave[i]));
    run.services.progress.advance(1);
  };
  PYRAMID_TRY(
      while_taking_in(run, [&] { parallel_for(wave.size(), threads_of(run), write_this); }));
  for (std::size_t i = 0; i < wave.size(); ++i) {
    if (!results[i]) continue;
    if (!*results[i]) {  // its node alone fails; the next sync tries again
      note_failed(run, std::move(*results[i]).error(), place_of(run, wave[i]));
      failed.insert(wave[i].group.id);
      continue;
    }
    WrittenSummary& written = **results[i];
    run.report.steps.push_back({wave[i].group.exists ? "rewrite" : "create", written.path,
                                plan::describe(wave[i].reason)});
    Diagnostics& told = run.report.diagnostics;
    told.insert(told.end(), held[i].begin(), held[i].end());
    told.insert(told.end(), written.left_out.begin(), written.left_out.end());
    note_dropped(run.report, written.violations, std::move(written.dropped), written.path);
    note_fallback(run.report, std::move(written.fallback), written.path);
    if (run.services.ledger != nullptr && !wave[i].group.exists) {
      run.services.ledger->promoted("tier-" + std::to_string(wave[i].group.tier));
    }
    PYRAMID_TRY(run.memory.put(written.path, std::move(written.bytes), written.made_from));
    ++run.report.summaries_written;
  }
  return cancelled_if_asked(run);
}

int tier_of(const Run& run, const Ulid& id) {
  const Node* node = run.memory.find(id);
  return node == nullptr ? 0 : node->tier;
}

// Tier 0 reads observations, all others read summaries: asked for one of those, the tiers above it
// follow.
bool is_asked_for(int tier, int asked) { return asked == 0 ? tier == 0 : tier >= asked; }

// Leaves in the plan what those tiers have to do, but for what reads a summary below them that is
// to be written, to go or to let go of sources: how many of these there are.
std::size_t keep_tier(const Run& run, const plan::FactIndex& facts, plan::Plan& plan, int tier) {
  std::set<Ulid> late;
  const auto note = [&](int at, const Ulid& id) {
    if (at < tier) late.insert(id);
  };
  for (const plan::SummaryTask& task : plan.summaries) note(task.group.tier, task.group.id);
  for (const plan::Removal& removal : plan.removals) note(tier_of(run, removal.id), removal.id);
  for (const Ulid& id : plan.releases) note(tier_of(run, id), id);
  const std::size_t below = late.size();
  std::stable_sort(plan.summaries.begin(), plan.summaries.end(),
                   [](const plan::SummaryTask& a, const plan::SummaryTask& b) {
                     return a.group.tier < b.group.tier;
                   });
  std::erase_if(plan.summaries, [&](const plan::SummaryTask& task) {
    if (!is_asked_for(task.group.tier, tier)) return true;
    const std::vector<Ulid> sources = plan::sources_of(facts, task.group);
    const bool waits = std::any_of(sources.begin(), sources.end(),
                                   [&](const Ulid& id) { return late.contains(id); });
    if (waits) late.insert(task.group.id);
    return waits;
  });
  std::erase_if(plan.removals, [&](const plan::Removal& one) {
    return !is_asked_for(tier_of(run, one.id), tier);
  });
  std::erase_if(plan.releases,
                [&](const Ulid& id) { return !is_asked_for(tier_of(run, id), tier); });
  return below;
}

Diagnostic some_are_late(std::size_t late, int tier) {
  return {Severity::kWarning,
          {},
          count_of(late, "summary", "summaries") + " below tier " + std::to_string(tier) +
              (late == 1 ? " is" : " are") + " out of date; what reads " +
              (late == 1 ? "it" : "them") + " waits",
          "pyramid summarize writes all tiers"};
}

Status remove_all(Run& run, const std::vector<plan::Removal>& removals) {
  if (removals.empty()) return {};  // as above
  for (const plan::Removal& removal : removals) {
    const std::string path = run.memory.path_of(removal.id);
    if (path.empty()) continue;
    leave_steps_of(run.report, path);
    run.report.steps.push_back({"remove", path, removal.reason});
    Diagnostics out = sources_left_out(run.memory, run.opened.scan, *run.memory.at(path));
    run.report.diagnostics.insert(run.report.diagnostics.end(), out.begin(), out.end());
    PYRAMID_TRY(run.memory.remove(removal.id));
    ++run.report.summaries_removed;
  }
  return run.memory.flush();
}

}  // namespace

Status write_summaries(Run& run, const SummaryLimits& limits) {
  std::set<Ulid> failed;
  std::set<Ulid> released;
  std::set<Ulid> refreshed;
  bool started = false, told_late = false;
  while (true) {
    PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
    PYRAMID_ASSIGN(plan::Plan plan,
                   limits.max_observations
                       ? plan_of(run, with_oldest(*facts, *limits.max_observations))
                       : plan_of(run, *facts));
    const std::size_t late = limits.tier ? keep_tier(run, *facts, plan, *limits.tier) : 0;
    if (late > 0 && !std::exchange(told_late, true)) {
      run.report.diagnostics.push_back(some_are_late(late, *limits.tier));
    }
    PYRAMID_TRY(remove_all(run, plan.removals));
    std::erase_if(plan.releases, [&](const Ulid& id) { return !released.insert(id).second; });
    PYRAMID_TRY(release_all(run, plan.releases));
    if (!plan.releases.empty()) continue;  // their texts are others now
    leave_failed(plan, failed);
    leave_refreshed(plan, refreshed);
    const std::vector<plan::SummaryTask> wave =
        next_wave(plan, *facts, limits, std::max(1U, run.workers));
    if (wave.empty()) break;
    PYRAMID_TRY(cancelled_if_asked(run));
    if (!started) run.services.progress.begin("writing summaries", plan.summaries.size());
    started = true;
    for (const plan::SummaryTask& task : wave) refreshed.insert(task.group.id);
    const std::size_t at_once = tasks_at_once(run);
    for (std::size_t from = 0; from < wave.size(); from += at_once) {
      const std::size_t count = std::min(at_once, wave.size() - from);
      PYRAMID_TRY(write_wave(run, std::span(wave).subspan(from, count), failed));
    }
  }
  if (started) run.services.progress.end();
  return {};
}

}  // namespace pyramid::ops
