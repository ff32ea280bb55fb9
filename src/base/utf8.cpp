#include "base/utf8.hpp"

#include "base/text.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace pyramid::utf8 {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

struct Decoded {
  char32_t code_point = kReplacement;
  std::size_t bytes = 0;  // 0: invalid
};

Decoded decode(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) return {byte, 1};
  utf8proc_int32_t code_point = -1;
  const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at;
  const auto left = static_cast<utf8proc_ssize_t>(text.size() - at);
  const utf8proc_ssize_t read = utf8proc_iterate(data, left, &code_point);
  if (read <= 0 || code_point < 0) return {};
  return {static_cast<char32_t>(code_point), static_cast<std::size_t>(read)};
}

std::string map(std::string_view text, int options) {
  utf8proc_uint8_t* out = nullptr;
  const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const utf8proc_ssize_t size = utf8proc_map(data, static_cast<utf8proc_ssize_t>(text.size()), &out,
                                             static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(out, &std::free);
  if (size < 0) return std::string(text);
  return {reinterpret_cast<const char*>(out), static_cast<std::size_t>(size)};
}

std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

utf8proc_category_t category(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}

constexpr unsigned char kFirstOfMarks = 0xCC;
constexpr char32_t kZeroWidthSpace = 0x200B;  // unseen, but between words
constexpr char32_t kTatweel = 0x0640;         // makes an Arabic word longer

bool is_combining(char32_t c) {
  const utf8proc_category_t cat = category(c);
  return cat >= UTF8PROC_CATEGORY_MN && cat <= UTF8PROC_CATEGORY_ME;
}

// A word is the same with and without it. Unicode's combining classes tell: 10 to 36 are the points
// of Hebrew, Arabic and Syriac, from 200 on accents, 1 is a stroke through the letter. Those of the
// others (vowels, viramas, nuktas, voiced kana, Thai tones) make another letter.
bool is_accent(char32_t c) {
  const auto* property = utf8proc_get_property(static_cast<utf8proc_int32_t>(c));
  const auto order = property->combining_class;
  return property->category == UTF8PROC_CATEGORY_ME || order == 1 || (order >= 10 && order <= 36) ||
         order >= 200;
}

bool is_jamo(char32_t c) { return c >= 0x1100 && c <= 0x11FF; }

// "ss" for ß: a lower-case Latin letter that does not decompose, spelled with a to z; and the sigma
// of all places for that of a word's end. "" for every other character.
std::string_view spelled_out(char32_t c) {
  switch (c) {
    case U'ß':
      return "ss";
    case U'æ':
      return "ae";
    case U'œ':
      return "oe";
    case U'þ':
      return "th";
    case U'ø':
      return "o";
    case U'ł':
      return "l";
    case U'đ':
    case U'ð':
    case U'ɗ':
      return "d";
    case U'ħ':
      return "h";
    case U'ŧ':
      return "t";
    case U'ŋ':
      return "n";
    case U'ɓ':
      return "b";
    case U'ƙ':
      return "k";
    case U'ƴ':
      return "y";
    case U'ə':
      return "e";
    case U'ı':
      return "i";
    case U'ς':
      return "σ";
    default:
      return {};
  }
}

// Whether what it appends may have to be composed and put in order.
bool fold_character(char32_t c, std::string& out) {
  if (c == kZeroWidthSpace) {
    out += ' ';
    return false;
  }
  const bool dash = c >= 0x2012 && c <= 0x2016;
  const bool quote = c >= 0x2018 && c <= 0x201F;
  if (dash || quote) {  // most of what English has beside ASCII
    append(out, c);
    return false;
  }
  constexpr auto kOptions = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT |
                                                           UTF8PROC_IGNORE | UTF8PROC_STABLE);
  std::array<utf8proc_int32_t, 32> parts{};  // the longest has 18
  int boundary = 0;
  const auto count = std::min<utf8proc_ssize_t>(
      utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), parts.data(), parts.size(),
                              kOptions, &boundary),
      parts.size());
  bool loose = false;
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    const auto part = static_cast<char32_t>(utf8proc_tolower(parts[static_cast<std::size_t>(i)]));
    const bool combining = is_combining(part);
    if (part == kTatweel || (combining && is_accent(part))) continue;
    loose = loose || combining || is_jamo(part);
    const std::string_view letters = spelled_out(part);
    letters.empty() ? append(out, part) : static_cast<void>(out += letters);
  }
  return loose;
}

}  // namespace

bool is_ascii(std::string_view text) {
  unsigned all = 0;  // without a way out of the loop it takes many bytes at once
  for (const char c : text) all |= static_cast<unsigned char>(c);
  return all < 0x80;
}

