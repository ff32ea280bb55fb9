#include "index/vector_graph.hpp"

#include "index/dot_product.hpp"
#include "index/vectors.hpp"

// Its prefetching reads behind the end of a list of links.
#define NO_MANUAL_VECTORIZATION
#include <hnswlib/hnswlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <utility>

namespace pyramid::index {

namespace {

constexpr std::size_t kLinks = 32;
constexpr std::size_t kBuildEffort = 200;
// How many places a question looks at, of 100,000 vectors, and the power of their number by which
// it grows: a fixed one finds less and less of the nearest.
constexpr double kEffort = 480, kEffortGrowth = 0.55;
constexpr std::uint32_t kNoLabel = UINT32_MAX;

// A point is its scale, then its numbers.
struct Shape {
  std::size_t dims = 0;
  DotProduct dot = nullptr;
};
std::size_t size_of_point(std::size_t dims) { return sizeof(float) + dims; }

float distance(const void* a, const void* b, const void* of) {
  const auto& shape = *static_cast<const Shape*>(of);
  const auto* first = static_cast<const char*>(a);
  const auto* second = static_cast<const char*>(b);
  float scale = 0, other = 0;
  std::memcpy(&scale, first, sizeof scale);
  std::memcpy(&other, second, sizeof other);
  const std::int32_t product =
      shape.dot(reinterpret_cast<const std::int8_t*>(first + sizeof scale),
                reinterpret_cast<const std::int8_t*>(second + sizeof other), shape.dims);
  return -static_cast<float>(product) * scale * other;
}

class Space final : public hnswlib::SpaceInterface<float> {
 public:
  explicit Space(std::size_t dims) : shape_{dims, dot_product()} {}
  size_t get_data_size() override { return size_of_point(shape_.dims); }
  hnswlib::DISTFUNC<float> get_dist_func() override { return distance; }
  void* get_dist_func_param() override { return &shape_; }

 private:
  Shape shape_;
};

std::string point_of(float scale, const std::int8_t* numbers, std::size_t dims) {
  std::string point(size_of_point(dims), '\0');
  std::memcpy(point.data(), &scale, sizeof scale);
  std::memcpy(point.data() + sizeof scale, numbers, dims);
  return point;
}

}  // namespace

struct VectorGraph::Graph {
  explicit Graph(std::size_t dims) : space(dims) {}

  Space space;
  std::unique_ptr<hnswlib::HierarchicalNSW<float>> points;
  std::vector<std::uint32_t> labels;  // of the point of each row
  std::vector<std::uint64_t> checks;  // of the text that it is of
  std::vector<std::int64_t> rows;     // of each label
  std::size_t removed = 0;            // points that are marked as deleted

  [[nodiscard]] bool is_worn() const { return removed > 100 && removed * 3 > rows.size(); }

