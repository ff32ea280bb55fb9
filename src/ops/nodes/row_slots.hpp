// Rows of a table by a hash, four bytes each: open addressing in one block. Whoever looks one up
// compares it with the row itself, which it needs anyway.
#pragma once

#include "base/packing.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pyramid::ops {

class RowSlots {
 public:
  using Number = std::uint32_t;
  static constexpr Number kNone = UINT32_MAX;

  // The row with this hash for which `is_it(row)`; kNone: there is none.
  template <typename IsIt>
  [[nodiscard]] Number find(std::uint64_t hash, const IsIt& is_it) const {
    if (slots_.empty()) return kNone;
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot] != kNone && !is_it(slots_[slot])) slot = (slot + 1) & mask;
    return slots_[slot];
  }

  // At most half are taken, so that runs stay short.
  [[nodiscard]] bool has_room() const { return 2 * (used_ + 1) <= slots_.size(); }
  // REQUIRES: has_room().
  void insert(std::uint64_t hash, Number row) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot] != kNone) slot = (slot + 1) & mask;
    slots_[slot] = row;
    ++used_;
  }
  // Empty, with room for so many.
  void reset(std::size_t rows) {
    slots_.assign(std::bit_ceil(2 * rows + kFewest), kNone);
    used_ = 0;
  }

  void pack(Packer& to) const {
    to.values(slots_);
    to.value(used_);
  }
  // False for bytes that are none, or that lead to other than the first `rows`.
  bool unpack(Unpacker& from, std::size_t rows) {
    from.values(slots_);
    from.value(used_);
    if (!from.good() || 2 * used_ > slots_.size()) return false;
    if (!slots_.empty() && !std::has_single_bit(slots_.size())) return false;
    for (const Number row : slots_) {
      if (row != kNone && row >= rows) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kFewest = 64;

  std::vector<Number> slots_;
  std::size_t used_ = 0;
};

}  // namespace pyramid::ops
