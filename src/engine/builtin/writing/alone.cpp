#include "engine/builtin/writing/alone.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <array>

namespace pyramid::engine::builtin::writing {
namespace {

// "drink five", "has two"; not "is 34", "turned 8", "at seven", "costs 310".
bool is_elliptical(const Fact& fact) {
  static constexpr std::array<std::string_view, 11> kNumbers = {
      "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"};
  static constexpr std::array<std::string_view, 10> kTaking = {
      "drink", "eat", "have", "own", "buy", "take", "order", "need", "want", "smoke"};
  const std::vector<Word> all = words(fact.predicate);
  if (all.size() < 2 || !lists(kNumbers, all.back().text)) return false;
  const std::string_view before = all[all.size() - 2].text;
  const std::string base = read_verb(before).base;
  return lists(kTaking, base.empty() ? before : std::string_view(base));
}

}  // namespace

std::string without_also(std::string_view sentence) {
  constexpr std::size_t kFar = 4;
  constexpr std::string_view kAlso = "also ";
  const std::vector<Word> all = words(sentence);
  for (std::size_t i = 1; i < std::min(all.size(), kFar); ++i) {
    if (all[i].text != "also" || !sentence.substr(all[i].begin).starts_with(kAlso)) continue;
    std::string plain(sentence);
    return plain.erase(all[i].begin, kAlso.size());
  }
  return std::string(sentence);
}

std::string without_there(std::string_view sentence) {
  constexpr std::string_view kThere = " there.";
  constexpr std::size_t kLeastWords = 4;  // a subject, a verb, an object and "there"
  const std::vector<Word> all = words(sentence);
  if (!sentence.ends_with(kThere) || all.size() < kLeastWords) return std::string(sentence);
  const std::string before = utf8::lower(all[all.size() - 2].text);
  const bool noun = !is_stop_word(before) && !is_adverb(before) &&
                    read_verb(before).form == VerbForm::kNone && !before.ends_with("ing");
  if (!noun) return std::string(sentence);
  return std::string(sentence.substr(0, sentence.size() - kThere.size())) + ".";
}

bool points_back(std::string_view sentence) {
  return sentence.ends_with(" it.") || sentence.ends_with(" them.") ||
         sentence.ends_with(" there.") || sentence.ends_with(" that.") ||
         sentence.starts_with("It ") || sentence.starts_with("That ");
}

void drop_elliptical(std::vector<Fact>& facts) {
  const auto leans = [](const Fact& fact) { return !fact.by_hand && is_elliptical(fact); };
  if (!std::all_of(facts.begin(), facts.end(), leans)) std::erase_if(facts, leans);
}

}  // namespace pyramid::engine::builtin::writing
