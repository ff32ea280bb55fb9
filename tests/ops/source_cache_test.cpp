#include "ops/nodes/source_cache.hpp"

#include "format/conversation.hpp"
#include "ingest/reader.hpp"
#include "tests/ops/fixture.hpp"
#include "tests/support/memory_file_system.hpp"
#include "workspace/layout.hpp"

#include <algorithm>

namespace source_cache_test {

using namespace pyramid;
using pyramid::test::Fixture;
using pyramid::test::MemoryFileSystem;

namespace {

// A folder of OpenClaw sessions and a memory that takes them in.
class Source {
 public:
  Source() {
    workspace_.root = "/memory";
    REQUIRE(files.make_directories("/memory/.pyramid"));
  }

  void write(const std::string& id, const std::string& said) {
    files.put("/source/" + id + ".jsonl",
              R"({"type":"session","id":")" + id + R"(","timestamp":"2026-01-01T00:00:00Z"})" +
                  "\n" + R"({"type":"message","id":"e1","parentId":null,)" +
                  R"("timestamp":"2026-01-01T00:00:00Z",)" +
                  R"("message":{"role":"user","content":")" + said + "\"}}\n");
  }

  // Reads the folder as a new import does; which of its files were opened beside the first, by
  // which the format is told.
  std::vector<std::string> import(std::string_view key = "key", const std::string& user = {}) {
    ops::SourceCache cache(files, workspace_, memory_, "openclaw", digest_of(key));
    ingest::ReadOptions options;
    options.seen = &cache;
    options.user = user;
    files.forget_accesses();
    said_by_user.clear();
    const auto reader = ingest::make_openclaw_reader();
    const auto read = reader->read(files, "/source", options, [&](format::Conversation one) {
      for (const format::Turn& turn : one.turns) {
        if (turn.speaker == format::Speaker::kUser) said_by_user.push_back(turn.text);
      }
      const std::string path = workspace::session_path({one.start}, one.title, session_id(one));
      return memory_.put(path, format::write_session(one, 0), std::nullopt);
    });
    REQUIRE(read);
    report = *read;
    cache.save();
    std::set<std::string> opened;
    for (const std::string& entry : files.accesses().log) {
      if (entry.starts_with("read /source/b") || entry.starts_with("read /source/c")) {
        opened.insert(entry.substr(std::string_view("read /source/").size()));
      }
    }
    return {opened.begin(), opened.end()};
  }

  void forget_sessions() {
    for (const Ulid& id : memory_.ids(format::Kind::kSession)) REQUIRE(memory_.remove(id));
  }

  MemoryFileSystem files;
  ingest::ReadReport report;
  std::vector<std::string> said_by_user;  // of what was read

 private:
  workspace::Workspace workspace_;
  ops::WorkingSet memory_{files, workspace_};
};

using Names = std::vector<std::string>;

void write_three(Source& source) {
  for (const char* id : {"a", "b", "c"}) source.write(id, "I live in Porto.");
}

}  // namespace

TEST_CASE("source cache: what was taken in is not opened again") {
  Source source;
  write_three(source);
  source.files.tick();
  CHECK(source.import() == Names{"b.jsonl", "c.jsonl"});
  CHECK(source.report.conversations == 3);
  CHECK(source.import().empty());
  CHECK(source.report.conversations == 0);
  CHECK(source.report.seen_conversations == 3);
}

TEST_CASE("source cache: who was presumed to be the person is read again once they are known") {
  Source source;
  const auto write = [&](const std::string& id, const std::string& name) {
    source.write(id,
                 "[Telegram " + name + " id:" + id + " 2026-01-01 00:00 UTC] I am " + name + ".");
    source.files.tick();
  };
  write("a", "Otto");
  write("b", "Otto");
  CHECK(source.import("key", "Ines") == Names{"b.jsonl"});
  CHECK(source.said_by_user == Names{"I am Otto.", "I am Otto."});
  CHECK(source.import("key", "Ines").empty());
  write("c", "Ines");
  CHECK(source.import("key", "Ines") == Names{"b.jsonl", "c.jsonl"});
  CHECK(source.said_by_user == Names{"I am Ines."});
  CHECK(source.import("key", "Ines").empty());
  CHECK(source.report.seen_conversations == 3);
  write("b", "Bob");  // what is known stays known
  CHECK(source.import("key", "Ines") == Names{"b.jsonl"});
  CHECK(source.said_by_user.empty());
}

