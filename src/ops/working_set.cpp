#include "ops/working_set.hpp"

#include "format/sections.hpp"
#include "plan/plan.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace pyramid::ops {

using format::Kind;
using format::Node;

bool counts_before(const Node& a, const Node& b) {
  const auto rank = [](const Node& node) {
    return std::tuple(node.at, node.path.size(), std::string_view(node.path));
  };
  return rank(a) < rank(b);
}

WorkingSet::WorkingSet(FileSystem& files, const workspace::Workspace& workspace)
    : files_(files),
      workspace_(workspace),
      rules_(rules_of(workspace.settings)),
      store_(files, workspace.root) {}

Status WorkingSet::load(index::Index& index) {
  PYRAMID_ASSIGN(std::vector<Node> nodes,
                 index.nodes({Kind::kObservation, Kind::kSummary, Kind::kModel, Kind::kMemory,
                              Kind::kSession}));
  nodes_.reserve(nodes.size());
  by_path_.reserve(nodes.size());
  for (Node& node : nodes) index_node(std::move(node));
  return {};
}

void WorkingSet::index_node(Node node) {
  if (node.id.is_zero()) return;
  const auto known = nodes_.find(node.id);
  if (known != nodes_.end() && counts_before(known->second, node)) return;
  by_path_[node.path] = node.id;
  if (node.kind == Kind::kModel) homes_[node.model] = node.path;
  nodes_[node.id] = std::move(node);
}

void WorkingSet::forget(const std::string& path) {
  const auto place = by_path_.find(path);
  if (place == by_path_.end()) return;
  const auto node = nodes_.find(place->second);
  if (node != nodes_.end() && node->second.kind == Kind::kModel) homes_.erase(node->second.model);
  nodes_.erase(place->second);
  by_path_.erase(place);
}

const Node* WorkingSet::find(const Ulid& id) const {
  const auto it = nodes_.find(id);
  return it == nodes_.end() ? nullptr : &it->second;
}

const Node* WorkingSet::at(std::string_view path) const {
  const auto it = by_path_.find(std::string(path));
  return it == by_path_.end() ? nullptr : find(it->second);
}

std::string WorkingSet::home_of(const std::string& model) const {
  const auto known = homes_.find(model);
  if (known != homes_.end() && !rules_.is_base(model)) return known->second;
  return workspace::model_path(model, rules_.base_models);
}

std::vector<Ulid> WorkingSet::ids(Kind kind) const {
  std::vector<std::pair<Time, Ulid>> found;
  for (const auto& [id, node] : nodes_) {
    if (node.kind == kind) found.emplace_back(node.at, id);
  }
  std::sort(found.begin(), found.end());
  std::vector<Ulid> ids;
  ids.reserve(found.size());
  for (const auto& entry : found) ids.push_back(entry.second);
  return ids;
}

Result<std::string> WorkingSet::bytes(const std::string& path) const {
  const auto waiting = pending_.find(path);
  if (waiting != pending_.end()) {
    if (waiting->second) return *waiting->second;
    return fail(ErrorKind::kNotFound, "file was removed", path);
  }
  return files_.read(workspace_.absolute(path));
}

Result<Node> WorkingSet::read(const Node& node) const {
  PYRAMID_ASSIGN(const std::string content, bytes(node.path));
  return format::read_node(content, node.path);
}

Status WorkingSet::put(const std::string& path, std::string content,
                       std::optional<Digest> made_from) {
  PYRAMID_ASSIGN(Node node, format::read_node(content, path));
  forget(path);
  node.text.clear();
  index_node(std::move(node));
  store_.put(path, content, made_from);
  pending_[path] = std::move(content);
  return {};
}

Status WorkingSet::remove(const Ulid& id) {
  const Node* node = find(id);
  if (node == nullptr) return {};
  const std::string path = node->path;
  PYRAMID_ASSIGN(const std::string content, bytes(path));
  store_.remove(path, digest_of(content));
  pending_[path] = std::nullopt;
  forget(path);
  return {};
}

