// Zip archives, as exports are downloaded. Private to src/ingest; the only files that know minizip.
// Members are read where they lie: nothing is unpacked to disk, and no name in an archive ever
// becomes a path. Reads the disk itself, not through FileSystem (as SQLite does): minizip must be
// able to seek.
#pragma once

#include "pyramid/result.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

struct OpenZip;

struct ZipMember {
  std::string name;  // as the archive says it; not to be trusted
  bool encrypted = false;
  std::uint64_t place = 0, number = 0;  // in the archive's directory
  std::uint64_t packed = 0, bytes = 0;  // as the archive says it
  std::shared_ptr<OpenZip> opened;      // one for all members: a member has to be found once
};

// Everything in the archive. kInvalid when it is damaged or no zip, or when its members are more
// than there is of it.
Result<std::vector<ZipMember>> zip_members(const std::string& path);

// Hands the member's bytes to `take` piece by piece; false = enough. kInvalid when it is encrypted,
// damaged, packed in a way that is not known, more than 64 GiB, or made to fill a machine: more
// than 64 MiB that are more than 200 times of what is packed.
Status read_zip_member(const std::string& path, const ZipMember& member,
                       const std::function<bool(std::string_view piece)>& take);

}  // namespace pyramid::ingest
