#include "guard/identities.hpp"

#include "base/text.hpp"
#include "guard/values.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

namespace pyramid::guard {

namespace {

constexpr std::string_view kEmail = "email-address";
constexpr std::string_view kPhone = "phone-number";
constexpr std::string_view kQuery = "url-query";

// Letters beyond ASCII count, byte by byte.
bool is_word(char c) { return is_digit(c) || is_letter(c) || static_cast<unsigned char>(c) >= 128; }
bool is_local(char c) {
  return is_word(c) || std::string_view("._%+-").find(c) != std::string_view::npos;
}
bool is_domain(char c) { return is_word(c) || c == '.' || c == '-'; }

// The end of the domain that begins at `begin`, or `begin` where there is none.
std::size_t domain_end(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_domain(text[end])) ++end;
  while (end > begin && !is_word(text[end - 1])) --end;
  const std::string_view domain = text.substr(begin, end - begin);
  const std::size_t dot = domain.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || domain.front() == '-') return begin;
  const std::string_view last = domain.substr(dot + 1);
  const bool is_name = last.size() >= 2 && std::none_of(last.begin(), last.end(), is_digit);
  return is_name && domain.find("..") == std::string_view::npos ? end : begin;
}

void find_emails(std::string_view text, std::vector<Finding>& findings) {
  for (std::size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
    const std::size_t floor = findings.empty() ? 0 : findings.back().end;
    std::size_t begin = at;
    while (begin > floor && is_local(text[begin - 1])) --begin;
    while (begin < at && !is_word(text[begin])) ++begin;
    const std::size_t end = domain_end(text, at + 1);
    if (begin < at && end > at + 1) findings.push_back({kEmail, begin, end});
  }
}

// Digits in groups, with one or two separators between them: "+351 912 345 678", "(555) 010-1234".
struct Number {
  std::size_t begin = 0, end = 0;
  bool plus = false;
  std::vector<std::size_t> groups;  // digits in each
  std::size_t digits = 0;
  char first = '0';  // digit
  bool dotted = false;
};

bool is_separator(char c) {
  return c == ' ' || c == '-' || c == '.' || c == '/' || c == '(' || c == ')';
}

constexpr std::size_t kMostDigits = 15;

Number read_number(std::string_view text, std::size_t begin) {
  Number number;
  number.begin = number.end = begin;
  std::size_t at = begin;
  if (text[at] == '+') number.plus = true;
  while (at < text.size() && (text[at] == '+' || text[at] == '(') && at < begin + 2) ++at;
  while (at < text.size() && is_digit(text[at])) {
    if (number.digits == 0) number.first = text[at];
    const std::size_t group = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    number.groups.push_back(at - group);
    number.digits += at - group;
    number.end = at;
    std::size_t next = at;
    while (next < text.size() && next < at + 2 && is_separator(text[next])) ++next;
    number.dotted = number.dotted || (next == at + 1 && text[at] == '.');
    if (next == at || next >= text.size()) break;
    at = next;
  }
  return number;
}

bool is_date(const Number& number) {
  using Groups = std::vector<std::size_t>;
  const Groups& groups = number.groups;
  return groups == Groups{2, 2, 4} || groups == Groups{4, 2, 2} || groups == Groups{2, 2, 2};
}

// Groups of two, as in France: 06 12 34 56 78.
bool is_in_pairs(const Number& number) {
  return number.groups.size() == 5 && std::all_of(number.groups.begin(), number.groups.end(),
                                                  [](std::size_t n) { return n == 2; });
}

bool is_north_american(const Number& number) {
  using Groups = std::vector<std::size_t>;
  const Groups& groups = number.groups;
  if (groups == Groups{3, 3, 4}) return number.first >= '2' && !number.dotted;
  return groups == Groups{1, 3, 3, 4} && number.first == '1' && !number.dotted;
}

bool is_phone(const Number& number, bool is_named) {
  constexpr std::size_t kFewest = 8;
  if (number.digits > kMostDigits || is_date(number)) return false;
  if (number.plus) return number.digits >= kFewest && number.first != '0';
  if (is_north_american(number) || is_in_pairs(number)) return true;
  if (is_named) return number.digits >= 7;
  // A trunk zero: an area code of three digits or more and the rest, or all in one.
  if (number.first != '0' || number.digits < 9 || number.digits > 14) return false;
  return number.groups.size() == 1 ? number.digits == 10 || number.digits == 11
                                   : number.groups[0] >= 3 && number.groups[0] <= 5;
}

