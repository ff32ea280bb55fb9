// What one new fact costs does not depend on how many there are (docs/design.md, law 3).
#include "tests/ops/fixture.hpp"
#include "tests/support/counting_file_system.hpp"

#include <algorithm>
#include <functional>

namespace costs_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kThings[] = {"lamp", "ledger", "canoe", "loom", "kettle", "atlas", "violin"};
constexpr const char* kPlaces[] = {"Vienna", "Porto", "Graz", "Turin", "Malaga"};

// One of many of the user, some of which name the same few places and things.
std::string purchase(std::size_t i) {
  return "User bought " + std::string(kThings[i % std::size(kThings)]) + " " + std::to_string(i) +
         " in " + kPlaces[i % std::size(kPlaces)] + ".";
}

// A memory at rest, of so many facts of the user.
std::unique_ptr<Fixture> memory_of(std::size_t facts,
                                   const std::function<std::string(std::size_t)>& say = purchase) {
  auto fixture = std::make_unique<Fixture>();
  for (std::size_t i = 0; i < facts; ++i) {
    const Time said{at("2025-06-01T08:00:00Z").seconds + static_cast<std::int64_t>(i) * 2400};
    const std::string text = say(i);
    const Ulid ulid = derive_ulid(said, text);
    const std::string id = to_string(ulid);
    fixture->write("observations/" + std::to_string(i / 200) + "/user-bought-a-basket-" +
                       short_id(ulid) + ".md",
                   "---\nid: " + id + "\nkind: observation\nat: " + format_time(said) +
                       "\nmodel: user\n---\n" + text + "\n");
  }
  REQUIRE(fixture->sync());
  const auto again = fixture->sync();
  REQUIRE(again);
  REQUIRE(again->nothing_to_do);
  return fixture;
}

struct Cost {
  std::size_t opens = 0, bytes = 0;
};

// What the work reads of the workspace's memory files.
template <typename Work>
Cost cost_of(const Fixture& fixture, const Work& work) {
  const auto disk = make_real_file_system();
  CountingFileSystem files(*disk);
  const FixedClock clock(at("2026-05-15T09:00:00Z"));
  SilentProgress progress;
  work(Environment{files, clock, progress}, WorkspaceOptions{fixture.root(), {}});
  const auto& opened = files.opened();
  const auto is_memory = [](const std::string& path) { return path.ends_with(".md"); };
  Cost cost;
  cost.opens = static_cast<std::size_t>(std::count_if(opened.begin(), opened.end(), is_memory));
  cost.bytes = files.bytes();
  return cost;
}

struct Costs {
  Cost observe, sync, why, sync_after_log, sync_after_commit, sync_after_capture;
};

Cost cost_of_sync(const Fixture& fixture) {
  return cost_of(fixture, [&](const Environment& environment, WorkspaceOptions where) {
    SyncOptions options;
    options.workspace = std::move(where);
    const auto done = sync(environment, options);
    REQUIRE(done);
    CHECK_FALSE(done->nothing_to_do);
  });
}

Costs costs_at(std::size_t facts) {
  const auto fixture = memory_of(facts);
  Costs costs;
  std::string path;
  costs.observe = cost_of(*fixture, [&](const Environment& environment, WorkspaceOptions where) {
    ObserveOptions options;
    options.workspace = std::move(where);
    options.text = "User met Nadia in Vienna.";
    const auto said = observe(environment, options);
    REQUIRE(said);
    CHECK(said->model == "user");
    path = said->path;
  });
  costs.sync = cost_of_sync(*fixture);
  costs.why = cost_of(*fixture, [&](const Environment& environment, WorkspaceOptions where) {
    WhyOptions options;
    options.workspace = std::move(where);
    options.what = path;
    const auto told = why(environment, options);
    REQUIRE(told);
    CHECK(told->node.read_by.size() == 1);
  });
  fixture->set_now("2026-05-15T09:00:00Z");
  RememberOptions log;
  log.workspace.root = fixture->root();
  log.text = "Rebooted the gateway.";
  REQUIRE(log_text(fixture->environment(), log));
  const auto sync_again = [](const Environment& environment, WorkspaceOptions where) {
    SyncOptions options;
    options.workspace = std::move(where);
    REQUIRE(sync(environment, options));
  };
  costs.sync_after_log = cost_of(*fixture, sync_again);
  fixture->write("memory/mine.md", "# Mine\n");
  REQUIRE(test::run_git(fixture->root(), {"add", "-A"}).exit_code == 0);
  REQUIRE(test::run_git(fixture->root(), {"commit", "-q", "-m", "by hand"}).exit_code == 0);
  costs.sync_after_commit = cost_of(*fixture, sync_again);
  CaptureOptions captured;
  captured.workspace.root = fixture->root();
  captured.turns = {{"user", "I bought a banjo in Madrid.", std::nullopt}};
  REQUIRE(capture(fixture->environment(), captured));
  costs.sync_after_capture = cost_of_sync(*fixture);
  return costs;
}

}  // namespace

