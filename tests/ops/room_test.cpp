// MEMORY.md and model files keep to their lengths, whatever there is to tell.
#include "base/text.hpp"
#include "format/sections.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace room_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kMemory = "MEMORY.md";

// A fact for each of many days and towns, so that every section of time has more than it can hold.
void write_facts(const Fixture& fixture, const std::string& model, int count, int importance = 0,
                 Time last = at("2026-05-14T10:00:00Z")) {
  for (int i = 0; i < count; ++i) {
    const Time when{last.seconds - i * (i < 40 ? 6 : 48) * 3600};
    const std::string number = std::to_string(i);
    const std::string id = to_string(derive_ulid(when, model + number));
    const int weight = importance == 0 ? 3 + i % 7 : importance;
    fixture.write("observations/" + model + "-" + number + ".md",
                  "---\nid: " + id + "\nkind: observation\nat: " + format_time(when) +
                      "\nmodel: " + model + "\nimportance: " + std::to_string(weight) +
                      "\n---\nThe harbour number " + number + " of the town Port" + number +
                      "ville has a lighthouse that is " + std::to_string(20 + i) +
                      " metres high and was built by the " + number + "th company.\n");
  }
}

void write_model(const Fixture& fixture, const std::string& name) {
  const std::string id = to_string(derive_ulid(Time{}, "model " + name));
  fixture.write("models/" + name + ".md",
                "---\nid: " + id + "\nkind: model\ntype: person\n---\n# " + name + "\n");
}

void sync(Fixture& fixture) {
  const auto report = fixture.sync();
  if (!report) FAIL(to_string(report.error()));
  const auto again = fixture.sync();
  REQUIRE(again);
  REQUIRE(again->nothing_to_do);
}

std::size_t count_lines(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (const std::string_view line : split_lines(text)) {
    count += line.find(part) != std::string_view::npos ? 1 : 0;
  }
  return count;
}

// The sections of a file that another state of it has otherwise.
std::set<std::string> changed_sections(const std::string& before, const std::string& after) {
  std::map<std::string, std::string> texts;
  std::set<std::string> changed;
  const auto read = [](const std::string& bytes) {
    const auto document = format::parse_document(bytes, kMemory);
    REQUIRE(document);
    return format::find_sections(*document, kMemory);
  };
  for (const auto& one : read(before)) texts[one.name] = one.text;
  for (const auto& one : read(after)) {
    if (texts[one.name] != one.text) changed.insert(one.name);
    texts.erase(one.name);
  }
  for (const auto& [name, text] : texts) changed.insert(name);
  return changed;
}

}  // namespace

