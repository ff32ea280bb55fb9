// When, by which sync, on which machine and from which words a fact came in.
#pragma once

#include "pyramid/memory_history.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

struct BlameOptions {
  WorkspaceOptions workspace;
  std::string what, folder;  // as WhyOptions
  bool all = false;          // every fact below a summary or section, not three of each
};

// A fact that the line or node asked for says.
struct BlamedFact {
  std::string id, path, text;
  std::optional<double> support;        // 0 to 1: how much of the line asked for it says
  std::optional<MemoryCommit> came_in;  // nullopt: not committed yet
  std::optional<MemoryCommit> changed;  // last, since then; by more than its place
  std::string session, session_title;   // the file; "" = it was told outside any conversation
  std::size_t first_line = 0;           // of the turn in it
  std::int64_t turn = 0;
  std::string speaker;
  std::optional<Time> said;
};

struct BlameReport {
  std::string path;
  std::size_t line = 0;  // 0 = the file as a whole
  std::string text;
  std::optional<MemoryCommit> written;  // the line, or the file, as it stands; nullopt: not yet
  std::vector<BlamedFact> facts;
  Diagnostics diagnostics;
};

// Changes nothing (the index is refreshed). Failures as why(), and kNotFound without git.
Result<BlameReport> blame(const Environment& environment, const BlameOptions& options);

}  // namespace pyramid
