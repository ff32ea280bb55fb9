#include "engine/text/word_parts.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pyramid::engine {

namespace {

enum class Parts {
  kNone,   // a letter among others, or none
  kAlone,  // a word
  kPairs,  // of those beside it
};

bool is_within(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

Parts script_parts(char32_t c) {
  if (c < 0x0E00) return Parts::kNone;
  const bool no_blanks =
      is_within(c, 0x0E00, 0x0EFF) || is_within(c, 0x1000, 0x109F) || is_within(c, 0x1780, 0x17FF);
  const bool hangul = is_within(c, 0x1100, 0x11FF) || is_within(c, 0x3131, 0x318E) ||
                      is_within(c, 0xAC00, 0xD7FB) || is_within(c, 0xFFA1, 0xFFDC);
  if (no_blanks || hangul) {
    const bool letter = utf8::is_letter(c) || utf8::is_mark(c);  // no digit, no sign
    return letter ? Parts::kPairs : Parts::kNone;
  }
  const bool han_sign = is_within(c, 0x3005, 0x3007);
  const bool hiragana = is_within(c, 0x3041, 0x3096) || is_within(c, 0x309D, 0x309F);
  const bool katakana = is_within(c, 0x30A1, 0x30FA) || is_within(c, 0x30FC, 0x30FF) ||
                        is_within(c, 0x31F0, 0x31FF) || is_within(c, 0xFF66, 0xFF9F);
  return han_sign || hiragana || katakana || utf8::is_cjk(c) ? Parts::kAlone : Parts::kNone;
}

// Vowels and ends of a syllable that is spelled out, and the voice of a kana of half width.
bool extends_character(char32_t c) {
  return utf8::is_mark(c) || is_within(c, 0x1160, 0x11FF) || is_within(c, 0xD7B0, 0xD7FB) ||
         c == 0xFF9E || c == 0xFF9F;
}

// First bytes of such characters; E2 begins dashes and quotation marks.
bool may_begin_part(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0xE0 && byte != 0xE2;
}

// Behind the character that begins at `at`, with what belongs to it.
std::size_t character_end(std::string_view text, std::size_t at) {
  utf8::next(text, at);
  for (std::size_t next = at; next < text.size(); at = next) {
    if (static_cast<unsigned char>(text[next]) < 0x80 || !extends_character(utf8::next(text, next)))
      break;
  }
  return at;
}

// Cuts a text at such characters: `rest` takes what stands between them, `part` each word.
template <typename Rest, typename Part>
void cut_parts(std::string_view text, bool asked, const Rest& rest, const Part& part) {
  std::size_t begin = 0;  // of the rest
  for (std::size_t at = 0; at < text.size();) {
    std::size_t next = at;
    const Parts parts =
        may_begin_part(text[at]) ? script_parts(utf8::next(text, next)) : Parts::kNone;
    if (parts == Parts::kNone) {
      at = std::max(next, at + 1);
      continue;
    }
    rest(begin, at);
    std::size_t end = character_end(text, at);
    if (parts == Parts::kAlone) {
      part(at, end);
    } else {
      const auto goes_on_at = [&](std::size_t place) {
        return place < text.size() && may_begin_part(text[place]) &&
               script_parts(utf8::next(text, place)) == Parts::kPairs;
      };
      if (!asked || !goes_on_at(end)) part(at, end);
      for (std::size_t first = at; goes_on_at(end);) {
        const std::size_t second = std::exchange(end, character_end(text, end));
        part(first, end);
        first = second;
      }
    }
    at = begin = end;
  }
  rest(begin, text.size());
}

std::vector<Word> parted_words(std::string_view text, bool asked) {
  if (!has_parts(text)) return words(text);
  std::vector<Word> out;
  cut_parts(
      text, asked,
      [&](std::size_t begin, std::size_t end) {
        for (const Word& word : words(text.substr(begin, end - begin))) {
          out.push_back({word.text, begin + word.begin});
        }
      },
      [&](std::size_t begin, std::size_t end) {
        out.push_back({text.substr(begin, end - begin), begin});
      });
  return out;
}

}  // namespace

bool has_parts(std::string_view text) {
  if (utf8::is_ascii(text)) return false;
  const auto first = std::find_if(text.begin(), text.end(), may_begin_part);
  for (auto at = static_cast<std::size_t>(first - text.begin()); at < text.size();) {
    if (script_parts(utf8::next(text, at)) != Parts::kNone) return true;
  }
  return false;
}

std::vector<Word> text_words(std::string_view text) { return parted_words(text, false); }

std::vector<Word> asked_words(std::string_view question) { return parted_words(question, true); }

std::string indexed_words(std::string_view text) {
  std::string folded = utf8::fold(text);
  if (!has_parts(folded)) return folded;
  std::string out;
  out.reserve(folded.size() * 2);
  const std::string_view view = folded;
  cut_parts(
      view, false,
      [&](std::size_t begin, std::size_t end) { out += view.substr(begin, end - begin); },
      [&](std::size_t begin, std::size_t end) {
        out.append(1, ' ').append(view.substr(begin, end - begin)).append(1, ' ');
      });
  return out;
}

}  // namespace pyramid::engine
