#include "topics/clusters.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace pyramid::clusters_test {

using topics::Begun;
using topics::clusters;
using topics::Member;
using topics::Members;
using topics::Vector;

namespace {

using Vectors = std::vector<std::vector<float>>;

std::vector<Member> members(const Vectors& vectors) {
  std::vector<Member> members;
  for (const std::vector<float>& vector : vectors) members.push_back({vector});
  return members;
}

// Around as many directions as there are `topics`, some of them near each other.
Vectors made_up(std::mt19937& random, std::size_t count, std::size_t topics) {
  constexpr std::size_t kDims = 12;
  std::normal_distribution<float> normal;
  Vectors middles(topics, std::vector<float>(kDims)), vectors(count, std::vector<float>(kDims));
  for (std::vector<float>& middle : middles) {
    for (float& one : middle) one = normal(random);
  }
  for (std::vector<float>& vector : vectors) {
    const std::vector<float>& middle = middles[random() % topics];
    for (std::size_t d = 0; d < kDims; ++d) vector[d] = middle[d] + 0.7F * normal(random);
  }
  return vectors;
}

// Average linkage as one would write it down.
class Plain {
 public:
  explicit Plain(const Vectors& vectors) {
    for (const std::vector<float>& vector : vectors) rows_.push_back(unit(vector));
  }

  std::vector<Members> groups(double alike) const {
    std::vector<Members> groups;
    for (std::uint32_t i = 0; i < rows_.size(); ++i) groups.push_back({i});
    while (true) {
      double most = alike;
      std::size_t first = 0, second = 0;
      for (std::size_t a = 0; a < groups.size(); ++a) {
        for (std::size_t b = a + 1; b < groups.size(); ++b) {
          const double likeness = mean(groups[a], groups[b]);
          if (likeness > most) most = likeness, first = a, second = b;
        }
      }
      if (first == second) break;
      groups[first].insert(groups[first].end(), groups[second].begin(), groups[second].end());
      groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(second));
    }
    for (Members& group : groups) std::sort(group.begin(), group.end());
    std::sort(groups.begin(), groups.end());
    return groups;
  }

 private:
  template <typename Row>
  static std::vector<double> unit(const Row& row) {
    double length = 0;
    for (const double one : row) length += one * one;
    std::vector<double> made;
    for (const double one : row) made.push_back(one / std::sqrt(length));
    return made;
  }
  [[nodiscard]] double cosine(std::size_t a, std::size_t b) const {
    double sum = 0;
    for (std::size_t d = 0; d < rows_[a].size(); ++d) sum += rows_[a][d] * rows_[b][d];
    return sum;
  }
  [[nodiscard]] double mean(const Members& a, const Members& b) const {
    double sum = 0;
    for (const auto x : a) {
      for (const auto y : b) sum += cosine(x, y);
    }
    return sum / static_cast<double>(a.size() * b.size());
  }

  std::vector<std::vector<double>> rows_;
};

}  // namespace

TEST_CASE("clusters: as average linkage written down plainly has them") {
  std::mt19937 random(7);
  for (int round = 0; round < 25; ++round) {
    const Vectors vectors = made_up(random, 5 + random() % 30, 1 + random() % 6);
    for (const double alike : {0.2, 0.5, 0.8}) {
      REQUIRE(clusters(members(vectors), {}, {alike}) == Plain(vectors).groups(alike));
    }
  }
}

TEST_CASE(
    "clusters: groups that come of it are no longer alike, so a second time changes nothing") {
  std::mt19937 random(8);
  for (int round = 0; round < 20; ++round) {
    const Vectors vectors = made_up(random, 40, 5);
    const std::vector<Members> first = clusters(members(vectors), {}, {0.5});
    std::vector<Begun> begun;
    for (const Members& group : first) begun.push_back({group});
    CHECK(clusters(members(vectors), begun, {0.5}) == first);
  }
}

TEST_CASE("clusters: groups that exist are not taken apart, and may become one") {
  const Vectors vectors = {{1, 0, 0}, {0, 1, 0}, {1, 0, 0.1F}, {0, 1, 0.1F}, {0, 0, 1}};
  const std::vector<Begun> apart = {{{0, 1}}};
  const Members with_both = clusters(members(vectors), apart, {0.8}).at(0);
  CHECK(std::includes(with_both.begin(), with_both.end(), apart[0].members.begin(),
                      apart[0].members.end()));
  const std::vector<Begun> two = {{{0}}, {{2}}};
  CHECK(clusters(members(vectors), two, {0.8}) == std::vector<Members>{{0, 2}, {1, 3}, {4}});
}

TEST_CASE("clusters: none is larger than the bound, and what is equal is apart by its order") {
  std::mt19937 random(9);
  for (int round = 0; round < 20; ++round) {
    const Vectors vectors = made_up(random, 90, 1 + random() % 4);
    for (const Members& group : clusters(members(vectors), {}, {-9, 7})) CHECK(group.size() <= 7);
  }
  const Vectors equal(5, {1, 0});
  CHECK(clusters(members(equal), {}, {0.9, 2}) == std::vector<Members>{{0, 1}, {2, 3}, {4}});
}

TEST_CASE("clusters: one that is alone joins a group up to its limit, beyond the bound for two") {
  const Vectors equal(7, {1, 0});
  const auto with = [&](std::size_t size, std::size_t limit) {
    return clusters(members(equal), std::vector<Begun>{{{0, 1, 2}, size, limit}}, {0.9, 3}).front();
  };
  CHECK(with(0, 0) == Members{0, 1, 2});
  CHECK(with(0, 5) == Members{0, 1, 2, 3, 4});
  CHECK(with(4, 5) == Members{0, 1, 2, 3});
  CHECK(with(0, 9) == Members{0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("clusters: nothing, one, and what has no direction") {
  CHECK(clusters({}, {}, {0.9}).empty());
  const Vectors one = {{1, 0}};
  CHECK(clusters(members(one), {}, {0.9}) == std::vector<Members>{{0}});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Vectors strange = {{}, {1, 0, 0}, {0, 0, 0}, {nan, 1, 0}, {1, 0}, {1, 0.1F, 0}, {0, 0, 1}};
  CHECK(clusters(members(strange), {}, {0.9}) ==
        std::vector<Members>{{0}, {1, 5}, {2}, {3}, {4}, {6}});
}

TEST_CASE("clusters: what chance took from short texts is made good") {
  const std::vector<float> here = {1, 0}, there = {0.7F, 0.71F};
  const auto groups = [&](std::size_t tokens) {
    const std::vector<Member> two = {{here, tokens}, {there, tokens}};
    return clusters(two, {}, {0.8}).size();
  };
  CHECK(groups(0) == 2);
  CHECK(groups(2000) == 2);
  CHECK(groups(60) == 1);
  CHECK(groups(1) == groups(40));
}

TEST_CASE("clusters: the middle is the mean direction, whatever the lengths") {
  const Vectors rows = {{2, 0}, {0, 0.1F}, {0, 0}};
  const std::vector<Vector> vectors(rows.begin(), rows.end());
  const std::vector<float> middle = topics::middle_of(vectors);
  CHECK(middle.at(0) == Approx(std::sqrt(0.5)).margin(0.001));
  CHECK(middle.at(1) == Approx(std::sqrt(0.5)).margin(0.001));
  CHECK(topics::middle_of({}).empty());
}

}  // namespace pyramid::clusters_test
