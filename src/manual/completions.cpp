#include "manual/completions.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string_view>
#include <vector>

namespace pyramid::manual {

namespace {

// Those that a person types: one without a group is in no help.
std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands(
      [](const CLI::App* one) { return !one->get_name().empty() && !one->get_group().empty(); });
}

std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* one) { return one->nonpositional(); });
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

// "-w", "--workspace"
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// In single quotes, for a shell.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// Options of a command with those of all of them, and the commands below it.
std::string words_after(const CLI::App& app, const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::App* one : commands_of(command)) words.push_back(one->get_name());
  for (const CLI::App* one : {&command, &app}) {
    for (const CLI::Option* option : options_of(*one)) {
      for (std::string& name : names_of(*option)) {
        if (std::find(words.begin(), words.end(), name) == words.end()) {
          words.push_back(std::move(name));
        }
      }
    }
  }
  return join(words, " ");
}

}  // namespace

std::string value_name(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(":{"));
}

std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t begin = type.find('{'), end = type.rfind('}');
  std::vector<std::string> choices;
  if (begin == std::string::npos || end == std::string::npos || end < begin) return choices;
  for (const std::string_view one :
       split(std::string_view(type).substr(begin + 1, end - begin - 1), ',')) {
    choices.emplace_back(one);
  }
  return choices;
}

namespace {

std::vector<const CLI::Option*> positionals_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* one) { return one->get_positional(); });
}

// Of what stands behind the command's name.
std::vector<std::string> choices_behind(const CLI::App& command) {
  const std::vector<const CLI::Option*> behind = positionals_of(command);
  return behind.empty() ? std::vector<std::string>() : choices_of(*behind.front());
}

bool is_folder(const CLI::Option& option) {
  const std::string value = value_name(option);
  return value == "DIR" || value == "FOLDER";
}

// Whether what it takes is a file, or may be one, by what help calls it.
bool takes_file(const CLI::Option& option) {
  static const std::set<std::string> kFiles = {"BASE", "DB",  "DIR",  "FILE", "FOLDER", "OURS",
                                               "PATH", "SET", "TASK", "TO",   "THEIRS", "WHAT"};
  return kFiles.contains(value_name(option)) || kFiles.contains(option.get_name());
}

bool has_file_behind(const CLI::App& command) {
  const std::vector<const CLI::Option*> behind = positionals_of(command);
  return std::any_of(behind.begin(), behind.end(),
                     [](const CLI::Option* one) { return takes_file(*one); });
}

// Of the command and of all: "-w|--workspace", those that take a value of this sort.
std::string names_that_take(const CLI::App& app, const CLI::App& command,
                            const std::function<bool(const CLI::Option&)>& sort) {
  std::vector<std::string> names;
  for (const CLI::App* one : {&app, &command}) {
    for (const CLI::Option* option : options_of(*one)) {
      if (!takes_value(*option) || !sort(*option)) continue;
      for (std::string& name : names_of(*option)) names.push_back(std::move(name));
    }
    if (&command == &app) break;
  }
  return join(names, "|");
}

std::string names_that_take_any(const CLI::App& app) {
  return names_that_take(app, app, [](const CLI::Option&) { return true; });
}

// "sync", "task", "task add".
struct Named {
  std::string name;
  const CLI::App* command = nullptr;
};
std::vector<Named> commands_below(const CLI::App& app, const std::string& before = {}) {
  std::vector<Named> all;
  for (const CLI::App* command : commands_of(app)) {
    all.push_back({before + command->get_name(), command});
    const std::vector<Named> below = commands_below(*command, all.back().name + " ");
    all.insert(all.end(), below.begin(), below.end());
  }
  return all;
}

// By what stands in front of the word: what there is to choose from, a file, or nothing that is
// known.
std::string values_for_bash(const CLI::App& app, const CLI::App& command) {
  std::string cases;
  const auto add = [&](const std::string& before, const std::string& values) {
    if (!before.empty()) cases += fmt::format("{}) {} ;; ", before, values);
  };
  const auto add_choices = [&](const std::string& before, const std::vector<std::string>& choices) {
    if (!choices.empty()) add(before, "choices=" + quoted(join(choices, " ")));
  };
  for (const CLI::Option* option : options_of(command)) {
    if (takes_value(*option)) add_choices(join(names_of(*option), "|"), choices_of(*option));
  }
  if (&command != &app) add_choices(command.get_name(), choices_behind(command));
  add(names_that_take(app, command, takes_file), "words= files=1");
  add(names_that_take(
          app, command,
          [](const CLI::Option& one) { return !takes_file(one) && choices_of(one).empty(); }),
      "words= files=");
  return fmt::format("files={}; case $before in {}esac", has_file_behind(command) ? "1" : "",
                     cases);
}

