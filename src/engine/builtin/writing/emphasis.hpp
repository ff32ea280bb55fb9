// "**The user keeps the key with Jules**.": how a summary in prose hands on that a fact matters
// more than its words show. A person may set the marks too.
#pragma once

#include "engine/builtin/writing/facts.hpp"

#include <string>
#include <string_view>

namespace pyramid::engine::builtin::writing {

constexpr int kStressed = 8;  // the importance that emphasis stands for

// Whether the fact matters that much, and its words do not show it.
bool is_stressed(const Fact& fact);

// The sentence between marks; the full stop stays outside, where sentences are cut. A sentence that
// ends otherwise, or has marks of its own, stays as it is.
std::string with_emphasis(std::string sentence);

struct Unstressed {
  std::string text;
  bool stressed = false;
};
// The sentence without the marks around it.
Unstressed without_emphasis(std::string_view sentence);

}  // namespace pyramid::engine::builtin::writing
