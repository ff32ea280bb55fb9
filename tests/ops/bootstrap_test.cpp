// Everything of a source at once, and the summaries of one tier alone.
#include "tests/ops/fixture.hpp"

namespace bootstrap_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

const std::string kGlenn =
    PYRAMID_SOURCE_DIR "/sample-workspace/conversations/glenn/messages.sqlite";

Result<BootstrapReport> begin_with(Fixture& fixture, bool summarize) {
  BootstrapOptions options;
  options.workspace.root = fixture.root();
  options.source = kGlenn;
  options.summarize = summarize;
  return bootstrap(fixture.environment(), options);
}

Result<SyncReport> summarize(Fixture& fixture, std::optional<int> tier) {
  StepOptions options;
  options.workspace.root = fixture.root();
  options.step = Step::kSummarize;
  options.tier = tier;
  return run_step(fixture.environment(), options);
}

}  // namespace

TEST_CASE("bootstrap: a Glenn database becomes a memory that a sync finds up to date") {
  Fixture fixture;
  const auto report = begin_with(fixture, true);
  REQUIRE(report);
  CHECK(report->imported.added == 16);
  CHECK(report->imported.observations == 61);
  REQUIRE(report->synced);
  CHECK(report->synced->summaries_written > 0);
  CHECK_FALSE(report->synced->commit.empty());
  CHECK(fixture.commits() == 2);
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->nothing_to_do);
  const auto again = begin_with(fixture, true);
  REQUIRE(again);
  CHECK(again->imported.unchanged == 16);
  CHECK(again->synced->nothing_to_do);
}

TEST_CASE("bootstrap: Ctrl-C before anything was taken in says what is left") {
  Fixture fixture;
  Stops stops;
  BootstrapOptions options;
  options.workspace.root = fixture.root();
  options.source = kGlenn;
  const Environment whole = fixture.environment();
  const Environment stopped{whole.files, whole.clock, stops, whole.engine};
  const auto report = bootstrap(stopped, options);
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kCancelled);
  CHECK(report.error().what == "interrupted; left: what is still to be taken in");
}

TEST_CASE("bootstrap: without summaries the rest is left to a sync, which makes the same files") {
  Fixture whole;
  REQUIRE(begin_with(whole, true));
  Fixture parts;
  const auto report = begin_with(parts, false);
  REQUIRE(report);
  CHECK(report->imported.observations == 61);
  CHECK_FALSE(report->synced);
  CHECK_FALSE(std::filesystem::exists(parts.path("summaries")));
  REQUIRE(parts.sync());
  CHECK(parts.tree() == whole.tree());
}

TEST_CASE("bootstrap: a source that is not there is refused") {
  Fixture fixture;
  BootstrapOptions options;
  options.workspace.root = fixture.root();
  options.source = fixture.outside("nowhere.db");
  const auto report = bootstrap(fixture.environment(), options);
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kNotFound);
}

TEST_CASE("summarize: a tier waits for those below it, and says which") {
  Fixture fixture;
  fixture.write("pyramid.yaml", "step: 2\n");
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  StepOptions observe;
  observe.workspace.root = fixture.root();
  REQUIRE(run_step(fixture.environment(), observe));
  const auto early = summarize(fixture, 1);
  REQUIRE(early);
  CHECK(early->summaries_written == 0);
  CHECK(std::any_of(
      early->diagnostics.begin(), early->diagnostics.end(), [](const Diagnostic& warning) {
        return warning.what.find(
                   "6 summaries below tier 1 are out of date; what reads them waits") !=
               std::string::npos;
      }));
  CHECK_FALSE(std::filesystem::exists(fixture.path("summaries")));

  const auto lowest = summarize(fixture, 0);
  REQUIRE(lowest);
  CHECK(lowest->summaries_written == 6);
  CHECK_FALSE(std::filesystem::exists(fixture.path("summaries/user/tier-1")));
  const auto next = summarize(fixture, 1);  // and all above
  REQUIRE(next);
  CHECK(next->summaries_written == 4);
  for (const std::optional<int> tier : {std::optional(1), std::optional(2), std::optional<int>()}) {
    const auto again = summarize(fixture, tier);
    REQUIRE(again);
    CHECK(again->nothing_to_do);
  }
}

}  // namespace bootstrap_test
