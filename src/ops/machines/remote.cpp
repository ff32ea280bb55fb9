#include "ops/machines/remote.hpp"

#include "base/text.hpp"
#include "history/dead_locks.hpp"
#include "history/git_at_work.hpp"
#include "history/git_folders.hpp"
#include "history/remote.hpp"
#include "history/repository.hpp"
#include "history/stopped_merge.hpp"
#include "ops/calls/commit_gate.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/forget/purged.hpp"
#include "ops/nodes/put_aside.hpp"
#include "ops/run/merging.hpp"
#include "ops/run/stopped_forget.hpp"
#include "ops/run/told.hpp"
#include "workspace/layout.hpp"
#include "workspace/workspace.hpp"

#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr int kMostPushes = 10;
// How long another machine's push holds a lock there.
constexpr std::chrono::milliseconds kForAnotherPush{100};

template <typename T>
void append(std::vector<T>& to, std::vector<T> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Two syncs of one command as one report.
void add(SyncReport& sum, SyncReport more) {
  sum.nothing_to_do = sum.nothing_to_do && more.nothing_to_do;
  sum.sessions_extracted += more.sessions_extracted;
  sum.observations_added += more.observations_added;
  sum.observations_seen_again += more.observations_seen_again;
  sum.observations_superseded += more.observations_superseded;
  sum.observations_assigned += more.observations_assigned;
  sum.summaries_written += more.summaries_written;
  sum.summaries_removed += more.summaries_removed;
  sum.sections_written += more.sections_written;
  sum.links_mended += more.links_mended;
  append(sum.models_rewritten, std::move(more.models_rewritten));
  append(sum.models_created, std::move(more.models_created));
  append(sum.files_written, std::move(more.files_written));
  append(sum.files_removed, std::move(more.files_removed));
  append(sum.exported, std::move(more.exported));
  append(sum.merged, std::move(more.merged));
  sum.changed_meanwhile = std::move(more.changed_meanwhile);
  sum.engine.calls += more.engine.calls;
  sum.engine.tokens_in += more.engine.tokens_in;
  sum.engine.tokens_out += more.engine.tokens_out;
  sum.engine.cents += more.engine.cents;
  sum.engine.price_known = sum.engine.price_known && more.engine.price_known;
  sum.engine.estimated = sum.engine.estimated || more.engine.estimated;
  sum.files_embedded += more.files_embedded;
  sum.texts_embedded += more.texts_embedded;
  sum.texts_to_embed = more.texts_to_embed;
  if (!more.hand_edits_commit.empty()) sum.hand_edits_commit = more.hand_edits_commit;
  if (!more.commit.empty()) sum.commit = more.commit;
  sum.failed = more.failed;
  sum.over_budget = more.over_budget;
  sum.batch = more.batch;  // of the whole command
  sum.left = std::move(more.left);
  std::erase_if(sum.diagnostics, [](const Diagnostic& one) { return !is_told_once(one); });
  append(sum.diagnostics, std::move(more.diagnostics));  // what is still so
}

Result<bool> merge_now(Services& services, const workspace::Workspace& workspace,
                       const history::Remote& remote, history::Repository& repository,
                       SecretsGate& gate, SyncReport& report) {
  PYRAMID_ASSIGN(const bool whole,
                 history::start_merge(workspace.root, remote.tracking, repository.is_own(), gate));
  static_cast<void>(whole);
  return finish_merge(services, workspace, repository, report.merged);
}

// Which secret keeps a file out of commits, where git refused because of such a file.
Error with_secret_named(Error error, SecretsGate& gate) {
  const Diagnostics held = gate.take();
  if (held.empty()) return error;
  error.where = held.front().where;
  error.what = held.front().what + ", and the other commits change that file";
  error.hint = held.front().hint;
  return error;
}

// HEAD gets the other end's commits; what had to be settled joins the report.
Status take_in(Services& services, const WorkspaceOptions& options, const history::Remote& remote,
               const history::Distance& apart, SyncReport& report) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(services.files, options.root));
  PYRAMID_ASSIGN(const std::unique_ptr<FileLock> lock,
                 workspace::lock(services.files, workspace, services.progress));
  PYRAMID_TRY(workspace::ensure_cache_folder(services.files, workspace));
  history::GitAtWork work(workspace.absolute(workspace::kCacheFolder), remote.tracking);
  SecretsGate gate(secrets_policy(workspace.settings));
  if (apart.ours == 0) {
    const Status moved = history::move_forward(workspace.root, remote, gate);
    if (moved) return {};
    work.ended(workspace.root);
    return fail(with_secret_named(moved.error(), gate));
  }
  PYRAMID_ASSIGN(const auto repository, history::Repository::open(workspace.root));
  PYRAMID_TRY(repository->install_merge_driver(services.program));
  PYRAMID_TRY(put_staged_aside(services.files, workspace, remote.tracking));
  const Result<bool> merged = merge_now(services, workspace, remote, *repository, gate, report);
  if (!merged) work.ended(workspace.root);
  const Result<Diagnostics> left = return_staged(services.files, workspace);
  if (!merged) return fail(with_secret_named(merged.error(), gate));
  if (!left) return fail(Error(left.error()));
  for (const Diagnostic& one : *left) report.merged.push_back({"merge", one.where, one.what});
  if (*merged) return {};
  return fail(ErrorKind::kConflict, "the merge has to be ended by hand", workspace.root,
              "settle the files that `git status` names and `git commit`, or drop it with "
              "`git merge --abort`");
}

