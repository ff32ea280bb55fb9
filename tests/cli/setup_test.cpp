// `setup` and `doctor --host`, as a person and as the host's programs have them.
#include "tests/cli/program.hpp"

#include <array>

namespace pyramid::test {

namespace {

std::string read_all(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("setup: each host is told of the memory, and starting what it starts gives a recall") {
  Program program;
  program.init();
  REQUIRE(program.in_workspace({"observe", "User prefers dark mode."}).exit_code == 0);
  std::filesystem::create_directories(program.outside("app"));
  for (const char* host : {"claude-code", "codex", "gemini", "cursor", "openclaw"}) {
    INFO(host);
    const std::string app = program.outside("app");
    const ProcessResult before = program.run({"doctor", "--host", host}, app);
    check_refused(before, 3, "pyramid setup");
    for (const bool of_user : {false, true}) {
      std::vector<std::string> setup = {"setup", host, "-w", program.root()};
      if (of_user) setup.emplace_back("--user");
      const ProcessResult done = program.run(setup, app);
      INFO(done.out << done.err);
      REQUIRE(done.exit_code == 0);
      CHECK(program.run({"setup", host, "-w", program.root(), "--json"}, app).exit_code == 0);
      const ProcessResult proof = program.run({"doctor", "--host", host}, app);
      INFO(proof.out << proof.err);
      CHECK(proof.exit_code == 0);
      CHECK(proof.out.find("All is well") != std::string::npos);
      setup.emplace_back("--remove");
      CHECK(program.run(setup, app).exit_code == 0);
    }
    CHECK(program.run({"setup", host, "--remove"}, app).exit_code == 0);
    CHECK(program.run({"doctor", "--host", host}, app).exit_code == 3);
  }
}

TEST_CASE("setup: hooks that the host is told not to call are told by doctor") {
  Program program;
  program.init();
  const std::vector<std::array<std::string, 3>> hosts = {
      {"claude-code", ".claude/settings.json", "{\"disableAllHooks\": true}\n"},
      {"codex", ".codex/config.toml", "[features]\nhooks = false\n"},
      {"gemini", ".gemini/settings.json", "{\"hooksConfig\": {\"enabled\": false}}\n"}};
  for (const auto& [host, file, text] : hosts) {
    INFO(host);
    const std::string app = program.outside("app-" + host);
    program.write(program.outside("app-" + host + "/" + file), text);
    const ProcessResult done = program.run({"setup", host, "-w", program.root()}, app);
    REQUIRE(done.exit_code == 0);
    CHECK((done.out.find("trust the hooks") != std::string::npos) == (host == "codex"));
    check_refused(program.run({"doctor", "--host", host}, app), 3, "calls no hook: `");
  }
}

TEST_CASE("setup: --print shows the lines and writes none; a private file stays private") {
  Program program;
  program.init();
  const std::string file = program.outside(".claude.json");
  program.write(file, "{\n  \"secret\": \"x\"\n}\n");
  std::filesystem::permissions(
      file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const ProcessResult shown = program.in_workspace({"setup", "claude-code", "--user", "--print"});
  CHECK(shown.exit_code == 0);
  CHECK(shown.out.find("+ ") != std::string::npos);
  CHECK(shown.out.find("\"pyramid\"") != std::string::npos);
  CHECK(read_all(file) == "{\n  \"secret\": \"x\"\n}\n");
  REQUIRE(program.in_workspace({"setup", "claude-code", "--user"}).exit_code == 0);
  CHECK(read_all(file).find("\"secret\": \"x\"") != std::string::npos);
  CHECK((std::filesystem::status(file).permissions() & std::filesystem::perms::all) ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
}

TEST_CASE("setup: what cannot be read is refused in one line, and stays as it is") {
  Program program;
  program.init();
  program.write(program.outside(".cursor/mcp.json"), "{\n  \"a\": \n");
  check_refused(program.in_workspace({"setup", "cursor"}), 6, ".cursor/mcp.json:3");
  CHECK(read_all(program.outside(".cursor/mcp.json")) == "{\n  \"a\": \n");
  check_refused(program.in_workspace({"setup", "curser"}), 2, "did you mean cursor?");
  check_refused(program.run({"setup", "cursor", "-w", program.outside("none")}), 3, "");
}

TEST_CASE("doctor --host: a workspace that went is told, not passed over") {
  Program program;
  program.init();
  REQUIRE(program.in_workspace({"setup", "cursor"}).exit_code == 0);
  std::filesystem::remove_all(program.root());
  const ProcessResult gone = program.run({"doctor", "--host", "cursor"});
  CHECK(gone.exit_code != 0);
  CHECK(gone.err.find(".cursor/mcp.json") != std::string::npos);
}

}  // namespace pyramid::test
