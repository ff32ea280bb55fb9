#include "history/past_versions.hpp"

#include "base/text.hpp"
#include "history/filters.hpp"
#include "history/git_program.hpp"

#include <string_view>
#include <utility>

namespace pyramid::history {

std::vector<std::string> past_versions(const std::string& root, const std::string& path,
                                       std::size_t most) {
  std::vector<std::string> versions;
  const Result<GitAnswer> commits = ask_git(
      root, {"--literal-pathspecs", "log", "--format=%H", "-n", std::to_string(most), "--", path});
  if (!commits || commits->exit_code != 0) return versions;
  for (const std::string_view commit : split_lines(commits->out)) {
    auto bytes = checked_out_at(root, std::string(commit), path);
    if (bytes) versions.push_back(*std::move(bytes));
  }
  return versions;
}

std::optional<std::string> moved_from(const std::string& root, const std::string& path,
                                      const std::string& text) {
  const Result<GitAnswer> brought = ask_git(
      root, {"--literal-pathspecs", "log", "-1", "--diff-filter=A", "--format=%H", "--", path});
  if (!brought || brought->exit_code != 0 || trim(brought->out).empty()) return std::nullopt;
  const Result<GitAnswer> gone =
      ask_git(root, {"diff-tree", "-r", "--no-commit-id", "--name-only", "-z", "--relative",
                     "--diff-filter=D", "-S" + text, std::string(trim(brought->out))});
  if (!gone || gone->exit_code != 0) return std::nullopt;
  const std::string_view first = split(gone->out, '\0').front();
  if (first.empty()) return std::nullopt;
  return std::string(first);
}

}  // namespace pyramid::history
