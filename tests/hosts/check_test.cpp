#include "hosts/hook.hpp"
#include "hosts/host_check.hpp"
#include "hosts/host_setup.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/memory_file_system.hpp"

#include <string>
#include <vector>

using namespace pyramid;
using namespace pyramid::hosts;
using pyramid::test::MemoryFileSystem;

namespace {

const HostPlaces kOfMia{"/srv/app", "/home/mia", "", "", ""};

// A person's Cursor, told of a memory in /srv/memory.
struct Cursor {
  MemoryFileSystem files = {};
  Host host = find_host("cursor").value();

  explicit Cursor(bool is_told = true) {
    if (!is_told) return;
    const auto planned =
        plan_host_files(files, host, kOfMia, true, HostOurs{"/usr/bin/pyramid", "/srv/memory"});
    REQUIRE(planned);
    for (const HostChange& one : *planned) REQUIRE(write_host_file(files, one));
  }
  // The check, with a server that answers `line` and hooks that end with `hook_code`.
  Result<operations::HostReport> check(const std::string& line, int hook_code = 0) {
    return check_host(
        files, host, kOfMia, [&](const std::vector<std::string>& command, const std::string&) {
          const bool is_hook = command.front() == "sh";
          return Result<RunAnswer>(RunAnswer{is_hook ? hook_code : 0, is_hook ? "" : line + "\n"});
        });
  }
};

const std::string kGood =
    R"({"jsonrpc": "2.0", "id": 2, "result": {"structuredContent": {"text": "Elin"}}})";

}  // namespace

TEST_CASE("a host that was set up is found, asked, and its hooks are called") {
  const auto report = Cursor().check(kGood);
  REQUIRE(report);
  CHECK(report->recalled == 4);
  CHECK(report->command == "/usr/bin/pyramid");
  CHECK(report->hooks.size() == events_of_host("cursor").size());
}

TEST_CASE("an answer of any other shape is an error or an empty recall, never a crash") {
  Cursor cursor;
  for (const char* result : {"{}", "[]", "7", "null", R"({"content": 3})", R"({"content": []})",
                             R"({"structuredContent": [1]})", R"({"content": [{"text": 5}]})"}) {
    INFO(result);
    const auto report =
        cursor.check(R"({"jsonrpc": "2.0", "id": 2, "result": )" + std::string(result) + "}");
    CHECK((!report || report->recalled == 0));
  }
  CHECK_FALSE(cursor.check("no JSON"));
  const auto failed =
      cursor.check(R"({"id": 2, "result": {"isError": true, "content": [{"text": "locked"}]}})");
  REQUIRE_FALSE(failed);
  CHECK(failed.error().what == "the recall failed: locked");
}

TEST_CASE("hooks that fail, or that are not there, are told with what to do") {
  CHECK_FALSE(Cursor().check(kGood, 1));
  const auto untold = Cursor(false).check(kGood);
  REQUIRE_FALSE(untold);
  CHECK(untold.error().hint == "run pyramid setup cursor");
}
