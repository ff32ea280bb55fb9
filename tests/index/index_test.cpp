#include "index/index.hpp"

#include "base/digest.hpp"
#include "base/text.hpp"
#include "index/checked_vfs.hpp"
#include "tests/index/indexed.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/tree.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <thread>

namespace index_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

// Everything a search sees, independent of row numbers.
std::string picture(index::Index& index, WordEmbedder& embedder) {
  std::string out;
  const auto describe = [&](const std::vector<index::Scored>& scored) {
    std::vector<std::string> lines;
    for (const index::Scored& one : scored) {
      const auto chunk = *index.chunks({one.row});
      REQUIRE(chunk.size() == 1);
      lines.push_back(chunk[0].path + ":" + std::to_string(chunk[0].first_line) + " " +
                      std::to_string(one.score));
    }
    std::sort(lines.begin(), lines.end());
    for (const std::string& line : lines) out += line + "\n";
  };
  describe(*index.keyword("\"boiler\" OR \"winter\"", 1000));
  const std::string_view query[] = {"boiler winter"};
  describe(*index.nearest(*embedder.embed(query), 1000));
  const auto counts = *index.counts();
  out += std::to_string(counts.files) + " " + std::to_string(counts.chunks);
  std::vector<std::string> nodes;
  const auto all = index.nodes({format::Kind::kNote, format::Kind::kObservation});
  REQUIRE(all);
  for (const format::Node& node : *all) {
    nodes.push_back(node.path + to_hex(node.digest) + node.title);
  }
  std::sort(nodes.begin(), nodes.end());
  for (const std::string& node : nodes) out += node + "\n";
  return out;
}

}  // namespace

