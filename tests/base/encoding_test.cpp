#include "base/encoding.hpp"

#include <catch2/catch.hpp>

#include <string>

namespace encoding_test {

using pyramid::decode;
using pyramid::Decoded;
using pyramid::Encoding;

namespace {

std::string as_utf8(std::string bytes) {
  pyramid::make_utf8(bytes);
  return bytes;
}

}  // namespace

TEST_CASE("encoding: what is no UTF-8 is Windows-1252, unless it was UTF-8 that lost something") {
  CHECK(decode("K\u00f6ln").encoding == Encoding::kUtf8);
  CHECK(as_utf8("K\u00f6ln") == "K\u00f6ln");
  const Decoded latin = decode("K\xf6ln, \x80 5");
  CHECK(latin.encoding == Encoding::kWindows1252);
  CHECK(latin.text == "K\u00f6ln, \u20ac 5");
  const Decoded damaged = decode("K\u00f6ln, caf\xe9");
  CHECK(damaged.encoding == Encoding::kDamaged);
  CHECK(damaged.text == "K\u00f6ln, caf\ufffd");
}

TEST_CASE("encoding: a byte order mark of UTF-16 says how its units stand") {
  using namespace std::string_literals;
  const std::string little = "\xff\xfeK\0\xf6\0\x3d\xd8\x42\xde\n\0"s;
  const std::string big = "\xfe\xff\0K\0\xf6\xd8\x3d\xde\x42\0\n"s;
  for (const std::string& bytes : {little, big}) {
    CHECK(decode(bytes).encoding == Encoding::kUtf16);
    CHECK(as_utf8(bytes) == "K\u00f6\U0001f642\n");
  }
  CHECK(as_utf8("\xff\xfe\x3d\xd8K\0K"s) == "\ufffdK");  // half a pair, half a unit
  CHECK(decode("\xff\xfe").text.empty());
  CHECK(as_utf8("K\0i\0m\0"s) == "Kim");
  CHECK(as_utf8("\0K\0i\0m"s) == "Kim");
}

TEST_CASE("encoding: a NUL among text is no text, whatever else it is written in") {
  using namespace std::string_literals;
  CHECK(decode("K\0"s).encoding == Encoding::kDamaged);
  CHECK(as_utf8("K\u00f6ln\0, here"s) == "K\u00f6ln\ufffd, here");
  CHECK(as_utf8("K\xf6ln\0, here"s) == "K\u00f6ln\ufffd, here");
  const std::string bytes = "one\ntwo\0\ncaf\xe9\n"s;
  CHECK(pyramid::encoding_problem(bytes, decode(bytes).encoding, "a.md").where == "a.md:2");
}

TEST_CASE("encoding: a file is told of once, with the line of the first") {
  const std::string bytes = "one\ncaf\xe9\n";
  const pyramid::Diagnostic told =
      pyramid::encoding_problem(bytes, decode(bytes).encoding, "memory/latin.md");
  CHECK(told.severity == pyramid::Severity::kWarning);
  CHECK(told.where == "memory/latin.md:2");
  CHECK(told.what == "this is not UTF-8; it is read as Windows-1252 (Latin-1)");
}

}  // namespace encoding_test
