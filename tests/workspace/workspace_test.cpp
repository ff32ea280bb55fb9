#include "workspace/workspace.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/memory_file_system.hpp"
#include "tests/support/temp_directory.hpp"
#include "workspace/naming.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace workspace_test {

using namespace pyramid;
using pyramid::test::MemoryFileSystem;

TEST_CASE("workspace: found from any folder inside it, the nearest one first") {
  MemoryFileSystem files;
  files.put("/home/mia/memory/pyramid.yaml", "");
  files.put("/home/mia/memory/observations/2026/x.md", "");
  files.put("/home/mia/memory/memory/inner/pyramid.yaml", "");
  const auto root = [&](const std::string& from) {
    return workspace::find_root(files, from).value_or("none");
  };
  CHECK(root("/home/mia/memory") == "/home/mia/memory");
  CHECK(root("/home/mia/memory/") == "/home/mia/memory");
  CHECK(root("/home/mia/memory/observations/2026") == "/home/mia/memory");
  CHECK(root("/home/mia/memory/observations/2026/x.md") == "/home/mia/memory");
  CHECK(root("/home/mia/memory/memory/inner") == "/home/mia/memory/memory/inner");
  CHECK(root("/home/mia/memory/not/there") == "/home/mia/memory");
  CHECK(root("/home/mia") == "none");
  CHECK(root("/") == "none");

  const Error error = workspace::find_root(files, "/home/mia").error();
  CHECK(error.kind == ErrorKind::kNotWorkspace);
  CHECK(error.where == "/home/mia");
  CHECK_FALSE(error.hint.empty());
}

TEST_CASE("workspace: a relative start is searched up to where it starts") {
  MemoryFileSystem files;
  files.put("pyramid.yaml", "");
  files.put("a/b/x.md", "");
  CHECK(*workspace::find_root(files, ".") == ".");
  CHECK(*workspace::find_root(files, "a/b") == ".");
  CHECK(*workspace::find_root(files, "") == ".");
  CHECK_FALSE(workspace::find_root(files, "../a"));
}

TEST_CASE("workspace: a folder called pyramid.yaml makes none, a linked settings file does") {
  MemoryFileSystem files;
  REQUIRE(files.make_directories("/a/pyramid.yaml"));
  CHECK_FALSE(workspace::find_root(files, "/a"));
  files.put_symlink("/b/pyramid.yaml", "step: 5\n");
  CHECK(*workspace::find_root(files, "/b") == "/b");
  const Result<workspace::Workspace> opened = workspace::open(files, "/b");
  REQUIRE(opened);
  CHECK(opened->settings.step == 5);
}

TEST_CASE("workspace: opening tells what is missing") {
  MemoryFileSystem files;
  CHECK(workspace::open(files, "/none").error().kind == ErrorKind::kNotFound);
  REQUIRE(files.make_directories("/empty"));
  CHECK(workspace::open(files, "/empty").error().kind == ErrorKind::kNotWorkspace);
  files.put("/broken/pyramid.yaml", "- a list\n");
  CHECK(workspace::open(files, "/broken").error().kind == ErrorKind::kInvalid);
  files.put("/closed/pyramid.yaml", "");
  files.refuse("/closed/pyramid.yaml");
  CHECK(workspace::open(files, "/closed").error().kind == ErrorKind::kIo);

  files.put("/w/pyramid.yaml", "stepp: 5\n");
  const Result<workspace::Workspace> opened = workspace::open(files, "/w");
  REQUIRE(opened);
  CHECK(opened->absolute("a/x.md") == "/w/a/x.md");
  CHECK(opened->diagnostics.size() == 1);
}

TEST_CASE("workspace: one writer at a time") {
  SilentProgress progress;
  MemoryFileSystem files;
  files.put("/w/pyramid.yaml", "");
  const workspace::Workspace opened = *workspace::open(files, "/w");
  Result<std::unique_ptr<FileLock>> first = workspace::lock(files, opened, progress);
  REQUIRE(first);
  CHECK(workspace::lock(files, opened, progress).error().kind == ErrorKind::kConflict);
  first->reset();
  CHECK(workspace::lock(files, opened, progress));
}

