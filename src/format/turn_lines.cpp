#include "format/turn_lines.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <charconv>

namespace pyramid::format {

namespace {

constexpr std::string_view kOriginMark = "<!-- origin ";
constexpr std::string_view kOffsetComment = "<!-- offset ";
constexpr std::string_view kUnkept = "<!-- unkept ";
constexpr std::string_view kCommentEnd = " -->";
constexpr std::string_view kHexDigits = "0123456789ABCDEF";

// Two digits at `at`, or -1.
int two_digits(std::string_view text, std::size_t at) {
  if (at + 2 > text.size() || !is_digit(text[at]) || !is_digit(text[at + 1])) return -1;
  return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

bool is_plain_in_comment(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("_.:/@+=-").find(c) != std::string_view::npos;
}

int origin_hex_value(char c) {
  const std::size_t value = kHexDigits.find(c);
  return value == std::string_view::npos ? -1 : static_cast<int>(value);
}

}  // namespace

std::optional<TurnHeading> parse_turn_heading(std::string_view line) {
  if (line.substr(0, 3) != "## ") return std::nullopt;
  line.remove_prefix(3);
  TurnHeading heading;
  if (line.size() > 11 && line[4] == '-') {
    heading.date = parse_date(line.substr(0, 10));
    if (!heading.date || line[10] != ' ') return std::nullopt;
    line.remove_prefix(11);
  }
  const int hour = two_digits(line, 0);
  const int minute = two_digits(line, 3);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || line[2] != ':') return std::nullopt;
  line.remove_prefix(5);
  int second = 0;
  if (!line.empty() && line[0] == ':') {
    second = two_digits(line, 1);
    if (second < 0 || second > 59) return std::nullopt;
    line.remove_prefix(3);
  }
  heading.second_of_day = hour * 3600 + minute * 60 + second;
  if (line == " User") return heading;
  heading.speaker = Speaker::kAssistant;
  if (line == " Assistant") return heading;
  return std::nullopt;
}

std::string turn_heading(const Turn& turn, Date shown) {
  const Date date = date_of(turn.at);
  const std::int64_t second = turn.at.seconds - start_of(date).seconds;
  std::string out = "## ";
  if (date != shown) out += format_date(date) + " ";
  out += fmt::format("{:02}:{:02}", second / 3600, second / 60 % 60);
  if (second % 60 != 0) out += fmt::format(":{:02}", second % 60);
  return out + (turn.speaker == Speaker::kUser ? " User" : " Assistant");
}

std::int64_t parse_turn_mark(std::string_view line) {
  if (line.substr(0, 2) != "^t" || line.size() > 12) return 0;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(line.data() + 2, line.data() + line.size(), number);
  return error == std::errc() && end == line.data() + line.size() && number > 0 ? number : 0;
}

std::optional<std::string> parse_origin_line(std::string_view line) {
  if (line.substr(0, kOriginMark.size()) != kOriginMark) return std::nullopt;
  line.remove_prefix(kOriginMark.size());
  if (line.size() < kCommentEnd.size() ||
      line.substr(line.size() - kCommentEnd.size()) != kCommentEnd) {
    return std::nullopt;
  }
  line.remove_suffix(kCommentEnd.size());
  std::string origin;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (is_plain_in_comment(line[i])) {
      origin += line[i];
      continue;
    }
    const int high = line[i] == '%' && i + 2 < line.size() ? origin_hex_value(line[i + 1]) : -1;
    const int low = high < 0 ? -1 : origin_hex_value(line[i + 2]);
    if (low < 0) return std::nullopt;
    origin += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return origin;
}

std::string origin_line(std::string_view origin) {
  std::string out(kOriginMark);
  for (const char c : origin) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain_in_comment(c)) {
      out += c;
    } else {
      out += '%';
      out += kHexDigits[byte >> 4];
      out += kHexDigits[byte & 15];
    }
  }
  return out.append(kCommentEnd);
}

std::optional<std::int32_t> parse_offset_line(std::string_view line) {
  if (!line.starts_with(kOffsetComment) || !line.ends_with(kCommentEnd)) return std::nullopt;
  if (line.size() < kOffsetComment.size() + kCommentEnd.size()) return std::nullopt;
  line.remove_prefix(kOffsetComment.size());
  line.remove_suffix(kCommentEnd.size());
  return parse_offset(line);
}

std::string offset_line(std::int32_t offset) {
  return std::string(kOffsetComment).append(format_offset(offset)).append(kCommentEnd);
}

std::optional<Digest> parse_unkept_line(std::string_view line) {
  if (!line.starts_with(kUnkept) || !line.ends_with(kCommentEnd)) return std::nullopt;
  if (line.size() < kUnkept.size() + kCommentEnd.size()) return std::nullopt;
  line.remove_prefix(kUnkept.size());
  line.remove_suffix(kCommentEnd.size());
  return parse_digest(line);
}

std::string unkept_line(const Digest& said) {
  return std::string(kUnkept).append(to_hex(said)).append(kCommentEnd);
}

}  // namespace pyramid::format
