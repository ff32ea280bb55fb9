// Taking back what came before other things: against a real git.
#include "tests/ops/remembered.hpp"
#include "tests/support/faulty_file_system.hpp"

namespace revert_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

const std::string kHome = "observations/2026/05/02/where-i-live.md";

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A fact and a line of a note that came in on a branch, and others beside it, merged and synced.
std::string merged_with_another(Remembered& memory) {
  memory.set_now("2026-05-16T09:00:00Z");
  memory.write("memory/plan.md", "# Plan\n\nFirst the bread.\n\nLast tea.\n");
  memory.synced();
  memory.git({"checkout", "-q", "-b", "other"});
  memory.observed("User bought a sailing boat.");
  memory.reword("memory/plan.md", "the bread", "the plums");
  memory.synced();
  memory.git({"checkout", "-q", "main"});
  memory.observed("User learned to bake.");
  memory.reword("memory/plan.md", "Last tea", "Last coffee");
  memory.synced();
  run_git(memory.root(), {"merge", "-q", "other"});
  memory.synced();
  return memory.git({"rev-list", "--merges", "-1", "HEAD"}).substr(0, 40);
}

}  // namespace

TEST_CASE("revert: of a merge goes all that it brought, and what this side had stays") {
  Remembered memory;
  const std::string merge = merged_with_another(memory);
  REQUIRE(holds(memory.read("MEMORY.md"), "sailing boat"));
  const auto done = memory.reverted(merge);
  if (!done) FAIL(to_string(done.error()));
  REQUIRE(done->kept_parent);
  CHECK(done->kept_parent->id == memory.git({"rev-parse", merge + "^1"}).substr(0, 40));
  memory.synced();
  CHECK_FALSE(holds(memory.read("MEMORY.md"), "sailing boat"));
  CHECK(holds(memory.read("MEMORY.md"), "bake"));
  CHECK(memory.read("memory/plan.md") == "# Plan\n\nFirst the bread.\n\nLast coffee.\n");
  CHECK(memory.check()->problems.empty());
  CHECK(memory.sync()->nothing_to_do);
}

TEST_CASE("revert: a merge that brought a forgetting puts no forgotten words back") {
  Remembered memory;
  std::string session;
  for (const auto& [path, bytes] : memory.tree()) {
    if (path.rfind("sessions/", 0) == 0 && holds(bytes, "to Lisbon")) session = path;
  }
  session = session.substr(session.size() - 9, 6);  // its title goes, and with it its name
  memory.git({"checkout", "-q", "-b", "other"});
  ForgetOptions options;
  options.workspace.root = memory.root();
  options.match = "Lisbon";
  REQUIRE(forget(memory.environment(), options));
  memory.git({"checkout", "-q", "main"});
  memory.git({"merge", "-q", "--no-ff", "-m", "joined", "other"});
  const auto tree = memory.tree();
  const auto merge = memory.reverted("HEAD");
  REQUIRE_FALSE(merge);
  CHECK(merge.error().what == "what was forgotten is not put back");
  const auto said = memory.reverted(session, "HEAD~1");
  REQUIRE_FALSE(said);
  CHECK(said.error().kind == ErrorKind::kUsage);
  CHECK(memory.tree() == tree);
}

TEST_CASE("revert: a sync is taken back though its fact was moved since") {
  Remembered memory;
  memory.set_now("2026-05-16T09:00:00Z");
  const std::string path = memory.observed("User bought a sailing boat.");
  const std::string commit = memory.git({"rev-parse", "HEAD"}).substr(0, 40);
  memory.synced();
  memory.move(path, "observations/boat.md");
  memory.synced();
  const auto done = memory.reverted(commit);
  if (!done) FAIL(to_string(done.error()));
  CHECK(done->left.empty());
  CHECK_FALSE(memory.tree().contains("observations/boat.md"));
  memory.synced();
  CHECK_FALSE(holds(memory.read("MEMORY.md"), "sailing boat"));
  CHECK(memory.check()->problems.empty());
}

