#include "guard/values.hpp"

#include <algorithm>
#include <array>

namespace pyramid::guard {

namespace {

constexpr std::size_t kLongestValue = 512;

// "password for the router is X": the word behind "password", and how many may follow it.
constexpr auto kForWhat = std::to_array<std::string_view>(
    {"for", "of", "to",    "on",   "at",   "in", "für",  "vom",  "von",   "zum",  "zur", "des",
     "der", "im", "am",    "beim", "du",   "de", "pour", "au",   "del",   "para", "do",  "da",
     "per", "di", "della", "van",  "voor", "no", "na",   "wifi", "wi-fi", "wlan"});
constexpr std::size_t kMostForWhat = 6;
constexpr auto kIs = std::to_array<std::string_view>({"is", "ist", "lautet", "est", "es", "è", "é",
                                                      "was", "war", "era", "it's", "that's",
                                                      "das ist", "c'est", "c’est", "e'", "e’"});

}  // namespace

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) {
    return c < 0x80 ? static_cast<char>(std::tolower(c)) : static_cast<char>(c);
  });
  return out;
}

namespace {

// A quote or bracket as HTML writes it: its length at `at`, or 0.
std::size_t entity_at(std::string_view text, std::size_t at) {
  if (text[at] != '&') return 0;
  for (const std::string_view one : {"&quot;", "&apos;", "&#39;", "&#34;", "&lt;", "&gt;"}) {
    if (text.substr(at).starts_with(one)) return one.size();
  }
  return 0;
}

// The quotes of print that may close what `opens`, which begins a text; empty where it opens none.
struct Quote {
  std::string_view opens, closes, closes_too;
};
constexpr auto kPrinted = std::to_array<Quote>({{"“", "”", "”"},
                                                {"„", "“", "”"},
                                                {"«", "»", "»"},
                                                {"»", "«", "»"},
                                                {"‘", "’", "’"},
                                                {"‚", "‘", "’"},
                                                {"‹", "›", "›"}});

const Quote* printed_quote_at(std::string_view text, std::size_t at) {
  if (static_cast<unsigned char>(text[at]) < 0x80) return nullptr;
  const auto* found = std::find_if(kPrinted.begin(), kPrinted.end(), [&](const Quote& one) {
    return text.substr(at).starts_with(one.opens);
  });
  return found == kPrinted.end() ? nullptr : found;
}

// Up to the closing quote; an empty one where the line has none.
Value printed_value(std::string_view text, std::size_t at, const Quote& quote) {
  Value value;
  value.begin = at + quote.opens.size();
  const std::string_view rest = text.substr(value.begin, kLongestValue);
  const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
  const std::size_t end =
      std::min({line.find(quote.closes), line.find(quote.closes_too), line.find('"')});
  value.quoted = end != line.npos;
  value.end = value.begin + (value.quoted ? end : 0);
  for (const std::string_view blank : {"\xC2\xA0", "\xE2\x80\xAF", " "}) {  // « so »
    const std::string_view inside = text.substr(value.begin, value.end - value.begin);
    if (inside.size() < 2 * blank.size()) break;
    if (inside.starts_with(blank)) value.begin += blank.size();
    if (inside.ends_with(blank)) value.end -= blank.size();
  }
  return value;
}

// The bytes of a closing quote of print at `at`, or 0.
std::size_t closing_quote_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || static_cast<unsigned char>(text[at]) < 0x80) return 0;
  for (const Quote& one : kPrinted) {
    for (const std::string_view closes : {one.closes, one.closes_too}) {
      if (text.substr(at).starts_with(closes)) return closes.size();
    }
  }
  return 0;
}

}  // namespace

Value value_at(std::string_view text, std::size_t at) {
  const std::size_t limit = std::min(text.size(), at + kLongestValue);
  while (at < limit && is_one_of(text[at], " \t*\\")) ++at;
  if (at < limit) at += entity_at(text, at);
  if (const Quote* printed = at < limit ? printed_quote_at(text, at) : nullptr) {
    const Value value = printed_value(text, at, *printed);
    if (value.quoted) return value;
  }
  Value value;
  const char quote = at < limit && is_one_of(text[at], "\"'`") ? text[at] : '\0';
  value.quoted = quote != '\0';
  if (value.quoted) ++at;
  value.begin = at;
  while (at < limit && text[at] != '\n' && text[at] != '\r') {
    if (value.quoted ? text[at] == quote : is_one_of(text[at], " \t\"'`<")) break;
    if (entity_at(text, at) > 0) break;
    ++at;
  }
  // Cut at the limit, the rest of a character goes with it.
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  if (value.quoted && at > value.begin && text[at - 1] == '\\') --at;
  while (!value.quoted && at > value.begin && is_one_of(text[at - 1], ".,;:)]}>*\\")) --at;
  value.end = at;
  return value;
}

Mix mix_of(std::string_view value) {
  Mix mix;
  for (const char c : value) {
    mix.letter = mix.letter || is_letter(c);
    mix.digit = mix.digit || is_digit(c);
    mix.symbol = mix.symbol || is_one_of(c, "!@#$%^&*?+~=|");
  }
  return mix;
}

bool is_elsewhere(std::string_view value, bool quoted) {
  if (value.starts_with("/") || value.starts_with("./") || value.starts_with("~/")) return true;
  if (value.find("://") != std::string_view::npos) return true;
  return !quoted && (value.find("->") != std::string_view::npos || is_one_of('(', value) ||
                     is_one_of('[', value));
}

bool is_usual(std::string_view password) {
  constexpr std::array<std::string_view, 9> kUsual = {
      "password", "pass", "pw", "passwd", "pwd", "secret", "token", "passwort", "kennwort"};
  return std::find(kUsual.begin(), kUsual.end(), password) != kUsual.end();
}

std::size_t behind_is(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with(" :")) ++at;
  if (text.substr(at).starts_with(":")) return at + 1;
  if (text.substr(at).starts_with(",")) ++at;
  for (const std::string_view is : kIs) {
    std::string_view rest = text.substr(std::min(at, text.size()));
    if (!rest.starts_with(' ') || !rest.substr(1).starts_with(is)) continue;
    rest.remove_prefix(1 + is.size());
    if (rest.starts_with(' ') || rest.starts_with(": ")) return at + is.size() + 2;
  }
  return text.npos;
}

std::size_t behind_for_what(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find_first_of("\r\n.;!?\"", at), text.size());
  std::size_t word = at;
  for (std::size_t count = 0; count <= kMostForWhat && word < end && text[word] == ' '; ++count) {
    if (behind_is(text, word) != text.npos) return word;
    const std::size_t begin = word + 1;
    word = std::min(text.find_first_of(" ,:", begin), end);
    const std::string_view one = text.substr(begin, word - begin);
    if (count == 0 && std::find(kForWhat.begin(), kForWhat.end(), one) == kForWhat.end()) return at;
  }
  return behind_is(text, std::min(word, text.size())) == text.npos ? at : word;
}

bool ends_clause(std::string_view text, std::size_t at) {
  if (at < text.size() && is_one_of(text[at], "\"'`*")) ++at;
  at += closing_quote_at(text, at);
  if (at >= text.size() || is_one_of(text[at], ".,;:!?)\r\n")) return true;
  const std::string_view rest = text.substr(at);
  for (const std::string_view next : {" and ", " but ", " und ", " aber ", " (", " - "}) {
    if (rest.starts_with(next)) return true;
  }
  return false;
}

}  // namespace pyramid::guard
