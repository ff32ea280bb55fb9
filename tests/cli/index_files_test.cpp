// The files of the index under the built program: several processes at once, and a full disk.
#include "tests/cli/program.hpp"

#include <atomic>
#include <thread>

namespace index_files_test {

using namespace pyramid::test;
using Json = nlohmann::json;

namespace {

void write_notes(const Program& program, const std::string& name, const std::string& about) {
  for (int i = 0; i < 150; ++i) {
    program.write(program.inside(name + std::to_string(i) + ".md"),
                  "# " + name + " " + std::to_string(i) + "\n\n" + about + ", number " +
                      std::to_string(i) + "\n");
  }
}

// The hits of a search, or what it said instead.
std::string hits(const ProcessResult& found) {
  if (found.exit_code != 0) return std::to_string(found.exit_code) + found.out + found.err;
  return Json::parse(found.out)["hits"].dump();
}

}  // namespace

TEST_CASE("index: searches beside sync --force find what is there, and none is killed") {
  const Program program;
  program.init();
  write_notes(program, "flight", "A flight to Lisbon was booked");
  write_notes(program, "bird", "The heron sleeps by the pond");
  const std::vector<std::string> ask = {"search", "--json", "where does the heron sleep"};
  const std::string right = hits(program.in_workspace(ask));
  REQUIRE(right.find("bird") != std::string::npos);
  std::atomic<bool> stop{false};
  std::vector<std::vector<std::string>> wrong(3);
  std::vector<std::thread> readers;
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    readers.emplace_back([&, i] {
      auto mine = ask;
      if (i == 0) mine.emplace_back("--no-refresh");
      while (!stop) {
        const ProcessResult found = program.in_workspace(mine);
        const bool damaged = found.err.find("rebuilding") != std::string::npos;
        if (damaged || hits(found) != right) wrong[i].push_back(hits(found) + found.err);
      }
    });
  }
  std::vector<ProcessResult> forced;
  for (int i = 0; i < 12; ++i) forced.push_back(program.in_workspace({"sync", "--force", "-q"}));
  stop = true;
  for (std::thread& reader : readers) reader.join();
  for (const ProcessResult& one : forced) {
    INFO(one.err);
    CHECK(one.exit_code == 0);
  }
  for (const auto& of_reader : wrong) {
    INFO((of_reader.empty() ? "" : of_reader.front()));
    CHECK(of_reader.empty());
  }
  CHECK(program.in_workspace({"check", "--index"}).exit_code == 0);
}

}  // namespace index_files_test
