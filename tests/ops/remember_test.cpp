#include "format/markdown.hpp"
#include "tests/ops/fixture.hpp"

namespace pyramid::remember_test {
namespace {

RememberOptions saying(const test::Fixture& fixture, const std::string& text,
                       const std::string& channel = {}) {
  RememberOptions options;
  options.workspace.root = fixture.root();
  options.text = text;
  options.channel = channel;
  return options;
}

}  // namespace

TEST_CASE("remember: an entry stands in the notes of MEMORY.md, is committed, found and kept") {
  test::Fixture fixture;
  fixture.set_now("2026-02-13T12:48:30Z");
  const auto first = remember(fixture.environment(), saying(fixture, "Answers in German, please."));
  INFO((first ? "" : to_string(first.error())));
  REQUIRE(first);
  CHECK(first->path == "MEMORY.md");
  CHECK_FALSE(first->commit.empty());
  REQUIRE(remember(fixture.environment(), saying(fixture, "Tea, not coffee.")));
  const std::string memory = fixture.tree().at("MEMORY.md");
  CHECK(memory.find("## Notes") < memory.find("### [2026-02-13 12:48]\n\nAnswers in German"));
  CHECK(memory.find("Answers in German") < memory.find("Tea, not coffee."));
  REQUIRE(fixture.sync());
  CHECK(fixture.tree().at("MEMORY.md").find("Answers in German, please.") != std::string::npos);
  const auto report = fixture.search("tea or coffee");
  REQUIRE(report);
  REQUIRE_FALSE(report->hits.empty());
  CHECK(report->hits[0].path == "MEMORY.md");
}

TEST_CASE("log: entries of a day stand in one file, with their channel") {
  test::Fixture fixture;
  fixture.set_now("2026-02-13T12:48:30Z");
  REQUIRE(log_text(fixture.environment(), saying(fixture, "Rebooted the gateway.")));
  fixture.set_now("2026-02-13T13:05:00Z");
  const auto second =
      log_text(fixture.environment(), saying(fixture, "Tomas asked for parts.", "telegram"));
  REQUIRE(second);
  CHECK(second->path == "daily/2026-02-13.md");
  CHECK(second->first_line == 7);
  CHECK(fixture.tree().at("daily/2026-02-13.md") ==
        "# 13 February 2026\n\n## 12:48\n\nRebooted the gateway.\n\n"
        "## 13:05 telegram\n\nTomas asked for parts.\n");
  const auto found = fixture.search("who asked for parts");
  REQUIRE(found);
  CHECK(found->hits[0].path == "daily/2026-02-13.md");
  CHECK(format_date(date_of(found->hits[0].at)) == "2026-02-13");
}

TEST_CASE("remember: secrets are taken out, and nothing without text is written") {
  test::Fixture fixture;
  const auto report =
      remember(fixture.environment(),
               saying(fixture, "The key is AKIA" + std::string("IOSFODNN7EXAMPLQ") + ", keep it."));
  REQUIRE(report);
  CHECK(report->redacted == 1);
  CHECK(fixture.tree().at("MEMORY.md").find("AKIA") == std::string::npos);
  for (const std::string& text :
       {std::string(), std::string("  \n"), std::string("\xff"), std::string("a\0b", 3)}) {
    const auto refused = remember(fixture.environment(), saying(fixture, text));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == ErrorKind::kUsage);
  }
}

TEST_CASE("read: lines of a file of the memory, by number or citation, and nothing else") {
  test::Fixture fixture;
  fixture.write("memory/long.md", "one\ntwo\nthree\nfour\n");
  fixture.write("notes.txt", "no memory");
  std::ofstream(fixture.outside("secret.md")) << "outside\n";
  std::filesystem::create_symlink(fixture.outside("secret.md"), fixture.path("memory/link.md"));
  ReadOptions options;
  options.workspace.root = fixture.root();
  const auto read = [&](const std::string& path, std::size_t from = 1, std::size_t lines = 0) {
    options.path = path;
    options.from = from;
    options.lines = lines;
    const auto report = read_memory(fixture.environment(), options);
    return report ? report->text : std::string(name_of(report.error().kind));
  };
  CHECK(read("memory/long.md") == "one\ntwo\nthree\nfour\n");
  CHECK(read("memory/long.md", 2, 2) == "two\nthree\n");
  CHECK(read("memory/long.md", 4, 100) == "four\n");
  CHECK(read("memory/long.md", 9) == "not-found");
  CHECK(read("memory/long.md#L2-L3") == "two\nthree\n");
  CHECK(read("memory/long.md#L4") == "four\n");
  CHECK(read(fixture.path("memory/long.md"), 1, 1) == "one\n");
  CHECK(read("memory/../memory/long.md", 1, 1) == "one\n");
  for (const char* path :
       {"../secret.md", "/etc/passwd", "memory/../../secret.md", "memory/link.md", "notes.txt",
        "memory", "", ".", ".git/config", ".pyramid/x.md"}) {
    INFO(path);
    CHECK(read(path) == "usage");
  }
  CHECK(read("memory/none.md") == "not-found");
}

