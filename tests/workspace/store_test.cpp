#include "workspace/store.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/memory_file_system.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace store_test {

using namespace pyramid;
using pyramid::test::FaultyFileSystem;
using pyramid::test::MemoryFileSystem;
using pyramid::workspace::kJournal;
using pyramid::workspace::Store;

namespace {

using Files = std::map<std::string, std::string>;
using Names = std::vector<std::string>;

const Files kBefore = {{"/w/MEMORY.md", "old home"},
                       {"/w/a/edit.md", "old text"},
                       {"/w/a/gone.md", "to be removed"},
                       {"/w/a/mine.md", "the person's"},
                       {"/w/b/same.md", "unchanged"}};
const Files kAfter = {{"/w/MEMORY.md", "new home, longer"},
                      {"/w/a/edit.md", "new text"},
                      {"/w/a/mine.md", "the person's"},
                      {"/w/b/same.md", "unchanged"},
                      {"/w/new/folder/x.md", "new file"}};

void fill(MemoryFileSystem& files) {
  REQUIRE(files.make_directories("/w"));
  for (const auto& [path, bytes] : kBefore) files.put(path, bytes);
  files.forget_accesses();
}

// What the program wants of kBefore: kAfter, from whatever stands there now.
Result<Store::Report> change_all(FileSystem& disk, const MemoryFileSystem& files,
                                 std::string_view journal = {}) {
  Store store(disk, "/w", journal);
  const auto now = [&](const std::string& path) -> std::optional<Digest> {
    const auto bytes = files.get("/w/" + path);
    return bytes ? std::optional(digest_of(*bytes)) : std::nullopt;
  };
  for (const char* path : {"MEMORY.md", "a/edit.md", "b/same.md", "new/folder/x.md"}) {
    store.put(path, kAfter.at(std::string("/w/") + path), now(path));
  }
  if (const auto digest = now("a/gone.md")) store.remove("a/gone.md", *digest);
  return store.commit();
}

bool is_temporary(const std::string& path) {
  return path.find("/.pyramid-tmp-") != std::string::npos;
}

Files less_temporaries(const MemoryFileSystem& files) {
  Files left = files.files();
  std::erase_if(left, [](const auto& file) { return is_temporary(file.first); });
  return left;
}

// Every file whole, old or new; temporary names apart, nothing else anywhere.
void check_whole(const Files& files) {
  for (const auto& [path, bytes] : files) {
    if (is_temporary(path)) continue;
    INFO(path << ": " << bytes);
    const auto old_file = kBefore.find(path);
    const auto new_file = kAfter.find(path);
    CHECK(((old_file != kBefore.end() && bytes == old_file->second) ||
           (new_file != kAfter.end() && bytes == new_file->second)));
  }
  for (const auto& [path, bytes] : kBefore) {
    if (kAfter.count(path) != 0) CHECK(files.count(path) == 1);
  }
}

std::optional<Digest> digest(const char* bytes) { return digest_of(bytes); }

}  // namespace

TEST_CASE("store: a batch arrives as it was meant") {
  MemoryFileSystem files;
  fill(files);
  const Result<Store::Report> report = change_all(files, files);
  REQUIRE(report);
  CHECK(files.files() == kAfter);
  CHECK(report->written == Names{"new/folder/x.md", "MEMORY.md", "a/edit.md"});
  CHECK(report->removed == Names{"a/gone.md"});
  CHECK(report->changed_meanwhile.empty());
  CHECK(report->unchanged == 1);
  const test::AccessLog log = files.accesses();
  CHECK(log.syncs == 1);
  CHECK(log.directories == 3);  // once a folder
  CHECK(log.renames == 3);
}

TEST_CASE("store: what is as it should be is not touched") {
  MemoryFileSystem files;
  fill(files);
  REQUIRE(change_all(files, files));
  files.tick();
  files.forget_accesses();
  const FileStat before = *files.stat("/w/a/edit.md");
  const Result<Store::Report> report = change_all(files, files);
  REQUIRE(report);
  CHECK(report->unchanged == 4);
  CHECK(report->written.empty());
  CHECK(files.accesses().mutations() == 0);
  CHECK(*files.stat("/w/a/edit.md") == before);
}

TEST_CASE("store: an empty batch asks nothing of the disk") {
  MemoryFileSystem files;
  Store store(files, "/w");
  REQUIRE(store.commit());
  CHECK(files.accesses().log.empty());
}

