// Where each leaf of the topic tree belongs: which directories there are to be, and what lies in
// each.
//
// Pure; any thread. A function of the nodes as a set, whatever their order. So machines that have
// compacted apart and then hold the same files come to one tree: a leaf that lies in two
// directories belongs to the one with the smaller id, and directories alike, whoever made them,
// become the one with the smaller id.
#pragma once

#include "base/ulid.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace pyramid::topics {

// How alike the leaves of one directory are, and the directories of one parent: cosines of vectors
// of the built-in table, as clusters.hpp makes them good. The tree is best built by that table
// whatever embedder search uses: then it hangs on no weights or servers, and is the same on every
// machine. minilm groups the labelled leaves of tests/topics no better, and wants a bound of 0.4.
inline constexpr double kAlike = 0.8;
inline constexpr double kAlikeAbove = 0.71;

// What lies in one directory at most: who goes down the tree reads the list of it, and 32 links
// with their keys are some 1,500 tokens. One that is founded or split has room for a third more.
inline constexpr std::size_t kMostChildren = 32;
inline constexpr std::size_t kWithRoom = 24;

struct Rules {
  double alike = kAlike;             // of leaves
  double alike_above = kAlikeAbove;  // of directories
  std::size_t fanout = 4;            // the fewest directories that get a parent; at least 2
};

// A file of the tree. Of leaves only those behind the fresh tail.
struct Node {
  Ulid id;
  Ulid parent = {};      // the directory that it lies in; zero: none, so that a leaf waits
  bool is_leaf = true;   // else a directory
  bool by_hand = false;  // a directory that a person made or put there: it stays where it is; a
                         // leaf of theirs: it stays in its directory when that is split
  bool edited = false;   // a directory whose text a person edited: it stays, maybe elsewhere
  std::span<const float> vector = {};  // of a leaf, of one length; of a directory those below count
  std::size_t tokens = 0;              // of a leaf; 0: as if it were long (clusters.hpp)
};

struct Directory {
  Ulid id;
  Ulid parent = {};      // zero: it lies at the top
  int depth = 1;         // 1: has leaves alone; else one more than the deepest directory in it
  bool founded = false;  // it is new
  std::vector<Ulid> children;  // leaves and directories, by id
  std::vector<float> middle;   // the mean direction of the leaves below, at unit length
};

struct Arrangement {
  std::vector<Directory> directories;  // by depth, 1 first, then by id: the order of writing
  std::vector<Ulid> waiting;           // leaves in no directory, by id
  std::vector<Ulid> gone;  // directories that go, by id; what lay in them lies elsewhere
};

// 1. A leaf that lies in a directory stays with the others that do. Average linkage (clusters.hpp)
//    goes on from the directories that there are: a leaf that waits joins the directory that it is
//    alike to, or founds one with others that wait; alone it goes on waiting. Directories that have
//    come to be alike become one, of up to kWithRoom leaves; others stay side by side.
// 2. Depth by depth the same with directories in the place of leaves: one without a parent joins
//    that of those it is alike to; `fanout` of them or more found a parent.
//    While more than kMostChildren lie at the top, so do those that are less alike.
// 3. No directory has one child: it goes, and the child takes its place. Nor does the top have one
//    directory that stands above others.
// 4. One of more than kMostChildren is split: the largest part stays, each of the others becomes a
//    directory beside it. Parts are what average linkage puts together up to kWithRoom, however
//    little alike; of what is equal the older is apart from the newer.
// One that a person made or edited takes what is alike to it, up to kMostChildren, and becomes one
// with no other that a person did. What lies in it stays in it, however much.
//
// Applied to what it gives, it changes nothing. A leaf that two directories claim, a parent that is
// not there and a cycle of parents are settled, not refused. Ids of new directories derive from
// those of their children at birth.
Arrangement arrange(std::span<const Node> nodes, const Rules& rules = {});

}  // namespace pyramid::topics
