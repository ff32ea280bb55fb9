#include "ingest/zstd.hpp"

#include <zstd.h>

#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

constexpr std::string_view kMagic = "\x28\xb5\x2f\xfd";
constexpr int kMostWindowLog = 27;

Failure damaged(const char* cause) {
  return fail(ErrorKind::kInvalid, "this is not a whole zstd archive", {},
              "get the file again from where it came from", cause);
}

}  // namespace

bool is_zstd(std::string_view head) { return head.starts_with(kMagic); }

void ZstdDecoder::Free::operator()(void* stream) const {
  ZSTD_freeDStream(static_cast<ZSTD_DStream*>(stream));
}

ZstdDecoder::ZstdDecoder() : stream_(ZSTD_createDStream()) {
  if (stream_ == nullptr) return;
  ZSTD_DCtx_setParameter(static_cast<ZSTD_DStream*>(stream_.get()), ZSTD_d_windowLogMax,
                         kMostWindowLog);
}

Result<bool> ZstdDecoder::feed(std::string_view bytes, const Take& take) {
  auto* stream = static_cast<ZSTD_DStream*>(stream_.get());
  if (stream == nullptr) return fail(ErrorKind::kIo, "out of memory");
  std::vector<char> buffer(ZSTD_DStreamOutSize());
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
  // A full buffer may mean that more is waiting inside.
  while (in.pos < in.size || out.pos == out.size) {
    out.pos = 0;
    const std::size_t taken_before = in.pos;
    const std::size_t left = ZSTD_decompressStream(stream, &out, &in);
    if (ZSTD_isError(left) != 0) return damaged(ZSTD_getErrorName(left));
    // A call that does nothing already speaks of the next frame.
    if (in.pos != taken_before || out.pos > 0) in_frame_ = left != 0;
    if (out.pos > 0 && !take({buffer.data(), out.pos})) return false;
  }
  return true;
}

Status ZstdDecoder::finish() const {
  if (in_frame_) {
    return fail(ErrorKind::kInvalid, "this zstd archive is cut off: it ends in the middle", {},
                "get the file again from where it came from");
  }
  return {};
}

Result<std::string> decompress_zstd(std::string_view frames, std::size_t limit_bytes) {
  ZstdDecoder decoder;
  std::string text;
  const auto append = [&](std::string_view piece) {
    if (piece.size() > limit_bytes - text.size()) return false;
    text += piece;
    return true;
  };
  PYRAMID_ASSIGN(const bool fits, decoder.feed(frames, append));
  if (!fits) {
    return fail(ErrorKind::kInvalid,
                "this zstd archive holds more than " + std::to_string(limit_bytes) + " bytes");
  }
  PYRAMID_TRY(decoder.finish());
  return text;
}

Status read_zstd_in_pieces(FileSystem& files, const std::string& path,
                           const ZstdDecoder::Take& take) {
  ZstdDecoder decoder;
  Result<bool> goes_on = true;
  PYRAMID_TRY(files.read_in_pieces(path, [&](std::string_view piece) {
    goes_on = decoder.feed(piece, take);
    return goes_on && *goes_on;
  }));
  Status status;
  if (!goes_on) {
    status = fail(std::move(goes_on).error());
  } else if (*goes_on) {
    status = decoder.finish();
  }
  if (!status) status.error().where = path;
  return status;
}

}  // namespace pyramid::ingest
