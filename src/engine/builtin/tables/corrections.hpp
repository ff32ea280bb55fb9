// How a correction is put. All lower case.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::tables {

// clang-format off
inline constexpr auto kContradictions = std::to_array<std::string_view>({
    "no, ", "no. ", "nope, ", "nope. ", "nah, ", "wrong, ", "not quite, ", "wait, no, ",
    "sorry, no, ", "actually no, ", "actually, no, ", "correction: ", "nein, ", "nee, ", "korrektur: ", "berichtigung: ", "doch nicht, "});
// clang-format on
inline constexpr auto kItIs = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"it's ", " is"}, {"it is ", " is"}, {"it was ", " was"}, {"that's ", " is"}});
// Between a noun and what it was said to be.
inline constexpr auto kNounJoints = std::to_array<std::string_view>(
    {"to", "in", "at", "for", "from", "on", "with", "is", "was", "by", "near"});

}  // namespace pyramid::engine::tables