// The same from a history from which something was purged, where this clone was from before.
Status take_in_purged(Services& services, const WorkspaceOptions& options,
                      const history::Remote& remote, const history::Distance& apart,
                      const Meeting& meeting, SyncReport& report) {
  if (apart.theirs == 0) return {};
  if (!meeting.follows) return take_in(services, options, remote, apart, report);
  PYRAMID_TRY(history::pretend_parent(options.root, remote.tracking, meeting.base));
  const Status taken = take_in(services, options, remote, apart, report);
  history::drop_pretence(options.root, remote.tracking);
  return taken;
}

Status follow(Services& services, const WorkspaceOptions& options, const history::Remote& remote,
              SyncReport& report) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(services.files, options.root));
  PYRAMID_ASSIGN(const std::unique_ptr<FileLock> lock,
                 workspace::lock(services.files, workspace, services.progress));
  history::drop_pretence(options.root, remote.tracking);  // of one that was killed
  return follow_purged(workspace, remote, services.machine, report.merged);
}

// What was purged neither comes in nor goes out.
Result<Meeting> check_purged(Services& services, const WorkspaceOptions& options,
                             const history::Remote& remote, const history::Distance& apart,
                             Diagnostics& diagnostics) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(services.files, options.root));
  diagnostics.clear();
  return may_meet(services.files, workspace, remote, apart, diagnostics);
}

// A branch of its own beside the others' is another memory, which nobody may have meant.
void tell_apart(const std::string& root, const history::Remote& remote, Diagnostics& told) {
  const std::vector<std::string> others = history::branches_instead(root, remote);
  if (others.empty()) return;
  told.push_back({Severity::kWarning, remote.name,
                  "has no branch " + remote.branch +
                      "; this memory goes there as one of its own, beside " + join(others, ", "),
                  "to make one memory of both: git branch -m " + others.front() +
                      ", git branch -u " + remote.name + "/" + others.front() +
                      ", then pyramid sync --remote"});
}

// Of facts that git hides from the other machines each would write another memory, for ever, and
// what is told from them would go out all the same.
Status hides_nothing(Services& services, const workspace::Workspace& workspace,
                     history::Repository& repository) {
  const auto enters = [](std::string_view folder) { return workspace::enters(folder); };
  PYRAMID_ASSIGN(const Walk walk, services.files.walk(workspace.root, enters, 2));
  std::vector<std::string> told_from;
  for (const WalkEntry& entry : walk.files) {
    const format::Kind kind = workspace::kind_of_path(entry.path);
    if (!workspace::is_memory_file(entry.path) ||
        (kind != format::Kind::kObservation && kind != format::Kind::kSession &&
         kind != format::Kind::kSummary)) {
      continue;
    }
    told_from.push_back(entry.path);
  }
  PYRAMID_ASSIGN(const std::vector<std::string> hidden, repository.ignored(told_from));
  if (hidden.empty()) return {};
  const std::string which = hidden.size() == 1 ? "a file" : count_of(hidden.size(), "file");
  return fail(ErrorKind::kConflict,
              "git ignores " + which + " that the memory is made from, so no other machine has it",
              hidden.front(),
              "see why with `git check-ignore -v " + hidden.front() +
                  "` and take that out, or forget the fact; a sync without --remote goes on");
}

