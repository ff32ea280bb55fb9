// The context that an agent gets before a turn.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid {

struct RecallOptions {
  WorkspaceOptions workspace;
  std::string prompt;
  std::size_t budget = 2000;  // tokens of four bytes: 100 to 100,000
  std::string session;        // file whose last turns are fresh, inside the workspace; "" = none
  std::size_t turns = 6;      // of that file
  // Facts and turns of these alone, as SearchOptions::sources; then nothing of models and of who
  // the person is. Empty = of all.
  std::vector<std::string> sources = {};
  // The topic tree alone, as walk_topics() (pyramid/topics.hpp) has it, and nothing else.
  bool tree = false;
  // false: from the index as it stands; nullopt = as pyramid.yaml says.
  std::optional<bool> refresh;
};

// What was looked at for a recall, and what became of it.
struct RecallDecision {
  std::string layer;     // who, facts, models, tasks, ledger, notes, turns, just now
  std::string citation;  // "path#L3-L5"
  bool taken = false;
  std::string reason;  // why it was left out; "" = it was not
};

struct RecallReport {
  std::string text;                       // markdown; links lead from the workspace's root
  std::size_t tokens = 0;                 // of the text, at most the budget
  std::vector<std::string> taken;         // citations of what stands in it, "path#L3-L5"
  std::vector<RecallDecision> decisions;  // in order, of what stands there and what was left out
  Time checked_at;                        // the files were last compared with the index then
  bool refreshed = true;
  Diagnostics diagnostics;
};

// Who the assistant and the person are in short, what the models say that the prompt touches, the
// best facts and turns, and the last turns of the session: each once, within the budget. A prompt
// without a word gives the rest. kUsage for a budget out of range, kNotFound for a session that is
// not there. Deterministic for the same files, prompt and now.
Result<RecallReport> recall(const Environment& environment, const RecallOptions& options);

// What an agent loads at the beginning of a session: who the assistant and the person are, and
// MEMORY.md without its head, the form that `init` wrote and links to where sections come from; at
// most `most` bytes. Where that is too little for MEMORY.md, a person's notes come first, then as
// many lines of each section as of any other, and a last line says how many are left out. "" where
// nobody said anything yet. Reads these files alone, as they stand.
Result<std::string> brief(const Environment& environment, const WorkspaceOptions& options,
                          std::size_t most);

}  // namespace pyramid
