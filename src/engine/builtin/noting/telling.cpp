#include "engine/builtin/noting/telling.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/noting/german_verbs.hpp"
#include "engine/builtin/reading/clauses.hpp"
#include "engine/builtin/reading/corrections.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/person.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"
#include "language/times.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

// A sentence with one of these has another clause or person, or points at what was said before.
constexpr auto kBeyondOneClause = std::to_array<std::string_view>(
    {"i",      "we",      "us",      "our",      "ours",   "you",    "your",   "yours",  "he",
     "she",    "it",      "they",    "him",      "them",   "this",   "that",   "these",  "those",
     "there",  "here",    "ones",    "who",      "which",  "whose",  "what",   "where",  "when",
     "while",  "if",      "because", "although", "though", "so",     "but",    "unless", "whether",
     "how",    "why",     "myself",  "yourself", "it's",   "that's", "he's",   "she's",  "they're",
     "you're", "there's", "here's",  "i'm",      "i've",   "i'll",   "i'd",    "we're",  "we've",
     "we'll",  "we'd",    "its",     "please",   "me",     "mine",   "itself", "what's"});
// Whose these are is clear behind "my sister" alone.
constexpr auto kOfAnother = std::to_array<std::string_view>({"his", "her", "their"});
// The same in German; who "ihr" and "sein" are is not known, and whose "mein" is would be.
constexpr auto kBeyondOneGermanClause = std::to_array<std::string_view>(
    {"ich",    "wir",    "uns",    "unser", "unsere",  "unseren", "unserem", "unserer",    "du",
     "dich",   "dir",    "dein",   "deine", "deinen",  "deinem",  "er",      "sie",        "es",
     "ihm",    "ihn",    "ihnen",  "ihr",   "ihre",    "ihren",   "ihrem",   "sein",       "seine",
     "seinen", "seinem", "seiner", "mein",  "meine",   "meinen",  "meinem",  "meiner",     "meines",
     "mich",   "mir",    "das",    "dies",  "diese",   "diesen",  "diesem",  "dieser",     "dieses",
     "da",     "hier",   "dort",   "wo",    "wer",     "was",     "wenn",    "weil",       "dass",
     "daß",    "aber",   "oder",   "denn",  "sondern", "ob",      "als",     "wie",        "damit",
     "bitte",  "davon",  "dafür",  "dazu",  "darüber", "damals",  "man",     "eigentlich", "und"});

// Latin letters, digits and what stands in a plain statement; no brackets, quotations or pictures.
bool is_plain_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = utf8::next(text, at);
    if (utf8::is_letter(c) && !utf8::is_latin(c)) return false;
    if (utf8::is_letter(c) || utf8::is_digit(c) || utf8::is_mark(c)) continue;
    if (c < 0x80
            ? std::string_view(" ,.'-/%$&+:").find(static_cast<char>(c)) == std::string_view::npos
            : c != U'’' && c != U'€' && c != U'£')
      return false;
  }
  return text.find(": ") == std::string_view::npos && text.find(". ") == std::string_view::npos &&
         text.find("..") == std::string_view::npos && text.find(" - ") == std::string_view::npos;
}

// A form that is no noun: "can", "is", "went".
bool is_surely_verb(std::string_view lower) {
  return is_modal(lower) || is_linking(lower) || is_irregular_past(lower);
}

// Of "I cut hair" nobody knows whether it is or was so, and a name wants it told.
bool is_verb_behind_i(std::string_view lower) {
  if (is_past_like_plain(lower)) return false;
  return is_surely_verb(lower) || is_plain_verb(lower) ||
         (lower.size() > 4 && lower.ends_with("ed"));
}

// Whether all from word `from` on belongs to one clause.
bool is_one_clause(const std::vector<std::string>& lower, std::size_t from,
                   std::string_view sentence, const std::vector<Word>& all) {
  for (std::size_t i = from; i < lower.size(); ++i) {
    if (lists(kBeyondOneClause, lower[i])) return false;
    if (lower.front() != "my" && lists(kOfAnother, lower[i])) return false;
    // "I cook, clean and bake": their endings would have to agree.
    const std::size_t end = all[i - 1].begin + all[i - 1].text.size();
    const bool behind_comma =
        sentence.substr(end, all[i].begin - end).find(',') != std::string_view::npos;
    const bool joined = lower[i - 1] == "and" || behind_comma;
    const bool verb = is_plain_verb(lower[i]) || is_modal(lower[i]) || is_past_like_plain(lower[i]);
    if (joined && verb) return false;
  }
  return true;
}

