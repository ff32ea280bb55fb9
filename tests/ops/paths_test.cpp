#include "base/path.hpp"
#include "format/sections.hpp"
#include "pyramid/why.hpp"
#include "tests/ops/fixture.hpp"
#include "workspace/layout.hpp"

#include <algorithm>

namespace paths_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

namespace fs = std::filesystem;

constexpr const char* kOutside = "The launch code is 4711.";

// Names beside the workspace's folder.
std::vector<std::string> names_beside(const Fixture& fixture) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fixture.outside("."))) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string session_outside() {
  return "---\nid: 01KMQ6MBQ05MD375DANHFA189T\nkind: session\nat: 2026-03-27T08:30:04Z\n"
         "source: openclaw\norigin: x\ntitle: It\nturns: 1\nextracted: 1\n---\n# It\n\n"
         "## 08:30:04 User\n" +
         std::string(kOutside) + "\n\n^t1\n";
}

std::string observation_from(const std::string& target) {
  return "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: observation\nat: 2026-05-12T10:03:00Z\n"
         "---\nUser moved to Austin.\n\nFrom [It](" +
         target + "#^t1)\n";
}

bool tells(const std::vector<WhyNode>& nodes, const std::string& text) {
  return std::any_of(nodes.begin(), nodes.end(), [&](const WhyNode& node) {
    return node.text.find(text) != std::string::npos || tells(node.made_from, text) ||
           tells(node.read_by, text);
  });
}

}  // namespace

TEST_CASE("paths: no title makes a file outside its day's folder") {
  const std::vector<std::string> titles = {"../../../../../../etc/passwd is where I keep my name",
                                           "/etc/passwd and I moved to Lisbon",
                                           "..",
                                           "con",
                                           "C:\\\\Windows\\\\system32 is broken for me",
                                           "a\\u0000b/../../c is my file",
                                           "\\u202egpj.exe is my picture",
                                           std::string(500, 'x'),
                                           "~/.ssh/config; rm -rf $HOME",
                                           "CON.md",
                                           ".git/hooks/pre-commit is my hook"};
  Fixture fixture;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const std::string number = std::to_string(10 + i);
    fixture.write_session(number + "111111-1111-4111-8111-111111111111", "2026-05-02T09:00:00Z",
                          {titles[i]});
  }
  const auto beside = names_beside(fixture);
  const auto report = fixture.import_sessions();
  REQUIRE(report);
  CHECK(report->added == titles.size());
  CHECK(names_beside(fixture) == beside);
  const auto files = files_below(fixture, "sessions/");
  CHECK(files.size() == titles.size());
  for (const std::string& file : files) {
    INFO(file);
    CHECK(path::directory(file) == "sessions/2026/05/02");
    CHECK(path::name(file).size() <= 80);
    CHECK(file.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-/.") == std::string::npos);
    CHECK(path::name(file).rfind("con.", 0) == std::string_view::npos);
  }
}

TEST_CASE("paths: a link out of the workspace is named, and nobody reads what is there") {
  for (const bool linked_folder : {false, true}) {
    Fixture fixture;
    fs::create_directories(fixture.outside("elsewhere"));
    std::ofstream(fixture.outside("elsewhere/it-fa189t.md")) << session_outside();
    if (linked_folder)
      fs::create_directory_symlink(fixture.outside("elsewhere"), fixture.path("door"));
    const std::string file = "observations/2026/05/12/user-moved-to-austin-7t5xbn.md";
    fixture.write(file, observation_from(linked_folder ? "../../../../door/it-fa189t.md"
                                                       : "../../../../../elsewhere/it-fa189t.md"));
    const auto checked = fixture.check();
    REQUIRE(checked);
    const char* what = linked_folder ? "link leads to no file" : "link leaves the workspace";
    CHECK(std::any_of(checked->problems.begin(), checked->problems.end(), [&](const auto& one) {
      return one.what.rfind(what, 0) == 0 && one.where.rfind(file, 0) == 0;
    }));
    WhyOptions options;
    options.workspace.root = fixture.root();
    options.what = file;
    const auto why_it = why(fixture.environment(), options);
    REQUIRE(why_it);
    CHECK_FALSE(tells({why_it->node}, kOutside));
    const auto found = fixture.search("launch code 4711");
    REQUIRE(found);
    for (const SearchHit& hit : found->hits) {
      CHECK(hit.snippet.find("4711") == std::string::npos);
    }
    REQUIRE(fixture.sync());
    CHECK(Fixture::read_file(fixture.outside("elsewhere/it-fa189t.md")) == session_outside());
    for (const auto& [path, bytes] : fixture.tree()) {
      INFO(path);
      if (path.rfind("door/", 0) != 0) CHECK(bytes.find("4711") == std::string::npos);
    }
  }
}

TEST_CASE("paths: a folder that is a symlink to elsewhere is not written through") {
  Fixture fixture;
  fs::create_directories(fixture.outside("elsewhere"));
  fs::create_directory_symlink(fixture.outside("elsewhere"), fixture.path("sessions"));
  fixture.write_session("11111111-1111-4111-8111-111111111111", "2026-05-02T09:00:00Z",
                        {"I moved to Lisbon."});
  const auto report = fixture.import_sessions();
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kConflict);
  CHECK(report.error().where == "sessions");
  CHECK(fs::is_empty(fixture.outside("elsewhere")));
}

}  // namespace paths_test
