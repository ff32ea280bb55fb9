// Operations that bring conversations in, and what follows from them up to date.
#include "operations/described.hpp"
#include "operations/engine_use.hpp"
#include "operations/tables.hpp"

namespace pyramid::operations {

namespace {

constexpr const char* kBatch = "Send calls of a language model in a batch: cheaper, answered later";

void set_sources(std::vector<std::string> sources, ImportOptions& options) {
  if (sources.empty()) return;
  options.source = sources.front();
  options.more_sources.assign(sources.begin() + 1, sources.end());
}

Diagnostics all_diagnostics(const BootstrapReport& report) {
  Diagnostics all = report.imported.diagnostics;
  if (report.synced) {
    const Diagnostics& more = report.synced->diagnostics;
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::optional<Json> expected_of(const ImportReport& report) {
  if (report.steps.empty()) return std::nullopt;
  const EngineUse& use = report.engine;
  return Json{{"engine_calls", use.calls},
              {"tokens_in", use.tokens_in},
              {"tokens_out", use.tokens_out},
              {"cents", use.cents},
              {"price_known", use.price_known}};
}

Json counts_of(const LeftOut& left_out) {
  Json counts = Json::object();
  for (std::size_t i = 0; i < kLeftOutKinds.size(); ++i) {
    counts[std::string(kLeftOutKinds[i].name)] = left_out.counts()[i];
  }
  return counts;
}

}  // namespace

const Record<ImportReport>& Described<ImportReport>::record() {
  using R = ImportReport;
  static const auto record = [] {
    Record<R> report;
    report.has("conversations", &R::conversations, "Read at the source")
        .has("messages", &R::messages, "Of these")
        .has("added", &R::added, "New conversations")
        .has("grown", &R::grown, "Conversations that went on")
        .has("changed", &R::changed, "Conversations that were edited at the source")
        .has("unchanged", &R::unchanged, "Conversations that were held already")
        .has("observations", &R::observations, "Written")
        .has("seen_again", &R::seen_again, "Facts that were known")
        .has("superseded", &R::superseded, "Facts that were corrected")
        .has("without_facts", &R::without_facts, "Conversations that told none")
        .has("facts", &R::facts, "Of a source that holds facts")
        .has("facts_added", &R::facts_added, "Of these, new")
        .has("skipped_records", &R::skipped_records, "Of types that are no conversation")
        .has("skipped_conversations", &R::skipped_conversations, "Deleted, or no person's")
        .tells(
            "left_out", [](const R& from) { return counts_of(from.left_out); },
            "What else was not taken, by reason")
        .has("redacted", &R::redacted, "Secrets that were taken out")
        .has("failed", &R::failed, "Engine calls")
        .has("over_budget", &R::over_budget, "Of these: the budget had no room")
        .has("batch", &R::batch, "Calls asked in batches")
        .has("commit", &R::commit, "Its id")
        .has("steps", &R::steps, "Of a dry run: what would come in")
        .or_left_out()
        .tells("expected", expected_of, "Of a dry run: what a language model would take")
        .or_left_out();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<ImportOptions>& Described<ImportOptions>::record() {
  static const auto record =
      Record<ImportOptions>()
          .has("format", &ImportOptions::format, "Of which program; default: its content tells")
          .not_typed()
          .takes<std::vector<std::string>>("source", &set_sources, "Files or folders to read")
          .typed("--source,source", "PATH")
          .path()
          .has("limit", &ImportOptions::limit, "Messages at most")
          .between(1, 1e9)
          .typed("--limit", "N")
          .has("parallel", &ImportOptions::parallel, "Engine calls at once")
          .between(1, 64)
          .typed("-p,--parallel", "N")
          .has("conversation", &ImportOptions::conversation, "Only the conversation with this id")
          .typed("--conversation", "ID")
          .has("agent", &ImportOptions::agent, "Only this agent of OpenClaw's")
          .typed("--agent", "NAME|all",
                 "Only this agent of OpenClaw's, or all; default: main, of a source that is "
                 "named all")
          .has("deleted", &ImportOptions::deleted,
               "Also conversations that were deleted there but are still to be found")
          .has("dry_run", &ImportOptions::dry_run, "Say what would come in, change nothing")
          .has("batch", &ImportOptions::batch, kBatch)
          .flag("--batch", true)
          .excludes("--dry-run")
          .has("user", &ImportOptions::user, "Who you are in them: only that one's words are yours")
          .typed("--user", "NAME");
  return record;
}

const Record<BootstrapOptions>& Described<BootstrapOptions>::record() {
  static const auto record =
      Record<BootstrapOptions>()
          .has("source", &BootstrapOptions::source, "A Glenn database, or any other source")
          .required()
          .typed("--source,source", "DB")
          .path()
          .has("parallel", &BootstrapOptions::parallel, "Engine calls at once")
          .between(1, 64)
          .typed("-p,--parallel", "N")
          .has("conversation", &BootstrapOptions::conversation,
               "Only the conversation with this id")
          .typed("--conversation", "ID")
          .has("limit", &BootstrapOptions::limit, "Messages at most")
          .between(1, 1e9)
          .typed("--limit", "N")
          .has("user", &BootstrapOptions::user,
               "Who you are in it: only that one's words are yours")
          .typed("--user", "NAME")
          .has("summarize", &BootstrapOptions::summarize, "Sync, too")
          .flag("--no-summarize", false, "Conversations and observations only");
  return record;
}

const Record<BootstrapReport>& Described<BootstrapReport>::record() {
  using R = BootstrapReport;
  static const auto record =
      Record<R>()
          .has("imported", &R::imported, "What came in")
          .has("synced", &R::synced, "What was made of it; null: nothing")
          .tells("diagnostics", all_diagnostics, "Problems that did not stop the rest");
  return record;
}

const Record<DroppedSentence>& Described<DroppedSentence>::record() {
  static const auto record = Record<DroppedSentence>()
                                 .has("path", &DroppedSentence::path, "")
                                 .has("sentence", &DroppedSentence::sentence, "")
                                 .has("reason", &DroppedSentence::reason, "");
  return record;
}

const Record<FallbackText>& Described<FallbackText>::record() {
  static const auto record = Record<FallbackText>()
                                 .has("path", &FallbackText::path, "")
                                 .has("level", &FallbackText::level, "strict or builtin")
                                 .has("reason", &FallbackText::reason, "");
  return record;
}

const Record<RemoteReport>& Described<RemoteReport>::record() {
  static const auto record = Record<RemoteReport>()
                                 .has("name", &RemoteReport::name, "Of the remote")
                                 .has("received", &RemoteReport::received, "Commits")
                                 .has("sent", &RemoteReport::sent, "Commits")
                                 .has("why_not", &RemoteReport::why_not, "It was not reached");
  return record;
}

const Record<SyncOptions>& Described<SyncOptions>::record() {
  static const auto record =
      Record<SyncOptions>()
          .has("dry_run", &SyncOptions::dry_run, "Only say what it would do")
          .plain()
          .typed("--dry-run", "", "Show the plan, change nothing")
          .has("source", &SyncOptions::source, "Also import from here first")
          .detail()
          .typed("--source", "PATH")
          .path()
          .has("user", &SyncOptions::user, "Who you are in it: only that one's words are yours")
          .detail()
          .typed("--user", "NAME")
          .needs("--source")
          .has("limit", &SyncOptions::limit, "Of the import: messages at most")
          .between(1, 1e9)
          .detail()
          .typed("--limit", "N")
          .needs("--source")
          .has("parallel", &SyncOptions::parallel, "Engine calls at once")
          .between(1, 64)
          .detail()
          .typed("-p,--parallel", "N")
          .has("force", &SyncOptions::force, "Make the index anew first, from every file")
          .detail()
          .flag("--force", true)
          .excludes("--dry-run")
          .has("refresh_outdated", &SyncOptions::refresh_outdated,
               "Write again what another engine or recipe wrote; of this model, empty: of all")
          .detail()
          .typed("--refresh-outdated", "[MODEL]",
                 "Also write again what another engine or recipe wrote")
          .bare()
          .has("batch", &SyncOptions::batch, kBatch)
          .detail()
          .flag("--batch", true)
          .excludes("--dry-run")
          .has("remote", &SyncOptions::remote,
               "Exchange commits with this git remote too; empty: the branch's own")
          .detail()
          .typed("--remote", "[NAME]",
                 "Exchange commits with this git remote too; default: the branch's own")
          .bare();
  return record;
}

const Record<SyncReport>& Described<SyncReport>::record() {
  using R = SyncReport;
  static const auto record = [] {
    Record<R> report;
    report.has("nothing_to_do", &R::nothing_to_do, "Everything was up to date")
        .has("sessions_extracted", &R::sessions_extracted, "Conversations read")
        .detail()
        .has("sessions_without_facts", &R::sessions_without_facts, "That told none")
        .detail()
        .has("observations_added", &R::observations_added, "New facts")
        .has("observations_seen_again", &R::observations_seen_again, "Facts that were known")
        .detail()
        .has("observations_superseded", &R::observations_superseded, "Facts that were corrected")
        .detail()
        .has("observations_assigned", &R::observations_assigned, "Facts that got a model")
        .detail()
        .has("summaries_written", &R::summaries_written, "")
        .has("summaries_removed", &R::summaries_removed, "")
        .detail()
        .has("sections_written", &R::sections_written, "Of models")
        .has("models_created", &R::models_created, "")
        .detail()
        .has("models_rewritten", &R::models_rewritten, "")
        .detail()
        .has("files_written", &R::files_written, "")
        .detail()
        .has("files_removed", &R::files_removed, "")
        .detail()
        .has("exported", &R::exported, "What the setting `export` asks for")
        .detail()
        .has("changed_meanwhile", &R::changed_meanwhile, "Changed by a person meanwhile: left")
        .detail()
        .tells(
            "engine_calls", [](const R& from) { return from.engine.calls; }, "")
        .detail()
        .tells(
            "engine_calls_avoidable", [](const R& from) { return from.engine.calls_avoidable; },
            "Of a dry run: that may be spared")
        .detail();
    tell_engine_use(report, "The server did not count the tokens of some calls");
    report.has("batch", &R::batch, "Calls asked in batches")
        .detail()
        .has("left", &R::left, "For the next sync")
        .has("more_will_follow", &R::more_will_follow, "Of a dry run: turns are to be read first")
        .detail()
        .has("files_embedded", &R::files_embedded, "")
        .detail()
        .has("texts_embedded", &R::texts_embedded, "")
        .detail()
        .has("texts_to_embed", &R::texts_to_embed, "")
        .detail()
        .has("files_indexed_again", &R::files_indexed_again, "")
        .detail()
        .has("merged", &R::merged, "Files of which there were two states")
        .detail()
        .has("remote", &R::remote, "What was exchanged; null: nothing")
        .detail()
        .has("hand_edits_commit", &R::hand_edits_commit, "Commit of a person's edits")
        .detail()
        .has("commit", &R::commit, "Its id")
        .has("violations", &R::violations, "Sentences that did not stand on their sources")
        .detail()
        .has("dropped", &R::dropped, "Those that were left out")
        .detail()
        .has("fallbacks", &R::fallbacks, "Texts of which the engine's first answer was of no use")
        .detail()
        .has("steps", &R::steps, "What was done, in order")
        .detail()
        .has("offers", &R::offers, "Language models that are at hand")
        .detail()
        .has("imported", &R::imported, "What came in first")
        .detail()
        .or_left_out();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

namespace {

constexpr double kHighestTier = 99;

template <typename Options>
Result<SyncReport> step_of(const Environment& environment, const Options& options, Step step) {
  StepOptions one = options;
  one.step = step;
  return run_step(environment, one);
}

// What every step takes.
template <typename Options>
Record<Options> record_of_step() {
  Record<Options> record;
  record
      .template takes<unsigned>(
          "parallel", [](unsigned parallel, Options& options) { options.parallel = parallel; },
          "Engine calls at once")
      .between(1, 64)
      .typed("-p,--parallel", "N");
  return record;
}

}  // namespace

Result<SyncReport> extract_step(const Environment& environment, const StepOptions& options) {
  return step_of(environment, options, Step::kObserve);
}
Result<SyncReport> summarize_step(const Environment& environment, const SummarizeOptions& options) {
  return step_of(environment, options, Step::kSummarize);
}
Result<SyncReport> embed_step(const Environment& environment, const EmbedOptions& options) {
  return step_of(environment, options, Step::kEmbed);
}
Result<SyncReport> synthesize_step(const Environment& environment, const StepOptions& options) {
  return step_of(environment, options, Step::kSynthesize);
}
Result<SyncReport> generate_step(const Environment& environment, const StepOptions& options) {
  return step_of(environment, options, Step::kGenerate);
}

const Record<StepOptions>& Described<StepOptions>::record() {
  static const Record<StepOptions> record = record_of_step<StepOptions>();
  return record;
}

const Record<SummarizeOptions>& Described<SummarizeOptions>::record() {
  using Options = SummarizeOptions;
  static const Record<Options> record = [] {
    Record<Options> options = record_of_step<Options>();
    options
        .takes<int>(
            "tier", [](int tier, Options& to) { to.tier = tier; },
            "Tier N and above, of 0 that alone; those below must be up to date")
        .between(0, kHighestTier)
        .typed("--tier", "N")
        .takes<int>(
            "max_tier", [](int tier, Options& to) { to.max_tier = tier; }, "No tier above N")
        .between(0, kHighestTier)
        .typed("--max-tier", "N")
        .takes<std::size_t>(
            "max_observations", [](std::size_t most, Options& to) { to.max_observations = most; },
            "Only the oldest N observations")
        .between(1, 1e9)
        .typed("--max-obs", "N");
    return options;
  }();
  return record;
}

const Record<EmbedOptions>& Described<EmbedOptions>::record() {
  static const Record<EmbedOptions> record = [] {
    Record<EmbedOptions> options = record_of_step<EmbedOptions>();
    options.takes<bool>(
        "force", [](bool force, EmbedOptions& to) { to.force = force; }, "All of them again");
    return options;
  }();
  return record;
}

void add_syncing(std::vector<Operation>& table) {
  Operation importing{"import", "Import conversations",
                      "Import conversations from another program.", "", Effect::kWrites};
  importing.manual =
      "Keeps each conversation verbatim under sessions/ and writes what it says as observations,\n"
      "each linked to its turn. Importing the same again adds nothing. Without a format flag each\n"
      "source's content tells which it is.";
  importing.examples = {
      "pyramid import --openclaw", "pyramid import --claude-code --dry-run",
      "pyramid import ~/Downloads/data-2026-05-15.zip ~/.claude/projects",
      "pyramid import --glenn --source chat.sqlite --conversation 12 --user Maya"};
  importing.is_local = true;
  table.push_back(operation(std::move(importing), &import));

  Operation beginning{"bootstrap", "Import and sync",
                      "Import all that another program kept, then sync.", "", Effect::kWrites};
  beginning.manual =
      "Every conversation of the source, whatever program kept it: its content tells the format.\n"
      "Run again, it imports what is new there.";
  beginning.examples = {"pyramid bootstrap --source glenn.db",
                        "pyramid bootstrap --source glenn.db --no-summarize"};
  beginning.is_local = true;
  table.push_back(operation(std::move(beginning), &bootstrap));

  Operation syncing{"sync", "Sync memory", "Bring summaries and models up to date.",
                    "After capturing, when no answer waits.", Effect::kWrites};
  syncing.manual =
      "Reads what changed, extracts observations, assigns them to models, writes the summaries\n"
      "and sections that are out of date, and commits. A second sync right after does nothing.";
  syncing.examples = {"pyramid sync", "pyramid sync --source ~/.openclaw", "pyramid sync --remote",
                      "pyramid sync --dry-run", "pyramid sync --refresh-outdated user"};
  table.push_back(operation(std::move(syncing), &sync));

  Operation extracting{"extract_sessions", "Extract facts",
                       "Extract the observations of sessions and assign them.", "",
                       Effect::kWrites};
  extracting.command = "internal observe";
  table.push_back(operation(std::move(extracting), &extract_step));

  Operation summarizing{"summarize", "Write summaries", "Write the summaries that are out of date.",
                        "", Effect::kWrites};
  summarizing.manual =
      "Tier by tier, from what is assigned to a model: the observations, then the summaries\n"
      "below. Writes no sections and no MEMORY.md; pyramid sync does all of it.";
  summarizing.examples = {"pyramid summarize", "pyramid summarize --tier 0"};
  table.push_back(operation(std::move(summarizing), &summarize_step));

  Operation embedding{"embed", "Embed texts", "Bring index and embeddings up to date.", "",
                      Effect::kWrites};
  embedding.manual =
      "Every other command does this for the files that changed. Changes no memory file.";
  embedding.examples = {"pyramid embed", "pyramid embed --force"};
  table.push_back(operation(std::move(embedding), &embed_step));

  Operation synthesizing{"synthesize", "Write sections",
                         "Rewrite the sections that are out of date.", "", Effect::kWrites};
  synthesizing.command = "internal synthesize";
  table.push_back(operation(std::move(synthesizing), &synthesize_step));

  Operation generating{"generate", "Write the index of models",
                       "Write the index of models in MEMORY.md.", "", Effect::kWrites};
  generating.command = "internal generate";
  table.push_back(operation(std::move(generating), &generate_step));
}

}  // namespace pyramid::operations
