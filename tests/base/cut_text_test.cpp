#include "base/cut_text.hpp"

#include "base/code_fence.hpp"
#include "base/line_ends.hpp"
#include "tests/support/catch.hpp"

#include <string>

namespace cut_text_test {

using namespace pyramid;

TEST_CASE("cut_text: a text is cut behind a line, else a sentence, else a word") {
  CHECK(beginning_of("short", 5) == "short");
  CHECK(beginning_of("One line is here.\nThe barn is large. Yes", 34) == "One line is here.\n");
  CHECK(beginning_of("A cow. The barn is large. The dog barks", 32) ==
        "A cow. The barn is large. ");
  CHECK(beginning_of("the big barn is large", 16) == "the big barn is ");
  CHECK(beginning_of("\u65e5\u672c\u3002\u65e5\u672c\u65e5", 14) == "\u65e5\u672c\u3002");
}

TEST_CASE("cut_text: a word that is longer than half of it is cut between code points") {
  CHECK(beginning_of("a bbbbbbbbbbbbbbbb", 10) == "a bbbbbbbb");
  CHECK(beginning_of("\u00e9\u00e9\u00e9\u00e9", 5) == "\u00e9\u00e9");
}

TEST_CASE("line_ends: each kind becomes a line feed, and is told from the others") {
  CHECK(with_lf("a\r\nb\rc\nd\r") == "a\nb\nc\nd\n");
  CHECK(is_crlf("a\r\nb\r\n"));
  for (const std::string text : {"", "a", "a\nb", "a\r\nb\n", "a\r\nb\r", "a\rb"}) {
    CHECK_FALSE(is_crlf(text));
  }
  CHECK(is_same_but_line_ends("a\r\nb", "a\nb"));
  CHECK_FALSE(is_same_but_line_ends("a\r\nb", "a\n\nb"));
}

TEST_CASE("cut_text: a text says which block of code it leaves open") {
  CHECK(open_fence("no code\n").empty());
  CHECK(open_fence("look:\n```cpp\nint a;\n") == "```");
  CHECK(open_fence("look:\r\n  ~~~\r\nint a;\r\n") == "~~~");
  CHECK(open_fence("```\nint a;\n```\ndone").empty());
  CHECK(open_fence("~~~\n```\n") == "~~~");
  CHECK(open_fence("int b;\n```\ndone", "```").empty());
  CHECK(open_fence("int b;", "```") == "```");
  CHECK(behind_fence("```", "int b;") == "```\nint b;");
  CHECK(behind_fence("", "text") == "text");
}

}  // namespace cut_text_test
