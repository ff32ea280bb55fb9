#include "engine/builtin/reading/german.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/clauses.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/own_words.hpp"
#include "engine/builtin/tables/german.hpp"
#include "engine/text/language.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

// "ziehen" behind "wir" as well as "ziehe".
bool known_verb(const std::string& word) {
  if (word.ends_with("en") && lists(tables::kGermanVerbs, word.substr(0, word.size() - 1)))
    return true;
  return lists(tables::kGermanVerbs, word) || lists(tables::kGermanSame, word) ||
         std::any_of(tables::kGermanThird.begin(), tables::kGermanThird.end(),
                     [&](const auto& one) { return one.first == word; });
}

bool ends_with_any(std::string_view word, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return word.ends_with(ending); });
}

// "arbeite" -> "arbeitet", "wohnen" (behind "wir") -> "wohnt", "machte" as it is.
std::string third(const std::string& word) {
  for (const auto& [first, other] : tables::kGermanThird) {
    if (first == word) return std::string(other);
  }
  if (lists(tables::kGermanSame, word)) return word;
  std::string stem = word;
  if (stem.ends_with("en")) {
    stem.resize(stem.size() - 2);
  } else if (stem.ends_with("e") && (!stem.ends_with("te") || lists(tables::kGermanVerbs, word))) {
    stem.resize(stem.size() - 1);
  } else {
    return word;
  }
  const bool hard = ends_with_any(stem, {"t", "d", "chn", "ffn", "gn", "tm"});
  return stem + (hard ? "et" : "t");
}

struct Token {
  std::string text, lower, before;  // `before`: what stands in front of it
};

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  for (const Word& word : words(text)) {
    tokens.push_back({std::string(word.text), utf8::lower(word.text),
                      std::string(text.substr(at, word.begin - at))});
    at = word.begin + word.text.size();
  }
  if (!tokens.empty()) tokens.push_back({"", "", std::string(text.substr(at))});
  return tokens;
}

bool begins_clause(const Token& token) {
  return token.text.empty() || token.before.find_first_of(",;:") != std::string::npos;
}

// Turns the verb of the subject at `i`: in front of it ("Seit 2019 arbeite ich"), at the end of the
// clause ("weil ich in Bremen arbeite") or right behind.
void turn_verb(std::vector<Token>& tokens, std::size_t i) {
  const auto turn = [&](std::size_t at) { tokens[at].text = third(tokens[at].lower); };
  if (i > 0 && known_verb(tokens[i - 1].lower)) return turn(i - 1);
  if (i > 0 && lists(tables::kGermanConjunctions, tokens[i - 1].lower)) {
    std::size_t end = i + 1;
    while (!begins_clause(tokens[end])) ++end;
    if (end - 1 > i && !is_capitalised(tokens[end - 1].text)) turn(end - 1);
    return;
  }
  std::size_t end = i + 1;
  if (end < tokens.size() && !tokens[end].text.empty()) turn(end);
  // "... und arbeite seit 2019 ...": the same subject.
  for (std::size_t j = end + 1; j + 1 < tokens.size(); ++j) {
    if (tokens[j].lower == "ich" || tokens[j].lower == "wir") return;
    const bool joins = tokens[j].lower == "und" || tokens[j].lower == "aber";
    const bool comma = tokens[j + 1].before.starts_with(",");
    if ((joins || comma) && known_verb(tokens[j + 1].lower)) turn(j + 1);
  }
}

// Whether the sentence speaks of its writer: "Ich …", "Seit 2019 … ich …", "Mein Bruder …".
bool is_mine(const std::vector<Token>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
    return token.lower == "ich" || token.lower == "wir" ||
           lists(tables::kGermanOwners, token.lower);
  });
}

// "Der Termin wurde auf den 10. Juli verschoben."
bool is_change_of_plan(const std::vector<Token>& tokens, std::string_view padded) {
  const std::string& first = tokens.front().lower;
  const bool known = first == "der" || first == "die" || first == "das";
  return known && holds_any(padded, tables::kGermanChanges);
}

int sign_of(std::string_view word) {
  if (word.starts_with("nächste")) return 1;
  return word.starts_with("letzte") ? -1 : 0;
}

std::string german_day(Date day) {
  const auto month = tables::kGermanMonths[static_cast<std::size_t>(day.month - 1)];
  return fmt::format("{}. {} {}", day.day, month, day.year);
}

