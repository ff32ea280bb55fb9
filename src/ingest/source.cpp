#include "ingest/source.hpp"

#include "base/encoding.hpp"
#include "base/text.hpp"

#include <utility>

namespace pyramid::ingest {

namespace {

constexpr std::size_t kSourceHeadBytes = 256 * 1024;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

Look look_of(std::string_view head) {
  if (head.starts_with("SQLite format 3")) return Look::kSqlite;
  if (head.starts_with("PK\x03\x04")) return Look::kZip;
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  const std::string_view text = trim(head);
  if (text.empty()) return Look::kEmpty;
  // `[2026-` is how a written log begins.
  const bool is_dated = text.size() > 1 && text[1] >= '0' && text[1] <= '9';
  if (text.front() == '[' && !is_dated) return Look::kJsonArray;
  if (text.front() == '{') return Look::kJsonObject;
  return Look::kOther;
}

}  // namespace

Result<Source> look_at(FileSystem& files, const std::string& path,
                       std::string_view default_source) {
  const Result<FileStat> stat = files.stat(path);
  if (!stat) {
    Error error = stat.error();
    if (error.kind == ErrorKind::kNotFound) {
      error.what = "there is nothing to import";
      if (!default_source.empty()) {
        error.hint = "name the place with --source; it is usually " + std::string(default_source);
      }
    }
    return fail(std::move(error));
  }
  Source source;
  // stat() does not follow a symlink, list() does.
  if (stat->kind == FileKind::kDirectory || stat->kind == FileKind::kSymlink) {
    const auto listed = files.list(path);
    if (stat->kind == FileKind::kDirectory && !listed) return fail(Error(listed.error()));
    source.look = listed ? Look::kFolder : Look::kOther;
  }
  if (source.look == Look::kFolder) return source;
  PYRAMID_TRY(files.read_in_pieces(path, [&](std::string_view piece) {
    source.head += piece.substr(0, kSourceHeadBytes - source.head.size());
    return source.head.size() < kSourceHeadBytes;
  }));
  Decoded decoded = decode(source.head);
  source.is_utf16 = decoded.encoding == Encoding::kUtf16;
  if (source.is_utf16) source.head = std::move(decoded.text);
  source.look = look_of(source.head);
  return source;
}

std::string describe(const Source& source) {
  switch (source.look) {
    case Look::kFolder:
      return "a folder";
    case Look::kEmpty:
      return "an empty file";
    case Look::kSqlite:
      return "an SQLite database";
    case Look::kZip:
      return "a zip archive";
    case Look::kJsonArray:
      return "a JSON array";
    case Look::kJsonObject:
      return "JSON";
    case Look::kOther:
      break;
  }
  return "a file of another kind";
}

}  // namespace pyramid::ingest
