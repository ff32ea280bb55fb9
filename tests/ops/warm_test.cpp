#include "ops/run/warm.hpp"

#include "ops/run/opened.hpp"
#include "tests/ops/fixture.hpp"
#include "tests/support/counting_file_system.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

namespace pyramid::warm_test {
namespace {

// A process that goes on running, and what others do to its workspace.
class Running : public test::Fixture {
 public:
  Running() {
    write("notes/a.md", "The kestrel hovers.\n");
    REQUIRE(found_by_others("kestrel") == "notes/a.md\n");
    warm_ = keep_warm(environment_of(files_), {root(), {}}, {.watches = true});
  }

  // The paths that this process finds, with the files that it looked at for it.
  std::string found(const std::string& query) {
    test::CountingFileSystem counting(files_);
    const std::string paths = ask(environment_of(counting), query);
    walks = counting.walks();
    return paths;
  }
  std::string found_at_once(const std::string& query) { return ask(environment_of(files_), query); }
  std::string found_by_others(const std::string& query) {
    Environment other = environment_of(files_);
    other.warm = nullptr;
    return ask(other, query);
  }
  // Until the first look is over.
  void settle() {
    while (static_cast<ops::WarmWorkspace&>(*warm_).is_at_first_look()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  std::size_t walks = 0;

 private:
  Environment environment_of(FileSystem& files) {
    const Environment world = environment();
    Environment mine{files, world.clock, silent_, {}};
    mine.warm = warm_.get();
    return mine;
  }
  [[nodiscard]] std::string ask(const Environment& world, const std::string& query) const {
    SearchOptions options;
    options.workspace.root = root();
    options.query = query;
    options.answer = false;
    const auto report = search_memory(world, options);
    if (!report) return to_string(report.error());
    if (!report->refreshed) return "not looked at";
    std::string paths;
    for (const SearchHit& hit : report->hits) {
      if (hit.keyword > 0) paths += hit.path + "\n";
    }
    return paths;
  }

  std::unique_ptr<FileSystem> real_ = make_real_file_system();
  FileSystem& files_ = *real_;
  SilentProgress silent_;
  std::unique_ptr<WarmState> warm_;
};

}  // namespace

TEST_CASE(
    "warm: a process that asks again finds what others changed, without a look at every file") {
  Running process;
  CHECK(process.found("kestrel") == "notes/a.md\n");
  process.settle();
  process.write("notes/a.md", "The heron sleeps.\n");
  CHECK(process.found("heron") == "notes/a.md\n");
  CHECK(process.walks == 0);
  CHECK(process.found("kestrel").empty());
  std::filesystem::create_directories(process.path("deep/down"));
  process.write("deep/down/b.md", "The owl sleeps.\n");
  CHECK(process.found("owl") == "deep/down/b.md\n");
  std::filesystem::rename(process.path("deep"), process.path("moved"));
  CHECK(process.found("owl") == "moved/down/b.md\n");
  process.remove("moved");
  CHECK(process.found("owl").empty());
  // Another process took a change in before this one asked.
  process.write("notes/c.md", "The swift screams.\n");
  CHECK(process.found_by_others("swift") == "notes/c.md\n");
  CHECK(process.found("swift") == "notes/c.md\n");
  CHECK(process.walks == 0);
}

TEST_CASE("warm: an index that another command made anew, or took away, is no stale answer") {
  Running process;
  process.found("kestrel");
  process.settle();
  SyncOptions forced;
  forced.workspace.root = process.root();
  forced.force = true;
  REQUIRE(sync(process.environment(), forced));
  process.write("notes/b.md", "Kestrel: a kestrel.\n");
  CHECK(process.found("kestrel") == "notes/b.md\nnotes/a.md\n");
  CHECK(process.walks == 1);  // it may lack what was taken in while it was made
  process.found("kestrel");
  CHECK(process.walks == 0);
  process.remove(".pyramid");
  process.write("notes/b.md", "Gone.\n");
  CHECK(process.found("kestrel") == "notes/a.md\n");
  const std::string settings = process.read("pyramid.yaml");
  process.write("pyramid.yaml", settings + "\ntimezone: Europe/Berlin\n");
  process.write("notes/b.md", "Still gone.\n");
  CHECK(process.found("kestrel") == "notes/a.md\n");
}

TEST_CASE("warm: another folder in the place of the workspace is looked at as a whole") {
  Running process;
  process.found("kestrel");
  process.settle();
  const std::string other = process.outside("other");
  std::filesystem::copy(process.root(), other, std::filesystem::copy_options::recursive);
  std::ofstream(other + "/notes/a.md") << "The magpie steals.\n";
  std::filesystem::rename(process.root(), process.outside("old"));
  std::filesystem::rename(other, process.root());
  CHECK(process.found("magpie") == "notes/a.md\n");
  process.write("notes/a.md", "The jay hides acorns.\n");
  CHECK(process.found("jay") == "notes/a.md\n");
  process.found("jay");
  CHECK(process.walks == 0);
}

TEST_CASE("warm: what was written before a question is found by each of those who ask at once") {
  Running process;
  process.found("kestrel");
  process.settle();
  constexpr int kAsking = 4;
  std::atomic<int> missed = 0;
  std::array<std::thread, kAsking> asking;
  for (int i = 0; i < kAsking; ++i) {
    asking[static_cast<std::size_t>(i)] = std::thread([&, i] {
      for (int n = 0; n < 10; ++n) {
        const std::string bird = "bird" + std::to_string(i) + "x" + std::to_string(n);
        const std::string path = "notes/" + bird + ".md";
        process.write(path, bird + " sings.\n");
        if (process.found_at_once(bird) != path + "\n") ++missed;
      }
    });
  }
  for (std::thread& one : asking) one.join();
  CHECK(missed == 0);
}

}  // namespace pyramid::warm_test
