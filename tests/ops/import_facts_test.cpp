#include "tests/ops/fixture.hpp"

namespace import_facts_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

const std::string kAna =
    R"({"type":"entity","name":"Ana_Silva","entityType":"person","observations":)"
    R"(["Speaks Portuguese","Has two cats","Lives in Faro"]})"
    "\n";
const std::string kRest =
    R"({"type":"entity","name":"default_user","entityType":"person","observations":)"
    R"(["Is allergic to peanuts"]})"
    "\n"
    R"({"type":"relation","from":"Ana_Silva","to":"Acme","relationType":"works_at"})"
    "\n";

Result<ImportReport> import_graph(Fixture& fixture, const std::string& lines) {
  std::ofstream(fixture.outside("memory.jsonl"), std::ios::binary) << lines;
  ImportOptions options;
  options.workspace.root = fixture.root();
  options.source = fixture.outside("memory.jsonl");
  return import(fixture.environment(), options);
}

std::vector<ObservationLine> observations(Fixture& fixture) {
  ListOptions options;
  options.workspace.root = fixture.root();
  const auto listed = list_observations(fixture.environment(), options);
  REQUIRE(listed);
  return listed->observations;
}

}  // namespace

TEST_CASE("import: facts of a knowledge graph are observations of their entity's model") {
  Fixture fixture;
  const auto report = import_graph(fixture, kAna + kRest);
  REQUIRE(report);
  CHECK(report->facts == 5);
  CHECK(report->facts_added == 5);
  CHECK(report->conversations == 0);
  CHECK(report->diagnostics.empty());
  CHECK_FALSE(report->commit.empty());
  std::map<std::string, std::string> models;
  for (const auto& one : observations(fixture)) models[one.text] = one.model;
  CHECK(models == std::map<std::string, std::string>{{"Ana Silva: Speaks Portuguese", "ana-silva"},
                                                     {"Ana Silva: Has two cats", "ana-silva"},
                                                     {"Ana Silva: Lives in Faro", "ana-silva"},
                                                     {"Ana Silva works at Acme.", "ana-silva"},
                                                     {"User: Is allergic to peanuts", "user"}});
  CHECK(fixture.read("models/ana-silva.md").find("type: person") != std::string::npos);
  const auto checked = fixture.check();
  REQUIRE(checked);
  CHECK(checked->problems.empty());
}

TEST_CASE("import: the same facts later add nothing, and what is gone there stays here") {
  Fixture fixture;
  REQUIRE(import_graph(fixture, kAna + kRest));
  fixture.set_now("2026-08-01T09:00:00Z");
  const auto again = import_graph(fixture, kAna + kRest);
  REQUIRE(again);
  CHECK(again->facts == 5);
  CHECK(again->facts_added == 0);
  CHECK(again->commit.empty());
  const auto shrunk = import_graph(fixture, kAna);
  REQUIRE(shrunk);
  CHECK(shrunk->facts_added == 0);
  CHECK(observations(fixture).size() == 5);
}

}  // namespace import_facts_test
