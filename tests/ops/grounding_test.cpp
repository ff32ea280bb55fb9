// Generated text that says something else than what it was made from.
#include "tests/ops/asking.hpp"

#include <algorithm>

using namespace pyramid;
using namespace pyramid::test;

namespace {

CheckReport grounded(Fixture& fixture) {
  CheckOptions options;
  options.workspace.root = fixture.root();
  options.grounding = true;
  auto report = check(fixture.environment(), options);
  REQUIRE(report);
  REQUIRE(report->grounding);
  for (const Diagnostic& problem : report->problems) UNSCOPED_INFO(to_string(problem));
  return *std::move(report);
}

void import_and_sync(Fixture& fixture) {
  fixture.write("pyramid.yaml", "step: 3\n");
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
}

std::string file_with(const Fixture& fixture, const std::string& folder, const std::string& part) {
  for (const auto& [path, bytes] : fixture.tree()) {
    if (path.rfind(folder, 0) == 0 && holds(bytes, part)) return path;
  }
  FAIL("no file below " << folder << " with " << part);
  return {};
}

void edit(const Fixture& fixture, const std::string& path, const std::string& from,
          const std::string& to) {
  std::string bytes = fixture.read(path);
  const std::size_t at = bytes.find(from);
  REQUIRE(at != std::string::npos);
  fixture.write(path, bytes.replace(at, from.size(), to));
}

}  // namespace

TEST_CASE("check --grounding: what the built-in engine wrote stands on its sources") {
  Fixture fixture;
  import_and_sync(fixture);
  const CheckReport report = grounded(fixture);
  CHECK(report.problems.empty());
  CHECK(report.grounding->findings.empty());
  CHECK(report.grounding->sentences > 12);
  CHECK(report.grounding->by_hand == 0);
}

TEST_CASE("check --grounding: the sample workspace stands on its sources") {
  Fixture fixture;
  std::filesystem::copy(
      PYRAMID_SOURCE_DIR "/sample-workspace/workspace", fixture.root(),
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  fixture.set_now("2026-05-15T09:00:00Z");
  const CheckReport report = grounded(fixture);
  CHECK(report.grounding->findings.empty());
  CHECK(report.grounding->sentences > 200);
}

TEST_CASE("check --grounding: without the flag no sentence is judged") {
  Fixture fixture;
  import_and_sync(fixture);
  const auto report = fixture.check();
  REQUIRE(report);
  CHECK_FALSE(report->grounding);
}

TEST_CASE("check --grounding: a sentence with another year is told at its line, with its source") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string source = file_with(fixture, "observations/", "March 2026");
  const std::string summary = file_with(fixture, "summaries/", "March 2026");
  edit(fixture, source, "March 2026", "March 2025");
  const CheckReport report = grounded(fixture);
  const auto found =
      std::find_if(report.grounding->findings.begin(), report.grounding->findings.end(),
                   [&](const Ungrounded& one) { return one.path == summary; });
  REQUIRE(found != report.grounding->findings.end());
  REQUIRE(found->violations.size() == 1);
  CHECK(found->violations[0].fault == "date");
  CHECK(found->violations[0].words == "March 2026");
  CHECK(found->sources == std::vector<std::string>{source});
  const std::string told = summary + ":" + std::to_string(found->line);
  CHECK(std::any_of(report.problems.begin(), report.problems.end(),
                    [&](const Diagnostic& one) { return one.where == told; }));
}

TEST_CASE("check --grounding: a sentence that a person changed is not judged") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string summary = file_with(fixture, "summaries/", "Lisbon");
  edit(fixture, summary, "Lisbon", "Madrid");
  const CheckReport report = grounded(fixture);
  CHECK(report.grounding->by_hand == 1);
  for (const Ungrounded& one : report.grounding->findings) CHECK(one.path != summary);
  // What the person wrote is a source of what is made from it.
  REQUIRE(fixture.sync());
  CHECK(grounded(fixture).grounding->findings.empty());
}
