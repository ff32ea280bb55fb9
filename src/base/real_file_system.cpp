#include "base/path.hpp"
#include "pyramid/file_system.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace pyramid {

namespace {

// Of a file that is read in pieces: who looks at its head only wants no more.
constexpr std::size_t kFirstPiece = std::size_t{16} << 10, kPiece = std::size_t{256} << 10;

std::string message_of(int code) { return std::generic_category().message(code); }

// Whether that nothing is there follows from what the kernel said of a path. Only ENOENT says it by
// itself; the others do where the path is such a one.
bool says_absent(const std::string& path, int code) {
  if (code == ENOENT) return true;
  if (code == ENOTDIR) {
    struct stat above{};
    const std::string folder(path::directory(path));
    return folder.empty() || ::stat(folder.c_str(), &above) != 0 || !S_ISDIR(above.st_mode);
  }
  if (code != ENAMETOOLONG) return false;
  if (path.size() >= PATH_MAX) return true;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end - at > NAME_MAX) return true;
    at = end + 1;
  }
  return false;
}

Failure io_error(const std::string& what, const std::string& path, int code) {
  const ErrorKind kind = says_absent(path, code) ? ErrorKind::kNotFound : ErrorKind::kIo;
  return fail(kind, what, path, {}, message_of(code));
}

// As io_error, of what could not be opened: it is gone only if nothing of `kind` is there any more.
// A device that lost its connection says ENOENT of files that it has.
Failure open_error(const std::string& what, const std::string& path, int code, mode_t kind) {
  struct stat there{};
  const bool is_there = ::lstat(path.c_str(), &there) == 0 && (there.st_mode & S_IFMT) == kind;
  if (is_there) return fail(ErrorKind::kIo, what, path, {}, message_of(code));
  return io_error(what, path, code);
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool valid() const { return fd_ >= 0; }

 private:
  int fd_;
};

