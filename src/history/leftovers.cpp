#include "history/leftovers.hpp"

#include "base/digest.hpp"
#include "base/path.hpp"
#include "history/dead_locks.hpp"
#include "history/git_at_work.hpp"
#include "history/git_folders.hpp"
#include "history/index_lock.hpp"
#include "history/process_name.hpp"
#include "history/ref_mark.hpp"
#include "history/settings_lock.hpp"
#include "pyramid/file_system.hpp"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace pyramid::history {

namespace {

constexpr std::string_view kOwnPrefix = "pyramid-";

// git's locks, and the note of a `git gc`, below one of its folders.
std::vector<std::string> locks_in(const std::string& folder, std::int64_t since) {
  const auto files = make_real_file_system();
  std::vector<std::string> locks = locks_below(folder);
  locks.push_back(path::join(folder, "gc.pid"));
  std::erase_if(locks, [&](const std::string& lock) {
    const Result<FileStat> stat = files->stat(lock);
    return !stat || stat->kind != FileKind::kFile || stat->mtime_ns < since;
  });
  return locks;
}

}  // namespace

void drop_leftovers(const std::string& root) {
  const auto folders = find_git_folders(root);
  if (!folders) return;
  release_stale_lock(path::join(folders->own, "index"));
  release_stale_refs(path::join(folders->own, "HEAD"));
  release_stale_settings(path::join(folders->common, "config"));
  const std::string own = folders->own + "/";
  if (is_marked_by_the_gone(own)) release_dead_locks(own, folders->common + "/", root);
  const auto entries = make_real_file_system()->list(folders->own);
  if (!entries) return;
  for (const DirectoryEntry& entry : *entries) {
    const std::size_t mark = entry.name.find(".pyramid-");
    if (!entry.name.starts_with(kOwnPrefix) || mark == std::string::npos) continue;
    const std::string base = path::join(folders->own, entry.name.substr(0, mark));
    for (const std::string& gone : named_by_the_gone(base)) {
      if (gone.ends_with(".lock")) continue;  // goes with what it locks
      ::unlink(gone.c_str());
      ::unlink((gone + ".lock").c_str());
    }
  }
}

std::string own_file(const std::string& root, const std::string& name) {
  const auto folders = find_git_folders(root);
  if (!folders) return {};
  std::error_code failed;
  const std::string place = path::normalize(std::filesystem::absolute(root, failed).string());
  const std::string above(path::directory(folders->own));
  const std::string below = place == above ? std::string() : path::relative(above, place);
  std::string file = path::join(folders->own, std::string(kOwnPrefix) + name);
  constexpr std::size_t kDigits = 8;  // of a workspace that is a folder of a larger repository
  if (!below.empty()) file += "-" + to_hex(digest_of(below)).substr(0, kDigits);
  return file;
}

std::string own_file_in_writing(const std::string& file) { return named_by_this_process(file); }

bool is_own_file(const std::string& name) {
  return name.starts_with(kOwnPrefix) || name.find(".pyramid-") != std::string::npos;
}

Status settle_gits(const std::string& root, std::int64_t since) {
  std::error_code unknown;
  if (!std::filesystem::exists("/proc/self", unknown)) return {};  // git names its locks itself
  constexpr std::chrono::milliseconds kPatience{10'000}, kStep{50};
  for (std::chrono::milliseconds waited{0}; is_git_at_work(root); waited += kStep) {
    if (waited >= kPatience) {
      return fail(ErrorKind::kConflict, "another git program is at work in the repository", root,
                  "wait for it to end, or end it");
    }
    std::this_thread::sleep_for(kStep);
  }
  const auto folders = find_git_folders(root);
  if (!folders) return {};
  for (const std::string& folder : {folders->own, folders->common}) {
    for (const std::string& lock : locks_in(folder, since)) ::unlink(lock.c_str());
  }
  return {};
}

bool is_kept_for_a_moment(std::string_view why) {
  return why.starts_with("fetch-pack ") || why.starts_with("receive-pack ") ||
         why.starts_with("fast-import");
}

void drop_half_made_packs(const std::string& root) {
  const auto folders = find_git_folders(root);
  if (!folders || is_git_at_work(root)) return;
  const std::string folder = path::join(folders->common, "objects/pack");
  const auto entries = make_real_file_system()->list(folder);
  if (!entries) return;
  for (const DirectoryEntry& entry : *entries) {
    bool unfinished = entry.name.starts_with(".tmp-") || entry.name.starts_with("tmp_");
    if (entry.name.ends_with(".keep")) {
      const auto why = make_real_file_system()->read(path::join(folder, entry.name));
      unfinished = why && is_kept_for_a_moment(*why);
    }
    if (unfinished) ::unlink(path::join(folder, entry.name).c_str());
  }
}

}  // namespace pyramid::history
