#include "tests/ops/fixture.hpp"

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace pyramid::memory_test {
namespace {

const FixedClock kClock(*parse_time("2026-05-15T09:00:00Z"));

Memory opened(const test::Fixture& fixture) {
  MemoryOptions options;
  options.workspace.root = fixture.root();
  options.clock = &kClock;
  Result<Memory> memory = Memory::open(options);
  if (!memory) FAIL(to_string(memory.error()));
  return *std::move(memory);
}

template <typename Outcome>
std::string refusal(const Outcome& result) {
  return result ? "" : name_of(result.error().kind) + std::string(" ") + to_string(result.error());
}

}  // namespace

TEST_CASE("memory: one object syncs, searches, recalls, reads and writes down") {
  test::Fixture fixture;
  test::write_twelve_facts(fixture);
  test::taken_in(fixture);
  const Memory memory = opened(fixture);
  const auto synced = memory.sync();
  REQUIRE(synced);
  CHECK(synced->summaries_written > 0);
  const auto found = memory.search("grey cat Biscuit", 3);
  REQUIRE(found);
  REQUIRE_FALSE(found->hits.empty());
  CHECK(found->hits.size() <= 3);
  CHECK(found->hits[0].snippet.find("Biscuit") != std::string::npos);
  const auto read = memory.read_file(found->hits[0].citation);
  REQUIRE(read);
  CHECK(read->text.find("Biscuit") != std::string::npos);
  const auto known = memory.recall("what is the cat called", 500);
  REQUIRE(known);
  CHECK(known->text.find("Biscuit") != std::string::npos);
  CHECK(known->tokens <= 500);
  const auto logged = memory.log_session("Tomas asked for parts.", "telegram");
  REQUIRE(logged);
  CHECK(logged->path == "daily/2026-05-15.md");
  const auto noted = memory.append_to_memory("Answers in German, please.");
  REQUIRE(noted);
  CHECK(fixture.read("MEMORY.md").find("Answers in German") != std::string::npos);
  REQUIRE(memory.sync());
  const auto status = memory.status();
  REQUIRE(status);
  CHECK(status->up_to_date());
  CHECK(status->root == fixture.root());
}

TEST_CASE("memory: what another person said is recalled with their name, whatever of it is told") {
  test::Fixture fixture;
  fixture.write("pyramid.yaml", "user_name: Mia\n");
  CaptureOptions captured;
  captured.workspace.root = fixture.root();
  captured.user = "Petra";
  captured.turns = {
      {"user", "I live in Graz. I prefer the window seat and I hate mushrooms.", std::nullopt}};
  REQUIRE(capture(fixture.environment(), captured));
  const auto known = opened(fixture).recall("Where does Petra live?", 500);
  REQUIRE(known);
  INFO(known->text);
  const std::size_t at = known->text.find("I hate mushrooms");
  if (at != std::string::npos) {
    const std::size_t line = known->text.rfind('\n', at);
    CHECK(known->text.substr(line, at - line).find("Petra: ") != std::string::npos);
  }
  CHECK(known->text.find("Petra") != std::string::npos);
}

TEST_CASE("memory: no secret goes in by a name or a channel, and what is captured is committed") {
  test::Fixture fixture;
  const std::string key = "sk-proj-NqVwYS81VP7Hb1DX8pPd5khxE3pyIgKpaUnArl63XykWZeiN";
  CaptureOptions captured;
  captured.workspace.root = fixture.root();
  captured.user = captured.agent = key;
  captured.turns = {{"user", "I like tea very much.", std::nullopt}};
  const auto report = capture(fixture.environment(), captured);
  REQUIRE(report);
  CHECK(report->redacted == 2);
  CHECK_FALSE(report->commit.empty());
  RememberOptions logged;
  logged.workspace.root = fixture.root();
  logged.text = "hello";
  logged.channel = key;
  const auto log = log_text(fixture.environment(), logged);
  REQUIRE(log);
  CHECK(log->redacted == 1);
  for (const auto& [path, bytes] : fixture.tree()) {
    INFO(path);
    CHECK(bytes.find("NqVwYS81") == std::string::npos);
    CHECK(bytes.find("nqvwys81") == std::string::npos);
  }
  CHECK(test::run_git(fixture.root(), {"status", "--porcelain"}).out.empty());
  // Two keys are two people.
  captured.user = "sk-proj-" + std::string(key.rbegin(), key.rend() - 8);
  captured.turns = {{"user", "I like coffee.", std::nullopt}};
  const auto other = capture(fixture.environment(), captured);
  REQUIRE(other);
  CHECK(fixture.read(other->path).find("user: redacted-") != std::string::npos);
  CHECK(fixture.read(other->path) != fixture.read(report->path));
}

TEST_CASE("memory: a capture that is called off keeps what was said for the next sync") {
  test::Fixture fixture;
  test::Stops stops;
  const Environment whole = fixture.environment();
  const Environment stopped{whole.files, whole.clock, stops, whole.engine};
  CaptureOptions captured;
  captured.workspace.root = fixture.root();
  captured.turns = {{"user", "I live in Graz.", std::nullopt}};
  const auto report = capture(stopped, captured);
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kCancelled);
  REQUIRE(fixture.sync());
  CHECK(opened(fixture).status()->observations == 1);
}

