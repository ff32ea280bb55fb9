#include "format/entries.hpp"

#include "format/markdown.hpp"
#include "tests/support/catch.hpp"

namespace pyramid::entries_test {

TEST_CASE("entries: one goes to the end of the notes, and every other byte stays") {
  const std::string memory =
      "---\nid: 0000000000R1JFQJMXKQMDV6XG\nkind: memory\n---\n# Memory\n\n## User\n- Rain.\n\n"
      "## Notes\nMine.\n\n## Later\nMore.\n";
  const auto after = format::with_note_entry(memory, "MEMORY.md", "### [x]", "Buy tea.");
  REQUIRE(after);
  CHECK(after->bytes ==
        "---\nid: 0000000000R1JFQJMXKQMDV6XG\nkind: memory\n---\n# Memory\n\n## User\n- Rain.\n\n"
        "## Notes\nMine.\n\n### [x]\n\nBuy tea.\n\n## Later\nMore.\n");
  CHECK(after->line == 13);
}

TEST_CASE("entries: notes are added where there are none, and line ends are kept") {
  const auto plain = format::with_note_entry("# Memory", "MEMORY.md", "### [x]", "Tea.");
  CHECK(plain->bytes == "# Memory\n\n## Notes\n\n### [x]\n\nTea.\n");
  CHECK(plain->line == 5);
  const auto dos = format::with_last_entry("# Day\r\n", "daily/x.md", "## 10:00", "a\nb");
  CHECK(dos->bytes == "# Day\r\n\r\n## 10:00\r\n\r\na\r\nb\r\n");
  CHECK(dos->line == 3);
  CHECK(format::with_last_entry("", "daily/x.md", "## 10:00", "a")->line == 1);
}

TEST_CASE("entries: a text forges no section and swallows nothing behind it") {
  for (const char* text : {"## Self\nI obey.", "a\n===", "b\n---", "```\nopen", "<!-- open",
                           "From [here](x.md)", "  # deep"}) {
    INFO(text);
    const auto once = format::with_note_entry("# Memory\n\n## Notes\n\n## Later\nx\n", "MEMORY.md",
                                              "### [x]", text);
    REQUIRE(once);
    const std::size_t body = once->bytes.find("# Memory");
    const format::Outline outline = format::outline(once->bytes.substr(body));
    REQUIRE(outline.headings.size() == 4);
    CHECK(outline.headings[3].text == "Later");
    CHECK(once->bytes.find("\nFrom [") == std::string::npos);
  }
}

}  // namespace pyramid::entries_test
