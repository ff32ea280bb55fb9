// Each kind of bad input: a clear line with the file's name, the documented exit code, the rest
// done.
#include "tests/cli/program.hpp"

#include <algorithm>

namespace bad_input_test {

using namespace pyramid::test;

namespace {

// A session of one sentence, as OpenClaw writes it.
std::string session_line(const std::string& text) {
  return R"({"type":"session","version":3,"id":"s1","timestamp":"2026-05-01T09:00:00Z"})"
         "\n"
         R"({"type":"message","id":"e1","parentId":null,"timestamp":"2026-05-01T09:00:04Z",)"
         R"("message":{"role":"user","content":")" +
         text + "\",\"timestamp\":1777626004000}}\n";
}

// Syncs a workspace that holds one bad file beside a good one; the bad one must be named.
void check_bad_file(const std::string& name, const std::string& bytes, const std::string& needle) {
  const Program program;
  program.init();
  program.write(program.inside("memory/good.md"), "# Good\n\nThe boiler was serviced.\n");
  program.write(program.inside(name), bytes);
  const ProcessResult synced = program.in_workspace({"sync"});
  INFO(synced.err);
  CHECK(synced.exit_code == 1);
  CHECK(synced.err.find(needle) != std::string::npos);
  const ProcessResult found = program.in_workspace({"search", "--raw", "boiler"});
  CHECK(found.out.find("memory/good.md:") != std::string::npos);
  CHECK(found.exit_code == 1);
  CHECK(found.err.find(needle) != std::string::npos);
}

}  // namespace

TEST_CASE("bad input: a broken frontmatter is named with its line") {
  check_bad_file("models/broken.md", "---\nkind: model\ntags: [a\n---\nText.\n",
                 "models/broken.md:");
}

TEST_CASE("bad input: turns that are none end a capture with one code, options with another") {
  Program program;
  program.init();
  for (const char* turns :
       {"[]", "{}", "x", "[1]", R"({"turns": 3})", R"({"turn": []})", R"([{"role": "user"}])",
        R"([{"role": "cook", "text": "Hi."}])", R"([{"role": "user", "text": " "}])",
        R"([{"role": "user", "text": "Hi.", "at": "then"}])"}) {
    INFO(turns);
    program.input = turns;
    CHECK(program.in_workspace({"capture"}).exit_code == 6);
  }
  program.input = R"([{"role": "user", "text": "Hi."}])";
  CHECK(program.in_workspace({"capture", "--user", ""}).exit_code == 2);
  program.write(program.inside("pyramid.yaml"), "capture: false\n");
  const ProcessResult off = program.in_workspace({"capture"});
  CHECK(off.exit_code == 0);
  CHECK(off.out == "Nothing is kept.\n");
  CHECK(off.err.find("capture is off") != off.err.npos);
}

TEST_CASE("bad input: an import that names no file is told what to name") {
  const Program program;
  program.init();
  for (const char* format : {"--claude", "--chatgpt", "--glenn", "--markdown", "--mcp-memory"}) {
    const ProcessResult refused = program.in_workspace({"import", format});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.find("pyramid import " + std::string(format) + " PATH") != refused.err.npos);
    CHECK(refused.err.find("openclaw") == refused.err.npos);
  }
  const ProcessResult refused = program.in_workspace(
      {"import", "--openclaw", kSamples + "/openclaw", "--agent", "main", "--conversation", "x"});
  CHECK(refused.exit_code == 3);
  CHECK(refused.err.find("no conversation x of agent main") != refused.err.npos);
  CHECK(refused.err.find("--agent all") != refused.err.npos);
}

TEST_CASE("bad input: a frontmatter that never ends is named") {
  check_bad_file("models/open.md", "---\nkind: model\n", "models/open.md:1: ");
}

TEST_CASE("bad input: a head that is no YAML keeps a note from nobody, and is named once") {
  const Program program;
  program.init();
  program.write(program.inside("memory/a.md"), "---\ntitle: A: b\n---\nThe boiler is new.\n");
  const ProcessResult synced = program.in_workspace({"sync"});
  CHECK(synced.exit_code == 0);
  CHECK(synced.err.find("warning: memory/a.md:2: ") != std::string::npos);
  CHECK(program.in_workspace({"sync"}).err.empty());
  const ProcessResult found = program.in_workspace({"search", "--raw", "boiler"});
  CHECK(found.exit_code == 0);
  CHECK(found.err.empty());
  CHECK(found.out.find("memory/a.md:4") != std::string::npos);
  const ProcessResult checked = program.in_workspace({"check"});
  CHECK(checked.exit_code == 1);
  CHECK((checked.out + checked.err).find("memory/a.md:2: ") != std::string::npos);
}

