// Tasks: what is to be done, what came of it, and what each has to do with others. Each is a file
// in tasks/ (docs/format.md, "Task"), which people edit as they edit notes.
//
// A task is named by its path, its id or the end of it, or its title or words of it. Where several
// tasks are meant so and one of them is open (to be opened again: is not), that one is. kNotFound
// and kUsage say which there are.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"
#include "pyramid/zone.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

// One task, told in a line.
struct TaskLine {
  std::string id, path, title;  // id "": a person's file without one
  std::string state;            // open, done, failed or invalidated
  LocalTime at;                 // when it was set; zero: the file does not say
};

// What a task has to do with another file.
struct TaskRelation {
  // blocks, blocked by, related to, derived from, led to, similar to
  std::string relation;
  std::string path, title;  // title "": there is no such file
  std::string state;        // as TaskLine; "" = no task
};

struct AddTaskOptions {
  WorkspaceOptions workspace;
  std::string title;                                        // one line
  std::string description;                                  // markdown, or ""
  std::vector<std::string> blocks, blocked_by, related_to;  // tasks
  std::vector<std::string> derived_from;  // tasks, or memory files: "sessions/….md#^t17"
  std::optional<Time> at;                 // when it was set; nullopt = now
};
struct AddTaskReport {
  std::string id, path;
  bool added = true;  // false: it was set at that very time before, and gets the links alone
  std::vector<TaskRelation> similar;  // that were found, and linked
  std::size_t redacted = 0;           // secrets that were taken out
  std::string commit;                 // id, or ""
  Diagnostics diagnostics;
};
// Writes one file, and the links that are asked for, and commits. kUsage for an empty title, one of
// several lines, and what no text file can hold. Needs the workspace's lock (kConflict).
Result<AddTaskReport> add_task(const Environment& environment, const AddTaskOptions& options);

struct TakeTasksOptions {
  WorkspaceOptions workspace;
  std::string path;  // of a markdown file with lines `- [ ] …`; "" = heartbeat.md
};
struct TakeTasksReport {
  std::vector<std::string> paths;  // of the tasks that are new, in the order of the lines
  std::size_t known = 0;           // lines that a task is called like, whatever came of it
  std::size_t redacted = 0;        // secrets that were taken out
  Diagnostics diagnostics;
};
// Sets a task for each line with an empty box, derived from the file, which stays as it is. Said
// again, it sets those that came since. A line that can be no title is named, the rest goes on.
// kNotFound without such a file. Needs the workspace's lock (kConflict).
Result<TakeTasksReport> take_tasks(const Environment& environment, const TakeTasksOptions& options);

struct EndTaskOptions {
  WorkspaceOptions workspace;
  std::string task;
  // What came of it, in a few words: what is longer than 600 bytes the engine sums up, and where
  // there are none and the task is ended, a description that is longer.
  std::string text;
  std::optional<Time> at;  // nullopt = now
};
struct EndTaskReport {
  std::string path, title;
  std::string state, was;    // as TaskLine
  bool changed = true;       // false: it was so
  std::string text;          // as it was kept
  std::size_t redacted = 0;  // secrets that were taken out
  std::string commit;        // id, or ""
  Diagnostics diagnostics;
};
// Each notes in the task's file what came of it, and commits. The same again changes nothing.
// Failures as of add_task().
Result<EndTaskReport> finish_task(const Environment& environment, const EndTaskOptions& options);
Result<EndTaskReport> fail_task(const Environment& environment, const EndTaskOptions& options);
// Wanted again where it was dropped, as what came of it before; else open again.
Result<EndTaskReport> reopen_task(const Environment& environment, const EndTaskOptions& options);
// No longer wanted: the file stays, lists and recall pass over it.
Result<EndTaskReport> drop_task(const Environment& environment, const EndTaskOptions& options);

struct LinkTaskOptions {
  WorkspaceOptions workspace;
  std::string task;
  std::string relation;  // blocks, blocked-by, related-to, derived-from or similar-to
  std::string to;        // a task; of derived-from a memory file, too
  bool remove = false;   // the link goes
};
struct LinkTaskReport {
  std::string path;     // of the file that the link stands in
  bool changed = true;  // false: it was so
  std::string commit;   // id, or ""
  Diagnostics diagnostics;
};
// kUsage for another relation, and for a task that is to be linked to itself. Failures as of
// add_task().
Result<LinkTaskReport> link_task(const Environment& environment, const LinkTaskOptions& options);

struct ListTasksOptions {
  WorkspaceOptions workspace;
  std::string state = "open";  // open, done, failed, invalidated or all
  std::string about;           // words: the nearest first, as recall has them; "" = newest first
  std::size_t limit = 20;
};
struct ListTasksReport {
  std::vector<TaskLine> tasks;
  std::size_t total = 0;  // in that state, whatever the limit
  Diagnostics diagnostics;
};
// Reads only.
Result<ListTasksReport> list_tasks(const Environment& environment, const ListTasksOptions& options);

struct ShowTaskOptions {
  WorkspaceOptions workspace;
  std::string task;
};
struct ShowTaskReport {
  TaskLine task;
  std::string text;                     // markdown, without the relations
  std::vector<TaskRelation> relations;  // its own in the order of the file, then those of others
  Diagnostics diagnostics;
};
Result<ShowTaskReport> show_task(const Environment& environment, const ShowTaskOptions& options);

struct TaskGraphOptions {
  WorkspaceOptions workspace;
  std::string task;                // only what is linked with it, however far; "" = all
  std::string format = "mermaid";  // or dot
};
struct TaskGraphReport {
  std::string text;
  std::size_t tasks = 0, links = 0;  // in it
  // What is wrong with it: links that lead to no file, and tasks that block each other in a circle.
  // The graph is told as far as it goes.
  Diagnostics diagnostics;
};
Result<TaskGraphReport> task_graph(const Environment& environment, const TaskGraphOptions& options);

}  // namespace pyramid
