#include "index/checked_vfs.hpp"
#include "index/index.hpp"
#include "tests/ops/fixture.hpp"
#include "workspace/workspace.hpp"

#include <sqlite3.h>

#include <algorithm>

namespace pyramid::check_index_test {
namespace {

class Checked : public test::Fixture {
 public:
  Checked() {
    test::write_twelve_facts(*this);
    test::taken_in(*this);
    REQUIRE(sync());
    write("notes/a.md", "# Tea\n\nThe kettle sings.\n");
    REQUIRE(sync());
  }

  CheckReport look(bool fix = false) {
    CheckOptions options;
    options.workspace.root = root();
    options.index = true;
    options.fix = fix;
    Result<CheckReport> report = pyramid::check(environment(), options);
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    REQUIRE(report->index);
    return *std::move(report);
  }

  void execute(const char* sql) const {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open_v2(path(".pyramid/index.db").c_str(), &database, SQLITE_OPEN_READWRITE,
                            index::checked_vfs()) == SQLITE_OK);
    CHECK(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
  }

  // Changes what planning kept, with a sum that is right.
  void keep_another_digest() {
    const auto files = make_real_file_system();
    const auto workspace = workspace::open(*files, root());
    REQUIRE(workspace);
    const auto embedder = engine::make_static_embedder();
    const auto index =
        index::open(*workspace, embedder->name(), embedder->dims(), {}, [](std::string_view) {});
    REQUIRE(index);
    const auto kept = (*index)->kept();
    REQUIRE(kept);
    REQUIRE(*kept);
    const auto nodes = (*index)->nodes({format::Kind::kObservation});
    REQUIRE(nodes);
    std::string bytes((*kept)->bytes);
    const Digest& digest = nodes->front().digest;
    const std::string_view wanted(reinterpret_cast<const char*>(digest.bytes.data()),
                                  digest.bytes.size());
    const std::size_t at = bytes.find(wanted);
    REQUIRE(at != std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    REQUIRE((*index)->keep(bytes, (*kept)->touched));
    changed = nodes->front().path;
  }

  std::string changed;
};

bool tells_of(const CheckReport& report, const std::string& table, const std::string& path) {
  return std::any_of(report.index->differences.begin(), report.index->differences.end(),
                     [&](const auto& one) { return one.table == table && one.path == path; });
}

}  // namespace

TEST_CASE("check --index: an index after syncs says what the files say") {
  Checked memory;
  const CheckReport report = memory.look();
  CHECK(report.problems.empty());
  CHECK(report.index->differing == 0);
  CHECK(report.index->files > 12);
  CHECK(report.index->chunks >= 36);
  CHECK(report.index->words > 100);
}

TEST_CASE("check --index: a row that somebody changed is named, and --fix makes the index anew") {
  Checked memory;
  memory.execute("UPDATE chunks SET last_line = 99 WHERE text LIKE '%kettle%'");
  const CheckReport wrong = memory.look();
  CHECK(wrong.index->differing == 1);
  CHECK(tells_of(wrong, "chunks", "notes/a.md"));
  REQUIRE(wrong.problems.size() == 1);
  CHECK(wrong.problems[0].where == "notes/a.md");
  CHECK(wrong.problems[0].what.find("chunks says something else in `last_line`") !=
        std::string::npos);
  const CheckReport mended = memory.look(true);
  CHECK(mended.problems.empty());
  CHECK(mended.index->differing == 0);
  REQUIRE(mended.fixed.size() == 1);
  CHECK(mended.fixed[0].what == "index");
  CHECK(memory.look().problems.empty());
}

TEST_CASE("check --index: files that changed since the last command are taken in first") {
  Checked memory;
  memory.write("notes/a.md", "# Tea\n\nThe pot is blue.\n");
  memory.write("notes/b.md", "New.\n");
  CHECK(memory.look().problems.empty());
}

TEST_CASE("check --index: what planning kept is held against the files too") {
  Checked memory;
  memory.keep_another_digest();
  const CheckReport report = memory.look();
  CHECK(report.index->differing == 1);
  CHECK(tells_of(report, "facts.cache", memory.changed));
  memory.look(true);
  CHECK(memory.look().problems.empty());
}

TEST_CASE("check --index: keys that were worked out are those of the words") {
  Checked memory;
  ObserveOptions options;
  options.workspace.root = memory.root();
  options.text = "The neighbour sold his boat.";
  REQUIRE(observe(memory.environment(), options));
  CHECK(memory.look().problems.empty());
  memory.execute("UPDATE keys SET key = key + 1");
  const CheckReport report = memory.look();
  REQUIRE_FALSE(report.index->differences.empty());
  CHECK(report.index->differences[0].table == "keys");
  CHECK(report.index->differences[0].path.starts_with("observations/"));
}

}  // namespace pyramid::check_index_test
