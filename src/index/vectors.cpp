#include "index/vectors.hpp"

#include "index/dot_product.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pyramid::index {

namespace {

constexpr std::size_t kVectorsHead = 16;        // u64 check, float scale, u32 0
constexpr std::size_t kScannedAtOnce = 16'384;  // rows

std::uint64_t check_of(const Digest& text) {
  std::uint64_t check = 0;
  std::memcpy(&check, text.bytes.data(), sizeof check);
  return check;
}

std::uint64_t check_in(const std::byte* record) {
  std::uint64_t check = 0;
  std::memcpy(&check, record, sizeof check);
  return check;
}

Failure damaged() {
  return fail(ErrorKind::kCorruptCache, "a vector of the index is damaged", {},
              "run the command again");
}

std::vector<std::byte> scan_record(const Digest& text, std::span<const float> vector) {
  std::vector<std::byte> record(kVectorsHead + vector.size());
  const std::uint64_t check = check_of(text);
  const float scale =
      quantise(vector, reinterpret_cast<std::int8_t*>(record.data() + kVectorsHead));
  std::memcpy(record.data(), &check, 8);
  std::memcpy(record.data() + 8, &scale, 4);
  return record;
}

// Equal are rows of one text alone, and what has its digest's first bytes.
bool better(const Vectors::Found& a, const Vectors::Found& b) {
  return a.score != b.score ? a.score > b.score : a.check < b.check;
}

// The best, and all that equal the worst of these.
class Best {
 public:
  explicit Best(std::size_t wanted) : wanted_(wanted) { heap_.reserve(wanted + 1); }

  [[nodiscard]] bool takes(double score) const {
    return heap_.size() < wanted_ || score >= heap_.front().score;
  }
  void offer(const Vectors::Found& one) {
    if (heap_.size() == wanted_ && !better(one, heap_.front())) {
      if (!better(heap_.front(), one)) tied_.push_back(one);
      return;
    }
    heap_.push_back(one);
    std::push_heap(heap_.begin(), heap_.end(), better);
    if (heap_.size() <= wanted_) return;
    std::pop_heap(heap_.begin(), heap_.end(), better);
    const Vectors::Found worst = heap_.back();
    heap_.pop_back();
    if (better(heap_.front(), worst)) {
      tied_.clear();
    } else {
      tied_.push_back(worst);
    }
  }
  [[nodiscard]] std::vector<Vectors::Found> take() {
    heap_.insert(heap_.end(), tied_.begin(), tied_.end());
    return std::move(heap_);
  }

 private:
  std::size_t wanted_;
  std::vector<Vectors::Found> heap_;  // the worst on top
  std::vector<Vectors::Found> tied_;  // with it
};

}  // namespace

// Largest absolute value to 127; the scale gives the numbers back.
float quantise(std::span<const float> vector, std::int8_t* out) {
  float largest = 0;
  for (const float one : vector) largest = std::max(largest, std::fabs(one));
  if (largest == 0) {
    std::fill_n(out, vector.size(), std::int8_t{0});
    return 0;
  }
  const float scale = largest / 127.0F;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    out[i] = static_cast<std::int8_t>(std::lround(vector[i] / scale));
  }
  return scale;
}

Result<Vectors> Vectors::open(const std::string& stem, std::size_t dims, Mode mode) {
  Vectors vectors;
  vectors.dims_ = dims;
  PYRAMID_ASSIGN(vectors.scan_,
                 FlatFile::open(stem + "vectors.i8", "vectors.i8", kVectorsHead + dims, mode));
  PYRAMID_ASSIGN(vectors.exact_,
                 FlatFile::open(stem + "vectors.f32", "vectors.f32", dims * 4, mode));
  return vectors;
}

Result<Vectors> Vectors::make(const std::string& stem, std::size_t dims, std::uint64_t set,
                              Mode mode) {
  Vectors vectors;
  vectors.dims_ = dims;
  PYRAMID_ASSIGN(vectors.scan_,
                 FlatFile::make(stem + "vectors.i8", "vectors.i8", kVectorsHead + dims, set, mode));
  PYRAMID_ASSIGN(vectors.exact_,
                 FlatFile::make(stem + "vectors.f32", "vectors.f32", dims * 4, set, mode));
  return vectors;
}

Result<Vectors> Vectors::copy(const Vectors& from, const std::string& stem, std::uint64_t set) {
  Vectors vectors;
  vectors.dims_ = from.dims_;
  PYRAMID_ASSIGN(vectors.scan_, FlatFile::copy(from.scan_, stem + "vectors.i8", set));
  PYRAMID_ASSIGN(vectors.exact_, FlatFile::copy(from.exact_, stem + "vectors.f32", set));
  return vectors;
}

std::size_t Vectors::rows() const { return std::min(scan_.records(), exact_.records()); }

Status Vectors::resize(std::size_t rows) {
  PYRAMID_TRY(scan_.resize(rows));
  return exact_.resize(rows);
}

Status Vectors::cover(std::size_t rows) {
  PYRAMID_TRY(scan_.cover(rows));
  return exact_.cover(rows);
}

Status Vectors::begin_writing() {
  PYRAMID_TRY(scan_.lock());
  PYRAMID_TRY(scan_.set_mark(0));
  return exact_.set_mark(0);
}

