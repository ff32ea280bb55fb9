// What git keeps longer than a memory needs it, in real repositories.
#include "history/tidy.hpp"

#include "base/text.hpp"
#include "history/git_program.hpp"
#include "tests/history/git_fixture.hpp"

#include <filesystem>
#include <random>

namespace tidy_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

std::size_t loose_objects(const GitFixture& fixture, const std::string& folder) {
  const std::string told = fixture.git(folder, {"count-objects"});
  return static_cast<std::size_t>(std::stoul(told.substr(0, told.find(' '))));
}

// A repository with more loose objects than are left to lie.
std::string make_many_objects(const GitFixture& fixture) {
  const std::string folder = fixture.make_repository("many");
  for (int number = 0; number < 2'001; ++number) {
    GitFixture::write(folder + "/" + std::to_string(number), std::to_string(number) + "\n");
  }
  fixture.git(folder, {"-c", "gc.auto=0", "add", "."});
  fixture.git(folder, {"-c", "gc.auto=0", "commit", "-q", "-m", "many"});
  REQUIRE(loose_objects(fixture, folder) > 2'000);
  return folder;
}

// Three objects of 2 MB that zlib cannot make smaller, others for each seed.
void add_large_objects(const GitFixture& fixture, const std::string& folder, unsigned seed) {
  std::minstd_rand numbers(seed);
  for (int number = 0; number < 3; ++number) {
    std::string text(std::size_t{2} << 20, '\0');
    for (char& one : text) one = static_cast<char>(numbers() >> 8U);
    GitFixture::write(folder + "/large-" + std::to_string(number), text);
  }
  fixture.git(folder, {"-c", "gc.auto=0", "add", "."});
  fixture.git(folder, {"-c", "gc.auto=0", "commit", "-q", "-m", "large"});
}

std::size_t packs(const std::string& folder) {
  std::size_t count = 0;
  for (const auto& one : std::filesystem::directory_iterator(folder + "/.git/objects/pack")) {
    if (one.path().extension() == ".pack") ++count;
  }
  return count;
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

TEST_CASE("tidy: few objects that are large are packed, and packs stay few") {
  const GitFixture fixture;
  const std::string folder = fixture.make_repository("large");
  for (unsigned round = 1; round <= 6; ++round) {
    add_large_objects(fixture, folder, round);
    REQUIRE(history::pack_loose_objects(folder));
    CHECK(loose_objects(fixture, folder) == 0);
  }
  CHECK(packs(folder) < 4);
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

TEST_CASE("git program: a full disk of this machine is told as one, not as somebody's hold") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto kind_where_it_says = [&](const std::string& said) {
    const auto ran =
        history::run_git(root, {"-c", "alias.broken=!echo '" + said + "' >&2; exit 128", "broken"});
    REQUIRE_FALSE(ran);
    return ran.error().kind;
  };
  CHECK(kind_where_it_says("fatal: write error: No space left on device") == ErrorKind::kIo);
  CHECK(kind_where_it_says("fatal: it is locked") == ErrorKind::kConflict);
  CHECK(kind_where_it_says("remote: fatal: No space left on device") == ErrorKind::kConflict);
}

}  // namespace tidy_test
