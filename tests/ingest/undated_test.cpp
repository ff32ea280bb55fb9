// Conversations in which nothing says a time: none is invented, by no reader.
#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"

#include <array>

namespace undated_test {

using pyramid::format_time;
using namespace pyramid;
using namespace pyramid::test;
using Lines = std::vector<std::string>;

namespace {

constexpr const char* kLeftOut = "nothing says on which day this was said; it is left out";

struct Undated {
  std::unique_ptr<ingest::Reader> (*make)();
  std::string bytes, path, where, dated_path;
};

const std::string kClaudeCode = R"({"type":"user","uuid":"a","parentUuid":null,"sessionId":"s",)"
                                R"("message":{"role":"user","content":"one"}})"
                                "\n";
const std::string kCodex = R"({"type":"session_meta","payload":{"id":"s"}})"
                           "\n"
                           R"({"type":"response_item","payload":{"type":"message",)"
                           R"("role":"user","content":[{"type":"input_text","text":"one"}]}})"
                           "\n";
const std::string kGemini = R"({"sessionId":"s","kind":"main"})"
                            "\n"
                            R"({"id":"1","type":"user","content":"one"})"
                            "\n";
const std::string kOpenClaw =
    R"({"type":"session","version":3,"id":"s"})"
    "\n"
    R"({"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"one"}})"
    "\n";
const std::string kClaude =
    R"([{"uuid":"s","chat_messages":[{"uuid":"a","sender":"human","text":"one"}]}])";
const std::string kChatGpt =
    R"([{"id":"s","mapping":{"a":{"message":{"author":{"role":"user"},"content":)"
    R"({"content_type":"text","parts":["one"]}}}}}])";
const std::string kLog = "**User:** one\n**AI:** two\n";

const std::array<Undated, 7> kAll = {{
    {ingest::make_claude_code_reader, kClaudeCode, "/x/s.jsonl", "/x/s.jsonl",
     "/x/2026-03-01.jsonl"},
    {ingest::make_codex_reader, kCodex, "/x/rollout-s.jsonl", "/x/rollout-s.jsonl",
     "/x/rollout-2026-03-01T10-00-00-s.jsonl"},
    {ingest::make_gemini_reader, kGemini, "/x/session-s.jsonl", "/x/session-s.jsonl",
     "/x/session-2026-03-01T10-00-s.jsonl"},
    {ingest::make_openclaw_reader, kOpenClaw, "/x/s.jsonl", "/x/s.jsonl", "/x/s-2026-03-01.jsonl"},
    {ingest::make_markdown_log_reader, kLog, "/x/chat.md", "/x/chat.md", "/x/chat 2026-03-01.md"},
    {ingest::make_claude_reader, kClaude, "/x/conversations.json", "/x/conversations.json:1", ""},
    {ingest::make_chatgpt_reader, kChatGpt, "/x/conversations.json", "/x/conversations.json:1", ""},
}};

}  // namespace

TEST_CASE("readers: a conversation without any time is left out with one warning, not of 1970") {
  for (const Undated& one : kAll) {
    INFO(one.make()->name());
    const auto reading = try_bytes(*one.make(), one.path, one.bytes);
    REQUIRE(reading);
    CHECK(reading->conversations.empty());
    REQUIRE(reading->report.diagnostics.size() == 1);
    CHECK(reading->report.diagnostics[0].severity == Severity::kWarning);
    CHECK(reading->report.diagnostics[0].what == kLeftOut);
    CHECK(reading->report.diagnostics[0].where == one.where);
    CHECK_FALSE(reading->report.diagnostics[0].hint.empty());
  }
}

TEST_CASE(
    "readers: where a file is one session and its turns have no time, its name may say the day") {
  for (const Undated& one : kAll) {
    if (one.dated_path.empty()) continue;
    INFO(one.make()->name());
    const auto reading = try_bytes(*one.make(), one.dated_path, one.bytes);
    REQUIRE(reading);
    CHECK(reading->report.diagnostics.empty());
    REQUIRE(reading->conversations.size() == 1);
    CHECK(format_time(reading->conversations[0].start) == "2026-03-01T00:00:00Z");
    CHECK(reading->conversations[0].turns[0].at == reading->conversations[0].start);
  }
}

TEST_CASE("readers: an undated session takes nothing from the one beside it") {
  MemoryFileSystem files;
  files.put("/x/a.jsonl", kClaudeCode);
  files.put("/x/b.jsonl",
            R"({"type":"user","uuid":"b","sessionId":"t","timestamp":"2026-01-01T00:00:00Z",)"
            R"("message":{"role":"user","content":"two"}})"
            "\n");
  const Reading reading = read(*ingest::make_claude_code_reader(), files, "/x");
  CHECK(reading.origins() == Lines{"t"});
  REQUIRE(reading.report.diagnostics.size() == 1);
  CHECK(reading.report.diagnostics[0].where == "/x/a.jsonl");
}

TEST_CASE("markdown: a turn in front of the first day that is written has that day") {
  const auto reading = try_bytes(*ingest::make_markdown_log_reader(), "/x/chat.md",
                                 "## User\none\n## Assistant\ntwo\n## 2026-03-02\n"
                                 "## 09:00 User\nthree\n");
  REQUIRE(reading);
  CHECK(reading->report.diagnostics.empty());
  REQUIRE(reading->conversations.size() == 1);
  CHECK(said(reading->conversations[0]) == Lines{"U: one", "A: two", "U: three"});
  CHECK(format_time(reading->conversations[0].start) == "2026-03-02T09:00:00Z");
}

}  // namespace undated_test