TEST_CASE("revert: a conversation stays that a fact is from which stays") {
  Remembered memory;
  const std::string import =
      memory.git({"rev-list", "--max-parents=1", "--grep=Pyramid-Sessions", "HEAD"}).substr(0, 40);
  const std::string path = memory.observation("user-moved-to-lisbon");
  memory.reword(path, "Lisbon", "Cascais");
  memory.synced();
  const auto done = memory.reverted(import);
  if (!done) FAIL(to_string(done.error()));
  REQUIRE(done->left.size() == 2);
  CHECK(done->left.front() == path);
  CHECK(memory.tree().contains(done->left.back()));
  memory.synced();
  CHECK(memory.check()->problems.empty());
}

TEST_CASE("revert: an edit is taken back where the fact was moved since, and makes no second one") {
  Remembered memory;
  const std::string path = memory.observation("user-moved-to-lisbon");
  memory.reword(path, "Lisbon", "Cascais");
  const std::string edit = memory.committed("reworded");
  memory.move(path, "observations/lives.md");
  memory.committed("renamed");
  const std::string renamed = memory.git({"rev-parse", "HEAD"}).substr(0, 40);
  const auto done = memory.reverted(edit);
  if (!done) FAIL(to_string(done.error()));
  CHECK(done->left.empty());
  CHECK(holds(memory.read("observations/lives.md"), "Lisbon"));
  CHECK_FALSE(memory.tree().contains(path));
  memory.synced();
  CHECK(memory.check()->problems.empty());
  memory.move("observations/lives.md", "observations/home.md");
  memory.committed("renamed again");
  const auto name = memory.reverted(renamed);
  if (!name) FAIL(to_string(name.error()));
  CHECK_FALSE(memory.tree().contains(path));
  CHECK_FALSE(name->left.empty());
  memory.synced();
  CHECK(memory.check()->problems.empty());
}

TEST_CASE("revert: what was remembered is taken back, though syncs wrote into MEMORY.md since") {
  Remembered memory;
  memory.set_now("2026-05-16T09:00:00Z");
  memory.remembered("Kim knows the boiler.");
  const std::string commit = memory.git({"rev-parse", "HEAD"}).substr(0, 40);
  memory.observed("User bought a sailing boat.");
  memory.synced();
  memory.remembered("Lee likes tea.");
  const auto done = memory.reverted(commit);
  if (!done) FAIL(to_string(done.error()));
  CHECK(done->left.empty());
  const std::string home = memory.read("MEMORY.md");
  CHECK_FALSE(holds(home, "Kim knows the boiler."));
  CHECK(holds(home, "Lee likes tea."));
  CHECK(holds(home, "sailing boat"));
  memory.synced();
  CHECK(memory.check()->problems.empty());
  // By its name: the last change of the person's part, not that of a sync.
  memory.set_now("2026-05-20T09:00:00Z");
  memory.synced();
  const auto last = memory.reverted("MEMORY.md");
  if (!last) FAIL(to_string(last.error()));
  CHECK(holds(memory.read("MEMORY.md"), "Kim knows the boiler."));
  CHECK(holds(memory.read("MEMORY.md"), "sailing boat"));
}

TEST_CASE("revert: a note that was edited elsewhere since loses just what is taken back") {
  Remembered memory;
  memory.write("memory/plan.md", "# Plan\n\nFirst the bread.\n\nThen the milk.\n\nLast tea.\n");
  memory.committed("written");
  memory.reword("memory/plan.md", "the bread", "the cake");
  const std::string cake = memory.committed("cake");
  memory.reword("memory/plan.md", "Last tea", "Last coffee");
  memory.committed("coffee");
  const auto done = memory.reverted(cake);
  if (!done) FAIL(to_string(done.error()));
  CHECK(memory.read("memory/plan.md") ==
        "# Plan\n\nFirst the bread.\n\nThen the milk.\n\nLast coffee.\n");
  memory.reword("memory/plan.md", "Last coffee", "Last water");
  const std::string water = memory.committed("water");
  memory.reword("memory/plan.md", "Last water", "Last wine");
  memory.committed("wine");
  const auto left = memory.reverted(water);
  REQUIRE(left);
  CHECK(left->left == Lines{"memory/plan.md"});
  CHECK(left->commit.empty());
}