Status WorkingSet::flush() {
  if (pending_.empty()) return {};
  PYRAMID_ASSIGN(workspace::Store::Report report, store_.commit());
  overtaken_.insert(overtaken_.end(), report.overtaken.begin(), report.overtaken.end());
  for (const std::string& path : report.written) changes_[path] = std::move(pending_[path]);
  for (const std::string& path : report.removed) changes_[path] = std::nullopt;
  pending_.clear();
  return {};
}

namespace {

// A record whose text is no section of the body but the `description:` of the frontmatter.
constexpr std::string_view kDescription = "description";

plan::ModelFact model_fact(const std::string& name, const Node& node,
                           const std::vector<format::FoundSection>& found,
                           std::string_view prefix) {
  plan::ModelFact fact;
  fact.name = name;
  for (const format::SectionRecord& record : node.sections) {
    if (!prefix.empty() && record.name.rfind(prefix, 0) != 0) continue;
    if (record.name == "other-models") continue;
    plan::SectionFact section;
    section.name = record.name;
    section.inputs = record.inputs;
    section.output = record.output;
    section.made_by = record.made_by;
    const auto here =
        std::find_if(found.begin(), found.end(),
                     [&](const format::FoundSection& one) { return one.name == record.name; });
    section.present = here != found.end() || record.name == kDescription;
    if (here != found.end()) section.text = here->text_digest;
    fact.sections.push_back(std::move(section));
  }
  return fact;
}

}  // namespace

plan::SummaryFact summary_fact(const Node& node,
                               const std::unordered_map<std::string, Ulid>& by_path) {
  plan::SummaryFact fact;
  fact.id = node.id;
  fact.model = node.model;
  fact.tier = node.tier;
  fact.start = node.start;
  fact.end = node.end;
  fact.count = node.count;
  fact.digest = node.digest;
  fact.inputs = node.inputs;
  fact.policy = node.policy;
  fact.made_by = format::made_by(node.engine, node.recipe);
  fact.edited = node.output != node.text_digest;
  for (const format::Edge& edge : node.sources) {
    const auto it = by_path.find(edge.path);
    if (it != by_path.end()) fact.sources.push_back(it->second);
  }
  return fact;
}

plan::Rules rules_of(const format::Settings& settings) {
  plan::Rules rules;
  rules.step = settings.step;
  rules.policy = plan::policy_named(settings.policy).value_or(plan::Policy::kCount);
  rules.span_days = settings.span_days;
  rules.base_models = settings.base_models;
  return rules;
}

Result<plan::Facts> WorkingSet::facts() const {
  plan::Facts facts;
  for (const auto& [id, node] : nodes_) {
    if (node.kind == Kind::kObservation) {
      facts.observations.push_back({id, node.at, node.model, node.status.empty(), node.digest});
    } else if (node.kind == Kind::kSummary) {
      facts.summaries.push_back(summary_fact(node, by_path_));
    } else if (node.kind == Kind::kModel || node.kind == Kind::kMemory) {
      PYRAMID_ASSIGN(const std::string content, bytes(node.path));
      PYRAMID_ASSIGN(const format::Document document, format::parse_document(content, node.path));
      PYRAMID_ASSIGN(const Node whole, format::read_node(document, node.path));
      const auto found = format::find_sections(document, node.path);
      if (node.kind == Kind::kMemory) {
        for (const std::string& base : rules_.base_models) {
          facts.models[base] = model_fact(base, whole, found, plan::section_prefix(base, rules_));
        }
      } else {
        facts.models[node.model] = model_fact(node.model, whole, found, "");
      }
    }
  }
  std::sort(facts.observations.begin(), facts.observations.end(), [](const auto& a, const auto& b) {
    return std::tie(a.at, a.id) < std::tie(b.at, b.id);
  });
  std::sort(facts.summaries.begin(), facts.summaries.end(), [](const auto& a, const auto& b) {
    return std::tie(a.tier, a.start, a.id) < std::tie(b.tier, b.start, b.id);
  });
  return facts;
}

}  // namespace pyramid::ops
