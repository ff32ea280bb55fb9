#include "tests/cli/program.hpp"

#include <sys/stat.h>

namespace everyday_test {

using namespace pyramid::test;

TEST_CASE("cli: the workspace is found from a folder inside it, from -w and from the environment") {
  const Program program;
  program.init();
  std::filesystem::create_directories(program.inside("memory/deep"));
  CHECK(program.run({"status"}, program.inside("memory/deep")).exit_code == 0);
  CHECK(program.in_workspace({"status"}).exit_code == 0);
  ProcessOptions options;
  options.environment = {{"PYRAMID_WORKSPACE", program.root()}};
  CHECK(run_process({PYRAMID_PROGRAM, "status"}, options).exit_code == 0);
}

TEST_CASE("cli: every command has help with examples and exits with 0") {
  const Program program;
  for (const char* command :
       {"init",      "bootstrap", "import", "observe",  "sync",      "search",
        "why",       "list",      "models", "model",    "summaries", "retrieve",
        "summarize", "embed",     "export", "status",   "check",     "internal",
        "eval",      "recall",    "read",   "remember", "log",       "history",
        "diff",      "show",      "blame",  "revert",   "bisect",    "forget"}) {
    const ProcessResult help = run_process({PYRAMID_PROGRAM, command, "--help"});
    INFO(command);
    CHECK(help.exit_code == 0);
    CHECK(help.out.find("Examples:") != std::string::npos);
    CHECK(help.err.empty());
  }
  CHECK(run_process({PYRAMID_PROGRAM, "--version"}).out.rfind("pyramid ", 0) == 0);
}

TEST_CASE("cli: init makes the folder that -w names") {
  const Program program;
  REQUIRE(program.run({"init", "-w", program.root()}).exit_code == 0);
  CHECK(std::filesystem::exists(program.inside("pyramid.yaml")));
  CHECK_FALSE(std::filesystem::exists(program.outside("pyramid.yaml")));
}

TEST_CASE("cli: init twice says so and changes nothing") {
  const Program program;
  const ProcessResult first = program.run({"init", program.root()});
  CHECK(first.out.find("Made a workspace") != std::string::npos);
  const ProcessResult second = program.run({"init", program.root()});
  CHECK(second.exit_code == 0);
  CHECK(second.out.find("nothing changed") != std::string::npos);
}

TEST_CASE("cli: init and the first sync name the choice of an engine, later ones do not") {
  const std::string choice = "`engine: openai` in pyramid.yaml";
  const Program program;
  const ProcessResult made = program.run({"init", program.root()});
  CHECK(made.out.find(choice) != std::string::npos);
  REQUIRE(program.in_workspace({"observe", "User lives in Kiel."}).exit_code == 0);
  CHECK(program.in_workspace({"sync", "--json"}).out.find(choice) == std::string::npos);
  REQUIRE(program.in_workspace({"observe", "User has a cat."}).exit_code == 0);
  CHECK(program.in_workspace({"sync"}).out.find(choice) == std::string::npos);
  const Program other;
  other.init();
  REQUIRE(other.in_workspace({"observe", "User lives in Kiel."}).exit_code == 0);
  CHECK(other.in_workspace({"sync"}).out.find(choice) != std::string::npos);
}

TEST_CASE("cli: init --preset writes the settings of it, and suggests what was meant") {
  const Program program;
  REQUIRE(program.run({"init", "--preset", "calendar", program.root()}).exit_code == 0);
  std::ifstream file(program.inside("pyramid.yaml"));
  const std::string settings((std::istreambuf_iterator<char>(file)), {});
  for (const char* line : {"\npolicy: calendar\n", "\nstep: 3\n", "\nspan_days: 1\n",
                           "\nbase_models: [self, user, system]\n", "\nexport: export\n"}) {
    CHECK(settings.find(line) != std::string::npos);
  }
  REQUIRE(program.in_workspace({"sync", "--source", kSamples + "/openclaw"}).exit_code == 0);
  const ProcessResult again = program.in_workspace({"sync", "--json"});
  CHECK(nlohmann::json::parse(again.out)["exported"].empty());
  CHECK(program.in_workspace({"check"}).exit_code == 0);
  check_refused(program.run({"init", "--preset", "calender", program.outside("other")}), 2,
                "did you mean calendar?");
  CHECK_FALSE(std::filesystem::exists(program.outside("other")));
}

TEST_CASE(
    "cli: a folder inside another repository is committed there, and nothing staged is taken") {
  const Program program;
  const std::string vault = program.outside("vault");
  std::filesystem::create_directories(vault);
  REQUIRE(run_git(vault, {"init", "-q", "-b", "main"}).exit_code == 0);
  program.write(vault + "/draft.txt", "staged by the person");
  REQUIRE(run_git(vault, {"add", "draft.txt"}).exit_code == 0);
  REQUIRE(program.run({"init", vault + "/memory"}).exit_code == 0);
  CHECK_FALSE(std::filesystem::exists(vault + "/memory/.git"));
  CHECK(run_git(vault, {"log", "-1", "--format=%s"}).out == "memory: a new workspace\n");
  CHECK(run_git(vault, {"status", "--porcelain"}).out == "A  draft.txt\n");
}

TEST_CASE("cli: the commit of a sync names the conversation that it took in") {
  const Program program;
  program.init();
  program.write(program.outside("2026-05-01.md"),
                "# Moving to Austin\n\nUser: I moved to Austin in May.\n\nAssistant: Welcome.\n");
  REQUIRE(program.in_workspace({"sync", "--source", program.outside("2026-05-01.md")}).exit_code ==
          0);
  const std::string message = run_git(program.root(), {"log", "-1", "--format=%B"}).out;
  INFO(message);
  CHECK(message.find("memory: 1 observation from \"Moving to Austin\"") == 0);
  CHECK(message.find("\n1 new conversation.\n") != std::string::npos);
  CHECK(message.find("\nPyramid-Sessions: 1\n") != std::string::npos);
}

TEST_CASE("cli: import without a format flag is told by the content, and again adds nothing") {
  const Program program;
  program.init();
  for (const char* source : {"/openclaw", "/claude/conversations.json", "/glenn/messages.sqlite"}) {
    const ProcessResult first = program.in_workspace({"import", kSamples + source});
    INFO(source << ": " << first.err);
    CHECK(first.exit_code == 0);
    CHECK(first.out.find(" 0 new") == std::string::npos);
    const ProcessResult second = program.in_workspace({"import", "--source", kSamples + source});
    CHECK(second.out.find(" 0 new, 0 grown") != std::string::npos);
    CHECK(second.out.find("\n0 observations.") != std::string::npos);
  }
  check_refused(program.in_workspace({"import", kSamples + "/../README.md"}), 6, "README.md");
}

TEST_CASE("cli: a dry run with a source says what it would import and changes nothing") {
  const Program program;
  program.init();
  const std::string source = kSamples + "/openclaw";
  const ProcessResult dry = program.in_workspace({"sync", "--dry-run", "--source", source});
  INFO(dry.err);
  CHECK(dry.exit_code == 0);
  CHECK(dry.out.find("import   sessions/2025/") != std::string::npos);
  CHECK(dry.out.find("Nothing was changed") != std::string::npos);
  CHECK(dry.out.find(" new, 0 grown.") != std::string::npos);
  CHECK(dry.out.find("Known so far: about 30 engine calls, ") != std::string::npos);
  CHECK(dry.out.find("How much of it is new, was said before or corrects something") !=
        std::string::npos);
  CHECK_FALSE(std::filesystem::exists(program.inside("sessions")));
  REQUIRE(program.in_workspace({"sync", "--source", source}).exit_code == 0);
  const ProcessResult again = program.in_workspace({"sync", "--dry-run", "--source", source});
  CHECK(again.out.find("Nothing to do") != std::string::npos);
}

TEST_CASE("cli: a dry run promises no most while facts wait for their model") {
  const Program program;
  program.init();
  program.write(program.inside("observations/tea.md"),
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBP\nkind: observation\n"
                "at: 2026-05-12T10:03:00Z\nsource: test\n---\nUser drinks green tea.\n");
  const std::string before = program.in_workspace({"sync", "--dry-run"}).out;
  INFO(before);
  CHECK(before.find("commit   observations/tea.md  (edited by hand)") != std::string::npos);
  CHECK(before.find("1 observation to assign") != std::string::npos);
  CHECK(before.find("Known so far: about 1 engine call") != std::string::npos);
  CHECK(before.find("at most") == std::string::npos);
  const auto synced = nlohmann::json::parse(program.in_workspace({"sync", "--json"}).out);
  CHECK(synced["engine_calls"].get<int>() > 1);
}

TEST_CASE("cli: progress and reports stay off stdout with --json and off stderr with --quiet") {
  const Program program;
  program.init();
  const ProcessResult json = program.in_workspace({"sync", "--json"});
  CHECK(nlohmann::json::parse(json.out)["engine_calls"].is_number());
  const ProcessResult quiet = program.in_workspace({"sync", "--quiet"});
  CHECK(quiet.out.empty());
  CHECK(quiet.err.empty());
}

TEST_CASE("cli: each step of a sync runs by itself and together they leave nothing to do") {
  const Program program;
  program.init();
  REQUIRE(program.in_workspace({"import", "--openclaw", "--source", kSamples + "/openclaw"})
              .exit_code == 0);
  CHECK(program.in_workspace({"internal", "observe"}).exit_code == 0);
  CHECK(program.in_workspace({"internal", "summarize", "--max-tier", "0"}).exit_code == 0);
  CHECK(program.in_workspace({"internal", "summarize", "--max-obs", "50"}).exit_code == 0);
  CHECK(program.in_workspace({"internal", "summarize"}).exit_code == 0);
  CHECK(program.in_workspace({"internal", "embed", "--force"}).exit_code == 0);
  CHECK(program.in_workspace({"internal", "synthesize"}).exit_code == 0);
  CHECK(program.in_workspace({"internal", "generate"}).exit_code == 0);
  const ProcessResult synced = program.in_workspace({"sync"});
  CHECK(synced.out == "Nothing to do: the memory is up to date.\n");
}

TEST_CASE("cli: a sync that only commits a person's note says that nothing else is to do") {
  const Program program;
  program.init();
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  program.write(program.inside("memory/mine.md"), "Mine.\n");
  const ProcessResult synced = program.in_workspace({"sync"});
  CHECK(synced.out.find("Edits by hand committed as ") == 0);
  CHECK(synced.out.find("\nNothing else to do: the memory is up to date.\n") != std::string::npos);
}

TEST_CASE("cli: a sync that only sends says what it sent, and not that there was nothing to do") {
  const Program program;
  program.init();
  const std::string bare = program.outside("bare");
  REQUIRE(run_process({"git", "init", "-q", "--bare", bare}).exit_code == 0);
  REQUIRE(run_process({"git", "-C", program.root(), "remote", "add", "origin", bare}).exit_code ==
          0);
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  const ProcessResult sent = program.in_workspace({"sync", "--remote"});
  INFO(sent.out << sent.err);
  CHECK(sent.out.find("origin: 0 commits received, ") != std::string::npos);
  CHECK(sent.out.find("Nothing to do") == std::string::npos);
  CHECK(program.in_workspace({"sync", "--remote"}).out ==
        "Nothing to do: the memory is up to date.\norigin has all of it.\n");
}

TEST_CASE("cli: --db keeps the index elsewhere and finds the same") {
  const Program program;
  program.init();
  program.write(program.inside("memory/good.md"), "The boiler was serviced.\n");
  const std::string database = program.outside("elsewhere/index.db");
  std::filesystem::create_directories(program.outside("elsewhere"));
  const ProcessResult there = program.in_workspace({"search", "--raw", "boiler", "--db", database});
  const ProcessResult here = program.in_workspace({"search", "--raw", "boiler"});
  CHECK(there.out == here.out);
  CHECK(std::filesystem::exists(database));
}

TEST_CASE("cli: search without refresh says as of when, and needs an index") {
  const Program program;
  program.init();
  program.write(program.inside("memory/good.md"), "The boiler was serviced.\n");
  check_refused(program.in_workspace({"search", "boiler", "--no-refresh"}), 3, "index");
  REQUIRE(program.in_workspace({"search", "boiler"}).exit_code == 0);
  program.write(program.inside("memory/later.md"), "The boiler broke.\n");
  const ProcessResult stale = program.in_workspace({"search", "boiler", "--no-refresh"});
  CHECK(stale.out.find("later.md") == std::string::npos);
  CHECK(stale.out.find("as of") != std::string::npos);
}

TEST_CASE("cli: a note that is only headings is found") {
  const Program program;
  program.init();
  program.write(program.inside("memory/boiler.md"), "# Boiler\n\n## Serviced by Kim\n");
  const ProcessResult found = program.in_workspace({"search", "--raw", "who serviced the boiler"});
  CHECK(found.out.find("memory/boiler.md:3") != std::string::npos);
}

TEST_CASE("cli: what an import leaves out is counted, a line for each reason, and is no fault") {
  const Program program;
  program.init();
  const std::string id = "6f0e8f9a-1111-4222-8333-000000000001";
  const auto message = [](const std::string& name, const std::string& parent,
                          const std::string& role, const std::string& text) {
    return R"({"type":"message","id":")" + name + R"(","parentId":")" + parent +
           R"(","timestamp":"2026-03-01T09:00:00Z","message":{"role":")" + role +
           R"(","content":")" + text + "\"}}\n";
  };
  program.write(program.outside("sessions/" + id + ".jsonl"),
                R"({"type":"session","id":")" + id + R"(","timestamp":"2026-03-01T09:00:00Z"})" +
                    "\n" + message("e1", "", "user", "I am allergic to hazelnuts.") +
                    message("e2", "e1", "assistant", "Once.") +
                    message("e3", "e1", "assistant", "Noted.") +
                    message("e4", "lost", "user", "My bike is in the cellar."));
  program.write(program.outside("sessions/" + id + ".trajectory.jsonl"), "{\"seq\":1}\n");
  const ProcessResult first =
      program.in_workspace({"import", "--openclaw", program.outside("sessions")});
  CHECK(first.exit_code == 0);
  CHECK(first.out.find("1 turn left out: of branches that were left there") != std::string::npos);
  CHECK(first.out.find("1 file left out: beside sessions") != std::string::npos);
  CHECK(first.out.find("twice") == std::string::npos);
  const ProcessResult again =
      program.in_workspace({"import", "--openclaw", program.outside("sessions"), "--json"});
  const auto left_out = nlohmann::json::parse(again.out)["left_out"];
  CHECK(left_out["branch_turns"] == 1);
  CHECK(left_out["undone_turns"] == 0);
  CHECK(left_out["copied_turns"] == 0);
  CHECK(left_out["side_files"] == 1);
}

TEST_CASE("cli: a dry run of an import names each file that the import then writes") {
  const Program program;
  program.init();
  const std::string source = kSamples + "/openclaw";
  const ProcessResult dry = program.in_workspace({"import", "--dry-run", source});
  CHECK(dry.exit_code == 0);
  CHECK(dry.out.find(" new, 0 grown, 0 unchanged.\n") != std::string::npos);
  CHECK(dry.out.find("Nothing was changed.\n") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(program.inside("sessions")));
  const nlohmann::json plan =
      nlohmann::json::parse(program.in_workspace({"import", "--dry-run", source, "--json"}).out);
  CHECK(plan["expected"]["engine_calls"] == plan["added"]);
  CHECK(plan["commit"] == "");
  REQUIRE(program.in_workspace({"import", source}).exit_code == 0);
  REQUIRE(plan["steps"].size() == plan["added"]);
  for (const nlohmann::json& step : plan["steps"]) {
    CHECK(std::filesystem::exists(program.inside(step["path"])));
  }
  check_refused(program.in_workspace({"import", "--dry-run", "--batch", source}), 2, "--batch");
}

TEST_CASE("cli: import of several sources, each of its own format, sums up in one report") {
  const Program program;
  program.init();
  const std::string fixtures = PYRAMID_SOURCE_DIR "/tests/ingest/fixtures/";
  const std::vector<std::string> sources = {fixtures + "claude-code", fixtures + "chatgpt",
                                            fixtures + "codex/sessions", fixtures + "gemini"};
  std::vector<std::string> arguments = {"import"};
  arguments.insert(arguments.end(), sources.begin(), sources.end());
  const ProcessResult first = program.in_workspace(arguments);
  INFO(first.err);
  CHECK(first.exit_code == 0);
  CHECK_THAT(first.out, Catch::Matchers::Contains("11 conversations: 11 new"));
  CHECK_THAT(program.in_workspace(arguments).out,
             Catch::Matchers::Contains("11 conversations: 0 new, 0 grown, 11 unchanged"));

  arguments.insert(arguments.begin() + 1, fixtures + "nowhere");
  const ProcessResult with_a_wrong_one = program.in_workspace(arguments);
  CHECK(with_a_wrong_one.exit_code == 1);
  CHECK_THAT(with_a_wrong_one.err, Catch::Matchers::Contains("there is nothing to import"));
  CHECK_THAT(with_a_wrong_one.out, Catch::Matchers::Contains("11 conversations: 0 new"));

  const std::string pipe = program.inside("../pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  arguments[1] = pipe;
  const ProcessResult with_an_unreadable_one = program.in_workspace(arguments);
  CHECK(with_an_unreadable_one.exit_code == 1);
  CHECK_THAT(with_an_unreadable_one.err, Catch::Matchers::Contains(pipe + ": cannot read"));
  CHECK_THAT(with_an_unreadable_one.out, Catch::Matchers::Contains("11 conversations: 0 new"));
}

TEST_CASE("cli: what Claude remembers is a note that each import writes anew, unless it is yours") {
  const Program program;
  program.init();
  const std::string source = program.inside("../export");
  const auto export_memory = [&](const std::string& text) {
    program.write(source + "/conversations.json",
                  R"([{"uuid":"a","chat_messages":[{"uuid":"m","sender":"human","text":"I row.",)"
                  R"("created_at":"2026-01-01T00:00:00Z"}]}])");
    program.write(source + "/memories.json", R"([{"conversations_memory":")" + text + R"("}])");
  };
  const auto note = [&] {
    std::ifstream file(program.inside("notes/claude-memory.md"));
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  export_memory("Mia rows.");
  REQUIRE(program.in_workspace({"import", source}).exit_code == 0);
  CHECK_THAT(note(), Catch::Matchers::Contains("Mia rows."));
  CHECK(program.in_workspace({"list"}).out.find("Mia rows") == std::string::npos);
  const std::string first = note();
  REQUIRE(program.in_workspace({"import", source}).exit_code == 0);
  CHECK(note() == first);

  export_memory("Mia rows and sails.");
  REQUIRE(program.in_workspace({"import", source}).exit_code == 0);
  CHECK_THAT(note(), Catch::Matchers::Contains("Mia rows and sails."));
  CHECK(program.in_workspace({"check"}).exit_code == 0);

  program.write(program.inside("notes/claude-memory.md"), note() + "No, I only row.\n");
  export_memory("Mia sails.");
  const ProcessResult left = program.in_workspace({"import", source});
  CHECK(left.exit_code == 0);
  CHECK_THAT(left.err, Catch::Matchers::Contains("was changed by hand"));
  CHECK_THAT(note(), Catch::Matchers::Contains("No, I only row."));
}

TEST_CASE("cli: Claude Code's and Codex's conversations are looked for where they are told to be") {
  Program program;
  program.init();
  const std::string fixtures = PYRAMID_SOURCE_DIR "/tests/ingest/fixtures/";
  std::filesystem::create_directories(program.outside("claude"));
  std::filesystem::create_directories(program.outside("codex"));
  std::filesystem::copy(fixtures + "claude-code", program.outside("claude/projects"),
                        std::filesystem::copy_options::recursive);
  std::filesystem::copy(fixtures + "codex/sessions", program.outside("codex/sessions"),
                        std::filesystem::copy_options::recursive);
  CHECK(program.in_workspace({"import", "--claude-code"}).exit_code == 3);
  program.environment["CLAUDE_CONFIG_DIR"] = program.outside("claude");
  program.environment["CODEX_HOME"] = program.outside("codex");
  for (const char* format : {"--claude-code", "--codex"}) {
    const ProcessResult result = program.in_workspace({"import", format});
    INFO(format << result.err);
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.out, Catch::Matchers::Contains(" new, 0 grown, 0 unchanged."));
  }
}

TEST_CASE("cli: of OpenClaw's agents main is read, the others are named, and --agent chooses") {
  using Catch::Matchers::Contains;
  Program program;
  program.init();
  const auto put = [&](const std::string& agent, const std::string& id, const std::string& said) {
    program.write(
        program.outside(".openclaw/agents/" + agent + "/sessions/" + id + ".jsonl"),
        R"({"type":"session","version":3,"id":")" + id +
            R"(","timestamp":"2026-01-01T00:00:00Z"})" + "\n" +
            R"({"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:00Z",)" +
            R"("message":{"role":"user","content":")" + said + "\"}}\n");
  };
  put("work", "22222222-0000-4000-8000-000000000000", "I work at Acme.");
  const ProcessResult only = program.in_workspace({"import", "--openclaw", "--dry-run"});
  CHECK(only.exit_code == 0);  // where none is called main
  CHECK_THAT(only.out, Contains("1 conversation: 1 new"));
  CHECK_FALSE(only.err.find("agent") != std::string::npos);
  put("main", "11111111-0000-4000-8000-000000000000", "I moved to Porto.");
  put("home", "33333333-0000-4000-8000-000000000000", "I have a dog.");
  const ProcessResult main = program.in_workspace({"import", "--openclaw"});
  CHECK(main.exit_code == 0);
  CHECK_THAT(main.out, Contains("1 conversation: 1 new"));
  CHECK_THAT(main.err,
             Contains("only agent main was read, not home, work") && Contains("--agent all"));
  const ProcessResult named = program.in_workspace({"import", "--openclaw", "--agent", "home"});
  CHECK_THAT(named.out, Contains("1 conversation: 1 new"));
  CHECK_THAT(named.err, Contains("only agent home was read, not main, work"));
  check_refused(program.in_workspace({"import", "--openclaw", "--agent", "hom"}), 3,
                "home, main, work");
  const ProcessResult all = program.in_workspace({"import", "--openclaw", "--agent", "all"});
  CHECK_THAT(all.out, Contains("3 conversations: 1 new"));
  CHECK(all.err.find("agent") == std::string::npos);
  // Of a folder that is named all are read.
  const ProcessResult folder = program.in_workspace({"import", program.outside(".openclaw")});
  CHECK_THAT(folder.out, Contains("3 conversations: 0 new, 0 grown, 3 unchanged."));
}

