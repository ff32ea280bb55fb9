#include "ops/nodes/inside.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/markdown.hpp"
#include "ops/calls/ledger_events.hpp"
#include "workspace/extra_paths.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

Failure leads_out(const std::string& given) {
  return fail(ErrorKind::kUsage, "lies outside the workspace", printable(given),
              "name a file of the memory, such as MEMORY.md");
}

// Each folder on the way and the file itself: a symlink could lead anywhere. What is not there is
// the file that was asked for, whatever folder of its is missing.
Status check_way(FileSystem& files, const workspace::Workspace& workspace,
                 const std::string& relative) {
  for (std::size_t slash = relative.find('/');; slash = relative.find('/', slash + 1)) {
    const std::string part = relative.substr(0, slash);
    Result<FileStat> stat = files.stat(workspace.absolute(part));
    if (!stat) {
      stat.error().where = relative;
      return fail(std::move(stat).error());
    }
    if (stat->kind == FileKind::kSymlink) {
      return fail(ErrorKind::kUsage, "is a symlink, and not followed", part);
    }
    if (slash != std::string::npos) continue;
    if (stat->kind == FileKind::kFile) return {};
    return fail(ErrorKind::kUsage, "is not a file", part);
  }
}

}  // namespace

std::optional<std::string> as_spelled(FileSystem& files, const workspace::Workspace& workspace,
                                      const std::string& relative) {
  if (utf8::is_ascii(relative)) return std::nullopt;
  std::string spelled;
  for (const std::string_view part : split(relative, '/')) {
    const auto entries = files.list(path::join(workspace.root, spelled));
    if (!entries) return std::nullopt;
    const std::string wanted = utf8::nfc(part);
    const auto same =
        std::find_if(entries->begin(), entries->end(),
                     [&](const DirectoryEntry& entry) { return utf8::nfc(entry.name) == wanted; });
    if (same == entries->end()) return std::nullopt;
    spelled = path::join(spelled, same->name);
  }
  return spelled;
}

Result<std::string> path_inside(FileSystem& files, const workspace::Workspace& workspace,
                                const std::string& given) {
  if (given.empty()) {
    return fail(ErrorKind::kUsage, "no path is given", {}, "name a file of the memory");
  }
  if (given.find('\0') != std::string::npos) {
    return fail(ErrorKind::kUsage, "is not a file of the memory", printable(given),
                "no file's name holds a NUL");
  }
  std::string relative = path::normalize(given);
  if (path::is_absolute(relative)) {
    const std::string root = path::normalize(workspace.root) + "/";
    if (!relative.starts_with(root)) return leads_out(given);
    relative = relative.substr(root.size());
  }
  if (relative == "." || relative == ".." || relative.starts_with("../")) return leads_out(given);
  if (!workspace::is_memory_file(relative)) {
    return fail(ErrorKind::kUsage, "is not a file of the memory", printable(given),
                "memory files end with .md and lie in no dot folder");
  }
  const Status there = check_way(files, workspace, relative);
  if (there) return relative;
  const auto spelled = there.error().kind == ErrorKind::kNotFound
                           ? as_spelled(files, workspace, relative)
                           : std::nullopt;
  if (!spelled) return fail(Error(there.error()));
  PYRAMID_TRY(check_way(files, workspace, *spelled));
  return *spelled;
}

Result<std::string> linked_path(FileSystem& files, const workspace::Workspace& workspace,
                                const std::string& given) {
  Result<std::string> as_given = path_inside(files, workspace, given);
  if (as_given) return as_given;
  Result<std::string> decoded = path_inside(files, workspace, format::percent_decoded(given));
  return decoded ? decoded : as_given;
}

Result<std::string> readable_path(FileSystem& files, const workspace::Workspace& workspace,
                                  const std::string& home, const std::string& given) {
  const std::string month = path::normalize(given);
  if (path::directory(month) == kLedgerFolder && month.ends_with(".jsonl")) {
    PYRAMID_TRY(check_way(files, workspace, month));
    return month;
  }
  Result<std::string> inside = path_inside(files, workspace, given);
  const std::vector<std::string>& setting = workspace.settings.extra_paths;
  if (inside || setting.empty() || given.find('\0') != std::string::npos) return inside;
  const workspace::ExtraPaths extra = workspace::extra_paths(files, workspace.root, setting, home);
  const bool from_home = !home.empty() && given.starts_with("~/");
  const std::string path = path::normalize(from_home ? home + given.substr(1) : given);
  const Result<std::string> real = files.real_path(path::join(workspace.root, path));
  if (!real) {
    const bool below = std::any_of(extra.found.begin(), extra.found.end(), [&](const auto& one) {
      return path.starts_with(one.path + "/");
    });
    return below ? Result<std::string>(fail(Error(real.error()))) : inside;
  }
  std::optional<std::string> named = workspace::path_in(extra.found, path::normalize(*real));
  const Result<FileStat> stat = files.stat(*real);
  if (!named || !stat || stat->kind != FileKind::kFile) return inside;
  return *std::move(named);
}

}  // namespace pyramid::ops
