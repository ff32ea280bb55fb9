// The forms of English verbs, as far as joining facts and changing their person needs them.
//
// Pure functions over tables: common verbs by name, the rest by their endings.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin::writing {

enum class VerbForm {
  kNone,     // no verb that the tables know
  kBase,     // move, be, have
  kPresent,  // moves, is, has, does: third person singular
  kPast,     // moved, was, had, did, went
  kModal,    // will, can, should …
};

struct Verb {
  VerbForm form = VerbForm::kNone;
  std::string base;      // "move"; "" for kNone
  bool negated = false;  // isn't, won't
};

// Looks the lower-case word up; a past that is also a base ("put") counts as past.
Verb read_verb(std::string_view lower_word);
// As read_verb, but takes an unknown word by its ending, for a place where only a verb can stand.
Verb read_verb_here(std::string_view lower_word);

// Whether the word behind "and" is a verb of the sentence's subject, seen with the word behind it:
// "works at", "reminds the", but not "(museums and) parks".
bool is_coordinated_verb(std::string_view lower_word, std::string_view lower_next);

// "moves" -> "move", "is" -> "am", "hasn't" -> "haven't", "moved" -> "moved": what stands behind I.
std::string first_person(std::string_view lower_word);

// "went" -> "gone" for a verb that names an event (something done once); nullopt for others.
std::optional<std::string> participle_of_event(std::string_view lower_past);
// "gone" -> "went".
std::optional<std::string> past_of_participle(std::string_view lower_participle);

// Words that may stand between a subject and its verb: also, still, never …
bool is_adverb(std::string_view lower_word);

}  // namespace pyramid::engine::builtin::writing
