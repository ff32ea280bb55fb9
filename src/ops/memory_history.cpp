#include "pyramid/memory_history.hpp"

#include "ops/memory_changes.hpp"
#include "ops/opened.hpp"
#include "ops/past_nodes.hpp"
#include "ops/revision.hpp"

#include <optional>
#include <utility>

namespace pyramid {

namespace {

using history::Past;
using history::PastChange;
using history::PastCommit;
using ops::Opened;
using ops::Services;

Status tell(Past& past, const HistoryOptions& options, ops::Trail* trail, HistoryReport& report) {
  return past.each([&](const PastCommit& commit) -> Result<bool> {
    if (options.since && commit.at < *options.since) return true;  // clocks differ: look further
    PYRAMID_ASSIGN(std::vector<PastChange> changes, past.changes(commit));
    if (trail != nullptr) {
      PYRAMID_ASSIGN(changes, trail->of(changes));
    }
    PYRAMID_ASSIGN(const std::vector<ops::FileVersions> files, ops::read_versions(past, changes));
    std::vector<MemoryChange> meant = ops::meaning_of(files);
    if (meant.empty()) return true;
    if (report.entries.size() == options.limit) {
      report.more = true;
      return false;
    }
    report.entries.push_back({ops::told(commit), std::move(meant)});
    return true;
  });
}

Result<HistoryReport> run(Services& services, const HistoryOptions& options) {
  HistoryReport report;
  PYRAMID_ASSIGN(const std::unique_ptr<Past> past, ops::open_past(options.workspace.root));
  if (options.what.empty()) {
    PYRAMID_TRY(tell(*past, options, nullptr, report));
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
  ops::Trail trail(*past, target);
  PYRAMID_TRY(tell(*past, options, &trail, report));
  return report;
}

}  // namespace

Result<HistoryReport> memory_history(const Environment& environment,
                                     const HistoryOptions& options) {
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
