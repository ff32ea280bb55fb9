#include "topics/arrange.hpp"

#include "topics/clusters.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace pyramid::topics {

namespace {

using Ids = std::vector<Ulid>;

struct Branch {
  Ulid parent;
  bool existed = false, by_hand = false, edited = false;
  std::set<Ulid> leaves, branches;
  std::vector<float> middle;  // of the leaves below
  std::size_t tokens = 0;     // of all of them

  [[nodiscard]] bool stays() const { return by_hand || edited; }
  [[nodiscard]] std::size_t children() const { return leaves.size() + branches.size(); }
};

// What is regrouped: leaves, or directories of one depth.
struct Item {
  Ulid id;
  Ulid parent;
  Member member;
};

struct PlacedLeaf {
  Ulid parent;
  Member member;
};

Ulid id_of(const Ids& children) {
  std::string material = "topic";
  for (const Ulid& child : children) {
    material += '\n';
    append_text(material, child);
  }
  return derive_ulid_at(milliseconds_of(children.front()), material);
}

class Arranging {
 public:
  Arranging(std::span<const Node> nodes, const Rules& rules)
      : rules_(rules), fanout_(std::max<std::size_t>(rules.fanout, 2)) {
    take_directories(nodes);
    break_cycles();
    for (auto& [id, branch] : branches_) {
      if (branch.parent.is_zero()) continue;
      Branch& parent = branches_.at(branch.parent);
      parent.branches.insert(id);
      parent.edited = parent.edited || branch.by_hand;  // else that one could not stay where it is
    }
    take_leaves(nodes);
  }

  // What lies elsewhere then may be alike to something there; nearly always the second look shows
  // that nothing is.
  void settle() {
    constexpr int kMost = 8;
    for (int i = 0; i < kMost; ++i) {
      const std::map<Ulid, Ulid> before = places();
      look();
      if (places() == before) return;
    }
  }

  Arrangement finish() {
    find_depths();
    Arrangement arrangement;
    for (auto& [id, branch] : branches_) {
      Directory directory{id, branch.parent, depths_.at(id), !branch.existed, {}, {}};
      std::set_union(branch.leaves.begin(), branch.leaves.end(), branch.branches.begin(),
                     branch.branches.end(), std::back_inserter(directory.children));
      look_below(branch);
      directory.middle = std::move(branch.middle);
      arrangement.directories.push_back(std::move(directory));
    }
    std::stable_sort(arrangement.directories.begin(), arrangement.directories.end(),
                     [](const Directory& a, const Directory& b) { return a.depth < b.depth; });
    arrangement.waiting.assign(waiting_.begin(), waiting_.end());
    for (const Ulid& id : existed_) {
      if (!branches_.contains(id)) arrangement.gone.push_back(id);
    }
    return arrangement;
  }

 private:
  void take_directories(std::span<const Node> nodes) {
    for (const Node& node : nodes) {
      if (node.is_leaf) continue;
      Branch& branch = branches_[node.id];
      // Of copies that lie in two places the one counts in the directory with the smaller id.
      const bool first = branch.parent.is_zero() || node.parent < branch.parent;
      if (first && !node.parent.is_zero()) branch.parent = node.parent;
      branch.existed = true;
      branch.by_hand = branch.by_hand || node.by_hand;
      branch.edited = branch.edited || node.edited;
      existed_.insert(node.id);
    }
    for (auto& [id, branch] : branches_) {
      if (!branches_.contains(branch.parent)) branch.parent = {};
    }
  }

  // The one with the smallest id lies at the top then.
  void break_cycles() {
    std::set<Ulid> seen;
    for (auto& [id, branch] : branches_) {
      std::set<Ulid> path = {id};
      for (Ulid up = branch.parent; !up.is_zero() && !seen.contains(up);
           up = branches_.at(up).parent) {
        if (path.insert(up).second) continue;
        branches_.at(smallest_of_cycle(up)).parent = {};
        break;
      }
      seen.insert(path.begin(), path.end());
    }
  }

  [[nodiscard]] Ulid smallest_of_cycle(const Ulid& one) const {
    Ulid smallest = one;
    for (Ulid up = branches_.at(one).parent; up != one; up = branches_.at(up).parent) {
      smallest = std::min(smallest, up);
    }
    return smallest;
  }

