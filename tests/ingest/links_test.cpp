// Links below a source: a person's own folders, so they are followed.
#include "base/text.hpp"
#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"
#include "tests/support/temp_directory.hpp"

#include <filesystem>
#include <fstream>

namespace links_test {

using namespace pyramid;
using namespace pyramid::test;
using Lines = std::vector<std::string>;

namespace {

std::string session(const std::string& id) {
  return R"({"type":"user","uuid":"u-)" + id + R"(","sessionId":")" + id +
         R"(","timestamp":"2026-01-01T00:00:00Z","message":{"role":"user","content":"one"}})"
         "\n";
}

// ~/.claude/projects beside a folder `far` that it may have links into.
class Projects {
 public:
  Projects() {
    put("projects/-here/a.jsonl", session("a"));
    put("far/b.jsonl", session("b"));
  }
  void put(const std::string& name, const std::string& bytes) const {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }
  void link(const std::string& name, const std::string& target) const {
    std::filesystem::create_symlink(target, folder_ / name);
  }
  [[nodiscard]] Reading read(const std::string& name = "projects") const {
    return test::read(*ingest::make_claude_code_reader(), *make_real_file_system(), folder_ / name);
  }
  [[nodiscard]] std::string operator/(const std::string& name) const { return folder_ / name; }

 private:
  TempDirectory folder_;
};

}  // namespace

TEST_CASE("links: a project's folder that is a link is read, beside others and alone") {
  const Projects projects;
  projects.link("projects/-linked", "../far");
  CHECK(projects.read().origins() == Lines{"a", "b"});
  CHECK(projects.read().report.diagnostics.empty());
  std::filesystem::create_directory(projects / "links");
  projects.link("links/-linked", projects / "far");
  CHECK(projects.read("links").origins() == Lines{"b"});
  CHECK(*ingest::detect_format(*make_real_file_system(), projects / "links") == "claude-code");
}

TEST_CASE("links: a session's file that is a link is read and the folder told by it") {
  const Projects projects;
  std::filesystem::create_directory(projects / "links");
  projects.link("links/b.jsonl", "../far/b.jsonl");
  CHECK(*ingest::detect_format(*make_real_file_system(), projects / "links") == "claude-code");
  CHECK(projects.read("links").origins() == Lines{"b"});
}

TEST_CASE("links: what two ways lead to is read once, and a loop ends") {
  const Projects projects;
  projects.link("projects/-again", "-here");
  projects.link("projects/-far", "../far");
  projects.link("projects/-far too", "../far");
  projects.link("projects/-loop", "../projects");
  projects.link("projects/-here/copy.jsonl", "a.jsonl");
  projects.link("far/back", "../projects");
  const Reading reading = projects.read();
  CHECK(reading.origins() == Lines{"a", "b"});
  CHECK(reading.report.diagnostics.empty());
}

TEST_CASE("links: one that leads to nothing is told, and the rest is read") {
  const Projects projects;
  projects.link("projects/-gone", "../nowhere");
  projects.link("projects/-here/gone.jsonl", "nowhere.jsonl");
  projects.link("projects/-here/gone.txt", "nowhere.txt");
  const Reading reading = projects.read();
  CHECK(reading.origins() == Lines{"a"});
  REQUIRE(reading.report.diagnostics.size() == 2);
  CHECK(reading.report.diagnostics[0].where == projects / "projects/-gone");
  CHECK(reading.report.diagnostics[1].where == projects / "projects/-here/gone.jsonl");
}

TEST_CASE("links: exports, logs and OpenClaw's agents behind them are read, once each") {
  const Projects projects;
  const auto files = make_real_file_system();
  projects.put("far/conversations.json",
               R"([{"uuid":"c","chat_messages":[{"uuid":"a","sender":"human","text":"one",)"
               R"("created_at":"2026-01-01T00:00:00Z"}]}])");
  std::filesystem::create_directory(projects / "delivery");
  projects.link("delivery/part", "../far");
  projects.link("delivery/a file", "../far/b.jsonl");
  const Reading claude = read(*ingest::make_claude_reader(), *files, projects / "delivery");
  CHECK(claude.origins() == Lines{"c"});
  CHECK(claude.report.diagnostics.empty());

  projects.put("far/2026-01-01.md", "**User:** one\n**AI:** two\n");
  std::filesystem::create_directory(projects / "logs");
  projects.link("logs/one", "../far");
  projects.link("logs/two.md", "../far/2026-01-01.md");
  const Reading logs = read(*ingest::make_markdown_log_reader(), *files, projects / "logs");
  CHECK(logs.conversations.size() == 1);

  projects.put("claw/agents/main/sessions/s.jsonl",
               R"({"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z"})"
               "\n"
               R"({"type":"message","id":"a","message":{"role":"user","content":"one"}})"
               "\n");
  projects.link("claw/agents/alias", "main");
  const Reading claw = read(*ingest::make_openclaw_reader(), *files, projects / "claw");
  CHECK(claw.origins() == Lines{"s"});
  CHECK(claw.report.diagnostics.empty());
}

}  // namespace links_test
