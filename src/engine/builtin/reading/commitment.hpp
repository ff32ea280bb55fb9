// What an assistant promises, decides, learns and admits.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// The sentence if it is a commitment, decision or admission that outlasts the conversation, else
// "". It begins with "I".
std::string commitment(std::string_view sentence);

}  // namespace pyramid::engine::builtin
