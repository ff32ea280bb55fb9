#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"

namespace claude_code_test {

using pyramid::ErrorKind;
using pyramid::format_time;
using pyramid::ingest::ReadOptions;
using namespace pyramid::test;
using Lines = std::vector<std::string>;

namespace {

const std::string kFirst = "11111111-2222-4333-8444-555555555555";
const std::string kResumed = "22222222-2222-4333-8444-555555555555";
const std::string kForked = "33333333-2222-4333-8444-555555555555";

Reading read_fixtures(const std::string& below = "", const ReadOptions& options = {}) {
  return read_fixture(*pyramid::ingest::make_claude_code_reader(), "claude-code" + below, options);
}

pyramid::Result<Reading> try_text(const std::string& bytes) {
  return try_bytes(*pyramid::ingest::make_claude_code_reader(), "/s.jsonl", bytes);
}

std::string line(const std::string& type, const std::string& id, const std::string& parent,
                 const std::string& text, const std::string& more = "") {
  return R"({"type":")" + type + R"(","uuid":")" + id + R"(","parentUuid":)" +
         (parent.empty() ? "null" : '"' + parent + '"') +
         R"(,"sessionId":"s","timestamp":"2026-01-01T00:00:00Z",)" + more +
         R"("message":{"role":")" + type + R"(","content":")" + text + "\"}}\n";
}

}  // namespace

TEST_CASE("claude code: the active branch of a session, without what Claude Code adds") {
  const Reading reading = read_fixtures("/-home-mia-app", {1, "", "", 1});
  REQUIRE(reading.conversations.size() == 1);
  const auto& one = reading.conversations[0];
  CHECK(one.source == "claude-code");
  CHECK(one.origin == kFirst);
  CHECK(one.title == "Tabs in the app");
  CHECK(said(one) == Lines{"U: Use tabs here.", "A: Will do.\n\nBoth files.", "A: Done: tabs.",
                           "U: Compact this, please.", "U: And my editor is Helix.",
                           "U: Where is <config> read?", "A: In main.cpp."});
  CHECK(one.turns[0].origin == "u1");
  CHECK(format_time(one.start) == "2026-07-01T08:00:00Z");
  // A line without a time was said when the one before it was.
  CHECK(format_time(one.turns[2].at) == "2026-07-01T08:00:04Z");
  CHECK(reading.report.diagnostics.empty());
  CHECK(reading.report.skipped_records > 0);
}

TEST_CASE("claude code: projects, one project and one file; twice the same") {
  const Lines all = {kFirst, kResumed, kForked};
  CHECK(read_fixtures().origins() == all);
  CHECK(read_fixtures().origins() == all);
  CHECK(read_fixtures("", {0, "", "", 3}).origins() == all);
  CHECK(read_fixtures("/-home-mia-app").origins() == all);
  CHECK(read_fixtures("/-home-mia-app/" + kForked + ".jsonl").origins() == Lines{kForked});
  CHECK(read_fixtures("", {0, kResumed, "", 1}).origins() == Lines{kResumed});
}

TEST_CASE("claude code: what a resumed or forked session repeats is taken once") {
  const Reading reading = read_fixtures();
  REQUIRE(reading.conversations.size() == 3);
  const auto& resumed = reading.conversations[1];
  CHECK(said(resumed) == Lines{"U: Good morning, I am back.", "A: Welcome back."});
  CHECK(resumed.title == "Back again");
  CHECK(format_time(resumed.start) == "2026-07-01T08:02:10Z");
  CHECK(said(reading.conversations[2]) == Lines{"U: /goal was the other way"});

  // Alone it is whole, and still the same conversation.
  const auto alone = read_fixtures("/-home-mia-app/" + kResumed + ".jsonl").conversations.at(0);
  CHECK(alone.turns.size() == 4);
  CHECK(session_id(alone) == session_id(resumed));
}

TEST_CASE("claude code: a last line that is being written waits for its rest") {
  const Reading reading = read_fixtures("/-home-mia-app/" + kResumed + ".jsonl");
  REQUIRE(reading.report.diagnostics.size() == 1);
  CHECK(reading.report.diagnostics[0].severity == pyramid::Severity::kWarning);
  CHECK_THAT(reading.report.diagnostics[0].where, Catch::Matchers::EndsWith(".jsonl:7"));

  const std::string first = line("user", "a", "", "one");
  const std::string second = line("assistant", "b", "a", "two");
  CHECK(said(try_text(first + second.substr(0, 30))->conversations.at(0)) == Lines{"U: one"});
  CHECK(said(try_text(first + second)->conversations.at(0)) == Lines{"U: one", "A: two"});
}

