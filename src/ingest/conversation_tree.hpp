// Which entries of a conversation count, where each may name the one before it: one rule for every
// reader. Private to src/ingest.
#pragma once

#include "pyramid/left_out.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

// What an entry is. Of several prompts with one parent the person took all but one back, and of
// several answers the program did; whatever else has one parent goes on side by side.
enum class Kind : unsigned char {
  kPrompt,  // the person's
  kAnswer,  // where the program answers again in another branch
  kOther,   // takes nothing's place, and gives its own to nothing
};

// Borrows from what the reader holds.
struct TreeEntry {
  std::string_view id;      // "" where it has none
  std::string_view parent;  // the id of the one before it; "" where it names none
  std::string_view words;   // "": it is no turn
  Time at = {};             // Time{}: not known. Only for Order::kByTime
  Kind kind = Kind::kOther;
  bool may_end = true;  // a branch that ends with it may be the newest
  bool active = false;  // the source says that its branch is the one that counts
  bool aside = false;   // a marker puts it aside, with what follows; not where that is active
  bool undone = false;  // a marker takes it back, and nothing that follows
};

enum class Order : unsigned char {
  kAsGiven,  // entries stand in the order in which they were written
  kByTime,   // they stand in any; one without a time is as old as its parent
};

struct Selection {
  std::vector<std::size_t> kept;  // places in `entries`, in the order in which they were said
  LeftOut left_out;               // turns
};

// A chain that is broken loses nothing: an entry without a parent, whose parent is not there, or
// that is its own ancestor begins a part of its own, and every part is kept, in its place among the
// others. Of several prompts with one parent the one whose branch is active goes on, else the one
// whose branch ends last, and so of several answers; the others are left out with all that follows
// them. So is what a marker puts aside. Nothing else is.
// An entry that is there twice, with the same id and words, counts once; where one id has several
// entries, a parent is the last of them before its child. No entry stands in front of its parent.
// Takes O(n log n).
Selection select_entries(const std::vector<TreeEntry>& entries, Order order = Order::kAsGiven);

}  // namespace pyramid::ingest
