// What git keeps longer than a memory needs it, in real repositories.
#include "history/tidy.hpp"

#include "base/text.hpp"
#include "tests/history/git_fixture.hpp"

using namespace pyramid;
using namespace pyramid::test;

namespace {

std::size_t loose_objects(const GitFixture& fixture, const std::string& folder) {
  const std::string told = fixture.git(folder, {"count-objects"});
  return static_cast<std::size_t>(std::stoul(told.substr(0, told.find(' '))));
}

// A repository that holds too many objects as far as anybody counts: those of one folder of 256,
// `17`, where the blobs of these numbers lie.
std::string make_many_objects(const GitFixture& fixture) {
  constexpr int kOfOneFolder[] = {263, 410, 523, 790, 901, 944, 1155, 1377, 1598, 1737, 1818, 2276};
  const std::string folder = fixture.make_repository("many");
  for (const int number : kOfOneFolder) {
    const std::string text = std::to_string(number);
    GitFixture::write(folder + "/" + text, text + "\n");
  }
  fixture.git(folder, {"-c", "gc.auto=0", "add", "."});
  fixture.git(folder, {"-c", "gc.auto=0", "commit", "-q", "-m", "many"});
  REQUIRE(loose_objects(fixture, folder) > std::size(kOfOneFolder));
  return folder;
}

}  // namespace

TEST_CASE("tidy: many loose objects are packed before it returns") {
  const GitFixture fixture;
  const std::string folder = make_many_objects(fixture);
  SECTION("in a repository") { REQUIRE(history::pack_loose_objects(folder)); }
  SECTION("from a linked worktree of it") {
    fixture.git(folder, {"worktree", "add", "-q", "--no-checkout", fixture.temp / "side"});
    REQUIRE(history::pack_loose_objects(fixture.temp / "side"));
  }
  CHECK(loose_objects(fixture, folder) < 10);
  fixture.fsck(folder);
}

TEST_CASE("tidy: what a person set of git gc stands") {
  const GitFixture fixture;
  const std::string folder = make_many_objects(fixture);
  const std::size_t before = loose_objects(fixture, folder);
  for (const char* set : {"0", "100000"}) {
    fixture.git(folder, {"config", "gc.auto", set});
    REQUIRE(history::pack_loose_objects(folder));
    CHECK(loose_objects(fixture, folder) == before);
  }
}

TEST_CASE("tidy: few objects are left as they lie, and no repository is no failure") {
  const GitFixture fixture;
  const std::string folder = fixture.make_repository("few");
  REQUIRE(history::pack_loose_objects(folder));
  CHECK(loose_objects(fixture, folder) == 3);
  REQUIRE(history::pack_loose_objects(fixture.temp.path()));
}

TEST_CASE("tidy: refs of days before go, others of the folder stay") {
  const GitFixture fixture;
  const std::string folder = fixture.make_repository("refs");
  const std::string below = "refs/pyramid/before-purge/";
  for (const char* day : {"2026-05-01", "2026-05-20"}) {
    fixture.git(folder, {"update-ref", below + day, "HEAD"});
  }
  SECTION("as files") {}
  SECTION("packed") { fixture.git(folder, {"pack-refs", "--all", "--prune"}); }
  REQUIRE(history::drop_refs_before(folder, below + "2026-05-12"));
  CHECK(fixture.git(folder, {"for-each-ref", "--format=%(refname)", "refs/pyramid"}) ==
        below + "2026-05-20\n");
}
