// What Claude has summed up about a person by itself, as its exports carry it beside the
// conversations.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <string>

namespace pyramid::ingest {

// The text of memories.json in the export at `source` (a zip, a folder, or the conversations.json
// that it lies beside), a heading in front of each project's, called as projects.json calls it; ""
// where there is none, or the source is no such export. What is damaged goes into `diagnostics`.
std::string read_claude_memory(FileSystem& files, const std::string& source,
                               Diagnostics& diagnostics);

}  // namespace pyramid::ingest
