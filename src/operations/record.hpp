// A struct of the public library described member by member: from one list come its JSON documents,
// their schemas, and how it is read from a caller's values.
//
// Included by the files that describe structs, and by no header: nlohmann's JSON is heavy.
#pragma once

#include "base/moment.hpp"
#include "base/text.hpp"
#include "operations/command_option.hpp"
#include "operations/operation.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"
#include "pyramid/zone.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace pyramid::operations {

// How a type of C++ looks in JSON. Each has `schema` and `write`, those of options also `read`.
template <typename T>
struct Shape;

template <typename S>
class Record;
// Specialised for each struct that is described: `static const Record<S>& record()`.
template <typename S>
struct Described;
template <typename S>
concept IsDescribed = requires { Described<S>::record(); };

template <typename T>
concept CanBeRead = requires(const Json& given, T& value, const Reading& reading) {
  Shape<T>::read(given, value, reading);
};

inline constexpr const char* kAsTheSchemaSays = "give it as the schema says";

inline Failure wrong(const std::string& what, const std::string& hint = kAsTheSchemaSays) {
  return fail(ErrorKind::kUsage, what, {}, hint);
}

template <>
struct Shape<std::string> {
  static Json schema(const Look&) { return {{"type", "string"}}; }
  static Json write(const std::string& value, const Look&) { return value; }
  static Status read(const Json& given, std::string& value, const Reading&) {
    if (!given.is_string()) return wrong("is no text");
    value = given.get<std::string>();
    return {};
  }
};

template <>
struct Shape<bool> {
  static Json schema(const Look&) { return {{"type", "boolean"}}; }
  static Json write(bool value, const Look&) { return value; }
  static Status read(const Json& given, bool& value, const Reading&) {
    if (!given.is_boolean()) return wrong("is neither true nor false");
    value = given.get<bool>();
    return {};
  }
};

template <typename T>
  requires std::is_arithmetic_v<T>
struct Shape<T> {
  static Json schema(const Look&) {
    return {{"type", std::is_integral_v<T> ? "integer" : "number"}};
  }
  static Json write(T value, const Look&) { return value; }
  // 5.0 is a whole number too, as JSON has it.
  static Status read(const Json& given, T& value, const Reading&) {
    if (!given.is_number()) return wrong("is no number");
    const auto number = given.get<double>();
    if constexpr (std::is_integral_v<T>) {
      constexpr double kExact = 9007199254740992.0;  // beyond it not every whole number is one
      if (number != std::floor(number)) return wrong("is no whole number");
      const double least = std::is_unsigned_v<T> ? 0.0 : -kExact;
      const double most = std::min(kExact, static_cast<double>(std::numeric_limits<T>::max()));
      if (number < least || number > most) return wrong("is out of range");
    }
    value = static_cast<T>(number);
    return {};
  }
};

template <>
struct Shape<Time> {
  static Json schema(const Look&) { return {{"type", "string"}}; }
  static Json write(const Time& value, const Look&) { return format_time(value); }
  static Status read(const Json& given, Time& value, const Reading& reading) {
    const auto written =
        given.is_string() ? parse_written_time(given.get<std::string>()) : std::nullopt;
    if (!written) {
      return wrong("is no time" + (given.is_string() ? ": " + given.get<std::string>() : ""),
                   "a time is 2026-05-15 or 2026-05-15T09:30:00Z");
    }
    value = written->in(reading.zone);
    return {};
  }
};

// A time with what it tells of where it was said.
struct ToldTime {
  Time at;
  std::optional<std::int32_t> offset;  // seconds east of UTC
};
template <>
struct Shape<ToldTime> {
  static Json schema(const Look& look) { return Shape<Time>::schema(look); }
  static Status read(const Json& given, ToldTime& value, const Reading& reading) {
    PYRAMID_TRY(Shape<Time>::read(given, value.at, reading));
    value.offset = parse_written_time(given.get<std::string>())->told_offset();
    return {};
  }
};

// The beginning of what is told of: also "yesterday" and "3 days ago", and of a day its first
// second.
struct Beginning {
  Time at;
};
template <>
struct Shape<Beginning> {
  static Json schema(const Look& look) { return Shape<Time>::schema(look); }
  static Status read(const Json& given, Beginning& value, const Reading& reading) {
    const std::string text = given.is_string() ? given.get<std::string>() : "";
    if (const auto moment = parse_moment(text, reading.now, reading.zone)) {
      value.at = moment->first;
      return {};
    }
    return Shape<Time>::read(given, value.at, reading);
  }
};