bool names_a_phone(std::string_view line) {
  constexpr std::array<std::string_view, 9> kWords = {"phone",     "mobile",   "whatsapp",
                                                      "telefon",   "teléfono", "handynummer",
                                                      "rufnummer", "tel:",     "fax:"};
  std::string lower = replace_all(line, "[redacted:phone-number]", "");
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

// Behind these a digit belongs to something else: a version, a path, an id, an amount.
bool may_stand_behind(char c) {
  return !is_word(c) && std::string_view(".,/-_#=:$%&@\\").find(c) == std::string_view::npos;
}

void find_phones_in_line(std::string_view text, std::size_t begin, std::size_t end,
                         std::vector<Finding>& findings) {
  const std::string_view line = text.substr(begin, end - begin);
  if (std::count_if(line.begin(), line.end(), is_digit) < 7) return;
  const bool is_named = names_a_phone(line);
  for (std::size_t at = 0; at < line.size();) {
    const bool starts = is_digit(line[at]) || line[at] == '+' || line[at] == '(';
    const char before = at == 0 ? ' ' : line[at - 1];
    if (!starts || (!may_stand_behind(before) && !(is_named && before == ':'))) {
      ++at;
      continue;
    }
    const Number number = read_number(line, at);
    const char behind = number.end < line.size() ? line[number.end] : ' ';
    const bool ends = !is_word(behind) && behind != '@' && behind != '%' && behind != ':';
    if (ends && is_phone(number, is_named)) {
      findings.push_back({kPhone, begin + at, begin + number.end});
    }
    at = std::max(at + 1, number.end);
  }
}

void find_phones(std::string_view text, std::vector<Finding>& findings) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    find_phones_in_line(text, begin, end, findings);
    begin = end + 1;
  }
}

// A web address ends at a blank, a quote, an angle bracket, or a bracket that it did not open.
std::size_t address_end(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  int round = 0;
  int square = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (static_cast<unsigned char>(c) <= ' ' || c == '<' || c == '>' || c == '"' || c == '`') break;
    if (c == '(') ++round;
    if (c == '[') ++square;
    if (c == ')' && --round < 0) break;
    if (c == ']' && --square < 0) break;
  }
  while (end > begin && std::string_view(".,;:!?'").find(text[end - 1]) != std::string_view::npos) {
    --end;
  }
  return end;
}

void find_queries(std::string_view text, std::vector<Finding>& findings) {
  constexpr std::string_view kScheme = "://";
  for (std::size_t at = text.find(kScheme); at != std::string_view::npos;) {
    const std::size_t begin = at + kScheme.size();
    const std::size_t end = address_end(text, begin);
    const std::string_view address = text.substr(begin, end - begin);
    std::size_t mark = address.find_first_of("?#");
    if (mark != std::string_view::npos && address[mark] == '#' &&
        address.find('=', mark) == std::string_view::npos) {
      mark = std::string_view::npos;
    }
    if (mark != std::string_view::npos && mark + 1 < address.size()) {
      findings.push_back({kQuery, begin + mark + 1, end});
    }
    at = text.find(kScheme, std::max(end, begin));
  }
}

std::string marked(std::string_view text) {
  std::string result;
  std::size_t copied = 0;
  for (const Finding& found : find_identities(text)) {
    result.append(text.substr(copied, found.begin - copied));
    result.append("[redacted:").append(found.kind).append("]");
    copied = found.end;
  }
  return result.append(text.substr(copied));
}

}  // namespace

std::vector<Finding> find_identities(std::string_view text) {
  std::vector<Finding> found;
  find_queries(text, found);
  std::vector<Finding> others;
  find_emails(text, others);
  std::vector<Finding> phones;
  find_phones(text, phones);
  std::move(others.begin(), others.end(), std::back_inserter(found));
  std::move(phones.begin(), phones.end(), std::back_inserter(found));
  std::stable_sort(found.begin(), found.end(),
                   [](const Finding& a, const Finding& b) { return a.begin < b.begin; });
  // Of two that overlap the one that begins first, to the end of both.
  std::vector<Finding> apart;
  for (const Finding& one : found) {
    if (apart.empty() || one.begin >= apart.back().end) {
      apart.push_back(one);
    } else {
      apart.back().end = std::max(apart.back().end, one.end);
    }
  }
  return apart;
}

std::string without_identities(std::string_view text) {
  std::string before(text);
  std::string after = marked(before);
  while (after != before) {  // what stood right behind one may only now be seen
    before = std::move(after);
    after = marked(before);
  }
  return after;
}

}  // namespace pyramid::guard
