#include "history/repository.hpp"

#include "history/dead_locks.hpp"
#include "history/process_name.hpp"
#include "tests/history/git_fixture.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace repository_test {

using pyramid::ErrorKind;
using pyramid::Status;
using pyramid::history::head_fingerprint;
using pyramid::history::is_as_seen;
using pyramid::history::Repository;
using pyramid::test::GitFixture;
using pyramid::test::run_git;
namespace fs = std::filesystem;

// libgit2 1.5 forgets a regular expression when it refuses a repository's extension.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libpcre2-8"; }

TEST_CASE("repository: one thread loads libgit2 while another opens the diary") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const std::jthread loader(pyramid::history::load_libgit2);
  const auto opened = Repository::open(root);
  REQUIRE(opened);
  CHECK(*opened != nullptr);
}

TEST_CASE("repository: none encloses the folder") {
  const GitFixture fixture;
  fs::create_directories(fixture.temp / "plain");
  const auto opened = Repository::open(fixture.temp / "plain");
  REQUIRE(opened);
  CHECK(*opened == nullptr);
  CHECK(*Repository::open(fixture.temp / "not there") == nullptr);
}

TEST_CASE("repository: one that ignores the workspace does not count") {
  const GitFixture fixture;
  const std::string outer = fixture.make_repository("outer");
  fixture.write(outer + "/.gitignore", "memory/\n");
  const std::string root = outer + "/memory";
  fixture.write(root + "/old.md", "x");
  CHECK(*Repository::open(root) == nullptr);

  const auto made = Repository::open_or_init(root);
  REQUIRE(made);
  CHECK((*made)->is_own());
  REQUIRE(fixture.commit(**made, root, {{"old.md", "x"}}));
  CHECK(fixture.git(root, {"log", "--format=%s"}) == "memory: change\n");
  CHECK(fixture.status(outer) == "?? .gitignore\n");
}

TEST_CASE("repository: a tracked file makes an ignored folder count after all") {
  const GitFixture fixture;
  const std::string outer = fixture.make_repository("outer");
  fixture.write(outer + "/.gitignore", "memory/\n");
  fixture.write(outer + "/memory/kept.md", "x");
  fixture.git(outer, {"add", "-f", "memory/kept.md"});
  CHECK(*Repository::open(outer + "/memory") != nullptr);
}

TEST_CASE("repository: init runs no template and no hook, and happens once") {
  const GitFixture fixture;
  fixture.write(
      fixture.temp / "home/.gitconfig",
      "[init]\n\tdefaultBranch = trunk\n\ttemplateDir = " + fixture.temp.path() + "/template\n");
  fixture.write(fixture.temp / "template/hooks/post-commit", "#!/bin/sh\ntouch ../hooked\n");
  fs::permissions(fixture.temp / "template/hooks/post-commit", fs::perms::owner_all);
  const std::string root = fixture.temp / "new/memory";
  auto made = Repository::open_or_init(root);
  REQUIRE(made);
  CHECK_FALSE(fs::exists(root + "/.git/hooks/post-commit"));
  fixture.commit(**made, root, {{"m.md", "m"}});
  CHECK(fixture.git(root, {"symbolic-ref", "--short", "HEAD"}) == "main\n");
  CHECK(Repository::open_or_init(root));
  CHECK(fixture.git(root, {"log", "--format=%s"}) == "memory: change\n");
}

TEST_CASE("repository: one whose git folder lies elsewhere is of the folder with the file .git") {
  const GitFixture fixture;
  const std::string root = fixture.temp / "memory";
  std::filesystem::create_directories(root);
  const auto holds_it = [&] {
    const auto opened = GitFixture::open(root);
    CHECK(opened->is_own());
    CHECK(std::filesystem::equivalent(opened->workdir(), root));
    GitFixture::commit(*opened, root, {{"b.md", "b\n"}});
    CHECK(fixture.status(root).empty());
  };
  SECTION("beside it") {
    fixture.git(root, {"init", "-q", "-b", "main", "--separate-git-dir", fixture.temp / "x.git"});
    holds_it();
  }
  SECTION("in another folder") {
    std::filesystem::create_directories(fixture.temp / "gits");
    fixture.git(root,
                {"init", "-q", "-b", "main", "--separate-git-dir", fixture.temp / "gits/x.git"});
    holds_it();
  }
  SECTION("moved there later") {
    fixture.git(root, {"init", "-q", "-b", "main"});
    fixture.git(root, {"init", "-q", "--separate-git-dir", fixture.temp / "x.git"});
    holds_it();
  }
}

