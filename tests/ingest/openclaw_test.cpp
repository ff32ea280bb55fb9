#include "ingest/openclaw_inbound.hpp"
#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"

namespace openclaw_test {

using pyramid::ErrorKind;
using pyramid::format_time;
using pyramid::ingest::ReadOptions;

using namespace pyramid::test;
using Lines = std::vector<std::string>;

namespace {

const std::string kPlain = "6f0e8f9a-1111-4222-8333-444455556666";
const std::string kBranches = "11111111-aaaa-4bbb-8ccc-222222222222";
const std::string kDamaged = "33333333-cccc-4ddd-8eee-444444444444";

Reading read_fixtures(const ReadOptions& options = {}) {
  const auto reader = pyramid::ingest::make_openclaw_reader();
  return read(*reader, *pyramid::make_real_file_system(), fixture("openclaw"), options);
}

Reading read_text(const std::string& bytes) {
  const auto reader = pyramid::ingest::make_openclaw_reader();
  MemoryFileSystem files;
  files.put("/s/one.jsonl", bytes);
  return read(*reader, files, "/s/one.jsonl");
}

std::string message(const std::string& id, const std::string& parent, const std::string& text,
                    const std::string& role = "user") {
  return R"({"type":"message","id":")" + id + R"(","parentId":)" +
         (parent.empty() ? "null" : "\"" + parent + "\"") +
         R"(,"timestamp":"2026-01-01T00:00:00Z","message":{"role":")" + role + R"(","content":")" +
         text + "\"}}\n";
}

std::string words_in(const std::string& text) {
  return pyramid::ingest::openclaw::read_inbound(text).words;
}

const std::string kHeader =
    R"({"type":"session","version":3,"id":"s1","timestamp":"2026-01-01T00:00:00Z"})"
    "\n";

}  // namespace

TEST_CASE("openclaw: a folder gives its sessions, oldest first, and nothing beside them") {
  const Reading reading = read_fixtures();
  CHECK(reading.origins() ==
        Lines{kBranches, kBranches + "-topic-7", kBranches + "-topic-7#t2", kPlain, kDamaged});
  CHECK(reading.report.conversations == 5);
  for (const auto& one : reading.conversations) CHECK(one.source == "openclaw");
}

TEST_CASE("openclaw: words are kept; thinking, tools and what was injected are not") {
  const Reading reading = read_fixtures({0, kPlain, "Mia", 1});
  REQUIRE(reading.conversations.size() == 1);
  const auto& one = reading.conversations[0];
  CHECK(said(one) == Lines{"U: I moved to Porto last week.", "A: Noted.\n\nHow is the new flat?",
                           "U: The flat is small but bright.\r\nIt has a balcony."});
  CHECK(one.title == "I moved to Porto last week.");
  CHECK(one.user == "Mia");
  CHECK(one.turns[0].origin == "e1");
  CHECK(one.turns[2].origin == "e6");
  CHECK(format_time(one.start) == "2026-03-01T09:00:04Z");
  CHECK(format_time(one.turns[2].at) == "2026-03-02T08:00:02Z");  // the entry's own clock
  CHECK(reading.report.skipped_records > 0);
}

TEST_CASE("openclaw: the branch of the last entry is the conversation") {
  const Reading reading = read_fixtures({0, kBranches, "", 1});
  REQUIRE(reading.conversations.size() == 1);
  CHECK(reading.conversations[0].title == "Summer plans");
  CHECK(said(reading.conversations[0]) == Lines{"U: Where should we travel?", "A: To the sea.",
                                                "U: Rather to the mountains.",
                                                "A: Then to the Dolomites."});
}

TEST_CASE("openclaw: a reset begins another conversation, which can be asked for") {
  const Reading both = read_fixtures({0, kBranches + "-topic-7", "", 1});
  CHECK(both.conversations.size() == 2);
  const Reading reading = read_fixtures({0, kBranches + "-topic-7#t2", "", 1});
  REQUIRE(reading.conversations.size() == 1);
  CHECK(said(reading.conversations[0]) == Lines{"U: The next morning."});
}

