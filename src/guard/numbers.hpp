// Numbers that check themselves: cards, accounts, and what states number their people by.
#pragma once

#include "guard/secrets.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace pyramid::guard {

// The number that begins at `at`, where a word of the text begins.
std::optional<Finding> number_at(std::string_view text, std::size_t at);

}  // namespace pyramid::guard
