// A head that YAML refuses, as people write them: read line by line, as far as it goes. Private to
// src/format.
#pragma once

#include "format/frontmatter.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::format {

inline constexpr std::ptrdiff_t kMostBlanksInKey = 3;  // "Date created by hand": more is a sentence

struct LooseHead {
  // Each line belongs to a key, is a comment or blank. Where one is anything else, the block may as
  // well be text between two rules `---`, and only the keys above its first blank line are read.
  bool is_head = false;
  bool is_yaml = false;     // all keys in one `{…}`
  Frontmatter frontmatter;  // without bytes where it is no head; not to be changed
};

// `block`: as of Frontmatter::parse(), which has refused it. Never fails.
LooseHead read_head_loosely(std::string_view block);

// The block with the values in quotes of those keys whose lines YAML refuses, all else byte for
// byte. nullopt where it is no head, such a value is not a person's to choose (`model: {`), or YAML
// refuses it still, as with a key that is there twice.
std::optional<std::string> with_quotes(std::string_view block);

}  // namespace pyramid::format
