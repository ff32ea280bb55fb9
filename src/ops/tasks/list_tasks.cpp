// What is told of tasks: lists, and one with what it has to do with others.
#include "base/text.hpp"
#include "format/task.hpp"
#include "ops/ask/task_lookup.hpp"
#include "pyramid/tasks.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace pyramid {

namespace {

using format::Node;
using ops::Opened;
using ops::Services;

constexpr std::string_view kAllStates = "all";
constexpr std::size_t kMostAbout = 1000;  // tasks that are ranked by words

bool is_wanted(const Node& task, const std::string& state) {
  return state == kAllStates || format::state_of(task) == state;
}

void put_newest_first(std::vector<Node>& tasks) {
  std::sort(tasks.begin(), tasks.end(), [](const Node& a, const Node& b) {
    return a.at != b.at ? b.at < a.at : a.path < b.path;
  });
}

Result<std::vector<Node>> nearest_tasks(Services& services, Opened& opened,
                                        const std::string& about,
                                        const std::map<std::string, std::string>& copies) {
  PYRAMID_ASSIGN(const auto hits, ops::tasks_about(services, opened, about, kMostAbout, true));
  std::vector<Node> tasks;
  std::set<std::string> seen;
  for (const search::Hit& hit : hits) {
    const auto copy = copies.find(hit.chunk.path);
    const std::string& path = copy == copies.end() ? hit.chunk.path : copy->second;
    if (!seen.insert(path).second) continue;
    PYRAMID_ASSIGN(auto node, opened.index->node_at(path));
    if (node) tasks.push_back(*std::move(node));
  }
  return tasks;
}

Result<ListTasksReport> run_list(Services& services, const ListTasksOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  PYRAMID_ASSIGN(ops::CountingTasks counting, ops::counting_tasks(services, opened));
  std::vector<Node> tasks = std::move(counting.tasks);
  if (trim(options.about).empty()) {
    put_newest_first(tasks);
  } else {
    PYRAMID_ASSIGN(tasks, nearest_tasks(services, opened, options.about, counting.copies));
  }
  std::erase_if(tasks, [&](const Node& task) { return !is_wanted(task, options.state); });
  ListTasksReport report;
  report.diagnostics = opened.scan.diagnostics;
  report.diagnostics.insert(report.diagnostics.end(), counting.left_out.begin(),
                            counting.left_out.end());
  report.total = tasks.size();
  for (std::size_t i = 0; i < std::min(options.limit, tasks.size()); ++i) {
    report.tasks.push_back(ops::task_line(tasks[i], opened.workspace.zone));
  }
  return report;
}

Result<ShowTaskReport> run_show(Services& services, const ShowTaskOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  PYRAMID_ASSIGN(const Node found, ops::find_task(services, opened, options.task));
  PYRAMID_ASSIGN(const std::string bytes,
                 services.files.read(opened.workspace.absolute(found.path)));
  PYRAMID_ASSIGN(const format::Document document, format::read_document(bytes, found.path));
  PYRAMID_ASSIGN(const Node task, format::read_node(document, found.path));
  ShowTaskReport report;
  report.diagnostics = opened.scan.diagnostics;
  report.task = ops::task_line(task, opened.workspace.zone);
  report.text = format::whole_text(document, task);
  PYRAMID_ASSIGN(const std::vector<ops::TaskTie> ties, ops::ties_of(*opened.index, task));
  for (const ops::TaskTie& tie : ties) {
    PYRAMID_ASSIGN(TaskRelation relation, ops::relation_with(*opened.index, tie));
    report.relations.push_back(std::move(relation));
  }
  return report;
}

}  // namespace

Result<ListTasksReport> list_tasks(const Environment& environment,
                                   const ListTasksOptions& options) {
  constexpr std::array<std::string_view, 5> kStates = {"open", "done", "failed",
                                                       format::kInvalidated, kAllStates};
  if (std::find(kStates.begin(), kStates.end(), options.state) == kStates.end()) {
    return fail(ErrorKind::kUsage, "no such state: " + printable(options.state), {},
                "there are: open, done, failed, invalidated, all");
  }
  if (options.limit == 0) {
    return fail(ErrorKind::kUsage, "a limit of 0 lists nothing", {}, "give --limit 1 or more");
  }
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run_list(services, options); });
}

Result<ShowTaskReport> show_task(const Environment& environment, const ShowTaskOptions& options) {
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run_show(services, options); });
}

}  // namespace pyramid
