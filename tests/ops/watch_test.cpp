#include "base/directory_watch.hpp"
#include "tests/ops/fixture.hpp"
#include "workspace/layout.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace pyramid {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kShort(30);
constexpr milliseconds kLong(60'000);  // longer than any test: nothing happens by itself
constexpr std::chrono::seconds kPatience(300);

// The real disk, and how often somebody walked through it.
class Walked final : public FileSystem {
 public:
  Result<std::string> read(const std::string& path) override { return below_->read(path); }
  Result<FileStat> stat(const std::string& path) override { return below_->stat(path); }
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
    const std::scoped_lock guard(mutex_);
    changed_ = 0;  // the files that were there
  }

  // The update by which so many changes were told in all.
  void wait_for(std::size_t changed) {
    std::unique_lock guard(mutex_);
    const bool came = told_.wait_for(guard, kPatience, [&] { return changed_ >= changed; });
    REQUIRE(came);
  }
  void wait_for_commit() {
    std::unique_lock guard(mutex_);
    const bool came = told_.wait_for(guard, kPatience, [&] { return !commit_.empty(); });
    REQUIRE(came);
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
  void take(const WatchUpdate& update) {
    const std::scoped_lock guard(mutex_);
    changed_ += update.changed;
    if (update.synced && !update.synced->hand_edits_commit.empty()) {
      commit_ = update.synced->hand_edits_commit;
    }
    told_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable told_;
  std::size_t changed_ = 0;
  std::string commit_;
  Memory memory_;  // the last: its thread uses the others
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

TEST_CASE("watch: files saved as editors do, renamed, moved with their folder and removed") {
  Watched workspace(kShort);
  workspace.write("notes/a.md", "The kestrel hovers.\n");
  workspace.wait_for(1);
  CHECK(workspace.found("kestrel", false) == "notes/a.md\n");
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

TEST_CASE("watch: what nobody has to know of is no change") {
  Watched workspace(kShort);
  workspace.write("pictures/x.png", "x");
  workspace.write(".obsidian/workspace.json", "{}");
  workspace.write("notes/a.md", "The kestrel hovers.\n");
  workspace.wait_for(1);
  CHECK(workspace.found("kestrel", false) == "notes/a.md\n");
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
  workspace.wait_for_commit();
  REQUIRE(workspace.memory().stop_watching());
  const auto status = workspace.memory().status();
  REQUIRE(status);
  CHECK(status->up_to_date());
  CHECK(test::run_git(workspace.root(), {"status", "--porcelain"}).out.empty());
}

TEST_CASE("watch: a checkout of 20,000 files goes through") {
  Watched workspace(kShort);
  for (int folder = 0; folder < 50; ++folder) {
    const std::string name = "tree/" + std::to_string(folder);
    std::filesystem::create_directories(workspace.path(name));
    for (int file = 0; file < 400; ++file) {
      const bool memory = file % 100 == 0;
      std::ofstream(workspace.path(name + "/" + std::to_string(file) + (memory ? ".md" : ".txt")))
          << "The kestrel of folder" << folder << " and file" << file << ".\n";
    }
  }
  workspace.wait_for(200);
  CHECK(workspace.found("folder49", false).find("tree/49/300.md") != std::string::npos);
  workspace.write("notes/a.md", "The heron waits.\n");
  CHECK(workspace.found("heron") == "notes/a.md\n");
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

TEST_CASE("directory watch: folders that come, go and move are more than their files") {
  test::TempDirectory directory;
  std::filesystem::create_directories(directory / "a/b");
  auto watch = DirectoryWatch::start(directory.path(), workspace::enters);
  REQUIRE(watch);
  CHECK(watch->folders() == 3);
  DirectoryWatch::Changes changes;
  CHECK_FALSE(*watch->wait(milliseconds(0), changes));
  std::ofstream(directory / "a/b/x.md") << "x";
  REQUIRE(*watch->wait(milliseconds(1000), changes));
  CHECK(changes.files == std::set<std::string>{"a/b/x.md"});
  CHECK_FALSE(changes.all);
  std::filesystem::create_directories(directory / "c/.hidden");
  REQUIRE(*watch->wait(milliseconds(1000), changes));
  CHECK(changes.all);
  CHECK(watch->folders() == 4);
  std::filesystem::rename(directory / "a", directory / "d");
  changes = {};
  REQUIRE(*watch->wait(milliseconds(1000), changes));
  CHECK(changes.all);
  changes = {};
  std::ofstream(directory / "d/b/y.md") << "y";
  REQUIRE(*watch->wait(milliseconds(1000), changes));
  CHECK(changes.files.contains("d/b/y.md"));
  std::filesystem::remove_all(directory / "d");
  while (*watch->wait(milliseconds(100), changes)) {
  }
  CHECK(watch->folders() == 2);
}

}  // namespace pyramid
