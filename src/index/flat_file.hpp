// Flat arrays beside the database, one fixed-size record a chunk row, memory-mapped.
//
// Constraints: a one-shot search must scan 100,000 vectors in a few milliseconds and load nothing
// else; a change must cost what it touched; a reader never blocks a writer.
//
// Layout: 64 bytes of header (magic "PYRFLAT1", u32 version, u32 record size, 32 bytes of content
// name, u64 set, u64 mark), then record r at 64 + r x (size + 8), little-endian, each with a u64
// sum of it and r. Files that were made together have one set, a random number, which the database
// names too; the mark tells as of which of its transactions they are (vectors.hpp).
//   vectors.i8   u64 check, float scale, u32 0, dims x int8     the scan
//   vectors.f32  dims x float32                                 rescoring of the best
//   lengths.u32  u32 tokens                                     BM25
// `check` is the first 8 bytes of the digest of the text that was embedded; the row in the database
// has the same digest, so a foreign vector is never taken for the row's.
//
// Torn tails: records are written before the database commits; a record beyond or beside what the
// database knows is harmless, and a file shorter than it needs means rebuild. Another magic,
// version or size means rebuild too, and so does a record that is used and has another sum, once
// nobody can be in the middle of writing it.
//
// Room is taken on the disk before it is mapped: of a full one comes a failure, not a signal.
#pragma once

#include "index/index.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pyramid::index {

class FlatFile {
 public:
  FlatFile() = default;
  ~FlatFile();
  FlatFile(FlatFile&& other) noexcept;
  FlatFile& operator=(FlatFile&& other) noexcept;
  FlatFile(const FlatFile&) = delete;
  FlatFile& operator=(const FlatFile&) = delete;

  // Opens or copies, as the mode says. kCorruptCache when there is none, or its header is not what
  // it should be.
  static Result<FlatFile> open(const std::string& path, std::string_view content,
                               std::size_t record_size, Mode mode);
  // An empty one in the place of whatever is there; in memory in all modes but kWrite.
  static Result<FlatFile> make(const std::string& path, std::string_view content,
                               std::size_t record_size, std::uint64_t set, Mode mode);

  // Another one with the same records, in the place of whatever is there; its mark is 0. REQUIRES:
  // nobody writes `from`.
  static Result<FlatFile> copy(const FlatFile& from, const std::string& path, std::uint64_t set);

  // Makes room for `records`, and maps what is there. A mapping handed out before is void. Where it
  // fails, what was there stays.
  Status resize(std::size_t records);
  // Maps what others have added, where so many records are not mapped yet.
  Status cover(std::size_t records);
  // How many whole records the mapping holds.
  [[nodiscard]] std::size_t records() const { return records_; }
  // REQUIRES: row < records().
  [[nodiscard]] const std::byte* record(std::size_t row) const {
    return data_ + kHeader + row * (record_size_ + kSum);
  }
  [[nodiscard]] bool is_sound(std::size_t row) const {
    return row < records_ && (has_sum(row) || is_sound_soon(row));
  }
  // Replaces the record by these bytes, zeros behind them. kCorruptCache where there is no room for
  // it: then the database does not speak of this file.
  Status put(std::size_t row, std::span<const std::byte> bytes);

  // With which others it was made.
  [[nodiscard]] std::uint64_t set() const { return set_; }
  // What the header's last 8 bytes say, for the caller to use; 0 in a new file and where it cannot
  // be read.
  [[nodiscard]] std::uint64_t mark() const;
  // Written before any record that is put afterwards, as far as the death of a process can tell.
  Status set_mark(std::uint64_t mark);
  // Waits for the one who has it; ends with unlock() or the process.
  Status lock();
  void unlock();
  // Whether another FlatFile, in whatever process, has the lock.
  [[nodiscard]] bool is_locked_elsewhere() const;

  // Copies a record without mapping it: of records that lie far apart, a mapping brings in all
  // their neighbours, which counts as memory of ours. False where it is not sound. REQUIRES: row <
  // records(), room for a whole record.
  [[nodiscard]] bool read(std::size_t row, std::span<std::byte> out) const;
  // Records before `row` will not be read soon: of a file that is scanned once, no more than a few
  // megabytes stay mapped. `from`: where the last call ended.
  void done_with(std::size_t from, std::size_t row) const;
  // The same of all records.
  void done_with_all() const { done_with(0, records_); }

 private:
  static constexpr std::size_t kHeader = 64;
  static constexpr std::size_t kSetAt = 48;
  static constexpr std::size_t kMarkAt = 56;
  static constexpr std::size_t kSum = 8;

  Status map();
  void unmap();
  // From the end of the file on, on the disk.
  [[nodiscard]] Status take_room(std::size_t size);
  [[nodiscard]] bool has_sum(std::size_t row) const;
  // Another process may be in the middle of writing it.
  [[nodiscard]] bool is_sound_soon(std::size_t row) const;

  std::string path_;
  int fd_ = -1;
  bool writable_ = false;
  std::uint64_t set_ = 0;
  std::byte* data_ = nullptr;
  std::size_t mapped_ = 0;
  std::size_t record_size_ = 1;
  std::size_t records_ = 0;
};

}  // namespace pyramid::index