int open_file(const std::string& path, int flags) {
  int fd = -1;
  do {
    fd = ::open(path.c_str(), flags | O_CLOEXEC, 0644);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

std::int64_t nanoseconds(const struct statx_timestamp& at) {
  return at.tv_sec * 1'000'000'000 + at.tv_nsec;
}

FileKind kind_of_mode(unsigned mode) {
  if (S_ISREG(mode)) return FileKind::kFile;
  if (S_ISDIR(mode)) return FileKind::kDirectory;
  if (S_ISLNK(mode)) return FileKind::kSymlink;
  return FileKind::kOther;
}

// 0, or errno.
int stat_at(int directory, const char* name, FileStat& out) {
  struct statx raw;
  constexpr unsigned kWanted = STATX_TYPE | STATX_SIZE | STATX_MTIME | STATX_CTIME | STATX_INO;
  if (::statx(directory, name, AT_SYMLINK_NOFOLLOW | AT_STATX_DONT_SYNC, kWanted, &raw) != 0) {
    return errno;
  }
  out.kind = kind_of_mode(raw.stx_mode);
  out.size = raw.stx_size;
  out.mtime_ns = nanoseconds(raw.stx_mtime);
  out.ctime_ns = nanoseconds(raw.stx_ctime);
  out.inode = raw.stx_ino;
  return 0;
}

int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// The record that getdents64 fills a buffer with (man 2 getdents).
struct RawEntry {
  std::uint64_t inode;
  std::int64_t offset;
  std::uint16_t length;
  std::uint8_t type;
};
constexpr std::size_t kNameOffset = 19;  // packed behind `type`

// Calls visit(name, d_type) for every entry but `.` and `..`; 0, or errno. Those of one read come
// in the order of their inodes: the kernel and the scan table keep them so, and neighbours are
// cheap.
template <typename Visit>
int each_entry(int directory, const Visit& visit) {
  struct Entry {
    std::uint64_t inode;
    const char* name;
    std::uint8_t type;
  };
  std::array<char, 64 * 1024> buffer;
  std::vector<Entry> entries;
  while (true) {
    const long read = ::syscall(SYS_getdents64, directory, buffer.data(), buffer.size());
    if (read < 0) return errno;
    if (read == 0) return 0;
    entries.clear();
    for (long at = 0; at < read;) {
      const char* record = buffer.data() + at;
      RawEntry entry;
      std::memcpy(&entry, record, kNameOffset);
      const char* name = record + kNameOffset;
      if (std::strcmp(name, ".") != 0 && std::strcmp(name, "..") != 0) {
        entries.push_back({entry.inode, name, entry.type});
      }
      at += entry.length;
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.inode < b.inode; });
    for (const Entry& entry : entries) visit(entry.name, entry.type);
  }
}

// Directories waiting to be walked, shared by the walkers; done when none waits and none is busy.
class DirectoryQueue {
 public:
  void push(std::string directory) {
    {
      const std::scoped_lock guard(mutex_);
      waiting_.push_back(std::move(directory));
    }
    changed_.notify_one();
  }
  // False when the walk is over. A directory taken is busy until finished() is called.
  bool take(std::string& out) {
    std::unique_lock guard(mutex_);
    changed_.wait(guard, [&] { return !waiting_.empty() || busy_ == 0; });
    if (waiting_.empty()) return false;
    out = std::move(waiting_.back());
    waiting_.pop_back();
    ++busy_;
    return true;
  }
  void finished() {
    const std::scoped_lock guard(mutex_);
    if (--busy_ == 0 && waiting_.empty()) changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> waiting_;
  std::size_t busy_ = 0;
};

// What is odd about an entry that is neither file nor folder, if anything.
std::optional<SkippedEntry::Kind> oddity(const std::string& root, std::string_view directory,
                                         const char* name, FileKind kind) {
  if (kind == FileKind::kOther) return SkippedEntry::Kind::kNotRegular;
  const std::filesystem::path holder = path::join(root, directory);
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(holder / name, error);
  if (error == std::errc::too_many_symbolic_link_levels) return SkippedEntry::Kind::kLinkLoop;
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) {
    return SkippedEntry::Kind::kDeadLink;
  }
  if (error) return std::nullopt;  // beyond what we may look at
  const std::filesystem::path here = std::filesystem::canonical(holder, error);
  const auto parted = std::mismatch(target.begin(), target.end(), here.begin(), here.end());
  if (parted.first == target.end()) return SkippedEntry::Kind::kLinkLoop;
  return std::nullopt;
}

SkippedEntry refused(std::string path, int code) {
  return {std::move(path), SkippedEntry::Kind::kRefused, message_of(code)};
}

// `take(directory, name, stat)` receives each regular file.
template <typename Take>
void walk_directory(const std::string& root, const std::string& directory,
                    const std::function<bool(std::string_view)>& enter, DirectoryQueue& queue,
                    const Take& take, std::vector<SkippedEntry>& odd) {
  // Only the root may be a symlink: the kind that the parent told may be out of date by now.
  const Descriptor fd(directory.empty() ? open_file(root, O_RDONLY | O_DIRECTORY)
                                        : open_file(path::join(root, directory),
                                                    O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
  if (!fd.valid()) {
    const int code = errno;
    // Became a link or a file, or is gone: asked of the folder itself, not of the error.
    FileStat there;
    const int gone = stat_at(AT_FDCWD, path::join(root, directory).c_str(), there);
    const bool vanished = gone == ENOENT || (gone == 0 && there.kind != FileKind::kDirectory);
    if (!vanished || directory.empty()) odd.push_back(refused(directory, code));
    return;
  }
  const std::string prefix = directory.empty() ? "" : directory + "/";
  const auto visit = [&](const char* name, std::uint8_t type) {
    FileStat stat;
    if (type == DT_DIR) {
      stat.kind = FileKind::kDirectory;
    } else if (type == DT_REG || type == DT_UNKNOWN) {
      const int code = stat_at(fd.get(), name, stat);
      if (code == ENOENT) return;  // gone meanwhile
      if (code != 0) {
        odd.push_back(refused(prefix + name, code));
        return;
      }
    } else {
      stat.kind = type == DT_LNK ? FileKind::kSymlink : FileKind::kOther;
    }
    if (stat.kind == FileKind::kFile) {
      take(directory, name, stat);
    } else if (stat.kind == FileKind::kDirectory) {
      std::string below = prefix + name;
      if (enter(below)) queue.push(std::move(below));
    } else if (const auto kind = oddity(root, directory, name, stat.kind)) {
      odd.push_back({prefix + name, *kind});
    }
  };
  const int code = each_entry(fd.get(), visit);
  if (code != 0) odd.push_back(refused(directory, code));
}

class Flock final : public FileLock {
 public:
  Flock(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  [[nodiscard]] bool is_in_place() const override {
    struct stat held{};
    struct stat there{};
    return ::fstat(fd_.get(), &held) == 0 && ::stat(path_.c_str(), &there) == 0 &&
           held.st_dev == there.st_dev && held.st_ino == there.st_ino;
  }

 private:
  Descriptor fd_;
  std::string path_;
};

// Fails for what is no regular file. Opened without waiting, as a pipe would.
Status look_at_opened(const Descriptor& fd, const std::string& path, struct stat& info) {
  if (!fd.valid()) return open_error("cannot read", path, errno, S_IFREG);
  if (::fstat(fd.get(), &info) != 0) return io_error("cannot read", path, errno);
  if (S_ISDIR(info.st_mode)) return io_error("cannot read", path, EISDIR);
  if (S_ISREG(info.st_mode)) return {};
  return fail(ErrorKind::kIo, "cannot read", path, {}, "it is not a regular file");
}

class RealFileSystem final : public FileSystem {
 public:
  Result<std::string> read(const std::string& path) override {
    struct stat info{};
    const Descriptor fd(open_file(path, O_RDONLY | O_NONBLOCK));
    PYRAMID_TRY(look_at_opened(fd, path, info));
    std::string bytes(static_cast<std::size_t>(std::max<off_t>(info.st_size, 0)) + 1, '\0');
    std::size_t size = 0;
    while (true) {
      if (size == bytes.size()) bytes.resize(bytes.size() * 2);  // grew while we read
      const ssize_t got = ::read(fd.get(), bytes.data() + size, bytes.size() - size);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return io_error("cannot read", path, errno);
      if (got == 0) break;
      size += static_cast<std::size_t>(got);
    }
    bytes.resize(size);
    return bytes;
  }

  Status read_in_pieces(const std::string& path,
                        const std::function<bool(std::string_view)>& take) override {
    struct stat info{};
    const Descriptor fd(open_file(path, O_RDONLY | O_NONBLOCK));
    PYRAMID_TRY(look_at_opened(fd, path, info));
    std::string piece(kFirstPiece, '\0');
    while (true) {
      const ssize_t got = ::read(fd.get(), piece.data(), piece.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return io_error("cannot read", path, errno);
      if (got == 0) return {};
      if (!take(std::string_view(piece).substr(0, static_cast<std::size_t>(got)))) return {};
      piece.resize(kPiece);
    }
  }

  Result<FileStat> stat(const std::string& path) override {
    FileStat out;
    const int code = stat_at(AT_FDCWD, path.c_str(), out);
    if (code != 0) return io_error("cannot read", path, code);
    return out;
  }

  Result<std::string> real_path(const std::string& path) override {
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(path, error);
    if (error) return io_error("cannot follow", path, error.value());
    return real.string();
  }

  Result<std::vector<DirectoryEntry>> list(const std::string& path) override {
    const Descriptor fd(open_file(path, O_RDONLY | O_DIRECTORY));
    if (!fd.valid()) return open_error("cannot list", path, errno, S_IFDIR);
    std::vector<DirectoryEntry> entries;
    int unseen = 0;
    const int read = each_entry(fd.get(), [&](const char* name, std::uint8_t type) {
      FileStat stat;
      if (type == DT_UNKNOWN) {
        const int of_one = stat_at(fd.get(), name, stat);
        if (of_one != 0 && of_one != ENOENT) unseen = of_one;
        if (of_one != 0) return;
      } else {
        stat.kind = type == DT_REG   ? FileKind::kFile
                    : type == DT_DIR ? FileKind::kDirectory
                    : type == DT_LNK ? FileKind::kSymlink
                                     : FileKind::kOther;
      }
      entries.push_back({name, stat.kind});
    });
    const int code = read != 0 ? read : unseen;
    if (code != 0) return fail(ErrorKind::kIo, "cannot list", path, {}, message_of(code));
    std::sort(entries.begin(), entries.end(),
              [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
    return entries;
  }

  Result<Walk> walk(const std::string& root, const std::function<bool(std::string_view)>& enter,
                    unsigned threads) override {
    std::vector<std::vector<WalkEntry>> parts(std::max(1U, threads));
    Walk all;
    PYRAMID_ASSIGN(all.odd, visit_files(
                                root, enter,
                                [&](unsigned worker, std::string_view directory,
                                    std::string_view name, const FileStat& stat) {
                                  parts[worker].push_back({path::join(directory, name), stat});
                                },
                                threads));
    for (std::vector<WalkEntry>& part : parts) {
      std::move(part.begin(), part.end(), std::back_inserter(all.files));
    }
    return all;
  }

  Result<std::vector<SkippedEntry>> visit_files(const std::string& root,
                                                const std::function<bool(std::string_view)>& enter,
                                                const Visit& visit, unsigned threads) override {
    {
      const Descriptor fd(open_file(root, O_RDONLY | O_DIRECTORY));
      if (!fd.valid()) return open_error("cannot list", root, errno, S_IFDIR);
    }
    DirectoryQueue queue;
    queue.push("");
    std::vector<std::vector<SkippedEntry>> odd(std::max(1U, threads));
    const auto run = [&](unsigned worker) {
      const auto take = [&](std::string_view below, std::string_view name, const FileStat& stat) {
        visit(worker, below, name, stat);
      };
      std::string directory;
      while (queue.take(directory)) {
        walk_directory(root, directory, enter, queue, take, odd[worker]);
        queue.finished();
      }
    };
    {
      std::vector<std::jthread> helpers;
      try {
        for (unsigned i = 1; i < odd.size(); ++i) helpers.emplace_back([&run, i] { run(i); });
      } catch (const std::system_error&) {  // no room for one more: fewer do it too
      }
      run(0);
    }
    std::vector<SkippedEntry> all;
    for (std::vector<SkippedEntry>& part : odd) {
      std::move(part.begin(), part.end(), std::back_inserter(all));
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  Status make_directories(const std::string& path) override {
    if (::mkdir(path.c_str(), 0755) == 0) return {};
    int code = errno;
    if (code == ENOENT) {
      const std::string above(path::directory(path));
      if (above.empty() || above == path) return io_error("cannot make the folder", path, code);
      PYRAMID_TRY(make_directories(above));
      if (::mkdir(path.c_str(), 0755) == 0) return {};
      code = errno;
    }
    struct stat info{};
    if (code == EEXIST && ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) return {};
    if (code == ENOTDIR || code == EEXIST) {
      return fail(ErrorKind::kIo, "cannot make the folder", path, {}, "a file is in its place");
    }
    return io_error("cannot make the folder", path, code);
  }

  Status write(const std::string& path, std::string_view bytes) override {
    return write_with(path, bytes, O_WRONLY | O_CREAT | O_TRUNC);
  }

  Status append(const std::string& path, std::string_view bytes) override {
    return write_with(path, bytes, O_WRONLY | O_CREAT | O_APPEND);
  }

  Status rename(const std::string& from, const std::string& to) override {
    if (::rename(from.c_str(), to.c_str()) != 0) return io_error("cannot replace", to, errno);
    return {};
  }

  Status remove(const std::string& path) override {
    const auto is_gone = [] { return errno == ENOENT || errno == ENOTDIR; };
    if (std::remove(path.c_str()) == 0 || is_gone()) return {};
    const int refused = errno;
    struct stat there{};  // a file system that is read only refuses to remove what is not there too
    if (::lstat(path.c_str(), &there) != 0 && is_gone()) return {};
    return io_error("cannot remove", path, refused);
  }

  Status copy_mode(const std::string& from, const std::string& to) override {
    struct stat wanted{};
    struct stat present{};
    if (::stat(from.c_str(), &wanted) != 0) return io_error("cannot read", from, errno);
    if (::stat(to.c_str(), &present) != 0) return io_error("cannot read", to, errno);
    if (wanted.st_mode == present.st_mode) return {};
    if (::chmod(to.c_str(), wanted.st_mode & 07777) != 0) {
      return io_error("cannot set the permissions", to, errno);
    }
    return {};
  }

  Status sync(const std::string& directory) override {
    const Descriptor fd(open_file(directory, O_RDONLY | O_DIRECTORY));
    if (!fd.valid() || ::syncfs(fd.get()) != 0) return io_error("cannot flush", directory, errno);
    return {};
  }

  Result<std::unique_ptr<FileLock>> lock(const std::string& path) override {
    const int fd = open_file(path, O_RDWR | O_CREAT);
    if (fd < 0) return io_error("cannot lock", path, errno);
    auto lock = std::make_unique<Flock>(fd, path);
    const bool taken = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (!taken && errno != EWOULDBLOCK) return io_error("cannot lock", path, errno);
    // Removed since it was opened: it would hold nobody off.
    if (!taken || !lock->is_in_place()) {
      return fail(ErrorKind::kConflict, "another process holds the lock", path,
                  "wait for it to finish, then try again");
    }
    return std::unique_ptr<FileLock>(std::move(lock));
  }

  Result<std::unique_ptr<FileLock>> wait_for_lock(const std::string& path,
                                                  std::chrono::milliseconds patience) override {
    // flock() waits for ever, or for a signal that a library must not send.
    constexpr std::chrono::milliseconds kStep(10);
    const auto end = std::chrono::steady_clock::now() + patience;
    while (true) {
      Result<std::unique_ptr<FileLock>> held = lock(path);
      if (held || held.error().kind != ErrorKind::kConflict) return held;
      if (std::chrono::steady_clock::now() + kStep > end) return held;
      std::this_thread::sleep_for(kStep);
    }
  }

 private:
  static Status write_with(const std::string& path, std::string_view bytes, int flags) {
    const int fd = open_file(path, flags);
    if (fd < 0) return io_error("cannot write", path, errno);
    int code = write_all(fd, bytes);
    if (::close(fd) != 0 && code == 0) code = errno;
    if (code != 0) return io_error("cannot write", path, code);
    return {};
  }
};

}  // namespace

std::unique_ptr<FileSystem> make_real_file_system() { return std::make_unique<RealFileSystem>(); }

}  // namespace pyramid
