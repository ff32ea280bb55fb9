#include "ingest/eval_set.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/memory_file_system.hpp"

#include <string>

namespace pyramid::eval_set_test {
namespace {

Result<ingest::EvalSet> read(const std::string& lines) {
  test::MemoryFileSystem files;
  REQUIRE(files.write("/set.jsonl", lines));
  return ingest::read_eval_set(files, "/set.jsonl");
}

}  // namespace

TEST_CASE("eval set: sessions, notes and questions, lines of one conversation together") {
  const auto set = read(
      R"({"conversation":"a","sessions":[{"session":"D1","date":"1:56 pm on 8 May, 2023","turns":)"
      R"([{"id":"D1:1","speaker":"Ana","text":"Hello."}]}],"questions":[{"question":"Who?",)"
      R"("category":"x","evidence":["D1:1","n1"]}]})"
      "\n"
      R"({"conversation":"a","notes":[{"id":"n1","text":"Ana is here.","date":"2023-05-09"}]})"
      "\n");
  REQUIRE(set);
  CHECK(set->diagnostics.empty());
  REQUIRE(set->conversations.size() == 1);
  const ingest::EvalConversation& one = set->conversations[0];
  REQUIRE(one.sessions.size() == 1);
  CHECK(one.sessions[0].at == *parse_time("2023-05-08T13:56:00Z"));
  REQUIRE(one.notes.size() == 1);
  CHECK(one.notes[0].at == *parse_time("2023-05-09"));
  REQUIRE(one.questions.size() == 1);
  CHECK(one.questions[0].evidence.size() == 2);
}

TEST_CASE("eval set: midnight and noon are told apart") {
  const auto set = read(
      R"({"conversation":"a","sessions":[)"
      R"({"session":"1","date":"12:05 am on 1 June, 2023","turns":[{"id":"t1","text":"x"}]},)"
      R"({"session":"2","date":"12:05 pm on 1 June, 2023","turns":[{"id":"t2","text":"x"}]}]})");
  REQUIRE(set);
  CHECK(set->conversations[0].sessions[0].at == *parse_time("2023-06-01T00:05:00Z"));
  CHECK(set->conversations[0].sessions[1].at == *parse_time("2023-06-01T12:05:00Z"));
}

TEST_CASE("eval set: what is wrong is told with its line, and the rest is read") {
  const auto set = read(
      "not json\n"
      R"({"sessions":[]})"
      "\n"
      R"({"conversation":"a","sessions":7,"notes":[{"id":"n","text":"One."},{"id":"n","text":"Two."},)"
      R"({"text":"no id"},5,{"id":"d","text":"x","date":"soon"}]})"
      "\n"
      R"({"conversation":"a","questions":[{"question":"Which?","evidence":["n","gone"]},)"
      R"({"question":"None?","evidence":["gone"]},{"evidence":["n"]}]})"
      "\n");
  REQUIRE(set);
  std::string told;
  for (const Diagnostic& one : set->diagnostics) told += to_string(one) + "\n";
  INFO(told);
  CHECK(told.find("/set.jsonl:1: ") != std::string::npos);
  CHECK(told.find("/set.jsonl:2: the line names no conversation") != std::string::npos);
  CHECK(told.find("/set.jsonl:3: sessions is not a list") != std::string::npos);
  CHECK(told.find("/set.jsonl:3: the id n is there twice") != std::string::npos);
  CHECK(told.find("/set.jsonl:3: no date: soon") != std::string::npos);
  CHECK(told.find("/set.jsonl:4: evidence gone is not a turn of a") != std::string::npos);
  CHECK(told.find("/set.jsonl:4: a question has no text or no evidence") != std::string::npos);
  REQUIRE(set->conversations.size() == 1);
  CHECK(set->conversations[0].notes.size() == 2);
  REQUIRE(set->conversations[0].questions.size() == 1);
  CHECK(set->conversations[0].questions[0].evidence == std::vector<std::string>{"n"});
}

}  // namespace pyramid::eval_set_test