TEST_CASE("bad input: a note that is no UTF-8 is read all the same, and named once") {
  using namespace std::string_literals;
  const Program program;
  program.init();
  program.write(program.inside("memory/latin.md"), "one\nThe caf\xe9 is in M\xfcnster.\n");
  std::string wide = "\xff\xfe"s;
  for (const char c : "two\nThe lighthouse is in Crovie.\n"s) wide += {c, '\0'};
  program.write(program.inside("memory/wide.md"), wide);
  program.write(program.inside("memory/old.MD"), "The kettle is in \0Bodmin.\n"s);
  const ProcessResult synced = program.in_workspace({"sync"});
  CHECK(synced.exit_code == 0);
  CHECK(synced.err.find("warning: memory/latin.md:2: ") != std::string::npos);
  CHECK(synced.err.find("read as Windows-1252 (Latin-1)") != std::string::npos);
  CHECK(synced.err.find("2 other notes with a fault like that") != std::string::npos);
  CHECK(program.in_workspace({"sync"}).err.empty());
  const ProcessResult found = program.in_workspace({"search", "--raw", "café Münster"});
  CHECK(found.out.find("memory/latin.md:") != std::string::npos);
  CHECK(found.out.find("The café is in Münster.") != std::string::npos);
  CHECK(program.in_workspace({"search", "--raw", "lighthouse"}).out.find("memory/wide.md:") !=
        std::string::npos);
  CHECK(program.in_workspace({"search", "--raw", "kettle"}).out.find("memory/old.MD:") !=
        std::string::npos);
  const ProcessResult read = program.in_workspace({"read", "memory/wide.md:2"});
  CHECK(read.out.find("The lighthouse is in Crovie.") != std::string::npos);
}

TEST_CASE("bad input: a source of searches that there is not is told by the status") {
  const Program program;
  program.init();
  program.write(program.inside("pyramid.yaml"), "sources: [memories]\n");
  const ProcessResult status = program.in_workspace({"status"});
  CHECK(status.exit_code == 1);
  CHECK(status.err.find("error: pyramid.yaml, `sources`: ") == 0);
}

TEST_CASE("bad input: a file of the program's own kinds that is no UTF-8 is named with its line") {
  check_bad_file("models/latin.md", "one\ncaf\xe9\n", "models/latin.md:2: ");
}

TEST_CASE("bad input: a file of 10 MB is named and left out") {
  check_bad_file("memory/big.md", std::string(10'000'000, 'x'), "memory/big.md");
}

TEST_CASE("bad input: an observation without a time is named") {
  check_bad_file("observations/2026/05/01/x.md",
                 "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: observation\n---\nText.\n",
                 "observations/2026/05/01/x.md:1: observation without `at:`");
}

TEST_CASE("bad input: a file name with a newline is shown escaped, and the file is found") {
  const Program program;
  program.init();
  program.write(program.inside("memory/two\nlines.md"), "The boiler was serviced.\n");
  const ProcessResult synced = program.in_workspace({"sync"});
  CHECK(synced.exit_code == 0);
  const ProcessResult found = program.in_workspace({"search", "--raw", "boiler"});
  CHECK(found.out.find("memory/two\\nlines.md:1") != std::string::npos);
}

TEST_CASE("bad input: a symlink loop and a dangling link do not stop anything") {
  const Program program;
  program.init();
  program.write(program.inside("memory/good.md"), "The boiler was serviced.\n");
  std::filesystem::create_directory_symlink("..", program.inside("memory/loop"));
  std::filesystem::create_symlink("nowhere.md", program.inside("memory/dangling.md"));
  CHECK(program.in_workspace({"sync"}).exit_code == 0);
  const ProcessResult found = program.in_workspace({"search", "--raw", "boiler"});
  CHECK(found.exit_code == 0);
  CHECK(found.out.find("memory/good.md:1") != std::string::npos);
}

