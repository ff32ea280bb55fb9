#include "guard/pins.hpp"

#include "guard/values.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace pyramid::guard {

namespace {

// In front of "code", or of one word with it.
constexpr auto kOpening = std::to_array<std::string_view>(
    {"access",  "alarm",    "backup",  "building",    "door",   "entrance",     "entry",
     "garage",  "gate",     "house",   "intercom",    "keypad", "lock",         "lockbox",
     "login",   "recovery", "safe",    "security",    "unlock", "verification", "voicemail",
     "tür",     "haustür",  "tor",     "zugangs",     "alarm",  "entsperr",     "sicherheits",
     "schloss", "tresor",   "garagen", "bestätigungs"});
// Between the name and its number.
constexpr auto kJoints = std::to_array<std::string_view>(
    {" is ", " is: ", " ist ", " ist: ", " lautet ", " lautet: ", " was ", " war ", " est ", " es ",
     " é ", " è ", ": ", " : ", ":", "=", " = ", "'s ", " "});
// What may follow the number, besides the end of a clause.
constexpr auto kBehind = std::to_array<std::string_view>(
    {" for ", " für ", " so ", " in case", " btw", " please", " now", " jetzt"});

enum class Name : unsigned char { kNone, kPin, kPostal, kCardCode, kCode };

// The word that ends at `end`, with letters of other alphabets: "Türcode".
std::string word_before(std::string_view text, std::size_t end) {
  constexpr std::size_t kLongest = 40;
  std::size_t begin = end;
  while (begin > 0 && end - begin < kLongest &&
         (is_letter(text[begin - 1]) || is_digit(text[begin - 1]) || text[begin - 1] == '-')) {
    --begin;
  }
  return lowered(text.substr(begin, end - begin));
}

bool opens(std::string_view word) {
  return std::find(kOpening.begin(), kOpening.end(), word) != kOpening.end();
}

Name name_of(std::string_view text, std::size_t end) {
  const std::string word = word_before(text, end);
  if (word == "pin" || word == "puk" || word.ends_with("-pin") || word.ends_with("-puk"))
    return Name::kPin;
  if (word == "cvv" || word == "cvc" || word == "cvv2" || word == "cvc2") return Name::kCardCode;
  if (!word.ends_with("code")) return Name::kNone;
  std::string_view kind = std::string_view(word).substr(0, word.size() - 4);
  if (kind.ends_with("-")) kind.remove_suffix(1);
  std::string before;
  if (kind.empty() && end > 5 && text[end - 5] == ' ') before = word_before(text, end - 5);
  if (kind == "pin" || before == "pin") return Name::kPostal;
  return opens(kind) || opens(before) ? Name::kCode : Name::kNone;
}

bool is_number_of(Name name, std::string_view digits) {
  constexpr std::size_t kLongest = 8;
  constexpr std::size_t kPostalDigits = 6;  // of an Indian address
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) return false;
  if (name == Name::kCardCode) return digits.size() == 3 || digits.size() == 4;
  if (name == Name::kPostal && digits.size() == kPostalDigits) return false;
  return digits.size() >= 4 && digits.size() <= kLongest;
}

bool ends_there(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(std::min(at, text.size()));
  return ends_clause(text, at) ||
         std::any_of(kBehind.begin(), kBehind.end(),
                     [&](std::string_view next) { return rest.starts_with(next); });
}

}  // namespace

bool may_name_pin(std::string_view text, std::size_t end) {
  if (end < 3 || end >= text.size() || !is_one_of(text[end], " :='")) return false;
  const std::array<char, 2> tail = {small(text[end - 2]), small(text[end - 1])};
  constexpr std::array<std::string_view, 7> kEnds = {"in", "uk", "vv", "vc", "v2", "c2", "de"};
  return std::any_of(kEnds.begin(), kEnds.end(),
                     [&](std::string_view one) { return one[0] == tail[0] && one[1] == tail[1]; });
}

std::optional<Finding> pin_at(std::string_view text, std::size_t at, std::size_t end) {
  const Name name = name_of(text, end);
  if (name == Name::kNone) return std::nullopt;
  const std::size_t told = behind_for_what(text, end);
  // "Use pin 1024": of a chip. "PIN 4711" is none.
  const bool shouted = text[at] >= 'A' && text[at] <= 'Z' && text[end - 1] <= 'Z';
  for (const std::string_view joint : kJoints) {
    if (!text.substr(told).starts_with(joint)) continue;
    if (joint == " " && name == Name::kPin && !shouted) continue;
    Value value = value_at(text, told + joint.size());
    std::string_view said = text.substr(value.begin, value.end - value.begin);
    if (said.ends_with('#') || said.ends_with('*')) said.remove_suffix(1);
    if (!is_number_of(name, said) || !ends_there(text, value.end)) continue;
    return Finding{"pin", value.begin, value.begin + said.size()};
  }
  return std::nullopt;
}

}  // namespace pyramid::guard
