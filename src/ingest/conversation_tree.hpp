// Which entries of a conversation count, where each may name the one before it: one rule for every
// reader. Private to src/ingest.
#pragma once

#include "pyramid/left_out.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

// What an entry means where it and others name one parent.
enum class Fork : unsigned char {
  kSwitch,    // it took the place of the others, or one of them took its place
  kTakes,     // it may have taken the place of others, and gives its own to none
  kParallel,  // neither: it goes on beside them
  kAside  // the source has put it beside the branch that counts: left out, unless that is active
};

// Borrows from what the reader holds.
struct TreeEntry {
  std::string_view id;      // "" where it has none
  std::string_view parent;  // the id of the one before it; "" where it names none
  std::string_view words;   // "": it is no turn
  Time at = {};             // Time{}: not known. Only for Order::kByTime
  Fork fork = Fork::kSwitch;
  bool may_end = true;  // a branch that ends with it may be the newest
  bool active = false;  // the source says that its branch is the one that counts
  bool undone = false;  // a marker in the source takes it back
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
// others. Of several entries with one parent the branch that is active goes on, else the one that
// ends last; the others are left out with all that follows them, as far as their Fork allows it. So
// is what the source has put aside.
// An entry that is there twice, with the same id and words, counts once; where one id has several
// entries, a parent is the last of them before its child. No entry stands in front of its parent.
// Takes O(n log n).
Selection select_entries(const std::vector<TreeEntry>& entries, Order order = Order::kAsGiven);

}  // namespace pyramid::ingest
