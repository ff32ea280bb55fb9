#include "ops/run/merging.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/node.hpp"
#include "format/settings.hpp"
#include "history/filters.hpp"
#include "history/git_at_work.hpp"
#include "history/stopped_merge.hpp"
#include "merge/merge.hpp"
#include "ops/calls/commit_gate.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/driver_notes.hpp"
#include "ops/run/merge_sides.hpp"
#include "ops/run/resolver.hpp"
#include "ops/run/tombstones.hpp"
#include "pyramid/merge.hpp"
#include "pyramid/version.hpp"
#include "workspace/layout.hpp"
#include "workspace/store.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace pyramid {
namespace ops {

namespace {

constexpr const char* kAttributes = ".gitattributes";
constexpr const char* kIgnores = ".gitignore";
constexpr std::string_view kDriverName = "merge=pyramid";
// What earlier versions wrote, which united a person's own files of this kind too.
constexpr std::string_view kAllLogs = "pyramid.yaml merge=pyramid\n*.jsonl merge=union\n";
constexpr std::string_view kLedgers = "pyramid.yaml merge=pyramid\nledger/*.jsonl merge=union\n";
// And what they wrote into .gitignore.
constexpr std::string_view kIgnoredBefore =
    "# Pyramid: the key of a language model may stand in .env and belongs into no commit.\n.env\n";
constexpr std::string_view kMergeMessage = "memory: merge of another machine's commits\n\n";

// Which windows and panes of a vault are open: `.obsidian/workspace.json`, `workspace-mobile.json`.
bool is_view_of_obsidian(std::string_view path) {
  const std::string_view name = path::name(path);
  return path::name(path::directory(path)) == ".obsidian" && name.starts_with("workspace") &&
         name.ends_with(".json");
}

// The files of a stopped merge by whose they are to settle.
struct Unsettled {
  std::vector<history::Unmerged> memory;
  std::vector<std::string> views, view_specs;  // paths, and as git is to be asked for them
  std::vector<std::string> foreign;
};

Unsettled sorted_out(FileSystem& files, const workspace::Workspace& workspace,
                     const history::StoppedMerge& merge) {
  Unsettled found;
  const auto take = [&](const std::string& path, const char* from) {
    if (!is_view_of_obsidian(path)) return found.foreign.push_back(path);
    found.views.push_back(path);
    found.view_specs.push_back(from + path);
  };
  for (const std::string& path : merge.elsewhere) take(path, ":(top,literal)");
  for (const history::Unmerged& file : merge.files) {
    const bool ours = is_merged_by_kind(file_meant(files, workspace, file.path));
    ours ? found.memory.push_back(file) : take(file.path, ":(literal)");
  }
  return found;
}

Failure has_to_be_settled(const std::vector<std::string>& foreign) {
  std::string what = "git holds two versions of the file";
  if (foreign.size() > 1) what += " and of " + count_of(foreign.size() - 1, "other");
  return fail(ErrorKind::kConflict, std::move(what), foreign.front(),
              "settle it and tell git with `git add`, or drop the merge with "
              "`git merge --abort`");
}

// Whether git wrote this while it merged: one side's file, what the two become, or a part of
// either.
bool is_by_git(const history::Unmerged& file, const std::optional<std::string>& now,
               const std::optional<std::string>& merged) {
  if (!now) return !file.theirs || file.ours;
  const auto is_begun = [&](const std::optional<std::string>& whole) {
    return whole && whole->starts_with(*now);
  };
  return is_begun(file.theirs) || is_begun(merged) || has_markers_of_git(file, *now);
}

// Of these files those that git wrote for a merge of `commit` are as HEAD has them again.
Status put_back(Services& services, const workspace::Workspace& workspace,
                const std::string& commit, const std::vector<std::string>& paths) {
  const Date day = date_of(history::newest_commit(workspace.root, {commit}).value_or(Time{}));
  workspace::Store store(services.files, workspace.root);
  for (const history::Unmerged& file : history::three_sides(workspace.root, commit, paths)) {
    const Result<std::string> bytes = services.files.read(workspace.absolute(file.path));
    const auto now = bytes ? std::optional(*bytes) : std::nullopt;
    const merge::Merged merged = merge::merge_file(
        {file.path, view_of(file.base), view_of(file.ours), view_of(file.theirs), day});
    if (now == file.ours || !is_by_git(file, now, merged.bytes)) continue;
    if (file.ours) {
      store.put(file.path, *file.ours, now ? std::optional(digest_of(*now)) : std::nullopt);
    } else if (now) {
      store.remove(file.path, digest_of(*now));
    }
  }
  PYRAMID_TRY(store.commit());
  return {};
}

// .gitattributes with the lines that the merges need, where it does not speak of them.
std::string with_driver(std::string bytes) {
  if (bytes.find(kDriverName) != std::string::npos) {
    return replace_all(bytes, kAllLogs, kLedgers);
  }
  if (!bytes.empty() && !bytes.ends_with('\n')) bytes += '\n';
  return bytes + format::merge_attributes();
}

// .gitignore with the line that an earlier version did not write, behind those that it wrote.
std::string with_ignored(const std::string& bytes) {
  const std::size_t ours = bytes.find(kIgnoredBefore);
  if (ours == std::string::npos || bytes.find(workspace::kTemporaryPrefix) != std::string::npos) {
    return bytes;
  }
  std::string wanted = bytes;
  return wanted.replace(ours, kIgnoredBefore.size(), format::gitignore_template());
}

bool are_mergeable(const std::vector<history::Unmerged>& files) {
  for (const history::Unmerged& file : files) {
    if (file.ours && file.theirs && !are_one_node(*file.ours, *file.theirs, file.path)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool is_merged_by_kind(std::string_view path) {
  return workspace::is_memory_file(path) || path == workspace::kSettingsFile ||
         path == kAttributes || path == kIgnores ||
         path.starts_with(std::string(kForgottenFolder) + "/") ||
         (path.starts_with("ledger/") && path.ends_with(".jsonl"));
}

bool are_one_node(std::string_view ours, std::string_view theirs, std::string_view path) {
  const std::optional<Ulid> mine = id_in(ours, path), others = id_in(theirs, path);
  return !mine || !others || mine == others;
}

bool is_to_be_merged(const CopyName& copy, const std::optional<std::string>& ours,
                     const std::string& theirs) {
  if (!ours) return copy.certain;
  if (!copy.certain) {
    const auto one = format::read_node(*ours, "a.md"), other = format::read_node(theirs, "b.md");
    if (!one || !other || one->id.is_zero() || one->id != other->id) return false;
  }
  return are_one_node(*ours, theirs, copy.original);
}

bool waits_to_be_merged(FileSystem& files, const workspace::Workspace& workspace,
                        const std::string& path, const std::string& content) {
  const std::optional<CopyName> copy = conflict_copy(path);
  if (!copy) return false;
  const Result<std::string> ours = files.read(workspace.absolute(copy->original));
  return ours && is_to_be_merged(*copy, *ours, content);
}

Result<bool> end_cut_off(Services& services, const workspace::Workspace& workspace) {
  const std::string folder = workspace.absolute(workspace::kCacheFolder);
  const std::optional<std::string> commit = history::cut_off(folder, workspace.root);
  if (!commit) return false;
  PYRAMID_TRY(history::drop_remains(workspace.root));
  PYRAMID_ASSIGN(const auto repository, history::Repository::open(workspace.root));
  if (repository && !repository->is_merging() && !history::is_brought_in(workspace.root, *commit)) {
    PYRAMID_ASSIGN(const std::vector<std::string> paths, repository->uncommitted());
    PYRAMID_TRY(put_back(services, workspace, *commit, paths));
  }
  history::forget_cut_off(folder);
  return true;
}

Result<bool> finish_merge(Services& services, const workspace::Workspace& workspace,
                          history::Repository& repository, std::vector<SyncStep>& told) {
  if (!repository.is_merging()) return false;
  PYRAMID_ASSIGN(const history::StoppedMerge merge, history::read_stopped_merge(workspace.root));
  const Unsettled unsettled = sorted_out(services.files, workspace, merge);
  if (!unsettled.foreign.empty()) return has_to_be_settled(unsettled.foreign);
  const bool ours = merge.by_us || !merge.files.empty();
  if (!ours || !are_mergeable(unsettled.memory)) return false;
  if (!merge.by_us) {
    services.progress.notice("git stopped in a merge, at " + count_of(merge.files.size(), "file") +
                             ": it is ended by what kind of file each is, and committed");
  }
  PYRAMID_TRY(history::keep_ours(workspace.root, unsettled.view_specs));
  for (const std::string& view : unsettled.views) {
    told.push_back({"merge", view, "which windows are open stays as it is on this machine"});
  }
  Resolver resolver(services, workspace, merge.newer, told);
  for (const history::Unmerged& file : unsettled.memory) PYRAMID_TRY(resolver.resolve(file));
  PYRAMID_TRY(resolver.unite_moved_notes());
  PYRAMID_ASSIGN(const Resolver::Resolved resolved, resolver.finish());
  PYRAMID_TRY(history::drop_from_index(workspace.root, resolved.names));
  PYRAMID_TRY(history::mark_resolved(workspace.root, resolved.files));
  const std::shared_ptr<SecretsGate> gate = put_gate(repository, workspace.settings);
  const auto made =
      history::commit_merge(workspace.root,
                            std::string(kMergeMessage) + machine_trailer(services.machine) +
                                "Pyramid-Version: " PYRAMID_VERSION "\n",
                            services.clock.now(), *gate);
  if (!made) return fail(Error(made.error()));
  told.push_back({"merge", "", "another machine's commits, as " + made->substr(0, 8)});
  return true;
}

namespace {

// Puts what the program keeps of its own in such a file to the commits of this run.
Status keep_up(FileSystem& files, const workspace::Workspace& workspace,
               history::Repository& repository, const std::string& path,
               const std::optional<std::string>& before, const std::string& wanted,
               const std::string& message, Time at) {
  if (before == wanted) return {};
  workspace::Store store(files, workspace.root);
  store.put(path, wanted, before ? std::optional(digest_of(*before)) : std::nullopt);
  PYRAMID_ASSIGN(const workspace::Store::Report stored, store.commit());
  if (stored.written.empty()) return {};
  const auto made = repository.commit_later({{path, wanted}}, message, at);
  if (!made) return fail(Error(made.error()));
  return {};
}

}  // namespace

Status install_driver(const Services& services, const workspace::Workspace& workspace,
                      history::Repository& repository) {
  PYRAMID_TRY(repository.install_merge_driver(services.program));
  FileSystem& files = services.files;
  const Time now = services.clock.now();
  const Result<std::string> ignores = files.read(workspace.absolute(kIgnores));
  if (ignores) {
    PYRAMID_TRY(keep_up(files, workspace, repository, kIgnores, *ignores, with_ignored(*ignores),
                        "memory: git ignores what a killed command leaves\n", now));
  }
  const Result<std::string> bytes = files.read(workspace.absolute(kAttributes));
  if (!bytes && bytes.error().kind != ErrorKind::kNotFound) return {};  // the person's to mend
  const std::string wanted = bytes ? with_driver(*bytes) : format::gitattributes_template();
  return keep_up(files, workspace, repository, kAttributes,
                 bytes ? std::optional(*bytes) : std::nullopt, wanted,
                 "memory: git merges memory files by their kind\n", now);
}

}  // namespace ops

namespace {

// The workspace that holds a file, and the file's path in it.
std::pair<std::string, std::string> place_of(FileSystem& files, const std::string& path) {
  const std::string folder(path::directory(path));
  const Result<std::string> root = workspace::find_root(files, folder.empty() ? "." : folder);
  if (!root || *root == "." || !path.starts_with(*root + "/")) return {root ? *root : ".", path};
  return {*root, path.substr(root->size() + 1)};
}

// The files that git has the driver read and write are as commits have them: where a program
// filters `path`, no text.
struct Side {
  FileSystem& files;
  const std::string& path;
  bool filtered = false;

  [[nodiscard]] Result<std::string> read(const std::string& file) const {
    PYRAMID_ASSIGN(std::string bytes, files.read(file));
    if (!filtered || bytes.empty()) return bytes;
    return history::smudged(".", path, bytes);
  }
  [[nodiscard]] Status write(const std::string& file, const std::string& bytes) const {
    if (!filtered) return files.write(file, bytes);
    PYRAMID_ASSIGN(const std::string stored, history::cleaned(".", {path, bytes}));
    return files.write(file, stored);
  }
};

}  // namespace

Status merge_driver(const Environment& environment, const MergeDriverOptions& options) {
  FileSystem& files = environment.files;
  const auto [root, path] = place_of(files, options.path);
  if (!ops::is_merged_by_kind(path)) {
    PYRAMID_ASSIGN(const bool whole,
                   history::merge_as_git(options.ours, options.base, options.theirs));
    if (whole) return {};
    return fail(ErrorKind::kConflict, "both sides changed a file that is no memory", path,
                "settle it and tell git with `git add`");
  }
  PYRAMID_ASSIGN(const auto filtered, history::filtered_files(".", {options.path}));
  const Side side{files, options.path, !filtered.empty()};
  PYRAMID_ASSIGN(const std::string base, side.read(options.base));
  PYRAMID_ASSIGN(const std::string ours, side.read(options.ours));
  PYRAMID_ASSIGN(const std::string theirs, side.read(options.theirs));
  if (!ops::are_one_node(ours, theirs, path)) {
    return fail(ErrorKind::kConflict, "the two are files of different nodes", path,
                "the next sync looks at them one by one");
  }
  merge::Sides sides{path, std::nullopt, ours, theirs, {}};
  if (!base.empty()) sides.base = base;
  merge::Merged merged = merge::merge_file(sides);
  if (merged.conflicts > 0) {  // nowhere else stands the day, for which git has to be asked
    sides.day =
        date_of(history::newest_commit(".", options.heads).value_or(environment.clock.now()));
    merged = merge::merge_file(sides);
  }
  PYRAMID_TRY(side.write(options.ours, merged.bytes.value_or(ours)));
  ops::note_merged(files, root, path, merged);
  return {};
}

}  // namespace pyramid
