// Where a text of the memory comes from, whether it is up to date, and what depends on it.
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

struct WhyOptions {
  WorkspaceOptions workspace;
  // An id, the beginning of one, the six characters of it that file names carry; a file; or
  // `FILE:LINE`.
  std::string what;
  std::string folder;  // absolute; files are looked for from here first. "" = nowhere
  std::optional<std::size_t> shown = 3;  // sources and readers of one node; nullopt = all
  std::optional<std::size_t> depth;      // levels below and above; nullopt = as far as they go
};

enum class WhyState {
  kNone,   // nothing that a sync would write: a turn, a person's own line, a missing file
  kClean,  // as a sync would leave it
  kDirty,  // a sync would change it: `reason`
};

// How a summary or section was generated, as its file records it and as the plan has it now.
struct WhyRecord {
  // "builtin:summarize/1": what wrote it, and what would write it now; "" = not recorded, or the
  // program itself. Where they differ it is outdated (see sync's refresh_outdated).
  std::string writer_recorded, writer_now;
  std::string inputs_recorded;  // digest of what was read; "" = not recorded
  std::string inputs_now;       // digest of what would be read; "" = its sources are written first
  bool edited = false;          // the text is not the one that was generated
};

// One thing in the tree. What it has no use for is empty.
struct WhyNode {
  // "observation", "summary", "section", "model", "memory", "session", "turn", "topic", "note",
  // "daily", "identity", "line" (written by a person), "missing" (linked, and not there)
  std::string kind;
  std::string id;
  std::string path;  // workspace-relative; of a summary that is not written yet its folder
  std::size_t first_line = 0, last_line = 0;  // 1-based; 0 = the file as a whole
  std::string name;  // section: "user/this-week"; turn: "User"; session, model: title; topic: key
  std::int64_t turn = 0;  // turn: its number, from 1
  std::string text;       // one line, its first 120 characters; the line asked for whole
  std::string model;
  std::optional<int> tier;             // summary
  std::optional<Time> at;              // observation, session, turn: said; summary: its end
  std::optional<std::int32_t> offset;  // of the clock there, where that is told
  WhyState state = WhyState::kNone;
  std::string reason;              // why it is dirty, or what else is to be said of it
  std::optional<WhyRecord> made;   // summary, section, folder of topics
  std::optional<double> support;   // 0 to 1: how much of the line asked for it says
  bool likely = false;             // made_from holds what supports the line best, not all it read
  std::vector<WhyNode> made_from;  // a home file: its sections
  std::size_t more_made_from = 0;  // left out
  std::vector<WhyNode> read_by;    // of the node asked for, upwards; a session: its observations
  std::size_t more_read_by = 0;    // left out
};

struct WhyReport {
  WhyNode node;
  Diagnostics diagnostics;
};

// The state is that of the plan made now. Writes no memory file, calls no text engine, makes no
// commit (the index is refreshed). kNotFound, with near misses, for what is not there; kUsage for
// the beginning of several ids (all are named) and for what lies outside the workspace or is no
// memory file; kInvalid for a file that cannot be read as one.
Result<WhyReport> why(const Environment& environment, const WhyOptions& options);

}  // namespace pyramid
