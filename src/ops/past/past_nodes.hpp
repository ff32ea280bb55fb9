// One node through time: what it was called, and what became of it.
#pragma once

#include "base/ulid.hpp"
#include "history/past.hpp"
#include "ops/nodes/memory_changes.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/why.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::ops {

inline constexpr std::size_t kShortId = 7;  // of a commit

// A file, by its node where it has one: renamed, it stays itself.
struct PastTarget {
  std::string path;  // as it is called now, or was when it went
  Ulid id;           // zero: a file without one
  bool is_there = true;
  std::string at_head;  // as HEAD has it, where a move of it is not committed; "" = by `path`
  std::string asked;    // the name that it had, where it was asked for by that; "" = by its own
};

// What `options.what` names, among the files as they are or, failing that, among those that are
// gone: by path, id, the beginning of an id or the six characters that file names end with. What
// lives on under another name is found by that.
// Failures as find_target() has them.
Result<PastTarget> find_past_target(FileSystem& files, const workspace::Workspace& workspace,
                                    index::Index& index, const WorkingSet& memory,
                                    history::Past& past, const WhyOptions& options);

// What HEAD calls a file that was moved since; "" = as it is called now, or it has none.
Result<std::string> name_at_head(FileSystem& files, const workspace::Workspace& workspace,
                                 history::Past& past, const PastTarget& target);

// A node's file at a commit.
struct PastPlace {
  std::string path;                 // of what was not there, as it was called last
  std::optional<std::string> blob;  // nullopt: it was not there
  bool operator==(const PastPlace&) const = default;
};
// What a commit did to a node; of a merge beside each commit that it joined.
struct PastStep {
  PastPlace after;
  std::vector<PastPlace> before;
};

// Follows a node back through its names, on all sides of a merge that made one file of several. A
// merge that has the file as one of its sides had it leaves the others out, as `git log` does: what
// happened there became of nothing.
class Trail {
 public:
  // Borrows `past`.
  Trail(history::Past& past, const PastTarget& target);

  // Commits have to be handed to it newest first, all of Past::each_of_all(), with Past::sides();
  // those that needs() does not ask for may be left out. nullopt: the node was as before.
  Result<std::optional<PastStep>> step(const history::PastCommit& commit,
                                       const std::vector<history::PastSide>& sides);
  // Whether the node's way leads through the commit.
  [[nodiscard]] bool needs(const history::PastCommit& commit) const;
  // Where it was then. REQUIRES: needs(commit), and it is handed next.
  Result<PastPlace> place_at(const history::PastCommit& commit);
  // Whether it has come to an end.
  [[nodiscard]] bool ended() const { return begun_ && places_.empty(); }

 private:
  Result<PastPlace> before(const PastPlace& after, const history::PastSide& side);
  Result<PastPlace> renamed_from(const PastPlace& after, const history::PastSide& side);
  [[nodiscard]] Result<bool> is_it(const std::string& path, const std::string& blob) const;

  history::Past& past_;
  PastTarget target_;
  bool begun_ = false;
  std::map<std::string, PastPlace> places_;  // by commit, of those that are to come
};

// What a step means, as commit_changes.hpp tells a commit.
Result<std::vector<MemoryChange>> meaning_of(history::Past& past, const PastStep& step);
// The bytes beside the first side.
Result<std::vector<FileVersions>> read_versions(history::Past& past, const PastStep& step);

// Calls `tell` with each step of the node, newest first, until it says false.
Status each_step(
    history::Past& past, const PastTarget& target,
    const std::function<Result<bool>(const history::PastCommit&, const PastStep&)>& tell);

// Where the node was at a commit; nullopt: it was not there.
Result<std::optional<history::PastFile>> file_at(history::Past& past, const PastTarget& target,
                                                 const history::PastCommit& commit);

}  // namespace pyramid::ops
