#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"

namespace mcp_memory_test {

using namespace pyramid::test;
using Lines = std::vector<std::string>;

TEST_CASE("mcp-memory: observations and relations of the graph are facts about their entity") {
  const auto reader = pyramid::ingest::make_mcp_memory_reader();
  const auto files = pyramid::make_real_file_system();
  const std::string source = fixture("mcp-memory/memory.jsonl");
  CHECK(*pyramid::ingest::detect_format(*files, source) == "mcp-memory");
  const Reading reading = read(*reader, *files, source);
  CHECK(reading.conversations.empty());
  Lines facts;
  for (const auto& fact : reading.report.facts) {
    facts.push_back(fact.about + "|" + fact.about_type + "|" + fact.text);
  }
  CHECK(facts == Lines{"Ana Silva|person|Ana Silva: Speaks fluent Portuguese",
                       "Ana Silva|person|Ana Silva works as a vet",
                       "Ana Silva|person|Ana Silva: Has two cats",
                       "User|person|User: Is allergic to peanuts",
                       "Ana Silva||Ana Silva works at Acme."});
  CHECK(reading.report.skipped_records == 2);
  REQUIRE(reading.report.diagnostics.size() == 1);
  CHECK(reading.report.diagnostics[0].where == source + ":6");
}

TEST_CASE("mcp-memory: other JSON lines are refused") {
  const auto reader = pyramid::ingest::make_mcp_memory_reader();
  MemoryFileSystem files;
  files.put("/a.jsonl", "{\"type\":\"entity\"}\n");
  files.put("/b.md", "words");
  CHECK_FALSE(try_read(*reader, files, "/a.jsonl"));
  CHECK_FALSE(try_read(*reader, files, "/b.md"));
  CHECK_FALSE(try_read(*reader, files, "/none"));
}

TEST_CASE("mcp-memory: a last line that is being written waits for its rest") {
  const std::string entity =
      R"({"type":"entity","name":"Ana","entityType":"person","observations":["Has two cats"]})";
  const auto reader = pyramid::ingest::make_mcp_memory_reader();
  const auto reading = try_bytes(*reader, "/m.jsonl", entity + "\n" + entity.substr(0, 30));
  REQUIRE(reading);
  CHECK(reading->report.facts.size() == 1);
  REQUIRE(reading->report.diagnostics.size() == 1);
  CHECK(reading->report.diagnostics[0].severity == pyramid::Severity::kWarning);
  CHECK(reading->report.diagnostics[0].where == "/m.jsonl:2");
  CHECK(try_bytes(*reader, "/m.jsonl", entity)->report.diagnostics.empty());
}

}  // namespace mcp_memory_test
