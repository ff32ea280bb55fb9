#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"
#include "tests/support/temp_directory.hpp"

#include <fstream>
#include <optional>

namespace codex_test {

using pyramid::ErrorKind;
using pyramid::format_time;
using pyramid::ingest::ReadOptions;
using namespace pyramid::test;
using Lines = std::vector<std::string>;

namespace {

const std::string kFirst = "01980000-aaaa-7000-8000-000000000001";
const std::string kFork = "01980000-bbbb-7000-8000-000000000002";
const std::string kPacked = "01980000-dddd-7000-8000-000000000004";
const std::string kOld = "01980000-eeee-7000-8000-000000000005";
const std::string kFolder = "/sessions/2026/07/01/";

Reading read_fixtures(const std::string& below = "/sessions", const ReadOptions& options = {}) {
  return read_fixture(*pyramid::ingest::make_codex_reader(), "codex" + below, options);
}

pyramid::Result<Reading> try_text(const std::string& bytes) {
  return try_bytes(*pyramid::ingest::make_codex_reader(), "/rollout-x.jsonl", bytes);
}

}  // namespace

TEST_CASE("codex: sessions by date, archived ones and packed ones, no sub-agents; twice the same") {
  const Lines all = {kOld, kFirst, kFork, kPacked};
  CHECK(read_fixtures().origins() == all);
  CHECK(read_fixtures().origins() == all);
  CHECK(read_fixtures("", {0, "", "", 4}).origins() == all);
  CHECK(read_fixtures("/sessions/2026").origins() == Lines{kFirst, kFork, kPacked});
  CHECK(read_fixtures("/sessions", {0, kFirst, "", 1}).origins() == Lines{kFirst});
}

TEST_CASE("codex: a record that nobody knows in front of the first changes no session's id") {
  const std::string whole =
      R"({"timestamp":"2026-07-01T10:00:00Z","type":"session_meta","payload":{"id":"c1"}})"
      "\n"
      R"({"timestamp":"2026-07-01T10:00:05Z","type":"response_item","payload":{"type":"message",)"
      R"("role":"user","content":[{"type":"input_text","text":"I live in Porto."}]}})"
      "\n";
  const auto plain = try_text(whole);
  const auto headed =
      try_text(R"({"timestamp":"2026-07-01T09:59:00Z","type":"weather","payload":{}})"
               "\n" +
               whole);
  REQUIRE(plain);
  REQUIRE(headed);
  CHECK(headed->origins() == plain->origins());
  CHECK(headed->conversations.at(0).start == plain->conversations.at(0).start);
}

TEST_CASE("codex: a zone that only the environment tells says the day, too") {
  const auto item = [](const std::string& text) {
    return R"({"timestamp":"2026-03-01T06:02:00Z","type":"response_item","payload":{"type":)"
           R"("message","role":"user","content":[{"type":"input_text","text":")" +
           text + "\"}]}}\n";
  };
  const auto reader = pyramid::ingest::make_codex_reader();
  const pyramid::test::TempDirectory folder;
  const std::string path = folder / "rollout-x.jsonl";
  const auto offset_in = [&](const std::string& zone) {
    std::ofstream(path, std::ios::binary)
        << item("<environment_context>\\n  <cwd>/w</cwd>\\n  <timezone>" + zone +
                "</timezone>\\n</environment_context>")
        << item("I sold my piano today.");
    const Reading reading = read(*reader, *pyramid::make_real_file_system(), path);
    return reading.conversations.at(0).turns.at(0).offset;
  };
  CHECK(offset_in("America/Los_Angeles") == -8 * 3600);
  CHECK(offset_in("") == std::nullopt);
  CHECK(offset_in("Nowhere/Land") == std::nullopt);
}

TEST_CASE("codex: what was said once, without what Codex adds") {
  const auto one = read_fixtures("/sessions", {0, kFirst, "", 1}).conversations.at(0);
  CHECK(one.source == "codex");
  CHECK(one.title == "The heron database");
  CHECK(said(one) == Lines{"U: My database is called heron.", "A: Noted: heron.",
                           "U: What is <b> for?", "A: Bold."});
  // A line without a time was written when the one before it was.
  CHECK(format_time(one.turns[1].at) == "2026-07-01T09:00:03Z");
}

TEST_CASE("codex: a fork keeps what it adds, and alone all that it holds") {
  const Reading reading = read_fixtures();
  const auto& fork = reading.conversations.at(2);
  CHECK(said(fork) == Lines{"U: And my cache is called stork.", "A: Noted: stork."});
  const std::string path = kFolder + "rollout-2026-07-01T12-00-00-" + kFork + ".jsonl";
  const Reading alone = read_fixtures(path);
  REQUIRE(alone.conversations.size() == 1);
  CHECK(alone.conversations[0].turns.size() == 4);
  CHECK(session_id(alone.conversations[0]) == session_id(fork));
  REQUIRE(alone.report.diagnostics.size() == 1);  // its last line is being written
  CHECK(alone.report.diagnostics[0].severity == pyramid::Severity::kWarning);
}

TEST_CASE("codex: events are read where nothing else is there") {
  const std::string path = kFolder + "rollout-2026-07-01T13-00-00-" + kPacked + ".jsonl.zst";
  CHECK(said(read_fixtures(path).conversations.at(0)) ==
        Lines{"U: Only events here.", "A: So it is."});
}

