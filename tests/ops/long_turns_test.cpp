// What is said at once and is longer than a window of the engine or a file.
#include "tests/ops/fixture.hpp"
#include "tests/support/faulty_file_system.hpp"

#include <string>
#include <vector>

namespace long_turns_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kId = "11111111-1111-4111-8111-111111111111";

std::string filler(std::size_t bytes) {
  std::string words;
  while (words.size() < bytes) words += std::string(998, 'm') + ". ";
  return words;
}

Result<ImportReport> import_on(const Fixture& fixture, FileSystem& files) {
  const FixedClock clock(at("2026-05-15T09:00:00Z"));
  SilentProgress progress;
  ImportOptions options;
  options.workspace.root = fixture.root();
  options.format = "openclaw";
  options.source = fixture.outside("sessions");
  return import(Environment{files, clock, progress}, options);
}

// The tree of an import that nothing disturbed, and how many writes it took.
struct Undisturbed {
  std::map<std::string, std::string> tree;
  std::size_t writes = 0;
};

Undisturbed undisturbed(const std::vector<std::string>& said) {
  Fixture fixture;
  fixture.write("pyramid.yaml", "commit: false\n");
  fixture.write_session(kId, "2026-05-02T09:00:00Z", said);
  const auto files = make_real_file_system();
  FaultyFileSystem disk(*files);
  REQUIRE(import_on(fixture, disk));
  return {fixture.tree(), disk.mutations()};
}

void check_killed_at(std::size_t write, const std::vector<std::string>& said,
                     const Undisturbed& wanted) {
  INFO("write " << write << " of " << wanted.writes);
  Fixture fixture;
  fixture.write("pyramid.yaml", "commit: false\n");
  fixture.write_session(kId, "2026-05-02T09:00:00Z", said);
  const auto files = make_real_file_system();
  FaultyFileSystem disk(*files);
  disk.cut_mutations_at(write);
  [[maybe_unused]] const auto killed = import_on(fixture, disk);
  REQUIRE(import_on(fixture, *files));
  CHECK(fixture.tree() == wanted.tree);
  const auto again = import_on(fixture, *files);
  REQUIRE(again);
  CHECK(again->unchanged == 1);
  CHECK(again->observations == 0);
}

std::vector<std::string> observed(const Fixture& fixture) {
  std::vector<std::string> texts;
  for (const std::string& path : files_below(fixture, "observations/")) {
    const std::string text = fixture.read(path);
    const std::size_t begin = text.find("\n---\n") + 5;
    texts.push_back(text.substr(begin, text.find('\n', begin) - begin));
  }
  return texts;
}

}  // namespace

TEST_CASE("long turns: an import of a very long line that is killed at any write is gone on with") {
  const std::vector<std::string> said = {"I live in Austin.",
                                         "I own a canoe. " + filler(50'000) +
                                             "My sister Ana is a vet. " + filler(50'000) +
                                             "I sing in a choir.",
                                         "I like tea."};
  const Undisturbed wanted = undisturbed(said);
  REQUIRE(wanted.writes > 4);
  for (std::size_t write = 0; write < wanted.writes; ++write) check_killed_at(write, said, wanted);
}

TEST_CASE("long turns: one in several files whose import was killed between them is whole") {
  const std::vector<std::string> said = {R"(I own a canoe.\n```\n)" + filler(4'200'000) +
                                         R"(\n```\nI sing in a choir.)"};
  const Undisturbed wanted = undisturbed(said);
  check_killed_at(wanted.writes / 2, said, wanted);
}

TEST_CASE("long turns: code that goes on in another file of its conversation stays code") {
  std::string code = R"(Look at this:\n```\n)";
  while (code.size() < 4'050'000) code += "// " + std::string(990, 'm') + R"(\n)";
  code += R"(My wife is called Clara and we live in Lisbon.\n```\nI own a red canoe.)";
  Fixture fixture;
  fixture.write_session(kId, "2026-05-02T09:00:00Z", {code});
  taken_in(fixture);
  CHECK(files_below(fixture, "sessions/").size() == 2);
  CHECK(observed(fixture) == std::vector<std::string>{"User owns a red canoe."});
}

}  // namespace long_turns_test
