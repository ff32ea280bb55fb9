// Holding every file against its schema, every link against the files, and the files against each
// other.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/sync.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

struct CheckOptions {
  WorkspaceOptions workspace;
  bool fix = false;        // mend first what can be mended without a loss
  bool grounding = false;  // also hold every generated sentence against what it was made from
  bool index = false;      // also hold the index against one that is made anew
};

// A generated sentence that says something else than what it was made from.
struct Ungrounded {
  struct Violation {
    std::string fault;   // "name", "number", "date", "address", "denial"
    std::string words;   // of the sentence; may be empty for "denial"
    std::string reason;  // in a few words, for people
  };
  std::string path;
  std::size_t line = 0;
  std::string sentence;
  std::vector<Violation> violations;
  std::vector<std::string> sources;  // paths: those that say most of it, else all
};
struct GroundingReport {
  std::size_t texts = 0, sentences = 0, bytes = 0;  // judged
  std::size_t by_hand = 0;                          // sentences of people, which are not
  std::vector<Ungrounded> findings;                 // by path, then as they stand
};

// What the index says else than the files do.
struct IndexReport {
  struct Difference {
    std::string table;  // of the index, or a file beside it
    std::string path;   // the memory file that the row is about; "" = none
    std::string what;
  };
  std::size_t files = 0, chunks = 0, words = 0;  // compared; words as often as they are said
  std::size_t differing = 0;
  std::vector<Difference> differences;  // the first of them
};

struct CheckReport {
  std::size_t files = 0, links = 0;
  Diagnostics problems;                      // by path, then line; with `fix` those that are left
  std::vector<SyncStep> fixed;               // "mend" (links), "id", "output", "index"
  std::optional<GroundingReport> grounding;  // if asked for; its findings are problems too
  std::optional<IndexReport> index;          // the same; with `fix` as it is after that
};

// Unreadable and broken files, schema violations, links that lead nowhere or out of the workspace,
// two files with one id, tiers that do not fit, cycles, times in the future, observations that
// say neither their turn nor their source, summaries without sources. Changes no file, unless
// `fix`: then links to moved files are mended and a second file with an id gets one of its own, in
// one commit (needs the lock: kConflict). With `grounding` also generated sentences of which their
// sources do not say a name, number, date or address, or say the opposite (docs/grounding.md). With
// `index` also every row, word, vector and kept fact of the index that is not what one made from
// the files says, once it was brought up to date; `fix` then makes it anew.
Result<CheckReport> check(const Environment& environment, const CheckOptions& options);

}  // namespace pyramid
