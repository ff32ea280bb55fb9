#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"

namespace chatgpt_test {

using pyramid::ErrorKind;
using pyramid::format_time;
using pyramid::ingest::ReadOptions;
using namespace pyramid::test;
using Lines = std::vector<std::string>;

namespace {

Reading read_fixtures(const ReadOptions& options = {}) {
  return read_fixture(*pyramid::ingest::make_chatgpt_reader(), "chatgpt", options);
}

pyramid::Result<Reading> try_text(const std::string& bytes) {
  return try_bytes(*pyramid::ingest::make_chatgpt_reader(), "/c.json", bytes);
}

}  // namespace

TEST_CASE("chatgpt: a split export gives each conversation with a turn once; twice the same") {
  const Reading reading = read_fixtures();
  CHECK(reading.origins() == Lines{"g1", "g3"});
  CHECK(read_fixtures().origins() == reading.origins());
  CHECK(read_fixtures({1, "", "", 1}).origins() == Lines{"g1"});
  CHECK(read_fixtures({0, "g3", "", 1}).origins() == Lines{"g3"});
  CHECK(reading.report.skipped_records > 0);
}

TEST_CASE("chatgpt: the branch that the person looks at, without tools and hidden messages") {
  const auto one = read_fixtures({0, "g1", "", 1}).conversations.at(0);
  CHECK(one.source == "chatgpt");
  CHECK(one.title == "Sourdough");
  CHECK(said(one) == Lines{"U: My starter is called Bruno.", "A: Feed Bruno daily.",
                           "U: This is \"mapping\" of my kitchen.\n\nAnd I live in Porto.",
                           "A: Noted."});
  CHECK(one.turns[0].origin == "m-u1");
  CHECK(format_time(one.start) == "2026-01-01T10:00:01Z");
  // A message without a time was sent when the one before it was.
  CHECK(format_time(one.turns[1].at) == "2026-01-01T10:00:03Z");
}

TEST_CASE("chatgpt: without a current node the newest leaf, without a title the first words") {
  const auto one = read_fixtures({0, "g3", "", 1}).conversations.at(0);
  CHECK(said(one) == Lines{"U: Which branch?", "A: The newest."});
  CHECK(one.title == "Which branch?");
}

TEST_CASE("chatgpt: conversations that are not to be remembered are left out and counted") {
  const Reading reading = read_fixtures();
  REQUIRE(reading.report.diagnostics.size() == 2);  // another has no time at all
  CHECK(reading.report.diagnostics[1].severity == pyramid::Severity::kWarning);
  CHECK_THAT(reading.report.diagnostics[1].what, Catch::Matchers::Contains("1 conversation is"));
}

TEST_CASE("chatgpt: parents in a circle, messages that are none, and no messages") {
  const auto reading = try_text(
      R"([{"id":"a","create_time":1767261600,"mapping":{"x":{"parent":"y","message":{"author":{"role":"user"},)"
      R"("content":{"content_type":"text","parts":["one"]}}},"y":{"parent":"x","message":7}},)"
      R"("current_node":"x"},{"id":"b","mapping":{}},{"id":"c","mapping":[]},)"
      R"({"id":"d","mapping":{"x":null}}])");
  REQUIRE(reading);
  CHECK(reading->origins() == Lines{"a"});
}

TEST_CASE("chatgpt: one conversation that is no array, slim as browser extensions write it") {
  const auto reading = try_text(
      R"({"title":"One","conversation_id":"z1","current_node":"b","create_time":1767261600,)"
      R"("mapping":{"r":{"id":"r","message":null,"parent":null},"a":{"id":"a","parent":"r","message":)"
      R"({"author":{"role":"user"},"content":{"content_type":"text","parts":["I keep bees."]}}},)"
      R"("b":{"id":"b","parent":"a","message":{"author":{"role":"assistant"},"content":)"
      R"({"content_type":"text","parts":["Ok."]}}}}})");
  REQUIRE(reading);
  REQUIRE(reading->origins() == Lines{"z1"});
  CHECK(said(reading->conversations[0]) == Lines{"U: I keep bees.", "A: Ok."});
}

TEST_CASE("chatgpt: files attached to a message are left out and counted") {
  const auto reading = try_text(
      R"([{"conversation_id":"c","create_time":1767261600,"mapping":{"a":{"id":"a","message":)"
      R"({"author":{"role":"user"},"content":{"content_type":"text","parts":["Read this."]},)"
      R"("metadata":{"attachments":[{"name":"x.pdf"},{"name":"y.png"}]}}}}}])");
  REQUIRE(reading);
  CHECK(reading->report.left_out[pyramid::LeftOutReason::kSideFile] == 2);
}

TEST_CASE("chatgpt: a parent that is not there, and a current node that is none, lose nothing") {
  const auto node = [](const std::string& id, const std::string& parent, int second) {
    return '"' + id + R"(":{"id":")" + id + R"(","parent":)" +
           (parent.empty() ? "null" : '"' + parent + '"') + R"(,"message":{"id":")" + id +
           R"(","author":{"role":"user"},"create_time":)" + std::to_string(1767261600 + second) +
           R"(,"content":{"content_type":"text","parts":["says )" + id + R"("]}}})";
  };
  const auto said_of = [&](const std::string& nodes, const std::string& current) {
    const auto reading = try_text(R"([{"conversation_id":"c","current_node":)" + current +
                                  R"(,"mapping":{)" + nodes + "}}]");
    REQUIRE(reading);
    CHECK(reading->report.left_out == pyramid::LeftOut());
    return said(reading->conversations.at(0));
  };
  const Lines all = {"U: says x", "U: says b", "U: says d", "U: says a"};
  const std::string broken = node("a", "d", 9) + "," + node("b", "x", 2) + "," +
                             node("d", "gone", 5) + "," + node("x", "", 1);
  for (const char* current : {R"("a")", R"("b")", R"("nowhere")", "null"}) {
    CHECK(said_of(broken, current) == all);
  }
  const std::string roots = node("a", "d", 9) + "," + node("b", "x", 2) + "," + node("d", "", 5) +
                            "," + node("x", "x", 1);
  CHECK(said_of(roots, R"("a")") == all);
}

