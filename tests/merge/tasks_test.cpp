// Tasks that two machines changed.
#include "format/node.hpp"
#include "format/task.hpp"
#include "merge/merge.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>

namespace pyramid::merge_tasks_test {

using Catch::Contains;
using format::Relation;

namespace {

constexpr const char* kPath = "tasks/deploy-the-gateway-7t5xbn.md";
constexpr Date kDay{2026, 5, 15};

std::string deploy() {
  format::TaskDraft draft;
  draft.id = *parse_ulid("01KJMA0MG8Z6A1V8X2NQ7T5XBN");
  draft.at = *parse_time("2026-05-12T10:03:00Z");
  draft.title = "Deploy the gateway";
  return format::write_task(draft);
}

std::string linked(const std::string& bytes, Relation relation, const std::string& to) {
  const auto after = format::with_related(bytes, kPath, {relation, "tasks/" + to + ".md", to});
  REQUIRE(after);
  return *after;
}

std::string ended(const std::string& bytes, const std::string& success, const std::string& text) {
  const auto field = format::with_field(bytes, kPath, "success", success);
  REQUIRE(field);
  const auto after = format::with_outcome(*field, kPath, text);
  REQUIRE(after);
  return *after;
}

format::Node merged(const std::string& base, const std::string& ours, const std::string& theirs,
                    std::string* bytes = nullptr) {
  const merge::Merged one = merge::merge_file({kPath, base, ours, theirs, kDay});
  const merge::Merged other = merge::merge_file({kPath, base, theirs, ours, kDay});
  REQUIRE(one.bytes);
  CHECK(one.bytes == other.bytes);
  if (bytes != nullptr) *bytes = *one.bytes;
  const auto node = format::read_node(*one.bytes, kPath);
  INFO(*one.bytes);
  REQUIRE(node);
  return *node;
}

std::vector<std::string> targets(const format::Node& task, Relation relation) {
  std::vector<std::string> found;
  for (const format::Related& one : task.related) {
    if (one.relation == relation) found.push_back(one.edge.path);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

TEST_CASE("merge: relations that two machines added to a task are all there") {
  const std::string base = deploy();
  const format::Node task =
      merged(base, linked(linked(base, Relation::kBlocks, "a"), Relation::kRelatedTo, "r"),
             linked(linked(base, Relation::kBlocks, "b"), Relation::kSimilarTo, "s"));
  CHECK(targets(task, Relation::kBlocks) == std::vector<std::string>{"tasks/a.md", "tasks/b.md"});
  CHECK(targets(task, Relation::kRelatedTo) == std::vector<std::string>{"tasks/r.md"});
  CHECK(targets(task, Relation::kSimilarTo) == std::vector<std::string>{"tasks/s.md"});
}

TEST_CASE("merge: a task that failed here and was done there keeps what both say of it") {
  const std::string base = linked(deploy(), Relation::kBlocks, "a");
  std::string bytes;
  const format::Node task =
      merged(base, ended(base, "false", "2026-05-13, failed: The certificate had expired."),
             ended(base, "true", "2026-05-14, done: It runs."), &bytes);
  CHECK_THAT(task.text, Contains("The certificate had expired.") && Contains("It runs."));
  CHECK_THAT(bytes, Contains("# conflict 2026-05-15: success: "));
  CHECK(targets(task, Relation::kBlocks) == std::vector<std::string>{"tasks/a.md"});
}

TEST_CASE("merge: of two endings of a task the later one stands whole, whichever way it ended") {
  const auto with = [](std::string bytes, const std::string& key, const std::string& value) {
    const auto after = format::with_field(bytes, kPath, key, value);
    REQUIRE(after);
    return *after;
  };
  const std::string base = deploy();
  const std::string done =
      with(ended(base, "true", "2026-05-13, done: Moved."), "finished", "2026-05-13T09:00:00Z");
  const std::string failed = with(ended(base, "false", "2026-05-13, failed: Keys were violated."),
                                  "finished", "2026-05-13T09:30:00Z");
  const std::string dropped = with(base, "invalidated", "2026-05-13T08:00:00Z");
  std::string bytes;
  merged(base, done, failed, &bytes);
  CHECK_THAT(bytes,
             Contains("\nsuccess: false\n") && Contains("\nfinished: 2026-05-13T09:30:00Z\n"));
  CHECK_THAT(bytes, Contains("# conflict 2026-05-15: success: true\n"));
  merged(base, dropped, done, &bytes);
  CHECK_THAT(bytes, Contains("\nsuccess: true\n") && !Contains("\ninvalidated: "));
  CHECK_THAT(bytes, Contains("# conflict 2026-05-15: invalidated: 2026-05-13T08:00:00Z\n"));
}

TEST_CASE("merge: a task that ended here and got a relation there has both") {
  const std::string base = deploy();
  std::string bytes;
  const format::Node task = merged(base, ended(base, "true", "2026-05-14, done: It runs."),
                                   linked(base, Relation::kBlocks, "a"), &bytes);
  CHECK(task.outcome == "done");
  const auto document = format::read_document(bytes, kPath);
  REQUIRE(document);
  CHECK_THAT(format::whole_text(*document, task),
             Contains("## Outcome\n2026-05-14, done: It runs.") && !Contains("Blocks"));
  CHECK(targets(task, Relation::kBlocks) == std::vector<std::string>{"tasks/a.md"});
}

}  // namespace pyramid::merge_tasks_test
