// What the observations of a run say: which of them may be the same as another one or correct it,
// and what was read of them, so that it is read once.
#pragma once

#include "base/ulid.hpp"
#include "engine/comparing.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace pyramid::ops {

// One thread.
class SaidTable {
 public:
  using Entry = std::shared_ptr<const engine::Said>;

  // An observation that the run wrote; the index does not know it yet.
  void add(const Ulid& id, const Entry& said);
  // It was corrected: the same may be said again, but there is nothing left to correct.
  void put_out_of_use(const Ulid& id, const engine::Said& said);
  // Adds the ids of those that may be the same as `said`, correct it or be corrected by it; of many
  // alike the last ones.
  void find(const engine::Said& said, std::vector<Ulid>& ids) const;

  // Remembers what was read of any observation; forgets what nobody asked for in a long while.
  void keep(const Ulid& id, const Entry& said);
  // nullptr: not remembered.
  [[nodiscard]] Entry kept(const Ulid& id);

 private:
  // By the hash of what they mean, offer and ask for, in the order in which they were added.
  using Ids = std::unordered_map<std::size_t, std::vector<Ulid>>;
  Ids meanings_, offers_, asks_;
  std::unordered_map<Ulid, Entry> lately_, before_;
};

}  // namespace pyramid::ops
