// The memory as a commit had it, ready to be searched: no checkout.
//
// Its index lies in `.pyramid/past/`, named by the tree, so that a second question finds it; a few
// are kept, the oldest goes. It is made from today's: what did not change since is not read again,
// and keeps its vectors.
#pragma once

#include "ops/nodes/revision.hpp"
#include "ops/run/opened.hpp"
#include "pyramid/search.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace pyramid::ops {

// The files of a commit where the workspace's are. Reads alone; what is no memory file of it is not
// there.
class PastFiles final : public FileSystem {
 public:
  // Borrows `disk` and `past`. Reads one by one; the rest knows no file before list_all().
  PastFiles(FileSystem& disk, history::Past& past, std::string root, std::string commit);
  // `blobs`: of all files, by path. `same`: those of which the disk's stat data may stand for the
  // commit's while they are as seen here (Repository::seen_equal).
  void list_all(std::map<std::string, std::string> blobs, std::map<std::string, FileStat> same);

  // The first file of these that could not be had: what is made of the others is not that past.
  [[nodiscard]] const std::optional<Error>& missing() const { return missing_; }

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
  // nullptr: it was not there.
  [[nodiscard]] const std::string* blob_of(const std::string& path) const;
  // `now`: what the disk says, nullptr where it has no such file.
  [[nodiscard]] FileStat stat_of(const std::string& relative, const std::string& blob,
                                 const FileStat* now) const;

  FileSystem& disk_;
  history::Past& past_;
  std::mutex reading_;  // past_ is not thread-safe
  std::string root_;    // with a `/` behind
  std::string commit_;
  std::optional<Error> missing_;
  std::map<std::string, std::string> blobs_;  // by path
  std::map<std::string, FileStat> same_;
};

// In this order: the files read from the past.
struct PastMemory {
  std::unique_ptr<history::Past> past;
  std::unique_ptr<PastFiles> files;
  Opened opened;
  MemoryCommit commit;
};
// As `options.at` names it. Failures as commit_named() has them.
Result<PastMemory> open_past_memory(Services& services, const SearchOptions& options);

}  // namespace pyramid::ops
