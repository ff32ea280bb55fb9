// Files of the topic tree.
#include "format/topic.hpp"

#include "tests/support/catch.hpp"

namespace topic_file_test {

using namespace pyramid;
using namespace pyramid::format;

namespace {

Time at(const char* text) { return *parse_time(text); }

LeafDraft bread() {
  LeafDraft draft;
  draft.said.title = "Rye";
  draft.said.source = "openclaw";
  draft.said.origin = "1";
  draft.said.first = 17;
  draft.said.turns = {
      {Speaker::kUser, at("2026-05-12T10:03:00Z"), "## Sources\nMy rye rises.", "a"},
      {Speaker::kAssistant, at("2026-05-12T10:04:00Z"), "Noted.", "b"}};
  draft.session = *parse_ulid("01KRE71PC084YNX1DFPT19S0GN");
  draft.session_path = "sessions/2026/05/12/rye-19s0gn.md";
  draft.id = leaf_id(draft.session, draft.said.turns.front().at, 17, 0);
  draft.key = "rye bread";
  draft.tokens = 9;
  return draft;
}

constexpr const char* kPath = "topics/_fresh/003-rye-bread.md";

}  // namespace

TEST_CASE("a leaf has the words of its turns and leads to the first of them") {
  const std::string bytes = write_leaf(bread(), kPath, {}).value();
  const Node node = read_node(bytes, kPath).value();
  CHECK(node.kind == Kind::kTopic);
  CHECK(node.model_type == kLeaf);
  CHECK(node.description == "rye bread");
  CHECK(node.session == bread().session);
  CHECK(node.first == 17);
  CHECK(node.turns == 18);
  CHECK(node.tokens == 9);
  CHECK(node.start == at("2026-05-12T10:03:00Z"));
  CHECK(node.at == at("2026-05-12T10:04:00Z"));
  CHECK(node.text.find("My rye rises.") != std::string::npos);
  CHECK(node.text.find("^t18") != std::string::npos);
  REQUIRE(node.from);
  CHECK(node.from->path == "sessions/2026/05/12/rye-19s0gn.md");
  CHECK(node.from->link.fragment == "^t17");
  CHECK(node.output == node.text_digest);
  CHECK(node.hand == Hand::kNone);
}

TEST_CASE("a leaf that is written again keeps what a person put beside its words") {
  std::string bytes = write_leaf(bread(), kPath, {}).value();
  CHECK(write_leaf(bread(), kPath, bytes).value() == bytes);
  bytes.insert(bytes.find("\n---\n# Rye") + 1, "colour: brown\n");
  bytes += "\n## Related\n- [Oven](../01-oven/_summary.md)\n";
  LeafDraft longer = bread();
  longer.said.turns.push_back({Speaker::kUser, at("2026-05-12T10:05:00Z"), "It burnt.", ""});
  const std::string again = write_leaf(longer, kPath, bytes).value();
  CHECK(again.find("colour: brown") != std::string::npos);
  CHECK(again.find("It burnt.") < again.find("From ["));
  CHECK(again.find("From [") < again.find("## Related"));
  CHECK(again.find("../01-oven/_summary.md") != std::string::npos);
}

TEST_CASE(
    "the summary of a folder lists what lies in it, and is rewritten beside a person's words") {
  const std::string path = "topics/01-bread/_summary.md";
  TopicDraft draft;
  draft.id = topic_id("topics/01-bread");
  draft.leaves = 2;
  draft.earliest = at("2026-05-12T10:03:00Z");
  draft.latest = at("2026-05-13T10:03:00Z");
  draft.written = TopicText{"The user bakes rye.", {}, "builtin", "summarize/4", "rye bread", {}};
  draft.children = {{"rye", "topics/01-bread/001-rye.md"}, {"oven", "topics/01-bread/002-oven.md"}};
  draft.related = {{"ovens", "topics/02-ovens/_summary.md"}};
  const std::string bytes = write_topic(draft, path, {}).value();
  const Node node = read_node(bytes, path).value();
  CHECK(node.model_type == kCondensed);
  CHECK(node.text == "The user bakes rye.");
  CHECK(node.tier == 1);
  CHECK(node.count == 2);
  CHECK(node.output == node.text_digest);
  REQUIRE(node.sources.size() == 2);
  CHECK(node.sources[1].path == "topics/01-bread/002-oven.md");
  CHECK(bytes.find("## Related\n- [ovens](../02-ovens/_summary.md)\n") != std::string::npos);

  // The same lists again, without a text: no byte changes.
  TopicDraft lists = draft;
  lists.written.reset();
  CHECK(write_topic(lists, path, bytes).value() == bytes);
  // One child fewer: the text stays, and so do a person's section and line.
  lists.children.pop_back();
  const std::string edited = bytes + "My line.\n\n## Mine\nA recipe.\n";
  const std::string fewer = write_topic(lists, path, edited).value();
  const Node left = read_node(fewer, path).value();
  CHECK(left.text_digest == node.text_digest);
  CHECK(left.sources.size() == 1);
  CHECK(fewer.find("My line.") != std::string::npos);
  CHECK(fewer.find("## Mine\nA recipe.\n") != std::string::npos);
}

TEST_CASE("a topic is one in its folder alone, and says what sort of one it is") {
  const std::string bytes = write_leaf(bread(), kPath, {}).value();
  CHECK(read_node(bytes, "notes/rye.md")->kind == Kind::kNote);
  std::string odd = bytes;
  odd.replace(odd.find("node_kind: leaf"), 15, "node_kind: twig");
  const auto refused = read_node(odd, kPath);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().where == std::string(kPath) + ":4");
}

TEST_CASE("the table of contents has no text of its own") {
  const std::string path = "topics/_index.md";
  const std::string bytes =
      write_topic_index({{0, {"bread", "topics/01-bread/_summary.md"}, " (2 leaves)"},
                         {1, {"rye", "topics/01-bread/01-rye/_summary.md"}, ""}},
                        path);
  const Node node = read_node(bytes, path).value();
  CHECK(node.model_type == kTopicIndex);
  CHECK(node.sources.size() == 2);
  CHECK(bytes.find("- [bread](01-bread/_summary.md) (2 leaves)\n  - [rye](") != std::string::npos);
}

}  // namespace topic_file_test
