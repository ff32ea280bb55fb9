// SHA-256, and the 128-bit digest that files record.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid {

// The first 16 bytes of a SHA-256, written as 32 lower-case hex digits.
struct Digest {
  std::array<std::uint8_t, 16> bytes{};
  auto operator<=>(const Digest&) const = default;
  [[nodiscard]] bool is_zero() const { return *this == Digest{}; }
};

std::string to_hex(const Digest& digest);
void append_hex(std::string& text, const Digest& digest);
std::optional<Digest> parse_digest(std::string_view hex);

// Digest of one string.
Digest digest_of(std::string_view bytes);

// Digest of a sequence of fields. Each field goes in with its length in front, so that no two
// different sequences can give the same bytes.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  Hasher& field(std::string_view bytes);
  Hasher& field(std::int64_t number);  // as decimal text
  Digest finish();                     // REQUIRES: called once

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The whole SHA-256, 32 raw bytes.
std::array<std::uint8_t, 32> sha256(std::string_view bytes);

}  // namespace pyramid
