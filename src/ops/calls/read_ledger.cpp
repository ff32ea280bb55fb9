// `ledger`: the events as they stand, and how many there are.
#include "base/text.hpp"
#include "ops/calls/ledger_events.hpp"
#include "pyramid/ledger.hpp"
#include "workspace/naming.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace pyramid {

namespace {

// A kind of Pyramid's own, or one that a host has reported.
void check_kind(const std::string& kind, const std::vector<LedgerEvent>& events,
                Diagnostics& diagnostics) {
  std::vector<std::string> known(ops::kLedgerKinds.begin(), ops::kLedgerKinds.end());
  known.insert(known.end(), ops::kReportedKinds.begin(), ops::kReportedKinds.end());
  const auto is_it = [&](const LedgerEvent& event) { return event.kind == kind; };
  if (kind.empty() || std::find(known.begin(), known.end(), kind) != known.end() ||
      std::any_of(events.begin(), events.end(), is_it)) {
    return;
  }
  const auto near = closest(kind, known);
  diagnostics.push_back({Severity::kWarning,
                         {},
                         "the ledger has no such kind of events yet: " + printable(kind),
                         near ? "did you mean " + *near + "?" : "one of: " + join(known, ", ")});
}

std::vector<LedgerCount> counts_of(const std::vector<LedgerEvent>& events, const Zone& zone) {
  std::map<std::pair<Date, std::string>, std::size_t> counted;
  for (const LedgerEvent& event : events) ++counted[{zone.date_of(event.at), event.kind}];
  std::vector<LedgerCount> counts;
  for (const auto& [of, count] : counted) counts.push_back({of.first, of.second, count});
  return counts;
}

Result<LedgerReport> ledger_in(const Environment& environment, const LedgerOptions& options) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  LedgerReport report;
  report.diagnostics = workspace.diagnostics;
  report.events =
      ops::ledger_events(environment.files, workspace, options.since, report.diagnostics);
  check_kind(options.kind, report.events, report.diagnostics);
  if (!options.kind.empty()) {
    std::erase_if(report.events,
                  [&](const LedgerEvent& event) { return event.kind != options.kind; });
  }
  report.counts = counts_of(report.events, environment.zone.value_or(workspace.zone));
  if (options.counts) report.events.clear();
  return report;
}

}  // namespace

Result<LedgerReport> read_ledger(const Environment& environment, const LedgerOptions& options) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 ledger_in(environment, options));
}

}  // namespace pyramid
