#include "base/text.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

void print_tree(const Context& context, const TreeReport& report) {
  if (report.lines.empty())
    print("No topics: pyramid.yaml has `policy: topics` where there are.\n");
  for (const TreeLine& line : report.lines) {
    const std::string leaves =
        line.leaves == 0
            ? ""
            : " (" + count_of(static_cast<std::size_t>(line.leaves), "leaf", "leaves") + ")";
    print(fmt::format("{}{}{}  {}\n", std::string(line.level * 2, ' '), printable(line.key), leaves,
                      styled(context.terminal(), Style::kDim, printable(line.path))));
  }
}

void print_commit_of_topic(const std::string& commit) {
  if (!commit.empty()) print(fmt::format("Committed as {:.8}.\n", commit));
}

void print_moves(const std::vector<MovedTopic>& moves) {
  for (const MovedTopic& one : moves) {
    print(fmt::format("{} -> {}\n", printable(one.from), printable(one.to)));
  }
}

void print_added_topic(const AddTopicReport& report) {
  print(fmt::format("{}{}\n", report.added ? "" : "Already there: ", printable(report.path)));
  print_commit_of_topic(report.commit);
}

void print_moved_topic(const MoveTopicReport& report) {
  if (report.moved.empty()) print("Nothing to change: " + printable(report.path) + "\n");
  print_moves(report.moved);
  print_commit_of_topic(report.commit);
}

void print_deleted_topic(const DeleteTopicReport& report) {
  for (const std::string& path : report.deleted) print("Deleted " + printable(path) + "\n");
  print_moves(report.moved);
  print_commit_of_topic(report.commit);
}

void print_updated_topic(const UpdateTopicReport& report) {
  print(fmt::format("{}{}\n", report.changed ? "" : "Nothing to change: ", printable(report.path)));
  print_commit_of_topic(report.commit);
}

}  // namespace

void add_topic_commands(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("topic", "The topic tree, changed by hand");
  command->require_subcommand(1);
  add_operation(*command, chosen, "topic_add", &add_topic, {.print = print_added_topic});
  add_operation(*command, chosen, "topic_move", &move_topic, {.print = print_moved_topic});
  add_operation(*command, chosen, "topic_delete", &delete_topic, {.print = print_deleted_topic});
  add_operation(*command, chosen, "topic_update", &update_topic, {.print = print_updated_topic});
}

void add_tree(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "tree", &topic_tree, {.print = print_tree});
}

}  // namespace pyramid::cli
