#include "ingest/array_splitter.hpp"
#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"

namespace claude_test {

using pyramid::ErrorKind;
using pyramid::format_time;
using pyramid::ingest::ArraySplitter;
using pyramid::ingest::ReadOptions;
using namespace pyramid::test;
using Lines = std::vector<std::string>;

namespace {

Reading read_fixtures(const ReadOptions& options = {}) {
  const auto reader = pyramid::ingest::make_claude_reader();
  return read(*reader, *pyramid::make_real_file_system(), fixture("claude"), options);
}

pyramid::Result<Reading> try_text(const std::string& bytes) {
  const auto reader = pyramid::ingest::make_claude_reader();
  MemoryFileSystem files;
  files.put("/c.json", bytes);
  return try_read(*reader, files, "/c.json");
}

std::string conversation(const std::string& id, const std::string& text = "hello") {
  return R"({"uuid":")" + id + R"(","name":"","created_at":"2026-01-01T00:00:00Z",)" +
         R"("chat_messages":[{"uuid":"m","sender":"human","text":")" + text +
         R"(","created_at":"2026-01-01T00:00:00Z"}]})";
}

}  // namespace

TEST_CASE("claude: an export gives its conversations with a turn") {
  const Reading reading = read_fixtures();
  CHECK(reading.origins() == Lines{"b1", "b2", "b3"});
  CHECK(reading.report.diagnostics.empty());
  CHECK(said(reading.conversations[0]) ==
        Lines{"U: My oven runs hot.", "A: Lower it by 10 degrees.\n\nThen bake longer."});
  CHECK(reading.conversations[0].title == "Bread");
  CHECK(reading.conversations[0].source == "claude");
  CHECK(format_time(reading.conversations[0].turns[1].at) == "2026-02-01T10:00:10Z");
  CHECK(reading.conversations[0].turns[1].origin == "m2");
}

TEST_CASE("claude: without a name the first words are the title, without blocks the text counts") {
  const auto one = read_fixtures({0, "b2", "", 1}).conversations.at(0);
  CHECK(one.title == "Old exports had only text, \"quoted ]}\" and");
  CHECK(said(one) ==
        Lines{"U: Old exports had only text, \"quoted ]}\" and\nlines.", "A: So they had."});
}

TEST_CASE("claude: of several branches the one with the newest leaf") {
  CHECK(said(read_fixtures({0, "b3", "", 1}).conversations.at(0)) ==
        Lines{"U: Second try.", "A: Second answer, new."});
}

TEST_CASE("claude: a branch is as new as its last message that tells its time") {
  const auto reading = try_text(
      R"([{"uuid":"c","chat_messages":[)"
      R"({"uuid":"a","sender":"human","text":"q","created_at":"2026-01-01T00:00:00Z"},)"
      R"({"uuid":"b","sender":"assistant","text":"old","created_at":"2026-01-01T00:00:01Z",)"
      R"("parent_message_uuid":"a"},)"
      R"({"uuid":"d","sender":"assistant","text":"new","created_at":"2026-01-01T00:00:02Z",)"
      R"("parent_message_uuid":"a"},)"
      R"({"uuid":"e","sender":"human","text":"thanks","created_at":null,)"
      R"("parent_message_uuid":"d"}]}])");
  REQUIRE(reading);
  CHECK(said(reading->conversations.at(0)) == Lines{"U: q", "A: new", "U: thanks"});
}

TEST_CASE("claude: the leaf that the person looks at wins over the newest") {
  const auto reading = try_text(
      R"([{"uuid":"c","current_leaf_message_uuid":"b","chat_messages":[)"
      R"({"uuid":"a","sender":"human","text":"q","created_at":"2026-01-01T00:00:00Z"},)"
      R"({"uuid":"b","sender":"assistant","text":"old","created_at":"2026-01-01T00:00:01Z",)"
      R"("parent_message_uuid":"a"},)"
      R"({"uuid":"d","sender":"assistant","text":"new","created_at":"2026-01-01T00:00:02Z",)"
      R"("parent_message_uuid":"a"}]}])");
  REQUIRE(reading);
  CHECK(said(reading->conversations.at(0)) == Lines{"U: q", "A: old"});
}

