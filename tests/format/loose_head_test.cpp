// Heads as people write them, which YAML refuses: what stands below them is read all the same.
#include "base/text.hpp"
#include "format/node.hpp"
#include "tests/format/generate.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <string>
#include <vector>

namespace loose_head_test {

using namespace pyramid;
using namespace pyramid::format;
using pyramid::test::Dice;

namespace {

constexpr const char* kBody = "The sluice gate is rusty.";

// What stands between the two lines `---`.
constexpr std::array<std::string_view, 56> kHeads = {
    "{}\n",
    "{ }\n",
    "{title: A, tags: [x, y]}\n",
    "{title: A\n",
    "\n\n",
    "title: Budget: second draft\n",
    "title: *Italic*\n",
    "title: **Bold** words\n",
    "title: `code`\n",
    "path: `C:\\agent\\work`\n",
    "title: one\ntitle: two\n",
    "tags: [a]\ntags: [b]\n",
    "links:\n  - [[Page A]]suffix\n",
    "links:\n- [[Page A]]\n- [[Page B]] and more\n",
    "up: [[Parent]] > [[Child]]\n",
    "[[Parent]]\n",
    "title: \"a quote that is open\n",
    "title: 'it's open\n",
    "title: \"a\" b\n",
    "title: @someone\n",
    "title: %percent\n",
    "@someone\n",
    "%percent\n",
    "title: A\n@someone\ntags: b\n",
    "\ttitle: A\n",
    "title:\tA\n",
    "tags:\n\t- a\n\t- b\n",
    "title: !important\n",
    "title: &anchor\n",
    "title: A\nlater: *title\n",
    "title: | \n left\n  more\nat the edge\n",
    "title: > a quotation\n",
    "title: [unclosed\n",
    "title: {{date}}\n",
    "date: {{date:YYYY-MM-DD}}\n",
    "<% tp.file.title %>\n",
    "title: <% tp.file.title %>: x\n",
    "title: - dash\n",
    "title: ? question: really\n",
    "title: A # comment: b: c\n",
    "- one\n- two\n",
    "# only a comment\n",
    "some words\n",
    "some words\n\nand a second paragraph: with a colon\n",
    "> a quotation\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "key:value\n",
    "https://example.org/a: b\n",
    "title: A\n   deeper: b\n  less: c\n",
    ": no key\n",
    "a: 1\n...\nb: 2\n",
    "a: 1\n--- b\n",
    "title: \x01\n",
    "title: A\n\nprose below a blank line\n\n",
    "t\xC3\xADtulo: \xC2\xBFqu\xC3\xA9: no?\n",
    "title: Caf\xC3\xA9 \xE2\x80\x9Cone\xE2\x80\x9D: two\n",
};

Document document_of(const std::string& bytes, const std::string& path) {
  INFO(bytes);
  Result<Document> document = read_document(bytes, path);
  REQUIRE(document);
  REQUIRE(to_bytes(*document) == bytes);
  return *std::move(document);
}

}  // namespace

TEST_CASE("loose head: below whatever head a note is read, byte for byte") {
  for (const std::string_view head : kHeads) {
    for (const std::string eol : {"\n", "\r\n"}) {
      for (const std::string bom : {"", "\xEF\xBB\xBF"}) {
        const std::string bytes =
            bom + replace_all("---\n" + std::string(head) + "---\n\n" + kBody + "\n", "\n", eol);
        for (const char* path : {"n/a.md", "daily/2026-05-14.md", "SOUL.md", "../vault/a.md"}) {
          INFO(bytes);
          const Document document = document_of(bytes, path);
          const Result<Node> node = read_node(document, path);
          REQUIRE(node);
          CHECK(node->text.find(kBody) != std::string::npos);
        }
      }
    }
  }
}

TEST_CASE("loose head: text between two rules is body, as is all of a note without a second rule") {
  const std::vector<std::string> notes = {
      "---\n\nThe heron nests by the mill.\n",
      "---\nThe heron nests by the mill.\n",
      "---\n\nThe heron nests by the mill.\n\nMuch later.\n\n---\n\nThe end.\n",
      "---\n# The mill\n---\nThe heron nests by the mill.\n",
      "---\n- The heron nests by the mill.\n---\n",
      "---\ntitle: Birds\n\nThe heron nests by the mill.\n",
      "---\ntitle: Birds\nThe heron nests by the mill.\n---\n",
      "---\nseen: yesterday\n\nThe heron nests by the mill.\n\n---\nkind: observation\n",
      "---\n" + std::string(70'000, ' ') + "\n\nThe heron nests by the mill.\n---\n",
  };
  for (const std::string& bytes : notes) {
    INFO(bytes.substr(0, 100));
    const Result<Node> node = read_node(bytes, "n/a.md");
    REQUIRE(node);
    CHECK(node->kind == Kind::kNote);
    CHECK(node->text.find("The heron nests by the mill.") != std::string::npos);
  }
}

TEST_CASE("loose head: the keys that can be read are read") {
  const auto head = [](const std::string& block) {
    return document_of("---\n" + block + "---\n" + kBody + "\n", "n/a.md");
  };
  const Document odd = head(
      "title: Budget: second draft\naliases: [\"one\", *two*]\ntags:\n  - @work\n  - home\n"
      "date: 2026-05-26\nup: [[Parent]] x\n");
  CHECK(odd.has_frontmatter);
  CHECK(odd.body == std::string(kBody) + "\n");
  CHECK(odd.frontmatter.scalar("title") == "Budget: second draft");
  CHECK(odd.frontmatter.list("aliases") == std::vector<std::string>{"one", "*two*"});
  CHECK(odd.frontmatter.list("tags") == std::vector<std::string>{"@work", "home"});
  CHECK(odd.frontmatter.scalar("date") == "2026-05-26");
  CHECK(odd.frontmatter.scalar("up") == "[[Parent]] x");
  REQUIRE(odd.head_problem);
  CHECK(odd.head_problem->where == "n/a.md:2");

  const Document twice = head("title: one\ntitle: two\ntags: [a]\ntags: [b]\n");
  CHECK(twice.frontmatter.scalar("title") == "one");
  CHECK(twice.frontmatter.list("tags") == std::vector<std::string>{"a", "b"});
  CHECK(head("title: \"open\n").frontmatter.scalar("title") == "open");
  CHECK(head("title:\n\tA word\n").frontmatter.scalar("title") == "A word");
  CHECK(head("{title: A, tags: [x, y]}\n").frontmatter.list("tags") ==
        std::vector<std::string>{"x", "y"});
  const Document mixed = head("title: A\nsome words\n\ntags: b\n");
  CHECK(mixed.frontmatter.scalar("title") == "A");
  CHECK_FALSE(mixed.frontmatter.find("tags"));
}

TEST_CASE("loose head: what is no fault is not called one") {
  for (const char* bytes : {"---\n{}\n---\nx\n", "---\n{title: A}\n---\nx\n", "---\n\nx\n",
                            "---\n\nx\n\n---\ny\n", "---\n# x\n---\ny\n", "x\n"}) {
    INFO(bytes);
    CHECK_FALSE(document_of(bytes, "n/a.md").head_problem);
  }
}

TEST_CASE("loose head: what the program writes is refused as before, wherever it lies") {
  for (const char* path :
       {"observations/a.md", "summaries/user/tier-0/a.md", "sessions/a.md", "models/a.md"}) {
    for (const char* head : {"title: A: b\n", "{}\n", "key: 1\nkey: 2\n", "*x*\n"}) {
      INFO(path << " " << head);
      CHECK(read_document(std::string("---\n") + head + "---\nx\n", path));  // a person's there
      CHECK_FALSE(read_document(std::string("---\nkind: model\n") + head + "---\nx\n", path));
      CHECK_FALSE(read_document(
          std::string("---\n") + head + "id: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\n---\nx\n", path));
    }
  }
  CHECK_FALSE(read_document("---\n{}\n---\nx\n", "MEMORY.md"));
  // A session lacks its time: a person's, whatever its id.
  CHECK(read_node("---\nkind: session\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\n---\nx\n", "n/a.md")->kind ==
        Kind::kNote);
  for (const char* kind : {"observation", "summary", "session", "model", "memory"}) {
    INFO(kind);
    const std::string rest =
        "kind: " + std::string(kind) + "\nat: 2026-05-12\ntitle: A: b\n---\nx\n";
    CHECK_FALSE(read_document("---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\n" + rest, "n/a.md"));
    CHECK(read_document("---\n" + rest, "n/a.md"));  // a person's own kind
  }
  CHECK(read_document("---\nkind: book\ntitle: A: b\n---\nx\n", "n/a.md"));
}

TEST_CASE("loose head: nothing is written into a head that is no YAML") {
  CHECK_FALSE(with_field("---\ntitle: A: b\n---\nx\n", "n/a.md", "id", "1"));
  CHECK_FALSE(parse_document("---\n{}\n---\nx\n", "n/a.md"));
}

TEST_CASE("loose head: a link as a value is the text that it looks like, and stays as it is") {
  const std::string bytes = "---\nup: [[Parent]]\ntwo: [[a], [b]]\n---\nx\n";
  const Result<Document> document = parse_document(bytes, "n/a.md");
  REQUIRE(document);
  CHECK(document->frontmatter.scalar("up") == "[[Parent]]");
  CHECK_FALSE(document->frontmatter.scalar("two"));
  CHECK(*with_field(bytes, "n/a.md", "status", "done") ==
        "---\nup: [[Parent]]\ntwo: [[a], [b]]\nstatus: done\n---\nx\n");
}

TEST_CASE("loose head: whatever bytes a head has, the body below is found") {
  static constexpr std::array<std::string_view, 40> kPieces = {"title",
                                                               ":",
                                                               ": ",
                                                               "\n",
                                                               "\n",
                                                               "\t",
                                                               " ",
                                                               "- ",
                                                               "[",
                                                               "]",
                                                               "[[",
                                                               "]]",
                                                               "{",
                                                               "}",
                                                               "\"",
                                                               "'",
                                                               "`",
                                                               "*",
                                                               "&a",
                                                               "!",
                                                               "|",
                                                               ">",
                                                               "%",
                                                               "@",
                                                               "#",
                                                               "# ",
                                                               "tags",
                                                               "a: b",
                                                               "x",
                                                               "\xC3\xA9",
                                                               "\xE2\x80\xA8",
                                                               "\r\n",
                                                               "...",
                                                               "--",
                                                               "--- x\n",
                                                               "?",
                                                               ", ",
                                                               "\\",
                                                               "\x01",
                                                               "~"};
  Dice dice(37);
  int put_in_quotes = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::string bytes = "---\n" + dice.mix(kPieces, 12) + "\n---\n\n" + kBody + "\n";
    INFO(bytes);
    const Result<Document> document = read_document(bytes, "n/a.md");
    REQUIRE(document);
    REQUIRE(to_bytes(*document) == bytes);
    const Result<Node> node = read_node(*document, "n/a.md");
    REQUIRE(node);
    REQUIRE(document->body.find(kBody) != std::string::npos);
    REQUIRE(node->text.find(kBody) != std::string::npos);
    // Quotes make a head of it that YAML reads, or there are none.
    const std::string path = "observations/a.md";
    const std::string ours = "---\nkind: observation\n" + bytes.substr(4);
    if (const auto quoted = with_quoted_head(ours, path)) {
      INFO(*quoted);
      REQUIRE_FALSE(parse_document(ours, path));
      const Result<Document> mended = parse_document(*quoted, path);
      REQUIRE(mended);
      REQUIRE(mended->body == bytes.substr(bytes.size() - mended->body.size()));
      REQUIRE_FALSE(with_quoted_head(*quoted, path));
      ++put_in_quotes;
    }
  }
  CHECK(put_in_quotes > 100);
}

TEST_CASE("loose head: quotes go around what YAML refuses, and nowhere else") {
  const auto quoted = [](const std::string& head) {
    const std::string begin = "---\nkind: model\n", end = "---\nx\n";
    const auto all = with_quoted_head(begin + head + end, "models/a.md");
    return all ? all->substr(begin.size(), all->size() - begin.size() - end.size()) : "refused";
  };
  CHECK(quoted("type: person  # mine\ntitle: Mia: my girl\nx: [a, b]\n") ==
        "type: person  # mine\ntitle: \"Mia: my girl\"\nx: [a, b]\n");
  CHECK(quoted("tags:\n- @home\n- work\nid: 7\n") == "tags:\n  - \"@home\"\n  - work\nid: 7\n");
  CHECK(quoted("a: *b\r\nc: d\r\n") == "a: \"*b\"\r\nc: d\r\n");
  CHECK(quoted("tags: [a\n") == "refused");
  CHECK(quoted("model: {\n") == "refused");
  CHECK(quoted("at: *noon\n") == "refused");
  CHECK(quoted("a: 1\na: 2\n") == "refused");
  CHECK(quoted("a: b: c\nno key\n") == "refused");
}

}  // namespace loose_head_test
