// Machines of a memory whose files a program changes on their way into git (as git-crypt does).
#include "history/vouched.hpp"
#include "pyramid/memory_history.hpp"
#include "tests/machines/machines.hpp"

namespace filters_test {

using namespace pyramid;
using namespace pyramid::test;
using Catch::Contains;

namespace {

void set_up(const Machine& machine) {
  for (const char* step : {"filter.rot.clean", "filter.rot.smudge"}) {
    machine.must_git({"config", step, "tr a-zA-Z n-za-mN-ZA-M"});
  }
  REQUIRE(history::vouch_for(machine.root()));
}

// Two, the second of which has it set up only if so wanted.
void filter(Machines& machines, bool on_both = true) {
  set_up(machines[0]);
  machines[0].write(".gitattributes",
                    machines[0].read(".gitattributes") + "memory/*.md filter=rot\n");
  machines[0].must_sync();
  if (on_both) set_up(machines[1]);
  machines[1].must_git({"pull", "-q", "--ff-only"});
}

std::string stored(const Machine& machine, const std::string& path) {
  return machine.git({"cat-file", "blob", "HEAD:" + path}).out;
}

}  // namespace

TEST_CASE("filters: two machines exchange, merge and read what a program changes for git") {
  Machines machines(2);
  filter(machines);
  machines[0].write("memory/plan.md", "First. Last.\n");
  machines[0].must_sync();
  CHECK(stored(machines[0], "memory/plan.md") == "Svefg. Ynfg.\n");
  machines[1].must_sync();
  CHECK(machines[1].read("memory/plan.md") == "First. Last.\n");
  machines[0].write("memory/plan.md", "First of all. Last.\n");
  machines[0].must_sync();
  machines[1].write("memory/plan.md", "First. Last of all.\n");
  SECTION("by git's driver") {}
  SECTION("by a sync, as git has no driver") {
    machines[1].must_sync(false);
    machines[1].must_git({"config", "--remove-section", "merge.pyramid"});
    CHECK(machines[1].git({"pull", "-q", "--no-rebase", "--no-edit"}).exit_code != 0);
  }
  machines[1].must_sync();
  machines[0].must_sync();
  for (Machine* machine : machines.all()) {
    CHECK(machine->read("memory/plan.md") == "First of all. Last of all.\n");
    CHECK(stored(*machine, "memory/plan.md") == "Svefg bs nyy. Ynfg bs nyy.\n");
    CHECK(machine->git({"status", "--porcelain"}).out.empty());
    CHECK(machine->must_sync().nothing_to_do);
  }
  ShowOptions then;
  then.workspace.root = machines[0].root();
  then.what = "memory/plan.md";
  then.at = "HEAD";
  const auto shown = show_memory(machines[0].environment(), then);
  REQUIRE(shown);
  CHECK(shown->bytes == "First of all. Last of all.\n");
}

TEST_CASE("filters: a conflict copy is merged against the version that a checkout would have") {
  Machines machines(2);
  filter(machines);
  machines[0].write("memory/plan.md", "First.\n\nLast.\n");
  machines[0].must_sync(false);
  machines[0].write("memory/plan.md", "First of all.\n\nLast.\n");
  machines[0].write("memory/plan.sync-conflict-20260512-100300-7ABCDEF.md",
                    "First.\n\nLast of all.\n");
  machines[0].must_sync(false);
  CHECK(machines[0].read("memory/plan.md") == "First of all.\n\nLast of all.\n");
}

TEST_CASE("filters: a clone where the program is not set up commits and merges nothing") {
  Machines machines(2);
  machines[0].write("memory/plan.md", "First.\n\nLast.\n");
  machines[0].must_sync();
  filter(machines, false);
  machines[0].write("memory/plan.md", "First of all.\n\nLast.\n");
  machines[0].must_sync();
  const std::string before = machines[1].git({"rev-parse", "HEAD"}).out;
  machines[1].write("memory/other.md", "A secret.\n");
  const auto refused = machines[1].sync();
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().what, Contains("`rot`, which is not set up in this clone"));
  CHECK(machines[1].git({"rev-parse", "HEAD"}).out == before);
  CHECK(machines[1].git({"log", "--all", "-S", "A secret"}).out.empty());
}

}  // namespace filters_test
