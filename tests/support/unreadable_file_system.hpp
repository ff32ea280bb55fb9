// A file system of which one place cannot be read: wraps another, and fails as the kernel may.
#pragma once

#include "pyramid/file_system.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace pyramid::test {

// Counts what reads, from 0: each open and read of a file, stat, list, and in a walk each folder
// that is opened and each file that is looked at.
class UnreadableFileSystem final : public FileSystem {
 public:
  explicit UnreadableFileSystem(FileSystem& below) : below_(below) {}

  // The n-th says so. `stays`: from then on all that reads that path does. `rest`: where it is a
  // file of a walk, the folder cannot be read on from there, as getdents() fails in the middle.
  void fail_at(std::size_t n, int code, bool stays, bool rest) {
    fail_at_ = n;
    code_ = code;
    stays_ = stays;
    rest_ = rest;
  }
  [[nodiscard]] std::size_t reads() const { return reads_; }
  // What failed; "" = nothing yet.
  [[nodiscard]] const std::string& failed() const { return failed_; }

  Result<std::string> read(const std::string& path) override;
  Result<FileStat> stat(const std::string& path) override;
  Result<std::string> real_path(const std::string& path) override { return below_.real_path(path); }
  Result<std::vector<DirectoryEntry>> list(const std::string& path) override;
  Result<Walk> walk(const std::string& root, const std::function<bool(std::string_view)>& enter,
                    unsigned threads) override;
  Result<std::vector<SkippedEntry>> visit_files(const std::string& root,
                                                const std::function<bool(std::string_view)>& enter,
                                                const Visit& visit, unsigned threads) override;
  Status make_directories(const std::string& path) override {
    return below_.make_directories(path);
  }
  Status write(const std::string& path, std::string_view bytes) override {
    return below_.write(path, bytes);
  }
  Status append(const std::string& path, std::string_view bytes) override {
    return below_.append(path, bytes);
  }
  Status rename(const std::string& from, const std::string& to) override {
    return below_.rename(from, to);
  }
  Status remove(const std::string& path) override { return below_.remove(path); }
  Status copy_mode(const std::string& from, const std::string& to) override {
    return below_.copy_mode(from, to);
  }
  Status sync(const std::string& directory) override { return below_.sync(directory); }
  Result<std::unique_ptr<FileLock>> lock(const std::string& path) override {
    return below_.lock(path);
  }

 private:
  bool fails(const std::string& path);
  [[nodiscard]] std::string message() const;
  [[nodiscard]] Failure failure(const std::string& what, const std::string& path) const;

  FileSystem& below_;
  std::recursive_mutex mutex_;  // guards the rest
  std::optional<std::size_t> fail_at_;
  int code_ = 0;
  bool stays_ = false, rest_ = false;
  std::size_t reads_ = 0;
  std::string failed_;
};

}  // namespace pyramid::test
