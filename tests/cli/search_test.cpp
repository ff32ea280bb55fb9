#include "tests/cli/program.hpp"

#include <algorithm>

namespace pyramid::test::search_test {
namespace {

using Json = nlohmann::json;

// A workspace with two facts and a note.
class Small : public Program {
 public:
  Small() {
    init();
    REQUIRE(in_workspace({"observe", "Kim serviced the boiler."}).exit_code == 0);
    REQUIRE(in_workspace({"observe", "User planted tomatoes."}).exit_code == 0);
    write(inside("memory/heat.md"), "# Heat\n\nThe boiler hums at night.\n");
  }
  [[nodiscard]] Json json(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    const ProcessResult result = in_workspace(std::move(arguments));
    INFO(result.out << result.err);
    return Json::parse(result.out);
  }
};

}  // namespace

TEST_CASE("cli: search shows what scores are made of, and only what it was asked to look at") {
  const Small program;
  const ProcessResult explained =
      program.in_workspace({"search", "--raw", "--explain", "--source", "notes", "boiler"});
  CHECK(explained.exit_code == 0);
  CHECK(explained.out.find("memory/heat.md") != std::string::npos);
  CHECK(explained.out.find("observations/") == std::string::npos);
  CHECK(explained.out.find("words 1.000") != std::string::npos);
  const Json document = program.json({"search", "--raw", "boiler"});
  const Json& hit = document["hits"][0];
  for (const char* key : {"citation", "neighbours", "file", "speaker_named", "date_named", "marks",
                          "also", "speaker"}) {
    CHECK(hit.contains(key));
  }
}

TEST_CASE("cli: search refuses what it cannot look at in one line") {
  const Small program;
  check_refused(program.in_workspace({"search", "--source", "moon", "boiler"}), 2,
                "no such source: moon");
  check_refused(program.in_workspace({"search", "--source", "model:moon", "boiler"}), 3,
                "nothing has the model moon");
  check_refused(program.in_workspace({"search", "--as-of", "soon", "boiler"}), 2,
                "--as-of is not a time");
  check_refused(program.in_workspace({"search", "--min-score", "2", "boiler"}), 2,
                "is not between 0 and 1");
  check_refused(program.in_workspace({"search", "--time-weight", "-1", "boiler"}), 2,
                "is not between 0 and 1");
  check_refused(program.in_workspace({"search", "--limit", "0", "boiler"}), 2, "--limit");
  check_refused(program.in_workspace({"search", "--limit=-1", "boiler"}), 2, "--limit");
  check_refused(program.in_workspace({"search", ""}), 2, "holds no word");
}

TEST_CASE("cli: recall, read, remember and log, with and without JSON") {
  const Small program;
  CHECK(program.in_workspace({"recall", "the boiler"}).out.find("Kim serviced the boiler.") !=
        std::string::npos);
  const Json recalled = program.json({"recall", "--budget", "200", "the boiler"});
  CHECK(recalled["tokens"].get<int>() <= 200);
  CHECK_FALSE(recalled["taken"].empty());
  CHECK(program.in_workspace({"read", "memory/heat.md", "--from", "3", "--lines", "1"}).out ==
        "The boiler hums at night.\n");
  CHECK(program.json({"read", "memory/heat.md#L1"})["text"] == "# Heat\n");
  check_refused(program.in_workspace({"read", "../x.md"}), 2, "outside the workspace");
  check_refused(program.in_workspace({"read", "none.md"}), 3, "none.md");
  check_refused(program.in_workspace({"read", "05/14/none.md"}), 3, "pyramid: 05/14/none.md: ");
  const ProcessResult remembered = program.in_workspace({"remember", "Short", "answers."});
  CHECK(remembered.exit_code == 0);
  CHECK(remembered.out.rfind("MEMORY.md:", 0) == 0);
  CHECK(program.json({"log", "--channel", "telegram", "Rain."})["path"] == "daily/2026-05-15.md");
  CHECK(program.in_workspace({"read", "daily/2026-05-15.md"}).out.find("## 09:00 telegram") !=
        std::string::npos);
  CHECK(program.in_workspace({"recall", "rain"}).out.find("Rain.") != std::string::npos);
}

TEST_CASE("cli: lines that a file has not are one thing, however they are named") {
  const Small program;
  for (const std::vector<std::string>& lines :
       std::vector<std::vector<std::string>>{{"memory/heat.md#L0"},
                                             {"memory/heat.md#L0-L2"},
                                             {"memory/heat.md#L99"},
                                             {"memory/heat.md#L99-L120"},
                                             {"memory/heat.md:0"},
                                             {"memory/heat.md:99"},
                                             {"memory/heat.md:99999999999999999999999"},
                                             {"memory/heat.md", "--from", "99"},
                                             {"memory/heat.md", "--from", "99", "--lines", "2"}}) {
    std::vector<std::string> arguments = {"read"};
    arguments.insert(arguments.end(), lines.begin(), lines.end());
    check_refused(program.in_workspace(arguments), 3,
                  "pyramid: memory/heat.md: there are no such lines; it has 3 lines\n");
  }
  for (const char* what : {"memory/heat.md:0", "memory/heat.md#L0", "memory/heat.md:99"}) {
    check_refused(program.in_workspace({"why", what}), 3, "memory/heat.md: no such line: ");
  }
  CHECK(program.in_workspace({"read", "memory/heat.md#L3-L99"}).out ==
        "The boiler hums at night.\n");
}

TEST_CASE("cli: recall refuses an empty prompt, and takes a courtesy or an emoji for one") {
  const Small program;
  check_refused(program.in_workspace({"recall", ""}), 2, "the prompt is empty");
  check_refused(program.in_workspace({"recall", "  \n", "\t"}), 2, "the prompt is empty");
  check_refused(program.in_workspace({"recall"}), 2, "PROMPT");
  for (const char* prompt : {"thanks!", "\xF0\x9F\x98\x80", "?!"}) {
    const ProcessResult result = program.in_workspace({"recall", prompt});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
  }
}

TEST_CASE("cli: help shows an option that may be repeated with its one value") {
  for (const auto& [command, option] :
       {std::pair{"search", "--source WHAT"}, std::pair{"eval", "--source WHAT"},
        std::pair{"eval", "--weight NAME=N "}}) {
    const std::string help = run_process({PYRAMID_PROGRAM, command, "--help"}).out;
    INFO(help);
    const std::size_t at = help.find(option);
    REQUIRE(at != std::string::npos);
    CHECK(help.find("...", at) > help.find('\n', at));
    CHECK(help.find("may be given several times", at) != std::string::npos);
  }
  const Small program;
  const Json both =
      program.json({"search", "--source", "notes", "--source", "observations", "boiler"});
  CHECK(both["hits"].size() == 3);
}

TEST_CASE("cli: eval prints a table, or the measures as JSON") {
  const Program program;
  const std::string set = program.outside("set.jsonl");
  program.write(set,
                R"({"conversation":"a","notes":[{"id":"n","text":"The spade hangs in the shed."}],)"
                R"("questions":[{"question":"Where is the spade?","category":"x",)"
                R"("evidence":["n"]}]})"
                "\nnot json\n");
  const ProcessResult shown = program.run({"eval", set, "--keep", program.outside("kept")});
  CHECK(shown.exit_code == 1);
  CHECK(shown.out.find("turn recall@10 1.000") != std::string::npos);
  CHECK(shown.err.find("set.jsonl:2") != std::string::npos);
  const Json document = Json::parse(program.run({"eval", set, "--json"}).out);
  CHECK(document["turn"]["recall@10"] == 1.0);
  CHECK(document["session"]["mrr"] == 1.0);
  CHECK(document["by_category"]["x"]["turn"]["ndcg@10"] == 1.0);
  CHECK(document["interval95"]["low"]["turn"].contains("hit@10"));
  check_refused(program.run({"eval", set, "--weight", "moon=1"}), 2, "no such weight: moon");
  check_refused(program.run({"eval", set, "--weight", "file"}), 2, "NAME=N");
}

}  // namespace pyramid::test::search_test
