#include "format/frontmatter_lines.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid::format {

namespace {

bool is_key_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

bool is_null_word(std::string_view text) {
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

// What a plain scalar may not start with, or where only YAML itself knows better.
bool starts_specially(std::string_view text) {
  static constexpr std::string_view kIndicators = "[]{}&*!|>%@`\"',#";
  if (kIndicators.find(text.front()) != std::string_view::npos) return true;
  if (text.front() != '-' && text.front() != '?' && text.front() != ':') return false;
  return text.size() == 1 || text[1] == ' ';
}

bool is_simple_plain(std::string_view text, bool in_flow) {
  if (text.empty() || starts_specially(text)) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || c == 0x7F) return false;
    if (c == ':' && (i + 1 == text.size() || text[i + 1] == ' ')) return false;
    if (c == '#' && text[i - 1] == ' ') return false;
    if (in_flow && (c == ',' || c == '[' || c == ']' || c == '{' || c == '}' || c == ':')) {
      return false;
    }
    if (c >= 0x80) {
      // NEL, LS and PS are line breaks to YAML; a BOM is nothing. Leave those to yaml-cpp.
      if (c == 0xC2 || c == 0xE2 || c == 0xEF) return false;
    }
  }
  return true;
}

// Reads a quoted scalar from the front of `text`; nullopt when it is not simple.
std::optional<std::string> take_quoted(std::string_view& text) {
  const char quote = text.front();
  std::string value;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) < 0x20) return std::nullopt;
    if (quote == '\'' && c == '\'' && i + 1 < text.size() && text[i + 1] == '\'') {
      value += '\'';
      ++i;
    } else if (quote == '"' && c == '\\') {
      if (i + 1 >= text.size() || (text[i + 1] != '"' && text[i + 1] != '\\')) return std::nullopt;
      value += text[++i];
    } else if (c == quote) {
      text.remove_prefix(i + 1);
      return value;
    } else {
      value += c;
    }
  }
  return std::nullopt;
}

std::optional<std::string> whole_scalar(std::string_view text) {
  if (is_null_word(text)) return std::string();
  if (text.front() == '"' || text.front() == '\'') {
    std::optional<std::string> value = take_quoted(text);
    return text.empty() ? value : std::nullopt;
  }
  if (!is_simple_plain(text, false)) return std::nullopt;
  return std::string(text);
}

std::optional<std::vector<std::string>> flow_list(std::string_view text) {
  if (text.size() < 2 || text.back() != ']') return std::nullopt;
  text = trim(text.substr(1, text.size() - 2));
  std::vector<std::string> items;
  while (!text.empty()) {
    if (text.front() == '"' || text.front() == '\'') {
      std::optional<std::string> item = take_quoted(text);
      if (!item) return std::nullopt;
      items.push_back(std::move(*item));
      text = trim(text);
      if (!text.empty() && text.front() != ',') return std::nullopt;
    } else {
      const std::size_t comma = text.find(',');
      const std::string_view item = trim(text.substr(0, comma));
      if (!is_simple_plain(item, true)) return std::nullopt;
      items.emplace_back(is_null_word(item) ? std::string_view() : item);
      text.remove_prefix(comma == std::string_view::npos ? text.size() : comma);
    }
    if (text.empty()) break;
    text = trim(text.substr(1));
    if (text.empty()) return std::nullopt;  // a trailing comma: rare enough to ask yaml-cpp
  }
  return items;
}

bool is_blank_or_comment(std::string_view line) {
  const std::string_view text = trim(line);
  return text.empty() || text.front() == '#';
}

std::string_view next_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// `- item` lines below a key without a value.
bool take_block_list(std::string_view& rest, std::size_t& number, Field& field) {
  std::optional<std::size_t> indent;
  while (!rest.empty()) {
    std::string_view ahead = rest;
    const std::string_view line = next_line(ahead);
    const std::size_t blank = line.find_first_not_of(' ');
    const bool item = blank != std::string_view::npos && line[blank] == '-' &&
                      blank + 1 < line.size() && line[blank + 1] == ' ';
    if (!item) return blank == 0 || blank == std::string_view::npos;
    if (indent && *indent != blank) return false;
    indent = blank;
    const std::string_view text = trim(line.substr(blank + 1));
    if (text.empty() || text.front() == '[') return false;
    std::optional<std::string> value = whole_scalar(text);
    if (!value) return false;
    field.is_list = true;
    field.values.push_back(std::move(*value));
    rest = ahead;
    ++number;
  }
  return true;
}

