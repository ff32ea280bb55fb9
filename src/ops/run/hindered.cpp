#include "ops/run/hindered.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/ulid.hpp"
#include "format/why_page.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace pyramid::ops {

using format::Kind;

namespace {

// The lowest tier that waits, by the folder of a model.
using Waiting = std::map<std::string, int, std::less<>>;

void add(Waiting& waiting, const workspace::SummaryPlace& place) {
  const auto [known, added] = waiting.emplace(place.model, place.tier);
  if (!added) known->second = std::min(known->second, place.tier);
}

bool waits(const Waiting& waiting, std::string_view model, int tier) {
  const auto found = waiting.find(slugify(model));
  return found != waiting.end() && tier >= found->second;
}

// The folder and the end of the name that a new summary gets.
std::string place_of(std::string_view model, int tier, std::string_view tail) {
  return std::string(model) + "/" + std::to_string(tier) + "/" + std::string(tail);
}

bool is_new(const plan::SummaryTask& task) { return !task.group.exists; }

// Files that can be read but count as no summaries, for what they are or because another file has
// their id, where new ones are to come. Asked for only if there are new ones, because it takes a
// look at every summary.
Status find_strangers(const Run& run, const plan::Plan& plan) {
  Opened& opened = run.opened;
  if (std::none_of(plan.summaries.begin(), plan.summaries.end(), is_new)) return {};
  if (!opened.strangers) {
    PYRAMID_ASSIGN(opened.strangers, opened.index->strangers("summaries/", Kind::kSummary));
  }
  std::set<std::string, std::less<>> coming;
  for (const plan::SummaryTask& task : plan.summaries) {
    const plan::Group& group = task.group;
    if (is_new(task)) {
      coming.insert(place_of(slugify(group.model), group.tier, short_id(group.id)));
    }
  }
  const auto note = [&](const std::string& path) {
    const auto place = workspace::summary_place(path);
    if (place && coming.contains(place_of(place->model, place->tier, place->tail))) {
      opened.in_the_way.insert(path);
    }
  };
  for (const std::string& path : *opened.strangers) note(path);
  for (const auto& [path, counting] : run.memory.copies()) note(path);
  return {};
}

Waiting waiting_for(const Opened& opened) {
  Waiting waiting;
  for (const std::string& path : opened.scan.unreadable) {
    if (const auto place = workspace::summary_place(path)) add(waiting, *place);
  }
  for (const std::string& path : opened.in_the_way) add(waiting, *workspace::summary_place(path));
  return waiting;
}

bool is_observation(const std::string& path) {
  return workspace::kind_of_path(path) == Kind::kObservation;
}

// Whether a summary's file lists an observation that cannot be read: it may be back tomorrow, and
// then has its place there.
bool lists_unreadable(const Run& run, const Ulid& summary) {
  const format::Node* node = run.memory.find(summary);
  if (node == nullptr) return false;
  const std::vector<std::string>& unreadable = run.opened.scan.unreadable;
  return std::any_of(node->sources.begin(), node->sources.end(), [&](const format::Edge& edge) {
    return is_observation(edge.path) &&
           std::binary_search(unreadable.begin(), unreadable.end(), edge.path);
  });
}

// Whether a text of a home rests on an observation that cannot be read, and would lose what that
// says: a section by its own sources, the description by those of all.
bool rests_on_unreadable(const Run& run, const plan::SectionTask& task) {
  const bool is_base = run.memory.rules().is_base(task.model);
  const std::string path = format::why_path(is_base ? std::string() : task.model);
  const auto bytes = run.services.files.read(run.opened.workspace.absolute(path));
  const auto page = bytes ? format::parse_document(*bytes, path) : fail(bytes.error());
  if (!page) return false;
  const std::vector<std::string>& unreadable = run.opened.scan.unreadable;
  const std::vector<format::Evidence> all = format::read_why_page(*page, path);
  return std::any_of(all.begin(), all.end(), [&](const format::Evidence& one) {
    return (one.name == task.name || task.name == format::kDescriptionRecord) &&
           std::any_of(one.from.begin(), one.from.end(), [&](const format::Edge& edge) {
             return std::binary_search(unreadable.begin(), unreadable.end(), edge.path);
           });
  });
}

// Takes out of the plan the summaries that keep the place of such an observation, those that read
// them, texts that rest on it, and such as only wait for these.
void leave_places(const Run& run, plan::Plan& plan) {
  const std::vector<std::string>& unreadable = run.opened.scan.unreadable;
  if (std::none_of(unreadable.begin(), unreadable.end(), is_observation)) return;
  std::set<Ulid> held;
  std::erase_if(plan.summaries, [&](const plan::SummaryTask& task) {  // tier by tier
    const std::vector<Ulid>& sources = task.group.sources;
    const bool waits = std::any_of(sources.begin(), sources.end(),
                                   [&](const Ulid& id) { return held.contains(id); });
    const bool keeps = task.group.tier == 0 && lists_unreadable(run, task.group.id);
    if (waits || keeps) held.insert(task.group.id);
    return waits || keeps;
  });
  const auto waits = [&](const plan::SectionTask& task) {
    if (rests_on_unreadable(run, task)) return true;
    return task.reason == plan::Reason::kSourcesRewritten &&
           std::any_of(task.items.begin(), task.items.end(),
                       [&](const plan::CoverItem& item) { return held.contains(item.id); });
  };
  std::erase_if(plan.sections, waits);
  std::erase_if(plan.descriptions, waits);
}

// Behind what is said already of what to do about a file; false if nothing is.
bool add_to_hint(Diagnostics& diagnostics, const std::string& path, std::string_view more) {
  bool said = false;
  for (Diagnostic& one : diagnostics) {
    if (one.where != path && !one.where.starts_with(path + ":")) continue;
    one.hint.append(one.hint.empty() ? "" : "; ").append(more);
    said = true;
  }
  return said;
}

}  // namespace

