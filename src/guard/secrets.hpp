// Secrets in a text: keys, tokens, passwords, private keys, seed phrases, card and identity
// numbers.
//
// Pure, linear in the text, safe on any bytes. What is and is not caught: docs/security.md.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace pyramid::guard {

struct Finding {
  std::string_view kind;           // "aws-access-key"; lives as long as the program
  std::size_t begin = 0, end = 0;  // bytes; never cuts a UTF-8 character
};

// In order, none overlapping another. Of an assignment, a header and a URL only the value.
std::vector<Finding> find_secrets(std::string_view text);

// For messages: "aws-access-key" -> "an AWS access key".
std::string_view name_of_secret(std::string_view kind);

}  // namespace pyramid::guard