Status Vectors::end_writing(std::uint64_t written) {
  Status marked = exact_.set_mark(written);
  if (marked) marked = scan_.set_mark(written);
  scan_.unlock();
  return marked;
}

bool Vectors::holds(std::size_t row, const Digest& text) const {
  std::vector<std::byte> record(kVectorsHead + dims_);
  std::vector<float> vector(dims_);
  if (row >= rows() || !scan_.read(row, record)) return false;
  if (!exact_.read(row, std::as_writable_bytes(std::span(vector)))) return false;
  return record == scan_record(text, vector);
}

Status Vectors::put(std::size_t row, const Digest& text, std::span<const float> vector) {
  PYRAMID_TRY(exact_.put(row, std::as_bytes(vector)));
  return scan_.put(row, scan_record(text, vector));
}

Status Vectors::clear(std::size_t row) {
  PYRAMID_TRY(scan_.put(row, {}));
  return exact_.put(row, {});
}

Result<std::vector<Scored>> Vectors::nearest(std::span<const float> query, std::size_t last,
                                             std::size_t limit, const RowSet* among) {
  std::vector<std::int8_t> quantised(dims_);
  if (quantise(query, quantised.data()) == 0 || limit == 0) return std::vector<Scored>();
  const DotProduct dot = dot_product();
  Best best(limit * kRescored);
  std::size_t end = std::min(last + 1, rows());
  if (among != nullptr) end = std::min(end, among->size());
  std::size_t done = 0;
  for (std::size_t row = 1; row < end; ++row) {
    // A program that asks once need not hold all of it.
    if (!scanned_ && row % kScannedAtOnce == 0) {
      scan_.done_with(done, row);
      done = row;
    }
    if (among != nullptr && !(*among)[row]) continue;
    if (!scan_.is_sound(row)) return damaged();
    const std::byte* record = scan_.record(row);
    float scale = 0;
    std::memcpy(&scale, record + 8, 4);
    if (scale == 0) continue;
    const std::int32_t product =
        dot(quantised.data(), reinterpret_cast<const std::int8_t*>(record + kVectorsHead), dims_);
    const double score = static_cast<double>(product) * scale;
    if (!best.takes(score)) continue;
    best.offer({score, check_in(record), static_cast<std::int64_t>(row)});
  }
  scanned_ = true;
  return rescored(best.take(), query, limit);
}

Result<std::vector<Scored>> Vectors::best_of(std::span<const std::int64_t> rows,
                                             std::span<const float> query,
                                             std::size_t limit) const {
  std::vector<Found> found;
  for (const std::int64_t row : rows) {
    const auto at = static_cast<std::size_t>(row);
    std::uint64_t of_text = 0;
    if (at < this->rows()) {  // whose mapping is at hand: a graph was made of all of it
      if (!scan_.is_sound(at)) return damaged();
      of_text = check_in(scan_.record(at));
    }
    found.push_back({0, of_text, row});
  }
  return rescored(std::move(found), query, limit);
}

Result<std::vector<Scored>> Vectors::rescored(std::vector<Found> found,
                                              std::span<const float> query,
                                              std::size_t limit) const {
  for (Found& one : found) {
    PYRAMID_ASSIGN(one.score, cosine(query, static_cast<std::size_t>(one.row)));
  }
  std::sort(found.begin(), found.end(), better);
  std::vector<Scored> best;
  for (const Found& one : found) {
    if (best.size() >= limit && better(found[limit - 1], one)) break;
    best.push_back({one.row, one.score});
  }
  return best;
}

std::optional<Vectors::Scanned> Vectors::scanned(std::size_t row) const {
  if (row >= rows() || !scan_.is_sound(row)) return std::nullopt;
  const std::byte* record = scan_.record(row);
  Scanned scanned;
  scanned.check = check_in(record);
  std::memcpy(&scanned.scale, record + 8, 4);
  scanned.numbers = reinterpret_cast<const std::int8_t*>(record + kVectorsHead);
  if (scanned.scale == 0) return std::nullopt;
  return scanned;
}

Result<double> Vectors::cosine(std::span<const float> query, std::size_t row) const {
  if (row >= rows()) return 0.0;
  std::vector<float> vector(dims_);
  if (!exact_.read(row, std::as_writable_bytes(std::span(vector)))) return damaged();
  double sum = 0;
  for (std::size_t i = 0; i < dims_; ++i) sum += static_cast<double>(query[i]) * vector[i];
  return sum;
}

Result<std::uint64_t> Vectors::check(std::size_t row) const {
  if (row >= rows()) return std::uint64_t{0};
  std::vector<std::byte> record(kVectorsHead + dims_);
  if (!scan_.read(row, record)) return damaged();
  return check_in(record.data());
}

bool Vectors::is_same(std::size_t row, const Digest& text, std::span<const float> vector) const {
  std::vector<std::byte> record(kVectorsHead + dims_);
  std::vector<float> exact(dims_);
  return row < rows() && scan_.read(row, record) && record == scan_record(text, vector) &&
         exact_.read(row, std::as_writable_bytes(std::span(exact))) &&
         std::memcmp(exact.data(), vector.data(), vector.size_bytes()) == 0;
}

bool Vectors::is_empty(std::size_t row) const {
  if (row >= rows()) return true;
  float scale = 0;
  std::memcpy(&scale, scan_.record(row) + 8, 4);
  return scale == 0;
}

}  // namespace pyramid::index