TEST_CASE("repository: a .git without HEAD is named, and what is said of it helps") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("broken");
  std::filesystem::remove(root + "/.git/HEAD");
  const auto opened = Repository::open(root);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().what == ".git is there, but no repository: it has no HEAD");
  CHECK(opened.error().hint.find("git init -b main " + root) == 0);
  fixture.git(root, {"init", "-q", "-b", "main", root});
  CHECK(GitFixture::open(root)->log(1)->size() == 1);
}

TEST_CASE("repository: a bare one has no workspace") {
  const GitFixture fixture;
  const std::string bare = fixture.temp / "bare.git";
  fs::create_directories(bare);
  fixture.git(bare, {"init", "-q", "--bare"});
  const auto opened = Repository::open(bare);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().kind == ErrorKind::kConflict);
}

TEST_CASE("repository: one of another user is refused with the way out") {
  if (::geteuid() != 0) return;  // only root can give a folder away
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  REQUIRE(::chown(root.c_str(), 4321, 4321) == 0);
  REQUIRE(::chown((root + "/.git").c_str(), 4321, 4321) == 0);
  const auto opened = Repository::open(root);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().kind == ErrorKind::kIo);
  CHECK(opened.error().where == root);
  CHECK(opened.error().hint.find("safe.directory") != std::string::npos);
}

TEST_CASE("repository: SHA-256 repositories are refused by name") {
  const GitFixture fixture;
  const std::string root = fixture.temp / "memory";
  fs::create_directories(root);
  fixture.git(root, {"init", "-q", "--object-format=sha256"});
  const auto opened = Repository::open(root);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().kind == ErrorKind::kInvalid);
  CHECK(to_string(opened.error()).find("objectformat") != std::string::npos);
}

TEST_CASE("repository: through a symlink the workspace is found where it is") {
  const GitFixture fixture;
  const std::string outer = fixture.make_repository("outer");
  fs::create_directories(outer + "/memory");
  fs::create_directory_symlink(outer + "/memory", fixture.temp / "link");
  const auto repository = fixture.open(fixture.temp / "link");
  fixture.commit(*repository, fixture.temp / "link", {{"m.md", "m"}});
  CHECK(fixture.git(outer, {"ls-tree", "-r", "--name-only", "HEAD"}) == "a.txt\nmemory/m.md\n");
}

TEST_CASE("can_commit: an operation under way is named") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  fixture.git(root, {"checkout", "-q", "-b", "side"});
  fixture.write(root + "/a.txt", "side\n");
  fixture.git(root, {"commit", "-q", "-am", "side"});
  fixture.git(root, {"checkout", "-q", "main"});
  fixture.write(root + "/a.txt", "main\n");
  fixture.git(root, {"commit", "-q", "-am", "main"});
  REQUIRE(repository->can_commit());

  SECTION("merge") {
    run_git(root, {"merge", "side"});
    const auto state = repository->can_commit();
    REQUIRE_FALSE(state);
    CHECK(state.error().kind == ErrorKind::kConflict);
    CHECK(state.error().what == "a merge is under way");
    CHECK(state.error().hint.starts_with("pyramid sync, "));
    fixture.git(root, {"add", "-A"});  // markers and all: nothing is left for a sync to settle
    CHECK(repository->can_commit().error().hint.starts_with("all its files are settled: "));
    CHECK_FALSE(repository->commit({{"m.md", "m"}}, "x", GitFixture::kNow));
    fixture.git(root, {"merge", "--abort"});
  }
  SECTION("rebase") {
    run_git(root, {"rebase", "side"});
    CHECK(repository->can_commit().error().what == "a rebase is under way");
    fixture.git(root, {"rebase", "--abort"});
  }
  SECTION("cherry-pick") {
    run_git(root, {"cherry-pick", "side"});
    CHECK(repository->can_commit().error().what == "a cherry-pick is under way");
    fixture.git(root, {"cherry-pick", "--abort"});
  }
  SECTION("bisect") {
    fixture.git(root, {"bisect", "start"});
    CHECK(repository->can_commit().error().what == "a bisect is under way");
    fixture.git(root, {"bisect", "reset"});
  }
  SECTION("a conflict that a stash left behind") {
    fixture.write(root + "/a.txt", "stashed\n");
    fixture.git(root, {"stash", "-q"});
    fixture.write(root + "/a.txt", "other\n");
    fixture.git(root, {"commit", "-q", "-am", "other"});
    run_git(root, {"stash", "pop"});
    const auto state = repository->can_commit();
    REQUIRE_FALSE(state);
    CHECK(state.error().kind == ErrorKind::kConflict);
    CHECK(state.error().where == "a.txt");
    fixture.git(root, {"checkout", "-q", "HEAD", "--", "a.txt"});
  }
  SECTION("index.lock") {
    fixture.write(root + "/.git/index.lock", "");
    const auto state = repository->can_commit();
    REQUIRE_FALSE(state);
    CHECK(state.error().kind == ErrorKind::kConflict);
    CHECK(fs::equivalent(state.error().where, root + "/.git/index.lock"));
    fs::remove(root + "/.git/index.lock");
  }
  CHECK(repository->can_commit());
}

