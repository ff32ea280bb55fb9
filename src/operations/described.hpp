// The structs that have a record, and what they have in common. See record.hpp.
#pragma once

#include "operations/record.hpp"
#include "pyramid/pyramid.hpp"

namespace pyramid::operations {

// status() takes a workspace and no more.
struct StatusOptions {
  WorkspaceOptions workspace;
};

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
PYRAMID_DESCRIBED(RecallOptions);
PYRAMID_DESCRIBED(RecallReport);
PYRAMID_DESCRIBED(ObserveOptions);
PYRAMID_DESCRIBED(ObserveReport);
PYRAMID_DESCRIBED(RememberOptions);
PYRAMID_DESCRIBED(RememberReport);
PYRAMID_DESCRIBED(CapturedTurn);
PYRAMID_DESCRIBED(CaptureOptions);
PYRAMID_DESCRIBED(CaptureReport);
PYRAMID_DESCRIBED(ImportReport);
PYRAMID_DESCRIBED(DroppedSentence);
PYRAMID_DESCRIBED(LesserText);
PYRAMID_DESCRIBED(RemoteReport);
PYRAMID_DESCRIBED(SyncOptions);
PYRAMID_DESCRIBED(SyncReport);
PYRAMID_DESCRIBED(WhyOptions);
PYRAMID_DESCRIBED(WhyMade);
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

inline std::optional<std::string> text_or_none(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace pyramid::operations
