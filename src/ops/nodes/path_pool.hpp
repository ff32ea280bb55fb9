// Paths one behind the other, in pieces of memory that never move: a string of all of them would
// take twice its room whenever it grows, and one for each a piece between what comes and goes.
#pragma once

#include "base/packing.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// Several threads may look while none adds.
class PathPool {
 public:
  // Where it lies, for at(); of n bytes in all less than 2 n + 65,536.
  std::uint64_t add(std::string_view path);
  // Good as long as the pool is. `place`: of a path of that size.
  [[nodiscard]] std::string_view at(std::uint64_t place, std::size_t size) const;

  void pack(Packer& to) const;
  void unpack(Unpacker& from);

 private:
  struct Piece {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0, room = 0;
  };

  std::vector<Piece> pieces_;
};

}  // namespace pyramid::ops
