#include "history/past_versions.hpp"

#include "base/text.hpp"
#include "history/filters.hpp"
#include "history/git_program.hpp"
#include "history/stopped_merge.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace pyramid::history {

namespace {

// The commits that brought a file in, newest first.
std::vector<std::string> brought_in(const std::string& root, const std::string& path) {
  std::vector<std::string> commits;
  const Result<GitAnswer> answer =
      ask_git(root, {"--literal-pathspecs", "log", "--diff-filter=A", "--format=%H", "--", path});
  if (!answer || answer->exit_code != 0) return commits;
  for (const std::string_view commit : split_lines(answer->out)) commits.emplace_back(commit);
  return commits;
}

}  // namespace

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

std::optional<Move> moved_from(const std::string& root, const std::string& path,
                               const std::string& text) {
  const std::vector<std::string> brought = brought_in(root, path);
  if (brought.empty()) return std::nullopt;
  const Result<GitAnswer> gone =
      ask_git(root, {"diff-tree", "-r", "--no-commit-id", "--name-only", "-z", "--relative",
                     "--diff-filter=D", "-S" + text, brought.front()});
  if (!gone || gone->exit_code != 0) return std::nullopt;
  const std::string_view first = split(gone->out, '\0').front();
  if (first.empty()) return std::nullopt;
  return Move{std::string(first), brought.front()};
}

bool stayed_on_another_line(const std::string& root, const std::string& moved,
                            const std::string& from) {
  if (!has_file(root, "HEAD", from)) return false;
  const std::vector<std::string> moves = brought_in(root, moved);
  if (moves.empty()) return false;
  const std::vector<std::string> made = brought_in(root, from);
  return std::none_of(made.begin(), made.end(), [&](const std::string& commit) {
    const Result<GitAnswer> behind =
        ask_git(root, {"merge-base", "--is-ancestor", moves.front(), commit});
    return !behind || behind->exit_code == 0;
  });
}

std::optional<std::set<std::string>> ever_below(const std::string& root,
                                                const std::string& folder) {
  const Result<GitAnswer> answer =
      ask_git(root, {"--literal-pathspecs", "log", "-m", "--no-renames", "--diff-filter=A",
                     "--name-only", "-z", "--relative", "--format=", "--", folder});
  if (!answer || answer->exit_code != 0) return std::nullopt;
  std::set<std::string> paths;
  for (const std::string_view path : split(answer->out, '\0')) {
    if (!trim(path).empty()) paths.emplace(trim(path));
  }
  return paths;
}

}  // namespace pyramid::history
