// What the frontmatter of each kind must and may hold; schema/*.schema.json is printed from here.
#pragma once

#include "format/node.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace pyramid::format {

inline constexpr std::int64_t kMaxInteger = std::int64_t{1} << 53;  // exact in every reader of JSON

// Holds the frontmatter against the schema of `kind`: keys that lack, values of another type. Each
// problem has `path:line` as where. Unknown keys are the person's and are no problem.
Diagnostics validate(const Document& document, Kind kind, std::string_view path);

// The JSON Schema (draft-07) of a kind, as it lies in schema/.
std::string json_schema(Kind kind);

// Whether the program writes this key in a file of `kind`. In people's files all keys are theirs,
// by whatever name; and so is in any other file a key that belongs to another kind.
bool is_programs_key(std::string_view key, Kind kind);
// Whether a key holds a number; every other scalar that looks like one is text.
bool is_number_key(std::string_view key);
// Whether whatever a person writes as its value is right: their own keys, names and descriptions.
bool holds_any_words(std::string_view key);
// Whether a key's value is true or false.
bool is_flag_key(std::string_view key);

}  // namespace pyramid::format
