#include "history/index_lock.hpp"
#include "history/vouched.hpp"
#include "tests/history/git_fixture.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace commit_test {

using pyramid::digest_of;
using pyramid::ErrorKind;
using pyramid::history::comes_free;
using pyramid::history::CommitInfo;
using pyramid::history::PathChange;
using pyramid::history::Repository;
using pyramid::test::GitFixture;
namespace fs = std::filesystem;

TEST_CASE("commit: a new repository gets its first commit on main") {
  const GitFixture fixture;
  const std::string root = fixture.temp / "memory";
  fs::create_directories(root);
  auto opened = Repository::open_or_init(root);
  REQUIRE(opened);
  Repository& repository = **opened;
  CHECK(repository.is_own());
  CHECK(fs::equivalent(repository.workdir(), root));
  CHECK(repository.can_commit());
  CHECK(repository.log(5)->empty());

  const auto made = fixture.commit(
      repository, root, {{"MEMORY.md", "# Memory\n"}, {"observations/2026/a.md", "one\n"}},
      "memory: begin\n\nTwo files.");
  REQUIRE(made);
  CHECK(made->subject == "memory: begin");
  CHECK(fixture.status(root).empty());
  CHECK(fixture.git(root, {"log", "--format=%H %an <%ae> %aI %cI %s|%b"}) ==
        made->id +
            " Pyramid <pyramid@localhost> 2026-05-12T10:03:00+00:00 2026-05-12T10:03:00+00:00 "
            "memory: begin|Two files.\n\n");
  CHECK(fixture.git(root, {"symbolic-ref", "HEAD"}) == "refs/heads/main\n");
  CHECK(fixture.git(root, {"reflog", "--format=%gs"}) == "commit (initial): memory: begin\n");
  fixture.fsck(root);
}

TEST_CASE("commit: the same content, time and identity give the same id") {
  const GitFixture fixture;
  std::string ids[2];
  for (int i = 0; i < 2; ++i) {
    const std::string root = fixture.temp / ("memory" + std::to_string(i));
    auto opened = Repository::open_or_init(root);
    REQUIRE(opened);
    ids[i] = fixture.commit(**opened, root, {{"b.md", "b"}, {"a/c.md", "c"}})->id;
  }
  CHECK(ids[0] == ids[1]);
}

TEST_CASE("commit: a digest stands for the bytes of a file, and none for what was edited since") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("vault");
  const auto repository = fixture.open(root);
  GitFixture::write(root + "/ours.md", "as we wrote it\n");
  GitFixture::write(root + "/edited.md", "as a person has it now\n");
  const auto made = repository->commit({{"ours.md", std::nullopt, digest_of("as we wrote it\n")},
                                        {"edited.md", std::nullopt, digest_of("as we wrote it\n")},
                                        {"gone.md", std::nullopt, digest_of("as we wrote it\n")}},
                                       "memory: change", GitFixture::kNow);
  REQUIRE(made);
  CHECK(fixture.git(root, {"show", "HEAD:ours.md"}) == "as we wrote it\n");
  CHECK(fixture.git(root, {"ls-tree", "--name-only", "HEAD"}) == "a.txt\nours.md\n");
  CHECK(fixture.status(root) == "?? edited.md\n");
}

TEST_CASE("commit: what git ignores is left out and can be asked for, tracked files never are") {
  const GitFixture fixture;
  const std::string top = fixture.make_repository("vault");
  const std::string root = top + "/memory";
  fs::create_directories(root);
  const auto repository = fixture.open(root);
  fixture.commit(*repository, root, {{"old.md", "1"}});
  GitFixture::write(top + "/.gitignore", "*.md\n");
  fixture.commit(*repository, root, {{"old.md", "2"}, {"new.md", "1"}});
  CHECK(fixture.git(top, {"ls-tree", "-r", "--name-only", "HEAD"}) == "a.txt\nmemory/old.md\n");
  CHECK(*repository->ignored({"new.md", "old.md", "x.txt"}) == std::vector<std::string>{"new.md"});
}

TEST_CASE("commit: files change, come and go, and the folders with them") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  fixture.commit(*repository, root,
                 {{"x/y/one.md", "1"}, {"x/two.md", "2"}, {"x-y.md", "3"}, {"z.md", "z"}});
  CHECK(fixture.git(root, {"ls-tree", "-r", "--name-only", "HEAD"}) ==
        "a.txt\nx-y.md\nx/two.md\nx/y/one.md\nz.md\n");
  fixture.commit(*repository, root,
                 {{"x/y/one.md", std::nullopt}, {"x/two.md", "two"}, {"never.md", std::nullopt}});
  CHECK(fixture.git(root, {"ls-tree", "-r", "--name-only", "HEAD"}) ==
        "a.txt\nx-y.md\nx/two.md\nz.md\n");
  CHECK(fixture.git(root, {"show", "HEAD:x/two.md"}) == "two");
  fs::remove(root + "/x/y");
  CHECK(fixture.status(root).empty());
  CHECK(fixture.git(root, {"log", "--format=%s"}) == "memory: change\nmemory: change\nfirst\n");
  fixture.fsck(root);
}

