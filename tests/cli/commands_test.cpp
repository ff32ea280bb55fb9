// The everyday commands as a person types them.
#include "tests/cli/program.hpp"

namespace commands_test {

using namespace pyramid::test;
using nlohmann::json;

namespace {

void bootstrap(const Program& program) {
  program.init();
  REQUIRE(program.in_workspace({"bootstrap", "--source", kSamples + "/glenn/messages.sqlite"})
              .exit_code == 0);
}

bool holds(const std::string& text, const std::string& needle) {
  return text.find(needle) != std::string::npos;
}

}  // namespace

TEST_CASE("commands: what was observed is listed first, and said twice is there once") {
  const Program program;
  program.init();
  const ProcessResult said = program.in_workspace(
      {"observe", "--importance", "8", "--model", "user", "User", "moved to Austin."});
  INFO(said.err);
  CHECK(said.exit_code == 0);
  CHECK(said.out.rfind("observations/2026/05/15/user-moved-to-austin-", 0) == 0);
  CHECK(holds(program.in_workspace({"observe", "User moved to Austin."}).out, "Already there: "));
  const ProcessResult listed = program.in_workspace({"list"});
  CHECK(listed.out.size() > 10);
  CHECK(listed.out[0] == '[');
  CHECK(listed.out.substr(7) == "] 2026-05-15T09:00:00Z (8) [user] User moved to Austin.\n");
  const json document = json::parse(program.in_workspace({"list", "--json"}).out);
  CHECK(document["total"] == 1);
  CHECK(document["observations"][0]["importance"] == 8);
  CHECK(program.in_workspace({"check"}).exit_code == 0);
}

TEST_CASE(
    "commands: what is wrong with many files in one way is told of the first ones and counted") {
  constexpr std::size_t kFiles = 15;
  constexpr const char* kWrong = ": does not say which turn it came from";
  const Program program;
  program.init();
  for (std::size_t i = 0; i < kFiles; ++i) {
    const std::string number = std::to_string(100 + i);
    program.write(program.inside("observations/o" + number + ".md"),
                  "---\nid: 01KQ0000000000000000000" + number +
                      "\nkind: observation\nat: 2026-05-10T10:00:00Z\nmodel: user\n---\nUser met " +
                      number + " people.\n");
  }
  const auto told = [&](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(kWrong, at)) != std::string::npos; ++at) ++count;
    return count;
  };
  const ProcessResult checked = program.in_workspace({"check"});
  CHECK(checked.exit_code == 1);
  CHECK(told(checked.err) == 11);
  CHECK(holds(checked.err, "\nwarning: 5 more" + std::string(kWrong) + " (--json names each)\n"));
  CHECK(told(program.in_workspace({"check", "--all"}).err) == kFiles);
  CHECK(json::parse(program.in_workspace({"check", "--json"}).out)["problems"].size() == kFiles);
}

TEST_CASE("commands: a search says what is superseded, and that hits are only the nearest") {
  const Program program;
  program.init();
  program.write(program.inside("observations/tea.md"),
                "---\nid: 01KQ0000000000000000000001\nkind: observation\nstatus: superseded\n"
                "at: 2026-05-10T10:00:00Z\nmodel: user\n---\nUser drinks green tea.\n");
  const ProcessResult nearest = program.in_workspace({"search", "drinks green tea"});
  CHECK(holds(nearest.out, "Nothing in memory answers this.\n\nNearest:\n[1] observations/tea.md"));
  CHECK(holds(nearest.out, "  (superseded)\n"));
  const json document = json::parse(program.in_workspace({"search", "--json", "green tea"}).out);
  CHECK(document["answer"] == "");
  CHECK(document["hits"][0]["status"] == "superseded");
  REQUIRE(program.in_workspace({"observe", "User drinks rooibos tea."}).exit_code == 0);
  const ProcessResult answered = program.in_workspace({"search", "what tea does User drink now"});
  CHECK(answered.out.rfind("User drinks rooibos tea. [1]\n\n[1] ", 0) == 0);
  CHECK_FALSE(holds(program.in_workspace({"search", "--raw", "green tea"}).out, "Nearest"));
}

