// German statements of the first person, told of "User" and kept in German.
#pragma once

#include "pyramid/time.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin {

// "Ich bin Architektin und arbeite in Leipzig." -> "User ist Architektin und arbeitet in Leipzig";
// "Mein Bruder wohnt in Bremen." -> "Users Bruder wohnt in Bremen". nullopt for questions,
// what-ifs, greetings, and whatever is not of the first person. A `correction` may be of anything.
std::optional<std::string> german_fact(std::string_view sentence, const std::string& name,
                                       Date said, bool correction);

// "Ich werde dich am Freitag erinnern." -> "Assistant wird den Nutzer am Freitag erinnern".
std::optional<std::string> german_commitment(std::string_view sentence, Date said);

}  // namespace pyramid::engine::builtin
