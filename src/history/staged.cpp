#include "history/staged.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/git_program.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace pyramid::history {

namespace {

using StagedPaths = std::set<std::string, std::less<>>;

constexpr std::string_view kNoBlob = "0000000000000000000000000000000000000000";
constexpr std::string_view kEmptyBlob = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
constexpr std::string_view kIntended = "N";

StagedPaths paths_in(std::string_view listed) {
  StagedPaths paths;
  for (const std::string_view path : split(listed, '\0')) {
    if (!path.empty()) paths.emplace(path);
  }
  return paths;
}

// ":100644 100644 <blob> <blob> M", what git writes before a path. nullopt: several versions.
std::optional<StagedFile> file_of(std::string_view states, std::string_view path) {
  const std::vector<std::string_view> words = split(states, ' ');
  if (words.size() != 5 || !words[0].starts_with(':') || words[4] == "U") return std::nullopt;
  StagedFile file;
  file.path = path;
  file.committed = {std::string(words[0].substr(1)), std::string(words[2])};
  file.staged = {std::string(words[1]), std::string(words[3])};
  return file;
}

// What git knows by name alone looks as if an empty file were staged.
Status note_to_be_added(const std::string& root, std::vector<StagedFile>& files) {
  const bool any = std::any_of(files.begin(), files.end(), [](const StagedFile& file) {
    return !file.committed.is_there() && file.staged.blob == kEmptyBlob;
  });
  if (!any) return {};
  PYRAMID_ASSIGN(const std::string listed,
                 run_git(root, {"diff-files", "-z", "--name-only", "--diff-filter=A"}));
  const StagedPaths named = paths_in(listed);
  for (StagedFile& file : files) file.to_be_added = named.contains(file.path);
  return {};
}

// Files that differ between the merge base and `commit`; without a base all that it has.
Result<StagedPaths> changes_of(const std::string& root, const std::string& commit) {
  PYRAMID_ASSIGN(const GitAnswer told, ask_git(root, {"merge-base", "HEAD", commit}));
  const std::string base(trim(told.out));
  std::vector<std::string> command = {"ls-tree", "-r", "-z", "--name-only", "--full-tree", commit};
  if (told.exit_code == 0 && !base.empty()) {
    command = {"diff-tree", "-r", "-z", "--name-only", "--no-renames", base, commit};
  }
  PYRAMID_ASSIGN(const std::string listed, run_git(root, command));
  return paths_in(listed);
}

bool has_below(const StagedPaths& paths, const std::string& folder) {
  const auto next = paths.lower_bound(folder + "/");
  return next != paths.end() && next->starts_with(folder + "/");
}

// Whether one of the paths is this one, a folder around it, or a file below it.
bool meets(const StagedPaths& paths, const std::string& path) {
  if (paths.contains(path) || has_below(paths, path)) return true;
  for (std::string_view folder = path::directory(path); !folder.empty();
       folder = path::directory(folder)) {
    if (paths.contains(folder)) return true;
  }
  return false;
}

// A line of `git update-index --index-info`.
std::string line_of(const std::string& path, const StagedFile::State& state) {
  return (state.is_there() ? state.mode + " " + state.blob : "0 " + std::string(kNoBlob)) + "\t" +
         path + std::string(1, '\0');
}

// What goes first, so that a folder may take a file's place and the other way round.
template <typename StateOf>
Status write_index(const std::string& root, const std::vector<StagedFile>& files,
                   StateOf state_of) {
  std::string gone, there;
  for (const StagedFile& file : files) {
    const StagedFile::State& state = state_of(file);
    (state.is_there() ? there : gone) += line_of(file.path, state);
  }
  if (gone.empty() && there.empty()) return {};
  PYRAMID_TRY(run_git(root, {"update-index", "-z", "--index-info"}, gone + there));
  return {};
}

// What HEAD has, by path.
Result<std::map<std::string, StagedFile::State, std::less<>>> committed_files(
    const std::string& root) {
  PYRAMID_ASSIGN(const std::string listed,
                 run_git(root, {"ls-tree", "-r", "-z", "--full-tree", "HEAD"}));
  std::map<std::string, StagedFile::State, std::less<>> found;
  for (const std::string_view entry : split(listed, '\0')) {
    const std::size_t tab = entry.find('\t');
    if (tab == std::string_view::npos) continue;
    const std::vector<std::string_view> words = split(entry.substr(0, tab), ' ');
    if (words.size() != 3) continue;
    found.emplace_hint(found.end(), entry.substr(tab + 1),
                       StagedFile::State{std::string(words[0]), std::string(words[2])});
  }
  return found;
}

}  // namespace

