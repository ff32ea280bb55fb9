// What one change of one observation costs in engine calls: the text above it and nothing besides.
#include "base/text.hpp"
#include "tests/ops/fixture.hpp"

#include <string>
#include <vector>

namespace calls_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

std::string path_of(std::size_t fact) {
  return "observations/2026/" + std::to_string(fact) + ".md";
}

void observe(const Fixture& fixture, std::size_t fact, const std::string& at,
             const std::string& text, const std::string& model = "user") {
  fixture.write(path_of(fact), "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X" + std::to_string(fact) +
                                   "\nkind: observation\nat: " + at + "T10:00:00Z\nmodel: " +
                                   model + "\nsource: test\n---\n" + text + "\n");
}

// Thirteen facts of the user, two a day from 9 May on, of which the ten oldest have a summary; and
// two of Kestrel. The clock stands at noon of 15 May: the last three days and this week are told.
void set_up(Fixture& fixture) {
  fixture.set_now("2026-05-15T12:00:00Z");
  static const std::vector<std::string> kFacts = {"User moved to Austin.",
                                                  "User works at Harbour Analytics.",
                                                  "User is allergic to peanuts.",
                                                  "User bought a red bicycle.",
                                                  "User plays the cello.",
                                                  "User has a daughter named Mia.",
                                                  "User prefers tea.",
                                                  "User ran a half marathon.",
                                                  "User is learning Portuguese.",
                                                  "User owns a 1998 Volvo.",
                                                  "User planted tomatoes.",
                                                  "User visited Lisbon.",
                                                  "User reads science fiction."};
  for (std::size_t i = 0; i < kFacts.size(); ++i) {
    const std::size_t day = 9 + i / 2;
    observe(fixture, 10 + i, (day < 10 ? "2026-05-0" : "2026-05-") + std::to_string(day),
            kFacts[i]);
  }
  observe(fixture, 30, "2026-05-14", "Kestrel has seven users.", "kestrel");
  observe(fixture, 31, "2026-05-15", "Kestrel needs a new case.", "kestrel");
  REQUIRE(fixture.sync());
  REQUIRE(fixture.sync()->nothing_to_do);
}

void reword(const Fixture& fixture, std::size_t fact, const std::string& from,
            const std::string& to) {
  const std::string bytes = fixture.read(path_of(fact));
  REQUIRE(bytes.find(from) != std::string::npos);
  fixture.write(path_of(fact), replace_all(bytes, from, to));
}

struct Asked {
  std::size_t summaries = 0, sections = 0, descriptions = 0;
  bool operator==(const Asked&) const = default;
};

std::string to_text(const Asked& asked) {
  return std::to_string(asked.summaries) + " summaries, " + std::to_string(asked.sections) +
         " sections, " + std::to_string(asked.descriptions) + " descriptions";
}

// Behind it a second sync has nothing to do.
Asked of_sync(Fixture& fixture) {
  const auto report = fixture.sync();
  REQUIRE(report);
  const engine::CallCounts& calls = fixture.calls();
  CHECK(calls.extract + calls.assign + calls.answer == 0);
  const Asked cost{calls.summarise, calls.synthesise, calls.describe};
  CHECK(fixture.sync()->nothing_to_do);
  return cost;
}

void costs_at_most(Fixture& fixture, const Asked& most) {
  const Asked cost = of_sync(fixture);
  INFO(to_text(cost) << ", at most " << to_text(most));
  CHECK(cost.summaries <= most.summaries);
  CHECK(cost.sections <= most.sections);
  CHECK(cost.descriptions <= most.descriptions);
}

}  // namespace

TEST_CASE("calls: a fact more costs one section, of the user and of another model") {
  Fixture fixture;
  set_up(fixture);
  observe(fixture, 40, "2026-05-15", "User bakes bread.");
  CHECK(of_sync(fixture) == Asked{0, 1, 0});
  observe(fixture, 41, "2026-05-15", "Kestrel has a lightning rod.", "kestrel");
  costs_at_most(fixture, {0, 1, 1});
}

TEST_CASE("calls: a reworded, deleted or superseded fact that waits costs one section") {
  Fixture fixture;
  set_up(fixture);
  reword(fixture, 22, "reads", "collects");
  CHECK(of_sync(fixture) == Asked{0, 1, 0});
  reword(fixture, 21, "source: test", "source: test\nstatus: superseded");
  CHECK(of_sync(fixture) == Asked{0, 1, 0});
  fixture.remove(path_of(20));
  CHECK(of_sync(fixture) == Asked{0, 1, 0});
}

TEST_CASE("calls: a reworded, deleted or superseded fact costs its summary and one section") {
  Fixture fixture;
  set_up(fixture);
  reword(fixture, 13, "red", "green");
  costs_at_most(fixture, {1, 1, 0});
  reword(fixture, 14, "source: test", "source: test\nstatus: superseded");
  costs_at_most(fixture, {1, 1, 0});
  fixture.remove(path_of(16));
  costs_at_most(fixture, {1, 1, 0});
}

TEST_CASE("calls: a fact that another one supersedes costs a section for each of the two") {
  Fixture fixture;
  set_up(fixture);
  ObserveOptions options;
  options.workspace.root = fixture.root();
  options.text = "User prefers coffee to tea.";
  options.model = "user";
  REQUIRE(observe(fixture.environment(), options));
  REQUIRE(fixture.read(path_of(16)).find("status: superseded") != std::string::npos);
  costs_at_most(fixture, {1, 2, 0});
}

TEST_CASE("calls: a day that passes costs a call for each section that changes, and no summary") {
  Fixture fixture;
  set_up(fixture);
  // From the last three days to the week, and from the week to the month: three sections.
  fixture.set_now("2026-05-16T12:00:00Z");
  costs_at_most(fixture, {0, 3, 0});
  fixture.set_now("2026-05-17T12:00:00Z");  // and the first of Kestrel's facts
  costs_at_most(fixture, {0, 5, 0});
}

}  // namespace calls_test
