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

bool is_noun(const std::string& word) {
  return !is_stop_word(word) && !is_adverb(word) && read_verb(word).form == VerbForm::kNone &&
         !word.ends_with("ing");
}

// The sentence without `end`, where enough of it is left and the word before is as it must be.
template <typename Fits>
std::string without_end(std::string_view sentence, std::string_view end, const Fits& fits) {
  constexpr std::size_t kLeastWords = 3;  // a subject, a verb and an object
  if (!sentence.ends_with(end)) return std::string(sentence);
  const std::string_view rest = sentence.substr(0, sentence.size() - end.size());
  const std::vector<Word> all = words(rest);
  const bool whole = all.size() >= kLeastWords && fits(utf8::lower(all.back().text));
  return std::string(whole ? rest : sentence.substr(0, sentence.size() - 1)) + ".";
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
  return without_end(sentence, " there.", is_noun);
}

std::string without_idle_end(std::string_view sentence) {
  static constexpr std::array<std::string_view, 14> kBoundToNow = {
      "by",   "from", "until", "right", "for", "just", "up",
      "till", "than", "as",    "even",  "or",  "not",  "of"};
  const auto is_free = [](const std::string& word) { return !lists(kBoundToNow, word); };
  std::string plain = without_end(sentence, " for it.", is_noun);
  plain = without_end(plain, " anyway.", is_free);
  return without_end(plain, " now.", is_free);
}

bool points_back(std::string_view sentence) {
  return sentence.ends_with(" it.") || sentence.ends_with(" them.") ||
         sentence.ends_with(" there.") || sentence.ends_with(" that.") ||
         sentence.ends_with(" that week.") || sentence.ends_with(" that day.") ||
         sentence.starts_with("It ") || sentence.starts_with("That ");
}

void drop_elliptical(std::vector<Fact>& facts) {
  const auto leans = [](const Fact& fact) { return !fact.by_hand && is_elliptical(fact); };
  if (!std::all_of(facts.begin(), facts.end(), leans)) std::erase_if(facts, leans);
}

}  // namespace pyramid::engine::builtin::writing
