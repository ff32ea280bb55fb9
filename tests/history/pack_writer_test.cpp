// Commits of many files: one pack instead of a loose file each.
#include "history/pack_writer.hpp"

#include "tests/history/git_fixture.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <random>
#include <set>

namespace pack_writer_test {

using pyramid::history::PackWriter;
using pyramid::history::PathChange;
using pyramid::test::GitFixture;

namespace {

constexpr std::size_t kMany = 3 * PackWriter::kWorthIt;

std::vector<PathChange> many_files(const std::string& words) {
  std::vector<PathChange> changes;
  for (std::size_t i = 0; i < kMany; ++i) {
    const std::string number = std::to_string(i);
    std::string text = words + " " + number + "\n";
    if (i % 7 == 0) text = "seven have this\n";
    if (i % 50 == 1) text.append(70'000, 'x');  // sizes of one, two and three bytes
    if (i == 5) text.clear();
    changes.push_back({"notes/" + number + ".md", std::move(text)});
  }
  return changes;
}

std::vector<std::string> packs_of(const std::string& root) {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(root + "/.git/objects/pack")) {
    if (file.path().extension() == ".pack") names.push_back(file.path().filename());
  }
  return names;
}

std::size_t loose_objects(const GitFixture& fixture, const std::string& root) {
  return std::stoul(fixture.git(root, {"count-objects"}));
}

}  // namespace

TEST_CASE("packs: a commit of many files is one pack, with each file as it is") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("vault");
  const auto repository = GitFixture::open(root);
  const std::size_t before = loose_objects(fixture, root);
  const std::vector<PathChange> changes = many_files("note");
  REQUIRE(GitFixture::commit(*repository, root, changes));
  CHECK(packs_of(root).size() == 1);
  CHECK(loose_objects(fixture, root) <= before + 3);  // two trees and the commit
  CHECK(fixture.status(root).empty());
  fixture.fsck(root);
  for (const std::size_t i : {0U, 1U, 2U, 5U, 51U}) {
    CHECK(fixture.git(root, {"cat-file", "blob", "HEAD:" + changes[i].path}) == *changes[i].bytes);
  }
}

TEST_CASE("packs: a pack's index and name are those that git gives it") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("vault");
  const auto repository = GitFixture::open(root);
  REQUIRE(GitFixture::commit(*repository, root, many_files("note")));
  REQUIRE(packs_of(root).size() == 1);
  const std::string pack = root + "/.git/objects/pack/" + packs_of(root).front();
  const std::string index = pack.substr(0, pack.size() - 4) + "idx";
  const std::string said = fixture.git(root, {"index-pack", "-o", root + "/again.idx", pack});
  CHECK(GitFixture::read(index) == GitFixture::read(root + "/again.idx"));
  CHECK("pack-" + said.substr(0, said.find('\n')) + ".pack" == packs_of(root).front());
}

TEST_CASE("packs: files that several threads read make the commit that one makes") {
  const GitFixture fixture;
  std::vector<PathChange> changes = many_files("note");
  std::vector<PathChange> on_disk;
  for (const PathChange& change : changes) {
    on_disk.push_back({change.path, std::nullopt, pyramid::digest_of(*change.bytes)});
  }
  on_disk[7].digest = pyramid::digest_of("what was there before an edit");
  std::set<std::string> trees;
  for (const unsigned threads : {1U, 2U, 5U}) {
    const std::string root = fixture.make_repository("vault" + std::to_string(threads));
    for (const PathChange& change : changes) {
      GitFixture::write(root + "/" + change.path, *change.bytes);
    }
    const auto repository = GitFixture::open(root);
    repository->use_threads(threads);
    REQUIRE(repository->commit(on_disk, "memory: a", GitFixture::kNow));
    trees.insert(fixture.git(root, {"rev-parse", "HEAD^{tree}"}));
    CHECK(fixture.status(root) == "?? notes/7.md\n");
    fixture.fsck(root);
  }
  CHECK(trees.size() == 1);
}

