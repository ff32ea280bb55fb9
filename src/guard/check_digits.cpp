#include "guard/check_digits.hpp"

#include "guard/values.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace pyramid::guard {

namespace {

int digit(char c) { return c - '0'; }

int number(std::string_view digits) {
  int value = 0;
  for (const char c : digits) value = value * 10 + digit(c);
  return value;
}

bool all_same(std::string_view digits) {
  return digits.find_first_not_of(digits[0]) == std::string_view::npos;
}

bool luhn(std::string_view digits) {
  int sum = 0;
  bool twice = false;
  for (std::size_t i = digits.size(); i-- > 0; twice = !twice) {
    const int value = digit(digits[i]) * (twice ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 == 0;
}

// Issuers' ranges (ISO/IEC 7812): the first `digits` digits, from to, and the number's length.
struct Issuer {
  int digits, from, to;
  std::size_t length;
};
constexpr Issuer kIssuers[] = {
    {1, 4, 4, 16},     {2, 51, 55, 16},     {4, 2221, 2720, 16}, {2, 34, 34, 15},
    {2, 37, 37, 15},   {4, 6011, 6011, 16}, {3, 644, 649, 16},   {2, 65, 65, 16},
    {3, 300, 305, 14}, {2, 36, 36, 14},     {2, 38, 39, 14},     {4, 3528, 3589, 16},
    {2, 62, 62, 16},   {2, 62, 62, 19},
};

// The IBAN registry of SWIFT.
struct Country {
  std::string_view code;
  std::size_t length;
};
constexpr Country kCountries[] = {
    {"AD", 24}, {"AE", 23}, {"AL", 28}, {"AT", 20}, {"AZ", 28}, {"BA", 20}, {"BE", 16}, {"BG", 22},
    {"BH", 22}, {"BR", 29}, {"CH", 21}, {"CR", 22}, {"CY", 28}, {"CZ", 24}, {"DE", 22}, {"DK", 18},
    {"DO", 28}, {"EE", 20}, {"EG", 29}, {"ES", 24}, {"FI", 18}, {"FO", 18}, {"FR", 27}, {"GB", 22},
    {"GE", 22}, {"GI", 23}, {"GL", 18}, {"GR", 27}, {"GT", 28}, {"HR", 21}, {"HU", 28}, {"IE", 22},
    {"IL", 23}, {"IQ", 23}, {"IS", 26}, {"IT", 27}, {"JO", 30}, {"KW", 30}, {"KZ", 20}, {"LB", 28},
    {"LI", 21}, {"LT", 20}, {"LU", 20}, {"LV", 21}, {"MC", 27}, {"MD", 24}, {"ME", 22}, {"MK", 19},
    {"MT", 31}, {"MU", 30}, {"NL", 18}, {"NO", 15}, {"PK", 24}, {"PL", 28}, {"PS", 29}, {"PT", 25},
    {"QA", 29}, {"RO", 24}, {"RS", 22}, {"SA", 24}, {"SE", 24}, {"SI", 19}, {"SK", 24}, {"SM", 27},
    {"TN", 24}, {"TR", 26}, {"UA", 29}, {"VA", 22}, {"VG", 24}, {"XK", 20},
};

// Both check digits of CPF and CNPJ: weights go down to 2 and, past `top`, begin again.
bool mod_11_pair(std::string_view digits, int top) {
  for (std::size_t checked = digits.size() - 2; checked < digits.size(); ++checked) {
    int sum = 0;
    int weight = 2;
    for (std::size_t i = checked; i-- > 0;) {
      sum += digit(digits[i]) * weight;
      weight = weight == top ? 2 : weight + 1;
    }
    const int rest = sum % 11;
    if (digit(digits[checked]) != (rest < 2 ? 0 : 11 - rest)) return false;
  }
  return !all_same(digits);
}

constexpr std::array<std::array<int, 10>, 8> kPermuted = {{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                                                           {1, 5, 7, 6, 2, 8, 3, 0, 9, 4},
                                                           {5, 8, 0, 3, 7, 9, 6, 1, 4, 2},
                                                           {8, 9, 1, 6, 0, 4, 3, 5, 2, 7},
                                                           {9, 4, 5, 3, 1, 2, 6, 8, 7, 0},
                                                           {4, 2, 8, 6, 5, 7, 3, 9, 0, 1},
                                                           {2, 7, 9, 3, 8, 0, 6, 4, 1, 5},
                                                           {7, 0, 4, 6, 9, 1, 3, 2, 5, 8}}};

// The product in the dihedral group of order ten.
int dihedral(int a, int b) {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + (a + b - 5) % 5;
  return b < 5 ? 5 + (a - 5 - b + 5) % 5 : (a - b + 5) % 5;
}

}  // namespace

bool is_card(std::string_view digits) {
  const bool issued = std::any_of(std::begin(kIssuers), std::end(kIssuers), [&](const Issuer& one) {
    const int head = number(digits.substr(0, static_cast<std::size_t>(one.digits)));
    return digits.size() == one.length && head >= one.from && head <= one.to;
  });
  return issued && luhn(digits);
}

bool is_iban(std::string_view code) {
  const auto country = std::find_if(std::begin(kCountries), std::end(kCountries),
                                    [&](const Country& one) { return code.starts_with(one.code); });
  if (country == std::end(kCountries) || code.size() != country->length) return false;
  int rest = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[(i + 4) % code.size()];
    rest = is_digit(c) ? (rest * 10 + digit(c)) % 97 : (rest * 100 + c - 'A' + 10) % 97;
  }
  return rest == 1;
}

bool is_us_ssn(std::string_view digits) {
  const int area = number(digits.substr(0, 3));
  return digits.size() == 9 && area != 0 && area != 666 && area < 900 &&
         digits.substr(3, 2) != "00" && digits.substr(5) != "0000";
}

bool is_german_tax_id(std::string_view digits) {
  if (digits.size() != 11 || digits[0] == '0') return false;
  std::array<int, 10> times{};
  for (const char c : digits.substr(0, 10)) ++times[static_cast<std::size_t>(digit(c))];
  const auto often = std::count_if(times.begin(), times.end(), [](int n) { return n > 1; });
  if (often != 1 || *std::max_element(times.begin(), times.end()) > 3) return false;
  int product = 10;  // ISO 7064 mod 11,10
  for (const char c : digits.substr(0, 10)) {
    const int sum = (digit(c) + product) % 10;
    product = (sum == 0 ? 10 : sum) * 2 % 11;
  }
  return (11 - product) % 10 == digit(digits[10]);
}

bool is_cpf(std::string_view digits) { return digits.size() == 11 && mod_11_pair(digits, 11); }
bool is_cnpj(std::string_view digits) { return digits.size() == 14 && mod_11_pair(digits, 9); }

bool is_spanish_id(std::string_view code) {
  constexpr std::string_view kLetters = "TRWAGMYFPDXBNJZSQVHLCKE";
  if (code.size() != 9 || !is_upper(code[8])) return false;
  int value = 0;
  if (code[0] >= 'X' && code[0] <= 'Z') {
    value = code[0] - 'X';
  } else if (is_digit(code[0])) {
    value = digit(code[0]);
  } else {
    return false;
  }
  for (const char c : code.substr(1, 7)) {
    if (!is_digit(c)) return false;
    value = value * 10 + digit(c);
  }
  return kLetters[static_cast<std::size_t>(value) % kLetters.size()] == code[8];
}

bool is_bsn(std::string_view digits) {
  if (digits.size() != 9 || all_same(digits)) return false;
  int sum = -digit(digits[8]);
  for (int i = 0; i < 8; ++i) sum += digit(digits[static_cast<std::size_t>(i)]) * (9 - i);
  return sum % 11 == 0;
}

bool is_aadhaar(std::string_view digits) {
  if (digits.size() != 12 || digits[0] < '2') return false;
  int check = 0;  // Verhoeff
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const int value = digit(digits[digits.size() - 1 - i]);
    check = dihedral(check, kPermuted[i % 8][static_cast<std::size_t>(value)]);
  }
  return check == 0;
}

