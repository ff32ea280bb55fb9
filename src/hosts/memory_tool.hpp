// The commands of Anthropic's memory tool, memory_20250818, on a workspace: `/memories` is its
// root.
//
// Results and errors are byte for byte those of the tool of Anthropic's own SDK for a local folder.
// Stricter: a path has to be /memories or below it, hidden files are not there, and what the
// program writes itself, or a person alone, is read only.
#pragma once

#include "hosts/json_text.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/progress.hpp"

#include <string>

namespace pyramid::hosts {

struct ToolAnswer {
  std::string text;
  bool is_error = false;
};

// `command`: {"command": "view", "path": …}. Whatever it is, there is an answer. Takes the
// workspace's lock to write.
ToolAnswer run_memory_tool(FileSystem& files, const std::string& root, Progress& progress,
                           const Json& command);

}  // namespace pyramid::hosts
