// Days where the person is: $TZ, the workspace's setting, an offset of --now.
#include "tests/cli/program.hpp"
#include "tests/support/tree.hpp"

namespace zones_cli_test {

using namespace pyramid::test;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// An evening of 10 March in California.
void write_lease(const Program& program) {
  program.write(
      program.outside("s/lease.jsonl"),
      R"({"type":"session","version":3,"id":"lease","timestamp":"2026-03-11T03:00:00.000Z"})"
      "\n"
      R"({"type":"message","id":"e1","parentId":null,"timestamp":"2026-03-11T03:00:00.000Z",)"
      R"("message":{"role":"user","content":[{"type":"text","text":)"
      R"("I signed the lease today."}],"timestamp":1773198000000}})"
      "\n");
}

std::string files_of(const std::string& root) {
  std::string text;
  for (const auto& [path, bytes] : tree_below(root, {".git", ".pyramid"})) {
    text += path + "\n" + bytes;
  }
  return text;
}

}  // namespace

TEST_CASE("zones: init writes the machine's zone, by which days are told from then on") {
  Program program;
  write_lease(program);
  program.environment["TZ"] = "America/Los_Angeles";
  program.init();
  CHECK(has(files_of(program.root()), "\ntimezone: America/Los_Angeles\n"));
  program.environment["TZ"] = "Europe/Madrid";  // another machine, or a journey
  REQUIRE(program.in_workspace({"import", "--openclaw", program.outside("s")}).exit_code == 0);
  const ProcessResult list = program.in_workspace({"list"});
  CHECK(has(list.out, "(2026-03-10)"));
  CHECK(has(list.out, "2026-03-10T20:00:00-07:00"));
}

TEST_CASE("zones: machines in two zones make the same tree of the same export") {
  std::string trees[2];
  for (int i = 0; i < 2; ++i) {
    Program program;
    write_lease(program);
    program.write(program.outside("logs/2026-10-25.md"),
                  "# Night shift\n\n**User** (02:50): I set the alarm to 3 today.\n\n"
                  "**Assistant** (02:10): Noted.\n\n**User** (02:20): I sold my boat yesterday.\n");
    program.environment["TZ"] = "Europe/Madrid";
    program.init();
    program.environment["TZ"] = i == 0 ? "Europe/Madrid" : "America/Los_Angeles";
    program.now = "2026-10-26T12:00:00Z";
    REQUIRE(program.in_workspace({"import", "--openclaw", program.outside("s")}).exit_code == 0);
    REQUIRE(program.in_workspace({"import", "--markdown", program.outside("logs")}).exit_code == 0);
    REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
    trees[i] = files_of(program.root());
    // The clock went back at 01:00 UTC: 02:10 is the second one, after 02:50.
    CHECK(has(trees[i], "## 00:50 User\n"));
    CHECK(has(trees[i], "## 01:10 Assistant\n"));
    CHECK(has(trees[i], "## 01:20 User\n"));
    CHECK(has(trees[i], "2026-10-24"));
  }
  CHECK(trees[0] == trees[1]);
}

// What three programs keep of one person: late at home in Madrid, late on a journey to California,
// and at home again, with a chain that is broken.
void write_home(const Program& program) {
  program.write(program.outside("home/.claude/projects/-app/s1.jsonl"),
                R"({"type":"user","uuid":"u1","sessionId":"s1","timestamp":"2026-05-10T22:40:00Z",)"
                R"("message":{"role":"user","content":"I moved my desk to the attic today."}})"
                "\n");
  program.write(
      program.outside("home/.openclaw/agents/main/sessions/o1.jsonl"),
      R"({"type":"session","version":3,"id":"o1","timestamp":"2026-05-13T05:30:00.000Z"})"
      "\n"
      R"({"type":"message","id":"e1","parentId":null,"timestamp":"2026-05-13T05:30:00.000Z",)"
      R"("message":{"role":"user","content":"[Telegram Maya id:7 Tue 2026-05-12 22:30 PDT] )"
      R"(I flew to California today.","timestamp":1778650200000}})"
      "\n");
  program.write(
      program.outside("home/conversations.json"),
      R"([{"conversation_id":"c1","create_time":1778881800,"current_node":"b","mapping":{)"
      R"("a":{"id":"a","parent":null,"message":{"id":"a","author":{"role":"user"},"create_time":)"
      R"(1778881800,"content":{"content_type":"text","parts":["I started a sourdough today."]}}},)"
      R"("b":{"id":"b","parent":"gone","message":{"id":"b","author":{"role":"user"},"create_time":)"
      R"(1778881860,"content":{"content_type":"text","parts":["My oven runs hot."]}}}}}])");
}

