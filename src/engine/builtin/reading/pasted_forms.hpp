// What is pasted, by its form alone: nobody types a diff, a terminal, a table of columns, a card,
// subtitles or a chat with the times of an app. Pure; any thread.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin {

// Which of the lines of a turn belong to such a form. A form ends with it, or at the next blank
// line.
std::vector<bool> pasted_forms(std::span<const std::string_view> lines);

}  // namespace pyramid::engine::builtin
