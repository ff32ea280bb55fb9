#include "index/compare.hpp"

#include "index/flat_file.hpp"
#include "index/vectors.hpp"
#include "tests/index/indexed.hpp"
#include "tests/support/unreadable_file_system.hpp"

#include <cerrno>

namespace compare_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr std::size_t kDims = 8;

std::string observation(int number, const std::string& text, const std::string& more = {}) {
  return "---\nid: 0" + std::to_string(1'000'000 + number) +
         "000000000000000000\nkind: observation\nat: 2026-05-0" + std::to_string(1 + number % 9) +
         "T10:00:00Z\nmodel: user\n" + more + "---\n" + text + "\n";
}

// One key a word, as if that were all that told whether two say the same.
index::Index::Keys keys_of(const index::Index::Unkeyed& one) {
  index::Index::Keys of{one.file, one.id, {}, {}};
  for (const std::string_view word : split(one.text, ' ')) {
    (one.in_use ? of.has : of.lost).push_back(digest_of(word).bytes[0]);
  }
  return of;
}

void work_out_keys(index::Index& index) {
  std::vector<index::Index::Keys> keys;
  const auto facts = index.without_keys("words", 10'000);
  REQUIRE(facts);
  for (const auto& one : *facts) keys.push_back(keys_of(one));
  REQUIRE(index.put_keys(keys));
}

class Compared : public Indexed {
 public:
  // What the index says else than the files, as "table path what".
  std::string differences() {
    const auto ours = open();
    refresh(*ours);
    const auto found = index::compare(*ours, *files, embedder(), progress, {"words", keys_of});
    INFO((found ? "" : to_string(found.error())));
    REQUIRE(found);
    std::string all;
    for (const index::Difference& one : found->differences) {
      all += one.table + " " + one.path + " " + one.what + "\n";
    }
    CHECK(all.empty() == (found->differing == 0));
    chunks = found->chunks;
    return all;
  }
  [[nodiscard]] std::string database() const { return path(".pyramid/index.db"); }

  SilentProgress progress;
  std::unique_ptr<FileSystem> files = make_real_file_system();
  std::size_t chunks = 0;
};

// The row of the chunk with this word.
std::size_t row_of(const std::string& database, const std::string& word) {
  sqlite3* handle = nullptr;
  sqlite3_open_v2(database.c_str(), &handle, SQLITE_OPEN_READONLY, index::checked_vfs());
  sqlite3_stmt* statement = nullptr;
  const std::string sql = "SELECT row FROM chunks WHERE text LIKE '%" + word + "%'";
  sqlite3_prepare_v2(handle, sql.c_str(), -1, &statement, nullptr);
  REQUIRE(sqlite3_step(statement) == SQLITE_ROW);
  const auto row = static_cast<std::size_t>(sqlite3_column_int64(statement, 0));
  sqlite3_finalize(statement);
  sqlite3_close(handle);
  return row;
}

// Some of everything, and a row that became free.
void write_some_of_each(Compared& memory) {
  for (int i = 0; i < 6; ++i) {
    const std::string text = "The " + kWords[static_cast<std::size_t>(i)] + " is warm.";
    memory.write("observations/" + std::to_string(i) + ".md",
                 observation(i, text, i == 2 ? "status: superseded\n" : "importance: 4\n"));
  }
  memory.write("notes/a.md",
               "---\ntags: [home, Garden]\n---\n# Tea\n\nNo sugar.\n\n## Pot\n\nBlue.\n");
  memory.write("notes/b.md", "The kestrel hovers.\n");
  memory.write("notes/c.md", "The heron waits.\n");
  memory.write("broken.md", "---\na: [\n---\n");
  settle();
  const auto index = memory.open();
  memory.refresh(*index);
  memory.remove("notes/b.md");
  memory.refresh(*index);
  work_out_keys(*index);
}

}  // namespace

TEST_CASE("compare: an index says what the files say, and how much that was is told") {
  Compared memory;
  write_some_of_each(memory);
  CHECK(memory.differences().empty());
  CHECK(memory.chunks == 9);
}

