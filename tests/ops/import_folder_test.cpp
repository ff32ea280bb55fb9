// A folder that holds several programs' data, imported without saying whose it is.
#include "tests/ops/fixture.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace import_folder_test {

using namespace pyramid;
using pyramid::test::Fixture;

namespace {

void put(const std::string& path, const std::string& bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

void put_claude_code(const std::string& path, const std::string& said) {
  put(path, R"({"type":"user","uuid":"u1","sessionId":"s1","timestamp":"2026-05-01T10:00:00Z",)"
            R"("message":{"role":"user","content":")" +
                said + "\"}}\n");
}

void put_codex(const std::string& path, const std::string& id, const std::string& said) {
  put(path, R"({"timestamp":"2026-05-01T11:00:00Z","type":"session_meta","payload":{"id":")" + id +
                "\"}}\n" +
                R"({"timestamp":"2026-05-01T11:00:05Z","type":"response_item","payload":)" +
                R"({"type":"message","role":"user","content":[{"type":"input_text","text":")" +
                said + "\"}]}}\n");
}

Result<ImportReport> import_folder(Fixture& fixture, const std::string& user = {}) {
  ImportOptions options;
  options.workspace.root = fixture.root();
  options.source = fixture.outside("all");
  options.user = user;
  return import(fixture.environment(), options);
}

bool says(const ImportReport& report, std::string_view what) {
  return std::any_of(
      report.diagnostics.begin(), report.diagnostics.end(),
      [&](const Diagnostic& one) { return one.what.find(what) != std::string::npos; });
}

}  // namespace

TEST_CASE("import: each file of a mixed folder is read by its own reader, and once") {
  Fixture fixture;
  put_claude_code(fixture.outside("all/s1.jsonl"), "I live in Porto.");
  put_codex(fixture.outside("all/rollout-1.jsonl"), "c1", "I work at Acme.");
  put_codex(fixture.outside("all/copied.jsonl"), "c2", "I play the cello.");
  for (const bool again : {false, true}) {
    const auto report = import_folder(fixture);
    REQUIRE(report);
    CHECK(report->added == (again ? 0 : 3));
    CHECK(report->grown + report->changed == 0);
    CHECK(report->diagnostics.empty());
  }
}

TEST_CASE("import: a file that no reader knows is named, and the rest of its folder is read") {
  Fixture fixture;
  put_claude_code(fixture.outside("all/s1.jsonl"), "I live in Porto.");
  put(fixture.outside("all/broken.jsonl"), "what is this\nnobody knows\n");
  const auto report = import_folder(fixture);
  REQUIRE(report);
  CHECK(report->added == 1);
  CHECK(says(*report, "no line of this file is a Claude Code session's"));
}

TEST_CASE("import: a line that is JSON but no record is called what it is") {
  Fixture fixture;
  put(fixture.outside("all/s1.jsonl"),
      R"({"type":"user","uuid":"u1","sessionId":"s1","timestamp":"2026-05-01T10:00:00Z",)"
      R"("message":{"role":"user","content":"I live in Porto."}})"
      "\nnull\n42\n[]\n");
  const auto report = import_folder(fixture);
  REQUIRE(report);
  CHECK(report->added == 1);
  CHECK(says(*report, "this line is `null` and no record; it is left out"));
  CHECK(says(*report, "this line is a number and no record; it is left out"));
  CHECK(says(*report, "this line is a JSON list and no record; it is left out"));
}

TEST_CASE("import: of a log in which nobody is known to be the person, the speakers are told") {
  Fixture fixture;
  put(fixture.outside("all/2026-03-01.txt"),
      "[09:00] Maya: I start at Acme on Monday.\n[09:01] Bob: I live in Rome.\n"
      "[09:02] Maya: My dog is called Rex.\n");
  const auto unknown = import_folder(fixture);
  REQUIRE(unknown);
  CHECK(says(*unknown, "Maya, Bob speak there"));
  CHECK(unknown->diagnostics.front().hint.find("--user NAME") != std::string::npos);
  const auto known = import_folder(fixture, "Maya");
  REQUIRE(known);
  CHECK_FALSE(says(*known, "speak there"));
  CHECK(known->observations >= 1);
}

TEST_CASE("import: of two exports in one folder the newer state counts, whichever is read first") {
  const auto state = [](const std::string& updated, const std::string& more) {
    return R"([{"uuid":"c1","name":"Boats","created_at":"2026-01-01T00:00:00Z","updated_at":")" +
           updated +
           R"(","chat_messages":[{"uuid":"m1","sender":"human","text":"I own a dinghy.",)" +
           R"("created_at":"2026-01-01T00:00:00Z"})" + more + "]}]";
  };
  const std::string more =
      R"(,{"uuid":"m2","sender":"human","text":"I sold it.","created_at":"2026-06-01T00:00:00Z"})";
  for (const bool newer_first : {true, false}) {
    Fixture fixture;
    put(fixture.outside(newer_first ? "all/b/conversations.json" : "all/a/conversations.json"),
        state("2026-01-01T00:00:00Z", ""));
    put(fixture.outside(newer_first ? "all/a/conversations.json" : "all/b/conversations.json"),
        state("2026-06-01T00:00:00Z", more));
    for (int times = 0; times < 2; ++times) {
      REQUIRE(import_folder(fixture));
      std::string sessions;
      for (const auto& [path, bytes] : fixture.tree()) {
        if (path.starts_with("sessions/")) sessions += bytes;
      }
      CHECK(sessions.find("I sold it.") != std::string::npos);
      CHECK(sessions.find("I own a dinghy.") == sessions.rfind("I own a dinghy."));
    }
  }
}

TEST_CASE("import: whoever names the wrong program is told the right one") {
  const std::string fixtures = std::string(PYRAMID_SOURCE_DIR) + "/tests/ingest/fixtures/";
  const std::vector<std::pair<std::string, std::string>> sources = {
      {"chatgpt", "chatgpt/conversations-000.json"},
      {"claude", "claude/conversations.json"},
      {"claude-code", "claude-code/-home-mia-app/22222222-2222-4333-8444-555555555555.jsonl"},
      {"gemini", "gemini/app/chats/session-2026-07-01T07-00-bbbb2222.json"},
      {"openclaw", "openclaw/11111111-aaaa-4bbb-8ccc-222222222222.jsonl"},
      {"mcp-memory", "mcp-memory/memory.jsonl"},
      {"markdown", "markdown/2026-03-01.md"}};
  const std::vector<std::string> formats = {"chatgpt", "claude",     "claude-code",
                                            "codex",   "gemini",     "openclaw",
                                            "glenn",   "mcp-memory", "markdown"};
  Fixture fixture;
  for (const auto& [format, path] : sources) {
    for (const std::string& wrong : formats) {
      if (wrong == format) continue;
      INFO(path << " as " << wrong);
      ImportOptions options;
      options.workspace.root = fixture.root();
      options.source = fixtures + path;
      options.format = wrong;
      options.dry_run = true;
      const auto report = import(fixture.environment(), options);
      const std::string hint = !report                       ? report.error().hint
                               : report->diagnostics.empty() ? ""
                                                             : report->diagnostics[0].hint;
      CHECK(hint == "import it with --" + format);
    }
  }
}

}  // namespace import_folder_test