bool is_verb_behind_a_noun(const std::string& lower) {
  const bool third = lower.ends_with('s') && is_plain_verb(lower.substr(0, lower.size() - 1));
  return is_surely_verb(lower) || third || (lower.size() > 4 && lower.ends_with("ed"));
}

// "The boiler is a Vaillant", "Kestrel has seven users": nothing of it would be turned.
// REQUIRES: one clause, without the speaker in it.
bool states_something(std::string_view sentence, const std::vector<std::string>& lower) {
  const std::string& first = lower.front();
  const bool of_mine =
      std::any_of(lower.begin(), lower.end(), [](const std::string& word) { return word == "my"; });
  if (!is_capital(sentence) || of_mine || sentence.find(',') != std::string_view::npos ||
      lists(kBeyondOneClause, first) || lists(kOfAnother, first) || is_plain_verb(first) ||
      is_verb_behind_a_noun(first) || first.ends_with("ing")) {
    return false;
  }
  return std::any_of(lower.begin() + 1, lower.end(), is_verb_behind_a_noun);
}

std::optional<std::string> told_in_english(std::string_view sentence, std::string_view name) {
  const std::vector<Word> all = words(sentence);
  const std::vector<std::string> lower = lower_words(sentence);
  constexpr std::size_t kFewest = 3, kMost = 30;
  if (lower.size() < kFewest || lower.size() > kMost || all.front().begin != 0) return std::nullopt;
  const std::string& first = lower.front();
  if (!is_one_clause(lower, 1, sentence, all)) return std::nullopt;
  if (first == "i") {
    std::size_t verb = 1;
    while (verb < lower.size() && is_mid_adverb(lower[verb])) ++verb;
    if (verb == lower.size() || !is_verb_behind_i(lower[verb])) return std::nullopt;
  } else if (first == "my") {
    const bool has_verb = std::any_of(lower.begin() + 2, lower.end(), [](const std::string& word) {
      return is_surely_verb(word) || word.ends_with("s") || word.ends_with("ed");
    });
    if (!has_verb) return std::nullopt;
  } else if (first != "i'm" && first != "i've" && first != "i'll") {
    return states_something(sentence, lower) ? std::optional(std::string(sentence)) : std::nullopt;
  }
  return to_third_person(sentence, name);
}

std::optional<std::string> told_in_german(std::string_view sentence, std::string_view name) {
  const std::vector<Word> all = words(sentence);
  const std::vector<std::string> lower = lower_words(sentence);
  constexpr std::size_t kFewest = 3, kMost = 25;
  if (lower.size() < kFewest || lower.size() > kMost || lower.front() != "ich" ||
      all.front().begin != 0 || sentence.find(',') != std::string_view::npos)
    return std::nullopt;
  for (std::size_t i = 1; i < lower.size(); ++i) {
    if (lists(kBeyondOneGermanClause, lower[i])) return std::nullopt;
  }
  const auto verb = german_third_person(lower[1]);
  if (!verb) return std::nullopt;
  std::string told(name);
  told += " " + *verb;
  told += sentence.substr(all[1].begin + all[1].text.size());
  return told;
}

std::string in_marks(std::string_view words) {
  std::string inside = replace_all(words, "\"", "'");
  for (const std::string_view mark : {"“", "”", "„", "«", "»"}) {
    inside = replace_all(inside, mark, "'");
  }
  return "\"" + inside + "\"";
}

// Between a speaker and their words, or what they answered; and what stands for that without one.
constexpr std::string_view kSays = ": \"", kTo = ", to \"", kAlone = "To \"";

struct Quotation {
  std::string name;        // whose words they are
  std::string_view words;  // without the mark at their end
};

std::optional<Quotation> read_quotation(std::string_view note) {
  constexpr std::size_t kLongestName = 60;
  if (note.ends_with("\".")) note.remove_suffix(1);
  if (!note.ends_with('"')) return std::nullopt;
  note.remove_suffix(1);
  const std::size_t open = note.rfind('"');
  if (open == std::string_view::npos || open < kSays.size() ||
      note.substr(open + 1 - kSays.size(), kSays.size()) != kSays)
    return std::nullopt;
  std::string_view name = note.substr(0, open + 1 - kSays.size());
  std::string_view words = note.substr(open + 1);
  if (const std::size_t to = name.find(kTo); to != std::string_view::npos && name.ends_with('"'))
    name = name.substr(0, to);
  words = without_end_marks(words);
  if (name.empty() || name.size() > kLongestName || words.empty() ||
      name.find_first_of("\".:;\n") != std::string_view::npos)
    return std::nullopt;
  return Quotation{std::string(name), words};
}

}  // namespace

