// Text that is not UTF-8, as older programs save it. Private to src/ingest.
#pragma once

#include "pyramid/error.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ingest {

enum class Encoding {
  kUtf8,
  kWindows1252,  // Latin-1 among it: no byte above ASCII is part of a UTF-8 sequence
  kDamaged,      // UTF-8 that has lost something: bytes that are none became U+FFFD
};

struct Decoded {
  Encoding encoding = Encoding::kUtf8;
  std::string text;  // valid UTF-8; empty with kUtf8: it is as it came
};
Decoded decode(std::string_view bytes);

// Notes where a file was no UTF-8 and tells it once for the whole file.
class Encodings {
 public:
  void note(Encoding encoding, std::size_t line);
  // A warning at `path`:line of the first, nullopt where all was UTF-8.
  [[nodiscard]] std::optional<Diagnostic> told(const std::string& path) const;

 private:
  std::size_t first_ = 0, lines_ = 0, damaged_ = 0;
};

}  // namespace pyramid::ingest
