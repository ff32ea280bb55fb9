// What form a verb has, by tables and endings; words in lower case.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin {

bool is_plain_verb(std::string_view word);       // a known verb in its plain form
bool is_modal(std::string_view word);            // what follows stays in the plain form
bool is_irregular_past(std::string_view word);   // "went", "misread"; modals among them
bool is_past_like_plain(std::string_view word);  // "cut", "reset": of which time is not told
bool is_mid_adverb(std::string_view word);       // may stand between a subject and its verb
bool is_linking(std::string_view word);          // a form of be or have, with or without "n't"
// Whether "she's" in front of lower[i] is "she has": "been", "started a", but not "scared of".
bool has_perfect(const std::vector<std::string>& lower, std::size_t i);
// A verb as it follows "I", in the form that follows "User".
std::string third_person(const std::string& word);

}  // namespace pyramid::engine::builtin
