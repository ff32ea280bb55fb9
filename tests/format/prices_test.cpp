#include "format/prices.hpp"

#include "tests/support/catch.hpp"

namespace prices_test {

using namespace pyramid;
using namespace pyramid::format;

TEST_CASE("prices: the table that is compiled in has a date, and the default model's price") {
  const PriceTable table = default_prices();
  CHECK(table.as_of == "2026-11-06");
  const auto price = price_of(table, "gpt-4.1-mini");
  REQUIRE(price);
  CHECK(*price == ModelPrice{40, 10, 160, 0.5});
  CHECK(price_of(table, "openai/gpt-4.1-mini") == price);
  CHECK_FALSE(price_of(table, "qwen3:8b"));
}

TEST_CASE("prices: dollars are read as cents, and what is cached costs as much unless it says so") {
  Diagnostics diagnostics;
  const PriceTable table = parse_prices(
      "as_of: 2027-01-02\nmodels:\n  big: {in: 2, out: 8}\n  \"free:x\": {in: 0, out: 0}\n",
      "prices.yaml", diagnostics);
  CHECK(diagnostics.empty());
  CHECK(table.as_of == "2027-01-02");
  CHECK(price_of(table, "big") == ModelPrice{200, 200, 800});
  CHECK(price_of(table, "free:x") == ModelPrice{});
  CHECK(parse_prices("", "prices.yaml", diagnostics).models.empty());
  CHECK(diagnostics.empty());
}

TEST_CASE("prices: what cannot be read is named at its line, and the rest holds") {
  Diagnostics diagnostics;
  const PriceTable table = parse_prices(
      "as_of: soon\nmodels:\n  a: {in: 1}\n  b: {in: -1, out: 1}\n  c: cheap\n"
      "  d: {in: 1, out: 2, per: word}\n  e: {in: 1, out: 2}\ncurrency: EUR\n",
      "prices.yaml", diagnostics);
  CHECK(price_of(table, "e"));
  CHECK_FALSE(price_of(table, "a"));
  CHECK(is_misread(table, "a"));
  CHECK(is_misread(table, "vendor/a"));
  CHECK_FALSE(is_misread(table, "e"));
  CHECK_FALSE(is_misread(table, "f"));
  REQUIRE(diagnostics.size() == 6);
  CHECK(diagnostics[0].where == "prices.yaml:1");
  CHECK(diagnostics[1].where == "prices.yaml:3");
  CHECK(diagnostics[5].where == "prices.yaml:8");
  for (const char* broken : {"- a list\n", "models: [\n", "models: 3\n"}) {
    diagnostics.clear();
    CHECK(is_misread(parse_prices(broken, "prices.yaml", diagnostics), "any"));
    CHECK(diagnostics.size() == 1);
  }
  diagnostics.clear();
  CHECK(parse_prices(std::string(1000, '['), "prices.yaml", diagnostics).unreadable);
  CHECK(diagnostics.size() == 1);
}

}  // namespace prices_test
