#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"

#include <map>

namespace markdown_log_test {

using pyramid::ErrorKind;
using pyramid::format_time;
using namespace pyramid::test;
using Lines = std::vector<std::string>;

namespace {

Reading read_fixtures(const std::string& user = {}) {
  const auto reader = pyramid::ingest::make_markdown_log_reader();
  return read(*reader, *pyramid::make_real_file_system(), fixture("markdown"), {0, "", user, 1});
}

Lines said_in(const Reading& reading, const std::string& file) {
  for (const auto& one : reading.conversations) {
    if (one.origin.starts_with(file + ":")) return said(one);
  }
  return {};
}

Reading read_text(const std::string& name, const std::string& bytes, const std::string& user = {}) {
  const auto reader = pyramid::ingest::make_markdown_log_reader();
  MemoryFileSystem files;
  files.put("/logs/" + name, bytes);
  return read(*reader, files, "/logs/" + name, {0, "", user, 1});
}

}  // namespace

TEST_CASE("markdown: a folder gives its logs, oldest first, and leaves its other files alone") {
  const Reading reading = read_fixtures();
  Lines starts;
  for (const auto& one : reading.conversations) {
    CHECK(one.source == "markdown");
    starts.push_back(format_time(one.start));
  }
  CHECK(starts == Lines{"2026-01-05T00:00:00Z", "2026-02-10T10:00:00Z", "2026-03-01T00:00:00Z",
                        "2026-03-02T09:00:00Z"});
  REQUIRE(reading.report.diagnostics.size() == 2);
  CHECK(reading.report.diagnostics[0].where == fixture("markdown/undated.md"));
  CHECK(reading.report.diagnostics[1].where == fixture("markdown/group chat.txt"));
  CHECK(read_fixtures().origins() == reading.origins());
}

TEST_CASE("markdown: a title in front of the first turn is no record that was skipped") {
  const char* turns =
      "## User (2026-05-01 10:00)\n\nHi.\n\n## Assistant (2026-05-01 10:01)\n\nHi.\n";
  const Reading titled = read_text("a.md", std::string("# The kestrel plan\n\n") + turns);
  CHECK(titled.conversations.at(0).title == "The kestrel plan");
  CHECK(titled.report.skipped_records == 0);
  const Reading preface = read_text("a.md", std::string("# A\n\nExported today.\n\n") + turns);
  CHECK(preface.report.skipped_records == 1);
}

TEST_CASE("markdown: headings; deeper ones, fences and what an answer is divided by are text") {
  const Reading reading = read_fixtures();
  CHECK(said_in(reading, "2026-03-01.md") ==
        Lines{"U: I moved to Porto last week.",
              "A: Noted. A list for the flat:\n\n### Ingredients\n- paint\n\n```\n## User\nnot "
              "said\n```",
              "U: The flat is small but bright."});
  CHECK(reading.conversations.at(2).title == "The move");
}

TEST_CASE("markdown: bold names with times, and a name that nobody knows") {
  CHECK(said_in(read_fixtures(), "bold.md") ==
        Lines{"U: My sister Ana is a vet.", "A: Nice.\n**Note:** vets are busy.",
              "U: She lives in Faro.", "A: Bob: I live in Rome.", "U: Bye."});
}

TEST_CASE("markdown: a label within what the person says is theirs, and no person") {
  const auto said_of = [](const std::string& text, const std::string& user = {}) {
    return said(read_text("2026-03-01.md", text, user).conversations.at(0));
  };
  CHECK(said_of("User: I drive a tram.\nNote: I never work on Fridays.\nAssistant: ok\n"
                "User: hi\nAssistant: hm\n",
                "Maya") ==
        Lines{"U: I drive a tram.\nNote: I never work on Fridays.", "A: ok", "U: hi", "A: hm"});
  CHECK(
      said_of("## User\n\nI drive a van.\n\n## Background\n\nI moved to Ghent.\n\n## Assistant\n\n"
              "ok\n") == Lines{"U: I drive a van.\n\n## Background\n\nI moved to Ghent.", "A: ok"});
  CHECK(said_of("**User:** I drive a truck.\n\n**Background:** I moved to Delft.\n\n**Assistant:** "
                "ok\n") ==
        Lines{"U: I drive a truck.\n\n**Background:** I moved to Delft.", "A: ok"});
  CHECK(said_of("**User:** I drive a truck.\n\n**Update 2026-03-02:** I sold it.\n\n**Assistant:** "
                "ok\n") ==
        Lines{"U: I drive a truck.\n\n**Update 2026-03-02:** I sold it.", "A: ok"});
  CHECK(said_of("**User** (09:00): Hi.\n\n**Bob** (09:01): I live in Rome.\n\n**Assistant:** ok\n")
            .at(1) == "A: Bob: I live in Rome.");
  CHECK(
      said_of(
          "User: Hi.\nPS: I have a cat.\nAssistant: ok\nUser: So.\nPS: And a dog.\nAssistant: ok\n")
          .at(2) == "U: So.\nPS: And a dog.");
  CHECK(said_of("**User:** My machine.\nSystem: Debian 12\n\n**Assistant:** ok\n").at(0) ==
        "U: My machine.\nSystem: Debian 12");
  // Somebody's: the person goes on behind it, there or elsewhere, or all have names.
  CHECK(said_of("User: Hi.\nBob: I live in Rome.\nUser: I do not.\nAssistant: ok\n").at(1) ==
        "A: Bob: I live in Rome.");
  CHECK(said_of("User: Hi.\nBob: I live in Rome.\nAssistant: ok\nUser: So.\nBob: And like it.\n"
                "User: Fine.\n")
            .at(1) == "A: Bob: I live in Rome.");
  CHECK(said_of("Maya: Hi.\nBob: I live in Rome.\nAssistant: ok\n", "Maya").at(1) ==
        "A: Bob: I live in Rome.");
  // So where the assistant goes on.
  CHECK(said_of("## User\nI live in Oslo.\n\n## Assistant\nOk.\n\n## Bob\nI am tall.\n\n"
                "## Assistant\nOk.\n\n## User\nHi.\n\n## Bob\nI live in Rome.\n\n## Assistant\n"
                "Hm.\n") == Lines{"U: I live in Oslo.", "A: Ok.", "A: Bob: I am tall.", "A: Ok.",
                                  "U: Hi.", "A: Bob: I live in Rome.", "A: Hm."});
}

TEST_CASE("markdown: beside a time a name may have a comma, signs or digits alone") {
  for (const char* name : {"Smith, Bob", "Mary & Jim", "Bob | Acme", "Bob/Ann", "~Bob", "42"}) {
    INFO(name);
    const std::string log = "[2026-03-01 09:00] Maya: I live in Oslo.\n[2026-03-01 09:01] " +
                            std::string(name) + ": I live in Rome.\n";
    const auto lines = said(read_text("2026-03-01.md", log, "Maya").conversations.at(0));
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == "U: I live in Oslo.");
    CHECK(lines[1].ends_with(": I live in Rome."));
  }
  CHECK(said(read_text("2026-03-01.md",
                       "[2026-03-01 09:00] Maya: Hi.\n[2026-03-01 09:01] and so on, I said: no.\n"
                       "[2026-03-01 09:02] Assistant: ok\n",
                       "Maya")
                 .conversations.at(0)) ==
        Lines{"U: Hi.\n[2026-03-01 09:01] and so on, I said: no.", "A: ok"});
}

