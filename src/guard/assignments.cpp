#include "guard/assignments.hpp"

#include "guard/addresses.hpp"
#include "guard/labels.hpp"
#include "guard/token_rules.hpp"
#include "guard/values.hpp"
#include "guard/word_passwords.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>

namespace pyramid::guard {

namespace {

constexpr std::size_t kLongestName = 40;
constexpr std::size_t kShortestPassword = 6;
constexpr std::size_t kShortestKey = 12;
constexpr double kLeastBits = 2.7;  // a character of a key drawn by lot, by Shannon's measure

// Names without blanks, `_` and `-`; the end of the name in front decides. Longer ones first.
struct Keyword {
  std::string_view name;
  std::string_view kind;
  bool whole = false;  // nothing but a `_` or `-` joins it to what stands in front
};
constexpr Keyword kKeywords[] = {
    {"awssecretaccesskey", "aws-secret-key"},
    {"secretaccesskey", "aws-secret-key"},
    {"accountkey", "azure-storage-key"},
    {"authorization", "authorization"},
    {"passphrase", "password"},
    {"phrasedepasse", "password"},
    {"phrasesecrète", "password"},
    {"phrasesecrete", "password"},
    {"frasesegreta", "password"},
    {"wachtwoordzin", "password"},
    {"password", "password"},
    {"passwort", "password"},
    {"kennwort", "password"},
    {"passwd", "password"},
    {"passcode", "password"},
    {"pwd", "password"},
    {"pw", "password", true},
    {"pass", "password", true},
    {"psk", "password", true},
    {"contraseña", "password"},
    {"contraseÑa", "password"},
    {"contrasen\xCC\x83\x61", "password"},
    {"contrasena", "password"},
    {"clave", "password", true},
    {"motdepasse", "password"},
    {"mdp", "password", true},
    {"paroladordine", "password"},
    {"parolad’ordine", "password"},
    {"senha", "password", true},
    {"palavrapasse", "password"},
    {"wachtwoord", "password"},
    {"パスワード", "password"},
    {"apikey", "api-key"},
    {"adminkey", "api-key"},
    {"masterkey", "api-key"},
    {"rootkey", "api-key"},
    {"servicekey", "api-key"},
    {"servicerolekey", "api-key"},
    {"sharedaccesskey", "api-key"},
    {"sharedkey", "api-key"},
    {"authkey", "api-key"},
    {"pat", "token", true},
    {"apischlüssel", "api-key"},
    {"apisecret", "secret"},
    {"secretkey", "secret"},
    {"encryptionkey", "secret"},
    {"privatekey", "secret"},
    {"xhoneycombteam", "honeycomb-key"},
    {"signingkey", "secret"},
    {"clientsecret", "secret"},
    {"secret", "secret"},
    {"accesskey", "api-key"},
    {"token", "token"},
    {"credential", "secret"},
    {"credentials", "secret"},
};

// Names under which an address that is handed around says who may open what it leads to: by itself
// none of these is the key of somebody's account, as `api_key` and `client_secret` are.
constexpr auto kHandedAround =
    std::to_array<std::string_view>({"secret", "token", "accesskey", "credential", "credentials",
                                     "pwd", "xamzcredential", "xamzsecuritytoken"});

// The last letters and digits in front of `at`, lower case, without what joins words.
std::string name_before(std::string_view text, std::size_t at) {
  std::size_t i = at;
  while (i > 0 && at - i < 4 && is_one_of(text[i - 1], " \t\"'`*\\]")) --i;
  std::string name;
  while (i > 0 && name.size() < kLongestName) {
    const char c = text[i - 1];
    if (c == '\'' && !name.empty() && i > 1 && is_letter(text[i - 2])) {  // "parola d'ordine"
      --i;
      continue;
    }
    if (!is_alnum(c) && static_cast<unsigned char>(c) < 0x80 && !is_one_of(c, "_- ")) break;
    if (is_one_of(c, "_- ") && i > 1 && is_one_of(text[i - 2], "_- ")) break;
    if (!is_one_of(c, "_- ")) {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    --i;
  }
  std::reverse(name.begin(), name.end());
  return name;
}

// "pat" is a name or a verb, unless it is `GH_PAT`; "palabra clave" is no password.
bool stands_alone(const Keyword& keyword, std::string_view text, std::size_t begin) {
  constexpr std::size_t kReach = 9;
  const bool joined = begin > 0 && is_one_of(text[begin - 1], "_-");
  if (keyword.name == "pat") return joined || text.substr(begin).starts_with("PAT");
  if (joined || begin == 0) return true;
  const std::string before = lowered(text.substr(begin - std::min(begin, kReach), kReach));
  return !is_letter(text[begin - 1]) &&
         before.substr(0, std::min(begin, kReach)).find("palabra") == std::string::npos;
}

// The keyword that `name`, read in front of `at`, ends with. A digit right in front makes it a name
// of something else: 1Password.
const Keyword* keyword_of(std::string_view name, std::string_view text, std::size_t at) {
  const auto known =
      std::find_if(std::begin(kKeywords), std::end(kKeywords),
                   [&](const Keyword& keyword) { return name.ends_with(keyword.name); });
  if (known == std::end(kKeywords)) return nullptr;
  std::size_t letters = known->name.size();
  std::size_t begin = at;
  for (; begin > 0 && letters > 0; --begin) {
    const char c = text[begin - 1];
    if (is_alnum(c) || static_cast<unsigned char>(c) >= 0x80) --letters;
  }
  if (begin > 0 && is_digit(text[begin - 1])) return nullptr;
  return known->whole && !stands_alone(*known, text, begin) ? nullptr : known;
}

double bits_per_character(std::string_view value) {
  std::array<int, 256> times{};
  for (const char c : value) ++times[static_cast<unsigned char>(c)];
  double bits = 0;
  for (const int n : times) {
    if (n == 0) continue;
    const double share = static_cast<double>(n) / static_cast<double>(value.size());
    bits -= share * std::log2(share);
  }
  return bits;
}

// `db.password2`: names of a program, joined by dots.
bool is_member(std::string_view value) {
  bool dot = false;
  bool begins = true;
  for (const char c : value) {
    if (c == '.') {
      if (begins) return false;
      dot = begins = true;
    } else if (begins ? is_letter(c) || c == '_' : is_alnum(c) || c == '_') {
      begins = false;
    } else {
      return false;
    }
  }
  return dot && !begins;
}

// "correct horse battery staple": words in quotes that say nothing.
bool is_passphrase(std::string_view value) {
  constexpr std::size_t kFewestWords = 4;
  constexpr std::size_t kLongestWord = 16;
  static constexpr auto kOfSentences = std::to_array<std::string_view>(
      {"a",    "an",  "and",  "are", "at",   "be",   "by",  "can",  "das", "der", "die",  "do",
       "ein",  "for", "from", "has", "have", "ihr",  "in",  "is",   "ist", "it",  "must", "no",
       "not",  "of",  "on",   "or",  "than", "that", "the", "this", "to",  "und", "was",  "will",
       "with", "you", "your", "est", "les",  "des",  "los", "que",  "het", "een", "per",  "non"});
  std::size_t words = 0;
  for (const std::string_view word : split(value, ' ')) {
    if (word.empty() || word.size() > kLongestWord) return false;
    if (!std::all_of(word.begin(), word.end(), [](char c) { return is_alnum(c) || c == '-'; })) {
      return false;
    }
    const std::string lower = lowered(word);
    if (std::find(kOfSentences.begin(), kOfSentences.end(), lower) != kOfSentences.end()) {
      return false;
    }
    // What speaks of passwords is no password.
    if (lower.starts_with("pass") || lower.ends_with("wort")) return false;
    ++words;
  }
  return words >= kFewestWords && words <= 12;
}

bool is_password(std::string_view value, bool quoted, bool assigned) {
  if (quoted && is_passphrase(value) && !is_placeholder(value)) return true;
  if (value.size() < kShortestPassword || (quoted && value.size() > 128)) return false;
  if (is_elsewhere(value, quoted) || is_placeholder(value)) return false;
  if (quoted && std::count(value.begin(), value.end(), ' ') > 4) return false;  // prose
  const Mix mix = mix_of(value);
  if (assigned && mix.digit && !mix.letter && !mix.symbol) {
    return value.find_first_not_of("0123456789") == std::string_view::npos;
  }
  return mix.letter && (mix.digit || mix.symbol);
}

// "ERC-20-compatible", "accepted_all_2026": words and numbers with marks between them.
bool is_words_and_numbers(std::string_view value) {
  std::size_t parts = 0;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find_first_of("-_./,:+"), value.size());
    const Mix mix = mix_of(value.substr(0, end));
    if (mix.symbol || (mix.letter && mix.digit)) return false;
    ++parts;
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  return parts > 1;
}

bool is_key(std::string_view value, bool quoted) {
  if (value.size() < kShortestKey || is_elsewhere(value, quoted) || is_placeholder(value)) {
    return false;
  }
  if (value.find(' ') != std::string_view::npos || (!quoted && is_member(value))) return false;
  if (is_words_and_numbers(value)) return false;
  const Mix mix = mix_of(value);
  return mix.letter && mix.digit && bits_per_character(value) >= kLeastBits;
}

// `Bearer …`, `Basic …`: the word that says how, then what.
std::optional<Finding> credentials_in(std::string_view text, Value value) {
  std::size_t at = value.begin;
  while (at < text.size() && is_alnum(text[at])) ++at;
  Value what = value;
  if (at < text.size() && text[at] == ' ') {
    what = value_at(text, at);
  } else if (!is_key(text.substr(value.begin, value.end - value.begin), value.quoted)) {
    return std::nullopt;
  }
  // A header that is quoted as a whole ends with its quote.
  const std::string_view credentials = text.substr(what.begin, what.end - what.begin);
  if (credentials.size() < 8 || is_placeholder(credentials)) return std::nullopt;
  // `OAuth realm=movies, oauth_token=…`: what is named there is looked at by its name.
  const std::size_t sign = credentials.find('=');
  if (sign < credentials.find_last_not_of('=')) return std::nullopt;
  if (is_published_example(credentials) || !mix_of(credentials).letter) return std::nullopt;
  if (const auto known = token_at(text, what.begin)) return known;
  return Finding{"authorization", what.begin, what.end};
}

// Base64 of "user:password", as docker's config.json and .npmrc keep it.
bool is_encoded_login(std::string_view value) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  while (value.ends_with('=')) value.remove_suffix(1);
  if (value.size() < kShortestKey) return false;
  bool colon = false;
  unsigned bits = 0;
  unsigned held = 0;
  for (const char c : value) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return false;
    bits = (bits << 6U | static_cast<unsigned>(digit)) & 0xFFFU;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const unsigned decoded = bits >> held & 0xFFU;
    if (decoded < ' ' || decoded > '~') return false;
    colon = colon || decoded == ':';
  }
  return colon;
}

