// Operations that bring something into the memory.
#include "operations/described.hpp"
#include "operations/tables.hpp"

namespace pyramid::operations {

namespace {

template <typename Options>
void set_time(const ToldTime& told, Options& options) {
  options.at = told.at;
  options.offset = told.offset;
}

}  // namespace

const Record<ObserveOptions>& Described<ObserveOptions>::record() {
  static const auto record =
      Record<ObserveOptions>()
          .has("text", &ObserveOptions::text, "One sentence that names whom it is about")
          .required()
          .has("importance", &ObserveOptions::importance, "1 passing to 10 defining")
          .between(1, 1e9)  // more counts as 10
          .has("model", &ObserveOptions::model, "Model it belongs to")
          .takes<ToldTime>("at", &set_time<ObserveOptions>, "When it was so")
          .plain();
  return record;
}

const Record<ObserveReport>& Described<ObserveReport>::record() {
  using R = ObserveReport;
  static const auto record = [] {
    Record<R> report;
    report.has("id", &R::id, "Of the observation")
        .detail()
        .has("path", &R::path, "Of its file")
        .has("added", &R::added, "false: said before")
        .has("seen_again", &R::seen_again, "Counted as said at another time")
        .detail()
        .has("superseded", &R::superseded, "Observations that this corrects")
        .has("model", &R::model, "That it belongs to; empty: not assigned yet")
        .has("models_created", &R::models_created, "New models")
        .detail()
        .has("redacted", &R::redacted, "Secrets that were taken out")
        .detail()
        .has("failed", &R::failed, "Engine calls")
        .detail()
        .has("commit", &R::commit, "Its id")
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<RememberOptions>& Described<RememberOptions>::record() {
  static const auto record = Record<RememberOptions>()
                                 .has("text", &RememberOptions::text, "Markdown")
                                 .plain()
                                 .required()
                                 .has("channel", &RememberOptions::channel, "Where it was said");
  return record;
}

const Record<RememberReport>& Described<RememberReport>::record() {
  using R = RememberReport;
  static const auto record = [] {
    Record<R> report;
    report.has("path", &R::path, "Of the file")
        .has("first_line", &R::first_line, "Of the entry's heading")
        .has("redacted", &R::redacted, "Secrets that were taken out")
        .detail()
        .has("commit", &R::commit, "Its id")
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<CapturedTurn>& Described<CapturedTurn>::record() {
  static const auto record = Record<CapturedTurn>()
                                 .has("role", &CapturedTurn::role, "")
                                 .required()
                                 .one_of({"user", "assistant"})
                                 .has("text", &CapturedTurn::text, "")
                                 .required()
                                 .takes<ToldTime>("at", &set_time<CapturedTurn>, "");
  return record;
}

const Record<CaptureOptions>& Described<CaptureOptions>::record() {
  static const auto record = Record<CaptureOptions>()
                                 .has("turns", &CaptureOptions::turns, "Verbatim, in order")
                                 .required()
                                 .has("conversation", &CaptureOptions::conversation,
                                      "Its id: later calls append what is new")
                                 .has("title", &CaptureOptions::title, "Default: the first words")
                                 .detail()
                                 .has("user", &CaptureOptions::user, "Who speaks")
                                 .plain()
                                 .has("agent", &CaptureOptions::agent, "With whom")
                                 .plain();
  return record;
}

const Record<CaptureReport>& Described<CaptureReport>::record() {
  using R = CaptureReport;
  static const auto record = [] {
    Record<R> report;
    report.has("path", &R::path, "Of the session's file")
        .has("turns_added", &R::turns_added, "The others were held already")
        .has("observations", &R::observations, "Facts that came of it")
        .has("seen_again", &R::seen_again, "Facts that were known")
        .detail()
        .has("superseded", &R::superseded, "Facts that it corrects")
        .detail()
        .has("failed", &R::failed, "Engine calls: the next sync reads the turns")
        .detail()
        .has("redacted", &R::redacted, "Secrets that were taken out")
        .detail()
        .has("commit", &R::commit, "Its id")
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

namespace {

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
        .has("commit", &R::commit, "Its id");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<DroppedSentence>& Described<DroppedSentence>::record() {
  static const auto record = Record<DroppedSentence>()
                                 .has("path", &DroppedSentence::path, "")
                                 .has("sentence", &DroppedSentence::sentence, "")
                                 .has("reason", &DroppedSentence::reason, "");
  return record;
}

const Record<LesserText>& Described<LesserText>::record() {
  static const auto record = Record<LesserText>()
                                 .has("path", &LesserText::path, "")
                                 .has("level", &LesserText::level, "strict or builtin")
                                 .has("reason", &LesserText::reason, "");
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
          .has("source", &SyncOptions::source, "Also import from here first")
          .detail()
          .has("limit", &SyncOptions::limit, "Of the import: messages at most")
          .detail()
          .has("parallel", &SyncOptions::parallel, "Engine calls at once")
          .between(1, 64)
          .detail()
          .has("force", &SyncOptions::force, "Make the index anew first")
          .detail()
          .has("refresh_outdated", &SyncOptions::refresh_outdated,
               "Write again what another engine or recipe wrote; of this model, empty: of all")
          .detail()
          .has("batch", &SyncOptions::batch, "Ask the language model in batches")
          .detail()
          .has("remote", &SyncOptions::remote, "Exchange commits with this git remote")
          .detail();
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
        .has("overtaken", &R::overtaken, "Changed by a person meanwhile: left")
        .detail()
        .tells(
            "engine_calls", [](const R& from) { return from.engine.calls; }, "")
        .detail()
        .tells(
            "engine_calls_perhaps", [](const R& from) { return from.engine.calls_perhaps; },
            "Of a dry run: that may be spared")
        .detail()
        .tells(
            "tokens_in", [](const R& from) { return from.engine.tokens_in; }, "")
        .detail()
        .tells(
            "tokens_out", [](const R& from) { return from.engine.tokens_out; }, "")
        .detail()
        .tells(
            "cents", [](const R& from) { return from.engine.cents; }, "Of a US dollar")
        .detail()
        .tells(
            "price_known", [](const R& from) { return from.engine.price_known; }, "")
        .detail()
        .tells(
            "estimated", [](const R& from) { return from.engine.estimated; },
            "The server did not count the tokens of some calls")
        .detail()
        .has("failed", &R::failed, "Engine calls")
        .has("over_budget", &R::over_budget, "Of these: the budget had no room")
        .detail()
        .has("batch", &R::batch, "Calls asked in batches")
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
        .has("lesser", &R::lesser, "Texts of which the engine's first answer was of no use")
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

void add_telling(std::vector<Operation>& table) {
  Operation observing{"observe", "Observe a fact", "Store one fact.",
                      "When you learn a preference, decision, date or correction.",
                      Effect::kWrites};
  table.push_back(operation(std::move(observing), &observe));
  Operation logging{"log",
                    "Log an event",
                    "Append an entry to today's log.",
                    "For what happened; facts go to memory_observe.",
                    Effect::kWrites,
                    false};
  table.push_back(operation(std::move(logging), &log_text));
  Operation capturing{
      "capture", "Capture a conversation", "Store turns as a session, and the facts in them.",
      "At the end of a conversation or before its context is compacted.", Effect::kWrites};
  table.push_back(operation(std::move(capturing), &capture));
  Operation syncing{"sync", "Sync memory", "Bring summaries and models up to date.",
                    "After capturing or observing, when no answer waits.", Effect::kWrites};
  table.push_back(operation(std::move(syncing), &sync));
}

}  // namespace pyramid::operations
