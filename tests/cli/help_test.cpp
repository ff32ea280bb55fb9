// What is derived from the commands themselves: completions, the manual page; and that the command
// line offers what agents are offered.
#include "tests/cli/program.hpp"

#include <regex>
#include <set>

namespace help_test {

using namespace pyramid::test;
using nlohmann::json;

namespace {

bool holds(const std::string& text, const std::string& needle) {
  return text.find(needle) != std::string::npos;
}

bool is_there(const std::string& program) {
  return run_process({"sh", "-c", "command -v " + program}).exit_code == 0;
}

// What bash offers for the last of these words.
std::string offered(const Program& program, const std::string& words) {
  const std::string script =
      "source \"$1\"\nCOMP_WORDS=(" + words +
      ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_pyramid\necho \"${COMPREPLY[@]}\"\n";
  const std::string file = program.outside("completions");
  program.write(file, program.run({"help", "--completions", "bash"}).out);
  const ProcessResult done = run_process({"bash", "-c", script, "bash", file});
  CHECK(done.err.empty());
  return done.out;
}

// Long options that a command's help shows.
std::set<std::string> options_of(const Program& program, const std::string& command) {
  const ProcessResult help = program.run({"help", command});
  CHECK(help.exit_code == 0);
  const std::regex option("\\n +(?:-\\w,)?(--[a-z-]+)");
  std::set<std::string> names;
  for (std::sregex_iterator it(help.out.begin(), help.out.end(), option), end; it != end; ++it) {
    names.insert((*it)[1]);
  }
  return names;
}

std::set<std::string> commands_of_table() {
  std::ifstream file(PYRAMID_SOURCE_DIR "/schema/operations.json");
  const json table = json::parse(file);
  std::set<std::string> commands;
  for (const auto& [name, operation] : table.items()) {
    commands.insert(operation["command"].get<std::string>());
  }
  return commands;
}

}  // namespace

TEST_CASE("help: bash completes commands, and behind one its options, or files") {
  const Program program;
  CHECK(offered(program, "pyramid sear") == "search\n");
  CHECK(offered(program, "pyramid -w /tmp sear") == "search\n");
  CHECK(offered(program, "pyramid search --time-w") == "--time-weight\n");
  CHECK(offered(program, "pyramid search --works") == "--workspace\n");
  CHECK(offered(program, "pyramid sync --time-w").substr(0, 1) == "\n");
  CHECK(holds(offered(program, "pyramid import /us"), "/usr"));
  CHECK(holds(offered(program, "pyramid search --db /us"), "/usr"));
}

TEST_CASE("help: each operation is a command, with its options in every shell's completions") {
  const Program program;
  const std::string manual = program.run({"help", "--man"}).out;
  std::map<std::string, std::string> scripts;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    scripts[shell] = program.run({"help", "--completions", shell}).out;
  }
  for (const std::string& command : commands_of_table()) {
    INFO(command);
    CHECK(holds(manual, "\n.SS \"pyramid " + command + "\"\n"));
    for (const std::string& option : options_of(program, command)) {
      INFO(option);
      CHECK(holds(scripts["bash"], option));
      CHECK(holds(scripts["zsh"], option + "["));
      CHECK(holds(scripts["fish"], "-l " + option.substr(2) + " "));
      CHECK(holds(manual, std::regex_replace(option, std::regex("-"), "\\-")));
    }
  }
  CHECK(program.run({"help", "--completions", "tcsh"}).exit_code == 2);
}

TEST_CASE("help: shells and man take what is printed for them") {
  const Program program;
  const auto printed = [&](const std::vector<std::string>& arguments) {
    const std::string file = program.outside("printed");
    program.write(file, program.run(arguments).out);
    return file;
  };
  const std::string manual = printed({"help", "--man"});
  if (is_there("groff")) {
    const ProcessResult page = run_process({"groff", "-man", "-Tutf8", "-ww", "-z", manual});
    CHECK(page.exit_code == 0);
    CHECK(page.err.empty());
  }
  for (const char* shell : {"bash", "zsh", "fish"}) {
    if (!is_there(shell)) continue;
    const ProcessResult read =
        run_process({shell, "-n", printed({"help", "--completions", shell})});
    INFO(shell);
    CHECK(read.exit_code == 0);
    CHECK(read.err.empty());
  }
}

}  // namespace help_test
