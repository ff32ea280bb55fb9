#include "engine/builtin/reading/statement.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/tables/speech.hpp"
#include "engine/builtin/tables/verbs.hpp"
#include "engine/builtin/tables/world.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

constexpr std::size_t kShortest = 12;
constexpr std::size_t kLongest = 300;

template <std::size_t N>
bool lists(const std::array<std::string_view, N>& table, std::string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

bool is_symbol(char32_t c) {  // emoji and dingbats
  return (c >= 0x2600 && c <= 0x27BF) || (c >= 0x1F000 && c <= 0x1FAFF) || c == 0xFE0F;
}

// Markup, emoji and emoticons out; typographic quotes straight.
std::string bare(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const char32_t c = utf8::next(text, at);
    if (is_symbol(c) || c == '*' || c == '`') continue;
    if (c == U'’' || c == U'‘') {
      out += '\'';
    } else if (c == U'“' || c == U'”') {
      out += '"';
    } else {
      utf8::append(out, c);
    }
  }
  for (const char* smile : {":)", ":(", ":D", ";)", ":-)", "<3", "^^"})
    out = replace_all(out, smile, "");
  out = collapse_spaces(out);
  while (!out.empty() && (out.back() == '!' || out.back() == ' ' || out.back() == '.' ||
                          out.back() == ',' || out.back() == ';' || out.back() == ':')) {
    out.pop_back();
  }
  return out;
}

void strip_lead_ins(std::string& text) {
  bool again = true;
  while (again) {
    again = false;
    for (const std::string_view lead : tables::kLeadIns) {
      if (!starts_with_ignoring_case(text, lead)) continue;
      text.erase(0, lead.size());
      text = std::string(trim(text));
      again = true;
    }
  }
}

// "I never wanted to be a manager, honestly, but …", "Mia hates mushrooms though", "I also have a
// cat": a fact stands alone, so what ties it to its neighbours goes.
void strip_fillers(std::string& text) {
  for (const std::string_view filler : tables::kFillers) {
    const std::size_t at = text.find(filler);
    if (at == std::string::npos) continue;
    const std::string_view behind = std::string_view(text).substr(at + filler.size());
    const bool joins = behind.starts_with(" but ") || behind.starts_with(" and ");
    text.replace(at, filler.size(), joins ? "," : "");
  }
  for (const std::string_view end : tables::kTrailers) {
    if (text.size() > end.size() && text.ends_with(end)) text.resize(text.size() - end.size());
  }
  for (const std::string_view subject : {"I also ", "We also "}) {
    if (text.starts_with(subject)) text.erase(subject.find("also"), 5);
  }
}

bool begins_with_any(const std::string& lower, const auto& openers) {
  return std::any_of(openers.begin(), openers.end(), [&](std::string_view opener) {
    if (lower.rfind(opener, 0) != 0) return false;
    if (lower.size() == opener.size()) return true;
    const char next = lower[opener.size()];
    return std::isalnum(static_cast<unsigned char>(next)) == 0 && next != '\'';
  });
}

bool looks_like_code(std::string_view text) {
  std::size_t odd = 0;
  for (const char c : text) {
    if (std::string_view("{}[]<>=;|\\$#_~^").find(c) != std::string_view::npos) ++odd;
  }
  return odd * 12 > text.size() || text.find("://") != std::string_view::npos ||
         text.find("::") != std::string_view::npos || text.find("()") != std::string_view::npos;
}

bool is_quoted(std::string_view text) {
  const std::size_t first = text.find('"');
  const std::size_t last = text.rfind('"');
  return first != std::string_view::npos && (last - first) * 2 > text.size();
}

bool is_foreign(const std::vector<std::string>& lower) {
  std::size_t english = 0;
  std::size_t foreign = 0;
  for (const std::string& word : lower) {
    if (is_stop_word(word)) ++english;
    if (lists(tables::kForeignWords, word)) ++foreign;
  }
  return foreign > english || (foreign >= 2 && foreign * 2 > english * 2 && english < 2);
}

std::vector<std::string> lower_words(std::string_view text) {
  std::vector<std::string> lower;
  for (const Word& word : words(text))
    lower.push_back(utf8::lower(replace_all(word.text, "’", "'")));
  return lower;
}

// A verb somewhere, so that it is a sentence at all: a form of be or have, a modal, a past, or a
// third person behind the subject.
bool has_verb(const std::vector<std::string>& lower) {
  static constexpr std::array<std::string_view, 14> kForms = {
      "is", "are", "was",  "were",  "has",   "have", "had",
      "am", "i'm", "i've", "we're", "we've", "does", "do"};
  // "Nine hours with a screaming cat", "Only the photos": an -s there is a plural.
  static constexpr std::array<std::string_view, 14> kCounts = {
      "no",  "only", "just",  "two",  "three", "four", "five",
      "six", "some", "eight", "many", "nine",  "ten",  "several"};
  const bool counts = lists(kCounts, lower.front());
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const std::string& word = lower[i];
    if (lists(kForms, word) || lists(tables::kPlainVerbs, word)) return true;
    if (std::binary_search(tables::kPastForms.begin(), tables::kPastForms.end(), word)) return true;
    if (word.ends_with("'s") || word.ends_with("n't") || word.ends_with("'ll")) return true;
    if (word.size() > 3 && word.ends_with("ed")) return true;
    if (!counts && i > 0 && word.size() > 3 && word.ends_with("s") && !word.ends_with("ss"))
      return true;
  }
  return false;
}

