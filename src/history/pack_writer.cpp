// A pack, as gitformat-pack(5) has it: `PACK`, version, number of entries (32 bits each, big
// endian), the entries, and the SHA-1 of all that. An entry is its type and size, seven bits a byte
// from the low end (four in the first, behind three of the type), then the deflated bytes.
#include "history/pack_writer.hpp"

#include "base/path.hpp"
#include "history/process_name.hpp"
#include "pyramid/file_system.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace pyramid::history {

namespace {

// Of deflated bytes in memory, but for a single larger file; an import of gigabytes makes some
// packs.
constexpr std::size_t kMostHeld = 8U << 20;
constexpr std::uint32_t kPackVersion = 2;
constexpr unsigned kBlob = 3;
constexpr std::size_t kCountAt = 8;  // in the pack
constexpr const char* kWorkplace = "packs";

void append_head(std::string& out, std::size_t size) {
  unsigned byte = kBlob << 4U | (size & 0xfU);
  for (size >>= 4U; size > 0; size >>= 7U) {
    out += static_cast<char>(byte | 0x80U);
    byte = size & 0x7fU;
  }
  out += static_cast<char>(byte);
}

// Fast rather than small, as libgit2 writes loose files; `git gc` packs better in its time. With a
// window no larger than the bytes: of a small file zlib's usual ones take ten times longer to make
// ready than to use.
bool append_deflated(std::string& out, std::string_view bytes) {
  constexpr int kSmallestWindow = 12, kLargestWindow = 15;  // in bits
  constexpr int kMemoryBelow = 7;                           // the level that goes with a window
  const int window =
      std::clamp(static_cast<int>(std::bit_width(bytes.size())), kSmallestWindow, kLargestWindow);
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, window, window - kMemoryBelow,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return false;
  }
  const std::size_t before = out.size();
  out.resize(before + deflateBound(&stream, bytes.size()));
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
  stream.avail_out = static_cast<uInt>(out.size() - before);
  const bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(before + (done ? stream.total_out : 0));
  deflateEnd(&stream);
  return done;
}

// Where a pack is made, so that a process that is killed leaves nothing among the packs, which git
// would never take away.
class Workplace {
 public:
  explicit Workplace(const std::string& common)
      : path_(named_by_this_process(path::join(common, kWorkplace))) {
    std::error_code ignored;  // told by the one that writes into it
    std::filesystem::create_directories(path_, ignored);
  }
  ~Workplace() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

  // The index last: git looks for a pack by its index.
  [[nodiscard]] Status put(const std::string& name, std::string_view pack, std::string_view index,
                           const std::string& folder) const {
    const auto files = make_real_file_system();
    const std::string made = path::join(path_, name), wanted = path::join(folder, name);
    PYRAMID_TRY(write(*files, made + ".pack", pack));
    PYRAMID_TRY(write(*files, made + ".idx", index));
    PYRAMID_TRY(files->rename(made + ".pack", wanted + ".pack"));
    return files->rename(made + ".idx", wanted + ".idx");
  }

 private:
  static Status write(FileSystem& files, const std::string& file, std::string_view bytes) {
    using std::filesystem::perms;
    constexpr perms kMode = perms::owner_read | perms::group_read | perms::others_read;
    PYRAMID_TRY(files.write(file, bytes));
    std::error_code ignored;  // git can do with others
    std::filesystem::permissions(file, kMode, ignored);
    return {};
  }

  std::string path_;
};

}  // namespace

void remove_unfinished_packs(const std::string& common_folder) {
  for (const std::string& left : named_by_the_gone(path::join(common_folder, kWorkplace))) {
    std::error_code ignored;  // the next one tries again
    std::filesystem::remove_all(left, ignored);
  }
}

PackWriter::PackWriter(const Libgit2& git, git_repository* repository)
    : git_(git), repository_(repository) {}

Failure PackWriter::failure(int code) const {
  return git_.failure(code, ErrorKind::kIo, "git cannot store the files",
                      git_.repository_path(repository_));
}

Status PackWriter::open() {
  if (objects_) return {};
  const int code = make(objects_, git_.odb_free,
                        [&](git_odb** out) { return git_.repository_odb(out, repository_); });
  if (code < 0) return failure(code);
  remove_unfinished_packs(git_.repository_commondir(repository_));
  pack_.reserve(kMostHeld);  // growing by and by it would take up to three times that
  return {};
}

Result<PackWriter::Entry> PackWriter::pack(const Libgit2& git, std::string_view bytes) {
  Entry entry;
  const int code = git.odb_hash(&entry.id, bytes.data(), bytes.size(), GIT_OBJECT_BLOB);
  if (code < 0) return git.failure(code, ErrorKind::kIo, "git cannot store the files", {});
  append_head(entry.packed, bytes.size());
  if (!append_deflated(entry.packed, bytes)) {
    return fail(ErrorKind::kInternal, "a file cannot be compressed for git");
  }
  return entry;
}

Status PackWriter::add(const Entry& entry) {
  PYRAMID_TRY(open());
  PackedObject object{entry.id};
  if (packed_.contains(object)) return {};
  if (git_.odb_exists_ext(objects_.get(), &entry.id, GIT_ODB_LOOKUP_NO_REFRESH) == 1) return {};
  if (!packed_.empty() && pack_.size() + entry.packed.size() > kMostHeld) PYRAMID_TRY(write_pack());
  if (packed_.empty()) {
    pack_ = "PACK";
    append_big_endian(pack_, kPackVersion);
    append_big_endian(pack_, 0);  // how many it has is not known yet
  }
  object.offset = static_cast<std::uint32_t>(pack_.size());
  const auto* bytes = reinterpret_cast<const Bytef*>(entry.packed.data());
  object.crc = static_cast<std::uint32_t>(crc32_z(0, bytes, entry.packed.size()));
  pack_ += entry.packed;
  packed_.insert(object);
  return {};
}

Result<git_oid> PackWriter::add(std::string_view bytes) {
  PYRAMID_ASSIGN(const Entry entry, pack(git_, bytes));
  PYRAMID_TRY(add(entry));
  return entry.id;
}

Status PackWriter::finish() { return packed_.empty() ? Status() : write_pack(); }

Status PackWriter::write_pack() {
  std::string count;
  append_big_endian(count, static_cast<std::uint32_t>(packed_.size()));
  pack_.replace(kCountAt, count.size(), count);
  const std::string sum = sha1_of({pack_});
  pack_ += sum;
  git_oid name;
  std::memcpy(name.id, sum.data(), sizeof name.id);
  const std::string common = git_.repository_commondir(repository_);
  const Workplace place(common);
  PYRAMID_TRY(place.put(std::string("pack-") + git_.oid_tostr_s(&name), pack_,
                        pack_index(packed_, sum), path::join(common, "objects/pack")));
  if (git_.odb_refresh(objects_.get()) < 0) return failure(-1);
  pack_.clear();
  packed_.clear();  // the repository knows them now
  return {};
}

}  // namespace pyramid::history