TEST_CASE("index: nothing changed means nothing read") {
  Indexed indexed;
  indexed.write("a.md", "The boiler was serviced.\n");
  std::filesystem::last_write_time(
      indexed.path("a.md"), std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  const auto index = indexed.open();
  CHECK(indexed.refresh(*index).added == std::vector<std::string>{"a.md"});
  std::this_thread::sleep_for(std::chrono::milliseconds(30));  // past the racy window
  indexed.refresh(*index);
  const auto again = indexed.refresh(*index);
  CHECK(again.read == 0);
  CHECK(again.embedded == 0);
  CHECK(again.files == 1);
}

TEST_CASE("index: files that are large together are taken in some at a time, all of them") {
  Indexed indexed;
  const std::string paragraph = std::string(900, 'x') + " lantern\n\n";
  constexpr int kFiles = 6;
  for (int i = 0; i < kFiles; ++i) {
    std::string text;
    while (text.size() < 1'300'000) text += paragraph;
    indexed.write("notes/" + std::to_string(i) + ".md",
                  text + "harbour" + std::to_string(i) + "\n");
  }
  indexed.write("small.md", "A harbour6 at last.\n");
  const auto index = indexed.open();
  const auto report = indexed.refresh(*index);
  CHECK(report.read == kFiles + 1);
  CHECK(report.added.size() == kFiles + 1);
  for (int i = 0; i <= kFiles; ++i) {
    CHECK(index->keyword("\"harbour" + std::to_string(i) + "\"", 5)->size() == 1);
  }
}

TEST_CASE("index: a file changed within the same clock tick and of the same size is seen") {
  Indexed indexed;
  const auto index = indexed.open();
  for (int round = 0; round < 20; ++round) {
    const std::string word = kWords[static_cast<std::size_t>(round) % 2];
    indexed.write("a.md", word + "\n");
    indexed.refresh(*index);
    CHECK(index->keyword("\"" + word + "\"", 5)->size() == 1);
  }
}

TEST_CASE("index: growing step by step equals starting from nothing") {
  std::mt19937 random(5);
  Indexed indexed;
  const auto index = indexed.open();
  for (int round = 0; round < 25; ++round) {
    for (int change = 0; change < 6; ++change) {
      const std::string name = "memory/" + std::to_string(random() % 30) + ".md";
      switch (random() % 4) {
        case 0:
          indexed.remove(name);
          break;
        case 1:
          indexed.write(name,
                        "# Title\n\n" + sentence(random) + "\n\n## Part\n\n" + sentence(random));
          break;
        default:
          indexed.write(name, sentence(random));
      }
    }
    indexed.refresh(*index);
    const std::string grown = picture(*index, indexed.embedder());
    if (round % 5 != 4) continue;
    Indexed fresh_copy;
    for (const auto& [name, bytes] : tree_below(indexed.path("memory"))) {
      fresh_copy.write("memory/" + name, bytes);
    }
    const auto fresh = fresh_copy.open();
    fresh_copy.refresh(*fresh);
    CHECK(picture(*fresh, fresh_copy.embedder()) == grown);
  }
}

TEST_CASE("index: the scores are those of FTS5's own bm25") {
  std::mt19937 random(9);
  Indexed indexed;
  for (int i = 0; i < 200; ++i) {
    indexed.write("n" + std::to_string(i) + ".md", sentence(random) + " everywhere");
  }
  std::string often;
  for (int i = 0; i < 290; ++i) often += "winter ";
  indexed.write("often.md", often);
  const auto index = indexed.open();
  indexed.refresh(*index);
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(indexed.path(".pyramid/index.db").c_str(), &database) == SQLITE_OK);
  for (const std::string& query :
       {std::string("\"boiler\""), std::string("\"boiler\" OR \"winter\" OR \"apple\""),
        std::string("\"nothing\" OR \"river\""), std::string("\"everywhere\" OR \"river\""),
        std::string("\"winter winter\" OR \"apple\"")}) {
    std::map<std::int64_t, double> theirs;
    sqlite3_stmt* statement = nullptr;
    REQUIRE(sqlite3_prepare_v2(database,
                               "SELECT rowid, -bm25(words) FROM words WHERE words MATCH ?1", -1,
                               &statement, nullptr) == SQLITE_OK);
    sqlite3_bind_text(statement, 1, query.c_str(), -1, SQLITE_TRANSIENT);
    while (sqlite3_step(statement) == SQLITE_ROW) {
      theirs[sqlite3_column_int64(statement, 0)] = sqlite3_column_double(statement, 1);
    }
    sqlite3_finalize(statement);
    const auto ours = *index->keyword(query, 1000);
    REQUIRE(ours.size() == theirs.size());
    for (const index::Scored& one : ours)
      CHECK(one.score == Approx(theirs.at(one.row)).epsilon(1e-9));
  }
  sqlite3_close(database);
}

TEST_CASE("index: whatever is damaged below .pyramid is rebuilt and said in one line") {
  const char* kFiles[] = {"index.db", "vectors.i8", "vectors.f32", "lengths.u32"};
  for (const std::string name : kFiles) {
    for (const char* damage : {"remove", "truncate", "header"}) {
      INFO(name << " " << damage);
      Indexed indexed;
      std::mt19937 random(1);
      for (int i = 0; i < 30; ++i) indexed.write("n" + std::to_string(i) + ".md", sentence(random));
      std::string before;
      {
        const auto index = indexed.open();
        indexed.refresh(*index);
        before = picture(*index, indexed.embedder());
      }
      const std::string file = indexed.path(".pyramid/" + name);
      if (damage == std::string("remove")) std::filesystem::remove(file);
      if (damage == std::string("truncate")) std::filesystem::resize_file(file, 40);
      if (damage == std::string("header")) {
        std::fstream(file, std::ios::in | std::ios::out | std::ios::binary) << "nonsense nonsense";
      }
      const auto index = indexed.open();
      indexed.refresh(*index);
      CHECK(picture(*index, indexed.embedder()) == before);
      const bool new_database = name == "index.db" && damage == std::string("remove");
      CHECK(indexed.notices.size() == (new_database ? 0 : 1));
    }
  }
}

