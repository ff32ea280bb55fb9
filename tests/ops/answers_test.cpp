// Questions that the sample workspace answers, and such that nothing in it answers.
#include "tests/ops/fixture.hpp"

#include <nlohmann/json.hpp>

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
  CHECK(unknown.questions == 20);
  INFO(known.wrong << unknown.wrong);
  CHECK(known.right >= 18);
  CHECK(unknown.right >= 17);
}

}  // namespace pyramid::answers_test