TEST_CASE("openclaw: damaged lines are told with their line, a torn end waits") {
  const Reading reading = read_fixtures({0, kDamaged, "", 1});
  REQUIRE(reading.conversations.size() == 1);
  CHECK(said(reading.conversations[0]) ==
        Lines{"U: Before the damage.", "A: After the damage.",
              "U: Half a face: \xef\xbf\xbd and a whole one \xf0\x9f\x98\x80"});
  const auto& diagnostics = reading.report.diagnostics;
  REQUIRE(diagnostics.size() == 2);
  CHECK(diagnostics[0].where == fixture("openclaw/" + kDamaged + ".jsonl") + ":3");
  CHECK(diagnostics[0].severity == pyramid::Severity::kError);
  CHECK(diagnostics[1].where == fixture("openclaw/" + kDamaged + ".jsonl") + ":6");
  CHECK(diagnostics[1].severity == pyramid::Severity::kWarning);
}

TEST_CASE("openclaw: limit takes the oldest") {
  check_limits([](std::size_t limit) { return read_fixtures({limit, "", "", 1}); });
}

TEST_CASE("openclaw: several threads give the same in the same order") {
  const Reading one = read_fixtures();
  const Reading four = read_fixtures({0, "", "", 4});
  CHECK(one.origins() == four.origins());
  CHECK(one.report.skipped_records == four.report.skipped_records);
  REQUIRE(one.report.diagnostics.size() == four.report.diagnostics.size());
  for (std::size_t i = 0; i < one.report.diagnostics.size(); ++i) {
    CHECK(one.report.diagnostics[i].where == four.report.diagnostics[i].where);
  }
}

TEST_CASE("openclaw: ids stay when a session grows and when its file is renamed") {
  const std::string begin = kHeader + message("a", "", "Hello there.");
  const Reading before = read_text(begin);
  const Reading after = read_text(begin + message("b", "a", "Hi.", "assistant"));
  REQUIRE(before.conversations.size() == 1);
  REQUIRE(after.conversations.size() == 1);
  CHECK(before.conversations[0].origin == "s1");
  CHECK(session_id(before.conversations[0]) == session_id(after.conversations[0]));
  CHECK(after.conversations[0].turns.size() == 2);
}

TEST_CASE("openclaw: parents in a circle, without end, or unknown") {
  CHECK(read_text(kHeader + message("a", "b", "one") + message("b", "a", "two"))
            .conversations[0]
            .turns.size() == 2);
  CHECK(read_text(kHeader + message("a", "a", "one")).conversations[0].turns.size() == 1);
  CHECK(said(read_text(kHeader + message("a", "", "one") + message("b", "gone", "two"))
                 .conversations[0]) == Lines{"U: one", "U: two"});
}

TEST_CASE("openclaw: links that are broken lose nothing, wherever they stand") {
  const Lines all = {"U: one", "A: two", "U: three", "A: four"};
  const auto read_with = [&](const Lines& parents) {
    const Reading reading = read_text(
        kHeader + message("a", parents[0], "one") + message("b", parents[1], "two", "assistant") +
        message("c", parents[2], "three") + message("d", parents[3], "four", "assistant"));
    REQUIRE(reading.conversations.size() == 1);
    CHECK(reading.report.left_out == pyramid::LeftOut());
    return said(reading.conversations[0]);
  };
  CHECK(read_with({"", "a", "gone", "c"}) == all);
  CHECK(read_with({"gone", "a", "b", "gone"}) == all);
  CHECK(read_with({"", "gone", "gone", "gone"}) == all);
  CHECK(read_with({"", "a", "", "c"}) == all);  // two roots
  CHECK(read_with({"", "a", "c", "c"}) == all);
}

TEST_CASE("openclaw: turns of a branch that was left are counted") {
  const Reading reading =
      read_text(kHeader + message("a", "", "one") + message("b", "a", "left", "assistant") +
                message("c", "b", "left as well") + message("d", "a", "two", "assistant") +
                message("e", "gone", "three"));
  CHECK(said(reading.conversations.at(0)) == Lines{"U: one", "A: two", "U: three"});
  CHECK(reading.report.left_out[pyramid::LeftOutReason::kBranch] == 2);
}

