// What a walk down the topic tree gives of leaves.
#include "pyramid/topics.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>

namespace leaf_hits_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

// One leaf of 61 things said, about barges; one names a lock keeper.
class Barges : public Fixture {
 public:
  explicit Barges(const std::string& settings = "policy: topics\n") {
    write("pyramid.yaml", settings);
    std::vector<std::string> said;
    for (int i = 0; i < 60; ++i) {
      said.push_back("The barge number " + std::to_string(i) +
                     " left the harbour with its cargo of barley and came back with salt.");
    }
    said.insert(said.begin() + 30, "My neighbour Ottilie keeps the lock and plays the cello.");
    write_session("77777777-1111-4111-8111-111111111111", "2026-05-10T08:00:00Z", said);
    taken_in(*this);
    REQUIRE(sync());
  }

  WalkReport walked(const std::string& query, std::size_t budget) {
    WalkOptions options;
    options.workspace.root = root();
    options.query = query;
    options.budget = budget;
    auto report = walk_topics(environment(), options);
    REQUIRE(report);
    return *std::move(report);
  }
};

}  // namespace

TEST_CASE("leaf hits: of a leaf longer than its share the turns come that answer") {
  Barges memory;
  const WalkReport report = memory.walked("who plays the cello", 800);
  CHECK(report.tokens <= 800);
  CHECK(report.text.find("Ottilie keeps the lock and plays the cello.") != std::string::npos);
  CHECK(report.text.find("^t61\n") != std::string::npos);
  CHECK(report.text.find("…") != std::string::npos);
  CHECK(report.text.size() < memory.walked("who plays the cello", 20'000).text.size() / 4);
}

TEST_CASE("leaf hits: a leaf that goes into its share comes whole") {
  Barges memory;
  const WalkReport report = memory.walked("who plays the cello", 20'000);
  CHECK(report.text.find("plays the cello") != std::string::npos);
  CHECK(report.text.find("barge number 59 ") != std::string::npos);
}

TEST_CASE("leaf hits: behind a leaf that was deleted turns are those that they were") {
  Barges memory("policy: topics\nleaf_chunk_tokens: 64\n");
  DeleteTopicOptions options;
  options.workspace.root = memory.root();
  options.path = files_below(memory, "topics/_fresh/").front();
  REQUIRE(delete_topic(memory.environment(), options));
  const WalkReport report = memory.walked("who plays the cello", 800);
  CHECK(report.text.find("Ottilie keeps the lock and plays the cello.") != std::string::npos);
}

TEST_CASE("leaf hits: a leaf of a person's own words is found by them") {
  Barges memory;
  AddTopicOptions added;
  added.workspace.root = memory.root();
  added.text = "Zygmunt mends nets on Fridays.";
  const auto report = add_topic(memory.environment(), added);
  REQUIRE(report);
  const WalkReport walked = memory.walked("who mends nets", 20'000);
  CHECK(std::find(walked.taken.begin(), walked.taken.end(), report->path) != walked.taken.end());
  CHECK(memory.walked("who mends nets", 800).text.find("Zygmunt") != std::string::npos);
}

}  // namespace leaf_hits_test
