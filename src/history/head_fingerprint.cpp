#include "base/path.hpp"
#include "history/git_folders.hpp"
#include "history/repository.hpp"

#include <filesystem>
#include <system_error>

namespace pyramid::history {

std::string head_fingerprint(const std::string& root) {
  const std::optional<GitFolders> folders = find_git_folders(root);
  if (!folders) return "";
  std::error_code unknown;
  const bool merging = std::filesystem::exists(path::join(folders->own, "MERGE_HEAD"), unknown);
  return resolved_head(*folders) + (merging ? " and a merge" : "");
}

}  // namespace pyramid::history
