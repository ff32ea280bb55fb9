#include "engine/builtin/reading/foreign.hpp"

#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/tables/speech.hpp"

namespace pyramid::engine::builtin {

namespace {

constexpr SortedWords kForeignWords(tables::kForeignWords);

}  // namespace

bool is_foreign(const std::vector<std::string>& lower) {
  std::size_t english = 0;
  std::size_t foreign = 0;
  for (const std::string& word : lower) {
    if (is_stop_word(word)) ++english;
    if (kForeignWords.has(word)) ++foreign;
  }
  return foreign > english || (foreign >= 2 && foreign * 2 > english * 2 && english < 2);
}

}  // namespace pyramid::engine::builtin