std::string for_bash(const CLI::App& app) {
  std::string words, values;
  std::vector<std::string> groups;  // of commands
  for (const Named& one : commands_below(app)) {
    if (!commands_of(*one.command).empty()) groups.push_back(one.name);
    words += fmt::format("    {}) words={} ;;\n", quoted(one.name),
                         quoted(words_after(app, *one.command)));
    values += fmt::format("    {}) {} ;;\n", quoted(one.name), values_for_bash(app, *one.command));
  }
  return fmt::format(R"(# bash completion for pyramid
_pyramid() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local command= words choices= files= i
  # "--option=value" is three words.
  if [[ $word == = ]]; then word=
  elif [[ $before == = ]]; then before=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${{COMP_WORDS[i]}} in
    {0}) [[ ${{COMP_WORDS[i+1]}} == = ]] && ((i++)); ((i++)) ;;
    -*) ;;
    *) command="${{command:+$command }}${{COMP_WORDS[i]}}"
      case $command in {5}) ;; *) break ;; esac ;;
    esac
  done
  case $command in
    '') words={1} ;;
{2}  esac
  case $command in
    '') {3} ;;
{4}  esac
  local group=
  case $command in ''|{5}) group=1 ;; esac
  if [[ -n $choices && $word != -* ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$word"))
  elif [[ -n $words && ( $word == -* || -n $group ) ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  elif [[ -n $files ]]; then
    COMPREPLY=($(compgen -f -- "$word"))
  else
    COMPREPLY=()
  fi
}}
complete -o filenames -F _pyramid pyramid
)",
                     names_that_take_any(app), quoted(words_after(app, app)), words,
                     values_for_bash(app, app), values, join(groups, "|"));
}

// "--source=[Files to read]:PATH:_files", in quotes: the value stands behind "=" or in the next
// word.
std::string for_zsh(const CLI::Option& option) {
  std::string about;
  for (const char c : first_line(option.get_description())) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') about += '\\';
    about += c;
  }
  std::string value;
  if (takes_value(option)) {
    const std::vector<std::string> choices = choices_of(option);
    value = ":" + value_name(option) +
            (!choices.empty()     ? ":(" + join(choices, " ") + ")"
             : is_folder(option)  ? ":_files -/"
             : takes_file(option) ? ":_files"
                                  : ": ");
  }
  std::string all;
  for (const std::string& name : names_of(option)) {
    const char* joined = value.empty() ? "" : name.starts_with("--") ? "=" : "+";
    all += (all.empty() ? "" : " ") + quoted("*" + name + joined + "[" + about + "]" + value);
  }
  return all;
}

// The names of the commands, each with what it does.
std::string described_for_zsh(const CLI::App& app, const std::string& indent) {
  std::string commands;
  for (const CLI::App* command : commands_of(app)) {
    commands +=
        indent + quoted(command->get_name() + ":" + first_line(command->get_description())) + "\n";
  }
  return commands;
}

// What stands behind the name of a command: its options, and the names of those below it.
std::string arguments_for_zsh(const CLI::App& command, const std::string& indent) {
  std::string arguments = indent + "_arguments -C";
  for (const CLI::Option* option : options_of(command)) {
    arguments += " \\\n" + indent + for_zsh(*option);
  }
  if (commands_of(command).empty()) {
    const std::vector<std::string> choices = choices_behind(command);
    if (!choices.empty()) arguments += " \\\n" + indent + "'1:name:(" + join(choices, " ") + ")'";
    if (has_file_behind(command)) arguments += " \\\n" + indent + "'*:file:_files'";
    return arguments + " ;;\n";
  }
  arguments += " \\\n" + indent + "'1:command:->inner' '*::argument:->below'\n" + indent +
               "case $state in\n" + indent + "inner)\n" + indent + "  commands=(\n" +
               described_for_zsh(command, indent + "    ") + indent + "  )\n" + indent +
               "  _describe command commands ;;\n" + indent + "below)\n" + indent +
               "  case $words[1] in\n";
  for (const CLI::App* below : commands_of(command)) {
    arguments +=
        indent + "  " + below->get_name() + ")\n" + arguments_for_zsh(*below, indent + "    ");
  }
  return arguments + indent + "  esac ;;\n" + indent + "esac ;;\n";
}

std::string for_zsh(const CLI::App& app) {
  std::string of_all, each;
  for (const CLI::Option* option : options_of(app)) of_all += " \\\n    " + for_zsh(*option);
  for (const CLI::App* command : commands_of(app)) {
    each += fmt::format("    {})\n", command->get_name()) + arguments_for_zsh(*command, "      ");
  }
  return fmt::format(R"(#compdef pyramid
_pyramid() {{
  local -a commands
  local state line
  commands=(
{}  )
  _arguments -C{} \
    '1:command:->command' '*::argument:->argument'
  case $state in
  command) _describe command commands ;;
  argument)
    case $words[1] in
{}    esac ;;
  esac
}}
_pyramid "$@"
)",
                     described_for_zsh(app, "    "), of_all, each);
}

std::string for_fish(const CLI::Option& option, const std::string& when) {
  std::string line = "complete -c pyramid" + when;
  for (const std::string& name : option.get_snames()) line += " -s " + name;
  for (const std::string& name : option.get_lnames()) line += " -l " + name;
  const std::vector<std::string> choices = choices_of(option);
  if (!choices.empty()) {
    line += " -x -a " + quoted(join(choices, " "));
  } else if (takes_value(option)) {
    line += takes_file(option) ? " -r" : " -x";
  }
  return line + " -d " + quoted(first_line(option.get_description())) + "\n";
}

