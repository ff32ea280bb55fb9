// From an id to a position in a vector. Open addressing in one block: planning looks each of some
// hundred thousand sources up a few times, and a node for each would cost more than the planning.
#pragma once

#include "base/packing.hpp"
#include "base/ulid.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace pyramid::plan {

class IdMap {
 public:
  explicit IdMap(std::size_t expected = 0) { slots_.resize(capacity_for(expected)); }

  // False, and nothing changes, when the id is there already.
  bool insert(const Ulid& id, std::uint32_t position) {
    const std::size_t before = size_;
    place(id, position);
    return size_ != before;
  }

  // The position of the id, which is `position` when it was not there. In one look.
  std::uint32_t place(const Ulid& id, std::uint32_t position) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[slot_of(id)];
    if (slot.position != kFree) return slot.position;
    slot = {id, position};
    ++size_;
    return position;
  }

  [[nodiscard]] std::optional<std::uint32_t> find(const Ulid& id) const {
    const Slot& slot = slots_[slot_of(id)];
    if (slot.position == kFree) return std::nullopt;
    return slot.position;
  }
  [[nodiscard]] bool contains(const Ulid& id) const { return find(id).has_value(); }

  // Ids are written by people too: all of their bytes are mixed, not just the hashed half.
  static std::uint64_t hash_of(const Ulid& id) {
    std::uint64_t halves[2];
    std::memcpy(halves, id.bytes.data(), sizeof halves);
    std::uint64_t mixed = (halves[0] * 0x9E3779B97F4A7C15U) ^ halves[1];
    mixed = (mixed ^ (mixed >> 32U)) * 0xD6E8FEB86659FD93U;
    return mixed ^ (mixed >> 32U);
  }

  void pack(Packer& to) const {
    to.values(slots_);
    to.value(size_);
  }
  // False for bytes that are no map.
  bool unpack(Unpacker& from) {
    from.values(slots_);
    from.value(size_);
    const bool well_made =
        from.good() && std::has_single_bit(slots_.size()) && 2 * size_ <= slots_.size();
    if (!well_made) *this = IdMap();
    return well_made;
  }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  struct Slot {
    Ulid id;
    std::uint32_t position = kFree;
  };

  // At most half full, so that runs stay short.
  static std::size_t capacity_for(std::size_t size) {
    std::size_t capacity = 16;
    while (capacity < 2 * size) capacity *= 2;
    return capacity;
  }

  [[nodiscard]] std::size_t slot_of(const Ulid& id) const {
    std::uint64_t halves[2];
    std::memcpy(halves, id.bytes.data(), sizeof halves);
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_of(id) & mask;
    while (slots_[slot].position != kFree && !same(slots_[slot].id, halves)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  static bool same(const Ulid& id, const std::uint64_t (&halves)[2]) {
    std::uint64_t own[2];
    std::memcpy(own, id.bytes.data(), sizeof own);
    return own[0] == halves[0] && own[1] == halves[1];
  }

  void grow() {
    std::vector<Slot> old = std::move(slots_);
    slots_.assign(old.size() * 2, Slot{});
    for (const Slot& slot : old) {
      if (slot.position != kFree) slots_[slot_of(slot.id)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace pyramid::plan
