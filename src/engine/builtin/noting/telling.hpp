// How a sentence that is kept stands in the memory: told of its speaker where that is safe, else in
// the speaker's own words.
//
// Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// "I live in Kiel" as "User lives in Kiel", of English and German sentences with one clause whose
// subject is "I" or, in English, "my" and what is the speaker's; an English one in which nobody
// but names and things are spoken of stands as it is: "Kestrel has seven users". No mark at the
// end. nullopt for all else: whatever a grammar this small could get wrong.
std::optional<std::string> told_of(std::string_view sentence, std::string_view name);

// Whether a note that is told is told in another language than English, "User leidet unter
// Migräne."; nothing English is written into it or around it. Of one that quotes: no.
bool is_told_in_another_language(std::string_view note);

// A sentence without the stops, exclamation marks and blanks at its end; a question mark stays.
std::string_view without_end_marks(std::string_view sentence);
// With a capital letter in front, of ASCII, and a full stop behind.
std::string finished(std::string text);

// `User: "Wir haben gestern unterschrieben."` Marks of quotation inside become single ones.
std::string quoted(std::string_view name, std::string_view words);

// The same of an answer, with what was asked: `User, to "When did you start?": "Three years ago."`
std::string quoted_answer(std::string_view name, std::string_view asked, std::string_view words);

// Whether a note is a quotation as these two write it.
bool quotes(std::string_view note);

// The words that such a note quotes, without the mark at their end; nullopt for any other.
std::optional<std::string_view> words_quoted(std::string_view note);

// Whose words these are; "" for any other.
std::string speaker_quoted(std::string_view note);

// Such a note where everybody knows whose words they are: `"We moved to Lyon!"`, `To "Since when?":
// "Three years."` Any other comes back as it is.
std::string without_speaker(std::string_view note);
// A text with the speaker put back in front of each line that stands so.
std::string with_speaker(std::string_view text, std::string_view name);

// What a note that quotes says of its speaker, bare of what surrounds it, for comparing it with
// others and never to be shown: `User: "We moved to Lyon!"` -> "User moved to Lyon." A note that
// does not quote comes back as it is.
std::string roughly_told(std::string_view note);

}  // namespace pyramid::engine::builtin
