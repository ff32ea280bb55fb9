#include "base/path.hpp"
#include "base/text.hpp"
#include "engine/tokens.hpp"
#include "format/markdown.hpp"
#include "format/topic.hpp"
#include "ops/ask/leaf_hits.hpp"
#include "ops/run/opened.hpp"
#include "ops/topics/topic_tree.hpp"
#include "pyramid/topics.hpp"
#include "topics/walk.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

namespace pyramid {

namespace {

using format::Node;
using ops::Opened;
using ops::Services;
using ops::TopicFolder;
using ops::TopicTree;

constexpr std::size_t kLeastWalk = 100, kMostWalk = 100'000;  // tokens
constexpr std::size_t kMostBeam = 100;
constexpr std::size_t kAroundLink = 16;   // of a link's line, beside its text and where it leads
constexpr std::size_t kTurnTokens = 7;    // what stands above and below a turn
constexpr std::size_t kChildTokens = 40;  // a link to what lies in a folder
constexpr std::size_t kMostPassed = 8;
constexpr std::size_t kShares = 4;  // of the budget one is for the newest leaves, and for each leaf

class Walker {
 public:
  Walker(Services& services, Opened& opened, const TopicTree& tree, const WalkOptions& options)
      : services_(services),
        opened_(opened),
        tree_(tree),
        options_(options),
        share_(options.budget / kShares) {
    for (const auto& [path, folder] : tree.folders()) {
      if (folder.count == 0 || !folder.summary) continue;
      const std::size_t children = folder.leaves.size() + folder.folders.size();
      const std::uint32_t here = add(*folder.summary, parent_of(path),
                                     tokens_of(*folder.summary) + children * kChildTokens);
      places_[path] = here;
      for (const Ulid& id : folder.leaves) add_leaf(id, here);
    }
    std::vector<Ulid> waiting = tree.waiting();
    std::reverse(waiting.begin(), waiting.end());
    const auto tail = static_cast<std::size_t>(opened.workspace.settings.fresh_tail_count);
    for (const Ulid& id : waiting) {
      const std::uint32_t at = add_leaf(id, topics::WalkNode::kTop);
      if (fresh_.size() < tail && is_whole(tree.leaf(id))) fresh_.push_back(at);
    }
  }

  Result<WalkReport> walk() {
    PYRAMID_ASSIGN(hits_, ops::find_leaf_hits(services_, opened_, tree_, options_.query));
    PYRAMID_TRY(score_all());
    topics::WalkRules rules;
    rules.budget = options_.budget;
    rules.fresh_budget = share_;
    rules.beam = options_.beam;
    const auto score = [&](std::uint32_t at) { return scores_[at]; };
    topics::Walk walk = topics::walk(nodes_, fresh_, score, rules);
    // The newest leaves have their share, but what answers comes before them.
    std::stable_sort(walk.chosen.begin(), walk.chosen.end(), [&](std::uint32_t a, std::uint32_t b) {
      return !std::isnan(scores_[a]) && (std::isnan(scores_[b]) || scores_[a] > scores_[b]);
    });
    WalkReport report;
    report.looked = walk.looked;
    const std::size_t most = options_.budget * engine::kBytesPerToken;
    for (const std::uint32_t at : walk.chosen) {
      PYRAMID_ASSIGN(const std::string told, tell(*files_[at]));
      if (report.text.size() + told.size() > most) continue;
      report.text += told;
      report.taken.push_back(files_[at]->path);
    }
    for (const std::uint32_t at : walk.passed) {
      if (report.passed.size() == kMostPassed) break;
      report.passed.push_back({files_[at]->path, files_[at]->description});
    }
    report.tokens = engine::tokens_of(report.text.size());
    return report;
  }

 private:
  static std::size_t tokens_of(const Node& node) { return static_cast<std::size_t>(node.tokens); }
  [[nodiscard]] bool is_whole(const Node& leaf) const { return tokens_of(leaf) <= share_; }

