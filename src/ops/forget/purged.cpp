#include "ops/forget/purged.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/purged_refs.hpp"
#include "history/repository.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/tombstones.hpp"
#include "pyramid/version.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::string_view kPurged = "purged-";
constexpr std::string_view kBefore = "before-purge-";
constexpr std::string_view kBytes = "purged\n";
constexpr std::string_view kMessage = "memory: what one clone had beside the purged history\n\n";
constexpr std::size_t kShownDigits = 8;

struct Marks {
  std::set<std::string> purged, before;  // commits
};

void note(const std::string& name, Marks& marks) {
  if (name.starts_with(kPurged)) marks.purged.insert(name.substr(kPurged.size()));
  if (name.starts_with(kBefore)) marks.before.insert(name.substr(kBefore.size()));
}

// Of both ends: either may know what the other does not.
Result<Marks> read_marks(FileSystem& files, const workspace::Workspace& workspace,
                         const history::Remote& remote) {
  Marks marks;
  if (const auto here = files.list(workspace.absolute(kForgottenFolder))) {
    for (const DirectoryEntry& entry : *here) note(entry.name, marks);
  }
  PYRAMID_ASSIGN(const std::vector<std::string> there,
                 history::names_at(workspace.root, remote.tracking, std::string(kForgottenFolder)));
  for (const std::string& name : there) note(name, marks);
  return marks;
}

bool is_held(const std::set<std::string>& history, const Marks& marks) {
  return std::any_of(marks.purged.begin(), marks.purged.end(),
                     [&](const std::string& commit) { return history.contains(commit); });
}

std::string short_name(const std::string& commit) { return commit.substr(0, kShownDigits); }

// The other end has the history from before the purge, perhaps with what came since.
Failure refuse_theirs(const std::string& root, const history::Remote& remote,
                      const history::Nearest& base, const std::string& name) {
  const std::string push = "`git push --force " + remote.name + " HEAD:" + remote.there + "`";
  const std::string range = short_name(base.commit) + ".." + name;
  const bool more = !base.commit.empty() && base.since > 0;
  std::string what = name + " still holds what was purged, so nothing was taken in or sent";
  if (more) what += "; it has " + count_of(base.since, "commit") + " since the purge";
  return fail(ErrorKind::kConflict, std::move(what), root,
              "put the purged history there: " + push +
                  (more ? "; see `git fetch " + remote.name + " && git log " + range +
                              "` first: these commits are lost but where they were made, and come "
                              "back from there with its next sync"
                        : ""));
}

// This clone has the history from before the purge, perhaps with work of its own.
Result<Meeting> follow(const std::string& root, const history::Remote& remote, const Marks& marks,
                       const history::Distance& apart) {
  PYRAMID_ASSIGN(const auto repository, history::Repository::open(root));
  PYRAMID_ASSIGN(const history::Nearest nearest, history::nearest_of(root, marks.before, "HEAD"));
  std::string base = nearest.commit;
  // A clone that lacks what was pushed last before the purge: from before anything said it.
  if (base.empty()) {
    PYRAMID_ASSIGN(base, history::last_shared(root, "HEAD", remote.tracking));
  }
  const bool merged = apart.theirs == 0;  // by a plain `git pull`
  const bool own = repository && repository->is_own();
  if (own && (merged || !base.empty())) return Meeting{true, merged ? "" : base};
  return fail(ErrorKind::kConflict,
              "this clone still holds what was purged elsewhere, so nothing was taken in or sent",
              root, "clone it anew, and take along by hand what only this clone has");
}

}  // namespace

Result<std::string> mark_purged(WorkingSet& memory, const history::PurgeMarks& marks,
                                const std::string& root, Time now, Diagnostics& diagnostics) {
  if (marks.first.empty()) return std::string();
  std::vector<std::string> names;
  for (const std::string& commit : marks.first) names.push_back(std::string(kPurged) + commit);
  for (const std::string& commit : marks.shared) names.push_back(std::string(kBefore) + commit);
  for (const std::string& name : names) {
    const std::string path = path::join(kForgottenFolder, name);
    if (memory.bytes(path)) continue;
    PYRAMID_TRY(memory.put(path, std::string(kBytes), std::nullopt));
  }
  PYRAMID_TRY(memory.flush());
  PYRAMID_ASSIGN(const auto repository, history::Repository::open(root));
  if (!repository) return std::string();
  return commit_changes(*repository, memory,
                        "memory: other machines are told what was purged\n\n"
                        "Pyramid-Version: " PYRAMID_VERSION "\n",
                        now, diagnostics);
}

Result<Meeting> may_meet(FileSystem& files, const workspace::Workspace& workspace,
                         const history::Remote& remote, const history::Distance& apart,
                         Diagnostics& diagnostics) {
  PYRAMID_ASSIGN(const Marks marks, read_marks(files, workspace, remote));
  if (marks.purged.empty()) return Meeting();
  const std::string& root = workspace.root;
  PYRAMID_ASSIGN(const auto known, history::history_of(root, remote.tracking));
  PYRAMID_ASSIGN(const auto head, history::history_of(root, "HEAD"));
  const bool theirs = is_held(known, marks), ours = is_held(head, marks);
  const std::string name = remote.name + "/" + remote.there;
  if (theirs && !ours) {
    PYRAMID_ASSIGN(const history::Nearest base,
                   history::nearest_of(root, marks.before, remote.tracking));
    // What the fetch brought back is taken out again.
    PYRAMID_TRY(history::drop_fetched(root, remote.name, marks.purged));
    return refuse_theirs(root, remote, base, name);
  }
  if (!ours) {
    PYRAMID_ASSIGN(const auto held, history::drop_fetched(root, remote.name, marks.purged));
    for (const std::string& one : held) {
      diagnostics.push_back(
          {Severity::kWarning, one, "still holds what was purged, at the other end",
           "put it there as it is here, with `git push --force " + remote.name +
               " NAME`, or remove it with `git push --delete " + remote.name + " NAME`"});
    }
  }
  if (ours && !theirs && !known.empty()) return follow(root, remote, marks, apart);
  if (ours) {
    diagnostics.push_back({Severity::kWarning, root, "the history holds again what was purged",
                           "purge it again: `pyramid forget … --purge`"});
  }
  return Meeting();
}

Status follow_purged(const workspace::Workspace& workspace, const history::Remote& remote,
                     const std::string& machine, std::vector<SyncStep>& told) {
  PYRAMID_ASSIGN(const std::string head,
                 history::move_onto(workspace.root, remote.tracking,
                                    std::string(kMessage) + machine_trailer(machine) +
                                        "Pyramid-Version: " PYRAMID_VERSION "\n"));
  told.push_back({"follow", "",
                  "the history from which something was purged, now at " + short_name(head) +
                      "; what only this clone had is one commit on it. Its old history stays until "
                      "`git reflog expire --expire=now --all && git gc --prune=now`"});
  return {};
}

}  // namespace pyramid::ops
