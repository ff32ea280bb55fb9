#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"

namespace gemini_test {

using pyramid::ErrorKind;
using pyramid::format_time;
using pyramid::ingest::ReadOptions;
using namespace pyramid::test;
using Lines = std::vector<std::string>;

namespace {

const std::string kLog = "aaaa1111-0000-4000-8000-000000000001";
const std::string kObject = "bbbb2222-0000-4000-8000-000000000002";

Reading read_fixtures(const std::string& below = "", const ReadOptions& options = {}) {
  return read_fixture(*pyramid::ingest::make_gemini_reader(), "gemini" + below, options);
}

pyramid::Result<Reading> try_text(const std::string& bytes) {
  return try_bytes(*pyramid::ingest::make_gemini_reader(), "/session-x.jsonl", bytes);
}

}  // namespace

TEST_CASE("gemini: logs and objects of all projects, no sub-agents; twice the same") {
  const Lines all = {kObject, kLog};
  CHECK(read_fixtures().origins() == all);
  CHECK(read_fixtures().origins() == all);
  CHECK(read_fixtures("/app").origins() == all);
  CHECK(read_fixtures("/app/chats").origins() == all);
  CHECK(read_fixtures("/app/chats/session-2026-07-01T07-00-bbbb2222.json").origins() ==
        Lines{kObject});
}

TEST_CASE("gemini: a message that grows is one turn, what was taken back is none") {
  const Reading reading = read_fixtures("", {0, kLog, "", 1});
  const auto& one = reading.conversations.at(0);
  CHECK(one.source == "gemini");
  CHECK(one.title == "Left-handed");
  CHECK(said(one) == Lines{"U: Read @a.txt and remember that I am left-handed.",
                           "A: You are left-handed.", "U: Which hand?", "A: The left one."});
  CHECK(one.turns[1].origin == "g2");
  CHECK(format_time(one.turns[2].at) == "2026-08-01T07:01:02Z");
  REQUIRE(reading.report.diagnostics.size() == 1);  // the last line is being written
  CHECK(reading.report.diagnostics[0].severity == pyramid::Severity::kWarning);
}

TEST_CASE("gemini: what was rewound is counted, a place that is not there takes nothing back") {
  const auto message = [](const std::string& id, const std::string& text) {
    return R"({"id":")" + id + R"(","type":"user","timestamp":"2026-01-01T00:00:00Z","content":")" +
           text + "\"}\n";
  };
  const std::string begun = message("a", "one") + message("b", "two") + message("c", "three");
  const auto reading = try_text(begun + "{\"$rewindTo\":\"b\"}\n" + message("d", "four") +
                                "{\"$rewindTo\":\"b\"}\n" + message("b", "two again"));
  REQUIRE(reading);
  CHECK(said(reading->conversations.at(0)) == Lines{"U: one", "U: four", "U: two again"});
  CHECK(reading->report.left_out[pyramid::LeftOutReason::kUndone] == 2);
}

TEST_CASE("gemini: what it sends to go on, and lines for the shell, are nobody's words") {
  const auto message = [](const std::string& id, const std::string& text) {
    return R"({"id":")" + id + R"(","type":"user","timestamp":"2026-01-01T00:00:00Z","content":")" +
           text + "\"}\n";
  };
  const auto reading =
      try_text(message("a", "I live in Kyoto.") + message("b", "Please continue.") +
               message("c", "!git status") + message("d", "Please continue. I am left-handed.") +
               message("e", "!Important: I am away on Monday."));
  REQUIRE(reading);
  CHECK(said(reading->conversations.at(0)) == Lines{"U: I live in Kyoto.",
                                                    "U: Please continue. I am left-handed.",
                                                    "U: !Important: I am away on Monday."});
  CHECK(reading->report.left_out[pyramid::LeftOutReason::kProgram] == 1);
  CHECK(reading->report.left_out[pyramid::LeftOutReason::kCommand] == 1);
}

TEST_CASE("gemini: an object of the older kind over many lines") {
  CHECK(said(read_fixtures("", {0, kObject, "", 1}).conversations.at(0)) ==
        Lines{"U: Older sessions were one object.", "A: They were."});
}

TEST_CASE("gemini: an object that became a log is read once") {
  const auto reader = pyramid::ingest::make_gemini_reader();
  MemoryFileSystem files;
  const std::string head = R"({"sessionId":"s","startTime":"2026-01-01T00:00:00Z"})";
  const std::string message = R"({"id":"a","type":"user","content":"hi"})";
  files.put("/chats/session-1.json",
            R"({"sessionId":"s","startTime":"2026-01-01T00:00:00Z","messages":[]})");
  files.put("/chats/session-1.jsonl", head + "\n" + message + "\n");
  const Reading reading = read(*reader, files, "/chats");
  CHECK(reading.origins() == Lines{"s"});
  CHECK(reading.report.diagnostics.empty());
}

TEST_CASE("gemini: what is no session is refused, a damaged line is told") {
  CHECK(try_text("no JSON\n").error().kind == ErrorKind::kInvalid);
  CHECK(try_text("[]").error().kind == ErrorKind::kInvalid);
  CHECK(try_text("{\"x\":\n{}\n").error().kind == ErrorKind::kInvalid);
  const auto reading = try_text(
      "{\"id\":\"a\",\"type\":\"user\",\"timestamp\":\"2026-01-01T00:00:00Z\","
      "\"content\":\"hi\"}\n{\"id\n{\"$rewindTo\":\"none\"}\n");
  REQUIRE(reading);
  CHECK(reading->conversations.size() == 1);
  REQUIRE(reading->report.diagnostics.size() == 1);
  CHECK(reading->report.diagnostics[0].where == "/session-x.jsonl:2");
}

TEST_CASE("gemini: its files are told from others by what they hold") {
  const auto files = pyramid::make_real_file_system();
  using pyramid::ingest::detect_format;
  CHECK(*detect_format(*files, fixture("gemini")) == "gemini");
  const std::string chats = fixture("gemini/app/chats");
  CHECK(*detect_format(*files, chats) == "gemini");
  CHECK(*detect_format(*files, chats + "/session-2026-07-01T07-00-bbbb2222.json") == "gemini");
  CHECK(*detect_format(*files, chats + "/session-2026-08-01T07-00-aaaa1111.jsonl") == "gemini");
}

}  // namespace gemini_test