TEST_CASE("markdown: who spoke before speaks behind the assistant, too") {
  const Lines all = {"U: I live in Oslo.", "A: Bob: I live in Rome.", "A: Noted.\nNote: in Italy.",
                     "A: Bob: I will pay the rent.", "U: I own a kayak."};
  const auto written = [](const std::string& before, const std::string& behind,
                          const std::string& note) {
    const auto turn = [&](const std::string& name, const std::string& text) {
      return before + name + behind + text + "\n";
    };
    return turn("Maya", "I live in Oslo.") + turn("Bob", "I live in Rome.") +
           turn("Assistant", "Noted.\n" + note) + turn("Bob", "I will pay the rent.") +
           turn("Maya", "I own a kayak.");
  };
  CHECK(said(read_text("2026-05-01.md", written("", ": ", "Note: in Italy."), "Maya")
                 .conversations.at(0)) == all);
  CHECK(said(read_text("2026-05-01.md", written("**", ":** ", "Note: in Italy."), "Maya")
                 .conversations.at(0)) == all);
  CHECK(said(read_text("2026-05-01.md", written("## ", "\n", "Note: in Italy."), "Maya")
                 .conversations.at(0)) == all);
}

TEST_CASE("markdown: where nobody is known as the person, it is asked who is") {
  const auto reader = pyramid::ingest::make_markdown_log_reader();
  MemoryFileSystem files;
  files.put("/logs/2026-05-01.md", "Maya: I live in Oslo.\nBob: I live in Rome.\nAssistant: ok\n");
  const auto alone = pyramid::test::try_read(*reader, files, "/logs/2026-05-01.md", {});
  REQUIRE_FALSE(alone);
  CHECK(alone.error().hint == "say which of the speakers you are with `--user NAME`");
  const auto folder = pyramid::test::try_read(*reader, files, "/logs", {});
  REQUIRE(folder);
  REQUIRE(folder->report.diagnostics.size() == 1);
  CHECK(folder->report.diagnostics[0].what.find("Bob, Maya speak there") != std::string::npos);
}

