#include "ingest/json.hpp"

#include "base/utf8.hpp"
#include "ingest/long_text.hpp"
#include "ingest/turn_text.hpp"

namespace pyramid::ingest {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The code unit of the escape `\uXXXX` at `at`, or -1.
int escaped_unit(std::string_view text, std::size_t at) {
  if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return -1;
  int unit = 0;
  for (std::size_t i = at + 2; i < at + 6; ++i) {
    const int digit = hex_digit(text[i]);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

bool is_high(int unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(int unit) { return unit >= 0xDC00 && unit < 0xE000; }

// Each half of a surrogate pair that has lost its other half becomes `\ufffd`; same length.
std::string mend_surrogates(std::string text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '\\') continue;
    const int unit = escaped_unit(text, i);
    if (is_high(unit) && is_low(escaped_unit(text, i + 6))) {
      i += 11;
    } else if (is_high(unit) || is_low(unit)) {
      text.replace(i + 2, 4, "fffd");
      i += 5;
    } else {
      ++i;  // whatever is escaped, a backslash among it
    }
  }
  return text;
}

ParsedJson parse_strictly(std::string_view text) {
  ParsedJson result;
  try {
    result.value = Json::parse(text.begin(), text.end());
  } catch (const Json::parse_error& error) {  // the only way to learn where
    result.bad_at = error.byte == 0 ? 0 : error.byte - 1;
  } catch (const Json::exception&) {  // a number beyond double
  }
  return result;
}

}  // namespace

ParsedJson parse_whole_json(std::string_view text) {
  ParsedJson result = parse_strictly(text);
  if (result.value) return result;
  std::string valid;
  if (utf8::first_invalid(text)) {
    valid = utf8::replace_invalid(text);
    text = valid;
    result = parse_strictly(text);
  }
  if (result.value || text.find("\\u") == std::string_view::npos) return result;
  ParsedJson mended = parse_strictly(mend_surrogates(std::string(text)));
  return mended.value ? mended : result;
}

ParsedJson parse_json(std::string_view text) {
  if (text.size() > kMostKept) {
    std::string shorter;
    LongStrings().feed(text, shorter);
    ParsedJson parsed = parse_whole_json(shorter);
    if (parsed.value || shorter.size() == text.size()) return parsed;
  }
  return parse_whole_json(text);
}

const Json* member(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

const Json* array_member(const Json& object, const char* key) {
  const Json* value = member(object, key);
  return value != nullptr && value->is_array() ? value : nullptr;
}

std::string string_member(const Json& object, const char* key) {
  const Json* value = member(object, key);
  return value != nullptr && value->is_string() ? value->get_ref<const std::string&>() : "";
}

bool true_member(const Json& object, const char* key) {
  const Json* value = member(object, key);
  return value != nullptr && value->is_boolean() && value->get<bool>();
}

std::optional<Time> time_member(const Json& object, const char* key) {
  const Json* value = member(object, key);
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return parse_time(value->get_ref<const std::string&>());
  if (value->is_number()) return time_of_number(value->get<double>());
  return std::nullopt;
}

std::optional<std::int32_t> offset_member(const Json& object, const char* key) {
  const auto written = parse_written_time(string_member(object, key));
  return written ? written->told_offset() : std::nullopt;
}

void NamedZone::note(const Json& record) { note(string_member(record, "timezone")); }

void NamedZone::note(std::string name) {
  if (name.empty() || name == name_) return;
  const Result<Zone> found = find_zone(files_, name);
  zone_ = found ? std::optional(*found) : std::nullopt;
  name_ = std::move(name);
}

std::optional<std::int32_t> NamedZone::offset_at(Time time) const {
  return zone_ ? std::optional(zone_->offset_at(time)) : std::nullopt;
}

std::string text_of_content(const Json& content) {
  if (content.is_string()) return content.get_ref<const std::string&>();
  std::string text;
  if (!content.is_array()) return text;
  for (const Json& block : content) {
    const Json* type = member(block, "type");
    if (type == nullptr || *type != "text") continue;
    const std::string part = string_member(block, "text");
    if (part.empty()) continue;
    if (!text.empty()) text += "\n\n";
    text += part;
  }
  return text;
}

}  // namespace pyramid::ingest