TEST_CASE("uncommitted: what differs from HEAD, staged or not, and nothing else") {
  const GitFixture fixture;
  const std::string outer = fixture.make_repository("outer");
  const std::string root = outer + "/memory";
  fs::create_directories(root);
  const auto repository = fixture.open(root);
  fixture.write(outer + "/memory-not-ours.txt", "x");
  fixture.commit(*repository, root,
                 {{"same.md", "s"},
                  {"edited.md", "e"},
                  {"staged.md", "s"},
                  {"there-and-back.md", "t"},
                  {"gone.md", "g"},
                  {"unstaged-gone.md", "g"},
                  {"kept-on-disk.md", "k"}});
  CHECK(repository->uncommitted()->empty());

  fixture.write(root + "/edited.md", "E");
  fixture.write(root + "/staged.md", "S");
  fixture.git(root, {"add", "staged.md"});
  fixture.write(root + "/there-and-back.md", "T");
  fixture.git(root, {"add", "there-and-back.md"});
  fixture.write(root + "/there-and-back.md", "t");
  fixture.git(root, {"rm", "-q", "gone.md"});
  fs::remove(root + "/unstaged-gone.md");
  fixture.git(root, {"rm", "-q", "--cached", "kept-on-disk.md"});
  fixture.write(root + "/deep/er/new.md", "n");
  fixture.write(root + "/came-and-went.md", "c");
  fixture.git(root, {"add", "came-and-went.md"});
  fs::remove(root + "/came-and-went.md");
  fixture.write(root + "/ignored.tmp", "i");
  fixture.write(root + "/.gitignore", "*.tmp\n");
  fixture.write(root + "/.pyramid/cache", "c");
  fs::create_symlink("same.md", root + "/link.md");
  fs::create_directories(root + "/inner");
  fixture.git(root + "/inner", {"init", "-q"});
  fixture.write(root + "/inner/x.md", "x");

  const auto paths = repository->uncommitted();
  REQUIRE(paths);
  CHECK(*paths == std::vector<std::string>{".gitignore", "deep/er/new.md", "edited.md", "gone.md",
                                           "staged.md", "unstaged-gone.md"});
}

TEST_CASE("repository: of a split index it is said how git writes it whole") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("own");
  const auto repository = *Repository::open(root);
  fixture.git(root, {"update-index", "--split-index"});
  const auto paths = repository->uncommitted();
  REQUIRE_FALSE(paths);
  CHECK(paths.error().what == "git's index is split");
  CHECK(paths.error().hint.find("--no-split-index") != std::string::npos);
}

namespace {

// As git writes it with index.skipHash (by itself from 2.40 on, with feature.manyFiles).
void drop_checksum(const std::string& root) {
  constexpr std::size_t kChecksum = 20;
  std::string bytes = GitFixture::read(root + "/.git/index");
  REQUIRE(bytes.size() > kChecksum);
  bytes.replace(bytes.size() - kChecksum, kChecksum, kChecksum, '\0');
  const auto written = fs::last_write_time(root + "/.git/index");
  GitFixture::write(root + "/.git/index", bytes);
  fs::last_write_time(root + "/.git/index", written);
}

}  // namespace

