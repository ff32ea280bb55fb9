#include "base/path.hpp"
#include "base/text.hpp"
#include "history/repository.hpp"
#include "pyramid/file_system.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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
std::string git_directory(const std::string& folder) {
  std::string dot_git = path::join(folder, ".git");
  std::error_code ignored;
  if (std::filesystem::is_directory(dot_git, ignored)) return dot_git;
  constexpr std::string_view kPointer = "gitdir:";
  const std::optional<std::string> file = read_all(dot_git);
  if (!file || !file->starts_with(kPointer)) return "";
  return absolute(folder, first_line(std::string_view(*file).substr(kPointer.size())));
}

// Refs of a linked worktree live in the repository that it belongs to.
std::string common_directory(const std::string& git_dir) {
  const std::optional<std::string> file = read_all(path::join(git_dir, "commondir"));
  return file ? absolute(git_dir, first_line(*file)) : git_dir;
}

std::string find_packed(const std::string& common, std::string_view ref) {
  const std::optional<std::string> file = read_all(path::join(common, "packed-refs"));
  if (!file) return "";
  for (const std::string_view line : split_lines(*file)) {
    const std::size_t blank = line.find(' ');
    if (blank != std::string_view::npos && line.substr(blank + 1) == ref) {
      return std::string(line.substr(0, blank));
    }
  }
  return "";
}

std::string resolve(const std::string& git_dir) {
  constexpr std::string_view kRef = "ref:";
  constexpr int kDeepest = 5;  // as git: a ref may name a ref
  const std::optional<std::string> head = read_all(path::join(git_dir, "HEAD"));
  if (!head) return "";
  const std::string common = common_directory(git_dir);
  std::string value = first_line(*head);
  for (int depth = 0; depth < kDeepest && value.starts_with(kRef); ++depth) {
    const std::string ref(trim(std::string_view(value).substr(kRef.size())));
    std::optional<std::string> loose = read_all(path::join(git_dir, ref));
    if (!loose && common != git_dir) loose = read_all(path::join(common, ref));
    const std::string next = loose ? first_line(*loose) : find_packed(common, ref);
    if (next.empty()) break;  // no commit yet
    value = next;
  }
  return value;
}

}  // namespace

std::string head_fingerprint(const std::string& root) {
  std::error_code failed;
  std::string folder = path::normalize(std::filesystem::absolute(root, failed).string());
  if (failed) return "";
  while (true) {
    if (const std::string git_dir = git_directory(folder); !git_dir.empty()) {
      std::error_code unknown;
      const bool merging = std::filesystem::exists(path::join(git_dir, "MERGE_HEAD"), unknown);
      return resolve(git_dir) + (merging ? " and a merge" : "");
    }
    const std::string parent(path::directory(folder));
    if (parent == folder || parent.empty()) return "";
    folder = parent;
  }
}

}  // namespace pyramid::history