  std::uint32_t add(const Node& node, std::uint32_t parent, std::size_t tokens) {
    const auto at = static_cast<std::uint32_t>(nodes_.size());
    std::size_t head = node.description.size() + node.path.size() + kAroundLink;
    if (node.from) head += node.from->link.text.size() + node.from->path.size() + kAroundLink;
    nodes_.push_back({node.id, parent, tokens + engine::tokens_of(head)});
    files_.push_back(&node);
    return at;
  }

  std::uint32_t add_leaf(const Ulid& id, std::uint32_t parent) {
    const Node& leaf = tree_.leaf(id);
    std::size_t turns = 0;
    if (leaf.from) {
      turns = static_cast<std::size_t>(std::max<std::int64_t>(
          leaf.turns - format::turn_number(leaf.from->link.fragment) + 1, 0));
    }
    return add(leaf, parent, std::min(tokens_of(leaf) + kTurnTokens * turns, share_));
  }

  // A folder without a summary is passed through.
  [[nodiscard]] std::uint32_t parent_of(const std::string& path) const {
    for (std::string above(path::directory(path)); !above.empty(); above = path::directory(above)) {
      const auto known = places_.find(above);
      if (known != places_.end()) return known->second;
    }
    return topics::WalkNode::kTop;
  }

  // Of a leaf by what search finds in it, which counts more than how alike keys are; of a folder,
  // and a leaf of nobody's conversation, by its key.
  Status score_all() {
    scores_.assign(nodes_.size(), std::numeric_limits<double>::quiet_NaN());
    std::vector<std::size_t> by_key;
    std::vector<std::string_view> keys;
    for (std::size_t at = 0; at < files_.size(); ++at) {
      const auto hits = hits_.find(files_[at]->id);
      if (hits != hits_.end()) {
        scores_[at] = 1 + hits->second.front().score;
      } else if (!files_[at]->from) {
        by_key.push_back(at);
        keys.push_back(files_[at]->description);
      }
    }
    PYRAMID_ASSIGN(const std::vector<double> near, engine::builtin_cosines(options_.query, keys));
    for (std::size_t i = 0; i < by_key.size(); ++i) scores_[by_key[i]] = near[i];
    return {};
  }

  [[nodiscard]] Result<std::string> text_of(const Node& node, const std::string& bytes) const {
    const auto hits = hits_.find(node.id);
    if (hits == hits_.end() || is_whole(node)) return node.text;
    return ops::part_of_leaf(bytes, node, hits->second, share_ * engine::kBytesPerToken);
  }

  // Without the title of the conversation and the link to it, wherever a person's edit left that:
  // it is told once, behind.
  static std::string without_session(const std::string& text, const format::Edge& from) {
    std::string words;
    for (const std::string_view line : split_lines(text)) {
      const bool title = words.empty() && (line.empty() || line == "# " + from.link.text);
      const bool link = line.starts_with("From [") &&
                        line.find("](" + from.link.target) != std::string_view::npos;
      if (!title && !link) words.append(line).append("\n");
    }
    return std::string(trim(words)) + "\n";
  }

  // The text of a file with its links as they read from the workspace's root.
  [[nodiscard]] Result<std::string> tell(const Node& stub) const {
    PYRAMID_ASSIGN(const std::string bytes,
                   services_.files.read(opened_.workspace.absolute(stub.path)));
    PYRAMID_ASSIGN(const Node node, format::read_node(bytes, stub.path));
    PYRAMID_ASSIGN(std::string text, text_of(node, bytes));
    if (node.from) text = without_session(text, *node.from);
    std::string told = "## " + format::link(node.description, node.path) + "\n" + text + "\n";
    if (!node.sources.empty() || node.from) told += "\n";
    for (const format::Edge& edge : node.sources) {
      if (!edge.path.empty()) told += "- " + format::link(edge.link.text, edge.path) + "\n";
    }
    if (node.from && !node.from->path.empty()) {
      const format::Link& link = node.from->link;
      told += "From " + format::link(link.text, node.from->path, link.fragment) + "\n";
    }
    return told + "\n";
  }