bool is_home_hindered(const Run& run, std::string_view model) {
  const std::vector<std::string>& unreadable = run.opened.scan.unreadable;
  if (unreadable.empty() || run.memory.is_at(run.memory.home_of(std::string(model)))) return false;
  const bool is_base = run.memory.rules().is_base(model);
  return std::any_of(unreadable.begin(), unreadable.end(), [&](const std::string& path) {
    if (is_base) return path == workspace::kMemoryFile;
    return workspace::kind_of_path(path) == Kind::kModel &&
           path::name(path) == slugify(model) + ".md";
  });
}

bool is_index_hindered(const Opened& opened) {
  const std::vector<std::string>& unreadable = opened.scan.unreadable;
  return std::any_of(unreadable.begin(), unreadable.end(), [](const std::string& path) {
    const Kind kind = workspace::kind_of_path(path);
    return format::is_home(kind);
  });
}

Status leave_hindered(const Run& run, plan::Plan& plan) {
  PYRAMID_TRY(find_strangers(run, plan));
  leave_places(run, plan);
  const Waiting waiting = waiting_for(run.opened);
  if (waiting.empty() && run.opened.scan.unreadable.empty()) return {};
  const auto node_waits = [&](const Ulid& id) {
    const format::Node* node = run.memory.find(id);
    return node != nullptr && waits(waiting, node->model, node->tier);
  };
  std::erase_if(plan.summaries, [&](const plan::SummaryTask& task) {
    return waits(waiting, task.group.model, task.group.tier);
  });
  std::erase_if(plan.removals, [&](const plan::Removal& one) { return node_waits(one.id); });
  std::erase_if(plan.releases, node_waits);
  const auto text_waits = [&](const plan::SectionTask& task) {
    return waiting.contains(slugify(task.model)) || is_home_hindered(run, task.model);
  };
  std::erase_if(plan.sections, text_waits);
  std::erase_if(plan.descriptions, text_waits);
  return {};
}

Result<std::vector<Ulid>> waiting_summaries(const Run& run, const plan::FactIndex& facts) {
  const auto written = [](const plan::Plan& plan) {
    std::set<Ulid> ids(plan.releases.begin(), plan.releases.end());
    for (const plan::SummaryTask& task : plan.summaries) ids.insert(task.group.id);
    for (const plan::Removal& one : plan.removals) ids.insert(one.id);
    return ids;
  };
  plan::Plan plan = plan::make_plan(facts, run.memory.rules(), run.services.clock.now());
  const std::set<Ulid> all = written(plan);
  PYRAMID_TRY(leave_hindered(run, plan));
  const std::set<Ulid> now = written(plan);
  std::vector<Ulid> waiting;
  std::set_difference(all.begin(), all.end(), now.begin(), now.end(), std::back_inserter(waiting));
  return waiting;
}

void tell_hindered(const Opened& opened, Diagnostics& diagnostics) {
  for (const std::string& path : opened.scan.unreadable) {
    const Kind kind = workspace::kind_of_path(path);
    if (format::is_home(kind)) {
      add_to_hint(diagnostics, path, "its sections wait until then");
    } else if (workspace::summary_place(path)) {
      add_to_hint(diagnostics, path,
                  "what reads it waits until then; a file that is removed is made anew");
    } else if (kind == Kind::kObservation) {
      add_to_hint(diagnostics, path, "what rests on it stays as it is until then");
    }
  }
  for (const std::string& path : opened.in_the_way) {
    const std::string_view waits = "the summary that goes there waits until then";
    if (!add_to_hint(diagnostics, path, waits)) diagnostics.push_back(stranger(path));
  }
}

Diagnostic stranger(const std::string& path) {
  return {Severity::kError, path, "lies where a summary goes, and counts as none",
          "restore its frontmatter, or move it away to have the summary made anew; what reads it "
          "waits until then"};
}

}  // namespace pyramid::ops