TEST_CASE("repository: an index without a checksum is one like any other") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("own");
  SECTION("as it is") {}
  SECTION("of version 4, with a cache of what is untracked") {
    fixture.git(root, {"config", "feature.manyFiles", "true"});
    fixture.git(root, {"update-index", "--index-version", "4", "--untracked-cache"});
    fixture.git(root, {"status"});
  }
  SECTION("with flags of a file") {
    fixture.git(root, {"update-index", "--assume-unchanged", "a.txt"});
  }
  fixture.write(root + "/edited.md", "before");
  fixture.write(root + "/staged.md", "staged");
  fixture.git(root, {"add", "-A"});
  fixture.git(root, {"commit", "-q", "-m", "two"});
  fixture.write(root + "/staged.md", "staged, twice");
  fixture.git(root, {"add", "staged.md"});
  fixture.write(root + "/edited.md", "after");
  fixture.write(root + "/new.md", "new");
  drop_checksum(root);
  const auto repository = fixture.open(root);
  CHECK(repository->can_commit());
  CHECK(*repository->uncommitted() == std::vector<std::string>{"edited.md", "new.md", "staged.md"});
  CHECK(*repository->staged({"staged.md", "edited.md"}) == std::vector<std::string>{"staged.md"});
  REQUIRE(repository->commit({{"edited.md", "after"}, {"new.md", "new"}}, "m", GitFixture::kNow));
  CHECK(fixture.status(root) == "M  staged.md\n");
  fixture.fsck(root);
}

TEST_CASE("uncommitted: an edit in the second in which git wrote its index is seen") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("own");
  fixture.git(root, {"config", "core.trustctime", "false"});
  fixture.write(root + "/m.md", "before");
  fixture.git(root, {"add", "-A"});
  fixture.git(root, {"commit", "-q", "-m", "two"});
  // Another text of the same size under the same time stamp, as young as the index.
  const auto stamp = fs::last_write_time(root + "/m.md");
  std::fstream(root + "/m.md", std::ios::in | std::ios::out) << "edited";
  fs::last_write_time(root + "/m.md", stamp);
  fs::last_write_time(root + "/.git/index", stamp);
  CHECK(*fixture.open(root)->uncommitted() == std::vector<std::string>{"m.md"});
}

TEST_CASE("repository: with git's settings for large repositories commits go on") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("own");
  std::string workspace = root;
  SECTION("a monitor of the file system") {
    fixture.write(root + "/.git/monitor", "#!/bin/sh\nprintf '/\\0'\n");
    fs::permissions(root + "/.git/monitor", fs::perms::owner_all);
    fixture.git(root, {"config", "core.fsmonitor", root + "/.git/monitor"});
    fixture.git(root, {"update-index", "--fsmonitor"});
    fixture.git(root, {"status"});
  }
  SECTION("settings of a worktree's own") {
    fixture.git(root, {"config", "extensions.worktreeConfig", "true"});
    workspace = fixture.temp / "linked";
    fixture.git(root, {"worktree", "add", "-q", "-b", "other", workspace});
  }
  SECTION("objects that are fetched when they are needed, and never thrown away") {
    std::string config = GitFixture::read(root + "/.git/config");  // git 2.39 knows not all of them
    const std::string version = "repositoryformatversion = ";
    config.replace(config.find(version), version.size() + 1, version + "1");
    fixture.write(root + "/.git/config", config +
                                             "[extensions]\n\tpartialClone = origin\n"
                                             "\tpreciousObjects = true\n"
                                             "\trelativeWorktrees = true\n");
  }
  const auto repository = fixture.open(workspace);
  REQUIRE(fixture.commit(*repository, workspace, {{"m.md", "m"}}));
  CHECK(repository->uncommitted()->empty());
  CHECK(repository->log(1)->size() == 1);
}

TEST_CASE("repository: what libgit2 cannot open is refused with the way out") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("own");
  std::string hint = "commit: false";
  std::string what;
  std::string config = "[core]\n\trepositoryformatversion = 1\n[extensions]\n";
  SECTION("branches in a table") {
    config += "\trefStorage = reftable\n";
    what = "keeps its branches as a reftable";
    hint = "git refs migrate --ref-format=files";
  }
  SECTION("names of two kinds") {
    config += "\tcompatObjectFormat = sha256\n";
    what = "extension that libgit2 does not know";
  }
  SECTION("a later format") {
    config = "[core]\n\trepositoryformatversion = 7\n";
    what = "of a later format";
  }
  fixture.write(root + "/.git/config", config);
  const auto opened = Repository::open(root);
  REQUIRE_FALSE(opened);
  INFO(to_string(opened.error()));
  CHECK(opened.error().kind == ErrorKind::kInvalid);
  CHECK(opened.error().what.find(what) != std::string::npos);
  CHECK(opened.error().hint.find(hint) != std::string::npos);
}

