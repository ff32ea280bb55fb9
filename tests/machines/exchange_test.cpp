// Random lives of two to five machines whose files another program carries to and fro
// (machines/carrier.hpp).
#include "tests/machines/carrier.hpp"
#include "tests/machines/folders.hpp"
#include "tests/machines/life.hpp"

namespace exchange_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

// All exchange, then all sync, until nothing changes.
void come_to_rest(const std::vector<Machine*>& machines, Carrier& carrier) {
  constexpr int kMostRounds = 8;
  for (int round = 0;; ++round) {
    std::vector<Files> before;
    for (int i = 0; i < 2; ++i) {
      for (Machine* machine : machines) carrier.connect(*machine);
    }
    for (Machine* machine : machines) before.push_back(machine->tree());
    for (Machine* machine : machines) {
      const auto report = machine->sync(false);
      if (!report) RC_FAIL(to_string(report.error()));
    }
    if (is_quiet(machines, before)) return;
    if (round == kMostRounds) RC_FAIL("the machines do not come to rest");
  }
}

// Whatever other machines brought since.
void check_purged(Machine& machine, const std::string& words) {
  const std::string objects =
      machine.git({"cat-file", "--batch-all-objects", "--batch", "--buffer"}).out;
  if (objects.find(words) != std::string::npos) RC_FAIL("git has " + words);
  // Links of a text that came before the facts it was made from may name these (docs/git.md).
  const std::string name = Life::in_names(words);
  const std::string paths = machine.git({"rev-list", "--all", "--objects"}).out;
  if (paths.find(name) != std::string::npos) RC_FAIL("a file in git is named " + name);
}

// How they meet: one machine syncs between two exchanges, or all do, of parts of the files too.
enum class Meeting { kOneByOne, kAtOnce };

void come_to_one_memory(Diaries diaries, Meeting meeting) {
  const auto count = *rc::gen::inRange<std::size_t>(2, 6);
  const auto events = *rc::gen::container<std::vector<Event>>(any_event());
  const Folders folders(count, diaries);
  Carrier carrier;
  for (Machine* machine : folders.all()) carrier.connect(*machine);
  const bool at_once = meeting == Meeting::kAtOnce;
  Ways ways;
  ways.exchange = [&](Machine& machine) {
    if (!at_once) return carrier.exchange(machine);
    for (Machine* one : folders.all()) carrier.connect(*one, 2);
    for (Machine* one : folders.all()) {
      auto report = one->sync(false);
      if (!report) return report;
    }
    return machine.sync(false);
  };
  ways.pull = [&](Machine& machine) { carrier.connect(machine, at_once ? 3 : 1); };
  ways.half = [&](Machine& machine) { carrier.connect(machine, 2); };
  ways.purges = diaries == Diaries::kEach;
  Life life(folders.all(), folders.outside(), ways);
  for (const Event& event : events) life.act(event);
  if (at_once) {
    come_to_rest(folders.all(), carrier);
  } else {
    exchange_until_rest(folders.all(), carrier);
  }
  check_one_memory(folders.all(), life);
  // Of machines that all sync at once, with half of the files on their way, one may commit what
  // another has forgotten by then (docs/git.md).
  for (const PurgedWords& one : life.purged()) {
    if (!at_once) check_purged(*one.machine, one.words);
  }
  for (const auto& [path, bytes] : folders.all()[0]->tree()) {
    if (path.starts_with("pyramid.")) continue;  // copies of the settings are a person's to settle
    RC_ASSERT(path.find("conflicted copy") == std::string::npos);
    RC_ASSERT(path.find("sync-conflict") == std::string::npos);
  }
}

}  // namespace

TEST_CASE("exchange: machines whose files are carried about come to one memory", "[.carried]") {
  CHECK(rc::check([] { come_to_one_memory(Diaries::kNone, Meeting::kOneByOne); }));
}

TEST_CASE("exchange: so do those that commit, each to a repository of its own",
          "[.carried-with-git]") {
  CHECK(rc::check([] { come_to_one_memory(Diaries::kEach, Meeting::kOneByOne); }));
}

TEST_CASE("exchange: machines that all sync after each exchange come to rest", "[.at-once]") {
  CHECK(rc::check([] { come_to_one_memory(Diaries::kNone, Meeting::kAtOnce); }));
}

TEST_CASE("exchange: so do those of them that commit", "[.at-once-with-git]") {
  CHECK(rc::check([] { come_to_one_memory(Diaries::kEach, Meeting::kAtOnce); }));
}

}  // namespace exchange_test
