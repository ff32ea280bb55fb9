#include "guard/word_passwords.hpp"

#include "guard/labels.hpp"
#include "guard/values.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace pyramid::guard {

namespace {

// What a password is said to be.
constexpr auto kStates = std::to_array<std::string_view>(
    {"admin",       "already",   "always",   "anders",    "awesome",  "bekannt",   "basically",
     "blank",       "broken",    "case",     "common",    "complex",  "correct",   "crap",
     "default",     "different", "easy",     "einfach",   "empty",    "enough",    "erforderlich",
     "expired",     "falsch",    "fine",     "forgotten", "garbage",  "geheim",    "generic",
     "gespeichert", "gleich",    "gone",     "great",     "hidden",   "identical", "incorrect",
     "insecure",    "invalid",   "known",    "leaked",    "locked",   "long",      "lost",
     "mandatory",   "missing",   "needed",   "never",     "nonsense", "nothing",   "obsolete",
     "obvious",     "okay",      "optional", "outdated",  "private",  "public",    "random",
     "ready",       "required",  "reset",    "richtig",   "right",    "secret",    "secure",
     "shared",      "short",     "sicher",   "silly",     "simple",   "something", "stolen",
     "stored",      "strong",    "stupid",   "terrible",  "there",    "trivial",   "undefined",
     "unbekannt",   "ungültig",  "unique",   "unknown",   "unsicher", "valid",     "vergessen",
     "visible",     "weird",     "wrong"});
constexpr auto kStateEnds =
    std::to_array<std::string_view>({"ed", "ing", "able", "ible", "ful", "less", "ous", "ive", "ly",
                                     "lich", "isch", "bar", "iert"});
// Whose it is, or of what; as words of the line.
constexpr auto kOwn = std::to_array<std::string_view>(
    {"my", "our", "mein", "meins", "unser", "wifi", "wi-fi", "wlan", "w-lan", "router", "guest",
     "hotspot", "netflix", "gäste-wlan", "gäste", "netzwerk"});

bool is_state(std::string_view word) {
  const std::string lower = lowered(word);
  return std::find(kStates.begin(), kStates.end(), lower) != kStates.end() ||
         std::any_of(kStateEnds.begin(), kStateEnds.end(),
                     [&](std::string_view end) { return lower.ends_with(end); });
}

// Whether a word of the clause, in front of the value, says whose it is.
bool is_own(std::string_view text, const Telling& telling) {
  constexpr std::size_t kReach = 48;
  const std::size_t far = telling.begin > kReach ? telling.begin - kReach : 0;
  std::string_view before = text.substr(far, telling.is - far);
  before.remove_prefix(std::min(before.size(), before.find_last_of("\r\n.!?;,") + 1));
  const std::string lower = lowered(before);
  return std::any_of(kOwn.begin(), kOwn.end(), [&](std::string_view word) {
    for (std::size_t at = lower.find(word); at != lower.npos; at = lower.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      const bool begins = at == 0 || !is_letter(lower[at - 1]);
      if (begins && (end == lower.size() || !is_letter(lower[end]))) return true;
    }
    return false;
  });
}

bool is_number(std::string_view value) { return std::all_of(value.begin(), value.end(), is_digit); }

bool is_of_letters(std::string_view value) {
  return std::all_of(value.begin(), value.end(),
                     [](char c) { return is_letter(c) || c == '-' || c == '_'; });
}

}  // namespace

bool is_told_password(std::string_view text, const Telling& telling, const Value& value) {
  constexpr std::size_t kShortestWord = 5;
  constexpr std::size_t kShortestNumber = 6;
  constexpr std::size_t kShortestCode = 4;
  const std::string_view said = text.substr(value.begin, value.end - value.begin);
  if (is_placeholder(said) || is_usual(said) || !ends_clause(text, value.end)) return false;
  if (is_number(said)) {
    const std::string name = lowered(text.substr(telling.begin, telling.end - telling.begin));
    return said.size() >= (name.ends_with("passcode") ? kShortestCode : kShortestNumber);
  }
  if (said.size() < kShortestWord || !is_of_letters(said) || is_state(said)) return false;
  const bool phrase = std::count(said.begin(), said.end(), '-') > 1;
  return value.quoted || phrase || is_own(text, telling);
}

}  // namespace pyramid::guard