TEST_CASE("store: a failure at any call leaves each file whole, and the next commit completes") {
  std::size_t n = 0;
  for (bool hit = true; hit; ++n) {
    MemoryFileSystem files;
    fill(files);
    FaultyFileSystem disk(files);
    disk.fail_call(n);
    const Result<Store::Report> report = change_all(disk, files);
    hit = disk.calls() > n;
    INFO("failed call " << n);
    check_whole(files.files());
    // The disk still answers, so no temporary name stays.
    for (const auto& [path, bytes] : files.files()) CHECK_FALSE(is_temporary(path));
    disk.heal();
    REQUIRE(change_all(disk, files));
    REQUIRE(files.files() == kAfter);
  }
  CHECK(n > 30);
}

TEST_CASE("store: a power cut at any call loses no file, synced or not") {
  const auto survives = [](std::optional<bool> keep_names) {
    for (std::size_t n = 0;; ++n) {
      MemoryFileSystem files;
      fill(files);
      FaultyFileSystem disk(files);
      disk.cut_power_at(n);
      const Result<Store::Report> report = change_all(disk, files);
      INFO("power cut at call " << n);
      disk.heal();
      if (keep_names) disk.lose_unsynced(*keep_names);
      check_whole(files.files());
      REQUIRE(change_all(files, files));
      REQUIRE(files.files() == kAfter);  // temporary names swept, too
      if (report) return n;
    }
  };
  SECTION("killed: all that was written is there") { CHECK(survives(std::nullopt) > 15); }
  SECTION("names on the disk, bytes not") { CHECK(survives(true) > 15); }
  SECTION("nothing on the disk since the last flush") { CHECK(survives(false) > 15); }
}

TEST_CASE("store: with a journal a batch that is stopped at any call is there as a whole or not") {
  const auto finished = [](bool keep_names, bool twice) {
    std::size_t torn = 0;
    for (std::size_t n = 0;; ++n) {
      MemoryFileSystem files;
      fill(files);
      FaultyFileSystem disk(files);
      disk.cut_power_at(n);
      const Result<Store::Report> report = change_all(disk, files, kJournal);
      INFO("stopped at call " << n);
      disk.heal();
      if (!report && !twice) disk.lose_unsynced(keep_names);
      for (std::size_t m = twice ? 0 : 1000;; ++m) {  // stopped again while it is finished
        FaultyFileSystem again(files);
        again.cut_power_at(m);
        if (Store(again, "/w", kJournal).finish()) break;
      }
      const Files left = less_temporaries(files);
      CHECK((left == kBefore || left == kAfter));
      if (!report && left == kAfter) ++torn;
      if (report) {
        CHECK(files.files() == kAfter);
        return torn;
      }
    }
  };
  SECTION("killed") { CHECK(finished(true, true) > 5); }
  SECTION("names on the disk, bytes not") { CHECK(finished(true, false) > 5); }
  SECTION("nothing on the disk since the last flush") { CHECK(finished(false, false) > 5); }
}

TEST_CASE("store: a batch that was stopped leaves alone what a person changed since") {
  MemoryFileSystem files;
  fill(files);
  FaultyFileSystem disk(files);
  disk.refuse_renames();
  CHECK_FALSE(change_all(disk, files, kJournal));
  files.put("/w/a/edit.md", "by hand");
  REQUIRE(Store(files, "/w", kJournal).finish());
  Files wanted = kAfter;
  wanted["/w/a/edit.md"] = "by hand";
  CHECK(less_temporaries(files) == wanted);
}

TEST_CASE("store: a batch that the disk refused comes with the next one of the process") {
  MemoryFileSystem files;
  fill(files);
  FaultyFileSystem disk(files);
  disk.refuse_renames();
  Store store(disk, "/w", kJournal);
  store.put("one.md", "one", std::nullopt);
  store.put("two.md", "two", std::nullopt);
  CHECK_FALSE(store.commit());
  disk.heal();
  store.put("three.md", "three", std::nullopt);
  REQUIRE(store.commit());
  Files wanted = kBefore;
  wanted["/w/one.md"] = "one";
  wanted["/w/two.md"] = "two";
  wanted["/w/three.md"] = "three";
  CHECK(files.files() == wanted);
}