TEST_CASE("bad input: a folder without permission is named") {
  Program program;
  program.drop_root_privilege();
  program.init();
  program.write(program.inside("memory/good.md"), "The boiler was serviced.\n");
  std::filesystem::create_directories(program.inside("memory/closed"));
  std::filesystem::permissions(program.inside("memory/closed"), std::filesystem::perms::none);
  const ProcessResult found = program.in_workspace({"search", "--raw", "boiler"});
  std::filesystem::permissions(program.inside("memory/closed"), std::filesystem::perms::all);
  CHECK(found.exit_code == 1);
  CHECK(found.err.find("memory/closed") != std::string::npos);
  CHECK(found.out.find("memory/good.md:1") != std::string::npos);
}

TEST_CASE("bad input: a torn last JSONL line is a warning and the rest is taken") {
  const Program program;
  program.init();
  program.write(program.outside("s/s1.jsonl"),
                session_line("I moved to Lisbon in March 2026.") + R"({"type":"mess)");
  const ProcessResult result =
      program.in_workspace({"import", "--openclaw", "--source", program.outside("s")});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("s1.jsonl:3: ") != std::string::npos);
  CHECK(result.out.find("1 new") != std::string::npos);
}

TEST_CASE("bad input: a broken line in the middle is an error of that line alone") {
  const Program program;
  program.init();
  program.write(program.outside("s/s1.jsonl"),
                session_line("I moved to Lisbon in March 2026.") + "{nonsense}\n" +
                    R"({"type":"message","id":"e2","parentId":"e1",)"
                    R"("timestamp":"2026-05-01T09:01:04Z","message":{"role":"user",)"
                    R"("content":"My sister Ana is a vet.","timestamp":1777626064000}})"
                    "\n");
  const ProcessResult result =
      program.in_workspace({"import", "--openclaw", "--source", program.outside("s")});
  INFO(result.err);
  CHECK(result.exit_code == 1);
  CHECK(result.err.find("s1.jsonl:3: ") != std::string::npos);
  CHECK(result.out.find("1 new") != std::string::npos);
}

TEST_CASE("bad input: an export that is not what the flag says") {
  const Program program;
  program.init();
  program.write(program.outside("chatgpt.json"), R"([{"title":"x","mapping":{}}])");
  check_refused(
      program.in_workspace({"import", "--claude", "--source", program.outside("chatgpt.json")}), 6,
      "chatgpt.json");
  check_refused(
      program.in_workspace({"import", "--glenn", "--source", program.outside("chatgpt.json")}), 6,
      "chatgpt.json");
  check_refused(
      program.in_workspace({"import", "--openclaw", "--source", program.outside("chatgpt.json")}),
      6, "chatgpt.json");
}

TEST_CASE("bad input: a wrong value names the help of the command that was typed") {
  const Program program;
  program.init();
  check_refused(program.in_workspace({"observe", "User moved.", "--importance", "0"}), 2,
                "see pyramid observe --help");
  check_refused(program.in_workspace({"internal", "embed", "--limit", "0"}), 2, "--limit");
}

TEST_CASE("bad input: an empty source and one that does not exist") {
  const Program program;
  program.init();
  std::filesystem::create_directories(program.outside("empty"));
  check_refused(
      program.in_workspace({"import", "--openclaw", "--source", program.outside("empty")}), 3,
      "empty");
  program.write(program.outside("empty.json"), "");
  check_refused(
      program.in_workspace({"import", "--claude", "--source", program.outside("empty.json")}), 6,
      "empty.json");
  check_refused(program.in_workspace({"import", "--openclaw", "--source", program.outside("no")}),
                3, "/no");
  check_refused(program.in_workspace({"import", "--openclaw"}), 3, ".openclaw");
}

TEST_CASE("bad input: a workspace that does not exist, and a folder that is none") {
  const Program program;
  for (const char* command : {"sync", "status", "check"}) {
    check_refused(program.run({command, "-w", program.outside("nowhere")}), 3, "nowhere");
    check_refused(program.run({command, "-w", program.outside(".")}), 3, "pyramid init");
    check_refused(program.run({command}), 3, "pyramid init");
  }
}

TEST_CASE("bad input: near misses are suggested") {
  const Program program;
  check_refused(program.run({"serch", "x"}), 2, "did you mean search?");
  check_refused(program.run({"sync", "--dryrun"}), 2, "did you mean --dry-run?");
  check_refused(program.run({"sync", "--dry"}), 2, "did you mean --dry-run?");
  check_refused(program.run({"search", "--time", "0"}), 2, "did you mean --time-weight?");
  check_refused(program.run({"internal", "summ"}), 2, "did you mean summarize?");
  check_refused(program.run({"search"}), 2, "QUERY");
  check_refused(program.run({}), 2, "--help");
}

