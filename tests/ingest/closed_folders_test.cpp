// Folders that may not be read: an importer that finds nothing must not say that nothing is there.
#include "ingest/reader.hpp"
#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"

#include <array>
#include <functional>

namespace closed_folders_test {

using pyramid::ErrorKind;
using namespace pyramid;
using namespace pyramid::test;

namespace {

const std::string kClaudeCode =
    R"({"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","timestamp":"2026-01-01T00:00:00Z",)"
    R"("message":{"role":"user","content":"one"}})"
    "\n";
const std::string kCodex =
    R"({"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"s"}})"
    "\n"
    R"({"timestamp":"2026-01-01T00:00:00Z","type":"response_item","payload":{"type":"message",)"
    R"("role":"user","content":[{"type":"input_text","text":"one"}]}})"
    "\n";
const std::string kGemini = R"({"sessionId":"s","startTime":"2026-01-01T00:00:00Z"})"
                            "\n"
                            R"({"id":"1","type":"user","content":"one"})"
                            "\n";
const std::string kOpenClaw =
    R"({"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z"})"
    "\n"
    R"({"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"one"}})"
    "\n";
const std::string kClaude =
    R"([{"uuid":"s","chat_messages":[{"uuid":"a","sender":"human","text":"one",)"
    R"("created_at":"2026-01-01T00:00:00Z"}]}])";

struct Closed {
  std::function<std::unique_ptr<ingest::Reader>()> make;
  std::string bytes, open, closed, folder;  // two files, and what of the second may not be read
};

const std::array<Closed, 8> kAll = {{
    {ingest::make_claude_code_reader, kClaudeCode, "/x/a/s.jsonl", "/x/b/t.jsonl", "/x/b"},
    {ingest::make_codex_reader, kCodex, "/x/2026/01/01/rollout-s.jsonl",
     "/x/2026/01/02/rollout-t.jsonl", "/x/2026/01/02"},
    {ingest::make_gemini_reader, kGemini, "/x/a/chats/session-s.jsonl",
     "/x/b/chats/session-t.jsonl", "/x/b/chats"},
    {ingest::make_markdown_log_reader, "**User:** one\n**AI:** two\n", "/x/a/2026-01-01.md",
     "/x/b/2026-01-02.md", "/x/b"},
    {ingest::make_claude_reader, kClaude, "/x/a/conversations.json", "/x/b/conversations.json",
     "/x/b"},
    {ingest::make_openclaw_reader, kOpenClaw, "/x/agents/a/sessions/s.jsonl",
     "/x/agents/b/sessions/t.jsonl", "/x/agents/b/sessions"},
    {ingest::make_openclaw_reader, kOpenClaw, "/x/agents/a/sessions/s.jsonl",
     "/x/agents/b/sessions/t.jsonl", "/x/agents/b"},
    {ingest::make_openclaw_reader, kOpenClaw, "/x/agents/a/sessions/s.jsonl",
     "/x/agents/a/agent/openclaw-agent.sqlite", "/x/agents/a/agent"},
}};

}  // namespace

TEST_CASE("readers: a folder below the source that may not be read is told, the rest is read") {
  for (const Closed& one : kAll) {
    INFO(one.folder << " of " << one.make()->name());
    MemoryFileSystem files;
    files.put(one.open, one.bytes);
    files.put(one.closed, one.bytes);
    files.refuse(one.folder);
    const Reading reading = read(*one.make(), files, "/x");
    CHECK(reading.conversations.size() == 1);
    REQUIRE(reading.report.diagnostics.size() == 1);
    CHECK(reading.report.diagnostics[0].severity == Severity::kError);
    CHECK_THAT(reading.report.diagnostics[0].where, Catch::Matchers::StartsWith(one.folder));
  }
}

TEST_CASE("readers: a source that may not be read is refused by that, whoever is asked") {
  MemoryFileSystem files;
  files.put("/x/a/s.jsonl", kClaudeCode);
  files.refuse("/x");
  for (const auto& reader : ingest::all_readers()) {
    INFO(reader->name());
    const auto reading = try_read(*reader, files, "/x");
    REQUIRE_FALSE(reading);
    CHECK(reading.error().kind == ErrorKind::kIo);
    CHECK(reading.error().where == "/x");
  }
  const auto format = ingest::detect_format(files, "/x");
  REQUIRE_FALSE(format);
  CHECK(format.error().kind == ErrorKind::kIo);
}

TEST_CASE("openclaw: a database that cannot be read takes no session file from anybody") {
  MemoryFileSystem files;
  files.put("/x/agents/a/sessions/s.jsonl", kOpenClaw);
  files.put("/x/agents/a/agent/openclaw-agent.sqlite", "no database");
  const Reading reading = read(*ingest::make_openclaw_reader(), files, "/x");
  CHECK(reading.origins() == std::vector<std::string>{"s"});
  REQUIRE(reading.report.diagnostics.size() == 1);
  CHECK(reading.report.diagnostics[0].where == "/x/agents/a/agent/openclaw-agent.sqlite");
}

}  // namespace closed_folders_test