TEST_CASE("revert: nothing is put back over another file that has the name now") {
  Remembered memory;
  const std::string path = memory.observation("user-moved-to-lisbon");
  memory.move(path, kHome);
  memory.committed("renamed");
  memory.write(path, memory.read(memory.observation("user-prefers-tea")));
  memory.committed("another");
  const auto refused = memory.reverted(kHome);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kConflict);
}

TEST_CASE("revert: a sync after a rename is taken back leaves no source out") {
  Remembered memory;
  const std::string path = memory.observation("user-moved-to-lisbon");
  memory.move(path, "observations/2026/05/02/renamed-by-hand.md");
  memory.reword(memory.observation("user-stopped"), "April", "May");
  memory.synced();
  const std::string edit = memory.history().entries[1].commit.id;
  const auto done = memory.reverted(edit);
  if (!done) FAIL(to_string(done.error()));
  const auto synced = memory.sync();
  REQUIRE(synced);
  for (const SyncStep& step : synced->steps) CHECK(step.what != "unlink");
  CHECK(memory.check()->problems.empty());
  CHECK(memory.sync()->nothing_to_do);
}

TEST_CASE("revert: a move that is taken back twice is taken back once") {
  Remembered memory;
  const std::string path = memory.observed("The user keeps a lamp in Porto.");
  const std::string moved = "observations/kept/" + path.substr(path.rfind('/') + 1);
  memory.move(path, moved);
  memory.synced();
  const std::string move = memory.git({"log", "--format=%H", "-1", "--", moved}).substr(0, 40);
  REQUIRE(memory.reverted(move));
  const auto back = memory.tree();
  REQUIRE(back.count(path) == 1);
  REQUIRE(back.count(moved) == 0);
  REQUIRE(memory.reverted(move));
  CHECK(memory.tree() == back);
}

TEST_CASE("revert: what a hook refused is no edit by hand") {
  Remembered memory;
  const std::string path = memory.observation("user-prefers-tea");
  const std::string hook = memory.path(".git/hooks/pre-commit");
  std::filesystem::create_directories(std::filesystem::path(hook).parent_path());
  std::ofstream(hook) << "#!/bin/sh\nexit 1\n";
  std::filesystem::permissions(hook, std::filesystem::perms::owner_all);
  const auto refused = memory.reverted(path);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kConflict);
  std::filesystem::remove(hook);
  const auto synced = memory.sync();
  REQUIRE(synced);
  CHECK(synced->hand_edits_commit.empty());
  REQUIRE_FALSE(synced->steps.empty());
  CHECK(holds(synced->steps[0].reason, "of a command that came to no commit"));
  CHECK_FALSE(std::filesystem::exists(memory.path(path)));
}

TEST_CASE("revert: one that was killed on its way is finished when it is said again") {
  const auto real = make_real_file_system();
  for (std::size_t step = 0;; ++step) {
    Remembered memory;
    memory.write("memory/plan.md", "# Plan\n\nBread.\n");
    memory.synced();
    memory.write("memory/plan.md", "# Plan\n\nPlums.\n");
    memory.write("memory/boat.md", "# Boat\n");
    memory.move("memory/plan.md", "memory/shopping.md");
    memory.write("memory/plan.md", "# Another\n");
    memory.synced();
    const std::string commit = memory.git({"log", "--format=%H", "-1", "--", "memory/boat.md"});
    RevertOptions options;
    options.workspace.root = memory.root();
    options.what = commit.substr(0, 40);
    FaultyFileSystem disk(*real);
    disk.cut_mutations_at(step);
    Environment environment = memory.on_laptop();
    const Environment failing{disk, environment.clock, environment.progress};
    const auto first = revert(failing, options);
    INFO("write " << step);
    const auto again = memory.reverted(options.what);
    if (!again) FAIL(to_string(again.error()));
    CHECK_FALSE(std::filesystem::exists(memory.path("memory/boat.md")));
    CHECK(memory.read("memory/plan.md") == "# Plan\n\nBread.\n");
    CHECK(memory.git({"status", "--porcelain"}).empty());
    const std::string by_hand = memory.git({"log", "-1", "--format=%s"});
    CHECK(by_hand.find("reverted") != std::string::npos);
    if (first) break;
  }
}

