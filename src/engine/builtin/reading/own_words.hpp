// What of a turn its writer says: quotations and what is pasted taken out.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// Stands where somebody else's words stood; a sentence that holds it is no fact of the writer's.
inline constexpr char kOthersWords = '\x01';

// The turn with each quotation that is speech replaced by kOthersWords, and without pasted letters,
// messages and machine output. A name or title in quotation marks stays.
std::string own_words(std::string_view turn);

}  // namespace pyramid::engine::builtin