// Puts `text` in the place of the word at `i`, as great or small as it was.
void replace(Token& token, std::string text) {
  if (is_capitalised(token.text)) text[0] += 'A' - 'a';
  token.text = std::move(text);
  token.lower = utf8::lower(token.text);
}

// "gestern" -> "am 9. Juni 2026", "letzte Woche" -> "um den 3. Juni 2026": words that hold on
// another day too. "Nicht morgen" is no date.
void name_days(std::vector<Token>& tokens, Date said) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string word = tokens[i].lower;
    const std::string before = i > 0 ? tokens[i - 1].lower : "";
    if (before == "nicht") continue;
    for (const auto& [name, days] : tables::kGermanDays) {
      // "jeden Morgen" is a noun; "seit gestern" has its preposition.
      const bool noun = is_capitalised(tokens[i].text) && i > 0;
      if (word != name || noun) continue;
      std::string led = "am ";
      if (lists(tables::kGermanBeforeDays, before)) led = "dem ";
      if (before == "für" || before == "auf") led = "den ";
      // "gestern Abend"
      const bool part =
          i + 1 < tokens.size() && lists(tables::kGermanPartsOfDay, tokens[i + 1].lower);
      if (part && led == "am ") {
        led += tokens[i + 1].text + " des ";
        tokens[i + 1].text = tokens[i + 1].lower = tokens[i + 1].before = "";
      }
      replace(tokens[i], led + german_day(add_days(said, days)));
      break;
    }
    const int sign = sign_of(before);
    if (sign != 0 && word == "woche") {
      replace(tokens[i - 1], "um den");
      tokens[i].text = german_day(add_days(said, 7 * sign));
    } else if (sign != 0 && word == "jahr") {
      replace(tokens[i - 1], "im");
      tokens[i].text = fmt::format("Jahr {}", said.year + sign);
    }
  }
}

// "nächsten Monat" -> "im April 2026".
void name_months(std::vector<Token>& tokens, Date said) {
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const int sign = sign_of(tokens[i - 1].lower);
    if (sign == 0 || tokens[i].lower != "monat") continue;
    const Date month = add_months(said, sign);
    const auto name = tables::kGermanMonths[static_cast<std::size_t>(month.month - 1)];
    tokens[i - 1].text = is_capitalised(tokens[i - 1].text) ? "Im" : "im";
    tokens[i - 1].lower = "im";
    tokens[i].text = fmt::format("{} {}", name, month.year);
  }
}

// Whether the word at `i` stands in a clause with "ich" or "wir" in front of it.
bool is_reflexive(const std::vector<Token>& tokens, std::size_t i) {
  while (i > 0 && !begins_clause(tokens[i])) {
    --i;
    if (tokens[i].lower == "ich" || tokens[i].lower == "wir") return true;
  }
  return false;
}

// Whether "ich" or "wir" is the subject of the clause that the word at `i` stands in.
bool is_said_of_me(const std::vector<Token>& tokens, std::size_t i) {
  std::size_t end = i + 1;
  while (!begins_clause(tokens[end])) ++end;
  for (std::size_t k = i + 1; k < end; ++k) {
    if (tokens[k].lower == "ich" || tokens[k].lower == "wir") return true;
  }
  return is_reflexive(tokens, i);
}

// "den" for "meinen" in "Ich habe meinen Führerschein bestanden": whose it is, the subject says.
// Of people and animals it does not.
std::optional<std::string> article_for(const std::vector<Token>& tokens, std::size_t i) {
  const auto found = std::find_if(tables::kGermanArticles.begin(), tables::kGermanArticles.end(),
                                  [&](const auto& one) { return one.first == tokens[i].lower; });
  if (found == tables::kGermanArticles.end() || i + 2 >= tokens.size() ||
      (i > 0 && (tokens[i - 1].lower == "und" || tokens[i - 1].lower == "aber")) ||
      !is_said_of_me(tokens, i)) {
    return std::nullopt;
  }
  // "meine neue Wohnung", but "meine Frau Anna".
  constexpr std::size_t kFar = 3;
  std::size_t noun = i + 1;
  while (noun < std::min(tokens.size(), i + kFar) && !is_capitalised(tokens[noun].text)) ++noun;
  const bool thing = noun < tokens.size() && lists(tables::kGermanThings, tokens[noun].lower);
  if (!thing) return std::nullopt;
  std::string article(found->second);
  if (is_capitalised(tokens[i].text)) article[0] += 'A' - 'a';
  return article;
}

