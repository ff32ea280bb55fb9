#include "ingest/reader.hpp"
#include "tests/ingest/openclaw_home.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/memory_file_system.hpp"
#include "tests/support/temp_directory.hpp"

#include <string>
#include <vector>

namespace find_sources_test {

using namespace pyramid;
using namespace pyramid::ingest;
using pyramid::test::MemoryFileSystem;

namespace {

constexpr const char* kClaudeCode =
    R"({"type":"user","uuid":"u1","sessionId":"s1","timestamp":"2026-05-01T10:00:00Z",)"
    R"("message":{"role":"user","content":"I live in Porto."}})"
    "\n";
constexpr const char* kCodex =
    R"({"timestamp":"2026-05-01T10:00:00Z","type":"session_meta","payload":{"id":"c1"}})"
    "\n";
constexpr const char* kGemini =
    R"({"sessionId":"g1","startTime":"2026-05-01T10:00:00Z","messages":[]})";
constexpr const char* kOpenClaw =
    R"({"type":"session","version":3,"id":"o1","timestamp":"2026-05-01T10:00:00Z"})"
    "\n";
constexpr const char* kClaude = R"([{"uuid":"x","chat_messages":[]}])";
constexpr const char* kGraph = R"({"type":"entity","name":"Ana","entityType":"person",)"
                               R"("observations":["Has two cats"]})"
                               "\n";
constexpr const char* kLog = "**User:** Hi.\n\n**Assistant:** Hello.\n";

// "format path" of each, in their order.
std::vector<std::string> found_in(MemoryFileSystem& files, const std::string& source) {
  const auto sources = find_sources(files, source);
  if (!sources) return {to_string(sources.error())};
  std::vector<std::string> found;
  for (const FoundSource& one : *sources) found.push_back(one.format + " " + one.path);
  return found;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("find_sources: a program's own folder is read where its sessions lie") {
  MemoryFileSystem files;
  files.put("/home/mia/.claude/projects/app/s1.jsonl", kClaudeCode);
  files.put("/home/mia/.claude/history.jsonl", "{\"display\":\"hi\"}\n");
  files.put("/home/mia/.claude/plans/plan.md", kLog);
  CHECK(found_in(files, "/home/mia/.claude") == Lines{"claude-code /home/mia/.claude/projects"});
  CHECK(found_in(files, "/home/mia/.claude/") == Lines{"claude-code /home/mia/.claude/projects"});
}

TEST_CASE("find_sources: a home folder gives each program's own folder and opens nothing else") {
  MemoryFileSystem files;
  files.put("/home/mia/.claude/projects/app/s1.jsonl", kClaudeCode);
  files.put("/home/mia/.codex/sessions/2026/05/01/rollout-1.jsonl", kCodex);
  files.put("/home/mia/.gemini/tmp/app/chats/session-1.json", kGemini);
  files.put("/home/mia/.openclaw/agents/main/sessions/o1.jsonl", kOpenClaw);
  files.put("/home/mia/Documents/diary/2026-05-01.md", kLog);
  const Lines programs = {"claude-code /home/mia/.claude/projects",
                          "codex /home/mia/.codex/sessions", "gemini /home/mia/.gemini/tmp",
                          "openclaw /home/mia/.openclaw"};
  CHECK(found_in(files, "/home/mia") == programs);
  // Downloads of a person's own.
  files.put("/home/mia/Downloads/claude-2026/conversations.json", kClaude);
  files.put("/home/mia/Downloads/claude-2026/users.json", "[]");
  files.put("/home/mia/Downloads/list.json", "[1]");
  files.put("/home/mia/.cache/x/conversations.json", kClaude);
  Lines all = programs;
  all.push_back("claude /home/mia/Downloads");
  CHECK(found_in(files, "/home/mia") == all);
}

TEST_CASE("own_folders: a program's folder, or a home with it, is where its conversations lie") {
  MemoryFileSystem files;
  files.put("/home/mia/.claude/projects/app/s1.jsonl", kClaudeCode);
  files.put("/home/mia/.gemini/tmp/app/chats/session-1.json", kGemini);
  const auto own = [&](const char* format, const char* folder) {
    std::vector<std::string> paths;
    for (const FoundSource& one : own_folders(files, format, folder)) paths.push_back(one.path);
    return paths;
  };
  CHECK(own("claude-code", "/home/mia/.claude/") == Lines{"/home/mia/.claude/projects"});
  CHECK(own("gemini", "/home/mia") == Lines{"/home/mia/.gemini/tmp"});
  CHECK(own("codex", "/home/mia").empty());
  CHECK(own("claude-code", "/home/mia/.claude/projects").empty());
}

TEST_CASE("find_sources: several programs' files in one folder are told apart") {
  MemoryFileSystem files;
  files.put("/all/conversations.json", kClaude);
  files.put("/all/s1.jsonl", kClaudeCode);
  files.put("/all/rollout-1.jsonl", kCodex);
  files.put("/all/session-1.json", kGemini);
  files.put("/all/2026-05-01.md", kLog);
  files.put("/all/notes.md", "Nothing was said.\n");
  files.put("/all/numbers.json", "[1, 2]");
  CHECK(found_in(files, "/all") == Lines{"claude /all", "claude-code /all", "codex /all",
                                         "gemini /all", "markdown /all/2026-05-01.md"});
}

TEST_CASE("find_sources: folders below with a program's data each are sources each") {
  MemoryFileSystem files;
  files.put("/backup/cc/app/s1.jsonl", kClaudeCode);
  files.put("/backup/codex/sessions/2026/05/01/rollout-1.jsonl", kCodex);
  files.put("/backup/graph/memory.jsonl", kGraph);
  files.put("/backup/logs/2026-05-01.md", kLog);
  CHECK(found_in(files, "/backup") == Lines{"claude-code /backup/cc", "codex /backup/codex",
                                            "mcp-memory /backup/graph/memory.jsonl",
                                            "markdown /backup/logs"});
}

TEST_CASE("find_sources: what lies deeper than a reader looks is a source of its own") {
  MemoryFileSystem files;
  files.put("/all/rollout-1.jsonl", kCodex);
  files.put("/all/old/machine/rollout-2.jsonl", kCodex);
  CHECK(found_in(files, "/all") == Lines{"codex /all", "codex /all/old/machine"});
}

TEST_CASE("find_sources: one file, logs alone, and nothing at all are what they were") {
  MemoryFileSystem files;
  files.put("/logs/a/2026-05-01.md", kLog);
  files.put("/logs/b/2026-05-02.md", kLog);
  files.put("/one/s1.jsonl", kClaudeCode);
  files.put("/notes/a.md", "Nothing was said.\n");
  CHECK(found_in(files, "/logs") == Lines{"markdown /logs"});
  CHECK(found_in(files, "/one/s1.jsonl") == Lines{"claude-code /one/s1.jsonl"});
  CHECK(find_sources(files, "/notes").error().what ==
        "this folder holds notes and no conversation");
  CHECK(find_sources(files, "/none").error().kind == ErrorKind::kNotFound);
}

TEST_CASE(
    "find_sources: an empty folder and a packed file that is cut off are told as what they are") {
  const test::TempDirectory directory;
  const auto disk = make_real_file_system();
  CHECK(find_sources(*disk, directory.path()).error().what ==
        "this folder is empty: there is nothing to import");
  MemoryFileSystem files;
  const std::string frame = test::zstd_frame(kOpenClaw);
  files.put("/whole.jsonl.zst", frame);
  files.put("/cut.jsonl.zst", frame.substr(0, frame.size() / 2));
  CHECK(found_in(files, "/whole.jsonl.zst") == Lines{"openclaw /whole.jsonl.zst"});
  CHECK(find_sources(files, "/cut.jsonl.zst").error().what ==
        "this zstd archive is cut off: it ends in the middle");
}

}  // namespace find_sources_test