namespace {

// A memory in which each of kReverted was changed last in a way of its own.
constexpr std::array<const char*, 5> kReverted = {"memory/plan.md", "memory/moved.md",
                                                  "memory/gone.md", "memory/came.md", "MEMORY.md"};
void change_each(Remembered& memory) {
  memory.write("memory/plan.md", "# Plan\n\nBread.\n");
  memory.write("memory/old.md", "# Boat\n\nA long text of it.\n\nThat stays as it is.\n");
  memory.write("memory/gone.md", "# Gone\n");
  memory.write("MEMORY.md", memory.read("MEMORY.md") + "\n## Notes\n\nTea.\n\nBread.\n");
  memory.synced();
  memory.write("memory/plan.md", "# Plan\n\nPlums.\n");
  memory.write("memory/came.md", "# Came\n");
  memory.move("memory/old.md", "memory/moved.md");
  std::filesystem::remove(memory.path("memory/gone.md"));
  memory.reword("MEMORY.md", "Tea.", "Coffee.");
  memory.synced();
  memory.observed("User bought a sailing boat.");  // the home is written anew
  memory.synced();
}

// A copy of a memory in which a revert is said.
class Twin {
 public:
  Twin(Remembered& memory, std::string file) : memory_(memory), file_(std::move(file)) {
    std::filesystem::remove_all(root());
    std::filesystem::copy(memory.root(), root(), std::filesystem::copy_options::recursive);
  }
  Result<RevertReport> reverted(FileSystem& files) {
    RevertOptions options;
    options.workspace.root = root();
    options.what = file_;
    Environment laptop = memory_.on_laptop();
    Environment environment{files, laptop.clock, laptop.progress};
    environment.machine = laptop.machine;
    return revert(environment, options);
  }
  // All its files as git commits them, and what git says of those that it has not committed.
  [[nodiscard]] std::string state() const {
    return run_git(root(), {"rev-parse", "HEAD^{tree}"}).out +
           run_git(root(), {"status", "--porcelain"}).out;
  }

 private:
  [[nodiscard]] std::string root() const { return memory_.outside("twin"); }

  Remembered& memory_;
  std::string file_;
};

}  // namespace

TEST_CASE("revert: of a file, killed at any write and said again, it is as if it had not been") {
  const auto real = make_real_file_system();
  Remembered memory;
  change_each(memory);
  const std::string before = memory.git({"rev-parse", "HEAD^{tree}"});
  for (const char* file : kReverted) {
    Twin whole(memory, file);
    REQUIRE(whole.reverted(*real));
    const std::string wanted = whole.state();
    REQUIRE(wanted != before);
    for (std::size_t step = 0;; ++step) {
      INFO(file << ", write " << step);
      Twin twin(memory, file);
      FaultyFileSystem disk(*real);
      disk.cut_mutations_at(step);
      if (twin.reverted(disk)) break;
      const auto again = twin.reverted(*real);
      if (!again) FAIL(to_string(again.error()));
      CHECK(twin.state() == wanted);
    }
  }
}

TEST_CASE("revert: of a file, said again after its end, takes back itself") {
  Remembered memory;
  change_each(memory);
  const auto before = memory.tree();
  REQUIRE(memory.reverted("memory/plan.md"));
  REQUIRE(memory.tree() != before);
  REQUIRE(memory.reverted("memory/plan.md"));
  CHECK(memory.tree() == before);
}

}  // namespace revert_test