// "8f14e45fceea", but not "accepted_all_2026".
bool mixes_digits(std::string_view value) {
  std::size_t runs = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (is_digit(value[i]) && (i == 0 || !is_digit(value[i - 1]))) ++runs;
  }
  return runs > 1;
}

// `Cookie: theme=dark; session=…`: what was drawn by lot, from the first such value to the last.
std::optional<Finding> cookie_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kShortestSession = 20;
  constexpr std::size_t kLongestHeader = 4096;
  while (at < text.size() && is_one_of(text[at], " \t\"'")) ++at;
  std::string_view header = text.substr(at, kLongestHeader);
  header = header.substr(0, header.find_first_of("\r\n\"'`"));
  std::optional<Finding> found;
  for (std::size_t from = 0; from < header.size();) {
    const std::size_t end = std::min(header.find(';', from), header.size());
    const std::string_view pair = header.substr(from, end - from);
    const std::size_t sign = pair.find('=');
    const std::string_view value =
        sign == std::string_view::npos ? std::string_view() : pair.substr(sign + 1);
    if (value.size() >= kShortestSession && is_key(value, true) && mixes_digits(value)) {
      if (!found) found = Finding{"token", at + from + sign + 1, 0};
      found->end = at + end;
    }
    from = end + 1;
  }
  return found;
}

