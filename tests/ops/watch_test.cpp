#include "base/directory_watch.hpp"
#include "tests/ops/fixture.hpp"
#include "workspace/layout.hpp"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace pyramid::watch_test {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kShort(30);
constexpr milliseconds kLong(60'000);  // longer than any test: nothing happens by itself
constexpr std::chrono::seconds kPatience(300);

// The real disk, and how often somebody walked through it.
class Walked final : public FileSystem {
 public:
  Result<std::string> read(const std::string& path) override { return below_->read(path); }
  // How long a search lets a busy watch wait is no part of these tests: an ask is there until the
  // watch has answered it.
  Result<FileStat> stat(const std::string& path) override {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    Result<FileStat> found = below_->stat(path);
    while (found && path.find("/asks/") != std::string::npos &&
           std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(milliseconds(1));
      found = below_->stat(path);
    }
    return found;
  }
  Result<std::vector<DirectoryEntry>> list(const std::string& path) override {
    return below_->list(path);
  }
  Result<Walk> walk(const std::string& root, const std::function<bool(std::string_view)>& enter,
                    unsigned threads) override {
    ++walks;
    return below_->walk(root, enter, threads);
  }
  Status make_directories(const std::string& path) override {
    return below_->make_directories(path);
  }
  Status write(const std::string& path, std::string_view bytes) override {
    return below_->write(path, bytes);
  }
  Status append(const std::string& path, std::string_view bytes) override {
    return below_->append(path, bytes);
  }
  Status rename(const std::string& from, const std::string& to) override {
    return below_->rename(from, to);
  }
  Status remove(const std::string& path) override { return below_->remove(path); }
  Status copy_mode(const std::string& from, const std::string& to) override {
    return below_->copy_mode(from, to);
  }
  Status sync(const std::string& directory) override { return below_->sync(directory); }
  Result<std::unique_ptr<FileLock>> lock(const std::string& path) override {
    return below_->lock(path);
  }

  std::atomic<int> walks = 0;

 private:
  std::unique_ptr<FileSystem> below_ = make_real_file_system();
};

// A workspace with a watch on it.
class Watched : public test::Fixture {
 public:
  explicit Watched(milliseconds debounce, bool sync = false) : memory_(*Memory::open(root())) {
    WatchOptions options;
    options.debounce = debounce;
    options.sync = sync;
    const Status started =
        memory_.start_watching(options, [this](const WatchUpdate& update) { take(update); });
    INFO((started ? "" : to_string(started.error())));
    REQUIRE(started);
  }

  // Until it is so after some update. Not until so many files changed: one that is taken in while
  // it is half written changes once more.
  void wait_until(const std::function<bool()>& holds) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!holds()) {
      REQUIRE(std::chrono::steady_clock::now() < end);
      std::unique_lock guard(mutex_);
      told_.wait_for(guard, milliseconds(100));
    }
  }

  // The watch stands still from the end of its next update on; returns when it does.
  void hold() {
    {
      const std::scoped_lock guard(mutex_);
      holding_ = true;
    }
    write("notes/hold.md", "Held.\n");
    std::unique_lock guard(mutex_);
    REQUIRE(told_.wait_for(guard, kPatience, [&] { return held_; }));
  }
  void let_go() {
    const std::scoped_lock guard(mutex_);
    holding_ = false;
    told_.notify_all();
  }

  [[nodiscard]] std::string git(const std::vector<std::string>& arguments) const {
    return test::run_git(root(), arguments).out;
  }
  void change_by_git(const std::vector<std::string>& arguments) const {
    const test::ProcessResult done = test::run_git(root(), arguments);
    INFO(done.err);
    REQUIRE(done.exit_code == 0);
  }

  // The paths that are found; whether somebody walked through the disk for it.
  std::string found(const std::string& query, bool refresh = true) {
    Walked disk;
    SearchOptions options;
    options.workspace.root = root();
    options.query = query;
    options.refresh = refresh;
    options.answer = false;
    const Environment world = environment();
    const auto report = search_memory({disk, world.clock, world.progress, {}, {}}, options);
    walked = disk.walks > 0;
    if (!report) return to_string(report.error());
    std::string paths;
    for (const SearchHit& hit : report->hits) {
      if (hit.keyword > 0) paths += hit.path + "\n";
    }
    return paths;
  }

  Memory& memory() { return memory_; }
  bool walked = false;

 private:
  void take(const WatchUpdate&) {
    std::unique_lock guard(mutex_);
    held_ = holding_;
    told_.notify_all();
    told_.wait(guard, [&] { return !holding_; });
    held_ = false;
  }

  std::mutex mutex_;
  std::condition_variable told_;
  bool holding_ = false;  // wished
  bool held_ = false;     // so
  Memory memory_;         // the last: its thread uses the others
};

}  // namespace

