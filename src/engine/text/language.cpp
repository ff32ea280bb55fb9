#include "engine/text/language.hpp"

#include "base/sentence_end.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/lists.hpp"
#include "engine/text/said.hpp"
#include "engine/text/tables/english.hpp"

#include <algorithm>
#include <array>

namespace pyramid::engine {

namespace {

bool is_word_char(char32_t c) { return utf8::is_letter(c) || utf8::is_digit(c); }
// A letter or digit of ASCII.
bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_joiner(char32_t c) { return c == '\'' || c == U'’' || c == '-'; }

constexpr SortedWords kStopWords(tables::kStopWords);

bool is_question(std::string_view text) {
  if (text.ends_with('?') || text.ends_with("？")) return true;
  const std::string lower = utf8::lower(text.substr(0, 24));
  return std::any_of(tables::kQuestionOpeners.begin(), tables::kQuestionOpeners.end(),
                     [&](std::string_view opener) { return lower.rfind(opener, 0) == 0; });
}

void push_sentence(std::string_view text, std::size_t begin, std::size_t end,
                   std::vector<Sentence>& out) {
  Sentence sentence;
  sentence.text = collapse_spaces(text.substr(begin, end - begin));
  if (sentence.text.empty()) return;
  sentence.begin = begin + text.substr(begin, end - begin).find_first_not_of(" \n\t\r");
  sentence.question = is_question(sentence.text);
  out.push_back(std::move(sentence));
}

// One run of prose: a paragraph or a list item.
void cut_prose(std::string_view text, std::size_t begin, std::size_t end, LowerCase lower_case,
               std::vector<Sentence>& out) {
  std::size_t start = begin;
  for (std::size_t at = begin + 1; at < end; ++at) {
    if (!sentence_ends(text.substr(begin, end - begin), at - begin, lower_case)) continue;
    push_sentence(text, start, at, out);
    start = at;
  }
  push_sentence(text, start, end, out);
}

enum class LineKind { kProse, kItem, kBlank, kSkipped };

LineKind kind_of_line(std::string_view line, bool after_prose) {
  if (trim(line).empty()) return LineKind::kBlank;
  if (line[0] == '>' || line[0] == '|' || line[0] == '<' || line[0] == '#')
    return LineKind::kSkipped;
  if (!after_prose && (line.substr(0, 4) == "    " || line[0] == '\t')) return LineKind::kSkipped;
  const std::string_view text = trim(line);
  const bool bullet =
      text.size() > 2 && (text[0] == '-' || text[0] == '*' || text[0] == '+') && text[1] == ' ';
  const std::size_t digits = text.find_first_not_of("0123456789");
  const bool numbered = digits != std::string_view::npos && digits > 0 && digits < 4 &&
                        (text[digits] == '.' || text[digits] == ')') && digits + 1 < text.size() &&
                        text[digits + 1] == ' ';
  return bullet || numbered ? LineKind::kItem : LineKind::kProse;
}

std::size_t item_text(std::string_view line) {
  const std::size_t mark = line.find_first_not_of(" \t");
  return line.find(' ', mark) + 1;
}

// Of a line like "780. That is the rent." in a chat: whether it is an item of a list, which begins
// with one and counts on, and not an answer.
class Counting {
 public:
  bool goes_on(std::string_view line) {
    const std::string_view text = trim(line);
    const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
    if (digits.empty()) return true;  // a bullet
    int number = 0;
    for (const char c : digits) number = number * 10 + (c - '0');
    if (number > 1 && number != last_ + 1) return false;
    last_ = number;
    return true;
  }

 private:
  int last_ = 0;
};

std::vector<Sentence> cut_text(std::string_view text, LowerCase lower_case) {
  std::vector<Sentence> out;
  Counting counting;
  std::size_t run = std::string_view::npos;  // start of the prose under way
  std::string_view fence;
  const auto flush = [&](std::size_t end) {
    if (run != std::string_view::npos) cut_prose(text, run, end, lower_case, out);
    run = std::string_view::npos;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t newline = text.find('\n', at);
    const std::size_t end = newline == std::string_view::npos ? text.size() : newline;
    const std::string_view line = text.substr(at, end - at);
    const std::string_view bare = trim(line);
    const bool fences = bare.substr(0, 3) == "```" || bare.substr(0, 3) == "~~~";
    if (!fence.empty()) {
      if (bare.substr(0, 3) == fence) fence = {};
    } else if (fences) {
      flush(at);
      fence = bare.substr(0, 3);
    } else {
      LineKind kind = kind_of_line(line, run != std::string_view::npos);
      const bool chat = lower_case == LowerCase::kMayBegin;
      if (chat && kind == LineKind::kItem && !counting.goes_on(line)) kind = LineKind::kProse;
      switch (kind) {
        case LineKind::kProse:
          if (run == std::string_view::npos) run = at;
          break;
        case LineKind::kItem:
          flush(at);
          run = at + item_text(line);
          break;
        case LineKind::kBlank:
        case LineKind::kSkipped:
          flush(at);
          break;
      }
    }
    at = end + 1;
  }
  flush(text.size());
  return out;
}

}  // namespace

std::optional<std::string_view> list_item(std::string_view line) {
  if (trim(line).empty() || kind_of_line(line, true) != LineKind::kItem) return std::nullopt;
  return trim(line.substr(item_text(line)));
}

std::vector<Sentence> sentences(std::string_view text) {
  return cut_text(text, LowerCase::kGoesOn);
}

std::vector<Sentence> sentences_said(std::string_view text) {
  return cut_text(text, LowerCase::kMayBegin);
}

std::vector<Word> words(std::string_view text) {
  constexpr std::size_t kUsualLength = 5;  // with the blank behind it
  std::vector<Word> out;
  out.reserve(text.size() / kUsualLength + 1);
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    if (is_ascii(text[at])) {
      if (!is_plain(text[at++])) continue;
    } else if (!is_word_char(utf8::next(text, at))) {
      continue;
    }
    std::size_t end = at;
    while (at < text.size()) {
      if (is_plain(text[at])) {  // most are
        end = ++at;
        continue;
      }
      const std::size_t here = at;
      const char32_t c = utf8::next(text, at);
      if (is_word_char(c) || (utf8::is_mark(c) && here == end)) {
        end = at;
      } else if (!is_joiner(c) || here != end) {
        break;
      }
    }
    out.push_back({text.substr(begin, end - begin), begin});
    at = end;
  }
  return out;
}

bool has_digit(std::string_view word) {
  return word.find_first_of("0123456789") != std::string_view::npos;
}

std::string_view without_owner(std::string_view word) {
  for (const std::string_view end : {"'s", "’s"}) {
    if (word.ends_with(end)) word.remove_suffix(end.size());
  }
  return word;
}

bool is_capital(std::string_view word) {
  std::size_t at = 0;
  return !word.empty() && utf8::is_upper(utf8::next(word, at));
}

bool is_stop_word(std::string_view lower_word) { return kStopWords.has(lower_word); }

bool says_now(std::string_view lower_word) { return lists(tables::kNow, lower_word); }

std::vector<std::string> content_stems(std::string_view text) {
  std::vector<std::string> stems;
  for (const Word& word : words(text)) {
    const std::string lower = utf8::lower(word.text);
    if (!is_stop_word(lower)) stems.push_back(stem(lower));
  }
  return stems;
}

}  // namespace pyramid::engine
