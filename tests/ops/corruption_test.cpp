#include "tests/ops/fixture.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <random>

namespace pyramid::corruption_test {
namespace {

constexpr int kCases = 1000;

class Listener final : public Progress {
 public:
  void begin(std::string_view, std::size_t) override {}
  void advance(std::size_t) override {}
  void end() override {}
  void notice(std::string_view line) override { notices.emplace_back(line); }
  [[nodiscard]] bool cancelled() const override { return false; }

  std::vector<std::string> notices;
};

using Files = std::map<std::string, std::string>;

Files files_in(const std::string& folder) {
  Files files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files[entry.path().filename().string()] = test::Fixture::read_file(entry.path());
  }
  return files;
}

void put_back(const std::string& folder, const Files& files) {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  for (const auto& [name, bytes] : files) {
    std::ofstream(folder + "/" + name, std::ios::binary) << bytes;
  }
}

// Cut short, gone, or a few bytes, a bit or a stretch of it changed.
std::string damaged(std::string bytes, std::mt19937& random) {
  const auto roll = [&](std::size_t count) { return random() % std::max<std::size_t>(1, count); };
  switch (random() % 5) {
    case 0:
      return bytes.substr(0, roll(bytes.size()));
    case 1:
      for (std::size_t i = 1 + roll(8); i > 0 && !bytes.empty(); --i) {
        bytes[roll(bytes.size())] = static_cast<char>(random());
      }
      return bytes;
    case 2:
      if (!bytes.empty()) bytes[roll(bytes.size())] ^= static_cast<char>(1U << roll(8));
      return bytes;
    case 3: {
      const std::size_t at = roll(bytes.size());
      const std::size_t length = std::min(bytes.size() - at, roll(5000));
      return bytes.replace(at, length, length, random() % 2 == 0 ? '\0' : '\xFF');
    }
    default:
      bytes.insert(roll(bytes.size()), 1 + roll(100), 'x');
      return bytes;
  }
}

class Damaging : public test::Fixture {
 public:
  Damaging() {
    test::write_twelve_facts(*this);
    test::taken_in(*this);
    for (int i = 0; i < 4; ++i) {
      write("notes/n" + std::to_string(i) + ".md",
            "# Boiler " + std::to_string(i) + "\n\nThe boiler hums at " + std::to_string(40 + i) +
                " degrees.\n\n## Garden\n\nTomatoes grow behind the shed.\n");
    }
    REQUIRE(sync());
    for (const auto& [path, bytes] : tree()) {  // out of the racy window
      std::filesystem::last_write_time(
          this->path(path), std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    }
    static_cast<void>(hits(true));
  }

  // What a search sees, or the failure. `which` of some queries.
  std::string hits(bool refresh, int which = 0) {
    constexpr std::array kQueries = {"boiler degrees", "who is allergic to peanuts", "garden shed"};
    listener.notices.clear();
    SearchOptions options;
    options.workspace.root = root();
    options.query = kQueries.at(static_cast<std::size_t>(which) % kQueries.size());
    options.refresh = refresh;
    const Environment world = environment();
    const auto report = search_memory({world.files, world.clock, listener, {}, {}}, options);
    if (!report) return to_string(report.error());
    std::string out;
    for (const SearchHit& hit : report->hits) {
      out += hit.citation + " " + hit.kind + " " + hit.model + " " + hit.heading + " " +
             std::to_string(hit.score) + " " + format_time(hit.at) + "\n";
    }
    return out + report->answer + "\n";
  }

  // The index as another process that is killed while it has it open leaves it.
  Files with_log(const std::string& folder) {
    sqlite3* reader = nullptr;
    REQUIRE(sqlite3_open((folder + "/index.db").c_str(), &reader) == SQLITE_OK);
    sqlite3_exec(reader, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
    write("notes/late.md", "# Late\n\nThe boiler hums at 99 degrees.\n");
    static_cast<void>(hits(true));
    Files files = files_in(folder);
    sqlite3_close(reader);
    return files;
  }

  Listener listener;
};

void check_cases(Damaging& memory, const Files& whole, int cases, unsigned seed) {
  const std::string folder = memory.path(".pyramid");
  std::vector<std::string> names;
  for (const auto& [name, bytes] : whole) names.push_back(name);
  put_back(folder, whole);
  const std::vector<std::string> before = {memory.hits(true, 0), memory.hits(true, 1),
                                           memory.hits(true, 2)};
  put_back(folder, {});
  REQUIRE(memory.hits(true, 1) == before[1]);  // made from nothing
  std::mt19937 random(seed);
  for (int i = 0; i < cases; ++i) {
    const std::string& name = names[random() % names.size()];
    Files files = whole;
    if (random() % 16 == 0) {
      files.erase(name);
    } else {
      files[name] = damaged(files[name], random);
    }
    put_back(folder, files);
    // Without the end of the log an index is whole, and older; --no-refresh says as of when.
    const bool refresh =
        random() % 2 == 0 || !files.contains("index.db") || name.starts_with("index.db-");
    const std::string after = memory.hits(refresh, i);
    INFO("case " << i << " of seed " << seed << ": " << name << (refresh ? "" : ", no refresh"));
    REQUIRE(after == before[static_cast<std::size_t>(i) % before.size()]);
    REQUIRE(memory.listener.notices.size() <= 1);
  }
}

}  // namespace

TEST_CASE("corruption: whatever happens to a file of the index, hits are those of a fresh one") {
  Damaging memory;
  check_cases(memory, files_in(memory.path(".pyramid")), kCases - 200, 20260515);
}

TEST_CASE("corruption: of a database that was cut off beside its log no page is made of zeros") {
  constexpr std::size_t kPage = 4096;
  Damaging memory;
  const std::string folder = memory.path(".pyramid");
  const Files whole = memory.with_log(folder);
  put_back(folder, whole);
  const std::string before = memory.hits(true);
  const std::size_t pages = whole.at("index.db").size() / kPage;
  for (std::size_t left = 1; left < pages; left += 1 + pages / 40) {
    Files files = whole;
    files["index.db"].resize(left * kPage);
    put_back(folder, files);
    INFO(left << " of " << pages << " pages");
    CHECK(memory.hits(true) == before);
  }
}

TEST_CASE("corruption: the same with the log of a process that was killed") {
  Damaging memory;
  const Files files = memory.with_log(memory.path(".pyramid"));
  REQUIRE(files.contains("index.db-wal"));
  REQUIRE(files.at("index.db-wal").size() > 4096);
  check_cases(memory, files, 200, 20260516);
}

TEST_CASE("corruption: what is wrong with the index is said, whichever way it is found") {
  Damaging memory;
  const std::string folder = memory.path(".pyramid");
  const Files whole = files_in(folder);
  const std::string before = memory.hits(true);
  for (const bool refresh : {true, false}) {
    put_back(folder, whole);
    memory.remove(".pyramid/vectors.i8");
    CHECK(memory.hits(refresh) == before);
    CHECK(memory.listener.notices ==
          std::vector<std::string>{"the index has lost a file; rebuilding it"});
  }
}

}  // namespace pyramid::corruption_test
