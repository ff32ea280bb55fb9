#include "topics/arrange.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace pyramid::arrange_test {

using topics::arrange;
using topics::Arrangement;
using topics::Directory;
using topics::Node;
using topics::Rules;

namespace {

using Ids = std::vector<Ulid>;

constexpr std::size_t kDims = 24;

Ulid id(std::int64_t number) { return derive_ulid_at(number, "node"); }

// Leaves whose vectors are made up, as they and directories lie in a memory.
struct Forest {
  std::map<Ulid, std::vector<float>> vectors;
  std::vector<Node> nodes;

  void add_leaf(const Ulid& leaf, std::vector<float> vector, Ulid parent = {}) {
    const auto [place, added] = vectors.try_emplace(leaf, std::move(vector));
    nodes.push_back({.id = leaf, .parent = parent, .vector = place->second});
  }
  void add_directory(const Ulid& directory, Ulid parent = {}) {
    nodes.push_back({.id = directory, .parent = parent, .is_leaf = false});
  }
  // Leaf `number` of topic `topic`; every third topics are near each other.
  void add_of(int topic, int number, Ulid parent = {}) {
    std::mt19937 random(static_cast<unsigned>(1000 * topic + number));
    std::normal_distribution<float> normal;
    std::vector<float> vector(kDims);
    for (float& one : vector) one = 0.12F * normal(random);
    vector[static_cast<std::size_t>(topic) % kDims] += 1;
    vector[static_cast<std::size_t>(topic / 3 * 5 + 7) % kDims] += 1.9F;
    add_leaf(id(100 * topic + number), vector, parent);
  }

