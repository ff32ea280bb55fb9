// What is asked of the sides of a merge that git began.
#pragma once

#include "base/ulid.hpp"
#include "history/stopped_merge.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/workspace.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ops {

// As its frontmatter says; nullopt where it has none, or there is no reading it.
std::optional<Ulid> id_in(std::string_view bytes, std::string_view path);

std::optional<std::string_view> view_of(const std::optional<std::string>& bytes);

// Whether git's own markers stand in it, wherever it put them: none of the three states had that
// line.
bool has_markers_of_git(const history::Unmerged& file, std::string_view now);

// The workspace file that git means by a path in its index. Where one side gave the name of a
// memory file to a folder, git calls the file of the other "x.md~HEAD".
std::string file_meant(FileSystem& files, const workspace::Workspace& workspace,
                       const std::string& path);

bool is_folder(FileSystem& files, const workspace::Workspace& workspace, const std::string& path);

}  // namespace pyramid::ops
