// Questions that the sample workspace answers, and such that nothing in it answers.
#include "tests/ops/fixture.hpp"

#include <nlohmann/json.hpp>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace pyramid::answers_test {
namespace {

struct Asked {
  std::size_t questions = 0, right = 0;
  std::string wrong;  // for who reads the failure
};

void note(Asked& asked, bool right, const std::string& question, const std::string& answer) {
  ++asked.questions;
  if (right) {
    ++asked.right;
  } else {
    asked.wrong += question + " -> " + answer + "\n";
  }
}

}  // namespace

TEST_CASE(
    "search: the sample workspace answers what it knows, and says so where it knows nothing") {
  test::Fixture fixture;
  std::filesystem::copy(
      PYRAMID_SOURCE_DIR "/sample-workspace/workspace", fixture.root(),
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  fixture.set_now("2026-05-15T09:00:00Z");
  Asked known;
  Asked unknown;
  std::ifstream lines(PYRAMID_SOURCE_DIR "/tests/eval/answers.jsonl");
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json entry = nlohmann::json::parse(line);
    SearchOptions options;
    options.workspace.root = fixture.root();
    options.query = entry.at("question");
    const auto report = search_memory(fixture.environment(), options);
    REQUIRE(report);
    if (entry.contains("says")) {
      const bool right = report->answer.find(entry["says"].get<std::string>()) != std::string::npos;
      note(known, right, options.query, report->answer);
    } else {
      note(unknown, report->answer.empty(), options.query, report->answer);
    }
  }
  CHECK(known.questions == 20);
  CHECK(unknown.questions == 21);
  INFO(known.wrong << unknown.wrong);
  CHECK(known.right >= 17);
  CHECK(unknown.right >= 18);
}

TEST_CASE("search: what the user says under the name that an import told is theirs") {
  test::Fixture fixture;
  fixture.set_now("2026-10-26T00:30:00Z");
  std::ofstream(fixture.outside("log.md"))
      << "[2026-03-30 00:20] Maya: I sold my drums yesterday.\n[2026-03-30 00:21] Bot: ok\n"
         "[2026-10-25 23:59] Maya: I sold my flute today.\n[2026-10-26 00:01] Bot: ok\n";
  ImportOptions options;
  options.workspace.root = fixture.root();
  options.format = "markdown";
  options.source = fixture.outside("log.md");
  options.user = "Maya";
  REQUIRE(import(fixture.environment(), options));
  const auto report = fixture.search("what did I sell yesterday");
  REQUIRE(report);
  CHECK(report->answer == "I sold my flute today. [1]");
}

TEST_CASE("search: each row of a table that is longer than a piece answers") {
  test::Fixture fixture;
  std::string table = "# Trades\n\n| Trade | Name | Phone |\n| --- | --- | --- |\n";
  for (const char* trade : {"Baker", "Carpenter", "Dentist", "Electrician", "Florist", "Gardener",
                            "Joiner", "Locksmith", "Mason", "Notary", "Optician", "Plumber",
                            "Roofer", "Saddler", "Tiler", "Upholsterer", "Vet", "Weaver"}) {
    table += std::string("| ") + trade + " | " + trade + "'s Works, " + std::string(120, 'x') +
             " | 0113 496 00" + std::to_string(10 + table.size() % 90) + " |\n";
  }
  fixture.write("memory/trades.md", table);
  for (const std::string trade : {"baker", "mason", "optician", "vet", "weaver"}) {
    SearchOptions options;
    options.workspace.root = fixture.root();
    options.query = "What is the phone number of the " + trade + "?";
    const auto report = search_memory(fixture.environment(), options);
    REQUIRE(report);
    INFO(report->answer);
    std::string said = "Trade: " + trade + "; Name: ";
    said[7] = static_cast<char>(std::toupper(static_cast<unsigned char>(said[7])));
    CHECK(report->answer.starts_with(said));
    CHECK(report->answer.find("Trade:", 1) == std::string::npos);
  }
}

TEST_CASE("search: a section of a model with nothing but its heading is no hit") {
  test::Fixture fixture;
  fixture.write("models/hollow.md",
                "---\nid: 0000000000DRSRA4MC4GJ5M0C1\nkind: model\nmodel: hollow\n---\n"
                "# Hollow\n\n## Notes\n\n## Plans\nHollow plans a trip.\n");
  SearchOptions options;
  options.workspace.root = fixture.root();
  options.query = "hollow notes plans";
  const auto report = search_memory(fixture.environment(), options);
  REQUIRE(report);
  REQUIRE(report->hits.size() == 1);
  CHECK(report->hits[0].heading == "Hollow › Plans");
}

}  // namespace pyramid::answers_test
