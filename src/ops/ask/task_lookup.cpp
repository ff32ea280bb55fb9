#include "ops/ask/task_lookup.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/task.hpp"
#include "ops/ask/find_hits.hpp"
#include "ops/nodes/name_tails.hpp"
#include "ops/nodes/one_id.hpp"
#include "ops/write/left_out.hpp"
#include "search/query_words.hpp"
#include "workspace/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;
using format::Relation;

constexpr std::size_t kMostNamed = 5;
constexpr std::size_t kLeastTail = 4;  // characters of an id

bool is_task(const std::optional<Node>& node) { return node && node->kind == Kind::kTask; }

bool ends_with_ignoring_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         equals_ignoring_case(text.substr(text.size() - end.size()), end);
}

std::string named_in_hint(const std::vector<Node>& tasks) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(tasks.size(), kMostNamed); ++i) {
    names.push_back(printable(tasks[i].title) + " (" + tasks[i].path + ")");
  }
  std::string hint = "name one: " + join(names, ", ");
  if (tasks.size() > kMostNamed) {
    hint += " and " + std::to_string(tasks.size() - kMostNamed) + " more";
  }
  return hint;
}

// By how exactly it is meant, each of these that some task is: the end of its id, its title, a part
// of its title.
std::vector<Node> tasks_called(const std::vector<Node>& tasks, const std::string& said) {
  const std::string wanted = utf8::fold(collapse_spaces(said));
  const auto by_id = [&](const Node& task) {
    return said.size() >= kLeastTail && !task.id.is_zero() &&
           ends_with_ignoring_case(to_string(task.id), said);
  };
  const auto by_title = [&](const Node& task) { return utf8::fold(task.title) == wanted; };
  const auto by_words = [&](const Node& task) {
    return utf8::fold(task.title).find(wanted) != std::string::npos;
  };
  std::vector<Node> found;
  const auto take = [&](const auto& is_meant) {
    if (found.empty())
      std::copy_if(tasks.begin(), tasks.end(), std::back_inserter(found), is_meant);
  };
  take(by_id);
  take(by_title);
  take(by_words);
  return found;
}

}  // namespace

TaskLine task_line(const Node& task, const Zone& zone) {
  TaskLine line;
  if (!task.id.is_zero()) line.id = to_string(task.id);
  line.path = task.path;
  line.title = task.title;
  line.state = state_of(task);
  if (task.at != Time{}) line.at = zone.local(task.at);
  return line;
}

Result<CountingTasks> counting_tasks(Services& services, Opened& opened) {
  CountingTasks found;
  PYRAMID_ASSIGN(found.tasks, opened.index->nodes({Kind::kTask}));
  PYRAMID_ASSIGN(const auto same,
                 files_with_one_id(*opened.index, services.files, opened.workspace));
  for (const std::vector<Claimant>& claimants : same) {
    for (auto one = std::next(claimants.begin()); one != claimants.end(); ++one) {
      const auto is_it = [&](const Node& task) { return task.path == one->path; };
      if (std::erase_if(found.tasks, is_it) == 0) continue;
      found.copies.emplace(one->path, claimants.front().path);
      PYRAMID_ASSIGN(const auto waiting, as_waiting_copy(*opened.index, one->path));
      found.left_out.push_back(waiting ? waiting_copy(*waiting)
                                       : same_id(one->path, claimants.front().path));
      found.left_out.back().severity = Severity::kWarning;
    }
  }
  return found;
}

namespace {

// Why what is meant cannot be read as a task, where that is a file in tasks/: by its path, the end
// of its id or the words of its name. One whose head is no YAML may not even say that it is one.
Result<std::optional<Error>> why_unreadable(Services& services, Opened& opened,
                                            const std::string& name,
                                            const std::vector<std::string>& paths) {
  const std::string slug = slugify(name);
  std::vector<std::string> files = opened.scan.unreadable;
  PYRAMID_ASSIGN(const std::vector<Node> notes, opened.index->nodes_below("tasks/", Kind::kNote));
  for (const Node& note : notes) files.push_back(note.path);
  for (const std::string& path : files) {
    if (workspace::kind_of_path(path) != Kind::kTask) continue;
    const bool is_named = std::find(paths.begin(), paths.end(), path) != paths.end() ||
                          equals_ignoring_case(tail_in(path), name) ||
                          (!slug.empty() && path::name(path).find(slug) != std::string::npos);
    if (!is_named) continue;
    Result<std::string> bytes = services.files.read(opened.workspace.absolute(path));
    if (!bytes) {
      bytes.error().where = path;
      return std::optional(std::move(bytes).error());
    }
    Result<format::Document> document = format::read_document(*bytes, path);
    if (!document) return std::optional(std::move(document).error());
    if (document->head_problem) return std::move(document->head_problem);
    Result<Node> node = format::read_node(*document, path);
    if (!node) return std::optional(std::move(node).error());
  }
  return std::optional<Error>();
}

}  // namespace

