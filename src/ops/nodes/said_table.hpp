// What observations say, for those that may be the same or correct each other to find one another.
#pragma once

#include "base/ulid.hpp"
#include "engine/comparing.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

namespace pyramid::ops {

// The keys that an observation is found by, and those by which it finds others: hashes of what it
// means, offers and asks for. Two with a key in common have that in common, as a rule.
struct SaidKeys {
  std::uint64_t meaning = 0;              // both
  std::vector<std::uint64_t> found_by;    // of one in use, by what it corrects or is corrected by
  std::vector<std::uint64_t> looked_for;  // to find what corrects it or is corrected by it
};
SaidKeys keys_of(const engine::Said& said);

// The observations of a run, which the index does not know yet, and what was read of any. One
// thread.
class SaidTable {
 public:
  using Entry = std::shared_ptr<const engine::Said>;

  // An observation that the run wrote.
  void add(const Ulid& id, const Entry& said);
  void add(const Ulid& id, const Entry& said, const SaidKeys& keys);
  // It was corrected: the same may be said again, but there is nothing left to correct.
  void put_out_of_use(const Ulid& id, const engine::Said& said);
  // Adds the ids of those that may be the same as the one with these keys, correct it or be
  // corrected by it; of each key the last `limit_each`, the last one first.
  void find(const SaidKeys& keys, std::size_t limit_each, std::vector<Ulid>& ids) const;

  // Remembers what was read of any observation; forgets what nobody asked for in a long while.
  void keep(const Ulid& id, const Entry& said);
  // nullptr: not remembered.
  [[nodiscard]] Entry kept(const Ulid& id);

 private:
  using Number = std::uint32_t;  // a position
  static constexpr Number kNone = UINT32_MAX;
  // That an observation has a key. An import may have a million of these: a node of a map for each
  // key would take three times the room, and a vector twice its room whenever it grows.
  struct Place {
    std::uint64_t key = 0;
    Number observation = kNone;  // in ids_; kNone: it was taken out
    Number before = kNone;       // in places_: the one before it with the same key
  };

  void place(std::uint64_t key, Number observation);
  // Where the slot of the key is, or would be.
  [[nodiscard]] std::size_t slot_of(std::uint64_t key) const;
  void grow();

  std::deque<Ulid> ids_;
  std::deque<Place> places_;
  std::vector<Number> slots_;  // in places_: the last one with each key; open addressing
  std::size_t used_ = 0;       // of them
  std::unordered_map<Ulid, Entry> lately_, before_;
};

}  // namespace pyramid::ops
