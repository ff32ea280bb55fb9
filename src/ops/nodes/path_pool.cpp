#include "ops/nodes/path_pool.hpp"

#include <algorithm>

namespace pyramid::ops {

namespace {

constexpr unsigned kPieceBits = 16;  // of a place: the piece's number above, the offset in it below
constexpr std::size_t kPiece = std::size_t{1} << kPieceBits;
constexpr std::uint64_t kOffset = (std::uint64_t{1} << kPieceBits) - 1;

}  // namespace

std::uint64_t PathPool::add(std::string_view path) {
  if (pieces_.empty() || pieces_.back().room - pieces_.back().size < path.size()) {
    const std::size_t room = std::max(kPiece, path.size());
    pieces_.push_back({std::make_unique_for_overwrite<char[]>(room), 0, room});
  }
  Piece& last = pieces_.back();
  const std::uint64_t place = std::uint64_t{pieces_.size() - 1} << kPieceBits | last.size;
  std::copy(path.begin(), path.end(), last.bytes.get() + last.size);
  last.size += path.size();
  return place;
}

std::string_view PathPool::at(std::uint64_t place, std::size_t size) const {
  return {pieces_[place >> kPieceBits].bytes.get() + (place & kOffset), size};
}

void PathPool::pack(Packer& to) const {
  to.value(pieces_.size());
  for (const Piece& piece : pieces_) to.text({piece.bytes.get(), piece.size});
}

void PathPool::unpack(Unpacker& from) {
  pieces_.clear();
  std::size_t left = from.size();
  for (; left > 0 && from.good(); --left) {
    const std::string_view bytes = from.text();
    pieces_.push_back(
        {std::make_unique_for_overwrite<char[]>(bytes.size()), bytes.size(), bytes.size()});
    std::copy(bytes.begin(), bytes.end(), pieces_.back().bytes.get());
  }
}

}  // namespace pyramid::ops
