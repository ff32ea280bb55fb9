#include "base/text.hpp"
#include "format/conversation.hpp"
#include "format/turn_escape.hpp"
#include "tests/format/generate.hpp"
#include "tests/support/catch.hpp"

#include <array>

namespace session_test {

using namespace pyramid;
using namespace pyramid::format;
using pyramid::test::Dice;

namespace {

const std::string kPath = "sessions/2026/05/12/moving-x.md";

Conversation sample(const std::vector<std::string>& texts) {
  Conversation conversation;
  conversation.source = "openclaw";
  conversation.origin = "abc";
  conversation.title = "Moving to [Austin]";
  conversation.start = *parse_time("2026-05-12T23:58:00Z");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Time at{conversation.start.seconds + static_cast<std::int64_t>(i) * 61};
    conversation.turns.push_back({i % 2 == 0 ? Speaker::kUser : Speaker::kAssistant, at, texts[i],
                                  i % 3 == 0 ? "msg_1" : ""});
  }
  return conversation;
}

Document parsed(std::string_view bytes) {
  Result<Document> document = parse_document(bytes, kPath);
  INFO(bytes);
  if (!document) FAIL(to_string(document.error()));
  return *std::move(document);
}

Conversation read(std::string_view bytes) {
  Result<Conversation> conversation = read_session(parsed(bytes), kPath);
  INFO(bytes);
  if (!conversation) FAIL(to_string(conversation.error()));
  return *std::move(conversation);
}

void check_same(const Conversation& a, const Conversation& b) {
  REQUIRE(a.turns.size() == b.turns.size());
  CHECK(a.source == b.source);
  CHECK(a.origin == b.origin);
  CHECK(a.title == b.title);
  CHECK(a.user == b.user);
  CHECK(a.start == b.start);
  for (std::size_t i = 0; i < a.turns.size(); ++i) {
    REQUIRE(a.turns[i].text == b.turns[i].text);
    REQUIRE(a.turns[i].at == b.turns[i].at);
    REQUIRE(a.turns[i].speaker == b.turns[i].speaker);
    REQUIRE(a.turns[i].origin == b.turns[i].origin);
    REQUIRE(a.turns[i].offset == b.turns[i].offset);
    REQUIRE(a.turns[i].by_other == b.turns[i].by_other);
  }
}

constexpr std::array<std::string_view, 68> kPieces = {"plain words",
                                                      "## 10:03 User",
                                                      "## 2026-05-13 10:03:07 Assistant",
                                                      "^t1",
                                                      "^t2",
                                                      "^t17 ",
                                                      "---",
                                                      "```",
                                                      "```cpp",
                                                      "````",
                                                      "~~~",
                                                      "    ```",
                                                      "> ```",
                                                      "- ```",
                                                      "From [x](y.md)",
                                                      "# Title",
                                                      "## Sources",
                                                      "##  Sources ##",
                                                      "Sources",
                                                      "===",
                                                      "-",
                                                      "\\# escaped",
                                                      "\\\\^t1",
                                                      "\\",
                                                      "\\```",
                                                      "\\---",
                                                      "\\<!--",
                                                      "<div>",
                                                      "<!--",
                                                      "-->",
                                                      "<!-- origin x -->",
                                                      "<!-- other -->",
                                                      "<!-- offset -07:00 -->",
                                                      "<pre>",
                                                      "<script>",
                                                      "<?",
                                                      "<!X",
                                                      "<![CDATA[",
                                                      "]]>",
                                                      "",
                                                      "",
                                                      "  indented",
                                                      "\ttab",
                                                      "> quote",
                                                      "trailing   ",
                                                      "\r",
                                                      "id: 5",
                                                      "é 日本 🙂",
                                                      "- item",
                                                      "1. item",
                                                      "  ## Sources",
                                                      "   ## 10:03 User",
                                                      "\t^t3",
                                                      "|a|b|",
                                                      "[r]: x",
                                                      "## Blocks",
                                                      "%%",
                                                      "$$",
                                                      "\xEF\xBB\xBF",
                                                      "<b>bold</b>",
                                                      "hello ^t7",
                                                      "\\^t7",
                                                      "&#94;t7",
                                                      "&amp;#13;",
                                                      "&amp;",
                                                      "%% hidden",
                                                      "<!-- text crlf -->",
                                                      "<!-- text crlf entities -->"};

std::string random_text(Dice& dice) {
  std::string text;
  for (std::size_t lines = dice.roll(7); lines > 0; --lines) {
    text += dice.mix(kPieces, 2);
    if (lines > 1 || dice.one_in(3)) text += dice.pick({"\n", "\n", "\n", "\r\n", "\r", "\n\n"});
  }
  return text;
}

}  // namespace