TEST_CASE("watch: a search finds what was written just before, without a look at every file") {
  Watched workspace(kLong);
  workspace.write("notes/a.md", "The kestrel hovers.\n");
  CHECK(workspace.found("kestrel") == "notes/a.md\n");
  CHECK_FALSE(workspace.walked);
  workspace.write("notes/a.md", "The heron waits.\n");
  CHECK(workspace.found("heron") == "notes/a.md\n");
  CHECK(workspace.found("kestrel").empty());
  CHECK_FALSE(workspace.walked);
  REQUIRE(workspace.memory().stop_watching());
  workspace.write("notes/b.md", "The kestrel is back.\n");
  CHECK(workspace.found("kestrel") == "notes/b.md\n");
  CHECK(workspace.walked);
}

TEST_CASE("watch: what holds for good is promoted each night, as soon as it is past the hour") {
  test::Fixture fixture;
  ObserveOptions said;
  said.workspace.root = fixture.root();
  said.text = "User is allergic to peanuts.";
  said.importance = 9;
  REQUIRE(observe(fixture.environment(), said));
  std::atomic<std::size_t> promoted = 0;
  Memory memory = *Memory::open(fixture.root());
  WatchOptions options;
  options.nightly = 0;
  options.debounce = kShort;
  REQUIRE(memory.start_watching(options, [&](const WatchUpdate& update) {
    if (update.promoted) promoted += update.promoted->promoted;
  }));
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (promoted == 0) {
    REQUIRE(std::chrono::steady_clock::now() < end);
    std::this_thread::sleep_for(milliseconds(10));
  }
  REQUIRE(memory.stop_watching());
  CHECK(promoted == 1);
  CHECK(test::files_below(fixture, "facts/areas/").size() == 1);
}

TEST_CASE("watch: files saved as editors do, renamed, moved with their folder and removed") {
  Watched workspace(kShort);
  workspace.write("notes/a.md", "The kestrel hovers.\n");
  workspace.wait_until([&] { return workspace.found("kestrel", false) == "notes/a.md\n"; });
  // A new file in the old one's place, beside a backup and a swap file.
  workspace.write("notes/a.md~", "The kestrel hovers.\n");
  workspace.write("notes/.a.md.swp", "x");
  workspace.write("notes/.a.md.tmp", "The heron waits.\n");
  std::filesystem::rename(workspace.path("notes/.a.md.tmp"), workspace.path("notes/a.md"));
  CHECK(workspace.found("heron") == "notes/a.md\n");
  std::filesystem::create_directories(workspace.path("deep/down"));
  std::filesystem::rename(workspace.path("notes/a.md"), workspace.path("deep/down/b.md"));
  CHECK(workspace.found("heron") == "deep/down/b.md\n");
  std::filesystem::rename(workspace.path("deep"), workspace.path("moved"));
  CHECK(workspace.found("heron") == "moved/down/b.md\n");
  workspace.write("moved/down/b.md", "The owl sleeps.\n");
  CHECK(workspace.found("owl") == "moved/down/b.md\n");
  CHECK_FALSE(workspace.walked);
  workspace.remove("moved");
  CHECK(workspace.found("owl").empty());
  CHECK_FALSE(workspace.walked);
}

TEST_CASE("watch: notes of extra paths are seen as they come, change and go") {
  Watched workspace(kLong);
  const auto put = [&](const std::string& name, const std::string& text) {
    const std::filesystem::path path = workspace.outside(name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  };
  const std::string plain = workspace.read("pyramid.yaml");
  workspace.write("pyramid.yaml", plain + "\nextra_paths: [../wiki, ../one.md]\n");
  CHECK(workspace.found("ketch").empty());
  put("wiki/a.md", "A ketch sails.\n");
  CHECK(workspace.found("ketch") == "../wiki/a.md\n");
  put("wiki/deep/b.md", "A yawl sails.\n");
  CHECK(workspace.found("yawl") == "../wiki/deep/b.md\n");
  put("wiki/deep/b.md", "A sloop sails.\n");
  CHECK(workspace.found("yawl").empty());
  CHECK(workspace.found("sloop") == "../wiki/deep/b.md\n");
  put("one.md", "A cutter sails.\n");
  CHECK(workspace.found("cutter") == "../one.md\n");
  std::filesystem::rename(workspace.outside("wiki"), workspace.outside("gone"));
  CHECK(workspace.found("ketch").empty());
  put("wiki/c.md", "A ketch is back.\n");
  CHECK(workspace.found("ketch") == "../wiki/c.md\n");
  CHECK_FALSE(workspace.walked);
  workspace.write("pyramid.yaml", plain);
  CHECK(workspace.found("ketch").empty());
  CHECK_FALSE(workspace.walked);
}

TEST_CASE("watch: what nobody has to know of is no change") {
  Watched workspace(kShort);
  workspace.write("pictures/x.png", "x");
  workspace.write(".obsidian/workspace.json", "{}");
  workspace.write("notes/a.md", "The kestrel hovers.\n");
  workspace.wait_until([&] { return workspace.found("kestrel", false) == "notes/a.md\n"; });
}

TEST_CASE("watch: one a workspace, and the next one once it has ended") {
  Watched workspace(kLong);
  Result<Memory> other = Memory::open(workspace.root());
  REQUIRE(other);
  const Status refused = other->start_watching();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kConflict);
  CHECK(workspace.memory().start_watching().error().kind == ErrorKind::kUsage);
  REQUIRE(workspace.memory().stop_watching());
  CHECK(other->start_watching());
  other->close();
  CHECK(other->start_watching().error().kind == ErrorKind::kUsage);
}

