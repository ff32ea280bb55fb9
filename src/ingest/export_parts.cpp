#include "ingest/export_parts.hpp"

#include "base/path.hpp"

#include <utility>

namespace pyramid::ingest {

namespace {

constexpr std::size_t kHeadBytes = 256UL * 1024;

bool is_called(std::string_view name, std::string_view begins) {
  return name.starts_with(begins) && path::extension(name) == ".json";
}

bool is_readable(FileKind kind) { return kind == FileKind::kFile || kind == FileKind::kSymlink; }

Result<std::vector<ExportPart>> parts_of_zip(const std::string& path, std::string_view begins) {
  PYRAMID_ASSIGN(std::vector<ZipMember> members, zip_members(path));
  std::vector<ExportPart> parts;
  for (ZipMember& member : members) {
    if (!is_called(path::name(member.name), begins)) continue;
    parts.push_back({path, std::move(member)});
  }
  return parts;
}

// The files of a folder: loose ones and those in zips.
void add_files(const std::string& folder, const std::vector<DirectoryEntry>& entries,
               std::string_view begins, std::vector<ExportPart>& parts, Diagnostics& diagnostics) {
  for (const DirectoryEntry& entry : entries) {
    if (!is_readable(entry.kind)) continue;
    const std::string path = path::join(folder, entry.name);
    if (is_called(entry.name, begins)) parts.push_back({path, std::nullopt});
    if (path::extension(entry.name) != ".zip") continue;
    Result<std::vector<ExportPart>> zipped = parts_of_zip(path, begins);
    if (!zipped) {
      diagnostics.push_back(to_diagnostic(zipped.error()));
      continue;
    }
    for (ExportPart& part : *zipped) parts.push_back(std::move(part));
  }
}

// The place of `"key"` as the name of a member, not as words in a text.
std::size_t find_key(std::string_view head, std::string_view key) {
  const std::string quoted = "\"" + std::string(key) + "\"";
  for (std::size_t at = head.find(quoted); at != std::string_view::npos;
       at = head.find(quoted, at + 1)) {
    if (at == 0 || head[at - 1] != '\\') return at;
  }
  return std::string_view::npos;
}

bool leads_to_file(FileSystem& files, const std::string& link) {
  const Result<std::string> real = files.real_path(link);
  if (!real) return real.error().kind == ErrorKind::kNotFound;
  const Result<FileStat> there = files.stat(*real);
  return there && there->kind == FileKind::kFile;
}

}  // namespace

Result<std::vector<ExportPart>> export_parts(FileSystem& files, const std::string& source,
                                             const Source& what, Diagnostics& diagnostics,
                                             std::string_view begins) {
  if (what.look == Look::kZip) return parts_of_zip(source, begins);
  if (what.look != Look::kFolder) return std::vector<ExportPart>{{source, std::nullopt}};
  PYRAMID_ASSIGN(const std::vector<DirectoryEntry> entries, files.list(source));
  std::vector<ExportPart> parts;
  add_files(source, entries, begins, parts, diagnostics);
  for (const DirectoryEntry& entry : entries) {
    const bool is_link = entry.kind == FileKind::kSymlink;
    if (entry.kind != FileKind::kDirectory && !is_link) continue;
    const std::string folder = path::join(source, entry.name);
    const auto below = files.list(folder);
    if (!below) {
      if (is_link && leads_to_file(files, folder)) continue;
      diagnostics.push_back(to_diagnostic(below.error()));
      continue;
    }
    for (const DirectoryEntry& file : *below) {
      if (!is_readable(file.kind) || !is_called(file.name, begins)) continue;
      parts.push_back({path::join(folder, file.name), std::nullopt});
    }
  }
  return parts;
}

Status read_part(FileSystem& files, const ExportPart& part,
                 const std::function<bool(std::string_view piece)>& take) {
  if (part.member) return read_zip_member(part.path, *part.member, take);
  return files.read_in_pieces(part.path, take);
}

bool part_has_key(FileSystem& files, const ExportPart& part, std::string_view key,
                  std::string_view other_key) {
  std::string head;
  static_cast<void>(read_part(files, part, [&](std::string_view piece) {
    head += piece.substr(0, kHeadBytes - head.size());
    return head.size() < kHeadBytes;
  }));
  return find_key(head, key) < find_key(head, other_key);
}

}  // namespace pyramid::ingest