TEST_CASE("commit: a file takes the place of a folder and the other way round") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  fixture.commit(*repository, root, {{"x/one.md", "1"}, {"x/two.md", "2"}, {"y", "file"}});
  fs::remove_all(root + "/x");
  fs::remove(root + "/y");
  fixture.commit(*repository, root,
                 {{"x/one.md", std::nullopt},
                  {"x/two.md", std::nullopt},
                  {"x", "now a file"},
                  {"y", std::nullopt},
                  {"y/deep/one.md", "now a folder"}});
  CHECK(fixture.git(root, {"ls-tree", "-r", "--name-only", "HEAD"}) == "a.txt\nx\ny/deep/one.md\n");
  CHECK(fixture.status(root).empty());
  fixture.fsck(root);
}

TEST_CASE("commit: nothing to change makes no commit") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  REQUIRE(fixture.commit(*repository, root, {{"x.md", "1"}}));
  const std::string before = fixture.git(root, {"rev-parse", "HEAD"});
  CHECK_FALSE(fixture.commit(*repository, root, {{"x.md", "1"}, {"gone.md", std::nullopt}}));
  CHECK_FALSE(fixture.commit(*repository, root, {}));
  CHECK(fixture.git(root, {"rev-parse", "HEAD"}) == before);
}

TEST_CASE("commit: the workspace as a folder of a larger repository keeps to itself") {
  const GitFixture fixture;
  const std::string vault = fixture.make_repository("vault");
  const std::string root = vault + "/notes/memory";
  fs::create_directories(root);
  fixture.write(vault + "/staged.txt", "staged\n");
  fixture.git(vault, {"add", "staged.txt"});
  fixture.write(vault + "/staged.txt", "and edited again\n");
  fixture.write(vault + "/a.txt", "edited, not staged\n");
  fixture.write(vault + "/untracked.txt", "u\n");

  const auto repository = fixture.open(root);
  CHECK_FALSE(repository->is_own());
  CHECK(fs::equivalent(repository->workdir(), vault));
  REQUIRE(fixture.commit(*repository, root, {{"MEMORY.md", "m\n"}, {"daily/x.md", "x\n"}}));
  CHECK(fixture.status(vault) == " M a.txt\nAM staged.txt\n?? untracked.txt\n");
  CHECK(fixture.git(vault, {"show", "--name-status", "--format=", "HEAD"}) ==
        "A\tnotes/memory/MEMORY.md\nA\tnotes/memory/daily/x.md\n");
  CHECK(fixture.git(vault, {"show", ":staged.txt"}) == "staged\n");

  fixture.git(vault, {"commit", "-q", "-m", "elsewhere"});
  REQUIRE(fixture.commit(*repository, root, {{"MEMORY.md", "m2\n"}}));
  const auto log = repository->log(10);
  REQUIRE(log);
  REQUIRE(log->size() == 2);  // neither "first" nor "elsewhere"
  CHECK((*log)[0].subject == "memory: change");
  CHECK((*log)[0].at == GitFixture::kNow);
  fixture.fsck(vault);
}

TEST_CASE("commit: a linked worktree has its own HEAD and index") {
  const GitFixture fixture;
  const std::string main = fixture.make_repository("main");
  const std::string tree = fixture.temp / "linked";
  fixture.git(main, {"worktree", "add", "-q", "-b", "side", tree});
  const auto repository = fixture.open(tree);
  CHECK(repository->is_own());
  REQUIRE(fixture.commit(*repository, tree, {{"m.md", "m"}}));
  CHECK(fixture.status(tree).empty());
  CHECK(fixture.status(main).empty());
  CHECK(fixture.git(main, {"log", "--format=%s", "main"}) == "first\n");
  CHECK(fixture.git(main, {"log", "--format=%s", "side"}) == "memory: change\nfirst\n");
}

TEST_CASE("commit: a detached HEAD moves along") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.git(root, {"checkout", "-q", "--detach"});
  const auto repository = fixture.open(root);
  const auto made = fixture.commit(*repository, root, {{"m.md", "m"}});
  REQUIRE(made);
  CHECK(fixture.git(root, {"rev-parse", "HEAD"}) == made->id + "\n");
  CHECK(fixture.git(root, {"log", "--format=%s", "main"}) == "first\n");
  CHECK(fixture.status(root).empty());
}

TEST_CASE("commit: one that waits moves nothing until the next one takes it along") {
  GitFixture fixture;
  const std::string root = fixture.make_repository("r");
  const auto repository = GitFixture::open(root);
  GitFixture::write(root + "/hand.md", "by hand\n");
  const auto later =
      repository->commit_later({{"hand.md", "by hand\n"}}, "by hand", GitFixture::kNow);
  REQUIRE(later);
  REQUIRE(later->has_value());
  CHECK(fixture.git(root, {"log", "--format=%s"}) == "first\n");
  CHECK(fixture.status(root) == "?? hand.md\n");
  GitFixture::write(root + "/hand.md", "by both\n");
  REQUIRE(fixture.commit(*repository, root, {{"hand.md", "by both\n"}, {"m.md", "m"}}));
  CHECK(fixture.status(root).empty());
  CHECK(fixture.git(root, {"log", "--format=%s"}) == "memory: change\nby hand\nfirst\n");
  CHECK(fixture.git(root, {"show", "HEAD~1:hand.md"}) == "by hand\n");
  CHECK(fixture.git(root, {"rev-parse", "HEAD~1"}) == (*later)->id + "\n");
  fixture.git(root, {"fsck", "--strict"});
}

