// What a node was made from, down to the turn.
#include "base/text.hpp"
#include "format/topic.hpp"
#include "ops/nodes/support.hpp"
#include "ops/run/run.hpp"
#include "ops/why/why_tree.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::ops {

using format::Kind;
using format::Node;

namespace {

constexpr const char* kLeaves = "leaves it with the next sync";

template <typename T>
bool holds(const std::vector<T>& all, const T& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

WhyNode WhyTree::down(const Node& node, const Descent& descent) {
  WhyNode out = head(node);
  if (holds(descent.above, node.id)) {
    out.reason = "made from itself";
    return out;
  }
  Descent below = descent;
  below.above.push_back(node.id);
  if (node.kind == Kind::kSummary) {
    add_sources(out, sources_of(node), below);
  } else if (node.kind == Kind::kTopic) {
    if (node.model_type == format::kLeaf) {
      add_turns(out, node, descent.levels);
    } else {
      std::vector<Source> children;
      for (const format::Edge& edge : node.sources) children.push_back(resolve(edge));
      add_sources(out, children, below);
    }
  } else if (node.kind == Kind::kObservation) {
    if (!node.from) {
      if (out.reason.empty()) out.reason = "it links no turn of a conversation";
    } else if (descent.levels == 0) {
      out.more_made_from = 1;
    } else {
      out.made_from.push_back(turn_of(*node.from));
    }
  }
  return out;
}

void WhyTree::add_sources(WhyNode& into, const std::vector<Source>& sources,
                          const Descent& descent) {
  std::vector<Source> ordered = sources;
  Shares shares;
  std::size_t shown = descent.levels == 0 ? 0 : std::min(shown_, ordered.size());
  if (!descent.sentence.empty() && shown > 0) {
    order_by_support(into, ordered, shares, descent);
    if (shown_ != kNoLimit) shown = std::min(shown, shares.size());
  }
  Descent below = descent;
  below.rests_on.clear();
  if (below.levels > 0) --below.levels;
  for (std::size_t i = 0; i < shown; ++i) {
    WhyNode child = source_node(ordered[i], below);
    if (i < shares.size()) child.support = shares[i];
    into.made_from.push_back(std::move(child));
  }
  into.more_made_from = ordered.size() - shown;
}

// Those that support the sentence to the front, with how much they say of it.
void WhyTree::order_by_support(WhyNode& into, std::vector<Source>& sources, Shares& shares,
                               const Descent& descent) const {
  std::vector<SupportSource> texts;
  for (const Source& source : sources) {
    SupportSource& text = texts.emplace_back();
    if (source.node == nullptr) continue;
    text.at = memory_.zone().local(source.node->at, source.node->offset);
    if (const Result<Node> whole = read(source.node->path)) text.text = whole->text;
  }
  const std::vector<Support> best = supporting_sources(descent.sentence, texts);
  into.likely = descent.rests_on.empty();
  if (into.likely && best.empty()) {
    into.reason += into.reason.empty() ? "" : "; ";
    into.reason += "none of its sources says this line";
    if (into.made && into.made->edited) into.reason += ": a person may have written it";
  }
  std::vector<Source> ordered;
  std::vector<bool> taken(sources.size());
  const auto take = [&](std::size_t source, std::optional<double> share) {
    ordered.push_back(sources[source]);
    shares.push_back(share);
    taken[source] = true;
  };
  for (const Support& one : best) {
    if (into.likely || holds(descent.rests_on, one.source)) take(one.source, one.share);
  }
  for (const std::size_t source : descent.rests_on) {
    if (!taken[source]) take(source, std::nullopt);
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!taken[i]) ordered.push_back(std::move(sources[i]));
  }
  sources = std::move(ordered);
}

WhyNode WhyTree::source_node(const Source& source, const Descent& descent) {
  if (source.node == nullptr) {
    WhyNode out;
    out.kind = "missing";
    out.path = source.missing;
    out.reason = source.note;
    return out;
  }
  // The file itself: the plan's view has lost the links to what is gone.
  const Result<Node> whole = read(source.node->path);
  WhyNode out = down(whole ? *whole : *source.node, descent);
  if (!source.note.empty()) out.reason = source.note;
  return out;
}

WhyTree::Source WhyTree::resolve(const format::Edge& edge) const {
  if (const Node* node = memory_.at(edge.path)) return {node, {}, {}};
  if (const Node* moved = moved_to(memory_, edge.link.target)) {
    return {moved, {}, "moved by hand; the link is mended with the next sync"};
  }
  if (edge.path.empty()) return {nullptr, edge.link.target, "leads out of the workspace"};
  return {nullptr, edge.path, "gone: the link leads to no node of the memory"};
}

std::vector<WhyTree::Source> WhyTree::sources_of(const Node& summary) const {
  const plan::Group* group = graph_.group(summary.id);
  const bool is_planned = group != nullptr && !group->orphan;
  const std::vector<Ulid> planned = is_planned ? graph_.sources_of(*group) : std::vector<Ulid>();
  std::vector<Source> sources;
  for (const format::Edge& edge : summary.sources) {
    Source& source = sources.emplace_back(resolve(edge));
    if (is_planned && source.node != nullptr && !holds(planned, source.node->id)) {
      source.note = kLeaves;
    }
  }
  add_joining(sources, planned);
  return sources;
}

std::vector<WhyTree::Source> WhyTree::sources_of(const HomeText& home,
                                                 std::string_view section) const {
  std::vector<Source> sources;
  if (section == format::kOtherModels) {
    for (const Ulid& id : memory_.ids(Kind::kModel)) sources.push_back({memory_.find(id), {}, {}});
    return sources;
  }
  if (section == kDescription) return sources_of_description(home);
  const plan::SectionTask* task = graph_.task(home.path, section);
  std::vector<Ulid> planned;
  if (task != nullptr) {
    for (const plan::CoverItem& item : task->items) planned.push_back(item.id);
  }
  if (const format::FoundSection* found = home.found(section)) {
    for (const format::Edge& edge : found->from) {
      Source& source = sources.emplace_back(resolve(edge));
      if (task != nullptr && source.node != nullptr && !holds(planned, source.node->id)) {
        source.note = kLeaves;
      }
    }
  }
  add_joining(sources, planned);
  return sources;
}

// No link names them: what introduces the model, then the summaries of its highest tier; without
// any, its observations.
std::vector<WhyTree::Source> WhyTree::sources_of_description(const HomeText& home) const {
  const std::string& model = home.node.model;
  const std::vector<plan::Group>& groups = graph_.plan().grouping.groups;
  int highest = -1;
  for (const plan::Group& group : groups) {
    if (group.model == model) highest = std::max(highest, group.tier);
  }
  std::vector<Source> sources;
  for (const Ulid& id : graph_.introductions_of(model)) {
    if (const Node* node = memory_.find(id)) sources.push_back({node, {}, {}});
  }
  for (const plan::Group& group : groups) {
    if (group.model != model || group.tier != highest) continue;
    if (const Node* node = memory_.find(group.id)) sources.push_back({node, {}, {}});
  }
  if (highest >= 0) return sources;
  for (const Ulid& id : graph_.observations_of(model)) {
    if (const Node* node = memory_.find(id)) sources.push_back({node, {}, {}});
  }
  return sources;
}

void WhyTree::add_joining(std::vector<Source>& sources, const std::vector<Ulid>& planned) const {
  std::vector<Ulid> listed;
  for (const Source& source : sources) {
    if (source.node != nullptr) listed.push_back(source.node->id);
  }
  for (const Ulid& id : planned) {
    const Node* node = memory_.find(id);
    if (node != nullptr && !holds(listed, id)) {
      sources.push_back({node, {}, "joins it with the next sync"});
    }
  }
}

// Of a leaf.
void WhyTree::add_turns(WhyNode& into, const Node& leaf, std::size_t levels) {
  if (!leaf.from || leaf.turns < leaf.first) return;
  const auto all = static_cast<std::size_t>(leaf.turns - leaf.first + 1);
  const std::size_t shown = levels == 0 ? 0 : std::min(shown_, all);
  format::Edge turn = *leaf.from;
  for (std::size_t i = 0; i < shown; ++i) {
    turn.link.fragment = "^t" + std::to_string(leaf.first + static_cast<std::int64_t>(i));
    into.made_from.push_back(turn_of(turn));
  }
  into.more_made_from = all - shown;
}

WhyNode WhyTree::turn_of(const format::Edge& from) {
  Source source = resolve(from);
  if (source.node == nullptr || source.node->kind != Kind::kSession) {
    const Result<Node> other = read(from.path);
    if (!from.path.empty() && other) return head(*other);
    return source_node(source, {});
  }
  const auto turn = static_cast<std::size_t>(format::turn_number(from.link.fragment));
  const SessionText* text = session_text(source.node->path);
  const auto first = text == nullptr ? 1 : static_cast<std::size_t>(text->conversation.first);
  if (text != nullptr && turn >= first && turn - first < text->lines.size()) {
    WhyNode out = turn_head(*source.node, *text, turn - first);
    if (!source.note.empty()) out.reason = source.note;
    return out;
  }
  WhyNode out = head(*source.node);
  out.reason = text == nullptr ? "its turns cannot be read; see pyramid check"
                               : "the session has " + count_of(text->lines.size(), "turn") +
                                     " and no " + from.link.fragment;
  return out;
}

}  // namespace pyramid::ops
