// A sync with another machine that is killed at every step: by the file system at each write, and
// from outside at any moment of what git does.
#include "tests/machines/machines.hpp"
#include "tests/support/faulty_file_system.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace kills_test {

using namespace pyramid;
using namespace pyramid::test;
using Catch::Contains;

namespace {

// Two machines, each with something that the other has to merge.
void go_apart(Machines& machines, int round) {
  machines[0].write("memory/plan.md", "# Plan\n\nMine " + std::to_string(round) + ".\n\nLast.\n");
  machines[0].add_fact(round * 2, "Fact here " + std::to_string(round) + ".");
  machines[0].must_sync();
  machines[1].write("memory/plan.md", "# Plan\n\nFirst.\n\nYours " + std::to_string(round) + ".\n");
  machines[1].add_fact(round * 2 + 1, "Fact there " + std::to_string(round) + ".");
}

// A child that may be killed; whether it was. What it had git do comes to its end first.
bool is_killed(const std::function<void()>& work) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  while (::waitpid(-1, nullptr, 0) > 0) {
  }
  return WIFSIGNALED(status);
}

// Whether a sync on files that `break_off` was told of was killed.
bool is_sync_killed(Machine& machine, const std::function<void(FaultyFileSystem&)>& break_off) {
  const std::unique_ptr<FileSystem> real = make_real_file_system();
  return is_killed([&] {
    FaultyFileSystem faulty(*real);
    break_off(faulty);
    machine.use_files(faulty);
    static_cast<void>(machine.sync());
  });
}

void check_goes_on(Machines& machines) {
  machines[1].must_sync();
  machines[0].must_sync();
  CHECK(machines[0].tree() == machines[1].tree());
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(machines[i].git({"fsck", "--strict"}).exit_code == 0);
    CHECK(machines[i].git({"status", "--porcelain"}).out == "");
    CHECK(machines[i].must_sync().nothing_to_do);
  }
}

}  // namespace

TEST_CASE("kills: at each write of a sync with another machine") {
  Machines machines(2);
  bool killed = true;
  for (std::size_t step = 0; killed && step < 60; step += 3) {
    go_apart(machines, static_cast<int>(step));
    killed =
        is_sync_killed(machines[1], [&](FaultyFileSystem& files) { files.kill_at_mutation(step); });
    check_goes_on(machines);
  }
}

TEST_CASE("kills: within each write of the first sync of a clone") {
  bool killed = true;
  for (std::size_t step = 0; killed; ++step) {
    INFO("write " << step);
    Machines machines(2, "step: 3\n", Start::kCopied);
    machines[1].add_fact(1, "Fact of the clone.");
    killed = is_sync_killed(machines[1],
                            [&](FaultyFileSystem& files) { files.kill_within_mutation(step); });
    check_goes_on(machines);
    REQUIRE(step < 200);
  }
}

TEST_CASE("kills: at any moment of a merge") {
  Machines machines(2);
  for (int step = 0; step < 3; ++step) {
    go_apart(machines, step);
    is_killed([&] {
      ::ualarm(static_cast<useconds_t>(20'000 + step * 90'000), 0);
      static_cast<void>(machines[1].sync());
    });
    check_goes_on(machines);
  }
}

}  // namespace kills_test