Result<Node> find_task(Services& services, Opened& opened, const std::string& said, Prefer prefer) {
  const std::string name(trim(said));
  if (name.empty()) return fail(ErrorKind::kUsage, "no task is given");
  std::vector<std::string> paths = {name, "tasks/" + name, "tasks/" + name + ".md"};
  if (const auto inside = path::resolve_inside("", name)) paths.push_back(*inside);
  for (const std::string& path : paths) {
    PYRAMID_ASSIGN(const std::optional<Node> node, opened.index->node_at(path));
    if (is_task(node)) return *node;
  }
  PYRAMID_ASSIGN(CountingTasks counting, counting_tasks(services, opened));
  std::vector<Node> tasks = std::move(counting.tasks);
  std::sort(tasks.begin(), tasks.end(),
            [](const Node& a, const Node& b) { return a.path < b.path; });
  std::vector<Node> found = tasks_called(tasks, name);
  const auto is_preferred = [&](const Node& task) {
    return (state_of(task) == "open") == (prefer == Prefer::kOpen);
  };
  if (found.size() > 1 && std::count_if(found.begin(), found.end(), is_preferred) == 1) {
    std::erase_if(found, [&](const Node& task) { return !is_preferred(task); });
  }
  if (found.size() == 1) return found.front();
  if (!found.empty()) {
    return fail(ErrorKind::kUsage,
                "\"" + printable(name) + "\" matches " + count_of(found.size(), "task"), {},
                named_in_hint(found));
  }
  PYRAMID_ASSIGN(std::optional<Error> broken, why_unreadable(services, opened, name, paths));
  if (broken) return fail(*std::move(broken));
  std::vector<std::string> titles;
  for (const Node& task : tasks) titles.push_back(task.title);
  const auto near = closest(name, titles);
  return fail(
      ErrorKind::kNotFound, "no task matches \"" + printable(name) + "\"", {},
      near ? "did you mean " + *near + "?" : "`pyramid task list --state all` lists them all");
}

std::string_view words_of(Relation relation, bool is_others) {
  constexpr std::array<std::string_view, format::kRelations> kOwn = {"blocks", "related to",
                                                                     "derived from", "similar to"};
  constexpr std::array<std::string_view, format::kRelations> kOthers = {"blocked by", "related to",
                                                                        "led to", "similar to"};
  return (is_others ? kOthers : kOwn)[static_cast<std::size_t>(relation)];
}

Result<std::vector<TaskTie>> ties_of(index::Index& index, const Node& task) {
  std::vector<TaskTie> ties;
  std::set<std::tuple<std::string, std::string, std::string>> told;
  const auto add = [&](TaskTie tie) {
    if (told.emplace(tie.relation, tie.path, tie.fragment).second) ties.push_back(std::move(tie));
  };
  for (const format::Related& one : task.related) {
    add({std::string(words_of(one.relation, false)), one.edge.path, one.edge.link.fragment});
  }
  PYRAMID_ASSIGN(const auto links, index.links_of_task(task.path));
  for (const index::Index::TaskLink& link : links) {
    if (link.from != task.path) add({std::string(words_of(link.relation, true)), link.from, {}});
  }
  return ties;
}

Result<TaskRelation> relation_with(index::Index& index, const TaskTie& tie) {
  PYRAMID_ASSIGN(const std::optional<Node> other, index.node_at(tie.path));
  TaskRelation relation;
  relation.relation = tie.relation;
  relation.path = tie.path;
  if (!tie.fragment.empty()) relation.path += "#" + tie.fragment;
  if (other) relation.title = other->title;
  if (is_task(other)) relation.state = state_of(*other);
  return relation;
}

double likeness(double cosine) { return (1 + cosine) / 2; }

Result<std::vector<search::Hit>> tasks_about(Services& services, Opened& opened,
                                             const std::string& words, std::size_t limit,
                                             bool dropped, std::vector<LeftOut>* left) {
  std::vector<search::Hit> hits;
  PYRAMID_ASSIGN(const bool any, opened.index->has_tasks());
  if (!any || search::terms_of(words).empty()) return hits;
  const format::Settings& settings = opened.workspace.settings;
  SearchOptions options;
  options.query = words;
  options.limit = 2 * limit;  // what a person wrote behind a task's relations is a hit of its own
  options.sources = {"tasks"};
  options.time_weight = 1 - settings.task_weight;
  options.time_decay_days = settings.task_decay_days;
  options.min_score = 0;
  PYRAMID_ASSIGN(hits, find_hits(services, opened, options));
  std::set<std::string> seen, looked_at;
  const auto leave = [&](const search::Hit& hit, const std::string& why) {
    const std::string& path = hit.chunk.path;
    const bool is_new = !seen.contains(path) && looked_at.insert(path).second;
    if (is_new && left != nullptr) left->push_back({path, why});
    return true;
  };
  std::erase_if(hits, [&](const search::Hit& hit) {
    if (!dropped && !hit.chunk.status.empty()) return leave(hit, "is no longer wanted");
    if (hit.keyword <= 0 && likeness(hit.cosine) < settings.task_least) {
      return leave(hit, fmt::format("its likeness {:.2f} is below task_least, {:.2f}",
                                    likeness(hit.cosine), settings.task_least));
    }
    return !seen.insert(hit.chunk.path).second;
  });
  seen.clear();
  for (std::size_t i = limit; i < hits.size(); ++i) {
    leave(hits[i], fmt::format("stands behind the nearest {}", limit));
  }
  if (hits.size() > limit) hits.resize(limit);
  return hits;
}

}  // namespace pyramid::ops