TEST_CASE("commit: one that waits is published alone when nothing follows") {
  GitFixture fixture;
  const std::string root = fixture.make_repository("r");
  const auto repository = GitFixture::open(root);
  GitFixture::write(root + "/hand.md", "by hand\n");
  REQUIRE(repository->commit_later({{"hand.md", "by hand\n"}}, "by hand", GitFixture::kNow));
  REQUIRE(repository->publish());
  REQUIRE(repository->publish());
  CHECK(fixture.git(root, {"log", "--format=%s"}) == "by hand\nfirst\n");
  CHECK(fixture.status(root).empty());
}

TEST_CASE("commit: what was stored ahead is not stored again, and nothing names it before") {
  GitFixture fixture;
  const std::string root = fixture.make_repository("r");
  const auto repository = GitFixture::open(root);
  std::vector<PathChange> changes;
  for (int i = 0; i < 150; ++i) {
    const std::string name = "m" + std::to_string(i) + ".md";
    changes.push_back({name, "text " + std::to_string(i) + "\n"});
    GitFixture::write(root + "/" + name, *changes.back().bytes);
  }
  REQUIRE(repository->store_ahead(changes));
  CHECK(fixture.git(root, {"log", "--format=%s"}) == "first\n");
  CHECK(fixture.git(root, {"diff", "--cached"}).empty());
  const std::string blob = fixture.git(root, {"hash-object", root + "/m7.md"});
  CHECK(fixture.git(root, {"cat-file", "-p", blob.substr(0, 40)}) == "text 7\n");
  REQUIRE(fixture.commit(*repository, root, changes));
  CHECK(fixture.status(root).empty());
  CHECK(fixture.git(root, {"show", "HEAD:m149.md"}) == "text 149\n");
  fixture.git(root, {"fsck", "--strict"});
}

TEST_CASE("commit: gathered in pieces it is the commit of all at once") {
  GitFixture fixture;
  const bool in_pieces = GENERATE(true, false);
  const std::string root = fixture.make_repository("r");
  const auto repository = GitFixture::open(root);
  REQUIRE(fixture.commit(*repository, root,
                         {{"was/folder/a.md", "a"}, {"was/folder/b.md", "b"}, {"wasfile", "f"}}));
  // A file takes the place of a folder and the other way round, over the edges of pieces too.
  fs::remove_all(root + "/was/folder");
  fs::remove(root + "/wasfile");
  std::vector<PathChange> changes = {{"m/0.md", "first"},
                                     {"was/folder", "now a file"},
                                     {"was/folder/a.md", std::nullopt},
                                     {"was/folder/b.md", std::nullopt},
                                     {"wasfile", std::nullopt},
                                     {"wasfile/x.md", "below"}};
  for (int i = 0; i < 150; ++i) {  // more than go into loose objects
    changes.push_back({"x/" + std::to_string(1000 + i) + ".md", "text " + std::to_string(i)});
  }
  for (const PathChange& change : changes) {
    if (change.bytes) GitFixture::write(root + "/" + change.path, *change.bytes);
  }
  std::vector<PathChange> rest = changes;
  if (in_pieces) {
    for (std::size_t i = 0; i < 6; ++i) REQUIRE(repository->gather({changes[i]}));
    REQUIRE(repository->gather({changes.begin() + 6, changes.begin() + 130}));
    rest.erase(rest.begin(), rest.begin() + 130);
    CHECK(fixture.git(root, {"log", "--format=%s"}) == "memory: change\nfirst\n");
    CHECK(fixture.git(root, {"diff", "--cached"}).empty());
  }
  const auto made = repository->commit(rest, "memory: much", GitFixture::kNow);
  REQUIRE(made);
  REQUIRE(made->has_value());
  CHECK(fixture.status(root).empty());
  CHECK(fixture.git(root, {"show", "HEAD:was/folder"}) == "now a file");
  CHECK(fixture.git(root, {"show", "HEAD:x/1149.md"}) == "text 149");
  fixture.git(root, {"add", "-A"});
  CHECK(fixture.git(root, {"rev-parse", "HEAD^{tree}"}) == fixture.git(root, {"write-tree"}));
  fixture.fsck(root);
}

TEST_CASE("commit: of what was gathered nothing is left where a piece or the commit fails") {
  GitFixture fixture;
  const std::string root = fixture.make_repository("r");
  const auto repository = GitFixture::open(root);
  GitFixture::write(root + "/a.md", "a");
  REQUIRE(repository->gather({{"a.md", "a"}}));
  REQUIRE_FALSE(repository->gather({{"x/.git/config", "no"}}));
  const auto nothing = repository->commit({}, "memory: nothing", GitFixture::kNow);
  REQUIRE(nothing);
  CHECK_FALSE(nothing->has_value());
  CHECK(fixture.git(root, {"log", "--format=%s"}) == "first\n");
  CHECK(fixture.status(root) == "?? a.md\n");
}

