// Which of the ranked hits take a place.
#pragma once

#include "search/search.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace pyramid::search {

// Walks the hits from the best: one that says what a better one said is noted there, and one that
// stands above or below a better one in the pyramid does not take a place. `index` is borrowed.
class Folding {
 public:
  Folding(index::Index& index, std::size_t limit) : index_(index), limit_(limit) {}

  // How many may still take a place.
  [[nodiscard]] std::size_t room() const { return limit_ - hits_.size(); }
  [[nodiscard]] bool full() const { return room() == 0; }
  [[nodiscard]] std::vector<Hit> take() { return std::move(hits_); }

  // Equal for hits that say the same, word for word or, where they are short, by the engine's
  // rules. Any thread. REQUIRES: text and snippet are there.
  using Keys = std::vector<std::string>;
  static Keys keys_of(const Hit& hit);

  // `keys`: those of the hit. REQUIRES: not full; text and snippet are there.
  Status offer(Hit hit, const Keys& keys);

 private:
  [[nodiscard]] std::optional<std::size_t> better_twin(const Hit& hit, const Keys& keys) const;
  bool note_twin(Hit& hit, const Keys& keys);

  index::Index& index_;
  std::size_t limit_;
  std::vector<Hit> hits_;
  std::unordered_map<std::string, std::size_t> said_;  // what the hits say, and which says it
  std::set<std::string> covered_;
};

}  // namespace pyramid::search