TEST_CASE("compare: rows that became free are taken again, a few of them or many") {
  for (const int count : {3, 700}) {
    Compared memory;
    std::string headings;
    for (int i = 0; i < count; ++i) headings += "# Part " + std::to_string(i) + "\n\nText.\n\n";
    memory.write("notes/long.md", headings);
    settle();
    memory.refresh(*memory.open());
    memory.write("notes/stays.md", "The heron stays.\n");
    settle();
    memory.refresh(*memory.open());
    memory.remove("notes/long.md");
    memory.refresh(*memory.open());
    CHECK(memory.differences().empty());
    memory.write("notes/new.md", "The kestrel is new.\n");
    settle();
    memory.refresh(*memory.open());
    CHECK(memory.differences().empty());
    CHECK(row_of(memory.database(), "heron") > static_cast<std::size_t>(count));
    CHECK(row_of(memory.database(), "kestrel") <= static_cast<std::size_t>(count));
  }
}

TEST_CASE("compare: a changed row of each table is found and named") {
  struct Case {
    const char* sql;
    const char* found;  // in the differences
  };
  const Case cases[] = {
      {"UPDATE files SET digest = x'00' WHERE path = CAST('notes/c.md' AS BLOB)",
       "files notes/c.md says something else in `digest`"},
      {"UPDATE files SET inode = inode + 1 WHERE path = CAST('notes/c.md' AS BLOB)",
       "files notes/c.md"},
      {"UPDATE files SET problem = NULL WHERE path = CAST('broken.md' AS BLOB)", "files broken.md"},
      {"UPDATE files SET checked = checked + 1 WHERE path = CAST('notes/c.md' AS BLOB)",
       "scan.table notes/c.md is not what the table"},
      {"INSERT INTO files(path) VALUES(CAST('ghost.md' AS BLOB))",
       "files ghost.md has what the file does not say"},
      {"DELETE FROM files WHERE path = CAST('notes/c.md' AS BLOB)",
       "files notes/c.md lacks what the file says"},
      {"UPDATE nodes SET importance = 9 WHERE importance = 4",
       "nodes observations/0.md says something else in `importance`"},
      {"DELETE FROM nodes WHERE kind = 0", "nodes observations/0.md lacks what the file says"},
      {"INSERT INTO nodes(file, kind) VALUES(999, 0)", "nodes  has rows of no file: 1"},
      {"UPDATE tags SET tag = 'house' WHERE tag = 'home'", "tags notes/a.md"},
      {"DELETE FROM tags WHERE tag = 'home'", "tags notes/a.md has 1 rows instead of 2"},
      {"UPDATE chunks SET last_line = last_line + 1 WHERE heading = 'Tea'",
       "chunks notes/a.md says something else in `last_line`"},
      {"UPDATE chunks SET text = 'The heron sleeps.' WHERE text LIKE '%heron%'",
       "chunks notes/c.md says something else in `text`"},
      {"DELETE FROM chunks WHERE text LIKE '%heron%'", "chunks notes/c.md"},
      {"UPDATE chunks SET file = (SELECT id FROM files WHERE path = CAST('notes/c.md' AS BLOB)) "
       "WHERE heading = 'Tea'",
       "chunks notes/c.md has 2 rows instead of 1"},
      {"INSERT INTO words(rowid, text) VALUES(999, 'zebra')", "words  has words in row 999"},
      {"INSERT INTO words(words, rowid, text) SELECT 'delete', row, text FROM chunks "
       "WHERE text LIKE '%heron%'",
       "words notes/c.md has other words"},
      {"UPDATE words_docsize SET sz = x'55' "
       "WHERE id = (SELECT row FROM chunks WHERE text LIKE '%heron%')",
       "words_docsize notes/c.md counts other words"},
      {"UPDATE words_data SET block = x'0101' WHERE id = 1", "words_data "},
      {"UPDATE words_idx SET term = 'zz'", "words "},
      {"DELETE FROM keys WHERE id = (SELECT id FROM nodes WHERE importance = 4 LIMIT 1)",
       "keys observations/"},
      {"UPDATE meta SET value = 'rows: 7' WHERE key = 'free_row_list'",
       "meta  says that other rows are free: rows: 7"},
  };
  for (const Case& one : cases) {
    INFO(one.sql);
    Compared memory;
    write_some_of_each(memory);
    execute(memory.database(), one.sql);
    const std::string found = memory.differences();
    INFO(found);
    CHECK(found.find(one.found) != std::string::npos);
  }
}