TEST_CASE("index: a lone carriage return ends a line for headings and none of the file") {
  Indexed indexed;
  const auto index = indexed.open();
  for (const char* bytes : {"x\ny\r\r## Sources\r", "# A\rferry\r\r## B\rboat\r", "\r",
                            "\r\r\n# C\n", "---\rkind: note\r---\rferry\r", "# A\n\r\nferry\r"}) {
    indexed.write("memory/old-mac.md", bytes);
    indexed.refresh(*index);
    for (const index::Scored& one : index->keyword("\"ferry\" OR \"boat\"", 10).value()) {
      const std::vector<index::Chunk> chunks = index->chunks({one.row}).value();
      REQUIRE(chunks.size() == 1);
      CHECK(chunks[0].first_line <= chunks[0].last_line);
      CHECK(chunks[0].last_line <= 4);
    }
  }
  indexed.write("memory/old-mac.md", "# A\rferry\r\r## B\rboat\r");
  indexed.refresh(*index);
  CHECK(index->keyword("\"ferry\"", 10).value().size() == 1);
  CHECK(index->keyword("\"boat\"", 10).value().size() == 1);
}

TEST_CASE("index: a problem is told at every refresh until it is mended") {
  Indexed indexed;
  indexed.write("models/bad.md", "---\nkind: model\na: [\n---\n");
  const auto index = indexed.open();
  CHECK(indexed.refresh(*index).diagnostics.size() == 1);
  CHECK(indexed.refresh(*index).diagnostics.size() == 1);
  CHECK(indexed.refresh(*index).unreadable == std::vector<std::string>{"models/bad.md"});
  indexed.write("models/bad.md", "fine\n");
  const index::RefreshReport mended = indexed.refresh(*index);
  CHECK(mended.diagnostics.empty());
  CHECK(mended.unreadable.empty());
}

TEST_CASE("index: a note whose head is no YAML is a node, and a warning apart") {
  Indexed indexed;
  indexed.write("bad.md", "---\ntitle: A: b\n---\nThe ferry.\n");
  const auto index = indexed.open();
  for (int time = 0; time < 2; ++time) {
    const index::RefreshReport report = indexed.refresh(*index);
    CHECK(report.diagnostics.empty());
    CHECK(report.unreadable.empty());
    REQUIRE(report.heads.size() == 1);
    CHECK(report.heads[0].where == "bad.md:2");
    CHECK(report.heads[0].severity == Severity::kWarning);
  }
  CHECK(index->keyword("\"ferry\"", 10).value().size() == 1);
  indexed.write("bad.md", "fine\n");
  CHECK(indexed.refresh(*index).heads.empty());
}

TEST_CASE(
    "index: what the head of a note says is found, but not when or whether alone, nor categories") {
  Indexed indexed;
  indexed.write("book.md",
                "---\ndate: 2026-03-01\nauthor: Ursula Tamsin\nread by:\n  - Ana\n  - Ben\n"
                "rating: 5\n---\nAbout sailing.\n");
  indexed.write("rules.md", "---\nAna: where is the anvil?\n---\n");
  indexed.write(
      "day.md",
      "---\ndate: '[[2026-03-01]]'\ntags: [journal]\nkind: diary\ndone: true\n---\nRain.\n");
  indexed.write("broken.md", "---\n<<<<<<< HEAD\nmood: Quite well\n=======\n---\nHello.\n");
  const auto index = indexed.open();
  indexed.refresh(*index);
  const auto lines_with = [&](const char* word) -> std::pair<std::size_t, std::size_t> {
    const auto found = index->keyword(word, 10).value();
    if (found.size() != 1) return {};
    const index::Chunk chunk = index->chunks({found[0].row}).value().at(0);
    return {chunk.first_line, chunk.last_line};
  };
  CHECK(lines_with("\"tamsin\"") == std::pair<std::size_t, std::size_t>(3, 6));
  CHECK(lines_with("\"ben\"") == std::pair<std::size_t, std::size_t>(3, 6));
  CHECK(lines_with("\"anvil\"") == std::pair<std::size_t, std::size_t>(2, 2));
  CHECK(index->keyword("\"mood\"", 10).value().size() == 1);
  CHECK(lines_with("\"sailing\"") == std::pair<std::size_t, std::size_t>(9, 9));
  CHECK(index->keyword("\"journal\"", 10).value().empty());
  CHECK(index->keyword("\"diary\"", 10).value().empty());
  CHECK(index->keyword("\"true\"", 10).value().empty());
}

