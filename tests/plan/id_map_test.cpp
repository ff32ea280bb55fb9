#include "plan/id_map.hpp"

#include "tests/support/catch.hpp"

namespace pyramid::id_map_test {

TEST_CASE("id map: finds what was put in, past its first size") {
  plan::IdMap map;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    REQUIRE(map.insert(derive_ulid(Time{1}, std::to_string(i)), i));
  }
  for (std::uint32_t i = 0; i < 5000; ++i) {
    REQUIRE(map.find(derive_ulid(Time{1}, std::to_string(i))) == i);
  }
  CHECK_FALSE(map.contains(derive_ulid(Time{1}, "5000")));
}

TEST_CASE("id map: the first position stays") {
  plan::IdMap map(1);
  const Ulid id = derive_ulid(Time{1}, "a");
  CHECK(map.insert(id, 7));
  CHECK_FALSE(map.insert(id, 8));
  CHECK(map.find(id) == 7U);
}

TEST_CASE("id map: ids that a person counted up are found too") {
  plan::IdMap map;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    Ulid id;
    id.bytes[0] = static_cast<std::uint8_t>(i);
    id.bytes[7] = static_cast<std::uint8_t>(i >> 8U);
    REQUIRE(map.insert(id, i));
  }
  CHECK(map.contains(Ulid{}));
}

}  // namespace pyramid::id_map_test
