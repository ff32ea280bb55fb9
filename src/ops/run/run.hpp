// The steps of a sync, in the order in which data flows through them.
//
// Each is a function from what the files say to files to write. What one finished is on the disk
// before the next ones have asked an engine for long, so that an interrupted sync keeps it. All of
// them return kCancelled when the person pressed Ctrl-C; what is finished then is flushed by
// whoever called.
#pragma once

#include "format/conversation.hpp"
#include "format/node.hpp"
#include "ops/calls/services.hpp"
#include "ops/nodes/gone_facts.hpp"
#include "ops/nodes/said_table.hpp"
#include "ops/nodes/working_set.hpp"
#include "ops/run/opened.hpp"
#include "plan/plan.hpp"
#include "pyramid/sync.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pyramid::ops {

class Ahead;     // ops/run/ahead.hpp
class WordPool;  // ops/write/grounded.hpp
std::shared_ptr<WordPool> make_word_pool();

// Where the report tells a failure that others may have been like.
struct ToldFailure {
  std::size_t diagnostic = 0;  // its position
  std::string what;            // of the first
  std::size_t more = 0;
};

// One sync or import under way; what has a `&` is borrowed.
struct Run {
  Services& services;
  Opened& opened;
  WorkingSet& memory;
  SyncReport& report;
  unsigned workers = 1;
  std::optional<plan::Refresh> refresh = std::nullopt;
  SaidTable said = {};
  bool facts_keyed = false;     // every observation of the index has its keys (known_facts.cpp)
  bool index_has_keys = false;  // then
  GoneFacts gone = {};
  // What was said in sessions that wait for extraction and whose files do not keep it.
  std::unordered_map<Ulid, format::Conversation> heard = {};
  std::set<std::string> conversations_extracted = {};  // by their first parts
  std::vector<std::string> titles_extracted = {};      // of those
  std::set<Ulid> not_extracted = {};  // sessions that failed: not tried twice in a run
  std::shared_ptr<WordPool> words = make_word_pool();
  std::set<std::string> conversations_with_facts = {};  // of those extracted
  std::map<std::string, ToldFailure> failures = {};     // of engines, by what they have in common
  std::size_t taken_in = 0;  // conversations: new, grown and changed ones
  Ahead* ahead = nullptr;    // or none: what the run writes is taken in at its end
};

// A text that could not be made: what was to be written at `path` waits for the next sync, the rest
// goes on. Many that an engine failed alike are told once.
void note_failed(Run& run, Error error, const std::string& path);
// Tells the ledger which facts the run took in.
void note_taken(const Run& run);
// Tasks that go to the engines between two writes to the disk: about 64, and so many that no worker
// is idle at the end.
std::size_t tasks_at_once(const Run& run);
// What another sync has to do, as far as that is known: "3 summaries to write, …"; "" = nothing.
std::string what_is_left(const Run& run);

// kCancelled with what was taken in and what is left, once the person asked to stop; not where
// nothing is left, for then all was done. `rest`: what is left that the memory does not show.
Status cancelled_if_asked(const Run& run, std::string_view rest = {});
inline constexpr std::string_view kToBeTakenIn = "what is still to be taken in";

// Conversations from another program -> session files and their observations, some at a time: what
// was read before an interruption is kept with its observations. The last ones wait for
// extract_sessions().
Result<ImportReport> import_conversations(Run& run, const ImportOptions& options);
// What that would add, as steps in run.report; writes nothing.
Result<ImportReport> plan_import(Run& run, const ImportOptions& options);

// Sessions whose turns were not all looked at -> observation files.
Status extract_sessions(Run& run);

// Observations without a model -> the same with one; new models get their file. Not flushed: that
// is done beside the calls for what is made from them.
Status assign_models(Run& run);
// The same of one observation alone, where nothing else moves for it. Where older facts move to a
// model that it is the last sign of, all of them wait for the next sync, and a diagnostic says so.
Status assign_alone(Run& run, const Ulid& id);
// The file of a new model, unless it has one.
Status create_home(Run& run, const engine::KnownModel& model);

// Generated links whose target was moved or renamed by hand -> the same links, leading there again;
// those of summaries to sources that are gone go, but where the plan makes these again. No digest
// changes by that. Not flushed: a dry run uses it too.
Status mend_links(Run& run);
// The same; and summaries whose files were named after words of an observation that is gone get
// plain names, up to the top: what was deleted is in no link that an agent loads.
Status mend_links_and_names(Run& run);
// What is said of a file that a summary listed as a source and that is none.
Diagnostic no_source(const std::string& path, const std::string& summary);
// The one node whose id ends as the name of a link's target does ("…-7t5xbn.md"), if there is one.
const format::Node* moved_to(const WorkingSet& memory, std::string_view target);

struct SummaryLimits {
  std::optional<std::size_t> max_observations;
  std::optional<int> max_tier;
  std::optional<int> tier;  // as of StepOptions
};
// Groups that are new or read something else now -> summary files, tier by tier. With `tier`:
// kUsage, and nothing written, while one below it is out of date. The last ones are not flushed.
Status write_summaries(Run& run, const SummaryLimits& limits);

// Time sections whose sources changed -> MEMORY.md and models/*.md.
Status write_sections(Run& run);
// Adds to a plan the sections that will take up what a person wrote into those that end.
Status add_heirs(const Run& run, plan::Plan& plan);
// The index of models in MEMORY.md, and home files that are missing: no engine needed.
Status write_homes(Run& run);
// Whether that would change the index of models.
Result<bool> is_index_to_write(const Run& run);

// A summary that a person edited, without its sources.
SyncStep release_step(const std::string& path);

// kInvalid for settings that do not say how the memory is grouped: then nothing may be written.
Status knows_shape(const format::Settings& settings);

// The step by whose recipe summaries are written.
std::string_view summary_step(const plan::Rules& rules);
// What would write each sort of text now.
plan::Writers writers(const Run& run);
// Without what waits for a file that cannot be read (ops/run/hindered.hpp).
Result<plan::Plan> plan_of(const Run& run, const plan::FactIndex& facts);
Result<plan::Plan> current_plan(const Run& run);
// With the sessions that the run has written.
Result<std::vector<std::string>> names_of_user(const Run& run);

// How texts and people are named in links and headings.
std::string title_of_model(const WorkingSet& memory, const std::string& model);
// Names of a model that its texts may hold without a source.
std::vector<std::string> names_of_model(const WorkingSet& memory, const std::string& model);
// Engines know the base models by their roles: the assistant's is "assistant" to them, also where
// the workspace calls it "self".
std::string role_of(const plan::Rules& rules, const std::string& model);
std::string model_of(const plan::Rules& rules, const std::string& role);
// "14 May 2026", "2 to 12 May 2026", "28 April to 3 May 2026", "3 December 2025 to 4 January 2026".
std::string span_label(LocalTime start, LocalTime end);
// Bytes for a text with a person's words in it: however long these are, the engine has room to say
// something too.
std::size_t budget_beside(std::string_view kept, std::int64_t budget);
// The text and time of a source, as engines read it.
Result<engine::SourceText> source_text(const WorkingSet& memory, const Ulid& id);

}  // namespace pyramid::ops