TEST_CASE("claude: parents that are not there lose nothing; what was said otherwise is counted") {
  struct Sent {
    std::string id, parent, sender;
  };
  const auto read_talk = [](const std::vector<Sent>& sent) {
    std::string messages;
    for (std::size_t i = 0; i < sent.size(); ++i) {
      messages += std::string(i == 0 ? "" : ",") + R"({"uuid":")" + sent[i].id + R"(","sender":")" +
                  sent[i].sender + R"(","text":"says )" + sent[i].id +
                  R"(","created_at":"2026-01-01T00:00:0)" + std::to_string(i) +
                  R"(Z","parent_message_uuid":)" +
                  (sent[i].parent.empty() ? "null" : '"' + sent[i].parent + '"') + "}";
    }
    auto reading = try_text(R"([{"uuid":"c","chat_messages":[)" + messages + "]}]");
    REQUIRE(reading);
    return std::move(*reading);
  };
  const Lines all = {"U: says a", "A: says b", "U: says c", "A: says d"};
  for (const std::string& first : {"", "beginning"}) {
    for (const std::string& lost : {"", "gone"}) {
      const Reading reading = read_talk({{"a", first, "human"},
                                         {"b", "a", "assistant"},
                                         {"c", lost, "human"},
                                         {"d", "c", "assistant"}});
      CHECK(said(reading.conversations.at(0)) == all);
      CHECK(reading.report.left_out == pyramid::LeftOut());
    }
  }
  CHECK(said(read_talk({{"a", "gone", "human"},
                        {"b", "gone", "assistant"},
                        {"c", "gone", "human"},
                        {"d", "gone", "assistant"}})
                 .conversations.at(0)) == all);
  const Reading edited = read_talk({{"a", "beginning", "human"},
                                    {"b", "a", "assistant"},
                                    {"c", "beginning", "human"},
                                    {"d", "c", "assistant"}});
  CHECK(said(edited.conversations.at(0)) == Lines{"U: says c", "A: says d"});
  CHECK(edited.report.left_out[pyramid::LeftOutReason::kBranch] == 2);
}

TEST_CASE("claude: parents in a circle") {
  const auto reading =
      try_text(R"([{"uuid":"c","created_at":"2026-01-01T00:00:00Z","chat_messages":[)"
               R"({"uuid":"a","sender":"human","text":"one","parent_message_uuid":"b"},)"
               R"({"uuid":"b","sender":"assistant","text":"two","parent_message_uuid":"a"}]}])");
  REQUIRE(reading);  // no leaf, hence no branch to follow: all of them
  CHECK(said(reading->conversations.at(0)) == Lines{"U: one", "A: two"});
}

TEST_CASE("claude: limit and conversation") {
  check_limits([](std::size_t limit) { return read_fixtures({limit, "", "", 1}); });
  CHECK(read_fixtures({0, "no such", "", 1}).conversations.empty());
}

TEST_CASE("claude: a delivery in parts, overlapping") {
  const auto reader = pyramid::ingest::make_claude_reader();
  MemoryFileSystem files;
  files.put("/x/conversations-000/conversations.json", "[" + conversation("a") + "]");
  files.put("/x/conversations-001/conversations.json",
            "[" + conversation("a") + "," + conversation("b") + "]");
  files.put("/x/projects-000/projects.json", "[]");
  CHECK(read(*reader, files, "/x").origins() == Lines{"a", "b"});
}

TEST_CASE(
    "claude: files attached to a message are left out and counted, also of one without words") {
  const auto reading = try_text(
      R"([{"uuid":"a","created_at":"2026-01-01T00:00:00Z","chat_messages":[)"
      R"({"uuid":"m","sender":"human","text":"Read this.","files":[{"file_name":"x.pdf"}]},)"
      R"({"uuid":"n","sender":"human","text":"","content":[],"attachments":)"
      R"([{"file_name":"paste.txt","extracted_content":"I live in Rome."}]}]}])");
  REQUIRE(reading);
  CHECK(said(reading->conversations.at(0)) == Lines{"U: Read this."});
  CHECK(reading->report.left_out[pyramid::LeftOutReason::kSideFile] == 2);
}

TEST_CASE("claude: one conversation that is no array is read as one") {
  CHECK(try_text(conversation("a"))->origins() == Lines{"a"});
}

TEST_CASE("claude: of a conversation that two exports have in two states both are read") {
  const auto reader = pyramid::ingest::make_claude_reader();
  MemoryFileSystem files;
  files.put("/x/january/conversations.json", "[" + conversation("a", "hello") + "]");
  files.put("/x/june/conversations.json", "[" + conversation("a", "hello again") + "]");
  CHECK(read(*reader, files, "/x").origins() == Lines{"a", "a"});
}

