#include "guard/numbers.hpp"

#include "guard/check_digits.hpp"
#include "guard/labels.hpp"
#include "guard/token_rules.hpp"
#include "guard/values.hpp"

#include <cctype>
#include <span>
#include <string>

namespace pyramid::guard {

namespace {

using Labels = std::span<const std::string_view>;

constexpr std::string_view kSsnLabels[] = {"ssn", "social security", "social security number"};
constexpr std::string_view kTaxLabels[] = {"steuer-id",
                                           "steuer-idnr",
                                           "steueridentifikationsnummer",
                                           "idnr",
                                           "steuer-identifikationsnummer",
                                           "tax id"};
constexpr std::string_view kCpfLabels[] = {"cpf"};
constexpr std::string_view kCnpjLabels[] = {"cnpj"};
constexpr std::string_view kBsnLabels[] = {"bsn", "burgerservicenummer"};
constexpr std::string_view kAadhaarLabels[] = {"aadhaar", "aadhar", "uidai"};
constexpr std::string_view kNirLabels[] = {"nir", "insee", "sécurité sociale", "securite sociale",
                                           "numéro de sécu"};

// One way in which a number is written: the lengths of its groups, and the marks between them.
struct Form {
  std::string_view kind;
  bool (*holds)(std::string_view digits);
  std::string_view groups;  // a digit a group, from '1' to '9', 'a' = 10 and so on
  std::string_view marks;   // between them; one alone stands for all
  Labels labels = {};       // empty: the form says enough; else only when named so
};

constexpr Form kForms[] = {
    {"card-number", is_card, "4444", " "},
    {"card-number", is_card, "4444", "-"},
    {"card-number", is_card, "465", " "},
    {"card-number", is_card, "465", "-"},
    {"card-number", is_card, "464", " "},
    {"card-number", is_card, "464", "-"},
    {"card-number", is_card, "g", ""},
    {"card-number", is_card, "f", ""},
    {"card-number", is_card, "e", ""},
    {"card-number", is_card, "j", ""},
    {"german-tax-id", is_german_tax_id, "2333", " "},
    {"german-tax-id", is_german_tax_id, "b", "", kTaxLabels},
    {"brazilian-cpf", is_cpf, "3332", "..-"},
    {"brazilian-cpf", is_cpf, "b", "", kCpfLabels},
    {"brazilian-cnpj", is_cnpj, "23342", "../-"},
    {"brazilian-cnpj", is_cnpj, "e", "", kCnpjLabels},
    {"us-ssn", is_us_ssn, "324", "-", kSsnLabels},
    {"us-ssn", is_us_ssn, "324", " ", kSsnLabels},
    {"us-ssn", is_us_ssn, "9", "", kSsnLabels},
    {"dutch-bsn", is_bsn, "9", "", kBsnLabels},
    {"dutch-bsn", is_bsn, "423", ".", kBsnLabels},
    {"indian-aadhaar", is_aadhaar, "444", " ", kAadhaarLabels},
    {"indian-aadhaar", is_aadhaar, "444", "-", kAadhaarLabels},
    {"indian-aadhaar", is_aadhaar, "c", "", kAadhaarLabels},
    {"french-nir", is_nir, "1222332", " "},
    {"french-nir", is_nir, "f", "", kNirLabels},
};

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

std::size_t length_of(char group) {
  return static_cast<std::size_t>(group >= 'a' ? group - 'a' + 10 : group - '0');
}

// Nothing in front that would make it the rest of a longer number, a path or a fraction.
bool begins_number(std::string_view text, std::size_t at) {
  return at == 0 || std::string_view("./+\\%_").find(text[at - 1]) == std::string_view::npos;
}

// Nor behind: "-7", ".5" and "/2" go on, a full stop does not.
bool ends_number(std::string_view text, std::size_t end) {
  if (end >= text.size()) return true;
  if (is_alnum(text[end]) || text[end] == '_') return false;
  const bool mark = std::string_view("-./").find(text[end]) != std::string_view::npos;
  return !mark || end + 1 >= text.size() || !is_alnum(text[end + 1]);
}

// The text that has this form at `at`; its digits go into `digits`.
std::size_t fit(const Form& form, std::string_view text, std::size_t at, std::string& digits) {
  digits.clear();
  for (std::size_t group = 0; group < form.groups.size(); ++group) {
    if (group > 0) {
      const char mark = form.marks.size() == 1 ? form.marks[0] : form.marks[group - 1];
      if (at >= text.size() || text[at] != mark) return 0;
      ++at;
    }
    const std::size_t length = length_of(form.groups[group]);
    for (std::size_t i = 0; i < length; ++i, ++at) {
      if (at >= text.size() || !is_digit(text[at])) return 0;
      digits += text[at];
    }
  }
  // "1234 5678 9012 3456 7890" is a longer number, not this one.
  const bool longer = form.groups.size() > 1 && form.marks[0] == ' ' && at + 3 < text.size() &&
                      text[at] == ' ' && is_digit(text[at + 1]) && is_digit(text[at + 2]) &&
                      is_digit(text[at + 3]);
  return longer || !ends_number(text, at) ? 0 : at;
}

// "5400 5401 540A 5403": one of many groups, in a table.
bool goes_on_from(std::string_view text, std::size_t at) {
  constexpr std::size_t kShortestGroup = 3;
  std::size_t begin = at;
  while (begin > 0 && is_space(text[begin - 1])) --begin;
  std::size_t length = 0;
  bool digit = false;
  for (; length < begin && is_alnum(text[begin - 1 - length]); ++length) {
    digit = digit || is_digit(text[begin - 1 - length]);
    if (length > 8) break;
  }
  return begin < at && digit && length >= kShortestGroup;
}

// "111-22-3333", "123-45-6789": typed to show how such a number is written.
bool is_made_up(std::string_view digits, std::size_t groups) {
  std::size_t runs = 1;
  bool rising = true;
  for (std::size_t i = 1; i < digits.size(); ++i) {
    if (digits[i] != digits[i - 1]) ++runs;
    rising = rising && digits[i] == digits[i - 1] + 1;
  }
  return rising || (groups > 1 && runs <= groups);
}

std::optional<Finding> digits_at(std::string_view text, std::size_t at) {
  std::size_t first = 0;  // the length of the first group
  while (at + first < text.size() && is_digit(text[at + first])) ++first;
  std::string digits;
  for (const Form& form : kForms) {
    if (length_of(form.groups[0]) != first) continue;
    const std::size_t end = fit(form, text, at, digits);
    if (end == 0 || !form.holds(digits)) continue;
    if (form.groups.size() > 1 && form.marks[0] == ' ' && goes_on_from(text, at)) continue;
    if (!form.labels.empty() && !is_named(text, at, form.labels)) continue;
    if (is_made_up(digits, form.groups.size())) continue;
    if (is_published_example(digits) || is_published_example(text.substr(at, end - at))) continue;
    return Finding{form.kind, at, end};
  }
  return std::nullopt;
}

// In groups of four or in one piece.
std::optional<Finding> iban_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 34;
  std::string code;
  std::size_t end = at;
  for (std::size_t i = at; i < text.size() && code.size() < kLongest; ++i) {
    const bool blank = text[i] == ' ' && i > at && text[i - 1] != ' ' && code.size() % 4 == 0;
    if (blank) continue;
    if (!is_digit(text[i]) && !is_upper(text[i])) break;
    code += text[i];
    if (code.size() < 15 || !is_iban(code)) continue;
    end = i + 1;
    break;
  }
  if (end == at || !ends_number(text, end) || is_published_example(code)) return std::nullopt;
  return Finding{"iban", at, end};
}

std::optional<Finding> code_at(std::string_view text, std::size_t at, std::size_t length,
                               bool (*holds)(std::string_view), std::string_view kind) {
  const std::string_view code = text.substr(at, length);
  if (!holds(code) || !ends_number(text, at + length) || is_published_example(code)) {
    return std::nullopt;
  }
  return Finding{kind, at, at + length};
}

}  // namespace

std::optional<Finding> number_at(std::string_view text, std::size_t at) {
  if (!begins_number(text, at)) return std::nullopt;
  constexpr std::size_t kIdLength = 9;
  constexpr std::size_t kTaxCodeLength = 16;
  if (is_digit(text[at])) {
    if (const auto found = code_at(text, at, kIdLength, is_spanish_id, "spanish-id")) return found;
    return digits_at(text, at);
  }
  if (!is_upper(text[at]) || at + 2 >= text.size()) return std::nullopt;
  if (is_digit(text[at + 1])) return code_at(text, at, kIdLength, is_spanish_id, "spanish-id");
  if (!is_upper(text[at + 1])) return std::nullopt;
  if (is_digit(text[at + 2])) return iban_at(text, at);
  return code_at(text, at, kTaxCodeLength, is_codice_fiscale, "italian-tax-code");
}

}  // namespace pyramid::guard
