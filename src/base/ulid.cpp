#include "base/ulid.hpp"

#include "base/digest.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace pyramid {

namespace {

constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t kLength = 26;

int crockford_value(char c) {
  const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  const std::size_t place = kAlphabet.find(upper);
  return place == std::string_view::npos ? -1 : static_cast<int>(place);
}

}  // namespace

void append_text(std::string& text, const Ulid& id) {
  // 128 bits in 26 groups of 5: the first group holds the top 3 bits.
  std::array<char, kLength> letters;
  unsigned buffer = 0;
  int bits = 0;
  std::size_t out = kLength;
  for (std::size_t i = id.bytes.size(); i-- > 0;) {
    buffer |= static_cast<unsigned>(id.bytes[i]) << bits;
    bits += 8;
    while (bits >= 5) {
      letters[--out] = kAlphabet[buffer & 31U];
      buffer >>= 5;
      bits -= 5;
    }
  }
  letters[--out] = kAlphabet[buffer & 31U];
  text.append(letters.data(), letters.size());
}

std::string to_string(const Ulid& id) {
  std::string text;
  append_text(text, id);
  return text;
}

std::optional<Ulid> parse_ulid(std::string_view text) {
  if (text.size() != kLength || crockford_value(text[0]) > 7) return std::nullopt;
  Ulid id;
  unsigned buffer = 0;
  int bits = 0;
  std::size_t out = id.bytes.size();
  for (std::size_t i = kLength; i-- > 0;) {
    const int value = crockford_value(text[i]);
    if (value < 0) return std::nullopt;
    buffer |= static_cast<unsigned>(value) << bits;
    bits += 5;
    if (bits >= 8 && out > 0) {
      id.bytes[--out] = static_cast<std::uint8_t>(buffer & 255U);
      buffer >>= 8;
      bits -= 8;
    }
  }
  return id;
}

Ulid derive_ulid_at(std::int64_t milliseconds, std::string_view material) {
  Ulid id;
  for (int i = 0; i < 6; ++i) {
    id.bytes[static_cast<std::size_t>(i)] =
        static_cast<std::uint8_t>(milliseconds >> (8 * (5 - i)) & 255);
  }
  const auto hash = sha256(material);
  std::memcpy(id.bytes.data() + 6, hash.data(), 10);
  return id;
}

Ulid derive_ulid(Time time, std::string_view material) {
  const std::int64_t ms = std::clamp<std::int64_t>(time.seconds, 0, (1LL << 48) / 1000 - 1) * 1000;
  return derive_ulid_at(ms, material);
}

std::int64_t milliseconds_of(const Ulid& id) {
  std::int64_t ms = 0;
  for (std::size_t i = 0; i < 6; ++i) ms = ms << 8 | id.bytes[i];
  return ms;
}

std::string short_id(const Ulid& id) {
  std::string text = to_string(id).substr(kLength - 6);
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace pyramid

std::size_t std::hash<pyramid::Ulid>::operator()(const pyramid::Ulid& id) const noexcept {
  std::size_t value = 0;
  std::memcpy(&value, id.bytes.data() + 8, sizeof value);  // the hashed half
  return value;
}
