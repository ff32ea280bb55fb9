#include "ops/ask/heartbeat.hpp"

#include "base/text.hpp"
#include "format/node.hpp"
#include "guard/instructions.hpp"
#include "ops/ask/task_lookup.hpp"
#include "ops/nodes/inside.hpp"

#include <set>
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

// Titles of tasks that were taken from the list and are done, failed or not wanted any more.
Result<std::set<std::string>> ended_tasks_of(index::Index& index, const std::string& path) {
  std::set<std::string> titles;
  PYRAMID_ASSIGN(const auto links, index.links_of_task(path));
  for (const index::Index::TaskLink& link : links) {
    PYRAMID_ASSIGN(const auto task, index.node_at(link.from));
    if (task && task->kind == format::Kind::kTask && state_of(*task) != "open") {
      titles.insert(task->title);
    }
  }
  return titles;
}

}  // namespace

std::vector<PendingLine> pending_lines(std::string_view markdown) {
  std::vector<PendingLine> pending;
  bool in_code = false, in_comment = false;
  std::size_t number = 0;
  for (const std::string_view whole : split_lines(markdown)) {
    ++number;
    const std::string_view line = trim(whole);
    if (line.starts_with("```") || line.starts_with("~~~")) in_code = !in_code;
    if (!in_code && line.find("<!--") != std::string_view::npos) in_comment = true;
    const auto text = in_code || in_comment ? std::nullopt : behind_empty_box(line);
    if (line.find("-->") != std::string_view::npos) in_comment = false;
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

Result<std::vector<RecalledTask>> due_lines(FileSystem& files,
                                            const workspace::Workspace& workspace,
                                            index::Index& index, Date today) {
  std::vector<RecalledTask> due;
  const std::string path = heartbeat_path(files, workspace);
  if (path.empty() || !path_inside(files, workspace, path)) return due;
  const Result<std::string> bytes = files.read(workspace.absolute(path));
  if (!bytes || !format::read_document(*bytes, path)) return due;
  PYRAMID_ASSIGN(const std::set<std::string> ended, ended_tasks_of(index, path));
  std::size_t more = 0;
  for (const PendingLine& one : pending_lines(*bytes)) {
    if ((one.due && *one.due > today) || ended.contains(one.text)) continue;
    if (!guard::find_instructions(one.text).empty()) continue;
    if (due.size() == kMostPending) {
      ++more;
    } else {
      due.push_back({"Pending: " + one.text, path, one.line, one.line});
    }
  }
  if (more > 0) due.push_back({"Pending: " + std::to_string(more) + " more", path, 0, 0});
  return due;
}

}  // namespace pyramid::ops
