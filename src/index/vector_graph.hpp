// An approximate graph over an index's vectors (HNSW), for a process that asks many times.
//
// It holds the int8 vectors that a scan reads, and is made in a thread of its own from 100,000 on:
// below that, and until it is there, scanning all of them is faster than waiting. It is never kept
// on the disk: to read it takes as long as some hundred scans, and hnswlib's own loader believes
// what it reads.
//
// What it gives are candidates; whoever asks scores them exactly. A graph made of another state of
// the index answers nothing: each row is held against what the graph has of it, what changed is
// marked as deleted and added again, and when a third is marked the graph is made anew.
//
// Thread rule: any number of threads may ask. The graph is changed by its own thread alone, while
// nobody is asking it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace pyramid::index {

class Index;

class VectorGraph {
 public:
  static constexpr std::size_t kLeastRows = 100'000;

  explicit VectorGraph(std::size_t least_rows = kLeastRows);
  // Does not wait for a graph to be finished.
  ~VectorGraph();
  VectorGraph(const VectorGraph&) = delete;
  VectorGraph& operator=(const VectorGraph&) = delete;

  // The vectors of an index as of one moment.
  struct State {
    std::string stem;       // of its flat files
    std::uint64_t set = 0;  // and their number
    std::string embedder;   // equal ones give equal texts equal vectors
    std::size_t dims = 0;
    std::uint64_t generation = 0;  // another one whenever a row may have changed
    std::size_t last = 0;          // highest row
  };
  // About `wanted` rows that are near, in no order. nullopt where the graph is not of this state,
  // or the rows are few; one of this state is then made or mended meanwhile.
  std::optional<std::vector<std::int64_t>> nearest(const State& now, std::span<const float> query,
                                                   std::size_t wanted);
  // Until the graph is of the state that was asked for last.
  void wait();

 private:
  struct Graph;

  [[nodiscard]] bool is_of(const State& state) const;             // REQUIRES: mutex_
  [[nodiscard]] bool holds_vectors_of(const State& state) const;  // REQUIRES: mutex_
  [[nodiscard]] std::optional<std::vector<std::int64_t>> ask(const State& now,
                                                             std::span<const float> query,
                                                             std::size_t wanted) const;
  void work();
  void bring_up_to(const State& state);
  bool take_rows(Graph& graph, const State& state);
  [[nodiscard]] bool is_stopping();

  std::size_t least_rows_;
  // The graph's own thread changes it, while state_ says that it is of none and nobody is asking;
  // the others look at it while they are counted as asking.
  std::unique_ptr<Graph> graph_;
  std::mutex mutex_;  // guards the rest
  std::condition_variable changed_;
  State state_;  // of the graph; generation 0: of none
  int asking_ = 0;
  std::optional<State> wanted_;
  bool working_ = false, stopping_ = false;
  std::thread thread_;
};

// Has the index ask the graph where a search looks at everything, as long as both live.
void use_graph(Index& index, VectorGraph& graph);

}  // namespace pyramid::index
