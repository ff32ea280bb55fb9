// What the last scan knew of every file, packed, so that a scan that finds nothing changed reads no
// row of the database.
//
// Constraints: loaded whole by every command that checks for changes, beside one statx a file; a
// table that does not belong to the database as it stands must never be believed; a reader never
// waits for a writer.
//
// Measured at 116,000 files: 6.5 MB, read and checked in 9 ms. A sync with nothing to do takes 0.23
// s of CPU and 20 MB with it; 0.33 s and 170 MB with the rows of the database in a map by path.
//
// Layout: 64 bytes of header, then the records, little-endian, sorted by inode, then id: files of
// one folder, which a walk meets together, mostly lie together.
//   header  magic "PYRSCAN1", u32 version, u32 record size, u64 generation, u64 records,
//           i64 second of the last check, first 16 bytes of the records' SHA-256, u64 check of what
//           stands before it
//   record  u64 hash of the path, u64 inode, u64 size, i64 mtime, i64 ctime, i64 checked (all in
//           ns), i64 id in the table `files`
//
// The database holds the generation too, a random number, and the ids of files that changed since
// (`rescanned`): to write the table takes 20 ms, so small changes wait. It is written whole under a
// temporary name and renamed inside the transaction that records it, just before its commit: of a
// crash, a lost write-ahead log or another database in its place comes a table of another
// generation. Another generation, magic, version, size or check: the table is made again from the
// database, silently, for nothing was lost.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pyramid::index {

struct ScanRecord {
  std::uint64_t path_hash = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::int64_t checked_ns = 0;  // when the file was read last, by the machine's clock
  std::int64_t id = 0;
};

ScanRecord scan_record(std::string_view path, const FileStat& stat, std::int64_t checked_ns,
                       std::int64_t id);

// Equal for equal paths. Not for strangers: nothing may be lost where two paths have one hash.
std::uint64_t path_hash(std::string_view directory, std::string_view name);
std::uint64_t path_hash(std::string_view path);

// Immutable once made, so any number of threads may ask it.
class ScanTable {
 public:
  ScanTable() = default;
  explicit ScanTable(std::vector<ScanRecord> records);

  // nullopt when there is none, when it is damaged, or when it is of another generation or version.
  static std::optional<ScanTable> read(const std::string& path, std::uint64_t generation);
  // Replaces the file at `path`. REQUIRES: no other process writes it (the database is locked).
  [[nodiscard]] Status write(const std::string& path, std::uint64_t generation, Time checked) const;

  // The second of the last check, of a table of this generation.
  static std::optional<Time> checked_at(const std::string& path, std::uint64_t generation);
  // Notes a check that found nothing changed. False when there is no table of this generation.
  static bool set_checked_at(const std::string& path, std::uint64_t generation, Time checked);

  [[nodiscard]] const std::vector<ScanRecord>& records() const { return records_; }
  // Place of the record of a file that cannot have changed since it was read: same inode, size and
  // time stamps, none of them so young that it may have been given again (git's racy rule). `near`
  // is where to look first, any number, and then the place behind the one found: who asks for files
  // in the order of their inodes is answered without a search.
  [[nodiscard]] std::optional<std::size_t> find_unchanged(std::uint64_t hash, const FileStat& stat,
                                                          std::size_t& near) const;
  // Of every record, ascending. A path whose hash is not among them is in no record.
  [[nodiscard]] std::vector<std::uint64_t> path_hashes() const;

  // By id, what became of a file: another record, or none.
  using Changes = std::unordered_map<std::int64_t, std::optional<ScanRecord>>;
  [[nodiscard]] ScanTable with(const Changes& changes) const;

 private:
  std::vector<ScanRecord> records_;
};

}  // namespace pyramid::index
