// What killed processes left in git's folder: this program's own, and the gits that they ran.
#pragma once

#include "pyramid/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace pyramid::history {

// Takes away the files beside git's that gone processes of this program named after themselves,
// with the locks that they tell of: copies of the index, notes about settings and branches, marks
// of work, and half-written files of `own_file()`. A few looks at a folder; nothing where there is
// no repository.
void drop_leftovers(const std::string& root);

// A file of this program's in git's folder, where it outlives `.pyramid/`, of this workspace alone;
// "" where there is no repository.
std::string own_file(const std::string& root, const std::string& name);
// What it is called while it is written: drop_leftovers() knows it.
std::string own_file_in_writing(const std::string& file);
// Whether a name in git's folder is that of such a file, or of another of this program's.
bool is_own_file(const std::string& name);

// For who takes up what a killed process had git do. Waits a while for gits that still are at work
// here: that their process was killed need not have stopped them. Then takes away git's locks that
// were taken since `since` (FileStat::mtime_ns): their gits are gone. kConflict where one is still
// at work.
Status settle_gits(const std::string& root, std::int64_t since);

// Whether a fetch or `git fast-import`, while it lasts, is why a pack is kept, by its `.keep`.
bool is_kept_for_a_moment(std::string_view why);
// Packs that killed gits were making, which git itself never removes, and what keeps those that
// they had fetched. Nothing while a git works.
void drop_half_made_packs(const std::string& root);

}  // namespace pyramid::history
