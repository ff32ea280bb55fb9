#include "engine/grounding/lexing.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/writing/rated.hpp"
#include "engine/text/language.hpp"
#include "pyramid/time.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace pyramid::engine::grounding {

namespace {

using Kind = Token::Kind;

constexpr auto npos = std::string_view::npos;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

std::string lower_of(std::string_view text) {
  const bool ascii = std::all_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!ascii) return utf8::lower(text);
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

constexpr std::string_view kEmDash = "—";
constexpr std::string_view kEnDash = "–";

// The end of `[text](target)` that begins at `at`, or npos.
std::size_t link_end(std::string_view text, std::size_t at) {
  const std::size_t middle = text.find("](", at);
  if (middle == npos) return npos;
  return text.find(')', middle);
}

// Without marks: emphasis, code, links, dashes.
std::string bare(std::string_view text) {
  text = trim(text);
  if (text.starts_with("- ") || text.starts_with("* ")) text.remove_prefix(2);
  std::string plain = builtin::writing::without_ratings(text);
  std::string out;
  out.reserve(plain.size() + 8);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const std::string_view rest = std::string_view(plain).substr(i);
    const std::size_t end = plain[i] == '[' ? link_end(plain, i) : npos;
    if (end != npos) {
      const std::size_t middle = plain.find("](", i);
      const std::string target = plain.substr(middle + 2, end - middle - 2);
      out += plain.substr(i + 1, middle - i - 1);
      if (target.find("://") != npos) out += " " + target;
      i = end;
    } else if (rest.starts_with("**") || rest.starts_with("__")) {
      ++i;
    } else if (plain[i] == '`') {
      continue;
    } else if (rest.starts_with(kEmDash) || rest.starts_with(kEnDash)) {
      const bool between = i > 0 && is_digit(plain[i - 1]) && rest.size() > 3 && is_digit(rest[3]);
      out += between ? " to " : " , ";
      i += 2;
    } else {
      out += plain[i];
    }
  }
  return replace_all(out, "’", "'");
}

constexpr auto kAround = std::to_array<std::string_view>(
    {"“", "”", "„", "«", "»", "…", "‘", "(", ")", "[", "]", "{", "}", "\"",
     "'", "*", "_", "<", ">", ",", ";", ":", "!", "?", ".", "|", "~"});

std::string_view leading(std::string_view chunk) {
  for (const std::string_view mark : kAround) {
    if (chunk.starts_with(mark)) return mark;
  }
  return {};
}
std::string_view trailing(std::string_view chunk) {
  for (const std::string_view mark : kAround) {
    if (chunk.ends_with(mark)) return mark;
  }
  return {};
}

// Which of two marks parts more.
char stronger(char a, std::string_view mark) {
  constexpr std::string_view kOrder = ",(:;";
  if (mark.size() != 1) return a;
  const std::size_t place = kOrder.find(mark[0]);
  if (place == npos) return a;
  const std::size_t old = a == 0 ? npos : kOrder.find(a);
  return old == npos || place > old ? mark[0] : a;
}

// 54,000 and 54000 and 8.90; nullopt for what is no plain number.
std::optional<double> number_in(std::string_view text) {
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool grouped = text[i] == ',' && i > 0 && all_digits(text.substr(i + 1, 3)) &&
                         text.substr(i + 1, 3).size() == 3;
    if (grouped) continue;
    if (!is_digit(text[i]) && text[i] != '.') return std::nullopt;
    digits += text[i];
  }
  if (digits.empty() || !is_digit(digits.front())) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

// "8:45" in seconds of the day, by a minute or a second; nullopt for another form.
std::optional<double> clock_in(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ':');
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  double value = 0;
  for (const std::string_view part : parts) {
    if (!all_digits(part) || part.size() > 2) return std::nullopt;
    value = value * 60 + (part[0] - '0') * (part.size() == 2 ? 10 : 1) +
            (part.size() == 2 ? part[1] - '0' : 0);
  }
  return parts.size() == 2 ? value * 60 : value;
}

bool is_url(std::string_view chunk) {
  if (chunk.find("://") != npos || chunk.starts_with("www.")) return true;
  const std::size_t dot = chunk.find('.');
  if (dot == npos || dot == 0 || dot + 1 >= chunk.size()) return false;
  if (chunk.find('@') != npos || chunk.find('/') != npos) return true;
  const bool several = chunk.find('.', dot + 1) != npos;  // of digits too: 192.168.1.20
  return (several && chunk.size() > 4) ||
         (is_letter(chunk[dot - 1]) && is_letter(chunk[dot + 1]) && chunk.size() > 4);
}

class Lexer {
 public:
  explicit Lexer(Words& words) : words_(words) {}

