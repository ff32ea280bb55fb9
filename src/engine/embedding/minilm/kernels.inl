// The kernels for one width of vectors; each kernels_*.cpp defines kLanes (floats in a register)
// and kRows (rows of a tile: kRows x 2 sums and what they are made from fit the registers), and
// includes this in a namespace of its own. No header with inline functions may come in here: the
// linker keeps one copy of such, and that one might be for another processor.

using V = float __attribute__((vector_size(kLanes * 4), aligned(4), may_alias));
using I = int __attribute__((vector_size(kLanes * 4), aligned(4), may_alias));

constexpr std::size_t kPanel = 2 * kLanes;
constexpr std::size_t kDepth = 384;  // so many rows of a panel stay near the processor
constexpr std::size_t kSums = 16;    // of a row, side by side, on every processor
constexpr float kNormEpsilon = 1e-12F;

inline V load(const float* from) { return *reinterpret_cast<const V*>(from); }
inline void store(float* to, V value) { *reinterpret_cast<V*>(to) = value; }

template <int kTile>
void multiply_tile(const float* a, std::size_t ld_a, std::size_t k, const float* panel, float* out,
                   std::size_t ld_out, bool further) {
  V sums[kTile][2] = {};
  if (further) {
#pragma GCC unroll 16
    for (int row = 0; row < kTile; ++row) {
      sums[row][0] = load(out + row * ld_out);
      sums[row][1] = load(out + row * ld_out + kLanes);
    }
  }
  for (std::size_t i = 0; i < k; ++i) {
    const V left = load(panel + i * kPanel);
    const V right = load(panel + i * kPanel + kLanes);
#pragma GCC unroll 16
    for (int row = 0; row < kTile; ++row) {
      const float one = a[row * ld_a + i];
      sums[row][0] += one * left;
      sums[row][1] += one * right;
    }
  }
#pragma GCC unroll 16
  for (int row = 0; row < kTile; ++row) {
    store(out + row * ld_out, sums[row][0]);
    store(out + row * ld_out + kLanes, sums[row][1]);
  }
}

using Tile = void (*)(const float*, std::size_t, std::size_t, const float*, float*, std::size_t,
                      bool);
template <int... kTiles>
struct Tiles {
  static constexpr Tile kAll[] = {multiply_tile<kTiles>...};
};
// The number of rows that is left at the end, 1 to kRows.
#if PYRAMID_KERNEL_ROWS == 12
using AllTiles = Tiles<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12>;
#else
using AllTiles = Tiles<1, 2, 3, 4, 5, 6>;
#endif
constexpr std::size_t kRows = PYRAMID_KERNEL_ROWS;

void multiply(const float* a, std::size_t ld_a, std::size_t m, std::size_t k, const float* packed,
              std::size_t n, float* out, std::size_t ld_out) {
  for (std::size_t first = 0; first < k; first += kDepth) {
    const std::size_t depth = k - first < kDepth ? k - first : kDepth;
    for (std::size_t column = 0; column < n; column += kPanel) {
      const float* panel = packed + column * k + first * kPanel;
      for (std::size_t row = 0; row < m; row += kRows) {
        const std::size_t rows = m - row < kRows ? m - row : kRows;
        AllTiles::kAll[rows - 1](a + row * ld_a + first, ld_a, depth, panel,
                                 out + row * ld_out + column, ld_out, first > 0);
      }
    }
  }
}

void pack_transposed(const float* rows, std::size_t ld, std::size_t n, std::size_t k, float* out) {
  for (std::size_t column = 0; column < n; column += kPanel) {
    for (std::size_t i = 0; i < k; ++i) {
      for (std::size_t j = 0; j < kPanel; ++j) {
        *out++ = column + j < n ? rows[(column + j) * ld + i] : 0.0F;
      }
    }
  }
}

void pack(const float* rows, std::size_t ld, std::size_t k, std::size_t n, float* out) {
  for (std::size_t column = 0; column < n; column += kPanel) {
    for (std::size_t i = 0; i < k; ++i) {
      for (std::size_t j = 0; j < kPanel; ++j) {
        *out++ = column + j < n ? rows[i * ld + column + j] : 0.0F;
      }
    }
  }
}