bool is_codice_fiscale(std::string_view code) {
  constexpr std::string_view kForm = "LLLLLLNNLNNLNNNL";
  // Values of characters at odd places, by the ministry's decree of 23 December 1976.
  constexpr std::array<int, 26> kOdd = {1,  0,  5, 7, 9, 13, 15, 17, 19, 21, 2,  4,  18,
                                        20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23};
  if (code.size() != kForm.size()) return false;
  int sum = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const bool fits = kForm[i] == 'L' ? is_upper(code[i]) : is_digit(code[i]);
    if (!fits) return false;
    if (i == 15) break;
    const int value = is_digit(code[i]) ? digit(code[i]) : code[i] - 'A';
    sum += i % 2 == 0 ? kOdd[static_cast<std::size_t>(value)] : value;
  }
  return 'A' + sum % 26 == code[15];
}

bool is_nir(std::string_view digits) {
  if (digits.size() != 15 || (digits[0] != '1' && digits[0] != '2')) return false;
  const int month = number(digits.substr(3, 2));
  if (month < 1 || month > 12) return false;
  std::int64_t value = 0;
  for (const char c : digits.substr(0, 13)) value = value * 10 + digit(c);
  return 97 - value % 97 == number(digits.substr(13));
}

}  // namespace pyramid::guard
