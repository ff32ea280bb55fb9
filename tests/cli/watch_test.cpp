#include "tests/cli/program.hpp"

namespace watch_test {

using namespace pyramid::test;

TEST_CASE("cli: watch tells what it indexed and ends well when it is told to stop") {
  Program program;
  program.init();
  for (const char* signal : {"INT", "TERM", "HUP"}) {
    INFO(signal);
    program.write(program.inside(std::string("notes/") + signal + ".md"), "The kestrel hovers.\n");
    // Until the first line has come; then a second watch, and the end.
    const std::string script =
        "rm -f \"$1/.out\"; env --default-signal \"$0\" watch -w \"$1\" > \"$1/.out\" & child=$!; "
        "while ! test -s \"$1/.out\" && kill -0 $child 2>/dev/null; do sleep 0.01; done; "
        "\"$0\" watch -w \"$1\"; echo \"second $?\"; "
        "kill -" +
        std::string(signal) + " $child; wait $child; echo \"first $?\"; cat \"$1/.out\"";
    ProcessOptions options;
    options.environment = {{"HOME", program.outside("home")}};
    const ProcessResult result =
        run_process({"bash", "-mc", script, PYRAMID_PROGRAM, program.root()}, options);
    INFO(result.out << result.err);
    CHECK(result.out.find("second 5\nfirst 0\n") != std::string::npos);
    CHECK(result.out.find("indexed.\n") != std::string::npos);
    CHECK(result.err.find("is watched already") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(program.inside(".pyramid/asks")));
  }
}

TEST_CASE("cli: a watch under nohup outlives its terminal and still ends when it is told to") {
  Program program;
  program.init();
  // Two hang-ups, and the change after them is told; then a signal that nohup does not ignore.
  const std::string script =
      "cd \"$1\"; touch .out; nohup \"$0\" watch --debounce 10 > .out 2> .err & child=$!; cd "
      "\"$1\"; "
      "until_lines() { while test $(wc -l < .out) -lt $1 && kill -0 $child 2>/dev/null; "
      "do sleep 0.01; done; }; "
      "until_lines 1; kill -HUP $child; kill -HUP $child; mkdir -p notes; "
      "echo Hovers. > notes/a.md; until_lines 2; wc -l < .out; "
      "kill -TERM $child; wait $child; echo \"ended $?\"";
  ProcessOptions options;
  options.environment = {{"HOME", program.outside("home")}};
  const ProcessResult result =
      run_process({"bash", "-mc", script, PYRAMID_PROGRAM, program.root()}, options);
  INFO(result.out << result.err);
  CHECK(result.out == "2\nended 0\n");
}

}  // namespace watch_test
