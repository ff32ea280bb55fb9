#include "format/markdown.hpp"

#include "base/text.hpp"
#include "format/without_data_uris.hpp"
#include "tests/format/generate.hpp"
#include "tests/support/catch.hpp"

#include <array>

namespace markdown_test {

using namespace pyramid;
using namespace pyramid::format;
using pyramid::test::Dice;

namespace {

std::string shown(const Outline& outline) {
  std::string out;
  for (const Heading& heading : outline.headings) {
    out += std::to_string(heading.level) + " " + heading.text + " @" +
           std::to_string(heading.line) + "\n";
  }
  for (const Link& link : outline.links) {
    out += "[" + link.text + "](" + link.target + "#" + link.fragment + ")" +
           (link.external ? " external" : "") + " @" + std::to_string(link.line) + "\n";
  }
  return out;
}

constexpr std::array<std::string_view, 56> kPieces = {
    "word",       " ",      "  ",  "*",    "**",    "_",     "__",
    "snake_case", "`",      "``",  "[",    "]",     "](",    "(",
    ")",          "[a](b)", "![",  "<",    "<b>",   "</b>",  "<!--",
    ">",          "#",      "# ",  "## ",  "-",     "- ",    "---",
    "+ ",         "1.",     "1. ", "2) ",  "&",     "&amp;", "&#35;",
    "\\",         "\\\\",   "~~",  "~~~",  "```",   "=",     "==",
    "%%",         "%",      "é",   "日本", "|",     "a|b",   "http://x.org",
    ":",          "\"",     "'",   "!",    "5 * 3", "$",     "<x@y.z>"};

}  // namespace

TEST_CASE("markdown: headings of the top level and links, each with its line") {
  CHECK(shown(outline("# Title\n\nSee [a *b*](x%20y.md#^t17) and\n[c](<d e.md>).\n\nSet\next\n===\n"
                      "## Last ##\n")) ==
        "1 Title @1\n1 Set ext @6\n2 Last @9\n[a b](x y.md#^t17) @3\n[c](d e.md#) @4\n");
}

TEST_CASE(
    "markdown: what stands in code, quotes, lists and HTML is not a heading; code has no links") {
  CHECK(shown(outline("```\n# a\n[x](y)\n```\n\n> # b\n\n- # c\n\n<div>\n# d\n</div>\n\n    # e\n\n"
                      "`[x](y)` ![i](j)\n\n# f\n")) == "1 f @18\n");
}

TEST_CASE("markdown: references, addresses and schemes") {
  CHECK(shown(outline("[a][r] <https://x.org/y> <me@x.org> [b](//h/p) [c](C:/d) [d](#e)\n\n"
                      "[r]: ../m.md#f\n")) ==
        "[a](../m.md#f) @1\n[https://x.org/y](https://x.org/y#) external @1\n"
        "[me@x.org](mailto:me@x.org#) external @1\n[b](//h/p#) external @1\n[c](C:/d#) @1\n"
        "[d](#e) @1\n");
}

TEST_CASE("markdown: a link over two lines counts where its text begins") {
  const Outline found = outline("first\n\nsome [text\nthat goes on](x.md) here\n");
  REQUIRE(found.links.size() == 1);
  CHECK(found.links[0].line == 3);
  CHECK(found.links[0].line_begin == 7);
}

TEST_CASE("markdown: offsets are bytes, whatever the letters and line ends") {
  const std::string body = "日本 é\r\n\r\n## Ünï ##\r\nx\r\n\r\nSources\r\n---\r\ny\rz\r\r# last";
  const Outline found = outline(body);
  REQUIRE(found.headings.size() == 3);
  CHECK(body.substr(found.headings[0].begin, 8) == "## Ünï");
  CHECK(body.substr(found.headings[0].body, 1) == "x");
  CHECK(body.substr(found.headings[1].begin, 7) == "Sources");
  CHECK(body.substr(found.headings[1].body, 1) == "y");
  CHECK(body.substr(found.headings[2].begin) == "# last");
  CHECK(found.headings[2].body == body.size());
}

TEST_CASE("markdown: a target that decodes to no text stays as it is written") {
  const Outline found = outline("[a](x%00y) [b](%ff) [c](a%2) [d](%E2%82%AC)\n");
  REQUIRE(found.links.size() == 4);
  CHECK(found.links[0].target == "x%00y");
  CHECK(found.links[1].target == "%ff");
  CHECK(found.links[2].target == "a%2");
  CHECK(found.links[3].target == "€");
}

TEST_CASE("markdown: every text and path comes back from the link that is written for it") {
  Dice dice(17);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = collapse_spaces(dice.mix(kPieces, 6));
    const std::string path = "x" + replace_all(dice.mix(kPieces, 4), "\n", "");
    const std::string markdown = link(text, path, "^t" + std::to_string(dice.roll(20)));
    INFO(markdown);
    const Outline found = outline("From " + markdown + "\n");
    REQUIRE(found.links.size() == 1);
    REQUIRE(found.headings.empty());
    REQUIRE(found.links[0].target == path);
    REQUIRE(found.links[0].text == text);
    REQUIRE_FALSE(found.links[0].external);
    REQUIRE(outline("- " + markdown + "\n").links.size() == 1);
  }
}

