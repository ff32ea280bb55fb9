// Markdown outside the workspace that is searched with it: `extra_paths` of pyramid.yaml. It is
// read alone: never written, never committed, never more than notes.
//
// The index names such a file as the setting does: "../notes/a.md", "/data/wiki/a.md". So joined to
// the workspace's root its path leads there, and no path inside the workspace looks like it.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::workspace {

struct ExtraPath {
  std::string path;      // as the index names it, without a slash behind
  std::string real;      // where it leads to, symlinks followed
  bool is_file = false;  // one .md file, else a folder with all below
};

struct ExtraPaths {
  std::vector<ExtraPath> found;  // no two hold one file
  Diagnostics problems;          // what is not read, and why: a line each
};

// Looks up where each path of the setting leads to, now: a few system calls each. Refused are what
// is not there or cannot be looked at, what lies in the workspace or holds it, git's and Pyramid's
// own folders, files that are no markdown, and what another one of them holds. `home`: for "~" in
// front; "" = not known.
ExtraPaths extra_paths(FileSystem& files, const std::string& root,
                       const std::vector<std::string>& setting, const std::string& home);

// Whether a path of the index names a file outside the workspace.
bool is_outside(std::string_view path);

// Whether a walk of these descends into the folder at `real`.
bool enters_extra(const std::vector<ExtraPath>& extra, std::string_view real);

// How the index names the file at `real` (symlinks followed) if it is read as one of these; nullopt
// where it is not.
std::optional<std::string> path_in(const std::vector<ExtraPath>& extra, std::string_view real);

}  // namespace pyramid::workspace
