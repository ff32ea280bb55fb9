// The files below a folder, also while a program writes there.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <vector>

namespace pyramid::test {

// Empty where there is no such file (any more).
inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// The names of all files below `folder`, relative to it and in order, without what stands below a
// folder of a name in `left_out`. What goes away meanwhile is no error.
inline std::vector<std::string> names_below(const std::filesystem::path& folder,
                                            const std::set<std::string>& left_out = {}) {
  namespace fs = std::filesystem;
  std::set<std::string> found;
  std::vector<fs::path> waiting = {fs::path()};
  while (!waiting.empty()) {
    const fs::path below = waiting.back();
    waiting.pop_back();
    std::error_code failed;
    for (auto entry = fs::directory_iterator(folder / below, failed);
         !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
      std::error_code gone;
      const fs::path name = below / entry->path().filename();
      if (left_out.count(name.filename().string()) != 0) continue;
      if (entry->is_directory(gone) && !entry->is_symlink(gone)) {
        waiting.push_back(name);
      } else if (entry->is_regular_file(gone)) {
        found.insert(name.string());
      }
    }
  }
  return {found.begin(), found.end()};
}

// The same with their bytes.
inline std::map<std::string, std::string> tree_below(const std::filesystem::path& folder,
                                                     const std::set<std::string>& left_out = {}) {
  std::map<std::string, std::string> files;
  for (const std::string& name : names_below(folder, left_out)) {
    files[name] = bytes_of(folder / name);
  }
  return files;
}

}  // namespace pyramid::test