  [[nodiscard]] Forest after(const Arrangement& arrangement) const {
    Forest made;
    made.vectors = vectors;
    std::map<Ulid, const Node*> before;
    for (const Node& node : nodes) before[node.id] = &node;
    const auto put = [&](const Ulid& one, const Ulid& parent, bool is_leaf) {
      const auto found = before.find(one);
      Node node = found == before.end() ? Node{.id = one, .is_leaf = is_leaf} : *found->second;
      node.parent = parent;
      if (is_leaf) node.vector = made.vectors.at(one);
      made.nodes.push_back(node);
    };
    std::set<Ulid> directories;
    for (const Directory& one : arrangement.directories) directories.insert(one.id);
    for (const Directory& one : arrangement.directories) {
      put(one.id, one.parent, false);
      for (const Ulid& child : one.children) {
        if (!directories.contains(child)) put(child, one.id, true);
      }
    }
    for (const Ulid& leaf : arrangement.waiting) put(leaf, {}, true);
    return made;
  }
};

// What lies where, to compare.
std::map<Ulid, Ulid> places(const Arrangement& arrangement) {
  std::map<Ulid, Ulid> places;
  for (const Directory& one : arrangement.directories) {
    places.try_emplace(one.id, one.parent);
    for (const Ulid& child : one.children) places[child] = one.id;
  }
  for (const Ulid& leaf : arrangement.waiting) places[leaf] = {};
  return places;
}

const Directory* directory_with(const Arrangement& arrangement, const Ulid& child) {
  for (const Directory& one : arrangement.directories) {
    if (std::binary_search(one.children.begin(), one.children.end(), child)) return &one;
  }
  return nullptr;
}

std::size_t founded(const Arrangement& arrangement) {
  return static_cast<std::size_t>(std::count_if(arrangement.directories.begin(),
                                                arrangement.directories.end(),
                                                [](const Directory& one) { return one.founded; }));
}

// What holds of every arrangement.
void check_laws(const Forest& forest, const Arrangement& arrangement) {
  std::set<Ulid> leaves, directories, seen, stay, holding;
  for (const Node& node : forest.nodes) {
    (node.is_leaf ? leaves : directories).insert(node.id);
    if (node.is_leaf && node.by_hand) holding.insert(node.parent);
    if (node.is_leaf) continue;
    if (node.by_hand || node.edited) stay.insert(node.id);
    if (node.by_hand) holding.insert(node.parent);
  }
  std::map<Ulid, const Directory*> made;
  for (const Directory& one : arrangement.directories) made[one.id] = &one;
  std::size_t top = 0;
  int deepest = 0;
  for (const Directory& one : arrangement.directories) {
    REQUIRE(std::is_sorted(one.children.begin(), one.children.end()));
    REQUIRE(one.founded == !directories.contains(one.id));
    if (!stay.contains(one.id) && !holding.contains(one.id)) {
      REQUIRE(one.children.size() >= 2);
      REQUIRE(one.children.size() <= topics::kMostChildren);
    }
    int depth = 1;
    for (const Ulid& child : one.children) {
      REQUIRE(seen.insert(child).second);
      const auto below = made.find(child);
      if (below == made.end()) {
        REQUIRE(leaves.contains(child));
      } else {
        REQUIRE(below->second->parent == one.id);
        depth = std::max(depth, below->second->depth + 1);
      }
    }
    REQUIRE(one.depth == depth);
    deepest = std::max(deepest, depth);
    if (one.parent.is_zero()) {
      ++top;
    } else {
      REQUIRE(made.contains(one.parent));
    }
  }
  if (stay.empty() && deepest > 1) REQUIRE(top >= 2);
  if (stay.empty()) REQUIRE(top <= topics::kMostChildren);
  for (const Ulid& leaf : arrangement.waiting) REQUIRE(seen.insert(leaf).second);
  for (const Ulid& leaf : leaves) REQUIRE(seen.contains(leaf));
  for (const Ulid& one : stay) REQUIRE(made.contains(one));
  for (const Ulid& one : arrangement.gone) REQUIRE_FALSE(made.contains(one));
  for (const Ulid& one : directories) {
    const bool gone = std::binary_search(arrangement.gone.begin(), arrangement.gone.end(), one);
    REQUIRE(made.contains(one) != gone);
  }
}

// Many leaves, some of them equal and some without a direction, waiting or in a few directories.
Forest crowded(std::mt19937& random) {
  Forest forest;
  const int directories = static_cast<int>(random() % 5);
  for (int i = 0; i < directories; ++i) {
    const bool inside = random() % 3 == 0;
    forest.add_directory(id(9000 + i), inside ? id(9000 + static_cast<int>(random() % 5)) : Ulid{});
    forest.nodes.back().by_hand = random() % 6 == 0;
    forest.nodes.back().edited = random() % 6 == 0;
  }
  const int leaves = 1 + static_cast<int>(random() % 260);
  const int topics = 1 + static_cast<int>(random() % 6);
  const unsigned strange = random() % 4;
  for (int i = 0; i < leaves; ++i) {
    const int topic = static_cast<int>(random()) % topics;
    const Ulid parent = random() % 2 == 0 ? id(9000 + static_cast<int>(random() % 5)) : Ulid{};
    if (strange == 1) {
      forest.add_leaf(id(i), std::vector<float>(kDims, 1), parent);
    } else if (strange == 2 && i % 3 == 0) {
      forest.add_leaf(id(i), std::vector<float>(kDims, 0), parent);
    } else {
      forest.add_of(topic, 1000 + i, parent);
    }
  }
  return forest;
}

// Leaves of some topics, some of them in directories, in any order, and nonsense among them.
Forest made_up(std::mt19937& random, bool nonsense) {
  Forest forest;
  const int topics = 1 + static_cast<int>(random() % 14);
  const int directories = static_cast<int>(random() % 6);
  const auto any = [&] { return id(9000 + static_cast<int>(random() % 6)); };
  for (int i = 0; i < directories; ++i) {
    const bool inside = nonsense && random() % 2 == 0;
    forest.add_directory(id(9000 + i), inside ? any() : Ulid{});
    forest.nodes.back().by_hand = nonsense && random() % 4 == 0;
    forest.nodes.back().edited = nonsense && random() % 4 == 0;
  }
  for (int topic = 0; topic < topics; ++topic) {
    const int leaves = static_cast<int>(random() % 7);
    for (int i = 0; i < leaves; ++i) {
      forest.add_of(topic, i, random() % 3 == 0 ? any() : Ulid{});
      if (nonsense && random() % 8 == 0) forest.add_of(topic, i, any());
    }
  }
  std::shuffle(forest.nodes.begin(), forest.nodes.end(), random);
  return forest;
}

}  // namespace

