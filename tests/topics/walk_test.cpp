#include "topics/walk.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace pyramid::walk_test {

using topics::Walk;
using topics::WalkNode;
using topics::WalkRules;

namespace {

constexpr std::uint32_t kTop = WalkNode::kTop;
using Nodes = std::vector<std::uint32_t>;

struct Tree {
  std::vector<WalkNode> nodes;
  std::vector<double> scores;

  std::uint32_t add(std::uint32_t parent, std::size_t tokens, double score) {
    nodes.push_back({derive_ulid_at(static_cast<std::int64_t>(nodes.size()), "n"), parent, tokens});
    scores.push_back(score);
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }
  [[nodiscard]] Walk walk(const WalkRules& rules, const Nodes& fresh = {}) const {
    return topics::walk(nodes, fresh, [this](std::uint32_t node) { return scores[node]; }, rules);
  }
};

// Two directories of two leaves each.
struct Small : Tree {
  std::uint32_t bread = add(kTop, 10, 0.6), bees = add(kTop, 10, 0.2);
  std::uint32_t rye = add(bread, 100, 0.9), spelt = add(bread, 100, 0.5);
  std::uint32_t swarm = add(bees, 100, 0.3), honey = add(bees, 100, 0.1);
};

Tree made_up(std::mt19937& random) {
  Tree tree;
  const std::size_t count = 1 + random() % 40;
  for (std::size_t i = 0; i < count; ++i) {
    const auto parent = static_cast<std::uint32_t>(random() % (i + 1));
    tree.add(parent == i ? kTop : parent, random() % 50, static_cast<double>(random() % 10) / 10);
  }
  return tree;
}

bool lies_below(const Tree& tree, std::uint32_t node, std::uint32_t above) {
  for (std::uint32_t up = tree.nodes[node].parent; up != kTop; up = tree.nodes[up].parent) {
    if (up == above) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("walk: the best branch first, wherever it hangs") {
  const Small tree;
  const Walk walk = tree.walk({.budget = 1000});
  CHECK(walk.chosen == Nodes{tree.rye, tree.spelt, tree.swarm, tree.honey});
  CHECK(walk.tokens == 400);
  CHECK(walk.looked == 6);
  CHECK(walk.passed.empty());
}

TEST_CASE("walk: the budget holds, and what did not fit is told") {
  const Small tree;
  const Walk walk = tree.walk({.budget = 250});
  CHECK(walk.chosen == Nodes{tree.rye, tree.spelt, tree.bees});
  CHECK(walk.passed == Nodes{tree.swarm, tree.honey});
  CHECK(walk.tokens == 210);
}

TEST_CASE("walk: a beam enters the best branches, and names the others") {
  const Small tree;
  const Walk walk = tree.walk({.budget = 1000, .beam = 1});
  CHECK(walk.chosen == Nodes{tree.rye});
  CHECK(walk.passed == Nodes{tree.spelt, tree.bees});
}

TEST_CASE("walk: leaves at the top do not crowd out directories") {
  Small tree;
  for (int i = 0; i < 9; ++i) tree.add(kTop, 1, 0.95);
  const Walk walk = tree.walk({.budget = 1000, .beam = 2});
  CHECK(std::count(walk.chosen.begin(), walk.chosen.end(), tree.rye) == 1);
}

TEST_CASE("walk: a summary that comes nearer than all below it stands for them") {
  Small tree;
  tree.scores[tree.bees] = 0.95;
  const Walk walk = tree.walk({.budget = 1000});
  CHECK(walk.chosen == Nodes{tree.bees, tree.rye, tree.spelt});
}

TEST_CASE("walk: where no leaf fits the summaries are given") {
  const Small tree;
  const Walk walk = tree.walk({.budget = 30});
  CHECK(walk.chosen == Nodes{tree.bread, tree.bees});
  CHECK(walk.passed == Nodes{tree.rye, tree.spelt, tree.swarm, tree.honey});
}

TEST_CASE("walk: the fresh tail comes first, in its order, within its share and without a hole") {
  Small tree;
  const auto today = tree.add(kTop, 100, 0), yesterday = tree.add(kTop, 100, 0);
  const Walk walk = tree.walk({.budget = 320, .fresh_budget = 200}, {today, yesterday, tree.honey});
  CHECK(walk.chosen == Nodes{today, yesterday, tree.rye, tree.bees});
  const Walk less = tree.walk({.budget = 1000, .fresh_budget = 150}, {today, yesterday});
  CHECK(less.chosen.front() == today);
  CHECK(less.chosen.back() == yesterday);  // as any other leaf
}

TEST_CASE("walk: no summary above a fresh leaf that is given") {
  Small tree;
  tree.scores[tree.bread] = 1;
  const Walk walk = tree.walk({.budget = 1000, .fresh_budget = 100}, {tree.spelt});
  CHECK(walk.chosen == Nodes{tree.spelt, tree.rye, tree.swarm, tree.honey});
}

TEST_CASE("walk: nothing, a cycle of parents, and scores that are no numbers") {
  CHECK(Tree().walk({.budget = 10}).chosen.empty());
  Tree tree;
  tree.add(1, 1, 1);
  tree.add(0, 1, 1);
  tree.add(2, 1, 1);
  tree.add(kTop, 1, std::numeric_limits<double>::quiet_NaN());
  const auto good = tree.add(kTop, 1, -5);
  CHECK(tree.walk({.budget = 10, .fresh_budget = 1}, {0, 99}).chosen == Nodes{0, good});
}

TEST_CASE("walk: laws of any tree") {
  std::mt19937 random(41);
  for (int round = 0; round < 500; ++round) {
    const Tree tree = made_up(random);
    const WalkRules rules{random() % 300, random() % 100, 1 + random() % 4};
    Nodes fresh;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
      const bool is_leaf = std::none_of(tree.nodes.begin(), tree.nodes.end(),
                                        [i](const WalkNode& node) { return node.parent == i; });
      if (is_leaf && random() % 4 == 0) fresh.push_back(i);
    }
    std::map<std::uint32_t, int> asked;
    const Walk walk = topics::walk(
        tree.nodes, fresh,
        [&](std::uint32_t node) {
          ++asked[node];
          return tree.scores[node];
        },
        rules);
    std::size_t tokens = 0;
    for (const std::uint32_t one : walk.chosen) {
      tokens += tree.nodes[one].tokens;
      for (const std::uint32_t other : walk.chosen) {
        REQUIRE_FALSE(lies_below(tree, one, other));
      }
      REQUIRE(std::count(walk.passed.begin(), walk.passed.end(), one) == 0);
    }
    REQUIRE(std::set(walk.chosen.begin(), walk.chosen.end()).size() == walk.chosen.size());
    REQUIRE(tokens == walk.tokens);
    REQUIRE(tokens <= rules.budget);
    REQUIRE(asked.size() == walk.looked);
    for (const auto& [node, times] : asked) REQUIRE(times == 1);
    REQUIRE(std::set(walk.passed.begin(), walk.passed.end()).size() == walk.passed.size());
  }
}

}  // namespace pyramid::walk_test
