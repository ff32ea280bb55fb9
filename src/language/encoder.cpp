#include "language/encoder.hpp"

#include <algorithm>
#include <cmath>

namespace pyramid::language {

namespace {

std::size_t whole_panels(std::size_t n) { return (n + kPanel - 1) / kPanel * kPanel; }

float value_of(const Rows& rows, std::size_t row, std::size_t column) {
  return static_cast<float>(rows.bytes[row * kWidth + column]) * rows.worth[row];
}

// Rows of `width` as the columns of a matrix of width x tokens.
void pack_columns(const std::int16_t* rows, std::size_t tokens, std::int16_t* out) {
  for (std::size_t panel = 0; panel < tokens; panel += kPanel) {
    for (std::size_t i = 0; i < kHeadWidth; i += 2) {
      for (std::size_t j = panel; j < panel + kPanel; ++j) {
        *out++ = j < tokens ? rows[j * kHeadWidth + i] : std::int16_t{0};
        *out++ = j < tokens ? rows[j * kHeadWidth + i + 1] : std::int16_t{0};
      }
    }
  }
}

// Rows as those of a matrix of `depth` x width; those behind the last are 0.
void pack_rows(const std::int16_t* rows, std::size_t tokens, std::size_t depth, std::int16_t* out) {
  for (std::size_t panel = 0; panel < kHeadWidth; panel += kPanel) {
    for (std::size_t i = 0; i < depth; i += 2) {
      for (std::size_t j = panel; j < panel + kPanel; ++j) {
        *out++ = i < tokens ? rows[i * kHeadWidth + j] : std::int16_t{0};
        *out++ = i + 1 < tokens ? rows[(i + 1) * kHeadWidth + j] : std::int16_t{0};
      }
    }
  }
}

}  // namespace

TokenPair pair_of(std::span<const std::uint16_t> first, std::span<const std::uint16_t> second) {
  TokenPair pair;
  pair.ids.reserve(first.size() + second.size() + 3);
  pair.ids.push_back(kStart);
  pair.ids.insert(pair.ids.end(), first.begin(), first.end());
  pair.ids.push_back(kEnd);
  pair.second = pair.ids.size();
  pair.ids.insert(pair.ids.end(), second.begin(), second.end());
  pair.ids.push_back(kEnd);
  return pair;
}

// What a text needs on its way through a layer.
struct Encoder::Room {
  explicit Room(std::size_t count)
      : tokens(count),
        columns(whole_panels(count)),
        asking(tokens * kAsking),
        seen(tokens * kWidth),
        inner(tokens * kInner),
        mixed(tokens * kWidth),
        worth(std::max(tokens, columns)),
        other_worth(std::max(tokens, columns)),
        scratch(std::max(columns, tokens * kHeadWidth)),
        whole(tokens * kInner),
        queries(tokens * kHeadWidth),
        others(tokens * kHeadWidth),
        packed(columns * kHeadWidth),
        looks(tokens * columns),
        sums(tokens * std::max(kInner, columns)) {}

