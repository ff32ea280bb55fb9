// Taking bytes out of a repository's whole history, through the git program.
#pragma once

#include "history/rewritten.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pyramid::history {

// Bytes that a file has somewhere in the history of branches and tags.
struct Version {
  std::string path;  // workspace-relative
  std::string blob;
};
// Each pair of a path and a blob once: bytes that moved are there under each of their paths.
Result<std::vector<Version>> all_versions(const std::string& root);

// Why the history cannot be purged now: HEAD names no branch, a shallow clone, a stash, a ref that
// is no branch and no tag, a tag of no commit, another worktree or another repository holds or
// lends objects. kConflict with what to do.
Status can_purge(const std::string& root);

struct Purge {
  // By blob: the bytes to stand there instead; nullopt: the file goes from every commit that has
  // it.
  std::map<std::string, std::optional<std::string>> blobs;
  std::set<std::string> paths;  // workspace-relative; these go from every commit, with any bytes
  // What a commit's message is to be.
  std::function<std::string(const std::string& message)> reword;
  // A ref to keep the history as it was under, as which commit; "" = it goes, and HEAD.
  std::string backup, backed_up;
};

// What other machines have to know before it is done: by the names that they have now, the first
// commits that hold it, one of which is in every history that does; and the last ones that this
// repository shares with others, HEAD among them.
struct PurgeMarks {
  std::vector<std::string> first, shared;
};
Result<PurgeMarks> purge_marks(const std::string& root, const Purge& purge);

struct Purged {
  Rewritten rewritten;
  std::vector<std::string> remotes;
};
// Rewrites branches and tags; drops remote-tracking branches, reflogs and, without a backup, every
// object that is then unreachable. Index and files stay: REQUIRES that HEAD's tree has none of the
// blobs and paths. Killed at any moment, it is done by the same call again, which does nothing else
// than what is left. On failure before the end the refs are as they were.
Result<Purged> purge_history(const std::string& root, const Purge& purge);

}  // namespace pyramid::history
