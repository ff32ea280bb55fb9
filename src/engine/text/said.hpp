// Sentences as people write them in a chat.
#pragma once

#include "engine/text/language.hpp"

#include <string_view>
#include <vector>

namespace pyramid::engine {

// sentences() where those may begin in lower case: "i moved to kiel. we have a dog".
std::vector<Sentence> sentences_said(std::string_view text);

}  // namespace pyramid::engine
