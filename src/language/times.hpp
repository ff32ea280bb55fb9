// When something is, in the words of English, German, Spanish and French: "yesterday", "vor zwei
// Wochen", "el viernes que viene", "le 3 juin".
//
// Pure; any thread.
#pragma once

#include "pyramid/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::language {

enum class Tongue : std::uint8_t { kEnglish, kGerman, kSpanish, kFrench };

// By its commonest words and letters; nullopt where they do not tell.
std::optional<Tongue> tongue_of(std::string_view text);

// Whether what is told has happened or is to come; kOpen: neither is known.
enum class Tense : std::uint8_t { kOpen, kPast, kFuture };

// `text` with a date in brackets behind each word that is relative to the day on which it was said:
// "(2026-05-11)" where the day is certain, "(around 2026-05-05)", "(May 2026)", "(2025)" where it
// is not, and ", 2026-05-11" within brackets; a bare month or day of a month gets its year. Words
// that could mean two dates are left, and so is a text in no language known.
std::string with_dates(std::string_view text, Date said, Tense tense);
std::string with_dates(std::string_view text, Date said, Tense tense, Tongue tongue);

}  // namespace pyramid::language
