#include "engine/builtin/reading/self_corrections.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/tables/world.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

// clang-format off
constexpr auto kOpeners = std::to_array<std::string_view>({
    "no, ", "no ", "nope, ", "sorry, ", "sorry ", "wait, ", "wait ", "oops, ", "actually, ",
    "actually ", "i mean, ", "i mean ", "i meant ", "scratch that, ", "scratch that: ",
    "correction: ", "or rather ", "rather ", "make that ", "nein, ", "nein ", "nee, ", "quatsch, ",
    "quatsch: ", "ich meine ", "ich meinte ", "entschuldigung, ", "korrektur: ", "beziehungsweise "});
// Words that open a correction, and all sorts of other sentences.
constexpr auto kWeakOpeners = std::to_array<std::string_view>({"actually, ", "actually ", "rather "});
constexpr auto kCorrectionJoints = std::to_array<std::string_view>({
    "it's ", "it is ", "that's ", "it was ", "in ", "at ", "to ", "on ", "for ", "from ", "a ", "an ",
    "the ", "es ist ", "es sind ", "am ", "im ", "nach ", "bei ", "aus ", "der ", "die ", "das ", "um "});
constexpr auto kGermanWeekdays = std::to_array<std::string_view>({
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag"});
// Before the one of several names that a correction means: "my sister Ilse lives in Oslo".
constexpr auto kBeforeValues = std::to_array<std::string_view>({
    "in", "at", "to", "from", "for", "with", "called", "named", "is", "nach", "bei", "aus", "heißt", "ist"});
// Between parts of a sentence, but not in "9:15" and "1,200".
constexpr auto kMore = std::to_array<std::string_view>({", ", ": ", ";", "?"});
// clang-format on

enum class Sort { kNone, kName, kNumber, kWeekday, kMonth };

bool is_number(std::string_view word) { return !word.empty() && word[0] >= '0' && word[0] <= '9'; }

Sort sort_of(std::string_view word) {
  const std::string lower = utf8::lower(word);
  if (is_number(word)) return Sort::kNumber;
  if (lists(tables::kWeekdays, lower) || lists(kGermanWeekdays, lower)) return Sort::kWeekday;
  if (lists(tables::kMonths, lower)) return Sort::kMonth;
  if (lower == "i" || lower.starts_with("i'") || !is_capital(word)) return Sort::kNone;
  return Sort::kName;
}

// Takes away every opener that stands in front; whether one did.
template <std::size_t N>
bool strip(std::string_view& text, const std::array<std::string_view, N>& openers) {
  bool found = false;
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view opener : openers) {
      if (!starts_with_ignoring_case(text, opener)) continue;
      text = trim(text.substr(opener.size()));
      found = again = true;
    }
  }
  return found;
}

struct Value {
  std::string_view text;
  Sort sort = Sort::kNone;
};

// What a bare correction names.
std::optional<Value> value_in(std::string_view sentence) {
  constexpr std::size_t kMostWords = 3;
  std::string_view text = trim(sentence);
  while (!text.empty() && (text.back() == '.' || text.back() == '!')) text.remove_suffix(1);
  const std::string_view whole = text;
  if (!strip(text, kOpeners)) return std::nullopt;
  std::string_view weak = whole;
  const bool is_weak = strip(weak, kWeakOpeners) && weak == text;
  const bool joined = strip(text, kCorrectionJoints);
  const std::size_t denied = text.find(", n");  // ", not Porto", ", nicht Porto"
  if (denied != std::string_view::npos) text = text.substr(0, denied);
  const std::vector<Word> all = words(text);
  if (all.empty() || all.size() > kMostWords || holds_any(text, kMore)) return std::nullopt;
  const Sort sort = sort_of(all.front().text);
  const bool is_whole = sort == Sort::kNumber ||
                        std::all_of(all.begin(), all.end(),
                                    [&](const Word& word) { return sort_of(word.text) == sort; });
  const bool is_value = sort != Sort::kNone && is_whole && (!is_weak || joined || all.size() == 1);
  return is_value ? std::optional<Value>({text, sort}) : std::nullopt;
}

// A run of capitalised words, or one number, day or month.
struct Place {
  std::size_t begin = 0, end = 0;
};

std::vector<Place> places_of(std::string_view said, Sort sort) {
  std::vector<Place> places;
  const std::vector<Word> all = words(said);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t begin = all[i].begin;
    const std::size_t end = begin + all[i].text.size();
    // The first word is capitalised anyway.
    if (sort_of(all[i].text) != sort || (i == 0 && sort == Sort::kName)) continue;
    const std::string_view joints = sort == Sort::kName ? " " : ":.,";
    const bool goes_on = !places.empty() && begin == places.back().end + 1 &&
                         joints.find(said[begin - 1]) != std::string_view::npos &&
                         (sort == Sort::kName || sort == Sort::kNumber);
    if (goes_on) {
      places.back().end = end;
    } else {
      places.push_back({begin, end});
    }
  }
  return places;
}

// Those with a word in front that makes them what is said of somebody.
std::vector<Place> values_among(std::string_view said, std::vector<Place> places) {
  std::erase_if(places, [&](const Place& place) {
    const std::vector<Word> before = words(said.substr(0, place.begin));
    return before.empty() || !lists(kBeforeValues, utf8::lower(before.back().text));
  });
  return places;
}

}  // namespace

std::optional<std::string> put_right(std::string_view said, std::string_view sentence) {
  const std::optional<Value> value = value_in(sentence);
  if (!value) return std::nullopt;
  std::vector<Place> places = places_of(said, value->sort);
  if (places.size() > 1) places = values_among(said, std::move(places));
  if (places.size() != 1) return std::string();
  const Place place = places.front();
  std::string right(value->text);
  // "40 euros. No, sorry, 50 euros": the rest is there.
  const std::size_t blank = right.find(' ');
  if (blank != std::string::npos && value->sort == Sort::kNumber &&
      said.substr(place.end).starts_with(right.substr(blank))) {
    right.resize(blank);
  }
  return std::string(said.substr(0, place.begin)) + right + std::string(said.substr(place.end));
}

std::string without_slip(const std::string& sentence) {
  for (const std::string_view joint : {", no, ", ", no wait, ", " - no, ", " – no, ", " — no, ",
                                       ", sorry, ", ", I mean ", ", nein, ", ", ich meine "}) {
    const std::size_t at = sentence.find(joint);
    if (at == std::string::npos) continue;
    const std::size_t skip = joint.find_first_not_of(",-–— ");
    const auto right = put_right(std::string_view(sentence).substr(0, at),
                                 std::string_view(sentence).substr(at + skip));
    if (right && !right->empty()) return *right;
  }
  return sentence;
}

}  // namespace pyramid::engine::builtin
