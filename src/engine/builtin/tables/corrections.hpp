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
// The same in German, and what may stand in front of a value.
inline constexpr auto kGermanItIs = std::to_array<std::string_view>(
    {"es ist ", "es war ", "es sind ", "es waren ", "sie heißt ", "er heißt ", "es heißt ",
     "sie ist ", "er ist ", "das ist ", "das war "});
inline constexpr auto kGermanJoints = std::to_array<std::string_view>(
    {"in ", "bei ", "am ", "im ", "nach ", "aus ", "ab ", "um ", "für ", "der ", "die ", "das "});
// Between a noun and what it was said to be.
inline constexpr auto kNounJoints = std::to_array<std::string_view>(
    {"to", "in", "at", "for", "from", "on", "with", "is", "was", "by", "near"});

}  // namespace pyramid::engine::tables