  void remove(std::size_t row) {
    if (labels[row] == kNoLabel) return;
    points->markDelete(labels[row]);
    labels[row] = kNoLabel;
    ++removed;
  }
  void add(std::size_t row, const Vectors::Scanned& vector, std::size_t dims) {
    if (rows.size() == points->max_elements_) points->resizeIndex(rows.size() + rows.size() / 4);
    labels[row] = static_cast<std::uint32_t>(rows.size());
    checks[row] = vector.check;
    points->addPoint(point_of(vector.scale, vector.numbers, dims).data(), labels[row]);
    rows.push_back(static_cast<std::int64_t>(row));
  }
};

VectorGraph::VectorGraph(std::size_t least_rows) : least_rows_(least_rows) {}

VectorGraph::~VectorGraph() {
  {
    const std::scoped_lock guard(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

std::optional<std::vector<std::int64_t>> VectorGraph::nearest(const State& now,
                                                              std::span<const float> query,
                                                              std::size_t wanted) {
  if (now.last < least_rows_ || now.generation == 0) return std::nullopt;
  {
    const std::scoped_lock guard(mutex_);
    if (!is_of(now)) {
      wanted_ = now;
      if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
      changed_.notify_all();
      return std::nullopt;
    }
    ++asking_;
  }
  std::optional<std::vector<std::int64_t>> rows = ask(now, query, wanted);
  const std::scoped_lock guard(mutex_);
  if (--asking_ == 0) changed_.notify_all();
  return rows;
}

bool VectorGraph::is_of(const State& state) const {
  return state_.generation == state.generation && state_.stem == state.stem &&
         holds_vectors_of(state);
}

bool VectorGraph::holds_vectors_of(const State& state) const {
  return state_.embedder == state.embedder && state_.dims == state.dims;
}

std::optional<std::vector<std::int64_t>> VectorGraph::ask(const State& now,
                                                          std::span<const float> query,
                                                          std::size_t wanted) const {
  std::vector<std::int64_t> rows;
  std::vector<std::int8_t> numbers(now.dims);
  const float scale = quantise(query, numbers.data());
  if (scale == 0) return rows;
  const std::string point = point_of(scale, numbers.data(), now.dims);
  try {
    auto found = graph_->points->searchKnn(point.data(), wanted);
    for (; !found.empty(); found.pop()) rows.push_back(graph_->rows[found.top().second]);
  } catch (const std::exception&) {
    return std::nullopt;  // no room; a scan needs none
  }
  return rows;
}

void VectorGraph::wait() {
  std::unique_lock guard(mutex_);
  changed_.wait(guard, [this] { return stopping_ || (!wanted_ && !working_); });
}

bool VectorGraph::is_stopping() {
  const std::scoped_lock guard(mutex_);
  return stopping_;
}

void VectorGraph::work() {
  std::unique_lock guard(mutex_);
  while (true) {
    changed_.wait(guard, [this] { return stopping_ || wanted_; });
    if (stopping_) return;
    const State state = *std::exchange(wanted_, std::nullopt);
    working_ = true;
    guard.unlock();
    bring_up_to(state);
    guard.lock();
    working_ = false;
    changed_.notify_all();
  }
}

void VectorGraph::bring_up_to(const State& state) {
  bool mended = false;
  {
    std::unique_lock guard(mutex_);
    if (is_of(state)) return;
    mended = graph_ && holds_vectors_of(state) && !graph_->is_worn();
    if (mended) {
      state_.generation = 0;  // nobody begins to ask it
      changed_.wait(guard, [this] { return asking_ == 0; });
    }
  }
  std::unique_ptr<Graph> fresh;
  if (!mended) fresh = std::make_unique<Graph>(state.dims);
  bool whole = false;
  try {
    whole = take_rows(mended ? *graph_ : *fresh, state);
  } catch (const std::exception&) {  // no room: the scan serves
  }
  std::unique_lock guard(mutex_);
  if (!mended) {
    state_.generation = 0;
    changed_.wait(guard, [this] { return asking_ == 0; });
    if (whole) graph_ = std::move(fresh);
  }
  if (whole) state_ = state;
  if (!whole && mended) graph_.reset();
}

// Makes the graph that of the rows as they are; false when it did not come to the end.
bool VectorGraph::take_rows(Graph& graph, const State& state) {
  const Result<Vectors> vectors = Vectors::open(state.stem, state.dims, Mode::kRead);
  if (!vectors || !vectors->is_of(state.set)) return false;
  const std::size_t rows = std::max(state.last + 1, graph.labels.size());
  graph.labels.resize(rows, kNoLabel);
  graph.checks.resize(rows);
  if (!graph.points) {
    graph.points =
        std::make_unique<hnswlib::HierarchicalNSW<float>>(&graph.space, rows, kLinks, kBuildEffort);
  }
  for (std::size_t row = 1; row < rows; ++row) {
    Vectors::Scanned vector;
    bool there = false;
    if (row <= state.last) {
      const auto scanned = vectors->scanned(row);
      there = scanned.has_value();
      if (scanned) vector = *scanned;
    }
    const bool known = graph.labels[row] != kNoLabel;
    if (known && there && vector.check == graph.checks[row]) continue;
    if (!known && !there) continue;
    if (is_stopping()) return false;
    graph.remove(row);
    if (there) graph.add(row, vector, state.dims);
  }
  const double size = static_cast<double>(graph.rows.size()) / 100'000;
  graph.points->setEf(
      static_cast<std::size_t>(kEffort * std::pow(std::max(1.0, size), kEffortGrowth)));
  return true;
}

}  // namespace pyramid::index
