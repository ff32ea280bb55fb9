// Random lives of two to five machines with one memory, which a real git carries to and fro. How
// many, tests/CMakeLists.txt says; RC_PARAMS="seed=… max_success=…" and the tag make others.
#include "tests/machines/life.hpp"

namespace histories_test {

using namespace pyramid;
using namespace pyramid::test;

TEST_CASE("histories: in whatever order machines exchange, all come to one memory", "[.with-git]") {
  CHECK(rc::check([] {
    const auto count = *rc::gen::inRange<std::size_t>(2, 6);
    const auto events = *rc::gen::container<std::vector<Event>>(any_event());
    Machines machines(count, "step: 3\n", Start::kCopied);
    Ways ways;
    ways.exchange = [](Machine& machine) { return machine.sync(); };
    // May stop: the next sync ends it.
    ways.pull = [](Machine& machine) { machine.git({"pull", "-q", "--no-rebase", "--no-edit"}); };
    Life life(machines.all(), machines.outside("."), ways);
    for (const Event& event : events) life.act(event);
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < machines.size(); ++i) {
        const auto report = machines[i].sync();
        if (!report) RC_FAIL(to_string(report.error()));
        RC_ASSERT(report->remote->why_not.empty());
      }
    }
    check_one_memory(machines.all(), life);
    for (std::size_t i = 0; i < machines.size(); ++i) {
      RC_ASSERT(machines[i].git({"status", "--porcelain"}).out.empty());
      RC_ASSERT(machines[i].git({"fsck", "--strict"}).exit_code == 0);
    }
  }));
}

}  // namespace histories_test
