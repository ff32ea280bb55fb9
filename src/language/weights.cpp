#include "language/weights.hpp"

#include <cstring>
#include <string>
#include <type_traits>

namespace pyramid::language {

namespace {

constexpr std::string_view kMagic = "pyreader";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kAligned = 64;

struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t pieces;
  std::uint64_t text_size;
  std::uint64_t size;  // of the whole file
};

Failure refused(std::string what) {
  return fail(ErrorKind::kInvalid, std::move(what), {},
              "take the file reader.bin of this version of Pyramid");
}

// Hands out the arrays of the file one after the other.
class Arrays {
 public:
  explicit Arrays(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
  void take(const T*& array, std::size_t count) {
    at_ = (at_ + kAligned - 1) / kAligned * kAligned;
    array = reinterpret_cast<const T*>(bytes_.data() + at_);
    at_ += count * sizeof(T);
  }
  void take(Rows& rows, std::size_t count) {
    take(rows.bytes, count * kWidth);
    take(rows.worth, count);
  }
  void take(Matrix& matrix, std::size_t out, std::size_t in) {
    take(matrix.packed, out * in);
    take(matrix.worth, out);
    take(matrix.bias, out);
  }
  void take(Norm& norm) {
    take(norm.gain, kWidth);
    take(norm.shift, kWidth);
  }
  void take(Head& head, std::size_t outputs) {
    take(head.weights, outputs * kFeatures);
    take(head.bias, outputs);
  }
  [[nodiscard]] std::size_t taken() const { return at_; }

 private:
  std::string_view bytes_;
  std::size_t at_ = sizeof(Header);
};

}  // namespace

Result<Weights> read_weights(std::string_view bytes) {
  Header header{};
  if (bytes.size() < sizeof header || !bytes.starts_with(kMagic)) {
    return refused("holds no weights of the reader");
  }
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version != kVersion) {
    return refused("is of version " + std::to_string(header.version) + ", not " +
                   std::to_string(kVersion));
  }
  if (header.size != bytes.size()) {
    return refused("is of " + std::to_string(bytes.size()) + " bytes, not " +
                   std::to_string(header.size));
  }
  if (header.pieces <= kSpecial || header.pieces > 65536 || header.text_size > bytes.size()) {
    return refused("is damaged");
  }
  Weights weights;
  Arrays arrays(bytes);
  weights.pieces.count = header.pieces;
  arrays.take(weights.pieces.ends, header.pieces + 1);
  arrays.take(weights.pieces.text, header.text_size);
  arrays.take(weights.pieces.scores, header.pieces);
  arrays.take(weights.words, header.pieces);
  arrays.take(weights.positions, kPositions);
  arrays.take(weights.types, 2 * kWidth);
  arrays.take(weights.norm);
  for (Layer& layer : weights.layers) {
    arrays.take(layer.asking, kAsking, kWidth);
    arrays.take(layer.attended, kWidth, kWidth);
    arrays.take(layer.attended_norm);
    arrays.take(layer.inner, kInner, kWidth);
    arrays.take(layer.outer, kWidth, kInner);
    arrays.take(layer.outer_norm);
  }
  arrays.take(weights.labels, kLabels);
  arrays.take(weights.about, 4);
  arrays.take(weights.importance, 1);
  arrays.take(weights.needs_context, 1);
  arrays.take(weights.relations, 4);
  arrays.take(weights.answers, 1);
  arrays.take(weights.hope, 1);
  arrays.take(weights.hope_bounds, 3);
  if (arrays.taken() != bytes.size()) return refused("is damaged");
  for (std::size_t i = 0; i < header.pieces; ++i) {
    const std::uint32_t* end = weights.pieces.ends + i;
    if (end[0] > end[1] || end[1] > header.text_size) {
      return refused("is damaged");
    }
  }
  return weights;
}

}  // namespace pyramid::language
