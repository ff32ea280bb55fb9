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

std::vector<std::size_t> levels_of(const Items& items, const Likeness& likeness) {
  std::vector<std::size_t> levels(items.size(), kNoHeading);
  if (!likeness.level) return levels;
  std::transform(items.begin(), items.end(), levels.begin(), likeness.level);
  return levels;
}

// One of the two that are merged.
struct ChangedSide {
  ChangedSide(const Items& before, const Items& now, const Likeness& likeness)
      : items(now),
        levels(levels_of(now, likeness)),
        found(find_items(before, now, likeness)),
        gaps(put_in(found, now.size())) {}

  const Items& items;
  std::vector<std::size_t> levels;
  Found found;                                 // the items of the base
  std::vector<std::vector<std::size_t>> gaps;  // what it put in before each of them, and behind
};

using Places = std::vector<std::size_t>;

// Where the first heading is among items that a side put in.
std::size_t size_of_lead(const ChangedSide& side, const Places& places) {
  const auto is_heading = [&](std::size_t place) { return side.levels[place] < kNoHeading; };
  return static_cast<std::size_t>(std::find_if(places.begin(), places.end(), is_heading) -
                                  places.begin());
}

Places part_of(const Places& places, std::size_t begin, std::size_t end) {
  return {places.begin() + static_cast<std::ptrdiff_t>(begin),
          places.begin() + static_cast<std::ptrdiff_t>(end)};
}

// Where a side put headings in the place of what it took out, they stand behind what the other put
// in there, which belongs under the heading above.
void move_headings(ChangedSide& side, const ChangedSide& other) {
  for (std::size_t gap = 0; gap < side.gaps.size(); ++gap) {
    const std::size_t lead = size_of_lead(side, side.gaps[gap]);
    if (lead == side.gaps[gap].size()) continue;
    std::size_t end = gap;
    while (end < side.found.size() && !side.found[end]) ++end;
    const bool has_lead =
        std::any_of(other.gaps.begin() + static_cast<std::ptrdiff_t>(gap) + 1,
                    other.gaps.begin() + static_cast<std::ptrdiff_t>(end) + 1,
                    [&](const Places& places) { return size_of_lead(other, places) > 0; });
    if (gap == end || !has_lead) continue;
    side.gaps[end] = part_of(side.gaps[gap], lead, side.gaps[gap].size());
    side.gaps[gap].resize(lead);
  }
}

// For each item of the base whether it is a heading of which a side took out all that stood under
// it, and itself.
std::vector<bool> sections_taken_out(const std::vector<std::size_t>& levels, const Found& found) {
  std::vector<bool> gone(levels.size());
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] == kNoHeading) continue;
    std::size_t end = i;
    bool stands = false;
    do {
      stands = stands || found[end].has_value();
      ++end;
    } while (end < levels.size() && levels[end] > levels[i]);
    gone[i] = !stands;
  }
  return gone;
}

// Headings of the base that the other side took out, under which this one put or edited something.
void mark_needed(const Items& base, const std::vector<std::size_t>& levels, const ChangedSide& side,
                 const ChangedSide& other, std::vector<bool>& needed) {
  const std::vector<bool> gone = sections_taken_out(levels, other.found);
  Found origins(side.items.size());
  for (std::size_t i = 0; i < base.size(); ++i) {
    if (side.found[i]) origins[*side.found[i]] = i;
  }
  Places above;  // the headings over an item
  for (std::size_t at = 0; at < side.items.size(); ++at) {
    const std::size_t level = side.levels[at];
    while (!above.empty() && side.levels[above.back()] >= level) above.pop_back();
    const auto origin = origins[at];
    if (!origin || (!other.found[*origin] && side.items[at] != base[*origin])) {
      for (const std::size_t heading : above) {
        if (const auto one = origins[heading]; one && gone[*one]) needed[*one] = true;
      }
    }
    if (level < kNoHeading) above.push_back(at);
  }
}

class Merger {
 public:
  Merger(const ChangedSide& ours, const ChangedSide& theirs) : ours_(ours), theirs_(theirs) {}

  // What both put in at one place.
  void unite(const Places& mine, const Places& others) {
    const std::size_t lead = size_of_lead(ours_, mine), other = size_of_lead(theirs_, others);
    unite_equal(part_of(mine, 0, lead), part_of(others, 0, other));
    unite_equal(part_of(mine, lead, mine.size()), part_of(others, other, others.size()));
  }

