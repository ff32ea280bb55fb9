// Random lives of two to five machines with one memory, without git: what it would do to the files
// of two commits is done here, in process, so that there may be many. The rules are the program's
// own: src/merge for a file that both changed, and each sync repairs, plans and writes.
#include "tests/machines/folders.hpp"
#include "tests/machines/hub.hpp"
#include "tests/machines/life.hpp"

namespace merges_test {

using namespace pyramid;
using namespace pyramid::test;

TEST_CASE("merges: in whatever order machines exchange, all come to one memory", "[.without-git]") {
  CHECK(rc::check([] {
    const auto count = *rc::gen::inRange<std::size_t>(2, 6);
    const auto events = *rc::gen::container<std::vector<Event>>(any_event());
    const Folders folders(count, Diaries::kNone);
    Hub hub;
    hub.start(*folders.all().front());
    for (Machine* machine : folders.all()) hub.join(*machine);
    Ways ways;
    ways.exchange = [&](Machine& machine) { return hub.exchange(machine); };
    ways.pull = [&](Machine& machine) { hub.pull(machine); };
    Life life(folders.all(), folders.outside(), ways);
    for (const Event& event : events) life.act(event);
    for (int round = 0; round < 2; ++round) {
      for (Machine* machine : folders.all()) {
        const auto report = hub.exchange(*machine);
        if (!report) RC_FAIL(to_string(report.error()));
      }
    }
    check_one_memory(folders.all(), life);
  }));
}

}  // namespace merges_test
