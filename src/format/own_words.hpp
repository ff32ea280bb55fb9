// What of a generated text is a person's (docs/format.md, "Edits by hand").
//
// A file records the digest of the text as it was generated, not that text. Where the rest of an
// edited text still has this digest, what stands besides is the person's; where none of it does,
// because words were changed or removed, the whole text is.
#pragma once

#include "base/digest.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::format {

// The person's part of `text`, "" when it stands as it was generated. Finds whole lines and
// sentences that were put in at one place, or at the very beginning and one other place. A text
// without `output` is a person's. Pure.
std::string own_words(std::string_view text, const std::optional<Digest>& output);

// Two texts as one: a blank line between them, none between two items of a list.
std::string joined_text(std::string_view first, std::string_view second);

// `text` without `kept` in front, as an engine gives it that was asked to keep it. A text that does
// not begin so comes back whole.
std::string_view behind_kept(std::string_view text, std::string_view kept);

}  // namespace pyramid::format