  std::size_t tokens;
  std::size_t columns;  // of the scores: tokens, rounded up to whole panels
  std::vector<float> asking, seen, inner, mixed, worth, other_worth, scratch;
  std::vector<std::int16_t> whole, queries, others, packed, looks;
  std::vector<std::int32_t> sums;
};

std::vector<float> Encoder::begin(const TokenPair& pair) const {
  std::vector<float> rows(pair.ids.size() * kWidth);
  std::vector<float> beside(kWidth);
  for (std::size_t at = 0; at < pair.ids.size(); ++at) {
    float* row = rows.data() + at * kWidth;
    const float* type = weights_.types + (at < pair.second ? 0 : kWidth);
    for (std::size_t i = 0; i < kWidth; ++i) {
      row[i] = value_of(weights_.words, pair.ids[at], i);
      beside[i] = value_of(weights_.positions, at, i) + type[i];
    }
    kernels_.add_norm(row, beside.data(), weights_.norm.gain, weights_.norm.shift, 1, kWidth);
  }
  return rows;
}

void Encoder::multiply(const Matrix& matrix, std::size_t out, std::size_t in, const float* x,
                       Room& room, float* y) const {
  kernels_.round(x, in, room.tokens, in, room.whole.data(), in, room.worth.data());
  kernels_.multiply_bytes(room.whole.data(), in, room.tokens, in, matrix.packed, out,
                          room.sums.data(), out);
  kernels_.weigh(room.sums.data(), room.worth.data(), matrix.worth, matrix.bias, room.tokens, out,
                 y);
}

void Encoder::attend(std::size_t head, Room& room) const {
  const float* asking = room.asking.data() + head * kHeadWidth;
  kernels_.round(asking, kAsking, room.tokens, kHeadWidth, room.queries.data(), kHeadWidth,
                 room.worth.data());
  kernels_.round(asking + kWidth, kAsking, room.tokens, kHeadWidth, room.others.data(), kHeadWidth,
                 room.other_worth.data());
  // Scores are divided by the root of a head's width.
  const float scale = 1.0F / std::sqrt(static_cast<float>(kHeadWidth));
  for (std::size_t i = 0; i < room.tokens; ++i) room.worth[i] *= scale;
  pack_columns(room.others.data(), room.tokens, room.packed.data());
  kernels_.multiply_words(room.queries.data(), kHeadWidth, room.tokens, kHeadWidth,
                          room.packed.data(), room.columns, room.sums.data(), room.columns);
  kernels_.attention(room.sums.data(), room.columns, room.worth.data(), room.other_worth.data(),
                     room.tokens, room.tokens, room.scratch.data(), room.looks.data());
  // The values of a head have one worth, so that what is seen of them can be summed up.
  for (std::size_t i = 0; i < room.tokens; ++i) {
    std::copy_n(asking + i * kAsking + 2 * kWidth, kHeadWidth,
                room.scratch.data() + i * kHeadWidth);
  }
  float worth = 0;
  kernels_.round(room.scratch.data(), 0, 1, room.tokens * kHeadWidth, room.others.data(), 0,
                 &worth);
  pack_rows(room.others.data(), room.tokens, room.columns, room.packed.data());
  kernels_.multiply_words(room.looks.data(), room.columns, room.tokens, room.columns,
                          room.packed.data(), kHeadWidth, room.sums.data(), kHeadWidth);
  worth /= kLevels;
  for (std::size_t i = 0; i < room.tokens; ++i) {
    float* seen = room.seen.data() + i * kWidth + head * kHeadWidth;
    const std::int32_t* sums = room.sums.data() + i * kHeadWidth;
    for (std::size_t j = 0; j < kHeadWidth; ++j) seen[j] = static_cast<float>(sums[j]) * worth;
  }
}

void Encoder::run(const Layer& layer, std::vector<float>& rows, Room& room) const {
  multiply(layer.asking, kAsking, kWidth, rows.data(), room, room.asking.data());
  for (std::size_t head = 0; head < kHeads; ++head) attend(head, room);
  multiply(layer.attended, kWidth, kWidth, room.seen.data(), room, room.mixed.data());
  kernels_.add_norm(rows.data(), room.mixed.data(), layer.attended_norm.gain,
                    layer.attended_norm.shift, room.tokens, kWidth);
  multiply(layer.inner, kInner, kWidth, rows.data(), room, room.inner.data());
  kernels_.gelu(room.inner.data(), room.inner.size());
  multiply(layer.outer, kWidth, kInner, room.inner.data(), room, room.mixed.data());
  kernels_.add_norm(rows.data(), room.mixed.data(), layer.outer_norm.gain, layer.outer_norm.shift,
                    room.tokens, kWidth);
}

void Encoder::go_on(std::vector<float>& rows, std::size_t from, std::size_t to) const {
  Room room(rows.size() / kWidth);
  for (std::size_t i = from; i < to; ++i) run(weights_.layers[i], rows, room);
}

Features Encoder::features(const TokenPair& pair, const std::vector<float>& rows) {
  Features out{};
  const auto mean = [&](std::size_t from, std::size_t to, float* of) {
    for (std::size_t at = from; at < to; ++at) {
      for (std::size_t i = 0; i < kWidth; ++i) of[i] += rows[at * kWidth + i];
    }
    for (std::size_t i = 0; i < kWidth; ++i) of[i] /= static_cast<float>(to - from);
  };
  std::copy_n(rows.begin(), kWidth, out.begin());
  mean(pair.second, pair.ids.size(), out.data() + kWidth);
  mean(0, pair.second, out.data() + 2 * kWidth);
  return out;
}

}  // namespace pyramid::language
