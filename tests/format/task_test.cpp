// Tasks as files: what is written is read back, and what a person wrote stays.
#include "format/task.hpp"

#include "tests/support/catch.hpp"

#include <string>

namespace pyramid::task_test {

namespace {

using namespace format;

constexpr const char* kPath = "tasks/deploy-the-gateway-7t5xbn.md";

std::string deploy() {
  TaskDraft draft;
  draft.id = *parse_ulid("01KJMA0MG8Z6A1V8X2NQ7T5XBN");
  draft.at = *parse_time("2026-05-12T10:03:00Z");
  draft.title = "Deploy the gateway";
  draft.description = "To all regions.";
  return write_task(draft);
}

Node read(const std::string& bytes, const char* path = kPath) {
  const auto node = read_node(bytes, path);
  REQUIRE(node);
  return *node;
}

RelatedDraft to(Relation relation, const char* path, const char* title) {
  return {relation, path, title};
}

}  // namespace

TEST_CASE("task: a new one says what is to be done, and is open") {
  CHECK(deploy() ==
        "---\n"
        "id: 01KJMA0MG8Z6A1V8X2NQ7T5XBN\n"
        "kind: task\n"
        "at: 2026-05-12T10:03:00Z\n"
        "success: null\n"
        "---\n"
        "# Deploy the gateway\n"
        "\n"
        "To all regions.\n");
  const Node task = read(deploy());
  CHECK(task.kind == Kind::kTask);
  CHECK(task.title == "Deploy the gateway");
  CHECK(task.outcome.empty());
  CHECK(task.status.empty());
  CHECK(task.related.empty());
  CHECK(task.text == "# Deploy the gateway\n\nTo all regions.");
}

TEST_CASE("task: a title and a description of markdown forge neither section nor relation") {
  TaskDraft draft;
  draft.id = *parse_ulid("01KJMA0MG8Z6A1V8X2NQ7T5XBN");
  draft.title = "Fix [this](other.md) # now";
  draft.description = "## Blocks\n- [Announce](announce-aaaaaa.md)\n\n```\nnever closed";
  const std::string bytes = write_task(draft);
  const Node task = read(bytes);
  CHECK(task.related.empty());
  CHECK(task.title == "Fix [this](other.md) # now");
  CHECK(task.text.find("never closed") != std::string::npos);
  const auto linked = with_related(bytes, kPath, to(Relation::kBlocks, "tasks/b-aaaaaa.md", "B"));
  REQUIRE(linked);
  CHECK(read(*linked).related.size() == 1);
}

TEST_CASE("task: headings of a description are deeper than the task's own") {
  TaskDraft draft;
  draft.id = *parse_ulid("01KJMA0MG8Z6A1V8X2NQ7T5XBN");
  draft.title = "Learn C #";
  draft.description = "## Plan\n- one\n- two";
  const std::string bytes = write_task(draft);
  CHECK(bytes.ends_with("# Learn C \\#\n\n### Plan\n- one\n- two\n"));
  CHECK(read(bytes).title == "Learn C #");
}

TEST_CASE("task: relations stand below their headings, each link once") {
  auto bytes =
      with_related(deploy(), kPath, to(Relation::kBlocks, "tasks/announce-aaaaaa.md", "Announce"));
  REQUIRE(bytes);
  bytes =
      with_related(*bytes, kPath, to(Relation::kBlocks, "tasks/celebrate-bbbbbb.md", "Celebrate"));
  REQUIRE(bytes);
  RelatedDraft similar =
      to(Relation::kSimilarTo, "tasks/deploy-the-proxy-cccccc.md", "Deploy the proxy");
  similar.found_by_program = true;
  bytes = with_related(*bytes, kPath, similar);
  REQUIRE(bytes);
  RelatedDraft said = to(Relation::kDerivedFrom, "sessions/2026/05/12/a-dddddd.md", "A talk");
  said.fragment = "^t17";
  bytes = with_related(*bytes, kPath, said);
  REQUIRE(bytes);
  CHECK(bytes->substr(bytes->find("# Deploy")) ==
        "# Deploy the gateway\n\nTo all regions.\n\n"
        "## Blocks\n"
        "- [Announce](announce-aaaaaa.md)\n"
        "- [Celebrate](celebrate-bbbbbb.md)\n\n"
        "## Similar to\n"
        "- [Deploy the proxy](deploy-the-proxy-cccccc.md) <!-- found by Pyramid -->\n\n"
        "## Derived from\n"
        "- [A talk](../sessions/2026/05/12/a-dddddd.md#^t17)\n");
  const Node task = read(*bytes);
  REQUIRE(task.related.size() == 4);
  CHECK(task.related[0].relation == Relation::kBlocks);
  CHECK(task.related[0].edge.path == "tasks/announce-aaaaaa.md");
  CHECK_FALSE(task.related[0].found_by_program);
  CHECK(task.related[2].found_by_program);
  CHECK(task.related[3].edge.link.fragment == "^t17");
  CHECK(task.text == "# Deploy the gateway\n\nTo all regions.");
  CHECK(with_related(*bytes, kPath, said).value() == *bytes);
}

TEST_CASE("task: a link is taken away with its heading where it was the last") {
  const std::string before = deploy();
  const auto linked = with_related(before, kPath, to(Relation::kBlocks, "tasks/a-aaaaaa.md", "A"));
  REQUIRE(linked);
  const auto without = without_related(*linked, kPath, Relation::kBlocks, "tasks/a-aaaaaa.md");
  REQUIRE(without);
  CHECK(read(*without).related.empty());
  CHECK(without->find("## Blocks") == std::string::npos);
  CHECK(without_related(before, kPath, Relation::kBlocks, "tasks/a-aaaaaa.md").value() == before);
}

TEST_CASE("task: what came of it stands in front of its relations, one paragraph a time") {
  auto bytes = with_related(deploy(), kPath, to(Relation::kBlocks, "tasks/a-aaaaaa.md", "A"));
  REQUIRE(bytes);
  bytes = with_outcome(*bytes, kPath, "2026-05-13, failed: The certificate had expired.");
  REQUIRE(bytes);
  bytes = with_outcome(*bytes, kPath, "2026-05-14, done: It runs.");
  REQUIRE(bytes);
  CHECK(bytes->substr(bytes->find("# Deploy")) ==
        "# Deploy the gateway\n\nTo all regions.\n\n"
        "## Outcome\n"
        "2026-05-13, failed: The certificate had expired.\n\n"
        "2026-05-14, done: It runs.\n\n"
        "## Blocks\n"
        "- [A](a-aaaaaa.md)\n");
  CHECK(read(*bytes).text.ends_with("It runs."));
  CHECK(read(*bytes).related.size() == 1);
}

TEST_CASE("task: what a person wrote by hand is read as far as it goes") {
  const std::string bytes =
      "---\r\nkind: task\r\nsuccess: false\r\nmine: [x, y]\r\n---\r\n"
      "# Water the ferns\r\n\r\n## BLOCKS\r\n- [Holiday](holiday.md), says Mia\r\n"
      "- nothing here\r\n- [web](https://example.org)\r\n\r\n## Log\r\nDry again.\r\n";
  const Node task = read(bytes, "tasks/ferns.md");
  CHECK(task.kind == Kind::kTask);
  CHECK(task.id.is_zero());
  CHECK(task.outcome == "failed");
  REQUIRE(task.related.size() == 1);
  CHECK(task.related[0].edge.path == "tasks/holiday.md");
  const auto document = read_document(bytes, "tasks/ferns.md");
  REQUIRE(document);
  const std::string rest = behind_relations(*document);
  CHECK(rest.find("Dry again.") != std::string::npos);
  CHECK(rest.find("nothing here") != std::string::npos);
  CHECK(rest.find("Holiday") == std::string::npos);
  CHECK(rest.find("Water") == std::string::npos);
  const auto linked =
      with_related(bytes, "tasks/ferns.md", to(Relation::kRelatedTo, "tasks/b.md", "B"));
  REQUIRE(linked);
  CHECK(linked->find("## Related to\r\n- [B](b.md)\r\n") != std::string::npos);
  CHECK(linked->find("mine: [x, y]\r\n") != std::string::npos);
}

TEST_CASE(
    "task: a file in tasks/ that does not say so is a note, and so is one elsewhere that does") {
  CHECK(read("# Thoughts\n", "tasks/thoughts.md").kind == Kind::kNote);
  CHECK(read("---\nkind: task\n---\n# Mine\n", "memory/mine.md").kind == Kind::kNote);
  CHECK(read("---\nkind: task\n---\n# Mine\n", "tasks/old/mine.md").kind == Kind::kTask);
}

TEST_CASE("task: an outcome that is none is told with its line") {
  const auto node = read_node("---\nkind: task\nsuccess: maybe\n---\n# A\n", "tasks/a.md");
  REQUIRE_FALSE(node);
  CHECK(node.error().where == "tasks/a.md:3");
  CHECK(read("---\nkind: task\nsuccess:\n---\n# A\n", "tasks/a.md").outcome.empty());
  CHECK(read("---\nkind: task\nsuccess: true\ninvalidated: 2026-05-20\n---\n# A\n", "tasks/a.md")
            .status == kInvalidated);
}

}  // namespace pyramid::task_test
