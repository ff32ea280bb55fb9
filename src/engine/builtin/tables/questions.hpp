// How questions carry facts. All lower case.
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

// clang-format off
inline constexpr auto kFirstPersons = std::to_array<std::string_view>({
    "i", "i'm", "i've", "i'll", "we", "we're", "we've", "my", "our"});
// The same anywhere in a sentence.
inline constexpr auto kFirstPersonWords = std::to_array<std::string_view>({
    "i", "i'm", "i've", "i'll", "i'd", "me", "my", "mine", "myself", "we", "we're", "we've", "we'll",
    "we'd", "us", "our", "ours"});
// In front of a fact that the other is reminded of.
inline constexpr auto kReminders = std::to_array<std::string_view>({
    "you remember that ", "you remember ", "do you remember that ", "remember that ", "you know that ",
    "you do know that ", "did i mention that ", "did i mention ", "did i tell you that ",
    "did i tell you ", "have i told you that ", "have i mentioned that ", "did you know that ",
    "didn't i tell you that ", "did i say that ", "did i ever tell you that ", "do you recall that ",
    "you do remember that "});
// In front of a circumstance of the asker's, and how that begins.
inline constexpr auto kReasons = std::to_array<std::string_view>({
    " since ", " because ", " as ", " given that ", " now that ", " considering that ",
    " even though ", " seeing that "});
inline constexpr auto kCircumstances = std::to_array<std::string_view>({
    "i'm", "i am", "i have", "i've", "i can't", "i cannot", "i don't", "i only", "i live", "i work",
    "i own", "i already", "my", "we're", "we are", "we have", "we've", "we can't", "we don't",
    "we only", "we live", "our"});
// How a request begins.
inline constexpr auto kRequests = std::to_array<std::string_view>({
    "please", "can you", "could you", "would you", "will you", "i'd like", "i would like", "i want",
    "i need you", "help me", "find", "suggest", "recommend", "give me", "show me", "make me",
    "keep", "write", "plan", "explain", "remind me"});
inline constexpr auto kSomeoneWho = std::to_array<std::string_view>({
    " for someone who ", " for somebody who ", " for a person who "});
// How the question begins that follows a statement, or its tag.
inline constexpr auto kAsking = std::to_array<std::string_view>({
    "what", "what's", "which", "how", "how's", "why", "when", "where", "who", "is", "are", "am",
    "was", "were", "do", "does", "did", "don't", "doesn't", "didn't", "can", "could", "should",
    "shall", "will", "would", "have", "has", "haven't", "hasn't", "isn't", "aren't", "won't",
    "can't", "right", "any", "so what", "so how", "so which", "so should", "but how", "but is",
    "and how", "and what", "and is", "what do", "remember"});
// clang-format on

struct ShortAnswer {
  std::string_view answer, question, full;
};
inline constexpr std::array<ShortAnswer, 8> kShortAnswers = {{
    {"i have", "have you ", "I have "},
    {"i haven't", "have you ", "I haven't "},
    {"i do", "do you ", "I "},
    {"i don't", "do you ", "I don't "},
    {"i am", "are you ", "I am "},
    {"i'm not", "are you ", "I'm not "},
    {"i did", "did you ", "I did "},
    {"i didn't", "did you ", "I didn't "},
}};

}  // namespace pyramid::engine::tables
