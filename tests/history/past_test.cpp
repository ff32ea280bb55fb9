#include "history/past.hpp"

#include "tests/history/git_fixture.hpp"

namespace past_test {

using namespace pyramid;
using history::Past;
using history::PastChange;
using history::PastCommit;
using test::GitFixture;
namespace fs = std::filesystem;

namespace {

std::unique_ptr<Past> past_of(const std::string& root) {
  auto opened = Past::open(root);
  if (!opened) FAIL(to_string(opened.error()));
  REQUIRE(*opened != nullptr);
  return std::move(*opened);
}

std::vector<std::string> subjects(Past& past) {
  std::vector<std::string> found;
  REQUIRE(past.each([&](const PastCommit& commit) -> Result<bool> {
    found.push_back(subject_of(commit));
    return true;
  }));
  return found;
}

std::vector<std::string> told(const std::vector<PastChange>& changes) {
  std::vector<std::string> lines;
  for (const PastChange& one : changes) {
    lines.push_back((one.before ? "-" : "") + std::string(one.after ? "+" : "") + one.path);
  }
  return lines;
}

void commit_all(const GitFixture& fixture, const std::string& folder, const std::string& message) {
  fixture.git(folder, {"add", "-A"});
  fixture.git(folder, {"commit", "-q", "-m", message});
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("past: there is none without a repository, and nothing in one without a commit") {
  const GitFixture fixture;
  fs::create_directories(fixture.temp / "plain");
  CHECK(*Past::open(fixture.temp / "plain") == nullptr);
  fixture.git(fixture.temp / "plain", {"init", "-q"});
  const auto past = past_of(fixture.temp / "plain");
  CHECK(subjects(*past).empty());
  CHECK(past->commit("HEAD").error().kind == ErrorKind::kNotFound);
  CHECK_FALSE(past->commit_at(GitFixture::kNow)->has_value());
}

TEST_CASE("past: files and changes at a revision, told as git tells them") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.write(root + "/x/one.md", "one\n");
  fixture.write(root + "/two.md", "two\n");
  commit_all(fixture, root, "second\n\nA body.\n\nPyramid-Machine: laptop\nPyramid-Version: 1");
  fs::remove(root + "/a.txt");
  fs::rename(root + "/two.md", root + "/x/two.md");
  fixture.write(root + "/x/one.md", "one, changed\n");
  commit_all(fixture, root, "third");

  const auto past = past_of(root);
  CHECK(subjects(*past) == Lines{"third", "second", "first"});
  const auto third = past->commit("HEAD");
  REQUIRE(third);
  CHECK(told(*past->changes(*third)) == Lines{"-a.txt", "-two.md", "-+x/one.md", "+x/two.md"});
  const auto second = past->commit("HEAD~1");
  REQUIRE(second);
  CHECK(trailer_of(*second, "Pyramid-Machine") == "laptop");
  CHECK(trailer_of(*second, "Pyramid").empty());
  CHECK(second->parents == Lines{past->commit("HEAD~2")->id});
  CHECK(told(*past->changes(*second)) == Lines{"+two.md", "+x/one.md"});
  CHECK(told(*past->changes("", second->id)) == Lines{"+a.txt", "+two.md", "+x/one.md"});
  CHECK(past->files(third->id)->size() == 2);
  const auto blob = past->blob_at(second->id, "x/one.md");
  REQUIRE(blob);
  CHECK(*past->read(**blob) == "one\n");
  CHECK_FALSE(past->blob_at(third->id, "two.md")->has_value());
  CHECK(past->commit(third->id.substr(0, 7))->id == third->id);
  CHECK(past->commit("no-such-thing").error().kind == ErrorKind::kNotFound);
  CHECK(*past->tree_of(third->id) + "\n" == fixture.git(root, {"rev-parse", "HEAD^{tree}"}));
}

TEST_CASE("past: only what lies in the workspace counts where the repository is larger") {
  const GitFixture fixture;
  const std::string vault = fixture.make_repository("vault");
  fixture.write(vault + "/memory/one.md", "one\n");
  commit_all(fixture, vault, "memory begins");
  fixture.write(vault + "/a.txt", "other\n");
  commit_all(fixture, vault, "elsewhere");
  fixture.write(vault + "/memory/two.md", "two\n");
  fixture.write(vault + "/a.txt", "both\n");
  commit_all(fixture, vault, "both");
  const auto past = past_of(vault + "/memory");
  CHECK(subjects(*past) == Lines{"both", "memory begins"});
  CHECK(told(*past->changes(*past->commit("HEAD"))) == Lines{"+two.md"});
  CHECK(past->files(past->commit("HEAD")->id)->size() == 2);
  CHECK(past->tree_of(past->commit("HEAD~3")->id)->empty());
}

TEST_CASE("past: a linked worktree has the history of its own branch") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.git(root, {"worktree", "add", "-q", "-b", "side", fixture.temp / "side"});
  fixture.write(fixture.temp / "side/one.md", "one\n");
  commit_all(fixture, fixture.temp / "side", "on the side");
  CHECK(subjects(*past_of(fixture.temp / "side")) == Lines{"on the side", "first"});
  CHECK(subjects(*past_of(root)) == Lines{"first"});
}

TEST_CASE("past: a merge tells what none of its sides had, and none where it took one as it was") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.git(root, {"checkout", "-q", "-b", "side"});
  fixture.write(root + "/side.md", "side\n");
  commit_all(fixture, root, "side");
  fixture.git(root, {"checkout", "-q", "main"});
  fixture.write(root + "/main.md", "main\n");
  commit_all(fixture, root, "main");
  fixture.git(root, {"merge", "-q", "--no-commit", "side"});
  fixture.write(root + "/merged.md", "both\n");
  commit_all(fixture, root, "merged");
  fixture.git(root, {"checkout", "-q", "-b", "third", "HEAD~1"});
  fixture.git(root, {"merge", "-q", "--no-ff", "-m", "as it was", "main"});
  const auto past = past_of(root);
  CHECK(told(*past->changes(*past->commit("main"))) == Lines{"+merged.md"});
  const Lines all = subjects(*past);
  CHECK(all.front() == "merged");
  CHECK(all.size() == 4);
}