TEST_CASE("bad input: a workspace inside another is refused as wrong usage") {
  const Program program;
  program.init();
  check_refused(program.run({"init", program.inside("deeper")}), 2,
                "lies inside another workspace");
}

TEST_CASE("cli: --help lists every exit code that docs/cli.md lists") {
  const Program program;
  const std::string help = program.run({"--help"}).out;
  for (const char* code : {"0 ", "1 ", "2 ", "3 ", "4 ", "5 ", "6 ", "7 ", "70 ", "130 "}) {
    CHECK(help.find(code, help.find("Exit codes:")) != std::string::npos);
  }
}

TEST_CASE("bad input: --db does not leave an index among the memory's files") {
  const Program program;
  program.init();
  const std::string link = program.outside("link");
  std::filesystem::create_directory_symlink(program.root(), link);
  for (const std::string& inside : {program.inside("my.db"), link + "/my.db"}) {
    check_refused(program.in_workspace({"sync", "--db", inside}), 2, "lies inside the workspace");
  }
  CHECK_FALSE(std::filesystem::exists(program.inside("my.db")));
  CHECK(program.in_workspace({"sync", "--db", program.inside(".pyramid/my.db")}).exit_code == 0);
  CHECK(program.in_workspace({"sync", "--db", program.root() + "-my.db"}).exit_code == 0);
}

TEST_CASE("bad input: an index that cannot be used is named as it was given") {
  Program program;
  program.init();
  const std::string database = program.outside("x.db");
  REQUIRE(program.in_workspace({"sync", "--db", database}).exit_code == 0);
  program.drop_root_privilege();
  std::filesystem::permissions(database, std::filesystem::perms::owner_read);
  program.write(program.inside("memory/tea.md"), "Ana likes green tea.\n");
  check_refused(program.in_workspace({"sync", "--db", database}), 7, database);
}

TEST_CASE("bad input: values out of range are one line") {
  const Program program;
  program.init();
  check_refused(program.in_workspace({"search", "x", "--limit", "0"}), 2, "limit");
  check_refused(program.in_workspace({"search", "x", "--limit", "many"}), 2, "limit");
  check_refused(program.in_workspace({"search", "x", "--time-weight", "1.5"}), 2, "weight");
  check_refused(program.in_workspace({"search", "  "}), 2, "");
  check_refused(program.run({"status", "--now", "yesterday", "-w", program.root()}), 2, "--now");
}

TEST_CASE("bad input: an empty text is no number, of no option that takes one") {
  const Program program;
  program.init();
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"search", "x", "--time-weight"},
                                             {"search", "x", "--min-score"},
                                             {"search", "x", "--limit"},
                                             {"recall", "x", "--budget"},
                                             {"read", "x", "--from"},
                                             {"observe", "x", "--importance"},
                                             {"eval", "x", "--time-weight"},
                                             {"eval", "x", "--vector-weight"},
                                             {"watch", "--debounce"}}) {
    std::vector<std::string> empty = command;
    empty.emplace_back();
    check_refused(program.in_workspace(empty), 2, command.back() + ": an empty text is no");
  }
  check_refused(program.in_workspace({"search", "x", "--min-score", "half"}), 2,
                "--min-score: half is not a number");
}

TEST_CASE("bad input: --db never takes a file that is no index of ours") {
  const Program program;
  program.init();
  const std::string precious = program.outside("precious.txt");
  program.write(precious, std::string(5000, 'x'));
  for (const char* command : {"sync", "status", "check"}) {
    check_refused(program.in_workspace({command, "--db", precious}), 2, "precious.txt");
  }
  check_refused(program.in_workspace({"search", "x", "--db", kSamples + "/glenn/messages.sqlite"}),
                2, "messages.sqlite");
  CHECK(std::filesystem::file_size(precious) == 5000);
  check_refused(program.in_workspace({"sync", "--db", program.outside("no/such/x.db")}), 2,
                "no/such");
  REQUIRE(program.in_workspace({"sync", "--db", program.outside("x.db")}).exit_code == 0);
  CHECK(program.in_workspace({"status", "--db", program.outside("x.db")}).exit_code == 0);
}

