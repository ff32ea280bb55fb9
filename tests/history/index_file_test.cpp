#include "history/index_file.hpp"

#include "history/index_writer.hpp"
#include "tests/history/git_fixture.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::history::index_file_test {
namespace {

using test::GitFixture;

std::string index_of(const std::string& folder) { return folder + "/.git/index"; }

IndexFile parsed(const std::string& bytes) {
  Result<IndexFile> index = IndexFile::parse(bytes, "index");
  INFO((index ? std::string() : to_string(index.error())));
  REQUIRE(index);
  return std::move(*index);
}

// nullopt: gone
using Changes = std::vector<std::pair<std::string, std::optional<git_index_entry>>>;

std::string with(const IndexFile& index, const Changes& wanted, std::int64_t written_at) {
  std::vector<IndexChange> changes;
  for (const auto& [path, entry] : wanted) changes.push_back({path, entry ? &*entry : nullptr});
  std::string bytes;
  REQUIRE(write_index(index, changes, written_at, [&](std::string_view piece) {
    bytes += piece;
    return Status();
  }));
  return bytes;
}

git_index_entry entry_with(char fill) {
  git_index_entry entry{};
  entry.mode = GIT_FILEMODE_BLOB;
  std::fill(std::begin(entry.id.id), std::end(entry.id.id), static_cast<unsigned char>(fill));
  return entry;
}

std::string hex(const git_oid& id) {
  std::string text;
  for (const unsigned char byte : id.id) {
    text += "0123456789abcdef"[byte >> 4U];
    text += "0123456789abcdef"[byte & 15U];
  }
  return text;
}

// As `git ls-files --stage` prints it, a line an entry.
std::string listed(const IndexFile& index) {
  std::string text;
  for (std::size_t i = 0; i < index.size(); ++i) {
    const IndexFile::Entry entry = index.entry(i);
    text += (entry.mode == GIT_FILEMODE_BLOB ? "100644 " : "other ") + hex(entry.blob) + " " +
            std::to_string(entry.stage) + "\t" + std::string(entry.path) + "\n";
  }
  return text;
}

struct Repository {
  GitFixture fixture;
  std::string folder = fixture.make_repository("r");

