#include "ops/why/why_graph.hpp"

#include "base/text.hpp"
#include "format/topic.hpp"
#include "ops/run/introductions.hpp"
#include "ops/write/model_index.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace pyramid::ops {

using format::Kind;
using format::Node;

namespace {

// ", by facts/areas/…": what took its place, as far as that is known, up to what is in use now.
std::string by_what(const WorkingSet& memory, const Node& node) {
  std::string told;
  std::set<Ulid> seen = {node.id};
  for (Ulid next = node.superseded_by; seen.insert(next).second;) {
    const Node* later = memory.find(next);
    if (later == nullptr) break;
    told += (told.empty() ? ", by " : ", then by ") + later->path;
    const Result<Node> whole = memory.read(Node(*later));
    next = whole ? whole->superseded_by : Ulid();
  }
  return told;
}

}  // namespace

const format::FoundSection* HomeText::found(std::string_view section) const {
  for (const format::FoundSection& one : sections) {
    if (one.name == section) return &one;
  }
  return nullptr;
}

const format::SectionRecord* HomeText::record(std::string_view section) const {
  for (const format::SectionRecord& one : node.sections) {
    if (one.name == section) return &one;
  }
  return nullptr;
}

WhyGraph::WhyGraph(const WorkingSet& memory, const plan::FactIndex& facts, plan::Plan plan,
                   plan::Writers writers, std::map<std::string, HomeText> homes, bool index_dirty,
                   std::map<std::string, std::string> ending)
    : memory_(memory),
      facts_(facts),
      plan_(std::move(plan)),
      writers_(std::move(writers)),
      homes_(std::move(homes)),
      index_dirty_(index_dirty),
      ending_(std::move(ending)) {
  for (const plan::Group& group : plan_.grouping.groups) groups_.emplace(group.id, &group);
  for (const plan::SummaryTask& task : plan_.summaries) tasks_.emplace(task.group.id, &task);
  find_planned_readers();
}

std::string WhyGraph::writer_of(std::string_view section) const {
  if (section == format::kOtherModels) return kIndexMadeBy;
  return section == "description" ? writers_.description : writers_.section;
}

void WhyGraph::add_reader(const Ulid& source, Reader reader) {
  std::vector<Reader>& known = readers_[source];
  if (std::find(known.begin(), known.end(), reader) == known.end()) {
    known.push_back(std::move(reader));
  }
}

void WhyGraph::find_planned_readers() {
  for (const plan::Group& group : plan_.grouping.groups) {
    if (group.as_listed) continue;
    for (const Ulid& source : sources_of(group)) add_reader(source, {group.id, {}, {}});
  }
  for (const auto& [path, home] : homes_) {
    for (const format::FoundSection& section : home.sections) {
      for (const format::Edge& edge : section.from) {
        const std::optional<Ulid> source = memory_.id_at(edge.path);
        if (source) add_reader(*source, {{}, path, section.name});
      }
    }
  }
  for (const plan::SectionTask& task : plan_.sections) {
    const std::string path = memory_.home_of(task.model);
    for (const plan::CoverItem& item : task.items) add_reader(item.id, {{}, path, task.name});
  }
}

std::vector<Reader> WhyGraph::readers(const Ulid& id) const {
  const std::string path = memory_.path_of(id);
  std::vector<std::pair<Time, Ulid>> summaries;
  for (const Ulid& summary : facts_.readers_of(id)) {
    const Node* node = memory_.find(summary);
    const bool reads =
        node != nullptr && std::any_of(node->sources.begin(), node->sources.end(),
                                       [&](const format::Edge& edge) { return edge.path == path; });
    if (reads) summaries.emplace_back(node->at, summary);
  }
  std::sort(summaries.begin(), summaries.end());
  std::vector<Reader> found;
  for (const auto& [at, summary] : summaries) found.push_back({summary, {}, {}});
  const auto planned = readers_.find(id);
  if (planned == readers_.end()) return found;
  for (const Reader& reader : planned->second) {
    if (std::find(found.begin(), found.end(), reader) == found.end()) found.push_back(reader);
  }
  return found;
}

std::vector<Ulid> WhyGraph::observations_of(const std::string& model) const {
  std::vector<Ulid> ids;
  const auto known = facts_.models().find(model);
  if (known == facts_.models().end()) return ids;
  for (const plan::FactIndex::Number number : facts_.observations_of(known->second)) {
    ids.push_back(facts_.observation(number).id);
  }
  return ids;
}

const plan::Group* WhyGraph::group(const Ulid& id) const {
  const auto known = groups_.find(id);
  return known == groups_.end() ? nullptr : known->second;
}

const plan::SectionTask* WhyGraph::task(const std::string& home, std::string_view section) const {
  const bool described = section == kDescription;
  for (const plan::SectionTask& task : described ? plan_.descriptions : plan_.sections) {
    if (task.name == section && memory_.home_of(task.model) == home) return &task;
  }
  return nullptr;
}