TEST_CASE("repository: files are found by how their names begin, those of the workspace alone") {
  const GitFixture fixture;
  const std::string outer = fixture.make_repository("outer");
  const std::string root = outer + "/memory";
  const std::vector<std::string> names = {"a/tmp-1", "a/x-tmp-2", "tmp-3", "tmp-4/x"};
  for (const std::string& name : names) fixture.write(root + "/" + name, "x");
  fixture.write(outer + "/tmp-5", "x");
  fixture.git(outer, {"add", "-A"});
  const auto repository = *Repository::open(root);
  CHECK(*repository->tracked_as("tmp-") == std::vector<std::string>{"a/tmp-1", "tmp-3"});
}

TEST_CASE("seen equal: what git's index says of a file stands for it until it is written again") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("outer") + "/memory";
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (const char* name : {"same.md", "edited.md", "other.md"}) {
    fixture.write(root + "/" + name, name);
    fs::last_write_time(root + "/" + name, long_ago);
  }
  fixture.git(root, {"add", "."});
  const auto blob_of = [&](const std::string& name) {
    return fixture.git(root, {"rev-parse", ":./" + name}).substr(0, 40);
  };
  const auto repository = fixture.open(root);
  const auto seen = repository->seen_equal({{"same.md", blob_of("same.md")},
                                            {"edited.md", blob_of("edited.md")},
                                            {"other.md", blob_of("same.md")},
                                            {"unknown.md", blob_of("same.md")}});
  REQUIRE(seen);
  REQUIRE(seen->size() == 2);

  fixture.write(root + "/edited.md", "EDITED.md");
  const auto files = pyramid::make_real_file_system();
  CHECK(is_as_seen(*files->stat(root + "/same.md"), seen->at("same.md")));
  CHECK_FALSE(is_as_seen(*files->stat(root + "/edited.md"), seen->at("edited.md")));
}

TEST_CASE("seen equal: a file of the moment in which the index was written may have changed") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.write(root + "/m.md", "m");
  fs::last_write_time(root + "/m.md", fs::file_time_type::clock::now() + std::chrono::hours(1));
  fixture.git(root, {"add", "."});
  const std::string blob = fixture.git(root, {"rev-parse", ":m.md"}).substr(0, 40);
  CHECK(fixture.open(root)->seen_equal({{"m.md", blob}})->empty());
}

TEST_CASE("uncommitted: before the first commit every file is new") {
  const GitFixture fixture;
  const std::string root = fixture.temp / "memory";
  const auto made = Repository::open_or_init(root);
  fixture.write(root + "/m.md", "m");
  fixture.write(root + "/x/y.md", "y");
  CHECK(*(*made)->uncommitted() == std::vector<std::string>{"m.md", "x/y.md"});
}

TEST_CASE("uncommitted: a sparse checkout may leave out what is no memory, not delete it") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.write(root + "/in/a.md", "a");
  fixture.write(root + "/out/b.txt", "b");
  fixture.git(root, {"add", "-A"});
  fixture.git(root, {"commit", "-q", "-m", "two"});
  fixture.git(root, {"sparse-checkout", "set", "in"});
  REQUIRE_FALSE(fs::exists(root + "/out/b.txt"));
  const auto repository = fixture.open(root);
  CHECK(repository->uncommitted()->empty());
  REQUIRE(fixture.commit(*repository, root, {{"in/c.md", "c"}}));
  CHECK(fixture.status(root).empty());
  CHECK(fixture.git(root, {"ls-tree", "-r", "--name-only", "HEAD"}) ==
        "a.txt\nin/a.md\nin/c.md\nout/b.txt\n");
}

TEST_CASE("log: newest first, as many as asked for") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  for (int i = 0; i < 4; ++i) {
    auto made = repository->commit({{"m.md", std::to_string(i)}}, "n" + std::to_string(i),
                                   pyramid::Time{GitFixture::kNow.seconds + i});
    REQUIRE(made);
  }
  const auto log = repository->log(2);
  REQUIRE(log);
  REQUIRE(log->size() == 2);
  CHECK((*log)[0].subject == "n3");
  CHECK((*log)[1].subject == "n2");
  CHECK(repository->log(100)->size() == 5);
}

