// A workspace whose files tests write, and its index.
#pragma once

#include "base/ulid.hpp"
#include "format/conversation.hpp"
#include "search/search.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_directory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace pyramid::test {

// A workspace with an index over what was written into it.
class Library {
 public:
  Library() {
    workspace_.root = directory_.path();
    std::filesystem::create_directories(directory_ / ".pyramid");
    query.now = *parse_time("2026-05-15T09:00:00Z");
    query.time_weight = 0;
  }

  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(directory_ / name).parent_path());
    std::ofstream(directory_ / name, std::ios::binary) << bytes;
  }

  void remove(const std::string& name) const { std::filesystem::remove_all(directory_ / name); }
  // As if the index had never been made.
  void forget_index() const {
    std::filesystem::remove_all(directory_ / ".pyramid");
    std::filesystem::create_directories(directory_ / ".pyramid");
  }

  // observations/NAME.md, said on `day`.
  void observe(const std::string& name, const std::string& day, const std::string& text) {
    write("observations/" + name + ".md", "---\nid: 0" + std::to_string(1'000'000 + ++made_) +
                                              "000000000000000000\nkind: observation\nat: " + day +
                                              "T10:00:00Z\nmodel: user\n---\n" + text + "\n");
  }

  Result<std::vector<search::Hit>> ask(const std::string& text) {
    SilentProgress progress;
    auto index = index::open(workspace_, embedder_->name(), embedder_->dims(), {}, {});
    REQUIRE(index);
    REQUIRE((*index)->refresh(*files_, *embedder_, progress, false));
    query.text = text;
    return search::search(**index, *embedder_, *files_, directory_.path(), query);
  }

  // The paths of the hits, best first.
  std::vector<std::string> paths(const std::string& text) {
    const auto hits = ask(text);
    INFO((hits ? "" : to_string(hits.error())));
    REQUIRE(hits);
    std::vector<std::string> paths;
    for (const search::Hit& hit : *hits) paths.push_back(hit.chunk.path);
    return paths;
  }

  search::Query query;

 private:
  test::TempDirectory directory_;
  workspace::Workspace workspace_;
  std::unique_ptr<engine::Embedder> embedder_ = engine::make_static_embedder();
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  int made_ = 0;
};

}  // namespace pyramid::test
