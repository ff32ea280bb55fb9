#include "index/scan_table.hpp"

#include "base/digest.hpp"
#include "base/path.hpp"
#include "index/mix.hpp"
#include "index/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <system_error>
#include <type_traits>
#include <utility>

namespace pyramid::index {

namespace {

// A file whose time stamps are this close to when we read it may change again under the same stamp
// (git's racy rule); kernels stamp in steps of up to 10 ms.
constexpr std::int64_t kRacyNs = 20'000'000;

constexpr std::array<char, 8> kScanMagic = {'P', 'Y', 'R', 'S', 'C', 'A', 'N', '1'};
constexpr std::uint32_t kScanVersion = 1;

struct ScanHeader {
  std::array<char, 8> magic = kScanMagic;
  std::uint32_t version = kScanVersion;
  std::uint32_t record_size = sizeof(ScanRecord);
  std::uint64_t generation = 0;
  std::uint64_t records = 0;
  std::int64_t checked_s = 0;
  Digest digest;
  std::uint64_t check = 0;
};
static_assert(sizeof(ScanHeader) == 64 && std::is_trivially_copyable_v<ScanHeader>);
static_assert(sizeof(ScanRecord) == 56 && std::is_trivially_copyable_v<ScanRecord>);

// Eight bytes at a time.
std::uint64_t hash_bytes(std::uint64_t hash, std::string_view bytes) {
  hash = mix(hash, bytes.size());
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t taken = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), taken);
    hash = mix(hash, word);
    bytes.remove_prefix(taken);
  }
  return hash;
}

std::uint64_t check_of(const ScanHeader& header) {
  return hash_bytes(1, {reinterpret_cast<const char*>(&header), offsetof(ScanHeader, check)});
}

std::string_view bytes_of(const std::vector<ScanRecord>& records) {
  return {reinterpret_cast<const char*>(records.data()), records.size() * sizeof(ScanRecord)};
}

bool by_inode(const ScanRecord& a, const ScanRecord& b) {
  return a.inode != b.inode ? a.inode < b.inode : a.id < b.id;
}

class Descriptor {
 public:
  Descriptor(const std::string& path, int flags) : fd_(open_regular(path, flags)) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  bool close() {
    const int fd = std::exchange(fd_, -1);
    return fd < 0 || ::close(fd) == 0;
  }

 private:
  int fd_;
};