TEST_CASE("store: a full disk leaves each file whole") {
  std::size_t needed = 0;
  for (const auto& [path, bytes] : kAfter) needed += bytes.size();
  for (std::uint64_t room = 0; room < needed; ++room) {
    MemoryFileSystem files;
    fill(files);
    FaultyFileSystem disk(files);
    disk.fill_disk_after(room);
    const Result<Store::Report> report = change_all(disk, files);
    INFO("room for " << room);
    if (report) {
      CHECK(files.files() == kAfter);
      continue;
    }
    CHECK(report.error().kind == ErrorKind::kIo);
    CHECK(report.error().cause == "No space left on device");
    CHECK(files.files() == kBefore);  // nothing was renamed, nothing lies around
    disk.heal();
    REQUIRE(change_all(disk, files));
    CHECK(files.files() == kAfter);
  }
}

TEST_CASE("store: a refused rename leaves all as it was") {
  MemoryFileSystem files;
  fill(files);
  FaultyFileSystem disk(files);
  disk.refuse_renames();
  CHECK_FALSE(change_all(disk, files));
  CHECK(files.files() == kBefore);
}

TEST_CASE("store: what a crash left behind is swept, what only looks like it is not") {
  MemoryFileSystem files;
  fill(files);
  files.put("/w/a/.pyramid-tmp-0123456789abcdef", "half a fi");
  files.put("/w/b/.pyramid-tmp-0123456789abcdef", "in a folder not written to");
  files.put("/w/a/.pyramid-tmp-folder/x.md", "somebody's");
  files.put("/w/a/pyramid-tmp-x", "somebody's");
  files.put_symlink("/w/a/.pyramid-tmp-link", "somebody's");
  REQUIRE(change_all(files, files));
  CHECK_FALSE(files.stat("/w/a/.pyramid-tmp-0123456789abcdef"));
  CHECK(files.stat("/w/b/.pyramid-tmp-0123456789abcdef"));
  CHECK(files.stat("/w/a/.pyramid-tmp-folder/x.md"));
  CHECK(files.stat("/w/a/pyramid-tmp-x"));
  CHECK(files.stat("/w/a/.pyramid-tmp-link"));
}

TEST_CASE("store: a file that a person changed meanwhile stays as they wrote it") {
  MemoryFileSystem files;
  fill(files);
  Store store(files, "/w");
  store.put("a/edit.md", "generated", digest("what it was when it was read"));
  store.put("a/mine.md", "generated", std::nullopt);  // was not there when it was planned
  store.put("a/deleted.md", "generated", digest("what it was before the person deleted it"));
  store.remove("a/gone.md", *digest("what it was when it was read"));
  store.put("MEMORY.md", "new home, longer", digest("old home"));
  const Result<Store::Report> report = store.commit();
  REQUIRE(report);
  CHECK(report->changed_meanwhile == Names{"a/deleted.md", "a/edit.md", "a/gone.md", "a/mine.md"});
  CHECK(report->written == Names{"MEMORY.md"});
  Files expected = kBefore;
  expected["/w/MEMORY.md"] = "new home, longer";
  CHECK(files.files() == expected);
}

namespace {

// Lets a person act while the store waits for the disk.
class InterruptedFileSystem final : public FileSystem {
 public:
  InterruptedFileSystem(FileSystem& below, std::function<void()> act)
      : below_(below), act_(std::move(act)) {}
  Status sync(const std::string& directory) override {
    act_();
    return below_.sync(directory);
  }
  Result<std::string> read(const std::string& path) override { return below_.read(path); }
  Result<FileStat> stat(const std::string& path) override { return below_.stat(path); }
  Result<std::vector<DirectoryEntry>> list(const std::string& path) override {
    return below_.list(path);
  }
  Result<Walk> walk(const std::string& root, const std::function<bool(std::string_view)>& enter,
                    unsigned threads) override {
    return below_.walk(root, enter, threads);
  }
  Status make_directories(const std::string& path) override {
    return below_.make_directories(path);
  }
  Status write(const std::string& path, std::string_view bytes) override {
    return below_.write(path, bytes);
  }
  Status append(const std::string& path, std::string_view bytes) override {
    return below_.append(path, bytes);
  }
  Status rename(const std::string& from, const std::string& to) override {
    return below_.rename(from, to);
  }
  Status remove(const std::string& path) override { return below_.remove(path); }
  Status copy_mode(const std::string& from, const std::string& to) override {
    return below_.copy_mode(from, to);
  }
  Result<std::unique_ptr<FileLock>> lock(const std::string& path) override {
    return below_.lock(path);
  }

