// An option of an operation as a command line takes it.
#pragma once

#include "operations/operation.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pyramid::operations {

// What is said of it beside its name, type and help. Record says what each means.
struct Spelling {
  std::string as = {}, placeholder = {}, help = {};
  Json sets = {};  // of a flag: what it stands for; null: true
  bool is_words = false, may_be_bare = false, is_path = false;
  std::string excludes = {}, needs = {};  // another option, as it is typed
};

struct CommandOption : Spelling {
  std::string name;  // in the table: what is typed is given under it
  std::string type;  // of JSON: "string", "integer", "number", "boolean", "array" (of texts)
  bool required = false;
  std::optional<double> least, most;
  std::vector<std::string> choices;
  Json fallback;  // what holds without it; null: nothing that can be shown

  [[nodiscard]] bool is_flag() const { return type == "boolean" || !sets.is_null(); }
  [[nodiscard]] bool is_positional() const { return !as.starts_with('-'); }
};

}  // namespace pyramid::operations
