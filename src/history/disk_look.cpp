#include "history/disk_look.hpp"

#include <sys/stat.h>

#include <array>
#include <functional>
#include <string_view>

namespace pyramid::history {

std::optional<DiskLook> look_at_disk(const std::string& file) {
  struct stat info{};
  if (::lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  DiskLook look;
  look.stat.ctime = {static_cast<std::int32_t>(info.st_ctim.tv_sec),
                     static_cast<std::uint32_t>(info.st_ctim.tv_nsec)};
  look.stat.mtime = {static_cast<std::int32_t>(info.st_mtim.tv_sec),
                     static_cast<std::uint32_t>(info.st_mtim.tv_nsec)};
  look.stat.dev = static_cast<std::uint32_t>(info.st_dev);
  look.stat.ino = static_cast<std::uint32_t>(info.st_ino);
  look.stat.uid = info.st_uid;
  look.stat.gid = info.st_gid;
  look.stat.file_size = static_cast<std::uint32_t>(info.st_size);
  if ((info.st_mode & S_IXUSR) != 0) look.mode = GIT_FILEMODE_BLOB_EXECUTABLE;
  return look;
}

bool same_stat(const git_index_entry& a, const git_index_entry& b) {
  return a.ino == b.ino && a.file_size == b.file_size && a.mtime.seconds == b.mtime.seconds &&
         a.mtime.nanoseconds == b.mtime.nanoseconds && a.ctime.seconds == b.ctime.seconds &&
         a.ctime.nanoseconds == b.ctime.nanoseconds;
}

std::uint64_t mark_of(const git_index_entry& stat) {
  const auto number = [](std::int32_t seconds) { return static_cast<std::uint32_t>(seconds); };
  const std::array<std::uint32_t, 6> fields = {
      stat.ino,
      stat.file_size,
      number(stat.mtime.seconds),
      stat.mtime.nanoseconds,
      number(stat.ctime.seconds),
      stat.ctime.nanoseconds,
  };
  const std::string_view bytes(reinterpret_cast<const char*>(fields.data()), sizeof fields);
  return std::hash<std::string_view>()(bytes) | 1U;
}

}  // namespace pyramid::history