TEST_CASE("session: line ends stay as they were said") {
  for (const std::string text : {"one\r\ntwo\r\n\r\nthree", "one\r\n", "\r\n", "one\rtwo",
                                 "one\r\ntwo\nthree", "one\r", "\r"}) {
    const Conversation said = sample({text, "Noted."});
    const std::string bytes = write_session(said, 0);
    INFO(bytes);
    CHECK(bytes.find('\r') == std::string::npos);
    check_same(read(bytes), said);
    const std::string in_crlf = replace_all(bytes, "\n", "\r\n");
    check_same(read(in_crlf), said);
  }
}

TEST_CASE("session: a text whose lines end with CRLF says so above and is clean below") {
  const std::string bytes = write_session(sample({"one\r\ntwo"}), 0);
  CHECK(bytes.find("<!-- origin msg_1 -->\n<!-- text crlf -->\none\ntwo\n\n^t1\n") !=
        std::string::npos);
}

TEST_CASE("session: what Obsidian would take for a turn's block id or for a comment is hidden") {
  const auto text_of = [](const std::string& text) {
    const std::string bytes = write_session(sample({"-", text}), 0);
    const std::size_t begin = bytes.find(" Assistant\n") + 11;
    return bytes.substr(begin, bytes.find("\n\n^t2") - begin);
  };
  CHECK(text_of("hello ^t7\nyou") == "<!-- text entities -->\nhello &#94;t7\nyou");
  CHECK(text_of("> quoted ^t7 ") == "<!-- text entities -->\n> quoted &#94;t7 ");
  CHECK(text_of("100 %% of\nit") == "<!-- text entities -->\n100 &#37;&#37; of\nit");
  CHECK(text_of("say &#94;t7 or hello ^t7") ==
        "<!-- text entities -->\nsay &amp;#94;t7 or hello &#94;t7");
  for (const std::string as_it_is : {"x^t7", "see ^t7 there", "hello ^note", "%% a comment %%",
                                     "```\nx ^t7\n%%time\n```", "say &#94;t7"}) {
    CHECK(text_of(as_it_is) == as_it_is);
  }
}

TEST_CASE("session: turns of files from before these lines were written read as they did") {
  const std::string bytes = write_session(sample({"x", "y"}), 0);
  const std::string old = replace_all(bytes, "\ny\n", "\nhello ^t7 &#94; \\^t7 %%\n");
  CHECK(read(old).turns[1].text == "hello ^t7 &#94; \\^t7 %%");
}

TEST_CASE("session: a conversation is written as the format says") {
  Conversation conversation =
      sample({"I moved to Austin.\n\n- box 1\n- box 2", "Noted.", "Thanks!"});
  conversation.user = "Ana";
  CHECK(write_session(conversation, 2) ==
        "---\n"
        "id: " +
            to_string(session_id(conversation)) +
            "\n"
            "kind: session\n"
            "at: 2026-05-12T23:58:00Z\n"
            "source: openclaw\n"
            "origin: abc\n"
            "title: Moving to [Austin]\n"
            "user: Ana\n"
            "turns: 3\n"
            "extracted: 2\n"
            "output: " +
            to_hex(turns_digest(conversation, 3)) +
            "\n"
            "---\n"
            "# Moving to \\[Austin\\]\n"
            "\n"
            "## 23:58 User\n"
            "<!-- origin msg_1 -->\n"
            "I moved to Austin.\n"
            "\n"
            "- box 1\n"
            "- box 2\n"
            "\n"
            "^t1\n"
            "\n"
            "## 23:59:01 Assistant\n"
            "Noted.\n"
            "\n"
            "^t2\n"
            "\n"
            "## 2026-05-13 00:00:02 User\n"
            "Thanks!\n"
            "\n"
            "^t3\n");
}

