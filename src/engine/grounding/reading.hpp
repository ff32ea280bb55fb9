// What a sentence says that can be held against another one: names, numbers, dates, addresses.
#pragma once

#include "engine/grounding/lexing.hpp"
#include "engine/grounding/words.hpp"
#include "pyramid/zone.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::grounding {

// A time as far as it is told; 0 for what is not.
struct Moment {
  int year = 0, month = 0, day = 0;
  int weekday = -1;      // 0 = Monday
  int part = 0;          // 1 early, 2 mid, 3 late
  bool at_end = false;   // of the month: "by the end of June"
  int season = 0;        // 1 spring to 4 winter
  int slack = 0;         // days by which it may be off: "in three weeks"
  bool lead_in = false;  // "As of …", "(noted …)": when it was said
  std::string shown = {};
  std::size_t at = 0;  // token of the sentence; so for all below
};

struct Amount {
  double value = 0;
  std::uint8_t unit = 0;    // place in the table of units, from 1; 0 = none
  std::uint8_t rate = 0;    // "a month"
  bool ordinal = false;     // "third"
  bool idle = false;        // "one", "first": mostly no number at all
  std::uint32_t noun = 0;   // stem of what it counts; 0 = unknown
  std::uint32_t owner = 0;  // stem of the word in front: "chapter" of "Chapter three"
  std::string shown = {};
  std::size_t at = 0;
};

struct Clock {
  double seconds = 0;
  enum class Half { kUnknown, kMorning, kEvening } half = Half::kUnknown;
  std::string shown = {};
  std::size_t at = 0;
};

struct Name {
  std::uint32_t id = 0, stem = 0;
  bool possessive = false;
  bool sure = true;        // false: it opens the sentence, and may be any word
  bool handed_on = false;  // from the clause before it
  std::string shown = {};
  bool german = false;  // it may have an ending: "Annas", "der Bremer"
  bool likely = false;  // not sure, but nothing else stands there in German: "Lena hat …"
  std::size_t at = 0;
};

struct Exact {  // addresses and codes
  std::uint32_t id = 0;
  bool url = false;
  std::string shown = {};
};

struct Kin {  // "mother": what somebody is to somebody
  std::uint8_t row = 0;
  std::uint32_t stem = 0;
  bool indirect = false;  // "his sister", "Ana's sister": may be another relative of the user's
  std::string shown = {};
};

// What stands behind a preposition, or as receiver beside the verb: "to the board", "gave Ana".
struct Complement {
  std::uint8_t role = 0;  // place in the table of prepositions
  std::uint32_t stem = 0;
  bool name = false;
  bool german = false;  // a name only if it is one elsewhere
  std::string shown = {};
  std::size_t at = 0;
};

// One of several things that a clause tells a number or time of, as tokens.
struct Part {
  std::size_t begin = 0, end = 0;
  std::vector<std::uint32_t> own;  // stems that it has and no other part shares
};

// "from 980 to 900"
struct Change {
  double from = 0, to = 0;
  std::string shown = {};
};

// A part of a sentence with a verb of its own.
struct Clause {
  std::vector<std::uint32_t> words;  // of all of them, by id
  std::vector<std::uint32_t> stems;  // of content words and names, each once, without the user
  std::vector<Name> names;           // "user" and "assistant" are among them
  std::vector<Amount> amounts;
  std::vector<Moment> moments;
  std::vector<Clock> clocks;
  std::vector<Exact> exacts;
  std::vector<Kin> kin;
  std::vector<std::uint32_t> denied;  // stems behind ", not": "to Porto, not Lisbon"
  bool denies = false, half_denies = false;
  bool adds_up = false;               // "together", "in total"
  bool nearly = false;                // "almost": of a number that it is not yet
  bool rises = false, falls = false;  // "grew", "shrank"
  std::vector<Change> changes;
  std::uint32_t verb = 0;  // stem of what its subject does, in English; 0 = is, or is done to
  std::size_t verb_at = 0;
  std::vector<Complement> complements;
  std::vector<Part> parts;  // none, or more than one
};

// Relative times ("yesterday", "in three weeks") are worked out from `said`, where that is given.
std::vector<Clause> read_clauses(std::string_view sentence, Words& words, const LocalTime* said);

}  // namespace pyramid::engine::grounding