TEST_CASE("memory: threads that search while it syncs by force find what is there") {
  test::Fixture fixture;
  for (int i = 0; i < 200; ++i) {
    fixture.write("notes/n" + std::to_string(i) + ".md",
                  std::string(i % 2 == 0 ? "The heron sleeps by the pond" : "A flight to Lisbon") +
                      ", number " + std::to_string(i) + "\n");
  }
  const Memory memory = opened(fixture);
  REQUIRE(memory.sync());
  const auto ask = [&] {
    const auto found = memory.search("where does the heron sleep", 5);
    std::string said = found ? "" : to_string(found.error());
    for (const SearchHit& hit : found ? found->hits : std::vector<SearchHit>()) {
      said += hit.citation + " " + std::to_string(hit.score) + "\n";
    }
    return said;
  };
  const std::string right = ask();
  std::atomic<bool> stop{false};
  std::array<std::string, 3> wrong;
  std::vector<std::thread> readers;
  for (std::string& mine : wrong) {
    readers.emplace_back([&] {
      while (!stop) {
        if (const std::string said = ask(); said != right) mine = said;
      }
    });
  }
  SyncOptions forced;
  forced.force = true;
  for (int i = 0; i < 10; ++i) CHECK(memory.sync(forced));
  stop = true;
  for (std::thread& reader : readers) reader.join();
  for (const std::string& one : wrong) CHECK(one.empty());
}

TEST_CASE("memory: what the machine is called is not what git calls the program") {
  const test::TempDirectory directory;
  MemoryOptions options;
  options.workspace.root = directory / "memory";
  options.create = true;
  options.machine = "laptop";
  REQUIRE(Memory::open(options));
  const std::string driver =
      test::run_git(options.workspace.root, {"config", "merge.pyramid.driver"}).out;
  CHECK(driver.find("pyramid") != std::string::npos);
  CHECK(driver.find("laptop") == std::string::npos);
}

TEST_CASE("memory: errors name files of the workspace as they lie in it, and it by its folder") {
  test::Fixture fixture;
  const Memory memory = opened(fixture);
  CHECK(refusal(memory.read_file("nope.md")) ==
        "not-found nope.md: cannot read (No such file or directory)");
  CHECK(refusal(memory.read_file("MEMORY.md#L900")).starts_with("not-found MEMORY.md: "));
  fixture.remove("SOUL.md");
  CHECK(refusal(memory.read_identity("SOUL.md")).starts_with("not-found SOUL.md: "));
  fixture.remove(".pyramid");
  fixture.write(".pyramid", "A file where a folder belongs.\n");
  CHECK(refusal(memory.append_to_memory("It is grey.")).starts_with("io .pyramid"));
  WatchOptions watching;
  watching.workspace.root = fixture.root();
  CHECK(refusal(watch(fixture.environment(), watching, {})).starts_with("io .pyramid"));
  fixture.remove("pyramid.yaml");
  CHECK(refusal(memory.search("cat")).starts_with("not-a-workspace " + fixture.root() + ": "));
  CHECK(refusal(memory.read_file("a.md")).starts_with("not-a-workspace " + fixture.root() + ": "));
}

TEST_CASE("memory: a text with a NUL is refused for what it is, whoever writes it down") {
  test::Fixture fixture;
  const Memory memory = opened(fixture);
  const std::string text("a\0b", 3);
  const char* const why = "usage the text has a NUL character, which no text file can hold";
  CHECK(refusal(memory.append_to_memory(text)) == why);
  CHECK(refusal(memory.log_session(text)) == why);
  CHECK(refusal(memory.log_session("Said.", text)) == why);
  ObserveOptions observed;
  observed.workspace.root = fixture.root();
  observed.text = text;
  CHECK(refusal(observe(fixture.environment(), observed)).starts_with(why));
  CHECK(refusal(memory.update_identity("SOUL.md", text)) ==
        "usage SOUL.md: the text has a NUL character, which no text file can hold");
  CHECK(refusal(memory.append_to_memory("caf\xe9")) == "usage the text is not valid UTF-8");
}

