// A file's bytes without a copy of them.
#pragma once

#include "pyramid/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace pyramid {

// Read-only; for files that are replaced by renaming and never cut short: who reads behind the new
// end of one that was is killed.
class MappedFile {
 public:
  MappedFile() = default;
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // kNotFound, or kIo.
  static Result<MappedFile> open(const std::string& path);

  [[nodiscard]] std::string_view bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace pyramid