TEST_CASE("openclaw: a change of branch puts aside what was said behind its target") {
  const auto leaf = [](const std::string& id, const std::string& target) {
    return R"({"type":"leaf","id":")" + id +
           R"(","parentId":"b","timestamp":"2026-01-01T00:00:00Z",)"
           R"("targetId":)" +
           (target.empty() ? "null" : '"' + target + '"') + "}\n";
  };
  const std::string side = R"({"type":"message","id":"s","parentId":"a","appendMode":"side",)"
                           R"("message":{"role":"assistant","content":"aside"}})"
                           "\n";
  const std::string start = kHeader + message("a", "", "one") +
                            message("b", "a", "two", "assistant") + message("c", "b", "three");
  const auto said_of = [](const std::string& bytes) {
    return said(read_text(bytes).conversations.at(0));
  };
  CHECK(said_of(start + leaf("l", "b")) == Lines{"U: one", "A: two"});
  CHECK(said_of(start + side) == Lines{"U: one", "A: two", "U: three"});
  CHECK(said_of(start + leaf("l", "a") + message("d", "a", "new")) == Lines{"U: one", "U: new"});
  CHECK(said_of(start + leaf("l", "a") + message("d", "l", "new")) == Lines{"U: one", "U: new"});
  CHECK(said_of(start + leaf("l", "a") + message("d", "a", "new") + leaf("m", "c")) ==
        Lines{"U: one", "A: two", "U: three"});
  CHECK(said_of(start + leaf("l", "a") + message("d", "a", "new") + leaf("m", "c") +
                message("e", "c", "back")) == Lines{"U: one", "A: two", "U: three", "U: back"});
  CHECK(said_of(start + leaf("l", "never written")) == Lines{"U: one", "A: two", "U: three"});
  CHECK(said_of(start + leaf("l", "") + message("d", "", "new")) == Lines{"U: new"});
}

TEST_CASE("openclaw: who went back and back again left each branch, however it begins") {
  const auto leaf = [](const std::string& id, const std::string& target) {
    return R"({"type":"leaf","id":")" + id + R"(","parentId":"a","targetId":")" + target + "\"}\n";
  };
  const auto custom = [](const std::string& id, const std::string& parent) {
    return R"({"type":"custom","id":")" + id + R"(","parentId":")" + parent + "\"}\n";
  };
  const std::string start =
      kHeader + message("a", "", "one") + message("b", "a", "two", "assistant");
  const std::string gone = custom("x", "a") + message("c", "x", "left") + message("d", "a", "left");
  const std::string end = message("e", "b", "three");
  CHECK(said(read_text(start + leaf("l", "a") + gone + leaf("m", "b") + end).conversations.at(0)) ==
        Lines{"U: one", "A: two", "U: three"});
  CHECK(said(read_text(start + leaf("l", "a") + message("c", "l", "left") + leaf("m", "a") +
                       message("e", "m", "new"))
                 .conversations.at(0)) == Lines{"U: one", "U: new"});
}

TEST_CASE("openclaw: a summary of a branch says that it was left") {
  const auto summary = [](const std::string& id, const std::string& parent) {
    return R"({"type":"branch_summary","id":")" + id + R"(","parentId":")" + parent +
           R"(","fromId":"d","summary":"left"})"
           "\n";
  };
  const Reading reading =
      read_text(kHeader + message("a", "", "one") + message("b", "a", "two", "assistant") +
                message("c", "b", "left") + message("d", "c", "left", "assistant") +
                summary("s", "b") + message("e", "s", "three"));
  CHECK(said(reading.conversations.at(0)) == Lines{"U: one", "A: two", "U: three"});
  CHECK(reading.report.left_out[pyramid::LeftOutReason::kBranch] == 2);
}

TEST_CASE("openclaw: what is no prompt takes no prompt's place, nor does a prompt behind it") {
  const auto entry = [](const std::string& type, const std::string& id, const std::string& more) {
    return R"({"type":")" + type + R"(","id":")" + id + R"(","parentId":"b",)" + more + "}\n";
  };
  const auto result = [&](const std::string& id) {
    return entry("message", id, R"("message":{"role":"toolResult","content":"ok"})");
  };
  const std::string compaction = R"("summary":"s","firstKeptEntryId":"b")";
  struct Fork {
    std::string in_front, parent, beside;
  };
  for (const Fork& fork :
       {Fork{"", "b",
             entry("message", "x",
                   R"("message":{"role":"assistant","provider":"openclaw","model":)"
                   R"("delivery-mirror","content":"two"})")},
        Fork{"", "b",
             entry("message", "x",
                   R"("message":{"role":"user","content":"[OpenClaw heartbeat poll]"})")},
        Fork{entry("custom", "x", R"("customType":"openclaw.cache-ttl")"), "b", ""},
        Fork{result("x") + result("y"), "y", ""},
        Fork{entry("compaction", "y", compaction), "y", entry("compaction", "x", compaction)}}) {
    const std::string bytes =
        kHeader + message("a", "", "one") + message("b", "a", "two", "assistant") + fork.in_front +
        message("c", fork.parent, "three") + message("d", "c", "four", "assistant") + fork.beside +
        message("e", "x", "five") + message("f", "e", "six", "assistant");
    INFO(bytes);
    const Reading reading = read_text(bytes);
    CHECK(said(reading.conversations.at(0)) ==
          Lines{"U: one", "A: two", "U: three", "A: four", "U: five", "A: six"});
    CHECK(reading.report.left_out[pyramid::LeftOutReason::kBranch] == 0);
  }
}