TEST_CASE("commit: a commit that somebody else made meanwhile is not undone") {
  GitFixture fixture;
  const std::string root = fixture.make_repository("r");
  const auto repository = GitFixture::open(root);
  GitFixture::write(root + "/hand.md", "by hand\n");
  REQUIRE(repository->commit_later({{"hand.md", "by hand\n"}}, "by hand", GitFixture::kNow));
  fixture.git(root, {"commit", "-q", "--allow-empty", "-m", "theirs"});
  const pyramid::Status published = repository->publish();
  REQUIRE_FALSE(published);
  CHECK(published.error().kind == ErrorKind::kConflict);
  CHECK(fixture.git(root, {"log", "--format=%s"}) == "theirs\nfirst\n");
}

TEST_CASE("commit: the configured identity signs") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  fixture.commit(*repository, root, {{"m.md", "m"}});
  CHECK(fixture.git(root, {"log", "-1", "--format=%an %ae %cn"}) == "Mia mia@example.org Mia\n");
}

TEST_CASE("commit: what a .gitignore hides stays out unless it is tracked") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.write(root + "/.gitignore", "sessions/\n*.secret\n");
  fixture.write(root + "/kept.secret", "0");
  fixture.git(root, {"add", "-f", ".gitignore", "kept.secret"});
  fixture.git(root, {"commit", "-q", "-m", "rules"});
  const auto repository = fixture.open(root);
  REQUIRE(fixture.commit(
      *repository, root,
      {{"sessions/2026/s.md", "s"}, {"x.secret", "x"}, {"kept.secret", "1"}, {"m.md", "m"}}));
  CHECK(fixture.git(root, {"ls-tree", "-r", "--name-only", "HEAD"}) ==
        ".gitignore\na.txt\nkept.secret\nm.md\n");
  CHECK(fixture.status(root).empty());
  CHECK(repository->uncommitted()->empty());
  CHECK_FALSE(fixture.commit(*repository, root, {{"sessions/2026/t.md", "t"}}));
}

TEST_CASE("commit: modes and links of others stay as they are") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.write(root + "/dir/run.sh", "#!/bin/sh\n");
  fixture.write(root + "/dir/tool.md", "x\n");
  fs::permissions(root + "/dir/run.sh", fs::perms::owner_all);
  fs::permissions(root + "/dir/tool.md", fs::perms::owner_all);
  fs::create_symlink("run.sh", root + "/dir/link");
  fixture.git(root, {"add", "-A"});
  fixture.git(root, {"commit", "-q", "-m", "tools"});
  const auto repository = fixture.open(root);
  fixture.commit(*repository, root, {{"dir/m.md", "m"}, {"dir/tool.md", "y\n"}});
  const std::string tree = fixture.git(root, {"ls-tree", "-r", "HEAD", "dir"});
  CHECK(tree.find("120000 blob") != std::string::npos);
  CHECK(fixture.git(root, {"ls-tree", "--format=%(objectmode) %(path)", "HEAD", "dir/"}) ==
        "120000 dir/link\n100644 dir/m.md\n100755 dir/run.sh\n100755 dir/tool.md\n");
  CHECK(fixture.status(root).empty());
}

TEST_CASE("commit: line ends are stored as git stores them") {
  const std::string setting = GENERATE("true", "input", "false");
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.git(root, {"config", "core.autocrlf", setting});
  fixture.git(root, {"config", "core.safecrlf", "false"});
  const auto repository = fixture.open(root);
  fixture.commit(*repository, root, {{"crlf.md", "one\r\ntwo\r\n"}, {"lf.md", "one\ntwo\n"}});
  CHECK(fixture.status(root).empty());
  CHECK(repository->uncommitted()->empty());
  const std::string stored = setting == "false" ? "one\r\ntwo\r\n" : "one\ntwo\n";
  CHECK(fixture.git(root, {"cat-file", "blob", "HEAD:crlf.md"}) == stored);
  // Not only by its stat data is it clean.
  fs::last_write_time(root + "/crlf.md", fs::file_time_type::clock::now() - std::chrono::hours(1));
  CHECK(fixture.status(root).empty());
}

TEST_CASE("commit: attributes of the repository count") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.write(root + "/.gitattributes", "*.md text eol=lf\n");
  fixture.git(root, {"add", ".gitattributes"});
  fixture.git(root, {"commit", "-q", "-m", "attributes"});
  const auto repository = fixture.open(root);
  fixture.commit(*repository, root, {{"m.md", "one\r\n"}});
  CHECK(fixture.git(root, {"cat-file", "blob", "HEAD:m.md"}) == "one\n");
  CHECK(fixture.status(root).empty());
}

namespace {

// A repository with a filter for notes, as git-crypt has one: letters are others in a commit.
std::string make_filtered(const GitFixture& fixture) {
  const std::string root = fixture.make_repository("memory");
  fixture.write(root + "/.gitattributes", "*.md filter=crypt\n");
  fixture.git(root, {"add", ".gitattributes"});
  fixture.git(root, {"commit", "-q", "-m", "attributes"});
  fixture.git(root, {"config", "filter.crypt.clean", "tr a-z n-za-m"});
  fixture.git(root, {"config", "filter.crypt.smudge", "tr a-z n-za-m"});
  REQUIRE(pyramid::history::vouch_for(root));
  return root;
}

}  // namespace

