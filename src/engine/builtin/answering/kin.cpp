#include "engine/builtin/answering/kin.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/tables/people.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <array>

namespace pyramid::engine::builtin::answering {
namespace {

// One of the family a row.
constexpr std::array<std::array<std::string_view, 3>, 18> kKin = {{{"mother", "mum", "mom"},
                                                                   {"father", "dad", ""},
                                                                   {"sister", "", ""},
                                                                   {"brother", "", ""},
                                                                   {"daughter", "", ""},
                                                                   {"son", "", ""},
                                                                   {"wife", "", ""},
                                                                   {"husband", "", ""},
                                                                   {"partner", "", ""},
                                                                   {"girlfriend", "", ""},
                                                                   {"boyfriend", "", ""},
                                                                   {"grandmother", "grandma", ""},
                                                                   {"grandfather", "grandpa", ""},
                                                                   {"aunt", "", ""},
                                                                   {"uncle", "", ""},
                                                                   {"cousin", "", ""},
                                                                   {"nephew", "", ""},
                                                                   {"niece", "", ""}}};
constexpr auto kCouple =
    std::to_array<std::string_view>({"wife", "husband", "girlfriend", "boyfriend"});
constexpr auto kOthers = std::to_array<std::string_view>(
    {"boss", "coach", "colleague", "coworker", "dentist", "doctor", "flatmate", "friend",
     "landlord", "manager", "mate", "neighbor", "neighbour", "roommate", "teacher", "tenant"});

}  // namespace

std::string plain_owner(std::string_view word) { return utf8::fold(without_owner(word)); }

std::string_view kin_of(std::string_view word) {
  const std::string plain = plain_owner(word);
  if (plain.empty()) return {};
  for (const auto& row : kKin) {
    if (std::find(row.begin(), row.end(), plain) != row.end()) return row[0];
  }
  return {};
}

std::set<std::string> meant_by(std::string_view kin) {
  std::set<std::string> meant = {std::string(kin)};
  if (kin == "partner") meant.insert(kCouple.begin(), kCouple.end());
  return meant;
}

bool is_stem_of(std::string_view stemmed, std::string_view kin) {
  return std::any_of(kKin.begin(), kKin.end(), [&](const auto& row) {
    return row[0] == kin && std::any_of(row.begin(), row.end(), [&](std::string_view one) {
             return !one.empty() && stem(one) == stemmed;
           });
  });
}

bool is_somebody(std::string_view lower_word) {
  return lists(kOthers, lower_word) || lists(tables::kSheRelations, lower_word) ||
         lists(tables::kHeRelations, lower_word) || lists(tables::kAgents, lower_word);
}

}  // namespace pyramid::engine::builtin::answering