TEST_CASE("session: every text comes back as it was said, and every turn is seen by cmark") {
  Dice dice(3);
  for (int round = 0; round < 10'000; ++round) {
    std::vector<std::string> texts;
    for (std::size_t turns = 1 + dice.roll(4); turns > 0; --turns)
      texts.push_back(random_text(dice));
    Conversation said = sample(texts);
    said.turns[0].origin = dice.mix(kPieces, 2);
    said.turns[0].offset = round % 3 == 0 ? std::optional(-25'200) : std::nullopt;
    said.turns.back().by_other = said.turns.back().speaker == Speaker::kAssistant && round % 2 == 0;
    const std::string bytes = write_session(said, 0);
    INFO(bytes);
    check_same(read(bytes), said);
    std::size_t headings = 0;
    for (const Heading& heading : outline(parsed(bytes).body).headings) {
      const bool speaker = heading.text.find(" User") != std::string::npos ||
                           heading.text.find(" Assistant") != std::string::npos;
      headings += heading.level == 2 && speaker ? 1 : 0;
    }
    REQUIRE(headings >= said.turns.size());
    // Nothing that was said cuts the node's text short.
    const Node node = *read_node(bytes, kPath);
    REQUIRE(node.text.find("^t" + std::to_string(texts.size())) != std::string::npos);
    REQUIRE(turn_lines(parsed(bytes)).size() == texts.size());
  }
}

TEST_CASE("session: escaping is undone for every text") {
  Dice dice(31);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = random_text(dice);
    INFO(text << "\n---\n" << escape_turn(text));
    REQUIRE(unescape_turn(escape_turn(text)) == text);
  }
}

TEST_CASE("session: ordinary text is not escaped") {
  for (const std::string text :
       {"Hello, how are you?", "# Plan\n\n## Steps\n\n1. a\n2. b\n\n---\n\nDone - really.",
        "```cpp\n## Sources\nint x;\n```\n\n> quote\n\n| a | b |\n|---|---|\n| 1 | 2 |",
        "<b>bold</b> and a < b\n\n<details>\n\ntext\n\n</details>", "^note and 5^t2",
        "C:\\dir\\x \\o/"}) {
    CHECK(escape_turn(text) == text);
  }
  CHECK(escape_turn("```\nopen") == "\\```\nopen");
  CHECK(escape_turn("a\n## Sources\nb") == "a\n\\## Sources\nb");
  CHECK(escape_turn("## 10:03 User\n^t3") == "\\## 10:03 User\n\\^t3");
}

TEST_CASE("session: a file with other line ends says the same") {
  const Conversation said = sample({"One.\n\nTwo.", "Three.", ""});
  check_same(read(replace_all(write_session(said, 0), "\n", "\r\n")), said);
}

TEST_CASE("session: what no text file holds becomes a replacement character") {
  Conversation said = sample({std::string("a\0b\xff", 4)});
  said.title = std::string("x\0y", 3);
  const Conversation heard = read(write_session(said, 0));
  CHECK(heard.turns[0].text ==
        "a\xEF\xBF\xBD"
        "b\xEF\xBF\xBD");
  CHECK(heard.title == "x\xEF\xBF\xBDy");
}

TEST_CASE("session: the lines of each turn are those of the file") {
  const std::string bytes = write_session(sample({"One.\nTwo.", "Three.", "Four."}), 0);
  const auto lines = turn_lines(parsed(bytes));
  REQUIRE(lines.size() == 3);
  const auto all = split_lines(bytes);
  CHECK(all[lines[1].first - 1] == "## 23:59:01 Assistant");
  CHECK(all[lines[1].last - 1] == "^t2");
  CHECK(all[lines[0].first + 1] == "One.");
}

