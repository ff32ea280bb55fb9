#include "ops/run/changed_files.hpp"

#include "base/path.hpp"
#include "workspace/layout.hpp"
#include "workspace/watching.hpp"

#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid::ops {

namespace {

// File systems of this machine alone (linux/magic.h). Of others, such as NFS, SMB, 9P and FUSE, the
// kernel tells what was done here.
constexpr std::array<std::uint32_t, 12> kOfThisMachine = {
    0xEF53,      // ext2, ext3, ext4
    0x58465342,  // XFS
    0x9123683E,  // btrfs
    0x01021994,  // tmpfs
    0x794C7630,  // overlayfs
    0xF2F52010,  // F2FS
    0x2FC12FC1,  // ZFS
    0xCA451A4E,  // bcachefs
    0x52654973,  // ReiserFS
    0x3153464A,  // JFS
    0x3434,      // NILFS2
    0x858458F6,  // ramfs
};

bool is_of_this_machine(const std::string& path) {
  struct statfs info{};
  if (::statfs(path.c_str(), &info) != 0) return true;  // gone: its removal is told
  const auto type = static_cast<std::uint32_t>(info.f_type);
  return std::find(kOfThisMachine.begin(), kOfThisMachine.end(), type) != kOfThisMachine.end();
}

}  // namespace

ChangedFiles::Folder ChangedFiles::folder_at(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 ? Folder(info.st_dev, info.st_ino) : Folder();
}

Result<ChangedFiles> ChangedFiles::begin(const workspace::Workspace& workspace) {
  const auto extra = std::make_shared<std::vector<workspace::ExtraPath>>();
  const auto foreign = std::make_shared<bool>(!is_of_this_machine(workspace.root));
  const std::uint64_t device = folder_at(workspace.root).first;
  const auto enters = [extra, foreign, root = workspace.root, device](std::string_view folder) {
    const bool is_extra = path::is_absolute(folder);
    if (!(is_extra ? workspace::enters_extra(*extra, folder) : workspace::enters(folder))) {
      return false;
    }
    // Another disk may be mounted there.
    const std::string real = is_extra ? std::string(folder) : path::join(root, folder);
    if (folder_at(real).first != device && !is_of_this_machine(real)) *foreign = true;
    return true;
  };
  PYRAMID_ASSIGN(DirectoryWatch watch, DirectoryWatch::start(workspace.root, enters));
  return ChangedFiles(workspace.root, std::move(watch), extra, foreign);
}

Result<ChangedFiles::Told> ChangedFiles::take(std::chrono::milliseconds patience,
                                              const Wake& wake) {
  Told told;
  DirectoryWatch::Changes now;
  PYRAMID_ASSIGN(const bool some, watch_.wait(patience, wake, now));
  if (folder_at(root_) != folder_) {
    return fail(ErrorKind::kNotFound, "is gone: it was moved or removed", root_);
  }
  if (!some) return told;
  told.counts = now.all;
  for (const std::string& path : now.files) {
    if (path::directory(path) == workspace::kAsksFolder) {
      told.asks.insert(path);
    } else if (workspace::is_memory_file(path)) {
      told.counts = true;
      if (!now.all) changed_.files.insert(path);
    } else if (path == workspace::kSettingsFile) {
      told.counts = told.settings = true;
    } else if (workspace::path_in(*extra_, path)) {
      told.counts = changed_.all = true;
    }
  }
  changed_.all = changed_.all || now.all;
  return told;
}

void ChangedFiles::look_at_unwatched(FileSystem& files, const workspace::Workspace& workspace,
                                     const std::string& home) {
  workspace::ExtraPaths now =
      workspace::extra_paths(files, workspace.root, workspace.settings.extra_paths, home);
  const auto is_same = [](const workspace::ExtraPath& a, const workspace::ExtraPath& b) {
    return a.path == b.path && a.real == b.real;
  };
  const bool same =
      std::equal(now.found.begin(), now.found.end(), extra_->begin(), extra_->end(), is_same);
  *extra_ = std::move(now.found);
  changed_.all = changed_.all || !same;
  for (const workspace::ExtraPath& one : *extra_) {
    *foreign_ = *foreign_ || !is_of_this_machine(one.real);
    if (one.is_file) {
      const Status watched = watch_.also(std::string(path::directory(one.real)));
      changed_.all = changed_.all || !watched;
    } else {
      const Result<bool> is_new = watch_.also_below(one.real);
      changed_.all = changed_.all || !is_new || *is_new;
    }
  }
  changed_.all = changed_.all || *foreign_;
}

std::optional<std::vector<std::string>> ChangedFiles::paths() const {
  if (changed_.all) return std::nullopt;
  return std::vector<std::string>(changed_.files.begin(), changed_.files.end());
}

void ChangedFiles::taken_in(const index::RefreshReport& scan) {
  const bool looked_at_all = std::exchange(changed_.all, false);
  changed_.files.clear();
  if (scan.unread.empty()) return;
  changed_.all = looked_at_all;  // folders may be among them
  changed_.files.insert(scan.unread.begin(), scan.unread.end());
}

}  // namespace pyramid::ops
