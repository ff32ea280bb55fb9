#include "tests/support/faulty_file_system.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace pyramid::test {

namespace {

Failure broken(const std::string& path, const char* cause = "Input/output error") {
  return fail(ErrorKind::kIo, "cannot use", path, {}, cause);
}

[[noreturn]] void die() {
  ::kill(::getpid(), SIGKILL);
  std::abort();
}

}  // namespace

void FaultyFileSystem::heal() {
  const std::scoped_lock guard(mutex_);
  fail_at_ = mutation_ = cut_at_ = cut_mutations_at_ = std::nullopt;
  room_ = std::nullopt;
  renames_refused_ = false;
}

std::size_t FaultyFileSystem::calls() const {
  const std::scoped_lock guard(mutex_);
  return calls_;
}

std::size_t FaultyFileSystem::mutations() const {
  const std::scoped_lock guard(mutex_);
  return mutations_;
}

bool FaultyFileSystem::hit(bool mutates) {
  const std::size_t call = calls_++;
  bool fails = call == fail_at_ || (cut_at_ && call >= *cut_at_);
  if (mutates) {
    if (mutations_ == kill_at_ || mutations_ == kill_within_) die();
    fails = fails || (cut_mutations_at_ && mutations_ >= *cut_mutations_at_);
    fails = mutations_++ == mutation_ || fails;
  }
  return fails;
}

void FaultyFileSystem::remember(const std::string& path) {
  Result<std::string> bytes = below_.read(path);
  undo_.push_back({path, bytes ? std::optional(std::move(*bytes)) : std::nullopt});
}

void FaultyFileSystem::lose_unsynced(bool keep_names) {
  const std::scoped_lock guard(mutex_);
  if (keep_names) {
    for (const std::string& path : unsynced_data_) {
      if (below_.stat(path)) (void)below_.write(path, {});
    }
  } else {
    for (auto before = undo_.rbegin(); before != undo_.rend(); ++before) {
      if (before->bytes) {
        (void)below_.write(before->path, *before->bytes);
      } else {
        (void)below_.remove(before->path);
      }
    }
  }
  undo_.clear();
  unsynced_data_.clear();
}

Result<std::string> FaultyFileSystem::read(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  if (hit(false)) return broken(path);
  return below_.read(path);
}

Result<FileStat> FaultyFileSystem::stat(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  if (hit(false)) return broken(path);
  return below_.stat(path);
}

Result<std::vector<DirectoryEntry>> FaultyFileSystem::list(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  if (hit(false)) return broken(path);
  return below_.list(path);
}

Result<Walk> FaultyFileSystem::walk(const std::string& root,
                                    const std::function<bool(std::string_view)>& enter,
                                    unsigned threads) {
  const std::scoped_lock guard(mutex_);
  if (hit(false)) return broken(root);
  return below_.walk(root, enter, threads);
}

Status FaultyFileSystem::make_directories(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  if (hit(true)) return broken(path);
  return below_.make_directories(path);
}

Status FaultyFileSystem::put(const std::string& path, std::string_view bytes, bool append) {
  const auto pass_on = [&](std::string_view part) {
    return append ? below_.append(path, part) : below_.write(path, part);
  };
  if (mutations_ == kill_within_) {
    (void)pass_on({});
    die();
  }
  const bool fails = hit(true);
  if (cut_at_ && calls_ > *cut_at_ + 1) return broken(path);  // no power: nothing moves any more
  remember(path);
  unsynced_data_.push_back(path);
  if (fails) {
    (void)pass_on(bytes.substr(0, bytes.size() / 2));
    return broken(path);
  }
  if (room_ && bytes.size() > *room_) {
    (void)pass_on(bytes.substr(0, static_cast<std::size_t>(std::exchange(*room_, 0))));
    return broken(path, "No space left on device");
  }
  if (room_) *room_ -= bytes.size();
  return pass_on(bytes);
}

Status FaultyFileSystem::write(const std::string& path, std::string_view bytes) {
  const std::scoped_lock guard(mutex_);
  return put(path, bytes, false);
}

Status FaultyFileSystem::append(const std::string& path, std::string_view bytes) {
  const std::scoped_lock guard(mutex_);
  return put(path, bytes, true);
}

Status FaultyFileSystem::rename(const std::string& from, const std::string& to) {
  const std::scoped_lock guard(mutex_);
  if (hit(true)) return broken(to);
  if (renames_refused_) return broken(to, "Operation not permitted");
  remember(to);
  remember(from);
  PYRAMID_TRY(below_.rename(from, to));
  std::erase(unsynced_data_, to);
  std::replace(unsynced_data_.begin(), unsynced_data_.end(), from, to);
  return {};
}

Status FaultyFileSystem::remove(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  if (hit(true)) return broken(path);
  remember(path);
  PYRAMID_TRY(below_.remove(path));
  std::erase(unsynced_data_, path);
  return {};
}

Status FaultyFileSystem::copy_mode(const std::string& from, const std::string& to) {
  const std::scoped_lock guard(mutex_);
  if (hit(true)) return broken(to);
  return below_.copy_mode(from, to);
}

Status FaultyFileSystem::sync(const std::string& directory) {
  const std::scoped_lock guard(mutex_);
  if (hit(true)) return broken(directory);
  PYRAMID_TRY(below_.sync(directory));
  undo_.clear();
  unsynced_data_.clear();
  return {};
}

Result<std::unique_ptr<FileLock>> FaultyFileSystem::lock(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  if (hit(false)) return broken(path);
  return below_.lock(path);
}

}  // namespace pyramid::test
