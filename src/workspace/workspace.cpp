#include "workspace/workspace.hpp"

#include "base/path.hpp"
#include "merge/merge.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

namespace pyramid::workspace {

Result<std::string> find_root(FileSystem& files, const std::string& from) {
  std::string folder = path::normalize(from);
  while (true) {
    const Result<FileStat> stat = files.stat(path::join(folder, kSettingsFile));
    if (stat && stat->kind != FileKind::kDirectory) return folder;  // a symlink will do
    // Not the one further up: this may be it.
    if (!stat && stat.error().kind != ErrorKind::kNotFound) return fail(Error(stat.error()));
    if (folder == "." || folder == "/" || path::name(folder) == "..") break;
    const std::string_view above = path::directory(folder);
    folder = above.empty() ? "." : std::string(above);
  }
  return fail(ErrorKind::kNotWorkspace, "no workspace here or above", from,
              "run `pyramid init`, or name one with -w");
}

std::string Workspace::absolute(std::string_view relative) const {
  return path::join(root, relative);
}

namespace {

// Settings in which git left its markers count as a merge makes one of both sides: no command stops
// for them, and the next sync writes it.
std::string settled(std::string bytes, Diagnostics& diagnostics) {
  const auto two = merge::without_markers(bytes);
  if (!two) return bytes;
  const std::string path(kSettingsFile);
  std::optional<std::string_view> base;
  if (two->base) base = *two->base;
  merge::Merged merged = merge::merge_file({path, base, two->ours, two->theirs, Date{}});
  if (!merged.bytes) return bytes;
  diagnostics.push_back({Severity::kWarning, path, "git's conflict markers stand in it",
                         "pyramid sync, or keep one side and remove the marker lines"});
  return *std::move(merged.bytes);
}

}  // namespace

Result<Workspace> open(FileSystem& files, const std::string& root) {
  Workspace workspace;
  workspace.root = root;
  const Result<FileStat> folder = files.stat(root);
  if (!folder && folder.error().kind != ErrorKind::kNotFound) return fail(Error(folder.error()));
  if (!folder)
    return fail(ErrorKind::kNotFound, "no such folder", root, "run `pyramid init` first");
  Result<std::string> settings = files.read(workspace.absolute(kSettingsFile));
  if (!settings) {
    if (settings.error().kind != ErrorKind::kNotFound) return fail(std::move(settings).error());
    return fail(ErrorKind::kNotWorkspace, "is not a workspace: it has no pyramid.yaml", root,
                "run `pyramid init` there");
  }
  const std::string bytes = settled(*std::move(settings), workspace.diagnostics);
  PYRAMID_ASSIGN(workspace.settings,
                 format::parse_settings(bytes, kSettingsFile, workspace.diagnostics));
  if (workspace.settings.timezone.empty()) return workspace;
  Result<Zone> zone = find_zone(files, workspace.settings.timezone);
  if (zone) {
    workspace.zone = *std::move(zone);
  } else {
    workspace.no_zone = std::move(zone).error();
    workspace.no_zone->where = kSettingsFile;
    workspace.diagnostics.push_back(to_diagnostic(*workspace.no_zone));
  }
  return workspace;
}

Result<std::unique_ptr<FileLock>> lock(FileSystem& files, const Workspace& workspace,
                                       Progress& progress) {
  constexpr std::chrono::milliseconds kSlice(200);  // not felt; between two a person is heard
  constexpr int kSlices = 25;
  PYRAMID_TRY(ensure_cache_folder(files, workspace));
  const std::string place = workspace.absolute(path::join(kCacheFolder, "lock"));
  Result<std::unique_ptr<FileLock>> held = files.wait_for_lock(place, kSlice);
  for (int i = 1; i < kSlices && !held && held.error().kind == ErrorKind::kConflict; ++i) {
    if (progress.cancelled()) {
      return fail(ErrorKind::kCancelled, "interrupted", {}, "nothing was done");
    }
    if (i == 1) progress.notice("another command writes to this workspace; waiting for it");
    held = files.wait_for_lock(place, kSlice);
  }
  return held;
}

namespace {

constexpr std::string_view kPutAside = "put-aside-";

// What may be a folder among the caches: those that the program makes, what was put aside before,
// and one in which somebody keeps an index (`--db`).
bool may_be_folder(FileSystem& files, const std::string& folder, const std::string& name) {
  if (name == "past" || name == "asks" || name == "ledger.new" || name == "queue") return true;
  if (name.starts_with(kPutAside)) return true;
  const Result<std::vector<DirectoryEntry>> entries = files.list(path::join(folder, name));
  return entries && std::any_of(entries->begin(), entries->end(), [](const DirectoryEntry& one) {
           return one.name.ends_with(".db") && one.kind == FileKind::kFile;
         });
}

// Whether a cache cannot be written there: a link that leads nowhere, a pipe, or another folder.
bool is_in_the_way(FileSystem& files, const std::string& folder, const DirectoryEntry& entry) {
  switch (entry.kind) {
    case FileKind::kFile:
      return false;
    case FileKind::kDirectory:
      return !may_be_folder(files, folder, entry.name);
    case FileKind::kSymlink:
      return !files.real_path(path::join(folder, entry.name));
    case FileKind::kOther:
      return true;
  }
  return false;
}

// What stands in the place of a file would keep it from being written, for ever. It is nothing of
// ours: it goes, unless it is a folder that holds something, which makes room.
Status make_room(FileSystem& files, const std::string& folder) {
  const Result<std::vector<DirectoryEntry>> entries = files.list(folder);
  if (!entries) return {};  // what is wrong shows when something is written
  for (const DirectoryEntry& entry : *entries) {
    if (!is_in_the_way(files, folder, entry)) continue;
    const std::string place = path::join(folder, entry.name);
    if (files.remove(place)) continue;
    std::string aside;
    for (int number = 1; aside.empty() || files.stat(aside); ++number) {
      aside = path::join(folder, std::string(kPutAside) + std::to_string(number));
    }
    const Status moved = files.rename(place, aside);
    if (!moved && moved.error().kind != ErrorKind::kNotFound) return moved;
  }
  return {};
}

}  // namespace

Status ensure_cache_folder(FileSystem& files, const Workspace& workspace) {
  const std::string folder = workspace.absolute(kCacheFolder);
  PYRAMID_TRY(make_room(files, folder));
  const std::string ignore = path::join(folder, ".gitignore");
  const Result<FileStat> there = files.stat(ignore);
  if (there && there->size > 0) return {};  // empty: who wrote it was killed
  PYRAMID_TRY(files.make_directories(folder));
  return files.write(ignore, "*\n");
}

}  // namespace pyramid::workspace
