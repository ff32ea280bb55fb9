#include "history/git_folders.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "pyramid/file_system.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace pyramid::history {

namespace {

std::optional<std::string> read_all(const std::string& path) {
  Result<std::string> bytes = make_real_file_system()->read(path);
  if (!bytes) return std::nullopt;
  return std::move(*bytes);
}

std::string first_line(std::string_view text) {
  return std::string(trim(text.substr(0, text.find('\n'))));
}

std::string absolute(const std::string& folder, const std::string& path) {
  return path::normalize(path::join(folder, path));
}

// The folder that holds HEAD, for a `.git` that is one or names one; "" without.
std::string own_folder(const std::string& folder) {
  std::string dot_git = path::join(folder, ".git");
  std::error_code ignored;
  // git goes on above one without HEAD.
  if (std::filesystem::exists(path::join(dot_git, "HEAD"), ignored)) return dot_git;
  constexpr std::string_view kPointer = "gitdir:";
  const std::optional<std::string> file = read_all(dot_git);
  if (!file || !file->starts_with(kPointer)) return "";
  return absolute(folder, first_line(std::string_view(*file).substr(kPointer.size())));
}

// Refs of a linked worktree live in the repository that it belongs to.
std::string common_folder(const std::string& own) {
  const std::optional<std::string> file = read_all(path::join(own, "commondir"));
  return file ? absolute(own, first_line(*file)) : own;
}

std::string packed_refs(const GitFolders& folders) {
  return read_all(path::join(folders.common, "packed-refs")).value_or(std::string());
}

// What packed-refs says of it; "" where it does not name it.
std::string packed_ref(const GitFolders& folders, std::string_view ref) {
  const std::string refs = packed_refs(folders);
  for (const std::string_view line : split_lines(refs)) {
    const std::size_t blank = line.find(' ');
    if (blank != std::string_view::npos && line.substr(blank + 1) == ref) {
      return std::string(line.substr(0, blank));
    }
  }
  return "";
}

}  // namespace

std::optional<GitFolders> find_git_folders(const std::string& root) {
  std::error_code failed;
  std::string folder = path::normalize(std::filesystem::absolute(root, failed).string());
  while (!failed) {
    if (std::string own = own_folder(folder); !own.empty()) {
      std::string common = common_folder(own);
      return GitFolders{std::move(own), std::move(common)};
    }
    std::string parent(path::directory(folder));
    if (parent == folder || parent.empty()) break;
    folder = std::move(parent);
  }
  return std::nullopt;
}

std::string resolved_head(const GitFolders& folders) {
  constexpr std::string_view kRef = "ref:";
  constexpr int kDeepest = 5;  // as git: a ref may name a ref
  const std::optional<std::string> head = read_all(path::join(folders.own, "HEAD"));
  if (!head) return "";
  std::string value = first_line(*head);
  for (int depth = 0; depth < kDeepest && value.starts_with(kRef); ++depth) {
    const std::string ref(trim(std::string_view(value).substr(kRef.size())));
    std::optional<std::string> loose = read_all(path::join(folders.own, ref));
    if (!loose && folders.common != folders.own) loose = read_all(path::join(folders.common, ref));
    const std::string next = loose ? first_line(*loose) : packed_ref(folders, ref);
    if (next.empty()) break;  // no commit yet
    value = next;
  }
  return value;
}

bool has_refs_below(const GitFolders& folders, std::string_view folder) {
  using Entries = std::filesystem::directory_iterator;
  std::error_code none;
  const bool loose = Entries(path::join(folders.common, folder), none) != Entries();
  return loose || packed_refs(folders).find(' ' + std::string(folder)) != std::string::npos;
}

}  // namespace pyramid::history
