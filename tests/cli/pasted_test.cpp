#include "tests/cli/program.hpp"

namespace pasted_test {

using namespace pyramid::test;

namespace {

// The observations that an import of these turns makes.
std::string listed(const std::vector<std::string>& turns) {
  const Program program;
  program.init();
  std::ofstream log(program.outside("log.md"));
  log << "# 2026-03-01\n";
  for (const std::string& turn : turns) log << "\n**User:** " << turn << "\n\n**Assistant:** OK.\n";
  log.close();
  REQUIRE(program.in_workspace({"import", "--markdown", program.outside("log.md")}).exit_code == 0);
  return program.in_workspace({"list"}).out;
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("cli: import makes facts of what a person says, none of pasted machine output") {
  const std::string list = listed(
      {"21:40:11 [recv] rpc reply berth/list#7\n\n21:40:12 [error] berth 7 has no owner, user is "
       "not logged in",
       "dockctl berths --all --json", "My kayak is yellow.",
       "brew install paddle\n==> Pouring paddle--2.1.arm64_sonoma.bottle.tar.gz\n"
       "Warning: paddle 2.1 is already installed",
       "May 14 02:00:00 dock paddled[31]: I am waiting for berth 7\n\n"
       "<!doctype html><p>I have a berth</p>"});
  INFO(list);
  CHECK(has(list, "kayak is yellow"));
  for (const char* word : {"berth", "dock", "paddle", "brew"}) CHECK_FALSE(has(list, word));
}

TEST_CASE("cli: import notes what people say in many languages, and quotes what it cannot tell") {
  const std::string list =
      listed({"Soy celíaca y vivo en Soria.", "Meine Tochter Lena hat seit 2021 Diabetes.",
              "I'm allergic to penicillin.", "J'ai déménagé à Lyon en mars 2026.",
              "ho due figli e abito a Bari", "buenas estas por ahi", "Thanks, that's great!",
              "21:40:12 [error] berth 7 has no owner, user is not logged in"});
  INFO(list);
  CHECK(has(list, "User: \"Soy celíaca y vivo en Soria.\""));
  CHECK(has(list, "Meine Tochter Lena hat seit 2021 Diabetes"));
  CHECK(has(list, "User is allergic to penicillin."));
  CHECK(has(list, "Lyon en mars 2026"));
  CHECK(has(list, "User: \"ho due figli e abito a Bari\""));
  for (const char* word : {"great", "berth", "estas"}) CHECK_FALSE(has(list, word));
}

}  // namespace pasted_test