// Whether there is a repository, and all of the memory in it.
Status may_exchange(Services& services, const WorkspaceOptions& options) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(services.files, options.root));
  if (!workspace.settings.commit) {
    return fail(ErrorKind::kUsage, "there are no commits to exchange", "pyramid.yaml",
                "set `commit: true`");
  }
  PYRAMID_ASSIGN(const auto repository, history::Repository::open(workspace.root));
  if (repository) return hides_nothing(services, workspace, *repository);
  return fail(ErrorKind::kUsage, "the workspace is in no git repository", workspace.root,
              "pyramid init " + workspace.root);
}

// What a forget that was stopped left would go out, and come back in.
Status nothing_half_forgotten(Services& services, const WorkspaceOptions& options) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(services.files, options.root));
  if (!services.files.stat(forget_journal_path(workspace))) return {};
  return fail(ErrorKind::kConflict,
              "a forget that was stopped is not finished, so nothing was taken in or sent",
              workspace.root, "`pyramid sync` ends it, or says why it cannot");
}

// HEAD is on no branch during a rebase or a bisect: those come first.
Result<history::Remote> remote_for(const SyncOptions& options) {
  const std::string& root = options.workspace.root;
  Result<history::Remote> remote = history::find_remote(root, *options.remote);
  if (remote || remote.error().kind != ErrorKind::kConflict) return remote;
  PYRAMID_ASSIGN(const auto repository, history::Repository::open(root));
  if (repository) PYRAMID_TRY(repository->can_commit());
  return remote;
}

}  // namespace

Result<SyncReport> sync_with_remote(Services& services, const SyncOptions& options,
                                    const SyncHere& sync_here) {
  const std::string& root = options.workspace.root;
  PYRAMID_TRY(may_exchange(services, options.workspace));
  PYRAMID_ASSIGN(const history::Remote remote, remote_for(options));
  std::optional<history::WorkMark> at_work;  // of the fetches and pushes too
  if (const auto folders = history::find_git_folders(root)) {
    history::release_dead_locks(folders->own + "/", folders->common + "/", root);
    at_work.emplace(folders->own + "/HEAD");
  }
  PYRAMID_ASSIGN(SyncReport report, sync_here(options));
  PYRAMID_TRY(nothing_half_forgotten(services, options.workspace));
  Diagnostics purged, apart_told;
  RemoteReport told;
  told.name = remote.name;
  SyncOptions again = options;
  again.source.clear();
  again.refresh_outdated.reset();
  for (int tries = 0; tries < kMostPushes; ++tries) {
    PYRAMID_ASSIGN(const history::Fetched fetched, history::fetch(root, remote));
    told.why_not = fetched.why_not;
    if (!told.why_not.empty()) break;
    PYRAMID_ASSIGN(history::Distance apart, history::distance(root, remote));
    PYRAMID_ASSIGN(const Meeting meeting,
                   check_purged(services, options.workspace, remote, apart, purged));
    if (apart.theirs > 0 || meeting.follows) {
      PYRAMID_TRY(take_in_purged(services, options.workspace, remote, apart, meeting, report));
      told.received += apart.theirs;
      PYRAMID_ASSIGN(SyncReport more, sync_here(again));
      add(report, std::move(more));
      if (meeting.follows) PYRAMID_TRY(follow(services, options.workspace, remote, report));
      PYRAMID_ASSIGN(apart, history::distance(root, remote));
    }
    if (fetched.lacks_branch) {  // what was seen of it before came in above
      PYRAMID_TRY(history::forget_branch(root, remote));
      PYRAMID_ASSIGN(apart, history::distance(root, remote));
    }
    if (tries == 0) tell_apart(root, remote, apart_told);
    if (apart.ours == 0) break;
    PYRAMID_ASSIGN(const history::PushAnswer pushed, history::push(root, remote));
    told.sent = apart.ours;
    if (!pushed.how_to_clone.empty()) {
      apart_told.push_back({Severity::kWarning, remote.name,
                            "its HEAD names another branch than " + remote.there +
                                ", so a plain clone of it comes out empty",
                            pushed.how_to_clone});
    }
    if (pushed.how == history::Pushed::kDone) break;
    told.sent = 0;
    told.why_not = pushed.how == history::Pushed::kOvertaken
                       ? "other machines were faster each time"
                       : pushed.why;
    if (pushed.how == history::Pushed::kRefused) break;
    if (pushed.how == history::Pushed::kLocked) std::this_thread::sleep_for(kForAnotherPush);
  }
  append(report.diagnostics, std::move(purged));
  append(report.diagnostics, std::move(apart_told));
  report.remote = std::move(told);
  return report;
}

}  // namespace pyramid::ops
