#include "merge/sequence.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace pyramid::merge {

namespace {

using Items = std::vector<std::string>;
using Found = std::vector<std::optional<std::size_t>>;

// A table of so many cells takes a tenth of a second; longer stretches are held against each other
// by their equal beginnings and ends only.
constexpr std::size_t kMostCells = 4'000'000;
// Asking whether items are alike takes longer than asking whether they are equal.
constexpr std::size_t kMostAlike = 250'000;
constexpr unsigned kEqual = 3, kAlike = 1;

// What is equal at both ends of two sequences is not looked at again.
struct Middle {
  std::size_t begin = 0;
  std::size_t base_end = 0, side_end = 0;
};

Middle equal_ends(const Items& base, const Items& side, Found& found) {
  Middle middle{0, base.size(), side.size()};
  while (middle.begin < base.size() && middle.begin < side.size() &&
         base[middle.begin] == side[middle.begin]) {
    found[middle.begin] = middle.begin;
    ++middle.begin;
  }
  while (middle.base_end > middle.begin && middle.side_end > middle.begin &&
         base[middle.base_end - 1] == side[middle.side_end - 1]) {
    found[--middle.base_end] = --middle.side_end;
  }
  return middle;
}

// The pairs with the most weight in all, none crossing another.
void match_middle(const Items& base, const Items& side, const Middle& middle,
                  const Likeness& likeness, Found& found) {
  const std::size_t rows = middle.base_end - middle.begin;
  const std::size_t columns = middle.side_end - middle.begin;
  if (rows == 0 || columns == 0 || rows > kMostCells / columns) return;
  const bool ask = rows <= kMostAlike / columns;
  const std::size_t width = columns + 1;
  std::vector<unsigned> best((rows + 1) * width), weight(rows * columns);
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = columns; j-- > 0;) {
      const std::string& a = base[middle.begin + i];
      const std::string& b = side[middle.begin + j];
      unsigned& here = weight[i * columns + j];
      if (a == b) {
        here = kEqual;
      } else if (ask && likeness.alike(a, b)) {
        here = kAlike;
      }
      const unsigned paired = here == 0 ? 0 : here + best[(i + 1) * width + j + 1];
      best[i * width + j] = std::max({paired, best[(i + 1) * width + j], best[i * width + j + 1]});
    }
  }
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    const unsigned here = weight[i * columns + j];
    if (here > 0 && best[i * width + j] == here + best[(i + 1) * width + j + 1]) {
      found[middle.begin + i++] = middle.begin + j++;
    } else if (best[i * width + j] == best[(i + 1) * width + j]) {
      ++i;
    } else {
      ++j;
    }
  }
}

// Between two pairs as many items on one side as on the other: each was written anew.
void match_exchanged(const Items& base, const Items& side, const Likeness& likeness, Found& found) {
  std::size_t at = 0;
  for (std::size_t i = 0; i <= base.size();) {
    std::size_t end = i;
    while (end < base.size() && !found[end]) ++end;
    const std::size_t next = end < base.size() ? *found[end] : side.size();
    if (end > i && end - i == next - at) {
      for (std::size_t k = 0; k < end - i; ++k) {
        if (likeness.exchangeable(base[i + k], side[at + k])) found[i + k] = at + k;
      }
    }
    at = next + 1;
    i = end + 1;
  }
}

// What a side put in before each item of the base, and at the end.
std::vector<std::vector<std::size_t>> put_in(const Found& found, std::size_t size) {
  std::vector<std::vector<std::size_t>> gaps(found.size() + 1);
  std::size_t gap = 0, at = 0;
  for (std::size_t i = 0; i <= found.size(); ++i) {
    if (i < found.size() && !found[i]) continue;
    const std::size_t end = i < found.size() ? *found[i] : size;
    for (; at < end; ++at) gaps[gap].push_back(at);
    at = end + 1;
    gap = i + 1;
  }
  return gaps;
}

Items items_at(const Items& all, const std::vector<std::size_t>& places) {
  Items items;
  for (const std::size_t place : places) items.push_back(all[place]);
  return items;
}

Likeness only_equal() {
  const auto never = [](const std::string&, const std::string&) { return false; };
  return {never, never};
}

class Merger {
 public:
  Merger(const Items& ours, const Items& theirs) : ours_(ours), theirs_(theirs) {}

  // What both put in at one place.
  void unite(const std::vector<std::size_t>& mine, const std::vector<std::size_t>& others) {
    const Items a = items_at(ours_, mine);
    const Items b = items_at(theirs_, others);
    const bool mine_first = a <= b;
    const Items& first = mine_first ? a : b;
    const Items& second = mine_first ? b : a;
    const auto& first_at = mine_first ? mine : others;
    const auto& second_at = mine_first ? others : mine;
    const Found found = find_items(first, second, only_equal());
    std::size_t next = 0;
    std::vector<std::size_t> waiting;
    for (std::size_t i = 0; i <= first.size(); ++i) {
      if (i < first.size() && !found[i]) {
        waiting.push_back(first_at[i]);
        continue;
      }
      const std::size_t end = i < first.size() ? *found[i] : second.size();
      for (const std::size_t one : waiting) add(mine_first, one);
      waiting.clear();
      for (; next < end; ++next) add(!mine_first, second_at[next]);
      if (i == first.size()) break;
      merged.push_back(mine_first ? Origin{{}, first_at[i], second_at[end]}
                                  : Origin{{}, second_at[end], first_at[i]});
      next = end + 1;
    }
  }

  std::vector<Origin> merged;

 private:
  void add(bool mine, std::size_t at) {
    merged.push_back(mine ? Origin{{}, at, {}} : Origin{{}, {}, at});
  }

  const Items& ours_;
  const Items& theirs_;
};

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \t\n", at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(" \t\n", begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    at = end;
  }
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace

std::vector<std::optional<std::size_t>> find_items(const Items& base, const Items& side,
                                                   const Likeness& likeness) {
  Found found(base.size());
  const Middle middle = equal_ends(base, side, found);
  match_middle(base, side, middle, likeness, found);
  match_exchanged(base, side, likeness, found);
  return found;
}

std::vector<Origin> merge_items(const Items& base, const Items& ours, const Items& theirs,
                                const Likeness& likeness) {
  const Found mine = find_items(base, ours, likeness);
  const Found others = find_items(base, theirs, likeness);
  const auto mine_in = put_in(mine, ours.size());
  const auto others_in = put_in(others, theirs.size());
  Merger merger(ours, theirs);
  for (std::size_t i = 0; i <= base.size(); ++i) {
    merger.unite(mine_in[i], others_in[i]);
    if (i == base.size()) break;
    const bool stays = mine[i] && others[i];
    const bool edited =
        (mine[i] && ours[*mine[i]] != base[i]) || (others[i] && theirs[*others[i]] != base[i]);
    if (stays || edited) merger.merged.push_back({i, mine[i], others[i]});
  }
  return std::move(merger.merged);
}

bool shares_words(const std::string& a, const std::string& b) {
  const std::vector<std::string_view> left = words_of(a);
  const std::vector<std::string_view> right = words_of(b);
  std::vector<std::string_view> both;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(),
                        std::back_inserter(both));
  return !both.empty() && both.size() * 4 >= left.size() + right.size();
}

}  // namespace pyramid::merge
