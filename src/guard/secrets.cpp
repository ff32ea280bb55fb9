#include "guard/secrets.hpp"

#include "guard/addresses.hpp"
#include "guard/assignments.hpp"
#include "guard/numbers.hpp"
#include "guard/pins.hpp"
#include "guard/private_keys.hpp"
#include "guard/seed_phrases.hpp"
#include "guard/token_rules.hpp"
#include "guard/values.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace pyramid::guard {

namespace {

// What a byte can begin. A word is `[A-Za-z0-9][A-Za-z0-9_-]*`.
enum class Role : unsigned char { kOther, kWord, kJoint, kSign, kBackslash, kJapanese };

constexpr std::array<Role, 256> kRoles = [] {
  std::array<Role, 256> roles{};
  for (int c = '0'; c <= '9'; ++c) roles[static_cast<std::size_t>(c)] = Role::kWord;
  for (int c = 'a'; c <= 'z'; ++c) roles[static_cast<std::size_t>(c)] = Role::kWord;
  for (int c = 'A'; c <= 'Z'; ++c) roles[static_cast<std::size_t>(c)] = Role::kWord;
  roles['_'] = roles['-'] = Role::kJoint;
  roles[':'] = roles['='] = roles['>'] = Role::kSign;
  roles[0xEF] = Role::kSign;  // what `：` and `＝` begin with
  roles['\\'] = Role::kBackslash;
  roles[0xE3] = roles[0xE5] = roles[0xE6] =
      Role::kJapanese;  // what its words of a password begin with
  return roles;
}();

Role role_of(char c) { return kRoles[static_cast<unsigned char>(c)]; }

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text), seeds_(text) {}

  std::vector<Finding> run() {
    while (at_ < text_.size()) {
      switch (role_of(text_[at_])) {
        case Role::kWord:
          word();
          break;
        case Role::kJoint:
          joint();
          break;
        case Role::kSign:
          sign();
          break;
        case Role::kBackslash:
          backslash();
          break;
        case Role::kJapanese:
          take(japanese_password_at(text_, at_), at_ + 1);
          break;
        case Role::kOther:
          ++at_;
          break;
      }
    }
    seeds_.finish(findings_);
    return std::move(findings_);
  }

 private:
  void take(const std::optional<Finding>& found, std::size_t otherwise) {
    if (found) {
      seeds_.finish(findings_);
      findings_.push_back(*found);
    }
    at_ = found ? found->end : otherwise;
  }

  [[nodiscard]] std::size_t word_end() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() &&
           (role_of(text_[end]) == Role::kWord || role_of(text_[end]) == Role::kJoint)) {
      ++end;
    }
    return end;
  }

  void word() {
    const std::size_t end = word_end();
    std::optional<Finding> found = token_at(text_, at_);
    if (found && is_for_all_to_see(found->kind)) return take(std::nullopt, end);
    if (!found) found = token_inside(end);
    const char c = text_[at_];
    const bool lower = c >= 'a' && c <= 'z';
    if (!found && !lower) found = number_at(text_, at_);
    // "is" or "ist" behind: a password may be told.
    const bool told = end + 1 < text_.size() && text_[end] == ' ' && is_password_word(end);
    if (!found && told) found = said_at(text_, at_, end);
    if (!found && may_name_pin(text_, end)) found = pin_at(text_, at_, end);
    if (!found) seeds_.word(at_, end, findings_);
    take(found, end);
  }

  // Of a signed address the key's id tells who signed it: all that is secret is the other half. A
  // page with a map has its key for all who see the page.
  [[nodiscard]] bool is_for_all_to_see(std::string_view kind) const {
    if (at_ == 0 || (kind != "aws-access-key" && kind != "google-api-key")) return false;
    const std::optional<Parameter> parameter = parameter_at(text_, at_ - 1);
    return parameter && (kind == "aws-access-key" || parameter->is_linked);
  }

  // A key that its prefix tells, behind a `_` or `-` of a longer word or behind what a word begins
  // with where code stands for a character: `%3D`, `\u0022`, `\x22`.
  [[nodiscard]] std::optional<Finding> token_inside(std::size_t end) const {
    constexpr std::size_t kShortestToken = 20;
    if (end - at_ < kShortestToken) return std::nullopt;
    if (const std::size_t code = code_length(); code > 0) {
      if (auto found = telling_token_at(text_, at_ + code)) return found;
    }
    const std::string_view word = text_.substr(at_, end - at_);
    for (std::size_t joint = word.find_first_of("_-"); joint < word.size() - kShortestToken;
         joint = word.find_first_of("_-", joint + 1)) {
      if (auto found = telling_token_at(text_, at_ + joint + 1)) return found;
    }
    return std::nullopt;
  }

  // Of the hex digits that the word begins with, those that belong to an escape in front of it.
  [[nodiscard]] std::size_t code_length() const {
    constexpr std::size_t kByte = 2, kUnit = 4;
    const auto are_hex = [&](std::size_t count) {
      const std::string_view digits = text_.substr(at_, count);
      return digits.size() == count && std::all_of(digits.begin(), digits.end(), [](char c) {
               return std::isxdigit(static_cast<unsigned char>(c)) != 0;
             });
    };
    const std::string_view before = text_.substr(0, at_);
    if ((before.ends_with('%') || before.ends_with("\\x")) && are_hex(kByte)) return kByte;
    return before.ends_with("\\u") && are_hex(kUnit) ? kUnit : 0;
  }

  // `\n` in quoted code ends a word too; in a path the word begins right behind it.
  void backslash() {
    const bool is_last = at_ + 1 >= text_.size();
    take(is_last ? std::nullopt : telling_token_at(text_, at_ + 1), at_ + 2);
  }

  // Cheap: only words that end as "password", "passwort", "pwd", "passcode", "passphrase", "Bearer"
  // and the words of other languages do, in capitals or not.
  [[nodiscard]] bool is_password_word(std::size_t end) const {
    if (end - at_ == 1) return small(text_[at_]) == 'a' && may_end_contrasena();
    if (end - at_ < 3) return false;
    const char before = small(text_[end - 3]);
    switch (small(text_[end - 2]) << 8 | small(text_[end - 1])) {
      case 'r' << 8 | 'd':
      case 'r' << 8 | 't':
      case 'd' << 8 | 'e':
        return before == 'o';
      case 'w' << 8 | 'd':
        return true;
      case 's' << 8 | 'e':
        return before == 'a' || before == 's';
      case 'h' << 8 | 'a':
        return before == 'n';
      case 'n' << 8 | 'a':
        return before == 'e';
      case 'v' << 8 | 'e':
        return before == 'a';
      case 'e' << 8 | 'r':
        return before == 'r';
      case 'n' << 8 | 'e':
        return before == 'i';
      case 'd' << 8 | 'p':
        return before == 'm';
      default:
        return false;
    }
  }

  // The `ñ` of "contraseña" ends a word, as all beyond ASCII does.
  [[nodiscard]] bool may_end_contrasena() const {
    const std::string_view before = text_.substr(0, at_);
    return before.ends_with("\xC3\xB1") || before.ends_with("\xC3\x91") ||
           before.ends_with("\xCC\x83");
  }

  void joint() {
    std::optional<Finding> found;
    if (text_[at_] == '-') {
      const bool begin = text_.substr(at_).starts_with("-----BEGIN ");
      found = begin ? private_key_at(text_, at_) : option_at(text_, at_);
    }
    take(found, at_ + 1);
  }

  void sign() {
    std::optional<Finding> found = assigned_at(text_, at_);
    if (!found && text_.substr(at_).starts_with("://")) found = url_password_at(text_, at_);
    // What stands between the sign and the value holds nothing of its own.
    take(found, at_ + 1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  SeedRun seeds_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> find_secrets(std::string_view text) { return Scan(text).run(); }

std::string_view name_of_secret(std::string_view kind) {
  const auto kinds = secret_kinds();
  const auto known = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const SecretKind& one) { return one.kind == kind; });
  return known == kinds.end() ? "a secret" : known->name;
}

}  // namespace pyramid::guard
