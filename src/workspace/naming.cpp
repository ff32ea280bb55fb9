#include "workspace/naming.hpp"

#include "base/path.hpp"

namespace pyramid::workspace {

Naming::Naming(FileSystem& files, const std::string& root) : folders_{path::join(root, "")} {
  const Result<std::string> real = files.real_path(root);
  if (real && *real != root) folders_.push_back(path::join(*real, ""));
}

void Naming::shorten(std::string& where) const {
  for (const std::string& folder : folders_) {
    if (where.size() <= folder.size() || !where.starts_with(folder)) continue;
    // "memory/../export" lies elsewhere.
    if (!path::resolve_inside("", where.substr(folder.size()))) continue;
    where.erase(0, folder.size());
    return;
  }
}

}  // namespace pyramid::workspace
