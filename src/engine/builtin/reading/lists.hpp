// Lists told in sentences.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// The turn with each list that a line announces as sentences: what was done one by one ("I have
// planted the following:" -> "I have planted two quince trees"), what is needed, owned or wanted
// together ("Documents I still need:" -> "I still need two payslips, proof of address"). Other
// lists stay, and their items speak for themselves.
std::string with_lists_told(std::string_view turn);

}  // namespace pyramid::engine::builtin