TEST_CASE("compare: another vector, a vector of no chunk and another length are found") {
  Compared memory;
  write_some_of_each(memory);
  const std::string stem = memory.path(".pyramid/");
  const std::size_t row = row_of(memory.database(), "heron");
  std::vector<float> vector(kDims);
  vector[3] = 1;
  SECTION("another vector") {
    auto vectors = index::Vectors::open(stem, kDims, index::Mode::kWrite);
    REQUIRE(vectors);
    REQUIRE(vectors->put(row, digest_of("other"), vector));
    CHECK(memory.differences().starts_with("vectors notes/c.md has another vector"));
  }
  SECTION("a vector of no chunk") {
    execute(memory.database(), "DELETE FROM chunks WHERE row = " + std::to_string(row));
    execute(memory.database(),
            "INSERT INTO chunks(row, file, text, digest, kind) VALUES(60, 1, '', x'', 0)");
    CHECK(memory.differences().find("vectors  has a vector in row " + std::to_string(row)) !=
          std::string::npos);
  }
  SECTION("another length") {
    auto lengths =
        index::FlatFile::open(stem + "lengths.u32", "lengths.u32", 4, index::Mode::kWrite);
    REQUIRE(lengths);
    const std::uint32_t length = 99;
    REQUIRE(lengths->put(row, std::as_bytes(std::span(&length, 1))));
    CHECK(memory.differences().starts_with("lengths.u32 notes/c.md has another length"));
  }
}

TEST_CASE("compare: what cannot be read now is no difference, whatever it is") {
  Compared memory;
  write_some_of_each(memory);
  const auto ours = memory.open();
  memory.refresh(*ours);
  std::size_t reads = 2;
  for (const bool rest : {false, true}) {
    for (std::size_t at = 1; at < reads; ++at) {  // without the folder itself there is no look
      INFO("read " << at << (rest ? ", and the rest of its folder" : ""));
      UnreadableFileSystem files(*memory.files);
      files.fail_at(at, EIO, true, rest);
      const auto found =
          index::compare(*ours, files, memory.embedder(), memory.progress, {"words", keys_of});
      REQUIRE(found);
      INFO((found->differences.empty() ? "" : found->differences[0].what));
      CHECK(found->differing == 0);
      CHECK_FALSE(files.failed().empty());
      reads = std::max(reads, files.reads());
    }
  }
  CHECK(reads > 10);
}

TEST_CASE("compare: what only numbers rows otherwise is no difference, whatever happened before") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    Compared memory;
    const auto name = [&] { return "n" + std::to_string(random() % 12) + ".md"; };
    for (int step = 0; step < 25; ++step) {
      switch (random() % 6) {
        case 0:
          memory.remove("notes/" + name());
          break;
        case 1:
          memory.write("observations/" + name(),
                       observation(static_cast<int>(random() % 50), sentence(random)));
          break;
        case 2:
          std::filesystem::create_directories(memory.path("moved"));
          if (std::error_code none; random() % 2 == 0) {
            std::filesystem::rename(memory.path("notes"), memory.path("moved/" + name()), none);
          }
          break;
        case 3: {
          const auto index = memory.open();
          memory.refresh(*index, random() % 4 == 0);
          if (random() % 2 == 0) work_out_keys(*index);
          break;
        }
        default:
          memory.write("notes/" + name(),
                       "# One\n\n" + sentence(random) + "\n\n## Two\n\n" + sentence(random) + "\n");
      }
    }
    CHECK(memory.differences().empty());
  }
}

}  // namespace compare_test