TEST_CASE("claude code: a damaged line is told and what stands around it is read") {
  const auto reading = try_text(line("user", "a", "", "one") + "{\"type\":\"assistant\",\n" +
                                line("user", "c", "b", "three"));
  REQUIRE(reading);
  CHECK(said(reading->conversations.at(0)) == Lines{"U: one", "U: three"});
  REQUIRE(reading->report.diagnostics.size() == 1);
  CHECK(reading->report.diagnostics[0].where == "/s.jsonl:2");
}

TEST_CASE("claude code: what was said between compactions stays, wherever they say they stand") {
  const auto boundary = [](const std::string& id, const std::string& before) {
    return R"({"type":"system","subtype":"compact_boundary","uuid":")" + id +
           R"(","parentUuid":null,"logicalParentUuid":")" + before +
           R"(","sessionId":"s","timestamp":"2026-01-01T00:00:00Z"})"
           "\n";
  };
  const auto said_of = [&](const std::string& second, const std::string& third) {
    const auto reading = try_text(
        line("user", "a", "", "one") + line("assistant", "b", "a", "two") +
        line("user", "c", "b", "three") + line("assistant", "d", "c", "four") + boundary("x", "d") +
        line("user", "e", "x", "five") + line("assistant", "f", "e", "six") +
        boundary("y", second) + line("user", "g", "y", "seven") + boundary("z", third) +
        line("user", "h", "z", "eight"));
    REQUIRE(reading);
    CHECK(reading->report.left_out == pyramid::LeftOut());
    return said(reading->conversations.at(0));
  };
  const Lines all = {"U: one",  "A: two", "U: three", "A: four",
                     "U: five", "A: six", "U: seven", "U: eight"};
  for (const char* second : {"a", "b", "c", "d", "f", "gone"}) {
    for (const char* third : {"a", "b", "d", "e", "f", "g", "gone"}) {
      CHECK(said_of(second, third) == all);
    }
  }
}

TEST_CASE("claude code: messages without an id stay in their places") {
  const auto without_id = [](const std::string& type, const std::string& text) {
    return R"({"type":")" + type +
           R"(","parentUuid":"b","sessionId":"s","timestamp":"2026-01-01T00:00:00Z",)" +
           R"("message":{"role":")" + type + R"(","content":")" + text + "\"}}\n";
  };
  const auto mixed = try_text(line("user", "a", "", "one") + line("assistant", "b", "a", "two") +
                              without_id("user", "three") + line("user", "c", "b", "four"));
  REQUIRE(mixed);
  CHECK(said(mixed->conversations.at(0)) == Lines{"U: one", "A: two", "U: three", "U: four"});
  CHECK(mixed->report.skipped_records == 0);
  const auto none = try_text(without_id("user", "one") + without_id("assistant", "two"));
  REQUIRE(none);
  CHECK(said(none->conversations.at(0)) == Lines{"U: one", "A: two"});
}

TEST_CASE("claude code: going back takes prompts away, lines of hooks and tools do not") {
  const std::string result = R"({"type":"user","uuid":"r","parentUuid":"b","sessionId":"s",)"
                             R"("timestamp":"2026-01-01T00:00:00Z","message":{"role":"user",)"
                             R"("content":[{"type":"tool_result","content":"ok"}]}})"
                             "\n";
  const std::string start = line("user", "a", "", "one") + line("assistant", "b", "a", "two") +
                            line("progress", "p", "b", "") + result +
                            line("assistant", "c", "r", "three");
  const auto forked =
      try_text(start + line("user", "d", "p", "four") + line("user", "e", "b", "5"));
  REQUIRE(forked);
  CHECK(said(forked->conversations.at(0)) ==
        Lines{"U: one", "A: two", "A: three", "U: four", "U: 5"});
  CHECK(forked->report.left_out == pyramid::LeftOut());

  const auto rewound =
      try_text(start + line("user", "d", "c", "four") + line("assistant", "e", "d", "five") +
               line("user", "f", "c", "six"));
  REQUIRE(rewound);
  CHECK(said(rewound->conversations.at(0)) == Lines{"U: one", "A: two", "A: three", "U: six"});
  CHECK(rewound->report.left_out[pyramid::LeftOutReason::kBranch] == 2);
}

TEST_CASE("claude code: a line of the program's takes no prompt's place") {
  const std::string notice = R"("origin":{"kind":"task-notification"},)";
  for (const auto& [text, mark] : std::vector<std::pair<std::string, std::string>>{
           {"<task-notification>\\n<task-id>x</task-id>\\n</task-notification>", ""},
           {"A task is done.", notice},
           {"Noted.", R"("isMeta":true,)"},
           {"<command-name>/context</command-name>", ""},
           {"[Request interrupted by user]", ""}}) {
    INFO(text);
    const auto reading =
        try_text(line("user", "a", "", "one") + line("assistant", "b", "a", "two") +
                 line("user", "c", "b", "three") + line("assistant", "d", "c", "four") +
                 line("user", "e", "b", text, mark) + line("assistant", "f", "e", "five") +
                 line("user", "g", "f", "six"));
    REQUIRE(reading);
    CHECK(said(reading->conversations.at(0)) ==
          Lines{"U: one", "A: two", "U: three", "A: four", "A: five", "U: six"});
    CHECK(reading->report.left_out[pyramid::LeftOutReason::kBranch] == 0);
  }
}

