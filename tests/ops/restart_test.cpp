// Syncs that end before their time, at every place where that can be: what they finished is kept,
// and the next one comes to the very files of one that was never disturbed.
#include "engine/counting.hpp"
#include "tests/ops/fixture.hpp"
#include "tests/support/faulty_file_system.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

namespace restart_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

// Asks to stop once so many steps were reported.
class StopsAfter final : public Progress {
 public:
  explicit StopsAfter(std::size_t steps) : left_(steps) {}
  void begin(std::string_view, std::size_t) override {}
  void advance(std::size_t steps) override { left_ = left_ > steps ? left_ - steps : 0; }
  void end() override {}
  void notice(std::string_view) override {}
  [[nodiscard]] bool cancelled() const override { return left_ == 0; }

 private:
  std::atomic<std::size_t> left_;
};

struct Outcome {
  Result<SyncReport> report;
  std::size_t calls = 0;  // of the text engine
};

Outcome sync_on(const Fixture& fixture, FileSystem& files, Progress& progress,
                engine::CallCounts& calls) {
  const FixedClock clock(at("2026-05-15T09:00:00Z"));
  const auto text = engine::make_builtin_engine();
  const auto embedder = engine::make_static_embedder();
  const auto counted = engine::count_calls(*text, calls);
  ops::Services services{files, clock, progress, *counted, *embedder};
  SyncOptions options;
  options.workspace.root = fixture.root();
  options.parallel = 1;
  Result<SyncReport> report = ops::sync(services, options);
  return {std::move(report), calls.text()};
}

Outcome sync_on(const Fixture& fixture, FileSystem& files, Progress& progress) {
  engine::CallCounts calls;
  return sync_on(fixture, files, progress, calls);
}

// Work for several tiers: fifteen observations of two models, three to a summary.
void set_up(Fixture& fixture) {
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 3\n");
  for (int i = 0; i < 15; ++i) {
    const Time when{at("2026-03-01T08:00:00Z").seconds + i * 5 * kSecondsPerDay};
    const std::string number = std::to_string(i);
    fixture.write("observations/fact-" + number + ".md",
                  "---\nid: " + to_string(derive_ulid(when, "fact " + number)) +
                      "\nkind: observation\nat: " + format_time(when) +
                      "\nmodel: " + (i % 3 == 0 ? "kestrel" : "user") +
                      "\nsource: test\n---\nUser bought bicycle number " + number + ".\n");
  }
}

struct Undisturbed {
  std::map<std::string, std::string> tree;
  std::size_t calls = 0;
  std::size_t mutations = 0;
  std::size_t at_once = 0;  // calls whose texts reach the disk together, at most
};

Undisturbed undisturbed() {
  Fixture fixture;
  set_up(fixture);
  const auto files = make_real_file_system();
  FaultyFileSystem disk(*files);
  SilentProgress progress;
  const Outcome outcome = sync_on(fixture, disk, progress);
  REQUIRE(outcome.report);
  CHECK(outcome.report->summaries_written > 3);
  const std::size_t written = outcome.report->sections_written + 2;  // and two descriptions
  return {fixture.tree(), outcome.calls, disk.mutations(),
          std::max(outcome.report->summaries_written, written)};
}

// No temporary file is left, nothing is half, and git agrees; what was said to be done by hand was.
void check_whole(const Fixture& fixture, const Undisturbed& wanted) {
  CHECK(fixture.tree() == wanted.tree);
  const std::string by_hand =
      run_git(fixture.root(), {"log", "--grep=^by hand", "--name-only", "--format="}).out;
  CHECK(by_hand.find("summaries/") == std::string::npos);
  CHECK(by_hand.find("models/") == std::string::npos);
  CHECK(run_git(fixture.root(), {"status", "--porcelain"}).out.empty());
}

}  // namespace