TEST_CASE("workspace: the cache folder keeps itself out of git, and is made once") {
  MemoryFileSystem files;
  files.put("/w/pyramid.yaml", "");
  const workspace::Workspace opened = *workspace::open(files, "/w");
  REQUIRE(workspace::ensure_cache_folder(files, opened));
  CHECK(files.get("/w/.pyramid/.gitignore") == "*\n");
  files.forget_accesses();
  REQUIRE(workspace::ensure_cache_folder(files, opened));
  CHECK(files.accesses().mutations() == 0);
}

TEST_CASE("workspace: an ignore file that a killed command left empty is written again") {
  MemoryFileSystem files;
  files.put("/w/pyramid.yaml", "");
  const workspace::Workspace opened = *workspace::open(files, "/w");
  files.put("/w/.pyramid/.gitignore", "");
  REQUIRE(workspace::ensure_cache_folder(files, opened));
  CHECK(files.get("/w/.pyramid/.gitignore") == "*\n");
}

namespace {

// Another process lets go of the lock at the n-th attempt; no time passes.
class BusyFileSystem final : public MemoryFileSystem {
 public:
  explicit BusyFileSystem(int attempts) : attempts_(attempts) {}
  Result<std::unique_ptr<FileLock>> wait_for_lock(const std::string& path,
                                                  std::chrono::milliseconds patience) override {
    waited += patience;
    if (--attempts_ > 0) return fail(ErrorKind::kConflict, "another process holds the lock", path);
    return lock(path);
  }
  std::chrono::milliseconds waited{0};

 private:
  int attempts_;
};

class Listener final : public Progress {
 public:
  void begin(std::string_view, std::size_t) override {}
  void advance(std::size_t) override {}
  void end() override {}
  void notice(std::string_view) override { ++notices; }
  [[nodiscard]] bool cancelled() const override { return interrupted && notices > 0; }
  int notices = 0;
  bool interrupted = false;
};

}  // namespace

TEST_CASE("workspace: a writer waits for another, and says so when that takes longer") {
  const auto attempts = GENERATE(1, 2, 7, 25);
  BusyFileSystem files(attempts);
  files.put("/w/pyramid.yaml", "");
  Listener progress;
  CHECK(workspace::lock(files, *workspace::open(files, "/w"), progress));
  CHECK(progress.notices == (attempts > 1 ? 1 : 0));
}

TEST_CASE("workspace: a writer gives up after five seconds, and when it is interrupted") {
  BusyFileSystem files(1'000'000);
  files.put("/w/pyramid.yaml", "");
  const workspace::Workspace opened = *workspace::open(files, "/w");
  Listener progress;
  CHECK(workspace::lock(files, opened, progress).error().kind == ErrorKind::kConflict);
  CHECK(files.waited == std::chrono::seconds(5));
  progress.interrupted = true;
  CHECK(workspace::lock(files, opened, progress).error().kind == ErrorKind::kCancelled);
}

TEST_CASE("workspace: the lock dies with its process, on the disk") {
  SilentProgress progress;
  const test::TempDirectory folder;
  const auto files = make_real_file_system();
  REQUIRE(files->write(folder / "pyramid.yaml", ""));
  const workspace::Workspace opened = *workspace::open(*files, folder.path());
  const pid_t child = ::fork();
  if (child == 0) {
    const auto held = workspace::lock(*files, opened, progress);
    ::_exit(held ? 0 : 1);  // without releasing it
  }
  REQUIRE(child > 0);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(workspace::lock(*files, opened, progress));
}

TEST_CASE("workspace: what lies in it is named as it lies there, what lies elsewhere as it was") {
  MemoryFileSystem files;
  const auto named = [&](const std::string& where) {
    const Status failed = fail(ErrorKind::kIo, "cannot read", where);
    return workspace::named_within(files, "my/memory", failed).error().where;
  };
  CHECK(named("my/memory/notes/a.md:3") == "notes/a.md:3");
  CHECK(named("notes/a.md") == "notes/a.md");
  CHECK(named("my/memory") == "my/memory");
  CHECK(named("my/memory2/a.md") == "my/memory2/a.md");
  CHECK(named("my/memory/../export.json") == "my/memory/../export.json");
  const test::TempDirectory folder;
  const auto disk = make_real_file_system();
  REQUIRE(disk->make_directories(folder / "real"));
  std::filesystem::create_symlink("real", folder / "link");
  const Status failed = fail(ErrorKind::kIo, "cannot read", folder / "real/a.md");
  CHECK(workspace::named_within(*disk, folder / "link", failed).error().where == "a.md");
}

}  // namespace workspace_test
