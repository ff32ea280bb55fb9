#include "hosts/host_setup.hpp"

#include "base/path.hpp"
#include "base/write_whole.hpp"

#include <utility>

namespace pyramid::hosts {

Result<std::string> read_host_file(FileSystem& files, const std::string& path) {
  Result<std::string> text = files.read(path);
  if (!text && text.error().kind == ErrorKind::kNotFound) return std::string();
  return text;
}

Error in_host_file(Error error, const std::string& path) {
  error.where = error.where.empty() ? path : path + ":" + error.where;
  return error;
}

Result<std::vector<HostChange>> plan_host_files(FileSystem& files, const Host& host,
                                                const HostPlaces& places, bool of_user,
                                                const std::optional<HostOurs>& ours) {
  std::vector<HostChange> all;
  for (const HostFile& file : files_of_host(host, places, of_user || !host.has_projects)) {
    PYRAMID_ASSIGN(std::string before, read_host_file(files, file.path));
    Result<std::string> after = ours ? with_ours(file, *ours, before) : without_ours(file, before);
    if (!after) return fail(in_host_file(after.error(), file.path));
    all.push_back({file.path, std::move(before), *std::move(after)});
  }
  return all;
}

Status write_host_file(FileSystem& files, const HostChange& change) {
  if (change.before == change.after) return {};
  std::string target = change.path;
  if (!files.stat(target)) {
    PYRAMID_TRY(files.make_directories(std::string(path::directory(target))));
  } else {
    PYRAMID_ASSIGN(target, files.real_path(target));
  }
  if (change.after.empty()) return files.remove(target);
  return write_whole_by(files, target + ".pyramid-new", target, change.after);
}

}  // namespace pyramid::hosts
