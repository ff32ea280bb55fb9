// When something is, in German words that hold on no other day: "gestern", "am Freitag", "nächsten
// Montag", "vor zwei Wochen".
// Pure; any thread.
#pragma once

#include "pyramid/time.hpp"

#include <string>
#include <vector>

namespace pyramid::engine::builtin {

// A word of a sentence. The last one of a sentence has no text; its `before` is the end.
struct GermanToken {
  std::string text, lower, before;  // `before`: what stands in front of it
};

// Whether a comma, semicolon or colon stands in front, or the sentence ends.
bool begins_clause(const GermanToken& token);

// "gestern" -> "am 9. Juni 2026", "nächsten Monat" -> "im Juli 2026"; behind a weekday and a
// distance the day stands in brackets: "am Freitag (12. Juni 2026)", "vor zwei Wochen (um den
// 27. Mai 2026)". A weekday without "letzten" or "nächsten" gets its day where the verb tells
// whether it was or will be; "immer am Freitag" none.
void name_dates(std::vector<GermanToken>& tokens, Date said);

}  // namespace pyramid::engine::builtin