TEST_CASE("cli: MEMORY.md is there from init on, with a line of introduction") {
  const Program program;
  const ProcessResult made = program.run({"init", program.root()});
  CHECK_THAT(made.out, Catch::Matchers::Contains("\n  MEMORY.md\n"));
  std::ifstream file(program.inside("MEMORY.md"));
  const std::string memory((std::istreambuf_iterator<char>(file)), {});
  CHECK_THAT(memory, Catch::Matchers::Contains("\n# Memory\n\nSynthesized memory from "));
  CHECK(run_git(program.root(), {"status", "--porcelain"}).out.empty());
  const ProcessResult synced = program.in_workspace({"sync", "--json"});
  CHECK(nlohmann::json::parse(synced.out)["nothing_to_do"] == true);
  CHECK(run_git(program.root(), {"log", "--oneline"}).out.find('\n') + 1 ==
        run_git(program.root(), {"log", "--oneline"}).out.size());
  CHECK(program.in_workspace({"check"}).exit_code == 0);
}

TEST_CASE("cli: a key that lies unused is told with the line that turns it on, and never shown") {
  const std::string key = "a-key-that-nobody-may-see-0123456789";
  Program program;
  const auto told = [&](const std::vector<std::string>& command) {
    const ProcessResult result = program.in_workspace(command);
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK((result.out + result.err).find(key) == std::string::npos);
    return result.out.find(
               "(OPENAI_API_KEY) is in the environment; to have the texts written by "
               "it, put into pyramid.yaml: engine: openai") != std::string::npos;
  };
  CHECK_FALSE(told({"init"}));
  std::filesystem::remove_all(program.root());
  program.environment = {{"OPENAI_API_KEY", key}};
  CHECK(told({"init"}));
  CHECK(told({"doctor"}));
  CHECK_FALSE(told({"sync"}));
  REQUIRE(program.in_workspace({"import", kSamples + "/openclaw"}).exit_code == 0);
  CHECK(told({"sync"}));
  CHECK_FALSE(told({"sync"}));  // which has nothing to do
  CHECK(told({"bootstrap", kSamples + "/claude"}));
  program.environment = {};
  CHECK_FALSE(told({"doctor"}));
  program.write(program.inside(".env"), "OPENAI_API_KEY=" + key + "\n");
  const ProcessResult from_file = program.in_workspace({"doctor"});
  CHECK_THAT(from_file.out, Catch::Matchers::Contains("(OPENAI_API_KEY) is in .env; "));
}

}  // namespace everyday_test
