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

  [[nodiscard]] bool full() const { return hits_.size() >= limit_; }
  [[nodiscard]] std::vector<Hit> take() { return std::move(hits_); }

  // REQUIRES: not full; text and snippet are there.
  Status offer(Hit hit);

 private:
  [[nodiscard]] std::optional<std::size_t> better_twin(const Hit& hit,
                                                       const std::vector<std::string>& keys) const;
  bool note_twin(const Hit& hit);

  index::Index& index_;
  std::size_t limit_;
  std::vector<Hit> hits_;
  std::unordered_map<std::string, std::size_t> said_;  // what the hits say, and which says it
  std::set<std::string> covered_;
};

}  // namespace pyramid::search