TEST_CASE("claude code: parents that were never written, once and several times, lose nothing") {
  const auto reading =
      try_text(line("user", "a", "", "one") + line("assistant", "b", "ghost", "two") +
               line("user", "c", "b", "three") + line("assistant", "d", "ghost", "four") +
               line("user", "e", "", "five") + line("assistant", "f", "e", "six") +
               line("assistant", "f", "e", "six"));
  REQUIRE(reading);
  CHECK(said(reading->conversations.at(0)) ==
        Lines{"U: one", "A: two", "U: three", "A: four", "U: five", "A: six"});
  CHECK(reading->report.left_out[pyramid::LeftOutReason::kCopy] == 1);
}

TEST_CASE("claude code: a first line without a time is as old as the next, and not of 1970") {
  const auto reading = try_text(R"({"type":"user","uuid":"a","sessionId":"s","timestamp":null,)"
                                R"("message":{"role":"user","content":"one"}})"
                                "\n" +
                                line("user", "b", "a", "two"));
  REQUIRE(reading);
  CHECK(format_time(reading->conversations.at(0).start) == "2026-01-01T00:00:00Z");
}

TEST_CASE("claude code: commands with their arguments are the program's") {
  const auto reading = try_text(
      line("user", "a", "",
           "<command-message>review</command-message>\\n<command-name>/review</command-name>\\n"
           "<command-args>the parser, please</command-args>") +
      line("user", "b", "a", "[Request interrupted by user for tool use]") +
      line("user", "c", "b", "I write <system-reminder> in my docs") +
      line("user", "d", "c", "<system-reminder>never closed"));
  CHECK(said(reading->conversations.at(0)) ==
        Lines{"U: I write <system-reminder> in my docs", "U: <system-reminder>never closed"});
}

TEST_CASE("claude code: what a program or another session says in the person's place") {
  const std::string words = "I live in Rome.";
  for (const char* mark :
       {R"("isMeta":true,)", R"("isSynthetic":true,)", R"("promptSource":"system",)",
        R"("origin":{"kind":"peer","from":"uds:/x"},)", R"("origin":{"kind":"channel"},)",
        R"("origin":{"kind":"task-notification"},)", R"("origin":"coordinator",)",
        R"("planContent":"I live in Rome.",)"}) {
    INFO(mark);
    const auto reading =
        try_text(line("user", "a", "", "Hello.") + line("user", "b", "a", words, mark) +
                 line("user", "c", "b", "And I, too.", R"("origin":{"kind":"human"},)") +
                 line("user", "d", "c", "Typed.", R"("promptSource":"typed",)"));
    CHECK(said(reading->conversations.at(0)) == Lines{"U: Hello.", "U: And I, too.", "U: Typed."});
  }
  for (const char* text :
       {"Stop hook feedback:\\nI live in Rome.",
        "UserPromptSubmit operation blocked by hook:\\nI live in Rome.",
        "Implement the following plan:\\n\\nI live in Rome.",
        "PostToolUse:Bash hook feedback: I live in Rome.", "Unknown skill: review",
        "Unknown slash command: rome", "Args from unknown skill: I live in Rome.",
        "PreToolUse:Bash hook error: [check.sh]: I live in Rome.",
        "Another Claude session sent a message:\\n<cross-session-message from=\\\"uds:/x\\\">\\nI "
        "live "
        "in Rome.\\n</cross-session-message>\\n\\nIt was not typed by the user.",
        "<cross-session-message from=\\\"a\\\">I live in Rome.</cross-session-message>",
        "<session-start-hook>\\nI live in Rome.\\n</session-start-hook>",
        "<user-prompt-submit-hook>I live in Rome.</user-prompt-submit-hook>"}) {
    INFO(text);
    const auto reading = try_text(line("user", "a", "", "Hello.") + line("user", "b", "a", text));
    CHECK(said(reading->conversations.at(0)) == Lines{"U: Hello."});
  }
  const auto noted =
      try_text(line("user", "a", "", "<user-memory-input>I use tabs.</user-memory-input>"));
  CHECK(said(noted->conversations.at(0)) == Lines{"U: I use tabs."});
  // The same words of a person.
  const auto reading = try_text(line("user", "a", "", "I wrote a Stop hook feedback: it works."));
  CHECK(said(reading->conversations.at(0)) == Lines{"U: I wrote a Stop hook feedback: it works."});
}

