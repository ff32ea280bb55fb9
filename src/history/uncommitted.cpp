#include "base/path.hpp"
#include "base/utf8.hpp"
#include "history/git_folders.hpp"
#include "history/git_repository.hpp"
#include "history/index_format.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace pyramid::history {

namespace {

constexpr std::string_view kOurCache = ".pyramid/";
constexpr unsigned kInIndex = GIT_STATUS_INDEX_NEW | GIT_STATUS_INDEX_MODIFIED |
                              GIT_STATUS_INDEX_DELETED | GIT_STATUS_INDEX_TYPECHANGE;
constexpr unsigned kOnDisk = GIT_STATUS_WT_NEW | GIT_STATUS_WT_MODIFIED | GIT_STATUS_WT_DELETED;

bool is_plain_file(std::uint16_t mode) {
  return mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE;
}

const char* path_of(const git_status_entry& entry) {
  const git_diff_delta* delta =
      entry.index_to_workdir != nullptr ? entry.index_to_workdir : entry.head_to_index;
  return delta->new_file.path != nullptr ? delta->new_file.path : delta->old_file.path;
}

}  // namespace

// `git status` compares the disk with the index and the index with HEAD; the question here is the
// disk against HEAD.
bool GitRepository::is_changed(const git_status_entry& entry, git_index* index) {
  const git_diff_delta* disk = entry.index_to_workdir;
  const git_diff_delta* staged = entry.head_to_index;
  const char* path = path_of(entry);
  if (disk != nullptr && disk->new_file.mode != 0 && !is_plain_file(disk->new_file.mode)) {
    return false;  // a symlink or a repository inside: the person's own to commit
  }
  if ((entry.status & GIT_STATUS_WT_DELETED) != 0) {
    const git_index_entry* kept = git_->index_get_bypath(index, path, 0);
    if (kept != nullptr && (kept->flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) != 0) {
      return false;  // a sparse checkout leaves it out
    }
    return (entry.status & GIT_STATUS_INDEX_NEW) == 0;  // staged, never committed, gone again
  }
  const bool differs_twice = (entry.status & kInIndex) != 0 && (entry.status & kOnDisk) != 0;
  if (!differs_twice || staged == nullptr || staged->old_file.mode == 0) return true;
  git_oid now;
  if (git_->repository_hashfile(&now, repository_.get(), path, GIT_OBJECT_BLOB, nullptr) < 0) {
    return true;
  }
  return git_->oid_cmp(&now, &staged->old_file.id) != 0;
}

Status GitRepository::all_memory_is_here(const IndexFile& index) {
  for (const std::string& path : index.skipped_below(prefix_)) {
    const std::string ours = path.substr(prefix_.size());
    if (!workspace::is_memory_file(ours)) continue;
    if (make_real_file_system()->stat(on_disk(path))) continue;
    return fail(ErrorKind::kConflict, "a sparse checkout leaves files of the memory out", ours,
                "have git write all of them: `git sparse-checkout disable`");
  }
  return {};
}

Status GitRepository::is_whole() {
  PYRAMID_ASSIGN(const IndexFile* current, index());
  return all_memory_is_here(*current);
}

Status nothing_is_hidden(const std::string& root) {
  const std::optional<GitFolders> folders = find_git_folders(root);
  if (!folders) return {};
  const auto sparse = make_real_file_system()->stat(folders->own + "/info/sparse-checkout");
  if (!sparse) return {};
  PYRAMID_ASSIGN(const auto repository, Repository::open(root));
  return repository ? repository->is_whole() : Status();
}

Result<bool> GitRepository::is_ignored(const std::string& path, const IndexFile& index,
                                       PathRules& rules) {
  if (index.holds(path) || !rules.may_be_ignored(path)) return false;
  int ignored = 0;
  const int code = git_->ignore_path_is_ignored(&ignored, repository_.get(), path.c_str());
  if (code < 0) {
    return git_->failure(code, ErrorKind::kIo, "git's ignore rules cannot be read", path);
  }
  return ignored != 0;
}

