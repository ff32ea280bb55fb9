// Several machines with one memory and no way from one to another yet, all made alike.
#pragma once

#include "tests/machines/machines.hpp"

#include <rapidcheck.h>

namespace pyramid::test {

// Whether each has a repository of its own, or commits nothing.
enum class Diaries { kNone, kEach };

class Folders {
 public:
  Folders(std::size_t count, Diaries diaries, const std::string& rules = "step: 3\n") {
    const std::string first = directory_ / "0";
    for (std::size_t i = 0; i < count; ++i) {
      const std::string root = directory_ / std::to_string(i);
      machines_.push_back(std::make_unique<Machine>(root, std::to_string(i)));
      if (i > 0) {
        std::filesystem::copy(first, root, std::filesystem::copy_options::recursive);
        continue;
      }
      RC_ASSERT(init(machines_[0]->environment(), root, {"narrative"}));
      std::string settings = machines_[0]->read("pyramid.yaml") + "\n" + rules;
      if (diaries == Diaries::kNone) {
        settings += "commit: false\n";
        std::filesystem::remove_all(root + "/.git");
      }
      machines_[0]->write("pyramid.yaml", settings);
    }
  }
  [[nodiscard]] std::vector<Machine*> all() const {
    std::vector<Machine*> found;
    for (const auto& one : machines_) found.push_back(one.get());
    return found;
  }
  [[nodiscard]] std::string outside() const { return directory_.path(); }

 private:
  TempDirectory directory_;
  std::vector<std::unique_ptr<Machine>> machines_;
};

}  // namespace pyramid::test
