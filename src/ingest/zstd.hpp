// Zstandard: what other programs compress their archives with. Private to src/ingest; the only
// files that know the library. Any number of frames, one behind the other, is one text.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pyramid::ingest {

// Whether `head` begins a Zstandard frame.
bool is_zstd(std::string_view head);

// Takes compressed bytes in pieces and hands over what they stand for in pieces, so that neither
// side need fit in memory; a frame that wants a window above 128 MiB is refused. One thread.
class ZstdDecoder {
 public:
  // false = enough.
  using Take = std::function<bool(std::string_view piece)>;
  ZstdDecoder();

  // false once `take` has had enough; kInvalid (no `where`) when the bytes are no such frames.
  Result<bool> feed(std::string_view bytes, const Take& take);
  // kInvalid when the last frame has not ended.
  [[nodiscard]] Status finish() const;

 private:
  struct Free {
    void operator()(void* stream) const;
  };
  std::unique_ptr<void, Free> stream_;
  bool in_frame_ = false;
};

// All of `frames`; kInvalid (no `where`) when they are damaged or stand for more than
// `limit_bytes`.
Result<std::string> decompress_zstd(std::string_view frames, std::size_t limit_bytes);

// FileSystem::read_in_pieces for a compressed file. kInvalid with the path where it is damaged or
// cut off, after everything before that was handed over.
Status read_zstd_in_pieces(FileSystem& files, const std::string& path,
                           const ZstdDecoder::Take& take);

}  // namespace pyramid::ingest
