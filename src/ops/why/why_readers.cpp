// Who reads a node, up to the sections of the homes.
#include "base/path.hpp"
#include "ops/why/why_tree.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::ops {

using format::Kind;
using format::Node;

void WhyTree::add_readers(WhyNode& into, const Ulid& id, std::size_t levels) const {
  const std::vector<Reader> readers = graph_.readers(id);
  const std::size_t shown = levels == 0 ? 0 : std::min(shown_, readers.size());
  for (std::size_t i = 0; i < shown; ++i) {
    into.read_by.push_back(reader_node(readers[i], levels - 1));
  }
  into.more_read_by = readers.size() - shown;
}

// The summaries of the folders that a file of the topic tree lies in.
void WhyTree::add_folders(WhyNode& into, std::size_t levels) const {
  std::string_view folder = path::directory(into.path);
  if (path::name(into.path) == workspace::kTopicSummary) folder = path::directory(folder);
  const Node* summary = memory_.at(path::join(folder, workspace::kTopicSummary));
  if (summary == nullptr || summary->kind != Kind::kTopic) return;
  if (levels == 0) {
    into.more_read_by = 1;
    return;
  }
  WhyNode reader = head(*summary);
  add_folders(reader, levels - 1);
  into.read_by.push_back(std::move(reader));
}

WhyNode WhyTree::reader_node(const Reader& reader, std::size_t levels) const {
  if (const HomeText* home = graph_.home(reader.home)) return section_head(*home, reader.section);
  if (!reader.home.empty()) {
    WhyNode out;
    out.kind = "section";
    out.path = reader.home;
    out.name = reader.section;
    out.state = WhyState::kDirty;
    out.reason = plan::describe(plan::Reason::kNew);
    return out;
  }
  WhyNode out;
  if (const Node* summary = memory_.find(reader.summary)) {
    out = head(*summary);
  } else if (const plan::Group* group = graph_.group(reader.summary)) {
    out.kind = "summary";
    out.id = to_string(group->id);
    out.model = group->model;
    out.tier = group->tier;
    out.at = group->end;
    out.path = workspace::summary_folder(group->model, group->tier) + "/";
    out.state = WhyState::kDirty;
    out.reason = plan::describe(plan::Reason::kNew);
  }
  // Tiers end; a cycle of nonsense is cut at the last one there can be.
  if (out.tier.value_or(0) < 99)
    add_readers(out, reader.summary, std::min<std::size_t>(levels, 99));
  return out;
}

void WhyTree::add_observations(WhyNode& into, const std::string& session, std::size_t turn,
                               std::size_t levels) const {
  std::vector<std::pair<std::size_t, const Node*>> found;
  for (const Ulid& id : memory_.said_in(session)) {
    const Node* node = memory_.find(id);
    const auto of = static_cast<std::size_t>(format::turn_number(node->from->link.fragment));
    if (turn == 0 || of == turn) found.emplace_back(of, node);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  const std::size_t shown = levels == 0 ? 0 : std::min(shown_, found.size());
  for (std::size_t i = 0; i < shown; ++i) {
    WhyNode observation = head(*found[i].second);
    observation.turn = static_cast<std::int64_t>(found[i].first);
    add_readers(observation, found[i].second->id, levels - 1);
    into.read_by.push_back(std::move(observation));
  }
  into.more_read_by = found.size() - shown;
}

}  // namespace pyramid::ops
