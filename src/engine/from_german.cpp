#include "engine/from_german.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/tables/german.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace pyramid::engine {

namespace {

struct Token {
  std::string text, lower, before;  // `before`: what stands in front of it
};

template <std::size_t N>
std::optional<std::string> meaning_in(const std::array<tables::Meant, N>& table,
                                      std::string_view lower) {
  const auto it = std::find_if(table.begin(), table.end(),
                               [&](const tables::Meant& one) { return one.first == lower; });
  if (it == table.end()) return std::nullopt;
  return std::string(it->second);
}

// The sentence while it is taken apart; its end is a token without text.
class Telling {
 public:
  explicit Telling(std::string_view text) {
    std::size_t at = 0;
    for (const Word& word : words(text)) {
      tokens_.push_back({std::string(word.text), utf8::lower(word.text),
                         std::string(text.substr(at, word.begin - at))});
      at = word.begin + word.text.size();
    }
    tokens_.push_back({"", "", std::string(text.substr(at))});
  }

  // "Geige spielt User nicht mehr" -> "User spielt Geige nicht mehr".
  void put_subject_first() {
    for (std::size_t i = 1; i + 2 < tokens_.size() && i <= kLongestSubject; ++i) {
      if (opens_clause(i)) return;
      if (tokens_[i + 1].text != "User" ||
          !meaning_in(tables::kGermanPredicates, tokens_[i].lower)) {
        continue;
      }
      const auto begin = tokens_.begin();
      std::rotate(begin, begin + static_cast<std::ptrdiff_t>(i),
                  begin + static_cast<std::ptrdiff_t>(i) + 2);
      std::swap(tokens_[0], tokens_[1]);
      tokens_[0].before.clear();
      tokens_[1].before = tokens_[2].before = " ";
      return;
    }
  }

  // Where its verb stands, if it is German.
  [[nodiscard]] std::optional<std::size_t> verb() const {
    if (tokens_.size() < 3) return std::nullopt;
    const bool owned = tokens_[0].text == "Users" || lists(tables::kGermanThe, tokens_[0].text);
    if (!owned && tokens_[0].text != "User") return std::nullopt;
    const std::size_t end = owned ? std::min(tokens_.size(), kLongestSubject + 1) : 2;
    for (std::size_t i = 1; i < end; ++i) {
      if (meaning_in(tables::kGermanPredicates, tokens_[i].lower)) return i;
    }
    return std::nullopt;
  }

  std::string in_english(std::size_t verb) {
    std::string told = *meaning_in(tables::kGermanPredicates, tokens_[verb].lower);
    if (tells_departure(verb)) told = "leaves";
    take_participle(verb, told);
    const bool instead = turn_instead(verb);
    const bool denied = !instead && take_denial(verb);
    if (denied) told = with_denial(told, take(verb, "mehr"));
    tokens_[verb].text = told;
    std::erase_if(tokens_,
                  [](const Token& token) { return lists(tables::kGermanNow, token.lower); });
    std::string out;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      std::string before = tokens_[i].before;
      if (i > 0 && before.starts_with(". ") && is_day(tokens_[i - 1].lower)) before.erase(0, 1);
      out += before + (i == verb ? tokens_[i].text : word_of(tokens_[i]));
    }
    if (lists(tables::kGermanThe, tokens_[0].text)) out[0] = 'T';
    return out;
  }

 private:
  static constexpr std::size_t kLongestSubject = 4;

  // "fährt um 6:40 Uhr"
  [[nodiscard]] bool tells_departure(std::size_t verb) const {
    const std::string& what = tokens_[verb].lower;
    return what == "fährt" && verb + 2 < tokens_.size() && tokens_[verb + 1].lower == "um" &&
           has_digit(tokens_[verb + 2].text);
  }

  static bool is_day(std::string_view lower) {
    return lower.size() <= 2 && !lower.empty() &&
           lower.find_first_not_of("0123456789") == std::string_view::npos;
  }

  static std::string word_of(const Token& token) {
    if (token.text == "Users") return "User's";
    return meaning_in(tables::kGermanMeanings, token.lower).value_or(token.text);
  }

