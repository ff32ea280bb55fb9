// Tombstones: what was forgotten and must not come back, by a pull, an import or a copy.
// What was noted from such a turn goes with its words, on whatever machine:
// `forgotten/<id>-t17-all` says so; where facts of it stay, as they do not say what was forgotten,
// one file for each of them does, `forgotten/<id>-t17-but-<id of the fact>-of-<how many>`, once all
// are there. Of a session that was not there when a fact of it was forgotten, `late-` and the end
// of its file's name stand for the id.
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
#include "workspace/layout.hpp"
#include "workspace/workspace.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace pyramid::ops {

struct Run;

inline constexpr std::string_view kForgottenFolder = workspace::kForgottenFolder;

struct Forgotten {
  std::set<Ulid> nodes;
  std::map<Ulid, std::set<std::int64_t>> turns;  // by the id of the session's file
  // Of the turns what was noted from goes too, all but these facts; a turn that was forgotten
  // before this was told is none of them.
  std::map<Ulid, std::map<std::int64_t, std::set<Ulid>>> but;
  // Of sessions that were not there, by the ends of their files' names ("7t5xbn").
  struct Late {
    std::set<std::int64_t> turns;
    std::map<std::int64_t, std::set<Ulid>> but;
  };
  std::map<std::string, Late, std::less<>> late;
  [[nodiscard]] bool empty() const { return nodes.empty() && turns.empty() && late.empty(); }
};

std::string tombstone_path(const Ulid& node);
std::string tombstone_path(const Ulid& session, std::int64_t turn);

// Those of the workspace. What has another name in that folder is a person's.
Result<Forgotten> read_forgotten(FileSystem& files, const workspace::Workspace& workspace);

// Which there are, in one line, by which a cache knows whether it has heeded all; "" where there
// are none.
Result<std::string> tombstones(FileSystem& files, const workspace::Workspace& workspace);

// Whether this one is, without a look at the others.
bool is_forgotten(FileSystem& files, const workspace::Workspace& workspace, const Ulid& node);
bool is_forgotten(FileSystem& files, const workspace::Workspace& workspace, const Ulid& session,
                  std::int64_t turn);

// Adds those that are not there yet; gives the paths of all. Not flushed.
Result<std::vector<std::string>> bury(WorkingSet& memory, const Forgotten& forgotten);
// Says of the turns that what was noted from them goes too, but for what is known here and stays:
// of those alone of which it was not said. Not flushed.
Status bury_notes_of_turns(Run& run, const Forgotten& forgotten);

// Takes out of the memory what is forgotten and stands there: nodes go, turns lose their words. How
// many; 0 = there was nothing, and nothing is written. Not flushed.
Result<std::size_t> take_out(WorkingSet& memory, const Forgotten& forgotten);
// Another title for a conversation, in all its parts, in links to it and in their files' names.
Status retitle(WorkingSet& memory, const Ulid& session, const std::string& title);
// The title of one that has none of its own.
std::string plain_title(Time start);
// The same by the path of its file, as links have it ("…/2026/05/12/a-7t5xbn.md"), and the file's
// name under that title; "" where the path has no day.
std::string plain_title_at(std::string_view session);
std::string plain_name(std::string_view title, std::string_view tail);
// The title of a session that has none of its own, under which links name it: it may have lost the
// one that they bear. "" where it has one, or is not there.
std::string lost_title(const WorkingSet& memory, const std::string& session);
// What a person may do who wants a node back.
std::string how_to_have_back(const Ulid& node);
// Facts that link a conversation which lost turns, and is not here, do so under a title and a name
// that may be words of these: plain ones from now on. How many. Not flushed.
Result<std::size_t> untitle_links_to_absent(Run& run, const Forgotten& forgotten);
// take_out() of all that was ever forgotten here, noted among the run's steps.
Status apply_forgotten(Run& run);

}  // namespace pyramid::ops
