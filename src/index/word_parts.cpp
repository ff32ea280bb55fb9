#include "index/word_parts.hpp"

#include "base/utf8.hpp"

#include <algorithm>

namespace pyramid::index {

bool is_word_alone(char32_t c) {
  if (c < 0x3005) return false;  // nearly all
  const bool han_sign = c <= 0x3007;
  const bool hiragana = (c >= 0x3041 && c <= 0x3096) || (c >= 0x309D && c <= 0x309F);
  const bool katakana = (c >= 0x30A1 && c <= 0x30FA) || (c >= 0x30FC && c <= 0x30FF) ||
                        (c >= 0x31F0 && c <= 0x31FF) || (c >= 0xFF66 && c <= 0xFF9D);
  return han_sign || hiragana || katakana || utf8::is_cjk(c);
}

bool has_word_alone(std::string_view text) {
  constexpr unsigned char kFirst = 0xE3;  // U+3000 and all behind it begin with it or more
  const auto first = std::find_if(text.begin(), text.end(),
                                  [](char c) { return static_cast<unsigned char>(c) >= kFirst; });
  for (auto at = static_cast<std::size_t>(first - text.begin()); at < text.size();) {
    if (is_word_alone(utf8::next(text, at))) return true;
  }
  return false;
}

std::string parted(std::string_view text) {
  if (!has_word_alone(text)) return std::string(text);
  std::string out;
  out.reserve(text.size() * 2);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const bool alone = is_word_alone(utf8::next(text, at));
    if (alone) out += ' ';
    out += text.substr(begin, at - begin);
    if (alone) out += ' ';
  }
  return out;
}

}  // namespace pyramid::index