TEST_CASE("room: MEMORY.md keeps to its length, a person's notes counted first and whole") {
  Fixture fixture;
  write_facts(fixture, "user", 160);
  write_facts(fixture, "assistant", 160);
  sync(fixture);
  CHECK(fixture.read(kMemory).size() <= 16'000);
  CHECK(fixture.read(kMemory).size() > 7000);
  CHECK(count_lines(fixture.read(kMemory), "[why, and ") >= 6);
  std::string notes;
  for (int i = 0; i < 90; ++i) {
    notes += "- My own note number " + std::to_string(i) + " on the boat and its sails.\n";
  }
  fixture.write(kMemory, fixture.read(kMemory) + notes);
  sync(fixture);
  const std::string memory = fixture.read(kMemory);
  CHECK(memory.find(notes) != std::string::npos);
  CHECK(memory.size() <= 16'000);
}

TEST_CASE(
    "room: facts of a past year alone fill MEMORY.md, which keeps no room for what is empty") {
  Fixture fixture;
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 200\n");  // no summaries
  write_facts(fixture, "user", 180, 5, at("2026-02-01T10:00:00Z"));
  sync(fixture);
  const std::string memory = fixture.read(kMemory);
  CHECK(memory.size() > 10'000);
  CHECK(memory.size() <= 16'000);
  CHECK(count_lines(memory, "### ") <= 3);
}

TEST_CASE("room: in a full MEMORY.md one fact more has its own section written, seldom another") {
  Fixture fixture;
  write_facts(fixture, "user", 160);
  write_facts(fixture, "assistant", 160);
  sync(fixture);
  constexpr int kFacts = 12;
  int others = 0;
  for (int i = 0; i < kFacts; ++i) {
    ObserveOptions options;
    options.workspace.root = fixture.root();
    options.importance = 2 + i % 5;
    options.model = "user";
    options.text = "User saw ferry number " + std::to_string(900 + i) + " leave the harbour.";
    REQUIRE(observe(fixture.environment(), options));
    const auto report = fixture.sync();
    REQUIRE(report);
    CHECK(report->sections_written <= 3);
    others += static_cast<int>(report->sections_written) - 1;
    REQUIRE(fixture.sync()->nothing_to_do);
    CHECK(fixture.read(kMemory).size() <= 16'000);
  }
  CHECK(others <= kFacts / 2);
}

TEST_CASE("room: notes that make MEMORY.md or a model's file too long are told of, and stay") {
  Fixture fixture;
  write_facts(fixture, "user", 20);
  write_model(fixture, "zora");
  sync(fixture);
  std::string notes = "\n## Notes\n";
  for (int i = 0; i < 400; ++i) notes += "- My own note number " + std::to_string(i) + " on it.\n";
  fixture.write(kMemory, fixture.read(kMemory) + notes + notes);
  fixture.write("models/zora.md", fixture.read("models/zora.md") + notes);
  const auto count = [](const Diagnostics& told) {
    return std::count_if(told.begin(), told.end(), [](const Diagnostic& one) {
      return one.severity == Severity::kWarning &&
             one.what.find(": your own text takes ") != std::string::npos;
    });
  };
  CHECK(count(fixture.sync()->diagnostics) == 2);
  CHECK(count(fixture.check()->problems) == 0);  // a note, and no problem of the files
  const auto status = pyramid::status(fixture.environment(), {fixture.root(), {}});
  REQUIRE(status);
  CHECK(count(status->diagnostics) == 2);
  CHECK(fixture.read(kMemory).find(notes) != std::string::npos);
}

TEST_CASE("room: a shorter memory_chars and model_chars are kept to by the next sync") {
  Fixture fixture;
  write_model(fixture, "port");
  write_facts(fixture, "user", 120);
  write_facts(fixture, "port", 120);
  sync(fixture);
  CHECK(fixture.read("models/port.md").size() > 4000);
  fixture.write("pyramid.yaml",
                fixture.read("pyramid.yaml") + "\nmemory_chars: 8000\nmodel_chars: 2000\n");
  sync(fixture);
  CHECK(fixture.read(kMemory).size() <= 8000);
  CHECK(fixture.read("models/port.md").size() <= 2000);
}

TEST_CASE("room: of 300 models the 40 that matter are named with their type, and a page has all") {
  Fixture fixture;
  for (int i = 0; i < 300; ++i) {
    const std::string name = "person" + std::to_string(100 + i);
    write_model(fixture, name);
    write_facts(fixture, name, 1, i % 10 == 0 ? 9 : 4);
  }
  write_facts(fixture, "user", 100);
  sync(fixture);
  const std::string memory = fixture.read(kMemory);
  CHECK(memory.size() <= 16'000);
  CHECK(count_lines(memory, "](models/") == 40);
  CHECK(count_lines(memory, "(person)") == 40);
  for (int i = 0; i < 300; i += 10) {
    CHECK(count_lines(memory, "](models/person" + std::to_string(100 + i) + ".md)") == 1);
  }
  CHECK(count_lines(memory, "[All 300 models](why/models.md)") == 1);
  CHECK(count_lines(fixture.read("why/models.md"), "](../models/") == 300);
}

TEST_CASE("room: a fact of little weight changes its own section of MEMORY.md alone") {
  Fixture fixture;
  for (int i = 0; i < 60; ++i) {
    const std::string name = "person" + std::to_string(100 + i);
    write_model(fixture, name);
    write_facts(fixture, name, 1, 5);
  }
  write_facts(fixture, "user", 100);
  sync(fixture);
  const std::string before = fixture.read(kMemory);
  ObserveOptions options;
  options.workspace.root = fixture.root();
  options.importance = 2;
  options.model = "user";
  options.text = "User fed the ducks in the park.";
  REQUIRE(observe(fixture.environment(), options));
  options.model = "person155";
  options.text = "Person155 fed the swans.";
  REQUIRE(observe(fixture.environment(), options));
  sync(fixture);
  const auto changed = changed_sections(before, fixture.read(kMemory));
  CHECK(changed.size() <= 1);
  for (const std::string& one : changed) CHECK(one == "user/last-3-days");
}

}  // namespace room_test
