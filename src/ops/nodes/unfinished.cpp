#include "ops/nodes/unfinished.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "workspace/layout.hpp"
#include "workspace/store.hpp"

namespace pyramid::ops {

namespace {

constexpr char kRemoved = '-';

std::string noted_line(std::string_view path, const std::optional<Digest>& digest) {
  std::string line = digest ? to_hex(*digest) : std::string(1, kRemoved);
  return line.append(" ").append(path).append("\n");
}

std::string log_of(const workspace::Workspace& workspace) {
  return workspace.absolute(std::string(workspace::kCacheFolder) + "/unfinished");
}

}  // namespace

void note_unfinished(FileSystem& files, const workspace::Workspace& workspace,
                     std::span<const Unwritten> unwritten) {
  std::string lines;
  for (const auto& [path, digest] : unwritten) {
    if (path.find('\n') != std::string_view::npos) continue;  // a person's name for it
    lines += noted_line(path, digest);
  }
  (void)files.append(log_of(workspace), lines);
}

Unfinished read_unfinished(FileSystem& files, const workspace::Workspace& workspace) {
  Unfinished found;
  const Result<std::string> bytes = files.read(log_of(workspace));
  if (!bytes) return found;
  for (const std::string_view line : split_lines(*bytes)) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) continue;
    const std::string_view written = line.substr(0, blank);
    const std::optional<Digest> digest = parse_digest(written);
    const bool removed = written == std::string_view(&kRemoved, 1);
    if (digest || removed) found[std::string(line.substr(blank + 1))].insert(digest);
  }
  return found;
}

Status sweep_unfinished(FileSystem& files, const workspace::Workspace& workspace) {
  std::set<std::string> folders;
  for (const auto& [path, digests] : read_unfinished(files, workspace)) {
    folders.emplace(path::directory(path));
  }
  for (const std::string& folder : folders) {
    PYRAMID_TRY(workspace::sweep(files, workspace.absolute(folder)));
  }
  return {};
}

Status forget_unfinished(FileSystem& files, const workspace::Workspace& workspace) {
  return files.remove(log_of(workspace));
}

Status forget_unfinished(FileSystem& files, const workspace::Workspace& workspace,
                         const std::vector<std::string>& paths) {
  Unfinished left = read_unfinished(files, workspace);
  for (const std::string& path : paths) left.erase(path);
  if (left.empty()) return forget_unfinished(files, workspace);
  std::string lines;
  for (const auto& [path, digests] : left) {
    for (const std::optional<Digest>& digest : digests) lines += noted_line(path, digest);
  }
  return files.write(log_of(workspace), lines);
}

}  // namespace pyramid::ops
