// Tombstones: what was forgotten and must not come back, by a pull, an import or a copy.
//
// One file each, `forgotten/<id>` for a node and `forgotten/<id>-t17` for the words of a turn, with
// the same bytes everywhere: two machines that forget apart unite without a conflict. No text
// stands in them.
#pragma once

#include "base/ulid.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"
#include "workspace/workspace.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace pyramid::ops {

struct Run;

inline constexpr std::string_view kForgottenFolder = "forgotten";

struct Forgotten {
  std::set<Ulid> nodes;
  std::map<Ulid, std::set<std::int64_t>> turns;  // by the id of the session's file
  [[nodiscard]] bool empty() const { return nodes.empty() && turns.empty(); }
};

std::string tombstone_path(const Ulid& node);
std::string tombstone_path(const Ulid& session, std::int64_t turn);

// Those of the workspace. What has another name in that folder is a person's.
Result<Forgotten> read_forgotten(FileSystem& files, const workspace::Workspace& workspace);

// Whether this one is, without a look at the others.
bool is_forgotten(FileSystem& files, const workspace::Workspace& workspace, const Ulid& node);
bool is_forgotten(FileSystem& files, const workspace::Workspace& workspace, const Ulid& session,
                  std::int64_t turn);

// Adds those that are not there yet; gives the paths of all. Not flushed.
Result<std::vector<std::string>> bury(WorkingSet& memory, const Forgotten& forgotten);

// Takes out of the memory what is forgotten and stands there: nodes go, turns lose their words. How
// many; 0 = there was nothing, and nothing is written. Not flushed.
Result<std::size_t> take_out(WorkingSet& memory, const Forgotten& forgotten);
// Another title for a conversation, in all its parts, in links to it and in their files' names.
Status retitle(WorkingSet& memory, const Ulid& session, const std::string& title);
// The title of one that has none of its own.
std::string plain_title(Time start);
// What a person may do who wants a node back.
std::string how_to_have_back(const Ulid& node);
// take_out() of all that was ever forgotten here, noted among the run's steps.
Status apply_forgotten(Run& run);

}  // namespace pyramid::ops
