// Leaves of known topics, and how well groups agree with them.
#pragma once

#include "base/ulid.hpp"
#include "engine/engine.hpp"
#include "tests/support/catch.hpp"
#include "topics/arrange.hpp"

#include <cstdint>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::test {

// Of tests/topics/labelled/<name>.txt: `# topic`, then a leaf a line.
struct Labelled {
  std::vector<std::string> texts;
  std::vector<std::uint32_t> topics;  // of each text, counted from 0
  std::vector<std::string> names;     // of the topics
  std::vector<float> numbers;
  std::size_t dims = 0;

  // `together`: so many texts of a topic make one leaf.
  explicit Labelled(const std::string& name, std::size_t together = 1) {
    std::ifstream file(std::string(PYRAMID_SOURCE_DIR) + "/tests/topics/labelled/" + name + ".txt");
    REQUIRE(file);
    std::size_t of_topic = 0;
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("# ")) {
        names.push_back(line.substr(2));
        of_topic = 0;
      } else if (of_topic++ % together == 0) {
        texts.push_back(line);
        topics.push_back(static_cast<std::uint32_t>(names.size() - 1));
      } else {
        texts.back() += "\n\n" + line;
      }
    }
    const std::unique_ptr<engine::Embedder> embedder = engine::make_static_embedder();
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    numbers = embedder->embed(views).value();
    dims = embedder->dims();
  }

  [[nodiscard]] std::span<const float> vector(std::size_t leaf) const {
    return std::span(numbers).subspan(leaf * dims, dims);
  }
  [[nodiscard]] static Ulid id(std::size_t leaf) {
    return derive_ulid_at(static_cast<std::int64_t>(leaf), "leaf");
  }
  // All leaves, waiting.
  [[nodiscard]] std::vector<topics::Node> nodes() const {
    std::vector<topics::Node> nodes;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      nodes.push_back({.id = id(i), .vector = vector(i), .tokens = texts[i].size() / 4});
    }
    return nodes;
  }
};

// The adjusted Rand index of two partitions (L. Hubert and P. Arabie, 1985): 1 = the same, 0 = as
// chance would have it.
inline double agreement(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  const auto pairs = [](double n) { return n * (n - 1) / 2; };
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> both;
  std::map<std::uint32_t, double> in_a, in_b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ++both[{a[i], b[i]}];
    ++in_a[a[i]];
    ++in_b[b[i]];
  }
  double together = 0, pairs_a = 0, pairs_b = 0;
  for (const auto& [key, n] : both) together += pairs(n);
  for (const auto& [key, n] : in_a) pairs_a += pairs(n);
  for (const auto& [key, n] : in_b) pairs_b += pairs(n);
  const double chance = pairs_a * pairs_b / pairs(static_cast<double>(a.size()));
  return (together - chance) / ((pairs_a + pairs_b) / 2 - chance);
}

// Which directory of depth 1 each leaf lies in; one that waits is alone.
inline std::vector<std::uint32_t> partition_of(const topics::Arrangement& arrangement,
                                               const std::vector<topics::Node>& nodes) {
  std::map<Ulid, std::uint32_t> group_of;
  std::uint32_t groups = 0;
  for (const topics::Directory& directory : arrangement.directories) {
    for (const Ulid& child : directory.children) group_of[child] = groups;
    ++groups;
  }
  std::vector<std::uint32_t> partition;
  for (const topics::Node& node : nodes) {
    if (!node.is_leaf) continue;
    const auto found = group_of.find(node.id);
    partition.push_back(found == group_of.end() ? groups++ : found->second);
  }
  return partition;
}

}  // namespace pyramid::test
