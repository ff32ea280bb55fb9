// The build: from what the files say to files that are true.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/import.hpp"
#include "pyramid/result.hpp"
#include "pyramid/steps.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

struct SyncOptions {
  WorkspaceOptions workspace;
  std::string source;         // also import from here first; "" = nothing
  std::string source_format;  // with source; "" = told by its content
  std::string conversation;   // with source: as of ImportOptions
  std::size_t limit = 0;      // the same
  std::string user;           // the same
  unsigned parallel = 0;      // 0 = as pyramid.yaml says
  bool dry_run = false;       // make the plan, write nothing
  bool force = false;         // throw the index away first: every file is read again
  // Also write again what another engine or recipe wrote: of the model so called ("" = of all).
  std::optional<std::string> refresh_outdated;
  // Calls of the language model go in a batch, at its price, and the sync ends before what they are
  // to write; a later one collects the answers. Not what a few calls write: sections, descriptions
  // and what is asked for again. kUsage where the server has no Batch API. Not with dry_run.
  bool batch = false;
  // Also exchange commits with this git remote ("" = the branch's own, else origin).
  std::optional<std::string> remote;
};

// A sentence of an engine that says something else than what it was made from: it was left out.
struct DroppedSentence {
  std::string path;  // workspace-relative, of a section with #name; for a new file its folder
  std::string sentence;
  std::string reason;
};

// A text for which the engine's first answer was unusable.
struct FallbackText {
  std::string path;    // as of a DroppedSentence
  std::string level;   // what wrote it: "strict", a shorter answer; "builtin", the rules
  std::string reason;  // what was wrong with the answer before
};

// What was exchanged with other machines.
struct RemoteReport {
  std::string name;
  std::size_t received = 0, sent = 0;  // commits
  std::string why_not;  // not reached, or it took nothing: its own words; the next one catches up
};

struct SyncReport {
  bool nothing_to_do = false;
  std::size_t sessions_extracted = 0;
  std::size_t sessions_without_facts = 0;  // of those: read, and no observation came of it
  std::size_t observations_added = 0;
  std::size_t observations_seen_again = 0;  // said before: counted on the first one
  std::size_t observations_superseded = 0;  // corrected by what was said later
  std::size_t observations_assigned = 0;
  std::size_t summaries_written = 0, summaries_removed = 0;
  std::size_t sections_written = 0;
  std::size_t links_mended = 0;               // files whose links lead to moved files again
  std::vector<std::string> models_rewritten;  // "user", "project-x"
  std::vector<std::string> models_created;
  std::vector<std::string> files_written, files_removed;
  std::vector<std::string> exported;  // what `export` in pyramid.yaml asks for
  std::vector<std::string>
      changed_meanwhile;  // changed by a person meanwhile: left for the next sync
  EngineUse engine;
  std::size_t files_embedded = 0;
  // Of an embedding that is asked over a network, or newly chosen: texts that got their vector
  // after the commit, and those that are left because a call failed.
  std::size_t texts_embedded = 0, texts_to_embed = 0;
  std::size_t files_indexed_again = 0;  // all of them, by force
  std::string hand_edits_commit;        // id of the commit that holds the person's edits, or ""
  std::string commit;                   // id, or ""
  std::optional<ImportReport> imported;
  // Engine calls that failed, or that a budget did not allow: what they were to write waits for the
  // next sync, and the rest is done.
  std::size_t failed = 0;
  std::size_t over_budget = 0;  // of these: nobody was asked, as the budget had no room
  std::size_t violations = 0;   // sentences that did not stand on their sources, dropped or mended
  std::vector<DroppedSentence> dropped;
  std::vector<FallbackText> fallbacks;
  BatchUse batch;
  std::string left;  // after a failure: "3 summaries to write, …"
  // A dry run: turns are to be read first, and what follows from them is not in the plan.
  bool more_will_follow = false;
  // What became of files of which there were two states: of two machines, or with git's markers.
  std::vector<SyncStep> merged;
  std::optional<RemoteReport> remote;
  std::vector<SyncStep> steps;
  // Of a sync that wrote texts by rules: language models that are at hand, as in DoctorReport.
  std::vector<std::string> offers;
  bool first_by_rules = false;  // the first one that wrote texts, and the built-in engine did
  Diagnostics diagnostics;
};

// import → extract → assign → group → summarise → embed → synthesise → render → commit. A second
// sync right after does nothing: no byte, no engine call, no commit. An interrupted one has kept
// what it finished (kCancelled after Ctrl-C); the next goes on. An engine call that fails leaves
// its own text to the next sync and nothing else. Needs the lock (kConflict).
Result<SyncReport> sync(const Environment& environment, const SyncOptions& options);

// Parts of a sync by themselves, for scripts and for looking at one step.
enum class Step { kObserve, kSummarize, kEmbed, kSynthesize, kGenerate };
struct StepOptions {
  WorkspaceOptions workspace;
  Step step = Step::kObserve;
  std::optional<std::size_t> max_observations;  // kSummarize: the oldest so many only
  std::optional<int> max_tier;                  // kSummarize: no tier above
  // kSummarize: 0 alone, or this one and all above it; kUsage while one below is out of date.
  std::optional<int> tier;
  bool force = false;  // kEmbed: all of them again
  unsigned parallel = 0;
};
Result<SyncReport> run_step(const Environment& environment, const StepOptions& options);

}  // namespace pyramid
