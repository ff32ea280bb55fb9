// What a question asks: for what, of whom, and what sort of thing answers it. Pure; any thread.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::answering {

enum class Asks { kAnything, kTime, kNumber, kPerson, kPlace };

// A word that says what is asked. Stems are those of stems_of().
struct Term {
  std::string stem;
  std::set<std::string> related;  // stems of words that ask for the same
  double weight = 1;              // beside its rarity
  bool who = false;               // a name or kin: says of whom, not what
  bool when = false;              // may be a part of a time: "May", "13", "yesterday"
  bool naming = false;            // "name", "called"
  bool costs = false;             // "cost", "pay"
};

struct Question {
  std::vector<Term> terms;         // each stem once
  std::vector<std::string> codes;  // folded: "kx56993b", "inc-12345"
  std::set<std::string> names;     // folded, without joiners: "ana", "wifi"
  std::set<std::string> kin;       // who of the family may be meant (kin.hpp)
  Asks asks = Asks::kAnything;
  bool of_user = false;       // "I" or "we" do what is asked
  bool wants_number = false;  // "the phone number"
  bool when_only = false;     // "what did I do yesterday": what was then, whatever it was
};

// `users`: what the user is called.
Question read_question(std::string_view text, const std::vector<std::string>& users);

// Stems of the words that are no stop words, without accents; "Ana's" as ana, "ran" as run.
std::vector<std::string> stems_of(std::string_view text);
// Without the names that the question has: what is said of them.
std::string without_names(std::string_view text, const Question& question);
// A name as names are compared: folded, "Ana's" as ana, "Wi-Fi" as wifi.
std::string name_of(std::string_view word);

}  // namespace pyramid::engine::builtin::answering
