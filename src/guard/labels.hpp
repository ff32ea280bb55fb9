// What stands in front of a value and says what it is.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace pyramid::guard {

// Whether one of the labels (lower case) stands in the same line, at most 48 bytes in front of
// `at`, in any case and as a word of its own.
bool is_named(std::string_view text, std::size_t at, std::span<const std::string_view> labels);

// Whether a value only stands for one: `your-api-key-here`, `xxxx`, `<token>`, `${TOKEN}`, `…`.
bool is_placeholder(std::string_view value);

}  // namespace pyramid::guard
