// The sources of a text, cut into clauses that a sentence is held against.
#pragma once

#include "engine/grounding/grounding.hpp"
#include "engine/grounding/reading.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace pyramid::engine::grounding {

// A clause of a source, times settled.
struct Fact {
  std::size_t source = 0, sentence = 0;
  Clause clause;
};

struct Facts {
  std::vector<Fact> all;
  std::vector<Source> spans;                // of the sources, without their texts
  std::unordered_set<std::uint32_t> words;  // every word and address of them, and what is known
  std::unordered_set<std::uint32_t> names;  // stems of what is a name somewhere in them
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> by_stem;  // positions in `all`
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> by_key;   // sources
};

Facts read_facts(Words& words, std::span<const Source> sources, std::span<const std::string> known);

// What of a clause tells where it comes from: its stems and numbers.
std::vector<std::uint32_t> keys_of(const Clause& clause, Words& words);
// Those of its names and numbers alone.
std::vector<std::uint32_t> exact_keys_of(const Clause& clause, Words& words);

}  // namespace pyramid::engine::grounding
