// The topic tree: conversations cut into leaves, in folders by what they are about.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

struct TreeOptions {
  WorkspaceOptions workspace;
  std::string path;       // a folder of the tree, or a file of one; "" = all of it
  std::size_t depth = 2;  // levels below it, 1 to 99
};

// A folder, or a leaf.
struct TreeLine {
  std::string path;  // of its file
  std::string key;   // what it is about
  std::string sort;  // "condensed": a folder; "leaf"
  std::size_t level = 0;
  std::int64_t leaves = 0;  // of a folder: below, all the way down
  std::int64_t tokens = 0;  // of its text
  Time earliest, latest;
};

struct TreeReport {
  std::vector<TreeLine> lines;  // a folder, then what lies in it; leaves that wait last
  Diagnostics diagnostics;
};

// What lies where; reads only. kNotFound for a path that is none of the tree's.
Result<TreeReport> topic_tree(const Environment& environment, const TreeOptions& options);

struct WalkOptions {
  WorkspaceOptions workspace;
  std::string query;
  std::size_t budget = 2000;  // tokens of four bytes: 100 to 100,000
  std::size_t beam = 4;       // branches entered of each folder, 1 to 100
  std::optional<bool> refresh;
};

// A file that a walk saw: the leaf, or the summary of the folder.
struct WalkPlace {
  std::string path, key;
};

struct WalkReport {
  std::string text;                // markdown; links lead from the workspace's root
  std::size_t tokens = 0;          // of the text, at most the budget
  std::vector<std::string> taken;  // files whose text stands in it, in its order
  std::vector<WalkPlace> passed;   // branches that were seen and not entered, best first
  std::size_t looked = 0;          // keys that were compared
  Time checked_at;                 // the files were last compared with the index then
  bool refreshed = true;
  Diagnostics diagnostics;
};

// From the newest leaves and the top of the tree down to where search finds most, then to folders
// whose keys come nearest to the query, within the budget, of which one leaf gets a quarter: of a
// longer one the turns come that were found. Nothing that is taken lies above or below something
// else that is. kUsage for a budget or a beam out of range. Deterministic for the same files and
// query.
Result<WalkReport> walk_topics(const Environment& environment, const WalkOptions& options);

}  // namespace pyramid
