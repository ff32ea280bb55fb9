// What the exports of Claude and ChatGPT have in common: arrays of conversations that need not fit
// in memory. Private to src/ingest.
#pragma once

#include "format/conversation.hpp"
#include "ingest/json.hpp"
#include "ingest/reader.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <array>
#include <functional>
#include <string>
#include <string_view>

namespace pyramid::ingest {

// What one vendor's reader knows of its records. No state.
struct ExportFormat {
  const char* vendor;  // "Claude"
  // The member that every conversation has and no other vendor's; the other's.
  const char* key;
  const char* other_key;
  const char* id_key;  // where a message says it in the diagnostics
  const char* hint;    // what to name instead of what is no export
  // How files are called that come beside conversations, in archives of their own: "projects".
  std::array<std::string_view, 3> beside;
  // What a record without `key` is instead, as a phrase.
  std::string (*looks_like)(const Json& record);
  // Whether the person wants this one not to be remembered.
  bool (*is_private)(const Json& record);
  std::string (*title)(const Json& record);
  // Without start and title; no origin where the record has no id. Counts in `report` what it skips
  // and leaves out.
  format::Conversation (*to_conversation)(const Json& record, ReadReport& report);
};

// Reader::recognises for an export.
bool is_export(FileSystem& files, const std::string& path, const Source& what,
               const ExportFormat& format);

// Reader::read for an export: no more than one conversation is in memory, each id is taken once.
Result<ReadReport> read_export(FileSystem& files, const std::string& source,
                               const ExportFormat& format, const ReadOptions& options,
                               const std::function<Status(format::Conversation)>& sink);

}  // namespace pyramid::ingest
