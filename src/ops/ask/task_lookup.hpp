// Tasks as commands and recall find and tell them.
#pragma once

#include "format/node.hpp"
#include "ops/ask/context.hpp"
#include "ops/run/opened.hpp"
#include "pyramid/tasks.hpp"
#include "search/search.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

TaskLine task_line(const format::Node& task, const Zone& zone);

// All tasks but those whose id another file has that counts (ops/nodes/one_id.hpp), which are
// named.
struct CountingTasks {
  std::vector<format::Node> tasks;  // in no order
  std::map<std::string, std::string>
      copies;  // of those that do not count: by path the one that does
  Diagnostics left_out;
};
Result<CountingTasks> counting_tasks(Services& services, Opened& opened);

// The task that a person or an agent means (pyramid/tasks.hpp), of two files with one id the one
// that counts, unless its path is given. Else looks at each of many tasks.
enum class Prefer { kOpen, kEnded };
Result<format::Node> find_task(Services& services, Opened& opened, const std::string& said,
                               Prefer prefer = Prefer::kOpen);

// What a task has to do with another file, seen from the task.
struct TaskTie {
  std::string relation;        // "blocks", "blocked by", …
  std::string path, fragment;  // where the other one is
};
std::string_view words_of(format::Relation relation, bool is_others);
// Its own in the order of `related`, then those of other tasks by their paths; each other file once
// a relation.
Result<std::vector<TaskTie>> ties_of(index::Index& index, const format::Node& task);
// With what the other file is by now.
Result<TaskRelation> relation_with(index::Index& index, const TaskTie& tie);

// The tasks that are nearest to some words, best first: λ of how they fit and 1 − λ of
// exp(−age/τ), where λ is `task_weight` and τ `task_decay_days`; none whose meaning is less like
// that of the words than `task_least`, unless it has the words themselves. Words without one that
// tells anything find none. `dropped`: also tasks that are no longer wanted.
// `left`: what was looked at besides, and why it is not among them.
Result<std::vector<search::Hit>> tasks_about(Services& services, Opened& opened,
                                             const std::string& words, std::size_t limit,
                                             bool dropped = false,
                                             std::vector<LeftOut>* left = nullptr);
// How alike two meanings are whose vectors have this cosine, 0 to 1: 1 − d²/4, where d is the
// distance of the unit vectors, so that L2 1.5 is 0.4375.
double likeness(double cosine);

}  // namespace pyramid::ops