  // "ist nach Bremen gezogen" -> "moved to Bremen".
  void take_participle(std::size_t verb, std::string& told) {
    const bool passive = tokens_[verb].lower == "wurde";
    if (!passive && tokens_[verb].lower != "ist" && tokens_[verb].lower != "hat") return;
    const std::size_t last = tokens_.size() - 2;
    const auto past = meaning_in(tables::kGermanParticiples, tokens_[last].lower);
    if (last <= verb || !past) return;
    told = (passive ? "was " : "") + *past;
    tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(last));
    if (told == "quit") take_job(verb, told);
  }

  // "hat im Ratskeller gekündigt" -> "quit their job at …"; "hat die Wohnung gekündigt" ends no
  // job.
  void take_job(std::size_t verb, std::string& told) {
    Token& next = tokens_[verb + 1];
    const bool place = next.lower == "im" || next.lower == "bei" || next.lower == "beim";
    if (place) next.text = next.lower = "at";
    if (place || next.text.empty()) told = "quit their job";
  }

  // Takes the word out of the clause of the verb.
  bool take(std::size_t verb, std::string_view lower) {
    for (std::size_t i = verb + 1; i + 1 < tokens_.size() && !opens_clause(i); ++i) {
      if (tokens_[i].lower != lower) continue;
      tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    return false;
  }
  [[nodiscard]] bool opens_clause(std::size_t i) const {
    return tokens_[i].before.find(',') != std::string::npos;
  }

  bool take_denial(std::size_t verb) {
    if (take(verb, "nicht")) return true;
    return std::any_of(tables::kGermanNone.begin(), tables::kGermanNone.end(),
                       [&](std::string_view none) { return take(verb, none); });
  }

  // "nicht in Kiel, sondern in Bremen" -> "in Bremen, nicht in Kiel".
  bool turn_instead(std::size_t verb) {
    const auto instead = std::find_if(tokens_.begin(), tokens_.end(),
                                      [](const Token& token) { return token.lower == "sondern"; });
    if (instead == tokens_.end() || !take(verb, "nicht")) return false;
    take(verb, "mehr");
    const auto first = tokens_.begin() + static_cast<std::ptrdiff_t>(verb) + 1;
    const auto but = std::find_if(first, tokens_.end(),
                                  [](const Token& token) { return token.lower == "sondern"; });
    std::vector<Token> wrong(first, but);
    std::vector<Token> right(but + 1, tokens_.end() - 1);
    if (wrong.empty() || right.empty()) return false;
    right.front().before = " ";
    wrong.front().before = " ";
    right.push_back({"nicht", "nicht", ", "});
    right.insert(right.end(), wrong.begin(), wrong.end());
    right.push_back(tokens_.back());
    tokens_.erase(first, tokens_.end());
    tokens_.insert(tokens_.end(), right.begin(), right.end());
    return true;
  }

  static std::string with_denial(const std::string& told, bool ended) {
    const bool be = told.starts_with("is") || told == "was";
    if (be)
      return told.substr(0, told.find(' ')) + (ended ? " no longer" : " not") +
             (told.find(' ') == std::string::npos ? "" : told.substr(told.find(' ')));
    if (ended) return "no longer " + told;
    const builtin::writing::Verb read = builtin::writing::read_verb_here(told);
    const bool past = read.form == builtin::writing::VerbForm::kPast;
    return (past ? "did not " : "does not ") + read.base;
  }

  std::vector<Token> tokens_;
};

// "1.150 Euro" -> "1150 Euro"
std::string without_thousands_dots(std::string_view text) {
  constexpr std::size_t kGroup = 3;
  const auto digit = [&](std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool mark = text[i] == '.' && i > 0 && digit(i - 1) && digit(i + 1) && digit(i + 2) &&
                      digit(i + kGroup) && !digit(i + kGroup + 1);
    if (!mark) out += text[i];
  }
  return out;
}

}  // namespace

std::string from_german(std::string_view sentence) {
  const std::string plain = without_thousands_dots(sentence);
  Telling telling(plain);
  telling.put_subject_first();
  const auto verb = telling.verb();
  return verb ? telling.in_english(*verb) : std::string(sentence);
}

}  // namespace pyramid::engine
