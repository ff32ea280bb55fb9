// Text that is not UTF-8, as older programs and those of Windows save it.
#pragma once

#include "pyramid/error.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid {

enum class Encoding {
  kUtf8,
  kUtf16,        // as a byte order mark says, or every other byte, which is a NUL
  kWindows1252,  // Latin-1 among it: no byte above ASCII is part of a UTF-8 sequence
  kDamaged,      // UTF-8 that has lost something: NULs and bytes that are none became U+FFFD
};

struct Decoded {
  Encoding encoding = Encoding::kUtf8;
  std::string text;  // valid UTF-8; empty with kUtf8: it is as it came
};
Decoded decode(std::string_view bytes);
// The same in place: `bytes` that are no UTF-8 become it.
void make_utf8(std::string& bytes);

// Notes where a file was no UTF-8 and tells it once for the whole file.
class Encodings {
 public:
  void note(Encoding encoding, std::size_t line);
  // A warning at `path`:line of the first, nullopt where all was UTF-8.
  [[nodiscard]] std::optional<Diagnostic> told(const std::string& path) const;

 private:
  std::optional<Encoding> other_;  // the first that is not kDamaged
  std::size_t first_ = 0, lines_ = 0, damaged_ = 0;
};

// What is told of a file that decode() found to be in another one than UTF-8.
Diagnostic encoding_problem(std::string_view bytes, Encoding encoding, const std::string& path);

}  // namespace pyramid
