// How a file lies on the disk, as git notes it.
#pragma once

#include <git2.h>

#include <cstdint>
#include <optional>
#include <string>

namespace pyramid::history {

struct DiskLook {
  git_index_entry stat{};  // the fields that `git status` compares
  git_filemode_t mode = GIT_FILEMODE_BLOB;
};
// nullopt when it is no plain file.
std::optional<DiskLook> look_at_disk(const std::string& file);

// Whether these are the same file, not written in between as far as its times tell.
bool same_stat(const git_index_entry& a, const git_index_entry& b);
// The same of two that have the same mark; it takes less room. Of this process. Never 0.
std::uint64_t mark_of(const git_index_entry& stat);

}  // namespace pyramid::history
