// What an agent loads at the beginning of a session.
#include "base/text.hpp"
#include "pyramid/recall.hpp"
#include "tests/ops/fixture.hpp"

#include <string>

namespace brief_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

std::string brief_of(Fixture& fixture, std::size_t most) {
  const auto text = brief(fixture.environment(), {fixture.root(), {}}, most);
  REQUIRE(text);
  CHECK(text->size() <= most);
  return *text;
}

}  // namespace

TEST_CASE("brief: no link to where a section comes from is in it") {
  Fixture fixture;
  write_twelve_facts(fixture);
  taken_in(fixture);
  REQUIRE(fixture.sync());
  REQUIRE(fixture.read("MEMORY.md").find("[why](") != std::string::npos);
  const std::string text = brief_of(fixture, 100'000);
  CHECK(text.find("[why](") == std::string::npos);
  CHECK(text.find("### ") != std::string::npos);
}

TEST_CASE("brief: where room is short notes come first, and every section has its part") {
  Fixture fixture;
  std::string body = "# Memory\n\n## User\n\n";
  for (const char* heading : {"### Last 3 Days", "### This Week", "### Earlier"}) {
    body += std::string(heading) + "\n";
    for (int i = 0; i < 40; ++i) {
      body += "- " + std::string(heading + 4) + " has the fact " + std::to_string(i) + ".\n";
    }
    body += "\n";
  }
  fixture.write("MEMORY.md",
                "---\nkind: memory\n---\n" + body + "## Notes\nNever call me before ten.\n");
  const std::string all = brief_of(fixture, 100'000);
  CHECK(all.find("more line") == std::string::npos);
  CHECK(all.find("Earlier has the fact 39.") != std::string::npos);
  const std::string some = brief_of(fixture, 1000);
  CHECK(some.find("Never call me before ten.") < some.find("### Last 3 Days"));
  for (const char* first : {"Last 3 Days has the fact 0.", "This Week has the fact 0.",
                            "Earlier has the fact 0.", "Earlier has the fact 4."}) {
    CHECK(some.find(first) != std::string::npos);
  }
  std::size_t facts = 0;
  for (const std::string_view line : split_lines(some)) facts += line.starts_with("- ") ? 1 : 0;
  CHECK(some.ends_with("\n" + std::to_string(120 - facts) + " more lines in MEMORY.md.\n"));
  for (const std::size_t most : {0, 1, 40, 79, 80, 81, 120, 200, 500}) brief_of(fixture, most);
}

}  // namespace brief_test
