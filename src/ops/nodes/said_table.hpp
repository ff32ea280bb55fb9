// What observations say, for those that may be the same or correct each other to find one another.
#pragma once

#include "base/ulid.hpp"
#include "engine/comparing.hpp"
#include "pyramid/time.hpp"

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
  using Keys = std::vector<std::uint64_t>;
  Keys meaning;       // one, for both
  Keys found_by;      // of one in use, by what it corrects or is corrected by
  Keys to_correct;    // to find what it may correct, which was said before or at its time
  Keys corrected_by;  // to find what may correct it, which was said later
};
SaidKeys keys_of(const engine::Said& said);
// What the keys are of an observation that is out of use: apart from those in use, so that the many
// that were corrected crowd out none of the few that were not.
SaidKeys::Keys out_of_use(SaidKeys::Keys keys);

// The observations of a run, which the index does not know yet, and what was read of any. One
// thread.
class SaidTable {
 public:
  using Entry = std::shared_ptr<const engine::Said>;

  // An observation that the run wrote.
  void add(const Ulid& id, const Entry& said);
  void add(const Ulid& id, const Entry& said, const SaidKeys& keys);
  // It was corrected: found by out_of_use() of its keys from then on.
  void put_out_of_use(const Ulid& id, const engine::Said& said);
  // At any time, until `at`, or after it.
  enum class When { kAnyTime, kUntil, kAfter };
  static bool is_then(Time said, When when, Time at) {
    return when == When::kAnyTime || (said > at) == (when == When::kAfter);
  }
  // Adds the ids of those that are found by these keys; of each key the last `limit_each`, the last
  // one first, and of these such as were said then.
  void find(const SaidKeys::Keys& keys, std::size_t limit_each, When when, Time at,
            std::vector<Ulid>& ids) const;

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
    std::uint32_t half = 0;      // of the key: one more to compare with does no harm
    Number observation = kNone;  // in observations_; kNone: it was taken out
    Number before = kNone;       // in places_: the one before it with the same key
  };

  void place(std::uint64_t key, Number observation);
  // Where the slot of keys with this half is, or would be.
  [[nodiscard]] std::size_t slot_of(std::uint32_t half) const;
  void grow();

  struct Observation {
    Ulid id;
    Time at;
  };
  std::deque<Observation> observations_;
  std::deque<Place> places_;
  std::vector<Number> slots_;  // in places_: the last one with each key; open addressing
  std::size_t used_ = 0;       // of them
  std::unordered_map<Ulid, Entry> lately_, before_;
};

}  // namespace pyramid::ops
