#include "base/ulid.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace ulid_test {

using namespace pyramid;

TEST_CASE("ulid: text and bytes, by the published example") {
  const auto id = parse_ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  REQUIRE(id);
  CHECK(to_string(*id) == "01ARZ3NDEKTSV4RRFFQ69G5FAV");
  CHECK(short_id(*id) == "9g5fav");
  CHECK(parse_ulid("01arz3ndektsv4rrffq69g5fav") == id);
  CHECK(id->bytes[0] == 0x01);
  CHECK(id->bytes[15] == 0x5B);
}

TEST_CASE("ulid: refuses what is none") {
  CHECK_FALSE(parse_ulid(""));
  CHECK_FALSE(parse_ulid("01ARZ3NDEKTSV4RRFFQ69G5FA"));
  CHECK_FALSE(parse_ulid("01ARZ3NDEKTSV4RRFFQ69G5FAVX"));
  CHECK_FALSE(parse_ulid("81ARZ3NDEKTSV4RRFFQ69G5FAV"));  // 129 bits
  for (const char foreign : {'I', 'L', 'O', 'U', '-', ' ', '\xC3'}) {
    std::string text = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    text[10] = foreign;
    CHECK_FALSE(parse_ulid(text));
  }
  CHECK(parse_ulid("7ZZZZZZZZZZZZZZZZZZZZZZZZZ"));
  CHECK(parse_ulid("00000000000000000000000000")->is_zero());
}

TEST_CASE("ulid: derived, so the same on every machine") {
  const Time at{1'778'580'180};
  CHECK(to_string(derive_ulid(at, "session-1/17")) == to_string(derive_ulid(at, "session-1/17")));
  CHECK(derive_ulid(at, "session-1/17") != derive_ulid(at, "session-1/18"));
  CHECK(derive_ulid(at, "a") < derive_ulid(Time{at.seconds + 1}, "a"));
  CHECK(to_string(derive_ulid(at, "abc")) == "01KRDT7K10Q9W1DFWF077YMGA1");
  CHECK(derive_ulid(Time{-5}, "a") == derive_ulid(Time{0}, "a"));
  CHECK_FALSE(derive_ulid(Time{0}, "a").is_zero());
}

TEST_CASE("ulid: order of ids is order of their texts") {
  std::mt19937_64 random(7);
  std::vector<Ulid> ids;
  for (int i = 0; i < 2'000; ++i) {
    Ulid id;
    for (auto& byte : id.bytes) byte = static_cast<std::uint8_t>(random());
    ids.push_back(id);
    REQUIRE(parse_ulid(to_string(id)) == id);
  }
  std::sort(ids.begin(), ids.end());
  for (std::size_t i = 1; i < ids.size(); ++i) REQUIRE(to_string(ids[i - 1]) < to_string(ids[i]));
}

TEST_CASE("ulid: short ids of one day rarely meet") {
  std::set<std::string> seen;
  for (int i = 0; i < 1'000; ++i) {
    seen.insert(short_id(derive_ulid(Time{1'778'580'180}, "turn " + std::to_string(i))));
  }
  CHECK(seen.size() == 1'000);
}

}  // namespace ulid_test
