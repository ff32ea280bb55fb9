#include "cli/terminal.hpp"

#include "tests/support/catch.hpp"

namespace terminal_test {

using pyramid::cli::progress_line;
using pyramid::cli::StageState;

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

}  // namespace terminal_test
