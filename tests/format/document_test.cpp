#include "format/node.hpp"
#include "tests/format/generate.hpp"
#include "tests/support/catch.hpp"

#include <array>

namespace document_test {

using namespace pyramid;
using namespace pyramid::format;
using pyramid::test::Dice;

TEST_CASE("document: every file comes back byte for byte") {
  static constexpr std::array<std::string_view, 20> kPieces = {
      "---",    "---\n",      "---\r\n", "--- \n", "\n",           "\r\n", "\r",
      "a: 1\n", "b: [x]\r\n", "# c\n",   "text",   "\xEF\xBB\xBF", "é",    "- - -\n",
      "...\n",  "----\n",     " ---\n",  "***\n",  "a: \"x\"\n",   "\t"};
  Dice dice(3);
  std::size_t parsed = 0;
  std::size_t with_block = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes;
    if (dice.one_in(2)) bytes = dice.one_in(3) ? "\xEF\xBB\xBF---\r\n" : "---\n";
    bytes += dice.mix(kPieces, 8);
    const Result<Document> document = parse_document(bytes, "x.md");
    if (!document) continue;
    ++parsed;
    with_block += document->has_frontmatter ? 1 : 0;
    INFO(bytes);
    REQUIRE(to_bytes(*document) == bytes);
  }
  CHECK(parsed > 10'000);
  CHECK(with_block > 2'000);
}

TEST_CASE("document: its parts are told apart") {
  const auto document =
      parse_document("\xEF\xBB\xBF---\r\na: 1\r\nb: 2\r\n--- \r\nbody\r\n", "x.md");
  REQUIRE(document);
  CHECK(document->bom);
  CHECK(document->crlf);
  CHECK(document->has_frontmatter);
  CHECK(document->frontmatter.scalar("b") == "2");
  CHECK(document->body == "body\r\n");
  CHECK(document->body_line == 5);
}

TEST_CASE("document: what is no text is refused with its line") {
  const auto where = [](std::string_view bytes) {
    const Result<Document> document = parse_document(bytes, "x.md");
    REQUIRE_FALSE(document);
    CHECK(document.error().kind == ErrorKind::kInvalid);
    return document.error().where;
  };
  CHECK(where("a\nb\xff") == "x.md:2");
  CHECK(where("a\nb\xED\xA0\x80") == "x.md:2");
  CHECK(where(std::string_view("a\n\nb\0", 5)) == "x.md:3");
  CHECK(where("---\na: 1\n") == "x.md:1");
  CHECK(where("---\na: 1\nb: [\n---\n").rfind("x.md:", 0) == 0);
  CHECK(where("---\na: 1\na: 2\n---\n") == "x.md:3");
  CHECK(where(std::string(10'000'000, 'x')) == "x.md");
}

TEST_CASE("document: one field is changed and every other byte stays") {
  CHECK(*with_field("\xEF\xBB\xBF---\r\na: 1 # x\r\nb: 2\r\n---\r\nx\r\n", "x.md", "a", "z") ==
        "\xEF\xBB\xBF---\r\na: z # x\r\nb: 2\r\n---\r\nx\r\n");
  CHECK(*with_field("---\na: 1\n---", "x.md", "tier", "2") == "---\na: 1\ntier: 2\n---");
  CHECK(*with_field("---\na: 1\nb: 2\n---\n", "x.md", "a", "") == "---\nb: 2\n---\n");
  CHECK(*with_field("x\r\n", "x.md", "tier", "1") == "---\r\ntier: 1\r\n---\r\nx\r\n");
  CHECK(*with_field("x", "x.md", "a", "") == "x");
}

}  // namespace document_test