  explicit Repository(const std::string& version) {
    for (const char* name : {"a-b/x", "a/one", "a/two", "a/deep/three", "a.b", "z"}) {
      GitFixture::write(folder + "/" + name, std::string(name) + "\n");
    }
    fixture.git(folder, {"update-index", "--index-version", version});
    fixture.git(folder, {"add", "-A"});
    fixture.git(folder, {"commit", "-q", "-m", "more"});
  }
  [[nodiscard]] std::string bytes() const { return GitFixture::read(index_of(folder)); }
  [[nodiscard]] std::string stage() const { return fixture.git(folder, {"ls-files", "--stage"}); }
  std::string blob(const std::string& content) const {
    GitFixture::write(fixture.temp / "blob", content);
    std::string id = fixture.git(folder, {"hash-object", "-w", fixture.temp / "blob"});
    id.pop_back();
    return id;
  }
};

TEST_CASE("index: of each version it says what git says") {
  for (const char* version : {"2", "3", "4"}) {
    CAPTURE(version);
    const Repository repository(version);
    const IndexFile index = parsed(repository.bytes());
    CHECK(listed(index) == repository.stage());
    CHECK(index.holds("a/deep/three"));
    CHECK_FALSE(index.holds("a/deep"));
    CHECK_FALSE(index.holds("a/dee"));
    CHECK(index.holds_below("a/deep/"));
    CHECK_FALSE(index.holds_below("b/"));
  }
}

TEST_CASE("index: without changes the entries stay byte for byte") {
  for (const char* version : {"2", "4"}) {
    const Repository repository(version);
    const std::string before = repository.bytes();
    const std::string after = with(parsed(before), {}, INT64_MAX);
    CHECK(listed(parsed(after)) == listed(parsed(before)));
    // Up to the extensions.
    const std::size_t same = std::min(before.find("TREE"), after.find("TREE"));
    REQUIRE(same != std::string::npos);
    CHECK(before.substr(0, same) == after.substr(0, same));
  }
}

TEST_CASE("index: git takes a changed one for its own") {
  for (const char* version : {"2", "4"}) {
    CAPTURE(version);
    const Repository repository(version);
    const auto entry = [&](const std::string& content) {
      git_index_entry one = entry_with(0);
      const std::string id = repository.blob(content);
      for (std::size_t i = 0; i < sizeof one.id.id; ++i) {
        one.id.id[i] = static_cast<unsigned char>(std::stoi(id.substr(2 * i, 2), nullptr, 16));
      }
      return one;
    };
    const Changes changes = {{"a/aaa", entry("new")},
                             {"a/deep/three", std::nullopt},
                             {"a/two", entry("other")},
                             {"missing", std::nullopt},
                             {"zz/top", entry("last")}};
    const std::string after = with(parsed(repository.bytes()), changes, INT64_MAX);
    GitFixture::write(index_of(repository.folder), after);
    CHECK(listed(parsed(after)) == repository.stage());
    CHECK(repository.fixture.git(repository.folder, {"ls-files"}) ==
          "a-b/x\na.b\na.txt\na/aaa\na/one\na/two\nz\nzz/top\n");
    CHECK(repository.fixture.git(repository.folder, {"diff", "--cached", "--name-status"}) ==
          "A\ta/aaa\nD\ta/deep/three\nM\ta/two\nA\tzz/top\n");
    // The cache of trees does not say that nothing changed.
    repository.fixture.git(repository.folder, {"commit", "-q", "-m", "from the index"});
    CHECK(repository.fixture.git(repository.folder, {"ls-tree", "-r", "--name-only", "HEAD"}) ==
          "a-b/x\na.b\na.txt\na/aaa\na/one\na/two\nz\nzz/top\n");
    repository.fixture.git(repository.folder, {"fsck", "--strict"});
    // And not that a folder is there which went with its last file.
    CHECK(repository.fixture.git(repository.folder, {"diff", "--cached", "--name-only", "HEAD~1"})
              .find("a/deep/three") != std::string::npos);
    repository.fixture.git(repository.folder, {"reset", "-q", "HEAD~1"});
  }
}

TEST_CASE("index: a file takes the place of a folder, and files in a folder that of a file") {
  const Repository repository("2");
  const Changes changes = {{"a", entry_with(1)}, {"z/in", entry_with(2)}};
  const IndexFile index = parsed(with(parsed(repository.bytes()), changes, INT64_MAX));
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < index.size(); ++i) paths.emplace_back(index.entry(i).path);
  CHECK(paths == std::vector<std::string>{"a", "a-b/x", "a.b", "a.txt", "z/in"});
}

TEST_CASE("index: a conflict is seen in its folder alone, and ends with the change") {
  const Repository repository("2");
  const std::string& folder = repository.folder;
  repository.fixture.git(folder, {"checkout", "-q", "-b", "other"});
  GitFixture::write(folder + "/a/one", "theirs\n");
  repository.fixture.git(folder, {"commit", "-q", "-am", "theirs"});
  repository.fixture.git(folder, {"checkout", "-q", "main"});
  GitFixture::write(folder + "/a/one", "ours\n");
  repository.fixture.git(folder, {"commit", "-q", "-am", "ours"});
  CHECK(test::run_git(folder, {"merge", "-q", "other"}).exit_code != 0);
  const IndexFile index = parsed(repository.bytes());
  CHECK(index.conflict_below("") == "a/one");
  CHECK(index.conflict_below("a/") == "a/one");
  CHECK_FALSE(index.conflict_below("a-b/"));
  CHECK_FALSE(index.holds("a/one"));
  const Changes changes = {{"a/one", entry_with(3)}};
  const IndexFile after = parsed(with(index, changes, INT64_MAX));
  CHECK_FALSE(after.conflict_below(""));
  CHECK(after.holds("a/one"));
}

TEST_CASE("index: a file as young as the index is compared by git, whatever its stat data say") {
  const Repository repository("2");
  const std::string& folder = repository.folder;
  // Another text of the same size under the same time stamps.
  const auto stamp = std::filesystem::last_write_time(folder + "/z");
  const std::int64_t second = std::chrono::duration_cast<std::chrono::seconds>(
                                  std::chrono::file_clock::to_sys(stamp).time_since_epoch())
                                  .count();
  repository.fixture.git(folder, {"config", "core.trustctime", "false"});
  GitFixture::write(folder + "/z", "y\n");
  std::filesystem::last_write_time(folder + "/z", stamp);
  const std::string after = with(parsed(repository.bytes()), {}, second);
  GitFixture::write(index_of(folder), after);
  std::filesystem::last_write_time(index_of(folder), stamp + std::chrono::hours(1));
  CHECK(repository.fixture.status(folder) == " M z\n");
}

