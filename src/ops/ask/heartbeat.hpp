// heartbeat.md: a host's own list of what is pending, a line `- [ ] …` each. Read, never written.
#pragma once

#include "index/index.hpp"
#include "ops/ask/recalled_tasks.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/time.hpp"
#include "workspace/workspace.hpp"

#include <cstddef>
#include <optional>
#include <set>
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

// What is pending there today.
struct Heartbeat {
  struct Due {
    RecalledTask line;
    std::string task;  // path of the open task that has its text as title, or ""
  };
  std::string path;  // as of heartbeat_path()
  std::vector<Due> due;
  std::vector<LeftOut> left;
  std::set<std::string> settled;  // texts that are among `due`, or whose tasks have all ended
};
// Due is what names no day after today, but for what is a task by now, taken from the list or set
// by hand, and has ended. Told without the secrets in it. A file that cannot be read has none: the
// scan names it.
Result<Heartbeat> read_heartbeat(FileSystem& files, const workspace::Workspace& workspace,
                                 index::Index& index, Date today);
// Such a list without the lines whose box is empty and whose text is one of these.
std::string without_pending(std::string_view markdown, const std::set<std::string>& texts);

}  // namespace pyramid::ops