TEST_CASE("arrange: leaves that are alike found a directory, one alone waits") {
  Forest forest;
  for (int i = 0; i < 4; ++i) forest.add_of(0, i), forest.add_of(3, i);
  forest.add_of(9, 0);
  const Arrangement arrangement = arrange(forest.nodes);
  REQUIRE(arrangement.directories.size() == 2);
  CHECK(arrangement.directories[0].children == Ids{id(0), id(1), id(2), id(3)});
  CHECK(arrangement.directories[0].founded);
  CHECK(arrangement.directories[0].depth == 1);
  CHECK(arrangement.directories[0].parent.is_zero());
  CHECK(arrangement.waiting == Ids{id(900)});
  CHECK(arrangement.gone.empty());
}

TEST_CASE("arrange: a leaf joins the directory that it is alike to") {
  Forest forest;
  forest.add_directory(id(9000));
  forest.add_directory(id(9001));
  for (int i = 0; i < 4; ++i) forest.add_of(0, i, id(9000)), forest.add_of(3, i, id(9001));
  forest.add_of(3, 4);
  const Arrangement arrangement = arrange(forest.nodes);
  CHECK(arrangement.directories.size() == 2);
  CHECK(directory_with(arrangement, id(304))->id == id(9001));
  CHECK(founded(arrangement) == 0);
}

TEST_CASE("arrange: four directories alike get a parent, three do not") {
  Forest forest;
  const auto grow = [&](int topic) {
    for (int i = 0; i < 3; ++i) forest.add_of(topic, i);
  };
  for (const int topic : {0, 1, 2, 9, 15}) grow(topic);
  Rules rules{.fanout = 4};
  CHECK(arrange(forest.nodes, rules).directories.back().depth == 1);
  rules.fanout = 3;
  const Arrangement arrangement = arrange(forest.nodes, rules);
  const Directory& parent = arrangement.directories.back();
  CHECK(parent.depth == 2);
  CHECK(parent.children.size() == 3);
  CHECK(arrangement.directories.size() == 6);
  // One more joins it.
  Forest grown = forest.after(arrangement);
  const Ulid newcomer = id(9500);
  grown.add_directory(newcomer);
  for (int i = 3; i < 5; ++i) grown.add_of(1, i, newcomer);
  check_laws(grown, arrange(grown.nodes, rules));
}

TEST_CASE("arrange: a directory with one child gives way to it") {
  Forest forest;
  forest.add_directory(id(9000));
  forest.add_directory(id(9001), id(9000));
  forest.add_directory(id(9002));
  for (int i = 0; i < 3; ++i) forest.add_of(0, i, id(9001));
  forest.add_of(6, 0, id(9002));
  const Arrangement arrangement = arrange(forest.nodes);
  CHECK(arrangement.gone == Ids{id(9000), id(9002)});
  CHECK(arrangement.waiting == Ids{id(600)});
  REQUIRE(arrangement.directories.size() == 1);
  CHECK(arrangement.directories[0].parent.is_zero());
}

TEST_CASE("arrange: what a person made stays where it is, however little is in it, and is filled") {
  Forest forest;
  for (int i = 0; i < 3; ++i) forest.add_of(0, i), forest.add_of(3, i), forest.add_of(9, i);
  forest.add_directory(id(9000));
  forest.nodes.back().by_hand = true;
  forest.add_of(0, 4, id(9000));
  forest.add_directory(id(9001));
  forest.nodes.back().by_hand = true;
  const Arrangement arrangement = arrange(forest.nodes);
  check_laws(forest, arrangement);
  CHECK(directory_with(arrangement, id(0))->id == id(9000));
  CHECK(arrangement.gone.empty());
}

