#include "history/purged_refs.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/git_folders.hpp"
#include "history/git_program.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>

namespace pyramid::history {

namespace {

// git refuses to look for a commit that it does not have.
Result<std::vector<std::string>> those_there(const std::string& root,
                                             const std::set<std::string>& commits) {
  std::string asked;
  for (const std::string& one : commits) asked += one + "\n";
  PYRAMID_ASSIGN(const std::string answers,
                 run_git(root, {"cat-file", "--batch-check=%(objecttype) %(objectname)"}, asked));
  constexpr std::string_view kCommit = "commit ";
  std::vector<std::string> there;
  for (const std::string_view line : split_lines(answers)) {
    if (line.starts_with(kCommit)) there.emplace_back(line.substr(kCommit.size()));
  }
  return there;
}

}  // namespace

Result<std::vector<std::string>> drop_fetched(const std::string& root, const std::string& remote,
                                              const std::set<std::string>& commits) {
  std::vector<std::string> names;
  PYRAMID_ASSIGN(const std::vector<std::string> there, those_there(root, commits));
  if (there.empty()) return names;
  std::vector<std::string> command = {"for-each-ref", "--format=%(refname) %(refname:short)",
                                      "refs/remotes/" + remote, "refs/tags"};
  for (const std::string& one : there) command.push_back("--contains=" + one);
  PYRAMID_ASSIGN(const std::string refs, run_git(root, command));
  for (const std::string_view line : split_lines(refs)) {
    const std::size_t blank = line.find(' ');
    const std::string ref(line.substr(0, blank));
    PYRAMID_TRY(run_git(root, {"update-ref", "--no-deref", "-d", ref}));
    if (!ref.ends_with("/HEAD")) names.emplace_back(line.substr(blank + 1));
  }
  const auto folders = find_git_folders(root);
  if (names.empty() || !folders) return names;
  std::error_code ignored;
  std::filesystem::remove(path::join(folders->own, "FETCH_HEAD"), ignored);
  if (has_refs_below(*folders, "refs/pyramid/before-purge/")) return names;
  PYRAMID_TRY(run_git(root, {"gc", "--quiet", "--prune=now"}));
  return names;
}

}  // namespace pyramid::history