// The end of what is told of: "yesterday" and the like to their last second.
struct Ending {
  Time at;
};
template <>
struct Shape<Ending> {
  static Json schema(const Look& look) { return Shape<Time>::schema(look); }
  static Status read(const Json& given, Ending& value, const Reading& reading) {
    Status written = Shape<Time>::read(given, value.at, reading);
    if (written || !given.is_string()) return written;
    const auto moment = parse_moment(given.get<std::string>(), reading.now, reading.zone);
    if (!moment) return written;
    value.at = moment->last;
    return {};
  }
};

template <>
struct Shape<Date> {
  static Json schema(const Look&) { return {{"type", "string"}}; }
  static Json write(const Date& value, const Look&) { return format_date(value); }
};

template <>
struct Shape<Json> {
  static Json schema(const Look&) { return {{"type", "object"}}; }
  static Json write(const Json& value, const Look&) { return value; }
};

template <typename T>
struct Shape<std::optional<T>> {
  static Json schema(const Look& look) {
    Json inner = Shape<T>::schema(look);
    if (!look.is_report) return inner;  // an option that is not given is left out
    inner["type"] = Json::array({inner["type"], "null"});
    return inner;
  }
  static Json write(const std::optional<T>& value, const Look& look) {
    return value ? Shape<T>::write(*value, look) : Json();
  }
  static Status read(const Json& given, std::optional<T>& value, const Reading& reading)
    requires CanBeRead<T>
  {
    return Shape<T>::read(given, value.emplace(), reading);
  }
};

template <typename T>
struct Shape<std::vector<T>> {
  // What is in a list of a report an agent sees when it reads one.
  static Json schema(const Look& look) {
    if (look.is_report && look.view == View::kAgents) return {{"type", "array"}};
    return {{"type", "array"}, {"items", Shape<T>::schema(look)}};
  }
  static Json write(const std::vector<T>& values, const Look& look) {
    Json list = Json::array();
    for (const T& value : values) list.push_back(Shape<T>::write(value, look));
    return list;
  }
  static Status read(const Json& given, std::vector<T>& values, const Reading& reading)
    requires CanBeRead<T>
  {
    if (!given.is_array()) return wrong("is no list");
    for (std::size_t i = 0; i < given.size(); ++i) {
      Status one = Shape<T>::read(given[i], values.emplace_back(), reading);
      if (one) continue;
      Error error = std::move(one).error();
      error.what = fmt::format("[{}] {}", i, error.what);
      return fail(std::move(error));
    }
    return {};
  }
};

template <typename A, typename B>
struct Shape<std::pair<A, B>> {
  static Json schema(const Look&) { return {{"type", "array"}}; }
  static Json write(const std::pair<A, B>& value, const Look&) {
    return Json::array({value.first, value.second});
  }
};

// From so much on a bound is none that anybody need be told of.
inline constexpr double kWithoutEnd = 1e9;

// Where a member shows: most do wherever the struct does.
enum class Shown {
  kEverywhere,
  kDetail,  // not to agents, whose context is dear
  kAgents,  // to them alone
};

// What is said of a member, whatever its struct.
struct RowText {
  std::string name, help;
  std::string agents_name = {}, unit = {};
  bool required = false, may_be_absent = false, is_plain = false, is_typed = true;
  Shown shown = Shown::kEverywhere;
  std::optional<double> least = {}, most = {};
  std::vector<std::string> choices = {};
  std::vector<Spelling> spellings = {};  // none: the usual one
};

template <typename S>
class Record {
 public:
  // A member of the struct.
  template <typename T>
  Record& has(std::string name, T S::* member, std::string help) {
    Row row{std::move(name), std::move(help)};
    row.schema = [](const Look& look) { return Shape<T>::schema(look); };
    row.write = [member](const S& from, const Look& look) {
      return Shape<T>::write(from.*member, look);
    };
    if constexpr (CanBeRead<T>) {
      row.read = [member](const Json& given, S& to, const Reading& reading) {
        return Shape<T>::read(given, to.*member, reading);
      };
    }
    return add(std::move(row));
  }

  // All that a described member tells, as if it were the struct's own.
  template <typename T>
  Record& spreads(T S::* member) {
    for (const auto& row : Described<T>::record().rows_) {
      Row copy;
      static_cast<RowText&>(copy) = row;
      copy.schema = row.schema;
      copy.write = [member, write = row.write](const S& from, const Look& look) {
        return write(from.*member, look);
      };
      rows_.push_back(std::move(copy));
    }
    return *this;
  }

