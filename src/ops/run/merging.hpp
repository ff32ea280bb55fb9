// Merges that git began, brought to their end.
#pragma once

#include "history/repository.hpp"
#include "ops/calls/services.hpp"
#include "ops/nodes/copies.hpp"
#include "pyramid/sync.hpp"
#include "workspace/workspace.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// A merge that stopped at memory files is finished and committed; what it came to joins `told`.
// Nothing happens where none is under way. One that a person has to end stays: can_commit() says
// so; at a file that is no memory it is kConflict. What Obsidian notes of its windows stays as it
// is here. Whether there was one.
Result<bool> finish_merge(Services& services, const workspace::Workspace& workspace,
                          history::Repository& repository, std::vector<SyncStep>& told);

// Where git was killed while it brought another machine's commits in, together with the program
// that ran it: its lock goes, and the files that it had written are as HEAD has them, so that they
// pass for nobody's edits. What a person wrote since stays. Whether there was such a thing.
Result<bool> end_cut_off(Services& services, const workspace::Workspace& workspace);

// Whether two states of this workspace file are merged by what kind of file it is: memory,
// settings, and what the program keeps of its own. Anything else is git's and the person's.
bool is_merged_by_kind(std::string_view path);

// Whether two states of a file may be merged: not, where they are of two nodes.
bool are_one_node(std::string_view ours, std::string_view theirs, std::string_view path);

// Whether a file that bears the name of a conflict copy is one, which the next sync makes one with
// `ours`, the file that it is of, as far as that is there: where a person could have given the
// name, both have one id.
bool is_to_be_merged(const CopyName& copy, const std::optional<std::string>& ours,
                     const std::string& theirs);
// Whether this file, which holds `content`, is one that waits beside the file that it is of.
bool waits_to_be_merged(FileSystem& files, const workspace::Workspace& workspace,
                        const std::string& path, const std::string& content);

// Has git ask this program; the attributes that say so are part of .gitattributes, in a commit of
// their own where they were missing. So is the line of .gitignore that earlier versions did not
// write, where the file still has theirs.
Status install_driver(const Services& services, const workspace::Workspace& workspace,
                      history::Repository& repository);

}  // namespace pyramid::ops