  Services& services_;
  Opened& opened_;
  const TopicTree& tree_;
  const WalkOptions& options_;
  const std::size_t share_;  // tokens
  std::vector<topics::WalkNode> nodes_;
  std::vector<const Node*> files_;  // of each
  std::vector<std::uint32_t> fresh_;
  std::map<Ulid, std::vector<ops::LeafHit>> hits_;
  std::vector<double> scores_;  // of each node
  std::map<std::string, std::uint32_t> places_;
};

Result<WalkReport> walk_down(Services& services, const WalkOptions& options) {
  PYRAMID_ASSIGN(Opened opened,
                 ops::open(services, options.workspace, ops::access_to_ask(options.refresh)));
  PYRAMID_ASSIGN(const TopicTree tree, TopicTree::of(*opened.index));
  PYRAMID_ASSIGN(WalkReport report, Walker(services, opened, tree, options).walk());
  report.refreshed = opened.refreshed;
  report.diagnostics = opened.scan.diagnostics;
  PYRAMID_ASSIGN(report.checked_at, ops::checked_at(services, opened));
  return report;
}

class Lister {
 public:
  Lister(const TopicTree& tree, std::size_t depth) : tree_(tree), depth_(depth) {}

  void list(const std::string& path, std::size_t level, TreeReport& report) const {
    const TopicFolder& folder = tree_.folders().at(path);
    TreeLine line;
    line.path = folder.summary ? folder.summary->path : path;
    line.key = path::name(path);
    if (folder.summary) {
      line.key = folder.summary->description;
      line.tokens = folder.summary->tokens;
    }
    line.sort = format::kCondensed;
    line.level = level;
    line.leaves = folder.count;
    line.earliest = folder.earliest;
    line.latest = folder.latest;
    report.lines.push_back(std::move(line));
    if (level >= depth_) return;
    for (const std::string& below : folder.folders) list(below, level + 1, report);
    for (const Ulid& id : folder.leaves) list(tree_.leaf(id), level + 1, report);
  }

  static void list(const Node& leaf, std::size_t level, TreeReport& report) {
    report.lines.push_back({leaf.path, leaf.description, std::string(format::kLeaf), level, 0,
                            leaf.tokens, leaf.start, leaf.end});
  }

 private:
  const TopicTree& tree_;
  std::size_t depth_;
};

Result<TreeReport> list_tree(Services& services, const TreeOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  PYRAMID_ASSIGN(const TopicTree tree, TopicTree::of(*opened.index));
  TreeReport report;
  report.diagnostics = opened.scan.diagnostics;
  std::string path = path::normalize(options.path);
  while (path.ends_with('/')) path.pop_back();
  if (path::name(path) == workspace::kTopicSummary) path = path::directory(path);
  const Lister lister(tree, options.depth);
  if (tree.folders().contains(path)) {
    lister.list(path, 0, report);
    return report;
  }
  if (options.path.empty() || path == workspace::kTopics || path == workspace::kTopicIndex) {
    for (const auto& [folder, known] : tree.folders()) {
      if (path::directory(folder) == workspace::kTopics) lister.list(folder, 1, report);
    }
    for (const Ulid& id : tree.waiting()) Lister::list(tree.leaf(id), 1, report);
    return report;
  }
  for (const Node& leaf : tree.leaves()) {
    if (leaf.path == path) Lister::list(leaf, 0, report);
  }
  if (!report.lines.empty()) return report;
  return fail(ErrorKind::kNotFound, "is not part of the topic tree", options.path,
              "`pyramid tree` lists what there is");
}

}  // namespace

Result<TreeReport> topic_tree(const Environment& environment, const TreeOptions& options) {
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return list_tree(services, options); });
}

Result<WalkReport> walk_topics(const Environment& environment, const WalkOptions& options) {
  if (trim(options.query).empty()) {
    return fail(ErrorKind::kUsage, "the query is empty", {}, "say what to look for");
  }
  if (options.budget < kLeastWalk || options.budget > kMostWalk) {
    return fail(ErrorKind::kUsage,
                "a budget of " + std::to_string(options.budget) + " tokens is out of range", {},
                "give 100 to 100000");
  }
  if (options.beam < 1 || options.beam > kMostBeam) {
    return fail(ErrorKind::kUsage, "a beam of " + std::to_string(options.beam) + " is out of range",
                {}, "give 1 to 100");
  }
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return walk_down(services, options); });
}

}  // namespace pyramid
