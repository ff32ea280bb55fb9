// What a caller made of the facts, in a file beside the database.
//
// Layout of facts.cache: magic "PYRKEPT1", u64 generation, first 16 bytes of the SHA-256 of the
// rest; then the caller's bytes. The database holds the generation too, a random number, and which
// files changed since: of a crash, or another database in its place, comes a file of another
// generation. One that is missing, damaged or of another generation is none at all: the facts are
// read from the database instead.
#include "base/packing.hpp"
#include "index/mix.hpp"
#include "index/regular_file.hpp"
#include "index/sqlite_index.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

namespace pyramid::index {

namespace {

constexpr std::string_view kGeneration = "kept_generation";
// With more files than this the facts are read anew.
constexpr std::size_t kMostTouched = 4096;

struct Header {
  std::array<char, 8> magic = {'P', 'Y', 'R', 'K', 'E', 'P', 'T', '1'};
  std::uint64_t generation = 0;
  std::uint64_t size = 0, check = 0;
};
static_assert(sizeof(Header) == 32);

// Tells damage, no more, of tens of megabytes in a few milliseconds: four sums at once, in each of
// which every eight bytes change all that follows.
std::uint64_t check_of(std::string_view bytes) {
  std::array<std::uint64_t, 4> sums = {1, 2, 3, bytes.size()};
  while (!bytes.empty()) {
    std::array<std::uint64_t, 4> words{};
    const std::size_t taken = std::min(bytes.size(), sizeof words);
    std::memcpy(words.data(), bytes.data(), taken);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = mix(sums[i], words[i]);
    bytes.remove_prefix(taken);
  }
  std::uint64_t check = 0;
  for (const std::uint64_t sum : sums) check = mix(check, sum);
  return check;
}

// The caller's bytes; nullopt for a file that is damaged or not of this generation.
std::optional<std::string_view> behind_header(std::string_view bytes, std::uint64_t generation) {
  Header header;
  Unpacker(bytes).value(header);
  const bool ours = bytes.size() >= sizeof header && header.magic == Header().magic &&
                    header.generation == generation;
  if (!ours) return std::nullopt;
  bytes.remove_prefix(sizeof header);
  if (bytes.size() != header.size || check_of(bytes) != header.check) return std::nullopt;
  return bytes;
}

}  // namespace

Result<std::optional<Index::Kept>> SqliteIndex::kept() {
  PYRAMID_ASSIGN(known_generation_, this->generation());
  PYRAMID_ASSIGN(const std::uint64_t generation, meta_number(kGeneration));
  if (generation == 0) return std::optional<Kept>();
  Result<MappedFile> file = MappedFile::open(kept_path_);
  if (!file) return std::optional<Kept>();
  const auto bytes = behind_header(file->bytes(), generation);
  if (!bytes) return std::optional<Kept>();
  Kept kept{std::move(*file), *bytes, {}};
  PYRAMID_ASSIGN(Statement row, database_.prepare("SELECT path FROM touched"));
  while (true) {
    PYRAMID_ASSIGN(const bool more, row.row());
    if (!more) return std::optional(std::move(kept));
    kept.touched.emplace_back(row.blob(0));
  }
}

Status SqliteIndex::keep(std::string_view bytes, const std::vector<std::string>& unsure) {
  if (mode_ != Mode::kWrite || unsure.size() > kMostTouched) return {};
  Header header;
  header.generation = new_generation();
  header.size = bytes.size();
  header.check = check_of(bytes);
  const std::string_view first(reinterpret_cast<const char*>(&header), sizeof header);
  const std::unique_ptr<FileSystem> files = make_real_file_system();
  const std::string temporary = kept_path_ + ".tmp";
  static_cast<void>(remove_entry(temporary));  // a link is not written through
  // Without the file the next run asks for all facts: slower, not wrong.
  if (!files->write(temporary, first) || !files->append(temporary, bytes)) return {};
  return database_.transact([&] { return put_kept_in_place(header.generation, unsure); });
}

Status SqliteIndex::put_kept_in_place(std::uint64_t kept_generation,
                                      const std::vector<std::string>& unsure) {
  PYRAMID_ASSIGN(const std::uint64_t current, generation());
  if (current != known_generation_) return {};
  if (!make_real_file_system()->rename(kept_path_ + ".tmp", kept_path_)) return {};
  PYRAMID_TRY(set_meta(kGeneration, std::to_string(kept_generation)));
  PYRAMID_TRY(database_.execute("DELETE FROM touched"));
  PYRAMID_ASSIGN(Statement * insert, prepared("INSERT OR IGNORE INTO touched VALUES(?1)"));
  for (const std::string& path : unsure) PYRAMID_TRY(insert->bind_blob(1, path).run());
  return {};
}

Status SqliteIndex::note_touched(const RefreshReport& report) {
  PYRAMID_ASSIGN(const std::uint64_t generation, meta_number(kGeneration));
  if (generation == 0) return {};
  PYRAMID_ASSIGN(Statement count, database_.prepare("SELECT count(*) FROM touched"));
  PYRAMID_ASSIGN(const bool counted, count.row());
  std::size_t touched = counted ? static_cast<std::size_t>(count.integer(0)) : 0;
  count.reset();
  PYRAMID_ASSIGN(Statement * insert, prepared("INSERT OR IGNORE INTO touched VALUES(?1)"));
  for (const auto* paths : {&report.added, &report.changed, &report.removed}) {
    touched += paths->size();
    if (touched > kMostTouched) {
      PYRAMID_TRY(set_meta(kGeneration, ""));
      return database_.execute("DELETE FROM touched");
    }
    for (const std::string& path : *paths) PYRAMID_TRY(insert->bind_blob(1, path).run());
  }
  return {};
}

}  // namespace pyramid::index
