// Facts: observations that were promoted, because they hold for good or were said again and again.
// They lie in facts/projects, areas, resources or archives instead of observations/, and are the
// same nodes as before: links, search, corrections, forgetting and merges are those of
// observations. MEMORY.md's `## Always` and recall tell them first.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/steps.hpp"
#include "pyramid/time.hpp"
#include "pyramid/zone.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

struct FactLine {
  std::string id, path, text;
  std::string category;  // projects, areas, resources, archives
  std::string model;
  LocalTime at;                 // when it was said
  std::string status;           // active, superseded, quarantined, or a word of a person's
  std::string superseded_by;    // path of the observation or fact that took its place, or ""
  std::size_t recalled = 0;     // times, as far as the ledger goes back
  std::optional<Time> last_at;  // when it was recalled last
  // "sessions/….md#^t17", the turn that it is from, or what it was said to: "observe"; or ""
  std::string source = {};
};

struct ListFactsOptions {
  WorkspaceOptions workspace;
  std::string category;  // "" = all
  std::string model;     // by name, title or alias; "" = all
  bool stale = false;    // those alone that are out of use, or were not recalled for 90 days
  std::size_t limit = 50;
};
struct ListFactsReport {
  std::vector<FactLine> facts;  // by category, then the newest first
  std::size_t total = 0;        // of those that are asked for
  Diagnostics diagnostics;
};
// kUsage for a category that there is not.
Result<ListFactsReport> list_facts(const Environment& environment, const ListFactsOptions& options);

// What becomes of one observation, and why.
struct FactDecision {
  std::string path;  // as it lies before
  std::string to;    // where it goes; "" = it stays
  std::string text;
  std::string category;
  bool promoted = false;
  // "lasting, importance 8, said 3 times"; a language model's, behind its verdict.
  std::string reason;
  // Of a language model: "lasting", which promotes, "passing", "vague", "known", "contradicted";
  // "" = decided by rules.
  std::string verdict;
};

struct PromoteOptions {
  WorkspaceOptions workspace;
  std::vector<std::string> what;  // observations by path or the end of their id; none: it chooses
  std::string category;           // "" = by the type of the model
  std::size_t limit = 8;          // facts a day, where it chooses
  double cents = 12;              // a day for a language model, where its price is known
  bool dry_run = false;
};
struct PromoteReport {
  std::vector<FactDecision> decisions;  // the weightiest first
  std::size_t promoted = 0;
  std::size_t waiting = 0;  // observations that weigh enough, and were not come to: for another day
  EngineUse engine;         // of a dry run: expected
  std::size_t failed = 0;   // engine calls, or those that a budget did not allow: what they were to
                            // judge waits
  std::size_t over_budget = 0;  // of these: nobody was asked
  std::string commit;           // id, or ""
  Diagnostics diagnostics;
};
// Moves observations to facts/ and commits them; each decision goes into the ledger. Where it
// chooses it takes what holds for good and weighs most: by sort, importance and how often it was
// said, nothing that a fact says already, and of one day no more than `limit`, however often it
// runs. A language model judges each of these first, 24 at most: what it does not take is not
// asked about again unless that changes; where it has no answer of use, the rules decide, and the
// reason says so. kUsage for what is out of use, kNotFound for what is no observation. Needs the
// lock (kConflict).
Result<PromoteReport> promote(const Environment& environment, const PromoteOptions& options);

struct ArchiveOptions {
  WorkspaceOptions workspace;
  std::string model;     // by name, title or alias
  bool restore = false;  // out of the archive again
  bool dry_run = false;
};
struct ArchiveReport {
  std::vector<FactDecision> decisions;
  std::size_t moved = 0;
  std::string commit;  // id, or ""
  Diagnostics diagnostics;
};
// Moves the facts of a model to facts/archives together, or back. They stay in use.
Result<ArchiveReport> archive_facts(const Environment& environment, const ArchiveOptions& options);

}  // namespace pyramid