TEST_CASE(
    "watch: where .pyramid/ is deleted under it, it makes an index and is the one watch again") {
  Watched workspace(kShort);
  workspace.write("notes/a.md", "The kestrel hovers.\n");
  workspace.wait_until([&] { return workspace.found("kestrel", false) == "notes/a.md\n"; });
  std::filesystem::rename(workspace.path(".pyramid"), workspace.outside("gone"));
  std::filesystem::remove_all(workspace.outside("gone"));
  workspace.wait_until([&] { return workspace.found("kestrel", false) == "notes/a.md\n"; });
  Result<Memory> other = Memory::open(workspace.root());
  REQUIRE(other);
  const Status refused = other->start_watching();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kConflict);
  workspace.write("notes/a.md", "The heron waits.\n");
  CHECK(workspace.found("heron") == "notes/a.md\n");
  CHECK_FALSE(workspace.walked);
  CHECK(workspace.memory().stop_watching());
}

TEST_CASE("watch: it ends where another one has begun since .pyramid/ was deleted") {
  test::Fixture fixture;
  Result<Memory> other = Memory::open(fixture.root());
  REQUIRE(other);
  WatchOptions options;
  options.workspace.root = fixture.root();
  options.debounce = kShort;
  Status started;
  const auto steal = [&](const WatchUpdate&) {
    fixture.remove(".pyramid");
    started = other->start_watching();
  };
  const Status ended = watch(fixture.environment(), options, steal);
  INFO((started ? "" : to_string(started.error())));
  REQUIRE(started);
  REQUIRE_FALSE(ended);
  CHECK(to_string(ended.error()) ==
        fixture.root() +
            ": is watched by another pyramid watch since .pyramid/ was deleted; "
            "end one of them");
  CHECK(ended.error().kind == ErrorKind::kConflict);
  fixture.write("notes/a.md", "The kestrel hovers.\n");
  const auto found = fixture.search("kestrel");
  REQUIRE(found);
  CHECK(found->hits.at(0).path == "notes/a.md");
  CHECK(other->stop_watching());
}

TEST_CASE("watch: a watch that is dead, or does not answer, is not relied on") {
  test::Fixture fixture;
  fixture.write(".pyramid/watch.lock", "");
  fixture.write(".pyramid/asks/left", "");
  fixture.write("notes/a.md", "The kestrel hovers.\n");
  const auto dead = fixture.search("kestrel");
  REQUIRE(dead);
  CHECK(dead->hits.at(0).path == "notes/a.md");
  const auto files = make_real_file_system();
  const auto lock = files->lock(fixture.path(".pyramid/watch.lock"));
  REQUIRE(lock);
  fixture.write("notes/b.md", "The heron waits.\n");
  const auto silent = fixture.search("heron");
  REQUIRE(silent);
  CHECK(silent->hits.at(0).path == "notes/b.md");
}

TEST_CASE("watch: with sync an edit is committed and the memory is up to date") {
  Watched workspace(kShort, true);
  workspace.write("notes/a.md", "The kestrel hovers.\n");
  workspace.wait_until(
      [&] { return workspace.git({"show", "HEAD:notes/a.md"}) == "The kestrel hovers.\n"; });
  workspace.wait_until([&] {
    const auto status = workspace.memory().status();
    return status && status->up_to_date() &&
           workspace.git({"--no-optional-locks", "status", "--porcelain"}).empty();
  });
  CHECK(workspace.memory().stop_watching());
}