TEST_CASE("log: a commit of a clock that was set back still stands before its parent") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  for (int i = 0; i < 3; ++i) {
    REQUIRE(repository->commit({{"m.md", std::to_string(i)}}, "n" + std::to_string(i),
                               pyramid::Time{GitFixture::kNow.seconds - 86400 * i}));
  }
  const auto log = repository->log(2);
  REQUIRE(log);
  CHECK((*log)[0].subject == "n2");
  CHECK((*log)[1].subject == "n1");
}

TEST_CASE("head_fingerprint: follows HEAD without libgit2") {
  const GitFixture fixture;
  CHECK(head_fingerprint(fixture.temp.path()).empty());
  const std::string root = fixture.temp / "memory";
  fs::create_directories(root + "/deep/er");
  fixture.git(root, {"init", "-q", "-b", "main"});
  CHECK(head_fingerprint(root) == "ref: refs/heads/main");

  fixture.git(root, {"commit", "-q", "--allow-empty", "-m", "one"});
  const auto tip = [&](const std::string& folder) {
    std::string id = fixture.git(folder, {"rev-parse", "HEAD"});
    id.pop_back();
    return id;
  };
  const std::string one = tip(root);
  CHECK(head_fingerprint(root) == one);
  CHECK(head_fingerprint(root + "/deep/er/") == one);
  fixture.git(root, {"pack-refs", "--all"});
  CHECK(head_fingerprint(root) == one);
  fixture.git(root, {"commit", "-q", "--allow-empty", "-m", "two"});
  CHECK(head_fingerprint(root) == tip(root));
  CHECK(head_fingerprint(root) != one);
  fixture.git(root, {"checkout", "-q", "--detach", one});
  CHECK(head_fingerprint(root) == one);

  const std::string linked = fixture.temp / "linked";
  fixture.git(root, {"worktree", "add", "-q", linked, "main"});
  CHECK(head_fingerprint(linked) == tip(linked));
  fixture.git(root, {"pack-refs", "--all"});
  CHECK(head_fingerprint(linked) == tip(linked));
}

TEST_CASE("merge driver: the lock on git's settings that a killed process left goes, no other's") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("r");
  const std::string lock = root + "/.git/config.lock";
  const auto install = [&] { return (*Repository::open(root))->install_merge_driver("pyramid"); };
  fixture.write(lock, "");
  const Status held = install();
  REQUIRE_FALSE(held);
  CHECK(held.error().kind == ErrorKind::kConflict);
  CHECK(fs::exists(lock));

  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::ofstream(pyramid::history::named_by_this_process(root + "/.git/config")) << "";
    ::_exit(0);
  }
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  CHECK(install());
  CHECK_FALSE(fs::exists(lock));
  CHECK(fixture.git(root, {"config", "merge.pyramid.driver"}).find("merge-driver") !=
        std::string::npos);
  for (const auto& entry : fs::directory_iterator(root + "/.git")) {
    CHECK(entry.path().filename().string().find("pyramid") == std::string::npos);
  }
}

TEST_CASE("repository: what a person has staged is told, whatever the disk says") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const auto repository = fixture.open(root);
  fixture.commit(*repository, root, {{"one.md", "1"}, {"two.md", "2"}, {"three.md", "3"}});
  fixture.write(root + "/one.md", "staged");
  fixture.git(root, {"add", "one.md"});
  fixture.write(root + "/one.md", "1");
  fixture.write(root + "/two.md", "edited alone");
  fixture.git(root, {"rm", "-q", "--cached", "three.md"});
  fixture.write(root + "/new.md", "new");
  fixture.git(root, {"add", "new.md"});
  CHECK(*repository->staged({"one.md", "two.md", "three.md", "new.md", "none.md"}) ==
        std::vector<std::string>{"one.md", "three.md", "new.md"});
}

