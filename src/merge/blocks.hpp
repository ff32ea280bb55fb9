// Markdown cut into what a person edits as one thing: paragraphs, list items, headings, quotes,
// fenced code, comments. All bytes accounted for. Private to src/merge.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::merge {

enum class BlockKind { kBlank, kParagraph, kItem, kHeading, kQuote, kFence, kComment };

struct Block {
  BlockKind kind = BlockKind::kParagraph;
  std::string text;  // without the line end behind it; "" = blank lines at the very beginning
  std::string gap;   // the line ends and blank lines behind it, as they stand
};

// An open fence or comment reaches to the end. Line ends are `\n`.
std::vector<Block> cut_blocks(std::string_view text);
// What kind of block a text is, as cut_blocks() would say.
BlockKind kind_of_block(std::string_view text);
// Of a heading how many marks it begins with, 1 to 6; nullopt for any other block.
std::optional<std::size_t> level_of_block(std::string_view text);
// The text again, or another of the same blocks: none runs into the next one.
std::string put_together(const std::vector<Block>& blocks);

// A line's sentences; joined with blanks they are the line. One that cannot be cut so is whole.
std::vector<std::string> cut_sentences(std::string_view line);

}  // namespace pyramid::merge