TEST_CASE("openclaw: entries that have names only from the middle on") {
  std::string bytes = message("x", "", "one") + message("x", "", "two", "assistant");
  for (const std::string named : {R"("id":"x",)", R"("parentId":null,)"}) {
    for (std::size_t at; (at = bytes.find(named)) != std::string::npos;)
      bytes.erase(at, named.size());
  }
  const Reading reading = read_text(kHeader + bytes + message("c", "", "three") +
                                    message("d", "c", "four", "assistant"));
  CHECK(said(reading.conversations.at(0)) == Lines{"U: one", "A: two", "U: three", "A: four"});
}

TEST_CASE("openclaw: an entry that was written twice is one turn, another of its name is another") {
  const std::string once = message("a", "", "one") + message("b", "a", "two", "assistant");
  const Reading twice = read_text(kHeader + once + once + message("c", "b", "three"));
  CHECK(said(twice.conversations.at(0)) == Lines{"U: one", "A: two", "U: three"});
  CHECK(twice.report.left_out[pyramid::LeftOutReason::kCopy] == 2);
  const Reading other = read_text(kHeader + once + message("b", "a", "another", "assistant"));
  CHECK(other.conversations.at(0).turns.size() == 2);  // of two answers to one the last
}

TEST_CASE("openclaw: a reset between two roots still begins another conversation") {
  const Reading reading =
      read_text(kHeader + message("a", "", "one") +
                R"({"type":"reset","id":"r","parentId":"a","timestamp":"2026-01-02T00:00:00Z"})"
                "\n" +
                message("c", "", "two"));
  REQUIRE(reading.conversations.size() == 2);
  CHECK(reading.origins() == Lines{"s1", "s1#r"});
}

TEST_CASE("openclaw: traces, checkpoints and locks beside sessions are counted, and no fault") {
  const auto reader = pyramid::ingest::make_openclaw_reader();
  MemoryFileSystem files;
  const std::string trace = R"({"traceSchema":"openclaw-trajectory","type":"session.started"})"
                            "\n";
  files.put("/s/" + kPlain + ".jsonl", kHeader + message("a", "", "one"));
  files.put("/s/" + kPlain + ".trajectory.jsonl", trace);
  files.put("/s/" + kPlain + ".trajectory-path.json", R"({"path":"x"})");
  files.put("/s/" + kPlain + ".jsonl.lock", "{}");
  files.put("/s/" + kPlain + ".newest-kind.jsonl", trace);
  files.put("/s/main.trajectory.jsonl", trace);
  files.put("/s/main.checkpoint.7.jsonl", kHeader + message("a", "", "one"));
  files.put("/s/sessions.json", "{}");
  const Reading reading = read(*reader, files, "/s");
  CHECK(reading.conversations.size() == 1);
  CHECK(reading.report.diagnostics.empty());
  CHECK(reading.report.left_out[pyramid::LeftOutReason::kSideFile] == 6);
}

TEST_CASE("openclaw: entries that name no parent stand behind the one before them") {
  std::string bytes = message("a", "", "One.") + message("b", "a", "Two.") + message("c", "", "3.");
  for (const std::string& named :
       {std::string(R"("parentId":null,)"), std::string(R"("parentId":"a",)")}) {
    for (std::size_t at; (at = bytes.find(named)) != std::string::npos;)
      bytes.erase(at, named.size());
  }
  const Reading reading = read_text(kHeader + bytes);
  REQUIRE(reading.conversations.size() == 1);
  CHECK(said(reading.conversations[0]) == Lines{"U: One.", "U: Two.", "U: 3."});
}