bool looks_like_number(std::string_view text) {
  static constexpr std::string_view kNumeric = "0123456789.eE+-_xXoabcdfABCDF:";
  const bool starts =
      (text[0] >= '0' && text[0] <= '9') || text[0] == '.' || text[0] == '-' || text[0] == '+';
  if (!starts || text.find_first_not_of(kNumeric) != std::string_view::npos) return false;
  // A date stays plain: that is what Obsidian stores.
  return !(text.size() >= 10 && text[4] == '-' && text[7] == '-');
}

// Small whole numbers are meant as numbers.
bool is_whole_number(std::string_view text) {
  return text.size() <= 15 && text.find_first_not_of("0123456789") == std::string_view::npos &&
         (text == "0" || text[0] != '0');
}

bool is_word_of_yaml(std::string_view text) {
  static constexpr std::array<std::string_view, 9> kWords = {"true", "false", "yes", "no", "on",
                                                             "off",  "null",  "y",   "n"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return equals_ignoring_case(text, word); });
}

}  // namespace

std::optional<std::vector<Field>> parse_simple_lines(std::string_view block) {
  std::vector<Field> fields;
  std::string_view rest = block;
  std::size_t number = 0;
  while (!rest.empty()) {
    const std::string_view line = next_line(rest);
    ++number;
    if (is_blank_or_comment(line)) {
      if (line.find('\t') != std::string_view::npos) return std::nullopt;
      continue;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    const std::string_view key = line.substr(0, colon);
    if (!std::all_of(key.begin(), key.end(), is_key_char) || key.front() == '-') {
      return std::nullopt;
    }
    if (colon + 1 < line.size() && line[colon + 1] != ' ') return std::nullopt;
    const std::string_view value = trim(line.substr(colon + 1));
    Field field;
    field.key = key;
    field.line = number;
    if (value.empty()) {
      if (!take_block_list(rest, number, field)) return std::nullopt;
      if (!field.is_list) field.values.emplace_back();
    } else if (value.front() == '[') {
      std::optional<std::vector<std::string>> items = flow_list(value);
      if (!items) return std::nullopt;
      field.is_list = true;
      field.values = std::move(*items);
    } else {
      std::optional<std::string> scalar = whole_scalar(value);
      if (!scalar) return std::nullopt;
      field.values.push_back(std::move(*scalar));
    }
    // An indented line would go on with the value above.
    if (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t')) {
      std::string_view ahead = rest;
      if (!is_blank_or_comment(next_line(ahead))) return std::nullopt;
      return std::nullopt;
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

std::string emit_scalar(std::string_view value) {
  const bool edges = !value.empty() && (value.front() == ' ' || value.back() == ' ');
  if (!value.empty() && !edges && is_simple_plain(value, false) && !is_word_of_yaml(value) &&
      !is_null_word(value) && (is_whole_number(value) || !looks_like_number(value)) &&
      value != "---" && value != "...") {
    return std::string(value);
  }
  static constexpr char kHex[] = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      quoted += "\\x";
      quoted += kHex[byte >> 4];
      quoted += kHex[byte & 15];
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

LineSpan field_span(std::string_view block, std::size_t line, std::size_t next) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (block[i] == '\n' && i + 1 < block.size()) starts.push_back(i + 1);
  }
  const auto line_at = [&](std::size_t i) {
    const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : block.size();
    return block.substr(starts[i], end - starts[i]);
  };
  std::size_t last = next == 0 ? starts.size() : next - 1;  // one behind, 0-based
  while (last > line && is_blank_or_comment(line_at(last - 1))) --last;
  LineSpan span;
  span.begin = starts[line - 1];
  span.end = last < starts.size() ? starts[last] : block.size();
  const std::string_view first = trim(line_at(line - 1));
  const std::size_t mark = first.find(" #");
  const bool quoted =
      first.find('"') != std::string_view::npos || first.find('\'') != std::string_view::npos;
  if (mark != std::string_view::npos && !quoted) span.comment = first.substr(mark + 1);
  return span;
}

}  // namespace pyramid::format
