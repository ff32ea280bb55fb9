#include "index/vectors.hpp"

#include "index/dot_product.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pyramid::index {

namespace {

constexpr std::size_t kHead = 16;  // u64 check, float scale, u32 0
// Candidates of the int8 scan that are scored again with floats, a place wanted.
constexpr std::size_t kRescored = 2;
constexpr std::size_t kScannedAtOnce = 16'384;  // rows

std::uint64_t check_of(const Digest& text) {
  std::uint64_t check = 0;
  std::memcpy(&check, text.bytes.data(), sizeof check);
  return check;
}

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

Failure damaged() {
  return fail(ErrorKind::kCorruptCache, "a vector of the index is damaged", {},
              "run the command again");
}

bool better(const Scored& a, const Scored& b) {
  return a.score != b.score ? a.score > b.score : a.row < b.row;
}

}  // namespace

Result<Vectors> Vectors::open(const std::string& stem, std::size_t dims, Mode mode) {
  Vectors vectors;
  vectors.dims_ = dims;
  PYRAMID_ASSIGN(vectors.scan_,
                 FlatFile::open(stem + "vectors.i8", "vectors.i8", kHead + dims, mode));
  PYRAMID_ASSIGN(vectors.exact_,
                 FlatFile::open(stem + "vectors.f32", "vectors.f32", dims * 4, mode));
  vectors.exact_.expect_random();
  return vectors;
}

std::size_t Vectors::rows() const { return std::min(scan_.records(), exact_.records()); }

Status Vectors::resize(std::size_t rows) {
  PYRAMID_TRY(scan_.resize(rows));
  return exact_.resize(rows);
}

void Vectors::put(std::size_t row, const Digest& text, std::span<const float> vector) {
  std::vector<std::byte> scan(kHead + dims_);
  const std::uint64_t check = check_of(text);
  const float scale = quantise(vector, reinterpret_cast<std::int8_t*>(scan.data() + kHead));
  std::memcpy(scan.data(), &check, 8);
  std::memcpy(scan.data() + 8, &scale, 4);
  exact_.put(row, std::as_bytes(vector));
  scan_.put(row, scan);
}

void Vectors::clear(std::size_t row) {
  scan_.put(row, {});
  exact_.put(row, {});
}

Result<std::vector<Scored>> Vectors::nearest(std::span<const float> query, std::size_t last,
                                             std::size_t limit, const RowSet* among) {
  std::vector<std::int8_t> quantised(dims_);
  if (quantise(query, quantised.data()) == 0 || limit == 0) return std::vector<Scored>();
  const DotProduct dot = dot_product();
  const std::size_t keep = limit * kRescored;
  std::vector<Scored> best;  // a heap with the worst on top
  best.reserve(keep + 1);
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
        dot(quantised.data(), reinterpret_cast<const std::int8_t*>(record + kHead), dims_);
    const Scored scored{static_cast<std::int64_t>(row), static_cast<double>(product) * scale};
    if (best.size() == keep && !better(scored, best.front())) continue;
    best.push_back(scored);
    std::push_heap(best.begin(), best.end(), better);
    if (best.size() > keep) {
      std::pop_heap(best.begin(), best.end(), better);
      best.pop_back();
    }
  }
  scanned_ = true;
  for (Scored& scored : best) {
    PYRAMID_ASSIGN(scored.score, cosine(query, static_cast<std::size_t>(scored.row)));
  }
  std::sort(best.begin(), best.end(), better);
  if (best.size() > limit) best.resize(limit);
  return best;
}

Result<double> Vectors::cosine(std::span<const float> query, std::size_t row) const {
  if (row >= rows()) return 0.0;
  if (!scan_.is_sound(row) || !exact_.is_sound(row)) return damaged();
  float scale = 0;
  std::memcpy(&scale, scan_.record(row) + 8, 4);
  if (scale == 0) return 0.0;
  const std::byte* record = exact_.record(row);
  double sum = 0;
  for (std::size_t i = 0; i < dims_; ++i) {
    float value = 0;
    std::memcpy(&value, record + i * 4, 4);
    sum += static_cast<double>(query[i]) * value;
  }
  return sum;
}

}  // namespace pyramid::index
