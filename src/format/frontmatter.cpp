#include "format/frontmatter.hpp"

#include "base/line_ends.hpp"
#include "base/text.hpp"
#include "format/flat_yaml.hpp"
#include "format/schema.hpp"
#include "format/yaml_scalar.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace pyramid::format {

namespace {

// The `[[…]]` of `key: [[…]]`, or "": a list in a list to YAML, a link to whoever writes it.
std::string_view link_in(std::string_view lines) {
  const std::string_view line = trim(lines);
  const std::size_t begin = line.find("[[");
  if (begin == std::string_view::npos || !trim(line.substr(0, begin)).ends_with(':')) return {};
  const bool is_link =
      line.find_first_of("[]\n", begin + 2) == line.size() - 2 && line.ends_with("]]");
  return is_link ? line.substr(begin) : std::string_view();
}

// A key's lines, and what the fast reader sees in them.
struct FlatField {
  bool readable = false;
  Field field;
  ValueSpan value;
};

FlatField look_at(std::string_view lines) {
  std::vector<Field> fields;
  std::vector<ValueSpan> values;
  FlatField out;
  out.readable = read_flat_yaml(lines, fields, &values) && fields.size() == 1;
  if (out.readable) {
    out.field = std::move(fields[0]);
    out.value = values[0];
  }
  return out;
}

bool is_item(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first != std::string_view::npos && line[first] == '-';
}

// The key's first line with another value (or none): ` value` goes behind the colon, a comment
// behind the value stays.
std::string with_value(std::string_view lines, const ValueSpan& span, std::string_view value) {
  std::string out(lines.substr(0, span.begin));
  while (!out.empty() && out.back() == ' ') out.pop_back();
  if (!value.empty()) out += ' ';
  out += value;
  const std::string_view rest = lines.substr(span.end);
  return out.append(rest);
}

// Drops the items of a block list, keeps the key's line and comments.
std::string without_items(std::string_view lines) {
  std::string out;
  bool first = true;
  for (const std::string_view line : lines_with_ends(lines)) {
    if (first || !is_item(line)) out += line;
    first = false;
  }
  return out;
}

std::string item_lines(const std::vector<std::string>& values, std::string_view indent,
                       std::string_view eol) {
  std::string out;
  for (const std::string& value : values) {
    out.append(indent).append("- ").append(yaml_scalar(value, Numbers::kQuoted)).append(eol);
  }
  return out;
}

std::string flow_list(const std::vector<std::string>& values) {
  std::string out = "[";
  for (const std::string& value : values) {
    if (out.size() > 1) out += ", ";
    out += yaml_flow_scalar(value);
  }
  return out + "]";
}

// A block list with other items: those that stay keep their lines, and so do comments.
std::string with_items(std::string_view lines, const std::vector<std::string>& old_values,
                       const std::vector<std::string>& values, std::string_view eol) {
  std::size_t same_front = 0;
  while (same_front < std::min(old_values.size(), values.size()) &&
         old_values[same_front] == values[same_front]) {
    ++same_front;
  }
  std::size_t same_back = 0;
  while (same_back + same_front < std::min(old_values.size(), values.size()) &&
         old_values[old_values.size() - 1 - same_back] == values[values.size() - 1 - same_back]) {
    ++same_back;
  }
  const std::vector<std::string> middle(values.begin() + static_cast<std::ptrdiff_t>(same_front),
                                        values.end() - static_cast<std::ptrdiff_t>(same_back));
  std::string out;
  std::size_t item = 0;
  bool inserted = false;
  bool first = true;
  std::string_view indent = "  ";
  for (const std::string_view line : lines_with_ends(lines)) {
    if (!first && is_item(line)) {
      indent = line.substr(0, line.find('-'));
      if (item == same_front && !inserted) {
        out += item_lines(middle, indent, eol);
        inserted = true;
      }
      const bool stays = item < same_front || item >= old_values.size() - same_back;
      ++item;
      if (!stays) continue;
    }
    out += line;
    if (!out.empty() && out.back() != '\n') out += eol;
    first = false;
  }
  if (!inserted) out += item_lines(middle, indent, eol);
  return out;
}

// A scalar as it is written under this key.
std::string yaml_of(std::string_view key, std::string_view value) {
  if (is_flag_key(key)) return std::string(value);
  return yaml_scalar(value, is_number_key(key) ? Numbers::kPlain : Numbers::kQuoted);
}

}  // namespace

