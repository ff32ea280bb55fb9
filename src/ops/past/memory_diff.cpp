#include "history/repository.hpp"
#include "ops/nodes/memory_changes.hpp"
#include "ops/nodes/revision.hpp"
#include "ops/run/opened.hpp"
#include "pyramid/memory_history.hpp"
#include "workspace/workspace.hpp"

#include <map>
#include <optional>
#include <utility>

namespace pyramid {

namespace {

using history::Past;
using history::PastChange;
using history::PastCommit;

// The last that the program made, of a person's edits too; else the last; nullopt without any.
Result<std::optional<PastCommit>> last_sync(Past& past) {
  std::optional<PastCommit> newest, found;
  PYRAMID_TRY(past.each([&](const PastCommit& commit) -> Result<bool> {
    if (!newest) newest = commit;
    const bool by_program =
        !ops::is_by_hand(commit) || history::subject_of(commit).starts_with(ops::kByHand);
    if (!by_program) return true;
    found = commit;
    return false;
  }));
  return found ? found : newest;
}

// As `commit` had them, and as they are.
Result<std::vector<ops::FileVersions>> against_disk(FileSystem& files,
                                                    const workspace::Workspace& workspace,
                                                    Past& past, const std::string& commit) {
  std::map<std::string, std::optional<std::string>> differing;  // with the blob of `commit`
  const Result<PastCommit> head = past.commit("HEAD");
  if (head) {
    PYRAMID_ASSIGN(const std::vector<PastChange> since, past.changes(commit, head->id));
    for (const PastChange& one : since) differing[one.path] = one.before;
  }
  PYRAMID_ASSIGN(const auto repository, history::Repository::open(workspace.root));
  if (repository) {
    PYRAMID_ASSIGN(const std::vector<std::string> uncommitted, repository->uncommitted());
    for (const std::string& path : uncommitted) {
      const auto [place, is_new] = differing.try_emplace(path);
      if (!is_new || commit.empty()) continue;
      PYRAMID_ASSIGN(place->second, past.blob_at(commit, path));
    }
  }
  std::vector<ops::FileVersions> versions;
  for (const auto& [path, blob] : differing) {
    if (!ops::is_told(path)) continue;
    ops::FileVersions& one = versions.emplace_back();
    one.path = path;
    if (blob) {
      PYRAMID_ASSIGN(one.before, past.read(*blob));
    }
    Result<std::string> now = files.read(workspace.absolute(path));
    if (now) {
      one.after = *std::move(now);
    } else if (now.error().kind != ErrorKind::kNotFound) {
      return fail(std::move(now).error());
    }
  }
  return versions;
}

Result<DiffReport> run(const Environment& environment, const DiffOptions& options) {
  DiffReport report;
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  report.diagnostics = workspace.diagnostics;
  PYRAMID_ASSIGN(const std::unique_ptr<Past> past, ops::open_past(workspace.root));
  const Time now = environment.clock.now();
  const Zone zone = environment.zone.value_or(workspace.zone);
  std::optional<PastCommit> from;
  if (options.from.empty()) {
    PYRAMID_ASSIGN(from, last_sync(*past));
  } else {
    PYRAMID_ASSIGN(from, ops::commit_named(*past, options.from, now, zone));
  }
  if (from) report.from = ops::told(*from);
  const std::string before = from ? from->id : std::string();
  if (options.to.empty()) {
    PYRAMID_ASSIGN(const auto files, against_disk(environment.files, workspace, *past, before));
    report.changes = ops::meaning_of(files);
    return report;
  }
  PYRAMID_ASSIGN(const PastCommit to, ops::commit_named(*past, options.to, now, zone));
  report.to = ops::told(to);
  PYRAMID_ASSIGN(const std::vector<PastChange> changes, past->changes(before, to.id));
  PYRAMID_ASSIGN(report.changes, ops::meaning_of(*past, changes));
  return report;
}

}  // namespace

Result<DiffReport> memory_diff(const Environment& environment, const DiffOptions& options) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 run(environment, options));
}

}  // namespace pyramid