TEST_CASE("index: files of another kind below a folder, but no empty and no unreadable ones") {
  Indexed indexed;
  indexed.write("summaries/user/tier-0/b.md", "# A note\n");
  indexed.write("summaries/a.md", "Another.\n");
  indexed.write("summaries/empty.md", "");
  indexed.write("summaries/bad.md", "---\nkind: summary\na: [\n---\n");
  indexed.write("summaries0.md", "Beside it.\n");
  indexed.write("summaries/one.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: summary\nmodel: user\ntier: 0\n"
                "start: 2026-05-02T08:11:00Z\nend: 2026-05-12T10:03:00Z\n---\nText.\n");
  const auto index = indexed.open();
  indexed.refresh(*index);
  CHECK(index->strangers("summaries/", format::Kind::kSummary).value() ==
        std::vector<std::string>{"summaries/a.md", "summaries/user/tier-0/b.md"});
}

namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_some(const Indexed& indexed) {
  for (const std::string& word : kWords) indexed.write("notes/" + word + ".md", word + "\n");
}

}  // namespace

TEST_CASE("index: a scan that finds nothing changed reads no row of the files") {
  Indexed indexed;
  write_some(indexed);
  settle();
  indexed.refresh(*indexed.open());
  execute(indexed.path(".pyramid/index.db"), "UPDATE files SET mtime = 1, inode = 2");
  const auto index = indexed.open();
  const auto report = indexed.refresh(*index);
  CHECK(report.read == 0);
  CHECK(report.files == kWords.size());
}

TEST_CASE("index: everything read again by force is neither new nor gone") {
  Indexed indexed;
  write_some(indexed);
  settle();
  const auto index = indexed.open();
  indexed.refresh(*index);
  const std::string before = picture(*index, indexed.embedder());
  const auto report = indexed.refresh(*index, true);
  CHECK(report.read == kWords.size());
  CHECK((report.added.empty() && report.removed.empty()));
  CHECK(picture(*index, indexed.embedder()) == before);
  CHECK(indexed.refresh(*index).read == 0);
}

TEST_CASE("index: without its scan table, or with a bad one, nothing is read again") {
  Indexed indexed;
  write_some(indexed);
  settle();
  const std::string table = indexed.path(".pyramid/scan.table");
  indexed.refresh(*indexed.open());
  const std::string older = bytes_of(table);
  std::filesystem::remove(table);
  indexed.write("notes/late.md", "late\n");
  settle();
  std::string before;
  {
    const auto index = indexed.open();
    indexed.refresh(*index);
    before = picture(*index, indexed.embedder());
  }
  const std::string whole = bytes_of(table);
  std::string other_version = whole;
  other_version[8] = 9;
  std::string flipped = whole;
  flipped[flipped.size() / 2] ^= 1;
  for (const std::string& damaged :
       {std::string(), whole.substr(0, 100), other_version, flipped, older}) {
    std::ofstream(table, std::ios::binary | std::ios::trunc) << damaged;
    const auto index = indexed.open();
    const auto report = indexed.refresh(*index);
    CHECK(report.read == 0);
    CHECK(report.files == kWords.size() + 1);
    CHECK((report.added.empty() && report.removed.empty() && report.changed.empty()));
    CHECK(picture(*index, indexed.embedder()) == before);
    CHECK(bytes_of(table).size() == whole.size());  // and it is there for the next one
  }
  std::filesystem::remove(table);
  CHECK(indexed.refresh(*indexed.open()).read == 0);
  CHECK(bytes_of(table).size() == whole.size());
  CHECK(indexed.notices.empty());
}

