#include "engine/correcting.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/noting/telling.hpp"
#include "engine/builtin/reading/clauses.hpp"
#include "engine/builtin/reading/corrections.hpp"
#include "engine/builtin/writing/contrast.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/relations.hpp"
#include "engine/plain_words.hpp"
#include "engine/rephrasing.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace pyramid::engine {

namespace {

namespace writing = builtin::writing;

constexpr std::size_t kLongestValue = 4;

// The last words of the relation's value in the sentence, and where they stand.
struct Place {
  std::size_t begin = 0, end = 0;
  std::string joint;  // "in" in front of it
};

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789:") == std::string_view::npos;
}

// Words, "310,000" and "7:15" as one of them.
std::vector<Word> words_and_sums(std::string_view text) {
  std::vector<Word> out;
  for (const Word& word : words(text)) {
    const std::size_t end = out.empty() ? 0 : out.back().begin + out.back().text.size();
    const bool more = !out.empty() && end + 1 == word.begin &&
                      (text[end] == ',' || text[end] == ':') && is_number(word.text) &&
                      is_number(text.substr(end - 1, 1));
    if (more) {
      out.back().text =
          text.substr(out.back().begin, word.begin + word.text.size() - out.back().begin);
    } else {
      out.push_back(word);
    }
  }
  return out;
}

std::vector<std::string> lower_of(std::string_view text) {
  std::vector<std::string> lower;
  const std::string plain = without_thousands_marks(text);
  for (const Word& word : words_and_sums(plain)) lower.push_back(utf8::lower(word.text));
  return lower;
}

std::optional<Place> place_of(const std::string& text, const std::vector<std::string>& value) {
  const std::vector<Word> all = words_and_sums(text);
  const std::vector<std::string> lower = lower_of(text);
  const auto at = std::find_end(lower.begin(), lower.end(), value.begin(), value.end());
  if (at == lower.end() || all.size() != lower.size()) return std::nullopt;
  const auto first = static_cast<std::size_t>(at - lower.begin());
  const Word& last = all[first + value.size() - 1];
  const bool led = first > 0 && writing::is_leading(all[first - 1].text);
  return Place{all[first].begin, last.begin + last.text.size(),
               led ? std::string(all[first - 1].text) + " " : std::string()};
}

// "3" is "3 May", and "34" is "34 years"; "Porto" is not "Porto Alegre".
bool is_value(const std::vector<std::string>& wrong, const std::vector<std::string>& value) {
  if (wrong.empty() || value.empty() || wrong.front() != value.front()) return false;
  return wrong == value || (is_number(wrong.front()) && wrong.size() == 1);
}

// "300,000" of "User bought a house for 300,000 euros", "7:15": the one such number of the
// sentence, with the unit where the right one has it too. Small numbers are too many to be sure.
std::optional<Place> sum_in(const std::string& text, const BareCorrection& correction) {
  constexpr std::size_t kLeastDigits = 3;
  const std::vector<std::string> wrong = lower_of(correction.wrong);
  const std::vector<std::string> right = lower_of(correction.right);
  const std::vector<std::string> lower = lower_of(text);
  if (!is_number(wrong.front()) || !is_number(right.front()) ||
      wrong.front().size() < kLeastDigits ||
      std::count(lower.begin(), lower.end(), wrong.front()) != 1) {
    return std::nullopt;
  }
  for (const std::vector<std::string>* value : {&right, &wrong}) {
    std::vector<std::string> held = *value;
    held.front() = wrong.front();
    if (auto place = place_of(text, held)) return place;
  }
  return std::nullopt;
}

bool holds_mark(std::string_view part) {
  const std::string plain = without_thousands_marks(part);
  for (std::size_t at = plain.find_first_of(",;:("); at != std::string::npos;
       at = plain.find_first_of(",;:(", at + 1)) {
    const bool time =
        plain[at] == ':' && at + 1 < plain.size() && is_number(plain.substr(at + 1, 1));
    if (!time) return true;
  }
  return false;
}

// The fact with the right value; and what it was said to be, where the right one alone would leave
// both standing.
std::string put_right(const writing::Fact& fact, const Place& place,
                      const BareCorrection& correction) {
  const std::string& text = fact.text;
  const std::string behind = text.substr(place.end, text.size() - place.end - 1);
  const std::string right = text.substr(0, place.begin) + correction.right + behind;
  if (corrects(read_said(right + ".", fact.at), read_said(text, fact.at))) return right + ".";
  return right + ", not " + (behind.empty() ? "" : place.joint) + correction.wrong + ".";
}

}  // namespace

std::optional<BareCorrection> bare_correction(std::string_view text) {
  text = builtin::words_quoted(text).value_or(text);
  std::optional<builtin::Replacement> replacement;
  if (builtin::may_deny(text)) {
    const std::string whole = builtin::whole_correction(builtin::bare(text));
    replacement = builtin::replacement_in(builtin::without_surroundings(whole));
  }
  const bool german = !replacement;
  if (german) replacement = builtin::german_replacement_in(text);
  if (!replacement) return std::nullopt;
  BareCorrection bare{writing::without_leading(replacement->right),
                      writing::without_leading(replacement->wrong), german};
  for (const std::string* part : {&bare.right, &bare.wrong}) {
    const std::size_t count = words(*part).size();
    if (count == 0 || count > kLongestValue) return std::nullopt;
    if (holds_mark(*part)) return std::nullopt;
  }
  return bare;
}

Said asking_for(const BareCorrection& correction, LocalTime at) {
  Said said = read_said("It is " + correction.right + ", not " + correction.wrong + ".", at);
  const std::string plain = without_thousands_marks(correction.wrong);
  const std::string first = utf8::lower(words(plain).front().text);
  said.asks = {"t:" + first, "t:" + writing::canonical_stem(first)};
  return said;
}

std::optional<Corrected> corrected(const BareCorrection& correction, std::string_view fact,
                                   LocalTime said) {
  std::string settled = writing::settle_dates(collapse_spaces(fact), said);
  if (sentences(settled).size() != 1) return std::nullopt;
  if (!settled.ends_with('.')) settled += '.';
  const writing::Fact usual =
      in_usual_words(writing::make_fact(writing::plain_opening(settled), said)).fact;
  const writing::Fact core = writing::contrast_of(usual).said;
  const auto relation =
      writing::relation_of(writing::make_fact(without_thousands_marks(core.text), said));
  if (relation && is_value(lower_of(correction.wrong), relation->value)) {
    // "4 May" takes the place of "3 May", also where only "3" was denied.
    const bool whole = lower_of(correction.right).size() != lower_of(correction.wrong).size();
    const auto place = place_of(core.text, whole ? relation->value : lower_of(correction.wrong));
    if (!place) return std::nullopt;
    return Corrected{put_right(core, *place, correction), relation->key};
  }
  const auto sum = core.predicate.empty() ? std::nullopt : sum_in(core.text, correction);
  if (!sum) return std::nullopt;
  return Corrected{put_right(core, *sum, correction), core.text};
}

std::optional<std::string> corrected_in_german(std::string_view correction, const std::string& fact,
                                               LocalTime said) {
  const auto told = builtin::put_right_in_german(correction, fact);
  if (!told) return std::nullopt;
  const std::string right = told->substr(0, told->rfind(", nicht ")) + ".";
  const bool enough = corrects(read_said(right, said), read_said(fact, said));
  return enough ? right : *told + ".";
}

}  // namespace pyramid::engine
