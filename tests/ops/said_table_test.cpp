#include "ops/nodes/said_table.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace pyramid::ops::said_table_test {
namespace {

const Time kAt = *parse_time("2026-05-12T10:00:00Z");

SaidTable::Entry said(const std::string& text) {
  return std::make_shared<const engine::Said>(engine::read_said(text, {kAt}));
}

Ulid id_of(int number) { return derive_ulid(kAt, std::to_string(number)); }

std::vector<Ulid> found(const SaidTable& table, const std::string& text) {
  std::vector<Ulid> ids;
  const SaidKeys keys = keys_of(*said(text));
  for (const SaidKeys::Keys* one : {&keys.meaning, &keys.to_correct, &keys.corrected_by}) {
    table.find(*one, 200, SaidTable::When::kAnyTime, kAt, ids);
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

TEST_CASE("said table: another value of the same relation and the same said again are found") {
  SaidTable table;
  table.add(id_of(1), said("User lives in Porto."));
  table.add(id_of(2), said("User likes green tea."));
  CHECK(found(table, "User lives in Lisbon.") == std::vector<Ulid>{id_of(1)});
  CHECK(found(table, "User likes green tea.") == std::vector<Ulid>{id_of(2)});
  CHECK(found(table, "User has a cat.").empty());
}

TEST_CASE("said table: what was corrected is found by those who say it again, and by no other") {
  SaidTable table;
  table.add(id_of(1), said("User lives in Porto."));
  table.put_out_of_use(id_of(1), *said("User lives in Porto."));
  CHECK(found(table, "User lives in Lisbon.").empty());
  CHECK(found(table, "User lives in Porto.") == std::vector<Ulid>{id_of(1)});
}

TEST_CASE("said table: of many alike those go that were corrected, whichever they are") {
  constexpr int kMany = 40;
  SaidTable table;
  for (int i = 0; i < kMany; ++i) table.add(id_of(i), said("User lives in Porto."));
  std::vector<int> order(kMany);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(7));
  std::set<Ulid> left;
  for (const int i : order) left.insert(id_of(i));
  for (const int i : order) {
    table.put_out_of_use(id_of(i), *said("User lives in Porto."));
    left.erase(id_of(i));
    CHECK(found(table, "User lives in Lisbon.") == std::vector<Ulid>(left.begin(), left.end()));
  }
  table.add(id_of(kMany), said("User lives in Faro."));
  CHECK(found(table, "User lives in Lisbon.") == std::vector<Ulid>{id_of(kMany)});
}

TEST_CASE("said table: of those that are found, such as were said until then or after it") {
  SaidTable table;
  for (int day = 1; day <= 3; ++day) {
    const Time at{kAt.seconds + day * 86'400};
    const std::string text = "User lives in Porto.";
    table.add(id_of(day), std::make_shared<const engine::Said>(engine::read_said(text, {at})));
  }
  const auto found_then = [&](SaidTable::When when) {
    std::vector<Ulid> ids;
    table.find(keys_of(*said("User lives in Lisbon.")).to_correct, 200, when,
               Time{kAt.seconds + 2 * 86'400}, ids);
    return ids;
  };
  CHECK(found_then(SaidTable::When::kUntil) == std::vector<Ulid>{id_of(2), id_of(1)});
  CHECK(found_then(SaidTable::When::kAfter) == std::vector<Ulid>{id_of(3)});
  CHECK(found_then(SaidTable::When::kAnyTime).size() == 3);
}

TEST_CASE("said table: of very many alike the last ones are found") {
  SaidTable table;
  for (int i = 0; i < 1000; ++i) table.add(id_of(i), said("User lives in Porto."));
  const std::vector<Ulid> ids = found(table, "User lives in Lisbon.");
  CHECK(ids.size() == 200);
  CHECK(std::find(ids.begin(), ids.end(), id_of(999)) != ids.end());
}

TEST_CASE("said table: what was read lately is remembered, what nobody asks for is forgotten") {
  SaidTable table;
  const SaidTable::Entry one = said("User lives in Porto.");
  table.keep(id_of(0), one);
  for (int i = 1; i < 4'000; ++i) table.keep(id_of(i), one);
  for (int i = 4'000; i < 6'000; ++i) table.keep(id_of(i), one);
  CHECK(table.kept(id_of(0)) == one);  // and is asked for anew
  for (int i = 6'000; i < 10'000; ++i) table.keep(id_of(i), one);
  CHECK(table.kept(id_of(0)) == one);
  CHECK(table.kept(id_of(1)) == nullptr);
}

}  // namespace
}  // namespace pyramid::ops::said_table_test
