// Signals to a sync of the built program. When they arrive is nobody's to say, so each test holds
// wherever they hit; that they can hit anywhere is proved in tests/ops/restart_test.cpp.
#include "tests/cli/program.hpp"
#include "tests/support/tree.hpp"

#include <map>

namespace interrupt_test {

using namespace pyramid::test;

namespace {

constexpr int kFacts = 900;

void write_facts(const Program& program) {
  static constexpr const char* kDigits = "0123456789";
  for (int i = 0; i < kFacts; ++i) {
    std::string number;
    for (int rest = i, k = 0; k < 6; ++k, rest /= 10) number.insert(0, 1, kDigits[rest % 10]);
    const std::string day = std::to_string(10 + i % 19);
    const std::string month = std::to_string(1 + i % 9);
    program.write(program.inside("observations/fact-" + number + ".md"),
                  "---\nid: 01JV2MF0S8Q4WZ3H6K9R" + number + "\nkind: observation\nat: 2025-0" +
                      month + "-" + day +
                      "T08:00:00Z\nmodel: user\nsource: test\n---\nUser bought "
                      "bicycle number " +
                      number + ".\n");
  }
}

std::map<std::string, std::string> tree(const Program& program) {
  return tree_below(program.root(), {".git", ".pyramid", "ledger"});
}

bool has_summaries(const Program& program) {
  std::error_code none;
  return std::filesystem::exists(program.inside("summaries/user/tier-0"), none);
}

// `pyramid sync`, which gets the signal once it has written its first summaries.
ProcessResult signalled_sync(const Program& program, const char* signal) {
  const std::string script =
      "env --default-signal \"$0\" sync -w \"$1\" --now " + std::string(kNow) +
      " & child=$!; while ! test -d \"$1/summaries/user/tier-0\" && kill -0 $child 2>/dev/null; "
      "do sleep 0.01; done; kill -" +
      signal + " $child 2>/dev/null; wait $child";
  ProcessOptions options;
  options.environment = {{"GIT_CONFIG_GLOBAL", "/dev/null"},
                         {"GIT_CONFIG_NOSYSTEM", "1"},
                         {"HOME", program.outside("home")}};
  // env: jobs of a shell without job control ignore SIGINT, and so does what they start.
  return run_process({"bash", "-mc", script, PYRAMID_PROGRAM, program.root()}, options);
}

}  // namespace

TEST_CASE("interrupt: a sync that got a signal is finished by the next, as if it had not") {
  Program calm;
  calm.init();
  write_facts(calm);
  REQUIRE(calm.in_workspace({"sync"}).exit_code == 0);
  const auto wanted = tree(calm);
  for (const char* signal : {"INT", "TERM", "HUP", "KILL"}) {
    INFO(signal);
    Program program;
    program.init();
    write_facts(program);
    const ProcessResult stopped = signalled_sync(program, signal);
    INFO(stopped.exit_code << stopped.out << stopped.err);
    REQUIRE(has_summaries(program));
    if (stopped.exit_code != 0) {  // 0: it was done before the signal came
      CHECK(stopped.exit_code == (std::string(signal) == "KILL" ? 137 : 130));
    }
    if (stopped.exit_code == 130) {
      CHECK(stopped.err.find("interrupted; left: ") != std::string::npos);
      CHECK(stopped.err.find("run the same command again") != std::string::npos);
      CHECK(run_git(program.root(), {"status", "--porcelain"}).out.empty());
    }
    CHECK(program.in_workspace({"sync"}).exit_code == 0);
    CHECK(tree(program) == wanted);
    CHECK(run_git(program.root(), {"status", "--porcelain"}).out.empty());
    CHECK(run_git(program.root(), {"fsck", "--strict"}).exit_code == 0);
  }
}

}  // namespace interrupt_test
