#include "ops/calls/batch_records.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "ops/calls/json_members.hpp"
#include "ops/calls/ledger_events.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <utility>

namespace pyramid::ops {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kExtension = ".jsonl";

std::string folder() { return path::join(std::string(kLedgerFolder), "batches"); }

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string lines_of(const BatchRecord& record) {
  std::string lines =
      line_of({{"at", format_time(record.at)}, {"server", record.server}, {"model", record.model}});
  for (const BatchCall& call : record.calls) {
    lines += line_of({{"call", to_hex(call.key)},
                      {"recipe", call.recipe},
                      {"tool", call.tool},
                      {"tokens", call.tokens}});
  }
  return lines;
}

void take_line(const Json& line, BatchRecord& record) {
  for (const auto& [key, member] :
       {std::pair("server", &BatchRecord::server), std::pair("model", &BatchRecord::model),
        std::pair("file", &BatchRecord::file), std::pair("batch", &BatchRecord::batch)}) {
    if (line.contains(key)) record.*member = text_in(line, key);
  }
  if (const auto at = parse_time(text_in(line, "at"))) record.at = *at;
  if (line.contains("counted")) record.counted = true;
  const std::optional<Digest> key = parse_digest(text_in(line, "call"));
  if (!key) return;
  const auto tokens = line.find("tokens");
  const bool counted = tokens != line.end() && tokens->is_number_unsigned();
  record.calls.push_back({*key, text_in(line, "recipe"), text_in(line, "tool"),
                          counted ? tokens->get<std::size_t>() : 0});
}

}  // namespace

BatchRecords::BatchRecords(FileSystem& files, workspace::Workspace workspace)
    : files_(files), workspace_(std::move(workspace)) {}

std::string BatchRecords::path_of(const BatchRecord& record) {
  return path::join(folder(), record.name + std::string(kExtension));
}

std::vector<BatchRecord> BatchRecords::read(Diagnostics& diagnostics) const {
  std::vector<BatchRecord> records;
  const auto entries = files_.list(workspace_.absolute(folder()));
  if (!entries) return records;
  for (const DirectoryEntry& entry : *entries) {
    if (entry.kind != FileKind::kFile || !entry.name.ends_with(kExtension)) continue;
    BatchRecord record;
    record.name = entry.name.substr(0, entry.name.size() - kExtension.size());
    const Result<std::string> bytes = files_.read(workspace_.absolute(path_of(record)));
    if (!bytes) {
      diagnostics.push_back(to_diagnostic(bytes.error()));
      continue;
    }
    for (const std::string_view line : split_lines(*bytes)) {
      const Json json = Json::parse(line, nullptr, false);
      if (json.is_object()) take_line(json, record);  // a torn one tells nothing
    }
    records.push_back(std::move(record));
  }
  return records;
}

Status BatchRecords::write(const BatchRecord& record) const {
  const std::string path = workspace_.absolute(path_of(record));
  PYRAMID_TRY(make_ledger_folder(files_, workspace_));
  PYRAMID_TRY(files_.make_directories(workspace_.absolute(folder())));
  const std::string temporary = path + ".new";
  PYRAMID_TRY(files_.write(temporary, lines_of(record)));
  PYRAMID_TRY(files_.sync(workspace_.absolute(folder())));
  PYRAMID_TRY(files_.rename(temporary, path));
  return files_.sync(workspace_.absolute(folder()));
}

Status BatchRecords::note_file(const BatchRecord& record) const {
  return add(record, line_of({{"file", record.file}}));
}

Status BatchRecords::note_batch(const BatchRecord& record) const {
  return add(record, line_of({{"batch", record.batch}}));
}

Status BatchRecords::note_counted(const BatchRecord& record) const {
  return add(record, line_of({{"counted", true}}));
}

Status BatchRecords::remove(const BatchRecord& record) const {
  PYRAMID_TRY(files_.remove(workspace_.absolute(path_of(record))));
  static_cast<void>(files_.remove(workspace_.absolute(folder())));  // one that is not empty stays
  return {};
}

Status BatchRecords::add(const BatchRecord& record, std::string_view line) const {
  PYRAMID_TRY(files_.append(workspace_.absolute(path_of(record)), line));
  return files_.sync(workspace_.absolute(folder()));
}

Diagnostics batches_under_way(FileSystem& files, const workspace::Workspace& workspace) {
  Diagnostics told;
  for (const BatchRecord& record : BatchRecords(files, workspace).read(told)) {
    if (record.counted) continue;
    told.push_back({Severity::kWarning, BatchRecords::path_of(record),
                    "a batch of " + count_of(record.calls.size(), "call") + " is under way since " +
                        format_time(record.at),
                    "a later `pyramid sync` collects its answers"});
  }
  return told;
}

}  // namespace pyramid::ops