// Whether the word at `at` is that of "machine example.org login ana password …", a line of .netrc.
bool follows_login(std::string_view text, std::size_t at) {
  constexpr std::size_t kFarthest = 128;
  constexpr std::string_view kBlanks = " \t\r\n";
  std::string_view front = text.substr(0, at);
  front.remove_prefix(front.size() - std::min(front.size(), kFarthest));
  const auto last_word = [&] {
    while (!front.empty() && is_one_of(front.back(), kBlanks)) front.remove_suffix(1);
    const std::string_view word = front.substr(front.find_last_of(kBlanks) + 1);
    front.remove_suffix(word.size());
    return word;
  };
  last_word();
  if (last_word() != "login") return false;
  return last_word() == "default" || last_word() == "machine";
}

// `sig=` of an address that Azure's storage or bus signed ("shared access signature"): 32 bytes in
// base64, perhaps with `%2B`, beside what it signs.
std::optional<Finding> signature_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kReach = 1024;
  constexpr std::size_t kDigits = 43;  // less the `=`
  constexpr std::string_view kBesideAddress = " \t\r\n\"'`<>";
  std::size_t digits = 0;
  std::size_t end = at + 1;
  while (end < text.size() && digits <= kDigits) {
    const std::string code = lowered(text.substr(end, 3));
    const bool coded = code == "%2b" || code == "%2f";
    if (!coded && !is_alnum(text[end]) && !is_one_of(text[end], "+/-_")) break;
    end += coded ? 3 : 1;
    ++digits;
  }
  if (digits != kDigits) return std::nullopt;
  if (lowered(text.substr(end, 3)) == "%3d") {
    end += 3;
  } else if (end < text.size() && text[end] == '=') {
    ++end;
  }
  const std::size_t far = at > kReach ? at - kReach : 0;
  std::string_view front = text.substr(far, at - far);
  front.remove_prefix(std::min(front.size(), front.find_last_of(kBesideAddress) + 1));
  std::string_view behind = text.substr(end, kReach);
  behind = behind.substr(0, behind.find_first_of(kBesideAddress));
  for (const std::string_view signed_too : {"sv=", "se=", "sr=", "skn="}) {
    if (front.find(signed_too) != front.npos || behind.find(signed_too) != behind.npos) {
      return Finding{"signed-address", at + 1, end};
    }
  }
  return std::nullopt;
}

