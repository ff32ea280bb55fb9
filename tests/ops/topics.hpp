// A workspace with a topic tree: conversations about two topics, four of each.
#pragma once

#include "base/path.hpp"
#include "tests/ops/fixture.hpp"

#include <map>
#include <string>
#include <vector>

namespace pyramid::test {

inline constexpr const char* kBread[] = {
    "My sourdough starter needs rye flour and water every morning before I bake bread.",
    "The rye bread dough was too wet, so the loaf baked flat in the oven.",
    "I bought a new oven stone to bake sourdough bread with a better crust.",
    "The sourdough loaf had a fine crust after baking it with steam in the oven."};
inline constexpr const char* kBicycle[] = {
    "The chain of my bicycle broke while riding up the hill to the bridge.",
    "I changed the brakes and the tyres of the bicycle before the ride.",
    "A mechanic repaired the gears and the chain of my bicycle for forty euros.",
    "My bicycle tyres lost air, so I pumped them before riding to work."};

class Tree : public Fixture {
 public:
  explicit Tree(const std::string& policy = "topics", int tail = 0) {
    write("pyramid.yaml",
          "policy: " + policy + "\nfresh_tail_count: " + std::to_string(tail) + "\n");
    const char* days[] = {"2026-05-02", "2026-05-03", "2026-05-04", "2026-05-05"};
    for (int i = 0; i < 4; ++i) {
      say("1111111" + std::to_string(i), days[i], "T09:00:00Z", kBread[i]);
      say("2222222" + std::to_string(i), days[i], "T18:00:00Z", kBicycle[i]);
    }
    taken_in(*this);
  }
  void say(const std::string& id, const std::string& day, const char* time,
           const std::string& words) {
    write_session(id + "-1111-4111-8111-111111111111", (day + time).c_str(), {words});
  }
  SyncReport synced() {
    auto report = sync();
    if (!report) FAIL(to_string(report.error()));
    return *std::move(report);
  }
  // Leaves by the folder that they lie in.
  std::map<std::string, std::vector<std::string>> leaves() const {
    std::map<std::string, std::vector<std::string>> found;
    for (const std::string& file : files_below(*this, "topics/")) {
      const std::string_view name = path::name(file);
      if (name.front() != '_') found[std::string(path::directory(file))].emplace_back(name);
    }
    return found;
  }
  std::string folder_of(const std::string& words) const {
    for (const std::string& file : files_below(*this, "topics/")) {
      const bool leaf = path::name(file).front() != '_';
      if (leaf && read(file).find(words) != std::string::npos) {
        return std::string(path::directory(file));
      }
    }
    return {};
  }
  std::vector<std::string> saying(const std::string& words) const {
    std::vector<std::string> found;
    for (const auto& [file, bytes] : tree()) {
      if (bytes.find(words) != std::string::npos || file.find(words) != std::string::npos) {
        found.push_back(file);
      }
    }
    return found;
  }
};

}  // namespace pyramid::test
