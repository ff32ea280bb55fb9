#include "tests/ops/fixture.hpp"

namespace import_scale_test {

using namespace pyramid;
using pyramid::test::Fixture;

namespace {

constexpr std::size_t kSessions = 150;

std::string session_name(std::size_t number) {
  const std::string digits = std::to_string(1000 + number);
  return "5e550000-0000-4000-8000-00000000" + digits;
}

// Sessions an hour apart; every third says what one before it said too.
void write_sessions(Fixture& fixture) {
  for (std::size_t i = 0; i < kSessions; ++i) {
    const Time start{test::at("2026-01-02T08:00:00Z").seconds +
                     static_cast<std::int64_t>(i) * 3600};
    const std::size_t said = i % 3 == 2 ? i / 2 : i;
    fixture.write_session(session_name(i), format_time(start).c_str(),
                          {"I bought " + std::to_string(said + 2) + " lanterns in Lisbon.",
                           "My sister number " + std::to_string(i) + " lives in Porto."});
  }
}

// Asks to stop at the `steps`-th step.
class Interrupt final : public Progress {
 public:
  explicit Interrupt(std::size_t steps) : steps_(steps) {}
  void begin(std::string_view, std::size_t) override {}
  void advance(std::size_t steps) override { done_ += steps; }
  void end() override {}
  void notice(std::string_view) override {}
  [[nodiscard]] bool cancelled() const override { return done_ >= steps_; }

 private:
  std::size_t steps_;
  std::atomic<std::size_t> done_ = 0;
};

Result<ImportReport> interrupted_import(Fixture& fixture, std::size_t steps) {
  Interrupt interrupt(steps);
  const Environment whole = fixture.environment();
  const Environment environment{whole.files, whole.clock, interrupt};
  ImportOptions options;
  options.workspace.root = fixture.root();
  options.format = "openclaw";
  options.source = fixture.outside("sessions");
  return import(environment, options);
}

}  // namespace

TEST_CASE("import: interrupted, it keeps finished conversations with their observations") {
  Fixture fixture;
  write_sessions(fixture);
  const Result<ImportReport> stopped = interrupted_import(fixture, 140);
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().kind == ErrorKind::kCancelled);
  CHECK_THAT(stopped.error().what, Catch::Matchers::StartsWith("interrupted; taken in: "));
  CHECK_THAT(stopped.error().what, Catch::Matchers::Contains(" conversations; left: "));
  CHECK(stopped.error().hint == "run the same command again: it goes on from here");
  CHECK(test::files_below(fixture, "sessions/").size() >= 120);
  CHECK(test::files_below(fixture, "observations/").size() >= 60);
  CHECK(test::run_git(fixture.root(), {"status", "--porcelain"}).out.empty());
}

TEST_CASE("import: interrupted in a long conversation, it keeps the short one and says so") {
  constexpr std::size_t kTurns = 200;
  Fixture whole, twice;
  for (Fixture* fixture : {&whole, &twice}) {
    fixture->write_session(session_name(1), "2026-01-02T08:00:00Z", {"I live in Porto."});
    fixture->write_session(session_name(2), "2026-01-03T08:00:00Z",
                           std::vector<std::string>(kTurns, "I bought a lantern in Lisbon."));
  }
  REQUIRE(whole.import_sessions());
  // Both conversations are come in, the first is read, and the half of the second.
  const Result<ImportReport> stopped = interrupted_import(twice, 2 + 2 + kTurns);
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().kind == ErrorKind::kCancelled);
  CHECK(test::files_below(twice, "observations/").size() == 1);
  CHECK(test::run_git(twice.root(), {"status", "--porcelain"}).out.empty());
  const Result<ImportReport> next = twice.import_sessions();
  REQUIRE(next);
  CHECK(twice.tree() == whole.tree());
}

TEST_CASE("import: interrupted and started again, it leaves what one that ran through leaves") {
  Fixture whole, twice;
  write_sessions(whole);
  REQUIRE(whole.import_sessions());
  write_sessions(twice);
  for (const std::size_t steps : {3, 40, 40}) REQUIRE_FALSE(interrupted_import(twice, steps));
  REQUIRE(twice.import_sessions());
  CHECK(twice.tree() == whole.tree());
  CHECK(test::files_below(whole, "sessions/").size() == kSessions);
}

}  // namespace import_scale_test
