#include "format/node.hpp"

#include "base/text.hpp"
#include "tests/format/generate.hpp"
#include "tests/support/catch.hpp"

#include <array>

namespace node_test {

using namespace pyramid;
using namespace pyramid::format;
using pyramid::test::Dice;

namespace {

const Ulid kId = *parse_ulid("01JV2MF0S8Q4WZ3H6K9R7T5XBN");
const std::string kPath = "observations/2026/05/12/user-relocated-7t5xbn.md";
const std::string kSummaryPath = "summaries/user/tier-0/2026-05-12-x-7t5xbn.md";

ObservationDraft observation(const std::string& text) {
  ObservationDraft draft;
  draft.id = kId;
  draft.at = *parse_time("2026-05-12T10:03:00Z");
  draft.model = "user";
  draft.importance = 7;
  draft.text = text;
  draft.from_title = "Moving to Austin";
  draft.from_path = "sessions/2026/05/12/moving-to-austin-7t5xbn.md";
  draft.from_turn = 17;
  return draft;
}

SummaryDraft summary(const std::string& text) {
  SummaryDraft draft;
  draft.id = kId;
  draft.model = "user";
  draft.tier = 1;
  draft.start = *parse_time("2026-05-02T08:11:00Z");
  draft.end = *parse_time("2026-05-12T10:03:00Z");
  draft.count = 10;
  draft.engine = "builtin";
  draft.recipe = "summarize/1";
  draft.inputs = digest_of("x");
  draft.text = text;
  draft.sources = {{"User relocated to Austin in May 2025.", kPath}, {"Second [one]", "x/a b.md"}};
  return draft;
}

Node read(std::string_view bytes, std::string_view path = kPath) {
  Result<Node> node = read_node(bytes, path);
  INFO(bytes);
  if (!node) FAIL(to_string(node.error()));
  return *std::move(node);
}

constexpr std::array<std::string_view, 34> kLines = {"In early May the user moved.",
                                                     "## Sources",
                                                     "## Related",
                                                     "Sources\n---",
                                                     "# Title",
                                                     "### Small",
                                                     "From [a](b.md)",
                                                     "From [a](https://x.org)",
                                                     "From here",
                                                     "```",
                                                     "```cpp",
                                                     "~~~~",
                                                     "<!--",
                                                     "-->",
                                                     "<pre>",
                                                     "</pre>",
                                                     "<script>",
                                                     "- item",
                                                     "1. item",
                                                     "> quote",
                                                     "    indented",
                                                     "\ttab",
                                                     "",
                                                     "[x](../secret.md)",
                                                     "[x](https://x.org)",
                                                     "[r]: ../x.md",
                                                     "[r]",
                                                     "**bold** `code`",
                                                     "---",
                                                     "===",
                                                     "trailing  ",
                                                     "é 日本",
                                                     "a\\",
                                                     "&amp; <b>x</b>"};

std::string random_text(Dice& dice) {
  std::string text;
  for (std::size_t lines = 1 + dice.roll(6); lines > 0; --lines) {
    text.append(dice.pick(kLines)).append(dice.one_in(9) ? "\r\n" : "\n");
  }
  return text;
}

}  // namespace

TEST_CASE("node: an observation is written as the format says") {
  CHECK(
      write_observation(observation("User relocated to Austin in May 2025."), kPath) ==
      "---\n"
      "id: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\n"
      "kind: observation\n"
      "at: 2026-05-12T10:03:00Z\n"
      "model: user\n"
      "importance: 7\n"
      "---\n"
      "User relocated to Austin in May 2025.\n"
      "\n"
      "From [Moving to Austin](../../../../sessions/2026/05/12/moving-to-austin-7t5xbn.md#^t17)\n");
}

TEST_CASE("node: an observation is read with its text, its turn and its lines") {
  const Node node = read(write_observation(observation("User relocated to Austin."), kPath));
  CHECK(node.id == kId);
  CHECK(node.kind == Kind::kObservation);
  CHECK(node.text == "User relocated to Austin.");
  CHECK(node.title == node.text);
  CHECK(node.text_line == 8);
  CHECK(node.model == "user");
  CHECK(node.importance == 7);
  REQUIRE(node.from);
  CHECK(node.from->path == "sessions/2026/05/12/moving-to-austin-7t5xbn.md");
  CHECK(node.from->link.fragment == "^t17");
  CHECK(node.from->link.line == 3);
  CHECK(node.edges.size() == 1);
  CHECK(node.sources.empty());
}

TEST_CASE("node: whatever an observation's text is, the turn it came from is found") {
  Dice dice(5);
  for (int round = 0; round < 5'000; ++round) {
    const std::string bytes = write_observation(observation(random_text(dice)), kPath);
    INFO(bytes);
    const Node node = read(bytes);
    REQUIRE(node.from);
    REQUIRE(node.from->link.fragment == "^t17");
    REQUIRE(node.edges.size() == 1);
  }
}

TEST_CASE("node: a summary is written as the format says") {
  SummaryDraft draft = summary("In early May the user moved.");
  const std::string bytes = *write_summary(draft, kSummaryPath, {});
  CHECK(bytes ==
        "---\n"
        "id: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\n"
        "kind: summary\n"
        "model: user\n"
        "tier: 1\n"
        "start: 2026-05-02T08:11:00Z\n"
        "end: 2026-05-12T10:03:00Z\n"
        "count: 10\n"
        "engine: builtin\n"
        "recipe: summarize/1\n"
        "inputs: " +
            to_hex(draft.inputs) +
            "\n"
            "output: " +
            to_hex(text_digest(draft.text)) +
            "\n"
            "sentences: " +
            to_text(without_struck(draft.text, {}).sentences) +
            "\n"
            "---\n"
            "In early May the user moved.\n"
            "\n"
            "## Sources\n"
            "- [User relocated to Austin in May "
            "2025.](../../../observations/2026/05/12/user-relocated-7t5xbn.md)\n"
            "- [Second \\[one\\]](../../../x/a%20b.md)\n");
  const Node node = read(bytes, kSummaryPath);
  CHECK(node.text == draft.text);
  CHECK(*node.output == node.text_digest);
  CHECK(*node.inputs == draft.inputs);
  CHECK(node.at == draft.end);
  REQUIRE(node.sources.size() == 2);
  CHECK(node.sources[1].path == "x/a b.md");
  CHECK(node.sources[1].link.text == "Second [one]");
}

TEST_CASE("node: whatever a summary's text is, it reads back as recorded and its sources stand") {
  Dice dice(23);
  std::string bytes;
  for (int round = 0; round < 5'000; ++round) {
    const SummaryDraft draft = summary(random_text(dice));
    // Now and then over the file of the round before.
    const Result<std::string> written =
        write_summary(draft, kSummaryPath, dice.one_in(3) ? "" : bytes);
    REQUIRE(written);
    bytes = *written;
    INFO(bytes);
    const Node node = read(bytes, kSummaryPath);
    REQUIRE(*node.output == node.text_digest);
    REQUIRE(node.sources.size() == 2);
    REQUIRE(node.edges.size() == 2);
    REQUIRE(*write_summary(draft, kSummaryPath, bytes) == bytes);
  }
}

TEST_CASE("node: a rewritten summary keeps what a person added") {
  SummaryDraft draft = summary("One.");
  std::string bytes = *write_summary(draft, kSummaryPath, {});
  bytes = replace_all(bytes, "kind: summary\n", "mine: [a,  b] # really\nkind: summary\n");
  bytes += "Below the list.\n\n## Related\n\n- [m](../../../models/x.md)\n\n## Mine\n\n*  text\n";
  bytes = "\xEF\xBB\xBF" + replace_all(bytes, "\n", "\r\n");
  draft.text = "Two.";
  draft.sources.pop_back();
  const std::string next = *write_summary(draft, kSummaryPath, bytes);
  CHECK(next.rfind("\xEF\xBB\xBF---\r\nid: ", 0) == 0);
  CHECK(next.find("mine: [a,  b] # really\r\nkind: summary\r\n") != std::string::npos);
  CHECK(next.find("\r\n---\r\nTwo.\r\n\r\n## Sources\r\n- [User relocated") != std::string::npos);
  CHECK(next.find(
            "7t5xbn.md)\r\n\r\nBelow the list.\r\n\r\n## Related\r\n\r\n- [m](../../../models/x.md)"
            "\r\n\r\n## Mine\r\n\r\n*  text\r\n") != std::string::npos);
  CHECK(replace_all(next, "\r\n", "").find('\n') == std::string::npos);
  CHECK(*write_summary(draft, kSummaryPath, next) == next);
}

TEST_CASE("node: a heading that ends the file without a newline takes its list all the same") {
  for (const char* heading : {"## Sources", "Sources\n-"}) {
    const SummaryDraft draft = summary("Text.");
    const std::string bytes = *write_summary(draft, kSummaryPath, heading);
    const Node node = read(bytes, kSummaryPath);
    CHECK(node.text == "Text.");
    CHECK(*node.output == node.text_digest);
    CHECK(node.sources.size() == 2);
    CHECK(*write_summary(draft, kSummaryPath, bytes) == bytes);
  }
}

TEST_CASE("node: a summary without its sources keeps a person's words and lines, and no more") {
  SummaryDraft draft = summary("One thing. Two things. Three things.");
  std::string bytes = *write_summary(draft, kSummaryPath, {});
  bytes = replace_all(bytes, "Two things.", "Two mended things.");
  bytes = replace_all(bytes, "## Sources\n", "## Sources\nAbove.\n");
  bytes += "Below.\n\n## Related\n- [x](y.md)\n";
  const Digest nothing = text_digest("nothing");
  for (const bool crlf : {false, true}) {
    const std::string before = crlf ? replace_all(bytes, "\n", "\r\n") : bytes;
    const std::string after = *own_statement(before, kSummaryPath, nothing);
    const Node node = read(after, kSummaryPath);
    CHECK(node.text == "Two mended things.");
    CHECK(node.sources.empty());
    CHECK(node.count == 0);
    CHECK(node.inputs == nothing);
    CHECK(node.hand == Hand::kWords);
    CHECK(after.find("Above.") < after.find("Below."));
    CHECK(after.find("Below.") < after.find("## Related"));
    CHECK(after.ends_with(crlf ? "- [x](y.md)\r\n" : "- [x](y.md)\n"));
    CHECK(*own_statement(after, kSummaryPath, nothing) == after);
  }
}

TEST_CASE("node: a person's lines above the list of sources stay above it") {
  SummaryDraft draft = summary("Text.");
  std::string bytes = *write_summary(draft, kSummaryPath, {});
  bytes = replace_all(bytes, "## Sources\n", "## Sources\nAbove.\n\n");
  draft.sources.pop_back();
  const std::string after = *write_summary(draft, kSummaryPath, bytes);
  CHECK(after.find("## Sources\nAbove.\n\n- [") != std::string::npos);
}

TEST_CASE("node: the digest covers meaning and nothing else") {
  const std::string bytes = write_observation(observation("User moved."), kPath);
  const Digest digest = read(bytes).digest;
  const auto with = [&](const char* key, const char* value) {
    return read(*with_field(bytes, kPath, key, value)).digest;
  };
  CHECK(with("tags", "x") == digest);
  CHECK(with("engine", "x") == digest);
  CHECK(with("inputs", "00112233445566778899aabbccddeeff") == digest);
  CHECK(with("id", "01JV2MF0S8Q4WZ3H6K9R7T5XBM") == digest);
  CHECK(with("status", "active") == digest);
  CHECK(read(bytes, "observations/2026/05/13/y.md").digest == digest);
  CHECK(read(replace_all(bytes, "\n", "\r\n")).digest == digest);
  CHECK(read(replace_all(bytes, "moved.\n", "moved. \t\n\n\n")).digest == digest);
  CHECK(read(replace_all(bytes, "Moving to", "Going to")).digest == digest);
  CHECK(with("model", "mia") != digest);
  CHECK(with("importance", "8") != digest);
  CHECK(with("status", "superseded") != digest);
  CHECK(with("at", "2026-05-13") != digest);
  CHECK(read(replace_all(bytes, "moved", "went")).digest != digest);
}

TEST_CASE("node: text runs from the title to the first edge heading") {
  const Node node =
      read("\n# A *title*\n\nProse\n\n## Part\n\nmore\n\n## Related\n\n- [x](y.md)\n\n## Z\n",
           "memory/a.md");
  CHECK(node.kind == Kind::kNote);
  CHECK(node.title == "A title");
  CHECK(node.text == "# A *title*\n\nProse\n\n## Part\n\nmore");
  CHECK(node.text_line == 2);
  REQUIRE(node.edges.size() == 1);
  CHECK(node.edges[0].path == "memory/y.md");
}

TEST_CASE("node: prose before a later heading is text as well") {
  const Node node = read("Before.\n\n# Title\n\nBehind.\n", "memory/a.md");
  CHECK(node.title == "Title");
  CHECK(node.text == "Before.\n\n# Title\n\nBehind.");
}

TEST_CASE("node: words behind the `From` line are text, and the turn is still known") {
  std::string bytes = write_observation(observation("One."), kPath) + "\nAdded by hand.\n";
  const Node node = read(bytes);
  CHECK(node.text.find("Added by hand.") != std::string::npos);
  REQUIRE(node.from);
  CHECK(node.from->link.fragment == "^t17");
}

TEST_CASE("node: a link out of the workspace has no path") {
  const Node node =
      read("[a](../../x.md) [b](/etc/passwd) [c](https://x.org) [d](#here) [e](../y.md)\n",
           "memory/a.md");
  REQUIRE(node.edges.size() == 4);
  CHECK(node.edges[0].path.empty());
  CHECK(node.edges[1].path.empty());
  CHECK(node.edges[2].path == "memory/a.md");
  CHECK(node.edges[3].path == "y.md");
}

TEST_CASE("node: the kind is what the file says, else where it lies") {
  const auto kind = [](std::string_view bytes, std::string_view path) {
    return read(bytes, path).kind;
  };
  CHECK(kind("", "MEMORY.md") == Kind::kMemory);
  CHECK(kind("---\nkind: note\n---\n", "MEMORY.md") == Kind::kMemory);
  CHECK(kind("---\nkind: memory\n---\n", "BACKUP.md") == Kind::kNote);
  CHECK(kind("", "SOUL.md") == Kind::kIdentity);
  CHECK(kind("", "daily/2026-05-12.md") == Kind::kDaily);
  CHECK(kind("", "memory/a.md") == Kind::kNote);
  CHECK(kind("hello", "observations/README.md") == Kind::kNote);
  CHECK(kind("---\nid: mine\n---\n", "models/x.md") == Kind::kNote);
  CHECK(kind("---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\n---\n", "models/x.md") == Kind::kModel);
  CHECK(kind("---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nat: 2026-05-12\n---\n", kPath) ==
        Kind::kObservation);
  CHECK(kind("---\nkind: recipe\nid: 5\n---\n", "memory/pie.md") == Kind::kNote);
  for (const Kind one : {Kind::kObservation, Kind::kSummary, Kind::kModel, Kind::kMemory,
                         Kind::kSession, Kind::kDaily, Kind::kIdentity, Kind::kNote}) {
    CHECK(parse_kind(name_of(one)) == one);
  }
}

TEST_CASE("node: what a kind needs and lacks is named with its line") {
  const auto message = [](const std::string& block) {
    const Result<Node> node = read_node("---\n" + block + "---\nx\n", kPath);
    REQUIRE_FALSE(node);
    CHECK(node.error().kind == ErrorKind::kInvalid);
    return to_string(node.error());
  };
  const std::string id = "id: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\n";
  CHECK(message("kind: observation\nat: 2026-05-12\n").rfind(kPath + ":1: ", 0) == 0);
  CHECK(message("id: nonsense\nkind: observation\nat: 2026-05-12\n").rfind(kPath + ":2: ", 0) == 0);
  CHECK(message(id + "kind: observation\nat: soon\n").rfind(kPath + ":4: `at: soon`", 0) == 0);
  CHECK(
      message(id + "kind: observation\nat: 2026-05-12\nimportance: 0\n").rfind(kPath + ":5: ", 0) ==
      0);
  CHECK(read("---\n" + id + "kind: observation\nat: 2026-05-12\nimportance: 15\n---\nx\n")
            .importance == 10);
  CHECK(message(id + "kind: summary\ntier: 0\nstart: 2026-05-12\nend: 2026-05-12\n")
            .find("summary without `model:`") != std::string::npos);
  CHECK(message(id + "kind: model\nsections: [a b c]\n").rfind(kPath + ":4: ", 0) == 0);
  CHECK(message(id + "kind: session\nat: 2026-05-12\n").find("`turns:`") != std::string::npos);
}

TEST_CASE("node: a long first line is cut at a word for the title") {
  const Node node = read(
      "The *quick* brown fox jumps over the lazy dog and runs through the forest until "
      "the night falls.\nSecond.\n",
      "memory/a.md");
  CHECK(node.title == "The quick brown fox jumps over the lazy dog and runs through the forest…");
  CHECK(read("---\ntitle: Named\n---\ntext\n", "memory/a.md").title == "Named");
}

}  // namespace node_test
