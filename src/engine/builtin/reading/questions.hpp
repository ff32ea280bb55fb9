// Facts that questions hold, and answers that lean on the question before.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin {

// What the asker says of themselves on the way: "You remember that I'm coeliac, don't you?" ->
// "I'm coeliac"; "is it normal that my knee clicks?" -> "my knee clicks".
std::vector<std::string> facts_in_question(std::string_view question);

// Why something is asked for: "find me a dish without nuts, because I'm allergic" -> "I'm
// allergic".
std::vector<std::string> reasons_in(std::string_view request);

// "It's next month." behind "Remember my knee surgery?" -> "my knee surgery is next month."
std::string told_of_asked(const std::string& text, std::string_view question);

// "I have, and it failed" behind "Have you tried yoga?" -> "I have tried yoga, and it failed".
std::string full_answer(const std::string& answer, std::string_view question);

// "Write to my landlord Mr. Baxter" -> "my landlord is Mr. Baxter": whom a request introduces.
std::optional<std::string> introduced_in(const std::string& text);

}  // namespace pyramid::engine::builtin
