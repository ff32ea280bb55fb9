#include "ops/write/left_out.hpp"

#include "base/text.hpp"
#include "ops/nodes/copies.hpp"
#include "ops/nodes/one_node.hpp"
#include "ops/run/run.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace pyramid::ops {

namespace {

Diagnostics held_elsewhere(const WorkingSet& memory, const plan::FactIndex& facts,
                           const plan::Group& group) {
  Diagnostics found;
  if (!group.exists) return found;
  const plan::FactIndex::Summary& own = facts.summary(group.number);
  const auto id_of = [&](plan::FactIndex::Number source) {
    return own.tier == 0 ? facts.observation(source).id : facts.summary(source).id;
  };
  for (const plan::FactIndex::Number source : own.sources) {
    const Ulid id = id_of(source);
    if (std::find(group.sources.begin(), group.sources.end(), id) != group.sources.end()) continue;
    for (const Ulid& reader : facts.readers_of(id)) {
      const plan::FactIndex::Summary* other = facts.find_summary(reader);
      if (other == nullptr || reader == group.id || other->tier != own.tier ||
          other->policy != own.policy) {
        continue;
      }
      const auto& listed = other->sources;
      if (std::find(listed.begin(), listed.end(), source) == listed.end()) continue;
      found.push_back(
          listed_twice(memory.path_of(group.id), memory.path_of(id), memory.path_of(reader)));
      break;
    }
  }
  if (found.size() < 2) return found;
  const std::size_t others = found.size() - 1;
  found.front().what +=
      others == 1 ? ", as is 1 other" : ", as are " + std::to_string(others) + " others";
  found.resize(1);
  return found;
}

bool fits_budget(const format::Node& summary, const format::Node& source) {
  if (summary.tier == 0) return source.kind == format::Kind::kObservation;
  return source.kind == format::Kind::kSummary && source.tier == summary.tier - 1;
}

}  // namespace

Result<Diagnostics> left_out(WorkingSet& memory, index::Index& index,
                             std::span<const WaitingCopy> waiting) {
  Diagnostics found;
  const std::vector<std::pair<std::string, std::string>> copies = memory.copies();
  for (const auto& [path, counting] : copies) {
    const bool waits = std::any_of(waiting.begin(), waiting.end(),
                                   [&](const WaitingCopy& one) { return one.path == path; });
    if (!waits) found.push_back(same_id(path, counting));
  }
  if (const format::Node* home = memory.at(workspace::kMemoryFile)) {
    PYRAMID_ASSIGN(const std::vector<std::string> same, index.paths_with(home->id));
    for (const std::string& path : same) {
      if (!memory.is_at(path) && !conflict_copy(path)) found.push_back(copy_of_home(path));
    }
  }
  PYRAMID_ASSIGN(const plan::FactIndex* facts, memory.facts());
  for (const plan::FactIndex::Number number : facts->summaries()) {
    const plan::FactIndex::Summary& summary = facts->summary(number);
    if (summary.policy) continue;
    const format::Node* node = memory.find(summary.id);
    if (node != nullptr) found.push_back(unknown_policy(node->path, node->policy));
  }
  return found;
}

Result<std::optional<WaitingCopy>> as_waiting_copy(index::Index& index, const std::string& path) {
  const auto copy = conflict_copy(path);
  if (!copy) return std::optional<WaitingCopy>();
  if (!copy->certain) {
    PYRAMID_ASSIGN(const auto one, index.node_at(path));
    PYRAMID_ASSIGN(const auto other, index.node_at(copy->original));
    if (!one || !other || one->id.is_zero() || one->id != other->id) {
      return std::optional<WaitingCopy>();
    }
  }
  return std::optional(WaitingCopy{path, copy->original});
}

Result<std::vector<WaitingCopy>> waiting_copies(const WorkingSet& memory, const Opened& opened) {
  PYRAMID_ASSIGN(const std::vector<std::string> paths, opened.index->paths_like_copies());
  std::vector<WaitingCopy> found;
  std::set<std::string, std::less<>> conflict_copies;
  for (const std::string& path : paths) {
    PYRAMID_ASSIGN(auto copy, as_waiting_copy(*opened.index, path));
    if (!copy) continue;
    conflict_copies.insert(path);
    found.push_back(*std::move(copy));
  }
  for (const auto& [path, counting] : memory.copies()) {
    if (conflict_copies.contains(path)) continue;
    const Result<std::string> one = memory.bytes(path), other = memory.bytes(counting);
    if (!one || !other) continue;
    if (!becomes_one(opened.workspace.root, {path, *one}, {counting, *other})) continue;
    found.push_back({path, counting});
  }
  return found;
}

Diagnostics sources_left_out(const WorkingSet& memory, const index::RefreshReport& scan,
                             const format::Node& summary) {
  const std::vector<std::string>& unreadable = scan.unreadable;
  Diagnostics found;
  std::vector<std::string> misfits;
  for (const format::Edge& edge : summary.sources) {
    if (edge.path.empty()) continue;  // mend_links() took it out
    if (const format::Node* source = memory.at(edge.path)) {
      if (!fits_budget(summary, *source)) misfits.push_back(edge.path);
      continue;
    }
    if (!memory.bytes(edge.path)) continue;
    if (std::find(unreadable.begin(), unreadable.end(), edge.path) != unreadable.end()) continue;
    found.push_back(no_source(edge.path, summary.path));
  }
  if (misfits.empty()) return found;
  found.push_back({Severity::kWarning, summary.path,
                   "is of tier " + std::to_string(summary.tier) + " and cannot be made from " +
                       count_of(misfits.size(), "source") + " that it lists, " + misfits[0] +
                       " first: left out",
                   "a summary is made from what lies one tier below it"});
  return found;
}

