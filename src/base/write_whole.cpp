#include "base/write_whole.hpp"

namespace pyramid {

Status write_whole(FileSystem& files, const std::string& path, std::string_view bytes) {
  const std::string whole = path + ".new";
  PYRAMID_TRY(files.write(whole, bytes));
  return files.rename(whole, path);
}

Status write_whole_by(FileSystem& files, const std::string& by, const std::string& path,
                      std::string_view bytes) {
  PYRAMID_TRY(files.write(by, bytes));
  if (files.stat(path)) PYRAMID_TRY(files.copy_mode(path, by));
  return files.rename(by, path);
}

}  // namespace pyramid
