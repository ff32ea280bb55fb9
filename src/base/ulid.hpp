// The identity of a node: 48 bits of time, 80 bits of a hash of where it came from.
#pragma once

#include "pyramid/time.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid {

// Ordered as its text is: by time, then by hash. The zero value means "none".
struct Ulid {
  std::array<std::uint8_t, 16> bytes{};
  auto operator<=>(const Ulid&) const = default;
  [[nodiscard]] bool is_zero() const { return *this == Ulid{}; }
};

// 26 characters of Crockford's base 32, upper case.
std::string to_string(const Ulid& id);
void append_text(std::string& text, const Ulid& id);
// Accepts lower case; refuses everything that is not exactly a ULID.
std::optional<Ulid> parse_ulid(std::string_view text);
// Derived, never random: the same time and material give the same id on every machine. Times
// before the epoch count as the epoch.
Ulid derive_ulid(Time time, std::string_view material);
// The same of what was made one after the other within a second. Milliseconds since 1970.
Ulid derive_ulid_at(std::int64_t milliseconds, std::string_view material);
std::int64_t milliseconds_of(const Ulid& id);
// The last six characters, lower case: what file names carry.
std::string short_id(const Ulid& id);

}  // namespace pyramid

template <>
struct std::hash<pyramid::Ulid> {
  std::size_t operator()(const pyramid::Ulid& id) const noexcept;
};
