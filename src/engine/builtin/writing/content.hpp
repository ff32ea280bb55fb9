// What a sentence is about, beside the numbers and days that it gives.
// Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::writing {

// Canonical stems and names of the words that carry content, sorted, each once: without numbers,
// their units ("80 pounds"), dates and denials.
std::vector<std::string> content_of(std::string_view text);

// The numbers of a sentence, in order, as they are written in lower case.
struct Numbers {
  std::string days;    // "20 may 2026;": the days and months that it names; "" = none
  std::string others;  // "0 4 "
};
Numbers numbers_in(std::string_view text);

}  // namespace pyramid::engine::builtin::writing
