#include "ops/ask/recalled_tasks.hpp"

#include "base/cut_text.hpp"
#include "base/text.hpp"
#include "format/node.hpp"
#include "format/task.hpp"
#include "guard/instructions.hpp"
#include "ops/ask/find_hits.hpp"
#include "ops/ask/task_lookup.hpp"
#include "ops/nodes/lookup.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

constexpr std::size_t kMostTasks = 4;
constexpr std::size_t kMostTies = 8;    // of one task
constexpr std::size_t kMostTold = 320;  // bytes of what a task says beside its title

// What it says beside its title, what came of it last first: that is what the next task needs. Of
// one that is open what came of it before is no longer so.
std::string words_of_task(const format::Document& document, bool is_open) {
  const format::ToldTask told = format::told_task(document);
  const auto is_wish = [](const std::string& outcome) {
    return format::calls_it(outcome, format::kNoLongerWanted) ||
           format::calls_it(outcome, format::kWantedAgain);
  };
  auto last = told.outcomes.rbegin();
  while (!is_open && last != told.outcomes.rend() && is_wish(*last)) ++last;
  const bool holds =
      last != told.outcomes.rend() && (!is_open || format::calls_it(*last, format::kOpenedAgain) ||
                                       format::calls_it(*last, format::kWantedAgain));
  std::string line = holds ? one_line(*last) : "";
  if (const std::string more = one_line(told.description); !more.empty()) {
    line += (line.empty() ? "" : " ") + more;
  }
  if (line.size() <= kMostTold) return line;
  return std::string(trim(beginning_of(line, kMostTold))) + " …";
}

struct Task {
  Node node;
  std::string words;  // beside its title
};

// The file as it is by now; nullopt: it is gone, is no task, or speaks to the assistant, which
// `commands` tells.
std::optional<Task> read_task(Services& services, const Opened& opened, const std::string& path,
                              bool& commands) {
  const Result<std::string> bytes = services.files.read(opened.workspace.absolute(path));
  commands = bytes && !guard::find_instructions(*bytes).empty();
  if (!bytes || commands) return std::nullopt;
  const Result<format::Document> document = format::read_document(*bytes, path);
  if (!document) return std::nullopt;
  Result<Node> node = format::read_node(*document, path);
  if (!node || node->kind != Kind::kTask) return std::nullopt;
  std::string words = words_of_task(*document, state_of(*node) == "open");
  return Task{*std::move(node), std::move(words)};
}

std::string told(const Task& task, const std::string& lead) {
  std::string text = lead + one_line(task.node.title) + " (" + state_of(task.node) + ")";
  return task.words.empty() ? text : text + ": " + task.words;
}

RecalledTask line_of(const Node& task, std::string text) {
  const auto breaks = std::count(task.text.begin(), task.text.end(), '\n');
  return {std::move(text), task.path, task.text_line,
          task.text_line + static_cast<std::size_t>(breaks)};
}

// "is blocked by", "led to".
std::string as_verb(const std::string& relation) {
  return relation == "blocks" || relation == "led to" ? relation : "is " + relation;
}

// What explains a task first.
std::size_t place_of(std::string_view relation) {
  constexpr std::array<std::string_view, 6> kOrder = {"blocked by", "derived from", "blocks",
                                                      "led to",     "related to",   "similar to"};
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), relation) -
                                  kOrder.begin());
}

// One name for a relation from whichever end it is seen: {from, relation, to}.
using Told = std::tuple<std::string, std::string, std::string>;
Told seen_from_both(const std::string& task, const TaskTie& tie) {
  const std::string other = tie.path + (tie.fragment.empty() ? "" : "#" + tie.fragment);
  if (tie.relation == "blocked by") return {other, "blocks", task};
  if (tie.relation == "led to") return {other, "derived from", task};
  const bool either = tie.relation == "related to" || tie.relation == "similar to";
  return either && other < task ? Told{other, tie.relation, task} : Told{task, tie.relation, other};
}

class Teller {
 public:
  Teller(Services& services, Opened& opened) : services_(services), opened_(opened) {}

  Status tell(const std::string& path) {
    bool commands = false;
    const std::optional<Task> task = read_task(services_, opened_, path, commands);
    if (commands) leave(path, kCommands);
    if (!task) return {};
    if (told_.insert(path).second) lines_.push_back(line_of(task->node, told(*task, {})));
    PYRAMID_ASSIGN(std::vector<TaskTie> ties, ties_of(*opened_.index, task->node));
    std::stable_sort(ties.begin(), ties.end(), [](const TaskTie& a, const TaskTie& b) {
      return place_of(a.relation) < place_of(b.relation);
    });
    std::size_t count = 0;
    for (std::size_t i = 0; i < ties.size(); ++i) {
      const TaskTie& tie = ties[i];
      if (count == kMostTies) {
        leave(tie.path, count_of(ties.size() - i, "relation") + " more than are told of one task");
        break;
      }
      PYRAMID_ASSIGN(const bool is_told, tell_tie(task->node, tie));
      if (is_told) ++count;
    }
    return {};
  }

  // What stands in the end is left out nowhere.
  RecalledTasks take(std::vector<LeftOut> left) {
    left.insert(left.end(), left_.begin(), left_.end());
    std::erase_if(left, [&](const LeftOut& one) { return told_.contains(one.citation); });
    return {std::move(lines_), std::move(left)};
  }

 private:
  static constexpr const char* kCommands = "speaks to the assistant";

  void leave(const std::string& path, const std::string& why) { left_.push_back({path, why}); }

  // False where there is nothing to tell.
  Result<bool> tell_tie(const Node& task, const TaskTie& tie) {
    if (tie.path == task.path) {
      left_.push_back({tie.path + "#" + tie.relation, "is the task itself: a circle"});
      return false;
    }
    if (!ties_.insert(seen_from_both(task.path, tie)).second) return false;
    const std::string lead = one_line(task.title) + " " + as_verb(tie.relation) + " ";
    bool commands = false;
    if (const std::optional<Task> other = read_task(services_, opened_, tie.path, commands)) {
      if (!other->node.status.empty()) {
        leave(tie.path, "is no longer wanted");
        return false;
      }
      // What stands above already is named once more, for the relation's sake.
      const bool is_new = told_.insert(tie.path).second;
      lines_.push_back(line_of(other->node, told(is_new ? *other : Task{other->node, {}}, lead)));
      return true;
    }
    if (commands) leave(tie.path, kCommands);
    PYRAMID_ASSIGN(const std::optional<Node> other, opened_.index->node_at(tie.path));
    if (!other || other->kind == Kind::kTask) return false;
    lines_.push_back({lead + one_line(other->title), tie.path});
    return true;
  }

  Services& services_;
  Opened& opened_;
  std::set<std::string> told_;
  std::set<Told> ties_;
  std::vector<RecalledTask> lines_;
  std::vector<LeftOut> left_;
};

}  // namespace

Result<RecalledTasks> recalled_tasks(Services& services, Opened& opened,
                                     const std::string& prompt) {
  std::vector<LeftOut> left;
  PYRAMID_ASSIGN(std::vector<search::Hit> hits,
                 tasks_about(services, opened, prompt, kMostTasks, false, &left));
  std::vector<search::Hit> noise;
  drop_noise(hits, &noise);
  for (const search::Hit& hit : noise) left.push_back({hit.chunk.path, kFarBehind});
  Teller teller(services, opened);
  for (const search::Hit& hit : hits) PYRAMID_TRY(teller.tell(hit.chunk.path));
  return teller.take(std::move(left));
}

}  // namespace pyramid::ops
