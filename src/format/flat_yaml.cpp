#include "format/flat_yaml.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::size_t kLongestKey = 128;  // yaml-cpp refuses keys from 1024 on

enum CharClass : unsigned char {
  kKeyFirst = 1,    // may begin a key
  kKey = 2,         // may stand in a key
  kPlainFirst = 4,  // may begin a plain scalar
  kPlain = 8,       // may stand in a plain scalar, whatever its neighbours
  kFlow = 16,       // may stand in a plain scalar of a flow list
};

constexpr bool is_in(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

constexpr std::array<unsigned char, 256> make_classes() {
  std::array<unsigned char, 256> classes{};
  for (int i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    const bool high = i >= 0x80;
    unsigned char& out = classes[static_cast<std::size_t>(i)];
    if (letter || c == '_') out |= kKeyFirst;
    if (letter || digit || is_in("_-./ ", c)) out |= kKey;
    if (letter || digit || high || is_in("_./+($\\<=^;", c)) out |= kPlainFirst;
    if (i >= 0x20 && i != 0x7F && !is_in("#:", c)) out |= kPlain;
    if (letter || digit || high || is_in("_./+($)\\<=^; -'", c)) out |= kFlow;
  }
  return classes;
}
constexpr std::array<unsigned char, 256> kClasses = make_classes();

bool is(CharClass one, char c) { return (kClasses[static_cast<unsigned char>(c)] & one) != 0; }

bool is_null(std::string_view plain) {
  return plain == "~" || plain == "null" || plain == "Null" || plain == "NULL";
}

// Line ends and marks of Unicode that some version of YAML gives a meaning.
bool has_odd_unicode(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view two = text.substr(i, 2);
    const std::string_view three = text.substr(i, 3);
    if (two == "\xC2\x85" || three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9" ||
        three == "\xEF\xBB\xBF") {
      return true;
    }
  }
  return false;
}

// Reads the block line by line; every function that returns false gives up.
class FlatReader {
 public:
  FlatReader(std::string_view block, std::vector<Field>& fields, std::vector<ValueSpan>* values)
      : block_(block), fields_(fields), values_(values) {}

  bool read();

 private:
  bool take_line();
  bool read_key_line();
  bool read_item();
  bool read_value(std::size_t at, Field& field);
  bool read_plain(std::size_t& at, std::string& value) const;
  bool read_double_quoted(std::size_t& at, std::string& value) const;
  bool read_single_quoted(std::size_t& at, std::string& value) const;
  bool read_scalar(std::size_t& at, std::string& value) const;
  bool read_flow_list(std::size_t& at, Field& field) const;
  bool read_flow_plain(std::size_t& at, std::string& value) const;
  [[nodiscard]] bool only_comment_from(std::size_t at) const;
  [[nodiscard]] std::size_t skip_blanks(std::size_t at) const {
    while (at < line_.size() && line_[at] == ' ') ++at;
    return at;
  }

  std::string_view block_;
  std::vector<Field>& fields_;
  std::vector<ValueSpan>* values_;
  std::string_view line_;            // without its end
  std::size_t begin_ = 0, end_ = 0;  // of line_ with its end, in block_
  std::size_t number_ = 0;
  std::optional<std::size_t> item_indent_;  // of the block list being read
  bool open_ = false;                       // the last key has no value yet: items may follow
};

bool FlatReader::take_line() {
  begin_ = end_;
  if (begin_ >= block_.size()) return false;
  const std::size_t newline = block_.find('\n', begin_);
  end_ = newline == std::string_view::npos ? block_.size() : newline + 1;
  line_ = block_.substr(begin_, (newline == std::string_view::npos ? end_ : newline) - begin_);
  if (newline != std::string_view::npos && !line_.empty() && line_.back() == '\r') {
    line_.remove_suffix(1);
  }
  ++number_;
  return true;
}

bool FlatReader::read() {
  fields_.reserve(12);
  while (take_line()) {
    const std::size_t first = skip_blanks(0);
    if (first == line_.size() || line_[first] == '#') {
      // A comment is data to nobody, but its bytes must be text.
      if (std::any_of(line_.begin(), line_.end(), [](char c) {
            return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
          })) {
        return false;
      }
      continue;
    }
    const bool item = line_[first] == '-' && (first + 1 == line_.size() || line_[first + 1] == ' ');
    if (item ? !read_item() : !read_key_line()) return false;
  }
  return true;
}

bool FlatReader::read_key_line() {
  if (!is(kKeyFirst, line_[0])) return false;
  std::size_t at = 1;
  while (at < line_.size() && is(kKey, line_[at])) ++at;
  if (at >= line_.size() || line_[at] != ':' || at > kLongestKey) return false;
  const std::string_view key = line_.substr(0, at);
  if (key.back() == ' ' || is_null(key)) return false;
  ++at;
  if (at < line_.size() && line_[at] != ' ') return false;
  for (const Field& field : fields_) {
    if (field.key == key) return false;
  }
  Field& field = fields_.emplace_back();
  field.key = key;
  field.line = number_;
  field.begin = begin_;
  field.end = end_;
  item_indent_.reset();
  open_ = false;
  return read_value(at, field);
}

