// Tombstones: what was forgotten and must not come back, by a pull, an import or a copy.
// What was noted from such a turn goes with its words, on whatever machine:
// `forgotten/<id>-t17-all` says so; where facts of it stay, as they do not say what was forgotten,
// one file for each of them does, `forgotten/<id>-t17-but-<id of the fact>-of-<how many>`, once all
// are there. Of a session that was not there when a fact of it was forgotten, `late-` and the end
// of its file's name stand for the id.
//
// One file each, `forgotten/<id>` for a node, `forgotten/<id>-t17` for the words of a turn and
// `forgotten/<id>-title-<mark>` for a title, with the same bytes everywhere: two machines that
// forget apart unite without a conflict. No text stands in them.
#pragma once

#include "base/ulid.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "workspace/layout.hpp"
#include "workspace/workspace.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

inline constexpr std::string_view kForgottenFolder = workspace::kForgottenFolder;

struct Forgotten {
  std::set<Ulid> nodes;
  std::map<Ulid, std::set<std::int64_t>> turns;  // by the id of the session's file
  // What the titles are that a session's file is not to have again, as title_mark() has them.
  std::map<Ulid, std::set<std::string>> titles;
  // Of the turns what was noted from goes too, all but these facts; a turn that was forgotten
  // before this was told is none of them.
  std::map<Ulid, std::map<std::int64_t, std::set<Ulid>>> but;
  // Of sessions that were not there, by the ends of their files' names ("7t5xbn").
  struct Late {
    std::set<std::int64_t> turns;
    std::map<std::int64_t, std::set<Ulid>> but;
  };
  std::map<std::string, Late, std::less<>> late;
  [[nodiscard]] bool empty() const {
    return nodes.empty() && turns.empty() && titles.empty() && late.empty();
  }
  // Whether the session's file has a title that was forgotten; and whether a link has one, for what
  // it leads to may be gone or elsewhere.
  [[nodiscard]] bool is_title(const Ulid& session, std::string_view title) const;
  [[nodiscard]] bool is_title(std::string_view link) const;
  // Whether the session's file lost words: of turns, or a title.
  [[nodiscard]] bool has_lost_words(const Ulid& session) const {
    return turns.contains(session) || titles.contains(session);
  }
  // Those that lost a title, or turns and with them maybe the title that was their words.
  [[nodiscard]] std::set<Ulid> untitled() const;
};

std::string tombstone_path(const Ulid& node);
std::string tombstone_path(const Ulid& session, std::int64_t turn);
// 16 digits of the digest of the session's id and of the title, whose case, blanks and markup do
// not count.
std::string title_mark(const Ulid& session, std::string_view title);
// Of a session that was not there: `tail` is the end of its file's name.
std::string late_tombstone_path(const std::string& tail, std::int64_t turn);

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
// Says of a turn, whose tombstone has this path, that what was noted from it goes too, but for
// these facts. Not flushed.
Status bury_notes_of_turn(WorkingSet& memory, const std::string& tombstone,
                          const std::set<Ulid>& stay);

// What a person may do who wants a node back.
std::string how_to_have_back(const Ulid& node);

}  // namespace pyramid::ops
