#include "ingest/zip.hpp"

#include <unzip.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>

namespace pyramid::ingest {

namespace {

constexpr std::size_t kPieceBytes = 256UL * 1024;
constexpr std::size_t kMostNameBytes = 64UL * 1024;
constexpr std::uint64_t kMostBytes = 64ULL * 1024 * 1024 * 1024;
constexpr uLong kEncrypted = 1;
constexpr const char* kHint = "download it again";

// Text that people wrote comes to a tenth of its size, seldom to a fiftieth. What unpacks to more
// than this, and to more than a little, was made to fill a machine.
constexpr std::uint64_t kMostTimes = 200, kLittle = 64UL * 1024 * 1024;

struct CloseZip {
  void operator()(void* zip) const { unzClose(zip); }
};
using Zip = std::unique_ptr<void, CloseZip>;

// Nothing where it is closed already.
struct CloseMember {
  unzFile zip;
  explicit CloseMember(unzFile of) : zip(of) {}
  ~CloseMember() { unzCloseCurrentFile(zip); }
  CloseMember(const CloseMember&) = delete;
  CloseMember& operator=(const CloseMember&) = delete;
};

bool is_bomb(std::uint64_t bytes, std::uint64_t packed) {
  return bytes > kLittle && bytes / kMostTimes > packed;
}

Failure bomb(const std::string& where) {
  return fail(ErrorKind::kInvalid, "this zip archive unpacks to more than 200 times its size",
              where, "unpack it yourself and name the folder, if it is from where you think");
}

Failure damaged(const std::string& where) {
  return fail(ErrorKind::kInvalid, "this zip archive is damaged", where, kHint);
}

Result<Zip> open(const std::string& path) {
  Zip zip(unzOpen64(path.c_str()));
  if (zip == nullptr) {
    return fail(ErrorKind::kInvalid, "this zip archive is damaged or cut off", path, kHint);
  }
  return zip;
}

// `name`: room for the longest one. Each call reads the directory's entry again.
Result<ZipMember> current_member(unzFile zip, const std::string& path, std::vector<char>& name) {
  unz_file_info64 info{};
  unz64_file_pos position{};
  if (unzGetCurrentFileInfo64(zip, &info, name.data(), static_cast<uLong>(name.size()), nullptr, 0,
                              nullptr, 0) != UNZ_OK ||
      unzGetFilePos64(zip, &position) != UNZ_OK || info.size_filename > name.size()) {
    return damaged(path);
  }
  ZipMember member;
  member.name.assign(name.data(), info.size_filename);
  member.encrypted = (info.flag & kEncrypted) != 0;
  member.place = position.pos_in_zip_directory;
  member.number = position.num_of_file;
  member.packed = info.compressed_size;
  member.bytes = info.uncompressed_size;
  return member;
}

}  // namespace

struct OpenZip {
  Zip zip;
  std::mutex reading;
};

Result<std::vector<ZipMember>> zip_members(const std::string& path) {
  auto opened = std::make_shared<OpenZip>();
  PYRAMID_ASSIGN(opened->zip, open(path));
  const unzFile zip = opened->zip.get();
  unz_global_info64 all{};
  if (unzGetGlobalInfo64(zip, &all) != UNZ_OK) return damaged(path);
  std::vector<ZipMember> members;
  std::vector<char> name(kMostNameBytes);
  std::uint64_t packed = 0;
  // The count bounds the walk: a directory may lead in a circle.
  for (ZPOS64_T i = 0; i < all.number_entry; ++i) {
    if ((i == 0 ? unzGoToFirstFile(zip) : unzGoToNextFile(zip)) != UNZ_OK) return damaged(path);
    PYRAMID_ASSIGN(ZipMember member, current_member(zip, path, name));
    packed += member.packed;
    member.opened = opened;
    members.push_back(std::move(member));
  }
  // Members that share their bytes: a small archive with much in it.
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  if (!unknown && packed > size) return bomb(path);
  return members;
}

Status read_zip_member(const std::string& path, const ZipMember& member,
                       const std::function<bool(std::string_view piece)>& take) {
  const std::string where = path + "/" + member.name;
  if (member.encrypted) {
    return fail(ErrorKind::kInvalid, "this zip archive is encrypted", where,
                "unpack it with its password and name the folder");
  }
  if (is_bomb(member.bytes, member.packed)) return bomb(where);
  // That of the whole archive, unless somebody reads by it just now.
  std::unique_lock<std::mutex> alone;
  if (member.opened) alone = std::unique_lock(member.opened->reading, std::try_to_lock);
  Zip own;
  if (!alone) {
    PYRAMID_ASSIGN(own, open(path));
  }
  const unzFile zip = alone ? member.opened->zip.get() : own.get();
  const CloseMember close{zip};
  const unz64_file_pos position{member.place, member.number};
  if (unzGoToFilePos64(zip, &position) != UNZ_OK) return damaged(where);
  if (unzOpenCurrentFile(zip) != UNZ_OK) {
    return fail(ErrorKind::kInvalid, "this zip archive is damaged or packed in an unknown way",
                where, "unpack it and name the folder");
  }
  std::vector<char> piece(kPieceBytes);
  std::uint64_t total = 0;
  while (true) {
    const int count = unzReadCurrentFile(zip, piece.data(), static_cast<unsigned>(kPieceBytes));
    if (count < 0) return damaged(where);
    if (count == 0) break;
    const auto size = static_cast<std::size_t>(count);
    total += size;
    if (total > kMostBytes) {
      return fail(ErrorKind::kInvalid, "this zip archive holds more than 64 GiB", where);
    }
    if (is_bomb(total, member.packed)) return bomb(where);
    if (!take({piece.data(), size})) return {};
  }
  if (unzCloseCurrentFile(zip) != UNZ_OK) return damaged(where);  // its checksum is wrong
  return {};
}

}  // namespace pyramid::ingest