// `name`: of the command, with those above it; "" = none yet.
void add_for_fish(const CLI::App& command, const std::string& name, std::string& script) {
  const std::string behind = " -n " + quoted("__pyramid_behind " + name);
  const std::string at = " -n " + quoted("__pyramid_at " + name);
  for (const CLI::Option* option : options_of(command)) {
    script += for_fish(*option, name.empty() ? "" : behind);
  }
  if (!has_file_behind(command)) {
    const bool is_group = !commands_of(command).empty();  // and what is behind has its own
    script += "complete -c pyramid" + (is_group ? at : behind) + " -f\n";
  }
  if (const std::vector<std::string> choices = choices_behind(command);
      !name.empty() && !choices.empty()) {
    script += fmt::format("complete -c pyramid{} -f -a {}\n", at, quoted(join(choices, " ")));
  }
  for (const CLI::App* below : commands_of(command)) {
    script += fmt::format("complete -c pyramid{} -f -a {} -d {}\n", at, below->get_name(),
                          quoted(first_line(below->get_description())));
    add_for_fish(*below, (name.empty() ? "" : name + " ") + below->get_name(), script);
  }
}

std::string for_fish(const CLI::App& app) {
  const std::string values = " " + replace_all(names_that_take_any(app), "|", " ");
  std::string script = fmt::format(R"fish(# fish completion for pyramid
# The words behind pyramid but options, and values of options that stand in front of a command.
function __pyramid_words
    set -l skip
    for word in (commandline -opc)[2..]
        if test -n "$skip"
            set skip
            continue
        end
        switch $word
            case{}
                set skip 1
            case '-*'
            case '*'
                echo $word
        end
    end
end
# Whether these are the words so far, or the first of them.
function __pyramid_at
    test "$(__pyramid_words)" = "$argv"
end
function __pyramid_behind
    test "$(__pyramid_words | head -n (count $argv))" = "$argv"
end
)fish",
                                   values);
  add_for_fish(app, {}, script);
  return script;
}

// A text for roff: nothing of it is a request, and hyphens are those that are typed.
std::string roff(const std::string& text) {
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    if (line.starts_with('.') || line.starts_with('\'')) out += "\\&";
    for (std::size_t at = 0; at < line.size();) {
      const char32_t c = utf8::next(line, at);
      if (c == U'\\') {
        out += "\\e";
      } else if (c == U'-') {
        out += "\\-";
      } else if (c < 0x80) {
        out += static_cast<char>(c);
      } else {
        out += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(c));
      }
    }
    out += '\n';
  }
  return out;
}

std::string roff_word(const std::string& text) {
  std::string out = roff(text);
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

void add_options(const CLI::App& command, std::string& page) {
  for (const CLI::Option* option : command.get_options([](const CLI::Option*) { return true; })) {
    page += ".TP\n\\fB" +
            roff_word(option->nonpositional() ? join(names_of(*option), ", ")
                                              : option->get_name(true)) +
            "\\fR";
    if (option->nonpositional() && takes_value(*option)) {
      page += " \\fI" + roff_word(value_name(*option)) + "\\fR";
    }
    page += "\n" + roff(option->get_description());
  }
}

void add_command(const CLI::App& command, const std::string& name, std::string& page) {
  page += ".SS " + roff_word("\"" + name + "\"") + "\n" + roff(command.get_description() + ".");
  add_options(command, page);
  if (!command.get_footer().empty()) {
    page += ".PP\n.nf\n" + roff(command.get_footer()) + ".fi\n";
  }
  for (const CLI::App* below : commands_of(command)) {
    add_command(*below, name + " " + below->get_name(), page);
  }
}

}  // namespace

Result<std::string> completions_for(const std::string& shell, const CLI::App& app) {
  if (shell == "bash") return for_bash(app);
  if (shell == "zsh") return for_zsh(app);
  if (shell == "fish") return for_fish(app);
  return fail(ErrorKind::kUsage, "no completions for this shell: " + printable(shell), {},
              "there are: bash, zsh, fish");
}

std::string manual_page(const CLI::App& app, const std::string& version) {
  std::string page =
      ".TH PYRAMID 1 \"\" \"pyramid " + roff_word(version) + "\"\n.SH NAME\npyramid \\- " +
      roff(app.get_description()) +
      ".SH SYNOPSIS\n.B pyramid\n[\\fIOPTIONS\\fR] \\fICOMMAND\\fR [\\fIOPTIONS\\fR] "
      "[\\fIARGUMENTS\\fR]\n.SH OPTIONS\n";
  add_options(app, page);
  page += ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app)) {
    add_command(*command, "pyramid " + command->get_name(), page);
  }
  page += ".SH NOTES\n.nf\n" + roff(app.get_footer()) + ".fi\n";
  return page;
}

}  // namespace pyramid::manual