Result<std::vector<Field>> read_fields(std::string_view block) {
  std::vector<Field> fields;
  if (read_flat_yaml(block, fields)) return fields;
  PYRAMID_ASSIGN(fields, read_yaml(block));
  for (Field& field : fields) {
    if (!field.is_nested) continue;
    const std::string_view link = link_in(block.substr(field.begin, field.end - field.begin));
    if (!link.empty()) field.values.emplace_back(link);
  }
  return fields;
}

Result<Frontmatter> Frontmatter::parse(std::string_view block, bool crlf) {
  if (block.size() > kLargest) {
    return fail(ErrorKind::kInvalid, "frontmatter of more than 64 KiB", "line 1",
                "move text below the frontmatter");
  }
  Frontmatter out;
  out.bytes_ = block;
  out.crlf_ = crlf;
  if (!block.empty() && block.back() != '\n') out.bytes_ += out.eol();
  Result<std::vector<Field>> fields = read_fields(out.bytes_);
  if (!fields) {
    Error error = std::move(fields).error();
    error.where = "line " + error.where;
    return fail(std::move(error));
  }
  out.fields_ = *std::move(fields);
  return out;
}

Frontmatter Frontmatter::as_read(std::string_view block, std::vector<Field> fields) {
  Frontmatter out;
  out.bytes_ = block;
  out.fields_ = std::move(fields);
  return out;
}

const Field* Frontmatter::find(std::string_view key) const {
  for (const Field& field : fields_) {
    if (field.key == key) return &field;
  }
  return nullptr;
}

std::optional<std::string_view> Frontmatter::scalar(std::string_view key) const {
  const Field* field = find(key);
  if (field == nullptr || field->is_list || field->values.empty()) return std::nullopt;
  return field->values[0];
}

std::vector<std::string> Frontmatter::list(std::string_view key) const {
  const Field* field = find(key);
  if (field == nullptr || field->values.empty()) return {};
  if (!field->is_list && field->values[0].empty()) return {};  // `key:` alone
  return field->values;
}

std::string_view Frontmatter::eol() const {
  const std::size_t newline = bytes_.find('\n');
  const bool crlf =
      newline == std::string::npos ? crlf_ : newline > 0 && bytes_[newline - 1] == '\r';
  return crlf ? "\r\n" : "\n";
}

std::string_view Frontmatter::lines_of(const Field& field) const {
  return std::string_view(bytes_).substr(field.begin, field.end - field.begin);
}

void Frontmatter::splice(std::size_t begin, std::size_t end, std::string_view text) {
  bytes_.replace(begin, end - begin, text);
  if (!bytes_.empty() && bytes_.back() != '\n') bytes_ += eol();
  Result<std::vector<Field>> fields = read_fields(bytes_);
  assert(fields);
  if (fields) fields_ = *std::move(fields);
}

void Frontmatter::append(std::string_view key, std::string_view text) {
  insert(bytes_.size(), key, text);
}

void Frontmatter::insert(std::size_t place, std::string_view key, std::string_view text) {
  // A block map may be indented as a whole.
  std::string line;
  if (!fields_.empty()) {
    const std::size_t first = fields_[0].begin;
    line.assign(bytes_.find_first_not_of(' ', first) - first, ' ');
  }
  line.append(yaml_key(key)).append(":").append(text);
  splice(place, place, line);
}

void Frontmatter::set_behind(std::string_view before, std::string_view key,
                             std::string_view value) {
  const Field* field = find(before);
  if (field == nullptr || find(key) != nullptr) return set(key, value);
  insert(field->end, key, " " + yaml_of(key, value) + std::string(eol()));
}

