// Operations on tasks.
#include "operations/described.hpp"
#include "operations/tables.hpp"

namespace pyramid::operations {

namespace {

constexpr const char* kWhich = "Its path, the end of its id, or words of its title";
constexpr const char* kCommit = "Its id";

std::optional<Time> time_set(const TaskLine& line) {
  return line.at.at == Time{} ? std::nullopt : std::optional(line.at.at);
}

template <typename Options>
void set_moment(const ToldTime& told, Options& options) {
  options.at = told.at;
}

}  // namespace

const Record<TaskLine>& Described<TaskLine>::record() {
  using Line = TaskLine;
  static const auto record = Record<Line>()
                                 .has("id", &Line::id, "Empty: a person's file without one")
                                 .has("path", &Line::path, "Of its file")
                                 .has("title", &Line::title, "One line")
                                 .has("state", &Line::state, "open, done, failed, invalidated")
                                 .tells("at", &time_set, "When it was set; null: nobody says");
  return record;
}

const Record<TaskRelation>& Described<TaskRelation>::record() {
  using R = TaskRelation;
  static const auto record =
      Record<R>()
          .has("relation", &R::relation,
               "blocks, blocked by, related to, derived from, led to, similar to")
          .has("path", &R::path, "Of the other file")
          .has("title", &R::title, "Its title; empty if the file is missing")
          .has("state", &R::state, "Its state; empty if it is not a task");
  return record;
}

const Record<AddTaskOptions>& Described<AddTaskOptions>::record() {
  using O = AddTaskOptions;
  static const auto record =
      Record<O>()
          .has("title", &O::title, "What is to be done")
          .plain()
          .required()
          .words("TITLE", "What is to be done, in a few words; `-`: standard input")
          .has("description", &O::description, "Markdown")
          .plain()
          .typed("--description", "TEXT", "More about it, in markdown")
          .has("blocks", &O::blocks, "Tasks that wait for it")
          .plain()
          .typed("--blocks", "TASK",
                 "A task that cannot start before this one; may be given several times")
          .has("blocked_by", &O::blocked_by, "Tasks that it waits for")
          .plain()
          .typed("--blocked-by", "TASK",
                 "A task that must be finished first; may be given several times")
          .has("related_to", &O::related_to, "Tasks that it has to do with")
          .plain()
          .typed("--related-to", "TASK",
                 "A task that it has to do with; may be given several times")
          .has("derived_from", &O::derived_from, "Tasks or memory files that it came of")
          .typed("--derived-from", "WHAT",
                 "A task or memory file that it came of (sessions/….md#^t17); may be given "
                 "several\ntimes")
          .takes<ToldTime>("at", &set_moment<O>, "When it was set")
          .plain()
          .typed("--at", "TIME", "When it was set; default: now");
  return record;
}

const Record<AddTaskReport>& Described<AddTaskReport>::record() {
  using R = AddTaskReport;
  static const auto record = [] {
    Record<R> report;
    report.has("id", &R::id, "Of the task")
        .detail()
        .has("path", &R::path, "Of its file")
        .has("added", &R::added, "false: it was there")
        .has("similar", &R::similar, "Tasks like it, which were linked")
        .has("redacted", &R::redacted, "Secrets that were taken out")
        .detail()
        .has("commit", &R::commit, kCommit)
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<TakeTasksOptions>& Described<TakeTasksOptions>::record() {
  using O = TakeTasksOptions;
  static const auto record =
      Record<O>()
          .has("path", &O::path, "A markdown file with lines `- [ ] …`; default heartbeat.md")
          .typed("FILE");
  return record;
}

const Record<TakeTasksReport>& Described<TakeTasksReport>::record() {
  using R = TakeTasksReport;
  static const auto record = [] {
    Record<R> report;
    report.has("paths", &R::paths, "Of the tasks that are new")
        .has("known", &R::known, "Lines that a task is called like")
        .has("redacted", &R::redacted, "Secrets that were taken out");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<EndTaskOptions>& Described<EndTaskOptions>::record() {
  using O = EndTaskOptions;
  static const auto record = Record<O>()
                                 .has("task", &O::task, kWhich)
                                 .required()
                                 .typed("TASK", {}, kWhich)
                                 .has("text", &O::text, "What came of it, or why")
                                 .words("TEXT", "What came of it, or why, in a few words")
                                 .takes<ToldTime>("at", &set_moment<O>, "When that was")
                                 .plain()
                                 .typed("--at", "TIME", "When that was; default: now");
  return record;
}

const Record<EndTaskReport>& Described<EndTaskReport>::record() {
  using R = EndTaskReport;
  static const auto record = [] {
    Record<R> report;
    report.has("path", &R::path, "Of its file")
        .has("title", &R::title, "One line")
        .has("state", &R::state, "open, done, failed, invalidated")
        .has("was", &R::was, "Before")
        .detail()
        .has("changed", &R::changed, "false: it was so")
        .has("text", &R::text, "What came of it, as it is kept")
        .has("redacted", &R::redacted, "Secrets that were taken out")
        .detail()
        .has("commit", &R::commit, kCommit)
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<LinkTaskOptions>& Described<LinkTaskOptions>::record() {
  using O = LinkTaskOptions;
  static const auto record =
      Record<O>()
          .has("task", &O::task, kWhich)
          .plain()
          .required()
          .typed("TASK", {}, kWhich)
          .has("relation", &O::relation, "What it has to do with the other one")
          .plain()
          .required()
          .one_of({"blocks", "blocked-by", "related-to", "derived-from", "similar-to"})
          .typed("RELATION", {}, "What it has to do with the other one")
          .has("to", &O::to, "The other task; for derived-from, any memory file")
          .required()
          .typed("TO", {}, "The other task; for derived-from, any memory file")
          .has("remove", &O::remove, "Take the link away")
          .plain();
  return record;
}

const Record<LinkTaskReport>& Described<LinkTaskReport>::record() {
  using R = LinkTaskReport;
  static const auto record = [] {
    Record<R> report;
    report.has("path", &R::path, "Of the file that it stands in")
        .has("changed", &R::changed, "false: it was so")
        .has("commit", &R::commit, kCommit)
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<ListTasksOptions>& Described<ListTasksOptions>::record() {
  using O = ListTasksOptions;
  static const auto record =
      Record<O>()
          .has("state", &O::state, "Only those in this state")
          .plain()
          .one_of({"open", "done", "failed", "invalidated", "all"})
          .typed("--state", "STATE",
                 "Only those that are open, done, failed or invalidated; or all")
          .has("about", &O::about, "Words: the nearest first")
          .typed("--about", "WORDS", "The nearest to these words first, instead of the newest")
          .has("limit", &O::limit, "Tasks at most")
          .plain()
          .between(1, 1e9)
          .typed("--limit", "N");
  return record;
}

const Record<ListTasksReport>& Described<ListTasksReport>::record() {
  using R = ListTasksReport;
  static const auto record = [] {
    Record<R> report;
    report.has("tasks", &R::tasks, "In order").has("total", &R::total, "In that state");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<ShowTaskOptions>& Described<ShowTaskOptions>::record() {
  static const auto record = Record<ShowTaskOptions>()
                                 .has("task", &ShowTaskOptions::task, kWhich)
                                 .required()
                                 .words("TASK", kWhich);
  return record;
}

const Record<ShowTaskReport>& Described<ShowTaskReport>::record() {
  using R = ShowTaskReport;
  static const auto record = [] {
    Record<R> report;
    report.spreads(&R::task)
        .has("text", &R::text, "Markdown, without its relations")
        .has("relations", &R::relations, "Its own, then those of others");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<TaskGraphOptions>& Described<TaskGraphOptions>::record() {
  using O = TaskGraphOptions;
  static const auto record =
      Record<O>()
          .has("task", &O::task, "Only this task and everything connected to it")
          .words("TASK", "Only this task and everything connected to it; default: all")
          .has("format", &O::format, "How it is drawn")
          .one_of({"mermaid", "dot"})
          .typed("--format", "FORM",
                 "mermaid, which GitHub and Obsidian draw, or dot, for Graphviz");
  return record;
}

const Record<TaskGraphReport>& Described<TaskGraphReport>::record() {
  using R = TaskGraphReport;
  static const auto record = [] {
    Record<R> report;
    report.has("text", &R::text, "Mermaid or DOT")
        .has("tasks", &R::tasks, "In it")
        .has("links", &R::links, "In it");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

void add_tasks(std::vector<Operation>& table) {
  const auto named = [](std::string verb, std::string title, std::string what, Effect effect,
                        std::string when = {}) {
    Operation about{"task_" + verb, std::move(title), std::move(what), std::move(when), effect};
    about.command = "task " + verb;
    about.offered = Tools::kMemoryAndTasks;
    return about;
  };
  Operation adding =
      named("add", "Add a task", "Add a task.", Effect::kWrites, "For what is to be done later.");
  adding.manual =
      "Writes one file under tasks/ and commits it. Tasks like it are linked under Similar to.\n"
      "A task is named by its path, the end of its id, or words of its title.";
  adding.examples = {"pyramid task add \"Deploy the gateway\" --blocked-by \"rotate the cert\"",
                     "pyramid task add \"Call the venue\" --description \"Ask for the terrace.\""};
  table.push_back(operation(std::move(adding), &add_task));

  Operation taking =
      named("take", "Take tasks from a list", "Set a task for each open box of a list.",
            Effect::kWrites, "When the user asks for that.");
  taking.manual =
      "Lines `- [ ] …` of heartbeat.md or of the file that is named, which stays as it is. Of "
      "those\n"
      "that name no day or one that has come, recall tells without being asked.";
  taking.examples = {"pyramid task take", "pyramid task take notes/plan.md"};
  table.push_back(operation(std::move(taking), &take_tasks));

  Operation finishing = named("done", "Finish a task", "Note that a task is done.", Effect::kWrites,
                              "As soon as it is, with what came of it.");
  finishing.manual =
      "TEXT is added under Outcome in the task's file, where search and recall find it.";
  finishing.examples = {"pyramid task done gateway \"Runs in all regions since noon.\""};
  table.push_back(operation(std::move(finishing), &finish_task));

  Operation failing = named("fail", "Fail a task", "Note that a task failed.", Effect::kWrites,
                            "Say why: the next attempt is told.");
  failing.manual =
      "TEXT is added under Outcome in the task's file: what the next attempt should know.";
  failing.examples = {"pyramid task fail gateway \"The certificate had expired.\""};
  table.push_back(operation(std::move(failing), &fail_task));

  Operation reopening = named("reopen", "Open a task again", "Open a task again.", Effect::kWrites,
                              "When it was not done after all, or is wanted again.");
  reopening.examples = {"pyramid task reopen gateway \"The new certificate is there.\""};
  table.push_back(operation(std::move(reopening), &reopen_task));

  Operation dropping = named("drop", "Drop a task", "Note that a task is no longer wanted.",
                             Effect::kWrites, "Say why.");
  dropping.manual =
      "Its file stays, with the date; lists and recall pass over it. `task reopen` undoes it.";
  dropping.examples = {"pyramid task drop \"Call the venue\""};
  table.push_back(operation(std::move(dropping), &drop_task));

  Operation linking = named("link", "Link two tasks", "Link a task to another.", Effect::kWrites,
                            "When one waits for another.");
  linking.manual = "The link is written to the file of TASK (for blocked-by, to that of TO).";
  linking.examples = {"pyramid task link gateway blocks \"announce the release\"",
                      "pyramid task link gateway derived-from sessions/2026/05/12/a-7t5xbn.md#^t3",
                      "pyramid task link gateway blocks announce --remove"};
  table.push_back(operation(std::move(linking), &link_task));

  Operation listing = named("list", "List tasks", "List tasks, the newest first.", Effect::kReads,
                            "To see what is open, or came of something alike.");
  listing.examples = {"pyramid task list", "pyramid task list --state failed",
                      "pyramid task list --about \"certificates\" --state all --json"};
  table.push_back(operation(std::move(listing), &list_tasks));

  Operation showing = named("show", "Show a task", "Show a task and its relations.", Effect::kReads,
                            "Before you work on it.");
  showing.examples = {"pyramid task show gateway"};
  table.push_back(operation(std::move(showing), &show_task));

  Operation drawing =
      named("graph", "Draw the tasks", "Draw how tasks depend on each other.", Effect::kReads,
            "To show the user, or to see what a chain of tasks comes to.");
  drawing.manual = "Names links that lead nowhere, and tasks that block each other in a circle.";
  drawing.examples = {"pyramid task graph", "pyramid task graph gateway --format dot | dot -Tsvg"};
  table.push_back(operation(std::move(drawing), &task_graph));
}

}  // namespace pyramid::operations
