#include "hosts/json_text.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace pyramid::hosts {

namespace {

constexpr std::size_t kDeepestText = 128;

bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         c == '+' || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

// A text as JSON has it, of one in either sort of quotes.
std::string as_json_text(std::string_view quoted) {
  std::string json = "\"";
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    const char c = quoted[i];
    if (c == '\\' && quoted[i + 1] == '\'') {
      json += '\'';
      ++i;
    } else if (c == '\\') {
      json += c;
      json += quoted[++i];
    } else if (c == '"') {
      json += "\\\"";
    } else {
      json += c;
    }
  }
  return json + "\"";
}

}  // namespace

class JsonReader {
 public:
  explicit JsonReader(const std::string& text) : text_(text) {}

  Result<Json> read(JsonNode& root) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    PYRAMID_TRY(skip());
    if (at_ == text_.size()) {
      root.begin = root.end = at_;
      root.is_object = true;
      return Json(Json::object());
    }
    PYRAMID_ASSIGN(Json value, read_value(root, 0));
    PYRAMID_TRY(skip());
    if (at_ != text_.size()) return broken("there is something behind the end");
    return value;
  }

 private:
  Failure broken(const std::string& what) const {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size()));
    const auto line = std::count(text_.begin(), end, '\n') + 1;
    return fail(ErrorKind::kInvalid, "this is not JSON: " + what, std::to_string(line));
  }

  // White space and comments.
  Status skip() {
    while (at_ < text_.size()) {
      if (is_blank(text_[at_])) {
        ++at_;
      } else if (text_.compare(at_, 2, "//") == 0) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.compare(at_, 2, "/*") == 0) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string::npos) return broken("a comment does not end");
        at_ = end + 2;
      } else {
        break;
      }
    }
    return {};
  }

  Result<Json> read_value(JsonNode& node, std::size_t depth) {
    if (depth > kDeepestText) return broken("it nests too deep");
    if (at_ == text_.size()) return broken("it ends too early");
    node.begin = at_;
    const char c = text_[at_];
    if (c == '{' || c == '[') return read_items(node, depth);
    if (c == '"' || c == '\'') {
      PYRAMID_ASSIGN(std::string text, read_text());
      node.end = at_;
      return Json(std::move(text));
    }
    const std::string_view word = read_word();
    if (word.empty()) return broken(std::string("a value cannot begin with ") + c);
    node.end = at_;
    Json value = Json::parse(word, nullptr, false);
    // A number as only JSON5 has it is told by its text; it is not looked at.
    if (value.is_discarded()) value = std::string(word);
    return value;
  }

  std::string_view read_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return std::string_view(text_).substr(begin, at_ - begin);
  }

  Result<std::string> read_text() {
    const std::size_t begin = at_;
    const char quote = text_[at_++];
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    if (at_ >= text_.size() || text_[at_] != quote) return broken("a text does not end");
    ++at_;
    const std::string_view quoted = std::string_view(text_).substr(begin, at_ - begin);
    const Json text = Json::parse(as_json_text(quoted), nullptr, false);
    if (!text.is_string()) return broken("a text is written in a way that is not known");
    return text.get<std::string>();
  }

  Result<Json> read_items(JsonNode& node, std::size_t depth) {
    const bool is_object = text_[at_++] == '{';
    node.is_object = is_object;
    node.is_list = !is_object;
    Json value = is_object ? Json::object() : Json::array();
    const char close = is_object ? '}' : ']';
    bool wants_comma = false;
    while (true) {
      PYRAMID_TRY(skip());
      if (at_ == text_.size()) return broken(std::string("a ") + close + " is missing");
      if (text_[at_] == close) break;
      if (wants_comma && text_[at_] == ',') {
        node.items.back().comma = at_++;
        wants_comma = false;
        continue;
      }
      if (wants_comma) return broken("a comma is missing");
      JsonNode item;
      item.key_begin = at_;
      if (is_object) {
        PYRAMID_ASSIGN(item.key, read_key());
        if (value.contains(item.key)) return broken("the key " + item.key + " stands there twice");
      }
      PYRAMID_ASSIGN(Json inner, read_value(item, depth + 1));
      if (is_object) {
        value[item.key] = std::move(inner);
      } else {
        value.push_back(std::move(inner));
      }
      node.items.push_back(std::move(item));
      wants_comma = true;
    }
    node.end = ++at_;
    return value;
  }

  Result<std::string> read_key() {
    std::string key;
    if (text_[at_] == '"' || text_[at_] == '\'') {
      PYRAMID_ASSIGN(key, read_text());
    } else {
      key = std::string(read_word());
      if (key.empty()) return broken("a key is missing");
    }
    PYRAMID_TRY(skip());
    if (at_ == text_.size() || text_[at_] != ':') return broken("a colon is missing");
    ++at_;
    PYRAMID_TRY(skip());
    return key;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

Result<JsonText> JsonText::parse(std::string text) {
  JsonText parsed;
  parsed.text_ = std::move(text);
  PYRAMID_ASSIGN(parsed.value_, JsonReader(parsed.text_).read(parsed.root_));
  if (!parsed.root_.is_object) {
    return fail(ErrorKind::kInvalid, "this is not a JSON object", "1");
  }
  return parsed;
}

const Json* JsonText::at(const JsonPath& path) const {
  const Json* value = &value_;
  for (const Json& step : path) {
    if (step.is_string()) {
      if (!value->is_object() || !value->contains(step.get<std::string>())) return nullptr;
      value = &(*value)[step.get<std::string>()];
    } else {
      if (!value->is_array() || step.get<std::size_t>() >= value->size()) return nullptr;
      value = &(*value)[step.get<std::size_t>()];
    }
  }
  return value;
}

const JsonNode* JsonText::node_at(const JsonPath& path) const {
  const JsonNode* node = &root_;
  for (const Json& step : path) {
    const JsonNode* inner = nullptr;
    if (step.is_string() && node->is_object) {
      for (const JsonNode& item : node->items) {
        if (item.key == step.get<std::string>()) inner = &item;
      }
    } else if (!step.is_string() && node->is_list && step.get<std::size_t>() < node->items.size()) {
      inner = &node->items[step.get<std::size_t>()];
    }
    if (inner == nullptr) return nullptr;
    node = inner;
  }
  return node;
}

Status JsonText::replace(std::size_t begin, std::size_t end, const std::string& by) {
  std::string text = text_;
  text.replace(begin, end - begin, by);
  PYRAMID_ASSIGN(*this, parse(std::move(text)));
  return {};
}

std::string JsonText::indent_of_line(std::size_t at) const {
  const std::size_t line = at == 0 ? 0 : text_.rfind('\n', at - 1) + 1;
  std::size_t end = line;
  while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t')) ++end;
  return text_.substr(line, end - line);
}

std::string JsonText::unit() const {
  for (const JsonNode& item : root_.items) {
    const std::string indent = indent_of_line(item.key_begin);
    if (!indent.empty()) return indent;
  }
  return "  ";
}

std::string JsonText::line_end() const {
  return text_.find("\r\n") == std::string::npos ? "\n" : "\r\n";
}

std::string JsonText::dumped(const Json& value, const std::string& indent, bool on_one_line) const {
  if (on_one_line) return value.dump();
  const std::string one = unit();
  const std::string lines = value.dump(1, '\t');
  std::string text;
  bool begins_line = false;
  for (const char c : lines) {
    if (c == '\n') {
      text += line_end() + indent;
      begins_line = true;
    } else if (c == '\t' && begins_line) {  // within a text it is escaped
      text += one;
    } else {
      text += c;
      begins_line = false;
    }
  }
  return text;
}

Status JsonText::set(const JsonPath& path, const Json& value) {
  if (const JsonNode* there = node_at(path)) {
    if (*at(path) == value) return {};
    const std::string by = dumped(value, indent_of_line(there->begin), false);
    return replace(there->begin, there->end, by);
  }
  JsonPath container;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    container.push_back(path[i]);
    const JsonNode* inner = node_at(container);
    if (inner != nullptr && !inner->is_object) {
      return fail(ErrorKind::kInvalid, container.back().dump() + " is not an object");
    }
    if (inner != nullptr) continue;
    container.pop_back();
    Json rest = value;
    for (std::size_t j = path.size() - 1; j > i; --j) {
      rest = Json{{path[j].get<std::string>(), std::move(rest)}};
    }
    return insert(container, path[i].get<std::string>(), rest);
  }
  return insert(container, path.back().get<std::string>(), value);
}

