// Files beside files: what Syncthing, Obsidian Sync, Dropbox, iCloud, OneDrive, Nextcloud and
// Google Drive make of a file that two machines changed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// The file that this one is a conflict copy of, by its name.
struct CopyName {
  std::string original;  // workspace-relative
  // No person gives such a name. Otherwise it is a copy only where both files have one id.
  bool certain = false;
  // So sure that it takes the original's place even where there never was one.
  bool stands_alone = false;
};
std::optional<CopyName> conflict_copy(std::string_view path);

// Which of the versions that were committed the two states came from: the one of which they lack
// the fewest lines. nullptr: none of them.
const std::string* common_version(const std::vector<std::string>& versions, std::string_view ours,
                                  std::string_view theirs);

// Which of the versions that were committed, newest first, a conflict copy was made from: the
// newest one of whose own changes it has more than not. Where that is open it counts as made from
// what was before, so that two changes of one sentence never pass for one. nullptr: there is none.
const std::string* version_behind(const std::vector<std::string>& versions, std::string_view copy);

}  // namespace pyramid::ops
