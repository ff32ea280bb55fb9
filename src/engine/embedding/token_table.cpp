#include "engine/embedding/token_table.hpp"

#include "base/utf8.hpp"
#include "engine/embedding/embedded_data.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace pyramid::engine {

namespace {

constexpr std::string_view kMagic = "PYRSTAT2";
constexpr std::size_t kAligned = 64;

struct Header {
  char magic[8];
  std::uint32_t pieces;
  std::uint32_t dims;
  std::uint32_t text_size;
};

static_assert(std::endian::native == std::endian::little, "the table is little-endian");

// Each dimension is summed on its own, token by token, so that the width of the vector registers
// cannot change a bit of the result.
void add_row_anywhere(float* __restrict sum, const std::int8_t* __restrict row, float scale) {
  for (std::size_t d = 0; d < kTableDims; ++d) sum[d] += scale * static_cast<float>(row[d]);
}

#if defined(__x86_64__)
// Without "fma", which would round once where the other one rounds twice.
__attribute__((target("avx2"))) void add_row_avx2(float* __restrict sum,
                                                  const std::int8_t* __restrict row, float scale) {
  for (std::size_t d = 0; d < kTableDims; ++d) sum[d] += scale * static_cast<float>(row[d]);
}
#endif

using AddRow = void (*)(float* __restrict, const std::int8_t* __restrict, float);

AddRow choose_add_row() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return add_row_avx2;
#endif
  return add_row_anywhere;
}

std::size_t letters_in(std::string_view text) {
  std::size_t letters = 0;
  for (std::size_t at = 0; at < text.size();)
    letters += utf8::is_letter(utf8::next(text, at)) ? 1 : 0;
  return letters;
}

}  // namespace

TokenTable::Parts TokenTable::parts_of(std::string_view table) {
  Header header{};
  std::memcpy(&header, table.data(), sizeof header);
  assert(std::string_view(header.magic, sizeof header.magic) == kMagic);
  assert(header.dims == kTableDims);
  std::size_t at = sizeof header;
  const auto take = [&](auto*& array, std::size_t count) {
    at = (at + kAligned - 1) / kAligned * kAligned;
    array = reinterpret_cast<std::remove_reference_t<decltype(array)>>(table.data() + at);
    at += count * sizeof *array;
  };
  Parts parts;
  parts.pieces.count = header.pieces;
  take(parts.pieces.ends, header.pieces + std::size_t{1});
  take(parts.pieces.text, header.text_size);
  take(parts.pieces.scores, header.pieces);
  take(parts.scales, header.pieces);
  take(parts.rows, header.pieces * kTableDims);
  assert(at == table.size());
  return parts;
}

TokenTable::TokenTable()
    : parts_(parts_of(embedded_table())), pieces_(parts_.pieces), add_row_(choose_add_row()) {}

std::vector<std::uint16_t> TokenTable::tokens_of(std::string_view text) const {
  std::string apart;
  const std::string lower = utf8::lower(text);
  for (std::size_t at = 0; at < lower.size();) {
    const std::size_t begin = at;
    const char32_t c = utf8::next(lower, at);
    const bool mark = utf8::is_punctuation(c);
    const auto blank = [&] {
      if (!apart.empty() && apart.back() != ' ') apart += ' ';
    };
    if (mark) blank();
    if (!utf8::is_space(c)) apart.append(lower, begin, at - begin);
    if (mark || utf8::is_space(c)) blank();
  }
  return pieces_.of(apart);
}

bool TokenTable::knows(std::string_view text, std::span<const std::uint16_t> tokens) const {
  if (std::find(tokens.begin(), tokens.end(), language::kUnknown) == tokens.end()) return true;
  std::size_t known = 0;
  std::size_t all = 0;
  for (const Word& word : words(text)) {
    const std::string lower = utf8::lower(word.text);
    if (is_stop_word(lower)) continue;
    all += letters_in(lower);
    for (const std::uint16_t token : pieces_.of(lower)) known += letters_in(piece(token));
  }
  return 2 * known >= all;
}

void TokenTable::add(std::uint16_t token, float weight, TableVector& sum) const {
  if (token == language::kUnknown) return;
  add_row_(sum.data(), parts_.rows + token * kTableDims, weight * parts_.scales[token]);
}

// 16 running sums, then those from first to last.
float dot(const float* a, const float* b) {
  std::array<float, 16> lanes{};
  for (std::size_t d = 0; d < kTableDims; d += lanes.size()) {
    for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] += a[d + i] * b[d + i];
  }
  float sum = 0;
  for (const float lane : lanes) sum += lane;
  return sum;
}

void normalise(TableVector& vector) {
  const float length = std::sqrt(dot(vector.data(), vector.data()));
  if (length == 0) return;
  for (float& value : vector) value /= length;
}

}  // namespace pyramid::engine
