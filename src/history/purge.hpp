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
  std::string backup;  // a ref to keep the history as it was under; "" = it goes
};
struct Purged {
  Rewritten rewritten;
  std::vector<std::string> remotes;
  // By the names they had: the first commits that held it, one of which is in every history that
  // still does; and the last ones that this repository shared with others, HEAD among them.
  std::vector<std::string> first, shared;
};
// Rewrites branches and tags; drops remote-tracking branches, reflogs and, without a backup, every
// object that is then unreachable. Index and files stay: REQUIRES that HEAD's tree has none of the
// blobs and paths. On failure before the end the refs are as they were.
Result<Purged> purge_history(const std::string& root, const Purge& purge);

}  // namespace pyramid::history
