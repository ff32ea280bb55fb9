// A file that is there with all its bytes or as it was before, whoever is killed meanwhile.
#pragma once

#include "pyramid/file_system.hpp"

#include <string>
#include <string_view>

namespace pyramid {

// By way of `path`.new in the same folder, which a kill may leave; not synced to the disk.
Status write_whole(FileSystem& files, const std::string& path, std::string_view bytes);
// The same by way of another name there, of a person's file: it keeps its mode.
Status write_whole_by(FileSystem& files, const std::string& by, const std::string& path,
                      std::string_view bytes);

}  // namespace pyramid
