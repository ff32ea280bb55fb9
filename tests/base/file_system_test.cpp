// The contract of FileSystem, held to the real disk and to the one in memory; then what only the
// real one can show.
#include "pyramid/file_system.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/memory_file_system.hpp"
#include "tests/support/temp_directory.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace file_system_test {

using namespace pyramid;
using pyramid::test::MemoryFileSystem;
using pyramid::test::TempDirectory;

namespace {

const auto kEverywhere = [](std::string_view) { return true; };

std::vector<std::string> paths_of(const Walk& walk) {
  std::vector<std::string> paths;
  for (const WalkEntry& entry : walk.files) paths.push_back(entry.path);
  std::sort(paths.begin(), paths.end());
  return paths;
}

// `root` exists and is empty.
void check_contract(FileSystem& files, const std::string& root) {
  const std::string file = root + "/a/b/x.md";
  CHECK(files.read(file).error().kind == ErrorKind::kNotFound);
  CHECK(files.read(file).error().where == file);
  CHECK_FALSE(files.read(file).error().cause.empty());
  CHECK(files.stat(file).error().kind == ErrorKind::kNotFound);
  CHECK(files.list(root + "/a").error().kind == ErrorKind::kNotFound);
  CHECK(files.walk(root + "/a", kEverywhere, 1).error().kind == ErrorKind::kNotFound);
  CHECK_FALSE(files.write(file, "x"));
  CHECK(files.remove(file));

  REQUIRE(files.make_directories(root + "/a/b"));
  REQUIRE(files.make_directories(root + "/a/b"));
  REQUIRE(files.write(file, "one\n"));
  REQUIRE(files.append(file, "two\n"));
  CHECK(*files.read(file) == "one\ntwo\n");
  CHECK(files.stat(file)->size == 8);
  CHECK(files.stat(file)->kind == FileKind::kFile);
  CHECK(files.stat(root + "/a")->kind == FileKind::kDirectory);
  CHECK(files.stat(file)->inode != 0);
  CHECK(files.stat(file)->mtime_ns > 1'600'000'000'000'000'000);
  REQUIRE(files.write(file, "short"));
  CHECK(*files.read(file) == "short");
  const std::string with_nul("a\0b", 3);
  REQUIRE(files.append(root + "/new", with_nul));
  CHECK(*files.read(root + "/new") == with_nul);

  CHECK(files.read(root + "/a").error().kind == ErrorKind::kIo);
  CHECK(files.make_directories(file).error().kind == ErrorKind::kIo);
  CHECK(files.make_directories(file + "/deeper").error().kind == ErrorKind::kIo);

  const std::uint64_t inode = files.stat(root + "/new")->inode;
  REQUIRE(files.rename(root + "/new", file));
  CHECK(*files.read(file) == with_nul);
  CHECK(files.stat(file)->inode == inode);
  CHECK(files.stat(root + "/new").error().kind == ErrorKind::kNotFound);
  CHECK_FALSE(files.rename(root + "/none", file));
  CHECK(files.copy_mode(file, file));
  CHECK(files.copy_mode(root + "/none", file).error().kind == ErrorKind::kNotFound);

  CHECK_FALSE(files.remove(root + "/a/b"));
  REQUIRE(files.remove(file));
  REQUIRE(files.remove(file));
  REQUIRE(files.remove(root + "/a/b"));
  CHECK(files.sync(root));
  CHECK_FALSE(files.sync(root + "/none"));
}

// The same files as a walk, handed over one by one.
void check_visit(FileSystem& files, const std::string& root, unsigned threads, const Walk& walk) {
  std::vector<Walk> met(std::max(1U, threads));
  const auto visit = [&](unsigned worker, std::string_view directory, std::string_view name,
                         const FileStat& stat) {
    const std::string prefix = directory.empty() ? "" : std::string(directory) + "/";
    met.at(worker).files.push_back({prefix + std::string(name), stat});
  };
  const auto enter = [](std::string_view folder) { return folder != "skip"; };
  const auto odd = files.visit_files(root, enter, visit, threads);
  REQUIRE(odd);
  CHECK((*odd == walk.odd));
  Walk all;
  for (const Walk& part : met) {
    all.files.insert(all.files.end(), part.files.begin(), part.files.end());
  }
  CHECK(paths_of(all) == paths_of(walk));
  for (const WalkEntry& entry : all.files) {
    CHECK(entry.stat == *files.stat(root + "/" + entry.path));
  }
}

void check_walk(FileSystem& files, const std::string& root) {
  for (const char* folder : {"a/b", "a.b", "skip/in", "z"}) {
    REQUIRE(files.make_directories(root + "/" + folder));
  }
  const std::vector<std::string> names = {"a/b/2.md", "a/1.md", "a/b/new\nline", "a.b/caf\xE9",
                                          "top.md"};
  for (const std::string& name : names) REQUIRE(files.write(root + "/" + name, name));
  REQUIRE(files.write(root + "/skip/in/3.md", ""));

  std::vector<std::string> expected = names;
  std::sort(expected.begin(), expected.end());
  for (const unsigned threads : {0U, 1U, 4U}) {
    std::mutex mutex;
    std::set<std::string> asked;
    const auto enter = [&](std::string_view folder) {
      const std::scoped_lock guard(mutex);
      asked.emplace(folder);
      return folder != "skip";
    };
    const Result<Walk> walk = files.walk(root, enter, threads);
    REQUIRE(walk);
    CHECK(paths_of(*walk) == expected);
    CHECK(walk->odd.empty());
    CHECK(asked == std::set<std::string>{"a", "a/b", "a.b", "skip", "z"});
    for (const WalkEntry& entry : walk->files) {
      CHECK(entry.stat == *files.stat(root + "/" + entry.path));
    }
    check_visit(files, root, threads, *walk);
  }
  std::vector<std::string> listed;
  const Result<std::vector<DirectoryEntry>> entries = files.list(root);
  REQUIRE(entries);
  for (const DirectoryEntry& entry : *entries) listed.push_back(entry.name);
  CHECK(listed == std::vector<std::string>{"a", "a.b", "skip", "top.md", "z"});
  CHECK(entries->at(3).kind == FileKind::kFile);
}

void check_lock(FileSystem& files, const std::string& root) {
  Result<std::unique_ptr<FileLock>> held = files.lock(root + "/lock");
  REQUIRE(held);
  CHECK(files.lock(root + "/lock").error().kind == ErrorKind::kConflict);
  CHECK(files.lock(root + "/other"));
  held->reset();
  CHECK(files.lock(root + "/lock"));
  CHECK_FALSE(files.lock(root + "/none/lock"));
}

}  // namespace