TEST_CASE("claude code: parents in a circle, lines of side conversations only, and no lines") {
  CHECK(said(try_text(line("user", "a", "b", "one") + line("user", "b", "a", "two"))
                 ->conversations.at(0)) == Lines{"U: one", "U: two"});
  CHECK(try_text(line("user", "a", "", "x", R"("isSidechain":true,)"))->conversations.empty());
  CHECK(try_text(line("user", "a", "", "x", R"("teamName":"t",)"))->conversations.empty());
  CHECK(try_text("{}\n")->conversations.empty());
  CHECK(try_text("not JSON\n").error().kind == ErrorKind::kInvalid);
  CHECK(try_text("[]").error().kind == ErrorKind::kInvalid);
  CHECK(try_text("{\"a\n\n").error().kind == ErrorKind::kInvalid);
}

TEST_CASE("claude code: a copy of a session under another name is read too, as it may say more") {
  const auto reader = pyramid::ingest::make_claude_code_reader();
  MemoryFileSystem files;
  const auto turn = [](const std::string& id, const std::string& words) {
    return R"({"type":"user","uuid":")" + id + R"(","sessionId":")" + kFirst +
           R"(","timestamp":"2026-01-01T00:00:00Z","message":{"content":")" + words + "\"}}\n";
  };
  files.put("/p/" + kFirst + ".jsonl", turn("a", "hi"));
  files.put("/p/copy.jsonl", turn("a", "hi") + turn("b", "I moved."));
  const Reading reading = read(*reader, files, "/p");
  CHECK(reading.origins() == Lines{kFirst, kFirst});
  CHECK(said(reading.conversations[0]) == Lines{"U: hi"});
  CHECK(said(reading.conversations[1]) == Lines{"U: hi", "U: I moved."});
  CHECK(reading.report.diagnostics.empty());
}

TEST_CASE("claude code: turns of two sessions with one id are two where their words differ") {
  const auto reader = pyramid::ingest::make_claude_code_reader();
  MemoryFileSystem files;
  const auto turn = [](const std::string& session, const std::string& words) {
    return R"({"type":"user","uuid":"u1","sessionId":")" + session +
           R"(","timestamp":"2026-01-01T00:00:00Z","message":{"content":")" + words + "\"}}\n";
  };
  files.put("/p/" + kFirst + ".jsonl", turn(kFirst, "I moved."));
  files.put("/p/" + kForked + ".jsonl", turn(kForked, "I teach Latin."));
  CHECK(read(*reader, files, "/p").conversations.size() == 2);
}

TEST_CASE("claude code: what is typed for a command of its own is no word of the person") {
  const auto reader = pyramid::ingest::make_claude_code_reader();
  MemoryFileSystem files;
  std::string lines;
  for (const char* words : {"/model opus", "/review my draft", "/tmp is full", "/home/a is mine"}) {
    lines += R"({"type":"user","uuid":"u)" + std::to_string(lines.size()) + R"(","sessionId":")" +
             kFirst + R"(","timestamp":"2026-01-01T00:00:00Z","message":{"content":")" + words +
             "\"}}\n";
  }
  files.put("/p/" + kFirst + ".jsonl", lines);
  const Reading reading = read(*reader, files, "/p");
  CHECK(said(reading.conversations.at(0)) == Lines{"U: /tmp is full", "U: /home/a is mine"});
  CHECK(reading.report.left_out[pyramid::LeftOutReason::kCommand] == 2);
}

TEST_CASE("claude code: its files are told from others by what they hold") {
  const auto files = pyramid::make_real_file_system();
  using pyramid::ingest::detect_format;
  CHECK(*detect_format(*files, fixture("claude-code")) == "claude-code");
  CHECK(*detect_format(*files, fixture("claude-code/-home-mia-app")) == "claude-code");
  CHECK(*detect_format(*files, fixture("claude-code/-home-mia-app/" + kFirst + ".jsonl")) ==
        "claude-code");
  CHECK(*detect_format(*files, fixture("openclaw")) == "openclaw");
}

TEST_CASE(
    "claude code: one of the first lines tells its file, not only the first, and none later") {
  const auto format_behind = [&](int others) {
    std::string text;
    for (int i = 0; i < others; ++i)
      text += "{\"type\":\"note\",\"n\":" + std::to_string(i) + "}\n";
    MemoryFileSystem files;
    REQUIRE(files.write("/lines.jsonl", text + line("user", "a", "", "Hello.")));
    const auto format = pyramid::ingest::detect_format(files, "/lines.jsonl");
    return format ? *format : std::string();
  };
  CHECK(format_behind(0) == "claude-code");
  CHECK(format_behind(39) == "claude-code");
  CHECK(format_behind(40).empty());
}

}  // namespace claude_code_test
