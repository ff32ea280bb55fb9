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

// What changes the tree by a person's word. Each is a commit; summaries that read what changed are
// written by the next sync, one a level. What is told of a file or folder is its path
// ("topics/02-home", with or without `/_summary.md`). kUsage for what lies outside of topics/,
// kNotFound for what is no part of the tree. All need the lock (kConflict).

struct AddTopicOptions {
  WorkspaceOptions workspace;
  std::string text;  // as it is, but for secrets; never written again
  std::string into;  // the folder where it goes, there or not yet; "" = to the leaves that wait
  std::string key;   // what it is about, in a few words; "" = of its own words
  std::optional<Time> at = std::nullopt;  // when it was said; default: now
};
struct AddTopicReport {
  std::string id, path;
  bool added = true;         // false: the same was there
  std::size_t redacted = 0;  // secrets that were taken out
  std::string commit;        // id, or ""
  Diagnostics diagnostics;
};
// A leaf of a person's own words. kUsage for none, and where `policy` has no topics.
Result<AddTopicReport> add_topic(const Environment& environment, const AddTopicOptions& options);

struct MovedTopic {
  std::string from, to;  // a file
};
struct MoveTopicOptions {
  WorkspaceOptions workspace;
  std::string path;  // a leaf or a folder
  std::string to;    // the folder that it goes into, there or not yet; "topics": the top
};
struct MoveTopicReport {
  std::string path;               // where it lies now
  std::vector<MovedTopic> moved;  // all files; none: it lay there
  std::string commit;             // id, or ""
  Diagnostics diagnostics;
};
// With all that lies below it; links lead where they led. Where its number is taken it gets
// another. kUsage into itself and to where leaves wait, kConflict where a file of that name is.
Result<MoveTopicReport> move_topic(const Environment& environment, const MoveTopicOptions& options);

struct DeleteTopicOptions {
  WorkspaceOptions workspace;
  std::string path;            // a leaf or a folder
  bool with_contents = false;  // of a folder: all that lies below it, too
};
struct DeleteTopicReport {
  std::vector<std::string> deleted;
  std::vector<MovedTopic> moved;  // what lay in a folder: to the one above, leaves at the top to
                                  // those that wait
  std::string commit;             // id, or ""
  Diagnostics diagnostics;
};
// A leaf that was deleted is not cut again, on no machine, as its mark in topics/_deleted says;
// what is said later in the conversation is. The conversation keeps the words.
Result<DeleteTopicReport> delete_topic(const Environment& environment,
                                       const DeleteTopicOptions& options);

struct UpdateTopicOptions {
  WorkspaceOptions workspace;
  std::string path;  // a leaf or a folder
  std::string text;  // in place of what stands there; "" = it stays
  std::string key;   // what it is about; "" = it stays
};
struct UpdateTopicReport {
  std::string path;
  bool changed = false;      // false: it was so
  std::size_t redacted = 0;  // secrets that were taken out
  std::string commit;        // id, or ""
  Diagnostics diagnostics;
};
// As if a person had edited the file: what is given is theirs, and no sync writes over it. kUsage
// where nothing is given.
Result<UpdateTopicReport> update_topic(const Environment& environment,
                                       const UpdateTopicOptions& options);

}  // namespace pyramid
