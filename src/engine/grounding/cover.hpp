// How much of what a clause says, but for one thing, each clause of the sources has.
#pragma once

#include "engine/grounding/facts.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pyramid::engine::grounding {

using Stems = std::span<const std::uint32_t>;

// Things are the stems, numbers and times of the clause. Borrows the clause, which must outlive it.
class Cover {
 public:
  Cover(const Clause& clause, const Facts& facts);

  // How many things the clause says but for one: a stem or several, or a number or moment of it.
  [[nodiscard]] std::size_t things_without(Stems stems, const void* thing) const;
  // How many of them the clause `of` at position `fact` has.
  [[nodiscard]] std::size_t count(std::size_t fact, const Clause& of, Stems without = {},
                                  const void* thing = nullptr) const;
  // The same as a part of all, 0 to 1.
  [[nodiscard]] double share(std::size_t fact, const Clause& of, Stems without = {},
                             const void* thing = nullptr) const;

 private:
  struct Other {
    const void* thing = nullptr;
    std::vector<bool> held;  // by fact
  };
  template <typename Test>
  void add(const void* thing, const Facts& facts, const Test& test);

  const Clause& clause_;
  std::vector<std::size_t> counts_;
  std::vector<Other> others_;
};

}  // namespace pyramid::engine::grounding
