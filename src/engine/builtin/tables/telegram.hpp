// Chat spelling, and which words begin a sentence that has lost its subject. All lower case.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::tables {

// clang-format off
inline constexpr auto kChatForms = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"im", "I'm"}, {"ive", "I've"}, {"dont", "don't"}, {"doesnt", "doesn't"}, {"didnt", "didn't"},
    {"cant", "can't"}, {"wont", "won't"}, {"isnt", "isn't"}, {"arent", "aren't"},
    {"wasnt", "wasn't"}, {"werent", "weren't"}, {"havent", "haven't"}, {"hasnt", "hasn't"},
    {"hadnt", "hadn't"}, {"couldnt", "couldn't"}, {"wouldnt", "wouldn't"},
    {"shouldnt", "shouldn't"}, {"thats", "that's"}, {"whats", "what's"}, {"hows", "how's"},
    {"wheres", "where's"}, {"whos", "who's"}, {"youre", "you're"}, {"youve", "you've"},
    {"theyre", "they're"}, {"theyve", "they've"}, {"weve", "we've"}, {"hes", "he's"},
    {"shes", "she's"}, {"theres", "there's"}, {"gonna", "going to"}, {"wanna", "want to"},
    {"gotta", "got to"}, {"u", "you"}, {"ur", "your"}, {"tho", "though"}, {"cuz", "because"},
    {"bc", "because"}, {"rn", "right now"}, {"tmrw", "tomorrow"}, {"tmr", "tomorrow"},
    {"yday", "yesterday"}, {"id", "I'd"}, {"heyy", "hey"}, {"heyyy", "hey"}, {"heyyyy", "hey"},
    {"hii", "hi"}, {"hiii", "hi"}});
// At the end of a sentence they change nothing.
inline constexpr auto kLaughs = std::to_array<std::string_view>({
    "lol", "lmao", "rofl", "haha", "hahaha", "hehe", "xd", "btw", "tbh", "ngl", "though", "imo"});
inline constexpr auto kSubjects = std::to_array<std::string_view>({
    "i", "we", "he", "she", "they", "you", "it", "who", "there"});
inline constexpr auto kSubordinators = std::to_array<std::string_view>({
    "that", "which", "because", "when", "if", "while", "since", "before", "after", "so", "and",
    "but", "as", "where", "until", "though"});
// Pasts that hand over, agree or open something else than an act of the writer's.
inline constexpr auto kNoTelegram = std::to_array<std::string_view>({
    "said", "told", "asked", "thought", "meant", "heard", "turned", "wanted", "hoped", "wondered",
    "supposed", "agreed", "noted", "understood", "based", "compared", "related", "given", "need",
    "guessed", "indeed", "speed", "seed", "feed", "red", "bed", "shed", "cast", "lay",
    "granted", "provided", "required", "needed", "updated", "attached", "enclosed", "assumed",
    "saw", "spread", "lit", "fit", "wound", "bred", "felt"});
// The past looks like the plain form.
inline constexpr auto kSamePast = std::to_array<std::string_view>({
    "beat", "burst", "cut", "hit", "hurt", "let", "proofread", "put", "quit", "read", "reread",
    "set", "shut", "split", "upset", "broadcast"});
inline constexpr auto kPastTimes = std::to_array<std::string_view>({
    "yesterday", "last", "ago", "today", "morning", "already", "finally", "earlier"});
inline constexpr auto kBehindLeft = std::to_array<std::string_view>({
    "my", "the", "a", "for", "at", "from", "in", "home", "work", "early", "late", "our", "without"});
// Begin a sentence of its own.
inline constexpr auto kNoFragments = std::to_array<std::string_view>({
    "not", "the", "my", "our", "his", "her", "their", "this", "that", "maybe", "what", "how",
    "thanks", "ok", "okay", "yes", "no", "please", "step", "chapter", "page"});
// Words in -ing that are no activity of the writer's.
inline constexpr auto kNoProgressives = std::to_array<std::string_view>({
    "according", "amazing", "annoying", "anything", "assuming", "being", "boring", "building",
    "ceiling", "clothing", "concerning", "considering", "depending", "during", "evening",
    "everything", "excluding", "exciting", "following", "good-morning", "having", "including",
    "interesting", "judging", "morning", "nothing", "pudding", "regarding", "shocking", "sibling",
    "something", "spring", "stocking", "string", "surprising", "talking", "wedding", "wondering",
    "thinking", "hoping", "guessing", "asking", "speaking", "typing", "replying", "posting",
    "sending", "chatting", "texting"});
// "Vegan since 2020", "allergic to nuts".
inline constexpr auto kStates = std::to_array<std::string_view>({
    "allergic", "asthmatic", "based", "blind", "born", "celiac", "coeliac", "colorblind",
    "colourblind", "deaf", "diabetic", "divorced", "dyslexic", "employed", "engaged", "epileptic",
    "lactose", "lactose-intolerant", "left-handed", "married", "pescatarian", "pregnant", "retired",
    "self-employed", "sober", "stuck", "teetotal", "unemployed", "vegan", "vegetarian", "widowed"});
// How else a sentence begins that has lost its subject, and what it has lost.
inline constexpr auto kSubjectless =
    std::to_array<std::pair<std::string_view, std::string_view>>({
    {"can't eat", "I "}, {"can't drink", "I "}, {"can't stand", "I "}, {"can't have", "I "},
    {"don't like", "I "}, {"don't drink", "I "}, {"don't smoke", "I "}, {"don't own", "I "},
    {"don't have", "I "}, {"have a", "I "}, {"have an", "I "}, {"have two", "I "},
    {"have three", "I "}, {"never been", "I've "}, {"never had", "I've "}, {"never tried", "I've "},
    {"been", "I've "}, {"not a fan", "I'm "}, {"not a big fan", "I'm "}, {"big fan of", "I'm a "},
    {"huge fan of", "I'm a "}, {"not a morning person", "I'm "}});
inline constexpr auto kLeadAdverbs = std::to_array<std::string_view>(
    {"just", "still", "currently", "recently", "already", "finally", "now", "also"});
inline constexpr auto kBehindFeelings = std::to_array<std::string_view>(
    {"about", "by", "with", "for", "of", "to", "in", "at", "as", "from"});
inline constexpr auto kNoDurations = std::to_array<std::string_view>({
    "off", "away", "out", "busy", "here", "gone", "closed", "open", "free", "back", "home", "late",
    "days", "weeks", "months", "day", "week", "month", "up", "only", "just", "still"});
// clang-format on

}  // namespace pyramid::engine::tables
