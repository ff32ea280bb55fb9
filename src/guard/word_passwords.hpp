// Passwords that look like any word or number, told in a sentence: "our wifi password is
// sunflower", "my passcode is 482913". Pure; any thread.
#pragma once

#include "guard/values.hpp"

#include <cstddef>
#include <string_view>

namespace pyramid::guard {

// Where a sentence tells a password: the word "password" or its kind, and where the "is" begins.
struct Telling {
  std::size_t begin = 0, end = 0, is = 0;
};

// Whether the value is one: a number of six digits and more (behind "passcode" of four), a word in
// quotes, words joined by hyphens, or a word that ends its clause where the password is somebody's
// own or a network's. "Wrong", "expired" and their kind say how it is.
bool is_told_password(std::string_view text, const Telling& telling, const Value& value);

}  // namespace pyramid::guard
