// A folder whose files tests write, and an index over it.
#pragma once

#include "base/digest.hpp"
#include "base/text.hpp"
#include "index/checked_vfs.hpp"
#include "index/index.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_directory.hpp"

#include <sqlite3.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace pyramid::test {

// Eight numbers that follow from the words: equal texts get equal vectors.
class WordEmbedder final : public engine::Embedder {
 public:
  [[nodiscard]] std::string name() const override { return "words/1"; }
  [[nodiscard]] std::size_t dims() const override { return 8; }
  Result<std::vector<float>> embed(std::span<const std::string_view> texts) override {
    std::vector<float> out;
    for (const std::string_view text : texts) {
      std::vector<float> vector(8, 0.0F);
      for (const std::string_view word : split(text, ' ')) {
        const Digest digest = digest_of(word);
        for (std::size_t i = 0; i < 8; ++i)
          vector[i] += static_cast<float>(digest.bytes[i]) - 127.5F;
      }
      float length = 0;
      for (const float one : vector) length += one * one;
      for (float& one : vector) one /= length > 0 ? std::sqrt(length) : 1.0F;
      out.insert(out.end(), vector.begin(), vector.end());
    }
    return out;
  }
};

class Indexed {
 public:
  Indexed() { workspace_.root = directory_.path(); }

  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(directory_ / name).parent_path());
    std::ofstream(directory_ / name, std::ios::binary) << bytes;
  }
  void remove(const std::string& name) const { std::filesystem::remove_all(directory_ / name); }
  [[nodiscard]] std::string path(const std::string& name) const { return directory_ / name; }

  Result<std::unique_ptr<index::Index>> try_open(const index::OpenOptions& options) {
    std::filesystem::create_directories(directory_ / ".pyramid");
    return index::open(workspace_, embedder_.name(), embedder_.dims(), options,
                       [this](std::string_view line) { notices.emplace_back(line); });
  }
  std::unique_ptr<index::Index> open(index::Mode mode = index::Mode::kWrite) {
    index::OpenOptions options;
    options.mode = mode;
    return open(options);
  }
  std::unique_ptr<index::Index> open(const index::OpenOptions& options) {
    auto opened = try_open(options);
    INFO((opened ? "" : to_string(opened.error())));
    REQUIRE(opened);
    return std::move(*opened);
  }
  Result<index::RefreshReport> try_refresh(index::Index& index, bool force = false) {
    SilentProgress progress;
    return index.refresh(*files_, embedder_, progress, force);
  }
  index::RefreshReport refresh(index::Index& index, bool force = false) {
    auto report = try_refresh(index, force);
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return *report;
  }
  WordEmbedder& embedder() { return embedder_; }

  std::vector<std::string> notices;

 private:
  TempDirectory directory_;
  workspace::Workspace workspace_;
  WordEmbedder embedder_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
};

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline const std::vector<std::string> kWords = {"boiler", "garden", "lisbon", "kestrel",
                                                "coffee", "piano",  "winter", "invoice",
                                                "bridge", "apple",  "river",  "clock"};

inline std::string sentence(std::mt19937& random) {
  std::string text;
  for (std::size_t i = 3 + random() % 12; i > 0; --i)
    text += kWords[random() % kWords.size()] + " ";
  return text;
}

// Takes the age off what is written, so that no file is racily clean.
inline void settle() { std::this_thread::sleep_for(std::chrono::milliseconds(30)); }

inline void execute(const std::string& database, const std::string& sql) {
  sqlite3* handle = nullptr;
  // As the program does: its pages have sums.
  REQUIRE(sqlite3_open_v2(database.c_str(), &handle, SQLITE_OPEN_READWRITE, index::checked_vfs()) ==
          SQLITE_OK);
  REQUIRE(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(handle);
}

}  // namespace pyramid::test