TEST_CASE("commit: what a filter program is for is stored as it says, many files at once too") {
  const GitFixture fixture;
  const std::string root = make_filtered(fixture);
  const auto repository = fixture.open(root);
  std::vector<PathChange> changes;
  for (int i = 0; i < 3; ++i) changes.push_back({"m" + std::to_string(i) + ".md", "secret\n"});
  changes.push_back({"plain.txt", "plain\n"});
  REQUIRE(fixture.commit(*repository, root, changes));
  CHECK(fixture.git(root, {"cat-file", "blob", "HEAD:m2.md"}) == "frperg\n");
  CHECK(fixture.git(root, {"cat-file", "blob", "HEAD:plain.txt"}) == "plain\n");
  CHECK(fixture.status(root).empty());
  fixture.write(root + "/m0.md", "mine\n");  // not what is to be committed
  REQUIRE(repository->commit({{"m0.md", "ours\n"}}, "x", GitFixture::kNow));
  CHECK(fixture.git(root, {"cat-file", "blob", "HEAD:m0.md"}) == "bhef\n");
  CHECK(fixture.read(root + "/m0.md") == "mine\n");
}

TEST_CASE("commit: a filtered file that was only touched is no edit") {
  const GitFixture fixture;
  const std::string root = make_filtered(fixture);
  const auto repository = fixture.open(root);
  REQUIRE(fixture.commit(*repository, root, {{"m.md", "secret\n"}, {"n.md", "secret\n"}}));
  fixture.write(root + "/m.md", "secret\n");
  fs::last_write_time(root + "/m.md", fs::last_write_time(root + "/m.md") - std::chrono::hours(1));
  fixture.write(root + "/n.md", "other\n");
  const auto changed = repository->uncommitted();
  REQUIRE(changed);
  CHECK(*changed == std::vector<std::string>{"n.md"});
}

TEST_CASE("commit: what is still as a filter left it in the commit is not filtered once more") {
  const GitFixture fixture;
  const std::string root = make_filtered(fixture);
  const auto repository = fixture.open(root);
  REQUIRE(fixture.commit(*repository, root, {{"m.md", "secret\n"}}));
  fixture.write(root + "/m.md", "frperg\n");
  const auto made = repository->commit({{"m.md", "frperg\n"}}, "x", GitFixture::kNow);
  REQUIRE(made);
  CHECK_FALSE(*made);
}

TEST_CASE("commit: a filter that fails, or is not set up in this clone, lets nothing through") {
  const GitFixture fixture;
  const std::string root = make_filtered(fixture);
  std::string needle;
  SECTION("fails") {
    fixture.git(root, {"config", "filter.crypt.clean", "tr a-z n-za-m; exit 3"});
    needle = "fails";
  }
  SECTION("is not set up") {
    fixture.git(root, {"config", "--remove-section", "filter.crypt"});
    needle = "`crypt`, which is not set up in this clone";
  }
  fixture.write(root + "/m.md", "secret\n");
  const auto made = fixture.open(root)->commit({{"m.md", "secret\n"}}, "x", GitFixture::kNow);
  REQUIRE_FALSE(made);
  CHECK(made.error().kind == ErrorKind::kConflict);
  CHECK(made.error().what.find(needle) != std::string::npos);
  CHECK(fixture.git(root, {"log", "--format=%s"}) == "attributes\nfirst\n");
}

TEST_CASE("commit: the encoding that a file has on the disk is git's to change") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.write(root + "/.gitattributes", "*.md working-tree-encoding=ISO-8859-1\n");
  REQUIRE(fixture.commit(*fixture.open(root), root, {{"m.md", "caf\xe9\n"}}));
  CHECK(fixture.git(root, {"cat-file", "blob", "HEAD:m.md"}) == "caf\xc3\xa9\n");
}

TEST_CASE("commit: attributes count wherever git reads them") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  const auto stored = [&](const std::string& path) {
    fixture.commit(*repository, root, {{path, path + "\r\n"}});
    return fixture.git(root, {"cat-file", "blob", "HEAD:" + path}) == path + "\n";
  };
  fixture.write(root + "/.gitattributes", "# text\n*.md -text merge=pyramid diff=markdown\n");
  CHECK_FALSE(stored("a/b/m.md"));
  fixture.write(root + "/a/.gitattributes", "*.md\ttext\n");
  CHECK(stored("a/b/n.md"));
  CHECK_FALSE(stored("b/m.md"));
  fs::remove(root + "/a/.gitattributes");
  CHECK_FALSE(stored("a/b/o.md"));
  fixture.write(root + "/.git/info/attributes", "[attr]prose text\n*.md prose\n");
  CHECK(stored("b/n.md"));
  fs::remove(root + "/.git/info/attributes");
  CHECK_FALSE(stored("b/o.md"));
}

TEST_CASE("commit: attributes that are staged count where their file is not there") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.write(root + "/a/.gitattributes", "*.md text\n");
  fixture.git(root, {"add", "a/.gitattributes"});
  fs::remove(root + "/a/.gitattributes");
  const auto repository = fixture.open(root);
  fixture.commit(*repository, root, {{"a/m.md", "one\r\n"}});
  CHECK(fixture.git(root, {"cat-file", "blob", "HEAD:a/m.md"}) == "one\n");
}