TEST_CASE("file system: the contract, on the disk") {
  const TempDirectory folder;
  const auto files = make_real_file_system();
  SECTION("files") { check_contract(*files, folder.path()); }
  SECTION("walk") { check_walk(*files, folder.path()); }
  SECTION("lock") { check_lock(*files, folder.path()); }
  SECTION("a lock whose file is removed or replaced") {
    const auto held = *files->lock(folder / "lock");
    CHECK(held->is_in_place());
    REQUIRE(files->remove(folder / "lock"));
    CHECK_FALSE(held->is_in_place());
    const auto other = files->lock(folder / "lock");
    REQUIRE(other);
    CHECK((*other)->is_in_place());
    CHECK_FALSE(held->is_in_place());
  }
}

TEST_CASE("file system: the contract, in memory") {
  MemoryFileSystem files;
  REQUIRE(files.make_directories("/w"));
  SECTION("files") { check_contract(files, "/w"); }
  SECTION("walk") { check_walk(files, "/w"); }
  SECTION("lock") { check_lock(files, "/w"); }
}

TEST_CASE("file system: symlinks are seen and never followed by a walk") {
  const TempDirectory folder;
  const auto files = make_real_file_system();
  REQUIRE(files->make_directories(folder / "real"));
  REQUIRE(files->write(folder / "real/x.md", "x"));
  REQUIRE(::symlink("real", (folder / "folder").c_str()) == 0);
  REQUIRE(::symlink("real/x.md", (folder / "file.md").c_str()) == 0);
  REQUIRE(::symlink(".", (folder / "real/loop").c_str()) == 0);
  REQUIRE(::symlink("nowhere", (folder / "dangling").c_str()) == 0);
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  REQUIRE(::symlink("itself", (folder / "itself").c_str()) == 0);
  const Result<Walk> walk = files->walk(folder.path(), kEverywhere, 2);
  CHECK(paths_of(*walk) == std::vector<std::string>{"real/x.md"});
  using Odd = SkippedEntry::Kind;
  const std::vector<SkippedEntry> odd = {{"dangling", Odd::kDeadLink},
                                         {"itself", Odd::kLinkLoop},
                                         {"pipe", Odd::kNotRegular},
                                         {"real/loop", Odd::kLinkLoop}};
  CHECK((walk->odd == odd));
  CHECK(files->read(folder / "pipe").error().kind == ErrorKind::kIo);
  const Status pieces =
      files->read_in_pieces(folder / "pipe", [](std::string_view) { return true; });
  REQUIRE_FALSE(pieces);
  CHECK(pieces.error().kind == ErrorKind::kIo);
  CHECK(files->stat(folder / "file.md")->kind == FileKind::kSymlink);
  CHECK(files->stat(folder / "dangling")->kind == FileKind::kSymlink);
  CHECK(files->stat(folder / "pipe")->kind == FileKind::kOther);
  CHECK(*files->read(folder / "file.md") == "x");
  // The folder a person names may be a symlink itself.
  CHECK(files->walk(folder / "folder", kEverywhere, 1)->files.size() == 1);
}

