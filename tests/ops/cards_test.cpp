// The description of a model says who that is to the user, wherever that is told.
#include "base/text.hpp"
#include "tests/ops/fixture.hpp"

#include <string>

namespace cards_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

std::string observed(Fixture& fixture, const std::string& text, int importance,
                     const std::string& model) {
  ObserveOptions options;
  options.workspace.root = fixture.root();
  options.text = text;
  options.importance = importance;
  options.model = model;
  const auto report = observe(fixture.environment(), options);
  REQUIRE(report);
  return report->path;
}

void sync(Fixture& fixture) {
  const auto report = fixture.sync();
  if (!report) FAIL(to_string(report.error()));
  REQUIRE(fixture.sync()->nothing_to_do);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kMia = "models/mia.md";

void set_up(Fixture& fixture) {
  fixture.write(kMia, "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XAA\nkind: model\n---\n# Mia\n");
  observed(fixture, "Mia drew an owl on 3 May 2026.", 4, "mia");
  sync(fixture);
}

}  // namespace

TEST_CASE("cards: what the user said of their family describes its models") {
  Fixture fixture;
  set_up(fixture);
  CHECK_FALSE(has(fixture.read(kMia), "description:"));
  const std::string path =
      observed(fixture, "User: \"I live in Leith with our daughter Mia.\"", 9, "user");
  sync(fixture);
  CHECK(has(fixture.read(kMia), "description: \"Mia: the user's daughter.\""));
  CHECK(has(fixture.read("MEMORY.md"), "- [Mia](models/mia.md): the user's daughter."));
  fixture.remove(path);
  sync(fixture);
  CHECK_FALSE(has(fixture.read(kMia), "daughter"));
  CHECK_FALSE(has(fixture.read("MEMORY.md"), "daughter"));
}

TEST_CASE("cards: a description follows the fact that it is from, and the name of the model") {
  Fixture fixture;
  set_up(fixture);
  const std::string path =
      observed(fixture, "User: \"I live in Leith with our daughter Mia.\"", 9, "user");
  sync(fixture);
  fixture.write(path, replace_all(fixture.read(path), "daughter", "niece"));
  sync(fixture);
  CHECK(has(fixture.read(kMia), "the user's niece."));
  observed(fixture, "User: \"My sister Mia Berg is a vet.\"", 9, "user");
  fixture.write(kMia, replace_all(fixture.read(kMia), "# Mia\n", "# Mia Berg\n"));
  sync(fixture);
  CHECK(has(fixture.read(kMia), "description: \"Mia Berg: the user's sister.\""));
}

}  // namespace cards_test
