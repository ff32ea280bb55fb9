// A pack, as gitformat-pack(5) has it: `PACK`, version, number of entries (32 bits each, big
// endian), the entries, and the SHA-1 of all that. An entry is its type and size, seven bits a byte
// from the low end (four in the first, behind three of the type), then the deflated bytes.
#include "history/pack_writer.hpp"

#include "base/path.hpp"
#include "history/process_name.hpp"
#include "pyramid/file_system.hpp"

#include <openssl/evp.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <system_error>

namespace pyramid::history {

namespace {

// Of deflated bytes in memory, but for a single larger file; an import of gigabytes makes some
// packs.
constexpr std::size_t kMostHeld = 8U << 20;
constexpr std::uint32_t kVersion = 2;
constexpr unsigned kBlob = 3;
constexpr std::size_t kSha1 = 20;
constexpr unsigned kMode = 0444;
constexpr const char* kWorkplace = "packs";

void append_big_endian(std::string& out, std::uint32_t number) {
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(number >> shift & 0xffU);
}

void append_head(std::string& out, std::size_t size) {
  unsigned byte = kBlob << 4U | (size & 0xfU);
  for (size >>= 4U; size > 0; size >>= 7U) {
    out += static_cast<char>(byte | 0x80U);
    byte = size & 0x7fU;
  }
  out += static_cast<char>(byte);
}

// Fast rather than small, as libgit2 writes loose files; `git gc` packs better in its time.
bool append_deflated(std::string& out, std::string_view bytes) {
  const std::size_t before = out.size();
  uLongf size = compressBound(bytes.size());
  out.resize(before + size);
  auto* to = reinterpret_cast<Bytef*>(out.data() + before);
  const int code = compress2(to, &size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
                             Z_BEST_SPEED);
  out.resize(before + (code == Z_OK ? size : 0));
  return code == Z_OK;
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
  [[nodiscard]] Status hand_over(const std::string& name, const std::string& folder) const {
    const auto files = make_real_file_system();
    for (const char* extension : {".pack", ".idx"}) {
      PYRAMID_TRY(
          files->rename(path::join(path_, name + extension), path::join(folder, name + extension)));
    }
    return {};
  }

 private:
  std::string path_;
};

std::string sha1_of(std::string_view head, std::string_view entries) {
  std::array<unsigned char, kSha1> sum{};
  EVP_MD_CTX* hash = EVP_MD_CTX_new();
  EVP_DigestInit_ex(hash, EVP_sha1(), nullptr);
  EVP_DigestUpdate(hash, head.data(), head.size());
  EVP_DigestUpdate(hash, entries.data(), entries.size());
  EVP_DigestFinal_ex(hash, sum.data(), nullptr);
  EVP_MD_CTX_free(hash);
  return {sum.begin(), sum.end()};
}

// libgit2 looks at a pack through windows. An entry of which the first bytes, too few to unpack
// anything, end a window is to it one that has not come yet: it looks again, and further, with the
// next bytes. So they come in pieces, as from another machine, and at last none until all is read;
// what is wrong with the pack, if anything, the indexer's commit tells.
int append_all(const Libgit2& git, git_indexer* pack,
               std::initializer_list<std::string_view> parts) {
  constexpr std::size_t kPiece = 64U << 10;
  git_indexer_progress progress{};
  std::size_t looks = 2;
  for (std::string_view part : parts) {
    looks += part.size() / kPiece;
    while (!part.empty()) {
      const std::string_view piece = part.substr(0, kPiece);
      const int code = git.indexer_append(pack, piece.data(), piece.size(), &progress);
      if (code < 0) return code;
      part.remove_prefix(piece.size());
    }
  }
  for (; looks > 0 && progress.indexed_objects < progress.total_objects; --looks) {
    if (const int code = git.indexer_append(pack, "", 0, &progress); code < 0) return code;
  }
  return git.indexer_commit(pack, &progress);
}

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
  entries_.reserve(kMostHeld);  // growing by and by it would take up to three times that
  return {};
}

Result<git_oid> PackWriter::add(std::string_view bytes) {
  PYRAMID_TRY(open());
  git_oid id;
  const int code = git_.odb_hash(&id, bytes.data(), bytes.size(), GIT_OBJECT_BLOB);
  if (code < 0) return failure(code);
  const std::string raw(reinterpret_cast<const char*>(id.id), sizeof id.id);
  if (ids_.contains(raw)) return id;
  if (git_.odb_exists_ext(objects_.get(), &id, GIT_ODB_LOOKUP_NO_REFRESH) == 1) return id;
  constexpr std::size_t kMostHead = 10;
  const std::size_t size_to_be = entries_.size() + kMostHead + compressBound(bytes.size());
  if (count_ > 0 && size_to_be > kMostHeld) PYRAMID_TRY(write_pack());
  append_head(entries_, bytes.size());
  if (!append_deflated(entries_, bytes)) {
    return fail(ErrorKind::kInternal, "a file cannot be compressed for git",
                git_.repository_path(repository_));
  }
  ids_.insert(raw);
  ++count_;
  return id;
}

Status PackWriter::finish() {
  if (count_ > 0) return write_pack();
  return {};
}

Status PackWriter::write_pack() {
  std::string head = "PACK";
  append_big_endian(head, kVersion);
  append_big_endian(head, static_cast<std::uint32_t>(count_));
  const std::string sum = sha1_of(head, entries_);
  const std::string common = git_.repository_commondir(repository_);
  const Workplace place(common);
  Handle<git_indexer> pack = no_handle<git_indexer>();
  int code = make(pack, git_.indexer_free, [&](git_indexer** out) {
    return git_.indexer_new(out, place.path().c_str(), kMode, objects_.get(), nullptr);
  });
  if (code == 0) code = append_all(git_, pack.get(), {head, entries_, sum});
  if (code < 0) return failure(code);
  const std::string name = std::string("pack-") + git_.indexer_name(pack.get());
  PYRAMID_TRY(place.hand_over(name, path::join(common, "objects/pack")));
  if (git_.odb_refresh(objects_.get()) < 0) return failure(-1);
  entries_.clear();
  ids_.clear();  // the repository knows them now
  count_ = 0;
  return {};
}

}  // namespace pyramid::history
