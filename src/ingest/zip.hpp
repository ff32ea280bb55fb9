// Zip archives, as exports are downloaded. Private to src/ingest; the only files that know minizip.
// Members are read where they lie: nothing is unpacked to disk, and no name in an archive ever
// becomes a path. Reads the disk itself, not through FileSystem (as SQLite does): minizip must be
// able to seek.
#pragma once

#include "pyramid/result.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

struct ZipMember {
  std::string name;  // as the archive says it; not to be trusted
  bool encrypted = false;
  std::uint64_t place = 0, number = 0;  // in the archive's directory
};

// Everything in the archive. kInvalid when it is damaged or no zip.
Result<std::vector<ZipMember>> zip_members(const std::string& path);

// Hands the member's bytes to `take` piece by piece; false = enough. kInvalid when it is encrypted,
// damaged, packed in a way that is not known, or more than 64 GiB.
Status read_zip_member(const std::string& path, const ZipMember& member,
                       const std::function<bool(std::string_view piece)>& take);

}  // namespace pyramid::ingest
