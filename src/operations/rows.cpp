#include "operations/rows.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace pyramid::operations {

namespace {

bool shows(const Row& row, const Look& look) {
  const bool to_agents = look.view == View::kAgents;
  return row.shown == Shown::kEverywhere || (row.shown == Shown::kAgents) == to_agents;
}
const std::string& name_in(const Row& row, const Look& look) {
  return look.view == View::kAgents && !row.agents_name.empty() ? row.agents_name : row.name;
}
bool is_nothing(const Json& value) {
  if (value.is_boolean()) return !value.get<bool>();
  return value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty()) ||
         (value.is_structured() && value.empty());
}

Json schema_of(const Row& row, const void* fresh, const Look& look) {
  Json schema = row.type->schema(look);
  const auto whole = [](double value) {
    return value == std::floor(value) ? Json(static_cast<std::int64_t>(value)) : Json(value);
  };
  if (row.least) schema["minimum"] = whole(*row.least);
  if (row.most && *row.most < kWithoutEnd) schema["maximum"] = whole(*row.most);
  if (!row.choices.empty()) schema["enum"] = row.choices;
  if (!look.is_report && !row.required) {
    const Json fallback = row.write(fresh, look);
    // 0 of what begins with 1 stands for none.
    const bool is_none =
        is_nothing(fallback) || (fallback.is_number() && fallback < row.least.value_or(0));
    if (!is_none) schema["default"] = fallback;
  }
  const bool goes_without_saying = look.view == View::kAgents && row.is_plain;
  if (look.with_help || (!look.is_report && !goes_without_saying)) {
    std::string help = row.help;
    if (!row.unit.empty()) help += " (" + row.unit + ")";
    if (!help.empty()) schema["description"] = help;
  }
  return schema;
}

CommandOption command_option(const Row& row, const Spelling& spelling, const Json& schema) {
  CommandOption option;
  static_cast<Spelling&>(option) = spelling;
  option.name = row.name;
  option.type = schema.at("type");
  option.required = row.required;
  option.least = row.least;
  option.most = row.most;
  option.choices = row.choices;
  if (schema.contains("default")) option.fallback = schema["default"];
  if (option.as.empty()) option.as = "--" + replace_all(row.name, "_", "-");
  if (option.help.empty()) option.help = row.help;
  return option;
}

Status read_one(const Row& row, const Json& value, void* to, const Reading& reading) {
  if (!row.takes && (row.type == nullptr || row.type->read == nullptr)) {
    return wrong("cannot be given");
  }
  if (value.is_number()) {
    const auto number = value.get<double>();
    const double least = row.least.value_or(-std::numeric_limits<double>::infinity());
    const bool has_end = row.most && *row.most < kWithoutEnd;
    const double most = has_end ? *row.most : std::numeric_limits<double>::infinity();
    if (number < least || number > most) {
      return wrong(has_end ? fmt::format("is not between {} and {}", least, most)
                           : fmt::format("is less than {}", least));
    }
  }
  if (!row.choices.empty() && value.is_string()) {
    const auto& word = value.get_ref<const std::string&>();
    if (std::find(row.choices.begin(), row.choices.end(), word) == row.choices.end()) {
      return wrong("is none of " + join(row.choices, ", "));
    }
  }
  return row.read(value, to, reading);
}

}  // namespace

Failure wrong(const std::string& what, const std::string& hint) {
  return fail(ErrorKind::kUsage, what, {}, hint);
}

Json Row::write(const void* from, const Look& look) const {
  if (tells) return tells(from, look);
  return member.of == nullptr ? Json() : type->write(member.of(from, member), look);
}

Status Row::read(const Json& given, void* to, const Reading& reading) const {
  if (takes) return takes(given, to, reading);
  return type->read(given, const_cast<void*>(member.of(to, member)), reading);
}

std::vector<CommandOption> Rows::command_options(const void* fresh) const {
  std::vector<CommandOption> all;
  const Look look{View::kPrograms, false, false};
  for (const Row& row : rows_) {
    if (!row.is_typed || !shows(row, look)) continue;
    const Json schema = schema_of(row, fresh, look);
    const std::vector<Spelling> usual = {Spelling{}};
    for (const Spelling& one : row.spellings.empty() ? usual : row.spellings) {
      all.push_back(command_option(row, one, schema));
    }
  }
  return all;
}

Json Rows::schema(const void* fresh, const Look& look) const {
  Json properties = Json::object();
  Json needed = Json::array();
  for (const Row& row : rows_) {
    if (!shows(row, look)) continue;
    // What may be absent an agent sees when it is there.
    if (look.is_report && look.view == View::kAgents && row.may_be_absent) continue;
    properties[name_in(row, look)] = schema_of(row, fresh, look);
    const bool always = look.is_report ? !row.may_be_absent : row.required;
    if (always) needed.push_back(name_in(row, look));
  }
  Json schema = {{"type", "object"}};
  if (!properties.empty()) schema["properties"] = std::move(properties);
  // What a report always has is no news to an agent that reads one.
  if (!needed.empty() && !(look.is_report && look.view == View::kAgents)) {
    schema["required"] = std::move(needed);
  }
  if (!look.is_report && look.view == View::kPrograms) schema["additionalProperties"] = false;
  return schema;
}

Json Rows::write(const void* from, const Look& look) const {
  Json out = Json::object();
  for (const Row& row : rows_) {
    if (!shows(row, look)) continue;
    Json value = row.write(from, look);
    if (row.may_be_absent && is_nothing(value)) continue;
    out[name_in(row, look)] = std::move(value);
  }
  return out;
}

Status Rows::read(const Json& given, void* to, const Reading& reading) const {
  if (!given.is_object()) return wrong("is not an object");
  const Look look{reading.view, false, false};
  for (const auto& [name, value] : given.items()) {
    const Row* row = find(name, look);
    if (row == nullptr) return no_such(name, look);
    if (value.is_null()) continue;
    Status done = read_one(*row, value, to, reading);
    if (done) continue;
    Error error = std::move(done).error();
    error.what = printable(name) + (error.what.starts_with('[') ? "" : " ") + error.what;
    return fail(std::move(error));
  }
  for (const Row& row : rows_) {
    const std::string& name = name_in(row, look);
    if (!row.required || !shows(row, look)) continue;
    if (!given.contains(name) || given[name].is_null()) return wrong(name + " is missing");
  }
  return {};
}

const Row* Rows::find(const std::string& name, const Look& look) const {
  for (const Row& row : rows_) {
    if (shows(row, look) && name_in(row, look) == name) return &row;
  }
  return nullptr;
}

Failure Rows::no_such(const std::string& name, const Look& look) const {
  std::vector<std::string> names;
  for (const Row& row : rows_) {
    if (shows(row, look)) names.push_back(name_in(row, look));
  }
  if (names.empty()) {
    return fail(ErrorKind::kUsage, "no such option: " + printable(name), {}, "there are none");
  }
  const auto near = closest(name, names);
  return fail(ErrorKind::kUsage, "no such option: " + printable(name), {},
              near ? "did you mean " + *near + "?" : "one of: " + join(names, ", "));
}

}  // namespace pyramid::operations
