// Paragraphs of prose, merged sentence by sentence. Private to src/merge.
#pragma once

#include "merge/blocks.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::merge {

// Paragraphs with the notes that were put between their sentences as one block each: its text has
// blank lines in it.
std::vector<Block> join_at_notes(std::vector<Block> blocks);

// Whether a block is sentences, with or without notes between them: not a table, not HTML, nothing
// indented.
bool is_prose(std::string_view block);

// What becomes of a sentence that both sides changed: another sentence, or a conflict note.
using Settle = std::function<std::string(const std::string& base, const std::string& ours,
                                         const std::string& theirs)>;

// What either side put in, took out or changed holds, whatever stands in the sentences beside it;
// `settle` is asked about one that both changed and none else, and its note parts the paragraph.
// A sentence goes on over the end of a line. nullopt where no sentence is left beside those: then
// the whole is what both changed. Symmetric if `settle` is.
// REQUIRES: each is_prose().
std::optional<std::string> merge_prose(const std::string& base, const std::string& ours,
                                       const std::string& theirs, const Settle& settle);

}  // namespace pyramid::merge
