// The flat files beside the database: others take their place while somebody reads, one of another
// day lies there, or something that is no file, or there is no room.
#include "index/flat_file.hpp"
#include "index/index.hpp"
#include "tests/index/indexed.hpp"
#include "tests/support/catch.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace row_files_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr std::array kRowFiles = {"vectors.i8", "vectors.f32", "lengths.u32"};

class Rows : public Indexed {
 public:
  // `about` in each of them, in the same rows as what was said before.
  void write_notes(const std::string& about, int count = 30) {
    std::mt19937 random(static_cast<unsigned>(about.size()));
    for (int i = 0; i < count; ++i) {
      write("n" + std::to_string(i) + ".md",
            about + " " + sentence(random) + (i % 2 == 0 ? "and " + sentence(random) : ""));
    }
  }
  // As sync --force does.
  std::unique_ptr<index::Index> open_anew() {
    index::OpenOptions options;
    options.anew = true;
    return open(options);
  }
  // What is found and with which scores, whatever the rows are called.
  std::string found(index::Index& index) {
    std::multiset<std::string> lines;
    const std::string_view query[] = {"boiler winter"};
    const std::vector<float> embedded = *embedder().embed(query);
    const Status read = index.read_at_once([&]() -> Status {
      lines.clear();
      PYRAMID_ASSIGN(auto scored, index.keyword("\"boiler\" OR \"winter\"", 1000));
      PYRAMID_ASSIGN(const auto nearest, index.nearest(embedded, 1000));
      scored.insert(scored.end(), nearest.begin(), nearest.end());
      for (const index::Scored& one : scored) {
        PYRAMID_ASSIGN(const auto chunks, index.chunks({one.row}));
        PYRAMID_ASSIGN(const auto cosine, index.cosine_of(embedded, {one.row}));
        lines.insert((chunks.empty() ? "no chunk" : chunks[0].path) + " " +
                     std::to_string(one.score) + " " + std::to_string(cosine[0].score));
      }
      return {};
    });
    std::string out = read ? "" : to_string(read.error()) + "\n";
    for (const std::string& line : lines) out += line + "\n";
    return out;
  }
  // Those that lie there, of whichever slot.
  std::vector<std::string> row_files() const {
    std::vector<std::string> found;
    for (const std::string slot : {"", "2-"}) {
      for (const char* name : kRowFiles) {
        if (std::filesystem::exists(path(".pyramid/" + slot + name))) found.push_back(slot + name);
      }
    }
    return found;
  }
  std::string search() {
    const auto index = open();
    refresh(*index);
    return found(*index);
  }
  // The same in an index that was made from nothing.
  std::string found_afresh() {
    const auto index = open(index::Mode::kMemory);
    refresh(*index);
    return found(*index);
  }
};

// `work`, so many times, in a process of its own.
pid_t repeat_in_child(int times, const std::function<void(int round)>& work) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child != 0) return child;
  for (int round = 1; round <= times; ++round) work(round);
  ::_exit(0);
}

bool is_running(pid_t child, int& status) { return ::waitpid(child, &status, WNOHANG) == 0; }

}  // namespace

TEST_CASE("index: who searches while another process reads everything again finds what is there") {
  Rows notes;
  notes.write_notes("boiler");
  settle();
  const std::string right = notes.search();
  REQUIRE(right == notes.found_afresh());
  const pid_t child = repeat_in_child(60, [&](int) { notes.refresh(*notes.open_anew()); });
  int status = 0;
  std::size_t wrong = 0;
  std::size_t asked = 0;
  const auto kept_open = notes.open();
  while (is_running(child, status)) {
    wrong += notes.search() != right ? 1 : 0;
    wrong += notes.found(*kept_open) != right ? 1 : 0;
    const auto reader = notes.open(index::Mode::kRead);
    wrong += notes.found(*reader) != right ? 1 : 0;
    const auto copy = notes.open(index::Mode::kCopy);
    wrong += notes.found(*copy) != right ? 1 : 0;
    asked += 4;
  }
  CHECK(WIFEXITED(status));
  INFO(asked << " asked");
  CHECK(wrong == 0);
  CHECK(notes.notices.empty());
}

TEST_CASE("index: who searches while another process changes files finds one moment or the other") {
  // So few that their rows are changed in place, and so many that they are changed in a copy.
  const int count = GENERATE(30, 600);
  CAPTURE(count);
  Rows notes;
  const auto say = [&](int round) {
    notes.write_notes(round % 2 == 0 ? "boiler" : "winter harbour", count);
  };
  std::set<std::string> right;
  for (const int round : {1, 0}) {
    say(round);
    settle();
    right.insert(notes.search());
  }
  REQUIRE(right.size() == 2);
  const pid_t child = repeat_in_child(count > 100 ? 7 : 59, [&](int round) {
    say(round);
    notes.refresh(*notes.open());
  });
  int status = 0;
  std::size_t wrong = 0;
  std::size_t asked = 0;
  const auto kept_open = notes.open();
  while (is_running(child, status)) {
    wrong += right.contains(notes.found(*kept_open)) ? 0 : 1;
    const auto reader = notes.open(index::Mode::kRead);
    wrong += right.contains(notes.found(*reader)) ? 0 : 1;
    asked += 2;
  }
  CHECK(WIFEXITED(status));
  INFO(asked << " asked");
  CHECK(wrong == 0);
  CHECK(notes.notices.empty());
}