std::optional<std::size_t> first_invalid(std::string_view text) {
  constexpr std::size_t kAtOnce = 32;
  std::size_t at = 0;
  while (at < text.size()) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      at += is_ascii(text.substr(at, kAtOnce)) ? std::min(kAtOnce, text.size() - at) : 1;
      continue;
    }
    const Decoded decoded = decode(text, at);
    if (decoded.bytes == 0) return at;
    at += decoded.bytes;
  }
  return std::nullopt;
}

std::string replace_invalid(std::string_view text) {
  if (!first_invalid(text)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) append(out, next(text, at));
  return out;
}

std::string storable(std::string_view text) {
  std::string valid = replace_invalid(text);
  if (valid.find('\0') == std::string::npos) return valid;
  return replace_all(valid, std::string_view("\0", 1), "\xEF\xBF\xBD");
}

char32_t next(std::string_view text, std::size_t& at) {
  const Decoded decoded = decode(text, at);
  at += decoded.bytes == 0 ? 1 : decoded.bytes;
  return decoded.code_point;
}

void append(std::string& out, char32_t code_point) {
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (surrogate || code_point > 0x10FFFF) code_point = kReplacement;
  utf8proc_uint8_t bytes[4];
  const utf8proc_ssize_t size =
      utf8proc_encode_char(static_cast<utf8proc_int32_t>(code_point), bytes);
  out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

std::string nfc(std::string_view text) {
  std::string composed;
  return std::string(nfc(text, composed));
}

std::string nfkc(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  return map(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
}

std::string_view nfc(std::string_view text, std::string& composed) {
  // Nothing composes with a character below U+0300, whose first bytes are below these.
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < kFirstOfMarks;
  });
  if (plain) return text;
  composed = map(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
  return composed;
}

std::string fold(std::string_view text) {
  if (is_ascii(text)) return ascii_lower(text);
  std::string out;
  out.reserve(text.size());
  bool loose = false;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) < 0x80) {
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      ++at;
    } else {
      loose = fold_character(next(text, at), out) || loose;
    }
  }
  return loose ? nfc(out) : out;
}

std::string lower(std::string_view text) {
  if (is_ascii(text)) return ascii_lower(text);
  std::string out;
  out.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) {
    const Decoded decoded = decode(text, at);
    if (decoded.bytes == 0) {
      out += text[at++];
      continue;
    }
    append(out, static_cast<char32_t>(
                    utf8proc_tolower(static_cast<utf8proc_int32_t>(decoded.code_point))));
    at += decoded.bytes;
  }
  return out;
}

std::string caseless(std::string_view name) {
  std::string composed;
  return lower(nfc(name, composed));
}

bool is_latin(char32_t c) { return c < 0x250 || (c >= 0x1E00 && c < 0x1F00); }

bool is_letter(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const utf8proc_category_t cat = category(c);
  return cat >= UTF8PROC_CATEGORY_LU && cat <= UTF8PROC_CATEGORY_LO;
}

bool is_upper(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z';
  return category(c) == UTF8PROC_CATEGORY_LU;
}

bool is_digit(char32_t c) {
  if (c < 0x80) return c >= '0' && c <= '9';
  return category(c) == UTF8PROC_CATEGORY_ND;
}

bool is_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= '\t' && c <= '\r');
  return category(c) == UTF8PROC_CATEGORY_ZS || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool is_mark(char32_t c) {
  if (c < 0x80) return false;
  return is_combining(c) || (category(c) == UTF8PROC_CATEGORY_CF && c != kZeroWidthSpace);
}

bool is_punctuation(char32_t c) {
  if (c < 0x80) return c > ' ' && c < 0x7F && !is_letter(c) && !is_digit(c);
  const utf8proc_category_t cat = category(c);
  return cat >= UTF8PROC_CATEGORY_PC && cat <= UTF8PROC_CATEGORY_PO;
}

bool is_cjk(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x20000 && c <= 0x2A6DF) || (c >= 0x2A700 && c <= 0x2B73F) ||
         (c >= 0x2B740 && c <= 0x2B81F) || (c >= 0x2B820 && c <= 0x2CEAF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

std::string_view truncate(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  std::size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

std::size_t width(std::string_view text) {
  std::size_t columns = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const int one = utf8proc_charwidth(static_cast<utf8proc_int32_t>(next(text, at)));
    columns += one > 0 ? static_cast<std::size_t>(one) : 0;
  }
  return columns;
}

}  // namespace pyramid::utf8
