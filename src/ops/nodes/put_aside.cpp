#include "ops/nodes/put_aside.hpp"

#include "history/staged.hpp"
#include "history/stopped_merge.hpp"
#include "workspace/layout.hpp"
#include "workspace/store.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

std::string note_path() { return std::string(workspace::kCacheFolder) + "/staged"; }

Diagnostic no_longer_staged(const history::StagedFile& file) {
  Diagnostic one{Severity::kWarning, file.path,
                 "was staged before another machine's commits came in, and has changed since: it "
                 "is staged no longer",
                 "stage it again, if it is to be"};
  if (file.staged.is_there()) one.hint += "; as it was: git show " + file.staged.blob.substr(0, 12);
  return one;
}

}  // namespace

Status put_staged_aside(FileSystem& files, const workspace::Workspace& workspace,
                        const std::string& commit) {
  PYRAMID_ASSIGN(const auto staged, history::staged_files(workspace.root));
  if (staged.empty()) return {};
  PYRAMID_ASSIGN(const std::optional<std::string> both,
                 history::changed_by_merge(workspace.root, commit, staged));
  if (both) {
    return fail(ErrorKind::kConflict, "the other commits change a file that is staged here", *both,
                "commit it, or put it away with `git stash`, and sync again");
  }
  workspace::Store store(files, workspace.root);
  store.put(note_path(), history::to_note(staged), std::nullopt);
  PYRAMID_TRY(store.commit());
  return history::unstage(workspace.root, staged);
}

Result<Diagnostics> return_staged(FileSystem& files, const workspace::Workspace& workspace) {
  const std::string note = workspace.absolute(note_path());
  const Result<std::string> noted = files.read(note);
  if (!noted || history::is_merging(workspace.root)) return Diagnostics();
  PYRAMID_ASSIGN(const auto left, history::stage_again(workspace.root, history::from_note(*noted)));
  Diagnostics told;
  for (const history::StagedFile& file : left) told.push_back(no_longer_staged(file));
  PYRAMID_TRY(files.remove(note));
  return told;
}

}  // namespace pyramid::ops
