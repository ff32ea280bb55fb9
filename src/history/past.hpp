// The workspace as git remembers it: the commits that touched it, and its files as they were.
//
// Reads the object database alone: no checkout, no index, no working file, and takes no lock. Knows
// nothing of what the files mean. Works in a repository of the workspace's own, in a larger one,
// and in a linked worktree.
// Not thread-safe.
#pragma once

#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::history {

struct PastCommit {
  std::string id;  // 40 hex digits
  std::vector<std::string> parents;
  std::string author;    // a name
  std::string message;   // as it stands
  Time at;               // when it was committed
  bool is_edge = false;  // a shallow clone begins with it: what came before is not here
};
std::string subject_of(const PastCommit& commit);
// The value of the last line "key: value" of the message; "" without one.
std::string trailer_of(const PastCommit& commit, std::string_view key);

// A file of a tree: where, workspace-relative, and the name of its bytes.
struct PastFile {
  std::string path, blob;
};
// A path that differs between two trees; nullopt = it was not there.
struct PastChange {
  std::string path;
  std::optional<std::string> before, after;  // blobs
};

// What a commit did to the files of one of its parents.
struct PastSide {
  std::string parent;               // "" = there is none, or it is not in this shallow clone
  std::vector<PastChange> changes;  // by path
};
// nullptr where it did nothing to the path.
const PastChange* find_change(const PastSide& side, std::string_view path);

class Past {
 public:
  virtual ~Past() = default;

  // Of the repository that encloses `root`; nullptr where there is none.
  static Result<std::unique_ptr<Past>> open(const std::string& root);

  // What git calls a commit: HEAD, a branch, a tag, a hash or the beginning of one, `HEAD~3`.
  // kNotFound for anything else, an unborn HEAD too.
  virtual Result<PastCommit> commit(const std::string& revision) = 0;
  // The newest one before HEAD, and HEAD, that is not later; nullopt where all are.
  virtual Result<std::optional<PastCommit>> commit_at(Time time) = 0;
  // Those that touched the workspace, from HEAD on, a child before its parents, until `take` says
  // false. A merge that took one side as it was is none of them.
  virtual Status each(const std::function<Result<bool>(const PastCommit&)>& take) = 0;
  // The same of all commits, whether they touched the workspace or not.
  virtual Status each_of_all(const std::function<Result<bool>(const PastCommit&)>& take) = 0;

  // What a commit did to the workspace's files, beside each parent in order; a first commit has one
  // side, of no files.
  virtual Result<std::vector<PastSide>> sides(const PastCommit& commit) = 0;
  // The same, by path; of a merge, what none of its sides had, beside the first.
  virtual Result<std::vector<PastChange>> changes(const PastCommit& commit) = 0;
  // From one commit's files to another's, by path; "" = no files.
  virtual Result<std::vector<PastChange>> changes(const std::string& from,
                                                  const std::string& to) = 0;
  virtual Result<std::vector<PastFile>> files(const std::string& commit) = 0;
  // nullopt where there was no such file.
  virtual Result<std::optional<std::string>> blob_at(const std::string& commit,
                                                     const std::string& path) = 0;
  // The bytes of a blob, with `\n` line ends where git keeps it so; as a checkout has them where a
  // program filters the path under which this object named the blob (history/filters.hpp).
  virtual Result<std::string> read(const std::string& blob) = 0;
  // The name of all of the workspace's files together; "" = there were none.
  virtual Result<std::string> tree_of(const std::string& commit) = 0;
};

}  // namespace pyramid::history