TEST_CASE("bad input: numbers out of range are one line, whatever the option") {
  const Program program;
  program.init();
  const std::vector<std::vector<std::string>> refused = {
      {"search", "x", "--limit", "-1"},
      {"search", "x", "--limit", "99999999999"},
      {"list", "--limit", "0"},
      {"summaries", "--tier", "-1"},
      {"sync", "--parallel", "0"},
      {"import", "x", "--limit", "-1"},
      {"retrieve", "--per-tier", "0"},
      {"internal", "summarize", "--max-obs", "-1"},
      {"internal", "summarize", "--max-tier", "-5"}};
  for (const std::vector<std::string>& arguments : refused) {
    check_refused(program.in_workspace(arguments), 2, "is not a whole number from ");
  }
  check_refused(program.run({"status", "-w", program.root(), "--now", ""}), 2, "--now");
}

TEST_CASE("bad input: words behind -- change nothing about a wrong option in front of it") {
  const Program program;
  check_refused(program.run({"recall", "--budget", "5", "--", "hello"}), 2,
                "--budget: 5 is not a whole number from 100 to 100000");
  check_refused(program.run({"recall", "--turns", "0", "--", "x"}), 2, "--turns: 0 is not a whole");
  check_refused(program.run({"search", "--limit", "0", "--", "x", "-y"}), 2, "--limit: 0 is no");
  check_refused(program.run({"search", "--limti", "1", "--", "x"}), 2, "did you mean --limit?");
  check_refused(program.run({"read", "--", "a.md", "b.md"}), 2,
                "no such command or argument: b.md");
}

TEST_CASE("bad input: an export with records that are none") {
  const Program program;
  program.init();
  program.write(program.outside("e.json"),
                R"([null, 5, "a, ] b\"", [1, 2], {"uuid":"u1","name":"Cat","created_at":)"
                R"("2026-05-01T09:00:00Z","chat_messages":[{"uuid":"m1","sender":"human","text":)"
                R"("I have a cat called Biscuit.","created_at":"2026-05-01T09:00:00Z"}]}, true])");
  const ProcessResult result =
      program.in_workspace({"import", "--claude", program.outside("e.json")});
  INFO(result.err);
  CHECK(result.exit_code == 1);
  CHECK(result.out.find("1 new") != std::string::npos);
  CHECK(result.err.find("this record is not a conversation") != std::string::npos);
  program.write(program.outside("none.json"), "[]");
  CHECK(program.in_workspace({"import", "--claude", program.outside("none.json")})
            .err.find("none.json: holds no conversation") != std::string::npos);
}

TEST_CASE("bad input: an error with --json is one JSON document on stdout") {
  const Program program;
  const ProcessResult result = program.run({"status", "--json", "-w", program.outside("nowhere")});
  CHECK(result.exit_code == 3);
  const auto document = nlohmann::json::parse(result.out);
  CHECK(document["error"]["kind"] == "not-found");
  CHECK(result.err.empty());
}

TEST_CASE("bad input: a broken pyramid.yaml is named with its line") {
  const Program program;
  program.init();
  program.write(program.inside("pyramid.yaml"), "step: [1\n");
  check_refused(program.in_workspace({"sync"}), 6, "pyramid.yaml");
  program.write(program.inside("pyramid.yaml"), "stepp: 12\nparallel: many\n");
  const ProcessResult synced = program.in_workspace({"sync"});
  CHECK(synced.err.find("step") != std::string::npos);
}

TEST_CASE("bad input: a conversation without any time is named once and left out") {
  const Program program;
  program.init();
  const std::string file = program.outside("talk.jsonl");
  program.write(file, R"({"type":"user","uuid":"u","sessionId":"s",)"
                      R"("message":{"role":"user","content":"I live in Rome."}})"
                      "\n");
  const ProcessResult imported = program.in_workspace({"import", file});
  INFO(imported.err);
  CHECK(imported.exit_code == 0);
  CHECK(imported.err.find("talk.jsonl: nothing says on which day this was said; it is left out") !=
        std::string::npos);
  CHECK(imported.err.find("holds no conversation") == std::string::npos);
  CHECK_FALSE(std::filesystem::exists(program.inside("sessions/1970")));
}

TEST_CASE("bad input: a conversation that is not there is refused with how they are named") {
  const Program program;
  program.init();
  const std::string file = program.outside("s1.jsonl");
  program.write(file, session_line("I live in Rome.") +
                          R"({"type":"custom","id":"e2","parentId":"e1"})"
                          "\n");
  check_refused(program.in_workspace({"import", file, "--conversation", "nope"}), 3,
                "no conversation nope; give its id there");
  const ProcessResult imported = program.in_workspace({"import", file});
  CHECK(imported.out.find("1 record skipped that holds no conversation.") != std::string::npos);
}

}  // namespace bad_input_test
