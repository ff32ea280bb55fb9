// Quotations in the user's own sections: without "User:", and still traced, corrected and struck.
#include "base/text.hpp"
#include "pyramid/why.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>
#include <string>

namespace quotations_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

std::string observed(Fixture& fixture, const std::string& text) {
  ObserveOptions options;
  options.workspace.root = fixture.root();
  options.text = text;
  options.importance = 5;
  options.model = "user";
  const auto report = observe(fixture.environment(), options);
  REQUIRE(report);
  return report->path;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("quotations: the user's page quotes them alone, and why, check and edits go on to hold") {
  Fixture fixture;
  const std::string path = observed(fixture, "User: \"We signed the papers for the flat!\"");
  observed(fixture, "User: \"Our boat needs a new sail before June.\"");
  observed(fixture, "User: \"The neighbours play the cello at night.\"");
  REQUIRE(fixture.sync());
  const std::string memory = fixture.read("MEMORY.md");
  CHECK(has(memory, "- \"We signed the papers for the flat!\"\n"));
  CHECK_FALSE(has(memory, "User: \""));
  CHECK(has(fixture.read(path), "User: \"We signed"));

  CheckOptions checked;
  checked.workspace.root = fixture.root();
  checked.grounding = true;
  const auto report = check(fixture.environment(), checked);
  REQUIRE(report);
  CHECK(report->problems.empty());
  WhyOptions options;
  options.workspace.root = fixture.root();
  const std::string before = memory.substr(0, memory.find("- \"We signed"));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  options.what = "MEMORY.md:" + std::to_string(line);
  const auto told = why(fixture.environment(), options);
  REQUIRE(told);
  REQUIRE_FALSE(told->node.made_from.empty());
  CHECK(told->node.made_from[0].path == path);
  CHECK_FALSE(told->node.likely);

  std::string edited = replace_all(memory, "the papers for the flat", "the papers for the house");
  edited = replace_all(edited, "- \"The neighbours play the cello at night.\"\n", "");
  fixture.write("MEMORY.md", edited);
  observed(fixture, "User: \"My sister got a puppy from the shelter.\"");
  REQUIRE(fixture.sync());
  const std::string after = fixture.read("MEMORY.md");
  CHECK(has(after, "- \"We signed the papers for the house!\"\n"));
  CHECK_FALSE(has(after, "for the flat"));
  CHECK_FALSE(has(after, "cello"));
  CHECK(has(after, "- \"My sister got a puppy from the shelter.\""));
  CHECK(fixture.sync()->nothing_to_do);
}

}  // namespace quotations_test
