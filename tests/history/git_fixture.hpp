// A repository made with the real git, and questions put to it.
#pragma once

#include "history/repository.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/run_process.hpp"
#include "tests/support/temp_directory.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace pyramid::test {

class GitFixture {
 public:
  GitFixture() {
    // libgit2 looks for a global configuration there.
    std::filesystem::create_directories(temp / "home");
    ::setenv("HOME", (temp / "home").c_str(), 1);
    ::setenv("XDG_CONFIG_HOME", (temp / "home").c_str(), 1);
  }

  std::string git(const std::string& folder, const std::vector<std::string>& arguments) const {
    const ProcessResult result = run_git(folder, arguments);
    INFO("git " << arguments.front() << ": " << result.err << result.out);
    REQUIRE(result.exit_code == 0);
    return result.out;
  }

  // A repository on branch main with one commit of `a.txt`.
  std::string make_repository(const std::string& name) const {
    const std::string folder = temp / name;
    std::filesystem::create_directories(folder);
    git(folder, {"init", "-q", "-b", "main"});
    git(folder, {"config", "user.name", "Mia"});
    git(folder, {"config", "user.email", "mia@example.org"});
    write(folder + "/a.txt", "a\n");
    git(folder, {"add", "a.txt"});
    git(folder, {"commit", "-q", "-m", "first"});
    return folder;
  }

  static void write(const std::string& file, const std::string& bytes) {
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
  }

  static std::string read(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }

  std::string status(const std::string& folder) const {
    return git(folder, {"status", "--porcelain", "-uall"});
  }
  void fsck(const std::string& folder) const { git(folder, {"fsck", "--strict"}); }

  static std::unique_ptr<history::Repository> open(const std::string& root) {
    auto opened = history::Repository::open(root);
    if (!opened) FAIL(to_string(opened.error()));
    REQUIRE(*opened != nullptr);
    return std::move(*opened);
  }

  // Writes the files under `root` and commits them.
  static std::optional<history::CommitInfo> commit(history::Repository& repository,
                                                   const std::string& root,
                                                   const std::vector<history::PathChange>& changes,
                                                   const std::string& message = "memory: change") {
    for (const history::PathChange& change : changes) {
      const std::string file = root + "/" + change.path;
      if (change.bytes) {
        write(file, *change.bytes);
      } else {
        std::filesystem::remove(file);
      }
    }
    auto made = repository.commit(changes, message, kNow);
    if (!made) FAIL(to_string(made.error()));
    return *made;
  }

  static constexpr Time kNow{1'778'580'180};  // 2026-05-12T10:03:00Z
  TempDirectory temp;
};

}  // namespace pyramid::test
