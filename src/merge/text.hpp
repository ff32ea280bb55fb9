// What people write, merged by paragraph.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace pyramid::merge {

struct MergedText {
  std::string text;
  std::size_t conflicts = 0;   // notes that this merge put in
  std::size_t kept_edits = 0;  // paragraphs that one side took out and the other edited
};

struct TextRules {
  std::string day;  // of a conflict note
  // There is no base: what both sides hold in nearly the same words is one thing.
  bool without_base = false;
  // What one side lacks of the base was never there.
  bool base_is_guess = false;
  // Blocks that are neither edited nor alike to any other: they stand, or do not.
  std::function<bool(std::string_view block)> is_mark = {};
};

// Paragraphs, list items, quotes and fenced code that either side put in, took out or changed. What
// both changed is merged by line and then by sentence; where that is the same sentence both stand
// in a conflict note, which parts the paragraph that it is one sentence of. Takes and gives `\n`
// line ends. Symmetric, and merge_text(x, x, x) == merge_text("", x, x) == x.
MergedText merge_text(std::string_view base, std::string_view ours, std::string_view theirs,
                      const TextRules& rules);

}  // namespace pyramid::merge
