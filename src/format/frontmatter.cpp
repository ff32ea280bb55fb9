#include "format/frontmatter.hpp"

#include "base/text.hpp"
#include "format/frontmatter_lines.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::size_t kMaxBytes = 64 * 1024;
constexpr int kMaxNesting = 64;

Failure invalid(std::size_t line, std::string what) {
  return fail(ErrorKind::kInvalid, std::move(what), "line " + std::to_string(line),
              "mend the lines between the two ---");
}

// yaml-cpp recurses a level a bracket: refuse a bomb before it is parsed.
bool nests_too_deep(std::string_view block) {
  int depth = 0;
  for (const char c : block) {
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > kMaxNesting) return true;
  }
  return false;
}

Field field_of(const YAML::Node& key, const YAML::Node& value) {
  Field field;
  field.key = key.Scalar();
  field.line = static_cast<std::size_t>(key.Mark().line) + 1;
  if (value.IsScalar()) {
    field.values.push_back(value.Scalar());
  } else if (value.IsNull()) {
    field.values.emplace_back();
  } else if (value.IsSequence()) {
    field.is_list = true;
    for (const YAML::Node& item : value) {
      if (item.IsScalar()) {
        field.values.push_back(item.Scalar());
      } else if (item.IsNull()) {
        field.values.emplace_back();
      } else {
        field.is_nested = true;
      }
    }
    if (field.is_nested) field.values.clear();
  } else {
    field.is_nested = true;
  }
  return field;
}

Result<std::vector<Field>> parse_with_yaml(std::string_view block) {
  if (nests_too_deep(block)) return invalid(1, "frontmatter nests too deep");
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(block));
    if (documents.size() > 1) return invalid(1, "frontmatter is more than one YAML document");
    std::vector<Field> fields;
    if (documents.empty() || documents[0].IsNull()) return fields;
    const YAML::Node& root = documents[0];
    if (!root.IsMap() || root.Style() == YAML::EmitterStyle::Flow) {
      return invalid(1, "frontmatter is not a list of `key: value` lines");
    }
    for (const auto& entry : root) {
      if (!entry.first.IsScalar()) return invalid(1, "frontmatter has a key that is no word");
      fields.push_back(field_of(entry.first, entry.second));
    }
    return fields;
  } catch (const YAML::Exception& error) {
    const int line = error.mark.is_null() ? 0 : error.mark.line;
    return invalid(static_cast<std::size_t>(line) + 1, "frontmatter is no YAML: " + error.msg);
  }
}

}  // namespace

Result<Frontmatter> Frontmatter::parse(std::string_view block) {
  if (block.size() > kMaxBytes) return invalid(1, "frontmatter is over 64 KiB");
  Frontmatter frontmatter;
  frontmatter.bytes_ = block;
  if (auto fast = parse_simple_lines(block)) {
    frontmatter.fields_ = std::move(*fast);
  } else {
    PYRAMID_ASSIGN(frontmatter.fields_, parse_with_yaml(block));
  }
  const auto& fields = frontmatter.fields_;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (fields[i].key == fields[j].key) {
        return invalid(fields[i].line, "frontmatter has `" + fields[i].key + "` twice");
      }
    }
  }
  return frontmatter;
}

const Field* Frontmatter::find(std::string_view key) const {
  for (const Field& field : fields_) {
    if (field.key == key) return &field;
  }
  return nullptr;
}

std::optional<std::string_view> Frontmatter::scalar(std::string_view key) const {
  const Field* field = find(key);
  if (field == nullptr || field->is_list || field->is_nested) return std::nullopt;
  return field->values.front();
}

std::vector<std::string> Frontmatter::list(std::string_view key) const {
  const Field* field = find(key);
  if (field == nullptr || field->is_nested) return {};
  if (!field->is_list && field->values.front().empty()) return {};
  return field->values;
}

void Frontmatter::set(std::string_view key, std::string_view value) {
  const Field* field = find(key);
  if (field != nullptr && !field->is_list && !field->is_nested && field->values[0] == value) return;
  replace(key, std::string(key) + ": " + emit_scalar(value));
}

void Frontmatter::set_list(std::string_view key, const std::vector<std::string>& values) {
  const Field* field = find(key);
  if (field != nullptr && field->is_list && !field->is_nested && field->values == values) return;
  std::string lines = std::string(key) + ":";
  if (values.empty()) lines += " []";
  for (const std::string& value : values) lines += "\n  - " + emit_scalar(value);
  replace(key, lines);
}

void Frontmatter::erase(std::string_view key) {
  if (find(key) != nullptr) replace(key, {});
}

void Frontmatter::replace(std::string_view key, const std::string& lines) {
  const std::string newline = bytes_.find("\r\n") != std::string::npos ? "\r\n" : "\n";
  std::string text = lines.empty() ? "" : replace_all(lines, "\n", newline) + newline;
  std::size_t at = bytes_.size();
  std::size_t size = 0;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (fields_[i].key != key) continue;
    const std::size_t next = i + 1 < fields_.size() ? fields_[i + 1].line : 0;
    const LineSpan span = field_span(bytes_, fields_[i].line, next);
    at = span.begin;
    size = span.end - span.begin;
    if (!span.comment.empty() && !lines.empty() && text.find('\n') + 1 == text.size()) {
      text.insert(text.size() - newline.size(), " " + span.comment);
    }
  }
  if (at == bytes_.size() && at > 0 && bytes_.back() != '\n') text.insert(0, newline);
  bytes_.replace(at, size, text);
  // Our own emission is always in the form that parses.
  if (Result<Frontmatter> again = parse(std::string(bytes_))) *this = std::move(*again);
}

}  // namespace pyramid::format
