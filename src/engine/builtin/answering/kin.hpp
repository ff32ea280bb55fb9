// The user's family in questions and in what answers them. Pure; any thread.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin::answering {

// Lower case and without accents; "Ana's" is ana.
std::string plain_owner(std::string_view word);

// "father" for "Dad's"; "" for who is no kin.
std::string_view kin_of(std::string_view word);
// Who may be meant by it: one's "partner" may be one's wife.
std::set<std::string> meant_by(std::string_view kin);
// Whether a stem is that of a word for them.
bool is_stem_of(std::string_view stemmed, std::string_view kin);

// Somebody whom one has, and is not: "neighbour", "boss", "sister".
bool is_somebody(std::string_view lower_word);

}  // namespace pyramid::engine::builtin::answering
