// One node through time: what it was called, and what became of it.
#pragma once

#include "base/ulid.hpp"
#include "history/past.hpp"
#include "ops/working_set.hpp"
#include "pyramid/why.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pyramid::ops {

// A file, by its node where it has one: renamed, it stays itself.
struct PastTarget {
  std::string path;  // as it is called now, or was when it went
  Ulid id;           // zero: a file without one
  bool is_there = true;
};

// What `options.what` names, among the files as they are or, failing that, among those that are
// gone: by path, id, the beginning of an id or the six characters that file names end with.
// Failures as find_target() has them.
Result<PastTarget> find_past_target(FileSystem& files, const workspace::Workspace& workspace,
                                    index::Index& index, const WorkingSet& memory,
                                    history::Past& past, const WhyOptions& options);

// Follows a node back through its names. Commits have to be handed to it newest first.
class Trail {
 public:
  Trail(history::Past& past, const PastTarget& target);

  // Those of a commit's changes that are of this node.
  Result<std::vector<history::PastChange>> of(const std::vector<history::PastChange>& changes);
  // Every name so far.
  [[nodiscard]] const std::set<std::string>& names() const { return names_; }

 private:
  [[nodiscard]] Result<bool> is_it(const history::PastChange& change,
                                   const std::string& blob) const;

  history::Past& past_;
  Ulid id_;
  std::set<std::string> names_;
};

// Where the node was at a commit; nullopt: it was not there.
Result<std::optional<history::PastFile>> file_at(history::Past& past, const PastTarget& target,
                                                 const history::PastCommit& commit);

}  // namespace pyramid::ops