TEST_CASE("claude: one damaged conversation is told with its line, the rest is read") {
  const auto reading =
      try_text("[" + conversation("a") + ",\n{\"uuid\":\"b\",\n\"x\": nonsense},\n" +
               conversation("c") + ",\n{\"uuid\":\"no messages\"}]");
  REQUIRE(reading);
  CHECK(reading->origins() == Lines{"a", "c"});
  REQUIRE(reading->report.diagnostics.size() == 2);
  CHECK(reading->report.diagnostics[0].where == "/c.json:3");
  CHECK(reading->report.diagnostics[1].where == "/c.json:5");
}

TEST_CASE("claude: a record of an unknown kind in front of the conversations stops nothing") {
  const auto reading = try_text("[{\"uuid\":\"no messages\"},\n" + conversation("a") + "]");
  REQUIRE(reading);
  CHECK(reading->origins() == Lines{"a"});
  REQUIRE(reading->report.diagnostics.size() == 1);
  CHECK(reading->report.diagnostics[0].where == "/c.json:1");

  std::string strange = "[{}";
  for (int i = 0; i < 1000; ++i) strange += ",{}";
  CHECK_FALSE(try_text(strange + "," + conversation("a") + "]"));
}

TEST_CASE("claude: an export that was cut off keeps what came before") {
  const std::string whole = "[" + conversation("a") + ",\n" + conversation("b") + "]";
  const auto reading = try_text(whole.substr(0, whole.size() - 10));
  REQUIRE(reading);
  CHECK(reading->origins() == Lines{"a"});
  REQUIRE(reading->report.diagnostics.size() == 1);
  CHECK(reading->report.diagnostics[0].where == "/c.json:2");
}

TEST_CASE("claude: what is no export is refused by what it is") {
  const auto error_of = [](const std::string& bytes) {
    const auto reading = try_text(bytes);
    REQUIRE_FALSE(reading);
    CHECK(reading.error().kind == ErrorKind::kInvalid);
    return to_string(reading.error());
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(error_of(R"([{"title":"x","mapping":{}}])"), Contains("ChatGPT"));
  CHECK_THAT(error_of(R"([{"uuid":"x","docs":[]}])"), Contains("projects.json"));
  CHECK_THAT(error_of(R"([{"conversations_memory":"x"}])"), Contains("memories.json"));
  CHECK_THAT(error_of(R"({"type":"session","id":"x"})"
                      "\n{}"),
             Contains("OpenClaw"));
  CHECK_THAT(error_of(std::string("SQLite format 3\0", 16)), Contains("an SQLite database"));
  CHECK_THAT(error_of("PK\x03\x04zip"), Contains("zip archive is damaged"));
  CHECK_THAT(error_of("[\n\n1]"), Contains("/c.json:3"));
  CHECK_THAT(error_of("[{\"uuid\":"), Contains("ends in the middle"));
  CHECK_THAT(error_of(""), Contains("an empty file"));
  CHECK(try_text("[]"));

  const auto reader = pyramid::ingest::make_claude_reader();
  MemoryFileSystem files;
  files.put("/empty/x.txt", "");
  CHECK(try_read(*reader, files, "/empty").error().kind == ErrorKind::kNotFound);
  CHECK(try_read(*reader, files, "/missing").error().kind == ErrorKind::kNotFound);
}

TEST_CASE("claude: a byte order mark, one conversation alone, and deep nesting") {
  CHECK(try_text("\xef\xbb\xbf[" + conversation("a") + "]")->origins() == Lines{"a"});
  CHECK(try_text(conversation("a") + "\n")->origins() == Lines{"a"});
  const std::string deep(200'000, '[');
  const auto reading =
      try_text("[" + conversation("a") + ",{\"x\":" + deep + std::string(deep.size(), ']') + "}]");
  CHECK(reading->origins() == Lines{"a"});
}

TEST_CASE("array splitter: any cut of the input gives the same elements") {
  const std::string text = " [ {\"a\":\"]},{\\\"\\\\\"} ,\n{\"b\":[{},[]]}\n,{}]\n";
  const auto split = [&](std::size_t piece) {
    Lines elements;
    ArraySplitter splitter([&](std::string_view element, std::size_t line) {
      elements.push_back(std::to_string(line) + std::string(element));
      return true;
    });
    for (std::size_t at = 0; at < text.size(); at += piece) {
      splitter.feed(std::string_view(text).substr(at, piece));
    }
    CHECK(splitter.state() == ArraySplitter::State::kEnd);
    return elements;
  };
  const Lines whole = {"1{\"a\":\"]},{\\\"\\\\\"}", "2{\"b\":[{},[]]}", "3{}"};
  for (std::size_t piece = 1; piece <= text.size(); ++piece) CHECK(split(piece) == whole);
}

}  // namespace claude_test
