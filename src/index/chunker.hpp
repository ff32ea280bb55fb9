// A file cut into the pieces that search finds.
#pragma once

#include "format/node.hpp"
#include "format/settings.hpp"
#include "pyramid/zone.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::index {

// How large pieces of lines are, in bytes. A piece of lines that are more is a part of one line.
struct PieceSize {
  std::size_t most = 0, overlap = 0;
};
PieceSize piece_size(const format::Settings& settings);

struct Piece {
  std::size_t first_line = 0, last_line = 0;  // 1-based in the file
  std::string heading;
  Time at;                                            // zero: undated
  std::optional<std::int32_t> offset = std::nullopt;  // where it was said, as of Node
  std::string speaker;                                // of a turn: who says it
  std::string text;  // what is indexed: the date in front, then heading or speaker, then the words
  std::size_t dated = 0;  // bytes of `text` that the date in front takes; these are not embedded
  Digest digest;          // of `text`
};

// An observation or summary is one piece, a session one a turn; everything else is cut along its
// headings into pieces of about `size`; a line that is longer is cut behind its sentences, or
// between words. In a section of a home that a person changed each line is a piece, so that a
// statement of theirs is found as a fact is. Data URIs count as nothing. A note is of the time that
// its `date:` or `created:` says, or its file's name begins with; days, and clocks without an
// offset, are the zone's, and stay of that day for whoever asks from another zone. Pure.
std::vector<Piece> cut(const format::Document& document, const format::Node& node,
                       const PieceSize& size, const Zone& zone);
// The text of an observation's or a summary's piece without the date in front; `at` is the piece's.
std::string_view without_date(std::string_view text, LocalTime at);

}  // namespace pyramid::index