  void take_leaves(std::span<const Node> nodes) {
    for (const Node& node : nodes) {
      if (!node.is_leaf) continue;
      const auto [leaf, added] =
          leaves_.try_emplace(node.id, PlacedLeaf{node.parent, {node.vector, node.tokens}});
      if (!branches_.contains(node.parent)) continue;
      Ulid& parent = leaf->second.parent;
      if (added || !branches_.contains(parent) || node.parent < parent) parent = node.parent;
    }
    for (auto& [id, leaf] : leaves_) {
      if (branches_.contains(leaf.parent)) {
        branches_.at(leaf.parent).leaves.insert(id);
      } else {
        leaf.parent = {};
        waiting_.insert(id);
      }
    }
  }

  void look() {
    regroup(leaf_items(), 2, rules_.alike);
    for (int depth = 1, deepest = 1; depth <= deepest; ++depth) {
      tidy();
      deepest = find_depths();
      regroup(items_of(depth), fanout_, rules_.alike_above);
    }
    open_top();
  }

  [[nodiscard]] std::map<Ulid, Ulid> places() const {
    std::map<Ulid, Ulid> places;
    for (const auto& [id, branch] : branches_) places.emplace(id, branch.parent);
    for (const auto& [id, leaf] : leaves_) places.emplace(id, leaf.parent);
    return places;
  }

  [[nodiscard]] std::vector<Item> leaf_items() const {
    std::vector<Item> items;
    for (const auto& [id, leaf] : leaves_) items.push_back({id, leaf.parent, leaf.member});
    return items;
  }

  // Directories of a depth, but those that stay where they are.
  std::vector<Item> items_of(int depth) {
    std::vector<Item> items;
    for (auto& [id, branch] : branches_) {
      if (depths_.at(id) != depth) continue;
      if (branch.by_hand) continue;
      look_below(branch);
      items.push_back({id, branch.parent, {branch.middle, branch.tokens}});
    }
    return items;
  }

  // Average linkage that goes on from what lies together: each group in one directory.
  void regroup(const std::vector<Item>& items, std::size_t fewest, double alike) {
    std::vector<Member> all;
    std::map<Ulid, Members> begun;
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      all.push_back(items[i].member);
      if (!items[i].parent.is_zero()) begun[items[i].parent].push_back(i);
    }
    std::vector<Members> together;
    for (const auto& [parent, members] : begun) together.push_back(members);
    for (const Members& group : clusters(all, together, alike)) {
      place(items, group, fewest);
    }
  }

  void place(const std::vector<Item>& items, const Members& group, std::size_t fewest) {
    std::map<Ulid, Members> parts;  // by the directory that they lie in
    for (const std::uint32_t member : group) parts[items[member].parent].push_back(member);
    Ids staying;
    for (const auto& [parent, members] : parts) {
      if (!parent.is_zero() && branches_.at(parent).stays()) staying.push_back(parent);
    }
    if (staying.empty() && parts.size() == 1) {
      if (parts.begin()->first.is_zero() && group.size() >= fewest) found(items, group);
      return;
    }
    const auto first = parts.begin()->first.is_zero() ? std::next(parts.begin()) : parts.begin();
    for (const auto& [parent, members] : parts) {
      if (std::find(staying.begin(), staying.end(), parent) != staying.end()) continue;
      const Ulid to = staying.empty() ? first->first : nearest(staying, parts, items, members);
      for (const std::uint32_t member : members) move(items[member].id, to);
    }
  }

  // Of the directories that a person made, the one whose part of the group these are alike to.
  [[nodiscard]] static Ulid nearest(const Ids& staying, const std::map<Ulid, Members>& parts,
                                    const std::vector<Item>& items, const Members& members) {
    if (staying.size() == 1) return staying.front();
    const auto middle = [&items](const Members& some) {
      std::vector<Vector> vectors;
      for (const std::uint32_t one : some) vectors.push_back(items[one].member.vector);
      return middle_of(vectors);
    };
    const std::vector<float> from = middle(members);
    Ulid best = staying.front();
    double most = -2;
    for (const Ulid& one : staying) {
      const std::vector<float> to = middle(parts.at(one));
      double likeness = 0;
      for (std::size_t d = 0; d < std::min(from.size(), to.size()); ++d) {
        likeness += static_cast<double>(from[d]) * to[d];
      }
      if (likeness > most) most = likeness, best = one;
    }
    return best;
  }

