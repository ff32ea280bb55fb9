// A file system in memory whose clock a test turns by hand and which counts what is asked of it.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::test {

// How often each method was called, failed calls included; `log` holds "read a/b.md" and so on in
// the order of the calls.
struct AccessLog {
  std::size_t reads = 0, stats = 0, lists = 0, walks = 0;
  std::size_t directories = 0, writes = 0, appends = 0, renames = 0, removes = 0, syncs = 0;
  std::size_t locks = 0, modes = 0;
  std::vector<std::string> log;
  [[nodiscard]] std::size_t mutations() const {
    return directories + writes + appends + renames + removes + syncs + modes;
  }
};

// Paths are compared after path::normalize; "/" and "." always exist. Every change stamps mtime and
// ctime with the time set by hand; the clock never moves by itself, so racy cases can be built.
// Thread rule: as FileSystem. The test's own hands (second block) count as no access.
class MemoryFileSystem : public FileSystem {
 public:
  MemoryFileSystem();

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

  // The test's own hands: as a person with an editor, parents made as needed.
  void put(const std::string& path, std::string_view bytes);
  void put_symlink(const std::string& path, std::string_view bytes_behind);
  void erase(const std::string& path);   // a file, or a folder with all below
  void refuse(const std::string& path);  // reading or listing it fails from now on: permission
  [[nodiscard]] std::optional<std::string> get(const std::string& path) const;
  [[nodiscard]] std::map<std::string, std::string> files() const;  // every regular file
  void set_now(Time now);
  void tick(std::int64_t nanoseconds = 1'000'000'000);

  [[nodiscard]] AccessLog accesses() const;
  void forget_accesses();

 private:
  struct Entry {
    FileStat stat;
    std::string bytes;
  };
  class Lock;

  void note(std::size_t AccessLog::* counter, const char* what, const std::string& path);
  Status store(const std::string& place, std::string_view bytes, bool append);
  Status make_parents(const std::string& place);
  Entry& touch(const std::string& place, FileKind kind);
  [[nodiscard]] bool is_directory(const std::string& place) const;
  void collect(const std::string& folder, const std::string& relative,
               const std::function<bool(std::string_view)>& enter, Walk& out) const;

  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;
  std::set<std::string> refused_;
  std::shared_ptr<std::set<std::string>> locked_;  // shared with the locks that are held
  AccessLog accesses_;
  std::int64_t now_ns_ = 0;
  std::uint64_t next_inode_ = 1;
};

}  // namespace pyramid::test
