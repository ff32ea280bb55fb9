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
  // Blocks that are neither edited nor alike to any other: they stand, or do not.
  std::function<bool(std::string_view block)> is_mark = {};
};

// Paragraphs, list items, quotes and fenced code that either side put in, took out or changed. What
// both changed is merged by line and then by sentence; where that is the same sentence both stand
// in a conflict note, which parts the paragraph that it is one sentence of. Takes and gives `\n`
// line ends. Symmetric, and merge_text(x, x, x) == merge_text("", x, x) == x.
MergedText merge_text(std::string_view base, std::string_view ours, std::string_view theirs,
                      const TextRules& rules);

// What kind of text it is that nobody knows the base of.
enum class Joined {
  kNote,
  kFact,  // its first paragraph says one thing: two of them stand in a conflict note
  kLog,   // of entries, each under a heading: alike ones are two
};
// Two texts of which nobody knows what they came from: nothing was taken out of either. Blocks that
// both hold stand once; so does one of which another says all, sentence by sentence, in the same
// words and perhaps more. Symmetric; join_text(x, x) == x, and of what was joined once nothing is
// added by joining it again. The blocks that stand do not depend on the order in which texts are
// joined, nor does their order where each text holds those of one beginning in one order.
MergedText join_text(std::string_view ours, std::string_view theirs, Joined kind,
                     const TextRules& rules);

}  // namespace pyramid::merge
