// Random lives of machines on one of which something is purged, while the others have not synced.
#include "tests/machines/life.hpp"

namespace purge_histories_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kPurged = "quimby";

void exchange_all(Machines& machines, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < machines.size(); ++i) {
      const auto report = machines[i].sync();
      if (!report) RC_FAIL("machine " + std::to_string(i) + ": " + to_string(report.error()));
    }
  }
}

// As the report of a sync says it: whoever followed has the old history in reflogs until then.
void check_nowhere(const std::string& root, bool bare) {
  if (!bare) {
    run_git(root, {"reflog", "expire", "--expire=now", "--all"});
    run_git(root, {"gc", "-q", "--prune=now"});
  }
  const std::string history = run_git(root, {"log", "-p", "--branches", "--name-only"}).out;
  RC_ASSERT(history.find(kPurged) == std::string::npos);
  if (bare) return;  // a host drops what nothing leads to in its own time
  const std::string objects =
      run_git(root, {"cat-file", "--batch-all-objects", "--batch", "--buffer"}).out;
  RC_ASSERT(objects.find(kPurged) == std::string::npos);
}

}  // namespace

TEST_CASE("purge: of a random life it is nowhere once all have exchanged what they have") {
  CHECK(rc::check([] {
    const auto count = *rc::gen::inRange<std::size_t>(2, 4);
    const auto before = *rc::gen::container<std::vector<Event>>(any_event());
    const auto after = *rc::gen::container<std::vector<Event>>(any_event());
    Machines machines(count, "step: 3\n", Start::kCopied);
    Ways ways;
    ways.exchange = [](Machine& machine) { return machine.sync(); };
    ways.pull = [](Machine& machine) { machine.git({"pull", "-q", "--no-rebase", "--no-edit"}); };
    Life life(machines.all(), machines.outside("."), ways);
    machines[0].add_fact(900, std::string("Rosalind ") + kPurged + " plays the oboe.");
    exchange_all(machines, 2);
    for (const Event& event : before) life.act(event);
    // What the others do now, no machine that purges knows of.
    for (const Event& event : after) {
      const bool exchanges =
          event.deed == Deed::kSync || event.deed == Deed::kPull || event.deed == Deed::kKill;
      if (!exchanges) life.act(event);
    }
    RC_ASSERT(machines[0].sync(false).has_value());
    ForgetOptions options;
    options.workspace.root = machines[0].root();
    options.match = kPurged;
    options.purge = true;
    const auto report = forget(machines[0].environment(), options);
    if (!report) RC_FAIL(to_string(report.error()));
    RC_ASSERT(machines[0].git({"push", "-q", "--force", "origin", "HEAD:main"}).exit_code == 0);
    exchange_all(machines, 3);
    check_nowhere(machines.outside("bare"), true);
    for (std::size_t i = 0; i < machines.size(); ++i) {
      check_nowhere(machines[i].root(), false);
      RC_ASSERT(machines[i].tree() == machines[0].tree());
      RC_ASSERT(machines[i].git({"status", "--porcelain"}).out.empty());
    }
    const auto tree = machines[0].tree();
    std::set<std::string> ids;
    for (const auto& [path, bytes] : tree) ids.insert(Life::id_in(bytes));
    for (const std::string& id : life.kept()) RC_ASSERT(ids.contains(id));
  }));
}

}  // namespace purge_histories_test