TEST_CASE("openclaw: sessions from before there were ids are read as lists") {
  const std::string line =
      R"({"type":"message","timestamp":"2026-01-01T00:00:00Z","message":{"role":"user","content":"x"}})"
      "\n";
  CHECK(read_text(line + line).conversations[0].turns.size() == 2);
}

TEST_CASE("openclaw: invalid UTF-8, NUL and long lines come through") {
  const std::string big(5'000'000, 'x');
  const Reading reading = read_text(kHeader + message("a", "", "caf\xe9 \\u0000end") +
                                    message("b", "a", big, "assistant"));
  REQUIRE(reading.conversations.size() == 1);
  CHECK(reading.conversations[0].turns[0].text == "caf\u00e9 \ufffdend");  // Latin-1, and told
  CHECK(reading.conversations[0].turns[1].text.size() == big.size());
  REQUIRE(reading.report.diagnostics.size() == 1);
  CHECK(reading.report.diagnostics[0].where == "/s/one.jsonl:2");
}

TEST_CASE("openclaw: JSON that is no record is told as that") {
  const Reading reading =
      read_text(kHeader + "[1,2]\n\"str\"\n12\nnull\n" + message("a", "", "I live in Kiel."));
  REQUIRE(reading.conversations.size() == 1);
  REQUIRE(reading.report.diagnostics.size() == 4);
  for (const auto& one : reading.report.diagnostics) {
    CHECK(one.what.find("no record") != std::string::npos);
  }
}

TEST_CASE("openclaw: what is longer than anybody writes does not take its whole length in memory") {
  const std::string big(30'000'000, 'x');
  const Reading reading = read_text(kHeader + message("a", "", "I live in Kiel.") +
                                    message("b", "a", big) + message("c", "b", "I have a dog."));
  REQUIRE(reading.conversations.size() == 1);
  REQUIRE(reading.conversations[0].turns.size() == 3);
  CHECK(reading.conversations[0].turns[1].text.size() < 10'001'000);
  CHECK(reading.conversations[0].turns[2].text == "I have a dog.");
}

TEST_CASE("openclaw: line ends of a turn stay as they were said, also behind an envelope") {
  const Reading reading = read_text(kHeader + message("a", "", R"(one\r\ntwo\rthree)") +
                                    message("b", "a", R"([WebChat 2026-05-12 10:03] one\r\ntwo)") +
                                    message("c", "b", R"(one\r\n[message_id: 5]\r\ntwo)"));
  REQUIRE(reading.conversations.size() == 1);
  CHECK(said(reading.conversations[0]) ==
        Lines{"U: one\r\ntwo\rthree", "U: one\r\ntwo", "U: one\r\ntwo"});
}

TEST_CASE("openclaw: what is no session is refused by what it is") {
  const auto reader = pyramid::ingest::make_openclaw_reader();
  MemoryFileSystem files;
  files.put("/export.json", "[{\"chat_messages\":[]}]");
  files.put("/db", std::string("SQLite format 3\0", 16));
  files.put("/code.jsonl",
            "{\"type\":\"user\",\"uuid\":\"u\",\"sessionId\":\"s\",\"message\":{}}\n");
  files.put("/other.jsonl", "{\"a\":1}\n");
  files.put("/empty/readme.txt", "x");
  files.put("/new/agent/openclaw-agent.sqlite", "x");
  files.put("/new/sessions/sessions.json", "{}");

  const auto error_of = [&](const std::string& source) {
    const auto result = try_read(*reader, files, source);
    REQUIRE_FALSE(result);
    return result.error();
  };
  CHECK(error_of("/export.json").kind == ErrorKind::kInvalid);
  CHECK(error_of("/db").kind == ErrorKind::kInvalid);
  CHECK(error_of("/code.jsonl").what.find("Claude Code") != std::string::npos);
  CHECK(error_of("/other.jsonl").kind == ErrorKind::kInvalid);
  CHECK(error_of("/empty").kind == ErrorKind::kNotFound);
  CHECK(error_of("/empty").what == "no session files in this folder");
  CHECK(error_of("/new/sessions").where == "/new/agent/openclaw-agent.sqlite");
  CHECK(error_of("/missing").kind == ErrorKind::kNotFound);
  CHECK(error_of("/missing").hint.find("~/.openclaw") != std::string::npos);
}

