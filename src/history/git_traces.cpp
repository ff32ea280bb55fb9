#include "history/git_traces.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/git_folders.hpp"
#include "history/git_program.hpp"
#include "history/leftovers.hpp"
#include "pyramid/file_system.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace pyramid::history {

namespace {

constexpr std::string_view kBranches = "refs/heads/", kTags = "refs/tags/";
constexpr std::string_view kOurDriver = " merge-driver %O %A %B %P";

constexpr std::array<std::string_view, 10> kPassing = {
    "ORIG_HEAD",   "FETCH_HEAD",    "COMMIT_EDITMSG", "MERGE_MSG", "SQUASH_MSG",
    "TAG_EDITMSG", "NOTES_EDITMSG", "AUTO_MERGE",     "MERGE_RR",  "EDIT_DESCRIPTION"};
// What a `git fast-import` that failed says of what it was doing.
constexpr std::string_view kCrash = "fast_import_crash_";
// What git lists anew from its refs, when it packs.
constexpr std::string_view kListedRefs = "/info/refs";
// Objects, and what has a history of its own; names of refs are asked of git.
constexpr std::array<std::string_view, 8> kElsewhere = {
    "objects", "logs", "refs", "packed-refs", "modules", "worktrees", "lfs", "index"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Status add_names(const std::string& root, const Says& says, std::vector<GitTrace>& found) {
  PYRAMID_ASSIGN(const std::string refs,
                 run_git(root, {"for-each-ref", "--format=%(refname)", "refs/heads", "refs/tags"}));
  for (const std::string_view ref : split_lines(refs)) {
    const bool is_branch = ref.starts_with(kBranches);
    const std::string_view name = ref.substr((is_branch ? kBranches : kTags).size());
    if (says(replace_all(name, "/", " "))) {
      found.push_back({std::string(name), 0, is_branch ? "branch" : "tag"});
    }
  }
  return {};
}

// Of the workspace alone, as the purge does.
Status add_staged(const std::string& root, const Says& says, std::vector<GitTrace>& found) {
  PYRAMID_ASSIGN(const std::string staged,
                 run_git(root, {"diff", "--cached", "--name-only", "--diff-filter=d", "--relative",
                                "--no-renames", "-z"}));
  for (const std::string_view path : split(staged, '\0')) {
    if (path.empty()) continue;
    PYRAMID_ASSIGN(const GitAnswer bytes,
                   ask_git(root, {"cat-file", "blob", ":./" + std::string(path)}));
    if (says(path) || (bytes.exit_code == 0 && says(bytes.out))) {
      found.push_back({std::string(path), 0, "staged"});
    }
  }
  return {};
}

void add_lines(const std::string& file, const std::string& shown, const Says& says,
               std::vector<GitTrace>& found) {
  const Result<std::string> bytes = make_real_file_system()->read(file);
  if (!bytes) return;
  std::size_t number = 0;
  for (const std::string_view line : split_lines(*bytes)) {
    ++number;
    if (line.find(kOurDriver) == std::string_view::npos && says(line)) {
      found.push_back({shown, number, "git"});
    }
  }
}

// Files of git's own: settings, descriptions, hooks, recorded resolutions.
void add_files(const std::string& folder, const Says& says, std::vector<GitTrace>& found) {
  namespace fs = std::filesystem;
  std::error_code failed;
  std::vector<std::string> files;
  for (auto it = fs::recursive_directory_iterator(folder, failed);
       !failed && it != fs::recursive_directory_iterator(); it.increment(failed)) {
    const std::string name = it->path().filename().string();
    if (it.depth() == 0 && (is_one_of(kElsewhere, name) || is_one_of(kPassing, name))) {
      it.disable_recursion_pending();
      continue;
    }
    std::string file = it->path().string();
    const bool counts = !name.ends_with(".sample") && !is_own_file(name) &&
                        !name.starts_with(kCrash) && file != folder + std::string(kListedRefs);
    if (counts && it->is_regular_file(failed)) files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    add_lines(file, ".git" + file.substr(folder.size()), says, found);
  }
}

}  // namespace

Result<std::vector<GitTrace>> traces_beside_objects(const std::string& root, const Says& says) {
  std::vector<GitTrace> found;
  PYRAMID_TRY(add_names(root, says, found));
  PYRAMID_TRY(add_staged(root, says, found));
  if (const auto folders = find_git_folders(root)) add_files(folders->common, says, found);
  return found;
}

Result<std::size_t> commits_by(const std::string& root, const Says& says) {
  PYRAMID_ASSIGN(const std::string names, run_git(root, {"log", "--format=%an <%ae> %cn <%ce>",
                                                         "--branches", "--tags", "HEAD", "--"}));
  const std::vector<std::string_view> lines = split_lines(names);
  return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), says));
}

Result<bool> messages_say(const std::string& root, const Says& says) {
  PYRAMID_ASSIGN(const std::string commits,
                 run_git(root, {"log", "-z", "--format=%B", "--branches", "--tags", "HEAD", "--"}));
  PYRAMID_ASSIGN(const std::string tags,
                 run_git(root, {"for-each-ref", "--format=%(contents)%00", "refs/tags"}));
  const std::string all = commits + '\0' + tags;
  const std::vector<std::string_view> messages = split(all, '\0');
  return std::any_of(messages.begin(), messages.end(), says);
}

Result<bool> unreachable_objects_say(const std::string& root, const Says& says) {
  PYRAMID_ASSIGN(const GitAnswer listed,
                 ask_git(root, {"fsck", "--unreachable", "--no-reflogs", "--connectivity-only",
                                "--no-progress", "--no-dangling"}));
  for (const std::string_view line : split_lines(listed.out)) {
    const std::vector<std::string_view> parts = split(line, ' ');  // "unreachable blob <name>"
    if (parts.size() != 3 || parts.front() != "unreachable") continue;
    PYRAMID_ASSIGN(const GitAnswer object,
                   ask_git(root, {"cat-file", "-p", std::string(parts[2])}));
    if (says(object.out)) return true;
  }
  return false;
}

Status drop_passing_notes(const std::string& root) {
  PYRAMID_TRY(run_git(root, {"update-index", "--clear-resolve-undo"}));
  PYRAMID_TRY(
      run_git(root, {"reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all"}));
  const auto folders = find_git_folders(root);
  if (!folders) return {};
  std::error_code ignored;
  for (const std::string_view name : kPassing) {
    std::filesystem::remove(path::join(folders->own, name), ignored);
  }
  for (const auto& one : std::filesystem::directory_iterator(folders->common, ignored)) {
    const bool crashed = one.path().filename().string().starts_with(kCrash);
    if (crashed) std::filesystem::remove(one.path(), ignored);
  }
  // Those of branches that are gone too.
  std::filesystem::remove_all(path::join(folders->common, "logs"), ignored);
  return {};
}

}  // namespace pyramid::history
