#include "format/yaml_scalar.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace pyramid::format {

namespace {

bool is_plain_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_word_of_yaml(std::string_view text) {
  static constexpr std::array<std::string_view, 10> kWords = {"null", "true", "false", "yes", "no",
                                                              "on",   "off",  "y",     "n",   "~"};
  return text == "=" || text == "<<" ||
         std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return equals_ignoring_case(text, word); });
}

// Takes digits and underscores; true when there was a digit.
bool take_digits(std::string_view& text) {
  bool any = false;
  while (!text.empty() && (is_digit(text[0]) || text[0] == '_')) {
    any |= is_digit(text[0]);
    text.remove_prefix(1);
  }
  return any;
}

bool all_of(std::string_view text, std::string_view set) {
  return !text.empty() && text.find_first_not_of(set) == std::string_view::npos;
}

// What any YAML version reads as a number: 1.1 has underscores, binary and base 60.
bool is_number(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  if (text.empty()) return false;
  if (equals_ignoring_case(text, ".inf") || equals_ignoring_case(text, ".nan")) return true;
  const std::string_view rest = text.size() > 2 ? text.substr(2) : std::string_view();
  if (starts_with_ignoring_case(text, "0x")) return all_of(rest, "0123456789abcdefABCDEF_");
  if (starts_with_ignoring_case(text, "0o")) return all_of(rest, "01234567_");
  if (starts_with_ignoring_case(text, "0b")) return all_of(rest, "01_");
  bool digits = take_digits(text);
  while (digits && text.size() > 1 && text[0] == ':' && is_digit(text[1])) {
    text.remove_prefix(1);
    take_digits(text);
  }
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    digits |= take_digits(text);
  }
  if (digits && text.size() > 1 && (text[0] == 'e' || text[0] == 'E')) {
    text.remove_prefix(1);
    if (text.size() > 1 && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
    return all_of(text, "0123456789");
  }
  return digits && text.empty();
}

// A decimal that a double gives back digit by digit.
bool is_exact_number(std::string_view text) {
  if (!text.empty() && text[0] == '-') text.remove_prefix(1);
  const std::size_t dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  const std::string_view part =
      dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);
  if (!all_of(whole, "0123456789") || (whole.size() > 1 && whole[0] == '0')) return false;
  if (dot == std::string_view::npos) return whole.size() <= 15;
  return all_of(part, "0123456789") && part.back() != '0' && whole.size() + part.size() <= 15;
}

// Characters that need an escape, or that some reader takes for a line end.
bool needs_escapes(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7F) return true;
    const std::string_view two = text.substr(i, 2);
    const std::string_view three = text.substr(i, 3);
    if ((byte == 0xC2 && two.size() == 2 && static_cast<unsigned char>(two[1]) < 0xA0) ||
        three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9" || three == "\xEF\xBB\xBF") {
      return true;
    }
  }
  return false;
}

bool is_plain(std::string_view text) {
  if (text.empty() || text.back() == ' ' || text.back() == ':' || needs_escapes(text)) return false;
  const char first = text[0];
  if (!is_plain_letter(first) && !is_digit(first) && static_cast<unsigned char>(first) < 0x80 &&
      std::string_view("_./+($\\<=^;").find(first) == std::string_view::npos) {
    return false;
  }
  return text.find(": ") == std::string_view::npos && text.find(" #") == std::string_view::npos &&
         !is_word_of_yaml(text) && text.substr(0, 3) != "...";
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    const std::string_view three = text.substr(i, 3);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else if (byte == 0xC2 && i + 1 < text.size() &&
               static_cast<unsigned char>(text[i + 1]) < 0xA0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[++i]));
    } else if (three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9" || three == "\xEF\xBB\xBF") {
      out += three == "\xE2\x80\xA8" ? "\\u2028" : three == "\xE2\x80\xA9" ? "\\u2029" : "\\ufeff";
      i += 2;
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace

std::string yaml_scalar(std::string_view text, Numbers numbers) {
  if (numbers == Numbers::kPlain && is_exact_number(text)) return std::string(text);
  return is_plain(text) && !is_number(text) ? std::string(text) : quoted(text);
}

std::string yaml_flow_scalar(std::string_view text) {
  const bool plain =
      is_plain(text) && !is_number(text) && std::all_of(text.begin(), text.end(), [](char c) {
        return is_plain_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80 ||
               std::string_view("_./+- ").find(c) != std::string_view::npos;
      });
  return plain ? std::string(text) : quoted(text);
}

std::string yaml_key(std::string_view key) {
  const bool plain =
      is_plain(key) && is_plain_letter(key[0]) && std::all_of(key.begin(), key.end(), [](char c) {
        return is_plain_letter(c) || is_digit(c) || c == '_' || c == '-' || c == ' ';
      });
  return plain ? std::string(key) : quoted(key);
}

}  // namespace pyramid::format
