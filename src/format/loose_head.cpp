#include "format/loose_head.hpp"

#include "base/line_ends.hpp"
#include "base/text.hpp"
#include "format/flat_yaml.hpp"
#include "format/schema.hpp"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::format {

namespace {

constexpr std::size_t kLongestLooseKey = 64;

std::size_t indent_before(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

bool may_stand_in_key(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view(" _-./()").find(c) != std::string_view::npos;
}

// Where the colon stands behind the key that begins a trimmed line, or npos.
std::size_t colon_of(std::string_view line) {
  const bool quoted = line.starts_with('"') || line.starts_with('\'');
  const std::size_t end = quoted ? line.find(line[0], 1) : 0;
  if (end == std::string_view::npos) return end;
  const std::size_t colon = line.find(':', end);
  if (colon == 0 || colon == std::string_view::npos || colon > kLongestLooseKey) {
    return std::string_view::npos;
  }
  if (colon + 1 < line.size() && line[colon + 1] != ' ' && line[colon + 1] != '\t') {
    return std::string_view::npos;
  }
  const std::string_view key = line.substr(0, colon);
  const bool is_key = quoted ? trim(key).size() == end + 1
                             : may_stand_in_key(key[0]) && key[0] != '-' &&
                                   std::all_of(key.begin(), key.end(), may_stand_in_key) &&
                                   std::count(key.begin(), key.end(), ' ') <= kMostBlanksInKey;
  return is_key ? colon : std::string_view::npos;
}

bool is_item_line(std::string_view line) { return line == "-" || line.starts_with("- "); }

std::string without_quotes(std::string_view text) {
  text = trim(text);
  if (text.empty() || (text[0] != '"' && text[0] != '\'')) return std::string(text);
  const char quote = text[0];
  text.remove_prefix(1);
  if (text.ends_with(quote)) text.remove_suffix(1);
  return std::string(trim(text));
}

// `[a, @b, *c*]`, but no `[[link]]`.
bool is_flow_list(std::string_view value) {
  return value.starts_with('[') && value.ends_with(']') && !value.starts_with("[[");
}

// The lines of one key, as they stand.
Field as_written(std::string_view lines) {
  Field field;
  std::string value;
  bool first = true;
  for (const std::string_view with_end : lines_with_ends(lines)) {
    std::string_view line = trim(with_end);
    if (std::exchange(first, false)) {
      const std::size_t colon = colon_of(line);
      field.key = without_quotes(line.substr(0, colon));
      value = trim(line.substr(colon + 1));
    } else if (is_item_line(line)) {
      field.is_list = true;
      field.values.push_back(without_quotes(line.substr(1)));
    } else if (!line.empty()) {
      std::string& last = field.is_list ? field.values.back() : value;
      last.append(last.empty() ? "" : " ").append(line);
    }
  }
  if (field.is_list) return field;
  field.is_list = is_flow_list(value);
  if (!field.is_list) {
    field.values.push_back(without_quotes(value));
    return field;
  }
  const std::string_view items = std::string_view(value).substr(1, value.size() - 2);
  for (const std::string_view item : split(items, ',')) {
    if (!trim(item).empty()) field.values.push_back(without_quotes(item));
  }
  return field;
}

// As YAML reads the lines of one key by themselves; nullopt where it refuses them.
std::optional<Field> read_by_yaml(std::string_view lines, std::size_t indent) {
  std::string dedented;
  for (const std::string_view line : lines_with_ends(lines)) {
    dedented += line.substr(std::min(indent, indent_before(line)));
  }
  Result<std::vector<Field>> fields = read_fields(dedented);
  if (!fields || fields->size() != 1) return std::nullopt;
  return std::move(fields->front());
}

Field read_key(std::string_view lines, std::size_t indent) {
  std::optional<Field> field = read_by_yaml(lines, indent);
  return field ? *std::move(field) : as_written(lines);
}

// "[a, b": of a list that was not written to its end, quotes would make one item.
bool is_cut_off(const Field& field) {
  if (field.is_list) return false;
  const std::string& value = field.values.front();
  return std::count(value.begin(), value.end(), '[') != std::count(value.begin(), value.end(), ']');
}

// The lines of a key as the program writes it.
std::string written(const Field& field, bool crlf) {
  Result<Frontmatter> one = Frontmatter::parse({}, crlf);
  assert(one);
  if (field.is_list) {
    one->set_list(field.key, field.values);
  } else {
    one->set(field.key, field.values.front());
  }
  return one->bytes();
}

// A key that is there twice: what lists have is all meant, of two texts the first.
void add_key(Field field, std::vector<Field>& fields) {
  const auto known = std::find_if(fields.begin(), fields.end(),
                                  [&](const Field& one) { return one.key == field.key; });
  if (known == fields.end()) {
    fields.push_back(std::move(field));
  } else if (known->is_list && !field.is_nested) {
    known->values.insert(known->values.end(), field.values.begin(), field.values.end());
  } else if (!known->is_list && !known->is_nested && known->values.front().empty()) {
    *known = std::move(field);
  }
}

// Cuts a block into the lines of its keys.
class LooseReader {
 public:
  explicit LooseReader(std::string_view block) : block_(block) {}

  // False where a line belongs to no key; the keys above the first blank line are read all the
  // same.
  bool read() {
    bool is_head = true;
    bool above_blank = true;
    for (const std::string_view with_end : lines_with_ends(block_)) {
      const std::string_view line = trim(with_end);
      const std::size_t begin = end_;
      end_ += with_end.size();
      ++number_;
      above_blank = above_blank && !line.empty();
      if (line.empty() || line[0] == '#') continue;
      if (take(with_end, line, begin)) {
        if (above_blank) keys_above_blank_ = spans_.size();
        continue;
      }
      is_head = false;
      in_key_ = false;
    }
    if (!is_head) spans_.resize(keys_above_blank_);
    return is_head && !spans_.empty();
  }

  struct Span {
    std::size_t begin = 0, end = 0, line = 0;
  };
  [[nodiscard]] const std::vector<Span>& spans() const { return spans_; }
  [[nodiscard]] std::size_t indent() const { return indent_; }

  [[nodiscard]] std::vector<Field> fields() const {
    std::vector<Field> fields;
    for (const Span& span : spans_) {
      Field field = read_key(block_.substr(span.begin, span.end - span.begin), indent_);
      field.line = span.line;
      field.begin = span.begin;
      field.end = span.end;
      add_key(std::move(field), fields);
    }
    return fields;
  }

 private:
  // False where the line neither begins a key nor goes on with one.
  bool take(std::string_view with_end, std::string_view line, std::size_t begin) {
    const std::size_t indent = indent_before(with_end);
    const bool at_edge = spans_.empty() || indent <= indent_;
    if (at_edge && colon_of(line) != std::string_view::npos) {
      if (spans_.empty()) indent_ = indent;
      spans_.push_back({begin, end_, number_});
      in_key_ = true;
      return true;
    }
    const bool goes_on = in_key_ && (indent > indent_ || is_item_line(line));
    if (goes_on) spans_.back().end = end_;
    return goes_on;
  }

  std::string_view block_;
  std::vector<Span> spans_;
  std::size_t indent_ = 0;  // of the first key
  std::size_t end_ = 0, number_ = 0;
  std::size_t keys_above_blank_ = 0;
  bool in_key_ = false;
};

}  // namespace

LooseHead read_head_loosely(std::string_view block) {
  LooseHead head;
  if (trim(block).starts_with('{')) {
    if (Result<std::vector<Field>> fields = read_flow_map(block)) {
      head.is_head = head.is_yaml = true;
      head.frontmatter = Frontmatter::as_read(block, *std::move(fields));
      return head;
    }
  }
  LooseReader reader(block);
  head.is_head = reader.read();
  head.frontmatter =
      Frontmatter::as_read(head.is_head ? block : std::string_view(), reader.fields());
  return head;
}

std::optional<std::string> with_quotes(std::string_view block) {
  LooseReader reader(block);
  if (!reader.read()) return std::nullopt;
  const bool crlf = block.find("\r\n") != std::string_view::npos;
  std::string quoted;
  std::size_t done = 0;
  for (const auto& span : reader.spans()) {
    const std::string_view lines = block.substr(span.begin, span.end - span.begin);
    if (read_by_yaml(lines, reader.indent())) continue;
    const Field field = as_written(lines);
    if (!holds_any_words(field.key) || is_cut_off(field)) return std::nullopt;
    quoted += block.substr(done, span.begin - done);
    quoted += std::string(reader.indent(), ' ') + written(field, crlf);
    done = span.end;
  }
  quoted += block.substr(done);
  if (!Frontmatter::parse(quoted, crlf)) return std::nullopt;
  return quoted;
}

}  // namespace pyramid::format
