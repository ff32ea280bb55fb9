// All that tasks have to do with each other, for programs that draw it.
#include "base/text.hpp"
#include "format/task.hpp"
#include "ops/ask/task_lookup.hpp"
#include "ops/tasks/circles.hpp"
#include "pyramid/tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace pyramid {

namespace {

using format::Node;
using format::Relation;
using ops::Opened;
using ops::Services;
using TaskLink = index::Index::TaskLink;

struct Graph {
  std::map<std::string, Node> tasks;  // by path
  std::vector<TaskLink> links;        // that lead from a task to a task, or to another file
  Diagnostics problems;
};

// What stands for a file in a graph that is drawn: "t1" of the first one, …
using Names = std::map<std::string, std::string>;

std::string label_of(const Graph& graph, const std::string& path) {
  const auto task = graph.tasks.find(path);
  if (task == graph.tasks.end()) return path;
  return task->second.title + " (" + format::state_of(task->second) + ")";
}

// In quotes; Mermaid and DOT alike take a quote inside of them for the end.
std::string quoted_label(const std::string& label, std::string_view quote) {
  return "\"" + replace_all(collapse_spaces(printable(label)), "\"", quote) + "\"";
}

Names names_in(const Graph& graph) {
  Names names;
  const auto add = [&](const std::string& path) {
    names.try_emplace(path, "t" + std::to_string(names.size() + 1));
  };
  for (const auto& [path, task] : graph.tasks) add(path);
  for (const TaskLink& link : graph.links) add(link.to);
  return names;
}

std::string as_mermaid(const Graph& graph) {
  constexpr std::array<std::string_view, format::kRelations> kArrows = {"-->", "---", "-.->",
                                                                        "-.-"};
  const Names names = names_in(graph);
  std::string text = "graph LR\n";
  for (const auto& [path, name] : names) {
    text += fmt::format("  {}[{}]\n", name,
                        quoted_label(replace_all(label_of(graph, path), "#", "#35;"), "#quot;"));
  }
  for (const TaskLink& link : graph.links) {
    const bool is_plain = link.relation == Relation::kBlocks;
    text += fmt::format(
        "  {} {}{} {}\n", names.at(link.from), kArrows[static_cast<std::size_t>(link.relation)],
        is_plain ? std::string() : fmt::format("|{}|", ops::words_of(link.relation, false)),
        names.at(link.to));
  }
  return text;
}

std::string as_dot(const Graph& graph) {
  const Names names = names_in(graph);
  std::string text = "digraph tasks {\n  rankdir=LR;\n  node [shape=box];\n";
  for (const auto& [path, name] : names) {
    const std::string label = replace_all(label_of(graph, path), "\\", "\\\\");
    text += fmt::format("  {} [label={}];\n", name, quoted_label(label, "\\\""));
  }
  for (const TaskLink& link : graph.links) {
    const bool both =
        link.relation == Relation::kRelatedTo || link.relation == Relation::kSimilarTo;
    text += fmt::format("  {} -> {} [label=\"{}\"{}];\n", names.at(link.from), names.at(link.to),
                        ops::words_of(link.relation, false), both ? ", dir=none" : "");
  }
  return text + "}\n";
}

// What is linked with it, however far.
std::set<std::string> around(const Graph& graph, const std::string& task) {
  std::multimap<std::string, std::string> neighbours;
  for (const TaskLink& link : graph.links) {
    neighbours.emplace(link.from, link.to);
    neighbours.emplace(link.to, link.from);
  }
  std::set<std::string> found = {task};
  std::vector<std::string> to_visit = {task};
  while (!to_visit.empty()) {
    const std::string at = std::move(to_visit.back());
    to_visit.pop_back();
    const auto [first, last] = neighbours.equal_range(at);
    for (auto one = first; one != last; ++one) {
      if (found.insert(one->second).second) to_visit.push_back(one->second);
    }
  }
  return found;
}

void keep_alone(Graph& graph, const std::set<std::string>& wanted) {
  std::erase_if(graph.tasks, [&](const auto& one) { return !wanted.contains(one.first); });
  std::erase_if(graph.links, [&](const TaskLink& link) { return !wanted.contains(link.from); });
  std::erase_if(graph.problems, [&](const Diagnostic& one) { return !wanted.contains(one.where); });
}

Result<Graph> read_graph(Services& services, Opened& opened) {
  Graph graph;
  PYRAMID_ASSIGN(ops::CountingTasks counting, ops::counting_tasks(services, opened));
  for (Node& task : counting.tasks) graph.tasks.emplace(task.path, std::move(task));
  graph.problems = std::move(counting.left_out);
  index::Index& index = *opened.index;
  PYRAMID_ASSIGN(std::vector<TaskLink> links, index.task_links());
  std::set<std::tuple<std::string, std::string, Relation>> seen;
  for (TaskLink& link : links) {
    if (counting.copies.contains(link.from)) continue;
    if (!graph.tasks.contains(link.to)) {
      PYRAMID_ASSIGN(const auto other, index.file_digest(link.to));
      const auto& broken = opened.scan.unreadable;
      if (std::find(broken.begin(), broken.end(), link.to) != broken.end()) {
        graph.problems.push_back({Severity::kWarning, link.from,
                                  "links to a file that cannot be read: " + printable(link.to),
                                  "mend that file"});
      } else if (!other) {
        graph.problems.push_back({Severity::kWarning, link.from,
                                  "links to a missing file: " + printable(link.to),
                                  "mend the link, or remove its line"});
        continue;
      }
    }
    const bool is_new = seen.emplace(link.from, link.to, link.relation).second;
    if (is_new) graph.links.push_back(std::move(link));
  }
  return graph;
}

Result<TaskGraphReport> run(Services& services, const TaskGraphOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  PYRAMID_ASSIGN(Graph graph, read_graph(services, opened));
  if (!options.task.empty()) {
    PYRAMID_ASSIGN(const Node task, ops::find_task(services, opened, options.task));
    keep_alone(graph, around(graph, task.path));
  }
  TaskGraphReport report;
  report.tasks = graph.tasks.size();
  report.links = graph.links.size();
  report.text = options.format == "dot" ? as_dot(graph) : as_mermaid(graph);
  report.diagnostics = opened.scan.diagnostics;
  for (Diagnostic& one : graph.problems) report.diagnostics.push_back(std::move(one));
  const auto title_of = [&](const std::string& path) {
    const auto task = graph.tasks.find(path);
    return task == graph.tasks.end() ? path : task->second.title;
  };
  for (Diagnostic& one : ops::circles_of(graph.links, title_of)) {
    report.diagnostics.push_back(std::move(one));
  }
  return report;
}

}  // namespace

Result<TaskGraphReport> task_graph(const Environment& environment,
                                   const TaskGraphOptions& options) {
  if (options.format != "mermaid" && options.format != "dot") {
    return fail(ErrorKind::kUsage, "unknown format: " + printable(options.format), {},
                "there are: mermaid, dot");
  }
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