TEST_CASE("markdown: times without a zone are the workspace's, and those with one their own") {
  const auto reader = pyramid::ingest::make_markdown_log_reader();
  MemoryFileSystem files;
  files.put("/logs/2026-03-10.md",
            "**User** (20:00): one\n\n**Assistant** (01:00): two\n\n"
            "**User** (2026-03-12 09:00:00+05:30): three\n\n**Assistant** (2026-03-12T04:00:00Z): "
            "four\n");
  pyramid::ingest::ReadOptions options;
  options.zone = pyramid::Zone::fixed(-7 * 3600);
  const Reading reading = read(*reader, files, "/logs/2026-03-10.md", options);
  REQUIRE(reading.conversations.size() == 1);
  const auto& turns = reading.conversations[0].turns;
  REQUIRE(turns.size() == 4);
  CHECK(format_time(turns[0].at) == "2026-03-11T03:00:00Z");
  CHECK(format_time(turns[1].at) == "2026-03-11T08:00:00Z");  // past midnight
  CHECK(format_time(turns[2].at) == "2026-03-12T03:30:00Z");
  CHECK_FALSE(turns[1].offset);
  CHECK(turns[2].offset == 19'800);
  CHECK(format_time(turns[3].at) == "2026-03-12T04:00:00Z");
  CHECK(turns[3].offset == 19'800);  // there the person was, half an hour ago
}

TEST_CASE("markdown: a log that came in by UTC goes on so under another zone") {
  const auto reader = pyramid::ingest::make_markdown_log_reader();
  MemoryFileSystem files;
  files.put("/logs/2026-03-10.md", "**User:** I moved to Porto.\n\n**Assistant:** Noted.\n");
  const auto before = read(*reader, files, "/logs/2026-03-10.md").conversations.at(0);
  pyramid::ingest::ReadOptions options;
  options.zone = pyramid::Zone::fixed(-7 * 3600);
  CHECK(read(*reader, files, "/logs/2026-03-10.md", options).conversations.at(0).start !=
        before.start);
  const auto id = pyramid::format::session_id(before);
  options.held_user = [&](const pyramid::Ulid& session) {
    return session == id ? std::optional<std::string>("") : std::nullopt;
  };
  CHECK(read(*reader, files, "/logs/2026-03-10.md", options).conversations.at(0).start ==
        before.start);
}

TEST_CASE("markdown: plain names, CRLF") {
  CHECK(said_in(read_fixtures(), "2026-01-05-plain.txt") ==
        Lines{"U: hello", "A: hi\nNote: x", "U: I own a boat."});
}

TEST_CASE("markdown: in a chat of named people only the one who was named is the user") {
  const Reading nobody = read_fixtures();
  CHECK(said_in(nobody, "group chat.txt").at(0) == "A: Maya: I start at Acme on Monday.");
  const Reading maya = read_fixtures("maya");
  CHECK(said_in(maya, "group chat.txt") == Lines{"U: I start at Acme on Monday.",
                                                 "A: Bob: I live in Rome.\nAnd I like it.",
                                                 "U: Good night.", "U: Not asleep yet."});
  CHECK(format_time(maya.conversations.at(3).turns.at(3).at) == "2026-03-03T00:03:00Z");
}

TEST_CASE("markdown: times and dates where people write them") {
  const auto times = [](const std::string& name, const std::string& text) {
    Lines result;
    const auto reading = read_text(name, text);
    for (const auto& turn : reading.conversations.at(0).turns) {
      result.push_back(format_time(turn.at));
    }
    return result;
  };
  CHECK(times("a.md",
              "## User (2026-03-01 09:00)\nx\n## 09:01:30 Assistant\ny\n## 2026-03-02\n"
              "## [08:00] User\nz\n") ==
        Lines{"2026-03-01T09:00:00Z", "2026-03-01T09:01:30Z", "2026-03-02T08:00:00Z"});
  CHECK(times("b.md",
              "---\ndate: \"2026-05-01T10:00:00+02:00\"\n---\n## You said:\nx\n"
              "## ChatGPT said:\ny\n") == Lines{"2026-05-01T08:00:00Z", "2026-05-01T08:00:00Z"});
  CHECK(times("chat 2026-05-02 with Bob.md",
              "# Chat\n**User:** x\n**Claude (Opus)** — 2026-05-03T07:00Z: y\n") ==
        Lines{"2026-05-02T00:00:00Z", "2026-05-03T07:00:00Z"});
}

TEST_CASE("markdown: ids stay when a log grows and when its folder is another") {
  const std::string begin = "User: I moved.\nAssistant: Noted.\n";
  const auto before = read_text("2026-03-01.txt", begin).conversations.at(0);
  const auto after = read_text("2026-03-01.txt", begin + "User: Bye.\n").conversations.at(0);
  CHECK(session_id(before) == session_id(after));
  CHECK(after.turns.size() == before.turns.size() + 1);
  const auto reader = pyramid::ingest::make_markdown_log_reader();
  MemoryFileSystem files;
  files.put("/elsewhere/deep/2026-03-01.txt", begin);
  CHECK(read(*reader, files, "/elsewhere").origins() == Lines{before.origin});
}

TEST_CASE("markdown: the person's name tells a log, also where no reader was named") {
  MemoryFileSystem files;
  files.put("/2026-03-04.md", "**Jos\u00e9:** I mended the roof.\n\n**Claude:** ok\n");
  CHECK(*pyramid::ingest::detect_format(files, "/2026-03-04.md", "Jos\u00e9") == "markdown");
}

TEST_CASE("markdown: a log in UTF-16 is read, and told") {
  std::string wide = "\xff\xfe";
  for (const char c : std::string("User: I moved.\nAssistant: Noted.\n")) wide += {c, '\0'};
  const auto reading = read_text("2026-03-01.txt", wide);
  CHECK(said(reading.conversations.at(0)) == Lines{"U: I moved.", "A: Noted."});
  REQUIRE(reading.report.diagnostics.size() == 1);
  CHECK(reading.report.diagnostics[0].what == "this is not UTF-8; it is read as UTF-16");
  MemoryFileSystem files;
  files.put("/chat.txt", wide);
  CHECK(*pyramid::ingest::detect_format(files, "/chat.txt") == "markdown");
  files.put("/chat.jsonl", std::string("\xff\xfe{\0}\0", 6));
  CHECK(pyramid::ingest::detect_format(files, "/chat.jsonl").error().what ==
        "this is JSON in UTF-16, which is not read");
}

TEST_CASE("markdown: what is no log is refused, and not taken for one") {
  const auto reader = pyramid::ingest::make_markdown_log_reader();
  MemoryFileSystem files;
  files.put("/readme.md", "# Pyramid\n\nUser: root\nHost: x\n\n## Usage\nx\n## User\ny\n");
  files.put("/log.md", "[2026-03-02 09:00] A: x\n[2026-03-02 09:01] B: y\n");
  files.put("/code.cpp", "User: x\nAssistant: y\n");
  files.put("/notes/a.md", "words");
  const auto refused = try_read(*reader, files, "/readme.md");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kInvalid);
  CHECK(*pyramid::ingest::detect_format(files, "/log.md") == "markdown");
  for (const char* path : {"/readme.md", "/code.cpp", "/notes"}) {
    CHECK_FALSE(pyramid::ingest::detect_format(files, path));
  }
  files.put("/vault/Recipes/Bread.md", "# Bread\nRye needs a sourdough.\n");
  files.put("/code/main.cpp", "int main() {}\n");
  files.put("/empty.md", "\n");
  CHECK(pyramid::ingest::detect_format(files, "/vault").error().what ==
        "this folder holds notes and no conversation");
  CHECK(pyramid::ingest::detect_format(files, "/code").error().what ==
        "no reader knows this format");
  CHECK(pyramid::ingest::detect_format(files, "/empty.md").error().what ==
        "this is an empty file: there is nothing to import");
  CHECK(*pyramid::ingest::detect_format(*pyramid::make_real_file_system(), fixture("markdown")) ==
        "markdown");
}

}  // namespace markdown_log_test