  std::vector<Token> run(std::string_view sentence) {
    const std::string plain = bare(sentence);
    const std::string_view text = plain;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = text.find_first_not_of(" \t\n\r", at);
      if (begin == npos) break;
      const std::size_t end = std::min(text.find_first_of(" \t\n\r", begin), text.size());
      take(text.substr(begin, end - begin));
      at = end;
    }
    return std::move(tokens_);
  }

 private:
  void take(std::string_view chunk) {
    for (auto mark = leading(chunk); !mark.empty(); mark = leading(chunk)) {
      before_ = stronger(before_, mark);
      chunk.remove_prefix(mark.size());
    }
    char behind = 0;
    while (!chunk.empty()) {
      const std::string_view mark = trailing(chunk);
      if (mark.empty()) break;
      behind = stronger(behind, mark);
      chunk.remove_suffix(mark.size());
    }
    if (!chunk.empty()) take_bare(chunk);
    before_ = behind == 0 && chunk.empty() ? before_ : behind;
  }

  void take_bare(std::string_view chunk) {
    if (is_url(chunk)) {
      std::string address = lower_of(chunk);
      while (address.ends_with("/")) address.pop_back();
      if (address == "a.m" || address == "p.m" || address == "e.g" || address == "i.e") {
        return add(Kind::kWord, chunk, lower_of(replace_all(chunk, ".", "")));
      }
      return add(Kind::kUrl, chunk, address);
    }
    if (has_digit(chunk)) return take_number(chunk);
    take_words(chunk);
  }

  // Parts between hyphens and slashes, each a word.
  void take_words(std::string_view chunk) {
    std::size_t begin = 0;
    while (begin < chunk.size()) {
      const std::size_t end = std::min(chunk.find_first_of("-/&+=", begin), chunk.size());
      if (end > begin) add_word(chunk.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  void add_word(std::string_view text) {
    std::string lower = lower_of(text);
    bool possessive = false;
    if (lower.ends_with("'s") && lower != "it's" && lower != "that's") {
      lower.resize(lower.size() - 2);
      possessive = true;
    } else if (lower.ends_with("'")) {
      lower.pop_back();
      possessive = true;
    }
    if (lower.empty()) return;
    add(Kind::kWord, text, lower);
    tokens_.back().capital = is_capital(text);
    tokens_.back().possessive = possessive;
  }

  void take_number(std::string_view chunk) {
    if (parse_date(chunk)) return add(Kind::kDay, chunk, std::string(chunk));
    std::string_view rest = chunk;
    std::string sign;
    while (!rest.empty() && !is_digit(rest[0]) && static_cast<unsigned char>(rest[0]) != 0) {
      const std::size_t from = chunk.size() - rest.size();
      std::size_t at = from;
      utf8::next(chunk, at);
      sign += chunk.substr(from, at - from);
      rest = chunk.substr(at);
    }
    const std::uint8_t unit = sign.empty() ? 0 : words_.find(lower_of(sign))->unit;
    if (!sign.empty() && unit == 0) return add(Kind::kCode, chunk, lower_of(chunk));
    std::size_t end = 0;
    while (end < rest.size() &&
           (is_digit(rest[end]) || ((rest[end] == ',' || rest[end] == '.' || rest[end] == ':') &&
                                    end + 1 < rest.size() && is_digit(rest[end + 1])))) {
      ++end;
    }
    const std::string_view digits = rest.substr(0, end);
    const std::string suffix = lower_of(rest.substr(end));
    const std::optional<double> clock = clock_in(digits);
    const std::optional<double> number = clock ? std::nullopt : number_in(digits);
    if (!clock && !number) return add(Kind::kCode, chunk, lower_of(chunk));
    add_number(clock ? Kind::kClock : Kind::kNumber, chunk, clock ? *clock : *number, unit, suffix);
  }

  void add_number(Kind kind, std::string_view chunk, double value, std::uint8_t unit,
                  const std::string& suffix) {
    const bool ordinal = suffix == "st" || suffix == "nd" || suffix == "rd" || suffix == "th";
    const Word* behind = words_.find(suffix.empty() ? "-" : suffix);
    const bool half_day = suffix == "am" || suffix == "pm";
    const bool joined = suffix.starts_with('-') && suffix.size() > 1;
    const bool known = suffix.empty() || ordinal || half_day || joined || behind->unit != 0 ||
                       behind->multiplier != 0;
    if (!known) return add(Kind::kCode, chunk, lower_of(chunk));
    if (suffix == "m" && unit != 0) behind = words_.find("million");  // £2m
    add(kind, chunk, lower_of(chunk));
    Token& token = tokens_.back();
    token.value = value * (behind->multiplier != 0 ? behind->multiplier : 1);
    token.unit = unit != 0 ? unit : behind->unit;
    token.ordinal = ordinal;
    if (half_day) add(Kind::kWord, suffix, suffix);
    if (joined) take_words(suffix);  // 16-inch, 25-year-old
  }

  void add(Kind kind, std::string_view shown, const std::string& lower) {
    Token token;
    token.kind = kind;
    token.shown = shown;
    token.word = words_.find(lower);
    token.opening = tokens_.empty() || before_ == ':';
    token.before = before_;
    before_ = 0;
    tokens_.push_back(std::move(token));
  }

  Words& words_;
  std::vector<Token> tokens_;
  char before_ = 0;
};

}  // namespace

std::vector<Token> lex(std::string_view sentence, Words& words) {
  return Lexer(words).run(sentence);
}

}  // namespace pyramid::engine::grounding
