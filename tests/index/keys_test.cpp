#include "index/index.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_directory.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::keys_test {
namespace {

// Two facts, one of them out of use, indexed.
class Facts {
 public:
  Facts() {
    write(1, "Ana lives in Oslo.", "");
    write(2, "Ana lives in Rome.", "status: superseded\n");
    workspace_.root = directory_.path();
    std::filesystem::create_directories(directory_ / ".pyramid");
    index_ = index::open(workspace_, embedder_->name(), embedder_->dims(), {}, {}).value();
    refresh();
  }

  static std::string id(int number) { return "01KQ000000000000000000000" + std::to_string(number); }
  void write(int number, const std::string& text, const std::string& fields) const {
    std::filesystem::create_directories(directory_ / "observations");
    std::ofstream(directory_ / ("observations/" + std::to_string(number) + ".md"), std::ios::binary)
        << "---\nid: " << id(number) << "\nkind: observation\nat: 2026-05-01T10:00:00Z\n"
        << fields << "---\n"
        << text << "\n";
  }
  void refresh() {
    SilentProgress progress;
    REQUIRE(index_->refresh(*files_, *embedder_, progress, false));
  }
  index::Index& operator*() { return *index_; }
  // Gives every fact without keys these.
  std::size_t key_all(const std::vector<std::uint64_t>& has, const std::string& by = "a") {
    std::vector<index::Index::Keys> keys;
    for (const auto& one : index_->without_keys(by, 100).value()) {
      keys.push_back({one.file, one.id, has, {}});
    }
    REQUIRE(index_->put_keys(keys));
    return keys.size();
  }

 private:
  test::TempDirectory directory_;
  workspace::Workspace workspace_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  std::unique_ptr<engine::Embedder> embedder_ = engine::make_static_embedder();
  std::unique_ptr<index::Index> index_;
};

TEST_CASE("index: observations without keys are handed out as they stand, without the date") {
  Facts facts;
  auto found = (*facts).without_keys("a", 100).value();
  REQUIRE(found.size() == 2);
  if (found[1].in_use) std::swap(found[0], found[1]);
  CHECK(found[0].text == "Ana lives in Oslo.");
  CHECK(found[0].in_use);
  CHECK(found[1].text == "Ana lives in Rome.");
  CHECK_FALSE(found[1].in_use);
  CHECK((*facts).without_keys("a", 1).value().size() == 1);
}

TEST_CASE("index: an observation is found by each of its keys, until it loses one") {
  Facts facts;
  const auto found = (*facts).without_keys("a", 100).value();
  const Ulid first = *parse_ulid(Facts::id(1)), second = *parse_ulid(Facts::id(2));
  CHECK_FALSE((*facts).has_keys().value());
  REQUIRE(
      (*facts).put_keys({{found[0].file, first, {7, 8}, {}}, {found[1].file, second, {8}, {}}}));
  CHECK((*facts).without_keys("a", 100).value().empty());
  CHECK((*facts).has_keys().value());
  CHECK((*facts).with_keys({7}, 10).value() == std::vector<Ulid>{first});
  CHECK((*facts).with_keys({7, 8}, 10).value().size() == 2);
  CHECK((*facts).with_keys({8}, 1).value() == std::vector<Ulid>{second});
  CHECK((*facts).with_keys({9}, 10).value().empty());
  CHECK((*facts).with_keys({}, 10).value().empty());
  std::vector<std::uint64_t> many;  // however many are asked for at once
  for (std::uint64_t key = 20; many.size() < 40; ++key) {
    CHECK((*facts).with_keys(many, 10).value().empty());
    std::vector<std::uint64_t> more = many;
    more.push_back(7);
    CHECK((*facts).with_keys(more, 10).value() == std::vector<Ulid>{first});
    many.push_back(key);
  }
  REQUIRE((*facts).put_keys({{found[0].file, first, {}, {7}}}));
  CHECK((*facts).with_keys({7}, 10).value().empty());
}

TEST_CASE("index: keys are asked for anew when the observation changes, or the way they are made") {
  Facts facts;
  REQUIRE(facts.key_all({7}) == 2);
  facts.write(1, "Ana lives in Bergen.", "");
  facts.refresh();
  CHECK(facts.key_all({7}) == 1);
  CHECK(facts.key_all({7}) == 0);
  CHECK(facts.key_all({9}, "b") == 2);
  CHECK((*facts).with_keys({7}, 10).value().empty());
}

}  // namespace
}  // namespace pyramid::keys_test