TEST_CASE("arrange: of two that a person made neither takes what lies in the other") {
  Forest forest;
  for (int i = 0; i < 3; ++i) forest.add_of(3, i), forest.add_of(9, i);
  for (const int one : {9000, 9001}) {
    forest.add_directory(id(one));
    forest.nodes.back().edited = true;
  }
  for (int i = 0; i < 4; ++i) forest.add_of(0, i, id(9000 + i % 2));
  forest.add_of(0, 5);
  const Arrangement arrangement = arrange(forest.nodes);
  check_laws(forest, arrangement);
  for (int i = 0; i < 4; ++i) CHECK(directory_with(arrangement, id(i))->id == id(9000 + i % 2));
  CHECK(directory_with(arrangement, id(5))->id >= id(9000));
}

TEST_CASE("arrange: a leaf that two directories claim lies in the one with the smaller id") {
  Forest forest;
  for (const int one : {9000, 9001}) {
    forest.add_directory(id(one));
    for (int i = 0; i < 3; ++i) forest.add_of(one == 9000 ? 0 : 6, i, id(one));
  }
  forest.add_of(6, 7, id(9001));
  forest.add_of(6, 7, id(9000));
  const Arrangement arrangement = arrange(forest.nodes);
  check_laws(forest, arrangement);
  CHECK(directory_with(arrangement, id(607))->id == id(9000));
}

TEST_CASE("arrange: parents that are not there, and cycles of them") {
  Forest forest;
  forest.add_directory(id(9000), id(9001));
  forest.add_directory(id(9001), id(9000));
  forest.add_directory(id(9002), id(9002));
  forest.add_directory(id(9003), id(8000));
  for (int i = 0; i < 2; ++i) {
    for (int one = 0; one < 4; ++one) forest.add_of(3 * one, i, id(9000 + one));
  }
  forest.add_of(13, 0, id(8000));
  const Arrangement arrangement = arrange(forest.nodes);
  check_laws(forest, arrangement);
  CHECK(directory_with(arrangement, id(9001))->id == id(9000));
}

TEST_CASE("arrange: a directory that outgrows the bound is split, and most of it stays") {
  Forest forest;
  forest.add_directory(id(9000));
  const int most = static_cast<int>(topics::kMostChildren);
  for (int i = 0; i < most; ++i) forest.add_of(0, i, id(9000));
  const Arrangement full = arrange(forest.nodes);
  CHECK(full.directories.size() == 1);
  forest.add_of(0, most);
  const Arrangement arrangement = arrange(forest.nodes);
  check_laws(forest, arrangement);
  REQUIRE(arrangement.directories.size() == 2);
  CHECK(founded(arrangement) == 1);
  for (const Directory& one : arrangement.directories) {
    CHECK((one.children.size() > topics::kMostChildren / 2) == (one.id == id(9000)));
  }
}

TEST_CASE("arrange: what is equal lies together by time, none with more than the bound") {
  Forest forest;
  for (int i = 0; i < 200; ++i) forest.add_leaf(id(i), std::vector<float>(kDims, 1));
  const Arrangement arrangement = arrange(forest.nodes);
  check_laws(forest, arrangement);
  for (const Directory& one : arrangement.directories) {
    if (one.depth == 1)
      CHECK(milliseconds_of(one.children.back()) - milliseconds_of(one.children.front()) < 32);
  }
}

TEST_CASE("arrange: a hundred topics that have nothing in common leave a top that can be read") {
  Forest forest;
  constexpr std::size_t kTopics = 100;
  for (std::size_t i = 0; i < 2 * kTopics; ++i) {
    std::vector<float> vector(kTopics);
    vector[i % kTopics] = 1;
    forest.add_leaf(id(static_cast<int>(i)), vector);
  }
  const Arrangement arrangement = arrange(forest.nodes);
  check_laws(forest, arrangement);
  CHECK(arrangement.directories.back().depth == 2);
}