Result<std::vector<Diagnostics>> held_elsewhere(WorkingSet& memory,
                                                std::span<const plan::SummaryTask> tasks) {
  PYRAMID_ASSIGN(const plan::FactIndex* facts, memory.facts());
  std::vector<Diagnostics> found;
  for (const plan::SummaryTask& task : tasks) {
    found.push_back(held_elsewhere(memory, *facts, task.group));
  }
  return found;
}

Diagnostics yet_to_come(const WorkingSet& memory, const plan::Plan& plan, Time now) {
  const Time latest{now.seconds + kSecondsPerDay};
  const auto lies_ahead = [&](const plan::CoverItem& item) { return latest < item.end; };
  const bool any =
      std::any_of(plan.sections.begin(), plan.sections.end(), [&](const plan::SectionTask& task) {
        return std::any_of(task.items.begin(), task.items.end(), lies_ahead);
      });
  if (!any) return {};
  // A summary has its time from these.
  std::map<std::string, Time> ends;
  std::vector<Ulid> ahead;
  memory.each(format::Kind::kObservation, [&](const Ulid& id, std::string_view) {
    if (latest < memory.time_of(id)) ahead.push_back(id);
  });
  for (const Ulid& id : ahead) {
    const format::Node* node = memory.find(id);
    if (node != nullptr && node->status.empty()) ends.emplace(node->path, node->at);
  }
  if (ends.empty()) return {};  // a summary says more than these: `check` names it
  const auto& [path, end] = *ends.begin();
  const std::size_t others = ends.size() - 1;
  return {{Severity::kWarning, path,
           "lies in the future, " + format_time(end) + ", and is told as of the last days" +
               (others > 0 ? " (and " + std::to_string(others) + " more)" : ""),
           "mend `at:` if that is a slip"}};
}

Result<Diagnostics> beyond_length(WorkingSet& memory) {
  constexpr std::int64_t kEighth = 8;  // of a file: less of a person's makes it hardly longer
  PYRAMID_ASSIGN(const plan::FactIndex* facts, memory.facts());
  const plan::Rules& rules = memory.rules();
  Diagnostics found;
  const auto look = [&](const std::string& path, std::string_view model, std::int64_t chars,
                        const char* setting) {
    const auto home = facts->homes.find(std::string(model));
    if (home == facts->homes.end() || home->second.own_bytes < chars / kEighth) return;
    const Result<std::string> bytes = memory.bytes(path);
    if (!bytes || std::ssize(*bytes) <= chars) return;
    found.push_back({Severity::kWarning, path,
                     "has " + with_commas(bytes->size()) + " bytes of " +
                         with_commas(static_cast<std::uint64_t>(chars)) + ": your own text takes " +
                         with_commas(static_cast<std::uint64_t>(home->second.own_bytes)),
                     std::string("shorten it, or raise `") + setting + "` in pyramid.yaml"});
  };
  if (!rules.base_models.empty()) {
    look(std::string(workspace::kMemoryFile), rules.base_models.front(), rules.memory_chars,
         "memory_chars");
  }
  std::vector<Ulid> models;
  memory.each(format::Kind::kModel,
              [&](const Ulid& id, std::string_view) { models.push_back(id); });
  for (const Ulid& id : models) {
    if (const format::Node* node = memory.find(id)) {
      look(node->path, node->model, rules.model_chars, "model_chars");
    }
  }
  return found;
}

Diagnostic listed_twice(const std::string& path, const std::string& source,
                        const std::string& holder) {
  return {Severity::kWarning, path,
          "listed " + source + " as a source, as " + holder + " does: left out of this one",
          "nothing, unless it belongs here: then take it out of the other"};
}

Diagnostic same_id(const std::string& path, std::string_view counting) {
  return {Severity::kError, path,
          "has the same id as " + std::string(counting) + ", which counts; this one is left out",
          "remove one of the two, or run pyramid check --fix to give this one an id of its own"};
}

Diagnostic note_of_same_id(const std::string& path, std::string_view other) {
  return {Severity::kWarning, path,
          "has the same id as " + std::string(other) + ": a merge may take one for the other",
          "pyramid check --fix, which gives this one an id of its own; or take its line `id:` out"};
}

Diagnostic copy_of_home(const std::string& path) {
  return {Severity::kWarning, path, "is a copy of MEMORY.md, and no more than a note of yours",
          "remove it, or take the line `id:` out of it"};
}

Diagnostic waiting_copy(const WaitingCopy& copy) {
  const auto named = conflict_copy(copy.path);
  if (named && named->original == copy.original) {
    return {Severity::kWarning, copy.path, "is a conflict copy of " + copy.original,
            "pyramid sync; it makes one of the two, and keeps what either says"};
  }
  return {Severity::kWarning, copy.path,
          "has the same id as " + copy.original + ": the next sync makes one of the two",
          "pyramid sync; it keeps what either says"};
}

Diagnostic unknown_policy(const std::string& path, std::string_view policy) {
  return {Severity::kError, path,
          "names a policy that is not known: " + std::string(policy) +
              "; the summary is left alone, and its sources count as not summed up",
          "mend `policy:`, or remove the file"};
}

}  // namespace pyramid::ops