// e^x for x from -87 to 88, to about 2 units in the last place: 2^n times a polynomial (Cephes).
inline V exponential(V x) {
  constexpr float kToWhole = 12582912.0F;  // 1.5 * 2^23: what is added to it becomes whole
  constexpr int kWholeBits = 0x4B400000;
  x = x < -87.0F ? V{} - 87.0F : x;
  const V shifted = x * 1.44269504088896341F + kToWhole;
  const V whole = shifted - kToWhole;
  const V rest = (x - whole * 0.693359375F) - whole * -2.12194440e-4F;
  V sum = V{} + 1.9875691500e-4F;
  sum = sum * rest + 1.3981999507e-3F;
  sum = sum * rest + 8.3334519073e-3F;
  sum = sum * rest + 4.1665795894e-2F;
  sum = sum * rest + 1.6666665459e-1F;
  sum = sum * rest + 5.0000001201e-1F;
  sum = sum * rest * rest + rest + 1.0F;
  const I power = (reinterpret_cast<const I&>(shifted) - kWholeBits) << 23;
  const I bits = reinterpret_cast<const I&>(sum) + power;
  return reinterpret_cast<const V&>(bits);
}

// x/2 * (1 + erf(x / sqrt 2)); erf by Abramowitz and Stegun 7.1.26, to 1.5e-7.
inline V gelu(V x) {
  const V z = (x < 0.0F ? -x : x) * 0.70710678118654752F;
  const V t = 1.0F / (z * 0.3275911F + 1.0F);
  V sum = V{} + 1.061405429F;
  sum = sum * t - 1.453152027F;
  sum = sum * t + 1.421413741F;
  sum = sum * t - 0.284496736F;
  sum = sum * t + 0.254829592F;
  const V rest = sum * t * exponential(-z * z);  // 1 - erf(z)
  const V half = x * 0.5F;
  return x < 0.0F ? half * rest : half * (2.0F - rest);
}

void add(float* x, const float* bias, std::size_t rows, std::size_t n) {
  for (std::size_t row = 0; row < rows; ++row, x += n) {
    for (std::size_t i = 0; i < n; i += kLanes) store(x + i, load(x + i) + load(bias + i));
  }
}

void add_gelu(float* x, const float* bias, std::size_t rows, std::size_t n) {
  for (std::size_t row = 0; row < rows; ++row, x += n) {
    for (std::size_t i = 0; i < n; i += kLanes) store(x + i, gelu(load(x + i) + load(bias + i)));
  }
}

struct Sums {
  V parts[kSums / kLanes] = {};
  [[nodiscard]] float whole() const {
    float sum = 0;
    for (std::size_t i = 0; i < kSums; ++i) sum += parts[i / kLanes][i % kLanes];
    return sum;
  }
};

void add_norm(float* x, const float* y, const float* bias, const float* gain, const float* shift,
              std::size_t rows, std::size_t n) {
  const auto count = static_cast<float>(n);
  for (std::size_t row = 0; row < rows; ++row, x += n, y += n) {
    Sums sum;
    for (std::size_t i = 0; i < n; i += kLanes) {
      const V value = load(x + i) + load(y + i) + load(bias + i);
      store(x + i, value);
      sum.parts[i % kSums / kLanes] += value;
    }
    const float mean = sum.whole() / count;
    Sums squares;
    for (std::size_t i = 0; i < n; i += kLanes) {
      const V value = load(x + i) - mean;
      squares.parts[i % kSums / kLanes] += value * value;
    }
    const float scale = 1.0F / __builtin_sqrtf(squares.whole() / count + kNormEpsilon);
    for (std::size_t i = 0; i < n; i += kLanes) {
      store(x + i, (load(x + i) - mean) * scale * load(gain + i) + load(shift + i));
    }
  }
}

void softmax(float* x, std::size_t ld, std::size_t rows, std::size_t n) {
  for (std::size_t row = 0; row < rows; ++row, x += ld) {
    float most = x[0];
    for (std::size_t i = 1; i < n; ++i) most = x[i] > most ? x[i] : most;
    for (std::size_t i = n; i < ld; ++i) x[i] = most - 200.0F;
    float parts[kSums] = {};
    for (std::size_t i = 0; i < ld; i += kLanes) store(x + i, exponential(load(x + i) - most));
    for (std::size_t i = n; i < ld; ++i) x[i] = 0;
    for (std::size_t i = 0; i < n; ++i) parts[i % kSums] += x[i];
    float sum = 0;
    for (const float part : parts) sum += part;
    const float scale = 1.0F / sum;
    for (std::size_t i = 0; i < ld; i += kLanes) store(x + i, load(x + i) * scale);
  }
}

constexpr Kernels kAll = {kPanel, pack_transposed, pack,     multiply,
                          add,    add_gelu,        add_norm, softmax};