TEST_CASE("commands: a topic is added, moved into a folder by its name, and deleted") {
  const Program program;
  program.init();
  program.write(program.inside("pyramid.yaml"), "policy: topics\n");
  const ProcessResult added = program.in_workspace({"topic", "add", "Greta owns an oven stone."});
  INFO(added.err);
  REQUIRE(added.exit_code == 0);
  const std::string path = added.out.substr(0, added.out.find('\n'));
  CHECK(path.starts_with("topics/_fresh/"));
  CHECK(program.in_workspace({"topic", "move", path, "Kitchen"}).out.find("topics/Kitchen/") !=
        std::string::npos);
  const std::string moved = "topics/Kitchen/" + path.substr(path.rfind('/') + 1);
  CHECK(program.in_workspace({"topic", "delete", moved}).exit_code == 0);
  CHECK_FALSE(std::filesystem::exists(program.inside(moved)));
  const ProcessResult refused = program.in_workspace({"topic", "move", "MEMORY.md", "Kitchen"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("topic tree") != std::string::npos);
}

TEST_CASE("commands: an importance above 10 counts as 10, and that is said") {
  const Program program;
  program.init();
  const ProcessResult said =
      program.in_workspace({"observe", "--importance", "12", "User is allergic to nuts."});
  CHECK(said.exit_code == 0);
  CHECK(holds(said.err, "importance 12 counts as 10"));
  CHECK(holds(program.in_workspace({"list"}).out, " (10) "));
}

TEST_CASE("commands: a text of one dash is what comes in on standard input") {
  Program program;
  program.init();
  program.input = "User moved to Austin.\n";
  REQUIRE(program.in_workspace({"observe", "-"}).exit_code == 0);
  CHECK(holds(program.in_workspace({"list"}).out, "User moved to Austin."));
  program.input = "Ring the plumber.\nAt noon.\n";
  REQUIRE(program.in_workspace({"remember", "-"}).exit_code == 0);
  REQUIRE(program.in_workspace({"log", "-"}).exit_code == 0);
  const std::string memory = program.in_workspace({"read", "MEMORY.md"}).out;
  CHECK(holds(memory, "Ring the plumber."));
  CHECK(holds(memory, "At noon."));
  program.input = "plumber";
  CHECK(holds(program.in_workspace({"search", "-"}).out, "Ring the plumber."));
  program.input = " \n";
  check_refused(program.in_workspace({"observe", "-"}), 2, "nothing to observe");
}

TEST_CASE("commands: internal observe with a text is observe, without one the step of a sync") {
  const Program program;
  program.init();
  const ProcessResult said =
      program.in_workspace({"internal", "observe", "User prefers", "vim.", "--importance", "6",
                            "--model", "user", "--at", "2026-05-01"});
  INFO(said.err);
  CHECK(said.exit_code == 0);
  CHECK(said.out.rfind("observations/2026/05/01/user-prefers-vim-", 0) == 0);
  CHECK(holds(program.in_workspace({"observe", "User prefers vim.", "--at", "2026-05-01"}).out,
              "Already there: "));
  REQUIRE(program.in_workspace({"import", kSamples + "/openclaw"}).exit_code == 0);
  const ProcessResult step = program.in_workspace({"internal", "observe", "-p", "2"});
  CHECK(step.exit_code == 0);
  CHECK(holds(step.out, " assigned"));
  check_refused(program.in_workspace({"internal", "observe", "--importance", "6"}), 2, "TEXT");
  check_refused(program.in_workspace({"internal", "observe", "x", "--parallel", "2"}), 2,
                "--parallel");
  check_refused(program.in_workspace({"internal", "observe", ""}), 2, "nothing to observe");
}

TEST_CASE("commands: help and version say what --help and --version do") {
  const Program program;
  CHECK(program.run({"help"}).out == program.run({"--help"}).out);
  CHECK(program.run({"help", "import"}).out == program.run({"import", "--help"}).out);
  CHECK(program.run({"help", "internal", "embed"}).out ==
        program.run({"internal", "embed", "--help"}).out);
  CHECK(program.run({"version"}).out == program.run({"--version"}).out);
  CHECK(json::parse(program.run({"version", "--json"}).out).contains("version"));
  const json help = json::parse(program.run({"help", "internal", "--json"}).out);
  CHECK(help["text"] == program.run({"help", "internal"}).out);
  CHECK(help["commands"].size() >= 5);
  CHECK(help["diagnostics"].empty());
  CHECK(program.run({"help"}).exit_code == 0);
  check_refused(program.run({"help", "improt"}), 2, "did you mean import?");
}

TEST_CASE("commands: a limit counts messages, and the next import goes on behind them") {
  const Program program;
  program.init();
  const std::string source = kSamples + "/glenn/messages.sqlite";
  const auto import = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"import", source, "--json"});
    return json::parse(program.in_workspace(more).out);
  };
  const std::size_t all = import({"--dry-run"})["messages"];
  REQUIRE(all > 12);
  for (const std::size_t limit : {std::size_t{1}, std::size_t{5}, std::size_t{12}}) {
    CAPTURE(limit);
    CHECK(import({"--dry-run", "--limit", std::to_string(limit)})["messages"] == limit);
    CHECK(import({"--limit", std::to_string(limit)})["messages"] == limit);
    const json again = import({"--limit", std::to_string(limit)});
    CHECK(again["added"].get<int>() + again["grown"].get<int>() + again["changed"].get<int>() == 0);
  }
  const json rest = import({});
  CHECK(rest["messages"] == all);
  CHECK(rest["changed"] == 0);
  // A limit below what is held takes nothing away.
  const json less = import({"--limit", "3"});
  CHECK(less["grown"].get<int>() + less["changed"].get<int>() == 0);
  const Program at_once;
  at_once.init();
  REQUIRE(at_once.in_workspace({"import", source}).exit_code == 0);
  const json one = json::parse(program.in_workspace({"list", "--limit", "1000", "--json"}).out);
  const json two = json::parse(at_once.in_workspace({"list", "--limit", "1000", "--json"}).out);
  CHECK(one["observations"] == two["observations"]);
}

