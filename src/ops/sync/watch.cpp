#include "ops/sync/watch.hpp"

#include "base/path.hpp"
#include "ops/run/changed_files.hpp"
#include "ops/run/opened.hpp"
#include "workspace/watching.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace pyramid {

namespace {

using Steady = std::chrono::steady_clock;
using std::chrono::milliseconds;

// How long a wish to stop may go unnoticed, where nobody rings, and that the lock is gone.
constexpr milliseconds kLongestWait(250);
constexpr milliseconds kLongestDebounce(60'000);
// Files that change all the time are taken in after so many debounces.
constexpr int kMostDebounces = 10;

class Watcher {
 public:
  Watcher(const Environment& environment, const WatchOptions& options,
          const WatchListener& listener, const Wake& wake, workspace::Workspace workspace,
          std::unique_ptr<FileLock> lock, ops::ChangedFiles changed)
      : environment_(environment),
        options_(options),
        listener_(listener),
        wake_(wake),
        workspace_(std::move(workspace)),
        lock_(std::move(lock)),
        changed_(std::move(changed)) {}

  ~Watcher() {
    if (lock_->is_in_place()) workspace::end_watching(environment_.files, workspace_);
  }
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  Status run() {
    begin_burst();
    act();
    while (!environment_.progress.cancelled()) {
      PYRAMID_TRY(look());
      answer();
      if (!waiting_ && !lock_->is_in_place()) begin_burst();
      if (waiting_ && Steady::now() >= due()) {
        PYRAMID_TRY(hold_again());
        act();
      }
      if (!waiting_ && ((options_.sync && today() != synced_on_) || is_to_promote())) act();
    }
    return {};
  }

 private:
  [[nodiscard]] Date today() const { return workspace_.zone.date_of(environment_.clock.now()); }

  [[nodiscard]] bool is_to_promote() const {
    constexpr std::int64_t kMinute = 60;  // seconds
    if (!options_.nightly || today() == promoted_on_) return false;
    const LocalTime now = workspace_.zone.local(environment_.clock.now());
    return second_of_day(now) >= *options_.nightly * kMinute;
  }

  // When the burst of changes under way is taken to be over.
  [[nodiscard]] Steady::time_point due() const {
    return std::min(last_change_ + options_.debounce,
                    first_change_ + options_.debounce * kMostDebounces);
  }

  void begin_burst() {
    last_change_ = Steady::now();
    if (!std::exchange(waiting_, true)) first_change_ = last_change_;
  }

  Status look() {
    milliseconds patience = kLongestWait;
    if (waiting_) {
      const auto left = std::chrono::ceil<milliseconds>(due() - Steady::now());
      patience = std::clamp(left, milliseconds(0), kLongestWait);
    }
    PYRAMID_ASSIGN(ops::ChangedFiles::Told told, changed_.take(patience, wake_));
    asks_.merge(told.asks);
    if (told.settings) {
      auto read = workspace::open(environment_.files, options_.workspace.root);
      if (read) workspace_ = *std::move(read);
    }
    if (told.counts) begin_burst();
    return {};
  }

  // With `.pyramid/` the lock goes, and anybody can have it. What else than another watch is in the
  // way, act() meets and tells, and it is tried again.
  Status hold_again() {
    if (lock_->is_in_place()) return {};
    changed_.all();
    Result<std::unique_ptr<FileLock>> lock =
        workspace::begin_watching(environment_.files, workspace_);
    if (!lock && lock.error().kind == ErrorKind::kConflict) {
      return fail(ErrorKind::kConflict,
                  "is watched by another pyramid watch since .pyramid/ was deleted",
                  workspace_.root, "end one of them");
    }
    if (!lock || !changed_.also(std::string(workspace::kAsksFolder))) return {};
    lock_ = *std::move(lock);
    return {};
  }

  // Who asks gets to know everything that came before; no answer where that cannot be.
  void answer() {
    if (asks_.empty()) return;
    const std::set<std::string> asks = std::exchange(asks_, {});
    if (!options_.workspace.database.empty() || !refresh()) return;
    for (const std::string& ask : asks) {
      static_cast<void>(environment_.files.remove(path::join(options_.workspace.root, ask)));
    }
  }

  // Brings the index up to what is known to have changed.
  Status refresh() {
    changed_.look_at_unwatched(environment_.files, workspace_, environment_.home);
    if (changed_.empty()) return {};
    const std::optional<std::vector<std::string>> paths = changed_.paths();
    Result<index::RefreshReport> scan =
        ops::with_services(environment_, options_.workspace,
                           [&](ops::Services& services) -> Result<index::RefreshReport> {
                             PYRAMID_ASSIGN(ops::Opened opened,
                                            ops::open_watched(services, options_.workspace, paths));
                             return std::move(opened.scan);
                           });
    if (!scan) return fail(std::move(scan).error());
    update_.scanned = update_.scanned || !paths;
    update_.changed +=
        scan->added.size() + scan->changed.size() + scan->removed.size() + scan->outside;
    update_.diagnostics = scan->diagnostics;
    changed_.taken_in(*scan);
    return {};
  }

  Status do_it() {
    PYRAMID_TRY(refresh());
    if (options_.sync) {
      synced_on_ = today();
      SyncOptions sync;
      sync.workspace = options_.workspace;
      PYRAMID_ASSIGN(update_.synced, pyramid::sync(environment_, sync));
      update_.diagnostics = update_.synced->diagnostics;
    }
    return is_to_promote() ? promote() : Status();
  }

  // What moves is a change like others, which the next sync takes in.
  Status promote() {
    PromoteOptions choosing;
    choosing.workspace = options_.workspace;
    PYRAMID_ASSIGN(update_.promoted, pyramid::promote(environment_, choosing));
    if (update_.promoted->failed > 0) {  // else the sync has told of the same files
      const Diagnostics& told = update_.promoted->diagnostics;
      update_.diagnostics.insert(update_.diagnostics.end(), told.begin(), told.end());
    }
    promoted_on_ = today();
    return {};
  }

  void act() {
    waiting_ = false;
    const Status done = do_it();
    update_.at = environment_.clock.now();
    if (!done) {
      if (done.error().kind == ErrorKind::kCancelled) return;
      update_.failure = done.error();
      begin_burst();  // tried again
    }
    const std::string failure = done ? "" : to_string(done.error());
    const bool told = !failure.empty() && failure == failure_;
    failure_ = failure;
    const WatchUpdate update = std::exchange(update_, {});
    const bool idle =
        update.changed == 0 && !update.scanned && !update.failure &&
        (!update.synced || update.synced->nothing_to_do) &&
        (!update.promoted || (update.promoted->decisions.empty() && update.promoted->failed == 0));
    if (!told && !idle) listener_(update);
  }

  const Environment& environment_;
  const WatchOptions& options_;
  const WatchListener& listener_;
  const Wake& wake_;
  workspace::Workspace workspace_;  // as its settings were last
  std::unique_ptr<FileLock> lock_;  // of who watches
  ops::ChangedFiles changed_;
  std::set<std::string> asks_;
  bool waiting_ = false;  // for the end of a burst
  Steady::time_point first_change_, last_change_;
  Date synced_on_, promoted_on_;
  WatchUpdate update_;   // since the last one that was told
  std::string failure_;  // that was told last
};

Status watch_in(const Environment& environment, const WatchOptions& options,
                const WatchListener& listener, const Wake& wake) {
  if (options.debounce < milliseconds(0) || options.debounce > kLongestDebounce) {
    return fail(ErrorKind::kUsage, "the debounce is out of range", {},
                "give 0 to " + std::to_string(kLongestDebounce.count()) + " milliseconds");
  }
  PYRAMID_ASSIGN(workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  PYRAMID_ASSIGN(std::unique_ptr<FileLock> lock,
                 workspace::begin_watching(environment.files, workspace));
  PYRAMID_ASSIGN(ops::ChangedFiles changed, ops::ChangedFiles::begin(workspace));
  PYRAMID_TRY(changed.also(std::string(workspace::kAsksFolder)));
  return Watcher(environment, options, listener, wake, std::move(workspace), std::move(lock),
                 std::move(changed))
      .run();
}

}  // namespace

Status ops::watch(const Environment& environment, const WatchOptions& options,
                  const WatchListener& listener, const Wake& wake) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 watch_in(environment, options, listener, wake));
}

Status watch(const Environment& environment, const WatchOptions& options,
             const WatchListener& listener) {
  const Wake nobody_rings;
  return ops::watch(environment, options, listener, nobody_rings);
}

}  // namespace pyramid