TEST_CASE("zones: what three programs keep of one person stands on the days that the person had") {
  std::string trees[2];
  for (int i = 0; i < 2; ++i) {
    Program program;
    write_home(program);
    program.environment["TZ"] = "Europe/Madrid";
    program.init();
    program.environment["TZ"] = i == 0 ? "Europe/Madrid" : "America/Los_Angeles";
    program.now = "2026-05-16T09:00:00Z";
    REQUIRE(program.in_workspace({"import", program.outside("home")}).exit_code == 0);
    REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
    const std::string list = program.in_workspace({"list"}).out;
    INFO(list);
    CHECK(has(list, "2026-05-11T00:40:00+02:00"));
    CHECK(has(list, "2026-05-12T22:30:00-07:00"));
    CHECK(has(list, "2026-05-15T23:50:00+02:00"));
    trees[i] = files_of(program.root());
    CHECK(has(trees[i], "I started a sourdough today."));
    CHECK(has(trees[i], "My oven runs hot."));
  }
  CHECK(trees[0] == trees[1]);
}

TEST_CASE("zones: an offset of --now is the zone of the run, a Z is none") {
  Program program;
  program.environment["TZ"] = "Europe/Madrid";
  program.init();
  program.now = "2026-03-10T20:00:00-07:00";
  CHECK(has(program.in_workspace({"log", "Rebooted."}).out, "daily/2026-03-10.md"));
  program.now = "2026-03-10T23:30:00Z";
  CHECK(has(program.in_workspace({"log", "Rebooted."}).out, "daily/2026-03-11.md"));
  program.now = "2026-03-10T23:30";
  CHECK(has(program.in_workspace({"log", "Rebooted."}).out, "daily/2026-03-10.md"));
}

TEST_CASE("zones: what is taken in goes by the workspace's days, whatever --now says") {
  Program program;
  program.environment["TZ"] = "Europe/Madrid";
  program.init();
  write_lease(program);
  program.now = "2026-11-01T12:00:00-08:00";
  REQUIRE(program.in_workspace({"import", "--openclaw", program.outside("s")}).exit_code == 0);
  const std::string list = program.in_workspace({"list"}).out;
  CHECK(has(list, "2026-03-11T04:00:00+01:00"));
  CHECK(has(list, "(2026-03-11)"));
}

TEST_CASE("zones: a rule in $TZ counts the hours to Greenwich, a person from there") {
  Program program;
  program.environment["TZ"] = "UTC-3";
  program.init();
  CHECK(has(files_of(program.root()), "\ntimezone: UTC+3\n"));
}

TEST_CASE("zones: days that a person names are the workspace's") {
  Program program;
  program.environment["TZ"] = "America/Los_Angeles";
  program.init();
  REQUIRE(program.in_workspace({"observe", "User signed the lease.", "--at", "2026-03-10T20:00"})
              .exit_code == 0);
  CHECK(has(program.in_workspace({"list", "--since", "2026-03-10"}).out, "signed the lease"));
  CHECK_FALSE(has(program.in_workspace({"list", "--since", "2026-03-11"}).out, "signed the lease"));
}

TEST_CASE("zones: an offset that is told with a fact or a turn says its day") {
  Program program;
  program.environment["TZ"] = "America/Los_Angeles";
  program.init();
  CHECK(has(program
                .in_workspace(
                    {"observe", "I signed the lease today.", "--at", "2026-04-09T01:00:00+02:00"})
                .out,
            "observations/2026/04/09"));
  CHECK(
      has(program.in_workspace({"observe", "I sold my piano.", "--at", "2026-04-07T05:00:00Z"}).out,
          "observations/2026/04/06"));
  program.input =
      R"([{"role":"user","text":"I bought a yurt today.","at":"2026-04-12T01:00:00+02:00"},)"
      R"({"role":"assistant","text":"Nice."}])";
  REQUIRE(program.in_workspace({"capture"}).exit_code == 0);
  program.input = R"([{"role":"user","text":"I bought a canoe today."}])";
  program.now = "2026-04-20T01:00:00+09:00";
  REQUIRE(program.in_workspace({"capture"}).exit_code == 0);
  const std::string list = program.in_workspace({"list"}).out;
  CHECK(has(list, "bought a yurt today (2026-04-12)"));
  CHECK(has(list, "bought a canoe today (2026-04-20)"));
}

TEST_CASE("zones: a daily log is of the day that it is called by, whoever asks from where") {
  Program program;
  program.environment["TZ"] = "Pacific/Auckland";
  program.init();
  program.now = "2026-04-04T10:30:00Z";
  REQUIRE(has(program.in_workspace({"log", "Painted the green door."}).out, "daily/2026-04-04.md"));
  for (const char* now : {"2026-04-05T09:00:00-10:00", "2026-04-05T09:00:00+12:00"}) {
    program.now = now;
    const std::string found = program.in_workspace({"search", "green door"}).out;
    CHECK(has(found, "daily/2026-04-04.md"));
    CHECK(has(found, "  2026-04-04  "));
  }
}

TEST_CASE("zones: a zone that nobody knows is one clear line") {
  Program program;
  program.init();
  program.write(program.inside("pyramid.yaml"), "timezone: Mars/Olympus\n");
  check_refused(program.in_workspace({"log", "Rebooted."}), 6, "no such time zone: Mars/Olympus");
}

TEST_CASE("zones: a rule in $TZ names no zone, and none is written") {
  Program program;
  program.environment["TZ"] = "XYZ3ABC,M3.2.0,M11.1.0";
  program.init();
  CHECK(has(files_of(program.root()), "\n# timezone: \"\"\n"));
}

}  // namespace zones_cli_test