TEST_CASE("read: what search and recall print as the place of a hit can be read") {
  test::Fixture fixture;
  fixture.write("memory/long.md", "one\ntwo\nthree ^t3\n\nfour\nfive\n^t5\n");
  fixture.write_session("s1", "2026-05-12T10:00:00Z", {"I moved to Braga.", "Ana has a dog."});
  REQUIRE(fixture.import_sessions());
  std::string session;
  for (const auto& [path, bytes] : fixture.tree()) {
    if (path.starts_with("sessions/")) session = path;
  }
  ReadOptions options;
  options.workspace.root = fixture.root();
  const auto read = [&](const std::string& path) {
    options.path = path;
    const auto report = read_memory(fixture.environment(), options);
    return report ? report->text : std::string(name_of(report.error().kind));
  };
  CHECK(read("memory/long.md:2") == "two\n");
  CHECK(read("memory/long.md:1-2") == "one\ntwo\n");
  CHECK(read("memory/long.md#L1-L2") == "one\ntwo\n");
  CHECK(read("memory/long.md#^t3") == "three ^t3\n");
  CHECK(read("memory/long.md#^t5") == "four\nfive\n^t5\n");
  CHECK(read(session + "#^t3").find("Ana has a dog.") != std::string::npos);
  CHECK(read(session + "#^t3").find("Braga") == std::string::npos);
  for (const char* gone : {"memory/long.md:9", "memory/long.md#L3-L2", "memory/long.md#^t9"}) {
    INFO(gone);
    CHECK(read(gone) == "not-found");
  }
  options.from = 2;
  CHECK(read("memory/long.md:1-2") == "usage");
}

TEST_CASE("read: a file of an odd name is found as it is called and as links call it") {
  test::Fixture fixture;
  ReadOptions options;
  options.workspace.root = fixture.root();
  const auto read = [&](const std::string& path) {
    options.path = path;
    const auto report = read_memory(fixture.environment(), options);
    return report ? report->path + ": " + report->text : to_string(report.error());
  };
  for (const char* name :
       {"my note (1)", "[draft]", "a#b", "a#^b", "100%", "50%25", "R&D", "it's", "\"so\"",
        "été 日本", "-dash", "a:3", "a#L3", "a|b", "a\\b", "~", "<x>"}) {
    const std::string path = "notes/" + std::string(name) + ".md";
    fixture.write(path, "one\ntwo\n");
    const std::string link = format::link("", path, "L2");
    const std::string printed = link.substr(3, link.size() - 4);
    INFO(printed);
    CHECK(read(path) == path + ": one\ntwo\n");
    CHECK(read(path + ":2") == path + ": two\n");
    CHECK(read(path + "#L2") == path + ": two\n");
    CHECK(read(printed) == path + ": two\n");
    CHECK(read(printed.substr(0, printed.rfind('#'))) == path + ": one\ntwo\n");
  }
}

TEST_CASE("read: a name with %20 in it goes before the one that it is the link of") {
  test::Fixture fixture;
  fixture.write("notes/a b.md", "blank\n");
  ReadOptions options;
  options.workspace.root = fixture.root();
  options.path = "notes/a%20b.md";
  CHECK(read_memory(fixture.environment(), options)->text == "blank\n");
  fixture.write("notes/a%20b.md", "per cent\n");
  CHECK(read_memory(fixture.environment(), options)->text == "per cent\n");
  options.path = "notes/a%2520b.md";
  CHECK(read_memory(fixture.environment(), options)->text == "per cent\n");
  for (const char* path :
       {"..%2Fx.md", "%2Fetc%2Fpasswd", "notes/a%00b.md", "notes%2F..%2F..%2Fx.md"}) {
    options.path = path;
    CHECK_FALSE(read_memory(fixture.environment(), options));
  }
}

}  // namespace pyramid::remember_test
