// How a correction is put. All lower case.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::tables {

// clang-format off
inline constexpr auto kContradictions = std::to_array<std::string_view>({
    "no, ", "no. ", "nope, ", "nope. ", "nah, ", "wrong, ", "not quite, ", "wait, no, ",
    "sorry, no, ", "actually no, ", "actually, no, ", "correction: ", "nein, ", "nee, ", "korrektur: ", "berichtigung: ", "doch nicht, ",
    "quatsch, ", "quatsch: ", "falsch, ", "stimmt nicht, ", "moment, ", "halt, "});
// clang-format on
inline constexpr auto kItIs = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"it's ", " is"}, {"it is ", " is"}, {"it was ", " was"}, {"that's ", " is"}});
// What somebody meant, and what no longer holds: "I meant Astrid", "it's the 7:40 now".
inline constexpr auto kMeant = std::to_array<std::string_view>({"i meant ", "i mean "});
inline constexpr auto kNoMore =
    std::to_array<std::string_view>({" anymore, ", " any more, ", " any longer, ", ", "});
inline constexpr auto kNowItIs = std::to_array<std::string_view>(
    {"it's ", "it is ", "now it's ", "now it is ", "it's now ", "it is now ", "but "});
// The same in German, and what may stand in front of a value.
inline constexpr auto kGermanItIs = std::to_array<std::string_view>(
    {"es ist ", "es war ", "es sind ", "es waren ", "sie heißt ", "er heißt ", "es heißt ",
     "sie ist ", "er ist ", "das ist ", "das war "});
inline constexpr auto kGermanJoints = std::to_array<std::string_view>(
    {"in ", "bei ", "am ", "im ", "nach ", "aus ", "ab ", "um ", "für ", "der ", "die ", "das "});
// In front of what holds, behind what does not: "nicht im August, erst im September".
inline constexpr auto kGermanInstead =
    std::to_array<std::string_view>({"sondern erst ", "sondern ", "erst ", "schon "});
inline constexpr auto kGermanPronouns = std::to_array<std::string_view>({"sie ", "er ", "es "});
// Between a noun and what it was said to be.
inline constexpr auto kNounJoints = std::to_array<std::string_view>(
    {"to", "in", "at", "for", "from", "on", "with", "is", "was", "by", "near"});

}  // namespace pyramid::engine::tables
