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

struct VersionBehind {
  const std::string* version = nullptr;
  // Both have all of its change. Else either may never have seen it: what that one lacks of it was
  // not taken out there.
  bool was_seen = false;
};
// Which of the versions that were committed, newest first, a file and its conflict copy were both
// made from: the newest one of whose own change both have the same, at least half of it, and of
// which neither has anything that the other may never have seen. The machine that made either may
// have committed it already, so the newest version alone says nothing. What one of them has of a
// change counts as made from what was before, so that two changes of one place never pass for one,
// and the two machines, of which each has its own as the newest, find the same. One change that
// both have may have been made on both; so a line that either lacks was taken out there only where
// it stood in the first version, or two such changes came after it. Else it is the first version;
// nullptr: there is none, or the two were made apart.
VersionBehind version_behind(const std::vector<std::string>& versions, std::string_view ours,
                             std::string_view theirs);

}  // namespace pyramid::ops
