// The pages of homes (format/why_page.hpp), for who reads files without a working set.
#pragma once

#include "format/why_page.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/workspace.hpp"

namespace pyramid::ops {

// Borrows both.
inline format::ReadPage reading_pages(FileSystem& files, const workspace::Workspace& workspace) {
  return [&files, &workspace](const std::string& path) {
    return files.read(workspace.absolute(path));
  };
}

}  // namespace pyramid::ops