TEST_CASE("commit: patterns of what is ignored count wherever git reads them") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.write(root + "/.gitignore", "\xef\xbb\xbf.env\n!kept.md\n# *.md\n");
  fixture.write(root + "/a/.gitignore", "draft-?.md\n/b/c\n");
  fixture.write(root + "/.git/info/exclude", "*.log.md\ncache/\n");
  const auto repository = fixture.open(root);
  const std::vector<std::string> paths = {
      "m.md",       "kept.md",        "a/draft-1.md", "a/draft-12.md", "draft-1.md",
      "a/b/c/m.md", "b/c/m.md",       "x/y.log.md",   "x/y.log",       "cache/z/m.md",
      ".env/m.md",  "a/d/draft-x.md", "cache.md",     "Draft-1.md"};
  std::vector<std::string> hidden;
  for (const std::string& path : paths) {
    const auto said = fixture.git(root, {"ls-files", "-o", "-i", "--exclude-standard"});
    fixture.write(root + "/" + path, "x");
    if (fixture.git(root, {"ls-files", "-o", "-i", "--exclude-standard"}) != said) {
      hidden.push_back(path);
    }
  }
  CHECK(hidden.size() == 6);
  CHECK(*repository->ignored(paths) == hidden);
  for (const std::string& path : paths) {  // by itself: no other file's folder was read
    const bool is_hidden = std::find(hidden.begin(), hidden.end(), path) != hidden.end();
    INFO(path);
    CHECK(repository->ignored({path})->empty() != is_hidden);
  }
}

TEST_CASE("commit: an edit made while committing shows as a change") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  fixture.write(root + "/m.md", "edits");  // as long as what is committed
  REQUIRE(repository->commit({{"m.md", "bytes"}}, "x", GitFixture::kNow));
  CHECK(fixture.status(root) == " M m.md\n");
  CHECK(*repository->uncommitted() == std::vector<std::string>{"m.md"});
  CHECK(fixture.git(root, {"show", "HEAD:m.md"}) == "bytes");
}

TEST_CASE("commit: what is staged of our own file is replaced by what is committed") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  fixture.commit(*repository, root, {{"m.md", "1"}});
  fixture.write(root + "/m.md", "2");
  fixture.git(root, {"add", "m.md"});
  fixture.commit(*repository, root, {{"m.md", "3"}});
  CHECK(fixture.status(root).empty());
  fixture.fsck(root);
}

TEST_CASE("commit: a path that git forbids is refused and nothing moves") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  for (const char* path : {"../x.md", ".git/x", "a//b.md", "./x.md"}) {
    CAPTURE(path);
    CHECK_FALSE(repository->commit({{path, "x"}}, "x", GitFixture::kNow));
  }
  CHECK_FALSE(repository->commit({{"x", "1"}, {"x", "2"}}, "x", GitFixture::kNow));
  CHECK(fixture.git(root, {"log", "--format=%s"}) == "first\n");
  CHECK(fixture.status(root).empty());
}

TEST_CASE("commit: a file name with a newline and bytes beyond ASCII") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  fixture.commit(*repository, root, {{"notes/a\nb.md", "x"}, {"notes/\xc3\x89lan.md", "y"}});
  CHECK(fixture.status(root).empty());
  CHECK(fixture.git(root, {"ls-tree", "-r", "-z", "--name-only", "HEAD", "notes"}) ==
        std::string("notes/a\nb.md\0notes/\xc3\x89lan.md\0", 28));
}

TEST_CASE("commit: an index lock that a killed process of ours left is taken away") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("own");
  // A process that is gone.
  const pid_t gone = ::fork();
  if (gone == 0) ::_exit(0);
  ::waitpid(gone, nullptr, 0);
  const std::string name = root + "/.git/index.pyramid-" + std::to_string(gone);
  GitFixture::write(name, "half an index");
  std::filesystem::create_hard_link(name, root + "/.git/index.lock");
  const auto repository = GitFixture::open(root);
  REQUIRE(repository->can_commit());
  CHECK_FALSE(std::filesystem::exists(name));
  CHECK(GitFixture::commit(*repository, root, {{"b.md", "b\n"}}));
  CHECK(fixture.status(root).empty());
  fixture.fsck(root);
}

TEST_CASE("commit: the number of a killed process may be another one's by now") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("own");
  // This process is there, but did not begin when the machine did.
  const std::string name = root + "/.git/index.pyramid-" + std::to_string(::getpid()) + "-1";
  GitFixture::write(name, "half an index");
  std::filesystem::create_hard_link(name, root + "/.git/index.lock");
  REQUIRE(GitFixture::open(root)->can_commit());
  CHECK_FALSE(std::filesystem::exists(name));
}

TEST_CASE("commit: of a lock on a branch that another program left it is said which file it is") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("own");
  const auto repository = GitFixture::open(root);
  GitFixture::write(root + "/.git/refs/heads/main.lock", "");
  GitFixture::write(root + "/a.md", "a\n");
  const auto made = repository->commit({{"a.md", "a\n"}}, "memory: a\n", pyramid::Time{0});
  REQUIRE_FALSE(made);
  CHECK(made.error().kind == ErrorKind::kConflict);
  CHECK(made.error().where.ends_with("refs/heads/main.lock"));
  CHECK(made.error().hint == "wait for it to end; if none is running, remove that file");
}