TEST_CASE("index: a reader goes on looking while each look meets another change of the rows") {
  Rows notes;
  notes.write_notes("boiler", 3);
  static_cast<void>(notes.search());
  const auto writer = notes.open();
  const auto reader = notes.open(index::Mode::kRead);
  int looks = 0;
  REQUIRE(reader->read_at_once([&]() -> Status {
    if (++looks > 3) return {};
    notes.write_notes(looks % 2 == 0 ? "boiler" : "winter harbour", 3);
    notes.refresh(*writer);
    return {};
  }));
  CHECK(looks == 4);
}

TEST_CASE(
    "index: many files are taken into a copy, which then stands alone; into nothing they are not") {
  Rows notes;
  const std::vector<std::string> first = {"vectors.i8", "vectors.f32", "lengths.u32"};
  const std::vector<std::string> other = {"2-vectors.i8", "2-vectors.f32", "2-lengths.u32"};
  notes.write_notes("boiler", 600);
  static_cast<void>(notes.search());
  CHECK(notes.row_files() == first);
  notes.write_notes("winter harbour", 600);
  static_cast<void>(notes.search());
  CHECK(notes.row_files() == other);
  notes.write_notes("boiler", 30);
  static_cast<void>(notes.search());
  CHECK(notes.row_files() == other);
}

TEST_CASE("index: many files are taken in where a copy cannot be made") {
  Rows notes;
  notes.write_notes("boiler", 600);
  static_cast<void>(notes.search());
  notes.write(".pyramid/2-vectors.f32/kept", "a person's");
  notes.write_notes("winter harbour", 600);
  CHECK(notes.search() == notes.found_afresh());
  CHECK(std::filesystem::exists(notes.path(".pyramid/vectors.i8")));
  CHECK_FALSE(std::filesystem::exists(notes.path(".pyramid/2-vectors.i8")));
  CHECK(std::filesystem::exists(notes.path(".pyramid/2-vectors.f32/kept")));
}

TEST_CASE("index: a change of many files that fails half way leaves the rows of before") {
  Rows notes;
  notes.write_notes("boiler", 600);
  settle();
  const std::string before = notes.search();
  const std::string database = notes.path(".pyramid/index.db");
  execute(database,
          "CREATE TRIGGER full BEFORE INSERT ON chunks WHEN (SELECT count(*) FROM chunks) = 300 "
          "BEGIN SELECT RAISE(ABORT, 'no room'); END");
  const auto index = notes.open();
  notes.write_notes("winter harbour", 600);
  CHECK_FALSE(notes.try_refresh(*index));
  execute(database, "DROP TRIGGER full");
  CHECK(notes.found(*index) == before);
  CHECK(notes.found(*notes.open(index::Mode::kRead)) == before);
  notes.refresh(*index);
  CHECK(notes.found(*index) == notes.found_afresh());
  CHECK(notes.search() == notes.found_afresh());
  CHECK(notes.notices.empty());
}

TEST_CASE("index: until everything was read again the old index stands") {
  Rows notes;
  notes.write_notes("boiler");
  settle();
  const std::string before = notes.search();
  const auto anew = notes.open_anew();
  CHECK(!*anew->as_it_stands());
  CHECK(notes.search() == before);
  notes.write_notes("winter harbour");
  CHECK(notes.refresh(*anew).rebuilt);
  CHECK(notes.found(*anew) == notes.found_afresh());
  CHECK(notes.search() == notes.found_afresh());
  for (int i = 0; i < 3; ++i) {
    notes.refresh(*notes.open_anew());
    CHECK(notes.row_files().size() == 3);
  }
}

TEST_CASE("index: who writes after another process has read everything again writes to its files") {
  Rows notes;
  notes.write_notes("boiler");
  settle();
  const auto index = notes.open();
  notes.refresh(*index);
  notes.write_notes("winter harbour by the long bridge");
  notes.refresh(*notes.open_anew());
  notes.write("late.md", "boiler in the garden");
  notes.refresh(*index);
  CHECK(notes.found(*index) == notes.found_afresh());
  CHECK(notes.search() == notes.found_afresh());
  CHECK(notes.notices.empty());
}

