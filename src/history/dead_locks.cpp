#include "history/dead_locks.hpp"

#include "history/git_at_work.hpp"
#include "history/process_name.hpp"
#include "pyramid/file_system.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

namespace pyramid::history {

namespace {

namespace fs = std::filesystem;

constexpr std::time_t kLongAgo = 600;  // seconds

std::string work_of(const std::string& head) { return head + ".at-work"; }

std::optional<std::time_t> changed_at(const std::string& path) {
  struct stat info{};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  return info.st_mtime;
}

// Other worktrees and submodules have gits of their own, which is_git_at_work() does not see.
bool is_of_another(const std::string& lock, const std::string& own, const std::string& common) {
  if (own != common && lock.starts_with(own)) return false;
  const std::string_view below = std::string_view(lock).substr(common.size());
  return below.starts_with("worktrees/") || below.starts_with("modules/");
}

// Where another machine may hold a lock.
bool is_shared(const std::string& folder) {
  constexpr std::array<unsigned long, 7> kShared = {
      0x6969,      // NFS
      0x517B,      // SMB
      0xFF534D42,  // CIFS
      0xFE534D42,  // SMB 2
      0x01021997,  // 9p
      0x65735546,  // FUSE: sshfs for one
      0x00C36400,  // Ceph
  };
  struct statfs info{};
  if (::statfs(folder.c_str(), &info) != 0) return true;
  const auto type = static_cast<unsigned long>(info.f_type) & 0xFFFFFFFFUL;
  return std::find(kShared.begin(), kShared.end(), type) != kShared.end();
}

// By /proc; files of other persons' processes are not told.
bool is_open_somewhere(const std::string& path) {
  struct stat wanted{};
  if (::stat(path.c_str(), &wanted) != 0) return false;
  std::error_code failed;
  for (const fs::directory_entry& process : fs::directory_iterator("/proc", failed)) {
    const std::string name = process.path().filename().string();
    int number = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), number).ec != std::errc()) continue;
    std::error_code closed;
    for (const fs::directory_entry& one : fs::directory_iterator(process.path() / "fd", closed)) {
      struct stat held{};
      if (::stat(one.path().c_str(), &held) != 0) continue;
      if (held.st_dev == wanted.st_dev && held.st_ino == wanted.st_ino) return true;
    }
  }
  return false;
}

}  // namespace

// A mark that cannot be written costs what a missing one costs: a lock that is left stays longer.
WorkMark::WorkMark(const std::string& head) : path_(named_by_this_process(work_of(head))) {
  const int made = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (made < 0) {
    path_.clear();  // that of another part of this process, which works for longer
  } else {
    ::close(made);
  }
}

WorkMark::~WorkMark() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

std::vector<std::string> locks_below(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code failed;
  for (auto it = fs::recursive_directory_iterator(folder, failed);
       !failed && it != fs::recursive_directory_iterator(); it.increment(failed)) {
    const fs::path& path = it->path();
    const bool loose = path.parent_path().filename() == "objects" && path.filename() != "info" &&
                       path.filename() != "pack";
    if (loose) it.disable_recursion_pending();
    if (path.extension() == ".lock" && changed_at(path)) found.push_back(path.string());
  }
  return found;
}

bool is_marked_by_the_gone(const std::string& own) {
  return !named_by_the_gone(work_of(own + "HEAD")).empty();
}

void release_dead_locks(const std::string& own, const std::string& common,
                        const std::string& root) {
  const std::vector<std::string> marks = named_by_the_gone(work_of(own + "HEAD"));
  std::optional<std::time_t> begun;  // of the earliest who did not come to an end
  for (const std::string& mark : marks) {
    const auto at = changed_at(mark);
    if (at && (!begun || *at < *begun)) begun = at;
  }
  std::vector<std::string> locks = locks_below(common);
  std::erase_if(locks, [&](const std::string& one) { return is_of_another(one, own, common); });
  if (!locks.empty()) {
    const std::time_t now = std::time(nullptr);
    if (is_shared(common) || is_git_at_work(root)) return;
    for (const std::string& lock : locks) {
      const auto taken = changed_at(lock);
      const bool is_left = taken && ((begun && *taken >= *begun) || *taken + kLongAgo < now);
      if (is_left && !is_open_somewhere(lock)) ::unlink(lock.c_str());
    }
  }
  for (const std::string& mark : marks) ::unlink(mark.c_str());
}

}  // namespace pyramid::history
