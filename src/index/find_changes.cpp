// What of the files is not as the index knows it.
#include "base/path.hpp"
#include "index/sqlite_index.hpp"
#include "workspace/extra_paths.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace pyramid::index {

namespace {

// A link that can be followed is no problem, only not ours to follow; names with a dot are not
// ours.
std::optional<Diagnostic> problem_of(const SkippedEntry& odd) {
  if (path::name(odd.path).starts_with('.')) return std::nullopt;
  switch (odd.kind) {
    case SkippedEntry::Kind::kRefused:
      return Diagnostic{
          Severity::kError, odd.path.empty() ? "." : odd.path,
          "cannot be read" + (odd.cause.empty() ? std::string() : " (" + odd.cause + ")"),
          "what is known of it stands; it is tried again by the next command: if that does not "
          "help, give read permission, or move it away"};
    case SkippedEntry::Kind::kDeadLink:
      return Diagnostic{Severity::kWarning, odd.path, "is a symlink that leads to nothing",
                        "remove it, or bring back what it leads to"};
    case SkippedEntry::Kind::kLinkLoop:
      return Diagnostic{Severity::kWarning, odd.path, "is a symlink that leads round in a circle",
                        "remove it"};
    case SkippedEntry::Kind::kNotRegular:
      break;
  }
  return Diagnostic{Severity::kWarning, odd.path, "is a pipe, a socket or a device, and not read",
                    "move it out of the folder"};
}

}  // namespace

Result<SqliteIndex::Changes> SqliteIndex::find_changes(FileSystem& files, bool force,
                                                       RefreshReport& report) {
  PYRAMID_TRY(load_scan());
  struct Found {
    std::size_t files = 0;
    std::vector<WalkEntry> to_read;
    std::vector<bool> met;  // by place in the table
    std::size_t near = 0;   // place in the table
  };
  const ScanTable& scan = whole_scan();
  const std::size_t known = scan.records().size();
  std::vector<Found> found(threads_);
  for (Found& one : found) one.met.resize(known);
  const auto visit = [&](unsigned worker, std::string_view directory, std::string_view name,
                         const FileStat& stat) {
    if (!workspace::is_memory_name(name)) return;
    Found& mine = found[worker];
    ++mine.files;
    if (!force) {
      const auto place = scan.find_unchanged(path_hash(directory, name), stat, mine.near);
      if (place) {
        mine.met[*place] = true;
        return;
      }
    }
    mine.to_read.push_back({path::join(directory, name), stat});
  };
  Changes changes;
  changes.force = force;
  PYRAMID_ASSIGN(const std::vector<SkippedEntry> odd,
                 files.visit_files(root_, workspace::enters, visit, threads_));
  for (const SkippedEntry& one : odd) {
    auto problem = problem_of(one);
    if (!problem) continue;
    report.diagnostics.push_back(*std::move(problem));
    if (one.kind == SkippedEntry::Kind::kRefused) report.unread.push_back(one.path);
  }
  visit_extra(files, visit, report);
  for (Found& one : found) {
    report.files += one.files;
    std::move(one.to_read.begin(), one.to_read.end(), std::back_inserter(changes.to_read));
  }
  for (std::size_t i = 0; i < known; ++i) {
    const bool met = std::any_of(found.begin(), found.end(),
                                 [i](const Found& one) { return static_cast<bool>(one.met[i]); });
    if (!met) changes.gone.push_back(scan.records()[i]);
  }
  return changes;
}

void SqliteIndex::visit_extra(FileSystem& files, const FileSystem::Visit& visit,
                              RefreshReport& report) {
  // What is wrong with the setting itself is told by who opens the workspace.
  const workspace::ExtraPaths paths = workspace::extra_paths(files, root_, extra_paths_, home_);
  for (const workspace::ExtraPath& extra : paths.found) {
    const auto named = [&](std::string_view below) {
      return below.empty() ? extra.path : path::join(extra.path, below);
    };
    const auto tell = [&](Diagnostic problem) {
      problem.severity = Severity::kWarning;
      report.diagnostics.push_back(std::move(problem));
    };
    if (extra.is_file) {
      const Result<FileStat> stat = files.stat(extra.real);
      if (stat) visit(0, path::directory(extra.path), path::name(extra.path), *stat);
      if (!stat && stat.error().kind != ErrorKind::kNotFound) report.unread.push_back(extra.path);
      continue;
    }
    const Result<std::vector<SkippedEntry>> odd = files.visit_files(
        extra.real, [&](std::string_view folder) { return workspace::enters(named(folder)); },
        [&](unsigned worker, std::string_view folder, std::string_view name, const FileStat& stat) {
          visit(worker, named(folder), name, stat);
        },
        threads_);
    if (!odd) {
      Error error = odd.error();
      error.where = extra.path;
      tell(to_diagnostic(error));
      if (error.kind != ErrorKind::kNotFound) report.unread.push_back(extra.path);
      continue;
    }
    for (const SkippedEntry& one : *odd) {
      auto problem = problem_of({named(one.path), one.kind, one.cause});
      if (!problem) continue;
      tell(*std::move(problem));
      if (one.kind == SkippedEntry::Kind::kRefused) report.unread.push_back(named(one.path));
    }
  }
}

}  // namespace pyramid::index
