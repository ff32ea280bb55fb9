#include "history/pack_index.hpp"

#define OPENSSL_SUPPRESS_DEPRECATED  // as in base/digest.cpp
#include <openssl/sha.h>

#include <array>
#include <cstddef>
#include <cstring>

namespace pyramid::history {

namespace {

constexpr std::string_view kIndexMagic = "\377tOc";
constexpr std::uint32_t kIndexVersion = 2;
constexpr std::size_t kSha1 = 20;
constexpr std::size_t kBytes = 256;

}  // namespace

bool ById::operator()(const PackedObject& a, const PackedObject& b) const {
  return std::memcmp(a.id.id, b.id.id, sizeof a.id.id) < 0;
}

std::string sha1_of(std::initializer_list<std::string_view> parts) {
  std::array<unsigned char, kSha1> sum{};
  SHA_CTX hash;
  SHA1_Init(&hash);
  for (const std::string_view part : parts) SHA1_Update(&hash, part.data(), part.size());
  SHA1_Final(sum.data(), &hash);
  return {sum.begin(), sum.end()};
}

void append_big_endian(std::string& out, std::uint32_t number) {
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(number >> shift & 0xffU);
}

std::string pack_index(const PackedObjects& objects, std::string_view pack_sum) {
  constexpr std::size_t kPerObject = kSha1 + 2 * sizeof(std::uint32_t);
  std::string out(kIndexMagic);
  out.reserve((kBytes + 2) * sizeof(std::uint32_t) + objects.size() * kPerObject + 2 * kSha1);
  append_big_endian(out, kIndexVersion);
  // How many ids begin with this byte or a lower one.
  std::array<std::uint32_t, kBytes> up_to{};
  for (const PackedObject& one : objects) ++up_to[one.id.id[0]];
  std::uint32_t sum = 0;
  for (const std::uint32_t count : up_to) append_big_endian(out, sum += count);
  for (const PackedObject& one : objects) {
    out.append(reinterpret_cast<const char*>(one.id.id), sizeof one.id.id);
  }
  for (const PackedObject& one : objects) append_big_endian(out, one.crc);
  for (const PackedObject& one : objects) append_big_endian(out, one.offset);
  out += pack_sum;
  return out += sha1_of({out});
}

}  // namespace pyramid::history
