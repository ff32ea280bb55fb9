// One sentence that tells several facts, as one sentence each.
//
// Only where each part holds without the other, so that the end of one is not the end of both.
// Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin {

// "I live in Kiel and have a cat" -> "I live in Kiel", "I have a cat"; "Pieter works at Volvo; I
// work at Dentius" -> both. What happened one after the other, what shares an object or a
// condition, and what points back ("and I love it") stays whole. No full stop at the end.
std::vector<std::string> clauses_apart(const std::string& sentence);

// The same, and with whom somebody lives apart from where: "I live in Bristol with my partner" ->
// "I live in Bristol", "I live with my partner".
std::vector<std::string> single_facts(const std::string& sentence);

// The same of a German sentence told of `name`: "User wohnt in Kiel und hat eine Katze".
std::vector<std::string> single_german_facts(const std::string& told, std::string_view name);

}  // namespace pyramid::engine::builtin
