// What is done with the files that a run has written while it waits for a language model.
#include "tests/ops/asking.hpp"

#include <algorithm>
#include <atomic>

namespace ahead_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

void check_index_holds_the_files(Asking& asking) {
  CheckOptions options;
  options.workspace.root = asking.fixture.root();
  options.index = true;
  const auto checked = check(asking.environment(), options);
  REQUIRE(checked);
  REQUIRE(checked->index);
  CHECK(checked->index->differing == 0);
}

std::string git(const Asking& asking, const std::vector<std::string>& arguments) {
  const ProcessResult done = run_git(asking.fixture.root(), arguments);
  CHECK(done.exit_code == 0);
  return done.out;
}

// More than git stores as a file each.
void write_many_facts(const Asking& asking, const std::string& more) {
  for (int i = 100; i < 230; ++i) {
    const std::string number = std::to_string(i);
    asking.fixture.write("observations/" + number + ".md",
                         "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5" + number +
                             "\nkind: observation\nat: 2026-05-01T10:00:00Z\n---\nUser owns book " +
                             number + (i == 150 ? more : "") + ".\n");
  }
}

}  // namespace

TEST_CASE("ahead: what was written beside a model's calls is in the index and the commit") {
  Asking asking;
  write_many_facts(asking, "");
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  CHECK(report.engine.calls > 0);
  CHECK_FALSE(report.commit.empty());
  CHECK(report.changed_meanwhile.empty());
  check_index_holds_the_files(asking);
  CHECK(git(asking, {"status", "--porcelain"}).empty());
  git(asking, {"fsck", "--strict"});
  CHECK(asking.synced().nothing_to_do);
}

TEST_CASE("ahead: a file that a person saves while the model is asked is of the next sync") {
  std::atomic<const Fixture*> edited = nullptr;
  Asking asking([&](const ServerCall& call) {
    const Fixture* fixture =
        holds(call.body, "You write one section of the page") ? edited.exchange(nullptr) : nullptr;
    if (fixture != nullptr) {
      for (const std::string& path : files_below(*fixture, "observations/")) {
        const std::string bytes = fixture->read(path);
        const std::size_t at = bytes.find("1150 euros");
        if (at != bytes.npos) fixture->write(path, std::string(bytes).replace(at, 4, "1175"));
      }
    }
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  edited = &asking.fixture;
  REQUIRE_FALSE(asking.synced().commit.empty());
  REQUIRE(edited == nullptr);
  const SyncReport second = asking.synced();
  CHECK_FALSE(second.hand_edits_commit.empty());
  CHECK(asking.fixture.read("MEMORY.md").find("1175 euros") != std::string::npos);
  CHECK(asking.fixture.read("MEMORY.md").find("1150 euros") == std::string::npos);
  CHECK(asking.synced().nothing_to_do);
  check_index_holds_the_files(asking);
}

TEST_CASE("ahead: git gets no object of a file with a secret") {
  const std::string token = std::string("ghp_") + "q7Zt9RkW2mVb" + "X4nLs8YdPc1H" + "fJ6gTa3Ue5Ko";
  Asking asking;
  write_many_facts(asking, " and the token " + token);
  const SyncReport report = asking.synced();
  CHECK(report.observations_assigned == 130);
  CHECK_FALSE(report.commit.empty());
  CHECK(asking.fixture.read("observations/150.md").find("model: user") != std::string::npos);
  const std::string all =
      git(asking, {"cat-file", "--batch-all-objects", "--batch", "--unordered"});
  CHECK(all.find("User owns book 151") != std::string::npos);
  CHECK(all.find(token) == std::string::npos);
}

}  // namespace ahead_test