// "The vet pulls it": so little is said beside "it" that nobody will know what was meant.
bool hangs_on_pronoun(const std::vector<std::string>& lower) {
  constexpr std::size_t kEnough = 4;
  if (std::find(lower.begin(), lower.end(), "it") == lower.end() &&
      std::find(lower.begin(), lower.end(), "them") == lower.end()) {
    return false;
  }
  const auto said = std::count_if(lower.begin(), lower.end(),
                                  [](const std::string& word) { return !is_stop_word(word); });
  return static_cast<std::size_t>(said) < kEnough;
}

// "She starts on Monday" -> "Mia starts on Monday"; false when nobody is meant surely.
bool resolve_subject(std::string& text, const std::vector<std::string>& lower,
                     const std::string& person) {
  const std::string& first = lower.front();
  if (!lists(tables::kPronounSubjects, first)) return true;
  const bool personal = first == "she" || first == "he" || first == "her" || first == "his" ||
                        first == "she's" || first == "he's" || first == "she'll" ||
                        first == "he'll";
  if (!personal || person.empty()) return false;
  std::string subject = person;
  if (first == "her" || first == "his") subject += "'s";
  if (first.ends_with("'ll")) subject += " will";
  if (first.ends_with("'s")) {
    const bool perfect = lower.size() > 1 && (lower[1].ends_with("ed") || lower[1] == "been");
    subject += perfect ? " has" : " is";
  }
  text = subject + text.substr(first.size());
  return true;
}

}  // namespace

std::optional<std::string> statement(const Sentence& sentence, const std::string& person) {
  if (sentence.question) return std::nullopt;
  std::string text = bare(sentence.text);
  strip_lead_ins(text);
  strip_fillers(text);
  if (text.size() < kShortest || text.size() > kLongest) return std::nullopt;
  const std::string lower_text = utf8::lower(text);
  if (begins_with_any(lower_text, tables::kNoFactOpeners)) return std::nullopt;
  const std::string padded = " " + lower_text + " ";
  const bool no_fact =
      std::any_of(tables::kNoFactParts.begin(), tables::kNoFactParts.end(),
                  [&](std::string_view part) { return padded.find(part) != std::string::npos; });
  if (no_fact || looks_like_code(text) || is_quoted(text) || text.find('?') != std::string::npos) {
    return std::nullopt;
  }
  const std::vector<std::string> lower = lower_words(text);
  if (hangs_on_pronoun(lower)) return std::nullopt;
  if (lower.size() < 3 || is_foreign(lower) || !has_verb(lower)) return std::nullopt;
  // "Call the plumber": a plain verb in front is a request or a note to oneself.
  if (lists(tables::kPlainVerbs, lower.front())) return std::nullopt;
  if (!resolve_subject(text, lower, person)) return std::nullopt;
  if (content_stems(text).size() < 2) return std::nullopt;
  return text;
}

std::string person_in(std::string_view statement) {
  const std::vector<Word> all = words(statement);
  for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 4); ++i) {
    const bool named = utf8::is_upper([&] {
      std::size_t at = 0;
      return utf8::next(all[i].text, at);
    }());
    const std::string lower = utf8::lower(all[i].text);
    const bool after_relation = i > 0 && lists(tables::kRelations, utf8::lower(all[i - 1].text));
    if (named && after_relation && !lists(tables::kNotNames, lower))
      return std::string(all[i].text);
    if (i == 0 && named && lower != "i" && !lists(tables::kNotNames, lower) && all.size() > 1 &&
        !is_stop_word(lower) && !lists(tables::kPronounSubjects, lower)) {
      const std::string next = utf8::lower(all[1].text);
      const bool verb =
          next == "is" || next == "has" || next == "was" || next == "starts" || next == "got" ||
          next.ends_with("ed") ||
          std::binary_search(tables::kPastForms.begin(), tables::kPastForms.end(), next);
      if (verb) return std::string(all[0].text);
    }
  }
  return {};
}

int importance_of(std::string_view statement) {
  constexpr int kOrdinary = 4;
  int most = 0;
  for (const std::string& stem : content_stems(statement)) {
    for (const auto& [known, weight] : tables::kWeights) {
      if (stem == known) most = std::max(most, weight);
    }
  }
  return most == 0 ? kOrdinary : most;
}

}  // namespace pyramid::engine::builtin
