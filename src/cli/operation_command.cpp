#include "cli/operation_command.hpp"

#include "base/text.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>

#include <charconv>

namespace pyramid::cli {

namespace {

using operations::CommandOption;
using operations::Operation;

template <typename Number>
Json number_in(const std::string& text) {
  Number value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// "--parallel" of "-p,--parallel"; of what has no name what stands for it.
std::string called(const CommandOption& option) {
  for (const std::string_view name : split(option.as, ',')) {
    if (name.starts_with("--")) return std::string(name);
  }
  return option.as;
}

void check_values(CLI::Option& parsed, const CommandOption& option) {
  if (option.type == "integer") {
    parsed.check(whole_number(static_cast<std::int64_t>(option.least.value_or(0)),
                              static_cast<std::int64_t>(option.most.value_or(kMostItems))));
  } else if (option.type == "number") {
    parsed.check(number());
  } else if (!option.choices.empty()) {
    parsed.check(CLI::IsMember(option.choices));
  } else if (!option.is_positional() && !option.may_be_bare) {
    parsed.check(not_empty());
  }
}

std::string help_of(const Operation& operation) {
  std::string help = operation.manual;
  if (operation.examples.empty()) return help;
  if (!help.empty()) help += "\n\n";
  return help + "Examples:\n  " + join(operation.examples, "\n  ");
}

}  // namespace

void TypedOptions::add_to(CLI::App& command, const std::vector<CommandOption>& options) {
  command_ = command.get_name();
  for (const CommandOption& one : options) add(command, all_.emplace_back(Typed{.option = one}));
  for (const Typed& one : all_) {
    if (!one.option.excludes.empty()) {
      one.parsed->excludes(command.get_option(one.option.excludes));
    }
    if (!one.option.needs.empty()) one.parsed->needs(command.get_option(one.option.needs));
  }
}

void TypedOptions::add(CLI::App& command, Typed& typed) {
  const CommandOption& option = typed.option;
  if (option.is_flag()) {
    typed.parsed = command.add_flag(option.as, typed.flag, option.help);
    return;
  }
  const bool is_list = option.is_words || option.type == "array";
  typed.parsed = is_list ? command.add_option(option.as, typed.texts, option.help)
                         : command.add_option(option.as, typed.text, option.help);
  const bool stands_alone = option.as.find(',') == std::string::npos && !option.is_positional();
  if (is_list && stands_alone) repeatable(typed.parsed);
  if (option.may_be_bare) typed.parsed->expected(0, 1);
  if (option.required) typed.parsed->required();
  if (!option.placeholder.empty()) typed.parsed->type_name(option.placeholder);
  if (option.fallback.is_number()) typed.parsed->default_str(option.fallback.dump());
  check_values(*typed.parsed, option);
}

Json TypedOptions::given() const {
  Json given = Json::object();
  for (const Typed& one : all_) {
    if (one.parsed->count() > 0) given[one.option.name] = value_of(one);
  }
  return given;
}

Json TypedOptions::value_of(const Typed& typed) {
  const CommandOption& option = typed.option;
  const auto text = [&](const std::string& given) {
    return option.is_path ? expand_home(given) : given;
  };
  if (option.is_flag()) return option.sets.is_null() ? Json(true) : option.sets;
  if (option.is_words) return text_of(typed.texts);
  if (option.type == "integer") return number_in<std::int64_t>(typed.text);
  if (option.type == "number") return number_in<double>(typed.text);
  if (option.type != "array") return text(typed.text);
  Json list = Json::array();
  for (const std::string& one : typed.texts) list.push_back(text(one));
  return list;
}

Error TypedOptions::as_typed(Error error, bool with_input) const {
  if (error.kind != ErrorKind::kUsage) return error;
  for (const Typed& one : all_) {
    if (!error.what.starts_with(one.option.name + " ")) continue;
    error.what = called(one.option) + error.what.substr(one.option.name.size());
    if (error.hint == operations::kAsTheSchemaSays) {
      error.hint = "see pyramid " + command_ + " --help";
    }
    return error;
  }
  if (with_input) error.kind = ErrorKind::kInvalid;
  return error;
}

CLI::App* add_command(CLI::App& parent, Command& chosen, const Operation& operation,
                      TypedOptions& options, Command run) {
  const std::string& path = operations::command_of(operation);
  const std::string name = path.substr(path.rfind(' ') + 1);
  CLI::App* command =
      parent.add_subcommand(name, operation.what.substr(0, operation.what.rfind('.')));
  options.add_to(*command, operation.command_options());
  command->footer(help_of(operation));
  command->callback([&chosen, command, run = std::move(run)] {
    if (command->get_subcommands().empty()) chosen = run;  // `ledger`, not `ledger record`
  });
  return command;
}

}  // namespace pyramid::cli
