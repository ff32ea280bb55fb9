// What tells two facts in one sentence from one fact with two verbs. All lower case.
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

// clang-format off
// What is so, or is done again and again: each holds without what is said beside it. Plain forms.
inline constexpr auto kLastingVerbs = std::to_array<std::string_view>({
    "am", "are", "be", "have", "live", "own", "speak", "teach", "prefer", "earn", "weigh", "know",
    "believe", "commute", "wear", "belong", "suffer", "dislike", "enjoy", "keep", "detest", "eat",
    "work", "love", "like", "study", "play", "take", "drive", "hate", "rent", "smoke", "sing", "coach",
    "volunteer", "lead", "manage", "drink", "collect", "report", "sleep"});
// Those of them that are hardly ever nouns.
inline constexpr auto kSureVerbs = std::to_array<std::string_view>({
    "am", "are", "be", "have", "live", "own", "speak", "teach", "prefer", "earn", "weigh", "know",
    "believe", "commute", "wear", "belong", "suffer", "dislike", "enjoy", "keep", "detest", "eat"});
// Behind a word that may be a noun, these make it a verb: "and work at", "and play the".
inline constexpr auto kBehindVerbs = std::to_array<std::string_view>({
    "a", "an", "the", "my", "our", "their", "his", "her", "no", "two", "three", "at", "as", "for",
    "in", "on", "with", "from", "nights", "part", "full", "freelance", "remotely", "mostly",
    "alone", "every", "all", "both", "many", "well", "badly", "too", "only"});
// In front of the joint, these tie together all that follows.
inline constexpr auto kTies = std::to_array<std::string_view>({
    "because", "so", "that", "who", "whom", "whose", "which", "when", "whenever", "while", "if",
    "unless", "until", "till", "although", "though", "whether", "where", "how", "why", "what",
    "either", "neither", "both", "between", "or", "than", "once"});
// At the end of the sentence, these may hold for both verbs of one subject.
inline constexpr auto kSharedEnds = std::to_array<std::string_view>({
    "when", "whenever", "while", "if", "unless", "until", "till", "because", "so"});
// They point back at what was said before.
inline constexpr auto kPointers = std::to_array<std::string_view>({
    "it", "it's", "its", "them", "they", "they're", "they've", "he", "he's", "she", "she's", "him",
    "that", "that's", "this", "these", "those", "there", "here", "one", "ones", "so", "neither",
    "either", "then", "same", "such", "instead", "therefore", "afterwards", "meanwhile", "latter",
    "former", "thus", "hence", "accordingly", "you", "too"});
// The same, unless they mean the subject itself.
inline constexpr auto kOwnPointers =
    std::to_array<std::string_view>({"his", "her", "hers", "their", "theirs", "himself", "herself"});

// German, third person.
inline constexpr auto kGermanStates = std::to_array<std::string_view>({
    "ist", "hat", "heißt", "wohnt", "lebt", "arbeitet", "spricht", "studiert", "besitzt", "spielt",
    "mag", "liebt", "hasst", "unterrichtet", "sammelt", "trinkt", "isst", "raucht", "fährt",
    "verdient", "wiegt", "leitet", "singt", "kommt", "verträgt", "bevorzugt", "hört", "liest",
    "schläft", "kocht", "malt", "lernt", "besucht", "braucht", "kennt", "trägt"});
inline constexpr auto kGermanTies = std::to_array<std::string_view>({
    "weil", "dass", "wenn", "falls", "obwohl", "während", "damit", "ob", "sobald", "solange",
    "entweder", "weder", "zwischen", "sowohl", "oder", "sondern"});
inline constexpr auto kGermanPointers = std::to_array<std::string_view>({
    "er", "sie", "es", "ihn", "ihm", "ihr", "ihre", "ihren", "ihnen", "sein", "seine", "seinen",
    "dort", "da", "dann", "danach", "deshalb", "daher", "darum", "deswegen", "trotzdem", "dabei",
    "damit", "dafür", "davon", "dazu", "dessen", "deren", "das", "dies", "also", "so", "auch"});
// clang-format on

}  // namespace pyramid::engine::tables
