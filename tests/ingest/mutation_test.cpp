#include "tests/ingest/openclaw_home.hpp"
#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"

#include <cstdint>
#include <random>

namespace mutation_test {

using namespace pyramid::test;

namespace {

// One to four wounds: bytes changed, cut out, doubled, or everything behind lost.
std::string mutate(std::string bytes, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  for (std::size_t wounds = 1 + below(4); wounds > 0; --wounds) {
    const std::size_t at = below(bytes.size());
    const std::size_t length = std::min(bytes.size() - at, 1 + below(40));
    switch (below(5)) {
      case 0:
        bytes.resize(at);
        break;
      case 1:
        bytes.erase(at, length);
        break;
      case 2:
        bytes.insert(at, bytes.substr(at, length));
        break;
      case 3:
        bytes.insert(at, 1, "\"\\{}[],:\n\0\xff"[below(11)]);
        break;
      default:
        if (!bytes.empty()) bytes[at] = static_cast<char>(random());
    }
  }
  return bytes;
}

void check_whole(const pyramid::Result<Reading>& reading) {
  if (!reading) {
    CHECK_FALSE(to_string(reading.error()).empty());
    return;
  }
  for (const auto& one : reading->conversations) {
    REQUIRE_FALSE(one.turns.empty());
    REQUIRE_FALSE(one.title.empty());
    REQUIRE_FALSE(one.origin.empty());
  }
}

void read_wounded(pyramid::ingest::Reader& reader, const std::string& original, int rounds,
                  const std::string& place = "/source") {
  const auto disk = pyramid::make_real_file_system();
  const std::string bytes = *disk->read(original);
  std::mt19937 random(20'260'512);
  for (int round = 0; round < rounds; ++round) {
    MemoryFileSystem files;
    files.put(place, mutate(bytes, random));
    check_whole(try_read(reader, files, place));
  }
}

// As read_wounded, for what SQLite itself must open.
void read_wounded_database(pyramid::ingest::Reader& reader, const std::string& original,
                           int rounds) {
  const auto disk = pyramid::make_real_file_system();
  const std::string bytes = *disk->read(original);
  const TempDirectory folder;
  std::mt19937 random(20'260'512);
  for (int round = 0; round < rounds; ++round) {
    REQUIRE(disk->write(folder / "source", mutate(bytes, random)));
    check_whole(try_read(reader, *disk, folder / "source"));
  }
}

}  // namespace

TEST_CASE("readers: damaged sources never do harm") {
  const auto openclaw = pyramid::ingest::make_openclaw_reader();
  read_wounded(*openclaw, fixture("openclaw/6f0e8f9a-1111-4222-8333-444455556666.jsonl"), 1500);
  read_wounded(*openclaw, fixture("openclaw/11111111-aaaa-4bbb-8ccc-222222222222.jsonl"), 1500);
  const auto claude = pyramid::ingest::make_claude_reader();
  read_wounded(*claude, fixture("claude/conversations.json"), 1500);
  const auto chatgpt = pyramid::ingest::make_chatgpt_reader();
  read_wounded(*chatgpt, fixture("chatgpt/conversations-000.json"), 1000);
  const auto claude_code = pyramid::ingest::make_claude_code_reader();
  read_wounded(*claude_code,
               fixture("claude-code/-home-mia-app/11111111-2222-4333-8444-555555555555.jsonl"),
               1000);
  const auto codex = pyramid::ingest::make_codex_reader();
  read_wounded(*codex,
               fixture("codex/sessions/2026/07/01/rollout-2026-07-01T11-00-00-"
                       "01980000-aaaa-7000-8000-000000000001.jsonl"),
               1000);
  const auto gemini = pyramid::ingest::make_gemini_reader();
  read_wounded(*gemini, fixture("gemini/app/chats/session-2026-08-01T07-00-aaaa1111.jsonl"), 1000);
  read_wounded(*gemini, fixture("gemini/app/chats/session-2026-07-01T07-00-bbbb2222.json"), 500);
  const auto graph = pyramid::ingest::make_mcp_memory_reader();
  read_wounded(*graph, fixture("mcp-memory/memory.jsonl"), 1000);
  const auto markdown = pyramid::ingest::make_markdown_log_reader();
  for (const char* name : {"2026-03-01.md", "group chat.txt", "old/bold.md"}) {
    read_wounded(*markdown, fixture(std::string("markdown/") + name), 500, "/2026-03-01.md");
  }
}

TEST_CASE("readers: a damaged database of OpenClaw's never does harm") {
  OpenClawHome home;
  for (const char* session : {"one", "two"}) {
    home.event(session, R"({"type":"session","id":"x","timestamp":"2026-03-01T09:00:00Z"})");
    home.event(session, R"({"type":"message","id":"a","parentId":null,)"
                        R"("message":{"role":"user","content":"Hello."}})");
    home.event(session,
               R"({"type":"message","id":"b","parentId":"a",)"
               R"("message":{"role":"assistant","content":")" +
                   std::string(3000, 'x') + "\"}}",
               true);
  }
  home.archive("three", "reset", R"({"type":"message","id":"c","message":{"role":"user"}})", true);
  home.run("INSERT INTO session_windows VALUES('one','agent:main:main')");
  home.close();
  const auto reader = pyramid::ingest::make_openclaw_reader();
  read_wounded_database(*reader, home.store(), 400);
}

}  // namespace mutation_test
