#include "base/string_finder.hpp"

#include "tests/support/catch.hpp"

#include <random>
#include <set>
#include <string>

namespace string_finder_test {

using pyramid::StringFinder;

TEST_CASE("string finder: no string stands in no text") {
  CHECK_FALSE(StringFinder({}).any_in("what is said"));
  CHECK_FALSE(StringFinder({""}).any_in("what is said"));
  CHECK_FALSE(StringFinder({"said"}).any_in(""));
  CHECK_FALSE(StringFinder({"said and done"}).any_in("said"));
}

TEST_CASE("string finder: finds what looking for each string finds") {
  std::mt19937 random(20261127);
  const auto made = [&](std::size_t longest) {
    std::string text(random() % (longest + 1), 'a');
    for (char& c : text) c = static_cast<char>('a' + random() % 3);
    return text;
  };
  std::size_t found = 0;
  for (int round = 0; round < 5000; ++round) {
    std::set<std::string> strings;
    for (std::size_t i = random() % 5; i > 0; --i) strings.insert(made(7));
    const std::string text = made(24);
    bool stands = false;
    for (const std::string& one : strings) {
      stands = stands || (!one.empty() && text.find(one) != std::string::npos);
    }
    CHECK(StringFinder(strings).any_in(text) == stands);
    found += stands ? 1 : 0;
  }
  CHECK(found > 1000);
  CHECK(found < 4500);
}

}  // namespace string_finder_test