Status JsonText::append(const JsonPath& path, const Json& value) {
  const JsonNode* there = node_at(path);
  if (there == nullptr) return set(path, Json::array({value}));
  if (!there->is_list) return fail(ErrorKind::kInvalid, path.back().dump() + " is not a list");
  return insert(path, "", value);
}

Status JsonText::insert(const JsonPath& path, const std::string& key, const Json& value) {
  const JsonNode& node = *node_at(path);
  const auto member = [&](const std::string& indent, bool on_one_line) {
    const std::string name = node.is_object ? Json(key).dump() + ": " : "";
    return name + dumped(value, indent, on_one_line);
  };
  if (node.begin == node.end) {  // an empty text
    return replace(text_.size(), text_.size(), dumped(Json{{key, value}}, "", false) + line_end());
  }
  const std::string around = indent_of_line(node.begin);
  if (node.items.empty()) {
    const std::string indent = around + unit();
    std::size_t from = node.end - 1;  // a comment before it stays
    while (is_blank(text_[from - 1])) --from;
    return replace(from, node.end - 1,
                   line_end() + indent + member(indent, false) + line_end() + around);
  }
  const JsonNode& last = node.items.back();
  const bool has_comma = last.comma != std::string::npos;
  const std::string inside = text_.substr(node.begin, node.end - node.begin);
  if (inside.find('\n') == std::string::npos) {
    const std::size_t behind = has_comma ? last.comma + 1 : last.end;
    return replace(behind, behind,
                   has_comma ? " " + member("", true) + "," : ", " + member("", true));
  }
  // Behind what is said of the last one on its line.
  const std::size_t behind = has_comma ? last.comma + 1 : last.end;
  const std::size_t end_of_line = std::min(text_.find(line_end(), behind), node.end - 1);
  std::string told = text_.substr(behind, end_of_line - behind);
  const std::string_view words = trim(told);
  if (!words.starts_with("//") && !(words.starts_with("/*") && words.ends_with("*/"))) told.clear();
  const std::string indent = indent_of_line(last.key_begin);
  const std::string added = line_end() + indent + member(indent, false) + (has_comma ? "," : "");
  return replace(behind, behind + told.size(), (has_comma ? "" : ",") + told + added);
}

Status JsonText::erase(const JsonPath& path) {
  if (path.empty() || node_at(path) == nullptr) return {};
  const JsonPath around(path.begin(), path.end() - 1);
  const JsonNode& node = *node_at(around);
  const JsonNode& item = *node_at(path);
  const bool is_first = &item == &node.items.front(), is_last = &item == &node.items.back();
  const bool has_comma = item.comma != std::string::npos;
  std::size_t begin = item.key_begin;
  while (is_blank(text_[begin - 1])) --begin;
  const std::size_t end = has_comma ? item.comma + 1 : item.end;
  if (is_first && is_last) {
    std::size_t close = end;
    while (is_blank(text_[close])) ++close;
    const bool has_comment = begin != node.begin + 1 || close != node.end - 1;
    if (!has_comment && !around.empty()) return erase(around);
    return has_comment ? replace(begin, end, "") : replace(begin, close, "");
  }
  if (is_last && !has_comma) {  // the comma before it goes too
    const std::size_t comma = (&item - 1)->comma;
    std::string kept = text_.substr(comma + 1, begin - comma - 1);
    return replace(comma, end, kept);
  }
  return replace(begin, end, "");
}

}  // namespace pyramid::hosts
