// Lists that people type, as sentences.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// "I planted:\n- beans\n- a quince" -> "I planted: beans; a quince." A line with a colon at its end
// says nothing without what it opens. A list that would be longer than `longest` bytes so, or has
// an item of several sentences, stays as it is. Pure; any thread.
std::string lists_in_line(std::string_view text, std::size_t longest);

}  // namespace pyramid::engine::builtin
