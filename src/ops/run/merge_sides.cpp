#include "ops/run/merge_sides.hpp"

#include "base/text.hpp"
#include "format/node.hpp"
#include "ops/run/merging.hpp"

namespace pyramid::ops {

std::optional<Ulid> id_in(std::string_view bytes, std::string_view path) {
  const Result<format::Document> document = format::parse_document(bytes, path);
  if (!document) return std::nullopt;
  return parse_ulid(document->frontmatter.scalar("id").value_or(std::string_view()));
}

std::optional<std::string_view> view_of(const std::optional<std::string>& bytes) {
  if (!bytes) return std::nullopt;
  return std::string_view(*bytes);
}

bool has_markers_of_git(const history::Unmerged& file, std::string_view now) {
  for (const std::string_view line : split_lines(now)) {
    if (!line.starts_with("<<<<<<<")) continue;
    const auto has = [&](const std::optional<std::string>& state) {
      return state && state->find(line) != std::string::npos;
    };
    if (!has(file.base) && !has(file.ours) && !has(file.theirs)) return true;
  }
  return false;
}

bool is_folder(FileSystem& files, const workspace::Workspace& workspace, const std::string& path) {
  const Result<FileStat> stat = files.stat(workspace.absolute(path));
  return stat && stat->kind == FileKind::kDirectory;
}

std::string file_meant(FileSystem& files, const workspace::Workspace& workspace,
                       const std::string& path) {
  const std::size_t mark = path.rfind('~');
  if (mark == std::string::npos) return path;
  std::string meant = path.substr(0, mark);
  return is_merged_by_kind(meant) && is_folder(files, workspace, meant) ? meant : path;
}

}  // namespace pyramid::ops
