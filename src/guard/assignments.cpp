#include "guard/assignments.hpp"

#include "guard/labels.hpp"
#include "guard/token_rules.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>

namespace pyramid::guard {

namespace {

constexpr std::size_t kLongestName = 40;
constexpr std::size_t kLongestValue = 512;
constexpr std::size_t kShortestPassword = 6;
constexpr std::size_t kShortestKey = 12;
constexpr double kLeastBits = 2.7;  // a character of a key drawn by lot, by Shannon's measure

// Names without blanks, `_` and `-`; the end of the name in front decides. Longer ones first.
struct Keyword {
  std::string_view name;
  std::string_view kind;
};
constexpr Keyword kKeywords[] = {
    {"awssecretaccesskey", "aws-secret-key"},
    {"secretaccesskey", "aws-secret-key"},
    {"accountkey", "azure-storage-key"},
    {"authorization", "authorization"},
    {"passphrase", "password"},
    {"password", "password"},
    {"passwort", "password"},
    {"kennwort", "password"},
    {"passwd", "password"},
    {"passcode", "password"},
    {"pwd", "password"},
    {"contraseña", "password"},
    {"apikey", "api-key"},
    {"apischlüssel", "api-key"},
    {"apisecret", "secret"},
    {"secretkey", "secret"},
    {"encryptionkey", "secret"},
    {"privatekey", "secret"},
    {"signingkey", "secret"},
    {"clientsecret", "secret"},
    {"secret", "secret"},
    {"accesskey", "api-key"},
    {"token", "token"},
    {"credential", "secret"},
    {"credentials", "secret"},
};

bool is_alnum(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}
bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

// The last letters and digits in front of `at`, lower case, without what joins words.
std::string name_before(std::string_view text, std::size_t at) {
  std::size_t i = at;
  while (i > 0 && at - i < 4 && is_one_of(text[i - 1], " \t\"'`*\\]")) --i;
  std::string name;
  while (i > 0 && name.size() < kLongestName) {
    const char c = text[i - 1];
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

const Keyword* keyword_of(std::string_view name) {
  for (const Keyword& keyword : kKeywords) {
    if (name.ends_with(keyword.name)) return &keyword;
  }
  return nullptr;
}

struct Value {
  std::size_t begin = 0, end = 0;
  bool quoted = false;
};

// What stands at `at` behind blanks, quotes and emphasis: to the closing quote, else to white
// space.
Value value_at(std::string_view text, std::size_t at) {
  const std::size_t limit = std::min(text.size(), at + kLongestValue);
  while (at < limit && is_one_of(text[at], " \t*\\")) ++at;
  Value value;
  const char quote = at < limit && is_one_of(text[at], "\"'`") ? text[at] : '\0';
  value.quoted = quote != '\0';
  if (value.quoted) ++at;
  value.begin = at;
  while (at < limit && text[at] != '\n' && text[at] != '\r') {
    if (value.quoted ? text[at] == quote : is_one_of(text[at], " \t\"'`<")) break;
    ++at;
  }
  // Cut at the limit, the rest of a character goes with it.
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  if (value.quoted && at > value.begin && text[at - 1] == '\\') --at;
  while (!value.quoted && at > value.begin && is_one_of(text[at - 1], ".,;:)]}>*\\")) --at;
  value.end = at;
  return value;
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

struct Mix {
  bool letter = false, digit = false, symbol = false;
};

Mix mix_of(std::string_view value) {
  Mix mix;
  for (const char c : value) {
    mix.letter = mix.letter || is_letter(c);
    mix.digit = mix.digit || is_digit(c);
    mix.symbol = mix.symbol || is_one_of(c, "!@#$%^&*?+~=|");
  }
  return mix;
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

// `get("password1")`, `$self->pwd2`, `/home/ana/pwd2`, `https://…`: says where the value is.
bool is_elsewhere(std::string_view value, bool quoted) {
  if (value.starts_with("/") || value.starts_with("./") || value.starts_with("~/")) return true;
  if (value.find("://") != std::string_view::npos) return true;
  return !quoted && (value.find("->") != std::string_view::npos || is_one_of('(', value) ||
                     is_one_of('[', value));
}

bool is_password(std::string_view value, bool quoted, bool assigned) {
  if (value.size() < kShortestPassword || (quoted && value.size() > 128)) return false;
  if (is_elsewhere(value, quoted) || is_placeholder(value)) return false;
  if (quoted && std::count(value.begin(), value.end(), ' ') > 4) return false;  // prose
  const Mix mix = mix_of(value);
  if (assigned && mix.digit && !mix.letter && !mix.symbol) {
    return value.find_first_not_of("0123456789") == std::string_view::npos;
  }
  return mix.letter && (mix.digit || mix.symbol);
}

bool is_key(std::string_view value, bool quoted) {
  if (value.size() < kShortestKey || is_elsewhere(value, quoted) || is_placeholder(value)) {
    return false;
  }
  if (value.find(' ') != std::string_view::npos || (!quoted && is_member(value))) return false;
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
  if (is_published_example(credentials) || !mix_of(credentials).letter) return std::nullopt;
  if (const auto known = token_at(text, what.begin)) return known;
  return Finding{"authorization", what.begin, what.end};
}

// What people write where a password goes.
bool is_usual(std::string_view password) {
  constexpr std::array<std::string_view, 10> kUsual = {"password", "pass",   "pw",    "passwd",
                                                       "pwd",      "secret", "token", "passwort",
                                                       "kennwort", "hunter2"};
  return std::find(kUsual.begin(), kUsual.end(), password) != kUsual.end();
}

// "password for the router is X": the word behind "password", and how many may follow it.
constexpr std::array<std::string_view, 16> kForWhat = {"for", "of",  "to",  "on",  "at",  "in",
                                                       "für", "vom", "von", "zum", "zur", "des",
                                                       "der", "im",  "am",  "beim"};
constexpr std::size_t kMostForWhat = 6;

// Where " is " and its kind stand behind what a password is for; `at` where nothing is said of it.
std::size_t behind_for_what(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find_first_of("\r\n.,;:!?\"", at), text.size());
  std::size_t word = at;
  for (std::size_t count = 0; count <= kMostForWhat && word < end; ++count) {
    const std::size_t begin = word + 1;
    const std::size_t next = std::min(text.find(' ', begin), end);
    const std::string_view one = text.substr(begin, next - begin);
    if (count == 0 && std::find(kForWhat.begin(), kForWhat.end(), one) == kForWhat.end()) return at;
    if (one == "is" || one == "ist" || one == "lautet" || one == "was" || one == "war") return word;
    word = next;
  }
  return at;
}

// Whether nothing follows: "is SHA256 hashed" tells how it is kept.
bool ends_clause(std::string_view text, std::size_t at) {
  if (at < text.size() && is_one_of(text[at], "\"'`*")) ++at;
  if (at >= text.size() || is_one_of(text[at], ".,;:!?)\r\n")) return true;
  const std::string_view rest = text.substr(at);
  for (const std::string_view next : {" and ", " but ", " und ", " aber ", " (", " - "}) {
    if (rest.starts_with(next)) return true;
  }
  return false;
}

// How programs are given a password on their line.
struct Option {
  std::string_view program;
  std::string_view option;  // with the blank or quote that has to follow it, if any
  bool behind_user;         // `user:password`
};
constexpr Option kOptions[] = {
    {"curl", "-u ", true},          {"curl", "--user ", true}, {"wget", "--http-password=", false},
    {"mysql", "-p", false},         {"mariadb", "-p", false},  {"mysqldump", "-p", false},
    {"mysqladmin", "-p", false},    {"sshpass", "-p ", false}, {"redis-cli", "-a ", false},
    {"docker login", "-p ", false}, {"sqlcmd", "-P ", false},
};

bool is_azure_key(std::string_view value) { return value.size() == 88 && value.ends_with("=="); }

}  // namespace

std::optional<Finding> assigned_at(std::string_view text, std::size_t at) {
  const Keyword* keyword = keyword_of(name_before(text, at));
  if (keyword == nullptr || at + 1 >= text.size()) return std::nullopt;
  if (is_one_of(text[at + 1], "=:/>")) return std::nullopt;
  Value value = value_at(text, at + 1);
  if (value.begin >= value.end) return std::nullopt;
  if (keyword->kind == "authorization") return credentials_in(text, value);
  if (keyword->kind == "azure-storage-key") {
    // A connection string goes on behind the key.
    const std::size_t next = text.substr(0, value.end).find(';', value.begin);
    value.end = std::min(value.end, next);
  }
  const std::string_view said = text.substr(value.begin, value.end - value.begin);
  if (const auto known = token_at(text, value.begin)) return known;
  if (is_published_example(said)) return std::nullopt;
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
  if (is_usual(password) || password.size() < kShortest || is_placeholder(password) ||
      password == text.substr(user, colon - user)) {
    return std::nullopt;
  }
  return Finding{"url-password", colon + 1, sign};
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
  const Keyword* keyword = keyword_of(name_before(text, end));
  if (keyword == nullptr || keyword->kind != "password") return std::nullopt;
  const std::size_t told = behind_for_what(text, end);
  for (const std::string_view is : {" is ", " ist ", " lautet ", " es ", " was ", " war "}) {
    if (!text.substr(told).starts_with(is)) continue;
    const Value value = value_at(text, told + is.size());
    const std::string_view said = text.substr(value.begin, value.end - value.begin);
    const bool words = said.find(' ') != std::string_view::npos;
    if (words || !is_password(said, value.quoted, false)) return std::nullopt;
    if (told != end && !ends_clause(text, value.end)) return std::nullopt;
    // "is 8-digit", "is base64-encoded": how it is, not what.
    if (!value.quoted && said.find('-') != std::string_view::npos && !mix_of(said).symbol) {
      return std::nullopt;
    }
    return Finding{"password", value.begin, value.end};
  }
  return std::nullopt;
}

std::optional<Finding> option_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kReach = 240;
  constexpr std::size_t kShortest = 5;
  if (at == 0 || text[at - 1] != ' ') return std::nullopt;
  const std::size_t far = at > kReach ? at - kReach : 0;
  std::string_view before = text.substr(far, at - far);
  before.remove_prefix(std::min(before.size(), before.find_last_of("\r\n|;") + 1));
  for (const Option& one : kOptions) {
    if (!text.substr(at).starts_with(one.option)) continue;
    const std::size_t program = before.find(one.program);
    const bool is_it = program != std::string_view::npos &&
                       (program == 0 || !is_alnum(before[program - 1])) &&
                       is_one_of(before[program + one.program.size()], " ");
    if (!is_it) continue;
    const std::size_t begin = at + one.option.size();
    if (begin >= text.size() || (!one.option.ends_with(' ') && is_one_of(text[begin], " -"))) {
      continue;
    }
    Value value = value_at(text, begin);
    std::string_view said = text.substr(value.begin, value.end - value.begin);
    if (one.behind_user) {
      const std::size_t colon = said.find(':');
      if (colon == std::string_view::npos || said.substr(0, colon) == said.substr(colon + 1)) {
        continue;
      }
      value.begin += colon + 1;
      said.remove_prefix(colon + 1);
    }
    if (said.size() < kShortest || is_usual(said) || is_placeholder(said) ||
        is_elsewhere(said, value.quoted)) {
      continue;
    }
    return Finding{"password", value.begin, value.end};
  }
  return std::nullopt;
}

}  // namespace pyramid::guard
