// What memory learned, changed and dropped, and when.
#pragma once

#include "pyramid/changes.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

// A commit, as far as it tells who changed the memory.
struct MemoryCommit {
  std::string id;  // 40 hex digits
  Time at;
  std::string subject;
  bool by_hand = false;  // a person's edits, committed by a sync or by the person
  std::string machine;   // whose sync it was; "" = it does not say
  std::string author;
  // A shallow clone begins with it: what stands in it may have come in with it, or before.
  bool is_edge = false;
};

struct HistoryOptions {
  WorkspaceOptions workspace;
  // A node or file, as WhyOptions::what (a line is not looked at), also one that is gone; "" = all.
  std::string what;
  std::string folder;      // as WhyOptions::folder
  std::size_t limit = 20;  // commits
  std::optional<Time> since;
};

struct HistoryEntry {
  MemoryCommit commit;
  std::vector<MemoryChange> changes;  // none where a shallow clone begins: nobody knows them
};

struct HistoryReport {
  std::vector<HistoryEntry> entries;  // newest first
  bool more = false;                  // older ones were left out for the limit
  bool older = false;                 // others are older than `since`
  std::string path;                   // of the file asked for, as it is called now or was last
  std::string asked;                  // the name that it had, where it was asked for by that
  Diagnostics diagnostics;
};

// Changes nothing. kNotFound for a node that there is not and never was, and where the workspace is
// in no git repository.
Result<HistoryReport> memory_history(const Environment& environment, const HistoryOptions& options);

// The memory at one time and at another.
struct DiffOptions {
  WorkspaceOptions workspace;
  // Revisions, days (2026-05-01: as it was at the end of it, in the workspace's zone), times,
  // "yesterday", "3 days ago". "" = for `from` the last commit that the program made, for `to` the
  // files as they are.
  std::string from, to;
};

struct DiffReport {
  std::optional<MemoryCommit> from, to;  // nullopt: nothing yet; for `to` the files as they are
  std::vector<MemoryChange> changes;
  Diagnostics diagnostics;
};

// Changes nothing. kNotFound for a revision that there is not, or a time before the first commit.
Result<DiffReport> memory_diff(const Environment& environment, const DiffOptions& options);

struct ShowOptions {
  WorkspaceOptions workspace;
  std::string what, folder;  // as HistoryOptions
  std::string at;            // as DiffOptions::from; "" = now
};

struct ShowReport {
  std::string path;  // as it was called then
  std::string id, kind;
  std::string bytes;                   // the file, or the line of it that was named
  std::optional<MemoryCommit> commit;  // as of which; nullopt: now
  Diagnostics diagnostics;
};

// Changes nothing. kNotFound for a node that was not there then.
Result<ShowReport> show_memory(const Environment& environment, const ShowOptions& options);

// When a text first stood in the memory.
struct BisectOptions {
  WorkspaceOptions workspace;
  std::string text;  // compared without case, accents, markup and line ends
};

struct BisectEvent {
  MemoryCommit commit;
  bool came = true;  // false: it left the file again
  std::string path, kind;
  std::string line;    // where it stands, at most 200 characters
  std::string status;  // of an observation that says it and no longer counts: "superseded"
};

struct BisectReport {
  std::vector<BisectEvent> events;  // oldest first
  std::vector<std::string> now;     // files of the last commit that say it
  Diagnostics diagnostics;
};

// Changes nothing. kUsage for a text without a letter or digit.
Result<BisectReport> bisect_memory(const Environment& environment, const BisectOptions& options);

}  // namespace pyramid