TEST_CASE("commit: a lock on a branch goes by what a killed process was to write into it") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("own");
  const std::string lock = root + "/.git/refs/heads/main.lock";
  const std::string ours(40, 'a'), others(40, 'b');
  GitFixture::write(root + "/.git/HEAD.pyramid-999999999", lock + "\n" + ours + "\n");
  SECTION("ours, taken long after the mark was made") {
    GitFixture::write(lock, ours + "\n");
    std::filesystem::last_write_time(
        lock, std::filesystem::file_time_type::clock::now() + std::chrono::minutes(5));
    REQUIRE(GitFixture::open(root)->can_commit());
    CHECK_FALSE(std::filesystem::exists(lock));
  }
  SECTION("another program's") {
    GitFixture::write(lock, others + "\n");
    REQUIRE(GitFixture::open(root)->can_commit());
    CHECK(std::filesystem::exists(lock));
  }
}

TEST_CASE("commit: an index lock that another program holds for a moment is waited for") {
  const GitFixture fixture;
  const std::string index = fixture.make_repository("own") + "/.git/index";
  int pauses = 0;
  CHECK(comes_free(index, [&](auto) { ++pauses; }));
  CHECK(pauses == 0);
  GitFixture::write(index + ".lock", "");
  CHECK_FALSE(comes_free(index, [&](auto) { ++pauses; }));
  CHECK(pauses > 0);
  pauses = 0;
  CHECK(comes_free(index, [&](auto) {
    if (++pauses == 3) fs::remove(index + ".lock");
  }));
  CHECK(pauses == 3);
}

TEST_CASE("commit: an index lock that another program holds stays") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("own");
  GitFixture::write(root + "/.git/index.lock", "");
  GitFixture::write(root + "/.git/index.pyramid-999999999", "of another index");
  CHECK_FALSE(GitFixture::open(root)->can_commit());
  CHECK(std::filesystem::exists(root + "/.git/index.lock"));
}

TEST_CASE("commit: killed at any step, the next commit goes on and the repository is whole") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("own");
  for (int step = 0; step < 40; ++step) {
    const pid_t child = ::fork();
    if (child == 0) {
      // Dies somewhere in the middle of the commit.
      const auto repository = Repository::open(root);
      GitFixture::write(root + "/a.md", std::to_string(step));
      ::ualarm(static_cast<useconds_t>(1 + step * 150), 0);
      if (repository && *repository) {
        static_cast<void>(
            (*repository)->commit({{"a.md", std::to_string(step)}}, "memory: a", GitFixture::kNow));
      }
      ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    const auto repository = GitFixture::open(root);
    REQUIRE(repository->can_commit());
    GitFixture::commit(*repository, root, {{"b.md", std::to_string(step)}});
    fixture.fsck(root);
  }
  CHECK_FALSE(std::filesystem::exists(root + "/.git/index.lock"));
}

TEST_CASE("commit: what commits are signed with stands among their trailers") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  repository->sign_with("Pyramid-Machine: laptop\n");
  fixture.commit(*repository, root, {{"a.md", "1"}}, "memory: one\n\nSome words.\n\nKey: 1\n");
  CHECK(fixture.git(root, {"log", "-1", "--format=%(trailers:only)"}) ==
        "Key: 1\nPyramid-Machine: laptop\n\n");
  fixture.commit(*repository, root, {{"a.md", "2"}}, "memory: two");
  CHECK(fixture.git(root, {"log", "-1", "--format=%B"}) ==
        "memory: two\n\nPyramid-Machine: laptop\n\n");
}

TEST_CASE("commit: where git is told to sign, the git program signs with the person's key") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("vault");
  const std::string program = fixture.temp / "gpg";
  GitFixture::write(program,
                    "#!/bin/sh\ncat >/dev/null\necho '[GNUPG:] SIG_CREATED D 1 8 00 0 X' >&2\n"
                    "echo '-----BEGIN PGP SIGNATURE-----'\necho; echo signed\n"
                    "echo '-----END PGP SIGNATURE-----'\n");
  fs::permissions(program, fs::perms::owner_all);
  fixture.git(root, {"config", "commit.gpgsign", "true"});
  fixture.git(root, {"config", "gpg.program", program});
  CHECK(fixture.open(root)->can_sign(GitFixture::kNow));
  const auto made =
      fixture.commit(*fixture.open(root), root, {{"b.md", "b\n"}}, "memory: b\n\nOf a.\n");
  REQUIRE(made);
  const std::string written = fixture.git(root, {"cat-file", "commit", "HEAD"});
  CHECK(written.find("gpgsig -----BEGIN PGP SIGNATURE-----") != std::string::npos);
  CHECK(fixture.git(root, {"log", "-1", "--format=%H %an <%ae> %aI %cI %P %B"}) ==
        made->id + " Mia <mia@example.org> 2026-05-12T10:03:00+00:00 2026-05-12T10:03:00+00:00 " +
            fixture.git(root, {"rev-parse", "HEAD~1"}).substr(0, 40) + " memory: b\n\nOf a.\n\n");
  CHECK(fixture.status(root).empty());
  fixture.fsck(root);
}