TEST_CASE("chatgpt: what is nobody's words takes no prompt's place, thoughts that of an answer") {
  const auto node = [](const std::string& id, const std::string& parent, const std::string& role,
                       const std::string& more, const std::string& type = "text") {
    return ",\"" + id + R"(":{"id":")" + id + R"(","parent":")" + parent +
           R"(","message":{"author":{"role":")" + role + R"("},"content":{"content_type":")" +
           type + R"(","parts":["says )" + id + R"("]})" + more + "}}";
  };
  const auto said_of = [](const std::string& nodes) {
    const auto reading =
        try_text(R"([{"conversation_id":"c","create_time":1767261600,"mapping":{"r":{"id":"r"})" +
                 nodes + "}}]");
    REQUIRE(reading);
    return said(reading->conversations.at(0));
  };
  const std::string hidden = R"(,"metadata":{"is_visually_hidden_from_conversation":true})";
  const std::string start = node("a", "r", "user", "") + node("b", "a", "assistant", "");
  const std::string talk = start + node("c", "b", "user", "") + node("d", "c", "assistant", "");
  const std::string end = node("f", "e", "user", "") + node("g", "f", "assistant", "");
  const Lines all = {"U: says a", "A: says b", "U: says c", "A: says d", "U: says f", "A: says g"};
  CHECK(said_of(talk + node("e", "b", "system", hidden) + end) == all);
  CHECK(said_of(talk + node("e", "b", "user", hidden) + end) == all);
  CHECK(said_of(talk + node("e", "b", "tool", "") + end) == all);
  CHECK(said_of(start + node("t", "a", "assistant", "", "thoughts") +
                node("u", "t", "assistant", "")) == Lines{"U: says a", "A: says u"});
}

TEST_CASE("chatgpt: edited and regenerated turns beside the branch are counted") {
  const Reading reading = read_fixtures();
  CHECK(reading.report.left_out[pyramid::LeftOutReason::kBranch] == 2);
}

TEST_CASE("chatgpt: what is no export is refused by what it is") {
  using Catch::Matchers::Contains;
  CHECK_THAT(to_string(try_text(R"([{"uuid":"x","chat_messages":[]}])").error()),
             Contains("Claude"));
  CHECK(try_text(R"([{"x":1}])").error().kind == ErrorKind::kInvalid);
  CHECK(try_text("").error().kind == ErrorKind::kInvalid);
  CHECK(try_text("[]"));
}

TEST_CASE("chatgpt: an export is told from Claude's by what it holds") {
  using pyramid::ingest::detect_format;
  const auto files = pyramid::make_real_file_system();
  CHECK(*detect_format(*files, fixture("chatgpt")) == "chatgpt");
  CHECK(*detect_format(*files, fixture("chatgpt/conversations-001.json")) == "chatgpt");
  CHECK(*detect_format(*files, fixture("claude")) == "claude");
  MemoryFileSystem memory;
  memory.put("/c.json", R"([{"uuid":"x","name":"on \"mapping\"","chat_messages":[{"content":)"
                        R"([{"type":"tool_use","input":{"mapping":1}}]}]}])");
  CHECK(*detect_format(memory, "/c.json") == "claude");
}

TEST_CASE("chatgpt: without times the next that is known counts, else when it was changed") {
  const auto export_of = [](const std::string& of_conversation, const std::string& of_answer) {
    const auto message = [](const std::string& id, const std::string& parent,
                            const std::string& time) {
      return '"' + id + R"(":{"id":")" + id + R"(","parent":)" + parent + R"(,"message":{"id":")" +
             id + R"(","author":{"role":"user"},"create_time":)" + time +
             R"(,"content":{"content_type":"text","parts":["words"]}}})";
    };
    return R"([{"conversation_id":"c","current_node":"b",)" + of_conversation + R"("mapping":{)" +
           message("a", "null", "null") + "," + message("b", "\"a\"", of_answer) + "}}]";
  };
  const auto start_of = [&](const std::string& of_conversation, const std::string& of_answer) {
    const auto reading = try_text(export_of(of_conversation, of_answer));
    REQUIRE(reading);
    REQUIRE(reading->conversations.size() == 1);
    CHECK(reading->report.diagnostics.empty());
    return format_time(reading->conversations[0].start);
  };
  CHECK(start_of("", "1767261605.5") == "2026-01-01T10:00:05Z");
  CHECK(start_of(R"("create_time":null,"update_time":1767261600,)", "null") ==
        "2026-01-01T10:00:00Z");
}

}  // namespace chatgpt_test
