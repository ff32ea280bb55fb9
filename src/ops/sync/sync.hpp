// The sync with the engines handed in: what the public functions call and tests drive.
#pragma once

#include "ops/calls/services.hpp"
#include "pyramid/import.hpp"
#include "pyramid/sync.hpp"

#include <functional>
#include <string>

namespace pyramid::ops {

Result<SyncReport> sync(Services& services, const SyncOptions& options);
Result<SyncReport> run_step(Services& services, const StepOptions& options);
Result<ImportReport> import(Services& services, const ImportOptions& options);

struct Run;

// What comes in from outside, by what `read` takes of it: it is extracted and committed, after a
// failure of `read` too.
struct TakeIn {
  WorkspaceOptions workspace;
  std::string title;      // that the commit tells, where nothing that came in has one
  unsigned parallel = 0;  // as of ImportOptions
  bool batch = false;
};
Result<ImportReport> take_in(Services& services, const TakeIn& what,
                             const std::function<Result<ImportReport>(Run&)>& read);

// What lies unused on this machine and could write the texts, where the sync wrote some.
void note_offers(const Environment& environment, const WorkspaceOptions& options,
                 SyncReport& report);

// What became of the conversations that an import took in.
inline void take_counts(const SyncReport& from, ImportReport& to) {
  to.observations = from.observations_added;
  to.seen_again = from.observations_seen_again;
  to.superseded = from.observations_superseded;
  to.without_facts = from.sessions_without_facts;
  to.failed = from.failed;
  to.over_budget = from.over_budget;
}

}  // namespace pyramid::ops