bool FlatReader::read_value(std::size_t at, Field& field) {
  ValueSpan span{begin_ + at, begin_ + at};
  const std::size_t value = skip_blanks(at);
  if (only_comment_from(at)) {
    open_ = true;
    field.values.emplace_back();
  } else {
    at = value;
    span.begin = begin_ + at;
    if (line_[at] == '[') {
      if (!read_flow_list(at, field)) return false;
    } else if (!read_scalar(at, field.values.emplace_back())) {
      return false;
    }
    if (!only_comment_from(at)) return false;
    span.end = begin_ + at;
  }
  if (values_ != nullptr) values_->push_back(span);
  return true;
}

bool FlatReader::read_item() {
  if (fields_.empty() || !(open_ || item_indent_)) return false;
  Field& field = fields_.back();
  const std::size_t indent = skip_blanks(0);
  if (!item_indent_) {
    item_indent_ = indent;
    open_ = false;
    field.is_list = true;
    field.values.clear();
  }
  if (indent != *item_indent_) return false;
  std::size_t at = skip_blanks(indent + 1);
  if (at == line_.size() || line_[at] == '#') return false;
  if (!read_scalar(at, field.values.emplace_back()) || !only_comment_from(at)) return false;
  field.end = end_;
  return true;
}

// Blanks to the end of the line, or blanks and a comment.
bool FlatReader::only_comment_from(std::size_t at) const {
  const std::size_t next = skip_blanks(at);
  if (next == line_.size()) return true;
  if (line_[next] != '#' || next == at) return false;
  return std::all_of(line_.begin() + static_cast<std::ptrdiff_t>(next), line_.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F; });
}

bool FlatReader::read_scalar(std::size_t& at, std::string& value) const {
  if (line_[at] == '"') return read_double_quoted(at, value);
  if (line_[at] == '\'') return read_single_quoted(at, value);
  return read_plain(at, value);
}

bool FlatReader::read_plain(std::size_t& at, std::string& value) const {
  const std::size_t begin = at;
  const char first = line_[at];
  const bool minus =
      first == '-' && at + 1 < line_.size() && line_[at + 1] >= '0' && line_[at + 1] <= '9';
  if (!is(kPlainFirst, first) && !minus && first != '~') return false;
  bool high = false;
  for (; at < line_.size(); ++at) {
    const char c = line_[at];
    high |= static_cast<unsigned char>(c) >= 0x80;
    if (is(kPlain, c)) continue;
    if (c == '#') {
      if (line_[at - 1] == ' ') break;
    } else if (c == ':') {
      if (at + 1 == line_.size() || line_[at + 1] == ' ') return false;
    } else {
      return false;
    }
  }
  while (line_[at - 1] == ' ') --at;
  const std::string_view plain = line_.substr(begin, at - begin);
  if (high && has_odd_unicode(plain)) return false;
  if (!is_null(plain)) value = plain;
  return first != '~' || plain == "~";
}

bool FlatReader::read_double_quoted(std::size_t& at, std::string& value) const {
  for (++at; at < line_.size(); ++at) {
    const char c = line_[at];
    if (c == '"') {
      ++at;
      return !has_odd_unicode(value);
    }
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
    if (c != '\\') {
      value += c;
      continue;
    }
    if (++at == line_.size()) return false;
    switch (line_[at]) {
      case '"':
        value += '"';
        break;
      case '\\':
        value += '\\';
        break;
      case 'n':
        value += '\n';
        break;
      case 't':
        value += '\t';
        break;
      default:
        return false;
    }
  }
  return false;  // goes on in the next line
}

bool FlatReader::read_single_quoted(std::size_t& at, std::string& value) const {
  for (++at; at < line_.size(); ++at) {
    const char c = line_[at];
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
    if (c == '\'') {
      if (at + 1 == line_.size() || line_[at + 1] != '\'') {
        ++at;
        return !has_odd_unicode(value);
      }
      ++at;
    }
    value += c;
  }
  return false;
}

bool FlatReader::read_flow_plain(std::size_t& at, std::string& value) const {
  const std::size_t begin = at;
  if (!is(kPlainFirst, line_[at])) return false;
  while (at < line_.size() && is(kFlow, line_[at])) ++at;
  std::size_t end = at;
  while (line_[end - 1] == ' ') --end;
  const std::string_view plain = line_.substr(begin, end - begin);
  if (has_odd_unicode(plain)) return false;
  if (!is_null(plain)) value = plain;
  return true;
}

bool FlatReader::read_flow_list(std::size_t& at, Field& field) const {
  field.is_list = true;
  at = skip_blanks(at + 1);
  if (at < line_.size() && line_[at] == ']') {
    ++at;
    return true;
  }
  while (at < line_.size()) {
    std::string& value = field.values.emplace_back();
    const bool quoted = line_[at] == '"' || line_[at] == '\'';
    if (quoted ? !read_scalar(at, value) : !read_flow_plain(at, value)) return false;
    at = skip_blanks(at);
    if (at == line_.size()) return false;
    if (line_[at] == ']') {
      ++at;
      return true;
    }
    if (line_[at] != ',' || at + 1 == line_.size() || line_[at + 1] != ' ') return false;
    at = skip_blanks(at + 1);
  }
  return false;
}

}  // namespace

bool read_flat_yaml(std::string_view block, std::vector<Field>& fields,
                    std::vector<ValueSpan>* values) {
  return FlatReader(block, fields, values).read();
}

}  // namespace pyramid::format