// `<password>` in front of what it holds.
bool opens_element(std::string_view text, std::size_t at) {
  while (at > 0 && (is_alnum(text[at - 1]) || is_one_of(text[at - 1], "_-:."))) --at;
  return at > 0 && text[at - 1] == '<';
}

// `arn:aws:secretsmanager:…:secret:name`: where a secret is.
bool is_in_arn(std::string_view text, std::size_t at) {
  constexpr std::size_t kReach = 128;
  const std::size_t far = at > kReach ? at - kReach : 0;
  std::string_view front = text.substr(far, at - far);
  front.remove_prefix(std::min(front.size(), front.find_last_of(" \t\r\n\"'`<>([") + 1));
  return front.starts_with("arn:");
}

// 8-4-4-4-12 digits, as orders, locks and sessions are counted by.
bool is_uuid(std::string_view value) {
  constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  return std::equal(value.begin(), value.end(), kForm.begin(), kForm.end(), [](char c, char form) {
    return form == '-' ? c == '-' : std::isxdigit(static_cast<unsigned char>(c)) != 0;
  });
}

bool is_azure_key(std::string_view value) { return value.size() == 88 && value.ends_with("=="); }

// Of the sign that `text` begins with, full-width or not; 0 where it is none.
std::size_t sign_length(std::string_view text) {
  if (is_one_of(text.front(), ":=>")) return 1;
  const std::string_view wide = text.substr(0, 3);
  return wide == "：" || wide == "＝" ? wide.size() : 0;
}

// "PASS: tests/parse_1.sh", as programs tell how their tests went: a path, or one of several lines
// of that kind.
bool is_test_result(std::string_view text, std::size_t sign, std::string_view value) {
  constexpr std::string_view kPass = "PASS";
  if (sign < kPass.size() || text[sign] != ':') return false;
  const std::size_t begin = sign - kPass.size();
  const std::string_view name = text.substr(begin, kPass.size());
  if (lowered(name) != lowered(kPass) || (begin > 0 && text[begin - 1] != '\n')) return false;
  const bool is_path =
      value.find('/') != std::string_view::npos &&
      std::all_of(value.begin(), value.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || is_one_of(c, "/._-+");
      });
  if (is_path || name != kPass) return is_path;
  constexpr auto kResults = std::to_array<std::string_view>(
      {"PASS: ", "FAIL: ", "XFAIL: ", "XPASS: ", "SKIP: ", "UNSUPPORTED: ", "UNTESTED: "});
  return std::any_of(kResults.begin(), kResults.end(), [&](std::string_view result) {
    const std::size_t next = text.find("\n" + std::string(result), sign);
    return next != std::string_view::npos ||
           text.substr(0, begin).rfind(result) != std::string_view::npos;
  });
}

}  // namespace

