#include "topics/names.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace pyramid::names_test {

using topics::number_in;
using topics::numbered_name;
using topics::Sibling;
using topics::sibling_names;
using Names = std::vector<std::string>;

namespace {

Ulid id(int number) { return derive_ulid_at(number, "sibling"); }

}  // namespace

TEST_CASE("names: the number is what stands before the first dash") {
  CHECK(number_in("03-sourdough") == 3);
  CHECK(number_in("112-bees") == 112);
  CHECK(number_in("07") == 7);
  CHECK_FALSE(number_in("3d-printing"));
  CHECK_FALSE(number_in("notes"));
  CHECK_FALSE(number_in(""));
  CHECK_FALSE(number_in("-x"));
  CHECK_FALSE(number_in("99999999999999999999-x"));
}

TEST_CASE("names: a name has the number and the first words of the key") {
  CHECK(numbered_name(3, "sourdough Rye öven") == "03-sourdough-rye-oven");
  CHECK(numbered_name(112, "bees") == "112-bees");
  CHECK(numbered_name(7, "bees", 3) == "007-bees");
  CHECK(numbered_name(1, "") == "01-note");
}

TEST_CASE("names: who has a name keeps it, new ones come behind the largest number") {
  const std::vector<Sibling> siblings = {{id(1), "02-bread", "rye"},
                                         {id(3), "", "bees"},
                                         {id(2), "", "tax"},
                                         {id(4), "05-garden", "beans"}};
  CHECK(sibling_names(siblings) == Names{"02-bread", "07-bees", "06-tax", "05-garden"});
}

TEST_CASE("names: of two with one number the one with the smaller id keeps it") {
  const std::vector<Sibling> siblings = {{id(2), "01-bees", "bees"}, {id(1), "01-tax", "tax"}};
  CHECK(sibling_names(siblings) == Names{"02-bees", "01-tax"});
}

TEST_CASE("names: what a person named keeps its name, with a number or without") {
  const std::vector<Sibling> siblings = {
      {id(1), "01-bees", "bees"}, {id(2), "01-mine", "tax", true}, {id(3), "notes", "x", true}};
  CHECK(sibling_names(siblings) == Names{"02-bees", "01-mine", "notes"});
}

TEST_CASE("names: the order of the siblings does not matter, and a second look changes nothing") {
  std::vector<Sibling> siblings;
  for (int i = 0; i < 6; ++i) {
    siblings.push_back(
        {id(i), i % 2 == 0 ? "0" + std::to_string(i / 3) + "-x" : "", "word", i == 4});
  }
  const Names first = sibling_names(siblings);
  std::vector<Sibling> turned(siblings.rbegin(), siblings.rend());
  Names second = sibling_names(turned);
  std::reverse(second.begin(), second.end());
  CHECK(first == second);
  for (std::size_t i = 0; i < siblings.size(); ++i) siblings[i].name = first[i];
  CHECK(sibling_names(siblings) == first);
}

}  // namespace pyramid::names_test
