#include "operations/documents.hpp"

#include "operations/described.hpp"

namespace pyramid::operations {

namespace {

template <typename Report>
Json document_of(const Report& report) {
  return Shape<Report>::write(report, {View::kPrograms, true, false});
}

}  // namespace

Json to_json(const Diagnostics& diagnostics) { return document_of(diagnostics); }
Json to_json(const std::vector<SyncStep>& steps) { return document_of(steps); }
Json to_json(const std::optional<RemoteReport>& remote) { return document_of(remote); }
Json to_json(const SearchReport& report) { return document_of(report); }
Json to_json(const ReadReport& report) { return document_of(report); }
Json to_json(const RecallReport& report) { return document_of(report); }
Json to_json(const ObserveReport& report) { return document_of(report); }
Json to_json(const RememberReport& report) { return document_of(report); }
Json to_json(const CaptureReport& report) { return document_of(report); }
Json to_json(const ImportReport& report) { return document_of(report); }
Json to_json(const SyncReport& report) { return document_of(report); }
Json to_json(const WhyReport& report) { return document_of(report); }
Json to_json(const HistoryReport& report) { return document_of(report); }
Json to_json(const RevertReport& report) { return document_of(report); }
Json to_json(const ForgetReport& report) { return document_of(report); }
Json to_json(const StatusReport& report) { return document_of(report); }
Json to_json(const std::optional<MemoryCommit>& commit) { return document_of(commit); }
Json to_json(const std::vector<MemoryChange>& changes) { return document_of(changes); }

}  // namespace pyramid::operations