std::optional<Finding> assigned_at(std::string_view text, std::size_t at) {
  const std::size_t behind = at + sign_length(text.substr(at));
  if (behind == at || behind >= text.size() || is_one_of(text[behind], "=:/>")) return std::nullopt;
  if (text[at] == '>' && !opens_element(text, at)) return std::nullopt;
  const std::string name = name_before(text, at);
  if (name.ends_with("cookie")) return cookie_at(text, behind);
  if (text[at] == '=' && (name == "sig" || name.ends_with("u0026sig"))) {
    return signature_at(text, at);
  }
  const Keyword* keyword = keyword_of(name, text, at);
  const bool login = name.ends_with("auth");
  if (keyword == nullptr && !login) return std::nullopt;
  Value value = value_at(text, behind);
  if (value.begin >= value.end) return std::nullopt;
  if (login) {
    if (!is_encoded_login(text.substr(value.begin, value.end - value.begin))) return std::nullopt;
    return Finding{"authorization", value.begin, value.end};
  }
  if (keyword->kind == "authorization") return credentials_in(text, value);
  if (keyword->kind == "azure-storage-key") {
    // A connection string goes on behind the key.
    const std::size_t next = text.substr(0, value.end).find(';', value.begin);
    value.end = std::min(value.end, next);
  }
  if (const auto parameter = parameter_at(text, at)) {
    const bool handed_around =
        std::find(kHandedAround.begin(), kHandedAround.end(), name) != kHandedAround.end();
    if (parameter->is_linked || handed_around) return std::nullopt;
    value.end = std::min(value.end, parameter->end);
  }
  if (const auto known = token_at(text, value.begin)) return known;
  const std::string_view said = text.substr(value.begin, value.end - value.begin);
  if (is_published_example(said) || is_in_arn(text, at)) return std::nullopt;
  if (keyword->kind == "token" && is_uuid(said)) return std::nullopt;
  if (is_test_result(text, at, said)) return std::nullopt;
  const bool secret = keyword->kind == "azure-storage-key" ? is_azure_key(said)
                      : keyword->kind == "password"        ? is_password(said, value.quoted, true)
                                                           : is_key(said, value.quoted);
  if (!secret) return std::nullopt;
  return Finding{keyword->kind, value.begin, value.end};
}

std::optional<Finding> url_password_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongestUserInfo = 256;
  constexpr std::size_t kShortest = 5;
  const std::size_t user = at + 3;
  const std::size_t limit = std::min(text.size(), user + kLongestUserInfo);
  std::size_t colon = 0;
  std::size_t sign = 0;
  for (std::size_t i = user; i < limit && !is_one_of(text[i], " \t\r\n\"'`<>/?#"); ++i) {
    if (text[i] == ':' && colon == 0) colon = i;
    if (text[i] == '@') sign = i;
  }
  if (colon == 0 || sign < colon + 2 || sign + 1 >= text.size()) return std::nullopt;
  if (!is_letter(text[sign + 1]) && !is_digit(text[sign + 1]) && text[sign + 1] != '[') {
    return std::nullopt;
  }
  const std::string_view password = text.substr(colon + 1, sign - colon - 1);
  const bool is_template = password.find_first_of("[]{}") != std::string_view::npos;
  if (is_template || is_usual(lowered(password)) || password.size() < kShortest ||
      is_placeholder(password) || password == text.substr(user, colon - user)) {
    return std::nullopt;
  }
  return Finding{"url-password", colon + 1, sign};
}

// "Horse-2291", which people choose; "SHA-256" and "8-digit" are none.
bool is_word_and_number(std::string_view said) {
  constexpr std::size_t kShortest = 8, kFewestDigits = 4;
  const std::size_t dash = said.rfind('-');
  if (dash == std::string_view::npos || said.size() < kShortest) return false;
  const std::string_view word = said.substr(0, dash), number = said.substr(dash + 1);
  const auto digits = std::count_if(number.begin(), number.end(), is_digit);
  return std::all_of(word.begin(), word.end(), is_letter) && !number.empty() &&
         is_digit(number.front()) && digits >= static_cast<std::ptrdiff_t>(kFewestDigits);
}