std::string_view without_end_marks(std::string_view sentence) {
  while (sentence.ends_with('.') || sentence.ends_with('!') || sentence.ends_with(' '))
    sentence.remove_suffix(1);
  return sentence;
}

std::string finished(std::string text) {
  std::size_t at = 0;
  const char32_t first = utf8::next(text, at);
  if (first < 0x80) text[0] = static_cast<char>(std::toupper(static_cast<int>(first)));
  return text + ".";
}

std::optional<std::string> told_of(std::string_view sentence, std::string_view name) {
  if (!is_plain_text(sentence)) return std::nullopt;
  switch (language::tongue_of(sentence).value_or(language::Tongue::kSpanish)) {
    case language::Tongue::kEnglish:
      return told_in_english(sentence, name);
    case language::Tongue::kGerman:
      return told_in_german(sentence, name);
    default:
      return std::nullopt;
  }
}

bool is_told_in_another_language(std::string_view note) {
  const std::vector<Word> all = words(note);
  std::size_t i = 1;
  while (i < all.size() && is_mid_adverb(utf8::lower(all[i].text))) ++i;  // "no longer"
  if (i >= all.size() || quotes(note)) return false;
  const std::string verb = utf8::lower(all[i].text);
  const bool english = is_verb_behind_a_noun(verb), german = is_german_third_person(verb);
  if (english && !german) return false;
  const auto tongue = language::tongue_of(note);
  if (tongue == language::Tongue::kEnglish) return false;
  return tongue.has_value() || (german && !english);  // "will" is a verb of both
}

std::string quoted(std::string_view name, std::string_view words) {
  return std::string(name) + ": " + in_marks(words);
}

std::string quoted_answer(std::string_view name, std::string_view asked, std::string_view words) {
  return std::string(name) + ", to " + in_marks(asked) + ": " + in_marks(words);
}

bool quotes(std::string_view note) { return read_quotation(note).has_value(); }

std::optional<std::string_view> words_quoted(std::string_view note) {
  const auto quotation = read_quotation(note);
  return quotation ? std::optional(quotation->words) : std::nullopt;
}

std::string speaker_quoted(std::string_view note) {
  auto quotation = read_quotation(note);
  return quotation ? std::move(quotation->name) : std::string();
}

std::string without_speaker(std::string_view note) {
  const std::string name = speaker_quoted(note);
  if (name.empty()) return std::string(note);
  note.remove_prefix(name.size());
  if (note.starts_with(kSays)) return std::string(note.substr(kSays.size() - 1));
  return std::string(kAlone) + std::string(note.substr(kTo.size()));
}

std::string with_speaker(std::string_view text, std::string_view name) {
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    const std::size_t at = line.starts_with("- ") ? 2 : 0;
    const std::string_view words = line.substr(at);
    std::string whole = std::string(name) + ": " + std::string(words);
    if (words.starts_with(kAlone))
      whole = std::string(name) + std::string(kTo) + std::string(words.substr(kAlone.size()));
    if (!out.empty()) out += '\n';
    out.append(line.substr(0, at)).append(quotes(whole) ? whole : words);
  }
  return out;
}

std::string roughly_told(std::string_view note) {
  const auto quotation = read_quotation(note);
  if (!quotation) return std::string(note);
  const std::string& name = quotation->name;
  std::string words = without_surroundings(bare(quotation->words));
  if (puts_right(quotation->words)) words = marked_as_right(words);
  if (words.empty()) words = quotation->words;
  std::string told = to_third_person(words, name).value_or(words);
  if (words.starts_with("Ich ") || words.starts_with("ich ")) {
    const std::vector<std::string> lower = lower_words(words);
    const auto third = lower.size() > 1 ? german_third_person(lower[1]) : std::nullopt;
    const std::size_t verb = words.find(' ') + 1;
    if (third) told = name + " " + *third + words.substr(verb + lower[1].size());
    constexpr std::string_view kAnd = " und ";  // "und spiele Tuba"
    if (const std::size_t joint = told.find(kAnd); third && joint != std::string::npos) {
      const std::size_t begin = joint + kAnd.size();
      const std::size_t end = std::min(told.find(' ', begin), told.size());
      if (const auto second = german_third_person(told.substr(begin, end - begin)))
        told.replace(begin, end - begin, *second);
    }
  }
  return told + (told.ends_with('?') ? "" : ".");
}

}  // namespace pyramid::engine::builtin