TEST_CASE("commands: bootstrap takes one conversation, or so many messages") {
  const Program program;
  program.init();
  const std::string source = kSamples + "/glenn/messages.sqlite";
  const json some = json::parse(
      program.in_workspace({"bootstrap", source, "--limit", "4", "--json", "-p", "2"}).out);
  CHECK(some["imported"]["messages"] == 4);
  CHECK(some["synced"]["observations_added"].is_number());
  for (const char* command : {"bootstrap", "sync"}) {
    const Program mine;
    mine.init();
    const ProcessResult done =
        mine.in_workspace({command, "--source", source, "--user", "nobody-there", "--json"});
    INFO(done.out << done.err);
    CHECK(holds(done.out, "nobody-there"));  // said to be no user of the database
  }
  const Program other;
  other.init();
  for (const char* only : {"--no-summarize", "-q"}) {
    const ProcessResult none =
        other.in_workspace({"bootstrap", source, only, "--conversation", "no such"});
    CHECK(none.exit_code == 3);
  }
}

TEST_CASE("commands: what is no observation is refused in one line") {
  const Program program;
  program.init();
  check_refused(program.in_workspace({"observe", " "}), 2, "nothing to observe");
  check_refused(program.in_workspace({"observe", "a\nb"}), 2, "2 lines");
  for (const char* importance : {"0", "-3", "x", "7.5", ""}) {
    check_refused(program.in_workspace({"observe", "x", "--importance", importance}), 2,
                  "is not a whole number from 1 to 10");
  }
  check_refused(program.in_workspace({"observe", "x", "--model", "usr"}), 3, "did you mean user?");
  check_refused(program.in_workspace({"observe", "x", "--at", "soon"}), 2,
                "--at is not a time: soon");
  check_refused(program.in_workspace({"list", "--since", "soon"}), 2,
                "--since is not a time: soon");
  check_refused(program.in_workspace({"list", "--limit", "-3"}), 2, "--limit");
  check_refused(program.in_workspace({"model", "assistent"}), 3, "did you mean assistant?");
  check_refused(program.in_workspace({"summarize", "--tier", "-1"}), 2, "--tier");
}