TEST_CASE("index: few changes are not worth a new scan table, and are known all the same") {
  Indexed indexed;
  write_some(indexed);
  settle();
  indexed.refresh(*indexed.open());
  const std::string table = bytes_of(indexed.path(".pyramid/scan.table"));
  indexed.write("notes/late.md", "late\n");
  indexed.remove("notes/" + kWords[0] + ".md");
  settle();
  indexed.refresh(*indexed.open());
  CHECK(bytes_of(indexed.path(".pyramid/scan.table")) == table);
  const auto report = indexed.refresh(*indexed.open());
  CHECK(report.read == 0);
  CHECK(report.files == kWords.size());
  CHECK((report.added.empty() && report.removed.empty() && report.changed.empty()));
}

TEST_CASE("index: a scan table that cannot be written costs time, not answers") {
  Indexed indexed;
  write_some(indexed);
  std::filesystem::create_directories(indexed.path(".pyramid/scan.table"));
  const auto index = indexed.open();
  CHECK(indexed.refresh(*index).added.size() == kWords.size());
  settle();
  indexed.refresh(*index);
  CHECK(indexed.refresh(*index).read == 0);
  indexed.write("notes/late.md", "late\n");
  CHECK(indexed.refresh(*indexed.open()).added == std::vector<std::string>{"notes/late.md"});
}

TEST_CASE("index: a scan table does not outlive its database") {
  Indexed indexed;
  write_some(indexed);
  settle();
  indexed.refresh(*indexed.open());
  std::filesystem::remove(indexed.path(".pyramid/index.db"));
  CHECK(indexed.refresh(*indexed.open()).added.size() == kWords.size());
}

TEST_CASE("index: a file replaced by one of the same size and time is seen") {
  Indexed indexed;
  indexed.write("a.md", "boiler\n");
  const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(9);
  std::filesystem::last_write_time(indexed.path("a.md"), long_ago);
  settle();
  const auto index = indexed.open();
  indexed.refresh(*index);
  indexed.write("new", "garden\n");
  std::filesystem::last_write_time(indexed.path("new"), long_ago);
  std::filesystem::rename(indexed.path("new"), indexed.path("a.md"));
  CHECK(indexed.refresh(*index).changed == std::vector<std::string>{"a.md"});
  indexed.write("a.md", "kestre\n");  // in place, and the time set back
  std::filesystem::last_write_time(indexed.path("a.md"), long_ago);
  CHECK(indexed.refresh(*index).changed == std::vector<std::string>{"a.md"});
  CHECK(index->keyword("\"kestre\"", 5)->size() == 1);
}

TEST_CASE("index: two files that change names are seen, and so is a folder moved away") {
  Indexed indexed;
  write_some(indexed);
  indexed.write("memory/deep/x.md", "river\n");
  settle();
  const auto index = indexed.open();
  indexed.refresh(*index);
  std::filesystem::rename(indexed.path("notes/apple.md"), indexed.path("t"));
  std::filesystem::rename(indexed.path("notes/river.md"), indexed.path("notes/apple.md"));
  std::filesystem::rename(indexed.path("t"), indexed.path("notes/river.md"));
  CHECK(indexed.refresh(*index).changed.size() == 2);
  settle();
  std::filesystem::rename(indexed.path("memory/deep"), indexed.path("memory/other"));
  const auto moved = indexed.refresh(*index);
  CHECK(moved.added == std::vector<std::string>{"memory/other/x.md"});
  CHECK(moved.removed == std::vector<std::string>{"memory/deep/x.md"});
}

