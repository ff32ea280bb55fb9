// What the index keeps of a file, made from its bytes alone.
#pragma once

#include "base/digest.hpp"
#include "format/node.hpp"
#include "index/chunker.hpp"
#include "pyramid/error.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/zone.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::index {

// A file read and cut, ready to be stored.
struct ReadFile {
  std::string path;
  FileStat stat;
  std::int64_t checked_ns = 0;
  Digest digest;
  std::optional<format::Node> node;
  std::vector<std::string> tags;  // the person's own
  std::vector<Piece> pieces;
  std::vector<float> vectors;  // pieces.size() x dims
  std::optional<Diagnostic> problem;
  bool conflict = false;  // two machines changed the same words, and nobody has chosen yet
  bool gone = false;
  bool same = false;    // the bytes are those that the index has
  bool unread = false;  // they could not be had: no state of the file, and never stored as one
};

// `stored`: the digest of the file as the index has it; nothing more is done for equal bytes. On
// any thread; makes no vectors.
ReadFile read_file(FileSystem& files, const std::string& root, const PieceSize& size,
                   const Zone& zone, const WalkEntry& entry, const std::optional<Digest>& stored);

// What is told of a file or folder that could not be read.
Diagnostic unread_problem(const std::string& path, Error error);
// Whether `path` is one of these, or in a folder that is ("" = the workspace).
bool is_within(std::string_view path, const std::vector<std::string>& places);

}  // namespace pyramid::index
