#include "topics/arrange.hpp"

#include "topics/clusters.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace pyramid::topics {

namespace {

using Ids = std::vector<Ulid>;

constexpr double kHoweverLittle = -std::numeric_limits<double>::infinity();

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
  bool by_hand = false;
};

Ulid id_of(const Ids& children, const std::string& what = "topic") {
  std::string material = what;
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
      leaf->second.by_hand = leaf->second.by_hand || node.by_hand;
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
    split_all();
    condense(rules_.alike_above, false);
    // What is less alike gets a parent, too, until the top can be read.
    for (double alike = rules_.alike_above; is_top_large() && alike != kHoweverLittle;) {
      constexpr double kStep = 0.05;
      alike = alike > 0 ? alike - kStep : kHoweverLittle;
      condense(alike, true);
    }
    open_top();
  }

  void condense(double alike, bool only_top) {
    for (int depth = 1, deepest = 1; depth <= deepest; ++depth) {
      tidy();
      deepest = find_depths();
      regroup(items_of(depth, only_top), fanout_, alike);
      split_all();
    }
  }

  [[nodiscard]] bool is_top_large() const {
    const auto top = std::count_if(branches_.begin(), branches_.end(),
                                   [](const auto& one) { return one.second.parent.is_zero(); });
    return static_cast<std::size_t>(top) > kMostChildren;
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
  std::vector<Item> items_of(int depth, bool only_top) {
    std::vector<Item> items;
    for (auto& [id, branch] : branches_) {
      if (depths_.at(id) != depth) continue;
      if (branch.by_hand || (only_top && !branch.parent.is_zero())) continue;
      look_below(branch);
      items.push_back({id, branch.parent, {branch.middle, branch.tokens}});
    }
    return items;
  }

  // Average linkage that goes on from what lies together: each group in one directory.
  void regroup(const std::vector<Item>& items, std::size_t fewest, double alike) {
    std::map<Ulid, Begun> begun;
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      if (!items[i].parent.is_zero()) begun[items[i].parent].members.push_back(i);
    }
    std::vector<Begun> together;
    for (auto& [parent, group] : begun) {
      const Branch& branch = branches_.at(parent);
      group.size = branch.children();
      group.limit = branch.stays() ? kMostChildren : SIZE_MAX;  // what is more is split
      together.push_back(std::move(group));
    }
    for (const Members& group : clusters(members_of(items), together, {alike, kWithRoom})) {
      place(items, group, fewest);
    }
  }

  static std::vector<Member> members_of(const std::vector<Item>& items) {
    std::vector<Member> members;
    for (const Item& item : items) members.push_back(item.member);
    return members;
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

  static Ids ids_of(const std::vector<Item>& items, const Members& group) {
    Ids ids;
    for (const std::uint32_t member : group) ids.push_back(items[member].id);
    return ids;
  }

  void found(const std::vector<Item>& items, const Members& group) {
    const Ids children = ids_of(items, group);
    // May be there, when all that it was founded of was taken out of it: then nothing is founded.
    const Ulid id = id_of(children);
    if (!branches_.contains(id)) found_at(id, {}, children);
  }

  void found_at(const Ulid& id, const Ulid& parent, const Ids& children) {
    branches_[id].parent = parent;
    if (!parent.is_zero()) branches_.at(parent).branches.insert(id);
    for (const Ulid& child : children) move(child, id);
  }

  // Where one is split its parent may come to have too much.
  void split_all() {
    for (bool any = true; any;) {
      Ids large;
      for (const auto& [id, branch] : branches_) {
        if (!branch.stays() && branch.children() > kMostChildren) large.push_back(id);
      }
      any = false;
      for (const Ulid& id : large) any = split(id) || any;
    }
  }

  // False: nothing of it may go.
  bool split(const Ulid& id) {
    const std::vector<Item> items = children_of(id);
    Begun staying;
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      const auto leaf = leaves_.find(items[i].id);
      if (leaf != leaves_.end() && leaf->second.by_hand) staying.members.push_back(i);
    }
    const std::span<const Begun> begun(&staying, staying.members.empty() ? 0 : 1);
    const std::vector<Members> parts =
        clusters(members_of(items), begun, {kHoweverLittle, kWithRoom});
    const auto stays =
        std::max_element(parts.begin(), parts.end(), [&](const Members& a, const Members& b) {
          const auto rank = [&](const Members& part) {
            const bool theirs = !staying.members.empty() &&
                                std::binary_search(part.begin(), part.end(), staying.members[0]);
            return std::pair(theirs, part.size());
          };
          return rank(a) < rank(b);
        });
    bool any = false;
    for (auto part = parts.begin(); part != parts.end(); ++part) {
      if (part == stays || part->size() < 2) continue;
      const Ids children = ids_of(items, *part);
      Ulid born = id_of(children);
      while (branches_.contains(born)) born = id_of(children, to_string(born));
      found_at(born, branches_.at(id).parent, children);
      any = true;
    }
    return any;
  }

  std::vector<Item> children_of(const Ulid& id) {
    std::vector<Item> items;
    for (const Ulid& leaf : branches_.at(id).leaves) {
      items.push_back({leaf, id, leaves_.at(leaf).member});
    }
    for (const Ulid& child : branches_.at(id).branches) {
      Branch& branch = branches_.at(child);
      look_below(branch);
      items.push_back({child, id, {branch.middle, branch.tokens}});
    }
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.id < b.id; });
    return items;
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
