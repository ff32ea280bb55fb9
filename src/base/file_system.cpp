#include "pyramid/file_system.hpp"

namespace pyramid {

Status FileSystem::read_in_pieces(const std::string& path,
                                  const std::function<bool(std::string_view)>& take) {
  PYRAMID_ASSIGN(const std::string bytes, read(path));
  if (!bytes.empty()) take(bytes);
  return {};
}

}  // namespace pyramid
