// Words of questions.
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

// Words that ask for the same, so that "where do I live" finds "moved to".
inline constexpr std::array<std::array<std::string_view, 5>, 17> kRelated = {{
    {"live", "move", "relocate", "home", "reside"},
    {"job", "work", "employ", "career", "company"},
    {"buy", "purchase", "order", "get", ""},
    {"pet", "cat", "dog", "", ""},
    {"child", "daughter", "son", "kid", "baby"},
    {"like", "love", "enjoy", "favourite", "prefer"},
    {"car", "drive", "", "", ""},
    {"begin", "start", "", "", ""},
    {"study", "university", "degree", "course", "learn"},
    {"trip", "travel", "visit", "holiday", "vacation"},
    {"cancel", "stop", "end", "quit", ""},
    {"allergy", "allergic", "intolerant", "", ""},
    {"name", "call", "named", "", ""},
    {"birthday", "born", "", "", ""},
    {"exercise", "sport", "run", "gym", "swim"},
    {"book", "read", "novel", "", ""},
    {"partner", "wife", "husband", "marry", "girlfriend"},
}};

}  // namespace pyramid::engine::tables
