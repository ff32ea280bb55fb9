#include "base/digest.hpp"

#include "tests/support/catch.hpp"

#include <set>
#include <string>

namespace digest_test {

using namespace pyramid;

TEST_CASE("digest: the first half of the published SHA-256 values") {
  CHECK(to_hex(digest_of("")) == "e3b0c44298fc1c149afbf4c8996fb924");
  CHECK(to_hex(digest_of("abc")) == "ba7816bf8f01cfea414140de5dae2223");
  CHECK(to_hex(digest_of(std::string(1'000'000, 'a'))) == "cdc76e5c9914fb9281a1c7e284d73e67");
  CHECK(sha256("abc")[31] == 0xAD);
}

TEST_CASE("digest: text form is exactly 32 lower-case hex digits") {
  const Digest digest = digest_of("abc");
  CHECK(parse_digest(to_hex(digest)) == digest);
  CHECK_FALSE(parse_digest(""));
  CHECK_FALSE(parse_digest("ba7816bf8f01cfea414140de5dae222"));
  CHECK_FALSE(parse_digest("ba7816bf8f01cfea414140de5dae22233"));
  CHECK_FALSE(parse_digest("BA7816BF8F01CFEA414140DE5DAE2223"));
  CHECK_FALSE(parse_digest("ba7816bf8f01cfea414140de5dae222g"));
  CHECK(Digest{}.is_zero());
  CHECK_FALSE(digest.is_zero());
}

TEST_CASE("digest: fields cannot run into each other") {
  const auto of = [](std::initializer_list<std::string_view> fields) {
    Hasher hasher;
    for (const std::string_view field : fields) hasher.field(field);
    return to_hex(hasher.finish());
  };
  const std::set<std::string> all = {
      of({}),           of({""}),     of({"", ""}),    of({"ab", "c"}),
      of({"a", "bc"}),  of({"abc"}),  of({"abc", ""}), of({"1:a"}),
      of({"a", "1:b"}), of({"a1:b"}), of({"1:a1:b"}),  of({std::string_view("\0", 1)})};
  CHECK(all.size() == 12);
}

TEST_CASE("digest: a number counts as its decimal text") {
  CHECK(Hasher().field(-42).finish() == Hasher().field("-42").finish());
  CHECK(Hasher().field(42).finish() != Hasher().field(-42).finish());
}

TEST_CASE("digest: the form of a field is frozen, files on disk record it") {
  CHECK(Hasher().field("id").field(7).finish() == digest_of("2:id1:7"));
}

}  // namespace digest_test