namespace {

// A process that works on the repository and is gone, as by SIGKILL.
void leave_work_mark(const std::string& root) {
  const pid_t child = ::fork();
  if (child == 0) {
    const pyramid::history::WorkMark mark(root + "/.git/HEAD");
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

constexpr const char* kLocks[] = {"index.lock",
                                  "HEAD.lock",
                                  "packed-refs.lock",
                                  "config.lock",
                                  "refs/heads/main.lock",
                                  "refs/remotes/origin/main.lock",
                                  "logs/HEAD.lock",
                                  "logs/refs/heads/main.lock",
                                  "objects/info/commit-graph.lock",
                                  "objects/info/commit-graphs/commit-graph-chain.lock",
                                  "objects/pack/multi-pack-index.lock",
                                  "gc.pid.lock"};

}  // namespace

TEST_CASE("locks: of git and a program that were killed together none stops a commit") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.write(root + "/a.md", "x");
  auto opened = Repository::open(root);
  REQUIRE(fixture.commit(**opened, root, {{"a.md", "x"}}));
  opened->reset();
  leave_work_mark(root);
  for (const char* lock : kLocks) fixture.write(root + "/.git/" + lock, "");
  opened = Repository::open(root);
  REQUIRE((*opened)->can_commit());
  for (const char* lock : kLocks) {
    INFO(lock);
    CHECK_FALSE(fs::exists(root + "/.git/" + lock));
  }
  CHECK(fixture.commit(**opened, root, {{"a.md", "y"}}));
  opened->reset();
  for (const auto& entry : fs::directory_iterator(root + "/.git")) {
    CHECK(entry.path().filename().string().find(".pyramid-") == std::string::npos);
  }
}

TEST_CASE("locks: one that somebody may still hold stays, an old one that nobody has goes") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  const std::string lock = root + "/.git/packed-refs.lock";
  const auto opened = Repository::open(root);
  fixture.write(lock, "");
  REQUIRE((*opened)->can_commit());
  CHECK(fs::exists(lock));  // fresh, and no process of ours is gone
  const int held = ::open(lock.c_str(), O_RDONLY);
  fs::last_write_time(lock, fs::file_time_type::clock::now() - std::chrono::hours(1));
  REQUIRE((*opened)->can_commit());
  CHECK(fs::exists(lock));
  ::close(held);
  REQUIRE((*opened)->can_commit());
  CHECK_FALSE(fs::exists(lock));
}

TEST_CASE("locks: an old one goes wherever it lies, but not another worktree's or a submodule's") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory"), git = root + "/.git/";
  fixture.write(root + "/a.md", "x");
  const auto opened = Repository::open(root);
  REQUIRE(fixture.commit(**opened, root, {{"a.md", "x"}}));
  const std::string linked = fixture.temp / "linked";
  fixture.git(root, {"worktree", "add", "-q", linked});
  const std::string there = git + "worktrees/linked/index.lock";
  std::vector<std::string> locks = {there, git + "modules/m/index.lock"};
  for (const char* lock : kLocks) locks.push_back(git + lock);
  for (const std::string& lock : locks) {
    fixture.write(lock, "");
    fs::last_write_time(lock, fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  REQUIRE((*opened)->can_commit());
  for (const std::string& lock : locks) {
    INFO(lock);
    CHECK(fs::exists(lock) == (lock == locks[0] || lock == locks[1]));
  }
  const auto other = Repository::open(linked);
  REQUIRE((*other)->can_commit());
  CHECK_FALSE(fs::exists(there));
}

TEST_CASE("repository: one whose files lie elsewhere is refused with the way out") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fs::create_directories(fixture.temp / "elsewhere");
  fixture.git(root, {"config", "core.worktree", fixture.temp / "elsewhere"});
  const auto opened = Repository::open(root);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().kind == ErrorKind::kConflict);
  CHECK(opened.error().hint.find("git config --unset core.worktree") != std::string::npos);
}

TEST_CASE("uncommitted: a name that changed in its case alone, where git is told to heed none") {
  const GitFixture fixture;
  const std::string root = fixture.make_repository("memory");
  fixture.write(root + "/memory/note.md", "x");
  fixture.git(root, {"add", "."});
  fixture.git(root, {"commit", "-q", "-m", "one"});
  fixture.git(root, {"config", "core.ignorecase", "true"});
  fs::rename(root + "/memory/note.md", root + "/memory/Note.md");
  const auto opened = Repository::open(root);
  const auto differing = (*opened)->uncommitted();
  REQUIRE(differing);
  CHECK(*differing == std::vector<std::string>{"memory/Note.md", "memory/note.md"});
  REQUIRE(
      fixture.commit(**opened, root, {{"memory/note.md", std::nullopt}, {"memory/Note.md", "x"}}));
  CHECK(fixture.git(root, {"ls-tree", "-r", "--name-only", "HEAD", "memory"}) ==
        "memory/Note.md\n");
}

}  // namespace repository_test
