// Private keys between their PEM or PGP lines.
#pragma once

#include "guard/secrets.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace pyramid::guard {

// The private key whose `-----BEGIN` begins at `at`, with its last line or cut off.
std::optional<Finding> private_key_at(std::string_view text, std::size_t at);

}  // namespace pyramid::guard
