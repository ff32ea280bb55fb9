#include "ops/ask/heartbeat.hpp"

#include "base/text.hpp"
#include "guard/instructions.hpp"

#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::size_t kMostPending = 8;  // lines
constexpr std::size_t kDateBytes = 10;

// "- [ ] Water the plants": what stands behind the box.
std::optional<std::string_view> behind_empty_box(std::string_view line) {
  for (const std::string_view box : {"- [ ] ", "* [ ] ", "+ [ ] "}) {
    if (line.starts_with(box)) return trim(line.substr(box.size()));
  }
  return std::nullopt;
}

std::optional<Date> first_date(std::string_view text) {
  for (std::size_t at = 0; at + kDateBytes <= text.size(); ++at) {
    if (const auto date = parse_date(text.substr(at, kDateBytes))) return date;
  }
  return std::nullopt;
}

}  // namespace

std::vector<PendingLine> pending_lines(std::string_view markdown) {
  std::vector<PendingLine> pending;
  bool in_code = false;
  std::size_t number = 0;
  for (const std::string_view whole : split_lines(markdown)) {
    ++number;
    const std::string_view line = trim(whole);
    if (line.starts_with("```") || line.starts_with("~~~")) in_code = !in_code;
    const auto text = in_code ? std::nullopt : behind_empty_box(line);
    if (text && !text->empty()) {
      pending.push_back({collapse_spaces(*text), number, first_date(*text)});
    }
  }
  return pending;
}

std::string heartbeat_path(FileSystem& files, const workspace::Workspace& workspace) {
  for (const char* name : {"heartbeat.md", "HEARTBEAT.md"}) {
    if (files.stat(workspace.absolute(name))) return name;
  }
  return {};
}

std::vector<RecalledTask> due_lines(FileSystem& files, const workspace::Workspace& workspace,
                                    Date today) {
  std::vector<RecalledTask> due;
  const std::string path = heartbeat_path(files, workspace);
  const Result<std::string> bytes =
      path.empty() ? Result<std::string>(std::string()) : files.read(workspace.absolute(path));
  if (!bytes) return due;
  for (const PendingLine& one : pending_lines(*bytes)) {
    if (due.size() == kMostPending) break;
    if ((one.due && *one.due > today) || !guard::find_instructions(one.text).empty()) continue;
    due.push_back({"Pending: " + one.text, path, one.line, one.line});
  }
  return due;
}

}  // namespace pyramid::ops
