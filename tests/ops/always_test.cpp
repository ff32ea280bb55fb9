// `## Always` of MEMORY.md: what defines a person and what must be kept to, whatever its age.
#include "base/text.hpp"
#include "tests/ops/fixture.hpp"

#include <string>

namespace always_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

std::string observed(Fixture& fixture, const std::string& text, int importance,
                     const std::string& model = "user") {
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

std::string always(const Fixture& fixture) {
  const std::string memory = fixture.read("MEMORY.md");
  const std::size_t begin = memory.find("## Always\n");
  if (begin == std::string::npos) return {};
  return memory.substr(begin, memory.find("\n## ", begin) - begin);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count_in(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("always: what weighs most stands first, and once on its page") {
  Fixture fixture;
  observed(fixture, "User is allergic to penicillin.", 9);
  observed(fixture, "User bought a blue lamp.", 4);
  sync(fixture);
  const std::string memory = fixture.read("MEMORY.md");
  CHECK(has(always(fixture), "allergic to penicillin"));
  CHECK_FALSE(has(always(fixture), "lamp"));
  CHECK(memory.find("## Always\n") < memory.find("## User\n"));
  CHECK(count_in(memory, "penicillin") == 1);
}

TEST_CASE("always: time and what is told later take nothing of it away") {
  Fixture fixture;
  observed(fixture, "User is allergic to penicillin.", 9);
  observed(fixture, "Assistant should answer User in metric units.", 8, "assistant");
  sync(fixture);
  const std::string before = always(fixture);
  REQUIRE(has(before, "metric units"));
  fixture.set_now("2028-03-01T09:00:00Z");
  for (int i = 0; i < 25; ++i) {
    observed(fixture, "User read chapter " + std::to_string(i) + " of a book about Rome.", 5);
  }
  sync(fixture);
  CHECK(always(fixture) == before);
  CHECK(count_in(fixture.read("MEMORY.md"), "penicillin") == 1);
}

TEST_CASE("always: a summary does not tell again what stands there") {
  Fixture fixture;
  observed(fixture, "User is allergic to penicillin.", 9);
  for (int i = 0; i < 9; ++i) {
    observed(fixture, "User visited the town of Northfield number " + std::to_string(i) + ".", 5);
  }
  sync(fixture);
  REQUIRE_FALSE(files_below(fixture, "summaries/user/").empty());
  CHECK(count_in(fixture.read("MEMORY.md"), "penicillin") == 1);
}

TEST_CASE("always: what a person forgets or marks as out of use leaves it") {
  Fixture fixture;
  const std::string path = observed(fixture, "User lives in Porto.", 9);
  observed(fixture, "User is allergic to penicillin.", 9);
  sync(fixture);
  REQUIRE(has(always(fixture), "Porto"));
  fixture.write(path, replace_all(fixture.read(path), "kind: observation\n",
                                  "kind: observation\nstatus: superseded\n"));
  sync(fixture);
  CHECK_FALSE(has(fixture.read("MEMORY.md"), "Porto"));
  CHECK(has(always(fixture), "penicillin"));
}

TEST_CASE("always: another model's fact of weight stands there too, with the link to it") {
  Fixture fixture;
  fixture.write("models/mia.md", "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XAA\nkind: model\n---\n# Mia\n");
  sync(fixture);
  const std::string path = observed(fixture, "Mia is allergic to peanuts.", 9, "mia");
  sync(fixture);
  CHECK(has(always(fixture), "Mia is allergic to peanuts."));
  CHECK(has(fixture.read("models/mia.md"), "Mia is allergic to peanuts."));
  CHECK(has(fixture.read("why/MEMORY.md"), path));
}

TEST_CASE("always: a line that a person rewords or takes out stays so") {
  Fixture fixture;
  observed(fixture, "User is allergic to penicillin.", 9);
  observed(fixture, "User works as a nurse in Leith.", 8);
  sync(fixture);
  std::string memory = fixture.read("MEMORY.md");
  memory = replace_all(memory, "- The user works as a nurse in Leith.\n", "");
  memory = replace_all(memory, "allergic to penicillin.", "allergic to penicillin and to latex.");
  fixture.write("MEMORY.md", memory);
  observed(fixture, "User has a pacemaker.", 10);
  sync(fixture);
  CHECK(has(always(fixture), "penicillin and to latex"));
  CHECK(has(always(fixture), "pacemaker"));
  CHECK_FALSE(has(fixture.read("MEMORY.md"), "nurse"));
}

TEST_CASE("always: what holds for good is told at less importance, what passes at none") {
  Fixture fixture;
  const auto of_sort = [&](const std::string& text, const std::string& fact, int importance) {
    const std::string path = observed(fixture, text, importance);
    fixture.write(path, replace_all(fixture.read(path), "kind: observation\n",
                                    "kind: observation\nfact: " + fact + "\n"));
  };
  of_sort("Mia is allergic to peanuts.", "lasting", 6);
  of_sort("Assistant should use metric units.", "rule", 6);
  of_sort("User has a knee that is fine.", "state", 9);
  of_sort("User bought a house in Leith.", "event", 9);
  of_sort("User loves leeks.", "preference", 8);
  sync(fixture);
  CHECK(has(always(fixture), "peanuts"));
  CHECK(has(always(fixture), "metric"));
  CHECK_FALSE(has(always(fixture), "knee"));
  CHECK_FALSE(has(always(fixture), "Leith"));
  CHECK_FALSE(has(always(fixture), "leeks"));
  CHECK(has(fixture.read("MEMORY.md"), "knee"));
}

TEST_CASE("always: a fact is in it or not as its file says, whatever the index was made from") {
  Fixture fixture;
  const std::string path = observed(fixture, "User likes the number twelve.", 7);
  sync(fixture);
  CHECK_FALSE(has(always(fixture), "twelve"));
  fixture.write(path, replace_all(fixture.read(path), "kind: observation\n",
                                  "kind: observation\nfact: lasting\n"));
  sync(fixture);
  CHECK(has(always(fixture), "twelve"));
  fixture.remove(".pyramid");
  REQUIRE(fixture.sync()->nothing_to_do);
  CHECK(has(always(fixture), "twelve"));
}

TEST_CASE("always: a line corrected by hand is found by a search at once, and stays") {
  Fixture fixture;
  observed(fixture, "User has a boat called Gaivota.", 8);
  sync(fixture);
  fixture.write("MEMORY.md", replace_all(fixture.read("MEMORY.md"), "Gaivota", "Andorinha"));
  const auto found = fixture.search("Andorinha");
  REQUIRE(found);
  REQUIRE_FALSE(found->hits.empty());
  CHECK(found->hits[0].path == "MEMORY.md");
  sync(fixture);
  CHECK(has(always(fixture), "Andorinha"));
}

}  // namespace always_test