TEST_CASE("commands: bootstrap reports import and sync together, and again finds nothing new") {
  const Program program;
  program.init();
  const std::string source = kSamples + "/glenn/messages.sqlite";
  const ProcessResult first = program.in_workspace({"bootstrap", source});
  CHECK(holds(first.out, "16 conversations read: 16 new, 0 grown, 0 unchanged.\n"));
  CHECK(holds(first.out, "summaries written"));
  CHECK(holds(first.out, "Committed as "));
  const json again = json::parse(program.in_workspace({"bootstrap", source, "--json"}).out);
  CHECK(again["imported"]["unchanged"] == 16);
  CHECK(again["synced"]["nothing_to_do"] == true);
}

TEST_CASE("commands: bootstrap without summaries says what comes next") {
  const Program program;
  program.init();
  const ProcessResult only = program.in_workspace(
      {"bootstrap", "--no-summarize", "--source", kSamples + "/glenn/messages.sqlite"});
  CHECK(holds(only.out, "61 observations.\n"));
  CHECK(holds(only.out, "Next: pyramid sync\n"));
  CHECK_FALSE(std::filesystem::exists(program.inside("summaries")));
  check_refused(program.in_workspace({"bootstrap"}), 2, "--source");
  const ProcessResult summarized = program.in_workspace({"summarize"});
  CHECK(summarized.exit_code == 0);
  CHECK(holds(summarized.err, "belong to no model yet and are in no summary"));
  CHECK(holds(summarized.err, "pyramid sync"));
}

TEST_CASE("commands: models, one model and its summaries tell the same counts") {
  const Program program;
  bootstrap(program);
  const ProcessResult models = program.in_workspace({"models"});
  CHECK(models.out.rfind("[*] assistant: ", 0) == 0);
  CHECK(holds(models.out, "\n[*] user: "));
  CHECK(holds(models.out, "\n[ ] kestrel: "));
  const json all = json::parse(program.in_workspace({"models", "--json"}).out);
  const json user = json::parse(program.in_workspace({"model", "User", "--json"}).out);
  CHECK(user["name"] == "user");
  CHECK(all["models"][1]["waiting"] == user["waiting_observations"].size());
  const json summaries =
      json::parse(program.in_workspace({"summaries", "--model", "user", "--json"}).out);
  CHECK(summaries["summaries"] == user["summaries"]);
  const ProcessResult shown = program.in_workspace({"model", "user"});
  CHECK(holds(shown.out, "] tier 0  20"));
  CHECK(holds(shown.out, "\n         summaries/user/tier-0/"));
  CHECK(holds(shown.out, "\nWaiting:\n["));
  CHECK(holds(shown.out, "\nSections of MEMORY.md:\n"));
}

TEST_CASE("commands: summarize and embed are the steps of a sync under their own names") {
  const Program program;
  program.init();
  REQUIRE(program.in_workspace({"import", kSamples + "/openclaw"}).exit_code == 0);
  REQUIRE(program.in_workspace({"internal", "observe"}).exit_code == 0);
  const ProcessResult early = program.in_workspace({"summarize", "--tier", "1"});
  CHECK(early.exit_code == 0);
  CHECK(holds(early.err, "below tier 1 are out of date; what reads them waits"));
  CHECK(holds(program.in_workspace({"summarize", "--tier", "0"}).out, "summaries written"));
  CHECK(holds(program.in_workspace({"summarize"}).out, "the summaries are up to date"));
  CHECK(holds(program.in_workspace({"embed"}).out, "embedded."));
  const ProcessResult forced = program.in_workspace({"embed", "--force"});
  CHECK(holds(forced.out, " texts embedded."));
  CHECK_FALSE(forced.out.starts_with("0 "));
}

TEST_CASE("commands: outside a workspace each says so") {
  const Program program;
  for (const char* command : {"list", "models", "summaries", "summarize", "embed"}) {
    INFO(command);
    check_refused(program.in_workspace({command}), 3, "pyramid init");
  }
  check_refused(program.in_workspace({"observe", "x"}), 3, "pyramid init");
}

}  // namespace commands_test
