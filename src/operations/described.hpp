// The structs that have a record, and what they have in common. See record.hpp.
#pragma once

#include "operations/documents.hpp"
#include "operations/record.hpp"
#include "pyramid/pyramid.hpp"

namespace pyramid::operations {

// Of use cases that take a workspace and no more.
struct StatusOptions {
  WorkspaceOptions workspace;
};
struct ModelsOptions : StatusOptions {};
struct LogOptions : RememberOptions {};
struct DoctorOptions : StatusOptions {};

// The steps of a sync, each with the options that it has.
struct SummarizeOptions : StepOptions {};
struct EmbedOptions : StepOptions {};

// The event with its machine, as it stands in the ledger.
Json entry_of(const LedgerEvent& event);

// Whoever asks for it asks for something; the rest alone is for the beginning of a session.
Result<RecallReport> recall_as_asked(const Environment& environment, const RecallOptions& options);
Result<StatusReport> status_as_asked(const Environment& environment, const StatusOptions& options);
Result<RememberReport> log_as_asked(const Environment& environment, const LogOptions& options);
Result<ModelsReport> models_as_asked(const Environment& environment, const ModelsOptions& options);
Result<DoctorReport> doctor_as_asked(const Environment& environment, const DoctorOptions& options);
Result<SyncReport> extract_step(const Environment& environment, const StepOptions& options);
Result<SyncReport> summarize_step(const Environment& environment, const SummarizeOptions& options);
Result<SyncReport> embed_step(const Environment& environment, const EmbedOptions& options);
Result<SyncReport> synthesize_step(const Environment& environment, const StepOptions& options);
Result<SyncReport> generate_step(const Environment& environment, const StepOptions& options);

#define PYRAMID_DESCRIBED(type)          \
  template <>                            \
  struct Described<type> {               \
    static const Record<type>& record(); \
  }

PYRAMID_DESCRIBED(Diagnostic);
PYRAMID_DESCRIBED(MemoryCommit);
PYRAMID_DESCRIBED(MemoryChange);
PYRAMID_DESCRIBED(SyncStep);
PYRAMID_DESCRIBED(BatchUse);
PYRAMID_DESCRIBED(SearchOptions);
PYRAMID_DESCRIBED(SearchHit);
PYRAMID_DESCRIBED(SearchReport);
PYRAMID_DESCRIBED(ReadOptions);
PYRAMID_DESCRIBED(ReadReport);
PYRAMID_DESCRIBED(RecallDecision);
PYRAMID_DESCRIBED(RecallOptions);
PYRAMID_DESCRIBED(RecallReport);
PYRAMID_DESCRIBED(TreeOptions);
PYRAMID_DESCRIBED(TreeLine);
PYRAMID_DESCRIBED(TreeReport);
PYRAMID_DESCRIBED(WalkOptions);
PYRAMID_DESCRIBED(WalkPlace);
PYRAMID_DESCRIBED(WalkReport);
PYRAMID_DESCRIBED(AddTopicOptions);
PYRAMID_DESCRIBED(AddTopicReport);
PYRAMID_DESCRIBED(MovedTopic);
PYRAMID_DESCRIBED(MoveTopicOptions);
PYRAMID_DESCRIBED(MoveTopicReport);
PYRAMID_DESCRIBED(DeleteTopicOptions);
PYRAMID_DESCRIBED(DeleteTopicReport);
PYRAMID_DESCRIBED(UpdateTopicOptions);
PYRAMID_DESCRIBED(UpdateTopicReport);
PYRAMID_DESCRIBED(ObserveOptions);
PYRAMID_DESCRIBED(ObserveReport);
PYRAMID_DESCRIBED(RememberOptions);
PYRAMID_DESCRIBED(LogOptions);
PYRAMID_DESCRIBED(RememberReport);
PYRAMID_DESCRIBED(CapturedTurn);
PYRAMID_DESCRIBED(CaptureOptions);
PYRAMID_DESCRIBED(CaptureReport);
PYRAMID_DESCRIBED(ImportReport);
PYRAMID_DESCRIBED(DroppedSentence);
PYRAMID_DESCRIBED(FallbackText);
PYRAMID_DESCRIBED(RemoteReport);
PYRAMID_DESCRIBED(SyncOptions);
PYRAMID_DESCRIBED(SyncReport);
PYRAMID_DESCRIBED(WhyOptions);
PYRAMID_DESCRIBED(WhyRecord);
PYRAMID_DESCRIBED(WhyNode);
PYRAMID_DESCRIBED(WhyReport);
PYRAMID_DESCRIBED(HistoryOptions);
PYRAMID_DESCRIBED(HistoryEntry);
PYRAMID_DESCRIBED(HistoryReport);
PYRAMID_DESCRIBED(RevertOptions);
PYRAMID_DESCRIBED(RevertReport);
PYRAMID_DESCRIBED(ForgetOptions);
PYRAMID_DESCRIBED(ForgottenPlace);
PYRAMID_DESCRIBED(PurgeReport);
PYRAMID_DESCRIBED(ForgetReport);
PYRAMID_DESCRIBED(StatusOptions);
PYRAMID_DESCRIBED(StatusReport);
PYRAMID_DESCRIBED(InitReport);
PYRAMID_DESCRIBED(VersionReport);
PYRAMID_DESCRIBED(HelpReport::Command);
PYRAMID_DESCRIBED(HelpReport);
PYRAMID_DESCRIBED(SetupReport::File);
PYRAMID_DESCRIBED(SetupReport);
PYRAMID_DESCRIBED(HostReport);
PYRAMID_DESCRIBED(MemoryToolReport);
PYRAMID_DESCRIBED(TrustedAddress);
PYRAMID_DESCRIBED(TrustReport);
PYRAMID_DESCRIBED(QueueReport);
PYRAMID_DESCRIBED(ConverseReport);
PYRAMID_DESCRIBED(EvaluateReport);
PYRAMID_DESCRIBED(WatchUpdate);
PYRAMID_DESCRIBED(RetrieveOptions);
PYRAMID_DESCRIBED(RetrievedSummary);
PYRAMID_DESCRIBED(RetrieveReport);
PYRAMID_DESCRIBED(ListOptions);
PYRAMID_DESCRIBED(ObservationLine);
PYRAMID_DESCRIBED(ListReport);
PYRAMID_DESCRIBED(SummariesOptions);
PYRAMID_DESCRIBED(SummaryLine);
PYRAMID_DESCRIBED(SummariesReport);
PYRAMID_DESCRIBED(ModelLine);
PYRAMID_DESCRIBED(ModelsOptions);
PYRAMID_DESCRIBED(ModelsReport);
PYRAMID_DESCRIBED(ModelSection);
PYRAMID_DESCRIBED(ModelOptions);
PYRAMID_DESCRIBED(ModelReport);
PYRAMID_DESCRIBED(ExportOptions);
PYRAMID_DESCRIBED(ExportReport);
PYRAMID_DESCRIBED(DiffOptions);
PYRAMID_DESCRIBED(DiffReport);
PYRAMID_DESCRIBED(ShowOptions);
PYRAMID_DESCRIBED(ShowReport);
PYRAMID_DESCRIBED(BlameOptions);
PYRAMID_DESCRIBED(BlamedFact);
PYRAMID_DESCRIBED(BlameReport);
PYRAMID_DESCRIBED(BisectOptions);
PYRAMID_DESCRIBED(BisectEvent);
PYRAMID_DESCRIBED(BisectReport);
PYRAMID_DESCRIBED(ImportOptions);
PYRAMID_DESCRIBED(BootstrapOptions);
PYRAMID_DESCRIBED(BootstrapReport);
PYRAMID_DESCRIBED(StepOptions);
PYRAMID_DESCRIBED(SummarizeOptions);
PYRAMID_DESCRIBED(EmbedOptions);
PYRAMID_DESCRIBED(TaskLine);
PYRAMID_DESCRIBED(TaskRelation);
PYRAMID_DESCRIBED(AddTaskOptions);
PYRAMID_DESCRIBED(AddTaskReport);
PYRAMID_DESCRIBED(TakeTasksOptions);
PYRAMID_DESCRIBED(TakeTasksReport);
PYRAMID_DESCRIBED(EndTaskOptions);
PYRAMID_DESCRIBED(EndTaskReport);
PYRAMID_DESCRIBED(LinkTaskOptions);
PYRAMID_DESCRIBED(LinkTaskReport);
PYRAMID_DESCRIBED(ListTasksOptions);
PYRAMID_DESCRIBED(ListTasksReport);
PYRAMID_DESCRIBED(ShowTaskOptions);
PYRAMID_DESCRIBED(ShowTaskReport);
PYRAMID_DESCRIBED(TaskGraphOptions);
PYRAMID_DESCRIBED(TaskGraphReport);
PYRAMID_DESCRIBED(FactLine);
PYRAMID_DESCRIBED(ListFactsOptions);
PYRAMID_DESCRIBED(ListFactsReport);
PYRAMID_DESCRIBED(FactDecision);
PYRAMID_DESCRIBED(PromoteOptions);
PYRAMID_DESCRIBED(PromoteReport);
PYRAMID_DESCRIBED(ArchiveOptions);
PYRAMID_DESCRIBED(ArchiveReport);
PYRAMID_DESCRIBED(CheckOptions);
PYRAMID_DESCRIBED(Ungrounded::Violation);
PYRAMID_DESCRIBED(Ungrounded);
PYRAMID_DESCRIBED(GroundingReport);
PYRAMID_DESCRIBED(IndexReport::Difference);
PYRAMID_DESCRIBED(IndexReport);
PYRAMID_DESCRIBED(CheckReport);
PYRAMID_DESCRIBED(DoctorOptions);
PYRAMID_DESCRIBED(DoctorReport);
PYRAMID_DESCRIBED(CostsOptions);
PYRAMID_DESCRIBED(Cost);
PYRAMID_DESCRIBED(RecipeCost);
PYRAMID_DESCRIBED(DayCost);
PYRAMID_DESCRIBED(CostsReport);
PYRAMID_DESCRIBED(LedgerOptions);
PYRAMID_DESCRIBED(LedgerCount);
PYRAMID_DESCRIBED(LedgerReport);
PYRAMID_DESCRIBED(RecordOptions);
PYRAMID_DESCRIBED(RecordReport);
PYRAMID_DESCRIBED(PruneOptions);
PYRAMID_DESCRIBED(PrunedFile);
PYRAMID_DESCRIBED(PruneReport);

#undef PYRAMID_DESCRIBED

// As every report tells them: programs get each part, agents a line.
template <typename Report>
void tell_diagnostics(Record<Report>& record) {
  record.has("diagnostics", &Report::diagnostics, "Problems that did not stop the rest").detail();
  record
      .tells(
          "warnings",
          [](const Report& report) {
            std::vector<std::string> lines;
            for (const Diagnostic& one : report.diagnostics) lines.push_back(to_string(one));
            return lines;
          },
          "Problems that did not stop the rest")
      .for_agents()
      .or_left_out();
}

template <typename Options>
void set_since(const Beginning& since, Options& options) {
  options.since = since.at;
}

inline std::optional<std::string> text_or_none(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace pyramid::operations