Result<std::vector<std::string>> GitRepository::ignored(const std::vector<std::string>& paths) {
  PYRAMID_ASSIGN(const IndexFile* tracked, index());
  PathRules rules = rules_beside(*tracked);
  std::vector<std::string> found;
  for (const std::string& path : paths) {
    PYRAMID_ASSIGN(const bool hidden, is_ignored(prefix_ + path, *tracked, rules));
    if (hidden) found.push_back(path);
  }
  return found;
}

Result<std::vector<std::string>> GitRepository::staged(const std::vector<std::string>& paths) {
  PYRAMID_ASSIGN(const IndexFile* current, index());
  PYRAMID_ASSIGN(const Head newest, head());
  std::vector<std::string> found;
  for (const std::string& path : paths) {
    const std::string whole = prefix_ + path;
    std::optional<git_oid> in_index, in_head;
    const std::size_t place = current->position_of(whole);
    if (place < current->size() && current->path(place) == whole) {
      in_index = current->entry(place).blob;
    }
    Handle<git_tree_entry> entry = no_handle<git_tree_entry>();
    const int code = !newest.tree
                         ? GIT_ENOTFOUND
                         : make(entry, git_->tree_entry_free, [&](git_tree_entry** out) {
                             return git_->tree_entry_bypath(out, newest.tree.get(), whole.c_str());
                           });
    if (code == 0) in_head = *git_->tree_entry_id(entry.get());
    if (code < 0 && code != GIT_ENOTFOUND) return unreadable_head(code);
    const bool same = in_index.has_value() == in_head.has_value() &&
                      (!in_index || git_->oid_cmp(&*in_index, &*in_head) == 0);
    if (!same) found.push_back(path);
  }
  return found;
}

// From our own view of it: libgit2 refuses an index without a checksum (index.skipHash).
Result<Handle<git_index>> GitRepository::whole_index() {
  PYRAMID_ASSIGN(const IndexFile* entries, index());
  const std::int64_t written_at = index_stat_ ? index_stat_->mtime_ns : 0;
  Handle<git_index> whole = no_handle<git_index>();
  int code = make(whole, git_->index_free, [&](git_index** out) { return git_->index_new(out); });
  std::string path;
  for (std::size_t i = 0; code == 0 && i < entries->size(); ++i) {
    git_index_entry entry = entries->for_libgit2(i, written_at);
    path = entries->path(i);
    entry.path = path.c_str();
    code = git_->index_add(whole.get(), &entry);
  }
  // Not the one that commit() may have lent it.
  if (code == 0) code = git_->repository_set_index(repository_.get(), whole.get());
  if (code < 0) {
    return git_->failure(code, ErrorKind::kInvalid, "git's index cannot be read", workdir_);
  }
  return whole;
}

// Files whose name changed in nothing but its case, under both names: where core.ignorecase is set,
// as in a repository that came from a Mac, libgit2 takes them for unchanged.
Status GitRepository::add_changed_in_case(std::vector<std::string>& paths) {
  if (!config_flag("core.ignorecase", false)) return {};
  const auto files = make_real_file_system();
  PYRAMID_ASSIGN(const Walk walk, files->walk(workdir_ + prefix_, workspace::enters, 1));
  std::map<std::string, std::string> here;  // by the name in lower case
  std::set<std::string_view> exact;
  for (const WalkEntry& entry : walk.files) {
    here.emplace(utf8::lower(entry.path), entry.path);
    exact.insert(entry.path);
  }
  PYRAMID_ASSIGN(const IndexFile* current, index());
  for (std::size_t i = current->position_of(prefix_); i < current->size(); ++i) {
    std::string_view known = current->path(i);
    if (!known.starts_with(prefix_)) break;
    known.remove_prefix(prefix_.size());
    if (exact.contains(known)) continue;
    const auto now = here.find(utf8::lower(known));
    // Where both names lead to the file, the disk knows no case either.
    if (now == here.end() || files->stat(on_disk(prefix_ + std::string(known)))) continue;
    paths.emplace_back(known);
    paths.push_back(now->second);
  }
  return {};
}

