// What another engine or recipe wrote: told, left alone, and written again when asked for.
#include "base/text.hpp"
#include "tests/ops/fixture.hpp"
#include "tests/support/builtin_twin.hpp"

#include <algorithm>

namespace outdated_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

// The built-in engine as an older version of it would have signed.
class OlderEngine final : public BuiltinTwin {
 public:
  [[nodiscard]] std::string recipe(std::string_view step) const override {
    return std::string(step) + "/0";
  }
};

void write_with_older_engine(Fixture& fixture) {
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 3\n");
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  fixture.use_engine(std::make_unique<OlderEngine>());
  REQUIRE(fixture.sync());
  fixture.use_engine(engine::make_builtin_engine());
}

Result<SyncReport> refresh(Fixture& fixture, const std::string& model, bool dry_run = false) {
  SyncOptions options;
  options.refresh_outdated = model;
  options.dry_run = dry_run;
  return fixture.sync(options);
}

}  // namespace

TEST_CASE("outdated: a newer recipe makes no sync work, and status counts what it would rewrite") {
  Fixture fixture;
  write_with_older_engine(fixture);
  const auto before = fixture.tree();
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->nothing_to_do);
  CHECK(fixture.calls().total() == 0);
  CHECK(fixture.tree() == before);
  const StatusReport report = status_of(fixture);
  CHECK(report.up_to_date());
  CHECK(report.outdated_summaries == 5);
  CHECK(report.outdated_sections >= 2);
}

TEST_CASE("outdated: a refresh changes the signatures alone where the text comes out the same") {
  Fixture fixture;
  write_with_older_engine(fixture);
  const auto before = fixture.tree();
  const StatusReport told = status_of(fixture);
  const auto dry = refresh(fixture, "", true);
  REQUIRE(dry);
  CHECK(dry->summaries_written == told.outdated_summaries);
  CHECK(std::count_if(dry->steps.begin(), dry->steps.end(), [](const SyncStep& step) {
          return step.reason == "another engine or recipe wrote it";
        }) == static_cast<std::ptrdiff_t>(told.outdated_summaries + told.outdated_sections));
  CHECK(fixture.tree() == before);
  const auto synced = refresh(fixture, "");
  REQUIRE(synced);
  CHECK(fixture.calls().summarise == told.outdated_summaries);
  CHECK(fixture.calls().synthesise + fixture.calls().describe == told.outdated_sections);
  auto after = fixture.tree();
  for (auto& [path, bytes] : after) {
    for (const char* step : {"summarize", "synthesize", "describe"}) {
      const std::string now = engine::make_builtin_engine()->recipe(step);
      bytes = replace_all(bytes, now, step + std::string("/0"));
    }
    CHECK(before.at(path) == bytes);
  }
  CHECK(status_of(fixture).outdated_summaries == 0);
  CHECK(status_of(fixture).outdated_sections == 0);
  REQUIRE(refresh(fixture, ""));
  CHECK(fixture.calls().total() == 0);
}

TEST_CASE("outdated: a refresh of one model leaves the others, and knows near misses") {
  Fixture fixture;
  write_with_older_engine(fixture);
  const auto other = refresh(fixture, "assistant");
  REQUIRE(other);
  CHECK(fixture.calls().summarise == 0);
  const auto unknown = refresh(fixture, "usr");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().kind == ErrorKind::kNotFound);
  CHECK(unknown.error().hint == "did you mean user?");
  REQUIRE(refresh(fixture, "user"));
  CHECK(fixture.calls().summarise == 5);
  CHECK(status_of(fixture).outdated_summaries == 0);
}

TEST_CASE("outdated: what a person wrote stays through a refresh") {
  Fixture fixture;
  write_with_older_engine(fixture);
  for (const auto& [path, bytes] : fixture.tree()) {
    const std::size_t end = bytes.find("\n\n## Sources");
    if (path.rfind("summaries/user/tier-0/", 0) != 0 || end == std::string::npos) continue;
    std::string edited = bytes;
    edited.insert(end, " The person added this.");
    fixture.write(path, edited);
    REQUIRE(refresh(fixture, ""));
    CHECK(fixture.read(path).find("The person added this.") != std::string::npos);
    return;
  }
  FAIL("no summary");
}

}  // namespace outdated_test