const HomeText* WhyGraph::home(const std::string& path) const {
  const auto known = homes_.find(path);
  return known == homes_.end() ? nullptr : &known->second;
}

std::vector<Ulid> WhyGraph::introductions_of(const std::string& model) const {
  const plan::Introductions all = introductions_in(memory_, facts_);
  const auto found = all.find(model);
  if (found == all.end()) return {};
  std::vector<Ulid> ids;
  for (const plan::FactIndex::Number number : found->second) {
    ids.push_back(facts_.observation(number).id);
  }
  return ids;
}

Verdict WhyGraph::summary_verdict(const Node& node) const {
  for (const plan::Removal& removal : plan_.removals) {
    if (removal.id == node.id) return {WhyState::kDirty, "it goes: " + removal.reason, {}};
  }
  if (const auto task = tasks_.find(node.id); task != tasks_.end()) {
    const plan::Reason reason = task->second->reason;
    Verdict verdict{WhyState::kDirty, plan::describe(reason), {}};
    if (reason != plan::Reason::kSourcesRewritten) verdict.inputs_now = task->second->inputs;
    return verdict;
  }
  const plan::Group* own = group(node.id);
  if (own != nullptr && own->orphan) {
    return {own->releases ? WhyState::kDirty : WhyState::kClean,
            own->releases ? "it stays as a person's own statement, without its sources"
                          : "a person's own statement: it has no sources",
            plan::inputs_digest({})};
  }
  return {WhyState::kClean, "its sources are as they were when it was written", node.inputs};
}

Verdict WhyGraph::topic_verdict(const Node& node) const {
  const auto changes = ending_.find(node.path);
  if (changes != ending_.end()) return {WhyState::kDirty, changes->second, {}};
  if (node.model_type == format::kCondensed) {
    return {WhyState::kClean, "its sources are as they were when it was written", node.inputs};
  }
  if (node.model_type == format::kLeaf) {
    if (node.session.is_zero()) return {WhyState::kNone, "a person's own words", {}};
    return {WhyState::kClean, {}, {}};
  }
  return {WhyState::kNone, "written by the program, made from nothing", {}};
}

Verdict WhyGraph::verdict(const Node& node) const {
  switch (node.kind) {
    case Kind::kSummary:
      return summary_verdict(node);
    case Kind::kObservation:
      if (!node.status.empty()) {
        return {WhyState::kClean, "out of use: " + node.status + by_what(memory_, node), {}};
      }
      if (node.model.empty()) return {WhyState::kDirty, "it belongs to no model yet", {}};
      return {WhyState::kClean, {}, {}};
    case Kind::kSession:
      if (node.extracted >= node.turns) return {WhyState::kClean, {}, {}};
      return {WhyState::kDirty,
              count_of(static_cast<std::size_t>(node.turns - node.extracted), "turn") +
                  " were not looked at yet",
              {}};
    case Kind::kModel:
    case Kind::kMemory: {
      const auto of_this = [&](const plan::SectionTask& task) {
        return memory_.home_of(task.model) == node.path;
      };
      const auto& sections = plan_.sections;
      const auto& descriptions = plan_.descriptions;
      const auto dirty = std::count_if(sections.begin(), sections.end(), of_this) +
                         std::count_if(descriptions.begin(), descriptions.end(), of_this);
      if (dirty == 0) return {WhyState::kClean, {}, {}};
      return {WhyState::kDirty,
              count_of(static_cast<std::size_t>(dirty), "section") + " to be written again",
              {}};
    }
    case Kind::kDaily:
    case Kind::kIdentity:
    case Kind::kNote:
    case Kind::kWhy:
      break;
    case Kind::kTopic:
      return topic_verdict(node);
    case Kind::kTask:
      return {WhyState::kNone, "set by a person or an agent", {}};
  }
  return {WhyState::kNone, "written by a person, made from nothing", {}};
}

Verdict WhyGraph::section_verdict(const HomeText& home, std::string_view section) const {
  if (const plan::SectionTask* dirty = task(home.path, section)) {
    Verdict verdict{WhyState::kDirty, plan::describe(*dirty), {}};
    if (dirty->items.empty()) return verdict;
    // While summaries are to be written, which of them a section will read is an estimate.
    if (plan_.summaries.empty()) verdict.inputs_now = dirty->inputs;
    return verdict;
  }
  const auto ends = ending_.find(home.path + "#" + std::string(section));
  if (ends != ending_.end()) return {WhyState::kDirty, ends->second, {}};
  const format::SectionRecord* record = home.record(section);
  if (record == nullptr) {
    return {WhyState::kNone, "written by a person: the file does not record it", {}};
  }
  if (section == format::kOtherModels && index_dirty_) {
    return {WhyState::kDirty, kModelsChanged, {}};
  }
  if (record->inputs == plan::inputs_digest({})) {
    return {WhyState::kClean, "a person's own statement: it has no sources", record->inputs};
  }
  return {WhyState::kClean, "its sources are as they were when it was written", record->inputs};
}

}  // namespace pyramid::ops
