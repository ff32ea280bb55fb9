// A file system that counts what is read: wraps another and passes everything on.
#pragma once

#include "pyramid/file_system.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::test {

class CountingFileSystem final : public FileSystem {
 public:
  explicit CountingFileSystem(FileSystem& below) : below_(below) {}

  // Files that were opened to be read, one for each time, and the bytes they gave.
  [[nodiscard]] const std::vector<std::string>& opened() const { return opened_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  // How often all files below a folder were looked at.
  [[nodiscard]] std::size_t walks() const { return walks_; }

  Result<std::string> read(const std::string& path) override {
    Result<std::string> content = below_.read(path);
    note(path, content ? content->size() : 0);
    return content;
  }
  Status read_in_pieces(const std::string& path,
                        const std::function<bool(std::string_view)>& take) override {
    note(path, 0);
    return below_.read_in_pieces(path, [&](std::string_view piece) {
      add(piece.size());
      return take(piece);
    });
  }
  Result<FileStat> stat(const std::string& path) override { return below_.stat(path); }
  Result<std::string> real_path(const std::string& path) override { return below_.real_path(path); }
  Result<std::vector<DirectoryEntry>> list(const std::string& path) override {
    return below_.list(path);
  }
  Result<Walk> walk(const std::string& root, const std::function<bool(std::string_view)>& enter,
                    unsigned threads) override {
    note_walk();
    return below_.walk(root, enter, threads);
  }
  Result<std::vector<SkippedEntry>> visit_files(const std::string& root,
                                                const std::function<bool(std::string_view)>& enter,
                                                const Visit& visit, unsigned threads) override {
    note_walk();
    return below_.visit_files(root, enter, visit, threads);
  }
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
  Result<std::unique_ptr<FileLock>> wait_for_lock(const std::string& path,
                                                  std::chrono::milliseconds patience) override {
    return below_.wait_for_lock(path, patience);
  }

 private:
  void note(const std::string& path, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    opened_.push_back(path);
    bytes_ += bytes;
  }
  void note_walk() {
    const std::lock_guard lock(mutex_);
    ++walks_;
  }
  void add(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ += bytes;
  }

  FileSystem& below_;
  std::mutex mutex_;  // guards the rest
  std::vector<std::string> opened_;
  std::size_t bytes_ = 0, walks_ = 0;
};

}  // namespace pyramid::test
