#include "ingest/zip.hpp"

#include <unzip.h>

#include <memory>
#include <utility>

namespace pyramid::ingest {

namespace {

constexpr std::size_t kPieceBytes = 256UL * 1024;
constexpr std::size_t kMostNameBytes = 64UL * 1024;
constexpr std::uint64_t kMostBytes = 64ULL * 1024 * 1024 * 1024;
constexpr uLong kEncrypted = 1;
constexpr const char* kHint = "download it again";

struct CloseZip {
  void operator()(void* zip) const { unzClose(zip); }
};
using Zip = std::unique_ptr<void, CloseZip>;

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

Result<ZipMember> current_member(unzFile zip, const std::string& path) {
  unz_file_info64 info{};
  unz64_file_pos position{};
  if (unzGetCurrentFileInfo64(zip, &info, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK ||
      unzGetFilePos64(zip, &position) != UNZ_OK || info.size_filename > kMostNameBytes) {
    return damaged(path);
  }
  std::string name(info.size_filename, '\0');
  if (unzGetCurrentFileInfo64(zip, &info, name.data(), static_cast<uLong>(name.size()), nullptr, 0,
                              nullptr, 0) != UNZ_OK) {
    return damaged(path);
  }
  return ZipMember{std::move(name), (info.flag & kEncrypted) != 0, position.pos_in_zip_directory,
                   position.num_of_file};
}

}  // namespace

Result<std::vector<ZipMember>> zip_members(const std::string& path) {
  PYRAMID_ASSIGN(const Zip zip, open(path));
  unz_global_info64 all{};
  if (unzGetGlobalInfo64(zip.get(), &all) != UNZ_OK) return damaged(path);
  std::vector<ZipMember> members;
  // The count bounds the walk: a directory may lead in a circle.
  for (ZPOS64_T i = 0; i < all.number_entry; ++i) {
    if ((i == 0 ? unzGoToFirstFile(zip.get()) : unzGoToNextFile(zip.get())) != UNZ_OK) {
      return damaged(path);
    }
    PYRAMID_ASSIGN(ZipMember member, current_member(zip.get(), path));
    members.push_back(std::move(member));
  }
  return members;
}

Status read_zip_member(const std::string& path, const ZipMember& member,
                       const std::function<bool(std::string_view piece)>& take) {
  const std::string where = path + "/" + member.name;
  if (member.encrypted) {
    return fail(ErrorKind::kInvalid, "this zip archive is encrypted", where,
                "unpack it with its password and name the folder");
  }
  PYRAMID_ASSIGN(const Zip zip, open(path));
  const unz64_file_pos position{member.place, member.number};
  if (unzGoToFilePos64(zip.get(), &position) != UNZ_OK) return damaged(where);
  if (unzOpenCurrentFile(zip.get()) != UNZ_OK) {
    return fail(ErrorKind::kInvalid, "this zip archive is damaged or packed in an unknown way",
                where, "unpack it and name the folder");
  }
  std::vector<char> piece(kPieceBytes);
  std::uint64_t total = 0;
  while (true) {
    const int count =
        unzReadCurrentFile(zip.get(), piece.data(), static_cast<unsigned>(kPieceBytes));
    if (count < 0) return damaged(where);
    if (count == 0) break;
    const auto size = static_cast<std::size_t>(count);
    total += size;
    if (total > kMostBytes) {
      return fail(ErrorKind::kInvalid, "this zip archive holds more than 64 GiB", where);
    }
    if (!take({piece.data(), size})) return {};
  }
  if (unzCloseCurrentFile(zip.get()) != UNZ_OK) return damaged(where);  // its checksum is wrong
  return {};
}

}  // namespace pyramid::ingest
