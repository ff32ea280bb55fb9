#include "ops/nodes/path_pool.hpp"

#include <algorithm>

namespace pyramid::ops {

namespace {

constexpr std::size_t kPiece = 1U << 16;
constexpr unsigned kPieceBits = 32;  // of a place: the piece's number above, the offset in it below
constexpr std::uint64_t kOffset = (std::uint64_t{1} << kPieceBits) - 1;

}  // namespace

char* PathPool::make_room(std::size_t bytes) {
  if (pieces_.empty() || pieces_.back().room - pieces_.back().size < bytes) {
    const std::size_t room = std::max(kPiece, bytes);
    pieces_.push_back({std::make_unique_for_overwrite<char[]>(room), 0, room});
  }
  Piece& last = pieces_.back();
  char* begin = last.bytes.get() + last.size;
  last.size += bytes;
  return begin;
}

std::uint64_t PathPool::add(std::string_view path) {
  char* begin = make_room(path.size());
  std::copy(path.begin(), path.end(), begin);
  const auto offset = static_cast<std::uint64_t>(begin - pieces_.back().bytes.get());
  return std::uint64_t{pieces_.size() - 1} << kPieceBits | offset;
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