TEST_CASE("source cache: an undated session is told each time, and no file is read for it again") {
  MemoryFileSystem files;
  REQUIRE(files.make_directories("/memory/.pyramid"));
  workspace::Workspace workspace;
  workspace.root = "/memory";
  const ops::WorkingSet memory(files, workspace);
  files.put("/source/s1.jsonl", R"({"type":"user","uuid":"u","sessionId":"s",)"
                                R"("message":{"role":"user","content":"I live in Rome."}})"
                                "\n");
  files.tick();
  for (const bool again : {false, true}) {
    ops::SourceCache cache(files, workspace, memory, "claude-code", digest_of("key"));
    ingest::ReadOptions options;
    options.seen = &cache;
    files.forget_accesses();
    const auto read = ingest::make_claude_code_reader()->read(
        files, "/source", options, [](const format::Conversation&) { return Status(); });
    REQUIRE(read);
    REQUIRE(read->diagnostics.size() == 1);
    CHECK(read->diagnostics.front().where == "/source/s1.jsonl");
    const std::vector<std::string>& log = files.accesses().log;
    CHECK((std::find(log.begin(), log.end(), "read /source/s1.jsonl") == log.end()) == again);
    cache.save();
  }
}

TEST_CASE("source cache: a file that has grown is read, and no other") {
  Source source;
  write_three(source);
  source.files.tick();
  source.import();
  source.write("c", "I live in Porto now.");
  source.files.tick();
  CHECK(source.import() == Names{"c.jsonl"});
  CHECK(source.import().empty());
}

TEST_CASE("source cache: a file as young as the import that read it is read again") {
  Source source;
  write_three(source);
  CHECK(source.import() == Names{"b.jsonl", "c.jsonl"});
  CHECK(source.import() == Names{"b.jsonl", "c.jsonl"});
  source.files.tick();
  source.import();
  CHECK(source.import().empty());
}

TEST_CASE("source cache: sessions that were removed from the memory come in again") {
  Source source;
  write_three(source);
  source.files.tick();
  source.import();
  source.forget_sessions();
  CHECK(source.import() == Names{"b.jsonl", "c.jsonl"});
  CHECK(source.report.conversations == 3);
}

TEST_CASE("source cache: under other settings, or damaged, it knows nothing") {
  Source source;
  write_three(source);
  source.files.tick();
  source.import();
  CHECK(source.import("other") == Names{"b.jsonl", "c.jsonl"});
  CHECK(source.import("other").empty());
  const std::string place = "/memory/.pyramid/sources-openclaw";
  source.files.put(place, *source.files.get(place) + "torn");
  CHECK(source.import("other") == Names{"b.jsonl", "c.jsonl"});
}

TEST_CASE("source cache: a file with something to complain of is read again, and says it again") {
  Source source;
  write_three(source);
  source.files.put("/source/b.jsonl", *source.files.get("/source/b.jsonl") + "{torn}\n{}\n");
  source.files.tick();
  source.import();
  CHECK(source.import() == Names{"b.jsonl"});
  CHECK(source.report.diagnostics.size() == 1);
}

TEST_CASE("source cache: what was left out of a file is counted though it is not read again") {
  Source source;
  source.write("a", "I live in Porto.");
  source.write("b", "I live in Rome.");
  const std::string of_b = *source.files.read("/source/b.jsonl");
  std::string branches;
  for (const char* id : {"e2", "e3"}) {
    branches += R"({"type":"message","id":")" + std::string(id) +
                R"(","parentId":"e1","timestamp":"2026-01-01T00:00:01Z",)" +
                R"("message":{"role":"assistant","content":"I am )" + id + "\"}}\n";
  }
  source.files.put("/source/b.jsonl", of_b + branches);
  source.files.tick();
  CHECK(source.import() == Names{"b.jsonl"});
  CHECK(source.report.left_out[LeftOutReason::kBranch] == 1);
  const LeftOut first = source.report.left_out;
  CHECK(source.import().empty());
  CHECK(source.report.left_out == first);
}

TEST_CASE("import: without the cache of its sources it finds the same") {
  Fixture fixture;
  test::write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  const auto before = fixture.tree();
  const auto again = fixture.import_sessions();
  fixture.remove(".pyramid");
  const auto without = fixture.import_sessions();
  REQUIRE(again);
  REQUIRE(without);
  CHECK(again->conversations == without->conversations);
  CHECK(again->unchanged == 3);
  CHECK(without->unchanged == 3);
  CHECK(again->skipped_records == without->skipped_records);
  CHECK(fixture.tree() == before);
}

}  // namespace source_cache_test
