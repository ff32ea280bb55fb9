#include "base/letters.hpp"

#include "base/utf8.hpp"

#include <cstddef>

namespace pyramid {

std::string_view latin_letters(char32_t c) {
  switch (c) {
    case U'ß':
      return "ss";
    case U'æ':
      return "ae";
    case U'œ':
      return "oe";
    case U'ø':
      return "o";
    case U'ł':
      return "l";
    case U'đ':
    case U'ð':
      return "d";
    case U'þ':
      return "th";
    case U'ı':
      return "i";
    default:
      return {};
  }
}

std::string fold_letters(std::string_view text) {
  const std::string folded = utf8::fold(text);
  std::string out;
  for (std::size_t at = 0; at < folded.size();) {
    const std::size_t begin = at;
    const std::string_view letters = latin_letters(utf8::next(folded, at));
    out += letters.empty() ? std::string_view(folded).substr(begin, at - begin) : letters;
  }
  return out;
}

}  // namespace pyramid