TEST_CASE("memory: a closed one and one that was moved from say so") {
  test::Fixture fixture;
  Memory memory = opened(fixture);
  Memory other = std::move(memory);
  CHECK(other.root() == fixture.root());
  CHECK(refusal(memory.status()) ==  // NOLINT(bugprone-use-after-move): that is what is asked
        "usage the memory is closed; open it again");
  other.close();
  other.close();
  CHECK(other.root().empty());
  CHECK(refusal(other.search("cat")) == "usage the memory is closed; open it again");
}

TEST_CASE("memory: no folder and no workspace are refused, and made where that is asked for") {
  test::TempDirectory directory;
  MemoryOptions options;
  options.workspace.root = directory / "new";
  CHECK(Memory::open(options).error().kind == ErrorKind::kNotFound);
  std::filesystem::create_directories(options.workspace.root);
  CHECK(Memory::open(options).error().kind == ErrorKind::kNotWorkspace);
  options.create = true;
  const auto memory = Memory::open(options);
  INFO(refusal(memory));
  REQUIRE(memory);
  CHECK(std::filesystem::exists(directory / "new/pyramid.yaml"));
  REQUIRE(memory->sync());
}

TEST_CASE("memory: an identity file is read, replaced in a commit, and not over a person's edit") {
  test::Fixture fixture;
  const Memory memory = opened(fixture);
  const auto before = memory.read_identity("SOUL.md");
  REQUIRE(before);
  CHECK(before->text == fixture.read("SOUL.md"));
  const std::string text = "# Soul\n\nCalm, and brief.\n";
  const auto updated = memory.update_identity("SOUL.md", text, before->text);
  INFO(refusal(updated));
  REQUIRE(updated);
  CHECK(updated->changed);
  CHECK_FALSE(updated->commit.empty());
  CHECK(fixture.read("SOUL.md") == text);
  const std::size_t commits = fixture.commits();
  const auto again = memory.update_identity("SOUL.md", text);
  REQUIRE(again);
  CHECK_FALSE(again->changed);
  CHECK(fixture.commits() == commits);
  fixture.write("SOUL.md", text + "And kind.\n");
  CHECK(memory.update_identity("SOUL.md", "# Soul\n\nLoud.\n", text).error().kind ==
        ErrorKind::kConflict);
  CHECK(fixture.read("SOUL.md") == text + "And kind.\n");
  // Without a word about what it was made from, the edit is kept in git.
  REQUIRE(memory.update_identity("SOUL.md", "# Soul\n\nLoud.\n"));
  CHECK(fixture.commits() == commits + 2);
  CHECK(memory.update_identity("MEMORY.md", "x").error().kind == ErrorKind::kUsage);
  CHECK(memory.update_identity("../SOUL.md", "x").error().kind == ErrorKind::kUsage);
  CHECK(memory.update_identity("USER.md", " \n").error().kind == ErrorKind::kUsage);
  CHECK(memory.update_identity("USER.md", "a\xFF").error().kind == ErrorKind::kUsage);
  CHECK(memory.read_identity("notes.md").error().kind == ErrorKind::kUsage);
}

TEST_CASE("memory: a secret does not get into an identity file") {
  test::Fixture fixture;
  const Memory memory = opened(fixture);
  const std::string key = "AKIA" + std::string("IOSFODNN7EXAMPLQ");
  const auto updated = memory.update_identity("USER.md", "# User\n\nThe key is " + key + ".\n");
  REQUIRE(updated);
  CHECK(updated->redacted == 1);
  CHECK(updated->text == fixture.read("USER.md"));
  CHECK(updated->text.find(key) == std::string::npos);
  CHECK_FALSE(updated->diagnostics.empty());
}

TEST_CASE("sync: by force the index is made from every file again, and nothing else is done") {
  test::Fixture fixture;
  test::write_twelve_facts(fixture);
  test::taken_in(fixture);
  REQUIRE(fixture.sync());
  const std::size_t commits = fixture.commits();
  const auto tree = fixture.tree();
  const auto hits = fixture.search("bicycle");
  REQUIRE(hits);
  SyncOptions options;
  options.force = true;
  const auto forced = fixture.sync(options);
  INFO(refusal(forced));
  REQUIRE(forced);
  CHECK(forced->nothing_to_do);
  CHECK(forced->files_indexed_again == hits->files);
  CHECK(forced->files_embedded >= hits->files);
  CHECK(fixture.calls().text() == 0);
  CHECK(fixture.commits() == commits);
  CHECK(fixture.tree() == tree);
  const auto after = fixture.search("bicycle", false);
  REQUIRE(after);
  CHECK(after->hits.at(0).citation == hits->hits.at(0).citation);
}

}  // namespace pyramid::memory_test