  // What follows from members of a report: the function's result.
  template <typename F>
  Record& tells(std::string name, F function, std::string help) {
    using T = std::decay_t<std::invoke_result_t<F, const S&>>;
    Row row{std::move(name), std::move(help)};
    row.schema = [](const Look& look) { return Shape<T>::schema(look); };
    row.write = [function](const S& from, const Look& look) {
      return Shape<T>::write(function(from), look);
    };
    return add(std::move(row));
  }

  // An option of type T that `function(value, options)` puts into the struct.
  template <typename T, typename F>
  Record& takes(std::string name, F function, std::string help) {
    Row row{std::move(name), std::move(help)};
    row.schema = [](const Look& look) { return Shape<T>::schema(look); };
    row.write = [](const S&, const Look&) { return Json(); };
    row.read = [function](const Json& given, S& to, const Reading& reading) -> Status {
      T value{};
      PYRAMID_TRY(Shape<T>::read(given, value, reading));
      function(std::move(value), to);
      return {};
    };
    return add(std::move(row));
  }

  // These say more of the last one.
  Record& required() {
    return last([](Row& row) { row.required = true; });
  }
  Record& detail() {
    return last([](Row& row) { row.shown = Shown::kDetail; });
  }
  // Its name tells an agent enough.
  Record& plain() {
    return last([](Row& row) { row.is_plain = true; });
  }
  Record& for_agents() {
    return last([](Row& row) { row.shown = Shown::kAgents; });
  }
  // As the hosts' own memory tools call it.
  Record& agents_call_it(std::string name) {
    return last([&](Row& row) { row.agents_name = std::move(name); });
  }
  // Left out of a document where it is null, empty or false.
  Record& or_left_out() {
    return last([](Row& row) { row.may_be_absent = true; });
  }
  Record& between(double least, double most) {
    return last([&](Row& row) { row.least = least, row.most = most; });
  }
  Record& one_of(std::vector<std::string> choices) {
    return last([&](Row& row) { row.choices = std::move(choices); });
  }
  Record& unit(std::string unit) {
    return last([&](Row& row) { row.unit = std::move(unit); });
  }

  // How the command line takes the last one, where that is not `--its-name VALUE` with the same
  // help. Said twice: in either way.
  //
  // `as`: "-p,--parallel", or "WHAT" for what stands there without an option's name. `value` stands
  // for it in the help.
  Record& typed(std::string as, std::string value = {}, std::string help = {}) {
    return spelled({.as = std::move(as), .placeholder = std::move(value), .help = std::move(help)});
  }
  // A flag that stands for a value.
  Record& flag(std::string as, Json sets, std::string help = {}) {
    return spelled({.as = std::move(as), .help = std::move(help), .sets = std::move(sets)});
  }
  // The words of the command line that are no option, as one text; of a single `-` standard input.
  Record& words(std::string as, std::string help) {
    return spelled({.as = std::move(as), .help = std::move(help), .is_words = true});
  }
  // Its value may be left out: "".
  Record& bare() {
    return last([](Row& row) { row.spellings.back().may_be_bare = true; });
  }
  // A leading `~` is the person's home folder.
  Record& path() {
    return last([](Row& row) { row.spellings.back().is_path = true; });
  }
  Record& excludes(std::string other) {
    return last([&](Row& row) { row.spellings.back().excludes = std::move(other); });
  }
  Record& needs(std::string other) {
    return last([&](Row& row) { row.spellings.back().needs = std::move(other); });
  }
  Record& not_typed() {
    return last([](Row& row) { row.is_typed = false; });
  }

