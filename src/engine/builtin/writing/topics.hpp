// What a fact is about, so that a section tells one thing after another.
#pragma once

#include "engine/builtin/writing/facts.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pyramid::engine::builtin::writing {

struct Topic {
  std::string name;       // a name that several facts share ("kestrel"), a theme ("#work"), or ""
  std::size_t theme = 0;  // place in the table of themes; one past it where none fits
};
std::vector<Topic> topics_of(std::span<const Fact> facts);

}  // namespace pyramid::engine::builtin::writing