bool read_all(int fd, void* out, std::size_t size, off_t at) {
  auto* to = static_cast<char*>(out);
  while (size > 0) {
    const ssize_t got = ::pread(fd, to, size, at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(int fd, std::string_view bytes, off_t at) {
  while (!bytes.empty()) {
    const ssize_t put = ::pwrite(fd, bytes.data(), bytes.size(), at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += put;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

std::optional<ScanHeader> read_header(int fd, std::uint64_t generation) {
  ScanHeader header;
  if (fd < 0 || !read_all(fd, &header, sizeof header, 0)) return std::nullopt;
  const bool known = header.magic == kScanMagic && header.version == kScanVersion &&
                     header.record_size == sizeof(ScanRecord);
  if (!known || header.check != check_of(header)) return std::nullopt;
  if (header.generation != generation) return std::nullopt;
  return header;
}

bool write_header(int fd, ScanHeader header) {
  header.check = check_of(header);
  return write_all(fd, {reinterpret_cast<const char*>(&header), sizeof header}, 0);
}

}  // namespace

std::uint64_t path_hash(std::string_view directory, std::string_view name) {
  const std::uint64_t hash = hash_bytes(hash_bytes(0, directory), name);
  return mix(hash, hash >> 29U);
}

std::uint64_t path_hash(std::string_view path) {
  return path_hash(path::directory(path), path::name(path));
}

ScanRecord scan_record(std::string_view path, const FileStat& stat, std::int64_t checked_ns,
                       std::int64_t id) {
  return {path_hash(path), stat.inode, stat.size, stat.mtime_ns, stat.ctime_ns, checked_ns, id};
}

ScanTable::ScanTable(std::vector<ScanRecord> records) : records_(std::move(records)) {
  if (!std::is_sorted(records_.begin(), records_.end(), by_inode)) {
    std::sort(records_.begin(), records_.end(), by_inode);
  }
}

std::optional<ScanTable> ScanTable::read(const std::string& path, std::uint64_t generation) {
  const Descriptor file(path, O_RDONLY);
  const std::optional<ScanHeader> header = read_header(file.get(), generation);
  if (!header) return std::nullopt;
  struct stat info{};
  if (::fstat(file.get(), &info) != 0) return std::nullopt;
  const auto room = static_cast<std::uint64_t>(info.st_size) - sizeof(ScanHeader);
  if (header->records >= std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  if (header->records * sizeof(ScanRecord) != room) return std::nullopt;
  std::vector<ScanRecord> records(static_cast<std::size_t>(header->records));
  if (!read_all(file.get(), records.data(), room, sizeof(ScanHeader))) return std::nullopt;
  if (digest_of(bytes_of(records)) != header->digest) return std::nullopt;
  return ScanTable(std::move(records));
}

Status ScanTable::write(const std::string& path, std::uint64_t generation, Time checked) const {
  const std::string temporary = path + ".tmp";
  ::unlink(temporary.c_str());  // of a command that was killed; a link is not written through
  ScanHeader header;
  header.generation = generation;
  header.records = records_.size();
  header.checked_s = checked.seconds;
  header.digest = digest_of(bytes_of(records_));
  Descriptor file(temporary, O_WRONLY | O_CREAT | O_EXCL);
  const bool written = file.get() >= 0 &&
                       write_all(file.get(), bytes_of(records_), sizeof header) &&
                       write_header(file.get(), header) && file.close() &&
                       std::rename(temporary.c_str(), path.c_str()) == 0;
  if (written) return {};
  const int code = errno;
  ::unlink(temporary.c_str());
  return fail(ErrorKind::kIo, "cannot write the scan table", path, {},
              std::generic_category().message(code));
}

std::optional<Time> ScanTable::checked_at(const std::string& path, std::uint64_t generation) {
  const Descriptor file(path, O_RDONLY);
  const std::optional<ScanHeader> header = read_header(file.get(), generation);
  if (!header) return std::nullopt;
  return Time{header->checked_s};
}

bool ScanTable::set_checked_at(const std::string& path, std::uint64_t generation, Time checked) {
  const Descriptor file(path, O_RDWR);
  std::optional<ScanHeader> header = read_header(file.get(), generation);
  if (!header) return false;
  if (header->checked_s == checked.seconds) return true;
  header->checked_s = checked.seconds;
  return write_header(file.get(), *header);
}

std::optional<std::size_t> ScanTable::find_unchanged(std::uint64_t hash, const FileStat& stat,
                                                     std::size_t& near) const {
  const auto starts_here = [&](std::size_t place) {
    return place < records_.size() && records_[place].inode == stat.inode &&
           (place == 0 || records_[place - 1].inode != stat.inode);
  };
  if (!starts_here(near)) {
    const auto first =
        std::partition_point(records_.begin(), records_.end(),
                             [&](const ScanRecord& record) { return record.inode < stat.inode; });
    near = static_cast<std::size_t>(first - records_.begin());
  }
  for (; near < records_.size() && records_[near].inode == stat.inode; ++near) {
    const ScanRecord& known = records_[near];
    if (known.path_hash != hash || known.size != stat.size || known.mtime_ns != stat.mtime_ns ||
        known.ctime_ns != stat.ctime_ns) {
      continue;
    }
    if (std::max(stat.mtime_ns, stat.ctime_ns) < known.checked_ns - kRacyNs) return near++;
  }
  return std::nullopt;
}

std::vector<std::uint64_t> ScanTable::path_hashes() const {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(records_.size());
  for (const ScanRecord& record : records_) hashes.push_back(record.path_hash);
  std::sort(hashes.begin(), hashes.end());
  return hashes;
}

ScanTable ScanTable::with(const Changes& changes) const {
  std::vector<ScanRecord> fresh;
  for (const auto& [id, record] : changes) {
    if (record) fresh.push_back(*record);
  }
  std::sort(fresh.begin(), fresh.end(), by_inode);
  std::vector<ScanRecord> merged;
  merged.reserve(records_.size() + fresh.size());
  auto next = fresh.begin();
  for (const ScanRecord& record : records_) {
    if (changes.contains(record.id)) continue;
    for (; next != fresh.end() && by_inode(*next, record); ++next) merged.push_back(*next);
    merged.push_back(record);
  }
  merged.insert(merged.end(), next, fresh.end());
  return ScanTable(std::move(merged));
}

}  // namespace pyramid::index
