// The kernels for one width of vectors. Each kernels_*.cpp defines kLanes (floats in a register),
// kRows (rows of a tile), Pairs and what is done with them, and includes this in a namespace of its
// own. No header with inline functions may come in here: the linker keeps one copy of such, and that
// one might be for another processor.

using V = float __attribute__((vector_size(kLanes * 4)));
using I = int __attribute__((vector_size(kLanes * 4)));
using S = short __attribute__((vector_size(kLanes * 2)));

constexpr std::size_t kSums = 16;  // of a row, side by side, on every processor
constexpr float kNormEpsilon = 1e-12F;
constexpr std::size_t kAcross = kPanel / kLanes < 2 ? 1 : 2;  // vectors of a tile's row

template <typename To, typename From>
inline To bits_of(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
// From where no vector needs to be aligned.
inline V at(const float* from) {
  V value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}
inline I at(const std::int32_t* from) {
  I value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}
inline void put(float* to, V value) { __builtin_memcpy(to, &value, sizeof value); }
inline V as_floats(I value) { return __builtin_convertvector(value, V); }

// One tile: kTile rows of `a` by kAcross vectors of columns.
template <int kTile, typename Weight>
void multiply_tile(const std::int16_t* a, std::size_t ld_a, std::size_t k, const Weight* packed,
                   std::int32_t* out, std::size_t ld_out) {
  Pairs sums[kTile][kAcross];
#pragma GCC unroll 16
  for (auto& row : sums) {
#pragma GCC unroll 2
    for (Pairs& one : row) one = Pairs{};
  }
  for (std::size_t i = 0; i < k; i += 2, packed += 2 * kPanel) {
    Pairs columns[kAcross];
#pragma GCC unroll 2
    for (std::size_t j = 0; j < kAcross; ++j) columns[j] = load_pairs(packed + 2 * kLanes * j);
#pragma GCC unroll 16
    for (int row = 0; row < kTile; ++row) {
      const Pairs one = same_pairs(a + row * ld_a + i);
#pragma GCC unroll 2
      for (std::size_t j = 0; j < kAcross; ++j) {
        sums[row][j] = sums[row][j] + products(one, columns[j]);
      }
    }
  }
#pragma GCC unroll 16
  for (int row = 0; row < kTile; ++row) {
#pragma GCC unroll 2
    for (std::size_t j = 0; j < kAcross; ++j) {
      __builtin_memcpy(out + row * ld_out + kLanes * j, &sums[row][j], sizeof(Pairs));
    }
  }
}

template <typename Weight, int kTile = kRows>
void multiply_rows(const std::int16_t* a, std::size_t ld_a, std::size_t m, std::size_t k,
                   const Weight* packed, std::int32_t* out, std::size_t ld_out) {
  for (; m >= kTile; m -= kTile, a += kTile * ld_a, out += kTile * ld_out) {
    multiply_tile<kTile>(a, ld_a, k, packed, out, ld_out);
  }
  if constexpr (kTile > 1) {
    if (m > 0) multiply_rows<Weight, kTile - 1>(a, ld_a, m, k, packed, out, ld_out);
  }
}

template <typename Weight>
void multiply(const std::int16_t* a, std::size_t ld_a, std::size_t m, std::size_t k,
              const Weight* packed, std::size_t n, std::int32_t* out, std::size_t ld_out) {
  for (std::size_t column = 0; column < n; column += kPanel) {
    const Weight* panel = packed + column * k;
    for (std::size_t part = 0; part < kPanel; part += kAcross * kLanes) {
      multiply_rows(a, ld_a, m, k, panel + 2 * part, out + column + part, ld_out);
    }
  }
}

// What is at most kLevels becomes whole by its sum with this, ties to even.
constexpr float kToWhole = 12582912.0F;  // 1.5 * 2^23
constexpr int kWholeBits = 0x4B400000;

inline void put_whole(std::int16_t* out, V value) {
  const V shifted = value + kToWhole;
  const S whole = __builtin_convertvector(bits_of<I>(shifted) - kWholeBits, S);
  __builtin_memcpy(out, &whole, sizeof whole);
}

void round(const float* x, std::size_t ld, std::size_t rows, std::size_t n, std::int16_t* out,
           std::size_t ld_out, float* worth) {
  for (std::size_t row = 0; row < rows; ++row, x += ld, out += ld_out) {
    V most = {};
    for (std::size_t i = 0; i < n; i += kLanes) {
      const V size = at(x + i) < 0.0F ? -at(x + i) : at(x + i);
      most = size > most ? size : most;
    }
    float largest = 0;
    for (std::size_t j = 0; j < kLanes; ++j) largest = most[j] > largest ? most[j] : largest;
    worth[row] = largest / kLevels;
    const float scale = largest > 0 ? kLevels / largest : 0.0F;
    for (std::size_t i = 0; i < n; i += kLanes) put_whole(out + i, at(x + i) * scale);
  }
}

void weigh(const std::int32_t* sums, const float* row_worth, const float* column_worth,
           const float* bias, std::size_t rows, std::size_t n, float* x) {
  for (std::size_t row = 0; row < rows; ++row, sums += n, x += n) {
    for (std::size_t i = 0; i < n; i += kLanes) {
      put(x + i, as_floats(at(sums + i)) * (row_worth[row] * at(column_worth + i)) + at(bias + i));
    }
  }
}

// e^x for x from -87 to 88, to about 2 units in the last place: 2^n times the series of the rest,
// which lies within +-log(2)/2.
inline V exponential(V x) {
  x = x < -87.0F ? V{} - 87.0F : x;
  const V shifted = x * 1.44269504088896341F + kToWhole;
  const V whole = shifted - kToWhole;
  const V rest = (x - whole * 0.693145751953125F) - whole * 1.42860682e-6F;  // log(2) in two parts
  V sum = V{} + 1.0F / 5040;
  sum = sum * rest + 1.0F / 720;
  sum = sum * rest + 1.0F / 120;
  sum = sum * rest + 1.0F / 24;
  sum = sum * rest + 1.0F / 6;
  sum = sum * rest + 0.5F;
  sum = sum * rest + 1.0F;
  sum = sum * rest + 1.0F;
  const I power = (bits_of<I>(shifted) - kWholeBits) << 23;
  return bits_of<V>(bits_of<I>(sum) + power);
}

// x/2 * (1 + erf(x / sqrt 2)); erf by Abramowitz and Stegun 7.1.26, to 1.5e-7.
void gelu(float* x, std::size_t n) {
  for (std::size_t i = 0; i < n; i += kLanes) {
    const V value = at(x + i);
    const V z = (value < 0.0F ? -value : value) * 0.70710678118654752F;
    const V t = 1.0F / (1.0F + 0.3275911F * z);
    const V series =
        t * (0.254829592F +
             t * (-0.284496736F + t * (1.421413741F + t * (-1.453152027F + t * 1.061405429F))));
    const V rest = series * exponential(-z * z);  // 1 - erf(z)
    put(x + i, value * 0.5F * (value < 0.0F ? rest : 2.0F - rest));
  }
}

// Sums up kSums parts of a row, each in its order.
struct Sums {
  V parts[kSums / kLanes] = {};
  void add(std::size_t i, V value) { parts[i % kSums / kLanes] += value; }
  [[nodiscard]] float whole() const {
    float sum = 0;
    for (std::size_t i = 0; i < kSums; ++i) sum += parts[i / kLanes][i % kLanes];
    return sum;
  }
};

void add_norm(float* x, const float* y, const float* gain, const float* shift, std::size_t rows,
              std::size_t n) {
  const auto count = static_cast<float>(n);
  for (std::size_t row = 0; row < rows; ++row, x += n, y += n) {
    Sums sum;
    for (std::size_t i = 0; i < n; i += kLanes) {
      put(x + i, at(x + i) + at(y + i));
      sum.add(i, at(x + i));
    }
    const float mean = sum.whole() / count;
    Sums squares;
    for (std::size_t i = 0; i < n; i += kLanes) {
      put(x + i, at(x + i) - mean);
      squares.add(i, at(x + i) * at(x + i));
    }
    const float scale = 1.0F / __builtin_sqrtf(squares.whole() / count + kNormEpsilon);
    for (std::size_t i = 0; i < n; i += kLanes) {
      put(x + i, at(x + i) * scale * at(gain + i) + at(shift + i));
    }
  }
}

void attention(const std::int32_t* sums, std::size_t ld, const float* row_worth,
               const float* column_worth, std::size_t rows, std::size_t n, float* scratch,
               std::int16_t* out) {
  for (std::size_t row = 0; row < rows; ++row, sums += ld, out += ld) {
    float most = static_cast<float>(sums[0]) * (row_worth[row] * column_worth[0]);
    for (std::size_t i = 0; i < ld; ++i) {
      scratch[i] = static_cast<float>(sums[i]) * (row_worth[row] * column_worth[i]);
    }
    for (std::size_t i = 0; i < n; ++i) most = scratch[i] > most ? scratch[i] : most;
    for (std::size_t i = 0; i < ld; i += kLanes) {
      put(scratch + i, exponential(at(scratch + i) - most));
    }
    for (std::size_t i = n; i < ld; ++i) scratch[i] = 0;
    Sums sum;
    for (std::size_t i = 0; i < ld; i += kLanes) sum.add(i, at(scratch + i));
    const float scale = kLevels / sum.whole();
    for (std::size_t i = 0; i < ld; i += kLanes) put_whole(out + i, at(scratch + i) * scale);
  }
}

constexpr Kernels kAll = {multiply<std::int8_t>, multiply<std::int16_t>, round,    weigh, gelu,
                          add_norm,              attention};