TEST_CASE("index: two processes that refresh by turns see one index") {
  std::mt19937 random(11);
  Indexed indexed;
  write_some(indexed);
  const auto one = indexed.open();
  const auto other = indexed.open();
  indexed.refresh(*one);
  indexed.refresh(*other);
  for (int round = 0; round < 20; ++round) {
    for (int change = 0; change < 4; ++change) {
      const std::string name = "notes/" + kWords[random() % kWords.size()] + ".md";
      random() % 3 == 0 ? indexed.remove(name) : indexed.write(name, sentence(random));
    }
    indexed.refresh(random() % 2 == 0 ? *one : *other);
    if (random() % 2 == 0) continue;
    const auto report = indexed.refresh(*one);
    indexed.refresh(*other);
    std::filesystem::remove(indexed.path(".pyramid/scan.table"));
    CHECK(indexed.refresh(*other).files == report.files);
    CHECK(picture(*one, indexed.embedder()) == picture(*other, indexed.embedder()));
    CHECK(other->counts()->files == report.files);
  }
}

TEST_CASE("index: a check that found nothing is remembered without touching the database") {
  Indexed indexed;
  write_some(indexed);
  settle();
  indexed.refresh(*indexed.open());
  execute(indexed.path(".pyramid/index.db"),
          "UPDATE meta SET value = '2020-01-01T00:00:00Z' WHERE key = 'refreshed_at'");
  const auto index = indexed.open();
  const Time written = *index->refreshed_at();
  indexed.refresh(*index);
  CHECK(*index->refreshed_at() >= written);
  CHECK(written > *parse_time("2020-01-01T00:00:00Z"));
  std::filesystem::remove(indexed.path(".pyramid/scan.table"));
  CHECK(*index->refreshed_at() == *parse_time("2020-01-01T00:00:00Z"));
}

namespace {

// The bytes of every file below .pyramid/.
std::map<std::string, std::string> cache(const Indexed& indexed) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(indexed.path(".pyramid"))) {
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

}  // namespace

TEST_CASE("index: a copy in memory reads what changed, answers the same and writes nothing") {
  Indexed indexed;
  std::mt19937 random(7);
  for (int i = 0; i < 40; ++i) {
    indexed.write("n" + std::to_string(i) + ".md", sentence(random) + "\n");
  }
  {
    indexed.refresh(*indexed.open());
  }
  const auto before = cache(indexed);
  indexed.write("n3.md", "The boiler was serviced in winter.\n");
  indexed.write("new.md", "A new boiler.\n");
  indexed.remove("n7.md");
  std::string copied;
  {
    const auto copy = indexed.open(index::Mode::kCopy);
    const index::RefreshReport report = indexed.refresh(*copy);
    CHECK(report.added == std::vector<std::string>{"new.md"});
    CHECK(report.removed == std::vector<std::string>{"n7.md"});
    CHECK_FALSE(report.rebuilt);
    copied = picture(*copy, indexed.embedder());
  }
  CHECK(cache(indexed) == before);
  const auto written = indexed.open();
  indexed.refresh(*written);
  CHECK(picture(*written, indexed.embedder()) == copied);
}

