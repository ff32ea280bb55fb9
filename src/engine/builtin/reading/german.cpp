#include "engine/builtin/reading/german.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/clauses.hpp"
#include "engine/builtin/reading/german_dates.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/own_words.hpp"
#include "engine/builtin/tables/german.hpp"
#include "engine/text/language.hpp"

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

using Token = GermanToken;

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

// Turns the verb of the subject at `i`: in front of it ("Seit 2019 arbeite ich"), at the end of the
// clause ("weil ich in Bremen arbeite") or right behind.
void turn_verb(std::vector<Token>& tokens, std::size_t i) {
  const auto turn = [&](std::size_t at) { tokens[at].text = third(tokens[at].lower); };
  if (i > 0 && known_verb(tokens[i - 1].lower)) return turn(i - 1);
  if (i > 0 && lists(tables::kGermanConjunctions, tokens[i - 1].lower)) {
    std::size_t end = i + 1;
    while (!begins_clause(tokens[end])) ++end;
    if (end - 1 > i && !is_capital(tokens[end - 1].text)) turn(end - 1);
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
  while (noun < std::min(tokens.size(), i + kFar) && !is_capital(tokens[noun].text)) ++noun;
  const bool thing = noun < tokens.size() && lists(tables::kGermanThings, tokens[noun].lower);
  if (!thing) return std::nullopt;
  std::string article(found->second);
  if (is_capital(tokens[i].text)) article[0] += 'A' - 'a';
  return article;
}

// The end of the subject that begins at `i`: "ich", "meine alte Katze"; `i` where none does.
std::size_t subject_end(const std::vector<Token>& tokens, std::size_t i) {
  if (tokens[i].lower == "ich" || tokens[i].lower == "wir") return i + 1;
  if (!lists(tables::kGermanOwners, tokens[i].lower)) return i;
  constexpr std::size_t kMostAdjectives = 2;
  std::size_t noun = i + 1;
  while (noun + 1 < tokens.size() && noun <= i + kMostAdjectives &&
         !is_capital(tokens[noun].text)) {
    ++noun;
  }
  return noun + 1 < tokens.size() && is_capital(tokens[noun].text) ? noun + 1 : i;
}

// "heißt meine Katze Momo", as it stood behind "eigentlich" -> "meine Katze heißt Momo".
void put_subject_first(std::vector<Token>& tokens) {
  const bool verb = !is_capital(tokens[0].text) &&
                    (known_verb(tokens[0].lower) || lists(tables::kGermanThirds, tokens[0].lower));
  if (!verb || tokens.size() < 4) return;
  std::size_t end = subject_end(tokens, 1);
  if (end == 1) return;
  // "wohnt mein Bruder Till in Kiel": his name goes with him.
  const bool named = end > 2 && tokens[0].lower != "heißt" && end + 1 < tokens.size() &&
                     !tokens[end + 1].text.empty() && is_capital(tokens[end].text) &&
                     !begins_clause(tokens[end]);
  if (named) ++end;
  const auto begin = tokens.begin();
  std::rotate(begin, begin + 1, begin + static_cast<std::ptrdiff_t>(end));
  tokens[0].before.clear();
  tokens[end - 1].before = " ";
}

std::string told(std::vector<Token> tokens, const std::string& name, Date said) {
  put_subject_first(tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].lower == "ich" || tokens[i].lower == "wir") turn_verb(tokens, i);
  }
  name_dates(tokens, said);
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

std::optional<std::string> german_fact(std::string_view sentence, const std::string& name,
                                       Date said, bool correction) {
  if (sentence.find('?') != std::string_view::npos ||
      sentence.find(kOthersWords) != std::string_view::npos || sentence.ends_with(":")) {
    return std::nullopt;
  }
  std::string text = without_lead_ins(without_marks(sentence));
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
  const std::string text = without_marks(sentence);
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
