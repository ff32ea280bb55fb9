#include "ops/nodes/node_table.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <utility>

namespace node_table_test {

using namespace pyramid;
using ops::NodeTable;

namespace {

constexpr int kRows = 6000;
constexpr std::size_t kLong = 4000;  // nearly PATH_MAX

Ulid id_of(int number) { return derive_ulid(Time{number}, std::to_string(number)); }

std::string path_of(int number) {
  std::string path = "observations/" + std::to_string(number) + "/";
  return path + std::string(kLong, 'x') + ".md";
}

NodeTable filled() {
  NodeTable table;
  for (int i = 0; i < kRows; ++i) {
    NodeTable::Row row;
    row.id = id_of(i);
    row.at = Time{i};
    row.kind = format::Kind::kObservation;
    CHECK(table.put(row, path_of(i)) == NodeTable::Put::kCounts);
  }
  return table;
}

void check_all(const NodeTable& table) {
  for (int i = 0; i < kRows; ++i) {
    const NodeTable::Row* row = table.find(id_of(i));
    REQUIRE(row != nullptr);
    CHECK(row->at == Time{i});
    CHECK(table.path_of(*row) == path_of(i));
    CHECK(table.at(path_of(i)) == row);
  }
}

}  // namespace

TEST_CASE("node table: of twenty megabytes of long paths each leads to its row") {
  const NodeTable table = filled();
  check_all(table);
  CHECK(table.find(id_of(kRows)) == nullptr);
  CHECK(table.at(path_of(kRows)) == nullptr);
}

TEST_CASE("node table: a packed one is the same, and what is none is refused") {
  Packer packed;
  REQUIRE(filled().pack(packed));
  const std::string bytes = std::move(packed).take();
  Unpacker whole(bytes);
  NodeTable table;
  REQUIRE(table.unpack(whole));
  check_all(table);
  Unpacker torn(std::string_view(bytes).substr(0, bytes.size() / 2));
  CHECK_FALSE(NodeTable().unpack(torn));
}

}  // namespace node_table_test
