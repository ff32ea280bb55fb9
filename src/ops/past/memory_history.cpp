#include "pyramid/memory_history.hpp"

#include "base/text.hpp"
#include "ops/nodes/commit_changes.hpp"
#include "ops/nodes/replaced.hpp"
#include "ops/nodes/revision.hpp"
#include "ops/past/past_nodes.hpp"
#include "ops/run/opened.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace pyramid {

namespace {

using history::Past;
using history::PastCommit;
using ops::Opened;
using ops::Services;

// Adds the commit to the report if it matches; false once the limit is reached. Where a shallow
// clone begins, what it holds is not what it brought.
Result<bool> take(const HistoryOptions& options, const PastCommit& commit,
                  std::vector<MemoryChange> meant, HistoryReport& report) {
  if (commit.is_edge) meant.clear();
  if (meant.empty() && !commit.is_edge) return true;
  if (options.since && commit.at < *options.since) {
    report.older = true;
    return true;  // clocks differ: look further
  }
  if (report.entries.size() == options.limit) {
    report.more = true;
    return false;
  }
  report.entries.push_back({ops::told(commit), std::move(meant)});
  return true;
}

Status tell(Past& past, const HistoryOptions& options, HistoryReport& report) {
  return past.each([&](const PastCommit& commit) -> Result<bool> {
    if (options.since && commit.at < *options.since) {
      report.older = true;
      return true;
    }
    PYRAMID_ASSIGN(const std::vector<history::PastSide> sides, past.sides(commit));
    PYRAMID_ASSIGN(std::vector<MemoryChange> meant, ops::meaning_of(past, sides));
    return take(options, commit, std::move(meant), report);
  });
}

// Two machines that took in the same conversation learned the same.
void name_twins(std::vector<HistoryEntry>& entries) {
  std::map<std::string, std::string> learned;  // the commit, by id
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    for (MemoryChange& change : entry->changes) {
      if (change.kind != "observation" || change.id.empty()) continue;
      if (change.what == "deleted") learned.erase(change.id);
      if (change.what != "added") continue;
      const auto [twin, is_new] = learned.try_emplace(change.id, entry->commit.id);
      if (!is_new)
        change.details.push_back("also learned by " + twin->second.substr(0, ops::kShortId));
    }
  }
}

// Where an observation came to be, what it took the place of by now, whose files tell by what.
Status name_replaced(const ops::WorkingSet& memory, const Ulid& id, HistoryReport& report) {
  PYRAMID_ASSIGN(const std::vector<Ulid> older, ops::replaced_by(memory, id));
  if (older.empty() || report.entries.empty()) return {};
  std::vector<std::string> names;
  for (const Ulid& one : older) names.push_back("[" + short_id(one) + "]");
  for (MemoryChange& change : report.entries.back().changes) {
    if (change.id != to_string(id)) continue;
    change.details.push_back("took the place of " + join(names, ", then of "));
    break;
  }
  return {};
}

Result<HistoryReport> run(Services& services, const HistoryOptions& options) {
  HistoryReport report;
  PYRAMID_ASSIGN(const std::unique_ptr<Past> past, ops::open_past(options.workspace.root));
  if (options.what.empty()) {
    PYRAMID_TRY(tell(*past, options, report));
    name_twins(report.entries);
    return report;
  }
  PYRAMID_ASSIGN(const Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  report.diagnostics = opened.scan.diagnostics;
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  WhyOptions named;
  named.what = options.what;
  named.folder = options.folder;
  PYRAMID_ASSIGN(
      const ops::PastTarget target,
      ops::find_past_target(services.files, opened.workspace, *opened.index, memory, *past, named));
  report.path = target.path;
  report.asked = target.asked;
  PYRAMID_TRY(ops::each_step(
      *past, target, [&](const PastCommit& commit, const ops::PastStep& step) -> Result<bool> {
        PYRAMID_ASSIGN(std::vector<MemoryChange> meant, ops::meaning_of(*past, step));
        return take(options, commit, std::move(meant), report);
      }));
  if (target.is_there && !target.id.is_zero()) {
    PYRAMID_TRY(name_replaced(memory, target.id, report));
  }
  return report;
}

}  // namespace

Result<HistoryReport> memory_history(const Environment& environment,
                                     const HistoryOptions& options) {
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
