// What the program brings up to date in a file by itself, which says nothing that it did not say.
#pragma once

#include "format/node.hpp"

namespace pyramid::merge {

// Whether nothing else came from `before` to `after`, two states of an observation or of a
// conversation: the model of a fact that had none, when it was said again, how far a conversation
// was read, where it lies that a fact is from.
bool is_upkeep(const format::Document& before, const format::Document& after, format::Kind kind);

}  // namespace pyramid::merge
