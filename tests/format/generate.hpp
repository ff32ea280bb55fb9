// Seeded generators of nasty input for the tests of the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace pyramid::test {

// The same numbers on every platform (std's distributions differ).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 2 + 1) {}
  // In [0, count).
  std::size_t roll(std::size_t count) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::size_t>(state_ >> 11) % count;
  }
  bool one_in(std::size_t count) { return roll(count) == 0; }
  std::string_view pick(std::span<const std::string_view> items) {
    return items[roll(items.size())];
  }
  std::string_view pick(std::initializer_list<std::string_view> items) {
    return pick(std::span(items.begin(), items.size()));
  }
  // Up to `most` of `items`, one behind the other.
  std::string mix(std::span<const std::string_view> items, std::size_t most) {
    std::string out;
    for (std::size_t n = roll(most + 1); n > 0; --n) out += pick(items);
    return out;
  }

 private:
  std::uint64_t state_;
};

}  // namespace pyramid::test