  std::vector<Origin> merged;

 private:
  void unite_equal(const Places& mine, const Places& others) {
    const Items a = items_at(ours_.items, mine);
    const Items b = items_at(theirs_.items, others);
    const bool mine_first = a <= b;
    const Found found =
        mine_first ? find_items(a, b, only_equal()) : find_items(b, a, only_equal());
    std::size_t in_first = 0, in_second = 0;
    const auto unite_until = [&](std::size_t first_end, std::size_t second_end) {
      const auto& [mine_at, mine_end] =
          mine_first ? std::pair(in_first, first_end) : std::pair(in_second, second_end);
      const auto& [others_at, others_end] =
          mine_first ? std::pair(in_second, second_end) : std::pair(in_first, first_end);
      order(part_of(mine, mine_at, mine_end), part_of(others, others_at, others_end));
    };
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!found[i]) continue;
      unite_until(i, *found[i]);
      merged.push_back(mine_first ? Origin{{}, mine[i], others[*found[i]]}
                                  : Origin{{}, mine[*found[i]], others[i]});
      in_first = i + 1;
      in_second = *found[i] + 1;
    }
    unite_until(found.size(), mine_first ? b.size() : a.size());
  }

  // Nothing is equal in these: piece by piece, a heading with all that is under it being one.
  void order(const Places& mine, const Places& others) {
    for (std::size_t i = 0, j = 0; i < mine.size() || j < others.size();) {
      const std::size_t i_end = end_of_piece(ours_, mine, i);
      const std::size_t j_end = end_of_piece(theirs_, others, j);
      const bool take_mine =
          j == others.size() || (i < mine.size() && is_before(mine, i, i_end, others, j, j_end));
      for (; take_mine && i < i_end; ++i) merged.push_back({{}, mine[i], {}});
      for (; !take_mine && j < j_end; ++j) merged.push_back({{}, {}, others[j]});
    }
  }

  static std::size_t end_of_piece(const ChangedSide& side, const Places& places,
                                  std::size_t begin) {
    std::size_t end = begin;
    while (end < places.size() && (end == begin || belongs_to(side, places[begin], places[end]))) {
      ++end;
    }
    return end;
  }

  // Whether what stands further down is of the same piece.
  static bool belongs_to(const ChangedSide& side, std::size_t first, std::size_t below) {
    if (side.levels[first] == kNoHeading) return side.levels[below] == kNoHeading;
    return side.levels[below] > side.levels[first];
  }

  // The deeper one belongs under the heading above both.
  [[nodiscard]] bool is_before(const Places& mine, std::size_t i, std::size_t i_end,
                               const Places& others, std::size_t j, std::size_t j_end) const {
    const std::size_t a = ours_.levels[mine[i]], b = theirs_.levels[others[j]];
    if (a != b) return a > b;
    return items_at(ours_.items, part_of(mine, i, i_end)) <=
           items_at(theirs_.items, part_of(others, j, j_end));
  }

  const ChangedSide& ours_;
  const ChangedSide& theirs_;
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
  ChangedSide mine(base, ours, likeness), others(base, theirs, likeness);
  const std::vector<std::size_t> levels = levels_of(base, likeness);
  std::vector<bool> needed(base.size());
  mark_needed(base, levels, mine, others, needed);
  mark_needed(base, levels, others, mine, needed);
  const ChangedSide mine_before = mine;
  move_headings(mine, others);
  move_headings(others, mine_before);
  Merger merger(mine, others);
  for (std::size_t i = 0; i <= base.size(); ++i) {
    merger.unite(mine.gaps[i], others.gaps[i]);
    if (i == base.size()) break;
    const auto in_mine = mine.found[i], in_others = others.found[i];
    const bool stays = in_mine && in_others;
    const bool edited =
        (in_mine && ours[*in_mine] != base[i]) || (in_others && theirs[*in_others] != base[i]);
    const bool kept = likeness.base_is_guess && (in_mine || in_others);
    if (stays || edited || kept || needed[i]) merger.merged.push_back({i, in_mine, in_others});
  }
  return std::move(merger.merged);
}

bool shares_words(std::string_view a, std::string_view b) {
  const std::vector<std::string_view> left = words_of(a);
  const std::vector<std::string_view> right = words_of(b);
  std::vector<std::string_view> both;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(),
                        std::back_inserter(both));
  return !both.empty() && both.size() * 4 >= left.size() + right.size();
}

}  // namespace pyramid::merge
