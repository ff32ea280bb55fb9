#include "history/merged_sides.hpp"

#include "base/text.hpp"
#include "history/filters.hpp"
#include "history/git_program.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace pyramid::history {

namespace {

// What git says; "" where it says no.
std::string ask(const std::string& root, const std::vector<std::string>& arguments) {
  const Result<GitAnswer> answer = ask_git(root, arguments);
  return answer && answer->exit_code == 0 ? answer->out : std::string();
}

}  // namespace

std::vector<MergedSide> merged_sides(const std::string& root, const std::string& path) {
  const std::string listed =
      ask(root, {"--literal-pathspecs", "log", "-1", "--merges", "--format=%P", "--", path});
  const std::vector<std::string_view> parents = split(trim(listed), ' ');
  if (parents.size() != 2) return {};
  const std::string base =
      ask(root, {"merge-base", std::string(parents[0]), std::string(parents[1])});
  if (base.empty()) return {};
  std::vector<MergedSide> sides;
  for (const std::string_view parent : parents) {
    const std::string commit(parent);
    MergedSide side{checked_out_at(root, commit, path).value_or(std::string()), {}};
    const std::string names =
        ask(root, {"diff", "--no-renames", "--name-only", "-z", "--relative", "--diff-filter=A",
                   std::string(trim(base)), commit, "--", "."});
    for (const std::string_view name : split(names, '\0')) {
      if (!name.empty()) side.added.emplace_back(name);
    }
    sides.push_back(std::move(side));
  }
  return sides;
}

std::optional<MergeBase> merge_base_of(const std::string& root, const std::string& path) {
  const std::string listed =
      ask(root, {"--literal-pathspecs", "log", "-1", "--format=%P", "--", path});
  const std::vector<std::string_view> parents = split(trim(listed), ' ');
  if (parents.size() != 2) return std::nullopt;
  const std::string one(parents[0]), other(parents[1]);
  const std::string base(trim(ask(root, {"merge-base", one, other})));
  if (base.empty()) return std::nullopt;
  auto bytes = checked_out_at(root, base, path);
  if (!bytes) return std::nullopt;  // each put it in
  MergeBase found{*std::move(bytes), {}};
  const std::string times = ask(root, {"log", "--no-walk=unsorted", "--format=%ct", one, other});
  for (const std::string_view line : split_lines(times)) {
    Time at;
    std::from_chars(line.data(), line.data() + line.size(), at.seconds);
    found.newer = std::max(found.newer, at);
  }
  return found;
}

}  // namespace pyramid::history
