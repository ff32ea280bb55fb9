#include "engine/builtin/reading/places.hpp"

#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/world.hpp"
#include "engine/text/language.hpp"

#include <vector>

namespace pyramid::engine::builtin {

std::string place_in(std::string_view statement) {
  const std::vector<Word> all = words(statement);
  const std::vector<std::string> lower = lower_words(statement);
  std::string place;
  // "Marlow's closed down": a shop goes by its owner's name.
  if (all.size() > 1 && is_capital(all[0].text) && lower[0].ends_with("'s") &&
      (lower[1].ends_with("ed") || is_linking(lower[1]))) {
    place = "at " + std::string(all[0].text);
  }
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    const bool preposition = lower[i] == "in" || lower[i] == "at";
    const std::string& next = lower[i + 1];
    if (!preposition || !is_capital(all[i + 1].text) || lists(tables::kNotNames, next) ||
        lists(tables::kMonths, next) || lists(tables::kWeekdays, next)) {
      continue;
    }
    std::size_t end = i + 2;
    while (end < all.size() && is_capital(all[end].text) &&
           all[end].begin == all[end - 1].begin + all[end - 1].text.size() + 1) {
      ++end;
    }
    const std::size_t stop = all[end - 1].begin + all[end - 1].text.size();
    place = std::string(statement.substr(all[i].begin, stop - all[i].begin));
  }
  return place;
}

std::string told_there(const std::string& text, const std::string& place) {
  if (place.empty()) return text;
  const std::vector<Word> all = words(text);
  const std::vector<std::string> lower = lower_words(text);
  for (std::size_t i = 2; i < all.size(); ++i) {
    if (lower[i] != "there") continue;
    // "I know there is a garden", "from there".
    const bool other =
        (i + 1 < all.size() && (is_linking(lower[i + 1]) || is_modal(lower[i + 1]))) ||
        lower[i - 1] == "from" || lower[i - 1] == "over" || lower[i - 1] == "that";
    if (other) continue;
    return text.substr(0, all[i].begin) + place + text.substr(all[i].begin + all[i].text.size());
  }
  return text;
}

}  // namespace pyramid::engine::builtin
