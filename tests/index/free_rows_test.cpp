#include "index/free_rows.hpp"

#include "tests/support/catch.hpp"

namespace free_rows_test {

using namespace pyramid;
using index::read_free_rows;
using index::write_free_rows;

TEST_CASE("free rows: what is recorded is read again") {
  for (const std::vector<std::int64_t>& rows :
       {std::vector<std::int64_t>{}, {1}, {9'000'000'000, 17, 3}}) {
    CHECK(read_free_rows(write_free_rows(rows)) == rows);
  }
}

TEST_CASE("free rows: many are not recorded") {
  CHECK(write_free_rows(std::vector<std::int64_t>(501, 7)).empty());
}

TEST_CASE("free rows: what cannot be read counts as not recorded") {
  for (const char* text : {"", "7", "rows", "rows:7", "rows: ", "rows: x", "rows: 7,", "rows: 0",
                           "rows: -3", "rows: 99999999999999999999", "rows: 7  8"}) {
    INFO(text);
    CHECK_FALSE(read_free_rows(text));
  }
}

}  // namespace free_rows_test
