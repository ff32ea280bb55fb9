#include "ingest/conversation_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>

namespace pyramid::ingest {

namespace {

constexpr std::size_t kNowhere = SIZE_MAX;

class Tree {
 public:
  Tree(const std::vector<TreeEntry>& entries, Order order)
      : entries_(entries), copy_(entries.size(), false), active_(entries.size(), false) {
    find_copies();
    find_parents();
    break_circles();
    link_children();
    walk();
    rank(order);
    mark_active();
    find_ends();
  }

  [[nodiscard]] Selection select() const {
    Selection selection;
    const std::vector<bool> left = branches_left();
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> next;  // ranks
    for (const std::size_t i : preorder_) {
      if (parent_[i] == kNowhere && !left[i]) next.push(rank_[i]);
    }
    while (!next.empty()) {
      const std::size_t i = by_rank_[next.top()];
      next.pop();
      if (!entries_[i].undone) selection.kept.push_back(i);
      for (std::size_t child = first_child_[i]; child != kNowhere; child = next_sibling_[child]) {
        if (!left[child]) next.push(rank_[child]);
      }
    }
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].words.empty()) continue;
      if (copy_[i]) {
        ++selection.left_out[LeftOutReason::kCopy];
      } else if (entries_[i].undone) {
        ++selection.left_out[LeftOutReason::kUndone];
      } else if (left[i]) {
        ++selection.left_out[LeftOutReason::kBranch];
      }
    }
    return selection;
  }

 private:
  void find_copies() {
    std::vector<std::size_t> sorted;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!entries_[i].id.empty()) sorted.push_back(i);
    }
    const auto content = [&](std::size_t i) { return std::tie(entries_[i].id, entries_[i].words); };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](std::size_t a, std::size_t b) { return content(a) < content(b); });
    for (std::size_t at = 0, first = 0; at < sorted.size(); ++at) {
      if (at == 0 || content(sorted[at]) != content(sorted[first])) {
        first = at;
      } else {
        copy_[sorted[at]] = true;
      }
      if (entries_[sorted[at]].active) active_[sorted[first]] = true;
    }
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].id.empty() && entries_[i].active) active_[i] = true;
      if (!copy_[i] && !entries_[i].id.empty()) by_id_.push_back(i);
    }
    std::stable_sort(by_id_.begin(), by_id_.end(),
                     [&](std::size_t a, std::size_t b) { return entries_[a].id < entries_[b].id; });
  }

  // The last entry of that id in front of `child`, else the first behind it.
  [[nodiscard]] std::size_t parent_of(std::size_t child) const {
    const std::string_view id = entries_[child].parent;
    if (id.empty()) return kNowhere;
    const auto behind =
        std::upper_bound(by_id_.begin(), by_id_.end(), child, [&](std::size_t at, std::size_t i) {
          return std::tie(id, at) < std::tie(entries_[i].id, i);
        });
    if (behind != by_id_.begin()) {
      auto before = std::prev(behind);
      if (*before == child && before != by_id_.begin()) --before;
      if (*before != child && entries_[*before].id == id) return *before;
    }
    return behind != by_id_.end() && entries_[*behind].id == id ? *behind : kNowhere;
  }

  void find_parents() {
    parent_.assign(entries_.size(), kNowhere);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!copy_[i]) parent_[i] = parent_of(i);
    }
  }

  // The first entry of a circle begins what the others go on with.
  void break_circles() {
    std::vector<std::size_t> seen_from(entries_.size(), kNowhere);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      std::size_t at = i;
      while (at != kNowhere && seen_from[at] == kNowhere) {
        seen_from[at] = i;
        at = parent_[at];
      }
      if (at == kNowhere || seen_from[at] != i) continue;
      std::size_t first = at;
      for (std::size_t on = parent_[at]; on != at; on = parent_[on]) first = std::min(first, on);
      parent_[first] = kNowhere;
    }
  }

  void link_children() {
    first_child_.assign(entries_.size(), kNowhere);
    next_sibling_.assign(entries_.size(), kNowhere);
    for (std::size_t i = entries_.size(); i-- > 0;) {
      if (parent_[i] == kNowhere) continue;
      next_sibling_[i] = first_child_[parent_[i]];
      first_child_[parent_[i]] = i;
    }
  }

  // Parents in front of their children, parts one after the other.
  void walk() {
    for (std::size_t root = 0; root < entries_.size(); ++root) {
      if (copy_[root] || parent_[root] != kNowhere) continue;
      std::size_t at = root;
      while (at != kNowhere) {
        preorder_.push_back(at);
        if (first_child_[at] != kNowhere) {
          at = first_child_[at];
          continue;
        }
        while (at != root && next_sibling_[at] == kNowhere) at = parent_[at];
        at = at == root ? kNowhere : next_sibling_[at];
      }
    }
  }

  // An entry without a time is as old as its parent, one that begins a part as what follows there.
  [[nodiscard]] std::vector<Time> times() const {
    std::vector<Time> at(entries_.size());
    for (std::size_t n = 0; n < preorder_.size(); ++n) {
      const std::size_t i = preorder_[n];
      at[i] = entries_[i].at;
      if (at[i] != Time{}) continue;
      at[i] = parent_[i] == kNowhere ? first_known_behind(n) : at[parent_[i]];
    }
    return at;
  }
  [[nodiscard]] Time first_known_behind(std::size_t n) const {
    while (++n < preorder_.size() && parent_[preorder_[n]] != kNowhere) {
      if (entries_[preorder_[n]].at != Time{}) return entries_[preorder_[n]].at;
    }
    return {};
  }

  void rank(Order order) {
    by_rank_ = preorder_;
    if (order == Order::kAsGiven) {
      std::sort(by_rank_.begin(), by_rank_.end());
    } else {
      const std::vector<Time> at = times();
      std::stable_sort(by_rank_.begin(), by_rank_.end(),
                       [&](std::size_t a, std::size_t b) { return at[a] < at[b]; });
    }
    rank_.assign(entries_.size(), 0);
    for (std::size_t n = 0; n < by_rank_.size(); ++n) rank_[by_rank_[n]] = n;
  }

  void mark_active() {
    for (std::size_t n = preorder_.size(); n-- > 0;) {
      const std::size_t i = preorder_[n];
      if (active_[i] && parent_[i] != kNowhere) active_[parent_[i]] = true;
    }
  }

  // Where the newest branch through each entry ends.
  void find_ends() {
    end_.assign(entries_.size(), 0);
    for (std::size_t n = preorder_.size(); n-- > 0;) {
      const std::size_t i = preorder_[n];
      if (entries_[i].may_end) end_[i] = std::max(end_[i], rank_[i] + 1);
      if (parent_[i] != kNowhere) end_[parent_[i]] = std::max(end_[parent_[i]], end_[i]);
    }
  }

  // Which of the children of this kind, if any, took the place of the others.
  [[nodiscard]] std::size_t taker_among_children(std::size_t of, Kind kind) const {
    std::size_t taker = kNowhere;
    for (std::size_t i = first_child_[of]; i != kNowhere; i = next_sibling_[i]) {
      if (entries_[i].kind != kind || entries_[i].undone || is_aside(i)) continue;
      const bool is_better =
          taker == kNowhere || std::make_tuple(bool(active_[taker]), end_[taker], rank_[taker]) <
                                   std::make_tuple(bool(active_[i]), end_[i], rank_[i]);
      if (is_better) taker = i;
    }
    return taker;
  }

  [[nodiscard]] bool is_aside(std::size_t i) const { return entries_[i].aside && !active_[i]; }

  [[nodiscard]] std::vector<bool> branches_left() const {
    std::vector<bool> left(entries_.size(), false);
    for (const std::size_t i : preorder_) {
      if (parent_[i] == kNowhere) left[i] = is_aside(i);
      if (first_child_[i] == kNowhere) continue;
      const std::size_t prompt = taker_among_children(i, Kind::kPrompt);
      const std::size_t answer = taker_among_children(i, Kind::kAnswer);
      for (std::size_t child = first_child_[i]; child != kNowhere; child = next_sibling_[child]) {
        const Kind kind = entries_[child].kind;
        const std::size_t taker = kind == Kind::kPrompt   ? prompt
                                  : kind == Kind::kAnswer ? answer
                                                          : kNowhere;
        const bool gives_way = taker != kNowhere && child != taker && !active_[child];
        left[child] = left[i] || gives_way || is_aside(child);
      }
    }
    return left;
  }

  const std::vector<TreeEntry>& entries_;
  std::vector<bool> copy_, active_;
  std::vector<std::size_t> by_id_;  // without copies; by id, then as given
  std::vector<std::size_t> parent_, first_child_, next_sibling_;
  std::vector<std::size_t> preorder_;
  std::vector<std::size_t> rank_, by_rank_;  // by the order in which they were said
  std::vector<std::size_t> end_;             // a rank and one; 0: it cannot be an end
};

}  // namespace

Selection select_entries(const std::vector<TreeEntry>& entries, Order order) {
  return Tree(entries, order).select();
}

}  // namespace pyramid::ingest
