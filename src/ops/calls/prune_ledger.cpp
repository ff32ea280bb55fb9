// `ledger prune`: months that are no longer kept.
#include "base/digest.hpp"
#include "base/text.hpp"
#include "ops/calls/ledger_events.hpp"
#include "pyramid/ledger.hpp"
#include "workspace/naming.hpp"
#include "workspace/store.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid {

namespace {

// How long each kind is kept.
class Retention {
 public:
  explicit Retention(format::LedgerDays days) : days_(std::move(days)) {}

  // `end`: of the month that the event is of.
  [[nodiscard]] bool is_over(std::string_view kind, Time end, Time now) const {
    constexpr std::int64_t kDay = 86'400;  // seconds
    auto found = days_.find(kind);
    if (found == days_.end()) found = days_.find(format::kAllKinds);
    return found != days_.end() && end.seconds + found->second * kDay <= now.seconds;
  }

 private:
  format::LedgerDays days_;
};

// What is left of a file; decisions by which `promote` knows what was taken back outlast all
// others.
struct Kept {
  std::string bytes;
  std::size_t dropped = 0;  // lines
};

Kept kept_of(std::string_view bytes, Time end, Time now, const Retention& retention) {
  Kept kept;
  for (const std::string_view line : split_lines(bytes)) {
    if (trim(line).empty()) continue;
    const std::optional<LedgerEvent> event = ops::ledger_event(line);
    const bool is_over = retention.is_over(event ? event->kind : "", end, now);
    if (is_over && !(event && ops::binds(*event))) {
      ++kept.dropped;
    } else {
      kept.bytes += std::string(line) + "\n";
    }
  }
  return kept;
}

Result<PruneReport> prune_in(const Environment& environment, const PruneOptions& options) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  PruneReport report;
  report.diagnostics = workspace.diagnostics;
  format::LedgerDays days = workspace.settings.ledger_days;
  if (options.days) days = {{format::kAllKinds, *options.days}};
  report.kept_for_ever = days.empty();
  const Retention retention(std::move(days));
  const Time now = environment.clock.now();
  workspace::Store store(environment.files, workspace.root);
  PYRAMID_ASSIGN(const auto months, ops::ledger_months(environment.files, workspace));
  for (const ops::LedgerMonth& month : months) {
    PYRAMID_ASSIGN(const std::string bytes, environment.files.read(workspace.absolute(month.path)));
    Kept kept = kept_of(bytes, month.end, now, retention);
    if (kept.dropped == 0) continue;
    report.events += kept.dropped;
    report.files.push_back({month.path, kept.dropped, kept.bytes.empty()});
    if (kept.bytes.empty()) {
      store.remove(month.path, digest_of(bytes));
    } else {
      store.put(month.path, std::move(kept.bytes), digest_of(bytes));
    }
  }
  if (options.dry_run) return report;
  PYRAMID_ASSIGN(const workspace::Store::Report stored, store.commit());
  for (const std::string& path : stored.changed_meanwhile) {
    report.diagnostics.push_back({Severity::kWarning, path, "changed while it was being pruned",
                                  "run the same command again"});
  }
  return report;
}

}  // namespace

Result<PruneReport> prune_ledger(const Environment& environment, const PruneOptions& options) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 prune_in(environment, options));
}

}  // namespace pyramid