Result<std::vector<std::string>> GitRepository::uncommitted() {
  git_status_options options = GIT_STATUS_OPTIONS_INIT;
  options.show = GIT_STATUS_SHOW_INDEX_AND_WORKDIR;
  options.flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS |
                  GIT_STATUS_OPT_INCLUDE_UNREADABLE | GIT_STATUS_OPT_EXCLUDE_SUBMODULES |
                  GIT_STATUS_OPT_DISABLE_PATHSPEC_MATCH | GIT_STATUS_OPT_NO_REFRESH;
  std::string folder = prefix_.empty() ? "" : prefix_.substr(0, prefix_.size() - 1);
  char* only[] = {folder.data()};
  if (!prefix_.empty()) options.pathspec = {only, 1};
  PYRAMID_ASSIGN(const Handle<git_index> current, whole_index());
  Handle<git_status_list> list = no_handle<git_status_list>();
  const int code = make(list, git_->status_list_free, [&](git_status_list** out) {
    return git_->status_list_new(out, repository_.get(), &options);
  });
  if (code < 0) {
    PYRAMID_TRY(head());
    return git_->failure(code, ErrorKind::kIo, "git cannot compare the workspace with HEAD",
                         workdir_);
  }
  std::vector<std::string> paths;
  const std::size_t count = git_->status_list_entrycount(list.get());
  for (std::size_t i = 0; i < count; ++i) {
    const git_status_entry* entry = git_->status_byindex(list.get(), i);
    std::string_view path = path_of(*entry);
    if (!path.starts_with(prefix_) || path.ends_with('/')) continue;
    path.remove_prefix(prefix_.size());
    if (path.empty() || path.starts_with(kOurCache)) continue;
    if ((entry->status & (GIT_STATUS_IGNORED | GIT_STATUS_WT_UNREADABLE)) != 0) continue;
    if (is_changed(*entry, current.get())) paths.emplace_back(path);
  }
  PYRAMID_TRY(add_changed_in_case(paths));
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  if (!paths.empty()) {
    PYRAMID_ASSIGN(const IndexFile* entries, index());
    PYRAMID_TRY(drop_as_committed(*entries, paths));
  }
  return paths;
}

Result<std::vector<std::string>> GitRepository::tracked_as(std::string_view begin_of_name) {
  PYRAMID_ASSIGN(const IndexFile* current, index());
  std::vector<std::string> found;
  for (std::size_t i = current->position_of(prefix_); i < current->size(); ++i) {
    const std::string_view path = current->path(i);
    if (!path.starts_with(prefix_)) break;
    if (path::name(path).starts_with(begin_of_name))
      found.emplace_back(path.substr(prefix_.size()));
  }
  return found;
}

Result<std::map<std::string, FileStat>> GitRepository::seen_equal(
    const std::map<std::string, std::string>& files) {
  PYRAMID_ASSIGN(const IndexFile* current, index());
  std::map<std::string, FileStat> found;
  if (!index_stat_) return found;
  for (const auto& [path, blob] : files) {
    const std::string whole = prefix_ + path;
    const std::size_t place = current->position_of(whole);
    if (place == current->size()) break;
    const IndexFile::Entry entry = current->entry(place);
    if (entry.path != whole || entry.stage != 0 || blob != git_->oid_tostr_s(&entry.blob)) continue;
    const FileStat seen = current->seen(place);
    if (seen.mtime_ns < index_stat_->mtime_ns) found.emplace_hint(found.end(), path, seen);
  }
  return found;
}

bool is_as_seen(const FileStat& now, const FileStat& seen) {
  const auto low = [](auto number) { return static_cast<std::uint32_t>(number); };
  const auto same_time = [&](std::int64_t a, std::int64_t b) {
    return low(a / index_format::kSecond) == low(b / index_format::kSecond) &&
           a % index_format::kSecond == b % index_format::kSecond;
  };
  return now.kind == FileKind::kFile && low(now.size) == low(seen.size) &&
         low(now.inode) == low(seen.inode) && same_time(now.mtime_ns, seen.mtime_ns) &&
         same_time(now.ctime_ns, seen.ctime_ns);
}

}  // namespace pyramid::history
