// Taking in conversations from other programs.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/left_out.hpp"
#include "pyramid/result.hpp"
#include "pyramid/steps.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid {

struct ImportFormat {
  std::string name;            // "glenn"
  std::string description;     // "SQLite file with a table `messages`"
  std::string default_source;  // with `~`; "" when there is none
};
// Every format that import() reads.
std::vector<ImportFormat> import_formats();

// Calls of a language model that are asked in batches: cheaper, and answered within a day.
struct BatchUse {
  std::size_t submitted = 0;    // by this command
  std::size_t waiting = 0;      // of earlier ones: their batches are under way
  std::size_t collected = 0;    // answers that came from batches of earlier ones
  std::size_t asked_again = 0;  // of those batches: failed or expired, so asked as any other call
  [[nodiscard]] bool any() const { return submitted + waiting + collected + asked_again > 0; }
};

struct ImportOptions {
  WorkspaceOptions workspace;
  std::string format;  // a name of import_formats(); "" = told by the source's content
  std::string source;  // file or folder
  // More of them, each told by its own content, read one after the other.
  std::vector<std::string> more_sources;
  // Messages at most, of all sources together; 0 = all. The last conversation may be cut by it: a
  // later import goes on there.
  std::size_t limit = 0;
  unsigned parallel = 0;     // 0 = as pyramid.yaml says
  std::string conversation;  // only this one
  // Of OpenClaw's: this agent's alone, "" = of all. "main" is also the only one that there is.
  std::string agent = {};
  std::string user;      // how the person is called; "" = as pyramid.yaml says
  bool deleted = false;  // also conversations that were deleted at the source but are still there
  bool batch = false;    // as of SyncOptions
  bool dry_run = false;  // say what would come in, write nothing
};

struct ImportReport {
  std::size_t conversations = 0;  // read at the source
  std::size_t messages = 0;       // of these, without what `limit` cut off
  std::size_t added = 0, grown = 0, unchanged = 0;
  std::size_t changed = 0;  // edited or branched at the source: its text took the held one's place
  std::size_t observations = 0;            // written: extracted ones and facts
  std::size_t seen_again = 0;              // of what was said, what an observation said before
  std::size_t superseded = 0;              // observations that something said later corrects
  std::size_t without_facts = 0;           // conversations: read, and no observation came of them
  std::size_t facts = 0, facts_added = 0;  // of a source that holds facts, no conversations
  std::size_t skipped_records = 0;
  std::size_t skipped_conversations = 0;  // deleted there, or no person's, such as cron jobs
  LeftOut left_out;                       // what else is not taken in, by reason
  std::size_t failed = 0;  // engine calls: their conversations are read by the next import or sync
  std::size_t over_budget = 0;  // of these: as in SyncReport
  std::size_t redacted = 0;     // secrets that were taken out of what is new
  BatchUse batch;
  std::string commit;  // id, or "" when nothing changed
  // Of a dry run: what would be written, and what the extraction would cost.
  std::vector<SyncStep> steps;
  EngineUse engine;
  Diagnostics diagnostics;
};

// Writes each new, grown or changed conversation under sessions/ and its observations under
// observations/, then commits. Observations of turns that are there no more go out of use. What
// looks like a secret is redacted first, and named with its place in the new file; with `secrets:
// block` the whole conversation is refused. Importing the same again adds nothing. Of several
// sources one that cannot be read is a diagnostic; the only one is a failure. Needs the workspace's
// lock (kConflict).
Result<ImportReport> import(const Environment& environment, const ImportOptions& options);

}  // namespace pyramid
