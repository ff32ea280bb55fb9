#include "engine/plain_words.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/from_german.hpp"
#include "engine/tables/comparing.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace pyramid::engine {

namespace {

bool is_digit_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_digit(text[at]);
}

// "5pm" -> "5 pm", "€420" -> "420 euros", "doesn't" -> "does not".
std::string spelt_out(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool unit = i > 0 && is_digit(text[i - 1]) && text[i] >= 'a' && text[i] <= 'z';
    if (unit && text.substr(i, 2) != "st" && text.substr(i, 2) != "nd" &&
        text.substr(i, 2) != "rd" && text.substr(i, 2) != "th") {
      out += ' ';
    }
    out += text[i];
  }
  for (const auto& [sign, name] : tables::kCurrencies) {
    for (std::size_t at = out.find(sign); at != std::string::npos; at = out.find(sign, at)) {
      std::size_t end = at + sign.size();
      while (end < out.size() && (is_digit(out[end]) || out[end] == '.')) ++end;
      const bool stop = end > at + sign.size() && out[end - 1] == '.';
      out.insert(stop ? end - 1 : end, " " + std::string(name));
      out.erase(at, sign.size());
    }
  }
  out = replace_all(out, "’", "'");
  for (const auto& [from, to] : tables::kContractions) out = replace_all(out, from, to);
  return out;
}

// Whether what follows "any more" leaves it to stand for "no longer"; "any more cake" is an amount.
bool ends_there(std::string_view behind) {
  if (behind.empty() || std::string_view(".,;:!)").find(behind.front()) != std::string_view::npos)
    return true;
  const std::vector<Word> all = words(behind);
  if (behind.front() != ' ' || all.empty()) return false;
  static constexpr std::array<std::string_view, 4> kAmounts = {"of", "than", "the", "such"};
  return is_stop_word(all[0].text) &&
         std::find(kAmounts.begin(), kAmounts.end(), all[0].text) == kAmounts.end();
}

struct Span {
  std::size_t begin = 0, size = 0;
};

std::optional<Span> any_more_in(std::string_view text) {
  for (const std::string_view ending : {" any more", " anymore", " any longer"}) {
    const std::size_t at = text.find(ending);
    if (at != std::string_view::npos && ends_there(text.substr(at + ending.size())))
      return Span{at, ending.size()};
  }
  return std::nullopt;
}

// "does not work at Acme any more" -> "no longer works at Acme".
std::string told_as_ended(std::string text) {
  const auto marker = any_more_in(text);
  if (!marker) return text;
  const std::string_view front = std::string_view(text).substr(0, marker->begin);
  for (const std::string_view denial : {" is not ", " are not "}) {
    const std::size_t at = front.rfind(denial);
    if (at == std::string_view::npos) continue;
    text.erase(marker->begin, marker->size);
    return text.replace(at + denial.size() - 4, 3, "no longer");
  }
  constexpr std::string_view kDoesNot = " does not ";
  const std::size_t at = front.rfind(kDoesNot);
  if (at == std::string_view::npos) return text;
  const std::vector<Word> all = words(front.substr(at + kDoesNot.size()));
  if (all.empty()) return text;
  const std::string verb(all[0].text);
  text.erase(marker->begin, marker->size);
  return text.replace(at, kDoesNot.size() + all[0].begin + verb.size(),
                      " no longer " + builtin::third_person(verb));
}

// "moved, they are in Delft now" -> "moved to Delft".
std::string told_as_moved(std::string text) {
  for (const std::string_view there : tables::kMovedThere) {
    const std::size_t at = text.find(there);
    if (at == std::string::npos) continue;
    text.replace(at, there.size(), " moved to ");
    return replace_all(text, " now.", ".");
  }
  return text;
}

}  // namespace

std::string in_plain_words(std::string_view sentence) {
  return told_as_moved(told_as_ended(spelt_out(without_thousands_marks(from_german(sentence)))));
}

std::string without_thousands_marks(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool mark = text[i] == ',' && i > 0 && is_digit(text[i - 1]) && is_digit_at(text, i + 1);
    if (!mark) out += text[i];
  }
  return out;
}

}  // namespace pyramid::engine