  [[nodiscard]] std::vector<CommandOption> command_options() const {
    std::vector<CommandOption> all;
    const Look look{View::kPrograms, false, false};
    const S fresh{};
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

  [[nodiscard]] Json schema(const Look& look) const {
    Json properties = Json::object();
    Json needed = Json::array();
    const S fresh{};
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

  [[nodiscard]] Json write(const S& from, const Look& look) const {
    Json out = Json::object();
    for (const Row& row : rows_) {
      if (!shows(row, look)) continue;
      Json value = row.write(from, look);
      if (row.may_be_absent && is_nothing(value)) continue;
      out[name_in(row, look)] = std::move(value);
    }
    return out;
  }

  // kUsage for what is no object, an option that there is not, a value of another type or out of
  // range, and without one that is required. Null is as good as not given.
  [[nodiscard]] Status read(const Json& given, S& to, const Reading& reading) const {
    if (!given.is_object()) return wrong("is no object");
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

 private:
  template <typename>
  friend class Record;

  struct Row : RowText {
    Row() = default;
    Row(std::string row_name, std::string row_help)
        : RowText{.name = std::move(row_name), .help = std::move(row_help)} {}
    std::function<Json(const Look&)> schema = {};
    std::function<Json(const S&, const Look&)> write = {};
    std::function<Status(const Json&, S&, const Reading&)> read = {};
  };

  Record& add(Row row) {
    rows_.push_back(std::move(row));
    return *this;
  }
  template <typename F>
  Record& last(F change) {
    change(rows_.back());
    return *this;
  }
  Record& spelled(Spelling one) {
    return last([&](Row& row) { row.spellings.push_back(std::move(one)); });
  }

  static bool shows(const Row& row, const Look& look) {
    const bool to_agents = look.view == View::kAgents;
    return row.shown == Shown::kEverywhere || (row.shown == Shown::kAgents) == to_agents;
  }
  static const std::string& name_in(const Row& row, const Look& look) {
    return look.view == View::kAgents && !row.agents_name.empty() ? row.agents_name : row.name;
  }
  [[nodiscard]] const Row* find(const std::string& name, const Look& look) const {
    for (const Row& row : rows_) {
      if (shows(row, look) && name_in(row, look) == name) return &row;
    }
    return nullptr;
  }
  static bool is_nothing(const Json& value) {
    if (value.is_boolean()) return !value.get<bool>();
    return value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty()) ||
           (value.is_structured() && value.empty());
  }

  static Json schema_of(const Row& row, const S& fresh, const Look& look) {
    Json schema = row.schema(look);
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

  static CommandOption command_option(const Row& row, const Spelling& spelling,
                                      const Json& schema) {
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

  static Status read_one(const Row& row, const Json& value, S& to, const Reading& reading) {
    if (!row.read) return wrong("cannot be given");
    if (value.is_number()) {
      const auto number = value.template get<double>();
      const double least = row.least.value_or(-std::numeric_limits<double>::infinity());
      const bool has_end = row.most && *row.most < kWithoutEnd;
      const double most = has_end ? *row.most : std::numeric_limits<double>::infinity();
      if (number < least || number > most) {
        return wrong(has_end ? fmt::format("is not between {} and {}", least, most)
                             : fmt::format("is less than {}", least));
      }
    }
    if (!row.choices.empty() && value.is_string()) {
      const auto& word = value.template get_ref<const std::string&>();
      if (std::find(row.choices.begin(), row.choices.end(), word) == row.choices.end()) {
        return wrong("is none of " + join(row.choices, ", "));
      }
    }
    return row.read(value, to, reading);
  }

  [[nodiscard]] Failure no_such(const std::string& name, const Look& look) const {
    std::vector<std::string> names;
    for (const Row& row : rows_) {
      if (shows(row, look)) names.push_back(name_in(row, look));
    }
    const auto near = closest(name, names);
    return fail(ErrorKind::kUsage, "no such option: " + printable(name), {},
                near ? "did you mean " + *near + "?" : "one of: " + join(names, ", "));
  }

  std::vector<Row> rows_;
};

template <IsDescribed S>
struct Shape<S> {
  static Json schema(const Look& look) { return Described<S>::record().schema(look); }
  static Json write(const S& value, const Look& look) {
    return Described<S>::record().write(value, look);
  }
  static Status read(const Json& given, S& value, const Reading& reading) {
    return Described<S>::record().read(given, value, reading);
  }
};

// What a caller gives as the options of a use case; kUsage where it is not as their schema says.
template <typename Options>
Result<Options> options_of(const Call& call, const Json& given) {
  Options options{};
  options.workspace = call.workspace;
  const Reading reading{call.view, zone_of(call.environment, call.workspace),
                        call.environment.clock.now()};
  PYRAMID_TRY(Described<Options>::record().read(given, options, reading));
  return options;
}

// The operation that `use_case` does with the options and the report that it takes and gives.
template <typename Options, typename Report>
Operation operation(Operation about,
                    Result<Report> (*use_case)(const Environment&, const Options&)) {
  about.options = [](View view, bool with_help) {
    return Described<Options>::record().schema({view, false, with_help});
  };
  about.command_options = [] { return Described<Options>::record().command_options(); };
  about.report = [](View view, bool with_help) {
    return Described<Report>::record().schema({view, true, with_help});
  };
  about.run = [use_case](const Call& call, const Json& given) -> Result<Json> {
    PYRAMID_ASSIGN(const Options options, options_of<Options>(call, given));
    PYRAMID_ASSIGN(const Report report, use_case(call.environment, options));
    return Described<Report>::record().write(report, {call.view, true, false});
  };
  return about;
}

}  // namespace pyramid::operations
