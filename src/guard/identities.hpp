// What tells who somebody is, or was told to one of them alone: e-mail addresses, telephone numbers
// and what stands behind the `?` of a web address.
//
// Pure, linear in the text, safe on any bytes. What is and is not caught: docs/security.md.
#pragma once

#include "guard/secrets.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::guard {

// In order, none overlapping another; of a web address only what is behind its `?`, or behind a `#`
// where a `=` follows.
std::vector<Finding> find_identities(std::string_view text);

// Each becomes `[redacted:kind]`, which holds none itself: doing it again changes nothing.
std::string without_identities(std::string_view text);

}  // namespace pyramid::guard
