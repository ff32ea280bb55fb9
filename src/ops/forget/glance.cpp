#include "ops/forget/glance.hpp"

#include "base/parallel.hpp"

#include <algorithm>

namespace pyramid::ops {

namespace {

constexpr unsigned kLookers = 8;  // threads; half of the work is waiting for files

}  // namespace

std::vector<char> glance(FileSystem& files, const workspace::Workspace& workspace,
                         const std::vector<std::string>& paths,
                         const std::vector<Unwanted>& unwanted, const StringFinder& names) {
  std::vector<char> may(paths.size(), 0);
  constexpr std::size_t kFilesOfThread = 64;
  parallel_for((paths.size() + kFilesOfThread - 1) / kFilesOfThread, kLookers,
               [&](std::size_t group) {
                 const std::size_t first = group * kFilesOfThread;
                 const std::size_t end = std::min(first + kFilesOfThread, paths.size());
                 for (std::size_t i = first; i < end; ++i) {
                   const Result<std::string> bytes = files.read(workspace.absolute(paths[i]));
                   may[i] = bytes && (may_say(*bytes, unwanted) || names.any_in(*bytes)) ? 1 : 0;
                 }
               });
  return may;
}

}  // namespace pyramid::ops
