#include "tests/ops/fixture.hpp"

using namespace pyramid;
using namespace pyramid::test;

TEST_CASE("notes: a vault that becomes a workspace keeps every byte, and search finds its notes") {
  Fixture fixture;
  const std::map<std::string, std::string> notes = {
      {"Recipes/Bread.md",
       "---\nid: bread\ntags: [food]\n---\n# Bread\r\nRye needs a sourdough.\n"},
      {"Inbox.md", "The boiler was serviced by [[Henrik]].\n"},
      {"models/ideas.md", "# Ideas\nA kite with a camera.\n"},
      {".obsidian/hidden.md", "A sourdough that nobody sees.\n"}};
  for (const auto& [path, bytes] : notes) fixture.write(path, bytes);
  REQUIRE(fixture.sync());
  const auto found = fixture.search("sourdough");
  REQUIRE(found);
  REQUIRE_FALSE(found->hits.empty());
  CHECK(found->hits[0].path == "Recipes/Bread.md");
  for (const SearchHit& hit : found->hits) CHECK(hit.path.find(".obsidian") == std::string::npos);
  CHECK(fixture.search("boiler")->hits.at(0).path == "Inbox.md");
  for (const auto& [path, bytes] : notes) CHECK(fixture.read(path) == bytes);
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
}
