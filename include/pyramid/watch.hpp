// Keeping index and memory up to date while files change.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/error.hpp"
#include "pyramid/facts.hpp"
#include "pyramid/result.hpp"
#include "pyramid/sync.hpp"
#include "pyramid/time.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>

namespace pyramid {

struct WatchOptions {
  WorkspaceOptions workspace;
  bool sync = false;  // also what sync() does, not the index alone
  // Also what promote() does, once a day: minutes after midnight of the workspace's zone, or as
  // soon as the watch runs later on that day.
  std::optional<int> nightly;
  // After a change, until nothing changed for so long; 0 to a minute.
  std::chrono::milliseconds debounce = std::chrono::milliseconds(2000);
};

// What was done about some changes.
struct WatchUpdate {
  Time at;
  std::size_t changed = 0;  // files that came, changed or went since the last update
  bool scanned = false;     // every file was looked at: at first, and when events were lost
  Diagnostics diagnostics;  // of every file that has a problem; with `sync` of what that met
  std::optional<SyncReport> synced;       // with `sync`
  std::optional<PromoteReport> promoted;  // with `nightly`
  std::optional<Error> failure;  // tried again after the next change, and after the debounce
};
using WatchListener = std::function<void(const WatchUpdate&)>;

// Watches the workspace until `environment.progress` says that the person wants to stop, and calls
// `listener` from the same thread: once all is watched and indexed, then after each burst of
// changes. While it runs, commands that read take the index as it stands: before each, the watch
// takes in what changed until then; where it does not answer at once, they look for themselves.
// kConflict where the workspace is watched already, kIo where the kernel lets nobody watch so many
// folders, kNotFound once the workspace is moved or removed. With a `database` of its own nobody
// relies on it.
Status watch(const Environment& environment, const WatchOptions& options,
             const WatchListener& listener);

}  // namespace pyramid