TEST_CASE("watch: a git checkout of many files under it goes through, there and back") {
  Watched workspace(kShort);
  workspace.change_by_git({"checkout", "-q", "-b", "tree"});
  for (int file = 0; file < 1000; ++file) {
    workspace.write("tree/" + std::to_string(file / 50) + "/" + std::to_string(file) + ".md",
                    "The kestrel of folder" + std::to_string(file / 50) + " and file" +
                        std::to_string(file) + ".\n");
  }
  workspace.change_by_git({"add", "-A"});
  workspace.change_by_git({"commit", "-q", "-m", "tree"});
  const auto is_there = [&](bool refresh) {
    const std::string found = workspace.found("folder19 file999", refresh);
    return found.starts_with("tree/19/999.md\n");
  };
  workspace.wait_until([&] { return is_there(false); });
  for (int i = 0; i < 2; ++i) {
    workspace.change_by_git({"checkout", "-q", "-"});
    workspace.wait_until([&] { return workspace.found("folder19", false).empty(); });
    workspace.change_by_git({"checkout", "-q", "-"});
    CHECK(is_there(true));
    CHECK_FALSE(workspace.walked);
  }
}

TEST_CASE("watch: where the kernel lost events, files and folders that came unseen are found") {
  Watched workspace(kShort);
  workspace.write("notes/a.txt", "");
  workspace.hold();
  std::size_t most = 16'384;
  std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> most;
  for (std::size_t i = 0; i <= most / 4; ++i) {  // each of these two events
    std::filesystem::rename(workspace.path("notes/a.txt"), workspace.path("notes/b.txt"));
    std::filesystem::rename(workspace.path("notes/b.txt"), workspace.path("notes/a.txt"));
  }
  workspace.write("new/deep/b.md", "The heron waits.\n");
  workspace.let_go();
  workspace.wait_until([&] { return workspace.found("heron", false) == "new/deep/b.md\n"; });
  workspace.write("new/deep/c.md", "The owl sleeps.\n");
  CHECK(workspace.found("owl") == "new/deep/c.md\n");
  CHECK_FALSE(workspace.walked);
}

TEST_CASE("watch: it ends where the workspace is gone, and a debounce out of range is refused") {
  test::Fixture fixture;
  WatchOptions options;
  options.workspace.root = fixture.root();
  options.debounce = milliseconds(-1);
  const WatchListener nobody = [](const WatchUpdate&) {};
  CHECK(watch(fixture.environment(), options, nobody).error().kind == ErrorKind::kUsage);
  options.debounce = kLong;
  const Status gone = watch(fixture.environment(), options, [&](const WatchUpdate&) {
    std::filesystem::rename(fixture.root(), fixture.outside("elsewhere"));
  });
  REQUIRE_FALSE(gone);
  CHECK(gone.error().kind == ErrorKind::kNotFound);
}

TEST_CASE("directory watch: who rings ends a wait, before it and in it") {
  test::TempDirectory directory;
  auto watch = DirectoryWatch::start(directory.path(), workspace::enters);
  REQUIRE(watch);
  for (const bool before : {true, false}) {
    const Wake wake;
    if (before) wake.ring();
    std::jthread ringer([&] {
      if (!before) wake.ring();
    });
    DirectoryWatch::Changes changes;
    const auto some = watch->wait(kPatience, wake, changes);
    REQUIRE(some);
    CHECK_FALSE(*some);
    CHECK(changes.empty());
  }
}

TEST_CASE("directory watch: folders that come, go and move are more than their files") {
  test::TempDirectory directory;
  std::filesystem::create_directories(directory / "a/b");
  auto watch = DirectoryWatch::start(directory.path(), workspace::enters);
  REQUIRE(watch);
  CHECK(watch->folders() == 3);
  const Wake nobody_rings;
  DirectoryWatch::Changes changes;
  CHECK_FALSE(*watch->wait(milliseconds(0), nobody_rings, changes));
  std::ofstream(directory / "a/b/x.md") << "x";
  REQUIRE(*watch->wait(milliseconds(1000), nobody_rings, changes));
  CHECK(changes.files == std::set<std::string>{"a/b/x.md"});
  CHECK_FALSE(changes.all);
  std::filesystem::create_directories(directory / "c/.hidden");
  REQUIRE(*watch->wait(milliseconds(1000), nobody_rings, changes));
  CHECK(changes.all);
  CHECK(watch->folders() == 4);
  std::filesystem::rename(directory / "a", directory / "d");
  changes = {};
  REQUIRE(*watch->wait(milliseconds(1000), nobody_rings, changes));
  CHECK(changes.all);
  changes = {};
  std::ofstream(directory / "d/b/y.md") << "y";
  REQUIRE(*watch->wait(milliseconds(1000), nobody_rings, changes));
  CHECK(changes.files.contains("d/b/y.md"));
  std::filesystem::remove_all(directory / "d");
  while (*watch->wait(milliseconds(100), nobody_rings, changes)) {
  }
  CHECK(watch->folders() == 2);
}

}  // namespace pyramid::watch_test
