#include "console/terminal.hpp"

#include "tests/cli/program.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>

namespace terminal_test {

using pyramid::console::progress_line;
using pyramid::console::safe_for_terminal;
using pyramid::console::StageState;
using pyramid::console::Style;
using pyramid::console::styled;
using pyramid::test::Program;

namespace {

StageState reading() {
  StageState state;
  state.stage = "reading conversations";
  state.done = 1'281;
  state.total = 16'067;
  state.found = "7,802 observations";
  state.seconds = 9;
  return state;
}

// Sets the clipboard, clears the screen, makes itself red, and turns a name round.
const std::string kHostile =
    "The hydra \x1b]52;c;cHduZWQ=\x07\x1b[2J\x1b[31m is \xE2\x80\xAEnepo here.\n";
const std::string kHarmless =
    "The hydra \\x1b]52;c;cHduZWQ=\\x07\\x1b[2J\\x1b[31m is \\u202enepo here.\n";

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

bool acts_on_terminal(const std::string& text) {
  const auto acts = [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\t'; };
  return std::any_of(text.begin(), text.end(), acts) || holds(text, "\xE2\x80\xAE");
}

}  // namespace

TEST_CASE("progress says how far it is, what it found, how fast, and what is left") {
  CHECK(progress_line(reading(), 110) ==
        "reading conversations [#.......................] 1,281/16,067, 7,802 observations"
        "  142/s, 2 min left");
}
TEST_CASE("on a narrow terminal the bar gives way, and the line never is wider") {
  CHECK(progress_line(reading(), 86) ==
        "reading conversations [..........] 1,281/16,067, 7,802 observations  142/s, 2 min left");
  CHECK(progress_line(reading(), 79) ==
        "reading conversations 1,281/16,067, 7,802 observations  142/s, 2 min left");
  CHECK(progress_line(reading(), 40) == "reading conversations 1,281/16,067, 7,80");
}
TEST_CASE("a stage of unknown length says how much is done") {
  StageState state;
  state.stage = "scanning";
  state.done = 12;
  state.seconds = 30;
  CHECK(progress_line(state, 79) == "scanning 12");
}
TEST_CASE("hours are not told in seconds, and slow work has a rate too") {
  StageState state = reading();
  state.found = {};
  state.done = 10;
  state.seconds = 20;
  CHECK(progress_line(state, 79) ==
        "reading conversations [.....................] 10/16,067  0.5/s, 8 h 55 min left");
}

TEST_CASE("what is printed acts on no terminal but by our own colours") {
  pyramid::console::Terminal terminal;
  terminal.colour = true;
  const std::string bold = styled(terminal, Style::kBold, "[1]");
  CHECK(safe_for_terminal(bold + "\t\x1b[2J\xE2\x80\xAE\n") == bold + "\t\\x1b[2J\\u202e\n");
  CHECK(safe_for_terminal("\x1b[5mx\x1b") == "\\x1b[5mx\\x1b");
  CHECK(safe_for_terminal("one\r\n") == "one\n");
}
TEST_CASE("a memory that speaks to the terminal: no command hands it on to a person") {
  Program program;
  program.environment["NO_COLOR"] = "1";
  program.init();
  program.write(program.inside("hydra.md"), "# Hydra\n\n" + kHostile);
  program.write(program.inside("models/hydra.md"),
                "---\nid: 0000000000W7GZDV4H7362PM0R\nkind: model\nmodel: hydra\ntype: project\n"
                "description: \"The \\e[31m hydra.\"\n"
                "---\n# Hydra\n\n" +
                    kHostile);
  REQUIRE(program.in_workspace({"observe", "User keeps the hydra \x1b[31m at home."}).exit_code ==
          0);
  program.on_terminal = true;
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"search", "hydra"},
                                             {"read", "hydra.md"},
                                             {"recall", "hydra"},
                                             {"why", "hydra.md"},
                                             {"why", "hydra.md:3"},
                                             {"list"},
                                             {"models"},
                                             {"model", "hydra"},
                                             {"history"},
                                             {"diff", "HEAD~1"},
                                             {"blame", "hydra.md:3"},
                                             {"show", "hydra.md"},
                                             {"check"},
                                             {"bisect", "hydra"},
                                             {"status"},
                                             {"sync"},
                                             {"history", "hydra.md"}}) {
    const auto result = program.in_workspace(command);
    INFO(command[0] << ": " << result.out << result.err);
    CHECK(result.exit_code <= 1);
    CHECK_FALSE(acts_on_terminal(result.out));
    CHECK_FALSE(acts_on_terminal(result.err));
  }
  CHECK(program.in_workspace({"read", "hydra.md"}).out == "# Hydra\n\n" + kHarmless);
  program.environment["NO_COLOR"] = "";
  program.environment["TERM"] = "xterm";
  CHECK(holds(program.in_workspace({"search", "--raw", "hydra"}).out, "\x1b[1m[1]\x1b[0m "));
}
TEST_CASE("a memory that speaks to the terminal: agents read what it says, byte for byte") {
  Program program;
  program.init();
  program.write(program.inside("hydra.md"), kHostile);
  CHECK(program.in_workspace({"read", "hydra.md"}).out == kHostile);
  CHECK(holds(program.in_workspace({"recall", "hydra"}).out, "\x1b]52;c;cHduZWQ=\x07\x1b[2J"));
  CHECK(holds(program.in_workspace({"search", "--raw", "hydra"}).out, kHarmless));
}

}  // namespace terminal_test