TEST_CASE("file system: a folder without permission is listed, the rest is walked") {
  if (::geteuid() == 0) return;  // root may open everything
  const TempDirectory folder;
  const auto files = make_real_file_system();
  REQUIRE(files->make_directories(folder / "closed"));
  REQUIRE(files->make_directories(folder / "open"));
  REQUIRE(files->write(folder / "open/x.md", ""));
  REQUIRE(::chmod((folder / "closed").c_str(), 0) == 0);
  const Result<Walk> walk = files->walk(folder.path(), kEverywhere, 2);
  REQUIRE(::chmod((folder / "closed").c_str(), 0700) == 0);
  REQUIRE(walk);
  CHECK((walk->odd ==
         std::vector<SkippedEntry>{{"closed", SkippedEntry::Kind::kRefused, "Permission denied"}}));
  CHECK(paths_of(*walk) == std::vector<std::string>{"open/x.md"});
}

TEST_CASE("file system: a refused folder is listed, in memory too") {
  MemoryFileSystem files;
  files.put("/w/closed/x.md", "");
  files.put("/w/open/x.md", "");
  files.refuse("/w/closed");
  const Result<Walk> walk = files.walk("/w", kEverywhere, 2);
  REQUIRE(walk);
  CHECK((walk->odd == std::vector<SkippedEntry>{{"closed", SkippedEntry::Kind::kRefused}}));
  CHECK(paths_of(*walk) == std::vector<std::string>{"open/x.md"});
}

TEST_CASE("file system: only what is not there counts as not there") {
  const TempDirectory folder;
  const auto files = make_real_file_system();
  REQUIRE(files->write(folder / "x.md", "x"));
  CHECK(files->stat(folder / "no.md").error().kind == ErrorKind::kNotFound);
  CHECK(files->stat(folder / "x.md/y.md").error().kind == ErrorKind::kNotFound);
  CHECK(files->stat(folder / std::string(300, 'a')).error().kind == ErrorKind::kNotFound);
  CHECK(files->read(folder / std::string(300, 'a')).error().kind == ErrorKind::kNotFound);
  std::filesystem::create_symlink("loop", folder / "loop");
  CHECK(files->read(folder / "loop").error().kind == ErrorKind::kIo);
}

