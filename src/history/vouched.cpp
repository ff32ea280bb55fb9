#include "history/vouched.hpp"

#include "base/digest.hpp"
#include "base/path.hpp"
#include "history/git_folders.hpp"
#include "pyramid/file_system.hpp"

#include <optional>

namespace pyramid::history {

namespace {

constexpr const char* kFile = "pyramid-vouched";

// Of this repository in this place; "" where it cannot be told.
std::string place_mark_of(const std::string& folder) {
  const auto files = make_real_file_system();
  const Result<std::string> place = files->real_path(folder);
  const Result<FileStat> stat = files->stat(folder);
  if (!place || !stat) return {};
  return to_hex(Hasher().field(*place).field(std::to_string(stat->inode)).finish()) + "\n";
}

}  // namespace

bool is_vouched_for(const std::string& root) {
  const std::optional<GitFolders> folders = find_git_folders(root);
  if (!folders) return false;
  const Result<std::string> held =
      make_real_file_system()->read(path::join(folders->common, kFile));
  const std::string mark = place_mark_of(folders->common);
  return held && !mark.empty() && *held == mark;
}

Status vouch_for(const std::string& root) {
  const std::optional<GitFolders> folders = find_git_folders(root);
  if (!folders) return {};
  return make_real_file_system()->write(path::join(folders->common, kFile),
                                        place_mark_of(folders->common));
}

Status forget_vouching(const std::string& root) {
  const std::optional<GitFolders> folders = find_git_folders(root);
  if (!folders) return {};
  Status gone = make_real_file_system()->remove(path::join(folders->common, kFile));
  if (!gone && gone.error().kind == ErrorKind::kNotFound) return {};
  return gone;
}

}  // namespace pyramid::history