TEST_CASE("commit: a key that cannot be used is one clear line, and nothing is committed") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("vault");
  fixture.git(root, {"config", "commit.gpgsign", "true"});
  fixture.git(root, {"config", "gpg.program", "false"});
  const std::string before = fixture.git(root, {"rev-parse", "HEAD"});
  GitFixture::write(root + "/b.md", "b\n");
  const auto made = fixture.open(root)->commit({{"b.md", "b\n"}}, "memory: b", GitFixture::kNow);
  REQUIRE_FALSE(made);
  CHECK(made.error().what.find("cannot sign the commit") != std::string::npos);
  CHECK_FALSE(fixture.open(root)->can_sign(GitFixture::kNow));
  CHECK(fixture.git(root, {"rev-parse", "HEAD"}) == before);
}

TEST_CASE_METHOD(GitFixture, "commit: where the person has hooks, they run, for our files alone") {
  const std::string folder = make_repository("hooked");
  const std::string hook = GENERATE(".git/hooks/pre-commit", ".githooks/commit-msg");
  if (hook.starts_with(".githooks")) git(folder, {"config", "core.hooksPath", ".githooks"});
  const auto put_hook = [&](const std::string& script) {
    write(folder + "/" + hook, "#!/bin/sh\n" + script);
    std::filesystem::permissions(folder + "/" + hook, std::filesystem::perms::owner_all);
  };
  put_hook("git diff --cached --name-only > .git/seen\n");
  write(folder + "/a.txt", "staged\n");
  git(folder, {"add", "a.txt"});
  auto repository = open(folder);
  REQUIRE(commit(*repository, folder, {{"notes/x.md", "One.\n"}}, "memory: one\n\nKey: v\n"));
  CHECK(read(folder + "/.git/seen") == "notes/x.md\n");
  CHECK(git(folder, {"log", "-1", "--format=%B%an %at"}) ==
        "memory: one\n\nKey: v\nMia 1778580180\n");
  CHECK(git(folder, {"diff", "--cached", "--name-only"}) == "a.txt\n");
  CHECK(git(folder, {"show", "--name-only", "--format="}) == "notes/x.md\n");

  put_hook("echo 'no such words here' >&2\nexit 1\n");
  const std::string head = git(folder, {"rev-parse", "HEAD"});
  write(folder + "/notes/x.md", "Two.\n");
  const auto refused = repository->commit({{"notes/x.md", "Two.\n"}}, "memory: two\n", kNow);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kConflict);
  CHECK(refused.error().what.find("no such words here") != std::string::npos);
  CHECK(git(folder, {"rev-parse", "HEAD"}) == head);
  CHECK(read(folder + "/notes/x.md") == "Two.\n");
  put_hook("exit 1\n");
  const auto silent = repository->commit({{"notes/x.md", "Two.\n"}}, "memory: two\n", kNow);
  REQUIRE_FALSE(silent);
  CHECK(silent.error().what == "git made no commit: it says nothing, and ended with 1");

  put_hook("echo 'Three.' > notes/x.md\ngit add notes/x.md\n");
  if (hook.ends_with("pre-commit")) {
    REQUIRE(commit(*repository, folder, {{"notes/x.md", "Two.\n"}}, "memory: two\n"));
    CHECK(git(folder, {"show", "HEAD:notes/x.md"}) == "Three.\n");
    CHECK(git(folder, {"status", "--porcelain", "notes"}).empty());
  }
  fsck(folder);
}

TEST_CASE_METHOD(GitFixture, "commit: a sparse checkout is seen where nobody commits, too") {
  const std::string folder = make_repository("sparse");
  CHECK(pyramid::history::nothing_is_hidden(folder));
  const auto repository = open(folder);
  commit(*repository, folder, {{"notes/x.md", "One.\n"}, {"src/x.txt", "x\n"}});
  git(folder, {"sparse-checkout", "init", "--no-sparse-index"});
  git(folder, {"sparse-checkout", "set", "--no-cone", "/*", "!/src/"});
  CHECK(pyramid::history::nothing_is_hidden(folder));
  git(folder, {"sparse-checkout", "set", "--no-cone", "/*", "!/notes/"});
  const auto hidden = pyramid::history::nothing_is_hidden(folder);
  REQUIRE_FALSE(hidden);
  CHECK(hidden.error().kind == pyramid::ErrorKind::kConflict);
}

TEST_CASE_METHOD(GitFixture, "commit: a sparse checkout without memory files is refused") {
  const std::string folder = make_repository("sparse");
  auto repository = open(folder);
  REQUIRE(commit(*repository, folder, {{"notes/x.md", "One.\n"}, {"src/a.c", "a\n"}}));
  git(folder, {"sparse-checkout", "init", "--no-sparse-index"});
  git(folder, {"sparse-checkout", "set", "--no-cone", "/*", "!/src/"});
  repository = open(folder);
  CHECK(repository->can_commit());
  git(folder, {"sparse-checkout", "set", "--no-cone", "/*", "!/notes/"});
  repository = open(folder);
  const auto refused = repository->can_commit();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kConflict);
  CHECK(refused.error().where == "notes/x.md");
}

}  // namespace commit_test
