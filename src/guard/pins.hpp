// Short numbers that open something: "my PIN is 4711", "PUK: 12345678", "the door code is 8842#",
// "CVC 123". Pure; any thread.
#pragma once

#include "guard/secrets.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace pyramid::guard {

// Whether the word that ends at `end` may name one; cheap.
bool may_name_pin(std::string_view text, std::size_t end);

// The number that the word [at, end) names. What a PIN of a chip, an error code or a postal "PIN
// code" is, is none.
std::optional<Finding> pin_at(std::string_view text, std::size_t at, std::size_t end);

}  // namespace pyramid::guard
