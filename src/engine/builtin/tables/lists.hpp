// How a list is announced. All lower case.
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

// clang-format off
// Stand for the items, at the end of the line in front of them.
inline constexpr auto kListTails = std::to_array<std::string_view>({
    " the following things", " the following items", " the following", " the followings",
    " following", " these things", " these", " this", " as follows"});
// Lists that somebody is to work on.
inline constexpr auto kListRequests = std::to_array<std::string_view>({
    "can", "could", "would", "please", "which", "what", "compare", "rank", "sort", "translate",
    "explain", "check", "help", "how", "if", "should", "do", "did", "is", "are", "tell", "give",
    "write", "i want you", "i need you", "i'd like", "i would like", "i need help", "imagine",
    "suppose"});
// In front of the subject, these say when or where, and not what.
inline constexpr auto kListAdverbials = std::to_array<std::string_view>({
    "this", "last", "next", "yesterday", "today", "tomorrow", "in", "on", "at", "for", "so",
    "since", "during", "after", "before", "currently", "now", "here", "tonight", "recently", "and"});
// clang-format on

}  // namespace pyramid::engine::tables
