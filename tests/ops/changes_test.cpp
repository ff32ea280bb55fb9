#include "ops/nodes/changes.hpp"

#include "tests/support/catch.hpp"

#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::ops::changes_test {
namespace {

using Plain = std::map<std::string, std::optional<Digest>>;

Plain plain(const Changes& changes) {
  Plain same;
  for (const auto& [path, after] : changes) same.emplace_hint(same.end(), path, after);
  return same;
}

TEST_CASE("changes: what a file became last counts, as in a plain map") {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    Changes changes;
    Plain expected;
    for (int i = 0; i < 300; ++i) {
      // Of one place in memory, which the next path takes.
      const std::string path = "observations/" + std::to_string(random() % 100) + ".md";
      std::optional<Digest> after;
      if (random() % 4 != 0) after = digest_of(std::to_string(random() % 5));
      changes.set(path, after);
      expected[path] = after;
    }
    CHECK(plain(changes) == expected);
    CHECK(changes.size() == expected.size());
    for (int i = 0; i < 120; ++i) {
      const std::string path = "observations/" + std::to_string(i) + ".md";
      const auto known = expected.find(path);
      REQUIRE(changes.contains(path) == (known != expected.end()));
      if (known == expected.end()) continue;
      CHECK(*changes.find(path) == known->second);
      CHECK(changes.contains(path, known->second));
      CHECK_FALSE(changes.contains(path, digest_of("something else")));
    }
  }
}

TEST_CASE("changes: a path that is kept elsewhere is not copied, but for a copy of them all") {
  std::optional<std::string> kept = "a/path/that/is/longer/than/a/string/holds/in/itself.md";
  Changes changes;
  changes.set_kept(*kept, digest_of("a"));
  changes.set_kept(*kept, digest_of("b"));
  CHECK(changes.begin()->first.data() == kept->data());
  changes.set(std::string(*kept), std::nullopt);
  CHECK(changes.size() == 1);
  const std::string same = *kept;
  const Changes copy = changes;
  kept.reset();
  CHECK(plain(copy) == Plain{{same, std::nullopt}});
}

TEST_CASE("changes: a copy stands by itself") {
  std::optional<Changes> first(std::in_place);
  first->set("a.md", digest_of("a"));
  Changes copy = *first;
  first->set("a.md", std::nullopt);
  first->set("b.md", digest_of("b"));
  Changes moved = std::move(*first);
  first.reset();
  CHECK(plain(copy) == Plain{{"a.md", digest_of("a")}});
  CHECK(plain(moved) == Plain{{"a.md", std::nullopt}, {"b.md", digest_of("b")}});
  copy = moved;
  copy.add(Changes());
  moved = Changes();
  CHECK(moved.empty());
  CHECK(copy.size() == 2);
}

}  // namespace
}  // namespace pyramid::ops::changes_test
