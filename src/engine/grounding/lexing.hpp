// A sentence of markdown as words and numbers.
#pragma once

#include "engine/grounding/words.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::grounding {

struct Token {
  enum class Kind {
    kWord,
    kNumber,  // `value`
    kDay,     // 2026-05-12
    kClock,   // 8:45, 2:07:31
    kUrl,     // an address of any sort
    kCode,    // letters with digits: a name that has to agree in each of its characters
  };
  Kind kind = Kind::kWord;
  std::string shown;           // as it stands, without punctuation around it
  const Word* word = nullptr;  // of kWord; of other kinds the token as a whole
  double value = 0;
  std::uint8_t unit = 0;    // "£640", "81%"
  bool ordinal = false;     // "3rd"
  bool capital = false;     // of kWord
  bool opening = false;     // nothing but punctuation, or a colon, stands before it
  bool possessive = false;  // "Ana's"
  char before = 0;          // the strongest of `;:(,` before it
};

// Marks of emphasis, links and lists are not part of it; an absolute address behind a link is.
std::vector<Token> lex(std::string_view sentence, Words& words);

}  // namespace pyramid::engine::grounding
