// `task take`: the open boxes of a list become tasks.
#include "format/node.hpp"
#include "guard/redact.hpp"
#include "ops/ask/heartbeat.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/nodes/inside.hpp"
#include "ops/run/opened.hpp"
#include "pyramid/tasks.hpp"
#include "workspace/naming.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace pyramid {

namespace {

struct ReadList {
  std::string path;
  std::vector<ops::PendingLine> lines;
  guard::Policy policy;
};

Result<ReadList> read_list(const Environment& environment, const TakeTasksOptions& options) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  ReadList list{
      options.path.empty() ? ops::heartbeat_path(environment.files, workspace) : options.path,
      {},
      ops::secrets_policy(workspace.settings)};
  if (list.path.empty()) {
    return fail(ErrorKind::kNotFound, "there is no heartbeat.md", {},
                "name the file with the list");
  }
  PYRAMID_ASSIGN(list.path, ops::path_inside(environment.files, workspace, list.path));
  PYRAMID_ASSIGN(const std::string bytes, environment.files.read(workspace.absolute(list.path)));
  PYRAMID_TRY(format::read_document(bytes, list.path));
  list.lines = ops::pending_lines(bytes);
  return list;
}

Result<std::set<std::string>> titles_of_tasks(const Environment& environment,
                                              const WorkspaceOptions& workspace) {
  ListTasksOptions all;
  all.workspace = workspace;
  all.state = "all";
  all.limit = SIZE_MAX;
  PYRAMID_ASSIGN(const ListTasksReport report, list_tasks(environment, all));
  std::set<std::string> titles;
  for (const TaskLine& one : report.tasks) titles.insert(one.title);
  return titles;
}

Result<TakeTasksReport> take_in(const Environment& environment, const TakeTasksOptions& options) {
  PYRAMID_ASSIGN(const ReadList list, read_list(environment, options));
  PYRAMID_ASSIGN(std::set<std::string> known, titles_of_tasks(environment, options.workspace));
  TakeTasksReport report;
  for (const ops::PendingLine& line : list.lines) {
    if (!known.insert(line.text).second) {
      ++report.known;
      continue;
    }
    if (!guard::redact(line.text, list.policy).findings.empty()) {
      report.diagnostics.push_back({Severity::kWarning, fmt::format("{}:{}", list.path, line.line),
                                    "holds a secret, so it becomes no task",
                                    "take the secret out of the list"});
      continue;
    }
    AddTaskOptions task;
    task.workspace = options.workspace;
    task.title = line.text;
    task.derived_from = {list.path};
    Result<AddTaskReport> set = add_task(environment, task);
    const bool is_refused = !set && (set.error().kind == ErrorKind::kInvalid ||  // a secret
                                     set.error().kind == ErrorKind::kUsage);     // no title
    if (is_refused) {
      Diagnostic told = to_diagnostic(set.error());
      told.where = fmt::format("{}:{}", list.path, line.line);
      report.diagnostics.push_back(std::move(told));
      continue;
    }
    PYRAMID_ASSIGN(AddTaskReport added, std::move(set));
    if (added.added) {
      report.paths.push_back(std::move(added.path));
    } else {
      ++report.known;
    }
    report.redacted += added.redacted;
    for (Diagnostic& one : added.diagnostics) report.diagnostics.push_back(std::move(one));
  }
  return report;
}

}  // namespace

Result<TakeTasksReport> take_tasks(const Environment& environment,
                                   const TakeTasksOptions& options) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 take_in(environment, options));
}

}  // namespace pyramid
