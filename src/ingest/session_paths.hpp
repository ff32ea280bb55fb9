// Which files of a folder the readers of session files take for theirs, by name and place.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

// Sorted by path; folders that may not be read go into `diagnostics`. Fail where `folder` itself
// cannot be listed.
Result<std::vector<std::string>> claude_code_paths(FileSystem& files, const std::string& folder,
                                                   Diagnostics& diagnostics);
Result<std::vector<std::string>> codex_paths(FileSystem& files, const std::string& folder,
                                             Diagnostics& diagnostics);
Result<std::vector<std::string>> gemini_paths(FileSystem& files, const std::string& folder,
                                              Diagnostics& diagnostics);

// Whether the reader of `format` that is asked for `folder` reads the file at `path` in it, or a
// file in the folder `path`. True for formats that have no rule of names.
bool sees(FileSystem& files, std::string_view format, const std::string& folder,
          const std::string& path);

}  // namespace pyramid::ingest
