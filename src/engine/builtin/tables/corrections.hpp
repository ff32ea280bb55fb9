// How a correction is put. All lower case.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::tables {

// clang-format off
inline constexpr auto kContradictions = std::to_array<std::string_view>({
    "no, ", "no. ", "nope, ", "nope. ", "nah, ", "wrong, ", "not quite, ", "wait, no, ",
    "sorry, no, ", "actually no, ", "actually, no, ", "correction: ", "correction, ",
    "nein, ", "nee, ", "ach nein, ", "ach, nein, ", "korrektur: ", "berichtigung: ", "doch nicht, ",
    "quatsch, ", "quatsch: ", "falsch, ", "stimmt nicht, ", "moment, ", "halt, "});
// Openers by which a whole sentence puts right what was said before.
inline constexpr auto kPutsRight = std::to_array<std::string_view>({
    "actually ", "actually, ", "no, ", "nope, ", "nah, ", "wrong, ", "wait, no, ", "correction",
    "small correction", "quick correction", "one correction", "i misspoke", "i was wrong",
    "i got that wrong", "i mixed that up", "i made a mistake", "my mistake", "my bad",
    "scratch that", "i stand corrected", "that was wrong", "i must correct", "i have to correct",
    "i need to correct", "let me correct", "to correct myself", "in reality", "in truth",
    "eigentlich ", "nein, ", "nee, ", "quatsch, ", "quatsch: ", "falsch, ", "stimmt nicht, ",
    "korrektur", "kleine korrektur", "berichtigung", "in wirklichkeit ", "tatsächlich ",
    "ich habe mich geirrt", "ich hab mich geirrt", "ich habe mich vertan", "ich hab mich vertan"});
// In front of those.
inline constexpr auto kBeforePutsRight = std::to_array<std::string_view>({
    "oh, ", "oh ", "ah, ", "ach, ", "ach ", "hm, ", "hmm, ", "sorry, ", "oops, ", "wait, ", "well, ",
    "so, ", "but ", "and ", "moment, ", "halt, ", "also, ", "äh, "});
// What holds one value for each thing of its kind, of which there may be several, and the word for
// "as it is" that goes into it.
struct OneOfSeveral {
  std::string_view verb, put_right;
};
inline constexpr auto kOneOfSeveral = std::to_array<OneOfSeveral>({
    {" is called ", " is actually called "}, {" is named ", " is actually named "},
    {"'s name is ", "'s name is actually "}, {"I drive a", "I actually drive a"},
    {" leaves at ", " actually leaves at "}, {" departs at ", " actually departs at "},
    {" heißt ", " heißt eigentlich "}, {" fährt um ", " fährt eigentlich um "},
    {" fährt einen ", " fährt eigentlich einen "}});
// "isn't X, it's Y", told as "is Y, not X".
struct NotBut {
  std::string_view denial, is, instead;
};
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

}  // namespace pyramid::engine::tables
