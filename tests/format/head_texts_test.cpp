#include "format/head_texts.hpp"

#include "tests/support/catch.hpp"

namespace head_texts_test {

using namespace pyramid;

TEST_CASE("head texts: a head ends where that of any memory file does") {
  // `---c: …` is a key, no end.
  const std::string head = "---\na: |\n  b\n---c: 'd''e'\n";
  for (const char* mark : {"", "\xEF\xBB\xBF"}) {
    const auto texts = format::head_texts(mark + head + "---\nf: 'g''h'\n");
    REQUIRE(texts.size() == 4);
    CHECK(texts[1].text == "b\n");
    CHECK(texts[3].text == "d'e");
    CHECK(texts[3].line == 4);
    CHECK(texts[3].last_line == 4);
  }
  CHECK(format::head_texts(head).empty());
  CHECK(format::head_texts("f: 'g''h'\n").empty());
}

}  // namespace head_texts_test
