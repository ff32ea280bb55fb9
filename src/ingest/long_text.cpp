#include "ingest/long_text.hpp"

#include "base/cut_text.hpp"
#include "base/text.hpp"

#include <charconv>
#include <system_error>

namespace pyramid::ingest {

namespace {

constexpr std::string_view kMarkBegin = "[…", kMarkEnd = " bytes left out]";

// The number in the mark that `text` ends with, and where that begins; 0 where there is none.
struct Mark {
  std::size_t begin = 0, bytes = 0;
};

Mark mark_at_end(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  if (!text.ends_with(kMarkEnd)) return {};
  const std::size_t begin = text.rfind(kMarkBegin);
  if (begin == std::string_view::npos || text.size() - begin > kLongest) return {};
  const std::size_t digits = begin + kMarkBegin.size();
  const std::string number =
      replace_all(text.substr(digits, text.size() - kMarkEnd.size() - digits), ",", "");
  Mark mark{begin, 0};
  const char* end = number.data() + number.size();
  const auto [last, error] = std::from_chars(number.data(), end, mark.bytes);
  return error == std::errc() && last == end ? mark : Mark();
}

std::size_t utf8_bytes(int unit) {
  const bool is_half = unit >= 0xD800 && unit < 0xE000;  // two of them make four bytes
  if (unit < 0x80) return 1;
  return unit < 0x800 || is_half ? 2 : 3;
}

int long_text_hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 0;
}

bool goes_on(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

std::string left_out_mark(std::size_t bytes) {
  return std::string(kMarkBegin).append(with_commas(bytes)).append(kMarkEnd);
}

std::size_t cut_to_kept(std::string& text) {
  if (text.size() <= kMostKept) return 0;
  const Mark before = mark_at_end(text);
  const std::size_t whole = before.bytes > 0 ? before.begin + before.bytes : text.size();
  const std::size_t kept = beginning_of(text, kMostKept).size();
  text.resize(kept);
  text += "\n\n" + left_out_mark(whole - kept);
  return whole - kept;
}

std::string_view without_left_out_mark(std::string_view text) {
  const Mark mark = mark_at_end(text);
  return mark.bytes == 0 ? text : text.substr(0, mark.begin);
}

// Whether what begins here is still kept: a code point, an escape and a surrogate pair are not cut.
void LongStrings::begin_in_string(char c) {
  if (!drops_ && kept_ > kMostKept && !goes_on(c) && !(high_ && c == '\\')) drops_ = true;
}

void LongStrings::finish_escape(char c) {
  std::size_t& count = drops_ ? dropped_ : kept_;
  if (escape_ < 0) {
    escape_ = c == 'u' ? 4 : 0;
    unit_ = 0;
    high_ = false;
    if (c != 'u') ++count;
    return;
  }
  unit_ = unit_ * 16 + long_text_hex_digit(c);
  if (--escape_ > 0) return;
  high_ = unit_ >= 0xD800 && unit_ < 0xDC00;
  count += utf8_bytes(unit_);
}

void LongStrings::feed(std::string_view piece, std::string& out) {
  for (const char c : piece) {
    if (!in_string_) {
      in_string_ = c == '"';
      if (in_string_) {
        drops_ = high_ = false;
        kept_ = dropped_ = 0;
      }
      out += c;
      continue;
    }
    if (escape_ != 0) {
      if (!drops_) out += c;
      finish_escape(c);
      continue;
    }
    if (c == '"') {
      in_string_ = false;
      if (drops_) out += left_out_mark(dropped_);
      out += c;
      continue;
    }
    begin_in_string(c);
    if (!drops_) out += c;
    if (c == '\\') {
      escape_ = -1;
    } else {
      high_ = false;
      ++(drops_ ? dropped_ : kept_);
    }
  }
}

}  // namespace pyramid::ingest
