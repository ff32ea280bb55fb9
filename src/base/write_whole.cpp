#include "base/write_whole.hpp"

namespace pyramid {

Status write_whole(FileSystem& files, const std::string& path, std::string_view bytes) {
  const std::string whole = path + ".new";
  PYRAMID_TRY(files.write(whole, bytes));
  return files.rename(whole, path);
}

}  // namespace pyramid