TEST_CASE("arrange: a person's leaves stay in the directory that is split") {
  Forest forest;
  forest.add_directory(id(9000));
  for (int i = 0; i < 50; ++i) {
    forest.add_of(0, i, id(9000));
    forest.nodes.back().by_hand = i % 10 == 0;
  }
  const Arrangement arrangement = arrange(forest.nodes);
  check_laws(forest, arrangement);
  CHECK(arrangement.directories.size() >= 2);
  for (int i = 0; i < 50; i += 10) CHECK(directory_with(arrangement, id(i))->id == id(9000));
}

TEST_CASE("arrange: a directory of a person keeps what it has, however much, and takes no more") {
  Forest forest;
  forest.add_directory(id(9000));
  forest.nodes.back().by_hand = true;
  for (int i = 0; i < 40; ++i) forest.add_of(0, i, id(9000));
  forest.add_of(0, 40);
  const Arrangement arrangement = arrange(forest.nodes);
  REQUIRE(arrangement.directories.size() == 1);
  CHECK(arrangement.directories[0].children.size() == 40);
  CHECK(arrangement.waiting == Ids{id(40)});
}

TEST_CASE("arrange: however many leaves and whatever their vectors, none has more than the bound") {
  std::mt19937 random(4);
  for (int round = 0; round < 60; ++round) {
    Forest forest = crowded(random);
    const Rules rules{.fanout = 2 + random() % 3};
    const Arrangement first = arrange(forest.nodes, rules);
    CAPTURE(round);
    check_laws(forest, first);
    REQUIRE(places(arrange(forest.after(first).nodes, rules)) == places(first));
    std::shuffle(forest.nodes.begin(), forest.nodes.end(), random);
    REQUIRE(places(arrange(forest.nodes, rules)) == places(first));
  }
}

TEST_CASE("arrange: the order of the nodes does not matter") {
  std::mt19937 random(1);
  for (int round = 0; round < 40; ++round) {
    Forest forest = made_up(random, true);
    const auto first = places(arrange(forest.nodes));
    std::shuffle(forest.nodes.begin(), forest.nodes.end(), random);
    REQUIRE(places(arrange(forest.nodes)) == first);
  }
}

TEST_CASE("arrange: nothing is lost, no level has one child, and a second time changes nothing") {
  std::mt19937 random(2);
  for (int round = 0; round < 120; ++round) {
    const Forest forest = made_up(random, round % 2 == 1);
    const Rules rules{.fanout = 2 + random() % 3};
    const Arrangement first = arrange(forest.nodes, rules);
    check_laws(forest, first);
    const Forest settled = forest.after(first);
    const Arrangement second = arrange(settled.nodes, rules);
    CAPTURE(round);
    REQUIRE(places(second) == places(first));
    REQUIRE(second.gone.empty());
    REQUIRE(founded(second) == 0);
  }
}

TEST_CASE("arrange: machines that compact apart come to one tree") {
  std::mt19937 random(3);
  for (int round = 0; round < 40; ++round) {
    Forest base = round % 2 == 0 ? made_up(random, false) : crowded(random);
    base = base.after(arrange(base.nodes));
    // Each has leaves of its own, and compacts.
    std::vector<Forest> machines;
    for (int machine = 0; machine < 2; ++machine) {
      Forest mine = base;
      for (int i = 0; i < 8; ++i) {
        mine.add_of(static_cast<int>(random() % 14), 20 + 10 * machine + i);
      }
      machines.push_back(mine.after(arrange(mine.nodes)));
    }
    // The files of both, in either order.
    const auto with = [](Forest one, const Forest& other) {
      one.vectors.insert(other.vectors.begin(), other.vectors.end());
      one.nodes.insert(one.nodes.end(), other.nodes.begin(), other.nodes.end());
      for (Node& node : one.nodes) {
        if (node.is_leaf) node.vector = one.vectors.at(node.id);
      }
      return one;
    };
    const Forest here = with(machines[0], machines[1]), there = with(machines[1], machines[0]);
    const Arrangement merged = arrange(here.nodes);
    check_laws(here, merged);
    REQUIRE(places(arrange(there.nodes)) == places(merged));
    const Arrangement again = arrange(here.after(merged).nodes);
    CAPTURE(round);
    REQUIRE(places(again) == places(merged));
  }
}

}  // namespace pyramid::arrange_test
