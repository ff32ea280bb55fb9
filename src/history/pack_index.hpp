// The index of a pack, version 2, as gitformat-pack(5) has it.
#pragma once

#include <git2.h>

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

namespace pyramid::history {

// Where an object stands in a pack.
struct PackedObject {
  git_oid id;
  std::uint32_t offset = 0;  // of its entry, in the file; below 2 GiB
  std::uint32_t crc = 0;     // CRC-32 of its entry
};
struct ById {
  bool operator()(const PackedObject& a, const PackedObject& b) const;
};
using PackedObjects = std::set<PackedObject, ById>;

// SHA-1 of the parts behind one another, as the 20 bytes that end a pack and its index.
std::string sha1_of(std::initializer_list<std::string_view> parts);

void append_big_endian(std::string& out, std::uint32_t number);

// The file's bytes. `pack_sum`: the last 20 bytes of the pack.
std::string pack_index(const PackedObjects& objects, std::string_view pack_sum);

}  // namespace pyramid::history
