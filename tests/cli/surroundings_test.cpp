// What the program meets on a real machine: folders it may not write, other writers, odd files.
#include "tests/cli/program.hpp"

#include <thread>

using namespace pyramid::test;

namespace {

using std::filesystem::perms;

// Closes (or opens again) a folder for writing, with all that lies in it.
void allow_writing(const std::string& folder, bool allowed) {
  const auto mode =
      allowed ? std::filesystem::perm_options::add : std::filesystem::perm_options::remove;
  const perms write =
      allowed ? perms::owner_write : perms::owner_write | perms::group_write | perms::others_write;
  std::filesystem::permissions(folder, write, mode);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    std::filesystem::permissions(entry.path(), write, mode);
  }
}

const std::vector<std::vector<std::string>> kReading = {
    {"search", "--raw", "boiler"},
    {"search", "--raw", "--no-refresh", "boiler"},
    {"list"},
    {"models"},
    {"summaries"},
    {"retrieve"},
    {"why", "MEMORY.md"},
    {"check"},
    {"sync", "--dry-run"}};

}  // namespace

TEST_CASE(
    "read-only: what only reads works where .pyramid/ may not be written, and says the same") {
  Program program;
  program.init();
  program.write(program.inside("memory/a.md"), "The boiler was serviced in May.\n");
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  std::vector<std::string> answers;
  for (const auto& command : kReading) answers.push_back(program.in_workspace(command).out);
  program.drop_root_privilege();
  allow_writing(program.root(), false);
  for (std::size_t i = 0; i < kReading.size(); ++i) {
    const ProcessResult result = program.in_workspace(kReading[i]);
    INFO(kReading[i][0] << " " << result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.out == answers[i]);
  }
  CHECK(program.in_workspace({"status"}).exit_code == 0);
  check_refused(program.in_workspace({"observe", "User has a cat."}), 7, "Permission denied");
  allow_writing(program.root(), true);
}

TEST_CASE("two writers: two commands that write at once both do their work") {
  Program program;
  program.init();
  ProcessResult other;
  std::thread at_once([&] { other = program.in_workspace({"observe", "User has a cat."}); });
  const ProcessResult one = program.in_workspace({"observe", "User moved to Austin."});
  at_once.join();
  INFO(one.err << other.err);
  CHECK(one.exit_code == 0);
  CHECK(other.exit_code == 0);
  const auto list = nlohmann::json::parse(program.in_workspace({"list", "--json"}).out);
  CHECK(list["total"] == 2);
}

TEST_CASE("read-only: a changed file is read for the one command, which says so") {
  Program program;
  program.init();
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  program.drop_root_privilege();
  const bool has_index = GENERATE(true, false);
  if (!has_index) std::filesystem::remove_all(program.inside(".pyramid"));
  program.write(program.inside("memory/a.md"), "The boiler was serviced in May.\n");
  allow_writing(program.root(), false);
  const ProcessResult result = program.in_workspace({"search", "--raw", "boiler"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("memory/a.md") != std::string::npos);
  CHECK(result.err.find("read for this command alone") != std::string::npos);
  check_refused(program.in_workspace({"observe", "User has a cat."}), 7, "Permission denied");
  allow_writing(program.root(), true);
}
