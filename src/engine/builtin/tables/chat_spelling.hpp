// Chat spelling. All lower case.
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
// clang-format on

}  // namespace pyramid::engine::tables
