#include "ops/nodes/working_set.hpp"

#include "format/node.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/memory_file_system.hpp"

namespace working_set_test {

using namespace pyramid;
using pyramid::test::MemoryFileSystem;

namespace {

constexpr int kFacts = 12;
constexpr std::size_t kMostHeld = 3;

class Memory {
 public:
  Memory() { REQUIRE(files.make_directories("/memory/.pyramid")); }

  static format::ObservationDraft fact(int number) {
    format::ObservationDraft draft;
    draft.at = Time{1'700'000'000 + number};
    draft.id = derive_ulid(draft.at, std::to_string(number));
    draft.text = "User has " + std::to_string(number) + " lanterns.";
    draft.model = number % 2 == 0 ? "user" : "lanterns";
    return draft;
  }
  static std::string path_of(int number) {
    return "observations/" + std::to_string(number) + ".md";
  }
  void write(int number) {
    const std::string path = path_of(number);
    REQUIRE(set.put(path, format::write_observation(fact(number), path), std::nullopt));
    REQUIRE(set.flush());
  }

  MemoryFileSystem files;
  const workspace::Workspace workspace = [] {
    workspace::Workspace one;
    one.root = "/memory";
    return one;
  }();
  ops::WorkingSet set{files, workspace, kMostHeld};
};

}  // namespace

TEST_CASE("working set: what was written long ago in a run is known as it was written") {
  Memory memory;
  for (int i = 0; i < kFacts; ++i) memory.write(i);
  for (int i = 0; i < kFacts; ++i) {
    const format::Node* node = memory.set.find(Memory::fact(i).id);
    REQUIRE(node != nullptr);
    CHECK(node->path == Memory::path_of(i));
    CHECK(node->model == Memory::fact(i).model);
    CHECK(node->text.empty());
  }
}
TEST_CASE("working set: a walk gives every node in order, and holds none of them") {
  Memory memory;
  for (int i = kFacts; i-- > 0;) memory.write(i);
  memory.set.let_go();
  std::vector<std::string> paths;
  REQUIRE(memory.set.walk(format::Kind::kObservation, [&](const format::Node& node) -> Status {
    CHECK(node.model == (paths.size() % 2 == 0 ? "user" : "lanterns"));
    paths.push_back(node.path);
    return {};
  }));
  REQUIRE(paths.size() == static_cast<std::size_t>(kFacts));
  for (int i = 0; i < kFacts; ++i) CHECK(paths[static_cast<std::size_t>(i)] == Memory::path_of(i));
  CHECK(memory.set.held() == 0);
  const Status stopped = memory.set.walk(format::Kind::kObservation, [](const format::Node&) {
    return Status(fail(ErrorKind::kCancelled, "enough"));
  });
  CHECK_FALSE(stopped);
}

TEST_CASE("working set: what was changed after it was let go is known as it was changed") {
  Memory memory;
  for (int i = 0; i < kFacts; ++i) memory.write(i);
  const std::string path = Memory::path_of(0);
  const Result<std::string> bytes = memory.set.bytes(path);
  REQUIRE(bytes);
  const Result<std::string> changed = format::superseded(*bytes, path, Memory::fact(1).id);
  REQUIRE(changed);
  REQUIRE(memory.set.put(path, *changed, digest_of(*bytes)));
  CHECK(memory.set.find(Memory::fact(0).id)->status == "superseded");
  REQUIRE(memory.set.flush());
  for (int i = 1; i < kFacts; ++i) CHECK(memory.set.find(Memory::fact(i).id)->status.empty());
  REQUIRE(memory.set.remove(Memory::fact(2).id));
  CHECK(memory.set.find(Memory::fact(2).id) == nullptr);
  CHECK(memory.set.find(Memory::fact(0).id)->superseded_by == Memory::fact(1).id);
}
TEST_CASE("working set: what is being written is read meanwhile as it will be") {
  Memory memory;
  memory.write(0);
  std::vector<std::string> written;
  for (int i = 1; i < kFacts; ++i) {
    const std::string path = Memory::path_of(i);
    written.push_back(format::write_observation(Memory::fact(i), path));
    REQUIRE(memory.set.put(path, written.back(), std::nullopt));
  }
  std::vector<std::string> read;
  const Status flushed = memory.set.flush_beside([&] {
    for (int i = 1; i < kFacts; ++i) {
      const format::Node* node = memory.set.find(Memory::fact(i).id);
      if (node != nullptr) read.push_back(memory.set.bytes(node->path).value_or(""));
    }
  });
  REQUIRE(flushed);
  CHECK(read == written);
  CHECK(memory.set.pending() == 0);
  CHECK(memory.set.changes().size() == kFacts);
  for (int i = 1; i < kFacts; ++i) {
    CHECK(*memory.files.read("/memory/" + Memory::path_of(i)) ==
          written[static_cast<std::size_t>(i) - 1]);
  }
  bool done = false;
  REQUIRE(memory.set.flush_beside([&] { done = true; }));
  CHECK(done);
}
TEST_CASE("working set: a node stays where it is until the next flush, whatever is asked for") {
  Memory memory;
  for (int i = 0; i < kFacts; ++i) memory.write(i);
  const format::Node* first = memory.set.find(Memory::fact(0).id);
  for (int i = 1; i < kFacts; ++i) REQUIRE(memory.set.find(Memory::fact(i).id) != nullptr);
  CHECK(memory.set.find(Memory::fact(0).id) == first);
  CHECK(first->path == Memory::path_of(0));
}

}  // namespace working_set_test
