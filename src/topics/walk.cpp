#include "topics/walk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <utility>

namespace pyramid::topics {

namespace {

constexpr double kLeast = -std::numeric_limits<double>::infinity();

class Walking {
 public:
  Walking(std::span<const WalkNode> nodes, const std::function<double(std::uint32_t)>& score,
          const WalkRules& rules)
      : nodes_(nodes),
        score_(score),
        rules_(rules),
        begins_(nodes.size() + 2),
        own_(nodes.size(), kLeast),
        nearest_(nodes.size(), kLeast),
        chosen_(nodes.size()),
        above_(nodes.size()) {
    list_children();
  }

  void take_fresh(std::span<const std::uint32_t> fresh) {
    const std::size_t most = std::min(rules_.budget, rules_.fresh_budget);
    for (const std::uint32_t node : fresh) {
      if (node >= nodes_.size()) continue;
      if (walk_.tokens + nodes_[node].tokens > most) return;
      if (!chosen_[node] && !lies_below_chosen(node)) choose(node);
    }
  }

  void go() {
    look_at_all();
    enter(children_of(WalkNode::kTop));
    while (!open_.empty()) {
      const std::uint32_t node = open_.top();
      open_.pop();
      const std::vector<std::uint32_t> children = children_of(node);
      if (is_leaf(node) ? is_near(node) && fits(node) : stands_for(node, children)) {
        choose(node);
      } else if (is_leaf(node)) {
        walk_.passed.push_back(node);
      } else {
        entered_.push_back(node);
        enter(children);
      }
    }
    take_entered();
  }

  Walk finish() {
    sort(walk_.passed);
    return std::move(walk_);
  }

 private:
  // The children of all nodes in one list, those of the top last.
  void list_children() {
    const auto count = static_cast<std::uint32_t>(nodes_.size());
    const auto slot = [&](std::uint32_t parent) { return parent < count ? parent : count; };
    for (const WalkNode& node : nodes_) ++begins_[slot(node.parent) + 1];
    for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    children_.resize(count);
    std::vector<std::size_t> at = begins_;
    for (std::uint32_t i = 0; i < count; ++i) children_[at[slot(nodes_[i].parent)]++] = i;
  }

  [[nodiscard]] std::span<const std::uint32_t> listed(std::uint32_t node) const {
    const std::size_t slot = std::min<std::size_t>(node, nodes_.size());
    return std::span(children_).subspan(begins_[slot], begins_[slot + 1] - begins_[slot]);
  }

  // From the top down, so that a cycle is never seen; what is near is then told upwards.
  void look_at_all() {
    const std::span<const std::uint32_t> top = listed(WalkNode::kTop);
    std::vector<std::uint32_t> order(top.begin(), top.end());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double score = score_(order[i]);
      if (!std::isnan(score)) own_[order[i]] = score;
      const std::span<const std::uint32_t> below = listed(order[i]);
      order.insert(order.end(), below.begin(), below.end());
    }
    walk_.looked = order.size();
    for (std::size_t i = order.size(); i-- > 0;) {
      const std::uint32_t node = order[i];
      if (chosen_[node]) continue;  // of the fresh tail: no reason to go there
      nearest_[node] = std::max(nearest_[node], own_[node]);
      const std::uint32_t up = nodes_[node].parent;
      if (up < nodes_.size()) nearest_[up] = std::max(nearest_[up], nearest_[node]);
    }
  }

  // Those not chosen, best first.
  [[nodiscard]] std::vector<std::uint32_t> children_of(std::uint32_t node) const {
    std::vector<std::uint32_t> children;
    for (const std::uint32_t child : listed(node)) {
      if (!chosen_[child]) children.push_back(child);
    }
    sort(children);
    return children;
  }

  void sort(std::vector<std::uint32_t>& nodes) const {
    std::sort(nodes.begin(), nodes.end(),
              [&](std::uint32_t a, std::uint32_t b) { return comes_before(a, b); });
  }

  [[nodiscard]] bool comes_before(std::uint32_t a, std::uint32_t b) const {
    return nearest_[a] != nearest_[b] ? nearest_[a] > nearest_[b] : nodes_[a].id < nodes_[b].id;
  }

  [[nodiscard]] bool is_leaf(std::uint32_t node) const {
    return begins_[node] == begins_[node + 1];
  }

  // The best of the leaves and the best of the directories, so that neither crowds out the other.
  void enter(const std::vector<std::uint32_t>& children) {
    std::size_t leaves = 0, directories = 0;
    for (const std::uint32_t child : children) {
      if ((is_leaf(child) ? leaves : directories)++ < rules_.beam) {
        open_.push(child);
      } else {
        walk_.passed.push_back(child);
      }
    }
  }

  [[nodiscard]] bool is_near(std::uint32_t node) const { return own_[node] > kLeast; }

  [[nodiscard]] bool fits(std::uint32_t node) const {
    return walk_.tokens + nodes_[node].tokens <= rules_.budget;
  }

  [[nodiscard]] bool stands_for(std::uint32_t node,
                                const std::vector<std::uint32_t>& children) const {
    return !children.empty() && own_[node] > nearest_[children.front()] && !above_[node] &&
           fits(node);
  }

  void choose(std::uint32_t node) {
    chosen_[node] = true;
    walk_.chosen.push_back(node);
    walk_.tokens += nodes_[node].tokens;
    for (std::uint32_t up = nodes_[node].parent; up < nodes_.size() && !above_[up];
         up = nodes_[up].parent) {
      above_[up] = true;
    }
  }

  [[nodiscard]] bool lies_below_chosen(std::uint32_t node) const {
    std::size_t steps = 0;
    for (std::uint32_t up = nodes_[node].parent; up < nodes_.size() && steps < nodes_.size();
         up = nodes_[up].parent, ++steps) {
      if (chosen_[up]) return true;
    }
    return false;
  }

  // Summaries in the place of what did not fit below them.
  void take_entered() {
    sort(entered_);
    for (const std::uint32_t node : entered_) {
      if (!above_[node] && fits(node) && !lies_below_chosen(node)) choose(node);
    }
  }

  std::span<const WalkNode> nodes_;
  const std::function<double(std::uint32_t)>& score_;
  const WalkRules& rules_;
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> children_;
  std::vector<double> own_, nearest_;  // nearest_: of it and what lies below it
  std::vector<bool> chosen_, above_;   // above_: something below it is chosen
  Walk walk_;

  struct Later {
    const Walking* walking;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return walking->comes_before(b, a); }
  };
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, Later> open_{Later{this}};
  std::vector<std::uint32_t> entered_;
};

}  // namespace

Walk walk(std::span<const WalkNode> nodes, std::span<const std::uint32_t> fresh,
          const std::function<double(std::uint32_t)>& score, const WalkRules& rules) {
  Walking walking(nodes, score, rules);
  walking.take_fresh(fresh);
  walking.go();
  return walking.finish();
}

}  // namespace pyramid::topics
