// The pages in why/ beside the homes whose sections they trace.
#include "format/why_page.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/sections.hpp"
#include "tests/ops/fixture.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace why_page_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kHome = "MEMORY.md";
constexpr const char* kPage = "why/MEMORY.md";

void set_up(Fixture& fixture) {
  write_twelve_facts(fixture);
  taken_in(fixture);
  REQUIRE(fixture.sync());
  REQUIRE(fixture.sync()->nothing_to_do);
  REQUIRE_FALSE(fixture.read(kPage).empty());
}

// A home as earlier versions wrote it: with a line of links below each section.
std::string as_before(const Fixture& fixture, const std::string& home) {
  const std::string bytes = fixture.read(home);
  const auto document = format::parse_home(
      bytes, home,
      [&](const std::string& page) -> std::optional<std::string> { return fixture.read(page); });
  REQUIRE(document);
  std::string out = bytes;
  for (const format::FoundSection& section : format::find_sections(*document, home)) {
    if (section.tag.empty()) continue;
    std::string links;
    for (const format::Edge& edge : section.from) {
      links += (links.empty() ? "From " : ", ") +
               format::link(edge.link.text, path::relative(path::directory(home), edge.path));
    }
    const std::string why =
        format::link("why", path::relative(path::directory(home), section.page), section.tag);
    REQUIRE(out.find(why) != std::string::npos);
    out = replace_all(out, why, links);
  }
  return out;
}

std::size_t commits(const Fixture& fixture) {
  return split_lines(run_git(fixture.root(), {"log", "--format=%h"}).out).size();
}

}  // namespace

TEST_CASE("why pages: an older memory is moved over by the next sync, in one commit, at no call") {
  Fixture fixture;
  set_up(fixture);
  const std::string home = fixture.read(kHome);
  fixture.write(kHome, as_before(fixture, kHome));
  fixture.remove("why");
  REQUIRE(fixture.read(kHome).find("\nFrom [") != std::string::npos);
  run_git(fixture.root(), {"add", "-A"});
  run_git(fixture.root(), {"commit", "-qm", "as it was"});
  const std::size_t before = commits(fixture);
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK(fixture.calls().text() == 0);
  CHECK(fixture.read(kHome) == home);
  CHECK(fixture.read(kPage).find("](../") != std::string::npos);
  CHECK(commits(fixture) == before + 1);
  CHECK(fixture.sync()->nothing_to_do);
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("why pages: a deleted folder is made again, and no section counts as edited") {
  Fixture fixture;
  set_up(fixture);
  const std::string home = fixture.read(kHome);
  fixture.remove("why");
  REQUIRE(fixture.sync());
  CHECK(fixture.calls().text() == 0);
  CHECK(fixture.read(kHome) == home);
  CHECK(fixture.read(kPage).find("](../") != std::string::npos);
  CHECK(fixture.sync()->nothing_to_do);
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("why pages: conflict markers and places of other states go with the next sync") {
  Fixture fixture;
  set_up(fixture);
  const std::string home = fixture.read(kHome), page = fixture.read(kPage);
  const std::string place = "\n## 0a1b2c\nuser/this-week\n\n- [x](../observations/none.md)\n";
  for (const std::string& broken :
       {page + place,
        replace_all(page, "\n## ", "\n<<<<<<< ours\n=======\n>>>>>>> theirs\n\n## ")}) {
    fixture.write(kPage, broken);
    REQUIRE(fixture.sync());
    CHECK(fixture.read(kHome) == home);
    CHECK(fixture.read(kPage).find("0a1b2c") == std::string::npos);
    CHECK(fixture.read(kPage).find("<<<<") == std::string::npos);
    CHECK(fixture.read(kPage).find("](../") != std::string::npos);
    CHECK(fixture.sync()->nothing_to_do);
  }
}

TEST_CASE("why pages: one whose home is gone goes, and a person's own file there stays") {
  Fixture fixture;
  set_up(fixture);
  fixture.write("why/models/nobody.md", "---\nkind: why\n---\n# Why\n\n## 0a1b2c\nearlier\n");
  fixture.write("why/mine.md", "# Why I moved\nThe sea.\n");
  REQUIRE(fixture.sync());
  CHECK(fixture.tree().count("why/models/nobody.md") == 0);
  CHECK(fixture.read("why/mine.md") == "# Why I moved\nThe sea.\n");
  REQUIRE(fixture.search("sea"));
  CHECK(fixture.search("sea")->hits.front().path == "why/mine.md");
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("why pages: no search finds one") {
  Fixture fixture;
  set_up(fixture);
  const auto found = fixture.search("section made from sentences rest numbers");
  REQUIRE(found);
  for (const auto& hit : found->hits) CHECK_FALSE(hit.path.starts_with("why/"));
}

}  // namespace why_page_test
