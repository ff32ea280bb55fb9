// What a dry run expects to be spent, held against what the sync then takes.
#include "tests/ops/fixture.hpp"
#include "tests/support/builtin_twin.hpp"

namespace engine_use_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

// The built-in engine with a price tag.
class PricedEngine final : public BuiltinTwin {
 public:
  [[nodiscard]] engine::Price price() const override { return {40, 160, 500}; }
};

SyncReport dry_run(Fixture& fixture) {
  SyncOptions options;
  options.dry_run = true;
  const auto report = fixture.sync(options);
  REQUIRE(report);
  CHECK(fixture.calls().text() == 0);
  return *report;
}

}  // namespace

TEST_CASE("cost: a dry run expects no fewer calls and tokens than the sync then takes") {
  Fixture fixture;
  fixture.use_engine(std::make_unique<PricedEngine>());
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 3\n");
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
  for (const auto& [path, bytes] : fixture.tree()) {
    if (path.rfind("observations/", 0) != 0) continue;
    std::string reworded = bytes;
    reworded.insert(reworded.find(".\n"), " indeed");
    fixture.write(path, reworded);
    break;
  }
  const SyncReport expected = dry_run(fixture);
  CHECK_FALSE(expected.more_will_follow);
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->engine.calls == fixture.calls().text());
  CHECK(synced->engine.calls >= 2);
  CHECK(expected.engine.calls >= synced->engine.calls);
  CHECK(expected.engine.tokens_in >= synced->engine.tokens_in);
  CHECK(expected.engine.tokens_out >= synced->engine.tokens_out);
  CHECK(expected.engine.cents >= synced->engine.cents);
  const EngineUse& use = synced->engine;
  CHECK(use.tokens_in == fixture.calls().tokens_in + 500 * use.calls);
  CHECK(use.cents == Approx(static_cast<double>(use.tokens_in) * 40e-6 +
                            static_cast<double>(use.tokens_out) * 160e-6));
  CHECK(dry_run(fixture).engine.calls == 0);
}

TEST_CASE("cost: conversations that were imported and not read yet count with their windows") {
  Fixture fixture;
  write_twelve_facts(fixture);
  ImportOptions import_options;
  import_options.workspace.root = fixture.root();
  import_options.source = fixture.outside("sessions");
  REQUIRE(import(fixture.environment(), import_options));
  for (const auto& [path, bytes] : fixture.tree()) {  // as if nothing had been extracted
    if (path.rfind("observations/", 0) == 0) fixture.remove(path);
    if (path.rfind("sessions/", 0) != 0) continue;
    std::string unread = bytes;
    const std::size_t place = unread.find("extracted: ");
    unread.replace(place, unread.find('\n', place) - place, "extracted: 0");
    fixture.write(path, unread);
  }
  const SyncReport expected = dry_run(fixture);
  CHECK(expected.more_will_follow);
  CHECK(expected.engine.calls == 4);  // three conversations, and assigning what is in them
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(fixture.calls().extract + fixture.calls().assign == 4);
  CHECK(synced->engine.cents == 0);
}

}  // namespace engine_use_test
