// Files beside files: what Syncthing, Obsidian Sync, Dropbox, iCloud, OneDrive, Nextcloud, Seafile
// and Google Drive make of a file that two machines changed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

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

// Whether a conflict copy is the beginning of its original and no more, as a transfer leaves it
// that was cut off; or nothing at all.
bool breaks_off(std::string_view copy, std::string_view whole);

}  // namespace pyramid::ops
