#include "base/text.hpp"
#include "cli/node_lines.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

void print_commit(const std::string& commit) {
  if (!commit.empty()) print(fmt::format("Committed as {:.8}.\n", commit));
}

void print_relation(const TaskRelation& one) {
  const std::string title = one.title.empty() ? "(missing file)" : printable(one.title);
  const std::string state = one.state.empty() ? "" : " (" + one.state + ")";
  print(fmt::format("{} {}{}: {}\n", one.relation, title, state, printable(one.path)));
}

void print_added(const AddTaskReport& report) {
  if (!report.added) {
    print(fmt::format("Already there: {}\n", printable(report.path)));
    return;
  }
  print(fmt::format("{}\n", printable(report.path)));
  for (const TaskRelation& one : report.similar) print_relation(one);
  print_commit(report.commit);
}

void print_taken(const TakeTasksReport& report) {
  for (const std::string& path : report.paths) print(printable(path) + "\n");
  const std::string known = report.known == 0 ? "" : ", " + with_commas(report.known) + " known";
  print(count_of(report.paths.size(), "new task") + known + ".\n");
}

void print_ended(const EndTaskReport& report) {
  const std::string was = report.was == report.state ? "" : ", was " + report.was;
  if (!report.changed) print("Nothing to change. ");
  print(fmt::format("{}: {}{}\n", printable(report.title), report.state, was));
  print_commit(report.commit);
}

void print_linked(const LinkTaskReport& report) {
  print(fmt::format("{}{}\n", report.changed ? "" : "Nothing to change: ", printable(report.path)));
  print_commit(report.commit);
}

void print_task_line(const Context& context, const TaskLine& task) {
  const Terminal& terminal = context.terminal();
  const std::string day = task.at.at == Time{} ? "undated" : format_date(date_of(task.at));
  print(fmt::format("{} {:<11} {}  {}\n", styled(terminal, Style::kDim, day), task.state,
                    styled(terminal, Style::kBold, printable(task.title)),
                    styled(terminal, Style::kDim, printable(task.path))));
}

void print_tasks(const Context& context, const ListTasksReport& report) {
  for (const TaskLine& one : report.tasks) print_task_line(context, one);
  if (report.total == 0) {
    print("No such tasks.\n");
  }
  print_rest(context, report.tasks.size(), report.total, "task");
}

void print_task(const Context& context, const ShowTaskReport& report) {
  print_task_line(context, report.task);
  print("\n" + printable_lines(report.text) + "\n");
  if (!report.relations.empty()) print("\n");
  for (const TaskRelation& one : report.relations) print_relation(one);
}

}  // namespace

void add_task_commands(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("task", "Tasks: what is to be done, and what came of it");
  command->require_subcommand(1);
  add_operation(*command, chosen, "task_add", &add_task, {.print = print_added});
  add_operation(*command, chosen, "task_take", &take_tasks, {.print = print_taken});
  add_operation(*command, chosen, "task_done", &finish_task, {.print = print_ended});
  add_operation(*command, chosen, "task_fail", &fail_task, {.print = print_ended});
  add_operation(*command, chosen, "task_reopen", &reopen_task, {.print = print_ended});
  add_operation(*command, chosen, "task_drop", &drop_task, {.print = print_ended});
  add_operation(*command, chosen, "task_link", &link_task, {.print = print_linked});
  add_operation(*command, chosen, "task_list", &list_tasks, {.print = print_tasks});
  add_operation(*command, chosen, "task_show", &show_task, {.print = print_task});
  add_operation(*command, chosen, "task_graph", &task_graph,
                {.print = [](const TaskGraphReport& report) { print_bytes(report.text); }});
}

}  // namespace pyramid::cli
