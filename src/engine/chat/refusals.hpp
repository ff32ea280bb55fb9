// A refusal that a model says in words, where its server has no mark for one.
#pragma once

#include "engine/engine.hpp"

#include <span>
#include <string_view>

namespace pyramid::engine::chat {

// "I am sorry, but I cannot help with that.": an excuse about the question in place of the text
// that was to be made from `sources`, in English, German, French or Spanish. A text that cites a
// source, is long, or begins without an apology and has a word of the sources is none: "I cannot
// write to the production database [2]." may be what they say. Pure.
bool is_refusal_in_words(std::string_view text, std::span<const SourceText> sources);

}  // namespace pyramid::engine::chat
