#include "base/encoding.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid {

namespace {

constexpr std::string_view kUnreadable = "\xEF\xBF\xBD";  // U+FFFD

// What Windows-1252 has at 0x80 to 0x9F; 0: nothing, and the control character of Latin-1 is meant.
constexpr std::array<char32_t, 32> kWindows1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

// Whether a sequence of several bytes in it is valid UTF-8.
bool has_sequence(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t begin = at;
    static_cast<void>(utf8::next(bytes, at));
    if (at - begin > 1) return true;
  }
  return false;
}

std::string from_windows_1252(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    char32_t point = byte;
    if (byte >= 0x80 && byte < 0xA0 && kWindows1252[byte - 0x80] != 0) {
      point = kWindows1252[byte - 0x80];
    }
    utf8::append(text, point);
  }
  return text;
}

// Where UTF-16 begins: behind its byte order mark, or at 0 where every other one of the first bytes
// is a NUL, as of Latin letters; nullopt: it is none.
struct Utf16 {
  bool little = true;
  std::size_t begin = 0;
};
std::optional<Utf16> utf16_in(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe")) return Utf16{true, 2};
  if (bytes.starts_with("\xfe\xff")) return Utf16{false, 2};
  if (bytes.size() < 4) return std::nullopt;
  const auto is_nul = [&](std::size_t at) { return bytes[at] == '\0'; };
  if (!is_nul(0) && is_nul(1) && !is_nul(2) && is_nul(3)) return Utf16{true, 0};
  if (is_nul(0) && !is_nul(1) && is_nul(2) && !is_nul(3)) return Utf16{false, 0};
  return std::nullopt;
}

std::string from_utf16(std::string_view bytes, const Utf16& form) {
  const bool little = form.little;
  const auto unit = [&](std::size_t at) -> char32_t {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return little ? first | second << 8U : first << 8U | second;
  };
  std::string text;
  for (std::size_t at = form.begin; at + 1 < bytes.size(); at += 2) {
    char32_t point = unit(at);
    const bool pair = point >= 0xD800 && point < 0xDC00 && at + 3 < bytes.size();
    const char32_t low = pair ? unit(at + 2) : 0;
    if (low >= 0xDC00 && low < 0xE000) {
      point = 0x10000 + ((point - 0xD800) << 10U) + (low - 0xDC00);
      at += 2;
    }
    utf8::append(text, point);
  }
  return text;
}

// Where a byte stands that no text has: a NUL, or one that is no UTF-8.
std::optional<std::size_t> first_unreadable(std::string_view bytes) {
  const std::size_t nul = bytes.find('\0');
  const std::optional<std::size_t> invalid = utf8::first_invalid(bytes.substr(0, nul));
  return invalid || nul == bytes.npos ? invalid : nul;
}

std::string without_nuls(std::string text) {
  return replace_all(text, std::string_view("\0", 1), kUnreadable);
}

const char* name_of(Encoding encoding) {
  return encoding == Encoding::kUtf16 ? "UTF-16" : "Windows-1252 (Latin-1)";
}

}  // namespace

Decoded decode(std::string_view bytes) {
  if (const auto form = utf16_in(bytes)) return {Encoding::kUtf16, from_utf16(bytes, *form)};
  if (!first_unreadable(bytes)) return {};
  if (!utf8::first_invalid(bytes) || has_sequence(bytes)) {
    return {Encoding::kDamaged, without_nuls(utf8::replace_invalid(bytes))};
  }
  return {Encoding::kWindows1252, without_nuls(from_windows_1252(bytes))};
}

void make_utf8(std::string& bytes) {
  Decoded read = decode(bytes);
  if (read.encoding != Encoding::kUtf8) bytes = std::move(read.text);
}

void Encodings::note(Encoding encoding, std::size_t line) {
  if (encoding == Encoding::kUtf8) return;
  if (lines_++ == 0) first_ = line;
  if (encoding == Encoding::kDamaged) {
    ++damaged_;
  } else if (!other_) {
    other_ = encoding;
  }
}

std::optional<Diagnostic> Encodings::told(const std::string& path) const {
  if (lines_ == 0) return std::nullopt;
  std::string what = "this is not UTF-8";
  if (other_) what += std::string("; it is read as ") + name_of(*other_);
  if (damaged_ > 0) what += "; bytes that cannot be read became " + std::string(kUnreadable);
  if (lines_ > 1) what += ", here and in " + count_of(lines_ - 1, "more line", "more lines");
  return Diagnostic{Severity::kWarning, path + ":" + std::to_string(first_), std::move(what),
                    "look whether names with accents are right; if not, save it as UTF-8"};
}

Diagnostic encoding_problem(std::string_view bytes, Encoding encoding, const std::string& path) {
  const std::string_view before = bytes.substr(0, first_unreadable(bytes).value_or(0));
  Encodings found;
  found.note(encoding,
             1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')));
  return *found.told(path);
}

}  // namespace pyramid
