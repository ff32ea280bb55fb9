// Which sources of a text a line of it most likely comes from: a pure choice.
#include "ops/nodes/support.hpp"

#include "tests/ops/fixture.hpp"

namespace support_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

std::vector<std::size_t> chosen(std::string_view line, const std::vector<std::string>& texts) {
  std::vector<ops::SupportSource> sources;
  for (const std::string& text : texts) sources.push_back({text, {at("2026-05-12T10:00:00Z")}});
  std::vector<std::size_t> positions;
  for (const ops::Support& one : ops::supporting_sources(line, sources)) {
    CHECK(one.share > 0);
    CHECK(one.share <= 1);
    positions.push_back(one.source);
  }
  return positions;
}

using Positions = std::vector<std::size_t>;

}  // namespace

TEST_CASE("support: the source that says it, in another person and with the time noted behind") {
  const std::vector<std::string> sources = {
      "User works at Harbour Analytics.", "Assistant will keep Fridays open for Kestrel.",
      "User bought a blue bicycle for 420 euros.", "Mia is allergic to peanuts."};
  CHECK(chosen("- I will keep Fridays open for Kestrel (noted January 2026).", sources) ==
        Positions{1});
  CHECK(chosen("The user's bicycle is blue and was 420 euros.", sources) == Positions{2});
}

TEST_CASE("support: how much a rated line matters is none of its words") {
  const std::vector<ops::SupportSource> sources = {{"User lost the blue sofa.", {}}};
  const auto found = ops::supporting_sources("[9] CRITICAL: User lost the blue sofa.", sources);
  REQUIRE(found.size() == 1);
  CHECK(found[0].share > 0.99);
}

TEST_CASE("support: a different number or name is a different source") {
  const std::vector<std::string> sources = {"The rent is 1150 euros.", "The rent is 1250 euros.",
                                            "Ana pays a rent of 900 euros."};
  CHECK(chosen("The rent is 1250 euros.", sources) == Positions{1});
  CHECK(chosen("Ana pays 900 euros.", sources) == Positions{2});
}

TEST_CASE("support: a date is one however it is written") {
  const std::vector<std::string> sources = {"User ran a race on Saturday (2026-02-07).",
                                            "User ran a race on Saturday (2026-01-31)."};
  CHECK(chosen("The user ran a race on 31 January 2026.", sources) == Positions{1});
}

TEST_CASE("support: a line that joins two facts has both as sources") {
  const std::vector<std::string> sources = {"User moved to Lisbon in March 2026.",
                                            "My sister Ana is a vet.",
                                            "User works at Harbour Analytics."};
  CHECK(chosen("The user moved to Lisbon in March 2026 and works at Harbour Analytics.", sources) ==
        Positions{0, 2});
}

TEST_CASE("support: a paragraph is taken sentence by sentence, a source by its best sentence") {
  const std::vector<std::string> sources = {
      "User has a cat. The user prefers tea. Ana lives in Porto.", "The half marathon is in May.",
      "The landlord raised the rent."};
  CHECK(chosen("The landlord raised the rent. Ana lives in Porto.", sources) == Positions{0, 2});
}

TEST_CASE("support: sources that say the same stand side by side, the earlier first") {
  const std::vector<std::string> sources = {"User likes rooibos.", "The cat is grey.",
                                            "The user likes rooibos."};
  CHECK(chosen("The user likes rooibos.", sources) == Positions{0, 2});
}

TEST_CASE("support: what no source says has none") {
  const std::vector<std::string> sources = {"User likes rooibos.", "The cat is grey."};
  CHECK(chosen("The boiler was serviced by Kim.", sources).empty());
  CHECK(chosen("", sources).empty());
  CHECK(chosen("of the and", sources).empty());
  CHECK(chosen("The user likes rooibos.", {}).empty());
}

}  // namespace support_test