TEST_CASE("index: none yet, and one that comes of it") {
  const IndexFile none = parsed("");
  CHECK(none.size() == 0);
  CHECK_FALSE(none.holds("a"));
  const Changes changes = {{"a", entry_with(1)}};
  const std::string first = with(none, changes, 0);
  const IndexFile index = parsed(first);
  CHECK(index.size() == 1);
  CHECK(index.holds("a"));
}

TEST_CASE("index: a path of any length") {
  const std::string longest(5000, 'p');
  const Changes changes = {{longest, entry_with(1)}};
  const IndexFile index = parsed(with(parsed(""), changes, 0));
  CHECK(index.entry(0).path == longest);
  for (std::size_t size = 1; size < 20; ++size) {
    const std::string path(size, 'p');
    const Changes one = {{path, entry_with(1)}};
    CHECK(parsed(with(index, one, 0)).size() == 2);
  }
}

TEST_CASE("index: what is damaged, split or unknown is refused by name") {
  const Repository repository("2");
  const std::string good = repository.bytes();
  const auto refused = [](const std::string& bytes, const std::string& words) {
    const Result<IndexFile> index = IndexFile::parse(bytes, "index");
    REQUIRE_FALSE(index);
    INFO(to_string(index.error()));
    CHECK(to_string(index.error()).find(words) != std::string::npos);
  };
  refused(good.substr(0, 40), "too short");
  refused("DIRC", "does not begin");
  refused(good.substr(0, 4) + std::string("\0\0\0\5", 4) + good.substr(8), "version 5");
  repository.fixture.git(repository.folder, {"update-index", "--split-index"});
  refused(repository.bytes(), "split");
}

TEST_CASE("index: what is said of a split or a sparse one has git write it whole") {
  const Repository repository("2");
  const auto git = [&](const std::vector<std::string>& arguments) {
    repository.fixture.git(repository.folder, arguments);
  };
  const auto says = [&](const std::string& hint) {
    const Result<IndexFile> index = IndexFile::parse(repository.bytes(), "index");
    REQUIRE_FALSE(index);
    CHECK(index.error().hint == hint);
  };
  SECTION("split") {
    git({"config", "core.splitIndex", "true"});
    git({"update-index", "--split-index"});
    says("git config core.splitIndex false, git update-index --no-split-index");
    git({"config", "core.splitIndex", "false"});
    git({"update-index", "--no-split-index"});
  }
  SECTION("sparse") {
    GitFixture::write(repository.folder + "/folder/b.txt", "b\n");
    git({"add", "folder/b.txt"});
    git({"commit", "-q", "-m", "more"});
    git({"sparse-checkout", "init", "--cone", "--sparse-index"});
    says("git sparse-checkout reapply --no-sparse-index");
    git({"sparse-checkout", "reapply", "--no-sparse-index"});
  }
  CHECK(IndexFile::parse(repository.bytes(), "index"));
}

TEST_CASE("index: bytes cut off or changed anywhere give an index or a refusal, never a crash") {
  for (const char* version : {"2", "4"}) {
    const Repository repository(version);
    const std::string good = repository.bytes();
    const Changes changes = {{"a/aaa", entry_with(1)}, {"z", std::nullopt}};
    for (std::size_t size = 0; size < good.size(); ++size) {
      const Result<IndexFile> cut =
          IndexFile::parse(good.substr(0, size) + std::string(20, '\0'), "index");
      if (cut) CHECK(IndexFile::parse(with(*cut, changes, 0), "index"));
      for (const int bits : {1, 0x80, 0xFF}) {
        std::string other = good;
        other[size] = static_cast<char>(other[size] ^ bits);
        const Result<IndexFile> flipped = IndexFile::parse(other, "index");
        if (flipped) CHECK(IndexFile::parse(with(*flipped, changes, 0), "index"));
      }
    }
  }
}

}  // namespace
}  // namespace pyramid::history::index_file_test