Result<std::vector<StagedFile>> staged_files(const std::string& root) {
  PYRAMID_ASSIGN(const std::string listed, run_git(root, {"diff-index", "--cached", "--raw", "-z",
                                                          "--no-renames", "--no-abbrev", "HEAD"}));
  const std::vector<std::string_view> parts = split(listed, '\0');
  std::vector<StagedFile> files;
  for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
    if (auto file = file_of(parts[i], parts[i + 1])) files.push_back(*std::move(file));
  }
  PYRAMID_TRY(note_to_be_added(root, files));
  return files;
}

Result<std::optional<std::string>> changed_by_merge(const std::string& root,
                                                    const std::string& commit,
                                                    const std::vector<StagedFile>& files) {
  PYRAMID_ASSIGN(const StagedPaths changed, changes_of(root, commit));
  for (const StagedFile& file : files) {
    if (meets(changed, file.path)) return std::optional(file.path);
  }
  return std::optional<std::string>();
}

Status unstage(const std::string& root, const std::vector<StagedFile>& files) {
  return write_index(root, files,
                     [](const StagedFile& file) -> const auto& { return file.committed; });
}

Result<std::vector<StagedFile>> stage_again(const std::string& root,
                                            const std::vector<StagedFile>& files) {
  PYRAMID_ASSIGN(const std::vector<StagedFile> now, staged_files(root));
  StagedPaths again;
  for (const StagedFile& file : now) again.insert(file.path);
  PYRAMID_ASSIGN(auto committed, committed_files(root));
  StagedPaths names;
  for (const auto& [path, state] : committed) names.insert(path);
  for (const StagedFile& file : files) {
    if (!file.staged.is_there()) names.erase(file.path);  // a folder may be staged in its place
  }
  std::vector<StagedFile> back, left;
  std::string to_be_added;
  for (const StagedFile& file : files) {
    if (again.contains(file.path)) continue;
    const auto there = committed.find(file.path);
    const bool was_so =
        there == committed.end() ? !file.committed.is_there() : there->second == file.committed;
    const bool fits = file.committed.is_there() || !meets(names, file.path);
    if (!was_so || !fits) {
      left.push_back(file);
    } else if (file.to_be_added) {
      to_be_added += ":(top,literal)" + file.path + std::string(1, '\0');
    } else {
      back.push_back(file);
    }
  }
  PYRAMID_TRY(
      write_index(root, back, [](const StagedFile& file) -> const auto& { return file.staged; }));
  if (!to_be_added.empty()) {  // one that is gone by now needs no name
    static_cast<void>(
        ask_git(root, {"add", "-N", "--pathspec-from-file=-", "--pathspec-file-nul"}, to_be_added));
  }
  return left;
}

std::string to_note(const std::vector<StagedFile>& files) {
  std::string note;
  for (const StagedFile& file : files) {
    const StagedFile::State &before = file.committed, &now = file.staged;
    note += ":" + before.mode + " " + now.mode + " " + before.blob + " " + now.blob + " " +
            (file.to_be_added ? std::string(kIntended) : "S") + std::string(1, '\0') + file.path +
            std::string(1, '\0');
  }
  return note;
}

std::vector<StagedFile> from_note(std::string_view note) {
  const std::vector<std::string_view> parts = split(note, '\0');
  std::vector<StagedFile> files;
  for (std::size_t i = 0; i + 2 < parts.size(); i += 2) {  // nothing stands behind the last
    auto file = file_of(parts[i], parts[i + 1]);
    if (!file) continue;
    file->to_be_added = parts[i].ends_with(kIntended);
    files.push_back(*std::move(file));
  }
  return files;
}

}  // namespace pyramid::history