TEST_CASE("restart: a sync whose disk goes away at any write is finished by the next one") {
  const Undisturbed wanted = undisturbed();
  const auto files = make_real_file_system();
  for (std::size_t n = 0; n < wanted.mutations; ++n) {
    INFO("write " << n << " of " << wanted.mutations);
    Fixture fixture;
    set_up(fixture);
    FaultyFileSystem disk(*files);
    disk.cut_mutations_at(n);
    SilentProgress progress;
    const Outcome broken = sync_on(fixture, disk, progress);
    CHECK_FALSE(broken.report);
    const Outcome next = sync_on(fixture, *files, progress);
    REQUIRE(next.report);
    check_whole(fixture, wanted);
    CHECK(broken.calls + next.calls <= wanted.calls + wanted.at_once);
    const Outcome last = sync_on(fixture, *files, progress);
    REQUIRE(last.report);
    CHECK(last.report->nothing_to_do);
    CHECK(last.calls == 0);
  }
}

TEST_CASE("restart: a sync that is killed at any write has its finished calls kept") {
  const Undisturbed wanted = undisturbed();
  // Calls of the process that is killed, told through memory that both share.
  void* shared = ::mmap(nullptr, sizeof(engine::CallCounts), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(shared != MAP_FAILED);
  const auto files = make_real_file_system();
  for (std::size_t n = 0; n < wanted.mutations; ++n) {
    INFO("write " << n << " of " << wanted.mutations);
    Fixture fixture;
    set_up(fixture);
    auto* calls = new (shared) engine::CallCounts;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    SilentProgress progress;
    if (child == 0) {
      FaultyFileSystem disk(*files);
      disk.kill_at_mutation(n);
      (void)sync_on(fixture, disk, progress, *calls);
      ::_exit(0);  // a write that only the other run makes
    }
    int ended = 0;
    REQUIRE(::waitpid(child, &ended, 0) == child);
    engine::CallCounts rest;
    const Outcome next = sync_on(fixture, *files, progress, rest);
    REQUIRE(next.report);
    check_whole(fixture, wanted);
    // The one whose answer was being written is made again.
    CHECK(calls->text() + rest.text() <= wanted.calls + 1);
    CHECK_FALSE(std::filesystem::exists(fixture.path(".pyramid/answers.jsonl")));
  }
  ::munmap(shared, sizeof(engine::CallCounts));
}

TEST_CASE("restart: Ctrl-C at any step keeps what was finished, and no call is made twice") {
  const Undisturbed wanted = undisturbed();
  const auto files = make_real_file_system();
  bool stopped = true;
  for (std::size_t n = 1; stopped; ++n) {
    INFO("after " << n << " steps");
    Fixture fixture;
    set_up(fixture);
    const std::string before = fixture.read("observations/fact-1.md");
    StopsAfter progress(n);
    const Outcome first = sync_on(fixture, *files, progress);
    stopped = !first.report;
    if (stopped) {
      CHECK(first.report.error().kind == ErrorKind::kCancelled);
      CHECK(first.report.error().what.find("; left: ") != std::string::npos);
      CHECK(run_git(fixture.root(), {"status", "--porcelain"}).out.empty());
    }
    SilentProgress silent;
    const Outcome next = sync_on(fixture, *files, silent);
    REQUIRE(next.report);
    check_whole(fixture, wanted);
    CHECK(first.calls + next.calls <= wanted.calls);
    CHECK(fixture.read("observations/fact-1.md") == before);
    REQUIRE(n < 500);
  }
}

TEST_CASE(
    "restart: what a killed command left beside files that the next one does not write goes") {
  Fixture fixture;
  set_up(fixture);
  REQUIRE(fixture.sync());
  const std::string left = "summaries/user/tier-0/.pyramid-tmp-7";
  fixture.write(left, "half of a summ");
  fixture.write(".pyramid/unfinished", "- summaries/user/tier-0/gone.md\n");
  REQUIRE(fixture.sync());
  CHECK_FALSE(std::filesystem::exists(fixture.path(left)));
}

}  // namespace restart_test
