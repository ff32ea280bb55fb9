#include "ops/ask/heartbeat.hpp"

#include "base/line_ends.hpp"
#include "base/text.hpp"
#include "format/node.hpp"
#include "format/task.hpp"
#include "guard/instructions.hpp"
#include "guard/redact.hpp"
#include "ops/ask/task_lookup.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/nodes/inside.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>
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

// By title, of tasks whose title is a line's: the path of one that is open, "" where all have
// ended.
using TasksOfLines = std::map<std::string, std::string>;
Result<TasksOfLines> tasks_of(index::Index& index, const std::vector<PendingLine>& lines) {
  TasksOfLines found;
  if (lines.empty()) return found;
  std::set<std::string, std::less<>> texts;
  for (const PendingLine& one : lines) texts.insert(one.text);
  PYRAMID_ASSIGN(const std::vector<format::Node> tasks,
                 index.tasks_called([&](std::string_view title) { return texts.contains(title); }));
  for (const format::Node& task : tasks) {
    std::string& open = found[task.title];
    if (state_of(task) == "open") open = task.path;
  }
  return found;
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

Result<Heartbeat> read_heartbeat(FileSystem& files, const workspace::Workspace& workspace,
                                 index::Index& index, Date today) {
  Heartbeat list;
  const std::string path = heartbeat_path(files, workspace);
  if (path.empty() || !path_inside(files, workspace, path)) return list;
  const Result<std::string> bytes = files.read(workspace.absolute(path));
  if (!bytes || !format::read_document(*bytes, path)) return list;
  list.path = path;
  const std::vector<PendingLine> lines = pending_lines(*bytes);
  PYRAMID_ASSIGN(const TasksOfLines tasks, tasks_of(index, lines));
  const guard::Policy policy = secrets_policy(workspace.settings);
  std::size_t more = 0;
  for (const PendingLine& one : lines) {
    const auto task = tasks.find(one.text);
    const bool has_ended = task != tasks.end() && task->second.empty();
    if (has_ended) list.settled.insert(one.text);
    const std::string place = fmt::format("{0}#L{1}-L{1}", path, one.line);
    const auto leave = [&](const std::string& why) { list.left.push_back({place, why}); };
    if (has_ended) {
      leave("its task has ended");
      continue;
    }
    if (one.due && *one.due > today) {
      leave("is due on " + format_date(*one.due));
      continue;
    }
    if (!guard::find_instructions(one.text).empty()) {
      leave("speaks to the assistant");
      continue;
    }
    if (list.due.size() == kMostPending) {
      ++more;
    } else if (list.settled.insert(one.text).second) {
      const std::string text = guard::redact(one.text, policy).text;
      list.due.push_back({{"Pending: " + text, path, one.line, one.line},
                          task == tasks.end() ? std::string() : task->second});
    }
  }
  if (more > 0)
    list.due.push_back({{"Pending: " + std::to_string(more) + " more", path, 0, 0}, {}});
  return list;
}

std::string without_pending(std::string_view markdown, const std::set<std::string>& texts) {
  std::string rest;
  for (const std::string_view line : lines_with_ends(markdown)) {
    const auto text = behind_empty_box(trim(line));
    if (!text || !texts.contains(collapse_spaces(*text))) rest += line;
  }
  return rest;
}

}  // namespace pyramid::ops