TEST_CASE("index: what another process added to the files is read by who has them open") {
  Rows notes;
  notes.write_notes("boiler");
  const auto index = notes.open();
  notes.refresh(*index);
  for (int i = 0; i < 300; ++i) notes.write("m" + std::to_string(i) + ".md", "boiler winter");
  const std::string after = notes.search();
  CHECK(notes.found(*index) == after);
}

TEST_CASE("index: a file of another day beside a newer database is found out, and said once") {
  const std::string name = GENERATE("vectors.i8", "vectors.f32", "lengths.u32", "all");
  INFO(name);
  Rows notes;
  notes.write_notes("harbour crane");
  static_cast<void>(notes.search());
  const std::string older = notes.path("older/");
  std::filesystem::create_directories(older);
  for (const char* file : kRowFiles) {
    std::filesystem::copy_file(notes.path(std::string(".pyramid/") + file), older + file);
  }
  notes.write_notes("boiler teacher in winter");
  settle();
  const std::string right = notes.search();
  for (const char* file : kRowFiles) {
    if (name != "all" && name != file) continue;
    std::filesystem::copy_file(older + file, notes.path(std::string(".pyramid/") + file),
                               std::filesystem::copy_options::overwrite_existing);
  }
  CHECK(notes.search() == right);
  CHECK(notes.notices.size() == 1);
  CHECK(notes.search() == right);
  CHECK(notes.notices.size() == 1);
}

TEST_CASE("index: what stands in the place of a file and is none is taken away") {
  constexpr std::array kFiles = {"index.db",       "index.db-wal",   "index.db-shm", "vectors.i8",
                                 "vectors.f32",    "lengths.u32",    "scan.table",   "facts.cache",
                                 "scan.table.tmp", "facts.cache.tmp"};
  for (const std::string name : kFiles) {
    for (const std::string what : {"pipe", "folder", "link", "dead link"}) {
      INFO(name << " is a " << what);
      Rows notes;
      notes.write_notes("boiler");
      settle();
      const std::string right = notes.search();
      const std::string path = notes.path(".pyramid/" + name);
      const std::string outside = notes.path("outside");
      std::filesystem::remove(path);
      if (what == "pipe") REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
      if (what == "folder") std::filesystem::create_directory(path);
      if (what == "link") notes.write("outside", "somebody's");
      if (what == "link" || what == "dead link") std::filesystem::create_symlink(outside, path);
      CHECK(notes.search() == right);
      CHECK(notes.notices.size() <= 1);
      CHECK(notes.search() == right);
      notes.write("late.md", "boiler in the garden");
      const auto index = notes.open();
      notes.refresh(*index);
      REQUIRE(index->keep("facts", {}));
      CHECK(notes.found(*index) == notes.found_afresh());
      CHECK(notes.notices.size() <= 1);
      if (what == "link") CHECK(read_file(outside) == "somebody's");
      CHECK(std::filesystem::exists(outside) == (what == "link"));
    }
  }
}

TEST_CASE("index: a folder with files in the place of one makes room and is kept") {
  const std::string name = GENERATE("index.db", "vectors.f32");
  Rows notes;
  notes.write_notes("boiler");
  static_cast<void>(notes.search());
  std::filesystem::remove(notes.path(".pyramid/" + name));
  notes.write(".pyramid/" + name + "/mine", "mine");
  const Result<std::unique_ptr<index::Index>> index = notes.try_open({});
  REQUIRE(index);
  CHECK(read_file(notes.path(".pyramid/" + name + ".put-aside-1/mine")) == "mine");
}

TEST_CASE("flat file: room that is mapped is on the disk, and a full one is a failure") {
  using index::FlatFile;
  constexpr std::size_t kSize = 1000;
  const TempDirectory folder;
  const std::string path = folder / "records";
  auto file = FlatFile::make(path, "records", kSize, 1, index::Mode::kWrite);
  REQUIRE(file);
  REQUIRE(file->resize(100));
  struct stat info{};
  REQUIRE(::stat(path.c_str(), &info) == 0);
  CHECK(info.st_blocks * 512 >= info.st_size);
  const std::vector<std::byte> bytes(kSize, std::byte{7});
  REQUIRE(file->put(99, bytes));
  // To be full is played by the limit of a file's size.
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto was = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{static_cast<rlim_t>(info.st_size) + 4096, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
  const Status grown = file->resize(10'000);
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
  std::signal(SIGXFSZ, was);
  REQUIRE(!grown);
  CHECK(grown.error().kind == ErrorKind::kIo);
  CHECK(file->is_sound(99));
  CHECK(file->put(99, bytes));
  const Status outside = file->put(9'999, bytes);
  REQUIRE(!outside);
  CHECK(outside.error().kind == ErrorKind::kCorruptCache);
  CHECK(!file->is_sound(9'999));
}

}  // namespace row_files_test
