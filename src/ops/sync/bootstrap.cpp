#include "pyramid/bootstrap.hpp"

#include "ops/run/opened.hpp"
#include "ops/sync/sync.hpp"

#include <utility>

namespace pyramid {

namespace {

using ops::Services;

Result<BootstrapReport> import_only(Services& services, const BootstrapOptions& options) {
  ImportOptions how;
  how.workspace = options.workspace;
  how.source = options.source;
  how.parallel = options.parallel;
  how.conversation = options.conversation;
  how.limit = options.limit;
  how.user = options.user;
  BootstrapReport report;
  PYRAMID_ASSIGN(report.imported, ops::import(services, how));
  return report;
}

Result<BootstrapReport> import_and_sync(Services& services, const BootstrapOptions& options) {
  SyncOptions how;
  how.workspace = options.workspace;
  how.source = options.source;
  how.parallel = options.parallel;
  how.conversation = options.conversation;
  how.limit = options.limit;
  how.user = options.user;
  BootstrapReport report;
  PYRAMID_ASSIGN(SyncReport synced, ops::sync(services, how));
  if (synced.imported) report.imported = *std::exchange(synced.imported, std::nullopt);
  ops::take_counts(synced, report.imported);
  report.synced = std::move(synced);
  return report;
}

}  // namespace

Result<BootstrapReport> bootstrap(const Environment& environment, const BootstrapOptions& options) {
  if (options.source.empty()) {
    return fail(ErrorKind::kUsage, "nothing to begin with", {}, "name a file with --source");
  }
  Result<BootstrapReport> report = ops::with_services(
      environment, options.workspace,
      [&](Services& services) {
        return options.summarize ? import_and_sync(services, options)
                                 : import_only(services, options);
      },
      "bootstrap");
  if (report && report->synced) {
    ops::note_offers(environment, options.workspace, *report->synced);
  }
  return report;
}

}  // namespace pyramid
