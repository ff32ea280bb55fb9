#include "engine/grounding/words.hpp"

#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/grounding/tables.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pyramid::engine::grounding {

namespace {

namespace writing = builtin::writing;

// Place in the table, or its size.
template <std::size_t N>
std::size_t place_in(const std::array<std::string_view, N>& table, std::string_view word) {
  return static_cast<std::size_t>(std::find(table.begin(), table.end(), word) - table.begin());
}

// Place of the row that has the word, from 1; 0 = none.
template <typename Rows>
std::uint8_t row_of(const Rows& rows, std::string_view lower) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (lists(rows[i], lower)) return static_cast<std::uint8_t>(i + 1);
  }
  return 0;
}

void read_numeral(Word& word, std::string_view lower) {
  for (const tables::Numeral& numeral : tables::kNumerals) {
    if (numeral.word != lower) continue;
    word.numeral = numeral.value;
    word.ordinal = numeral.ordinal;
  }
  for (const auto& [name, value] : tables::kMultipliers) {
    if (name == lower) word.multiplier = value;
  }
}

void read_time(Word& word, std::string_view lower) {
  const std::size_t month = place_in(tables::kMonths, lower);
  if (month < tables::kMonths.size()) word.month = static_cast<int>(month) + 1;
  const std::size_t german = place_in(tables::kGermanMonths, lower);
  if (german < tables::kGermanMonths.size()) word.month = static_cast<int>(german) + 1;
  if (lower.ends_with("days")) lower.remove_suffix(1);
  const std::size_t weekday = place_in(tables::kWeekdays, lower);
  if (weekday < tables::kWeekdays.size()) word.weekday = static_cast<int>(weekday);
  const std::size_t german_day = place_in(tables::kGermanWeekdays, lower);
  if (german_day < tables::kGermanWeekdays.size()) word.weekday = static_cast<int>(german_day);
}

void read_german(Word& word, std::string_view lower) {
  word.german = lists(tables::kGermanOnly, lower);
  word.german_before_name = lists(tables::kGermanBeforeNames, lower);
  word.german_little =
      word.german || word.german_before_name || lists(tables::kGermanLittle, lower);
  word.german_verb = lists(tables::kGermanVerbs, lower);
  word.german_finite = lists(tables::kGermanFinite, lower);
  word.stop = word.stop || word.german;
}

}  // namespace

std::uint32_t Words::id_of(const std::string& text) {
  return ids_.emplace(text, static_cast<std::uint32_t>(ids_.size() + 1)).first->second;
}

Word Words::describe(const std::string& lower) {
  Word word;
  word.id = id_of(lower);
  word.stem = id_of(writing::canonical_stem(lower));
  word.stop = is_stop_word(lower);
  const writing::VerbForm form = writing::read_verb(lower).form;
  word.verb = form != writing::VerbForm::kNone && form != writing::VerbForm::kBase;
  word.denies = lists(tables::kDenials, lower) || lower.ends_with("n't");
  word.half_denies = lists(tables::kHalfDenials, lower);
  word.opens = word.stop || says_now(lower) || lists(tables::kOpeners, lower);
  word.joins = lists(tables::kJoiners, lower);
  word.unit = row_of(tables::kUnits, lower);
  word.kin = row_of(tables::kKin, lower);
  word.role = row_of(tables::kRoles, lower);
  word.determines = lists(tables::kDeterminers, lower);
  word.is_being = lists(tables::kBeing, lower);
  word.helps = lists(tables::kHelpers, lower);
  word.adds_up = lists(tables::kAddsUp, lower);
  for (const auto& [adverb, unit] : tables::kRates) {
    if (adverb == lower) word.rate = row_of(tables::kUnits, unit);
  }
  read_numeral(word, lower);
  read_time(word, lower);
  read_german(word, lower);
  return word;
}

bool Words::among(const std::string& lower, const std::unordered_set<std::uint32_t>& ids) const {
  const auto place = ids_.find(lower);
  return place != ids_.end() && ids.contains(place->second);
}

const Words::Fixed& Words::fixed() {
  if (!fixed_) {
    fixed_ = Fixed{find("user"),
                   find("users"),
                   find("assistant"),
                   find("i"),
                   find("born"),
                   find("to"),
                   find("day"),
                   find("night"),
                   find("week"),
                   find("year"),
                   {find("a"), find("per"), find("each"), find("every"), find("an"), find("pro"),
                    find("im"), find("jeden"), find("jede")}};
  }
  return *fixed_;
}

const Word* Words::find(std::string_view lower) {
  const std::string key(lower);
  const auto place = words_.find(key);
  if (place != words_.end()) return &place->second;
  return &words_.emplace(key, describe(key)).first->second;
}

}  // namespace pyramid::engine::grounding
