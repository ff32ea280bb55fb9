#include "base/path.hpp"

#include "tests/support/catch.hpp"

#include <random>
#include <string>
#include <vector>

namespace path_test {

using namespace pyramid;

TEST_CASE("path: parts") {
  CHECK(path::join("a", "b.md") == "a/b.md");
  CHECK(path::join("a/", "b.md") == "a/b.md");
  CHECK(path::join("", "b.md") == "b.md");
  CHECK(path::join("a", "/b.md") == "/b.md");
  CHECK(path::directory("a/b/c.md") == "a/b");
  CHECK(path::directory("c.md").empty());
  CHECK(path::directory("/c.md") == "/");
  CHECK(path::name("a/b/c.md") == "c.md");
  CHECK(path::name("c.md") == "c.md");
  CHECK(path::extension("a.b/c.md") == ".md");
  CHECK(path::extension("a.b/c").empty());
  CHECK(path::extension(".md").empty());
  CHECK(path::is_absolute("/a"));
  CHECK_FALSE(path::is_absolute("a"));
}

TEST_CASE("path: normalised") {
  CHECK(path::normalize("a//b/./c/../d") == "a/b/d");
  CHECK(path::normalize("../a/../../b") == "../../b");
  CHECK(path::normalize("/../a/") == "/a");
  CHECK(path::normalize("/") == "/");
  CHECK(path::normalize("") == ".");
  CHECK(path::normalize("a/..") == ".");
  CHECK(path::normalize("a/b/") == "a/b");
}

TEST_CASE("path: a link leads back to where it points") {
  CHECK(path::relative("observations/2026", "observations/2026/x.md") == "x.md");
  CHECK(path::relative("summaries/user/tier-0", "observations/2026/x.md") ==
        "../../../observations/2026/x.md");
  CHECK(path::relative("", "a/x.md") == "a/x.md");
  CHECK(path::relative("a/b", "x.md") == "../../x.md");
  CHECK(path::relative("a", "a") == "../a");

  std::mt19937 random(5);
  const std::vector<std::string> names = {"a", "b", "a.b", "c d", "é"};
  const auto any = [&](std::size_t depth) {
    std::string out;
    for (std::size_t i = 0; i < depth; ++i) out = path::join(out, names[random() % names.size()]);
    return out;
  };
  for (int round = 0; round < 5'000; ++round) {
    const std::string from = any(random() % 5);
    const std::string to = any(1 + random() % 5);
    REQUIRE(path::resolve_inside(from, path::relative(from, to)) == to);
  }
}

TEST_CASE("path: no target leaves the root") {
  CHECK(path::resolve_inside("a/b", "../x.md") == "a/x.md");
  CHECK(path::resolve_inside("a/b", "../../x.md") == "x.md");
  CHECK_FALSE(path::resolve_inside("a/b", "../../../x.md"));
  CHECK_FALSE(path::resolve_inside("", ".."));
  CHECK_FALSE(path::resolve_inside("", "a/../../b"));
  CHECK_FALSE(path::resolve_inside("a", "/etc/passwd"));
  CHECK_FALSE(path::resolve_inside("a", ""));
  CHECK(path::resolve_inside("", "..a/x.md") == "..a/x.md");
}

}  // namespace path_test