TEST_CASE("index: a copy of nothing, or of a damaged index, is made from the files") {
  Indexed indexed;
  indexed.write("a.md", "The boiler was serviced.\n");
  {
    const auto copy = indexed.open(index::Mode::kCopy);
    CHECK(indexed.refresh(*copy).added.size() == 1);
    CHECK(copy->keyword("\"boiler\"", 10)->size() == 1);
  }
  CHECK(cache(indexed).empty());
  {
    indexed.refresh(*indexed.open());
  }
  const std::string name = GENERATE("index.db", "vectors.i8");
  indexed.write(".pyramid/" + name, std::string(70'000, 'x'));
  const auto before = cache(indexed);
  {
    const auto copy = indexed.open(index::Mode::kCopy);
    CHECK(indexed.refresh(*copy).added.size() == 1);
    CHECK(copy->keyword("\"boiler\"", 10)->size() == 1);
  }
  CHECK(cache(indexed) == before);
  CHECK(indexed.notices.empty());
}

TEST_CASE("index: what was kept comes back with the files that changed since") {
  Indexed indexed;
  write_some(indexed);
  settle();
  const auto index = indexed.open();
  indexed.refresh(*index);
  CHECK_FALSE(*index->kept());
  REQUIRE(index->keep("facts", {}));
  const auto again = indexed.open();
  auto kept = *again->kept();
  REQUIRE(kept);
  CHECK(kept->bytes == "facts");
  CHECK(kept->touched.empty());
  indexed.write("notes/late.md", "late\n");
  indexed.remove("notes/" + kWords[0] + ".md");
  indexed.refresh(*again);
  kept = *indexed.open()->kept();
  REQUIRE(kept);
  std::sort(kept->touched.begin(), kept->touched.end());
  CHECK(kept->touched == std::vector<std::string>{"notes/" + kWords[0] + ".md", "notes/late.md"});
  REQUIRE(again->keep("newer", {"notes/unsure.md"}));
  kept = *indexed.open()->kept();
  REQUIRE(kept);
  CHECK(kept->bytes == "newer");
  CHECK(kept->touched == std::vector<std::string>{"notes/unsure.md"});
}

TEST_CASE("index: nothing is kept over what another process brought in") {
  Indexed indexed;
  write_some(indexed);
  const auto one = indexed.open();
  indexed.refresh(*one);
  REQUIRE(one->keep("first", {}));
  indexed.write("notes/late.md", "late\n");
  indexed.refresh(*indexed.open());
  REQUIRE(one->keep("without the late one", {}));
  const auto kept = *indexed.open()->kept();
  REQUIRE(kept);
  CHECK(kept->bytes == "first");
  CHECK(kept->touched == std::vector<std::string>{"notes/late.md"});
}

TEST_CASE("index: what was kept and is damaged, or of another database, is none") {
  Indexed indexed;
  write_some(indexed);
  {
    const auto index = indexed.open();
    indexed.refresh(*index);
    REQUIRE(index->keep(std::string(1000, 'f'), {}));
  }
  const std::string file = indexed.path(".pyramid/facts.cache");
  const std::string whole = bytes_of(file);
  for (std::size_t at = 0; at < whole.size(); at += 37) {
    std::string flipped = whole;
    flipped[at] ^= 1;
    std::ofstream(file, std::ios::binary | std::ios::trunc) << flipped;
    CHECK_FALSE(*indexed.open()->kept());
    std::ofstream(file, std::ios::binary | std::ios::trunc) << whole.substr(0, at);
    CHECK_FALSE(*indexed.open()->kept());
  }
  std::ofstream(file, std::ios::binary | std::ios::trunc) << whole;
  CHECK(*indexed.open()->kept());
  std::filesystem::remove(indexed.path(".pyramid/index.db"));
  indexed.refresh(*indexed.open());
  CHECK_FALSE(*indexed.open()->kept());
}

TEST_CASE("index: behind a scrub what went is in no byte of it, and it answers as before") {
  std::mt19937 random(7);
  Indexed indexed;
  const auto index = indexed.open();
  for (int i = 0; i < 200; ++i) {
    indexed.write("memory/" + std::to_string(i) + ".md", sentence(random));
  }
  indexed.write("memory/quagga.md", "The quagga grazes, said Xenophonia.\n");
  indexed.refresh(*index);
  REQUIRE(index->set_settled(index::Settled{Time{5}, std::nullopt, "key"}));
  indexed.remove("memory/quagga.md");
  indexed.refresh(*index);
  const std::string before = picture(*index, indexed.embedder());
  REQUIRE(index->scrub());
  for (const auto& entry : std::filesystem::directory_iterator(indexed.path(".pyramid"))) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("index.db")) continue;
    const std::string bytes = read_file(entry.path().string());
    INFO(name);
    for (const char* word : {"quagga", "uagga", "grazes", "graze", "Xenophonia", "enophonia"}) {
      CHECK(bytes.find(word) == std::string::npos);
    }
  }
  CHECK(picture(*index, indexed.embedder()) == before);
  CHECK_FALSE(index->settled().value());
  indexed.write("memory/new.md", "A lantern.\n");
  indexed.refresh(*index);
  CHECK(index->keyword("lantern", 5)->size() == 1);
}

}  // namespace index_test