 private:
  FileSystem& below_;
  std::function<void()> act_;
};

}  // namespace

TEST_CASE("store: an edit during the flush wins too") {
  MemoryFileSystem files;
  fill(files);
  InterruptedFileSystem disk(files, [&] {
    files.put("/w/a/edit.md", "typed");
    files.put("/w/new/folder/x.md", "typed");
    files.put("/w/a/gone.md", "typed");
    files.erase("/w/MEMORY.md");
  });
  const Result<Store::Report> report = change_all(disk, files);
  REQUIRE(report);
  CHECK(report->changed_meanwhile ==
        Names{"new/folder/x.md", "MEMORY.md", "a/edit.md", "a/gone.md"});
  CHECK(report->written.empty());
  CHECK(files.files() == Files{{"/w/a/edit.md", "typed"},
                               {"/w/a/gone.md", "typed"},
                               {"/w/a/mine.md", "the person's"},
                               {"/w/b/same.md", "unchanged"},
                               {"/w/new/folder/x.md", "typed"}});
}

TEST_CASE("store: a symlink or folder in the place of a file is the person's") {
  MemoryFileSystem files;
  fill(files);
  files.put_symlink("/w/a/linked.md", "elsewhere");
  REQUIRE(files.make_directories("/w/a/folder.md"));
  Store store(files, "/w");
  store.put("a/linked.md", "generated", digest("elsewhere"));
  store.put("a/folder.md", "generated", std::nullopt);
  const Result<Store::Report> report = store.commit();
  REQUIRE(report);
  CHECK(report->changed_meanwhile == Names{"a/folder.md", "a/linked.md"});
  CHECK(files.stat("/w/a/linked.md")->kind == FileKind::kSymlink);
  CHECK(files.files() == kBefore);
}

TEST_CASE("store: no path leads out of the workspace") {
  MemoryFileSystem files;
  fill(files);
  for (const char* path : {"../x.md", "a/../../x.md", "/etc/x.md", ""}) {
    Store store(files, "/w");
    store.put("a/new.md", "x", std::nullopt);
    store.put(path, "x", std::nullopt);
    const Result<Store::Report> report = store.commit();
    INFO(path);
    REQUIRE_FALSE(report);
    CHECK(report.error().kind == ErrorKind::kInternal);
    CHECK(files.files() == kBefore);
  }
}

TEST_CASE("store: nothing is written behind a folder that is a symlink") {
  MemoryFileSystem files;
  fill(files);
  files.put_symlink("/w/door", "elsewhere");
  for (const char* path : {"door/x.md", "door/deep/x.md"}) {
    Store store(files, "/w");
    store.put(path, "x", std::nullopt);
    const Result<Store::Report> report = store.commit();
    INFO(path);
    REQUIRE_FALSE(report);
    CHECK(report.error().kind == ErrorKind::kConflict);
    CHECK(report.error().where == "door");
    CHECK(files.files() == kBefore);
  }
}

TEST_CASE("store: several changes to one file are one, from what is on the disk") {
  MemoryFileSystem files;
  fill(files);
  Store store(files, "/w");
  store.put("a/edit.md", "first", digest("old text"));
  store.put("a/edit.md", "second", digest("first"));
  store.put("a/brief.md", "came", std::nullopt);
  store.remove("a/brief.md", *digest("came"));
  store.put("a/gone.md", "rewritten", digest("to be removed"));
  store.remove("a/gone.md", *digest("rewritten"));
  store.remove("MEMORY.md", *digest("old home"));
  store.put("MEMORY.md", "back again", std::nullopt);
  const Result<Store::Report> report = store.commit();
  REQUIRE(report);
  CHECK(report->changed_meanwhile.empty());
  CHECK(report->written == Names{"MEMORY.md", "a/edit.md"});
  CHECK(report->removed == Names{"a/gone.md"});
  CHECK(files.get("/w/a/edit.md") == "second");
  CHECK(files.get("/w/MEMORY.md") == "back again");
  CHECK_FALSE(files.get("/w/a/brief.md"));
  REQUIRE(store.commit());  // the batch is forgotten
  CHECK(files.get("/w/a/edit.md") == "second");
}

}  // namespace store_test
