#include "history/tidy.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/git_folders.hpp"
#include "history/git_program.hpp"
#include "pyramid/file_system.hpp"

#include <cstddef>
#include <optional>

namespace pyramid::history {

namespace {

constexpr std::size_t kMostLoose = 2000;
// Objects lie in as many folders, evenly; git, too, counts those of one.
constexpr std::size_t kFolders = 256;
constexpr const char* kOneFolder = "objects/17";

}  // namespace

Status pack_loose_objects(const std::string& root) {
  const std::optional<GitFolders> folders = find_git_folders(root);
  if (!folders) return {};
  const auto objects = make_real_file_system()->list(path::join(folders->common, kOneFolder));
  if (!objects || objects->size() <= (kMostLoose + kFolders - 1) / kFolders) return {};
  const Result<GitAnswer> set = ask_git(root, {"config", "--get", "gc.auto"});
  if (!set) return {};
  std::vector<std::string> command = {"-c", "gc.autoDetach=false"};
  if (set->exit_code != 0) {
    command.insert(command.end(), {"-c", "gc.auto=" + std::to_string(kMostLoose)});
  }
  command.insert(command.end(), {"gc", "--auto", "--quiet"});
  PYRAMID_ASSIGN(const GitAnswer packed, ask_git(root, command));
  if (packed.exit_code == 0) return {};
  return fail(ErrorKind::kConflict, "git gc failed: " + reason_of(packed), root,
              "run `git gc` to see more");
}

Status drop_refs_before(const std::string& root, const std::string& ref) {
  const std::string folder = ref.substr(0, ref.rfind('/') + 1);
  const std::optional<GitFolders> folders = find_git_folders(root);
  if (!folders || !has_refs_below(*folders, folder)) return {};
  PYRAMID_ASSIGN(const std::string refs,
                 run_git(root, {"for-each-ref", "--format=%(refname)", folder}));
  bool dropped = false;
  for (const std::string_view one : split_lines(refs)) {
    if (one.empty() || one >= ref) continue;
    PYRAMID_TRY(run_git(root, {"update-ref", "--no-deref", "-d", std::string(one)}));
    dropped = true;
  }
  if (dropped) PYRAMID_TRY(run_git(root, {"gc", "--quiet", "--prune=now"}));
  return {};
}

}  // namespace pyramid::history
