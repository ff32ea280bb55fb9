#include "base/digest.hpp"

// The functions of the processor's instructions themselves: what finds a method by its name at run
// time takes longer than a short text, and brings in all of the library.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <algorithm>
#include <cstring>

namespace pyramid {

namespace {

constexpr char kHex[] = "0123456789abcdef";

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

Digest first_half(const unsigned char* full) {
  Digest digest;
  std::memcpy(digest.bytes.data(), full, digest.bytes.size());
  return digest;
}

}  // namespace

void append_hex(std::string& text, const Digest& digest) {
  std::array<char, 2 * sizeof digest.bytes> hex;
  for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
    hex[2 * i] = kHex[digest.bytes[i] >> 4];
    hex[2 * i + 1] = kHex[digest.bytes[i] & 15];
  }
  text.append(hex.data(), hex.size());
}

std::string to_hex(const Digest& digest) {
  std::string text;
  append_hex(text, digest);
  return text;
}

std::optional<Digest> parse_digest(std::string_view hex) {
  Digest digest;
  if (hex.size() != digest.bytes.size() * 2) return std::nullopt;
  for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
    const int high = hex_value(hex[2 * i]);
    const int low = hex_value(hex[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    digest.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return digest;
}

std::array<std::uint8_t, 32> sha256(std::string_view bytes) {
  std::array<std::uint8_t, 32> full{};
  SHA256_CTX hash;
  SHA256_Init(&hash);
  SHA256_Update(&hash, bytes.data(), bytes.size());
  SHA256_Final(full.data(), &hash);
  return full;
}

Digest digest_of(std::string_view bytes) { return first_half(sha256(bytes).data()); }

// Fields are collected and hashed at once: they are small, and one-shot SHA-256 is the fast path.
struct Hasher::State {
  std::string bytes;
};

Hasher::Hasher() : state_(std::make_unique<State>()) {}
Hasher::~Hasher() = default;

Hasher& Hasher::field(std::string_view bytes) {
  state_->bytes += std::to_string(bytes.size());
  state_->bytes += ':';
  state_->bytes += bytes;
  return *this;
}

Hasher& Hasher::field(std::int64_t number) { return field(std::to_string(number)); }

Digest Hasher::finish() { return digest_of(state_->bytes); }

}  // namespace pyramid
