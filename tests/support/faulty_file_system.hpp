// A file system that breaks on demand: wraps another and fails, fills up, or loses its power.
#pragma once

#include "pyramid/file_system.hpp"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::test {

// Every call is counted from 0. A write that a fault hits leaves half of its bytes behind, as a
// real one may. Faults hold until heal().
//
//   for (std::size_t n = 0;; ++n) {
//     FaultyFileSystem disk(files);
//     disk.fail_call(n);
//     … the work …
//     if (disk.calls() <= n) break;  // the work needs no more calls than that
//   }
class FaultyFileSystem final : public FileSystem {
 public:
  explicit FaultyFileSystem(FileSystem& below) : below_(below) {}

  void fail_call(std::size_t n) { fail_at_ = n; }       // that one call, of any method
  void fail_mutation(std::size_t n) { mutation_ = n; }  // the n-th call that would change something
  void cut_power_at(std::size_t n) { cut_at_ = n; }     // call n of any method and all after it
  // That call which would change something, and every such one after it; reading goes on.
  void cut_mutations_at(std::size_t n) { cut_mutations_at_ = n; }
  void kill_at_mutation(std::size_t n) { kill_at_ = n; }  // the process ends there, as by SIGKILL
  // It ends within that one: a write has opened its file, which is empty then.
  void kill_within_mutation(std::size_t n) { kill_within_ = n; }
  void fill_disk_after(std::uint64_t bytes) { room_ = bytes; }  // further bytes do not fit
  void refuse_renames() { renames_refused_ = true; }
  void heal();

  // What a power cut does to what no sync() covered: with `keep_names` the renames and removals are
  // on the disk but the bytes are not (files are there, empty); without, all is as at the last
  // sync.
  void lose_unsynced(bool keep_names);

  [[nodiscard]] std::size_t calls() const;
  [[nodiscard]] std::size_t mutations() const;

  Result<std::string> read(const std::string& path) override;
  Result<FileStat> stat(const std::string& path) override;
  Result<std::vector<DirectoryEntry>> list(const std::string& path) override;
  Result<Walk> walk(const std::string& root, const std::function<bool(std::string_view)>& enter,
                    unsigned threads) override;
  Status make_directories(const std::string& path) override;
  Status write(const std::string& path, std::string_view bytes) override;
  Status append(const std::string& path, std::string_view bytes) override;
  Status rename(const std::string& from, const std::string& to) override;
  Status remove(const std::string& path) override;
  Status copy_mode(const std::string& from, const std::string& to) override;
  Status sync(const std::string& directory) override;
  Result<std::unique_ptr<FileLock>> lock(const std::string& path) override;

 private:
  // A file as it was before a change that no sync has covered.
  struct Before {
    std::string path;
    std::optional<std::string> bytes;
  };

  bool hit(bool mutates);  // counts the call; whether it fails
  Status put(const std::string& path, std::string_view bytes, bool append);
  void remember(const std::string& path);

  FileSystem& below_;
  mutable std::mutex mutex_;
  std::optional<std::size_t> fail_at_, mutation_, cut_at_, cut_mutations_at_, kill_at_,
      kill_within_;
  std::optional<std::uint64_t> room_;
  bool renames_refused_ = false;
  std::size_t calls_ = 0, mutations_ = 0;
  std::vector<Before> undo_;                // oldest first
  std::vector<std::string> unsynced_data_;  // files whose bytes no sync has covered
};

}  // namespace pyramid::test
