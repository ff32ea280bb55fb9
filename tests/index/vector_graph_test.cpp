#include "index/vector_graph.hpp"

#include "base/digest.hpp"
#include "index/vectors.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_directory.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace vector_graph_test {

using namespace pyramid;
using index::VectorGraph;
using index::Vectors;

namespace {

constexpr std::size_t kDims = 32;
constexpr std::size_t kRows = 1000;
constexpr std::size_t kLeast = 400;

// The flat files of an index, as if texts had been embedded.
class Flat {
 public:
  explicit Flat(std::size_t rows = kRows) {
    REQUIRE(vectors.resize(rows + 1));
    for (std::size_t row = 1; row <= rows; ++row) put(row);
    state = {directory_.path() + "/", 1, "words", kDims, 1, rows};
  }

  // Of another text than any before.
  void put(std::size_t row) {
    REQUIRE(vectors.put(row, digest_of(std::to_string(++texts_)), direction()));
  }
  // Into files of another name.
  void move() {
    state.stem += "2-";
    state.set = 2;
    vectors = *Vectors::copy(vectors, state.stem, state.set);
  }
  void embed_otherwise() {
    state.embedder = "other words";
    ++state.generation;
    texts_ = 1;
    for (std::size_t row = 2; row <= state.last; ++row) put(row);
  }
  std::vector<float> direction() {
    std::normal_distribution<float> any;
    std::vector<float> vector(kDims);
    float length = 0;
    for (float& one : vector) {
      one = any(random_);
      length += one * one;
    }
    for (float& one : vector) one /= std::sqrt(length);
    return vector;
  }
  std::vector<std::int64_t> ten_nearest(const std::vector<float>& query) {
    const auto scanned = vectors.nearest(query, state.last, 10);
    REQUIRE(scanned);
    std::vector<std::int64_t> rows;
    for (const index::Scored& one : *scanned) rows.push_back(one.row);
    return rows;
  }
  // Part of the ten nearest of some questions that is among the graph's twenty.
  double recall(VectorGraph& graph) {
    std::size_t found = 0;
    for (int i = 0; i < 50; ++i) {
      const std::vector<float> query = direction();
      const auto rows = graph.nearest(state, query, 20);
      REQUIRE(rows);
      CHECK(rows->size() == 20);
      for (const std::int64_t row : ten_nearest(query)) {
        found += std::find(rows->begin(), rows->end(), row) != rows->end() ? 1 : 0;
      }
    }
    return static_cast<double>(found) / 500;
  }

 private:
  test::TempDirectory directory_;
  std::mt19937 random_{7};
  int texts_ = 0;

 public:
  Vectors vectors = *Vectors::make(directory_.path() + "/", kDims, 1, index::Mode::kWrite);
  VectorGraph::State state;
};

}  // namespace

TEST_CASE("graph: it is made while others scan, and then has what a scan finds") {
  Flat flat;
  VectorGraph graph(kLeast);
  CHECK_FALSE(graph.nearest(flat.state, flat.direction(), 20));
  graph.wait();
  CHECK(flat.recall(graph) >= 0.99);
}

TEST_CASE("graph: few vectors are scanned") {
  Flat flat(kLeast - 1);
  VectorGraph graph(kLeast);
  CHECK_FALSE(graph.nearest(flat.state, flat.direction(), 20));
  graph.wait();
  CHECK_FALSE(graph.nearest(flat.state, flat.direction(), 20));
}

TEST_CASE("graph: of another state of the index nothing is told until it was mended") {
  Flat flat;
  VectorGraph graph(kLeast);
  CHECK_FALSE(graph.nearest(flat.state, flat.direction(), 20));
  graph.wait();
  for (std::size_t row = 1; row <= 300; ++row) {
    if (row % 2 == 0) REQUIRE(flat.vectors.clear(row));
    if (row % 2 == 1) flat.put(row);
  }
  REQUIRE(flat.vectors.resize(kRows + 101));
  for (std::size_t row = kRows + 1; row <= kRows + 100; ++row) flat.put(row);
  flat.state.last = kRows + 100;
  ++flat.state.generation;
  CHECK_FALSE(graph.nearest(flat.state, flat.direction(), 20));
  graph.wait();
  CHECK(flat.recall(graph) >= 0.99);
  const auto rows = graph.nearest(flat.state, flat.direction(), kRows);
  REQUIRE(rows);
  const bool removed = std::any_of(rows->begin(), rows->end(),
                                   [](std::int64_t row) { return row <= 300 && row % 2 == 0; });
  CHECK_FALSE(removed);
}

TEST_CASE(
    "graph: it is mended for other files with the same rows, and made anew for other vectors") {
  Flat flat;
  VectorGraph graph(kLeast);
  static_cast<void>(graph.nearest(flat.state, flat.direction(), 20));
  graph.wait();
  flat.move();
  flat.put(1);
  ++flat.state.generation;
  CHECK_FALSE(graph.nearest(flat.state, flat.direction(), 20));
  graph.wait();
  CHECK(flat.recall(graph) >= 0.99);
  // Of the same texts, which another engine embeds otherwise.
  flat.embed_otherwise();
  CHECK_FALSE(graph.nearest(flat.state, flat.direction(), 20));
  graph.wait();
  CHECK(flat.recall(graph) >= 0.99);
}

TEST_CASE("graph: one of which most has changed is made anew") {
  Flat flat;
  VectorGraph graph(kLeast);
  for (int round = 0; round < 3; ++round) {
    static_cast<void>(graph.nearest(flat.state, flat.direction(), 20));
    graph.wait();
    CHECK(flat.recall(graph) >= 0.99);
    for (std::size_t row = 1; row <= kRows; ++row) flat.put(row);
    ++flat.state.generation;
  }
}

TEST_CASE("graph: several threads may ask while it is made and mended") {
  Flat flat(kLeast);
  VectorGraph graph(kLeast);
  std::vector<std::vector<float>> queries;
  for (int i = 0; i < 8; ++i) queries.push_back(flat.direction());
  std::atomic<int> answers = 0;
  std::atomic<bool> done = false;
  std::vector<std::thread> threads;
  for (std::size_t of = 0; of < 3; ++of) {
    threads.emplace_back([&, of] {
      VectorGraph::State state = flat.state;
      for (std::size_t i = of; !done; ++i) {
        state.generation = 1 + i % 5 / 4;
        const auto rows = graph.nearest(state, queries[i % queries.size()], 20);
        if (!rows) std::this_thread::yield();
        if (rows && ++answers > 200) done = true;
      }
    });
  }
  for (std::thread& one : threads) one.join();
  CHECK(answers > 200);
}

TEST_CASE("graph: it is not waited for") {
  Flat flat;
  VectorGraph graph(kLeast);
  static_cast<void>(graph.nearest(flat.state, flat.direction(), 20));
}

TEST_CASE("graph: a file that is damaged or gone makes none") {
  Flat flat;
  VectorGraph graph(kLeast);
  flat.state.stem += "nowhere/";
  CHECK_FALSE(graph.nearest(flat.state, flat.direction(), 20));
  graph.wait();
  CHECK_FALSE(graph.nearest(flat.state, flat.direction(), 20));
}

}  // namespace vector_graph_test
