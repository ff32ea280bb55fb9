// A struct of the public library described member by member: from one list come its JSON documents,
// their schemas, and how it is read from a caller's values.
//
// Included by the files that describe structs, and by no header: nlohmann's JSON is heavy.
#pragma once

#include "base/moment.hpp"
#include "base/text.hpp"
#include "operations/operation.hpp"
#include "operations/rows.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"
#include "pyramid/zone.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
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
concept CanBeWritten = requires(const T& value, const Look& look) { Shape<T>::write(value, look); };

template <typename T>
concept CanBeRead = requires(const Json& given, T& value, const Reading& reading) {
  Shape<T>::read(given, value, reading);
};

template <>
struct Shape<std::string> {
  static Json schema(const Look&) { return {{"type", "string"}}; }
  static Json write(const std::string& value, const Look&) { return value; }
  static Status read(const Json& given, std::string& value, const Reading&) {
    if (!given.is_string()) return wrong("is not text");
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
    if (!given.is_number()) return wrong("is not a number");
    const auto number = given.get<double>();
    if constexpr (std::is_integral_v<T>) {
      constexpr double kExact = 9007199254740992.0;  // beyond it not every whole number is one
      if (number != std::floor(number)) return wrong("is not a whole number");
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
      return wrong("is not a time" + (given.is_string() ? ": " + given.get<std::string>() : ""),
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
  static Json schema(const Look&) { return {{"type", Json::array({"object", "array"})}}; }
  static Json write(const Json& value, const Look&) { return value; }
};

template <typename T>
struct Shape<std::optional<T>> {
  static Json schema(const Look& look) {
    Json inner = Shape<T>::schema(look);
    if (!look.is_report) return inner;  // an option that is not given is left out
    if (!inner["type"].is_array()) inner["type"] = Json::array({inner["type"]});
    inner["type"].push_back("null");
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
    if (!given.is_array()) return wrong("is not a list");
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

// How values of type T look, for rows that do not know it.
template <typename T>
Json write_value(const void* value, const Look& look) {
  return Shape<T>::write(*static_cast<const T*>(value), look);
}
template <typename T>
Status read_value(const Json& given, void* value, const Reading& reading) {
  return Shape<T>::read(given, *static_cast<T*>(value), reading);
}
template <typename T>
const ValueType* type_of() {
  static constexpr ValueType type = [] {
    ValueType made{&Shape<T>::schema};
    if constexpr (CanBeWritten<T>) made.write = &write_value<T>;
    if constexpr (CanBeRead<T>) made.read = &read_value<T>;
    return made;
  }();
  return &type;
}

template <typename S>
class Record {
 public:
  // A member of the struct.
  template <typename T>
  Record& has(std::string name, T S::* member, std::string help) {
    Row row{{std::move(name), std::move(help)}, type_of<T>(), member_of(member)};
    return add(std::move(row));
  }

  // All that a described member tells, as if it were the struct's own.
  template <typename T>
  Record& spreads(T S::* member) {
    for (const Row& row : Described<T>::record().rows().all()) {
      Row copy{static_cast<const RowText&>(row), row.type};
      copy.tells = [row, place = member_of(member)](const void* from, const Look& look) {
        return row.write(place.of(from, place), look);
      };
      rows_.add(std::move(copy));
    }
    return *this;
  }

  // What follows from members of a report: the function's result.
  template <typename F>
  Record& tells(std::string name, F function, std::string help) {
    using T = std::decay_t<std::invoke_result_t<F, const S&>>;
    Row row{{std::move(name), std::move(help)}, type_of<T>()};
    row.tells = [function](const void* from, const Look& look) {
      return Shape<T>::write(function(*static_cast<const S*>(from)), look);
    };
    return add(std::move(row));
  }

  // An option of type T that `function(value, options)` puts into the struct.
  template <typename T, typename F>
  Record& takes(std::string name, F function, std::string help) {
    Row row{{std::move(name), std::move(help)}, type_of<T>()};
    row.takes = [function](const Json& given, void* to, const Reading& reading) -> Status {
      T value{};
      PYRAMID_TRY(Shape<T>::read(given, value, reading));
      function(std::move(value), *static_cast<S*>(to));
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
    const S fresh{};
    return rows_.command_options(&fresh);
  }
  [[nodiscard]] Json schema(const Look& look) const {
    const S fresh{};
    return rows_.schema(&fresh, look);
  }
  [[nodiscard]] Json write(const S& from, const Look& look) const {
    return rows_.write(&from, look);
  }
  // As Rows has it.
  [[nodiscard]] Status read(const Json& given, S& to, const Reading& reading) const {
    return rows_.read(given, &to, reading);
  }
  [[nodiscard]] const Rows& rows() const { return rows_; }

 private:
  template <typename T>
  static Member member_of(T S::* member) {
    Member made;
    static_assert(sizeof(member) == sizeof(made.pointer));
    std::memcpy(made.pointer.data(), &member, sizeof(member));
    made.of = [](const void* object, const Member& which) -> const void* {
      T S::* found = nullptr;
      std::memcpy(&found, which.pointer.data(), sizeof(found));
      return &(static_cast<const S*>(object)->*found);
    };
    return made;
  }

  Record& add(Row row) {
    rows_.add(std::move(row));
    return *this;
  }
  template <typename F>
  Record& last(F change) {
    change(rows_.last());
    return *this;
  }
  Record& spelled(Spelling one) {
    rows_.last().spellings.push_back(std::move(one));
    return *this;
  }

  Rows rows_;
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
