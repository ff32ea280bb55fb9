#include "ops/calls/prompts.hpp"

#include "tests/ops/fixture.hpp"

namespace prompts_test {

using namespace pyramid;
using namespace pyramid::test;

TEST_CASE("prompts: a workspace's own take the place of the library's, a broken one is named") {
  Fixture fixture;
  const Environment environment = fixture.environment();
  const auto workspace = workspace::open(environment.files, fixture.root());
  REQUIRE(workspace);
  Diagnostics diagnostics;
  CHECK(ops::read_prompts(environment.files, *workspace, diagnostics)["extract"].recipe ==
        "extract/3");
  fixture.write("prompts/extract.md", "---\ntags: [mine]\n---\nNote what matters.\n");
  fixture.write("prompts/assign.md", "\n");
  engine::Prompts prompts = ops::read_prompts(environment.files, *workspace, diagnostics);
  CHECK(prompts["extract"].text == "Note what matters.");
  CHECK(prompts["extract"].recipe.rfind("extract/3+", 0) == 0);
  CHECK(prompts["assign"].recipe == "assign/2");
  CHECK_FALSE(prompts["assign"].text.empty());
  REQUIRE(diagnostics.size() == 1);
  CHECK(diagnostics[0].where.rfind("prompts/assign.md", 0) == 0);
}

}  // namespace prompts_test