std::string told(std::vector<Token> tokens, const std::string& name, Date said) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].lower == "ich" || tokens[i].lower == "wir") turn_verb(tokens, i);
  }
  name_months(tokens, said);
  name_days(tokens, said);
  std::string out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string& lower = tokens[i].lower;
    std::string text = tokens[i].text;
    const bool object = lower == "mir" || lower == "mich" || lower == "uns";
    if (object && is_reflexive(tokens, i)) {
      text = "sich";
    } else if (lower == "ich" || lower == "wir" || object) {
      text = name;
    } else if (const auto article = article_for(tokens, i)) {
      text = *article;
    } else if (lists(tables::kGermanOwners, lower)) {
      text = name + "s";
    } else if (lower == "dich") {
      text = "den Nutzer";
    } else if (lower == "dir") {
      text = "dem Nutzer";
    }
    out += tokens[i].before + text;
  }
  return out;
}

std::string without_lead_ins(std::string text) {
  for (bool again = true; again;) {
    again = false;
    const std::string lower = utf8::lower(text);
    for (const std::string_view lead : tables::kGermanLeadIns) {
      if (!lower.starts_with(lead)) continue;
      text.erase(0, lead.size());
      again = true;
      break;
    }
  }
  return text;
}

}  // namespace

// Every sentence of every conversation is asked whether it is German.
bool is_german(std::string_view sentence) {
  static constexpr auto kSortedWords = [] {
    auto sorted = tables::kGermanWords;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }();
  std::size_t german = 0;
  std::size_t english = 0;
  bool mine = false;  // "Meine Miete beträgt 900 Euro": no other word need tell
  for (const Word& one : words(sentence)) {
    const bool curly = one.text.find("’") != std::string_view::npos;
    const std::string word =
        utf8::lower(curly ? replace_all(one.text, "’", "'") : std::string(one.text));
    mine = mine || word == "ich" || word == "wir" || lists(tables::kGermanOwners, word);
    if (std::binary_search(kSortedWords.begin(), kSortedWords.end(), word)) {
      ++german;
    } else if (is_stop_word(word)) {
      ++english;
    }
  }
  return (german >= 2 || (mine && german == 1)) && german > 2 * english;
}

std::optional<std::string> german_fact(std::string_view sentence, const std::string& name,
                                       Date said, bool correction) {
  if (sentence.find('?') != std::string_view::npos ||
      sentence.find(kOthersWords) != std::string_view::npos || sentence.ends_with(":")) {
    return std::nullopt;
  }
  std::string text = without_lead_ins(bare(sentence));
  text = replace_all(text, " übrigens", "");
  // "…, das ist ein Wahnsinn": what one thinks of it.
  if (const std::size_t at = text.find(", das ist "); at != std::string::npos) text.resize(at);
  for (const std::string_view aside : tables::kGermanAsides) {
    if (const std::size_t at = text.find(aside); at != std::string::npos) text.resize(at);
  }
  const std::string padded = " " + utf8::lower(text) + " ";
  if (holds_any(padded, tables::kGermanNoFacts)) return std::nullopt;
  const std::vector<Token> tokens = tokens_of(text);
  constexpr std::size_t kLeast = 4;  // "Ich bin Architektin" and the end
  if (tokens.size() < kLeast) return std::nullopt;
  const std::string& first = tokens.front().lower;
  const bool nobody = first == "sie" || first == "er" || first == "es" || first == "das";
  if (!is_mine(tokens) && correction && nobody && padded.find(" nicht ") == std::string::npos) {
    return std::nullopt;
  }
  if (!correction && !is_mine(tokens) && !is_change_of_plan(tokens, padded)) return std::nullopt;
  return told(tokens, name, said);
}

std::optional<std::string> german_commitment(std::string_view sentence, Date said) {
  const std::string text = bare(sentence);
  const std::string lower = utf8::lower(text);
  const bool promise = std::any_of(tables::kGermanPromises.begin(), tables::kGermanPromises.end(),
                                   [&](std::string_view one) { return lower.starts_with(one); });
  if (!promise || sentence.find('?') != std::string_view::npos ||
      holds_any(lower, tables::kGermanPolite)) {
    return std::nullopt;
  }
  return told(tokens_of(text), "Assistant", said);
}

}  // namespace pyramid::engine::builtin
