// Telling other languages from English.
#pragma once

#include <string>
#include <vector>

namespace pyramid::engine::builtin {

// By function words; `lower` are the words of a sentence in lower case.
bool is_foreign(const std::vector<std::string>& lower);

}  // namespace pyramid::engine::builtin