TEST_CASE("file system: without a free descriptor a file is not gone") {
  const TempDirectory folder;
  const auto files = make_real_file_system();
  REQUIRE(files->write(folder / "x.md", "x"));
  // The sanitizer looks at each type once, and needs descriptors to do so.
  REQUIRE_FALSE(files->read(folder / "absent.md"));
  REQUIRE(files->walk(folder.path(), kEverywhere, 1));
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  const int next = ::open("/dev/null", O_RDONLY);  // the lowest that is free
  ::close(next);
  rlimit none = before;
  none.rlim_cur = static_cast<rlim_t>(next);
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
  const auto read = files->read(folder / "x.md");
  const auto walk = files->walk(folder.path(), kEverywhere, 1);
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
  REQUIRE_FALSE(read);
  CHECK(read.error().kind == ErrorKind::kIo);
  CHECK(read.error().cause == "Too many open files");
  REQUIRE_FALSE(walk);
  CHECK(walk.error().kind == ErrorKind::kIo);
}

TEST_CASE("file system: files of no stated size and large files are read whole") {
  const auto files = make_real_file_system();
  const Result<std::string> status = files->read("/proc/self/status");
  REQUIRE(status);
  CHECK(status->find("Pid:") != std::string::npos);
  const TempDirectory folder;
  std::string large(5'000'000, 'x');
  for (std::size_t i = 0; i < large.size(); i += 997) large[i] = static_cast<char>('a' + i % 26);
  REQUIRE(files->write(folder / "large", large));
  CHECK(*files->read(folder / "large") == large);
}

TEST_CASE("file system: a large file comes in pieces, all bytes in order, until enough is read") {
  const TempDirectory folder;
  const auto real = make_real_file_system();
  MemoryFileSystem memory;
  std::string bytes;
  for (int i = 0; bytes.size() < 3'000'000; ++i) bytes += std::to_string(i) + "\n";
  REQUIRE(real->write(folder / "x", bytes));
  memory.put(folder / "x", bytes);
  for (FileSystem* files : std::initializer_list<FileSystem*>{real.get(), &memory}) {
    std::string all;
    int pieces = 0;
    REQUIRE(files->read_in_pieces(folder / "x", [&](std::string_view piece) {
      all += piece;
      ++pieces;
      return true;
    }));
    CHECK(all == bytes);
    int seen = 0;
    REQUIRE(files->read_in_pieces(folder / "x", [&](std::string_view) {
      ++seen;
      return false;
    }));
    CHECK(seen == 1);
    CHECK(files->read_in_pieces(folder / "y", [](std::string_view) { return true; }).error().kind ==
          ErrorKind::kNotFound);
  }
}

TEST_CASE("file system: a private file stays private when it is replaced") {
  const TempDirectory folder;
  const auto files = make_real_file_system();
  REQUIRE(files->write(folder / "old", "secret"));
  REQUIRE(files->write(folder / "new", "secret too"));
  REQUIRE(::chmod((folder / "old").c_str(), 0600) == 0);
  REQUIRE(files->copy_mode(folder / "old", folder / "new"));
  struct stat info{};
  REQUIRE(::stat((folder / "new").c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0600);
}

TEST_CASE("file system: many folders on several threads, each file once") {
  const TempDirectory folder;
  const auto files = make_real_file_system();
  std::size_t made = 0;
  for (int i = 0; i < 60; ++i) {
    const std::string below = folder / (std::to_string(i % 7) + "/" + std::to_string(i));
    REQUIRE(files->make_directories(below));
    for (int k = 0; k < 5; ++k, ++made) {
      REQUIRE(files->write(below + "/" + std::to_string(k), "x"));
    }
  }
  const std::vector<std::string> once = paths_of(*files->walk(folder.path(), kEverywhere, 1));
  CHECK(once.size() == made);
  for (int round = 0; round < 20; ++round) {
    REQUIRE(paths_of(*files->walk(folder.path(), kEverywhere, 8)) == once);
  }
}

}  // namespace file_system_test
