// What is derived from the commands themselves: completions, the manual page; and that the command
// line offers what agents are offered.
#include "tests/cli/program.hpp"

#include <iterator>
#include <regex>
#include <set>
#include <sstream>

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
  std::vector<std::string> words = {"help"};
  std::istringstream line(command);
  words.insert(words.end(), std::istream_iterator<std::string>(line), {});
  const ProcessResult help = program.run(words);
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
  CHECK(offered(program, "pyramid setup cl") == "claude-code\n");
  CHECK(offered(program, "pyramid hook ge") == "gemini\n");
  CHECK(offered(program, "pyramid mcp --compat mem") == "memory-tool\n");
  CHECK(offered(program, "pyramid init --preset \"\"") == "narrative calendar\n");
  CHECK(offered(program, "pyramid doctor --host cu") == "cursor\n");
  CHECK(offered(program, "pyramid setup --us") == "--user\n");
  CHECK(offered(program, "pyramid search --source fa") == "facts\n");
  CHECK(offered(program, "pyramid merge-d") == "\n");
}

TEST_CASE("help: bash completes a value behind = as behind a space") {
  const Program program;
  CHECK(offered(program, "pyramid facts --category ar") == "areas archives\n");
  CHECK(offered(program, "pyramid facts --category = ar") == "areas archives\n");
  CHECK(holds(offered(program, "pyramid search --source ="), "sessions"));
  CHECK(offered(program, "pyramid --workspace = /tmp sear") == "search\n");
}

TEST_CASE("help: no shell offers files where none can stand") {
  const Program program;
  CHECK(offered(program, "pyramid facts --model /us") == "\n");
  CHECK(offered(program, "pyramid search /us") == "\n");
  CHECK(holds(offered(program, "pyramid why /us"), "/usr"));
  CHECK(holds(offered(program, "pyramid search --workspace /us"), "/usr"));
  if (!is_there("fish")) return;
  const std::string file = program.outside("pyramid.fish");
  program.write(file, program.run({"help", "--completions", "fish"}).out);
  const auto in_fish = [&](const std::string& line) {
    return run_process({"fish", "-c", "source $argv[1]; complete -C $argv[2]", file, line}).out;
  };
  CHECK(holds(in_fish("pyramid -w /tmp sear"), "search"));
  CHECK(holds(in_fish("pyramid task sh"), "show"));
  CHECK(in_fish("pyramid search /us").empty());
  CHECK(holds(in_fish("pyramid why /us"), "/usr"));
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
      CHECK((holds(scripts["zsh"], option + "[") || holds(scripts["zsh"], option + "=[")));
      CHECK(holds(scripts["fish"], "-l " + option.substr(2) + " "));
      CHECK(holds(manual, std::regex_replace(option, std::regex("-"), "\\-")));
    }
  }
  CHECK(program.run({"help", "--completions", "tcsh"}).exit_code == 2);
}

TEST_CASE("help: a command is an operation of the table, or what serves and surrounds them") {
  const Program program;
  const std::set<std::string> around = {
      "chat",         "eval",  "help",  "hook", "init",  "internal", "mcp",     "memory-tool",
      "merge-driver", "serve", "setup", "task", "topic", "trust",    "version", "watch"};
  const std::set<std::string> table = commands_of_table();
  const std::string help = program.run({"--help"}).out;
  const std::regex command("\n  ([a-z][a-z-]*) +[A-Z]");
  std::set<std::string> left = table;
  for (std::sregex_iterator it(help.begin(), help.end(), command), end; it != end; ++it) {
    const std::string name = (*it)[1];
    INFO(name);
    CHECK((table.contains(name) || around.contains(name)));
    left.erase(name);
  }
  for (const std::string& inner : left) {
    CHECK((inner.starts_with("internal ") || inner.starts_with("task ") ||
           inner.starts_with("topic ") || inner.starts_with("ledger ")));
  }
}

TEST_CASE("help: docs/reference.md is what the program prints, and has every key of a document") {
  const Program program;
  const std::string path = PYRAMID_SOURCE_DIR "/docs/reference.md";
  const std::string page = program.run({"help", "--markdown"}).out;
  if (std::getenv("PYRAMID_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << page;
  std::ifstream file(path);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == page);

  program.init();
  const auto keys_are_there = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> with_json = arguments;
    with_json.emplace_back("--json");
    const json document = json::parse(program.in_workspace(with_json).out);
    const std::string& command = arguments.front();
    const std::size_t begin = page.find("\n## " + command + "\n");
    REQUIRE(begin != page.npos);
    const std::string part = page.substr(begin, page.find("\n## ", begin + 1) - begin);
    for (const auto& [key, value] : document.items()) {
      INFO(command << ": " << key);
      if (key != "diagnostics") CHECK(holds(part, "\n- `" + key + "`"));
    }
  };
  keys_are_there({"observe", "Ana lives in Braga."});
  for (const char* command : {"sync", "diff", "history", "list", "models", "summaries", "status",
                              "check", "doctor", "costs", "ledger", "retrieve"}) {
    keys_are_there({command});
  }
  keys_are_there({"bisect", "Braga"});
  keys_are_there({"forget", "--match", "Braga", "--dry-run", "--purge"});
  keys_are_there({"revert", "HEAD", "--dry-run"});
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
