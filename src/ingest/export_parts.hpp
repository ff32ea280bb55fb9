// Where the conversations of an export lie: conversations.json, conversations-000.json and so on,
// as they are or in the zips in which they were downloaded. Private to src/ingest.
#pragma once

#include "ingest/source.hpp"
#include "ingest/zip.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

struct ExportPart {
  std::string path;                 // a file of JSON, or a zip
  std::optional<ZipMember> member;  // then: which of the zip
  [[nodiscard]] std::string where() const { return member ? path + "/" + member->name : path; }
};

// A file; the conversations of a zip; or those of a folder, of the zips in it and of the folders
// directly in it (a delivery in parts). Sorted. A zip of a folder that cannot be read is told in
// `diagnostics`; one that is named itself is a failure. `begins`: how the files are called that are
// wanted instead, such as "memories".
Result<std::vector<ExportPart>> export_parts(FileSystem& files, const std::string& source,
                                             const Source& what, Diagnostics& diagnostics,
                                             std::string_view begins = "conversations");

// FileSystem::read_in_pieces for a part.
Status read_part(FileSystem& files, const ExportPart& part,
                 const std::function<bool(std::string_view piece)>& take);

// Whether `key` comes before `other_key` among the members of the first records: a conversation of
// Claude's has `chat_messages`, one of ChatGPT's `mapping`. Looks at the first 256 KiB.
bool part_has_key(FileSystem& files, const ExportPart& part, std::string_view key,
                  std::string_view other_key);

}  // namespace pyramid::ingest