TEST_CASE("markdown: prose that was escaped comes back as plain text") {
  Dice dice(19);
  for (int round = 0; round < 20'000; ++round) {
    const std::string line = std::string(trim(dice.mix(kPieces, 8)));
    INFO(line << "\n" << escape_inline(line));
    REQUIRE(plain_text(escape_inline(line)) == line);
    REQUIRE(outline(escape_inline(line)).headings.empty());
  }
}

TEST_CASE("markdown: ordinary prose is not escaped") {
  for (const char* prose :
       {"User moved to Austin.", "It costs 5 * 3 = 15 & more, 100 % sure.", "snake_case stays",
        "a < b and b > a", "-5 degrees", "#1 of 3 is fine? No: (yes)", "2026 was good."}) {
    const std::string expected = prose[0] == '#' ? "\\" + std::string(prose) : prose;
    CHECK(escape_inline(prose) == expected);
  }
  CHECK(escape_inline("1. [x] `y` *z* <b>") == "1\\. \\[x\\] \\`y\\` \\*z\\* \\<b>");
}

TEST_CASE("markdown: plain text keeps the words and drops the markup") {
  CHECK(plain_text("# A *b*\n\nSome [link](x.md), `code` and <b>bold</b>\nnext.\n\n```\nno\n```\n"
                   "<div>no</div>\n\n- one\n- two\n") ==
        "A b\nSome link, code and bold next.\none\ntwo");
  CHECK(plain_text_and_blocks("Run *this*:\n\n```sh\nmake *all*\nmake test\n```\n\n    indented\n\n"
                              "<!-- no -->\n\nDone.\n") ==
        "Run this:\nmake *all*\nmake test\nindented\nDone.");
  CHECK(plain_text("  just words \n") == "just words");
  CHECK(plain_text("").empty());
}

TEST_CASE("markdown: what a block of HTML says is told without its tags") {
  CHECK(plain_text_and_blocks(
            "Before.\n\n<table class=\"a > b\">\n<tr><td>Boiler</td><td>H<sub>2</sub>O "
            "&amp; salt</td></tr>\n</table>\n\nAfter.\n") == "Before.\nBoiler H2O & salt\nAfter.");
  CHECK(plain_text_and_blocks("<details><summary>Keys</summary>\n<!-- not\nthis -->in the drawer\n"
                              "</details>") == "Keys in the drawer");
  CHECK(plain_text_and_blocks("<div>a < b &lt;b&gt; <?php no ?></div>") == "a < b <b>");
  CHECK(plain_text_and_blocks("<!-- nothing -->").empty());
  for (const char* block : {"<script>if (a</b) no();\n</script>", "<STYLE>p { }\n</Style>",
                            "<script>no", "<div no", "<div class=\"no", "<!-- no", "<div></"}) {
    INFO(block);
    CHECK(plain_text_and_blocks(block).find("no") == std::string::npos);
  }
}

TEST_CASE("markdown: of a data URI nothing is left but that something stood there") {
  const std::string data = "data:image/png;base64," + std::string(5000, 'A') + "+/9=";
  CHECK(without_data_uris("![diagram](" + data + ") of it") == "![diagram](#) of it");
  CHECK(plain_text(without_data_uris("![diagram](" + data + " \"Fuses\") of it")) ==
        "diagram of it");
  CHECK(plain_text(without_data_uris("![diagram][d]\n\n[d]: " + data + "\n")) == "diagram");
  CHECK(without_data_uris("<img src='" + data + "'>\nOf a heron: " + data + ".") ==
        "<img src='#'>\nOf a heron: ");
  CHECK(without_data_uris("DATA:image/PNG;base64,iVBORw0KGgo= then") == " then");
  CHECK(without_data_uris("url(data:font/woff;charset=utf-8;base64,d09GRg) url(data:,)") ==
        "url(#) url(data:,)");
  for (const char* text : {"", "data:", "the data: image/png, base64", "data:image/png;base64",
                           "data:image/png,", "metadata:image/png,abc", "data:a/b,\n", "d\xc3"}) {
    CHECK(without_data_uris(text) == text);
  }
}

}  // namespace markdown_test