  void found(const std::vector<Item>& items, const Members& group) {
    Ids children;
    for (const std::uint32_t member : group) children.push_back(items[member].id);
    // May be there, when all that it was founded of was taken out of it: then nothing is founded.
    const auto [place, added] = branches_.try_emplace(id_of(children));
    if (!added) return;
    const Ulid id = place->first;
    for (const Ulid& child : children) move(child, id);
  }

  // Of a leaf or a directory; to zero: it waits, or lies at the top.
  void move(const Ulid& id, const Ulid& to) {
    if (const auto leaf = leaves_.find(id); leaf != leaves_.end()) {
      Ulid& parent = leaf->second.parent;
      (parent.is_zero() ? waiting_ : branches_.at(parent).leaves).erase(id);
      (to.is_zero() ? waiting_ : branches_.at(to).leaves).insert(id);
      parent = to;
    } else {
      Ulid& parent = branches_.at(id).parent;
      if (!parent.is_zero()) branches_.at(parent).branches.erase(id);
      if (!to.is_zero()) branches_.at(to).branches.insert(id);
      parent = to;
    }
  }

  // No directory without children or with one.
  void tidy() {
    std::vector<Ulid> poor;
    do {
      poor.clear();
      for (const auto& [id, branch] : branches_) {
        if (!branch.stays() && branch.children() < 2) poor.push_back(id);
      }
      for (const Ulid& id : poor) dissolve(id);
    } while (!poor.empty());
  }

  // Its directories take its place, its leaves wait.
  void dissolve(const Ulid& id) {
    const Branch branch = branches_.at(id);
    for (const Ulid& leaf : branch.leaves) move(leaf, {});
    for (const Ulid& child : branch.branches) move(child, branch.parent);
    if (!branch.parent.is_zero()) branches_.at(branch.parent).branches.erase(id);
    branches_.erase(id);
  }

  // A top with one directory would be a step that chooses nothing.
  void open_top() {
    while (true) {
      std::optional<Ulid> only;
      for (const auto& [id, branch] : branches_) {
        if (!branch.parent.is_zero()) continue;
        if (only) return;
        only = id;
      }
      if (!only || branches_.at(*only).stays() || branches_.at(*only).branches.empty()) return;
      dissolve(*only);
    }
  }

  // The greatest of them.
  int find_depths() {
    depths_.clear();
    int deepest = 0;
    for (const auto& [id, branch] : branches_) deepest = std::max(deepest, depth_of(id));
    return deepest;
  }

  int depth_of(const Ulid& id) {
    if (const auto known = depths_.find(id); known != depths_.end()) return known->second;
    int depth = 1;
    for (const Ulid& child : branches_.at(id).branches) {
      depth = std::max(depth, depth_of(child) + 1);
    }
    depths_[id] = depth;
    return depth;
  }

  [[nodiscard]] std::vector<const PlacedLeaf*> leaves_below(const Branch& branch) const {
    std::vector<const PlacedLeaf*> leaves;
    std::vector<const Branch*> open = {&branch};
    while (!open.empty()) {
      const Branch& one = *open.back();
      open.pop_back();
      for (const Ulid& leaf : one.leaves) leaves.push_back(&leaves_.at(leaf));
      for (const Ulid& child : one.branches) open.push_back(&branches_.at(child));
    }
    return leaves;
  }

  // Fills in its middle, and the tokens: 0 where those of a leaf are not known.
  void look_below(Branch& branch) const {
    std::vector<Vector> vectors;
    bool known = true;
    branch.tokens = 0;
    for (const PlacedLeaf* leaf : leaves_below(branch)) {
      vectors.push_back(leaf->member.vector);
      branch.tokens += leaf->member.tokens;
      known = known && leaf->member.tokens > 0;
    }
    branch.middle = middle_of(vectors);
    if (!known) branch.tokens = 0;
  }

  const Rules& rules_;
  std::size_t fanout_;
  std::map<Ulid, Branch> branches_;
  std::map<Ulid, PlacedLeaf> leaves_;
  std::set<Ulid> waiting_, existed_;
  std::map<Ulid, int> depths_;
};

}  // namespace

Arrangement arrange(std::span<const Node> nodes, const Rules& rules) {
  Arranging arranging(nodes, rules);
  arranging.settle();
  return arranging.finish();
}

}  // namespace pyramid::topics
