// heartbeat.md: a host's own list of what is pending, a line `- [ ] …` each. Read, never written.
#pragma once

#include "index/index.hpp"
#include "ops/ask/recalled_tasks.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/time.hpp"
#include "workspace/workspace.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

struct PendingLine {
  std::string text;         // without the box, on one line
  std::size_t line = 1;     // 1-based, of the file
  std::optional<Date> due;  // the first day that it names: 2026-05-15
};

// Those whose box is empty, in order; what stands in code is none.
std::vector<PendingLine> pending_lines(std::string_view markdown);

// "heartbeat.md", or as hosts write it too "HEARTBEAT.md"; "" where there is none.
std::string heartbeat_path(FileSystem& files, const workspace::Workspace& workspace);

// What is pending and names no day after today, but for what became a task that has ended. A file
// that cannot be read has none: the scan names it.
Result<std::vector<RecalledTask>> due_lines(FileSystem& files,
                                            const workspace::Workspace& workspace,
                                            index::Index& index, Date today);

}  // namespace pyramid::ops
