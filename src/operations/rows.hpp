// The members of a struct as rows, whatever the struct: from them come its JSON documents, their
// schemas, how it is read from a caller's values and what the command line makes of it. Typed by
// record.hpp alone.
#pragma once

#include "operations/command_option.hpp"
#include "operations/operation.hpp"
#include "pyramid/result.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::operations {

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

// How the values of one type look in JSON.
struct ValueType {
  Json (*schema)(const Look& look) = nullptr;
  Json (*write)(const void* value, const Look& look) = nullptr;
  Status (*read)(const Json& given, void* value, const Reading& reading) = nullptr;  // or none
};

// Which member of a struct: a pointer to member, whatever its type.
struct Member {
  const void* (*of)(const void* object, const Member& member) = nullptr;
  std::array<std::byte, sizeof(std::ptrdiff_t)> pointer{};
};

struct Row : RowText {
  const ValueType* type = nullptr;
  Member member = {};
  // Instead of a member: what follows from several, and an option that is put into several.
  std::function<Json(const void* from, const Look& look)> tells = {};
  std::function<Status(const Json& given, void* to, const Reading& reading)> takes = {};

  [[nodiscard]] Json write(const void* from, const Look& look) const;
  [[nodiscard]] Status read(const Json& given, void* to, const Reading& reading) const;
};

// `fresh`: the struct as it is made, whose values are the defaults of options.
class Rows {
 public:
  void add(Row row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] Row& last() { return rows_.back(); }
  [[nodiscard]] const std::vector<Row>& all() const { return rows_; }

  [[nodiscard]] std::vector<CommandOption> command_options(const void* fresh) const;
  [[nodiscard]] Json schema(const void* fresh, const Look& look) const;
  [[nodiscard]] Json write(const void* from, const Look& look) const;
  // kUsage for what is no object, an option that there is not, a value of another type or out of
  // range, and without one that is required. Null is as good as not given.
  [[nodiscard]] Status read(const Json& given, void* to, const Reading& reading) const;

 private:
  [[nodiscard]] const Row* find(const std::string& name, const Look& look) const;
  [[nodiscard]] Failure no_such(const std::string& name, const Look& look) const;

  std::vector<Row> rows_;
};

inline constexpr const char* kAsTheSchemaSays = "give it as the schema says";
Failure wrong(const std::string& what, const std::string& hint = kAsTheSchemaSays);

}  // namespace pyramid::operations