TEST_CASE("codex: turns that were rolled back are left out and counted, the others stay") {
  const auto row = [](const std::string& type, const std::string& payload) {
    return R"({"timestamp":"2026-07-01T10:00:00Z","type":")" + type + R"(","payload":)" + payload +
           "}\n";
  };
  const auto event = [&](const std::string& rest) {
    return row("event_msg", R"({"type":")" + rest + "}");
  };
  const auto item = [&](const std::string& role, const std::string& text) {
    return row("response_item", R"({"type":"message","role":")" + role +
                                    R"(","content":[{"type":"input_text","text":")" + text +
                                    R"("}]})");
  };
  const auto rolled_back = [&](const std::string& turns) {
    return event(R"(thread_rolled_back","num_turns":)" + turns);
  };
  const auto said_of = [](const std::string& bytes, std::size_t undone) {
    const auto reading = try_text(bytes);
    REQUIRE(reading);
    CHECK(reading->report.left_out[pyramid::LeftOutReason::kUndone] == undone);
    return reading->conversations.empty() ? Lines{} : said(reading->conversations[0]);
  };
  const std::string begun = event(R"(task_started")");
  const std::string meta = row("session_meta", R"({"id":"c1"})") +
                           item("user", "<environment_context>x</environment_context>");
  const auto turn = [&](const std::string& words) {
    return begun + item("user", words) + item("assistant", "ok " + words);
  };
  const Lines one = {"U: one", "A: ok one"};
  CHECK(said_of(meta + turn("one") + turn("two") + rolled_back("1"), 2) == one);
  CHECK(said_of(meta + turn("one") + turn("two") + turn("3") + rolled_back("2"), 4) == one);
  CHECK(said_of(meta + turn("one") + turn("two") + rolled_back("1") + turn("3") + rolled_back("1"),
                4) == one);
  CHECK(said_of(meta + turn("two") + rolled_back("1") + turn("one"), 2) == one);
  CHECK(said_of(meta + turn("one") + rolled_back("9"), 2).empty());
  CHECK(said_of(meta + turn("one") + rolled_back("0") + rolled_back("\"x\""), 0) == one);
  // What the person added while Codex was at work belongs to the turn.
  CHECK(said_of(meta + turn("one") + turn("two") + item("user", "more") + rolled_back("1"), 3) ==
        one);
  // Without a word of when a turn begins each message of the person is one.
  CHECK(said_of(item("user", "one") + item("assistant", "ok one") + item("user", "two") +
                    item("user", "more") + rolled_back("2"),
                2) == one);
  CHECK(said_of(event(R"(user_message","message":"one")") +
                    event(R"(agent_message","message":"ok one")") +
                    event(R"(user_message","message":"two")") + rolled_back("1"),
                1) == one);
}

TEST_CASE("codex: lines of the first version") {
  CHECK(said(read_fixtures("/sessions", {0, kOld, "", 1}).conversations.at(0)) ==
        Lines{"U: The first version wrote this.", "A: It did."});
}

TEST_CASE("codex: a packed session that is cut off keeps what came before") {
  const auto disk = pyramid::make_real_file_system();
  const std::string bytes = *disk->read(
      fixture("codex" + kFolder + "rollout-2026-07-01T13-00-00-" + kPacked + ".jsonl.zst"));
  const auto reader = pyramid::ingest::make_codex_reader();
  MemoryFileSystem files;
  files.put("/s/rollout-a.jsonl.zst", bytes + bytes.substr(0, bytes.size() / 2));
  const Reading reading = read(*reader, files, "/s");
  CHECK(reading.origins() == Lines{kPacked});
  REQUIRE(reading.report.diagnostics.size() == 1);
  CHECK(reading.report.diagnostics[0].where == "/s/rollout-a.jsonl.zst");
}

TEST_CASE("codex: what is no rollout is refused, a damaged line is told") {
  CHECK(try_text("no JSON\n").error().kind == ErrorKind::kInvalid);
  CHECK(try_text("[]").error().kind == ErrorKind::kInvalid);
  CHECK(try_text("{\"type\":\n{\"x\":1}\n").error().kind == ErrorKind::kInvalid);
  const auto reading = try_text(
      "{\"timestamp\":\"2026-01-01T00:00:00Z\",\"type\":\"response_item\",\"payload\":"
      "{\"type\":\"message\",\"id\":\"m\",\"role\":\"user\","
      "\"content\":\"hi\"}}\n{\"type\n");
  REQUIRE(reading);
  CHECK(reading->origins() == Lines{"rollout-x"});  // without a first line the file's name
  REQUIRE(reading->report.diagnostics.size() == 1);
  CHECK(reading->report.diagnostics[0].where == "/rollout-x.jsonl:2");
}

TEST_CASE("codex: its files are told from others by what they hold") {
  const auto files = pyramid::make_real_file_system();
  using pyramid::ingest::detect_format;
  CHECK(*detect_format(*files, fixture("codex")) == "codex");
  CHECK(*detect_format(*files, fixture("codex/sessions")) == "codex");
  const std::string name = "codex" + kFolder + "rollout-2026-07-01T1";
  CHECK(*detect_format(*files, fixture(name + "1-00-00-" + kFirst + ".jsonl")) == "codex");
  CHECK(*detect_format(*files, fixture(name + "3-00-00-" + kPacked + ".jsonl.zst")) == "codex");
}

}  // namespace codex_test
