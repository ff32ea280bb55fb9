// Reports as the JSON documents that programs read (docs/cli.md).
#pragma once

#include "operations/operation.hpp"
#include "pyramid/pyramid.hpp"

#include <optional>
#include <vector>

namespace pyramid::operations {

Json to_json(const Diagnostics& diagnostics);
Json to_json(const std::vector<SyncStep>& steps);
Json to_json(const std::optional<RemoteReport>& remote);
Json to_json(const std::optional<MemoryCommit>& commit);
Json to_json(const std::vector<MemoryChange>& changes);
Json to_json(const SearchReport& report);
Json to_json(const ReadReport& report);
Json to_json(const RecallReport& report);
Json to_json(const ObserveReport& report);
Json to_json(const RememberReport& report);
Json to_json(const CaptureReport& report);
Json to_json(const ImportReport& report);
Json to_json(const SyncReport& report);
Json to_json(const WhyReport& report);
Json to_json(const HistoryReport& report);
Json to_json(const RevertReport& report);
Json to_json(const ForgetReport& report);
Json to_json(const StatusReport& report);

}  // namespace pyramid::operations