TEST_CASE("past: a time names the newest commit that is not later") {
  const GitFixture fixture;
  const std::string root = fixture.temp / "memory";
  fs::create_directories(root);
  auto repository = history::Repository::open_or_init(root);
  REQUIRE(repository);
  for (int i = 0; i < 3; ++i) {
    fixture.write(root + "/a.md", std::to_string(i));
    REQUIRE((*repository)
                ->commit({{"a.md", std::to_string(i)}}, "commit " + std::to_string(i),
                         Time{GitFixture::kNow.seconds + i * 3600}));
  }
  const auto past = past_of(root);
  const auto at = [&](std::int64_t seconds) {
    const auto found = past->commit_at(Time{GitFixture::kNow.seconds + seconds});
    REQUIRE(found);
    return *found ? subject_of(**found) : std::string("none");
  };
  CHECK(at(-1) == "none");
  CHECK(at(0) == "commit 0");
  CHECK(at(3600 * 2 - 1) == "commit 1");
  CHECK(at(1'000'000) == "commit 2");
}

TEST_CASE("past: a partial clone says what it was made without, and what brings it") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  GitFixture::write(root + "/facts/a.md", "one\n");
  commit_all(fixture, root, "second");
  GitFixture::write(root + "/facts/a.md", "two\n");
  commit_all(fixture, root, "third");
  fixture.git(root, {"config", "uploadpack.allowFilter", "true"});
  const std::string part = fixture.temp / "part";
  const auto clone = [&](const std::string& filter) {
    fs::remove_all(part);
    fixture.git(root, {"clone", "-q", "--filter=" + filter, "file://" + root, part});
    return past_of(part);
  };
  const auto check_told = [](const Error& error) {
    CHECK(error.what == "this partial clone was made without a part of the history");
    CHECK(error.hint == "`git fetch --refetch --no-filter` brings the rest");
  };
  const auto without_trees = clone("tree:0");
  const auto changes = without_trees->changes("", without_trees->commit("HEAD~1")->id);
  REQUIRE_FALSE(changes);
  check_told(changes.error());
  const auto past = clone("blob:none");
  const auto blob = past->blob_at(past->commit("HEAD~1")->id, "facts/a.md");
  REQUIRE((blob && *blob));
  const auto missing = past->read(**blob);
  REQUIRE_FALSE(missing);
  check_told(missing.error());
  fixture.git(part, {"fetch", "-q", "--refetch", "--no-filter"});
  const auto brought = past->read(**blob);
  REQUIRE(brought);
  CHECK(*brought == "one\n");
}

}  // namespace past_test
