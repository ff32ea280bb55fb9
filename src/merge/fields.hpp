// Frontmatter merged by key.
#pragma once

#include "format/conflict_note.hpp"
#include "format/frontmatter.hpp"
#include "format/node.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace pyramid::merge {

using format::kConflictComment;

// The keys of both. Lists are sets: what either put in is in, what either took out is out. Of a key
// that both changed the program's own rule decides (the later of two numbers, the earlier of two
// times, a state rather than none), if it writes the key in files of `kind`; of a person's key the
// greater value stands, and the other in a comment behind. Unknown keys, comments and quotes stay
// as the one side has them. Symmetric. `conflicts` counts the comments. `base`: none where it is
// nullptr.
format::Frontmatter merge_fields(const format::Frontmatter* base, const format::Frontmatter& ours,
                                 const format::Frontmatter& theirs, format::Kind kind,
                                 std::string_view day, std::size_t& conflicts);

// The bytes of a file with each key of its frontmatter once, so that it can be read: of two that
// git put side by side the greater stands, as text, and the other one's lines are comments of a
// conflict. As they are where no key stands twice.
std::string with_each_key_once(std::string_view bytes, std::string_view day);

}  // namespace pyramid::merge
