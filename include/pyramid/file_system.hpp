// The disk as an interface: the real one, one in memory and one that fails on demand.
//
// Paths are UTF-8 or raw bytes, absolute or relative to the process, `/`-separated. A failure has
// kind kNotFound (nothing is there) or kIo (everything else), with the path as `where` and the
// system's message as `cause`. What is there and cannot be opened is kIo, whatever the kernel calls
// it; a name that is too long for any file is kNotFound.
//
// Thread rule: all methods may be called from several threads at once on different paths, and what
// only reads on the same one too.
#pragma once

#include "pyramid/result.hpp"

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid {

enum class FileKind { kFile, kDirectory, kSymlink, kOther };

// What the kernel says of a file without reading it; the shortcut to its digest (as git's index).
struct FileStat {
  FileKind kind = FileKind::kFile;
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;  // since the epoch
  std::int64_t ctime_ns = 0;
  std::uint64_t inode = 0;
  bool operator==(const FileStat&) const = default;
};

struct DirectoryEntry {
  std::string name;
  FileKind kind = FileKind::kFile;
};

struct WalkEntry {
  std::string path;  // relative to the root walked, no leading `./`
  FileStat stat;
};

// What a walk met and did not hand over. A link to a file or folder outside the walk's own way is
// nothing odd, though it is not followed either.
struct SkippedEntry {
  enum class Kind {
    kRefused,    // is there, but a folder could not be read to its end, or a file not be looked at;
                 // "" = the root
    kDeadLink,   // leads to nothing
    kLinkLoop,   // leads to itself, or to a folder that it lies in
    kNotRegular  // a pipe, a socket or a device
  };
  std::string path;  // relative to the root walked
  Kind kind = Kind::kRefused;
  std::string cause = {};  // of kRefused: the system's message
  auto operator<=>(const SkippedEntry&) const = default;
};

struct Walk {
  std::vector<WalkEntry> files;   // regular files only, in no particular order
  std::vector<SkippedEntry> odd;  // sorted
};

// Held until destroyed; released by the kernel when the process dies.
class FileLock {
 public:
  virtual ~FileLock() = default;
  // False once the file it was taken on was removed or replaced: another process can have the lock
  // then. Unless overridden, true.
  [[nodiscard]] virtual bool is_in_place() const { return true; }
};

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // kIo for what is no regular file; a pipe is not waited for.
  virtual Result<std::string> read(const std::string& path) = 0;
  // Hands the bytes to `take` in order, piece by piece, for files that need not fit in memory;
  // otherwise as read(). A take that returns false ends the reading, with success. Unless
  // overridden, one piece.
  virtual Status read_in_pieces(const std::string& path,
                                const std::function<bool(std::string_view)>& take);
  // Does not follow a symlink in the last place.
  virtual Result<FileStat> stat(const std::string& path) = 0;
  // Where the path leads to, symlinks followed. Unless overridden, the path itself.
  virtual Result<std::string> real_path(const std::string& path);
  // Sorted by name; no `.` and `..`.
  virtual Result<std::vector<DirectoryEntry>> list(const std::string& path) = 0;

  // Every regular file below root, symlinks never followed. `enter(relative directory)` says
  // whether to descend; it may be called from `threads` threads at once. A directory that cannot
  // be opened is odd, not fatal.
  virtual Result<Walk> walk(const std::string& root,
                            const std::function<bool(std::string_view)>& enter,
                            unsigned threads) = 0;
  // As walk, but hands over each file where it is met and keeps none: a tree of any size takes no
  // memory. `visit(worker, directory, name, stat)`: the file is `name` in the relative directory,
  // "" for the root; worker < max(1, threads), and calls of different workers may run at once.
  // Gives what is odd, sorted. Unless overridden, one worker over what walk gives.
  using Visit = std::function<void(unsigned worker, std::string_view directory,
                                   std::string_view name, const FileStat& stat)>;
  virtual Result<std::vector<SkippedEntry>> visit_files(
      const std::string& root, const std::function<bool(std::string_view)>& enter,
      const Visit& visit, unsigned threads);

  // Creates the folder and its parents; no failure if it is there.
  virtual Status make_directories(const std::string& path) = 0;
  // Creates or truncates. Not atomic: workspace::Store makes it so with rename and sync.
  virtual Status write(const std::string& path, std::string_view bytes) = 0;
  // Adds at the end of the file, creating it if need be.
  virtual Status append(const std::string& path, std::string_view bytes) = 0;
  // Replaces `to` atomically if it exists.
  virtual Status rename(const std::string& from, const std::string& to) = 0;
  // A file or an empty folder. Success if nothing is there.
  virtual Status remove(const std::string& path) = 0;
  // Gives `to` the permissions of `from`, so that a private file stays private when it is replaced.
  virtual Status copy_mode(const std::string& from, const std::string& to) = 0;
  // Everything written so far below `directory` reaches the disk (syncfs).
  virtual Status sync(const std::string& directory) = 0;

  // Takes an exclusive lock on a file (created if need be) without waiting; kConflict if held.
  virtual Result<std::unique_ptr<FileLock>> lock(const std::string& path) = 0;
  // The same, but kConflict only once it was held for all of `patience`. Unless overridden, without
  // waiting: a test need not.
  virtual Result<std::unique_ptr<FileLock>> wait_for_lock(const std::string& path,
                                                          std::chrono::milliseconds patience);
};

// FileSystem::stat of what a link leads to.
Result<FileStat> stat_behind(FileSystem& files, const std::string& path);

// The machine's disk. Own no state; make as many as you like.
std::unique_ptr<FileSystem> make_real_file_system();

}  // namespace pyramid
