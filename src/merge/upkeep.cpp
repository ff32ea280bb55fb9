#include "merge/upkeep.hpp"

#include "base/text.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::merge {

using format::Document;
using format::Field;
using format::Kind;

namespace {

// All but what each sync brings up to date.
std::map<std::string, std::vector<std::string>> meaningful_fields(const Document& document) {
  std::map<std::string, std::vector<std::string>> fields;
  for (const Field& field : document.frontmatter.fields()) {
    if (field.key != "seen" && field.key != "extracted") fields.emplace(field.key, field.values);
  }
  return fields;
}

std::string said_lines(const Document& document, Kind kind) {
  std::string lines;
  for (const std::string_view line : split_lines(document.body)) {
    if (kind == Kind::kObservation && line.starts_with("From [")) continue;
    lines.append(line).append("\n");
  }
  return lines;
}

}  // namespace

bool is_upkeep(const Document& before, const Document& after, Kind kind) {
  if (kind != Kind::kObservation && kind != Kind::kSession) return false;
  const auto was = meaningful_fields(before);
  auto is = meaningful_fields(after);
  if (!was.contains("model")) is.erase("model");
  return was == is && said_lines(before, kind) == said_lines(after, kind);
}

}  // namespace pyramid::merge
