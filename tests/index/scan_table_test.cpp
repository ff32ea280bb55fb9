#include "index/scan_table.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/temp_directory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace scan_table_test {

using namespace pyramid;
using index::ScanRecord;
using index::ScanTable;

namespace {

constexpr std::int64_t kHour = 3'600'000'000'000;

FileStat stat_of(std::uint64_t inode) {
  FileStat stat;
  stat.inode = inode;
  stat.size = 300;
  stat.mtime_ns = 10 * kHour;
  stat.ctime_ns = 11 * kHour;
  return stat;
}

ScanRecord record(std::int64_t id, std::int64_t checked_ns = 20 * kHour) {
  return index::scan_record("observations/" + std::to_string(id) + ".md",
                            stat_of(static_cast<std::uint64_t>(id)), checked_ns, id);
}

ScanTable table_of(std::int64_t count) {
  std::vector<ScanRecord> records;
  for (std::int64_t id = 1; id <= count; ++id) records.push_back(record(id));
  return ScanTable(std::move(records));
}

// From wherever one starts to look.
std::optional<std::size_t> find(const ScanTable& table, std::uint64_t hash, const FileStat& stat) {
  std::size_t near = 0;
  const auto found = table.find_unchanged(hash, stat, near);
  for (std::size_t start = 0; start <= table.records().size() + 1; start += 7) {
    near = start;
    CHECK(table.find_unchanged(hash, stat, near) == found);
  }
  return found;
}

std::vector<std::int64_t> ids(const ScanTable& table) {
  std::vector<std::int64_t> out;
  for (const ScanRecord& one : table.records()) out.push_back(one.id);
  return out;
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace

TEST_CASE("scan table: a file is unchanged while all that the kernel says of it is") {
  const ScanTable table = table_of(500);
  for (std::int64_t id = 1; id <= 500; ++id) {
    const ScanRecord known = record(id);
    const FileStat stat = stat_of(known.inode);
    const auto place = find(table, known.path_hash, stat);
    REQUIRE(place);
    CHECK(table.records()[*place].id == id);
    FileStat other = stat;
    other.size += 1;
    CHECK_FALSE(find(table, known.path_hash, other));
    other = stat;
    other.inode += 1;
    CHECK_FALSE(find(table, known.path_hash, other));
    other = stat;
    other.mtime_ns -= 1;
    CHECK_FALSE(find(table, known.path_hash, other));
    other = stat;
    other.ctime_ns += 1;
    CHECK_FALSE(find(table, known.path_hash, other));
    CHECK_FALSE(find(table, record(id % 500 + 1).path_hash, stat));
  }
  const std::vector<std::uint64_t> hashes = table.path_hashes();
  CHECK(hashes.size() == 500);
  CHECK(std::is_sorted(hashes.begin(), hashes.end()));
  CHECK(std::binary_search(hashes.begin(), hashes.end(), record(7).path_hash));
}

TEST_CASE("scan table: two names of one file are both unchanged, in either order") {
  std::vector<ScanRecord> records = {record(1), record(2), record(3)};
  records[1].inode = records[0].inode;
  const ScanTable table(records);
  const FileStat stat = stat_of(records[0].inode);
  for (const auto& [first, second] : {std::pair(0, 1), std::pair(1, 0)}) {
    std::size_t near = 0;
    for (const int one : {first, second}) {
      const auto place = table.find_unchanged(records[one].path_hash, stat, near);
      REQUIRE(place);
      CHECK(table.records()[*place].id == records[one].id);
    }
  }
}

TEST_CASE("scan table: a racily clean file is never unchanged") {
  const FileStat stat = stat_of(1);
  for (const std::int64_t later : {-kHour, std::int64_t{0}, std::int64_t{20'000'000}}) {
    const ScanTable table({record(1, stat.ctime_ns + later)});
    CHECK_FALSE(find(table, record(1).path_hash, stat));
  }
  const ScanTable table({record(1, stat.ctime_ns + 20'000'001)});
  CHECK(find(table, record(1).path_hash, stat));
}

TEST_CASE("scan table: an empty one holds nothing") {
  for (const ScanTable& table : {ScanTable(), ScanTable(std::vector<ScanRecord>())}) {
    for (const std::uint64_t hash : {std::uint64_t{0}, ~std::uint64_t{0}}) {
      CHECK(table.path_hashes().empty());
      CHECK_FALSE(find(table, hash, stat_of(1)));
    }
  }
}

TEST_CASE("scan table: two files whose paths have one hash are told apart") {
  std::vector<ScanRecord> records = {record(1), record(2), record(3)};
  for (ScanRecord& one : records) one.path_hash = ~std::uint64_t{0};
  const ScanTable table(records);
  for (std::uint64_t inode = 1; inode <= 3; ++inode) {
    const auto place = find(table, ~std::uint64_t{0}, stat_of(inode));
    REQUIRE(place);
    CHECK(table.records()[*place].inode == inode);
  }
}

TEST_CASE("scan table: the hash of a path is that of its folder and name") {
  CHECK(index::path_hash("a/b/c.md") == index::path_hash("a/b", "c.md"));
  CHECK(index::path_hash("c.md") == index::path_hash("", "c.md"));
  CHECK(index::path_hash("a", "bc.md") != index::path_hash("ab", "c.md"));
  CHECK(index::path_hash("a/b.md") != index::path_hash("a/b.md", ""));
}

TEST_CASE("scan table: changed step by step equals made at once") {
  std::mt19937 random(3);
  ScanTable table;
  std::vector<std::optional<ScanRecord>> all(200);
  for (int round = 0; round < 60; ++round) {
    ScanTable::Changes changes;
    for (int i = 0; i < 9; ++i) {
      const auto id = static_cast<std::int64_t>(random() % 200);
      std::optional<ScanRecord> next;
      if (random() % 3 != 0) next = record(id, static_cast<std::int64_t>(random()));
      all[static_cast<std::size_t>(id)] = changes[id] = next;
    }
    table = table.with(changes);
    std::vector<ScanRecord> expected;
    for (const auto& one : all) {
      if (one) expected.push_back(*one);
    }
    const ScanTable at_once(expected);
    REQUIRE(ids(table) == ids(at_once));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      REQUIRE(table.records()[i].checked_ns == at_once.records()[i].checked_ns);
    }
  }
}

TEST_CASE("scan table: read back as written, of its own generation only") {
  const test::TempDirectory folder;
  const std::string path = folder / "scan.table";
  CHECK_FALSE(ScanTable::read(path, 7));
  CHECK_FALSE(ScanTable::set_checked_at(path, 7, Time{5}));
  for (const std::int64_t count : {0, 1, 300}) {
    REQUIRE(table_of(count).write(path, 7, Time{1'000}));
    const auto read = ScanTable::read(path, 7);
    REQUIRE(read);
    CHECK(ids(*read) == ids(table_of(count)));
    CHECK_FALSE(ScanTable::read(path, 8));
    CHECK(ScanTable::checked_at(path, 7) == Time{1'000});
    CHECK_FALSE(ScanTable::checked_at(path, 8));
  }
  CHECK_FALSE(ScanTable::set_checked_at(path, 8, Time{2'000}));
  CHECK(ScanTable::set_checked_at(path, 7, Time{2'000}));
  CHECK(ScanTable::checked_at(path, 7) == Time{2'000});
  CHECK(ids(*ScanTable::read(path, 7)) == ids(table_of(300)));
  CHECK_FALSE(std::filesystem::exists(path + ".tmp"));
}

TEST_CASE("scan table: a torn one, a longer one and one of another version are not believed") {
  const test::TempDirectory folder;
  const std::string path = folder / "scan.table";
  REQUIRE(table_of(20).write(path, 7, Time{}));
  const std::string whole = bytes_of(path);
  for (std::size_t size = 0; size < whole.size(); size += 13) {
    put(path, whole.substr(0, size));
    CHECK_FALSE(ScanTable::read(path, 7));
  }
  put(path, whole + "x");
  CHECK_FALSE(ScanTable::read(path, 7));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    put(path, damaged);
    INFO(at);
    CHECK_FALSE(ScanTable::read(path, 7));
  }
  std::filesystem::remove(path);
  std::filesystem::create_directory(path);
  CHECK_FALSE(ScanTable::read(path, 7));
  CHECK_FALSE(table_of(2).write(path, 7, Time{}));
}

}  // namespace scan_table_test