TEST_CASE("costs: of 10,000 facts one more opens as few files as of 500, so do a sync and why") {
  const Costs few = costs_at(500), many = costs_at(10'000);
  INFO("observe " << few.observe.opens << " " << many.observe.opens << ", sync " << few.sync.opens
                  << " " << many.sync.opens << ", why " << few.why.opens << " " << many.why.opens);
  INFO("bytes: observe " << few.observe.bytes << " " << many.observe.bytes << ", sync "
                         << few.sync.bytes << " " << many.sync.bytes << ", why " << few.why.bytes
                         << " " << many.why.bytes);
  CHECK(many.observe.opens == few.observe.opens);
  CHECK(many.why.opens <= few.why.opens + 8);
  // A section reads a summary more for each tier.
  CHECK(many.sync.opens <= few.sync.opens + 32);
  CHECK(many.sync_after_log.opens <= few.sync_after_log.opens + 32);
  CHECK(many.sync_after_commit.opens <= few.sync_after_commit.opens + 32);
  CHECK(many.sync_after_capture.opens <= few.sync_after_capture.opens + 32);
  CHECK(many.observe.bytes <= 2 * few.observe.bytes);
  CHECK(many.sync.bytes <= 2 * few.sync.bytes);
  CHECK(many.why.bytes <= 3 * few.why.bytes);
}

TEST_CASE("costs: a fact with which older ones move to a new model leaves that to the sync") {
  Fixture fixture;
  for (const char* day : {"2026-05-10T09:00:00Z", "2026-05-11T09:00:00Z", "2026-05-12T09:00:00Z"}) {
    fixture.set_now(day);
    ObserveOptions options;
    options.workspace.root = fixture.root();
    options.text = "User's daughter Nadia won prize " + std::string(day).substr(8, 2) + ".";
    const auto said = observe(fixture.environment(), options);
    REQUIRE(said);
    const bool last = std::string(day).starts_with("2026-05-12");
    CHECK(said->model == (last ? "" : "user"));
    CHECK(said->models_created.empty());
    if (!last) continue;
    REQUIRE(said->diagnostics.size() == 1);
    CHECK(said->diagnostics[0].what == "stored; with it 2 older facts move to a new model, nadia");
  }
  const auto done = fixture.sync();
  REQUIRE(done);
  CHECK(done->models_created == std::vector<std::string>{"nadia"});
  CHECK(done->observations_assigned == 3);
  CHECK(status_of(fixture).unassigned == 0);
}

TEST_CASE("costs: a thousand older facts move to a new model with a sync, never with an observe") {
  constexpr std::size_t kFacts = 1000;
  const auto fixture = memory_of(kFacts, [](std::size_t i) {
    return "User's daughter Nadia won prize " + std::to_string(i) + ".";
  });
  ObserveOptions options;
  options.workspace.root = fixture->root();
  options.text = "User's daughter Nadia won the cup.";
  const auto said = observe(fixture->environment(), options);
  REQUIRE(said);
  CHECK(said->model.empty());
  CHECK(said->models_created.empty());
  REQUIRE(said->diagnostics.size() == 1);
  CHECK(said->diagnostics[0].what ==
        "stored; with it 1,000 older facts move to a new model, nadia");
  const std::string alone = run_git(fixture->root(), {"show", "--format=", "--name-only"}).out;
  CHECK(alone == said->path + "\n");
  const auto done = fixture->sync();
  REQUIRE(done);
  CHECK(done->models_created == std::vector<std::string>{"nadia"});
  CHECK(done->observations_assigned == kFacts + 1);
  CHECK(status_of(*fixture).unassigned == 0);
}

TEST_CASE("costs: between an observation and its sync a search forgets nothing of what changed") {
  Fixture fixture;
  write_twelve_facts(fixture);
  taken_in(fixture);
  REQUIRE(fixture.sync());
  REQUIRE(fixture.sync());
  ObserveOptions options;
  options.workspace.root = fixture.root();
  options.text = "User bought a loom.";
  REQUIRE(observe(fixture.environment(), options));
  fixture.write("memory/note.md", "A note of mine.\n");
  REQUIRE(fixture.search("loom"));
  const auto done = fixture.sync();
  REQUIRE(done);
  CHECK_FALSE(done->nothing_to_do);
  CHECK_FALSE(done->hand_edits_commit.empty());
  const std::string log = run_git(fixture.root(), {"log", "-3", "--format=%s"}).out;
  CHECK(log.ends_with("by hand: memory/note.md\nmemory: observed \"User bought a loom.\"\n"));
  CHECK(run_git(fixture.root(), {"status", "--porcelain"}).out.empty());
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
}

}  // namespace costs_test