TEST_CASE("session: a grown conversation keeps what a person added to the frontmatter") {
  const Conversation first = sample({"One."});
  std::string bytes = write_session(first, 1);
  bytes = replace_all(bytes, "kind: session\n", "kind: session # mine\ntags: [a,  b]\n");
  const Conversation second = sample({"One.", "Two."});
  const std::string grown = *rewrite_session(second, 1, kPath, bytes);
  CHECK(grown.find("kind: session # mine\ntags: [a,  b]\n") != std::string::npos);
  CHECK(grown.find("turns: 2\nextracted: 1\n") != std::string::npos);
  check_same(read(grown), second);
  CHECK(*rewrite_session(second, 1, kPath, grown) == grown);
  const std::string crlf = *rewrite_session(second, 1, kPath, replace_all(bytes, "\n", "\r\n"));
  CHECK(crlf == replace_all(grown, "\n", "\r\n"));
}

TEST_CASE("session: a turn whose words are not kept comes back as one") {
  Conversation said =
      sample({"Hello.", "<!-- unkept 0123456789abcdef0123456789abcdef -->\nx", "a"});
  const std::vector<Digest> digests = said_digests(said);
  CHECK(digests[0] == said_digests(sample({"Hello."}))[0]);
  CHECK(digests[2] != said_digests(sample({"Hello.", "x", "a"}))[2]);
  // What stands for words that went stands for them in the digests of later turns too.
  Conversation emptied = said;
  emptied.turns[0].text.clear();
  emptied.turns[0].unkept = digests[0];
  CHECK(said_digests(emptied) == digests);
  check_same(read(write_session(said, 0)), said);
  said.turns[0].text.clear();
  said.turns[0].unkept = digests[0];
  said.turns[2].unkept = digests[2];  // with words of a person in its place
  const std::string bytes = write_session(said, 0);
  const Conversation back = read(bytes);
  check_same(back, said);
  CHECK(back.turns[0].unkept == digests[0]);
  CHECK_FALSE(back.turns[1].unkept);
  CHECK(back.turns[2].unkept == digests[2]);
  CHECK(turns_digest(back, 3) == turns_digest(said, 3));
  CHECK(bytes.find("\n\nA turn without words: they are not kept") != std::string::npos);
  CHECK(*rewrite_session(back, 0, kPath, bytes) == bytes);
}

TEST_CASE("session: a turn that lost its marks is reported with its line") {
  const std::string bytes = write_session(sample({"One.", "Two."}), 0);
  const auto where = [](const std::string& damaged) {
    const Result<Conversation> conversation = read_session(parsed(damaged), kPath);
    REQUIRE_FALSE(conversation);
    CHECK(conversation.error().kind == ErrorKind::kInvalid);
    return conversation.error().where;
  };
  CHECK(where(replace_all(bytes, "\n^t1\n", "\n")) == kPath + ":19");
  CHECK(where(replace_all(bytes, "^t2", "^t3")) == kPath + ":23");
  CHECK(where(replace_all(bytes, "\n^t2\n", "\n")) == kPath + ":20");
  CHECK(where(replace_all(bytes, "at: 2026-05-12T23:58:00Z\n", "at: then\n")) == kPath + ":4");
}

TEST_CASE("session: ids come from the source, not from the machine") {
  const Conversation one = sample({"a"});
  Conversation other = sample({"b", "c"});
  other.title = "Renamed";
  CHECK(session_id(one) == session_id(other));
  other.origin = "abd";
  CHECK(session_id(one) != session_id(other));
  const Ulid session = session_id(one);
  CHECK(observation_id(session, one.start, 1, 0) == observation_id(session, one.start, 1, 0));
  CHECK(observation_id(session, one.start, 1, 0) != observation_id(session, one.start, 1, 1));
  CHECK(observation_id(session, one.start, 1, 1) != observation_id(session, one.start, 11, 1));
}

}  // namespace session_test
