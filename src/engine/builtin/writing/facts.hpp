// Source texts cut into facts: one sentence each, with what is compared about it.
#pragma once

#include "engine/engine.hpp"
#include "pyramid/zone.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::writing {

enum class Tense { kNone, kPresent, kPast, kOther };

struct Fact {
  std::string text;  // one sentence as the source has it, dates settled, a lead-in of ours undone;
                     // "User" and "Assistant" where these open it
  LocalTime at;      // when it was said, as exactly as is known
  bool dated = false;  // `at` is exact (an observation's) or was read from a lead-in
  int importance = 0;
  int rating = 0;          // that of its line, where the line has one
  bool by_hand = false;    // a person wrote it into a summary
  std::size_t source = 0;  // which source it came from

  // The sentence in its parts, where they were told apart; else all empty.
  std::string subject;    // "User", "Assistant", "User's dog", "Mia"
  std::string predicate;  // "moved to Austin", without the full stop
  std::string verb;       // its first verb
  std::string verb_stem;  // of its base form, synonyms made one
  Tense tense = Tense::kNone;

  bool negative = false;             // says that something is not, no longer or never so
  std::vector<std::string> stems;    // content stems without `anchors`, sorted, each once
  std::vector<std::string> anchors;  // names, numbers and dates, lower case, sorted, each once
};

// All facts, in the order of the sources and of their sentences. With `apart`, facts that share a
// subject ("User lives in Austin and works at Acme.") are told apart where grammar makes it sure.
// A source with text but no sentence is one fact.
std::vector<Fact> facts_of(std::span<const SourceText> sources, bool apart);

// "The user" and "the assistant" where they open a sentence, as observations write them: "User".
std::string plain_opening(std::string_view sentence);

// One fact of one sentence.
Fact make_fact(std::string_view sentence, LocalTime at);

// The stem of the word's base form, synonyms made one: "relocated" -> "move".
std::string canonical_stem(std::string_view lower);

// How much two sorted lists share: |both| / |either|, and |both| / |smaller|. Empty lists share 0.
double overlap(const std::vector<std::string>& a, const std::vector<std::string>& b);
double containment(const std::vector<std::string>& a, const std::vector<std::string>& b);

// Whether both say the same, so that one is enough. A different name, number or date, or one that
// denies what the other says, is never the same; one may know more than the other.
bool same_fact(const Fact& a, const Fact& b);

// Drops facts that others say; of two the later wording stays, or the one that knows more.
void drop_repeated(std::vector<Fact>& facts);

// The facts that `kept` does not already say.
void drop_said(std::vector<Fact>& facts, std::string_view kept);

}  // namespace pyramid::engine::builtin::writing
