// Places and sizes in git's index, and its numbers: gitformat-index(5). Private to the reader and
// the writer of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pyramid::history::index_format {

inline constexpr std::string_view kMagic = "DIRC", kTreeCache = "TREE";
inline constexpr std::size_t kHeader = 12;  // magic, version, number of entries
inline constexpr std::size_t kHash = 20;    // SHA-1: of a blob or tree, and of all at the very end
inline constexpr std::size_t kStat = 40;    // of an entry: ten numbers, then the blob and the flags
inline constexpr std::size_t kFlagsAt = kStat + kHash;
inline constexpr std::size_t kFixed = kFlagsAt + 2;
inline constexpr std::size_t kMtimeAt = 8, kInodeAt = 20, kModeAt = 24, kSizeAt = 36;
inline constexpr std::int64_t kSecond = 1'000'000'000;  // of nanoseconds
inline constexpr std::uint16_t kExtended = 0x4000;      // two more bytes of flags follow
inline constexpr std::uint8_t kSkipped = 0x40;          // in the first of those: not on the disk
inline constexpr std::uint16_t kStageBits = 0x3000;
inline constexpr std::uint16_t kLongestShort = 0x0FFF;  // the length of the path, at most

inline std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value = value << 8U | static_cast<std::uint8_t>(bytes[at + i]);
  }
  return value;
}

inline void append_number(std::string& out, std::uint32_t value) {
  for (unsigned shift = 32; shift > 0; shift -= 8) {
    out += static_cast<char>(value >> (shift - 8) & 0xFFU);
  }
}

// Bytes from the beginning of an entry to that of the next one, in versions 2 and 3: up to eight
// NULs to a multiple of eight.
inline std::size_t padded(std::size_t size) { return (size + 8) & ~std::size_t{7}; }

}  // namespace pyramid::history::index_format
