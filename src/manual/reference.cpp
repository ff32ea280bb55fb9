// docs/reference.md: every command with its options, and every document that --json prints.
#include "base/text.hpp"
#include "manual/completions.hpp"
#include "operations/documents.hpp"
#include "operations/operation.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace pyramid::manual {

namespace {

using operations::Json;
using operations::Operation;

// On one line of a markdown list: `|` and `<` in it are what they are.
std::string in_line(const std::string& text) {
  std::string line = collapse_spaces(text);
  return replace_all(replace_all(line, "<", "\\<"), "*", "\\*");
}

std::string spelling_of(const CLI::Option& option) {
  if (!option.nonpositional()) return option.get_name(true);
  std::string spelling = replace_all(option.get_name(false, true), ",", "`, `");
  const std::vector<std::string> choices = choices_of(option);
  const std::string value = choices.empty() ? value_name(option) : join(choices, "|");
  const bool takes_value = option.get_items_expected_max() > 0 && !value.empty();
  return takes_value ? spelling + " " + value : spelling;
}

std::string options_of_command(const CLI::App& command) {
  std::string list;
  for (const CLI::Option* option : command.get_options([](const CLI::Option*) { return true; })) {
    if (option->get_name() == "--help" || option->check_lname("help")) continue;
    list += fmt::format("- `{}`: {}", spelling_of(*option), in_line(option->get_description()));
    const std::string fallback = option->get_default_str();
    list += fallback.empty() ? "\n" : fmt::format(" (default {})\n", fallback);
  }
  return list.empty() ? "" : list + "\n";
}

// " (int)", " (list)"; of a text nothing, as most values are texts.
std::string type_of(const Json& schema) {
  static const std::map<std::string, std::string> kShort = {
      {"integer", "int"}, {"boolean", "bool"}, {"array", "list"}, {"string", "text"}};
  const Json& type = schema.at("type");
  std::vector<std::string> names;
  for (const Json& one : type.is_array() ? type : Json::array({type})) {
    const auto found = kShort.find(one.get<std::string>());
    names.push_back(found == kShort.end() ? one.get<std::string>() : found->second);
  }
  const std::string all = join(names, " or ");
  return all == "text" ? "" : " (" + all + ")";
}

Json report_of(const Operation& operation) { return operations::printed_document(operation); }

// The first operation whose document has these keys; null: none.
const Operation* operation_with(const Json& keys) {
  const std::vector<Operation>& all = operations::all_operations();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Operation& one) {
    return report_of(one)["properties"] == keys;
  });
  return found == all.end() ? nullptr : &*found;
}

std::string link_to(const std::string& command) {
  return fmt::format("as [{}](#{})", command, replace_all(command, " ", "-"));
}

// By their keys, the records within documents that were described, and of which command.
using Described = std::map<std::string, std::string>;

constexpr const char* kInEvery = "diagnostics";  // document; told once

// "- `hits` (array): Best first", and what one has as a list within; what was described before is
// linked.
void add_keys(const Json& schema, const std::string& indent, const std::string& command,
              Described& described, std::string& list) {
  if (!schema.contains("properties")) return;
  for (const auto& [key, one] : schema["properties"].items()) {
    if (indent.empty() && key == kInEvery) continue;
    list += fmt::format("{}- `{}`{}", indent, key, type_of(one));
    const std::string help = one.value("description", "");
    if (!help.empty()) list += ": " + in_line(help);
    const bool is_list = one.contains("items");
    const Json& inner = is_list ? one["items"] : one;
    if (!inner.contains("properties")) {
      list += "\n";
      continue;
    }
    const Operation* same = operation_with(inner["properties"]);
    const auto [known, is_new] = described.emplace(inner["properties"].dump(), command);
    if (same != nullptr) {
      list += ", " + link_to(operations::command_of(*same)) + "\n";
    } else if (!is_new && known->second != command) {
      list += fmt::format(", {}{}\n", link_to(known->second), is_list ? " has them" : " has it");
    } else {
      list += "\n";
      add_keys(inner, indent + "  ", command, described, list);
    }
  }
}

// The operation that a command is; null: it is none.
const Operation* operation_of(const std::string& command) {
  const std::vector<Operation>& all = operations::all_operations();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Operation& one) {
    return operations::command_of(one) == command;
  });
  return found == all.end() ? nullptr : &*found;
}

// What its help says behind the options, without the examples there.
std::string manual_of(const CLI::App& command) {
  const std::string help = command.get_footer();
  const std::string_view manual = trim(std::string_view(help).substr(0, help.find("Examples:\n")));
  return manual.empty() ? "" : "```text\n" + std::string(manual) + "\n```\n\n";
}

// The command of the program itself that has its name and does the same, as of `internal summarize`
// `summarize`; else the name of what it is below.
std::string twin_of(const CLI::App& command) {
  const CLI::App* group = command.get_parent();
  if (group->get_parent() == nullptr) return command.get_name();
  for (const CLI::App* one :
       group->get_parent()->get_subcommands([](const CLI::App*) { return true; })) {
    const bool same = one->get_name() == command.get_name() &&
                      one->get_description() == command.get_description();
    if (same) return command.get_name();
  }
  return group->get_name() + " " + command.get_name();
}

// `documents`: of described_documents().
void add_command(const CLI::App& command, const std::string& name, const Json& documents,
                 Described& described, std::string& page) {
  page += fmt::format("## {}\n\n{}.\n\n", name, in_line(command.get_description()));
  if (const std::string twin = twin_of(command); twin != name) {
    page += fmt::format("The same as [{}](#{}).\n\n", twin, twin);
    return;
  }
  page += options_of_command(command);
  page += manual_of(command);
  const Operation* operation = operation_of(name);
  if (operation != nullptr) {
    const Operation* same = operation_with(report_of(*operation)["properties"]);
    if (same != operation) {
      page += "`--json`: " + link_to(operations::command_of(*same)) + ".\n\n";
    } else {
      page += "`--json`:\n\n";
      add_keys(report_of(*operation), "", name, described, page);
      page += "\n";
    }
  }
  for (const auto& [document, schema] : documents.items()) {
    if (document.substr(0, document.find(" --")) != name) continue;
    page += fmt::format("`{}--json`:\n\n", document.size() > name.size()
                                               ? document.substr(name.size() + 1) + " "
                                               : std::string());
    add_keys(schema, "", name, described, page);
    page += "\n";
  }
  for (const CLI::App* below : command.get_subcommands([](const CLI::App*) { return true; })) {
    add_command(*below, name + " " + below->get_name(), documents, described, page);
  }
}

}  // namespace

std::string reference_page(const CLI::App& app) {
  std::string page =
      "# Reference\n\nEvery command, its options, and the document that it prints with `--json`. "
      "Made by\n`pyramid help --markdown`; [cli.md](cli.md) says what there is to know beside "
      "it,\n`--help` of a command has examples.\n\n## Every command\n\n";
  page += options_of_command(app);
  const Json documents = operations::described_documents();
  Described described;
  page += fmt::format(
      "## Every document\n\nA value is a text where no other type is named. Each document has `{}` "
      "too: what did\nnot stop the rest, with\n\n",
      kInEvery);
  add_keys(report_of(*operation_of("sync"))["properties"][kInEvery]["items"], "", "", described,
           page);
  page += "\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    add_command(*command, command->get_name(), documents, described, page);
  }
  page.pop_back();  // one line end is enough
  return page;
}

}  // namespace pyramid::manual
