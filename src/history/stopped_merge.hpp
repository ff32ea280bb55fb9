// A merge that git could not bring to its end, and what is needed to do so.
#pragma once

#include "history/gate.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pyramid::history {

// A file that git holds several versions of; nullopt: that side does not have it.
struct Unmerged {
  std::string path;  // workspace-relative
  std::optional<std::string> base = {}, ours = {}, theirs = {};
};

struct StoppedMerge {
  std::vector<Unmerged> files;         // of the workspace
  std::vector<std::string> elsewhere;  // others of the repository, by their paths in it
  Time newer;                          // of the two commits
  bool by_us = false;                  // start_merge() began it
};
// Where a program filters a file (history/filters.hpp) its versions are as a checkout has them;
// kConflict where that program is not set up here.
// REQUIRES: a merge is under way in the repository of `root`, with two sides.
Result<StoppedMerge> read_stopped_merge(const std::string& root);

// Workspace files that one side of a merge put in since the commit that both came from, and the
// other did not; sorted.
struct PutIn {
  std::vector<std::string> ours, theirs;
};
// REQUIRES: as read_stopped_merge().
Result<PutIn> files_put_in(const std::string& root);

// What came and went on the two sides since `base`, the commit that both came from; nothing, where
// neither took a file away that the other took away too.
struct Exchange {
  std::string base;
  std::vector<std::string> gone;  // on both sides: workspace files, sorted
  PutIn put_in;
};
// REQUIRES: as read_stopped_merge().
Result<Exchange> read_exchange(const std::string& root);

// The first file of the commit that both sides came from that has this text in it.
struct CommonFile {
  std::string path, bytes;
};
// REQUIRES: as read_stopped_merge().
Result<std::optional<CommonFile>> common_file_with(const std::string& root,
                                                   const std::string& text);

// The time of the newest of these commits; of HEAD alone where none is known. nullopt: no HEAD.
std::optional<Time> newest_commit(const std::string& root, const std::vector<std::string>& commits);

// Whether a merge was begun and has no commit yet.
bool is_merging(const std::string& root);
// Begins to merge `commit`, without a commit. Whether git could merge all files. kConflict where it
// would write over a file that is not committed: `where` is the first of them, those first that the
// gate keeps out of commits.
Result<bool> start_merge(const std::string& root, const std::string& commit, bool unrelated_too,
                         Gate& gate);
// These files stay as this side has them, and go where it has none: git's pathspecs, of files that
// it holds several versions of.
Status keep_ours(const std::string& root, const std::vector<std::string>& pathspecs);
// Takes these names out of git's index, whatever is on the disk.
Status drop_from_index(const std::string& root, const std::vector<std::string>& paths);
// Tells git of these files as they are on the disk, gone ones too.
Status mark_resolved(const std::string& root, const std::vector<std::string>& paths);
// The commit of a merge all files of which are resolved: its id. Of what was put together from both
// sides it holds what the gate clears; the files stay as they are.
Result<std::string> commit_merge(const std::string& root, const std::string& message, Time at,
                                 Gate& gate);
// Merges `theirs` into the file `ours` as git merges files that no driver is for, conflict markers
// and all. Whether it could; binary files are left as they are.
Result<bool> merge_as_git(const std::string& ours, const std::string& base,
                          const std::string& theirs);
// Workspace files that hold this text, as git knows them.
Result<std::vector<std::string>> files_with(const std::string& root, const std::string& text);

// Whether a commit ("HEAD", "MERGE_HEAD") has this workspace file.
bool has_file(const std::string& root, const std::string& commit, const std::string& path);

}  // namespace pyramid::history
