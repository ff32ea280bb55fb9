// What could not be read, and what a run must not do then (docs/design.md, "What cannot be read").
#pragma once

#include "ops/calls/services.hpp"
#include "pyramid/file_system.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// Passes everything on and notes where the workspace could not be read: of the files and folders
// that generated texts are made from, the settings and the tombstones. From then on it refuses to
// change the workspace, caches apart: whatever a run makes now may be made as if these were gone.
// So no step has to tell an error from an absence for the memory to be safe.
//
// A note that persons keep in memory/ holds nothing up: no text is made from it. `files` outlives
// this.
class NotingUnread final : public FileSystem {
 public:
  NotingUnread(FileSystem& files, std::string root) : below_(files), root_(std::move(root)) {}

  // kIo with the first place that could not be read, how many there are, and what to do.
  [[nodiscard]] Status all_read() const;

  Result<std::string> read(const std::string& path) override;
  Status read_in_pieces(const std::string& path,
                        const std::function<bool(std::string_view)>& take) override;
  Result<FileStat> stat(const std::string& path) override;
  Result<std::string> real_path(const std::string& path) override;
  Result<std::vector<DirectoryEntry>> list(const std::string& path) override;
  Result<Walk> walk(const std::string& root, const std::function<bool(std::string_view)>& enter,
                    unsigned threads) override;
  Result<std::vector<SkippedEntry>> visit_files(const std::string& root,
                                                const std::function<bool(std::string_view)>& enter,
                                                const Visit& visit, unsigned threads) override;
  Status make_directories(const std::string& path) override;
  Status write(const std::string& path, std::string_view bytes) override;
  Status append(const std::string& path, std::string_view bytes) override;
  Status rename(const std::string& from, const std::string& to) override;
  Status remove(const std::string& path) override;
  Status copy_mode(const std::string& from, const std::string& to) override;
  Status sync(const std::string& directory) override;
  Result<std::unique_ptr<FileLock>> lock(const std::string& path) override;
  Result<std::unique_ptr<FileLock>> wait_for_lock(const std::string& path,
                                                  std::chrono::milliseconds patience) override;

 private:
  // nullopt: outside the workspace.
  [[nodiscard]] std::optional<std::string_view> within(std::string_view path) const;
  void note(const std::string& path, const Error& error, std::optional<FileKind> read_as);
  void note(const std::string& root, const std::vector<SkippedEntry>& odd);
  [[nodiscard]] Status may_change(const std::string& path) const;

  FileSystem& below_;
  const std::string root_;
  mutable std::mutex mutex_;  // guards the rest
  std::optional<Error> first_;
  std::vector<std::string> places_;  // relative, each once
};

// The same, with its files read by `files`, which outlives it.
Services noting_unread(const Services& services, NotingUnread& files);
// What it could not read so far; success where nobody notes it.
Status all_read(const Services& services);

}  // namespace pyramid::ops