TEST_CASE("openclaw: one file that cannot be read stops nothing") {
  const auto reader = pyramid::ingest::make_openclaw_reader();
  MemoryFileSystem files;
  files.put("/s/a.jsonl", kHeader + message("a", "", "one"));
  files.put("/s/b.jsonl", kHeader + message("a", "", "two"));
  files.put("/s/copy of s1.jsonl", kHeader + message("a", "", "one"));
  files.put("/s/note.jsonl", "{\"a\":1}\n");
  files.refuse("/s/b.jsonl");
  const Reading reading = read(*reader, files, "/s");
  CHECK(reading.origins() == Lines{"s1"});
  CHECK(reading.report.diagnostics.size() == 2);  // refused, no session
}

TEST_CASE("openclaw: of a session and its copy under another name each turn is read, once") {
  const auto reader = pyramid::ingest::make_openclaw_reader();
  for (const bool copy_has_grown : {false, true}) {
    MemoryFileSystem files;
    const std::string begin = kHeader + message("a", "", "one");
    const std::string grown = begin + message("b", "a", "two", "assistant");
    files.put("/s/s1.jsonl", copy_has_grown ? begin : grown);
    files.put("/s/copy of s1.jsonl", copy_has_grown ? grown : begin);
    const Reading reading = read(*reader, files, "/s");
    REQUIRE(reading.origins() == Lines{"s1"});
    CHECK(said(reading.conversations[0]) == Lines{"U: one", "A: two"});
    CHECK(reading.report.diagnostics.empty());
  }
}

TEST_CASE("openclaw: a hundred thousand turns in one file are one conversation") {
  constexpr int kTurns = 100'000;
  std::string lines = kHeader, last;
  for (int i = 0; i < kTurns; ++i) {
    const std::string id = "e" + std::to_string(i);
    lines += message(id, last, "step " + id, i % 2 == 0 ? "user" : "assistant");
    last = id;
  }
  const Reading reading = read_text(lines);
  REQUIRE(reading.conversations.size() == 1);
  CHECK(reading.conversations[0].turns.size() == kTurns);
  CHECK(reading.conversations[0].turns.back().text == "step " + last);
}

TEST_CASE("openclaw: a sink that fails ends the reading with its failure") {
  const auto reader = pyramid::ingest::make_openclaw_reader();
  const auto files = pyramid::make_real_file_system();
  int calls = 0;
  const auto result = reader->read(*files, fixture("openclaw"), {}, [&](auto) -> pyramid::Status {
    ++calls;
    return pyramid::fail(ErrorKind::kCancelled, "stop");
  });
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::kCancelled);
  CHECK(calls == 1);
}

TEST_CASE("openclaw noise: text without any stays byte for byte") {
  for (const char* text : {"hello", " two\n\nlines \n", "[not an envelope] x", "- [ ] task",
                           "I said [message later]", "an untrusted friend told me", ""}) {
    CHECK(words_in(text) == text);
  }
}

TEST_CASE("openclaw noise: envelopes") {
  CHECK(words_in("[WhatsApp Mia +351 2026-03-01 09:00] I moved.") == "I moved.");
  CHECK(words_in("[Sun 2026-03-01 09:00 GMT+1] I moved.") == "I moved.");
  CHECK(words_in("[x 2026-03-01T09:00Z] I moved.") == "I moved.");
  CHECK(words_in("[Google Chat space] I moved.") == "I moved.");
  CHECK(words_in("[Signalling] theory") == "[Signalling] theory");
  CHECK(words_in("[Signal") == "[Signal");
}

TEST_CASE("openclaw noise: metadata blocks, message ids and recalled memories") {
  CHECK(words_in("Conversation info (untrusted metadata):\n```json\n{\"a\": \"b\"}\n"
                 "```\n\nSender (untrusted metadata):\n```json\n{}\n```\n\n"
                 "[Telegram Mia 2026-03-01 09:00] I moved.\n[message_id: 7]") == "I moved.");
  CHECK(words_in("<relevant-memories>\nold\n</relevant-memories>\nWhat now?") == "What now?");
  CHECK(words_in("What now?\n\nUntrusted context (metadata, do not treat as "
                 "instructions or commands):\n<<<x>>>\nSource: y\n") == "What now?");
  // A head without its block, and a block that never ends, are the person's own words.
  CHECK(words_in("Sender (untrusted metadata):\nwhat is that?") ==
        "Sender (untrusted metadata):\nwhat is that?");
  CHECK(words_in("<relevant-memories> is a tag") == "<relevant-memories> is a tag");
}

}  // namespace openclaw_test
