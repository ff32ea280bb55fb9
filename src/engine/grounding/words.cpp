#include "engine/grounding/words.hpp"

#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/grounding/tables.hpp"
#include "engine/text/language.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace pyramid::engine::grounding {

namespace {

namespace writing = builtin::writing;

using Traits = std::unordered_map<std::string_view, Word>;

template <typename Table>
void mark(Traits& all, const Table& table, bool Word::* trait) {
  for (const std::string_view word : table) all[word].*trait = true;
}

// The place of its row, from 1.
template <typename Rows>
void number(Traits& all, const Rows& rows, std::uint8_t Word::* row) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const std::string_view word : rows[i]) {
      if (!word.empty() && all[word].*row == 0) all[word].*row = static_cast<std::uint8_t>(i + 1);
    }
  }
}

// The place in the table, from `first`.
template <typename Table>
void number(Traits& all, const Table& table, int Word::* place, int first) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    all[table[i]].*place = static_cast<int>(i) + first;
  }
}

void read_german(Traits& all) {
  mark(all, tables::kGermanOnly, &Word::german);
  mark(all, tables::kGermanBeforeNames, &Word::german_before_name);
  mark(all, tables::kGermanVerbs, &Word::german_verb);
  mark(all, tables::kGermanFinite, &Word::german_finite);
  mark(all, tables::kGermanLittle, &Word::german_little);
  for (auto& [text, word] : all) {
    word.german_little = word.german_little || word.german || word.german_before_name;
  }
}

// What the tables tell, by word.
Traits read_tables() {
  Traits all;
  for (const tables::Numeral& numeral : tables::kNumerals) {
    all[numeral.word].numeral = numeral.value;
    all[numeral.word].ordinal = numeral.ordinal;
  }
  for (const auto& [word, value] : tables::kMultipliers) all[word].multiplier = value;
  number(all, tables::kUnits, &Word::unit);
  number(all, tables::kKin, &Word::kin);
  number(all, tables::kRoles, &Word::role);
  for (const auto& [word, unit] : tables::kRates) all[word].rate = all[unit].unit;
  number(all, tables::kMonths, &Word::month, 1);
  number(all, tables::kGermanMonths, &Word::month, 1);
  number(all, tables::kWeekdays, &Word::weekday, 0);
  number(all, tables::kGermanWeekdays, &Word::weekday, 0);
  mark(all, tables::kDenials, &Word::denies);
  mark(all, tables::kHalfDenials, &Word::half_denies);
  mark(all, tables::kOpeners, &Word::opens);
  mark(all, tables::kJoiners, &Word::joins);
  mark(all, tables::kDeterminers, &Word::determines);
  mark(all, tables::kBeing, &Word::is_being);
  mark(all, tables::kHelpers, &Word::helps);
  mark(all, tables::kAddsUp, &Word::adds_up);
  mark(all, tables::kRises, &Word::rises);
  mark(all, tables::kFalls, &Word::falls);
  mark(all, tables::kNear, &Word::near);
  read_german(all);
  return all;
}

Word told_by_tables(std::string_view lower) {
  static const Traits kTraits = read_tables();
  const auto known = kTraits.find(lower);
  return known == kTraits.end() ? Word() : known->second;
}

std::vector<Measure> read_measures() {
  std::vector<Measure> all(tables::kUnits.size() + 1);
  for (const tables::Size& size : tables::kSizes) {
    all[told_by_tables(size.unit).unit] = {size.sort, size.size};
  }
  return all;
}

}  // namespace

Measure measure_of(std::uint8_t unit) {
  static const std::vector<Measure> kMeasures = read_measures();
  return kMeasures[unit];
}

std::uint32_t Words::id_of(const std::string& text) {
  return ids_.emplace(text, static_cast<std::uint32_t>(ids_.size() + 1)).first->second;
}

Word Words::describe(const std::string& lower) {
  Word word = told_by_tables(lower);
  if (lower.ends_with("days")) {  // "Mondays"
    word.weekday = told_by_tables(std::string_view(lower).substr(0, lower.size() - 1)).weekday;
  }
  word.id = id_of(lower);
  word.stem = id_of(writing::canonical_stem(lower));
  word.stop = is_stop_word(lower) || word.german;
  const writing::VerbForm form = writing::read_verb(lower).form;
  word.verb = form != writing::VerbForm::kNone && form != writing::VerbForm::kBase;
  word.denies = word.denies || lower.ends_with("n't");
  word.opens = word.opens || is_stop_word(lower) || says_now(lower);
  return word;
}

bool Words::among(const std::string& lower, const std::unordered_set<std::uint32_t>& ids) const {
  const auto place = ids_.find(lower);
  return place != ids_.end() && ids.contains(place->second);
}

const Words::Fixed& Words::fixed() {
  if (!fixed_) {
    fixed_ =
        Fixed{find("user"),
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
               find("im"), find("jeden"), find("jede")},
              {find("born"), find("birthday"), find("birth"), find("geboren"), find("geburtstag")},
              {find("old"), find("aged"), find("age"), find("alt")},
              {find("ago"), find("for"), find("since"), find("vor"), find("seit"), find("lang")},
              find("month")};
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
