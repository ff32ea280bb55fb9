#include "history/tidy.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/git_folders.hpp"
#include "history/git_program.hpp"
#include "pyramid/file_system.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pyramid::history {

namespace {

constexpr std::size_t kMostLoose = 2'000;
// A commit writes a new list of each folder that it changes; with thousands of files in one, a few
// hundred objects are as large as the rest of the history.
constexpr std::uint64_t kMostLooseBytes = std::uint64_t{4} << 20;

// Objects that lie in files of their own, in folders of two hex digits.
bool are_many(const std::string& objects) {
  std::size_t count = 0;
  std::uint64_t bytes = 0;
  const auto is_of_objects = [](std::string_view folder) { return folder.size() == 2; };
  const auto add = [&](unsigned, std::string_view folder, std::string_view, const FileStat& stat) {
    if (folder.empty()) return;
    ++count;
    bytes += stat.size;
  };
  const auto looked = make_real_file_system()->visit_files(objects, is_of_objects, add, 1);
  return looked && (count > kMostLoose || bytes > kMostLooseBytes);
}

}  // namespace

Status pack_loose_objects(const std::string& root) {
  const std::optional<GitFolders> folders = find_git_folders(root);
  if (!folders || !are_many(path::join(folders->common, "objects"))) return {};
  const Result<GitAnswer> set = ask_git(root, {"config", "--get", "gc.auto"});
  if (!set) return {};
  std::vector<std::string> collect = {"-c", "gc.autoDetach=false"};
  if (set->exit_code != 0) {
    // Into packs of which each holds at least twice as many as the next: few, and the large ones
    // are not written again. A git before 2.33 does not know this, and its gc goes by count alone.
    PYRAMID_TRY(ask_git(root, {"repack", "-q", "-d", "-l", "--geometric=2"}));
    collect.insert(collect.end(), {"-c", "gc.auto=" + std::to_string(kMostLoose)});
  }
  collect.insert(collect.end(), {"gc", "--auto", "--quiet"});
  PYRAMID_ASSIGN(const GitAnswer collected, ask_git(root, collect));
  if (collected.exit_code == 0) return {};
  return fail(kind_of(collected), "git gc failed: " + reason_of(collected), root,
              "run `git gc` to see more");
}

Result<std::vector<std::string>> refs_below(const std::string& root, const std::string& folder) {
  std::vector<std::string> found;
  const std::optional<GitFolders> folders = find_git_folders(root);
  if (!folders || !has_refs_below(*folders, folder)) return found;
  PYRAMID_ASSIGN(const std::string refs,
                 run_git(root, {"for-each-ref", "--format=%(refname)", folder}));
  for (const std::string_view one : split_lines(refs)) {
    if (!one.empty()) found.emplace_back(one);
  }
  return found;
}

Status drop_refs_before(const std::string& root, const std::string& ref) {
  PYRAMID_ASSIGN(const auto refs, refs_below(root, ref.substr(0, ref.rfind('/') + 1)));
  bool dropped = false;
  for (const std::string& one : refs) {
    if (one >= ref) continue;
    PYRAMID_TRY(run_git(root, {"update-ref", "--no-deref", "-d", one}));
    dropped = true;
  }
  if (dropped) PYRAMID_TRY(run_git(root, {"gc", "--quiet", "--prune=now"}));
  return {};
}

}  // namespace pyramid::history