TEST_CASE("packs: what is more than one holds makes several, and nothing stands twice") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("vault");
  const auto repository = GitFixture::open(root);
  std::vector<PathChange> changes = many_files("note");
  std::mt19937 random(3);
  for (const std::size_t size : {3'000'000U, 3'000'001U, 9'500'000U, 3'000'002U}) {
    std::string noise(size, '\0');  // which no program makes smaller
    for (char& c : noise) c = static_cast<char>(random());
    changes.push_back({"noise/" + std::to_string(size), noise});
    changes.push_back({"noise/" + std::to_string(size) + "-again", noise});
  }
  changes.push_back({"zz.md", "seven have this\n"});
  REQUIRE(GitFixture::commit(*repository, root, changes));
  CHECK(packs_of(root).size() == 3);
  CHECK(fixture.status(root).empty());
  fixture.fsck(root);
  std::uintmax_t packed = 0;
  for (const std::string& name : packs_of(root)) {
    packed += std::filesystem::file_size(root + "/.git/objects/pack/" + name);
  }
  CHECK(packed < 19'500'000);
}

// libgit2 maps a pack by the megabyte, and stopped at the second entry of which a few bytes ended
// what was mapped: "unexpected data at the end of the pack".
TEST_CASE("packs: entries may begin at the end of what is mapped at once") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("vault");
  const auto repository = GitFixture::open(root);
  std::mt19937 random(1);
  std::vector<PathChange> changes;
  for (std::size_t i = 0; i < 50'000; ++i) {
    const auto number = [&] { return std::to_string(random()); };
    std::string text =
        "---\nid: 01JT0" + number() + number() +
        "\nkind: observation\nat: 2024-01-01T10:00:00Z\nmodel: user\n---\nUser met " + number() +
        " in " + number() + ".\n";
    changes.push_back({"notes/" + std::to_string(i) + ".md", std::move(text)});
  }
  const auto committed = repository->commit(changes, "memory: a", GitFixture::kNow);
  INFO((committed ? std::string() : to_string(committed.error())));
  REQUIRE(committed);
  fixture.fsck(root);
  CHECK(fixture.git(root, {"cat-file", "blob", "HEAD:notes/49999.md"}) == *changes.back().bytes);
}

TEST_CASE("packs: what git has already is not packed again") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("vault");
  const auto repository = GitFixture::open(root);
  REQUIRE(GitFixture::commit(*repository, root, many_files("note")));
  std::vector<PathChange> moved = many_files("note");
  for (PathChange& change : moved) change.path = "moved/" + change.path;
  REQUIRE(GitFixture::commit(*repository, root, moved));
  CHECK(packs_of(root).size() == 1);
  CHECK(fixture.status(root).empty());
  fixture.fsck(root);
}

TEST_CASE("packs: a few files stay loose") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("vault");
  const auto repository = GitFixture::open(root);
  std::vector<PathChange> few = many_files("note");
  few.resize(PackWriter::kWorthIt - 1);
  REQUIRE(GitFixture::commit(*repository, root, few));
  CHECK(packs_of(root).empty());
}

TEST_CASE("packs: git's line ends hold in a pack too") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("vault");
  GitFixture::write(root + "/.gitattributes", "*.md text eol=lf\n");
  fixture.git(root, {"add", ".gitattributes"});
  fixture.git(root, {"commit", "-q", "-m", "attributes"});
  const auto repository = GitFixture::open(root);
  REQUIRE(GitFixture::commit(*repository, root, many_files("one\r\ntwo")));
  CHECK(fixture.git(root, {"cat-file", "blob", "HEAD:notes/2.md"}) == "one\ntwo 2\n");
  CHECK(fixture.status(root).empty());
}

TEST_CASE("packs: killed while one is written, the next commit goes on and nothing is left") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("vault");
  for (int step = 0; step < 24; ++step) {
    const std::vector<PathChange> changes = many_files(std::to_string(step));
    const pid_t child = ::fork();
    if (child == 0) {
      const auto repository = pyramid::history::Repository::open(root);
      ::ualarm(static_cast<useconds_t>(1 + step * 2500), 0);
      if (repository && *repository) {
        static_cast<void>((*repository)->commit(changes, "memory: a", GitFixture::kNow));
      }
      ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    const auto repository = GitFixture::open(root);
    REQUIRE(repository->can_commit());
    GitFixture::commit(*repository, root, changes);
    fixture.fsck(root);
    CHECK(fixture.status(root).empty());
  }
  CHECK(fixture.git(root, {"count-objects", "-v"}).find("garbage: 0\n") != std::string::npos);
  for (const auto& file : std::filesystem::directory_iterator(root + "/.git")) {
    CHECK_FALSE(file.path().filename().string().starts_with("packs."));
  }
}

}  // namespace pack_writer_test