void Frontmatter::set(std::string_view key, std::string_view value) {
  set_yaml(key, value, yaml_of(key, value));
}

void Frontmatter::set_yaml(std::string_view key, std::string_view value, const std::string& yaml) {
  const Field* field = find(key);
  if (field == nullptr) return append(key, " " + yaml + std::string(eol()));
  if (!field->is_list && !field->is_nested && field->values[0] == value) return;
  const std::string_view lines = lines_of(*field);
  const FlatField flat = look_at(lines);
  if (!flat.readable) {
    const std::string indent(lines.find_first_not_of(' '), ' ');
    return splice(field->begin, field->end,
                  indent + yaml_key(key) + ": " + yaml + std::string(eol()));
  }
  const std::string changed = with_value(lines, flat.value, yaml);
  splice(field->begin, field->end, flat.field.is_list ? without_items(changed) : changed);
}

void Frontmatter::set_list(std::string_view key, const std::vector<std::string>& values) {
  const std::string end(eol());
  const Field* field = find(key);
  const std::string fresh = values.empty() ? " []" + end : end + item_lines(values, "  ", end);
  if (field == nullptr) return append(key, fresh);
  if (field->is_list && field->values == values) return;
  const std::string_view lines = lines_of(*field);
  const FlatField flat = look_at(lines);
  std::string changed;
  if (!flat.readable) {
    const std::string indent(lines.find_first_not_of(' '), ' ');
    changed = indent + yaml_key(key) + ":" +
              (values.empty() ? fresh : end + item_lines(values, indent + "  ", end));
  } else if (flat.field.is_list && flat.value.end > flat.value.begin) {
    changed = with_value(lines, flat.value, flow_list(values));
  } else if (values.empty()) {
    changed = without_items(with_value(lines, flat.value, "[]"));
  } else if (flat.field.is_list) {
    changed = with_items(lines, flat.field.values, values, end);
  } else {
    changed = with_value(lines, flat.value, "") + item_lines(values, "  ", end);
  }
  splice(field->begin, field->end, changed);
}

std::string_view Frontmatter::comment(std::string_view key) const {
  const Field* field = find(key);
  if (field == nullptr || field->is_list) return {};
  const std::string_view lines = lines_of(*field);
  const FlatField flat = look_at(lines);
  const std::string_view rest = flat.readable ? trim(lines.substr(flat.value.end)) : lines;
  return flat.readable && rest.starts_with('#') ? trim(rest.substr(1)) : std::string_view();
}

void Frontmatter::set_comment(std::string_view key, std::string_view text) {
  const Field* field = find(key);
  if (field == nullptr || field->is_list || comment(key) == text) return;
  const std::string_view lines = lines_of(*field);
  const FlatField flat = look_at(lines);
  if (!flat.readable) return;
  std::string changed(lines.substr(0, flat.value.end));
  if (!text.empty()) changed.append(" # ").append(text);
  splice(field->begin, field->end, changed.append(eol()));
}

void Frontmatter::erase(std::string_view key) {
  const Field* field = find(key);
  if (field == nullptr) return;
  std::size_t end = field->end;
  // Comments behind the key stay, unless they would become lines of a `|` text in front of it.
  if (field != fields_.data() && !look_at(lines_of(*std::prev(field))).readable) {
    const bool last = field == &fields_.back();
    end = last ? bytes_.size() : std::next(field)->begin;
  }
  splice(field->begin, end, "");
}

void Frontmatter::take(std::string_view key, const Frontmatter& from) {
  const Field* field = from.find(key);
  if (field == nullptr) return erase(key);
  assert(!field->is_nested);
  if (field->is_list) return set_list(key, field->values);
  const std::string_view lines = from.lines_of(*field);
  const FlatField flat = look_at(lines);
  const std::string_view written =
      flat.readable ? trim(lines.substr(flat.value.begin, flat.value.end - flat.value.begin))
                    : std::string_view();
  if (written.empty() || written.find('\n') != std::string_view::npos) {
    return set(key, field->values.front());
  }
  set_yaml(key, field->values.front(), std::string(written));
}

}  // namespace pyramid::format
