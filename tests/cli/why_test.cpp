// `pyramid why` as a person and as a program call it.
#include "tests/cli/program.hpp"
#include "tests/support/tree.hpp"

namespace why_test {

using namespace pyramid::test;

namespace {

class Memory : public Program {
 public:
  Memory() {
    init();
    const std::string source = kSamples + "/openclaw";
    REQUIRE(in_workspace({"sync", "--quiet", "--source", source}).exit_code == 0);
  }
};

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// "models/kestrel.md:12" of the first line of the file that begins with `begin`.
std::string place(const Program& program, const std::string& path, const std::string& begin) {
  std::ifstream file(program.inside(path));
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (line.rfind(begin, 0) == 0) return path + ":" + std::to_string(number);
  }
  FAIL("no line " << begin << " in " << path);
  return {};
}

}  // namespace

TEST_CASE("cli: why draws a line of MEMORY.md down to the turn, in UTF-8 or in ASCII") {
  const Memory program;
  const std::string what = place(program, "MEMORY.md", "- ");
  const std::string before = read(program.inside("MEMORY.md"));
  const ProcessResult tree = program.in_workspace({"why", what});
  INFO(tree.out << tree.err);
  CHECK(tree.exit_code == 0);
  CHECK(tree.out.rfind(what + "  section ", 0) == 0);
  CHECK(tree.out.find("\nmade from\n") != std::string::npos);
  CHECK(tree.out.find("── observation") != std::string::npos);
  CHECK(tree.out.find("└── turn ") != std::string::npos);
  CHECK(tree.out.find("\x1b[") == std::string::npos);
  CHECK(read(program.inside("MEMORY.md")) == before);
  CHECK(run_git(program.root(), {"status", "--porcelain"}).out.empty());

  ProcessOptions ascii;
  ascii.environment = {{"LC_ALL", "C"}};
  const ProcessResult plain =
      run_process({PYRAMID_PROGRAM, "why", what, "-w", program.root(), "--now", kNow}, ascii);
  CHECK(plain.out.find("`-- turn ") != std::string::npos);
  CHECK(plain.out.find("└") == std::string::npos);
}

TEST_CASE("cli: why finds a file from the workspace and from the current folder") {
  const Memory program;
  const ProcessResult root = program.run({"why", "MEMORY.md"}, program.root());
  CHECK(root.exit_code == 0);
  CHECK(root.out.rfind("MEMORY.md  memory", 0) == 0);
  CHECK(root.out.find("section user/") != std::string::npos);
  CHECK(program.run({"why", "../MEMORY.md"}, program.inside("models")).out == root.out);
  CHECK(program.run({"why", "MEMORY.md"}, program.inside("models")).out == root.out);
  CHECK(program.run({"why", program.inside("MEMORY.md")}, program.root()).out == root.out);
  CHECK(program.in_workspace({"why", "memory/MEMORY.md"}).out == root.out);
}

TEST_CASE("cli: why --json is one document") {
  const Memory program;
  const ProcessResult out =
      program.in_workspace({"why", place(program, "MEMORY.md", "- "), "--json", "--all"});
  REQUIRE(out.exit_code == 0);
  const auto document = nlohmann::json::parse(out.out);
  const auto& node = document["node"];
  CHECK(node["kind"] == "section");
  CHECK(node["state"] == "clean");
  CHECK_FALSE(node.contains("likely"));  // its sources are recorded
  CHECK(node["more_made_from"] == 0);
  CHECK(node["made"]["edited"] == false);
  CHECK(node["made"]["inputs_now"] == node["made"]["inputs_recorded"]);
  const auto& source = node["made_from"][0];
  INFO(source.dump(2));
  CHECK(source["made_from"][0]["kind"] == "turn");
  CHECK(document["diagnostics"].is_array());
}

TEST_CASE("cli: why shows three sources a level, and with --all and --depth more or less") {
  const Memory program;
  const auto summaries = names_below(program.inside("summaries"));
  REQUIRE_FALSE(summaries.empty());
  const std::string summary = program.inside("summaries/" + summaries.back());
  const std::string out = program.in_workspace({"why", summary}).out;
  CHECK(out.find("└── … ") != std::string::npos);
  CHECK(out.find(" more (--all)") != std::string::npos);
  CHECK(program.in_workspace({"why", summary, "--all"}).out.find("(--all)") == std::string::npos);
  const std::string shallow = program.in_workspace({"why", summary, "--depth", "1"}).out;
  CHECK(shallow.find("── observation") != std::string::npos);
  CHECK(shallow.find("── turn") == std::string::npos);
}

TEST_CASE("cli: why refuses what is ambiguous, outside or not there, each with its exit code") {
  const Memory program;
  check_refused(program.in_workspace({"why", "0"}), 2, "ids match 0; name one: ");
  check_refused(program.in_workspace({"why", program.outside("x.md")}), 2, "outside the workspace");
  check_refused(program.in_workspace({"why", "MEMROY.md"}), 3, "did you mean MEMORY.md?");
  check_refused(program.in_workspace({"why", "MEMORY.md:100000"}), 3, "no such line");
  check_refused(program.in_workspace({"why"}), 2, "WHAT");
  for (const char* depth : {"-1", "x"}) {
    check_refused(program.in_workspace({"why", "MEMORY.md", "--depth", depth}), 2,
                  std::string(depth) + " is not a whole number from 0 to ");
  }
  const ProcessResult json = program.in_workspace({"why", "--json", "nothing-of-the-kind"});
  CHECK(json.exit_code == 3);
  CHECK(nlohmann::json::parse(json.out)["error"]["kind"] == "not-found");
}

TEST_CASE("cli: why of a person's note says that it is made from nothing") {
  const Memory program;
  std::ofstream(program.inside("MEMORY.md"), std::ios::app) << "\nThe boiler needs Kim.\n";
  const ProcessResult out =
      program.in_workspace({"why", place(program, "MEMORY.md", "The boiler")});
  CHECK(out.exit_code == 0);
  CHECK(out.out.find("written by a person, made from nothing") != std::string::npos);
}

}  // namespace why_test
