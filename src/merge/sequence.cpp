#include "merge/sequence.hpp"

#include <algorithm>
#include <iterator>
#include <map>
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

// Each with the headings that stand over it among them: what is equal under two headings is two.
Items under_headings(const Items& all, const std::vector<std::size_t>& levels,
                     const std::vector<std::size_t>& places) {
  Items items;
  std::vector<std::size_t> above;
  for (const std::size_t place : places) {
    const std::size_t level = levels[place];
    while (!above.empty() && levels[above.back()] >= level) above.pop_back();
    std::string& item = items.emplace_back();
    for (const std::size_t heading : above) item.append(all[heading]).push_back('\0');
    item += all[place];
    if (level < kNoHeading) above.push_back(place);
  }
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
    const Items mine_keys = under_headings(ours_.items, ours_.levels, mine);
    const Items others_keys = under_headings(theirs_.items, theirs_.levels, others);
    const Found found = mine_first ? find_items(mine_keys, others_keys, only_equal())
                                   : find_items(others_keys, mine_keys, only_equal());
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

// For each item where the other side has it.
Found find_partners(const std::vector<Placed>& items, const std::vector<Placed>& others) {
  std::map<std::string_view, Places> there;
  for (std::size_t i = 0; i < others.size(); ++i) there[others[i].key].push_back(i);
  std::map<std::string_view, std::size_t> used;
  Found partners(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto same = there.find(items[i].key);
    const std::size_t number = used[items[i].key]++;
    if (same != there.end() && number < same->second.size()) partners[i] = same->second[number];
  }
  return partners;
}

bool are_all_found(const Found& partners) {
  return std::all_of(partners.begin(), partners.end(), [](const auto& one) { return one; });
}

bool are_keys_before(const std::vector<Placed>& a, const std::vector<Placed>& b) {
  return std::lexicographical_compare(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const Placed& one, const Placed& other) { return one.key < other.key; });
}

// Two sequences, none of which holds all of the other.
class Joiner {
 public:
  Joiner(const std::vector<Placed>& ours, const std::vector<Placed>& theirs, Found in_theirs,
         Found in_ours)
      : ours_(ours),
        theirs_(theirs),
        in_theirs_(std::move(in_theirs)),
        in_ours_(std::move(in_ours)) {}

  std::vector<Origin> join() {
    mine_done_.resize(ours_.size());
    others_done_.resize(theirs_.size());
    join_ranges({0, ours_.size()}, {0, theirs_.size()});
    return std::move(joined_);
  }

 private:
  struct Range {
    std::size_t begin = 0, end = 0;
  };

  void join_ranges(Range mine, Range others) {
    for (;;) {
      while (mine.begin < mine.end && mine_done_[mine.begin]) ++mine.begin;
      while (others.begin < others.end && others_done_[others.begin]) ++others.begin;
      if (mine.begin == mine.end && others.begin == others.end) return;
      if (mine.begin < mine.end && others.begin < others.end) pair(mine.begin, others.begin);
      add(is_mine_next(mine, others) ? Origin{{}, mine.begin, in_theirs_[mine.begin]}
                                     : Origin{{}, in_ours_[others.begin], others.begin});
    }
  }

  // Two of one key that are next on both sides are one, whichever of their kind each was before.
  void pair(std::size_t mine, std::size_t others) {
    if (ours_[mine].key != theirs_[others].key || in_theirs_[mine] == others) return;
    const auto left_there = in_theirs_[mine], left_here = in_ours_[others];
    if (left_there) in_ours_[*left_there] = left_here;
    if (left_here) in_theirs_[*left_here] = left_there;
    in_theirs_[mine] = others;
    in_ours_[others] = mine;
  }

  // With what stands under a heading that both have: nothing of it gets under another one.
  void add(const Origin& origin) {
    if (origin.ours) mine_done_[*origin.ours] = true;
    if (origin.theirs) others_done_[*origin.theirs] = true;
    joined_.push_back(origin);
    if (!origin.ours || !origin.theirs || ours_[*origin.ours].level == kNoHeading) return;
    join_ranges(under(ours_, *origin.ours), under(theirs_, *origin.theirs));
  }

  static Range under(const std::vector<Placed>& side, std::size_t heading) {
    Range range{heading + 1, heading + 1};
    while (range.end < side.size() && side[range.end].level > side[heading].level) ++range.end;
    return range;
  }

  // What the other side has further down waits for what stands above it there.
  [[nodiscard]] bool is_mine_next(const Range& mine, const Range& others) const {
    if (mine.begin == mine.end || others.begin == others.end) return others.begin == others.end;
    const auto waits = [](const std::optional<std::size_t>& partner, const Range& range) {
      return partner && *partner >= range.begin && *partner < range.end;
    };
    const bool mine_waits = waits(in_theirs_[mine.begin], others);
    const bool others_wait = waits(in_ours_[others.begin], mine);
    if (mine_waits != others_wait) return others_wait;
    const Placed &a = ours_[mine.begin], &b = theirs_[others.begin];
    return a.level != b.level ? a.level > b.level : a.key <= b.key;
  }

  const std::vector<Placed>& ours_;
  const std::vector<Placed>& theirs_;
  Found in_theirs_, in_ours_;
  std::vector<bool> mine_done_, others_done_;
  std::vector<Origin> joined_;
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
    if (stays || edited || needed[i]) merger.merged.push_back({i, in_mine, in_others});
  }
  return std::move(merger.merged);
}

std::vector<Origin> join_items(const std::vector<Placed>& ours, const std::vector<Placed>& theirs) {
  const Found in_theirs = find_partners(ours, theirs), in_ours = find_partners(theirs, ours);
  const bool mine_has_all = are_all_found(in_ours), others_have_all = are_all_found(in_theirs);
  if (!mine_has_all && !others_have_all) return Joiner(ours, theirs, in_theirs, in_ours).join();
  const bool take_mine = mine_has_all && (!others_have_all || !are_keys_before(theirs, ours));
  std::vector<Origin> joined;
  for (std::size_t i = 0; take_mine && i < ours.size(); ++i) {
    joined.push_back({{}, i, in_theirs[i]});
  }
  for (std::size_t j = 0; !take_mine && j < theirs.size(); ++j) {
    joined.push_back({{}, in_ours[j], j});
  }
  return joined;
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