// "Rz84-pqL": of "base64-encoded" and "SHA-256" each part is written as words are.
bool has_inner_capital(std::string_view said) {
  for (std::size_t i = 1; i < said.size(); ++i) {
    if (is_upper(said[i]) && is_letter(said[i - 1]) && !is_upper(said[i - 1])) return true;
  }
  return false;
}

std::optional<Finding> said_at(std::string_view text, std::size_t at, std::size_t end) {
  const std::string_view word = text.substr(at, end - at);
  if (word == "Bearer" || word == "bearer") {
    constexpr std::size_t kShortestBearer = 20;
    const Value value = value_at(text, end);
    const std::string_view said = text.substr(value.begin, value.end - value.begin);
    const bool bearer = said.size() >= kShortestBearer && is_key(said, false) &&
                        said.find_first_of("()[]{}") == std::string_view::npos;
    if (!bearer || is_published_example(said)) return std::nullopt;
    if (const auto known = token_at(text, value.begin)) return known;
    return Finding{"authorization", value.begin, value.end};
  }
  const Keyword* keyword = keyword_of(name_before(text, end), text, end);
  if (keyword == nullptr || keyword->kind != "password") return std::nullopt;
  if (follows_login(text, at)) {
    const Value value = value_at(text, end);
    if (!is_password(text.substr(value.begin, value.end - value.begin), value.quoted, false))
      return std::nullopt;
    return Finding{"password", value.begin, value.end};
  }
  const std::size_t told = behind_for_what(text, end);
  const std::size_t behind = behind_is(text, told);
  if (behind == text.npos) return std::nullopt;
  const Value value = value_at(text, behind);
  const std::string_view said = text.substr(value.begin, value.end - value.begin);
  if (is_told_password(text, {at, end, told}, value)) {
    return Finding{"password", value.begin, value.end};
  }
  const bool words = said.find(' ') != std::string_view::npos;
  if ((words && !(value.quoted && is_passphrase(said))) || !is_password(said, value.quoted, false))
    return std::nullopt;
  if (told != end && !ends_clause(text, value.end)) return std::nullopt;
  // "is 8-digit", "is base64-encoded": how it is, not what.
  const bool joined = said.find('-') != std::string_view::npos && !mix_of(said).symbol;
  if (joined && (is_word_and_number(said) || has_inner_capital(said)) &&
      ends_clause(text, value.end)) {
    return Finding{"password", value.begin, value.end};
  }
  if (!value.quoted && joined && (is_words_and_numbers(said) || !mixes_digits(said))) {
    return std::nullopt;
  }
  return Finding{"password", value.begin, value.end};
}

std::optional<Finding> japanese_password_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 128;
  constexpr std::size_t kShortestPin = 4, kLongestPin = 8;
  static constexpr auto kJoints =
      std::to_array<std::string_view>({"は", "が", "を", "も", "：", "＝", "「", "『", "、", "　",
                                       ":", "=", " ", "\"", "'", "`", "*"});
  std::string_view rest = text.substr(at);
  const auto skip = [&](std::string_view one) {
    if (!rest.starts_with(one)) return false;
    rest.remove_prefix(one.size());
    return true;
  };
  const bool pin = skip("暗証番号");
  if (!pin && !skip("パスワード") && !skip("パスフレーズ") && !skip("合言葉")) return std::nullopt;
  while (std::any_of(kJoints.begin(), kJoints.end(), skip)) {
  }
  const std::size_t begin = text.size() - rest.size();
  std::size_t end = begin;
  while (end < text.size() && end - begin < kLongest && text[end] > ' ' && text[end] <= '~' &&
         !is_one_of(text[end], "\"'`<")) {
    ++end;
  }
  while (end > begin && is_one_of(text[end - 1], ".,;:)]}>*")) --end;
  const std::string_view said = text.substr(begin, end - begin);
  const bool number = std::all_of(said.begin(), said.end(), is_digit);
  if (pin && number) {
    if (said.size() < kShortestPin || said.size() > kLongestPin) return std::nullopt;
    return Finding{"pin", begin, end};
  }
  if (!is_password(said, false, true)) return std::nullopt;
  return Finding{"password", begin, end};
}

}  // namespace pyramid::guard
